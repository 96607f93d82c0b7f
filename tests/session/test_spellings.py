"""Misspelled names: a renamed player has the right name in every line."""

import json
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from prefcount.base.problems import InvalidInput
from prefcount.cli.commands.reference import session_schema
from prefcount.entries.models import Join, RenameEntry
from prefcount.entries.names_and_figures import capitalize_like
from prefcount.games.form import ask_rename
from prefcount.games.game import Question
from prefcount.render.data import columns_object
from prefcount.render.text import entry_list
from prefcount.session.outcome import settle_session
from prefcount.session.session import Session
from prefcount.session.typed_entries import parse_line
from prefcount.store.reader import load
from tests import helpers, strategies
from tests.store.files import Fields, What, after, amend, by_hand, entry, line, session, void
from tests.tables import each_line, load_table

WRONG, RIGHT = "Zzwrong", "Zzright"
FILE_WORDS = json.dumps(session_schema("preferans"))
"""The words of files, among which no name of these tests may be."""


def rename(player: str, to: str) -> Fields:
    return {"kind": "rename", "player": player, "to": to}


def wrong(what: What, name: str = "Anna", spelled: str = "Ana") -> Any:
    if isinstance(what, str) and what == name:
        return spelled
    if isinstance(what, dict):
        return {wrong(key, name, spelled): wrong(value, name, spelled) for key, value in what.items()}
    return [wrong(each, name, spelled) for each in what] if isinstance(what, list) else what


def ana(*what: What) -> Session:
    return session(*what, players=("Ana", "Boris", "Vera"))


def problems(found: Session) -> list[str]:
    return [str(each) for step in found.replay.steps for each in step.problems]


ANNA_FAILS = entry("anna 7h wp 6").model_dump(mode="json", exclude_none=True, by_alias=True)
ANA_FAILS = wrong(ANNA_FAILS)


def test_everything_shows_the_right_name_before_and_after() -> None:
    found = ana(ANA_FAILS, rename("Ana", "Anna"), "boris 6s ww 5 3 2")
    assert found.players == ("Anna", "Boris", "Vera")
    assert list(columns_object(found)) == ["Anna", "Boris", "Vera"]
    assert settle_session(found).players == ("Anna", "Boris", "Vera")
    assert entry_list(found).splitlines() == [
        "   1  Anna 7h wp 6",
        " [2]  Name corrected: Ana → Anna",
        "   2  Boris 6s ww 5 3 2  [3]",
    ]
    assert found.entries[0].declarer == "Ana"  # type: ignore[attr-defined]


@given(data=st.data())
def test_a_rename_gives_the_same_game_as_the_right_name(data: st.DataObject) -> None:
    played = data.draw(strategies.games(most=6))
    name = data.draw(st.sampled_from(played.header.players))
    assume(json.dumps(name) not in FILE_WORDS and name not in str(played.header.rules))
    given = [json.loads(each.model_dump_json(by_alias=True, exclude_none=True)) for each in played.entries]
    at = data.draw(st.integers(0, len(given)))
    header = json.loads(played.header.model_dump_json(exclude_none=True))
    right = [wrong(each, name, RIGHT) for each in given]
    later = [wrong(each, name, data.draw(st.sampled_from([WRONG, RIGHT]))) for each in given[at:]]
    written = [*(wrong(each, name, WRONG) for each in given[:at]), rename(WRONG, RIGHT), *later]
    plain = _of(wrong(header, name, RIGHT), right)
    respelled = _of(wrong(header, name, WRONG), written)
    assert not problems(respelled)
    assert respelled.state == plain.state
    assert settle_session(respelled) == settle_session(plain)
    voided = _of(wrong(header, name, WRONG), [*written, void(at + 1)])
    assert not problems(voided)
    assert voided.state == _of(wrong(header, name, WRONG), [wrong(each, name, WRONG) for each in given]).state


def _of(header: Any, entries: list[Any]) -> Session:
    read = type(helpers.header()).model_validate_json(json.dumps(header))
    return Session(read, [helpers.entry(**{**each, "n": n}) for n, each in enumerate(entries, 1)])


def test_voiding_gives_the_old_name_back() -> None:
    found = ana(rename("Ana", "Anna"), ANNA_FAILS, void(1), ANA_FAILS)
    assert found.players == ("Ana", "Boris", "Vera")
    assert not problems(found)
    assert found.state.hands == 2
    again = ana(rename("Ana", "Anna"), ANNA_FAILS, void(1), ANA_FAILS, void(3))
    assert again.players == ("Anna", "Boris", "Vera")
    assert not problems(again)


def test_a_name_that_was_taken_back_is_free() -> None:
    newcomer = {"kind": "join", "player": "Dina", "replaces": "Vera"}
    found = ana(
        rename("Ana", "Dina"), void(1), newcomer, {**ANA_FAILS, "calls": {"Boris": "whist", "Dina": "pass"}}
    )
    assert found.players == ("Ana", "Boris", "Dina")
    assert not problems(found)


@pytest.mark.parametrize(
    ("what", "sentence"),
    [
        (rename("Anton", "Anna"), "player: “Anton” is not known; choose from: Ana, Boris, Vera"),
        (
            rename("Ana", "boris"),
            "to: boris is or was the name of another player of this game; choose another",
        ),
        (rename("Ana", "Ana"), "to: the name is already spelled Ana"),
    ],
)
def test_impossible_renames_are_refused(what: Fields, sentence: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        ana().accept(entry(what))
    assert str(refused.value) == sentence


def test_the_name_of_a_replaced_player_is_not_free() -> None:
    gone = {"kind": "join", "player": "Dina", "replaces": "Vera"}
    assert problems(ana(gone, rename("Ana", "Vera"))) == [
        "to: Vera is or was the name of another player of this game; choose another"
    ]
    assert problems(ana(rename("Ana", "Anna"), {**gone, "player": "Ana"})) == [
        "player: Anna is already playing"
    ]


def test_claims_results_newcomers_and_corrections_in_the_old_name() -> None:
    claim = {"kind": "check", "columns": {"Ana": {"dump": 4}, "Boris": {"whists": {"Ana": 20}}}}
    end = {"kind": "end", "reason": "agreed", "results": {"Ana": -20}}
    newcomer = {"kind": "join", "player": "Gleb", "replaces": "Ana"}
    found = ana(ANA_FAILS, claim, rename("Ana", "Anna"), claim, amend(1, ANA_FAILS), newcomer, end)
    assert problems(found) == ["results.Anna: “Anna” is not known; choose from: Gleb, Boris, Vera"]
    both = {"kind": "check", "columns": {"Ana": {"dump": 4}, "Anna": {"dump": 4}}}
    assert problems(ana(rename("Ana", "Anna"), both)) == ["Anna is used twice, in two spellings"]


def test_the_old_name_is_understood_when_typed_and_the_new_one_is_written() -> None:
    found = ana(ANA_FAILS, rename("Ana", "Zhanna"))
    for typed in ("ana 7h wp 6", "an 7h wp 6", "zh 7h wp 6"):
        written = found.complete_entry(parse_line(found, found.state, typed))
        assert written.declarer == "Zhanna"  # type: ignore[attr-defined]
    late = found.accept(entry(after(1, ANA_FAILS))).session
    assert late.entries[-1].declarer == "Zhanna"  # type: ignore[attr-defined]
    assert not problems(late)


@pytest.mark.parametrize(*load_table("typed-renames"))
def test_a_rename_can_be_typed_as_a_line(typed: str, who: str, to: str) -> None:
    found = parse_line(ana(), ana().state, typed)
    assert (found.kind, found.player, found.to) == ("rename", who, to)  # type: ignore[attr-defined]


def test_names_in_the_form_get_capitals() -> None:
    state = ana().state
    found = ask_rename(state, {"player": "0", "to": "anna"})
    assert isinstance(found, RenameEntry)
    assert found.to == "Anna"
    game, newcomer = ana().game, {"who": "other", "other": "join", "name": "gleb k.", "seat": "2"}
    answers: dict[str, str] = {}
    while isinstance(asked := game.ask(state, answers, placed=False), Question):
        answers[asked.field] = newcomer[asked.field]
    assert isinstance(asked, Join)
    assert (asked.player, asked.replaces) == ("Gleb K.", "Vera")


@each_line(
    ("names", "typed", "capitals"),
    [
        (["ana", "Boris"], "gleb", "gleb"),
        (["ANA", "BORIS"], "gleb", "GLEB"),
        (["A", "B"], "gleb", "Gleb"),
        (["Ana", "BORIS"], "d'arc", "D'arc"),
        (["安娜", "鲍里斯"], "gleb", "gleb"),
    ],
)
def test_capitals_as_others_have_them(names: list[str], typed: str, capitals: str) -> None:
    assert capitalize_like(names, typed) == capitals


@each_line(
    ("typed", "sentence"),
    [
        ("rename", "write the wrong name and the right one, e.g. rename ana anna"),
        ("rename ana", "write the wrong name and the right one, e.g. rename ana anna"),
        ("rename xx anna", "“xx”: no player has this name; the players are Ana, Boris, Vera"),
        ("rename ana " + "x" * 41, "to: a name has 1 to 40 characters, not 41"),
    ],
)
def test_a_wrong_line_is_refused_with_the_right_form(typed: str, sentence: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        parse_line(ana(), ana().state, typed)
    assert str(refused.value) == sentence


def test_many_renames_are_read_at_once(tmp_path: Any) -> None:
    names = ["Anna", *(f"Anna {n}" for n in range(1, 2000))]
    path = by_hand(tmp_path / "a.jsonl", *(rename(a, b) for a, b in pairwise(names)))
    found = load(path).session
    assert not problems(found)
    assert found.players[0] == names[-1]
    assert line(rename("a", "b")).endswith(b"\n")

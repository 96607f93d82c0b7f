"""A game of which only the result is known: it is settled as any game, and other entries are refused."""

import json
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from prefcount.audit.run_audit import audit_file
from prefcount.base.problems import InvalidInput
from prefcount.entries.models import Header
from prefcount.games import get_game
from prefcount.render.view import table_view
from prefcount.session.outcome import has_only_result, settle_session
from prefcount.session.session import Session
from prefcount.session.typed_entries import end_entry, parse_result
from prefcount.stats.sums import Statistics
from prefcount.store.journal import Journal
from prefcount.store.reader import read_entry
from tests.games.test_every_game import each_game
from tests.store.files import Fields
from tests.tables import each_line

SEASON = json.loads((Path(__file__).parents[1] / "data" / "season.json").read_text(encoding="utf-8"))
PEOPLE = ("Anna", "Boris", "Vera", "Gleb")


def table(name: str = "preferans", **extra: Any) -> Session:
    players = PEOPLE[: min(len(PEOPLE), max(get_game(name).sizes))]
    return Session(Header(kind="session", version=1, game=name, players=players, **extra))


def told(session: Session, entry: Fields) -> Session:
    return session.accept(read_entry(session.game, json.dumps(entry).encode())).session


def result(session: Session, *amounts: int | str) -> Fields:
    return {"kind": "result", "results": dict(zip(session.players, amounts, strict=True))}


def fitting(name: str) -> tuple[int | str, ...]:
    return ("27 1/2", -18, "-19/2") if len(table(name).players) == 3 else ("27 1/2", -18, "-19/2", 0)


@each_game
def test_an_announced_result_is_the_result_of_the_game(name: str) -> None:
    start = table(name, stake="0.10", currency="EUR")
    session = told(start, result(start, *fitting(name)))
    settled = settle_session(session)
    assert settled.exact[:3] == (Fraction(55, 2), -18, Fraction(-19, 2))
    assert settled.whole[:3] == (28, -18, -10)
    assert settled.money is not None
    assert sum(settled.money.amounts) == 0
    assert sum(each.amount for each in settled.money.transfers) == settled.money.amounts[0]
    before, after = table_view(start), table_view(session)
    assert [row.columns for row in after.rows] == [row.columns for row in before.rows]
    assert tuple(row.result for row in after.rows)[:3] == settled.exact[:3]
    assert session.state.over
    assert has_only_result(session)
    assert not has_only_result(start)


@each_game
def test_notes_names_corrections_and_the_end_may_follow(name: str) -> None:
    session = told(table(name), result(table(name), *fitting(name)))
    for further in (
        {"kind": "note", "text": "a letter of Anna says so"},
        {"kind": "rename", "player": "Anna", "to": "Anya"},
        {"kind": "end", "reason": "agreed"},
    ):
        session = told(session, further)
    assert settle_session(session).whole[0] == 28
    assert session.players[0] == "Anya"
    voided = told(session, {"kind": "void", "entry": 4})
    assert not told(voided, {"kind": "void", "entry": 1}).state.over


@each_line(
    "late",
    [
        {"kind": "raspasy", "tricks": {"Anna": 4, "Boris": 3, "Vera": 3}},
        {"kind": "raspasy", "tricks": {"Boris": 4, "Vera": 3, "Gleb": 3}, "after": 0},
        {"kind": "adjust", "player": "Anna", "column": "dump", "amount": 2, "reason": "late", "after": 0},
        {"kind": "adjust", "player": "Anna", "column": "dump", "amount": 2, "reason": "late"},
        {"kind": "join", "player": "Dina", "replaces": "Vera"},
        {"kind": "rules", "set": {"style": "gentleman"}},
        {"kind": "sheet", "columns": {"Anna": {"pool": 2}}},
        {"kind": "check", "columns": {"Anna": {"pool": 0}}},
        {"kind": "misdeal"},
        result(table(), 0, 0, 0, 0),
    ],
)
def test_nothing_else_may_follow(late: Fields) -> None:
    session = told(table(), result(table(), 0, 0, 0, 0))
    with pytest.raises(InvalidInput, match="only the result of this game is known"):
        told(session, late)


@each_line(
    ("results", "sentence"),
    [
        (
            {"Anna": 57, "Boris": -18, "Vera": 0, "Gleb": 0},
            "the results must add up to 0, not 39; one of them is wrong",
        ),
        (
            {"Anna": "1/3", "Boris": "1/3", "Vera": "1/3", "Gleb": "-3/2"},
            "the results must add up to 0, not −½; one of them is wrong",
        ),
        ({"Anna": 18, "Boris": -18}, "results: the result of every player is needed; missing: Vera, Gleb"),
        (
            {"Anna": 1, "Boris": -1, "Vera": 0, "Glebb": 0},
            "results: the result of every player is needed; missing: Gleb; results.Glebb: “Glebb” is "
            "not known; did you mean “Gleb”?",
        ),
    ],
)
def test_impossible_results_are_refused(results: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        told(table(), {"kind": "result", "results": results})
    assert str(refused.value) == sentence


@each_line("figure", ["1/0", "1 2", "x", 1.5, "27 1/0", None, "1e3", "27,5"])
def test_texts_that_are_not_figures_are_refused(figure: object) -> None:
    given = {"Anna": figure, "Boris": -18, "Vera": 0, "Gleb": 0}
    with pytest.raises(InvalidInput, match=r"^results"):
        told(table(), {"kind": "result", "results": given})


@pytest.mark.parametrize(
    ("earlier", "why"),
    [
        ({"kind": "raspasy", "tricks": {"Anna": 4, "Boris": 3, "Vera": 3}}, "follows from its hands"),
        ({"kind": "sheet", "columns": {"Anna": {"pool": 2}}}, "follows from its figures"),
    ],
)
def test_hands_and_figures_exclude_an_announced_result(earlier: Fields, why: str) -> None:
    session = told(table(dealer="Gleb"), earlier)
    with pytest.raises(InvalidInput, match=why):
        told(session, result(session, 1, -1, 0, 0))


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["anna 57", "b -18", "v -39", "gleb 0"], {"Anna": 57, "Boris": -18, "Vera": -39, "Gleb": 0}),
        (["anna 27 1/2", "boris −55/2", "vera +0"], {"Anna": "55/2", "Boris": "-55/2", "Vera": 0, "Gleb": 0}),
        (["anna -27 1/2", "boris 0", "gleb 0"], {"Anna": "-55/2", "Boris": 0, "Vera": "55/2", "Gleb": 0}),
    ],
)
def test_results_may_be_typed(lines: list[str], expected: dict[str, Any]) -> None:
    assert parse_result(table(), lines).results == expected


@each_line(
    ("lines", "sentence"),
    [
        (["anna"], "anna: write a player and a result, e.g. anna 57, boris -27 1/2 or vera -55/2"),
        (["anna 1/0"], "anna 1/0: divides by zero"),
        (["anna 1", "ann 2"], "ann 2: the result of Anna is given twice; leave one out"),
        (["x 1"], "“x”: no player has this name; the players are Anna, Boris, Vera, Gleb"),
    ],
)
def test_wrong_lines_of_results_are_refused(lines: list[str], sentence: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        parse_result(table(), lines)
    assert sentence.partition(": ")[2] in str(refused.value)


def season(folder: Path) -> list[Path]:
    paths = []
    for number, amounts in enumerate(SEASON["evenings"], 1):
        header = Header(
            kind="session",
            version=1,
            game="preferans",
            players=tuple(SEASON["players"]),
            stake="0.05",
            currency="EUR",
            started=f"2026-01-{number:02}T19:00:00+01:00",
        )
        path = folder / f"{number:02}.jsonl"
        journal, session = Journal.create(path, header), Session(header)
        session = told(session, result(session, *amounts))
        journal.append(session.entries[-1])
        if number % 2:
            session = session.accept(end_entry(session, journal.seal())).session
            journal.append(session.entries[-1])
        paths.append(path)
    return paths


def test_a_season_of_results_has_the_known_totals(tmp_path: Path) -> None:
    statistics = Statistics()
    for path in season(tmp_path):
        assert not statistics.add_file(path)
        report = audit_file(path)
        assert report.findings == ()
    sums = statistics.games["preferans"]
    totals = dict(zip(SEASON["players"], SEASON["totals"], strict=True))
    assert {person.name: person.total for person in sums.people.values()} == totals
    assert {person.games for person in sums.people.values()} == {13}
    money = {person.name: person.money["EUR"] for person in sums.people.values()}
    assert money == {name: Decimal(total) / 20 for name, total in totals.items()}

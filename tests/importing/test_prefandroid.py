"""Games of PrefAndroid: every kind of hand, its rules as options, and what contradicts itself."""

import json
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prefcount.audit.run_audit import audit_file
from prefcount.importing.as_session import Imported, write_session
from prefcount.store.open_file import ReadError
from tests.importing.written import (
    NAMES,
    Hand,
    columns,
    custom,
    lines,
    miser,
    played,
    pulya,
    raspasy,
    read,
    remarks,
)
from tests.strategies import one_of

# --- hands -----------------------------------------------------------------------------------------


def test_a_whisted_contract(tmp_path: Path) -> None:
    """Seven made against one whister, who writes for all three tricks; no suit was written down."""
    made = read(tmp_path, pulya(played(2, 0, 7, {0: 7, 1: 1, 2: 2}, 2)))
    assert lines(made) == ["Anna 7 pw 7"]
    assert columns(made) == {"Anna": {"pool": 4}, "Boris": {}, "Vera": {"whists": {"Anna": 12}}}
    assert remarks(made) == []


def test_two_whisters(tmp_path: Path) -> None:
    """Everybody's tricks are kept; a six made with 3+1 asks nobody for more."""
    made = read(tmp_path, pulya(played(2, 0, 6, {0: 6, 1: 3, 2: 1}, 1, 2)))
    assert lines(made) == ["Anna 6 ww 6 3 1"]
    assert columns(made)["Boris"] == {"whists": {"Anna": 6}}


def test_nobody_whists(tmp_path: Path) -> None:
    """Exactly the tricks of the contract, and none of the others."""
    assert lines(read(tmp_path, pulya(played(2, 1, 8, {1: 8, 0: 0, 2: 0})))) == ["Boris 8 pp"]


@pytest.mark.parametrize(("level", "tricks"), [(6, 2), (7, 1)])
def test_half_a_whist(tmp_path: Path, level: int, tricks: int) -> None:
    """It stands there as half of the tricks that a whister needs; it is worth 4."""
    made = read(tmp_path, pulya(played(0, 1, level, {1: level, 2: 0, 0: tricks})))
    assert lines(made) == [f"Boris {level} ph"]
    assert columns(made)["Anna"] == {"whists": {"Boris": 4}}


def test_leaving_without_three(tmp_path: Path) -> None:
    """Too few tricks, and nobody else has any."""
    made = read(tmp_path, pulya(played(0, 1, 7, {1: 4, 2: 0, 0: 0})))
    assert lines(made) == ["Boris 7 -3"]
    assert columns(made)["Boris"] == {"dump": 12}


def test_a_failed_contract(tmp_path: Path) -> None:
    """The whister writes tricks and consolation, the passer consolation."""
    made = read(tmp_path, pulya(played(0, 0, 7, {0: 6, 1: 4, 2: 0}, 1)))
    assert columns(made) == {
        "Anna": {"dump": 4},
        "Boris": {"whists": {"Anna": 20}},
        "Vera": {"whists": {"Anna": 4}},
    }


def test_miseres(tmp_path: Path) -> None:
    """Made and failed."""
    made = read(tmp_path, pulya(miser(0, 1, 0), miser(1, 2, 2)))
    assert lines(made) == ["Boris m 0", "Vera m 2"]
    assert columns(made) == {"Anna": {}, "Boris": {"pool": 10}, "Vera": {"dump": 20}}


def test_a_misere_shared_with_the_dealer(tmp_path: Path) -> None:
    """Hand by hand: the rules change before it and back after it."""
    hands = (miser(0, 1, 0, half=True), miser(1, 2, 0), miser(2, 3, 1, half=True))
    made = read(tmp_path, pulya(*hands, players=4))
    assert columns(made) == {
        "Anna": {"pool": 5},
        "Boris": {"pool": 5},
        "Vera": {"pool": 10, "dump": 5},
        "Gleb": {"dump": 5},
    }
    assert remarks(made) == []


def test_a_misere_shared_among_three(tmp_path: Path) -> None:
    """There nobody sits out; the misère is kept, and said to be another one."""
    made = read(tmp_path, pulya(miser(0, 1, 0, half=True)))
    assert lines(made) == ["Boris m 0"]
    assert remarks(made) == ["hand 1: only with four players a misère is shared with the dealer"]


def test_raspasy_in_a_row(tmp_path: Path) -> None:
    """The fewest tricks are taken off everybody, the multiplier grows, no trick fills the pool by it."""
    made = read(tmp_path, pulya(raspasy(0, 3, 5, 2), raspasy(1, 0, 4, 6, multiplier=2)))
    assert columns(made) == {"Anna": {"pool": 2, "dump": 1}, "Boris": {"dump": 11}, "Vera": {"dump": 12}}
    assert remarks(made) == []


def test_raspasy_of_rostov(tmp_path: Path) -> None:
    """In whists, by the difference; with two of the fewest nobody writes."""
    hands = (raspasy(0, 2, 5, 3), raspasy(1, 2, 2, 6, multiplier=1))
    rules = {"gameType": "Rostov", "raspasyProgression": "NoProgression1"}
    made = read(tmp_path, pulya(*hands, **rules))
    assert columns(made) == {"Anna": {"whists": {"Boris": 15, "Vera": 5}}, "Boris": {}, "Vera": {}}


def test_figures_changed_by_hand(tmp_path: Path) -> None:
    """Every column, by so much."""
    made = read(tmp_path, pulya(custom("Gora", 0, 3), custom("Pulya", 1, -2), custom("Visty", 2, 10, 1)))
    assert columns(made) == {"Anna": {"dump": 3}, "Boris": {"pool": -2}, "Vera": {"whists": {"Boris": 10}}}


def test_four_players(tmp_path: Path) -> None:
    """Who deals sits out, gets consolation, and leads the talon in raspasy."""
    hands = (played(3, 0, 6, {0: 5, 1: 3, 2: 2}, 1, 2), raspasy(0, 1, 4, 3, 2))
    made = read(tmp_path, pulya(*hands, players=4))
    assert lines(made) == ["Anna 6 ww 5 3 2", "r 1 4 3 2"]
    assert columns(made)["Gleb"] == {"dump": 1, "whists": {"Anna": 2}}


# --- the convention ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, {"preset": "sochi", "target": 20, "end": "each", "aid": True, "responsibility": "full"}),
        (
            {"consolation": "Gentlemen", "vist": "HalfResponsibility"},
            {"style": "gentleman", "responsibility": "half"},
        ),
        ({"gameType": "Leningrad", "scoring": "Leningrad"}, {"preset": "leningrad", "doubled": True}),
        (
            {"consolationBonus": "Max10"},
            {"consolation": "value", "consolation_cap": 10, "lone_quota": "half"},
        ),
        (
            {"prikupConsolation": False, "stalindgrad": True},
            {"consolation_to_dealer": False, "stalingrad": True},
        ),
        ({"ending": "Sum"}, {"end": "manual", "aid": False}),
    ],
)
def test_the_rules_as_options(tmp_path: Path, given: Mapping[str, Any], expected: Mapping[str, Any]) -> None:
    """Each is an option of the header."""
    rules = read(tmp_path, pulya(**given)).session.header.rules
    assert {option: rules[option] for option in expected} == expected


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"raspasyExit": "Easy6"}, {"exit": [6]}),
        ({"raspasyExit": "Hard678"}, {"exit": [6, 7, 8]}),
        ({"raspasyProgression": "Geom1244"}, {"progression": "geometric", "cap": 4}),
        ({"raspasyProgression": "NoProgression1"}, {"progression": "constant"}),
        ({"scoring": "Leningrad"}, {"base": 2}),
        ({"miserRaspExit": False}, {"misere_resets": "made"}),
    ],
)
def test_the_rules_of_raspasy(tmp_path: Path, given: Mapping[str, Any], expected: Mapping[str, Any]) -> None:
    """Each is an option of raspasy."""
    rules = read(tmp_path, pulya(**given)).session.header.rules["raspasy"]
    assert {option: rules[option] for option in expected} == expected


def test_a_limit_of_all_pools_together(tmp_path: Path) -> None:
    """Divided where that is whole; else the game has no end by its rules, which is said."""
    whole = read(tmp_path, pulya(limit=60, ending="Sum"))
    assert (whole.session.header.rules["target"], whole.session.header.rules["end"]) == (20, "total")
    assert remarks(read(tmp_path, pulya(limit=20, ending="Sum"))) == [
        "20 for all pools together does not divide evenly; the rules give the game no end"
    ]


def test_rules_without_a_counterpart_are_named(tmp_path: Path) -> None:
    """Values that nobody knows, and rules that nobody knows; a note keeps each."""
    made = read(tmp_path, pulya(raspasyExit="Odd", tricksOfTheTrade=[1]))
    said = [f"the rule {rule} is not known here" for rule in ("raspasyExit: Odd", "tricksOfTheTrade: [1]")]
    assert remarks(made) == said
    assert [entry.text for entry in made.session.entries if entry.kind == "note"] == said  # type: ignore[attr-defined]


def test_missing_fields(tmp_path: Path) -> None:
    """What is not there is as the program begins; a date that is none is none."""
    made = read(tmp_path, {"scores": [{"name": "Anna"}, {"name": "Boris"}, {"name": "Vera"}], "gameLog": []})
    assert made.session.header.rules["target"] == 20
    assert made.session.header.started is None
    assert made.session.players == ("Anna", "Boris", "Vera")


# --- figures ----------------------------------------------------------------------------------------

FIGURES = [
    {"pulya": 4, "gora": 0, "visty": {"1": 0, "2": 0}, "score": 0.0},
    {"pulya": 0, "gora": 0, "visty": {"0": 0, "2": 0}, "score": 0.0},
    {"pulya": 0, "gora": 0, "visty": {"0": 12, "1": 0}, "score": 0.0},
]
SEVEN = played(2, 0, 7, {0: 7, 1: 1, 2: 2}, 2)


def findings(made: Imported, tmp_path: Path) -> list[tuple[str, str]]:
    """What the audit says: whose column parts."""
    path = write_session(tmp_path, made.session)
    return [(str(each.player), str(each.column)) for each in audit_file(path).errors]


def test_its_own_figures_are_a_claim(tmp_path: Path) -> None:
    """The audit is content, or says where the two programs part."""
    assert findings(read(tmp_path, pulya(SEVEN, figures=FIGURES)), tmp_path / "right") == []
    wrong = [{**FIGURES[0], "pulya": 6}, *FIGURES[1:]]
    assert findings(read(tmp_path, pulya(SEVEN, figures=wrong)), tmp_path / "wrong") == [("Anna", "pool")]


def test_its_own_results_end_the_game(tmp_path: Path) -> None:
    """Whole ones are compared by the audit; others are kept as they stand."""
    results = [{**each, "score": score} for each, score in zip(FIGURES, (15, -13, -2.0), strict=True)]
    made = read(tmp_path, pulya(SEVEN, figures=results))
    assert made.session.state.over == "agreed"
    assert findings(made, tmp_path / "right") == []
    thirds = [{**each, "score": score} for each, score in zip(FIGURES, (26.5, -13.25, -13.25), strict=True)]
    notes = [
        str(getattr(entry, "text", ""))
        for entry in read(tmp_path, pulya(SEVEN, figures=thirds)).session.entries
    ]
    assert "score: Anna 26.5, Boris -13.25, Vera -13.25" in notes


def test_full_pools_end_the_game(tmp_path: Path) -> None:
    """By its own figures, although nothing was settled."""
    full = [{**each, "pulya": 20} for each in FIGURES]
    assert read(tmp_path, pulya(SEVEN, figures=full)).session.state.over == "pool"
    assert not read(tmp_path, pulya(SEVEN, figures=FIGURES)).session.state.over


# --- contradictions ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        (played(2, 0, 7, {0: 7, 1: 1, 2: 1}, 2), "hand 1: the tricks add up to 9, not 10"),
        (played(2, 0, 7, {0: 7, 1: 3, 2: 0}), "hand 1: nobody whisted, and yet tricks are counted: 7, 3"),
        (played(2, 5, 7, {0: 7}), "hand 1: there is no player 5 among 3, counted from 0"),
        (raspasy(1, 3, 5, 3), "hand 1: tricks: "),
        ({"gameType": "Belote"}, "hand 1: gameType cannot be 'Belote'"),
        (played(2, 0, 11, {0: 10, 1: 0, 2: 0}, 1), "hand 1: contract: "),
    ],
)
def test_a_hand_that_contradicts_itself(tmp_path: Path, hand: Hand, said: str) -> None:
    """It is named and kept word for word in a note; the other hands count."""
    made = read(tmp_path, pulya(hand, SEVEN))
    [remark] = remarks(made)
    assert remark.startswith(said)
    assert [line.removesuffix(" dealer Vera") for line in lines(made)] == ["Anna 7 pw 7"]
    notes = [str(getattr(entry, "text", "")) for entry in made.session.entries]
    assert json.loads(next(each for each in notes if each.startswith("{"))) == hand


def test_a_multiplier_that_does_not_follow(tmp_path: Path) -> None:
    """Raspasy count as they are played here, a contract so many times over; what cannot be is named."""
    hands = (raspasy(1, 3, 5, 2, multiplier=3), {**SEVEN, "multiplier": 2}, {**SEVEN, "multiplier": 9})
    made = read(tmp_path, pulya(*hands))
    assert [getattr(each, "factor", None) for each in made.session.entries if each.kind == "game"] == [
        2,
        None,
    ]
    assert remarks(made) == [
        "hand 1: the multiplier is 3; after the raspasy before it should be 1",
        "hand 3: the multiplier 9 of a hand is not known here",
    ]


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"scores": []}, "there are no players"),
        ({"scores": [{"name": "Anna"}] * 3}, "Anna"),
        ({"scores": [{"name": 1}, {"name": "b"}]}, "scores cannot be [1"),
        ({"scores": [{"name": "a", "pulya": "4"}, {"name": "b"}]}, "pulya cannot be '4'"),
        ({"scores": [{"name": "a\u202e"}, {"name": "b"}]}, "U+202E"),
        ({"limit": True}, "limit cannot be true"),
        ({"limit": 0}, "target"),
        ({"rules": []}, "rules cannot be []"),
        ({"gameLog": {}}, "gameLog cannot be {}"),
    ],
)
def test_a_file_without_players_or_figures(tmp_path: Path, changed: Mapping[str, Any], said: str) -> None:
    """It is refused in a sentence."""
    with pytest.raises(ReadError) as refused:
        read(tmp_path, pulya() | changed)
    assert said in str(refused.value)
    assert str(refused.value).isprintable()


# --- there and back -----------------------------------------------------------------------------------


@st.composite
def logs(draw: st.DrawFn) -> list[Hand]:
    """Hands of three players as this program would keep them."""
    found: list[Hand] = []
    row = 0
    for number in range(draw(st.integers(0, 6))):
        dealer = number % 3
        contractor = draw(one_of(0, 1, 2))
        others = [(contractor + 1) % 3, (contractor + 2) % 3]
        kind = draw(one_of("played", "passed", "miser", "raspasy", "custom"))
        if kind == "raspasy":
            first = draw(st.integers(0, 10))
            second = draw(st.integers(0, 10 - first))
            found.append(raspasy(dealer, first, second, 10 - first - second, multiplier=min(row, 2) + 1))
            row += 1
            continue
        if kind == "custom":
            found.append(
                custom(draw(one_of("Gora", "Pulya", "Visty")), others[0], draw(st.integers(-9, 9)), others[1])
            )
            continue
        level = draw(st.integers(6, 10))
        if kind == "miser":
            found.append(miser(dealer, contractor, draw(st.integers(0, 3))))
            row = 0
        elif kind == "passed":
            found.append(played(dealer, contractor, level, {contractor: level, others[0]: 0, others[1]: 0}))
            row = 0
        else:
            own = draw(st.integers(level - 3, 10))
            first = draw(st.integers(0, 10 - own))
            whisting = draw(one_of((0,), (1,), (0, 1)))
            taken = {contractor: own, others[0]: first, others[1]: 10 - own - first}
            found.append(played(dealer, contractor, level, taken, *(others[each] for each in whisting)))
            row = 0 if own >= level else row
    return found


def _again(made: Imported) -> list[Hand]:
    """The hands of a session as this program would keep them, from the entries alone."""
    found: list[Hand] = []
    at = {name: number for number, name in enumerate(NAMES)}
    for entry in made.session.entries:
        said = entry.model_dump(mode="json", exclude_none=True)
        taken = {at[name]: tricks for name, tricks in said.get("tricks", {}).items()}
        if entry.kind == "game":
            calls = said["calls"]
            own, level = at[said["declarer"]], int(said["contract"])
            visters = [at[name] for name, call in calls.items() if call == "whist"]
            taken = taken if visters else {own: level}
            if len(visters) == 1:
                taken[visters[0]] = 10 - taken[own]
            found.append(played(at[said["dealer"]], own, level, taken, *visters))
        elif entry.kind == "misere":
            own = at[said["declarer"]]
            found.append(miser(at[said["dealer"]], own, taken[own]))
        elif entry.kind == "raspasy":
            found.append(raspasy(at[said["dealer"]], *(taken[player] for player in range(3))))
        elif entry.kind == "adjust":
            column = {"dump": "Gora", "pool": "Pulya", "whists": "Visty"}[said["column"]]
            found.append(custom(column, at[said["player"]], said["amount"], at.get(said.get("on", ""), 0)))
    return found


def _essence(hand: Hand) -> dict[str, Any]:
    """What a hand says: of a lone whister's hand only the declarer's tricks are kept."""
    kept = {field: hand.get(field) for field in ("gameType", "dealer", "contractor", "contract")}
    taken = hand.get("taken", {})
    visters = hand.get("visters") or []
    if hand["gameType"] == "Normal" and len(visters) < 2:
        taken = {str(hand["contractor"]): taken[str(hand["contractor"])]}
    score = dict(hand.get("customScore") or {})
    if score and score["scoreType"] != "Visty":
        score.pop("refPlayerNum")
    return {**kept, "taken": taken, "visters": sorted(visters), "customScore": score}


@given(logs())
def test_what_is_imported_says_the_same(log: list[Hand]) -> None:
    """Hand by hand, written again from the entries; and importing that again gives the same figures."""
    with TemporaryDirectory() as folder:
        made = read(Path(folder), pulya(*log, limit=1000))
        assert remarks(made) == []
        assert list(map(_essence, _again(made))) == [
            _essence(hand) | {"dealer": hand["dealer"]} for hand in log
        ]
        again = read(Path(folder), pulya(*_again(made), limit=1000))
        assert columns(again) == columns(made)


def test_two_players_of_one_name(tmp_path: Path) -> None:
    value = pulya()
    value["scores"][1]["name"] = value["scores"][0]["name"]
    with pytest.raises(ReadError, match="two players are called “Anna”"):
        read(tmp_path, value)


def test_a_whister_who_is_named_twice(tmp_path: Path) -> None:
    """It may have been somebody else: the hand is kept as a note."""
    made = read(tmp_path, pulya(played(0, 1, 7, {1: 7, 2: 2, 0: 1}, 2, 2)))
    assert remarks(made) == ["hand 1: visters cannot be [2, 2]"]
    assert lines(made) == []


def test_a_beginning_that_is_no_time_is_named(tmp_path: Path) -> None:
    made = read(tmp_path, {**pulya(), "created": "yesterday"})
    assert remarks(made) == ["created cannot be 'yesterday'"]
    assert made.session.header.started is None


def test_a_file_of_what_cannot_be_is_no_game(tmp_path: Path) -> None:
    """So many hands that no table played take no time; a thousand of them are still imported as notes."""
    impossible = played(0, 1, 7, {1: 7, 2: 2, 0: 5}, 2, 0)
    assert len(remarks(read(tmp_path, pulya(*[impossible] * 1000)))) == 1000
    said = "more than 1000 things in it cannot be, so this is not a game; the first: hand 1: the tricks"
    with pytest.raises(ReadError, match=said):
        read(tmp_path, pulya(*[impossible] * 20_000))

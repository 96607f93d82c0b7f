"""Games of PrefAndroid: every kind of hand, its rules as options, and what contradicts itself."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prefcount.audit.run_audit import audit_file
from prefcount.importing.as_session import Imported, games_in, imported, write_session
from prefcount.store.open_file import ReadError
from tests.cli.ran import ROOT
from tests.importing.prefandroid_figures import kept
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
from tests.tables import each_line

# --- hands -----------------------------------------------------------------------------------------


def test_a_whisted_contract(tmp_path: Path) -> None:
    """Seven made against one whister, who writes for all three tricks; no suit was written down."""
    made = read(tmp_path, pulya(played(2, 0, 7, {0: 7, 1: 1, 2: 2}, 2)))
    assert lines(made) == ["Anna 7 pw 7"]
    assert columns(made) == {"Anna": {"pool": 4}, "Boris": {}, "Vera": {"whists": {"Anna": 12}}}
    assert remarks(made) == []


@each_line(("level", "tricks"), [(6, 2), (7, 1)])
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


def test_raspasy_of_rostov(tmp_path: Path) -> None:
    """In whists, by the difference; with two of the fewest nobody writes."""
    hands = (raspasy(0, 2, 5, 3), raspasy(1, 2, 2, 6, multiplier=1))
    rules = {"gameType": "Rostov", "raspasyProgression": "NoProgression1"}
    made = read(tmp_path, pulya(*hands, **rules))
    assert columns(made) == {"Anna": {"whists": {"Boris": 15, "Vera": 5}}, "Boris": {}, "Vera": {}}


# --- the convention ----------------------------------------------------------------------------------


@each_line(
    ("given", "expected"),
    [
        ({}, {"preset": "sochi", "target": 20, "end": "each", "aid": True, "responsibility": "full"}),
        (
            {"consolation": "Gentlemen", "vist": "HalfResponsibility"},
            {"style": "gentleman", "responsibility": "half"},
        ),
        ({"gameType": "Leningrad", "scoring": "Leningrad"}, {"preset": "leningrad", "doubled": True}),
        ({"consolationBonus": "Max10"}, {"consolation": "fixed", "consolation_fixed": 10}),
        (
            {"consolationBonus": "Max10", "scoring": "Leningrad"},
            {"consolation": "fixed", "consolation_fixed": 20},
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


@each_line(
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


@each_line(
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


def test_the_price_of_raspasy_stands_in_every_hand(tmp_path: Path) -> None:
    """Only raspasy cost so much: a contract or a misère is written once, whatever its row was worth."""
    hands = (raspasy(1, 3, 5, 2), {**SEVEN, "multiplier": 2}, {**miser(2, 0, 0), "multiplier": 9})
    made = read(tmp_path, pulya(*hands))
    assert not any(getattr(each, "factor", None) for each in made.session.entries)
    assert columns(made)["Anna"] == {"pool": 14, "dump": 1}
    assert remarks(made) == []


def test_a_price_that_does_not_follow(tmp_path: Path) -> None:
    """A raspasy at another price than that after the one before it is named, and counts as the file says."""
    hands = (
        raspasy(1, 3, 5, 2, multiplier=3),
        raspasy(2, 4, 6, 0, multiplier=1),
        raspasy(0, 0, 4, 6, multiplier=3),
    )
    made = read(tmp_path, pulya(*hands))
    assert columns(made) == {
        "Anna": {"pool": 3, "dump": 3 + 4},
        "Boris": {"dump": 9 + 6 + 12},
        "Vera": {"pool": 1, "dump": 18},
    }
    assert remarks(made) == [
        "hand 1: the multiplier is 3; after the raspasy before it should be 1",
        "hand 2: the multiplier is 1; after the raspasy before it should be 2",
    ]
    assert remarks(read(tmp_path, pulya(raspasy(1, 3, 5, 2, multiplier=0)))) == [
        "hand 1: multiplier cannot be 0"
    ]
    assert remarks(read(tmp_path, pulya(raspasy(1, 3, 5, 2, multiplier=9)))) == [
        "hand 1: the multiplier is 9; after the raspasy before it should be 1",
        "hand 1: the multiplier 9 of a hand is not known here",
    ]


def test_a_contract_that_was_given_up(tmp_path: Path) -> None:
    """Down as many as it was; what no table plays keeps its dump, and is said."""
    hands = [played(0, 1, 7, {1: 7 - under, 2: 0, 0: 0}) for under in (2, 3, 1)]
    made = read(tmp_path, pulya(*hands))
    assert columns(made)["Boris"] == {"dump": 4 * (2 + 3 + 1)}
    assert remarks(made) == ["hand 3: no table gives a contract up down 1; its dump is kept as an adjustment"]


@pytest.mark.parametrize(
    "path", sorted((ROOT / "tests/data/imported").glob("pulya_*.json")), ids=lambda path: path.stem
)
def test_games_of_that_program(tmp_path: Path, path: Path) -> None:
    """What it wrote is what follows from its hands."""
    name, [game] = games_in(path)
    made = imported(game, name)
    assert (remarks(made), made.differences, findings(made, tmp_path)) == ([], (), [])


@each_line(
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


PRESETS: Sequence[Mapping[str, object]] = (
    {},
    {
        "gameType": "Leningrad",
        "scoring": "Leningrad",
        "ending": "Sum",
        "vist": "HalfResponsibility",
        "consolation": "Gentlemen",
    },
    {
        "gameType": "Rostov",
        "raspasyProgression": "NoProgression1",
        "vist": "HalfResponsibility",
        "consolation": "Gentlemen",
        "consolationBonus": "Max10",
    },
)
KINDS = ("played", "passed", "miser", "raspasy", "custom")


@st.composite
def logs(draw: st.DrawFn, players: int = 3, kinds: Sequence[str] = KINDS, most: int = 3) -> list[Hand]:
    """Hands as this program would keep them, each with the price of the next raspasy, at most `most`."""
    found: list[Hand] = []
    row = 0
    for number in range(draw(st.integers(0, 6))):
        dealer = number % players
        playing = [each for each in range(players) if players == 3 or each != dealer]
        contractor = draw(one_of(*playing))
        after = [(contractor + step) % players for step in range(1, players)]
        others = [each for each in after if each in playing]
        price = min(row + 1, most)
        kind = draw(one_of(*kinds))
        if kind == "raspasy":
            first = draw(st.integers(0, 10))
            second = draw(st.integers(0, 10 - first))
            scaled_results = dict(zip(playing, (first, second, 10 - first - second), strict=True))
            tricks = [scaled_results.get(each, 0) for each in range(players)]
            found.append(raspasy(dealer, *tricks, multiplier=price))
            row += 1
            continue
        if kind == "custom":
            found.append(
                custom(draw(one_of("Gora", "Pulya", "Visty")), others[0], draw(st.integers(-9, 9)), others[1])
            )
            continue
        hand, ends = draw(contracts(kind, dealer, contractor, others, players))
        found.append({**hand, "multiplier": price})
        row = 0 if ends else row
    return found


@st.composite
def contracts(
    draw: st.DrawFn, kind: str, dealer: int, contractor: int, others: Sequence[int], players: int
) -> tuple[Hand, bool]:
    """A contract or a misère, and whether it ends a row of raspasy."""
    level = draw(st.integers(6, 7 if kind == "half" else 10))
    nothing = {contractor: level, others[0]: 0, others[1]: 0}
    if kind == "miser":
        half = players == 4 and draw(st.booleans())
        return miser(dealer, contractor, draw(st.integers(0, 3)), half=half), True
    if kind == "passed":
        return played(dealer, contractor, level, nothing), True
    if kind == "half":
        return played(dealer, contractor, level, {**nothing, others[1]: 8 - level if level == 6 else 1}), True
    if kind == "left":
        return played(
            dealer, contractor, level, {**nothing, contractor: level - draw(st.integers(2, 3))}
        ), False
    own = draw(st.integers(level - 3, 10))
    first = draw(st.integers(0, 10 - own))
    taken = {contractor: own, others[0]: first, others[1]: 10 - own - first}
    alone = [(each,) for each in (*others, *([dealer] if players == 4 else []))]
    whisting = draw(one_of(*alone, tuple(others)))
    return played(dealer, contractor, level, taken, *whisting), own >= level


@st.composite
def games_kept(draw: st.DrawFn) -> dict[str, Any]:
    """A file with the figures that this program writes for its hands."""
    players, rules = draw(one_of(3, 4)), PRESETS[draw(one_of(0, 1, 2))]
    most = 1 if rules.get("gameType") == "Rostov" else 3
    hands = draw(logs(players, (*KINDS, "half", "left"), most))
    limit = draw(one_of(20, 1000))
    return pulya(*hands, players=players, limit=limit, figures=kept(hands, players, limit, rules), **rules)


@given(games_kept())
def test_its_hands_bring_its_figures(game: dict[str, Any]) -> None:
    """By its own conventions; with full pools it aids otherwise, and then it is said which figures differ."""
    with TemporaryDirectory() as folder:
        made = read(Path(folder), game)
        parted = {(each.values["player"]) for each in made.differences}
        theirs = {
            score["name"]: {
                column: amount
                for column, amount in (
                    ("pool", score["pulya"]),
                    ("dump", score["gora"]),
                    ("whists", {NAMES[int(on)]: n for on, n in score["visty"].items() if n}),
                )
                if amount
            }
            for score in game["scores"]
        }
        ours = columns(made)
        assert parted == {name for name in theirs if theirs[name] != ours[name]}
        assert not parted or game["limit"] == 20


def test_a_player_counted_twice(tmp_path: Path) -> None:
    """00 is not 0: neither figure is taken for the other."""
    made = read(tmp_path, pulya({**SEVEN, "taken": {"0": 7, "00": 3, "1": 1, "2": 2}}))
    assert remarks(made) == ["hand 1: there is no player 00 among 3, counted from 0"]
    with pytest.raises(ReadError, match="no player 01"):
        read(tmp_path, pulya(figures=[{"visty": {"1": 4, "01": 4}}, {}, {}]))


def test_a_whister_who_is_named_twice(tmp_path: Path) -> None:
    """It may have been somebody else: the hand is kept as a note."""
    made = read(tmp_path, pulya(played(0, 1, 7, {1: 7, 2: 2, 0: 1}, 2, 2)))
    assert remarks(made) == ["hand 1: visters cannot be [2, 2]"]
    assert lines(made) == []


def test_a_beginning_that_is_no_time_is_named(tmp_path: Path) -> None:
    made = read(tmp_path, {**pulya(), "created": "yesterday"})
    assert remarks(made) == ["created cannot be 'yesterday'"]
    for still_to_come in (4_102_444_800_000, 10**15):
        made = read(tmp_path, {**pulya(), "created": still_to_come})
        assert remarks(made) == [f"created cannot be {still_to_come}"]
    assert made.session.header.started is None


def test_a_file_of_what_cannot_be_is_no_game(tmp_path: Path) -> None:
    """So many hands that no table played take no time; a thousand of them are still imported as notes."""
    impossible = played(0, 1, 7, {1: 7, 2: 2, 0: 5}, 2, 0)
    assert len(remarks(read(tmp_path, pulya(*[impossible] * 1000)))) == 1000
    said = "more than 1000 things in it cannot be, so this is not a game; the first: hand 1: the tricks"
    with pytest.raises(ReadError, match=said):
        read(tmp_path, pulya(*[impossible] * 1500))
    with pytest.raises(ReadError, match="it has 2001 hands; no game has more than 2000"):
        read(tmp_path, pulya(*[SEVEN] * 2001))
    with pytest.raises(ReadError, match="it has 40000 players; nobody plays with more than 10"):
        read(tmp_path, {**pulya(), "scores": [{"name": str(each)} for each in range(40_000)]})
    needs_full_check = played(0, 1, 7, {1: 7, 2: 2, 0: 1}, *[2] * 40_000)
    assert remarks(read(tmp_path, pulya(needs_full_check)))[0].startswith("hand 1: visters cannot be [2, 2, ")

"""Games of the score sheet of mathfewmatthews: the sheet, the convention, and the sentences."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from prefcount.paper.sheet_without_hands import read_sheet
from prefcount.paper.watch import SearchBudget
from prefcount.store.open_file import ReadError
from tests.importing.written import columns, read, remarks, sheet
from tests.tables import each_line

FIGURES: Mapping[str, Any] = {
    "pool": [20, 8, 0],
    "mountain": [0, 2.5, -4],
    "whists": [[0, 20, 4], [0, 0, 0], [12.5, 0, 0]],
}


def test_the_sheet_and_its_sentences(tmp_path: Path) -> None:
    """Figures are brought forward and claimed, halves too; sentences are notes, on one line each."""
    made = read(tmp_path, sheet(**FIGURES, history=["19:05 | Anna 7♥\nmade", "19:10 | raspasy"]))
    assert columns(made) == {
        "Anna": {"pool": 20, "whists": {"Boris": 20, "Vera": 4}},
        "Boris": {"pool": 8, "dump": "5/2"},
        "Vera": {"dump": -4, "whists": {"Anna": "25/2"}},
    }
    notes = [str(getattr(entry, "text", "")) for entry in made.session.entries if entry.kind == "note"]
    assert notes == ["19:05 | Anna 7♥ made", "19:10 | raspasy"]
    assert [entry.kind for entry in made.session.entries] == ["sheet", "note", "note", "check"]
    assert made.session.header.started is not None
    assert made.session.header.started.isoformat().startswith("2026-11-0")


@each_line(
    ("state", "expected"),
    [
        ({}, {"preset": "sochi", "target": 20, "end": "each", "aid": True}),
        ({"convention": "Питер"}, {"preset": "piter-light"}),
        (
            {"convention": "Ростов", "poolClosingMode": "total"},
            {"preset": "rostov", "end": "total", "aid": False},
        ),
        (
            {
                "convention": "Наша",
                "customConventions": [
                    {
                        "name": "Наша",
                        "poolUnit": 20,
                        "declarerRemizWhistMode": "greedy",
                        "whistResponsibility": "full",
                        "gameWinWriteMode": "mountain-first",
                        "underThreeLoss": False,
                    }
                ],
            },
            {
                "doubled": True,
                "style": "greedy",
                "responsibility": "full",
                "made_first": "dump",
                "leave_without": 0,
            },
        ),
    ],
)
def test_the_convention_as_options(
    tmp_path: Path, state: Mapping[str, Any], expected: Mapping[str, Any]
) -> None:
    """By its name, or as the file describes it."""
    rules = read(tmp_path, sheet(**state)).session.header.rules
    assert {option: rules[option] for option in expected} == expected


def test_factors_of_their_own(tmp_path: Path) -> None:
    """Where a point of the mountain is ten whists, each factor is its own; one that cannot be is left out."""
    ours = {"name": "Наша", "poolUnit": 30, "mountainUnit": 10, "whistTrickMultiplier": 2}
    rules = read(tmp_path, sheet(convention="Наша", customConventions=[ours])).session.header.rules
    assert {name: value for name, value in rules.items() if "factor" in name or name == "doubled"} == {
        "whist_factor": 2,
        "pool_factor": 3,
    }
    ours |= {"poolUnit": 25, "gamePenaltyMultiplier": 1.5, "whistTrickMultiplier": "many"}
    rules = read(tmp_path, sheet(convention="Наша", customConventions=[ours])).session.header.rules
    assert not [name for name in rules if "factor" in name]


def test_a_convention_that_nobody_knows(tmp_path: Path) -> None:
    """It is named, and so is a rule of it that has no counterpart."""
    assert remarks(read(tmp_path, sheet(convention="Наша"))) == [
        "the convention “Наша” is not described in the file; the figures are settled as Sochi"
    ]
    odd = {"name": "Наша", "whistResponsibility": "none"}
    assert remarks(read(tmp_path, sheet(convention="Наша", customConventions=[odd]))) == [
        "the rule whistResponsibility: none is not known here"
    ]


def test_full_pools_end_the_game(tmp_path: Path) -> None:
    """Each, or all together."""
    assert read(tmp_path, sheet(pool=[20, 20, 20])).session.state.over == "pool"
    assert not read(tmp_path, sheet(pool=[40, 20, 0])).session.state.over
    assert read(tmp_path, sheet(pool=[40, 20, 0], poolClosingMode="total")).session.state.over == "pool"


@each_line(
    ("state", "said"),
    [
        ({"pool": [1, 2]}, "pool must be a list of 3, one for each player"),
        ({"whists": [[0, 0, 0]]}, "whists must be a list of 3"),
        ({"whists": [[5, 0, 0], [0, 0, 0], [0, 0, 0]]}, "Anna has whists on themselves"),
        ({"mountain": [0, "4", 0]}, "mountain cannot be '4'"),
        ({"mountain": [0, None, 0]}, "mountain cannot be null"),
        ({"pool": [10**12, 0, 0]}, "pool cannot be 1000000000000"),
        ({"players": ["Anna", 5, "Vera"]}, "players cannot be"),
        ({"players": ["a", "b", "c", "d", "e"], "pool": [], "mountain": [], "whists": []}, "list of 5"),
        ({"history": "nothing"}, "history cannot be 'nothing'"),
    ],
)
def test_figures_that_are_none(tmp_path: Path, state: Mapping[str, Any], said: str) -> None:
    """The file is refused in a sentence that says which."""
    with pytest.raises(ReadError) as refused:
        read(tmp_path, sheet(**state))
    assert said in str(refused.value)


def test_a_day_of_export_that_is_no_time_is_named(tmp_path: Path) -> None:
    """The evening has no date then; a file that names no day says nothing wrong."""
    made = read(tmp_path, {**sheet(), "exportedAt": "Friday"})
    assert remarks(made) == ["exportedAt cannot be 'Friday'"]
    made = read(tmp_path, {**sheet(), "exportedAt": "2100-01-01T20:00:00Z"})
    assert remarks(made) == ["exportedAt cannot be '2100-01-01T20:00:00Z'"]
    assert made.session.header.started is None
    assert remarks(read(tmp_path, {**sheet(), "exportedAt": None})) == []


GROWN: Mapping[str, Any] = {
    "pool": [6, 0, 2],
    "mountain": [0, 4, 0],
    "whists": [[0, 8, 0], [0, 0, 4], [4.5, 4, 0]],
    "scoreLog": {
        "pool": [[0, 2, 6], [0], [0, 2]],
        "mountain": [[0], [0, 4], [0]],
        "whists": [[[0], [0, 8], [0]], [[0], [0], [0, 4]], [[0, 4, 4.5], [0, 4], [0]]],
    },
}


def test_columns_with_all_their_figures(tmp_path: Path) -> None:
    """That sheet remembers every figure: the columns are dotted, so that they can be tested."""
    made = read(tmp_path, sheet(**GROWN))
    brought, check = made.session.entries
    assert brought.model_dump(mode="json", exclude_none=True)["columns"] == {
        "Anna": {"pool": "2.6.", "dump": 0, "whists": {"Boris": "8.", "Vera": 0}},
        "Boris": {"pool": 0, "dump": "4.", "whists": {"Anna": 0, "Vera": "4."}},
        "Vera": {"pool": "2.", "dump": 0, "whists": {"Anna": "4.9/2.", "Boris": "4."}},
    }
    assert check.kind == "check"
    sheet_read = read_sheet(made.session, SearchBudget(0.01, 0))
    assert (remarks(made), made.differences) == ([], ())
    assert sheet_read is not None
    assert sheet_read.entry == 1


@each_line(
    ("log", "said"),
    [
        (
            {"pool": [[0, 2, 5], [0], [0, 2]]},
            ["Anna, pool: its history ends at 5, not at 6, so only that is kept"],
        ),
        (
            {"whists": [[[0], [0, 7]]]},
            ["Anna, whists, Boris: its history ends at 7, not at 8, so only that is kept"],
        ),
        ({"pool": [], "mountain": None, "whists": [None, 5]}, []),
        ({}, []),
    ],
)
def test_a_history_that_is_not_there(tmp_path: Path, log: Mapping[str, Any], said: list[str]) -> None:
    """Last figures stay what they are; a history that does not lead to one is named."""
    made = read(tmp_path, sheet(**{**GROWN, "scoreLog": log}))
    assert remarks(made) == said
    assert columns(made)["Anna"] == {"pool": 6, "whists": {"Boris": 8}}


def test_a_sheet_that_cannot_be_makes_no_game(tmp_path: Path) -> None:
    """Nothing else is known of it."""
    with pytest.raises(ReadError, match="1/10000"):
        read(tmp_path, sheet(pool=[0.0001, 0, 0]))
    with pytest.raises(ReadError, match="it has 20000 players; nobody plays with more than 10"):
        read(
            tmp_path,
            sheet(players=[str(each) for each in range(20_000)], pool=None, mountain=None, whists=None),
        )

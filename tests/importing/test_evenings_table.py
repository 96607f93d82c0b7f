"""Tables of evenings: dates, results and what contradicts itself, line by line."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from prefcount.base.problems import InvalidInput
from prefcount.importing.evenings_table import games, rows_in
from prefcount.importing.foreign_game import ForeignGame
from prefcount.importing.formats import games_in
from prefcount.store.open_file import ReadError

SEASON = json.loads((Path(__file__).parents[1] / "data" / "season.json").read_text())


def table(*lines: str) -> Sequence[ForeignGame]:
    """The evenings of a table."""
    rows = rows_in("\n".join(lines).encode())
    assert rows is not None
    return games(rows)


def result(game: ForeignGame) -> dict[str, int | str]:
    """The result that is the only entry of an evening."""
    [entry] = game.entries
    assert entry.fields["kind"] == "result"
    found: dict[str, int | str] = entry.fields["results"]
    return found


def said(game: ForeignGame) -> list[str]:
    """What is wrong with an evening."""
    return [f"{entry.place}: {remark}" for entry in game.entries for remark in entry.remarks]


def test_a_season_of_bare_results() -> None:
    """Thirteen evenings of four players, with the totals that were kept."""
    players, evenings = SEASON["players"], SEASON["evenings"]
    lines = [f"2026-01-{day:02},{','.join(map(str, row))}" for day, row in enumerate(evenings, 1)]
    found = table(f"date,{','.join(players)}", *lines)
    totals = [sum(int(result(game)[name]) for game in found) for name in players]
    assert (len(found), totals) == (13, SEASON["totals"])
    assert [str(game.started)[:10] for game in found[:2]] == ["2026-01-01", "2026-01-02"]


@pytest.mark.parametrize(
    ("cell", "other", "expected"),
    [
        ("27", "-27", 27),
        ("+27", "−27", 27),
        ("27 1/2", "-27 1/2", "55/2"),
        ("27½", "−27½", "55/2"),
        ("55/2", "-55/2", "55/2"),
        ("27.5", "-27.50", "55/2"),
        ("27,5", "-27,5", "55/2"),
        ("-0.25", "0.25", "-1/4"),
    ],
)
def test_how_results_are_written(cell: str, other: str, expected: int | str) -> None:
    """Whole, as fractions, and as decimals with a dot or a comma."""
    [game] = table("date;Anna;Boris", f"2026-01-01;{cell};{other}")
    assert result(game)["Anna"] == expected


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_what_parts_the_cells(delimiter: str) -> None:
    """Whatever stands most often in the heading; an empty cell or a dash is somebody who was not there."""
    lines = ("дата|Аня|Боря|Вера|заметка", "31.01.2026|5|-5||у Ани", "", "2026-02-01|–|7|-7|")
    first, second = table(*(line.replace("|", delimiter) for line in lines))
    assert (first.players, second.players) == (("Аня", "Боря"), ("Боря", "Вера"))
    assert (first.notes, second.notes) == (("у Ани",), ())
    assert str(first.started)[:10] == "2026-01-31"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("2026-01-01,5,-4,", "line 2: the results add up to 1, not 0"),
        ("2026-01-01,5,five,", "line 2: Boris: “five” is no result"),
        ("2026-01-01,5,1/0,", "line 2: Boris: “1/0” is no result"),
        (
            "01/02/2026,5,-5,",
            "line 2: “01/02/2026” is not a date; write year, month and day, e.g. 2026-01-31",
        ),
        ("2026-02-30,5,-5,", "line 2: “2026-02-30” is not a date"),
        ("2026-01-01,5,-5,1", "line 2: the total is 1, not 0"),
        ("2026-01-01,5,-5,0,7", "line 2: there are more cells than headings"),
    ],
)
def test_a_line_that_contradicts_itself(line: str, expected: str) -> None:
    """It is named and not repaired: such an evening has no result."""
    [game] = table("date,Anna,Boris,total", line)
    [found] = said(game)
    assert found.startswith(expected)
    assert (game.entries[0].fields, game.over) == ({}, "")


@pytest.mark.parametrize(
    "content",
    [b"", b"date,Anna\n", b"Anna,Boris\n1,-1\n", b"date,1,2\n", b'date,Anna,"Boris\n', b"{}"],
)
def test_what_is_no_table(content: bytes, tmp_path: Path) -> None:
    """A table names a date and two players."""
    path = tmp_path / "given.csv"
    path.write_bytes(content)
    with pytest.raises(ReadError, match="not a game of a known program"):
        games_in(path, "csv")


def test_too_many_evenings(tmp_path: Path) -> None:
    """Nobody plays so often."""
    path = tmp_path / "given.csv"
    path.write_text("date,Anna,Boris\n" + "2026-01-01,1,-1\n" * 10_000)
    with pytest.raises(ReadError, match="more than 9999 evenings"):
        games_in(path)


def test_what_is_no_result_is_named_and_not_a_missing_player() -> None:
    """Both sat at the table, whatever stands in their cells."""
    [evening] = table("date,Anna,Boris", "2026-01-01,1/0,5")
    assert evening.players == ("Anna", "Boris")
    assert said(evening) == ["line 2: Anna: “1/0” is no result"]


def test_two_columns_of_one_name() -> None:
    with pytest.raises(InvalidInput, match="two columns are headed “Anna”"):
        table("date,Anna,Anna", "2026-01-01,5,-5")


@pytest.mark.parametrize("encoding", ["cp1251", "utf-16"])
def test_tables_in_another_encoding(tmp_path: Path, encoding: str) -> None:
    """Spreadsheets save such ones; the sentence says how to save it instead."""
    path = tmp_path / "table.csv"
    path.write_bytes("дата;Аня;Боря\n31.01.2026;5;-5\n".encode(encoding))
    with pytest.raises(ReadError, match="CSV UTF-8"):
        games_in(path)

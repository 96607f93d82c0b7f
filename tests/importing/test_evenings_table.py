"""Tables of evenings: dates, results and what contradicts itself, line by line."""

import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from pathlib import Path
from random import Random

import pytest

from prefcount.base.problems import InvalidInput
from prefcount.entries.models import Price
from prefcount.importing import evenings_table
from prefcount.importing.cells import CellAmount, parse_amount, parse_moment
from prefcount.importing.evenings_table import (
    Evening,
    ImportFlags,
    SkippedLine,
    UnknownUnit,
    make_session,
    parse_table,
    read_table,
)
from prefcount.ledger import amount_to_json
from prefcount.store.reader import ReadError
from tests.tables import each_line, load_table


def table(*lines: str, flags: ImportFlags = evenings_table.NO_FLAGS) -> Sequence[Evening | SkippedLine]:
    found = parse_table("\n".join(lines).encode())
    assert found is not None
    return evenings_table.read_evenings(found, flags)


def evenings(*lines: str, flags: ImportFlags = evenings_table.NO_FLAGS) -> list[Evening]:
    found = table(*lines, flags=flags)
    assert not any(isinstance(each, SkippedLine) for each in found)
    return [each for each in found if isinstance(each, Evening)]


def result(evening: Evening) -> dict[str, int | str]:
    entry, *_notes, end = make_session(evening).entries
    assert (entry.kind, end.kind) == ("result", "end")
    return {name: amount_to_json(amount) for name, amount in evening.results.items()}


def left_out(*lines: str, flags: ImportFlags = evenings_table.NO_FLAGS) -> list[str]:
    found = [each for each in table(*lines, flags=flags) if isinstance(each, SkippedLine)]
    return [str(each) for each in found if each.lost]


@each_line(
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
        ("1 250", "-1\u00a0250", 1250),
        ("1\u202f250,5", "-1250.50", "2501/2"),
        ("1.250,00", "(1,250.00)", 1250),
        ("1'250", "1250-", 1250),
        ("1.250.000", "-1,250,000", 1_250_000),
        ("0.125", "-0,125", "1/8"),
        ("(57)", "57", -57),
        ("+ 57", "- 57", 57),
        ("'+57", "'-57", 57),
    ],
)
def test_results_are_whole_fractions_or_decimals(cell: str, other: str, expected: int | str) -> None:
    [game] = evenings("date;Anna;Boris", f"2026-01-01;{cell};{other}", flags=ImportFlags(unit="whists"))
    assert result(game)["Anna"] == expected


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_the_commonest_delimiter_of_the_heading_counts(delimiter: str) -> None:
    lines = ("дата|Аня|Боря|Вера|заметка", "31.01.2026|5|-5||у Ани", "", "2026-02-01|–|7|-7|")
    first, second = evenings(*(line.replace("|", delimiter) for line in lines))
    assert (tuple(first.results), tuple(second.results)) == (("Аня", "Боря"), ("Боря", "Вера"))
    assert (first.notes, second.notes) == (("у Ани",), ())
    assert str(first.started)[:10] == "2026-01-31"


@each_line(*load_table("wrong-evenings"))
def test_a_line_that_contradicts_itself_is_skipped(line: str, expected: str) -> None:
    [found, *_others] = left_out("date,Anna,Boris,total", line)
    assert found.startswith(expected)
    assert len(table("date,Anna,Boris,total", line)) == 1


@pytest.mark.parametrize(
    "content", [b"", b"date,Anna\n", b"Anna,Boris\n1,-1\n", b"date,1,2\n", b'date,Anna,"Boris\n', b"{}"]
)
def test_a_table_needs_a_date_and_two_players(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "given.csv"
    path.write_bytes(content)
    with pytest.raises(ReadError, match="not a table of evenings"):
        read_table(path)


def test_the_number_of_evenings_is_limited(tmp_path: Path) -> None:
    path = tmp_path / "given.csv"
    path.write_text("date,Anna,Boris\n" + "2026-01-01,1,-1\n" * 10_000)
    with pytest.raises(ReadError, match="more than 9999 evenings"):
        read_table(path)


def test_two_columns_of_one_name_are_refused() -> None:
    with pytest.raises(InvalidInput, match="two columns are headed “Anna”"):
        table("date,Anna,Anna", "2026-01-01,5,-5")
    with pytest.raises(InvalidInput, match="two columns are headed “Anna”"):
        table("date,Anna,ANNA:", "2026-01-01,5,-5")


@pytest.mark.parametrize("encoding", ["cp1251", "utf-16"])
def test_another_encoding_is_refused_with_advice(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "table.csv"
    path.write_bytes("дата;Аня;Боря\n31.01.2026;5;-5\n".encode(encoding))
    with pytest.raises(ReadError, match="CSV UTF-8"):
        read_table(path)


@each_line(*load_table("spellings-of-days"))
def test_days_are_read_in_many_spellings(cell: str, expected: str) -> None:
    assert parse_moment(cell).isoformat().startswith(expected)


@each_line("cell", ["00/02/2026", "31.09.2025", "5 Foo 2025", "2025", "12.09.2025 25:00", "today"])
def test_an_unclear_or_future_day_is_refused(cell: str) -> None:
    with pytest.raises(InvalidInput, match="is not a date"):
        parse_moment(cell)


@each_line(
    "lines",
    [
        ("sep=;", "Datum;Anna;Boris;Summe", "12.09.2025;5;-5;0"),
        ("Our season;;;", ";;;", "№;Date;Anna;Boris;Total", "1;12.09.2025;5;-5;0"),
        ("\ufeffДата: |Anna|Boris|Итого:", "12.09.2025|5|-5|"),
        ("Date\tAnna\tBoris\tComment", '12.09.2025\t5\t-5\tat "Vera"\'s, late'),
        ('"Date","Anna","Boris"', '"12.09.2025","5","-5"', ",,"),
    ],
)
def test_headings_of_spreadsheets_are_found(lines: Sequence[str]) -> None:
    [game] = evenings(*lines)
    assert (tuple(result(game)), result(game)) == (("Anna", "Boris"), {"Anna": 5, "Boris": -5})


def test_evenings_of_one_day_are_separate_games() -> None:
    days = ("12.09.2025", "13.09.2025", "12.09.2025", "12.09.2025 19:00", "12.09.2025 19:00")
    found = evenings("date,Anna,Boris", *(f"{day},5,-5" for day in days))
    begun = [game.started.strftime("%d %H:%M:%S") for game in found if game.started is not None]
    assert begun == ["12 12:00:00", "13 12:00:00", "12 12:00:01", "12 19:00:00", "12 19:00:01"]
    mended = evenings("date,Anna,Boris", *(f"{day},5,-5" for day in days[:3]))
    wrong = table("date,Anna,Boris", "12.09.2025,5,-4", *(f"{day},5,-5" for day in days[1:3]))
    assert [game.started for game in mended[1:]] == [
        each.started for each in wrong if isinstance(each, Evening)
    ]


def test_money_is_divided_by_the_price() -> None:
    """1.250,00 € at 0.10 are 12,500 whists."""
    flags = ImportFlags(Price(Decimal("0.1"), "EUR"))
    [game] = evenings("date;Anna;Boris;Vera", "12.09.25;1.250,00 €;-EUR 1249,95;-0,05€", flags=flags)
    assert result(game) == {"Anna": 12500, "Boris": "-24999/2", "Vera": "-1/2"}
    assert left_out("date;Anna;Boris", "12.09.25;$5;-5 руб.", flags=flags) == [
        "line 2: Anna: “$5” is not an amount in EUR; Boris: “-5 руб.” is not an amount in EUR"
    ]
    roubles = ImportFlags(Price(Decimal(5), "RUB"))
    assert result(evenings("date;Anna;Boris", "12.09.25;5 р.;-₽5", flags=roubles)[0]) == {
        "Anna": 1,
        "Boris": -1,
    }


def test_lines_of_totals_are_compared() -> None:
    heading, first = "date,Anna,Boris,total,note", "12.09.2025,5,-5,0,"
    right, wrong = (
        table(heading, first, "Total:,5,-5,0,", ",,,,"),
        table(heading, first, "Итого за год,5,-6,,"),
    )
    assert [(each.text.template, each.lost) for each in right if isinstance(each, SkippedLine)] == [
        ("this is a line of totals, which agree with the evenings", False)
    ]
    assert [str(each.text) for each in wrong if isinstance(each, SkippedLine) and each.lost] == [
        "the total of Boris is -6, but the evenings add up to -5"
    ]
    unsure = table(heading, "12.09.2025,5,-4,,", "Total,5,-4,,")
    assert [(str(each.text), each.lost) for each in unsure if isinstance(each, SkippedLine)] == [
        ("the results add up to 1, not 0; counted as players: Anna, Boris", True),
        ("this is a line of totals, which could not be checked", False),
    ]


def test_a_figure_below_no_heading_is_refused() -> None:
    assert left_out("date,Anna,Boris,", "12.09.2025,5,-5,7") == ["line 2: the column of “7” has no heading"]


def test_line_numbers_count_lines_of_the_file() -> None:
    rows = ("date,Anna,Boris,note", '12.09.2025,5,-5,"late', 'and long"', "13.09.2025,5,-4,")
    assert left_out(*rows) == ["line 4: the results add up to 1, not 0; counted as players: Anna, Boris"]
    with pytest.raises(InvalidInput, match="line 4 cannot be read: a quotation mark is not closed"):
        table(*rows[:3], '13.09.2025,5,-5,"late')


def test_the_number_of_columns_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at: list[str] = []

    def counted(cell: str) -> CellAmount:
        looked_at.append(cell)
        return parse_amount(cell)

    monkeypatch.setattr(evenings_table, "parse_amount", counted)
    with pytest.raises(InvalidInput, match="the table has 40001 columns; at most 100 are read"):
        table("date," + ",".join(f"p{at}" for at in range(40_000)))
    assert 0 < len(looked_at) <= 1000


def test_lines_of_players_become_evenings() -> None:
    lines = (
        "date,file,game,player,whists,exact,money,currency",
        "2026-01-01,a.jsonl,preferans,Anna,13.33,40/3,,",
        "2026-01-01,a.jsonl,preferans,Boris,-13.33,-40/3,,",
        "2026-01-01,b.jsonl,preferans,Anna,5,,,",
        "2026-01-01,b.jsonl,preferans,Vera,-5,,,",
        "2026-01-02,c.jsonl,preferans,Vera,-5,,,",
    )
    assert [result(game) for game in evenings(*lines[:5])] == [
        {"Anna": "40/3", "Boris": "-40/3"},
        {"Anna": 5, "Vera": -5},
    ]
    assert left_out(*lines) == ["line 6: the results add up to -5, not 0; counted as players: Vera"]
    other = (*lines[:3], "2026-02-01,d.jsonl,priffe,A,5,,,", "2026-02-01,d.jsonl,priffe,B,-5,,,")
    assert left_out(*other) == [
        ("line 4: this is an evening of priffe; only evenings of Preferans are imported")
    ]
    assert len(table(*other)) == 2
    twice = (*lines[:2], lines[1])
    assert left_out(*twice) == ["line 2: the player “Anna” is in this evening twice"]


# --- who is a player -----------------------------------------------------------------------------

EXTRA: dict[str, Callable[[int, Sequence[int]], object]] = {
    "Контроль": lambda _line, _results: 0,
    "Kasse": lambda _line, _results: 0,
    "Bank": lambda _line, results: sum(result for result in results if result > 0),
    "Game": lambda line, _results: line + 1,
    "Заход": lambda line, _results: line + 1,
    "Stunden": lambda line, _results: (4, 5, 3)[line % 3],
    "Total": lambda _line, _results: 0,
    "Entered": lambda line, _results: f"{line + 1:02}.02.2026",
    "День": lambda line, _results: f"{line + 1:02}.01.2026",
    "Winner": lambda _line, _results: "Anna",
    "Цена": lambda _line, _results: "0,5",
}
"""Headings of columns that belong to no player, and their cells by the number of the line and the results."""


@pytest.mark.parametrize("seed", range(8))
def test_columns_of_no_player_never_become_players(seed: int) -> None:
    random = Random(seed)
    for _table in range(40):
        names = ["Anna", "Boris", "Vera"][: random.choice((2, 3))]
        extra = random.sample(sorted(EXTRA), random.randint(0, 3))
        where = [random.randint(0, len(names)) for _column in extra]
        played, lines = [], []
        for line in range(random.randint(1, 6)):
            results = [random.randint(1, 90) * random.choice((-1, 1)) for _name in names[1:]]
            results.append(-sum(results))
            played.append({name: result for name, result in zip(names, results, strict=True) if result})
            cells: list[object] = list(results)
            for heading, at in zip(extra, where, strict=True):
                cells.insert(at, EXTRA[heading](line, results))
            lines.append(";".join(map(str, [f"2026-01-{line + 1:02}", *cells])))
        heads = list(names)
        for heading, at in zip(extra, where, strict=True):
            heads.insert(at, heading)
        try:
            found = table(";".join(["Date", *heads]), *lines)
        except InvalidInput as refusal:
            refused = str(refusal)
            found = []
        else:
            refused = ""
        assert not refused or any(f"“{heading}”" in refused for heading in extra), (heads, lines, refused)
        for each in found:
            if isinstance(each, Evening):
                results_of = {name: amount for name, amount in each.results.items() if amount}
                assert results_of == played[int(str(each.place).split()[-1]) - 2], (heads, lines)
                assert set(each.results) <= set(names)
        if not extra and not refused:
            assert sum(isinstance(each, Evening) for each in found) >= sum(map(bool, played))


@each_line(
    ("lines", "said"),
    [
        (("D1;5;-5", "D2;7;-7"), "perhaps “Zeit” is not a player"),
        (
            ("D1;5;-5", "D2;-7;7"),
            "for a column that is no player, use --without NAME; for a player, use --player NAME",
        ),
    ],
)
def test_a_column_of_numbers_is_asked_about(lines: Sequence[str], said: str) -> None:
    rows = [f"{line.replace('D', '2026-01-0')};{number}" for number, line in enumerate(lines, 1)]
    with pytest.raises(InvalidInput, match=re.escape(said)):
        table("Date;Anna;Boris;Zeit", *rows)
    assert len(evenings("Date;Anna;Boris;Zeit", *rows, flags=ImportFlags(without=("zeit",)))) == 2
    assert len(left_out("Date;Anna;Boris;Zeit", *rows, flags=ImportFlags(players=("Zeit",)))) == 2
    with pytest.raises(InvalidInput, match="--without: “Zeif” is not known; did you mean “Zeit”"):
        table("Date;Anna;Boris;Zeit", *rows, flags=ImportFlags(without=("Zeif",)))


@each_line("heading", ["Date;Anna;Boris;Anna total;Boris total", "Date;Anna;Boris;Summe Anna;Summe Boris"])
def test_columns_with_sums_of_players_are_asked_about(heading: str) -> None:
    for lines in (("2026-01-01;5;-5;5;-5",), ("2026-01-01;5;-5;5;-5", "2026-01-02;2;-2;7;-7")):
        with pytest.raises(InvalidInput, match="these columns alone add up to 0"):
            table(heading, *lines)
    assert len(evenings("Date;Anna;Boris;Vera;Gleb", "2026-01-01;5;-5;7;-7")) == 1


def test_a_column_of_zeros_is_left_out_unless_it_is_a_player() -> None:
    lines = ("Date;Anna;Boris;Vera", "2026-01-01;5;-5;0", "2026-01-02;7;-7;")
    remark, first, _second = table(*lines)
    assert "“Vera” is 0 in every line and is not counted as a player; --player Vera" in str(remark)
    assert isinstance(first, Evening)
    assert result(first) == {"Anna": 5, "Boris": -5}
    counted = evenings(*lines, flags=ImportFlags(players=("Vera",)))
    assert [len(each.results) for each in counted] == [3, 2]


# --- whists or money -----------------------------------------------------------------------------


@each_line(
    ("lines", "price"),
    [
        (("Anna;Boris;Vera", "12.50;-7.30;-5.20"), ""),
        (("Anna;Boris;Vera", "12.5;-7.3;-5.2"), ""),
        (("Anna;Boris", "12,00;-12,00"), "0.1"),
        (("Anna;Boris;Price", "12,5;-12,5;0,10"), ""),
        (("Anna;Boris", "12,5;-12,5", "€5;-€5"), "0.1"),
        (("Anna;Boris;Vera;Gleb", "27.5;-27.5;9;-9"), "0.1"),
    ],
)
def test_figures_that_may_be_money_are_asked_about(lines: Sequence[str], price: str) -> None:
    rows = ("Date;" + lines[0], *(f"2026-01-01;{line}" for line in lines[1:]))
    flags = ImportFlags(Price(Decimal(price) if price else None, "EUR" if price else ""))
    with pytest.raises(UnknownUnit, match="may be whists or money"):
        table(*rows, flags=flags)
    assert evenings(*rows, flags=flags._replace(unit="whists")) or price == "0.1"
    flags = ImportFlags(Price(Decimal("0.1"), "EUR"), "money")
    first = next(each for each in table(*rows, flags=flags) if isinstance(each, Evening))
    cell = parse_amount(rows[1].split(";")[1])
    assert first.results["Anna"] == cell.amount * 10
    if "Price" not in rows[0]:
        assert "the price of a whist is not known" in left_out(*rows, flags=ImportFlags(unit="money"))[0]


def test_what_cannot_be_money_is_not_asked_about() -> None:
    flags = ImportFlags(Price(Decimal("0.1"), "EUR"))
    remark, _evening = table("Date;Anna;Boris", "2026-01-01;5;-5", flags=flags)
    assert "taken for whists; with --money" in str(remark)
    assert len(evenings("Date;Anna;Boris;Vera", "2026-01-01;27,5;-27,5;", "2026-01-02;1/3;;-1/3")) == 2


@each_line(
    ("price", "line", "said"),
    [
        ("0.10 EUR", "0,25;EUR", "the line says 0.25 EUR, not 0.10 EUR"),
        ("0.10 EUR", "0,10;GEL", "the line says 0.1 GEL, not 0.10 EUR"),
        ("0.10 EUR", ";GEL", "the line says GEL, not 0.10 EUR"),
        ("EUR", "0.1;GEL", "the line says 0.1 GEL, not EUR"),
        ("", "0.1;XQX", "write the currency as its code"),
        ("", "-1;EUR", "“-1” is not the price of a whist"),
    ],
)
def test_a_line_that_contradicts_the_flags_is_skipped(price: str, line: str, said: str) -> None:
    amount, _blank, currency = price.rpartition(" ")
    flags = ImportFlags(Price(Decimal(amount) if amount else None, currency), "whists")
    [found] = left_out("Date;Anna;Boris;Price;Currency", f"2026-01-01;5;-5;{line}", flags=flags)
    assert found.startswith(f"line 2: {said}")

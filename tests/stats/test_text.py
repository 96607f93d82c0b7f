"""The words and tables of the statistics, and what programs get."""

import csv
import io
import re
from datetime import UTC, datetime
from fractions import Fraction
from itertools import takewhile
from pathlib import Path

from prefcount.entries.models import Entry
from prefcount.render.chart import draw_chart
from prefcount.render.text_cells import rounded_text, sections_text
from prefcount.session.session import Session
from prefcount.stats.aliases import person_key
from prefcount.stats.report import (
    MAX_LINES,
    course_by_game,
    rounded_change_text,
    statistics_csv,
    statistics_object,
    statistics_sections,
)
from prefcount.stats.sums import GameSums, Statistics, make_record
from tests.store import files

CONTRACTS = "Contracts made/played"
HANDS = ("anna 7h wp 7", "boris 8n wp 6", "vera m 0", "r 3 5 2")


def found(*evenings: tuple[str, ...], players: tuple[str, ...] = ("Anna", "Boris", "Vera")) -> Statistics:
    statistics = Statistics(running=True)
    for day, hands in enumerate(evenings, 1):
        played = files.session(*hands)
        names = dict(zip(("Anna", "Boris", "Vera"), players, strict=True))
        header = played.header.model_copy(
            update={
                "players": players,
                "dealer": players[2],
                "started": datetime(2026, 1, day, 19, tzinfo=UTC),
                "stake": "0.10",
                "currency": "EUR",
            }
        )
        entries = [_renamed(entry, names) for entry in played.entries]
        record = make_record(Session(header, entries))
        assert statistics.add(Path(f"{day}.jsonl"), record) == ""
    return statistics


def _renamed(entry: Entry, names: dict[str, str]) -> Entry:
    said = entry.model_dump(mode="json", by_alias=True, exclude_none=True)
    for field in ("calls", "tricks"):
        if field in said:
            said[field] = {names[name]: value for name, value in said[field].items()}
    if "declarer" in said:
        said["declarer"] = names[said["declarer"]]
    return files.entry(said)


def sums(statistics: Statistics) -> GameSums:
    [only] = statistics.games.values()
    return only


def by_column(lines: list[str], heading: str) -> dict[str, dict[str, str]]:
    """Return the figures of each player in the table below a heading, by the labels of its columns."""
    head, *rows = takewhile(bool, lines[lines.index(heading) + 1 :])
    labels = re.split("  +", head.strip())
    return {name: dict(zip(labels, figures, strict=True)) for name, *figures in map(_cells, rows)}


def _cells(row: str) -> list[str]:
    return re.split("  +", row.strip())


def test_the_report_of_one_evening() -> None:
    """To the letter, except for the tables to which a game can add columns.

    Dumps with pools: Anna 3 − 4, Boris 17, Vera 2 − 10, and ten times what each is below their mean 8/3.
    Whists: Boris 12 on Anna; on Boris Anna 12 and Vera 36.
    """
    lines = sections_text(statistics_sections(sums(found(HANDS)))).splitlines()
    assert lines[: lines.index("Misères")] == [
        "Preferans · 1 game, 4 hands · 1 Jan 2026",
        "       games  hands  whists  a hand       €",
        "Vera       1      4   +142⅔  +35.67  +14.26",
        "Anna       1      4    +36⅔   +9.17   +3.67",
        "Boris      1      4   −179⅓  −44.83  −17.93",
        "",
        "Best and worst",
        "Vera +142⅔ on 1 Jan 2026 with Anna, Boris",
        "Anna +36⅔ on 1 Jan 2026 with Boris, Vera",
        "Boris −179⅓ on 1 Jan 2026 with Anna, Vera",
        "",
        "Contracts made/played",
        "       6    7    8  9  10  all",
        "Anna   –  1/1    –  –   –  1/1",
        "Boris  –    –  0/1  –   –  0/1",
        "",
    ]
    shown = {heading: by_column(lines, heading) for heading in ("Misères", "Whists", "Raspasy")}
    wanted = {
        "Misères": {"Vera": {"made": "1", "failed": "0", "tricks": "0"}},
        "Whists": {
            "Vera": {"times": "1", "tricks": "4", "tricks each": "4.0", "undertricks": "0", "half": "0"},
            "Boris": {"times": "1", "tricks": "3", "tricks each": "3.0", "undertricks": "0", "half": "0"},
        },
        "Raspasy": {
            "Vera": {"hands": "1", "result": "+13⅓", "result each": "+13.3", "tricks each": "2.0"},
            "Anna": {"hands": "1", "result": "+3⅓", "result each": "+3.3", "tricks each": "3.0"},
            "Boris": {"hands": "1", "result": "−16⅔", "result each": "−16.7", "tricks each": "5.0"},
        },
    }
    for heading, players in wanted.items():
        assert list(shown[heading]) == list(players)
        for name, figures in players.items():
            assert figures.items() <= shown[heading][name].items(), (heading, name)
    assert lines[lines.index("Between two players") :] == [
        "Between two players",
        "              games  net for first",
        "Anna – Boris      1           +60",
        "Anna – Vera       1           −23⅓",
        "Boris – Vera      1          −119⅓",
    ]


def test_more_than_two_currencies_are_in_sentences() -> None:
    shown = found(HANDS)
    people = sums(shown).people
    people["anna"].units |= {"USD": 250, "RUB": -300}
    first, second, *_others = statistics_sections(sums(shown))
    assert first.rows[0] == ("", "games", "hands", "whists", "a hand")
    assert second.title == "Money"
    assert second.sentences == ("Vera: +€14.26", "Anna: +€3.67, −RUB 3.00, +$2.50", "Boris: −€17.93")


def test_groups_without_counts_are_left_out() -> None:
    report = sections_text(statistics_sections(sums(found(("anna 7h pp",)))))
    assert CONTRACTS in report
    assert "Misères" not in report
    made = next(
        section for section in statistics_sections(sums(found(("anna 7h pp",)))) if section.title == CONTRACTS
    )
    assert [row[0] for row in made.rows] == ["", "Anna"]


def test_an_only_player_comes_first_in_pairs() -> None:
    all_pairs = list(statistics_sections(sums(found(HANDS))))[-1].rows
    own = list(statistics_sections(sums(found(HANDS)).of_person("vera")))
    assert [row[0] for row in own[0].rows] == ["", "Vera"]
    assert [row[0] for row in own[-1].rows] == ["", "Vera – Anna", "Vera – Boris"]
    anna_vera = next(row for row in all_pairs if row[0] == "Anna – Vera")
    turned = anna_vera[2].replace("+", "~").replace("−", "+").replace("~", "−")
    assert own[-1].rows[1][2] == turned


def test_the_chart_adds_up_to_the_totals() -> None:
    statistics = found(HANDS, ("anna 7h pp",), HANDS)
    course = course_by_game(sums(statistics))
    assert course.hands == 3
    for name, results in zip(course.players, course.results, strict=True):
        assert results[0] == 0
        assert results[-1] == sums(statistics).people[person_key(name)].total
    drawn = "\n".join("".join(text for text, _style in line) for line in draw_chart(course, 78, 18))
    assert "after each game" in drawn
    assert "3 game" in drawn


def test_a_later_player_begins_at_zero() -> None:
    statistics = found(("anna 7h pp",), ("anna 7h pp",))
    gleb = found(("anna 7h pp",), players=("Anna", "Boris", "Gleb"))
    [evening] = sums(gleb).evenings
    sums(statistics).evenings.append(evening._replace(day=datetime(2026, 1, 5, tzinfo=UTC).date()))
    sums(statistics).people.update({"gleb": sums(gleb).people["gleb"]})
    course = course_by_game(sums(statistics).of_person("gleb"))
    assert course.results == ((None, None, 0, Fraction(-40, 3)),)


HOSTILE = ("=cmd|' /C calc'!A0", "[/]<script>", "@" + "x" * 39)


def test_names_cannot_become_formulas() -> None:
    shown = found(HANDS, players=HOSTILE)
    report = sections_text(statistics_sections(sums(shown)))
    assert all(name in report for name in HOSTILE)
    rows = list(csv.reader(io.StringIO(statistics_csv(shown))))
    assert {row[1] for row in rows[1:]} == {"'" + HOSTILE[0], HOSTILE[1], "'" + HOSTILE[2]}
    assert {each["name"] for each in statistics_object(shown, [])["games"][0]["players"]} == set(HOSTILE)


def test_the_json_object_is_exact() -> None:
    made = statistics_object(found(HANDS), [(Path("bad.jsonl"), "the file is empty")])
    assert made["left_out"] == [{"path": "bad.jsonl", "why": "the file is empty"}]
    [game] = made["games"]
    anna = next(each for each in game["players"] if each["name"] == "Anna")
    assert anna["best"] == {"date": "2026-01-01", "file": "1.jsonl", "result": anna["result"]}
    assert anna["averages"]["raspasy_tricks_each"] == "3"
    assert anna["averages"]["whist_tricks_each"] is None
    assert game["course"] == [
        {
            "date": "2026-01-01",
            "file": "1.jsonl",
            "hands": 4,
            "results": {
                each["name"]: each["result"] for each in sorted(game["players"], key=lambda p: p["name"])
            },
        }
    ]
    assert [pair["players"] for pair in game["pairs"]] == [
        ["Anna", "Boris"],
        ["Anna", "Vera"],
        ["Boris", "Vera"],
    ]


def test_averages_are_rounded_half_away_from_zero() -> None:
    assert [rounded_text(Fraction(each, 20)) for each in (1, -1, 29, 1999)] == ["0.1", "−0.1", "1.5", "100.0"]
    assert rounded_text(Fraction(1, 100)) == rounded_text(Fraction(-1, 100)) == rounded_text(0) == "0.0"
    assert [rounded_text(3), rounded_text(-3, 2), rounded_text(None)] == ["3.0", "−3.00", "–"]
    changes = [rounded_change_text(Fraction(1, 100)), rounded_change_text(Fraction(-7, 3), 2)]
    assert changes == ["0.0", "−2.33"]


def test_the_chart_draws_the_most_frequent_players() -> None:
    everybody = sums(found(HANDS, HANDS))
    everybody.people.update(sums(found(HANDS, players=("D", "E", "F"))).people)
    course = course_by_game(everybody)
    assert len(course.players) == MAX_LINES
    assert str(course.title) == "Each player's total after each game (the 4 of 6 players with the most games)"
    assert str(course_by_game(everybody.of_person("anna")).title) == "Each player's total after each game"
    assert {"Anna", "Boris", "Vera"} <= set(course.players)


def test_evenings_without_hands_are_mentioned() -> None:
    gathered = found(HANDS)
    sentence = "The column “a hand” does not count 1 evening of which only the result is known."
    assert sentence not in sections_text(statistics_sections(sums(gathered)))
    known = files.session(
        {"kind": "result", "results": {"Anna": 5, "Boris": -5, "Gleb": 0}}, players=("Anna", "Boris", "Gleb")
    )
    assert gathered.add(Path("2.jsonl"), make_record(known)) == ""
    assert sentence in sections_text(statistics_sections(sums(gathered)))
    assert sentence in sections_text(statistics_sections(sums(gathered).of_person(person_key("Anna"))))
    assert sentence not in sections_text(statistics_sections(sums(gathered).of_person(person_key("Vera"))))

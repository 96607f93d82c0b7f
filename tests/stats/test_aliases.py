"""Who is who: spellings, the file of those who go by several names, and names that are much alike."""

from pathlib import Path

import pytest
from hypothesis import given

from prefcount.base.problems import InvalidInput
from prefcount.render.tables import plain
from prefcount.stats.aliases import NOBODY_ELSE, UnusablePeople, people_of, person_key, read_people
from prefcount.stats.sums import alike
from prefcount.stats.text import statistics
from tests import strategies
from tests.stats.test_text import found, sums
from tests.tables import each_line


@each_line(
    ("one", "other"), [("Anna", "ANNA"), ("Anna B", " anna  b "), ("Алёна", "АЛЕНА"), ("é", "é"), ("ß", "SS")]
)
def test_spellings_of_a_name(one: str, other: str) -> None:
    """Capitals, blanks, ё and е, and two ways to write an accent."""
    assert person_key(one) == person_key(other)
    assert NOBODY_ELSE.key(one) == NOBODY_ELSE.key(other)


def test_several_names() -> None:
    """All names of a person are shown by the first; remarks and empty lines do not count."""
    people = people_of(["# the Fridays", "", "Anna = Anya, anna p.", "Anna = Аня", "Борис=Боря"])
    assert {people.key(name) for name in ("anna", "ANYA", "аня", "Anna P.")} == {"anna"}
    assert people.shown("аня") == "Anna"
    assert people.shown("боря") == "Борис"
    assert people.shown("Vera") == "Vera"
    assert len({people.key(name) for name in ("Anna", "Anna B", "Ana", "Анна", "Vera")}) == 5


@each_line(
    ("lines", "said"),
    [
        (["Anna"], "line 1 needs a name, “=”, and other names of the same person: Anna = Anya, Аня"),
        (["", "= Anya"], "line 2 needs a name"),
        (["Anna = , "], "line 1 needs a name"),
        ([f"Anna = {'x' * 41}"], "line 1 has a name that no player can have: Anna = xxx"),
        (
            ["Anna = An\x1bya"],
            "line 1 has a name that no player can have: Anna = An\N{REPLACEMENT CHARACTER}ya",
        ),
        (["Anna = Anya", "Olga = anya"], "line 2: “anya” is Anna already"),
        (["Anna = Anya", "Anya = Nyura"], "line 2: “Anya” is Anna already"),
    ],
)
def test_lines_that_cannot_be_used(lines: list[str], said: str) -> None:
    """Each is named by its number."""
    with pytest.raises(InvalidInput) as refused:
        people_of(lines)
    assert said in str(refused.value)


def test_all_bad_lines_are_named() -> None:
    """Not only the first."""
    with pytest.raises(InvalidInput) as refused:
        people_of(["x", "Anna = Anya", "y"])
    assert [each.text.values["number"] for each in refused.value.problems] == [1, 3]


def test_files(tmp_path: Path) -> None:
    """UTF-8, with or without a byte order mark; nothing else."""
    path = tmp_path / "people.txt"
    path.write_text("﻿Анна = Аня\r\n", encoding="utf-8")
    assert read_people(path).shown("аня") == "Анна"
    path.write_bytes("Анна = Аня".encode("cp1251"))
    with pytest.raises(UnusablePeople, match="UTF-8"):
        read_people(path)
    path.write_bytes(b"#" * 1_100_000)
    with pytest.raises(UnusablePeople, match="larger"):
        read_people(path)
    with pytest.raises(UnusablePeople, match="no such file"):
        read_people(tmp_path / "none.txt")


@given(strategies.name(), strategies.name())
def test_any_two_names_can_be_one_person(one: str, other: str) -> None:
    """Unless they hold what a line is made of."""
    if any(sign in one + other for sign in "=,#"):
        return
    people = people_of([f"{one} = {other}"])
    assert people.key(one) == people.key(other)


HAND = ("anna 7h pp",)


def groups(*tables: tuple[str, str, str]) -> list[tuple[str, ...]]:
    """What is alike after an evening at each of these tables."""
    shown = [each for table in tables for each in found(HAND, players=table).games.values()]
    together = shown[0]
    for other in shown[1:]:
        together.evenings += other.evenings
        together.pairs |= other.pairs
        for key, person in other.people.items():
            known = together.people.setdefault(key, person)
            known.games += person.games if known is not person else 0
    return list(alike(together))


@each_line(
    ("one", "other"),
    [("Boris", "Борис"), ("Boris", "Boris B."), ("Anna", "Ann"), ("Vera", "Ver\u0430"), ("Юрий", "Yurii K")],
)
def test_perhaps_one(one: str, other: str) -> None:
    """In the other script, with a further word, with a letter more, with a letter that only looks alike."""
    assert [set(group) for group in groups((one, "Gleb", "Zoya"), (other, "Gleb", "Zoya"))] == [
        {one.casefold(), other.casefold()}
    ]


@each_line(
    ("one", "other"),
    [("Anna", "Annabel"), ("Al", "Ali"), ("Anna", "Inna"), ("Anna", "Anna, p."), ("李", "李明")],
)
def test_two_people(one: str, other: str) -> None:
    """A longer name, too short a one, another one, and one that a file of names cannot hold."""
    assert groups((one, "Gleb", "Zoya"), (other, "Gleb", "Zoya")) == []


def test_who_sat_together_is_not_one() -> None:
    """Boris B. and Boris K. at one table are two; Boris may be either, and one of them is named."""
    assert groups(("Boris B.", "Boris K.", "Zoya")) == []
    assert groups(("Boris B.", "Boris K.", "Zoya"), ("Boris", "Gleb", "Zoya")) == [("boris", "boris b.")]


def test_who_played_most_comes_first() -> None:
    """His name is the one that the line would keep."""
    assert groups(("Ann", "G", "Z"), ("Anna", "G", "Z"), ("Anna", "G", "Z")) == [("anna", "ann")]


def test_it_is_said_in_the_report() -> None:
    """As a line that can be put into the file of names; of one player alone only what concerns him."""
    shown = sums(found(HAND, HAND, players=("Anna", "Boris", "Vera")))
    for each in found(HAND, players=("Ann", "Gleb", "Zoya")).games.values():
        shown.people.update(each.people)
    report = plain(statistics(shown))
    assert "\n\nPossibly one person\nAnna = Ann\nIf so, add such lines to a file for --alias" in report
    assert "Anna = Ann" in plain(statistics(shown, "ann"))
    assert "Possibly" not in plain(statistics(shown, "vera"))

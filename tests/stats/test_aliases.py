"""Who is who: spellings of a name, and the file that says who goes by several."""

from pathlib import Path

import pytest
from hypothesis import given

from prefcount.base.problems import InvalidInput
from prefcount.stats.aliases import NOBODY_ELSE, people_of, person_key, read_people
from prefcount.store.open_file import ReadError
from tests import strategies
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
    with pytest.raises(ReadError, match="UTF-8"):
        read_people(path)
    path.write_bytes(b"#" * 1_100_000)
    with pytest.raises(ReadError, match="larger"):
        read_people(path)
    with pytest.raises(ReadError, match="no such file"):
        read_people(tmp_path / "none.txt")


@given(strategies.name(), strategies.name())
def test_any_two_names_can_be_one_person(one: str, other: str) -> None:
    """Unless they hold what a line is made of."""
    if any(sign in one + other for sign in "=,#"):
        return
    people = people_of([f"{one} = {other}"])
    assert people.key(one) == people.key(other)

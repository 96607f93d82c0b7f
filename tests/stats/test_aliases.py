"""Names of one person: spellings, files of names, and similar names."""

from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given

from prefcount.base.problems import InvalidInput
from prefcount.stats.aliases import (
    NO_ALIASES,
    People,
    UnusablePeople,
    add_people,
    find_similar_names,
    person_key,
    read_people,
)
from tests import strategies
from tests.tables import each_line, load_table


def people_in(lines: list[str]) -> People:
    names: dict[str, str] = {}
    add_people(names, lines)
    return People(names)


@each_line(
    ("one", "other"), [("Anna", "ANNA"), ("Anna B", " anna  b "), ("Алёна", "АЛЕНА"), ("é", "é"), ("ß", "SS")]
)
def test_spellings_of_a_name_are_one_person(one: str, other: str) -> None:
    assert person_key(one) == person_key(other)
    assert NO_ALIASES.key(one) == NO_ALIASES.key(other)


def test_all_names_of_a_person_count_as_one() -> None:
    people = people_in(["# the Fridays", "", "Anna = Anya, anna p.", "Anna = Аня", "Борис=Боря"])
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
        (["Anna = Anya", "Olga = anya"], "line 2: “anya” already belongs to Anna"),
        (["Anna = Anya", "Anya = Nyura"], "line 2: “Anya” already belongs to Anna"),
    ],
)
def test_an_unusable_line_is_named_by_its_number(lines: list[str], said: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        people_in(lines)
    assert said in str(refused.value)


def test_all_bad_lines_are_named() -> None:
    with pytest.raises(InvalidInput) as refused:
        people_in(["x", "Anna = Anya", "y"])
    assert [each.text.values["number"] for each in refused.value.problems] == [1, 3]


def test_a_file_of_names_has_to_be_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "people.txt"
    path.write_text("﻿Анна = Аня\r\n", encoding="utf-8")
    assert read_people(path).shown("аня") == "Анна"
    path.write_bytes("Анна = Аня".encode("cp1251"))
    with pytest.raises(UnusablePeople, match="UTF-8"):
        read_people(path)
    path.write_bytes(b"#" * 1_100_000)
    with pytest.raises(UnusablePeople, match="too large"):
        read_people(path)
    with pytest.raises(UnusablePeople, match="no such file"):
        read_people(tmp_path / "none.txt")


@given(strategies.name(), strategies.name())
def test_any_two_names_can_be_one_person(one: str, other: str) -> None:
    if any(sign in one + other for sign in "=,#"):
        return
    people = people_in([f"{one} = {other}"])
    assert people.key(one) == people.key(other)


def groups(*tables: tuple[str, ...]) -> list[tuple[str, ...]]:
    return find_similar_names(Counter(name for table in tables for name in table), list(map(set, tables)))


@each_line(*load_table("names-of-one-person"))
def test_similar_names_may_be_one_person(names: str) -> None:
    people = [name.replace("_", " ").casefold().replace("ё", "е") for name in names.split()]
    for one, other in combinations(people, 2):
        assert list(map(set, groups((one, "gleb", "zoya"), (other, "gleb", "zoya")))) == [{one, other}], other


@each_line(*load_table("names-of-two-people"))
def test_different_names_are_two_people(names: str) -> None:
    one, other = names.casefold().replace("_", " ").split(" ", 1)
    assert groups((one, "gleb", "zoya"), (other, "gleb", "zoya")) == []


def test_people_who_sat_together_are_two() -> None:
    assert groups(("boris b.", "boris k.", "zoya")) == []
    assert groups(("boris b.", "boris k.", "zoya"), ("boris", "gleb", "zoya")) == [("boris", "boris b.")]


def test_the_name_with_most_evenings_comes_first() -> None:
    assert groups(("ann", "G", "Z"), ("anna", "G", "Z"), ("anna", "G", "Z")) == [("anna", "ann")]

"""Typed columns, which are read in two languages whatever the current language is."""

import re
from functools import cache

import pytest

from prefcount.base import i18n
from prefcount.base.i18n import override_language
from prefcount.base.problems import InvalidInput
from prefcount.languages import LANGUAGES
from prefcount.paper.typed_columns import parse_claims
from prefcount.session.session import Session
from tests.games.family import Table
from tests.i18n.catalogues import translations
from tests.tables import each_line, load_table

PEOPLE = ("Анна", "Борис", "Вера", "Глеб")
EDITED = cache(translations)


@pytest.fixture(autouse=True)
def translated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(i18n, "load_catalogue", EDITED)


def session(game: str) -> Session:
    table = Table.of(game)
    return Session(table.header(PEOPLE[: max(3, table.game.sizes[0])]))


def sides() -> Session:
    return Session(Table.of("priffe").header(("Anna", "Boris", "Vera", "Xenia")))


@each_line(*load_table("typed-columns"))
def test_columns_are_read_in_two_languages(game: str, typed: str, english: str) -> None:
    played = session(game)
    for code in LANGUAGES:
        with override_language(code):
            (russian,), (other,) = parse_claims(played, [typed]), parse_claims(played, [english])
            assert russian == other


@each_line(*load_table("claims-with-commas"))
def test_commas_and_blanks_are_read_as_dots(typed: str, english: str) -> None:
    played = Session(Table.of("preferans").header(["Anna", "Boris", "2"]))
    assert parse_claims(played, [typed]) == parse_claims(played, [english])


@each_line(*load_table("ambiguous-claims"))
def test_an_ambiguous_line_names_its_meanings(typed: str, said: str) -> None:
    played = Session(Table.of("preferans").header(["Anna", "Boris", "Boris 2"]))
    with pytest.raises(InvalidInput, match=re.escape(said)):
        parse_claims(played, [typed])
    (by_seat,) = parse_claims(played, ["anna on #3 20"])
    (by_dots,) = parse_claims(played, ["anna on boris 2.20"])
    assert (by_seat.column, by_dots.column) == ("whists.Boris 2", "whists.Boris")


def test_a_name_may_begin_like_a_column() -> None:
    table = Table.of("preferans")
    played = Session(table.header(["Dora", "Paul On", "Wendy"]))
    for typed, player, column in (
        ("wendy on d 20", "Wendy", "whists.Dora"),
        ("w on dora 20", "Wendy", "whists.Dora"),
        ("paul on pool 5", "Paul On", "pool"),
    ):
        (claim,) = parse_claims(played, [typed])
        assert (claim.player, claim.column) == (player, column)


@each_line(
    ("line", "owner", "column", "figure"),
    [
        ("@x line 20", "@X", "line", 20),
        ("@Y bonus 20.40", "@Y", "bonus", "20.40"),
        ("anna points 5", "Anna", "points", 5),
        ("x score −5", "Xenia", "points", -5),
    ],
)
def test_sides_are_named_by_key_and_players_by_name(
    line: str, owner: str, column: str, figure: int | str
) -> None:
    (claim,) = parse_claims(sides(), [line])
    assert (claim.player, claim.column, claim.figure) == (owner, column, figure)
    assert claim.cell is not None


@each_line(
    ("line", "said"),
    [
        ("@x points 3", "@x points 3: “points” is not known; did you mean “bonus”?"),
        ("anna line 3", "anna line 3: “line” is not known; choose from: points"),
        ("@z line 3", "@z line 3: no player has this name; the players are Anna, Boris, Vera, Xenia"),
    ],
)
def test_a_column_of_another_owner_is_refused(line: str, said: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        parse_claims(sides(), [line])
    assert str(refused.value) == said

"""Typed columns of sides and of the table."""

import pytest

from prefcount.base.problems import InvalidInput
from prefcount.paper.typed_columns import parse_claims
from prefcount.session.session import Session
from tests.games.family import Table
from tests.tables import each_line

PRIFFE = Table.of("priffe")
PEOPLE = ("Anna", "Boris", "Vera", "Xenia")


def session(*lines: str) -> Session:
    found = Session(PRIFFE.header(PEOPLE))
    for line in lines:
        found = found.accept(PRIFFE.game.parse(found.state, line)).session
    return found


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
    (claim,) = parse_claims(session("x h 8"), [line])
    assert (claim.player, claim.column, claim.figure) == (owner, column, figure)
    assert claim.cell is not None


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("@x points 3", "@x points 3: “points” is not known; did you mean “bonus”?"),
        ("anna line 3", "anna line 3: “line” is not known; choose from: points"),
        ("@z line 3", "@z line 3: no such player; the players are Anna, Boris, Vera, Xenia"),
    ],
)
def test_a_column_of_another_owner_is_refused(line: str, said: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        parse_claims(session(), [line])
    assert str(refused.value) == said

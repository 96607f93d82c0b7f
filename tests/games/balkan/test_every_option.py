"""Every sentence of the rules about a hand, with every option at every value (sections 2.2 to 2.5, and 5).

Each case has the bule of Ana, Boro and Ceca before it, the rules, the line, and all that it writes.
Accounts are spelled by initials: “bA” is Ana's bule, “sBA” what Boro writes against her, “rA” her refe.
"""

from typing import Any

import pytest

from tests.games.balkan.paper import BALKAN, PEOPLE
from tests.tables import each_line

_COLUMNS = {"b": "bule", "s": "supe", "r": "refe_open"}
START = (100, 100, 100)

Written = dict[str, int]


def spelled(key: str) -> str:
    column, *people = key
    return f"{_COLUMNS[column]}:" + ">".join(
        next(name for name in PEOPLE if name[0] == initial) for initial in people
    )


def posted(bule: tuple[int, ...], rules: dict[str, Any], line: str, **more: Any) -> dict[str, Any]:
    people = PEOPLE[: len(bule)]
    columns = {name: {"bule": own} for name, own in zip(people, bule, strict=True)}
    for name, figures in more.items():
        columns[name.replace("table", "@table")] = {**columns.get(name, {}), **figures}
    state = BALKAN.play(BALKAN.start(people, **rules), BALKAN.entry("sheet", columns=columns))
    done = BALKAN.transition(state, line)
    assert not done.problems, [str(each) for each in done.problems]
    assert sum(BALKAN.game.results(done.state)) == 0
    return BALKAN.posted(state, done.postings)


@each_line(
    ("rules", "line", "written"),
    [
        # a caller needs four tricks of both by either quota, and writes them all, even if the declarer falls
        ({"follower_quota": "each2"}, "ana herc c4 0", {"bA": -8, "sBA": 32}),
        ({"follower_quota": "each2"}, "ana herc c0 4", {"bA": -8, "sBA": 32}),
        ({}, "ana herc 1 c2", {"bA": -8, "bC": 8, "sCA": 24}),
        ({}, "ana herc c2 3", {"bA": 8, "sBA": 40}),
        # all tricks are played: five of theirs, or more, and the declarer fell
        ({"stop_at_five": False}, "ana herc 6 4", {"bA": 8, "sBA": 48, "sCA": 32}),
        ({"stop_at_five": False}, "ana herc k6 3", {"bA": 16, "sBA": 144}),
        # a pik that is contested, or played from the hand, is like any contract
        ({}, "ana pik k2 0", {"bA": -8, "bB": 8, "sBA": 16}),
        ({}, "ana igra pik 2 2", {"bA": -6, "sBA": 12, "sCA": 12}),
        ({"pik_needs_kontra": False}, "ana pik 2 2", {"bA": -4, "sBA": 8, "sCA": 8}),
        # betl
        ({}, "ana betl 0", {"bA": -12}),
        ({}, "ana betl 1", {"bA": 12, "sBA": 60, "sCA": 60}),
        ({}, "ana igra betl 1", {"bA": 14, "sBA": 70, "sCA": 70}),
        ({}, "ana betl k * 1", {"bA": 24, "sBA": 120}),
        ({"betl_kontra": "both"}, "ana betl k * 1", {"bA": 24, "sBA": 120, "sCA": 120}),
        ({"betl_kontra": "both"}, "ana betl k * 0", {"bA": -24, "bB": 24}),
        ({}, "ana betl * rk 0", {"bA": -48, "bC": 48}),
        ({"stop_at_five": False, "follower_quota": "each2"}, "ana betl 0", {"bA": -12}),
    ],
)
def test_each_option_changes_the_postings_of_a_hand(
    rules: dict[str, Any], line: str, written: Written
) -> None:
    assert posted(START, rules, line) == {spelled(key): amount for key, amount in written.items()}


def test_four_players_share_refe_and_bule() -> None:
    """Ana deals and sits out. She gets refe, too, and her bule count in the bule left."""
    four = (50, 50, 50, -140)
    assert posted((50, 50, 50, 50), {}, "boro pik") == {
        "refe_written": 1,
        **{f"refe_open:{name}": 1 for name in PEOPLE},
    }
    assert posted(four, {}, "ceca sans 2 2") == {"bule:Ceca": -10, "supe:Dina>Ceca": 28, "supe:Boro>Ceca": 28}


@each_line(
    ("bule", "after"),
    [
        ((5, 5, 1), (1, 1, -2)),
        ((5, 5, 0), (1, 2, -3)),
        ((7, 7, 7, 7), (0, 0, 0, 0)),
        ((9, 9, 9, 8), (0, 0, 0, 0)),
        ((3, 8, 8, 4), (-2, 2, 2, -2)),
    ],
)
def test_bule_are_written_off_alike_and_the_highest_one_more(
    bule: tuple[int, ...], after: tuple[int, ...]
) -> None:
    """Of two players with the highest bule, the earlier seat goes down one more (section 2.5)."""
    people = PEOPLE[: len(bule)]
    columns = {name: {"bule": own} for name, own in zip(people, bule, strict=True)}
    state = BALKAN.play(BALKAN.start(people), BALKAN.entry("sheet", columns=columns))
    assert BALKAN.game.results(state) == tuple(-10 * own for own in after)


@pytest.mark.parametrize(
    ("bule", "said"),
    [
        ((5, 5, 2), "12 bule are left. Everyone's bule go down by the same number."),
        (
            (5, 5, 0),
            "10 bule are left. Everyone's bule go down by the same number, and those of the "
            "player with the most bule by one more.",
        ),
        (
            (5, 5, 1),
            "11 bule are left. Everyone's bule go down by the same number, and those of the 2 "
            "players with the most bule by one more.",
        ),
    ],
)
def test_the_settlement_says_who_goes_down_one_more(bule: tuple[int, ...], said: str) -> None:
    columns = {name: {"bule": own} for name, own in zip(PEOPLE, bule, strict=False)}
    state = BALKAN.play(BALKAN.start(PEOPLE[:3]), BALKAN.entry("sheet", columns=columns))
    assert str(BALKAN.game.settle(state).steps[0].explanation) == said

"""Every sentence of the rules about a hand, with every option at every value (sections 3.3, 3.4 and 5).

In a case, "k1" is the amount that P1 takes from the pot, and "c2" is the cash of P2.
"""

import json
from typing import Any

from tests.games.family import Table
from tests.games.prefa.score_by_hand import TWO_DEFENDERS, VALUES
from tests.tables import each_line, load_table

PREFA = Table.of("prefa")
PLAYERS = ("P1", "P2", "P3", "P4")
FULL = 1500

Written = dict[str, int]


def at_table(pot: int, rules: dict[str, Any], players: int = 3) -> Any:
    state = PREFA.start(PLAYERS[:players], **rules)
    return PREFA.play(state, PREFA.entry("sheet", columns={"P1": {"kasa": int(state.pot) - pot}}))


@each_line(
    ("pot", "rules", "line", "written"),
    [
        # two short pays the other defender plainly, or double as the older program did. One short does not.
        (FULL, {}, "p1 6s dd 0 2", {"c1": 32, "c2": -36, "c3": 4}),
        (FULL, {"double_to_partner": True}, "p1 6s dd 0 2", {"c1": 32, "c2": -40, "c3": 8}),
        (FULL, {"double_to_partner": True}, "p1 6s dd 2 0", {"c1": 32, "c2": 8, "c3": -40}),
        (FULL, {"double_to_partner": True}, "p1 6s dd 0 3", {"c1": 14, "c2": -20, "c3": 6}),
        (FULL, {"double_to_partner": True}, "p1 7s dd 0 1", {"c1": 126, "c2": -140, "c3": 14}),
        (FULL, {"double_to_partner": True}, "p1 6s dd 0 1", {"c1": 54, "c2": -36, "c3": -18}),
        (FULL, {"double_to_partner": True}, "p1 6s th 0 2", {"c1": 32, "c2": -32}),
        (FULL, {"double_to_partner": True}, "p1 6s dp 0", {"c1": 40, "c2": -40}),
        # a helper's aces are his own, also when all else falls on the other one
        (FULL, {}, "p1 7h th 0 2 aces", {"c1": 156, "c2": -106, "c3": -50}),
        (FULL, {}, "p1 7h ht 2 2 aces", {"k1": -70, "c1": -128, "c2": 50, "c3": 78}),
        (FULL, {}, "p1 6h pp aces", {"k1": 50, "c1": 50, "c2": -25, "c3": -25}),
        (FULL, {}, "p1 10n up aces", {"k1": -200, "c1": -140, "c2": 70, "c3": 70}),
        (FULL, {"aces": False}, "p1 10n up aces", {"k1": -200, "c1": -40, "c2": 20, "c3": 20}),
        # a contract of a single defender
        (FULL, {}, "p1 9h pd 2", {"k1": -90, "c1": -18, "c3": 18}),
        (FULL, {}, "p1 9h pd 3", {"k1": -180, "c1": -54, "c3": 54}),
        (FULL, {}, "p1 9h dp 0", {"c1": 90, "c2": -90}),
        (FULL, {}, "p1 10h dp 0", {"k1": 100}),
        (FULL, {}, "p1 10h pd 1", {"k1": -100, "c1": -10, "c3": 10}),
        # all pass
        (FULL, {}, "pass", {}),
        (FULL, {"ppp": True}, "pass 0 0 10", {"k3": -100}),
        (FULL, {"ppp": True}, "pass 4 3 3", {"k1": -10}),
        (15, {"ppp": True, "last": "normal"}, "pass 4 3 3", {"k1": -10}),
        # the pot is short: it limits every payment, only payments for a made contract, or none
        (39, {}, "p1 6h up", {"k1": -60, "c1": -36, "c2": 18, "c3": 18}),
        (39, {"last": "unbalanced"}, "p1 6h up", {"k1": -100, "c1": -60, "c2": 30, "c3": 30}),
        (39, {}, "p1 6h th 0 3", {"c1": 21, "c2": -21}),
        (39, {"last": "unbalanced"}, "p1 6h th 0 3", {"c1": 35, "c2": -35}),
        (39, {"last": "unbalanced"}, "p1 6h dp 0", {"c1": 100, "c2": -100}),
        (39, {"last": "unbalanced"}, "p1 6h pp", {"k1": 30}),
        (39, {"last": "unbalanced"}, "p1 6h dp 2", {"k1": 30, "c1": -6, "c2": 6}),
        (39, {"last": "fair"}, "p1 6h pp", {"k1": 50}),
        (39, {}, "p1 6c pp", {"k1": 30}),
        (39, {"double_to_partner": True}, "p1 6h dd 0 2", {"c1": 48, "c2": -60, "c3": 12}),
        (9, {}, "p1 6h dd 2 2 aces", {"c1": 50, "c2": -25, "c3": -25}),
        (9, {}, "p1 6h dd 3 3", {}),
        (9, {"last": "unbalanced"}, "p1 6h dd 3 2", {"k1": -50, "c1": -25, "c2": 15, "c3": 10}),
        (9, {"last": "fair"}, "p1 6h dd 2 2", {"k1": 50, "c1": -20, "c2": 10, "c3": 10}),
    ],
)
def test_each_option_changes_the_postings_of_a_hand(
    pot: int, rules: dict[str, Any], line: str, written: Written
) -> None:
    state = at_table(pot, rules)
    done = PREFA.transition(state, line)
    assert not done.problems, [str(each) for each in done.problems]
    columns = {"k": "kasa", "c": "cash"}
    assert PREFA.posted(state, done.postings) == {
        f"{columns[key[0]]}:P{key[1]}": amount for key, amount in written.items()
    }
    assert sum(PREFA.game.results(done.state)) == 0


@each_line(("case", "pays"), TWO_DEFENDERS.items())
def test_two_defenders_who_are_short_pay_by_the_printed_table(
    case: tuple[int, int, int], pays: tuple[int, int, int]
) -> None:
    (level, first, second), (one, two, partner) = case, pays
    state, value, taken = at_table(FULL, {}), VALUES[level]["S"], 10 - first - second
    to_first = value * partner * (1 if two and not one else -1)
    expected = {"cash:P1": value * (one + two), "cash:P2": to_first - value * one}
    expected["cash:P3"] = -value * two - to_first
    postings = PREFA.transition(state, f"p1 {level}s dd {first} {second}").postings
    assert PREFA.posted(state, postings) == {
        account: amount for account, amount in expected.items() if amount
    }
    for roles, caller in (("th", "P2"), ("ht", "P3")):
        postings = PREFA.transition(state, f"p1 {level}s {roles} {first} {second}").postings
        amount = (taken - level) * taken * value
        assert PREFA.posted(state, postings) == {"cash:P1": amount, f"cash:{caller}": -amount}


@each_line(*load_table("prefa-impossible-hands"))
def test_impossible_entries_are_refused(fields: str) -> None:
    hand = {
        "declarer": "P1",
        "level": 6,
        "trump": "H",
        "defenders_role": {"P2": "play", "P3": "play"},
        "tricks": {"P2": 2, "P3": 2},
    }
    state = at_table(FULL, {})
    assert PREFA.accepts(state, "hand", **hand)
    assert not PREFA.accepts(state, "hand", **{**hand, **json.loads(fields)})

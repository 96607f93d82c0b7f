"""The slips of the pencil: for each a game, the paper with the slip, and the sentence that names it.

Anna, Boris, Vera and Gleb sit clockwise. Where a slip moves a figure to another column both are claimed, for
both lie on the table.
"""

from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import pytest

from prefcount.entries.models import ClaimEntry, Header
from prefcount.ledger import format_amount
from prefcount.paper.compare import Divergence, compare_check, find_arithmetic_slips
from prefcount.paper.typed_columns import parse_columns
from prefcount.render.text import describe_unmarked
from prefcount.session.session import Session
from prefcount.store.reader import load
from tests.bench.material import evening
from tests.helpers import entry
from tests.paper.comparisons import compare_columns, comparison_sentences, difference_sentences, play_session
from tests.tables import each_line

EVENING = (
    *("anna 6h ww 6 2 2", "boris 7d wp 7", "vera 6c ww 5 3 2", "r 3 5 2", "r 0 6 4"),
    *("anna 8n pw 7", "boris m 2"),
)
"""Sochi; the dumps go 3.9 for Anna, 5.17.37 for Boris, 2.4.12 for Vera; on Anna Boris has 4.10, Vera 4.28."""

DATA = Path(__file__).parents[1] / "data"
Columns = dict[str, Any]


def pairs_of_lines(name: str) -> list[tuple[str, str]]:
    table = (Path(__file__).parents[1] / "data" / f"{name}.txt").read_text(encoding="utf-8")
    rows = [line.strip() for line in table.splitlines()]
    return list(zip(rows[::2], rows[1::2], strict=True))


def slip(typed: str, *entries: Any, **rules: Any) -> str:
    session = play_session(*(entries or EVENING), **rules)
    return difference_sentences(session, **parse_columns(session, typed.split(", ")))[0]


def test_agreement_is_reported_up_to_the_last_entry() -> None:
    session = play_session(*EVENING)
    assert comparison_sentences(session, Anna={"dump": "3.9"}) == [
        "the paper agrees up to hand 6 (Anna 8NT, Vera whists: 1 down)"
    ]
    assert comparison_sentences(session, Anna={"dump": 9}) == [
        "the paper agrees up to hand 6 (Anna 8NT, Vera whists: 1 down)"
    ]
    assert comparison_sentences(session, Anna={"whists": {"Boris": 0}}) == [
        "the paper agrees, because nothing was written yet"
    ]


def test_the_simplest_slip_comes_first() -> None:
    session = play_session("boris 6s ww 6 2 2", "boris 6h ww 6 2 2")
    anna = {"pool": 0, "dump": 0, "whists": {"Boris": "4.8.", "Vera": 0}}
    boris = {"pool": "2.4.", "dump": 0, "whists": {"Anna": 0}}
    vera = {"pool": 0, "dump": 0, "whists": {"Boris": "4.", "Anna": 0}}
    reversed_ = "the whist of Vera on Boris was written the other way round, by Boris on Vera"

    def parting(boris: Columns) -> Divergence:
        found = compare_columns(session, Anna=anna, Boris=boris, Vera=vera)
        return next(each for each in found if each.claim.player == "Vera" and not each.agrees).divergences[0]

    forgotten = parting(boris)
    assert str(forgotten.slip) == "this was forgotten: Vera: whist, 2 tricks × 2 = 4 on Boris"
    assert f"hand 1 (Boris 6♠, both whist: made): {reversed_}" in map(str, forgotten.others)
    moved = parting(boris | {"whists": {"Anna": 0, "Vera": "4."}})
    assert (str(moved.slip), *map(str, moved.others)) == (
        reversed_,
        f"hand 2 (Boris 6♥, both whist: made): {reversed_}",
    )


def test_a_hand_in_two_figures_is_not_a_slip() -> None:
    """Vera wrote 18 whists and then 6 of consolation on Anna; a zero writes nothing."""
    assert comparison_sentences(play_session(*EVENING), Vera={"whists": {"Anna": "0.4.22.28."}}) == [
        "the paper agrees up to hand 6 (Anna 8NT, Vera whists: 1 down)"
    ]


@each_line(("typed", "said"), pairs_of_lines("slips-of-an-evening"))
def test_slips_of_an_evening_in_sochi(typed: str, said: str) -> None:
    """Each slip has the columns on paper, as they are typed, and the sentence that names the slip."""
    assert slip(typed) == said


@each_line(("played", "written"), pairs_of_lines("slips-by-other-rules"))
def test_a_hand_written_by_other_rules_is_recognised(played: str, written: str) -> None:
    """Each slip has the hands and rules, and the columns on paper with the slip.

    A fixed consolation has no level, and neither has a consolation that has reached its limit.
    """
    hands, _bar, changed = played.partition(" | ")
    rules: dict[str, Any] = dict(rule.split("=") for rule in changed.split())
    rules = {name: int(value) if value.isdecimal() else value for name, value in rules.items()}
    typed, _colon, said = written.partition(": ")
    assert slip(typed, *hands.split(", "), **rules).endswith(f": {said}")


AID = ("anna 10h pp", "boris 6h pp", "anna 10s wp 10", "anna 8s pp")
"""To 16: Anna's pool is full with the third hand, and she writes 40 and then 100 on Boris."""


@each_line(("typed", "said"), pairs_of_lines("slips-with-aid"))
def test_slips_with_aid_are_recognised(typed: str, said: str) -> None:
    assert slip(typed, *AID, target=16) == said


def test_a_correction_missing_on_paper_is_recognised() -> None:
    session = play_session("anna 7h wp 6", "boris 6s pp", entry("void", entry=1))
    assert difference_sentences(session, Boris={"whists": {"Anna": "20."}}) == [
        "differs at entry 1 (Anna 7♥, Boris whists: 1 down): the paper has 20, the calculation gives \
nothing; most likely: "
        "the correction by entry 3 is not on the paper"
    ]


def test_equally_good_slips_are_named_too() -> None:
    (comparison,) = compare_columns(play_session(*EVENING), Boris={"dump": "5.11.31"})
    (parting,) = comparison.divergences
    assert (parting.entry, parting.position, parting.paper, parting.computed) == (5, 1, 11, 17)
    assert (parting.key, parting.explained, comparison.difference) == ("price-before", 3, -6)
    assert [str(other) for other in parting.others] == [
        "hand 5 (raspasy: Anna 0, Boris 6, Vera 4): raspasy were written at a price that does not grow",
        "hand 5 (raspasy: Anna 0, Boris 6, Vera 4): a digit was mistaken for a similar one",
        "hand 5 (raspasy: Anna 0, Boris 6, Vera 4): only half of the amount was added",
    ]


ALIKE = ("anna 6h pp", "boris 7d pp", "anna 6s pp", "anna 7d pp", "vera 6h pp")
"""In the pool of Anna 2.4.8 by entries 1, 3 and 4."""


def named(anna: str) -> list[str]:
    (comparison,) = compare_columns(play_session(*ALIKE), Anna={"pool": anna})
    (parting,) = comparison.divergences
    return [f"entry {parting.entry}: {parting.slip}", *map(str, parting.others)]


def test_a_figure_written_twice_is_named_at_its_own_hand() -> None:
    twice = "this figure was written twice"
    assert [said for said in named("2.4.8.12.") if twice in said] == [
        "hand 4 (Anna 7♦, both pass): this figure was written twice"
    ]
    assert named("2.4.8.12.")[0] == "entry 4: this hand was written twice"
    assert {said.partition(" ")[2][:1] for said in named("2.4.6.10.")} == {"1", "3"}
    assert difference_sentences(
        play_session("anna 6h wp 6", "vera 6s pp", "anna 6h wp 5"),
        Anna={"pool": "2.", "dump": "2."},
        Boris={"whists": {"Anna": "8.16.28."}},
        Vera={"pool": "2.", "dump": 0, "whists": {"Anna": "2."}},
    )[:1] == [
        "differs at hand 1 (Anna 6♥, Boris whists: made): the paper has 16, the calculation gives 20; "
        "most likely: this figure was written twice"
    ]


def test_each_of_two_equal_figures_may_be_missing() -> None:
    said = named("2.6.")
    assert said[0] == "entry 1: this hand was left out"
    assert "hand 3 (Anna 6♠, both pass): this hand was left out" in said[1:]


def test_a_figure_in_a_wrong_column_is_named_in_both() -> None:
    session = play_session("vera 6h pp", "boris 7d wp 6", "vera 6s pp", "anna 6d pp")
    said = difference_sentences(session, Boris={"dump": "0."}, Vera={"pool": "2.6.8."}, Anna={"pool": "2."})
    slip = "most likely: written in the wrong column: Vera, pool instead of Boris, dump"
    assert said == [
        f"differs at hand 2 (Boris 7♦, Vera whists: 1 down): the paper has nothing, the calculation gives \
4; {slip}",
        f"differs at hand 2 (Boris 7♦, Vera whists: 1 down): the paper has 6, the calculation gives 4; \
{slip}",
    ]


@each_line(
    ("right", "wrong", "change", "before", "keys"),
    [
        (12, 21, 4, 0, ["transposed"]),
        (24, 34, 6, 0, ["carry"]),
        (17, 11, 6, 0, ["misread"]),
        (30, 6, 6, 0, ["no-sum"]),
        (30, 18, 6, 0, ["subtracted"]),
        (30, 31, 6, 0, ["added-wrong"]),
        (30, 77, 6, 0, []),
        (45, 36, 20, 9, ["not-counted"]),
    ],
)
def test_slips_with_digits_are_recognised(
    right: int, wrong: int, change: int, before: int, keys: list[str]
) -> None:
    assert [each.key for each in find_arithmetic_slips(right, wrong, change, before)] == keys


def test_columns_may_begin_with_a_figure() -> None:
    """Bule of Balkan Preferans are counted down from the figure that both sides begin with."""
    game = {"kind": "session", "version": 1, "game": "balkan", "players": ("Ana", "Boro", "Ceca")}
    session = Session(Header.model_validate({**game, "rules": {"start_bule": 60}}))
    assert (
        comparison_sentences(session, Ana={"bule": 60}, Boro={"bule": "60."})
        == ["the paper agrees, because nothing was written yet"] * 2
    )
    assert comparison_sentences(session, Ana={"bule": 50}) == [
        "the paper has 50, the calculation gives 60; no single mistake explains it"
    ]


def test_a_total_left_out_in_copying_is_named() -> None:
    named = made = 0
    session = evening(20, 0)
    for account, history in session.replay.histories().items():
        totals = [format_amount(total.amount) for total in history]
        for at in range(len(history) - 1):
            column = ".".join([*totals[:at], *totals[at + 1 :]]) + "."
            said = {account.column: column}
            if account.other >= 0:
                said = {"whists": {session.state.names[account.other]: column}}
            [sentence] = comparison_sentences(session, **{session.state.names[account.owner]: said})
            line = describe_unmarked(session, session.replay.step(history[at].n), words=True)
            between = f"the total {totals[at]} between {totals[at - 1]} and {totals[at + 1]} was left out"
            first = f"the first total, {totals[at]}, was left out in copying; {totals[at + 1]} follows it"
            named += f"({line})" in sentence and (between if at else first) in sentence
            made += 1
    assert (made > 30, named >= 0.9 * made) == (True, True), f"{named} of {made}"


@pytest.mark.parametrize("name", ["refuted", "twins"])
def test_slips_that_other_claims_contradict_are_not_offered(name: str) -> None:
    session = load(DATA / f"slip-{name}.jsonl").session
    check = next(step.n for step in session.replay.steps if isinstance(step.entry, ClaimEntry))
    found = [each.divergences[0] for each in compare_check(session, check) if not each.agrees]
    slips = [str(each.slip) for each in found if each.slip is not None]
    both = (
        "this was forgotten: Anna: whists for points given as aid, 2 × 10 = 20 on Boris; "
        "Anna: whists for points given as aid, 2 × 10 = 20 on Vera"
    )
    assert slips == ([both, both] if name == "twins" else [])


def test_every_offered_slip_explains_a_figure() -> None:
    session = evening(6, 3)
    histories = session.replay.histories()
    for two in combinations_with_replacement(histories, 2):
        columns: Columns = {}
        for each, totals in histories.items():
            wrong = totals[-1].amount + (6 if each in two else 0)
            own = columns.setdefault(session.state.names[each.owner], {})
            if each.other >= 0:
                own = own.setdefault("whists", {})
            own[session.state.names[each.other] if each.other >= 0 else each.column] = wrong
        for found in compare_columns(session, **columns):
            assert all(parting.slip is None or parting.explained > 0 for parting in found.divergences)

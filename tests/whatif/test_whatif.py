"""Replays by other rules: the results, the causes of the difference, and nothing else."""

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from prefcount.base.problems import InvalidInput
from prefcount.entries.models import MAX_PLAYERS
from prefcount.ledger import Amount
from prefcount.render.text_cells import sections_text
from prefcount.session.session import Session
from prefcount.store.reader import load
from prefcount.whatif import (
    MAX_MOVED,
    RulesComparison,
    choose_rules,
    compare_rules,
    comparison_object,
    comparison_sections,
    list_other_presets,
    results_section,
)
from tests import strategies
from tests.games.family import Table
from tests.helpers import GAME, header
from tests.store import files
from tests.strategies import Played, games, session_of
from tests.tables import each_line

SAMPLES = Path(__file__).parents[2] / "sample_sessions"
SOME = 3
"""Presets by which a sample is played again."""
WITHOUT_RULES = strategies.EVERYTHING - {"rules"}


def by(found: RulesComparison, amounts: Sequence[Amount] | None = None) -> dict[str, Amount]:
    given = found.difference if amounts is None else amounts
    return {name: amount for name, amount in zip(found.players, given, strict=True) if amount}


def causes(found: RulesComparison) -> dict[str, dict[str, Amount]]:
    return {part.cause.key: by(found, part.amounts) for part in found.parts}


def summed(found: RulesComparison, parts: Sequence[Any]) -> list[Amount]:
    return [sum(part.amounts[at] for part in parts) for at in range(len(found.players))]


# --- examples from the rule book --------------------------------------------------------------------


def test_a_gentleman_shares_the_whists_of_a_failed_contract() -> None:
    """Four tricks at four are sixteen whists for Boris alone, or eight for each defender."""
    found = compare_rules(
        files.session("anna 7h wp 6", "boris 8n pp"), {"preset": "sochi", "style": "gentleman"}
    )
    assert by(found) == {"Boris": -8, "Vera": 8}
    assert causes(found) == {"whists_failed": {"Boris": -8, "Vera": 8}}
    assert [(each.step.n, by(found, each.amounts)) for each in found.changed_hands] == [
        (1, {"Boris": -8, "Vera": 8})
    ]
    assert (found.unplayable, found.ending, found.replaced) == ((), None, ())


def test_the_worth_of_points_is_a_cause_of_its_own() -> None:
    """In Leningrad a pool point is worth two dump points: the same is written, but its worth differs."""
    found = compare_rules(files.session("anna 7h pp"), {"preset": "leningrad"})
    assert by(found) == {"Anna": Fraction(80, 3), "Boris": Fraction(-40, 3), "Vera": Fraction(-40, 3)}
    assert list(causes(found)) == ["settlement"]


def test_a_hand_that_the_rules_do_not_have_is_named_and_does_not_count() -> None:
    found = compare_rules(
        files.session("anna 6c ph", "boris 8n pp"), {"preset": "sochi", "half_whist": False}
    )
    [unfit] = found.unplayable
    assert unfit.step.n == 1
    assert [str(each) for each in unfit.problems] == ["calls.Vera: this table does not play half-whist"]
    assert list(causes(found)) == ["not_counted"]
    assert found.difference == tuple(-each for each in GAME.results(found.session.replay.step(1).state))


def test_without_talon_bonus_the_hand_stays() -> None:
    bonus = {"talon_bonus": True, "misere_talon_bonus": True}
    hands = ("anna 7h wp 7 talon as ks", "boris m 1 talon 7s 8s")
    session = files.session(*hands, players=4, **bonus)
    found = compare_rules(session, {"preset": "sochi"})
    assert found.unplayable == ()
    plain = files.session(*(hand.partition(" talon")[0] for hand in hands), players=4)
    assert found.replayed.exact == GAME.results(plain.state)
    assert list(causes(found)) == ["talon"]
    twice = files.session("anna 7h wp 7 talon as as", players=4, **bonus)
    assert [
        str(each) for each in compare_rules(twice, {"preset": "sochi"}).other.replay.steps[0].problems
    ] == ["talon: has the same card AS twice"]


def test_where_a_ten_is_laid_open_only_the_calls_go() -> None:
    """Without tricks the hand does not count."""
    session = files.session("anna 10h ww 9 1 0", "boris 10h pp")
    found = compare_rules(session, {"preset": "sochi", "ten": "checked"})
    assert [each.step.n for each in found.unplayable] == [2]
    assert [problem.field for problem in found.unplayable[0].problems] == ["calls", "tricks"]


def test_a_hand_that_only_the_other_rules_have_counts() -> None:
    """Half a whist, which the rules of the session refuse: Vera writes half of the due four tricks."""
    found = compare_rules(files.session("anna 6c ph", half_whist=False), {"preset": "sochi"})
    assert found.unplayable == ()
    assert found.difference == GAME.results(
        GAME.play(found.other.replay.start, found.session.entries[0]).state
    )
    assert any(found.difference)


def test_hands_after_an_earlier_end_count_unless_it_is_wanted() -> None:
    session = files.session("anna 7h pp", "boris 7h pp", "vera 7h pp")
    rules = {"preset": "sochi", "end": "hands", "hands": 2}
    found = compare_rules(session, rules)
    assert found.ending is not None
    assert (found.ending.hands, found.ending.later, found.ending.counted) == (2, 1, True)
    assert str(found.ending.reason) == "all hands are played"
    assert by(found) == {}
    ended = compare_rules(session, rules, own_end=True)
    assert ended.ending == found.ending._replace(counted=False)
    assert causes(ended) == {
        "after_end": {"Anna": Fraction(40, 3), "Boris": Fraction(40, 3), "Vera": Fraction(-80, 3)}
    }
    assert ended.unplayable == ()


def test_a_lowered_pool_opens_the_game_again() -> None:
    lower = {"kind": "adjust", "player": "Anna", "column": "pool", "amount": -1, "reason": "agreed"}
    session = files.session("anna 6h pp", "boris 6h pp", "vera 6h pp", lower, "anna 6h pp", target=2)
    assert session.state.hands == 4
    for own_end in (False, True):
        found = compare_rules(session, choose_rules(session), own_end=own_end)
        assert (found.ending, by(found)) == (None, {})


def test_an_end_by_agreement_stays() -> None:
    session = files.session("anna 6h pp", {"kind": "end", "reason": "agreed"})
    found = compare_rules(session, {"preset": "rostov"})
    assert found.ending is None
    assert found.other.state.ended == "agreed"


def test_rules_without_a_valid_end_can_be_compared() -> None:
    session = files.session("anna 6h pp")
    assert compare_rules(session, {"preset": "leningrad-sport"}).ending is None
    with pytest.raises(InvalidInput, match="minutes"):
        compare_rules(session, {"preset": "leningrad-sport"}, own_end=True)


def test_changes_of_rules_are_ignored() -> None:
    change = {"kind": "rules", "set": {"style": "gentleman"}}
    session = files.session("anna 7h wp 6", change, "anna 7h wp 6")
    found = compare_rules(session, {"preset": "sochi"})
    assert found.replaced == (2,)
    assert [each.step.n for each in found.changed_hands] == [3]
    assert by(found) == {"Boris": 8, "Vera": -8}


def test_corrections_apply_before_the_replay() -> None:
    session = files.session(
        "anna 7h wp 6",
        "r 3 5 2",
        "boris m 0",
        files.void(3),
        files.amend(1, "anna 7h wp 7"),
        files.after(1, "boris 8n pp"),
    )
    found = compare_rules(session, choose_rules(session))
    assert [step.n for step in found.other.replay.steps] == [1, 6, 2]
    assert by(found) == {}


def test_dealers_stay_as_they_were() -> None:
    session = files.session("r 3 5 2", "boris 7h wp 6")
    found = compare_rules(session, {"preset": "sochi", "raspasy": {"rotation": "stays"}})
    assert [step.state.last_dealer for step in found.other.replay.steps] == [  # type: ignore[attr-defined]
        step.state.last_dealer  # type: ignore[attr-defined]
        for step in session.replay.steps
    ]
    assert by(found) == {}


def test_rules_that_contradict_each_other_are_refused() -> None:
    with pytest.raises(InvalidInput, match="style"):
        compare_rules(files.session("anna 6h pp"), {"preset": "sochi", "style": "rude"})


def test_other_presets_leave_out_the_one_that_was_played() -> None:
    assert list_other_presets(files.session()) == tuple(name for name in GAME.presets if name != "sochi")
    assert "sochi" in list_other_presets(files.session(style="gentleman"))
    assert choose_rules(files.session(target=30), "rostov") == {"preset": "rostov", "target": 30}


# --- the other games ----------------------------------------------------------------------------------

RELATIVES = {
    "balkan": (
        ("Ana", "Bora", "Ceca"),
        ("ana tref 2 2", "bora herc - -", "ceca betl 0", "p", "bora tref 0 4"),
    ),
    "prefa": (
        ("Anna", "Boris", "Vera"),
        ("anna 6h dd 2 2", "boris 8c pd 1", "v 7n pp", "anna 9s up", "pass"),
    ),
    "priffe": (("Anna", "Boris", "Vera", "Gleb"), ("x h 9", "y p 5", "x n 4", "f x 5")),
}


def relative(name: str) -> Session:
    players, lines = RELATIVES[name]
    session = Session(Table.of(name).header(players))
    for line in lines:
        session = session.accept(session.game.parse(session.state, line)).session
    return session


@pytest.mark.parametrize("name", RELATIVES)
def test_other_games_are_compared_by_their_presets(name: str) -> None:
    session = relative(name)
    for preset in session.game.presets:
        found = compare_rules(session, choose_rules(session, preset))
        assert sum(found.difference) == 0
        assert summed(found, found.parts) == list(found.difference)
        if preset == next(iter(session.game.presets)):
            assert (found.parts, found.changed_hands, found.unplayable) == ((), (), ())


# --- what holds for every game ----------------------------------------------------------------------


@given(games(kinds=WITHOUT_RULES))
def test_the_same_rules_change_nothing(played: Played) -> None:
    session = session_of(played)
    found = compare_rules(session, choose_rules(session))
    assert found.replayed == found.played
    assert (found.parts, found.changed_hands, found.unplayable) == ((), (), ())
    assert found.other.state.sheet == session.state.sheet


def points_worth(session: Session) -> tuple[object, ...]:
    rules = session.state.rules
    return rules.pool_worth, rules.dump_divisor  # type: ignore[attr-defined]


@given(games(), strategies.rules(), st.booleans())
def test_parts_and_hands_sum_up_to_the_difference(
    played: Played, rules: dict[str, Any], own_end: bool
) -> None:
    session = session_of(played)
    assume(rules.get("rounding") != "paper" or len(session.players) < MAX_PLAYERS)  # refused with five
    before = session.replay
    found = compare_rules(session, rules, own_end=own_end)
    assert sum(found.difference) == 0
    assert summed(found, found.parts) == list(found.difference)
    assert summed(found, found.changed_hands) == list(found.difference)
    for part in found.parts:
        assert sum(part.amounts) == 0
    assert session.replay is before
    if points_worth(session) == points_worth(found.other):
        assert "settlement" not in causes(found)


def ends_early(session: Session, rules: dict[str, Any]) -> bool:
    game = session.game
    state = game.start(session.header.model_copy(update={"rules": rules}))
    for step in session.replay.steps:
        if step.counts and step.entry is not None and step.entry.kind in game.hand_kinds:
            if state.over:
                return True
            entry = game.with_dealer(step.before, step.entry)
            state = game.play(state, game.without_unused_details(state, entry)).state
    return False


@each_line("path", sorted(SAMPLES.glob("*.jsonl")))
def test_results_are_those_of_a_session_written_by_the_other_rules(path: Path) -> None:
    loaded = load(path)
    content = path.read_bytes()
    session = loaded.session
    presets = list(session.game.presets)
    for preset in Random(path.stem).sample(presets, min(SOME, len(presets))):
        found = compare_rules(session, choose_rules(session, preset))
        rules = choose_rules(session, preset)
        if preset == "leningrad-sport" or ends_early(session, rules):
            rules = session.game.make_endless(rules)
        counted = [step for step in session.replay.steps if step.counts and step.entry is not None]
        state = session.game.start(session.header.model_copy(update={"rules": rules}))
        for step in counted:
            if step.entry is not None and step.entry.kind not in {"rules", "check", "void", "amend", "note"}:
                entry = session.game.with_dealer(step.before, step.entry)
                state = session.game.play(state, session.game.without_unused_details(state, entry)).state
        replayed = dict(zip(state.seats, session.game.results(state), strict=True))
        played = dict(zip(session.state.seats, session.game.results(session.state), strict=True))
        difference = [replayed[player] - played[player] for player in session.state.seats]
        assert list(found.difference) == difference
    assert path.read_bytes() == content


def test_prizes_are_a_cause_of_their_own() -> None:
    session = Session(header(preset="races", target=4, end="any"))
    session = session.accept(GAME.parse(session.state, "anna 7h pp")).session
    found = compare_rules(session, {"preset": "leningrad", "target": 4})
    assert causes(found) == {"prizes": {"Anna": -600, "Boris": 300, "Vera": 300}}


@each_line("end", [(), ({"kind": "end", "reason": "pool"},)])
def test_prizes_are_paid_by_both_rules(end: tuple[files.Fields, ...]) -> None:
    session = files.session("anna m 0", "anna 6s pp", *end, preset="races", target=12)
    found = compare_rules(session, {"preset": "races", "target": 10})
    assert found.ending is not None
    assert not any(found.difference)


# --- the words of a comparison ------------------------------------------------------------------------


def staked(session: Session) -> Session:
    return Session(session.header.model_copy(update={"stake": "0.10", "currency": "EUR"}), session.entries)


def test_the_report_of_one_replay() -> None:
    """Half a whist was a point in the pool and four whists of Vera."""
    session = files.session("anna 7h wp 6", "anna 6c ph")
    rules = {"preset": "sochi", "target": 20, "style": "gentleman", "half_whist": False}
    assert sections_text(comparison_sections([compare_rules(session, rules, "ours")])).splitlines() == [
        "Anna, Boris, Vera · Preferans · Sochi to 20",
        "The same hands under other rules: 2 hands. The game itself does not change.",
        "",
        "Sochi to 20, but Style of whisting: gentleman, Half-whist: no",
        (
            "By these rules hand 2 (Anna 6♣, Vera takes half) does not count: calls.Vera: "
            "this table does not play half-whist"
        ),
        "            Anna  Boris  Vera",
        "as played   −41⅓   +26⅔  +14⅔",
        "ours        −50⅔   +25⅓  +25⅓",
        "difference   −9⅓    −1⅓  +10⅔",
        "",
        "Why they differ",
        "                                 Anna  Boris  Vera",
        "hands impossible by these rules   −9⅓    +6⅔   +2⅔",
        "whists on failed contracts         0     −8    +8",
        "together                          −9⅓    −1⅓  +10⅔",
        "",
        "Biggest changes",
        "                                  Anna  Boris  Vera",
        "2  Anna 6♣, Vera takes half        −9⅓    +6⅔   +2⅔",
        "1  Anna 7♥, Boris whists: 1 down    0     −8    +8",
    ]


def test_without_a_difference_there_is_no_table() -> None:
    session = files.session("anna 7h wp 7")
    report = sections_text(comparison_sections([compare_rules(session, choose_rules(session))]))
    assert "The results are the same under these rules." in report
    assert "Why they differ" not in report


def test_a_difference_by_rounding_has_its_own_row() -> None:
    """Anna wins 13⅓ whists exactly, and 14 where they are rounded to whole ones."""
    free = files.session("anna 6s pp")
    paid = Session(free.header.model_copy(update={"stake": "1", "currency": "EUR"}), free.entries)
    for session in (free, paid):
        found = compare_rules(session, {"preset": "sochi", "rounding": "whole"})
        report = sections_text(comparison_sections([found]))
        assert "The results are the same under these rules." not in report
        assert "rounding    +⅔     −⅓    −⅓" in report
        assert found.difference == (0, 0, 0)


def test_several_replays_begin_with_one_table() -> None:
    session = files.session("anna 7h wp 6")
    found = [compare_rules(session, choose_rules(session, name)) for name in ("rostov", "leningrad")]
    first, *others = list(comparison_sections(found))
    assert first.rows[0] == ("", "Anna", "Boris", "Vera")
    assert [row[0] for row in first.rows[1:]] == ["as played", "Rostov", "Leningrad"]
    assert [row[0] for row in results_section(found, 1).rows[1:]] == ["as played", "Rostov", "Leningrad ◂"]
    titles = [section.title for section in others]
    assert titles.index("Rostov to 20") < titles.index("Leningrad to 20")


def test_only_the_hands_that_moved_most_are_listed() -> None:
    session = files.session(*["anna 7h wp 6"] * (MAX_MOVED + 2))
    found = compare_rules(session, {"preset": "sochi", "style": "gentleman"})
    moved = next(section for section in comparison_sections([found]) if "changes" in section.title)
    assert len(moved.rows) == 1 + MAX_MOVED + 1
    assert moved.rows[-1] == ("2 more entries", "0", "−16", "+16")


def test_an_earlier_or_later_end_is_reported() -> None:
    session = files.session("anna 6h pp", "boris 6h pp", "vera 6h pp", target=2)
    assert compare_rules(session, choose_rules(session)).ending is None
    later = sections_text(comparison_sections([compare_rules(session, {"preset": "sochi", "target": 10})]))
    assert "Under these rules the game would not be over yet." in later
    ends = {"preset": "sochi", "end": "hands", "hands": 2}
    earlier = sections_text(comparison_sections([compare_rules(session, ends)]))
    assert (
        "the game would have ended after hand 2 (all hands are played); 1 later hand is still compared."
        in earlier
    )
    assert (
        "the game ended after hand 2 (all hands are played); 1 later hand does not count."
        in sections_text(comparison_sections([compare_rules(session, ends, own_end=True)]))
    )


def test_incomplete_replays_are_marked() -> None:
    session = files.session("anna 7h wp 6", "anna 6c ph")
    without = {"preset": "sochi", "half_whist": False}
    replays = [compare_rules(session, {"preset": "rostov"}, "all"), compare_rules(session, without, "ours")]
    lines = sections_text([results_section(replays, 0)]).splitlines()
    assert (
        "*: some hands are impossible by these rules, so the result leaves them out and cannot be "
        "compared with the others."
    ) in lines
    assert [line.split("  ")[0] for line in lines[-2:]] == ["all ◂", "ours *"]
    assert "* without" not in sections_text([results_section(replays[:1] * 2, 0)])


def test_ignored_changes_of_rules_are_reported() -> None:
    session = files.session({"kind": "rules", "set": {"style": "gentleman"}}, "anna 7h wp 6")
    report = sections_text(comparison_sections([compare_rules(session, {"preset": "sochi"})]))
    assert "Rule changes during the game (after hand 0) are ignored here." in report


def test_the_json_object_is_exact() -> None:
    session = staked(files.session("anna 7h wp 6", "anna 6c ph"))
    found = compare_rules(session, {"preset": "sochi", "style": "gentleman"})
    made = comparison_object([found])
    assert made["game"] == "preferans"
    assert made["hands"] == 2
    assert made["currency"] == "EUR"
    [replay] = made["replays"]
    assert replay["difference"] == {
        "exact": {"Anna": "0", "Boris": "-8", "Vera": "8"},
        "money": {"Anna": "0.00", "Boris": "-0.80", "Vera": "0.80"},
    }
    assert replay["causes"] == [
        {"cause": "whists_failed", "amounts": {"Anna": "0", "Boris": "-8", "Vera": "8"}}
    ]
    assert replay["entries"] == [
        {"n": 1, "line": "Anna 7h wp 6", "amounts": {"Anna": "0", "Boris": "-8", "Vera": "8"}}
    ]
    assert (replay["not_counted"], replay["ending"]) == ([], None)

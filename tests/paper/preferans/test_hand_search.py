"""Hands that could have written a sheet: a sheet that was played is never called impossible."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain, count
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prefcount.games.preferans.state import PreferansState
from prefcount.games.state import State, Transition
from prefcount.ledger import Account, Amount, normalize_amount
from prefcount.paper import known_games
from prefcount.paper.known_games import (
    SearchBudget,
    SearchGuard,
    SheetRepair,
    SheetVerdict,
    find_impossible_figures,
    find_readings,
)
from prefcount.paper.preferans.hand_search import HandSearch
from prefcount.paper.preferans.repairs import Repairs, try_repairs
from prefcount.paper.preferans.table_moves import (
    TriedHand,
    empty_table,
    every_contract,
    every_penalty,
    every_raspasy,
    play_at_each_dealer,
)
from tests.bench.sheets import columns_of, evening, finished, make_slip, make_slip_by_hand
from tests.helpers import GAME, start
from tests.paper.preferans.one_game import one_game, writes
from tests.strategies import Played, games, one_of

LONG = SearchBudget(seconds=0, repair_seconds=600)
VERDICT = SearchBudget(seconds=0, repair_seconds=0)
HANDS = frozenset({"hand", "contract", "dealer"})


def steps(most: int) -> SearchBudget:
    asked = count()
    return SearchBudget(0, 0, stopped=lambda _stages: next(asked) > most)


def counts_once(done: Transition[State]) -> bool:
    return done.hand is None or getattr(done.hand, "factor", 1) == 1


def on_paper(played: Played, habit: str, random: Random) -> dict[Account, list[Amount]]:
    found: dict[Account, list[Amount]] = {}
    before: Any = played.first
    for transition in played.turns:
        parts: dict[Account, list[Amount]] = {}
        for account, amount, _reason in transition.postings:
            parts.setdefault(account, []).append(amount)
        for account, amounts in parts.items():
            column = found.setdefault(account, [])
            if account.column != "pool" and (habit == "two" or (habit == "mixed" and random.random() < 0.5)):
                random.shuffle(amounts)
                for amount in amounts:
                    column.append(normalize_amount((column[-1] if column else 0) + amount))
            elif transition.state.sheet[account] != before.sheet[account]:
                column.append(normalize_amount(transition.state.sheet[account]))
        before = transition.state
    return found


@settings(max_examples=3)
@given(
    games(kinds=HANDS, least=1, most=5, keep=counts_once),
    one_of("one", "two", "mixed"),
    st.randoms(use_true_random=False),
)
def test_what_was_played_is_never_impossible(played: Played, habit: str, random: Random) -> None:
    odd = find_impossible_figures(GAME, played.first, on_paper(played, "one", random), SearchGuard())
    assert [str(each.text) for each in odd] == []
    columns = on_paper(played, habit, random)
    found = find_readings(GAME, played.first, columns, steps(30_000))
    assert found.verdict != "impossible"
    for place, column in columns.items() if found.complete else ():
        for at, total in enumerate(column):  # each figure has a hand that may have written it
            assert total == (column[at - 1] if at else 0) or found.readings[place, at]


def test_a_possible_sheet_is_written_by_some_game() -> None:
    random, written = Random(5), 0
    for players, target, slip in ((3, 20, "for a wrong player"), (3, 100, "forgotten"), (4, 30, "")):
        session = evening(random, {"preset": "sochi", "target": target}, players)
        right, first = columns_of(session), session.replay.start
        for columns in (right, make_slip_by_hand(right, slip, random)) if slip else (right,):
            search = HandSearch(first, columns, "either", SearchGuard())
            if search.is_possible(SearchGuard(), most=100):
                assert writes(first, one_game(search), columns)
                written += 1
    assert written >= 3


def test_hands_turned_to_another_dealer_are_those_played_there() -> None:
    table = empty_table(start(4, dump_points="whists", raspasy={"stay_fee": 1, "stays_at_most": 2}))
    tables = [table._replace(dealer=dealer, row=1) for dealer in table.seats[::2]]
    for play in (every_penalty, every_raspasy, contracts_of_first_hand):
        turned, played = play_at_each_dealer(tables, play), chain.from_iterable(map(play, tables))
        assert Counter(map(comparable, turned)) == Counter(map(comparable, played))


def contracts_of_first_hand(state: PreferansState) -> Iterator[TriedHand]:
    return every_contract(state, state.seats.active(state.dealer)[:1])


def comparable(hand: TriedHand) -> tuple[object, ...]:
    amounts = sorted((account, amount) for account, amount, _reason in hand.postings)
    fields = sorted(hand.entry.model_dump(mode="json").items())
    entry = [(key, sorted(value.items()) if isinstance(value, dict) else value) for key, value in fields]
    return (hand.before.dealer, hand.before.last_dealer, str(entry), *amounts, hand.row)


def verdict(columns: dict[Account, Any], habit: str = "either", **rules: Any) -> SheetVerdict:
    return find_readings(GAME, start(**rules), columns, VERDICT._replace(habit=habit))


def repairs(columns: dict[Account, Any], **rules: Any) -> tuple[SheetRepair, ...]:
    return find_readings(GAME, start(**rules), columns, LONG).repairs


def lines(found: SheetVerdict, place: Account, position: int) -> set[str]:
    return {GAME.format(each.before, each.entry) for each in found.readings[place, position]}


def repaired(columns: dict[Account, Any], **rules: Any) -> list[str]:
    return [str(each.text) for each in repairs(columns, **rules)]


def test_hands_behind_a_figure_are_found() -> None:
    """Eight whists on a six are four tricks of one whister; two passes write none."""
    found = verdict({Account("pool", 0): [2], Account("whists", 1, 0): [8]})
    assert found.verdict == "possible"
    assert lines(found, Account("whists", 1, 0), 0) == {"Anna 6 wp 6"}
    assert lines(found, Account("pool", 0), 0) == {"Anna 6 wp 6"}
    shared = {Account("dump", 0): [4], Account("whists", 1, 0): [14], Account("whists", 2, 0): [14]}
    found = verdict(shared, preset="leningrad")  # gentlemen share whists, so each may have whisted
    assert lines(found, Account("dump", 0), 0) == {"Anna 6 wp 5", "Anna 6 pw 5"}


def test_the_tricks_of_a_raspasy_add_up_to_ten() -> None:
    dumps = {Account("dump", 0): [3], Account("dump", 1): [5]}
    assert verdict({**dumps, Account("dump", 2): [2]}).verdict == "possible"
    alone = verdict({Account("dump", 0): [3], Account("dump", 1): [5], Account("dump", 2): [3]})
    assert alone.verdict == "impossible"


def test_a_second_raspasy_in_a_row_costs_two_in_sochi() -> None:
    twice = {Account("dump", player): [each, 3 * each] for player, each in enumerate((3, 5, 2))}
    assert verdict(twice).verdict == "possible"
    thrice_at_once = {Account("dump", player): [3 * each] for player, each in enumerate((3, 5, 2))}
    assert verdict(thrice_at_once).verdict == "impossible"


def test_whist_and_consolation_are_one_figure_or_two() -> None:
    """A six that failed by one: five tricks and one consolation."""
    columns = {Account("dump", 0): [2], Account("whists", 1, 0): [12], Account("whists", 2, 0): [2]}
    assert verdict(columns).verdict == "possible"
    assert verdict(columns, "two").verdict == "impossible"
    in_two = {**columns, Account("whists", 1, 0): [10, 12]}
    assert verdict(in_two).verdict == "possible"
    assert verdict(in_two, "one").verdict == "impossible"


def test_aid_is_calculated_exactly() -> None:
    """Boris has 18 of 20 when he makes a ten: two fill his pool, eight go to Anna for eighty whists."""
    columns = {Account("pool", 1): [10, 18, 20], Account("pool", 0): [2, 10], Account("whists", 1, 0): [80]}
    assert verdict(columns, target=20).verdict == "possible"
    assert verdict({**columns, Account("whists", 1, 0): [70]}, target=20).verdict == "impossible"
    assert verdict({**columns, Account("pool", 0): [2, 9]}, target=20).verdict == "impossible"


def test_no_hand_follows_the_end_of_the_game() -> None:
    full = {Account("pool", player): [10, 20] for player in range(3)}
    assert verdict(full, preset="leningrad", target=20).verdict == "possible"
    assert verdict(full, preset="leningrad", target=10).verdict == "impossible"


def test_the_last_hand_may_end_a_row_of_raspasy() -> None:
    session = finished(Random(631), {"preset": "leningrad", "target": 10}, 3)
    assert [step.entry.kind for step in session.replay.steps if step.entry][-2:] == ["raspasy", "game"]
    assert find_readings(GAME, session.replay.start, columns_of(session), VERDICT).verdict == "possible"


def test_hands_are_found_although_places_reached_twice_are_tried_once() -> None:
    """A search that tries all places of every node finds 111 hands, too."""
    session = finished(Random(1), {"preset": "leningrad", "target": 20}, 3)
    found = find_readings(GAME, session.replay.start, columns_of(session), VERDICT)
    assert sum(map(len, found.readings.values())) == 111


def test_a_stopped_search_is_undecided() -> None:
    columns = {Account("pool", 0): [2, 4], Account("whists", 1, 0): [8, 16]}
    stopped = find_readings(GAME, start(), columns, SearchBudget(stopped=lambda _places: True))
    assert stopped.verdict == "undecided"
    many = {Account("pool", player): list(range(2, 62, 2)) for player in range(3)}
    wrong = {**many, Account("dump", 0): [3], Account("dump", 1): [3]}
    given_up = find_readings(GAME, start(target=100), wrong, SearchBudget(stopped=lambda _places: True))
    assert (given_up.verdict, dict(given_up.readings), given_up.repairs) == ("undecided", {}, ())


def test_repairs_undo_the_slip() -> None:
    exchanged = {Account("pool", 0): [2, 4, 6], Account("whists", 1, 0): [8, 61, 24]}
    mended = repairs(exchanged)[0]
    assert str(mended.text) == "8 → 61: this should be 16; two digits were swapped"
    assert (mended.right, mended.columns) == (16, {Account("whists", 1, 0): (8, 16, 24)})
    turned = {Account("pool", 0): [10, 20, 16]}
    assert repaired(turned, aid=False)[0] == (
        "20 → 16: this should be 24; the amount was taken off instead of added"
    )
    on_vera = {Account("pool", 0): [2], Account("whists", 1, 2): [8]}
    found = repaired(on_vera)
    assert found[0] == "0 → 8: 8 belongs to the whists of Boris on Anna, which become 8"


def test_a_total_copied_as_the_one_before() -> None:
    """Raspasy 1-4-5, then Anna three down on a six: her 7, misread as 1, looks like a repeated total."""
    raspasy = {Account("dump", 0): [1, 1], Account("dump", 1): [4], Account("dump", 2): [5]}
    sheet = {**raspasy, Account("whists", 1, 0): [20], Account("whists", 2, 0): [6]}
    found = repaired(sheet)
    assert "1 → 1: this should be 7; a digit was mistaken for a similar one" in found


def test_a_figure_added_for_another_player_is_found() -> None:
    """Raspasy 3-3-4: the 4 of Vera was added to the dump of Boris together with his 3."""
    tens = {Account("pool", 0): [10], Account("pool", 2): [10]}
    found = repaired({**tens, Account("dump", 0): [3], Account("dump", 1): [7]})
    assert "0 → 7: 4 belongs in the dump of Vera, which becomes 4" in found


def test_a_total_left_out_of_a_finished_sheet_is_found_among_many_slips() -> None:
    random = Random(1)
    session = finished(random, {"preset": "sochi", "target": 10}, 3)
    make_slip(session, "exchanged", random)
    columns = make_slip(session, "left out", random).columns
    search = HandSearch(session.replay.start, columns, "either", SearchGuard())
    tried = try_repairs(search, columns, SearchGuard(stopped=lambda nodes: nodes > 500))
    assert "2 → 8: 4 between them was left out" in [str(each.text) for each in tried.found]


def test_a_total_left_out_is_found_although_no_column_is_impossible_by_itself() -> None:
    random, guard = Random(1), SearchGuard(stopped=lambda nodes: nodes > 500)
    for slip in ("hand", "exchanged"):
        session = finished(random, {"preset": "leningrad", "target": 20}, 3)
        make_slip(session, slip, random)
        columns = make_slip(session, "left out", random).columns
    search = HandSearch(session.replay.start, columns, "either", guard)
    assert all(player.live for player in search.players)
    assert (search.is_possible(guard), guard.nodes) == (False, 0)
    assert [search.may_be_mended(index) for index in range(3)] == [False, True, False]
    found = [str(each.text) for each in try_repairs(search, columns, guard).found]
    assert "0 → 32: 8 between them was left out" in found


def test_versions_searched_together_are_those_possible_one_by_one() -> None:
    random = Random(1)
    session = finished(random, {"preset": "sochi", "target": 10}, 3)
    columns, account, at = make_slip(session, "left out", random)
    column, guard, state = [0, *columns[account]], SearchGuard(), session.replay.start
    versions = [
        {account: [*column[1 : at + 1], total, *column[at + 1 :]]}
        for total in range(column[at] + 1, column[at + 1])
    ]
    search = HandSearch(state, columns, "either", guard)
    together = HandSearch(state, columns, "either", guard, search, versions=versions)
    live = set(together.live_versions())
    alone = [HandSearch(state, {**columns, **each}, "either", guard, search) for each in versions]
    together.is_possible(guard)
    possible = {number for number, each in enumerate(alone) if each.is_possible(guard)}
    assert together.possible == possible
    assert possible <= live
    assert 0 < len(live) < len(versions)


def test_a_moved_figure_belongs_about_as_far_down() -> None:
    """Anna wrote the ten that she made last as whists, after those on the sixes of Boris."""
    pools = {Account("pool", 0): [2, 4], Account("pool", 1): [2, 4]}
    found = repaired({**pools, Account("whists", 0, 1): [8, 16, 26]}, aid=False)
    assert [said.rpartition(" ")[2] for said in found if "belongs in the pool of Anna" in said] == (
        ["14", "12", "10"]
    )


def test_a_repair_with_usual_figures_comes_first() -> None:
    eights = [8, 16, 24, 32, 41]
    found = repaired({Account("pool", 0): [2, 4, 6, 8, 10], Account("whists", 1, 0): eights})
    assert found[0] == "32 → 41: this should be 40; the sum is wrong"


@pytest.mark.parametrize(("dump", "usual"), [(30, True), (50, False)])
def test_a_misere_with_five_tricks_is_unusual(dump: int, usual: bool) -> None:
    columns = {Account("dump", 0): [dump]}
    by_usual, by_all = (
        HandSearch(start(), columns, "either", SearchGuard(), usual=each) for each in (True, False)
    )
    assert by_usual.is_possible(SearchGuard()) is usual
    assert by_all.is_possible(SearchGuard())


def stairs(figures: int, players: int) -> dict[Account, list[Amount]]:
    column: list[Amount] = [2 * step for step in range(1, figures + 1)]
    about = [Account(kind, player) for player in range(players) for kind in ("pool", "dump")]
    pairs = [(one, other) for one in range(players) for other in range(players) if one != other]
    return dict.fromkeys((*about, *(Account("whists", *pair) for pair in pairs)), column)


@pytest.mark.parametrize(("players", "figures"), [(2, 80), (4, 20)])
def test_a_search_among_equal_steps_ends_in_time(
    players: int, figures: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = count()
    monkeypatch.setattr(known_games, "monotonic", lambda: next(asked) / 500)
    table = start(players, preset="sochi", target=1000)
    find_readings(GAME, table, stairs(figures, players), SearchBudget(2, 2))
    assert next(asked) < 2 * 2 * 500 + 100


def test_a_search_no_longer_needed_ends_at_once() -> None:
    asked = count()
    new_table = start(4, misere_value=20)  # whose hands are not known yet from another test
    stopped = SearchBudget(stopped=lambda _stages: next(asked) >= 300)
    given_up = find_readings(GAME, new_table, stairs(10, 4), stopped)
    assert given_up.verdict == "undecided"
    assert next(asked) < 305


def test_verdict_and_repairs_have_separate_seconds() -> None:
    columns, over = {Account("pool", 0): [2, 4, 6], Account("whists", 1, 0): [8, 61, 24]}, False
    columns[Account("dump", 1)] = [50]
    search = HandSearch(start(), columns, "either", SearchGuard(stopped=lambda _nodes: over))
    assert search.is_possible(SearchGuard()) is False
    over = True
    tried = try_repairs(search, columns, SearchGuard())
    assert (bool(tried.found), tried.perhaps, tried.all_tried) == (True, (), True)
    tried = try_repairs(search, columns, SearchGuard(stopped=lambda nodes: nodes > 0))  # not to the end
    assert (len(tried.found), bool(tried.perhaps), tried.all_tried) == (0, True, False)
    assert try_repairs(search, columns, SearchGuard(stopped=lambda _nodes: True)) == Repairs()


def test_the_memory_of_a_search_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known_games, "MAX_SEARCH_BITS", 4_000_000)
    given_up = find_readings(GAME, start(3, target=1000), stairs(8, 3), LONG)
    assert given_up.verdict in ("undecided", "possible")
    assert not given_up.complete


def test_one_impossible_figure_decides_without_a_search() -> None:
    columns = {Account("pool", 0): [2, 6, 13], Account("whists", 1, 0): [8]}
    asked = count()
    no_time = SearchBudget(0, 0, stopped=lambda _stages: next(asked) == 0)
    assert find_readings(GAME, start(), columns, no_time).verdict == "impossible"


def test_a_ten_misread_as_one_is_suggested() -> None:
    columns = {Account("pool", 0): [4, 1]}
    (odd,) = find_impossible_figures(GAME, start(), columns, SearchGuard())
    assert str(odd.text).endswith("possible totals are 5, 6, 7, 8, 10, 12, 14")
    found = repaired({Account("pool", 0): [4, 8, 1]}, target=100)
    assert "8 → 1: this should be 10; a digit was left out" in found

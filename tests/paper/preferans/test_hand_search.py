"""Which hands could have written a sheet: what was played is always possible, and its hands are readings."""

from itertools import count
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prefcount.ledger.sheet import NO_PLAYER, Account, Amount, normalize_amount
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
from prefcount.paper.preferans.readings import Repairs, try_repairs
from tests.bench.sheets import columns_of, evening, slipped_by_hand
from tests.helpers import GAME, start
from tests.paper.preferans.one_game import one_game, writes
from tests.paper.preferans.test_sheet_check import HANDS, counts_once
from tests.strategies import Played, games, one_of

LONG = SearchBudget(seconds=0, repair_seconds=600)
VERDICT = SearchBudget(seconds=0, repair_seconds=0)


def steps(most: int) -> SearchBudget:
    """A search for a verdict that ends after so many steps, however quick the machine is."""
    asked = count()
    return SearchBudget(0, 0, stopped=lambda _stages: next(asked) > most)


def on_paper(played: Played, habit: str, random: Random) -> dict[Account, list[Amount]]:
    """The running totals of every column; whist and consolation are "one" figure, "two" or mixed."""
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
    """Every convention, two to four players, with aid, bombs, penalties, every way of writing; no factors."""
    columns = on_paper(played, habit, random)
    assert find_readings(GAME, played.first, columns, steps(10_000)).verdict != "impossible"


@settings(max_examples=2)
@given(games(kinds=HANDS, least=1, most=4, keep=counts_once), st.randoms(use_true_random=False))
def test_every_hand_that_was_played_is_among_the_readings(played: Played, random: Random) -> None:
    """A figure can come from the hand that wrote it, or from one that writes the same."""
    columns = on_paper(played, "one", random)
    found = find_readings(GAME, played.first, columns, steps(30_000))
    if not found.complete:
        return
    for place, column in columns.items():
        for at, total in enumerate(column):
            if total != (column[at - 1] if at else 0):
                assert found.readings[place, at]


def test_what_is_called_possible_is_written_by_a_game() -> None:
    """Three players and four, with aid and without; right sheets, and wrong ones that hands could write."""
    random, written = Random(5), 0
    for players, target in ((3, 20), (3, 100), (4, 30), (4, 100)):
        for slip in ("", "forgotten", "for a wrong player"):
            session = evening(random, {"preset": "sochi", "target": target}, players)
            right, first = columns_of(session), session.replay.start
            columns = slipped_by_hand(right, slip, random) if slip else right
            search = HandSearch(first, columns, "either", SearchGuard())
            if search.is_possible(SearchGuard(), most=100):
                assert writes(first, one_game(search), columns)
                written += 1
    assert written >= 8


def account(column: str, owner: int, other: int = NO_PLAYER) -> Account:
    """A column, by the numbers of the players: Anna is 0, Boris 1, Vera 2."""
    return Account(column, owner, other)


def verdict(columns: dict[Account, Any], habit: str = "either", **rules: Any) -> SheetVerdict:
    """What is found out about columns at a table of three, without what could be mended."""
    return find_readings(GAME, start(**rules), columns, VERDICT._replace(habit=habit))


def repairs(columns: dict[Account, Any], **rules: Any) -> tuple[SheetRepair, ...]:
    """What could be mended in columns that no hands of a table of three can have written."""
    return find_readings(GAME, start(**rules), columns, LONG).repairs


def lines(found: SheetVerdict, place: Account, position: int) -> set[str]:
    """The hands that could have written a figure, as they are typed."""
    return {GAME.format(each.before, each.entry) for each in found.readings[place, position]}


def repaired(columns: dict[Account, Any], **rules: Any) -> list[str]:
    """The same in words."""
    return [str(each.text) for each in repairs(columns, **rules)]


def test_the_hand_behind_a_figure() -> None:
    """Eight whists on a six are four tricks of one whister; a pass by both writes no whists."""
    found = verdict({account("pool", 0): [2], account("whists", 1, 0): [8]})
    assert found.verdict == "possible"
    assert lines(found, account("whists", 1, 0), 0) == {"Anna 6 wp 6"}
    assert lines(found, account("pool", 0), 0) == {"Anna 6 wp 6"}
    shared = {account("dump", 0): [4], account("whists", 1, 0): [14], account("whists", 2, 0): [14]}
    found = verdict(shared, preset="leningrad")  # as gentlemen share, nobody can tell who whisted
    assert lines(found, account("dump", 0), 0) == {"Anna 6 wp 5", "Anna 6 pw 5"}


def test_raspasy_joins_the_dumps_of_all() -> None:
    """Each dump by itself is possible; ten tricks are only possible together."""
    dumps = {account("dump", 0): [3], account("dump", 1): [5]}
    assert verdict({**dumps, account("dump", 2): [2]}).verdict == "possible"
    alone = verdict({account("dump", 0): [3], account("dump", 1): [5], account("dump", 2): [3]})
    assert alone.verdict == "impossible"


def test_the_price_of_the_next_raspasy() -> None:
    """A second raspasy in a row costs two in Sochi; with a contract between them it costs one."""
    twice = {account("dump", player): [each, 3 * each] for player, each in enumerate((3, 5, 2))}
    assert verdict(twice).verdict == "possible"
    thrice_at_once = {account("dump", player): [3 * each] for player, each in enumerate((3, 5, 2))}
    assert verdict(thrice_at_once).verdict == "impossible"


def test_whist_and_consolation() -> None:
    """A six that failed by one: five tricks and one consolation, as one figure or as two."""
    columns = {account("dump", 0): [2], account("whists", 1, 0): [12], account("whists", 2, 0): [2]}
    assert verdict(columns).verdict == "possible"
    assert verdict(columns, "two").verdict == "impossible"
    in_two = {**columns, account("whists", 1, 0): [10, 12]}
    assert verdict(in_two).verdict == "possible"
    assert verdict(in_two, "one").verdict == "impossible"


def test_aid_is_exact() -> None:
    """Boris has 18 of 20 when he makes a ten: two fill his pool, eight go to Anna for eighty whists."""
    columns = {account("pool", 1): [10, 18, 20], account("pool", 0): [2, 10], account("whists", 1, 0): [80]}
    assert verdict(columns, target=20).verdict == "possible"
    assert verdict({**columns, account("whists", 1, 0): [70]}, target=20).verdict == "impossible"
    assert verdict({**columns, account("pool", 0): [2, 9]}, target=20).verdict == "impossible"


def test_nothing_is_written_after_the_end() -> None:
    """In Leningrad the game is over with the pools together; no hand follows."""
    full = {account("pool", player): [10, 20] for player in range(3)}
    assert verdict(full, preset="leningrad", target=20).verdict == "possible"
    assert verdict(full, preset="leningrad", target=10).verdict == "impossible"


def test_the_budget() -> None:
    """What could not be searched to its end is never called possible, nor impossible."""
    columns = {account("pool", 0): [2, 4], account("whists", 1, 0): [8, 16]}
    stopped = find_readings(GAME, start(), columns, SearchBudget(stopped=lambda _places: True))
    assert stopped.verdict == "undecided"
    many = {account("pool", player): list(range(2, 62, 2)) for player in range(3)}
    wrong = {**many, account("dump", 0): [3], account("dump", 1): [3]}
    given_up = find_readings(GAME, start(target=100), wrong, SearchBudget(stopped=lambda _places: True))
    assert (given_up.verdict, dict(given_up.readings), given_up.repairs) == ("undecided", {}, ())


def test_what_is_to_be_mended() -> None:
    """The slip is taken back, and hands could have written what is there then."""
    exchanged = {account("pool", 0): [2, 4, 6], account("whists", 1, 0): [8, 61, 24]}
    mended = repairs(exchanged)[0]
    assert str(mended.text) == "8 → 61: 16 should stand there; two digits were exchanged"
    assert (mended.right, mended.columns) == (16, {account("whists", 1, 0): (8, 16, 24)})
    turned = {account("pool", 0): [10, 20, 16]}
    assert repaired(turned, aid=False)[0] == (
        "20 → 16: 24 should stand there; the figure was taken off instead of added"
    )
    on_vera = {account("pool", 0): [2], account("whists", 1, 2): [8]}
    found = repaired(on_vera)
    assert found[0] == "0 → 8: 8 belongs to the whists of Boris on Anna, which become 8"


def test_a_total_copied_as_the_one_before() -> None:
    """Raspasy 1-4-5 and Anna three down on a six: her 7 taken for a 1 looks like a total written again."""
    raspasy = {account("dump", 0): [1, 1], account("dump", 1): [4], account("dump", 2): [5]}
    sheet = {**raspasy, account("whists", 1, 0): [20], account("whists", 2, 0): [6]}
    found = repaired(sheet)
    assert "1 → 1: 7 should stand there; a digit was taken for one that looks like it" in found


def test_a_figure_added_to_that_of_somebody_else() -> None:
    """Raspasy 3-3-4: the 4 of Vera was added to the dump of Boris together with his 3."""
    tens = {account("pool", 0): [10], account("pool", 2): [10]}
    found = repaired({**tens, account("dump", 0): [3], account("dump", 1): [7]})
    assert "0 → 7: 4 belongs in the dump of Vera, which becomes 4" in found


def test_a_figure_that_was_moved_belongs_about_as_far_down() -> None:
    """Anna wrote the ten that she made last as whists, behind those on the sixes of Boris."""
    pools = {account("pool", 0): [2, 4], account("pool", 1): [2, 4]}
    found = repaired({**pools, account("whists", 0, 1): [8, 16, 26]}, aid=False)
    assert [said.rpartition(" ")[2] for said in found if "belongs in the pool of Anna" in said] == (
        ["14", "12", "10"]
    )


def test_usual_figures_are_likelier() -> None:
    """Among slips that explain as much, one that leads to a figure that stands there often comes first."""
    eights = [8, 16, 24, 32, 41]
    found = repaired({account("pool", 0): [2, 4, 6, 8, 10], account("whists", 1, 0): eights})
    assert found[0] == "32 → 41: 40 should stand there; it was added up wrong"


@pytest.mark.parametrize(("dump", "usual"), [(30, True), (50, False)])
def test_usual_hands(dump: int, usual: bool) -> None:
    """A misère with three tricks happens; with five it is possible, but the last thing to be thought of."""
    columns = {account("dump", 0): [dump]}
    by_usual, by_all = (
        HandSearch(start(), columns, "either", SearchGuard(), usual=each) for each in (True, False)
    )
    assert by_usual.is_possible(SearchGuard()) is usual
    assert by_all.is_possible(SearchGuard())


def stairs(figures: int, players: int) -> dict[Account, list[Amount]]:
    """Columns that rise in equal steps, so that their figures fit together in more ways than can be tried."""
    column: list[Amount] = [2 * step for step in range(1, figures + 1)]
    about = [account(kind, player) for player in range(players) for kind in ("pool", "dump")]
    pairs = [(one, other) for one in range(players) for other in range(players) if one != other]
    return dict.fromkeys((*about, *(account("whists", *pair) for pair in pairs)), column)


@pytest.mark.parametrize(("players", "figures"), [(2, 80), (4, 20)])
def test_equal_steps_end_with_the_seconds(
    players: int, figures: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock is asked everywhere: after so many questions the seconds are over, whatever was found."""
    asked = count()
    monkeypatch.setattr(known_games, "monotonic", lambda: next(asked) / 2_000)
    table = start(players, preset="sochi", target=1000)
    find_readings(GAME, table, stairs(figures, players), SearchBudget(2, 2))
    assert next(asked) < 2 * 2 * 2_000 + 100


def test_a_search_that_nobody_waits_for_ends_at_once() -> None:
    """Whatever it was doing: it asks before each step."""
    asked = count()
    given_up = find_readings(
        GAME, start(4, target=1000), stairs(10, 4), SearchBudget(stopped=lambda _stages: next(asked) >= 300)
    )
    assert given_up.verdict == "undecided"
    assert next(asked) < 305


def test_the_seconds_of_the_verdict_are_not_those_of_the_repairs() -> None:
    """What was worked out for the verdict goes on being used when its time is over; 50 is no usual hand."""
    columns, over = {account("pool", 0): [2, 4, 6], account("whists", 1, 0): [8, 61, 24]}, False
    columns[account("dump", 1)] = [50]
    search = HandSearch(start(), columns, "either", SearchGuard(stopped=lambda _nodes: over))
    assert search.is_possible(SearchGuard()) is False
    over = True
    tried = try_repairs(search, columns, SearchGuard())
    assert (bool(tried.found), tried.perhaps, tried.all_tried) == (True, (), True)
    tried = try_repairs(search, columns, SearchGuard(stopped=lambda nodes: nodes > 0))  # not to the end
    assert (len(tried.found), bool(tried.perhaps), tried.all_tried) == (0, True, False)
    assert try_repairs(search, columns, SearchGuard(stopped=lambda _nodes: True)) == Repairs()


def test_the_room_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where too much would have to be kept the search gives up, however much time there is."""
    monkeypatch.setattr(known_games, "MAX_SEARCH_BITS", 10_000_000)
    given_up = find_readings(GAME, start(3, target=1000), stairs(8, 3), LONG)
    assert given_up.verdict in ("undecided", "possible")
    assert not given_up.complete


def test_a_figure_that_alone_is_impossible_settles_the_verdict() -> None:
    """Even if there is no time to look for hands."""
    columns = {account("pool", 0): [2, 6, 13], account("whists", 1, 0): [8]}
    asked = count()
    no_time = SearchBudget(0, 0, stopped=lambda _stages: next(asked) == 0)
    assert find_readings(GAME, start(), columns, no_time).verdict == "impossible"


def test_ten_read_as_one() -> None:
    """The 10 of Anna was read as 1: said beside what else is possible, and offered as the slip."""
    columns = {account("pool", 0): [4, 1]}
    (odd,) = find_impossible_figures(GAME, start(), columns, SearchGuard())
    assert str(odd.text).endswith("possible would be 5, 6, 7, 8, 10, 12, 14")
    found = repaired({account("pool", 0): [4, 8, 1]}, target=100)
    assert "8 → 1: 10 should stand there; a digit was left out" in found

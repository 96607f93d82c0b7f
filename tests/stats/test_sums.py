"""Sums over many games: what is added up, and that nothing is lost or invented."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import assume, given

from prefcount.ledger import Amount
from prefcount.session.outcome import settle_session
from prefcount.session.session import Session
from prefcount.stats.aliases import NO_ALIASES, People
from prefcount.stats.sums import GameSums, Pace, PersonSums, Statistics, make_record
from tests.helpers import GAME
from tests.store import files
from tests.strategies import Played, games, session_of
from tests.tables import each_line
from tests.whatif.test_whatif import RELATIVES, relative


def sums(sessions: Iterable[Session], people: People = NO_ALIASES) -> GameSums:
    found = GameSums(GAME, Statistics(people))
    for number, session in enumerate(sessions):
        found.add(make_record(session), Path(f"{number}.jsonl"))
    return found


def person(found: GameSums, name: str) -> PersonSums:
    return found.people[NO_ALIASES.key(name)]


def dated(session: Session, started: str) -> Session:
    header = files.session(started=started).header
    return Session(session.header.model_copy(update={"started": header.started}), session.entries)


# --- examples -------------------------------------------------------------------------------------


def test_results_and_hands_are_added_up() -> None:
    """Seven and eight made: 4 points are 80/3 whists for who has them, and −40/3 for the others."""
    found = sums([files.session("anna 7h pp"), files.session("anna 7h pp", "boris 7h pp")])
    anna, vera = person(found, "Anna"), person(found, "Vera")
    assert (anna.games, anna.hands, anna.total) == (2, 3, Fraction(80, 3) + Fraction(40, 3))
    assert (vera.games, vera.hands, vera.total) == (2, 3, Fraction(-40, 3) - Fraction(80, 3))
    assert anna.per_hand == Fraction(40, 3)
    assert found.hands == 3
    assert (anna.tallies["made_7"], anna.tallies["made"], "made" in vera.tallies) == (2, 2, False)


def timed(*minutes: int | None, started: str | None = None) -> timedelta | None:
    hands = [
        {
            **files.fields("anna 7h pp"),
            **({} if at is None else {"at": f"2026-03-06T{20 + at // 60}:{at % 60:02}:00Z"}),
        }
        for at in minutes
    ]
    return make_record(files.session(*hands, **({"started": started} if started else {}))).lasted


def test_the_pace_counts_from_the_beginning_to_the_last_hand() -> None:
    assert timed(10, 20, 30, started="2026-03-06T20:00:00Z") == timedelta(minutes=30)
    assert timed(10, 20, 30) == timedelta(minutes=20)
    pace = Pace(2, 36, timedelta(hours=3))
    assert (pace.hands_per_hour, pace.minutes) == (12, 90)


@each_line(
    ("minutes", "started"),
    [
        ((), "2026-03-06T20:00:00Z"),
        ((None, None), "2026-03-06T20:00:00Z"),
        ((0, 0, 1), None),  # typed in from paper
        ((30, 10), None),  # the clock was set back
        ((10, 20), "2026-03-05T20:00:00Z"),  # two days
    ],
)
def test_an_implausible_length_is_not_counted(minutes: tuple[int | None, ...], started: str | None) -> None:
    assert timed(*minutes, started=started) is None


def test_the_average_per_hand_is_of_games_with_hands() -> None:
    anna = person(sums([files.session("anna 7h pp"), files.session(files.ONLY_RESULT)]), "Anna")
    assert (anna.games, anna.hands, anna.total) == (2, 1, Fraction(80, 3) + Fraction(55, 2))
    assert anna.per_hand == Fraction(80, 3)


def test_void_and_impossible_hands_are_not_counted() -> None:
    found = sums([files.session("anna 7h pp", "boris 8n pp", files.void(2), "anna 9h ph")])
    assert (person(found, "Anna").hands, person(found, "Boris").tallies.get("made")) == (1, None)


def test_money_is_added_up_by_currency() -> None:
    """A raspasy is 3 1/3 whists for Anna, 33 cents and the one that rounding leaves."""
    first = files.session("anna 7h pp").header
    euros = Session(
        first.model_copy(update={"stake": "0.10", "currency": "EUR"}), files.session("r 3 5 2").entries
    )
    roubles = Session(
        first.model_copy(update={"stake": "2", "currency": "RUB"}), files.session("anna 7h pp").entries
    )
    found = sums([euros, euros, roubles, files.session("anna 7h pp")])
    assert person(found, "Anna").money == {"EUR": Decimal("0.68"), "RUB": Decimal("53.34")}
    everybody = found.people.values()
    assert sum(each.money["EUR"] for each in everybody) == sum(each.money["RUB"] for each in everybody) == 0


def test_of_equal_best_results_the_earlier_counts() -> None:
    evenings = [
        dated(files.session("anna 7h pp"), "2026-02-02T19:00:00+01:00"),
        dated(files.session("anna 7h pp"), "2026-01-01T19:00:00+01:00"),
        dated(files.session("boris 8n pp"), "2026-03-03T19:00:00+01:00"),
    ]
    anna = person(sums(evenings), "Anna")
    assert anna.best is not None
    assert anna.worst is not None
    assert (anna.best.day, anna.best.path.name) == (date(2026, 1, 1), "1.jsonl")
    assert anna.worst.day == date(2026, 3, 3)
    days = [evening.day for evening in sums(evenings).in_order()]
    assert days == [date(2026, 1, 1), date(2026, 2, 2), date(2026, 3, 3)]


def test_a_player_who_leaves_keeps_their_result() -> None:
    """Vera made an eight, which is 40, and left; Gleb has her columns and what came after it."""
    joins = {"kind": "join", "player": "Gleb", "replaces": "Vera"}
    raspasy = {"kind": "raspasy", "tricks": {"Anna": 3, "Boris": 5, "Gleb": 2}}
    session = files.session("vera 8n pp", joins, raspasy, raspasy)
    found = sums([session])
    vera, gleb = person(found, "Vera"), person(found, "Gleb")
    assert (vera.games, vera.hands, vera.total, vera.tallies["made_8"]) == (1, 1, 40, 1)
    assert (gleb.games, gleb.hands, gleb.tallies["raspasy"]) == (1, 2, 2)
    assert vera.total + gleb.total == settle_session(session).exact[2]
    assert gleb.total == 40  # 9, 15 and 6 in the dumps: four less than the mean of ten, ten whists each
    assert vera.best is not None
    assert ("gleb", "vera") not in found.pairs


def test_the_money_of_a_seat_is_shared_by_its_players() -> None:
    joins = {"kind": "join", "player": "Gleb", "replaces": "Vera"}
    raspasy = {"kind": "raspasy", "tricks": {"Anna": 3, "Boris": 5, "Gleb": 2}}
    played = files.session("anna 7h pp", joins, raspasy)
    header = played.header.model_copy(update={"stake": "0.10", "currency": "EUR"})
    session = Session(header, played.entries)
    found = sums([session])
    settled = settle_session(session).money
    assert settled is not None
    vera, gleb = (person(found, name).money["EUR"] for name in ("Vera", "Gleb"))
    assert (vera, vera + gleb) == (Decimal("-1.34"), settled.amounts[2])
    assert sum(each.money["EUR"] for each in found.people.values()) == 0


def test_pairs_have_what_the_first_won_of_the_second() -> None:
    """Boris leaves a six: 60 whists of dump, a third of it to each of the others, both times."""
    found = sums([files.session("boris 6h -3"), files.session("boris 6h -3")])
    pair = found.pairs["anna", "boris"]
    assert (pair.games, pair.net, pair.totals) == (2, 40, (40, -80))
    assert found.pairs["anna", "vera"].net == 0


@pytest.mark.parametrize("name", RELATIVES)
def test_pairs_of_other_games_have_both_results(name: str) -> None:
    session = relative(name)
    found = GameSums(session.game, Statistics())
    for number in range(2):
        found.add(make_record(session), Path(f"{number}.jsonl"))
    results = dict(zip(session.players, settle_session(session).exact, strict=True))
    assert {each.name: each.total for each in found.people.values()} == {
        name: 2 * result for name, result in results.items()
    }
    for (first, second), pair in found.pairs.items():
        assert pair.totals == (found.people[first].total, found.people[second].total)
        assert (pair.net is None) == (not session.game.pairs(session.state))
    assert any(each.tallies for each in found.people.values())


# --- what always holds -----------------------------------------------------------------------------


@given(games())
def test_pairs_sum_up_to_the_total(played: Played) -> None:
    assume(played.state.rules.rounding == "exact")
    found = sums([session_of(played)])
    for key, each in found.people.items():
        won = sum((pair.net or 0) for (first, _other), pair in found.pairs.items() if first == key)
        lost = sum((pair.net or 0) for (_first, other), pair in found.pairs.items() if other == key)
        assert won - lost == each.total


@given(games())
def test_players_have_what_changed_while_they_sat_there(played: Played) -> None:
    session = session_of(played)
    expected: defaultdict[str, Amount] = defaultdict(int)
    before: dict[int, Amount] = {}
    states = (session.replay.start, *(step.state for step in session.replay.steps))
    for state, scaled_results in zip(states, session.replay.scaled_results(session.game), strict=True):
        now = dict(zip(state.seats, scaled_results.exact, strict=True))
        for seat, share in now.items():
            expected[NO_ALIASES.key(state.names[seat])] += share - before.get(seat, 0)
        before = now
    found = sums([session])
    won = {key: each.total for key, each in found.people.items()}
    assert {key: total for key, total in won.items() if total} == {
        key: total for key, total in expected.items() if total
    }
    assert sum(won.values(), Fraction(0)) == 0

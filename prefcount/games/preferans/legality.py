"""Whether a hand can be, and who and what it concerns: entries become resolved hands.

Legality is a query: every problem is found at once, each with its field and a sentence.
Source: rule book, sections 1, 2, 4, 7 and 8; file format, "Entries".
"""

from prefcount.games.people import player_number
from prefcount.games.preferans.calls import resolved_calls
from prefcount.games.preferans.entries import Game, Misere, Raspasy
from prefcount.games.preferans.hands import (
    MISERE_VALUE,
    VALUES,
    WHIST,
    ContractHand,
    HandPlayed,
    MisereHand,
    RaspasyHand,
    Seats,
)
from prefcount.games.preferans.reasons import OVER
from prefcount.games.preferans.state import State
from prefcount.games.preferans.tricks import ALL_TRICKS, Tricks, completed, named, needed, needed_each
from prefcount.i18n import N_, text
from prefcount.ledger.postings import NOBODY
from prefcount.problems import Problem, problem

TALON_TRICKS = 2


def resolve(state: State, entry: Game | Misere | Raspasy) -> tuple[HandPlayed | None, list[Problem]]:
    """The hand that an entry describes at this point of the game, or None and all its problems."""
    found: list[Problem] = []
    if state.over:
        said = N_("the game is over ({reason}); no more hands until the end is voided")
        found.append(problem("", said, reason=text(OVER[state.over])))
    given = None if entry.dealer is None else player_number(state, "dealer", entry.dealer, found)
    dealer = state.dealer if given is None else given
    hand: HandPlayed | None = None
    if entry.kind == "raspasy":
        hand = _raspasy(state, entry, dealer, found)
    else:
        seats = _seats(state, entry.declarer, dealer, found)
        if seats is None:
            named(state, entry.tricks or {}, state.active(dealer), found)
        elif entry.kind == "game":
            hand = _contract(state, entry, seats, found)
        else:
            hand = _misere(state, entry, seats, found)
    return (None, found) if found else (hand, [])


def _seats(state: State, name: str, dealer: int, found: list[Problem]) -> Seats | None:
    declarer = player_number(state, "declarer", name, found)
    if declarer is None:
        return None
    active = state.active(dealer)
    if declarer not in active:
        found.append(problem("declarer", N_("{name} deals this hand and sits out"), name=name))
        return None
    first, *rest = (player for player in state.clockwise(declarer) if player in active)
    return Seats(dealer, state.idle(dealer), declarer, first, rest[0] if rest else NOBODY)


def _contract(state: State, entry: Game, seats: Seats, found: list[Problem]) -> ContractHand | None:
    blind_nine = entry.blind and entry.level == 9
    hand = ContractHand(
        seats,
        entry.level,
        entry.contract,
        state.rules.nine_blind_value if blind_nine else VALUES[entry.level],
        talon_units=_talon_units(state, entry, seats, found),
    )
    if entry.left_without is not None:
        _leaving(state, entry, found)
        return hand._replace(left_without=entry.left_without)
    if entry.level == 10 and state.rules.ten == "checked":
        if entry.calls is not None:
            said = N_("a ten is laid open at this table and nobody calls; leave them out")
            found.append(problem("calls", said))
        hand = hand._replace(checked=True)
    else:
        calls = resolved_calls(state, entry, seats, found)
        if calls is None:
            if entry.tricks:
                completed(state, entry.tricks, (seats.declarer, *seats.defenders), found)
            return None
        hand = hand._replace(calls=calls)
    tricks = _contract_tricks(state, entry, hand, found)
    return None if tricks is None else hand._replace(tricks=tricks)


def _leaving(state: State, entry: Game, found: list[Problem]) -> None:
    allowed = state.rules.leave_without
    if entry.left_without != allowed:
        template = (
            N_("leaving without {allowed} is what this table plays, not without {given}")
            if allowed
            else N_("giving up a contract without play is not played at this table")
        )
        found.append(problem("left_without", template, allowed=allowed, given=entry.left_without))
    for field in ("calls", "tricks"):
        if getattr(entry, field) is not None:
            found.append(problem(field, N_("stand beside left_without, which replaces calls and tricks")))


def _contract_tricks(
    state: State, entry: Game, hand: ContractHand, found: list[Problem]
) -> tuple[int | None, ...] | None:
    seats = hand.seats
    if not hand.played:
        if entry.tricks is not None:
            found.append(problem("tricks", N_("are not entered: the hand is not played out")))
            return None
        return ()
    players = (seats.declarer, *seats.defenders)
    known = completed(state, entry.tricks, players, found)
    if known is None:
        return None
    if seats.declarer not in known:
        found.append(needed(state, seats.declarer))
    elif _each_matters(state, hand, known) and len(known) < len(players):
        found.append(needed_each(state, seats.defenders))
    return tuple(known.get(player) for player in players)


def _each_matters(state: State, hand: ContractHand, known: Tricks) -> bool:
    """Whether the defenders' tricks are needed one by one (fine print 12 for the checked ten)."""
    if hand.checked:
        return known[hand.seats.declarer] < hand.level and state.rules.ten_checked_whists == "own"
    return hand.calls == (WHIST, WHIST)


def _misere(state: State, entry: Misere, seats: Seats, found: list[Problem]) -> MisereHand | None:
    units = _talon_units(state, entry, seats, found)
    known = completed(state, entry.tricks, (seats.declarer, *seats.defenders), found)
    if known is None:
        return None
    if seats.declarer not in known:
        found.append(needed(state, seats.declarer))
        return None
    value = state.rules.misere_blind_value if entry.blind else MISERE_VALUE
    return MisereHand(seats, value, known[seats.declarer], units)


def _raspasy(state: State, entry: Raspasy, dealer: int, found: list[Problem]) -> RaspasyHand | None:
    players = all_pass_players(state, dealer)
    if state.size == 2:
        return _hussar_raspasy(state, entry, dealer, found)
    known = completed(state, entry.tricks, players, found)
    if known is None:
        return None
    missing = [player for player in players if player not in known]
    if missing:
        found.append(needed_each(state, missing))
        return None
    if len(players) == 4 and known[dealer] > TALON_TRICKS:
        said = N_("the dealer leads the two talon cards and takes at most 2 tricks, not {given}")
        found.append(problem(f"tricks.{state.names[dealer]}", said, given=known[dealer]))
    return RaspasyHand(dealer, tuple((player, known[player]) for player in players))


def all_pass_players(state: State, dealer: int) -> tuple[int, ...]:
    """Everybody who takes part in a raspasy, in seat order."""
    options = state.rules.raspasy
    if state.size == 4 and (options.to == "whists" or options.dealer == "sits_out"):
        return tuple(player for player in state.seats if player != dealer)
    return state.seats


def _hussar_raspasy(state: State, entry: Raspasy, dealer: int, found: list[Problem]) -> RaspasyHand | None:
    """With two players the dummy's tricks count for nobody, so a rest fixes nothing."""
    known = named(state, entry.tricks, state.seats, found)
    missing = [player for player in state.seats if player not in known]
    if missing and state.rules.hussar_raspasy == "own":
        found.append(needed_each(state, missing))
    total = sum(known.values())
    if total > ALL_TRICKS:
        said = N_("sum to {given}; with the dummy's they make 10, so at most 10 are possible")
        found.append(problem("tricks", said, given=total))
    return RaspasyHand(dealer, tuple((player, known.get(player, 0)) for player in state.seats))


def talon_counts(state: State, idle: int, *, misere: bool) -> bool:
    """Whether the talon's cards earn something at this table when `idle` sits out (rule book, 1.9)."""
    rules = state.rules
    if misere:
        return rules.misere_talon_bonus and idle != NOBODY
    three = state.size == 3 and rules.talon_bonus_3p == "split"
    return rules.talon_bonus and (idle != NOBODY or three)


def _talon_units(state: State, entry: Game | Misere, seats: Seats, found: list[Problem]) -> int:
    """Trick values that the talon earns; naming it where no bonus is played is a problem."""
    if entry.talon is None:
        return 0
    if entry.talon[0] == entry.talon[1]:
        found.append(problem("talon", N_("the same card {card} twice"), card=entry.talon[0]))
        return 0
    if not talon_counts(state, seats.idle, misere=isinstance(entry, Misere)):
        found.append(problem("talon", N_("no talon bonus is played at this table; leave the cards out")))
        return 0
    from prefcount.games.preferans import talon

    return talon.misere_units(entry.talon) if isinstance(entry, Misere) else talon.units(entry.talon)

"""Whether a hand can be, and who and what it concerns: entries become resolved hands.

Legality is a query: every problem is found at once, each with its field and a sentence.
Source: rule book, sections 1, 2, 4, 7 and 8; file format, "Entries".
"""

from collections.abc import Mapping, Sequence

from prefcount.games.preferans import talon
from prefcount.games.preferans.entries import Call, Game, Misere, Raspasy
from prefcount.games.preferans.hands import (
    HALF,
    MISERE_VALUE,
    PASS,
    VALUES,
    WHIST,
    ContractHand,
    HandPlayed,
    MisereHand,
    RaspasyHand,
    Seats,
)
from prefcount.games.preferans.state import State
from prefcount.i18n import N_
from prefcount.ledger.postings import NOBODY
from prefcount.problems import Problem, problem, unknown

ALL_TRICKS = 10
TALON_TRICKS = 2

Tricks = dict[int, int]


def resolve(state: State, entry: Game | Misere | Raspasy) -> tuple[HandPlayed | None, list[Problem]]:
    """The hand that an entry describes at this point of the game, or None and all its problems."""
    found: list[Problem] = []
    if state.over:
        found.append(
            problem(
                "",
                N_("the game is over ({reason}); no more hands until the end is voided"),
                reason=state.over,
            )
        )
    dealer = state.dealer if entry.dealer is None else player_number(state, "dealer", entry.dealer, found)
    if dealer is None:
        return None, found
    hand: HandPlayed | None
    if isinstance(entry, Raspasy):
        hand = _raspasy(state, entry, dealer, found)
    else:
        seats = _seats(state, entry.declarer, dealer, found)
        if seats is None:
            return None, found
        hand = (
            _contract(state, entry, seats, found)
            if isinstance(entry, Game)
            else _misere(state, entry, seats, found)
        )
    return (None, found) if found else (hand, [])


def player_number(state: State, field: str, name: str, found: list[Problem]) -> int | None:
    """The number of the player called `name`; an unknown name is a problem that offers the nearest."""
    if name in state.names:
        return state.names.index(name)
    found.append(unknown(field, name, [state.names[player] for player in state.seats]))
    return None


def _seats(state: State, name: str, dealer: int, found: list[Problem]) -> Seats | None:
    declarer = player_number(state, "declarer", name, found)
    if declarer is None:
        return None
    active = state.active(dealer)
    if declarer not in active:
        found.append(problem("declarer", N_("{name} deals this hand and sits out"), name=name))
        return None
    defenders = [player for player in state.clockwise(declarer) if player in active]
    return Seats(
        dealer, state.idle(dealer), declarer, defenders[0], defenders[1] if len(defenders) > 1 else NOBODY
    )


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
            found.append(
                problem("calls", N_("a ten is laid open at this table and nobody calls; leave them out"))
            )
        hand = hand._replace(checked=True)
    else:
        calls = _calls(state, entry, seats, found)
        if calls is None:
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


def _calls(state: State, entry: Game, seats: Seats, found: list[Problem]) -> tuple[str, ...] | None:
    """The calls in the order of the defenders, and the dealer's where he returned the whist."""
    before = len(found)
    stalingrad = state.rules.stalingrad and entry.contract == "6S"
    if entry.calls is None:
        if stalingrad:
            return (WHIST,) * len(seats.defenders)
        found.append(
            problem("calls", N_("are missing: say what {who} called"), who=_names(state, seats.defenders))
        )
        return None
    by_player: dict[int, Call] = {}
    for name, call in entry.calls.items():
        player = player_number(state, "calls", name, found)
        if player is not None:
            by_player[player] = call
    _callers(state, seats, by_player, found)
    if len(found) > before:
        return None
    calls = tuple(by_player[player] for player in seats.defenders)
    if by_player.get(seats.idle) == WHIST:
        calls = (*calls, WHIST)
    _legal_calls(state, entry, seats, calls, found)
    if stalingrad:
        for player, call in zip(seats.defenders, calls, strict=False):
            if call != WHIST:
                found.append(
                    problem(
                        f"calls.{state.names[player]}",
                        N_("six spades is Stalingrad here: both defenders must whist"),
                    )
                )
    return calls if len(found) == before else None


def _callers(state: State, seats: Seats, by_player: Mapping[int, Call], found: list[Problem]) -> None:
    for player in seats.defenders:
        if player not in by_player:
            found.append(problem(f"calls.{state.names[player]}", N_("is missing: whist, pass or half")))
    for player in by_player:
        if player in seats.defenders or (player == seats.idle and state.rules.dealer_may_whist):
            continue
        who = state.names[player]
        template = (
            N_("{who} is the declarer") if player == seats.declarer else N_("{who} does not play this hand")
        )
        found.append(problem(f"calls.{who}", template, who=who))


def _legal_calls(
    state: State, entry: Game, seats: Seats, calls: tuple[str, ...], found: list[Problem]
) -> None:
    names = [state.names[player] for player in seats.defenders]
    if calls[0] == HALF:
        template = (
            N_("half a whist is not played by two")
            if len(names) == 1
            else N_("only the second defender, {second}, may take half, and only after a pass")
        )
        found.append(problem(f"calls.{names[0]}", template, second=names[-1]))
    elif HALF in calls and not state.rules.half_whist:
        found.append(problem(f"calls.{names[1]}", N_("half a whist is not played at this table")))
    elif HALF in calls and entry.level not in state.rules.half_whist_levels:
        levels = ", ".join(map(str, state.rules.half_whist_levels))
        found.append(
            problem(
                f"calls.{names[1]}",
                N_("there is no half-whist on {level}, only on {levels}"),
                level=entry.level,
                levels=levels,
            )
        )
    if len(calls) == 3 and calls[:2] != (PASS, HALF):
        dealer = state.names[seats.idle]
        found.append(problem(f"calls.{dealer}", N_("the dealer may whist only after pass and half")))


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
    known = _tricks(state, entry.tricks, players, found)
    if known is None:
        return None
    defenders_matter = hand.calls == (WHIST, WHIST) or hand.checked
    missing = [player for player in players if player not in known]
    if seats.declarer in missing:
        found.append(problem("tricks", N_("say how many tricks {who} took"), who=state.names[seats.declarer]))
    elif defenders_matter and missing and _needs_each(state, hand, known[seats.declarer]):
        found.append(
            problem(
                "tricks", N_("say how many tricks each of {who} took"), who=_names(state, seats.defenders)
            )
        )
    return tuple(known.get(player) for player in players)


def _needs_each(state: State, hand: ContractHand, taken: int) -> bool:
    """Whether the defenders' tricks are needed one by one (fine print 12 for the checked ten)."""
    if not hand.checked:
        return True
    return taken < hand.level and state.rules.ten_checked_whists == "own"


def _misere(state: State, entry: Misere, seats: Seats, found: list[Problem]) -> MisereHand | None:
    units = _talon_units(state, entry, seats, found)
    known = _tricks(state, entry.tricks, (seats.declarer, *seats.defenders), found)
    if known is None:
        return None
    if seats.declarer not in known:
        found.append(problem("tricks", N_("say how many tricks {who} took"), who=state.names[seats.declarer]))
        return None
    value = state.rules.misere_blind_value if entry.blind else MISERE_VALUE
    return MisereHand(seats, value, known[seats.declarer], units)


def _raspasy(state: State, entry: Raspasy, dealer: int, found: list[Problem]) -> RaspasyHand | None:
    players = all_pass_players(state, dealer)
    if state.size == 2:
        return _hussar_raspasy(state, entry, dealer, found)
    known = _tricks(state, entry.tricks, players, found)
    if known is None:
        return None
    missing = [player for player in players if player not in known]
    if missing:
        found.append(
            problem("tricks", N_("say how many tricks each of {who} took"), who=_names(state, missing))
        )
        return None
    if len(players) == 4 and known[dealer] > TALON_TRICKS:
        found.append(
            problem(
                f"tricks.{state.names[dealer]}",
                N_("the dealer leads the two talon cards and takes at most 2 tricks, not {given}"),
                given=known[dealer],
            )
        )
    return RaspasyHand(dealer, tuple((player, known[player]) for player in players))


def all_pass_players(state: State, dealer: int) -> tuple[int, ...]:
    """Everybody who takes part in a raspasy, in seat order."""
    options = state.rules.raspasy
    if state.size == 4 and (options.to == "whists" or options.dealer == "sits_out"):
        return tuple(player for player in state.seats if player != dealer)
    return state.seats


def _hussar_raspasy(state: State, entry: Raspasy, dealer: int, found: list[Problem]) -> RaspasyHand | None:
    known = _given(state, entry.tricks, state.seats, found)
    missing = [player for player in state.seats if player not in known]
    if missing:
        found.append(
            problem("tricks", N_("say how many tricks each of {who} took"), who=_names(state, missing))
        )
    elif sum(known.values()) > ALL_TRICKS:
        found.append(
            problem(
                "tricks",
                N_("sum to {given}; with the dummy's they make 10, so at most 10 are possible"),
                given=sum(known.values()),
            )
        )
    else:
        return RaspasyHand(dealer, tuple((player, known[player]) for player in state.seats))
    return None


def _tricks(
    state: State, given: Mapping[str, int] | None, players: Sequence[int], found: list[Problem]
) -> Tricks | None:
    """Tricks by player; one number that was left out is filled in. None if they cannot be."""
    if not given:
        found.append(
            problem("tricks", N_("are missing: the hand is played out by {who}"), who=_names(state, players))
        )
        return None
    before = len(found)
    known = _given(state, given, players, found)
    if len(found) > before:
        return None
    total = sum(known.values())
    missing = [player for player in players if player not in known]
    if total > ALL_TRICKS or (not missing and total < ALL_TRICKS):
        found.append(problem("tricks", N_("sum to {given}, not to 10"), given=total))
        return None
    if len(missing) == 1:
        known[missing[0]] = ALL_TRICKS - total
    return known


def _given(state: State, given: Mapping[str, int], players: Sequence[int], found: list[Problem]) -> Tricks:
    known: Tricks = {}
    for name, tricks in given.items():
        player = player_number(state, "tricks", name, found)
        if player is None:
            continue
        if player not in players:
            found.append(problem(f"tricks.{name}", N_("{who} does not play this hand"), who=name))
        known[player] = tricks
    return known


def _talon_units(state: State, entry: Game | Misere, seats: Seats, found: list[Problem]) -> int:
    """Trick values that the talon earns; naming it where no bonus is played is a problem."""
    if entry.talon is None:
        return 0
    rules = state.rules
    if entry.talon[0] == entry.talon[1]:
        found.append(problem("talon", N_("the same card {card} twice"), card=entry.talon[0]))
        return 0
    if isinstance(entry, Misere):
        played = rules.misere_talon_bonus and seats.idle != NOBODY
    else:
        three = state.size == 3 and rules.talon_bonus_3p == "split"
        played = rules.talon_bonus and (seats.idle != NOBODY or three)
    if not played:
        found.append(problem("talon", N_("no talon bonus is played at this table; leave the cards out")))
        return 0
    return talon.misere_units(entry.talon) if isinstance(entry, Misere) else talon.units(entry.talon)


def _names(state: State, players: Sequence[int]) -> str:
    return ", ".join(state.names[player] for player in players)

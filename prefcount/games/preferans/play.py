"""One hand played: resolved, scored, full pools closed, and what the table knows afterwards.

A hand writes the same wherever the table is the same: the options that are asked for when it is scored,
players, dealer and declarer, the row of raspasy, a bomb that is used up. Only what a full pool does with a
gain depends on the sheet. So what legal hands write is remembered: a correction plays those after it again,
an archive meets many of them again, and so does who plays the same hands by other rules.

Source: rule book, sections 4 (the row of raspasy, rotation), 5 and 7; fine print 8, 21 and 23.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from operator import attrgetter
from typing import Any, NamedTuple

from pydantic import BaseModel

from prefcount.base.problems import problem
from prefcount.games.preferans.entries import Hand
from prefcount.games.preferans.hands import ContractHand, HandPlayed, MisereHand, RaspasyHand
from prefcount.games.preferans.legality import resolve_hand
from prefcount.games.preferans.options import PreferansRules
from prefcount.games.preferans.phrases import HAS_LEFT
from prefcount.games.preferans.pool_gains import Gains, as_written, gains_of, resolve_gains
from prefcount.games.preferans.scoring import score_contract, score_misere, score_raspasy
from prefcount.games.preferans.settlement import added, parts
from prefcount.games.preferans.state import DUMPS, PreferansState
from prefcount.games.protocol.state import Transition
from prefcount.ledger.amount import Amount, exact
from prefcount.ledger.postings import NOBODY, Posting, Reason, figures_of, only_amounts

Reader = Callable[[Any], Any]
"""The values of some options of rules, to compare with those of other rules."""


class NotedRules:
    """Rules that note in `names` which options were asked for, dotted where they are nested."""

    def __init__(self, rules: BaseModel, names: dict[str, None], prefix: str = "") -> None:
        self._rules, self._names, self._prefix = rules, names, prefix

    def __getattr__(self, name: str) -> Any:
        """An option, which is kept where Python finds it next time; or what the model says by its options."""
        kind, options = type(self._rules), self._rules.__dict__
        if name not in options:
            return getattr(kind, name).__get__(self, kind)
        value = options[name]
        if isinstance(value, BaseModel):
            value = NotedRules(value, self._names, f"{self._prefix}{name}.")
        else:
            self._names[f"{self._prefix}{name}"] = None
        self.__dict__[name] = value
        return value


_reader_of = lru_cache(maxsize=10_000)(attrgetter)
"""What reads options by their names, at least one; the same object for the same names."""


class Effect(NamedTuple):
    """What a hand does by itself, whatever stands on the sheet.

    Attributes:
        hand: the resolved hand.
        postings: what it writes, in the columns that the table keeps.
        gains: who gained in the pool, clockwise from the first hand.
        worth: what the postings are worth to everybody in seat order, in the parts of `ScaledResults.parts`.
        ends_row: whether a row of raspasy is over with it.
    """

    hand: HandPlayed
    postings: tuple[Posting, ...]
    gains: Gains
    worth: tuple[Amount, ...]
    ends_row: bool


Key = tuple[object, ...]


class OptionMemory:
    """Effects by a key and by the options that they depend on; a full memory is emptied."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._readers: dict[Key, tuple[Reader, ...]] = {}
        self._known: dict[tuple[Key, Reader, Any], Effect] = {}
        self._newest: tuple[Any, dict[Reader, Any]] = (None, {})

    def get(self, key: Key, rules: Any) -> Effect | None:
        """What was kept for rules that agree with these in all that was read."""
        for read in self._readers.get(key, ()):
            value = self._known.get((key, read, self._read(rules, read)))
            if value is not None:
                return value
        return None

    def keep(self, key: Key, rules: Any, read: Reader, value: Effect) -> None:
        """Remember what was worked out by reading these options of the rules."""
        if len(self._known) >= self._most:
            self.clear()
        readers = self._readers.get(key, ())
        if read not in readers:
            self._readers[key] = (*readers, read)
        self._known[key, read, self._read(rules, read)] = value

    def _read(self, rules: Any, read: Reader) -> Any:
        """The values of these options; the same object as long as the same rules are asked for."""
        newest = self._newest  # another thread may put other rules there
        if newest[0] is not rules:
            newest = self._newest = (rules, {})
        values = newest[1].get(read)
        if values is None:
            values = newest[1][read] = read(rules)
        return values

    def clear(self) -> None:
        """Forget everything."""
        self._readers.clear()
        self._known.clear()


MOST_REMEMBERED = 30_000
"""So many hands are remembered; a full memory is emptied, which costs time only."""

_effects = OptionMemory(MOST_REMEMBERED)
"""By `_key`, and by the options that were asked for when the hand was scored."""


def play_hand(state: PreferansState, entry: Hand) -> Transition[PreferansState]:
    """The transition of a contract, a misère or a raspasy, or all the problems of its entry."""
    if state.left:
        return _without_those_who_left(state, entry)
    dealer = state.dealer
    if entry.dealer is not None:
        dealer = state.names.index(entry.dealer) if entry.dealer in state.names else NOBODY
    key = _key(state, entry, dealer)
    # A key of three players does not tell an unknown dealer from others.
    effect = None if state.over or dealer == NOBODY else _effects.get(key, state.rules)
    if effect is None:
        names = dict[str, None]()
        noted: Any = NotedRules(state.rules, names)
        table = state._replace(rules=noted)
        hand, problems = resolve_hand(table, entry)
        if hand is None:
            return Transition(state, (), tuple(problems))
        effect = _effect(table, hand, dealer)
        _effects.keep(key, state.rules, _reader_of(*names), effect)
    return _transition(state, entry, dealer, effect)


def _without_those_who_left(state: PreferansState, entry: Hand) -> Transition[PreferansState]:
    """The transition of a hand at a table that some have left, who have no part in it."""
    declarer = () if entry.kind == "raspasy" else (entry.declarer,)
    calls = entry.calls or () if entry.kind == "game" else ()
    named = {*declarer, *calls, *(entry.tricks or ()), entry.dealer}
    gone = [state.names[player] for player in state.left]
    problems = [problem("", HAS_LEFT, name=name) for name in gone if name in named]
    if problems:
        return Transition(state, (), tuple(problems))
    done = play_hand(state.table, entry)
    if done.problems:
        return Transition(state, (), done.problems)
    worth = dict(zip(done.state.seats, done.worth, strict=True))
    return done._replace(
        state=done.state._replace(seats=state.seats, left=state.left),
        worth=tuple([worth.get(player, 0) for player in state.seats]),
    )


def forget() -> None:
    """Empty the memory of hands."""
    _effects.clear()


def _key(state: PreferansState, entry: Hand, dealer: int) -> Key:
    """Everything that the effect of a legal hand depends on, players by their numbers.

    Tricks and calls of unknown names make their count too large for a legal hand.
    """
    names, seats, rules, tricks = state.names, state.seats, state.rules, entry.tricks or {}
    taken = (len(tricks), *map(tricks.get, names))
    if entry.kind == "raspasy":
        return (seats, taken, dealer, state.row, entry.factor)
    declarer = names.index(entry.declarer) if entry.declarer in names else NOBODY
    idle = seats.idle(dealer)
    bomb = rules.bombs and state.bombs[declarer] > 0
    table = (seats, taken, declarer, idle, bomb, entry.talon, entry.blind, entry.factor)
    if entry.kind == "misere":
        return table
    calls = entry.calls or {}
    return (table, entry.contract, entry.left_without, len(calls), *map(calls.get, names))


def _effect(state: PreferansState, hand: HandPlayed, dealer: int) -> Effect:
    """What a resolved hand does at this table, before its gains meet full pools."""
    scored = only_amounts(_scored(state, hand))
    postings = as_written(state, scored)
    return Effect(
        hand,
        postings,
        gains_of(scored, state.seats.from_first_hand(dealer)),
        parts(state, figures_of(postings)),
        not isinstance(hand, RaspasyHand) and _ends_row(state.rules, hand),
    )


def _transition(
    state: PreferansState, entry: Hand, dealer: int, effect: Effect
) -> Transition[PreferansState]:
    """The transition of a hand whose effect is known: full pools closed, and the state after it."""
    after = _afterwards(state, entry, dealer, effect)
    further = [
        *(resolve_gains(after, effect.gains) if effect.gains else ()),
        *(_stay_fee(state, after, dealer) if state.rules.raspasy.rotation == "stays" else ()),
    ]
    postings, worth = effect.postings, effect.worth
    if further:
        more = as_written(state, only_amounts(further))
        after = after._replace(sheet=after.sheet.after(more))
        postings, worth = postings + more, added(worth, parts(state, figures_of(more)))
    if not after.first_full and (full := after.full):
        after = after._replace(first_full=full)
    return Transition(after, postings, (), worth, effect.hand)


def _scored(state: PreferansState, hand: HandPlayed) -> list[Posting]:
    """What the rules give for a hand.

    Twice where it uses up a bomb (section 7, fine print 23), and by its own factor (section 13).
    """
    if isinstance(hand, RaspasyHand):
        scored = score_raspasy(state, hand)
    elif isinstance(hand, ContractHand):
        scored = score_contract(state.rules, hand)
    else:
        scored = score_misere(state.rules, hand, tuple(state.seats.others(hand.roles.declarer)))
    if not isinstance(hand, RaspasyHand) and state.rules.bombs and state.bombs[hand.roles.declarer] > 0:
        scored = [_times(2, each, Reason("bomb", of=each)) for each in scored]
    if hand.factor != 1:
        figures = {"factor": hand.factor}
        scored = [_times(hand.factor, each, Reason("factor", figures, of=each)) for each in scored]
    return scored


def _times(factor: int, posting: Posting, reason: Reason) -> Posting:
    return posting._replace(amount=exact(factor * posting.amount), reason=reason)


def _ends_row(rules: PreferansRules, hand: ContractHand | MisereHand) -> bool:
    """Whether the next raspasy is the first of a row again."""
    options = rules.raspasy
    if isinstance(hand, MisereHand):
        return options.misere_resets == "any" or (options.misere_resets == "made" and hand.made)
    return options.reset == "any_hand" or (hand.made and (hand.played or options.reset == "made"))


def _afterwards(state: PreferansState, entry: Hand, dealer: int, effect: Effect) -> PreferansState:
    """The table after a hand, before anything follows from its gains."""
    raspasy = entry.kind == "raspasy"
    stayed = _stayed(state, dealer) if raspasy else 0
    return PreferansState(
        names=state.names,
        seats=state.seats,
        rules=state.rules,
        sheet=state.sheet.after(effect.postings),
        dealer=dealer if stayed else state.seats.after(dealer),
        last_dealer=dealer,
        hands=state.hands + 1,
        row=state.row + 1 if raspasy else 0 if effect.ends_row else state.row,
        bombs=_bombs(state, effect.hand) if state.rules.bombs else state.bombs,
        started=state.started,
        latest=max(filter(None, (state.latest, entry.at)), default=None),
        ended=state.ended,
        stayed=stayed,
        first_dealer=dealer if state.first_dealer == NOBODY else state.first_dealer,
        first_full=state.first_full,
    )


def _stayed(state: PreferansState, dealer: int) -> int:
    """How many raspasy of this dealer the deal has stayed for, or 0 if it moves on (section 13)."""
    options = state.rules.raspasy
    if options.rotation != "stays":
        return 0
    dealt = 1 + (state.stayed if dealer == state.last_dealer else 0)
    return 0 if options.stays_at_most and dealt >= options.stays_at_most else dealt


def _stay_fee(state: PreferansState, after: PreferansState, dealer: int) -> Iterator[Posting]:
    """What a dealer writes from whom the deal, which stays at raspasy, moves on after too many of them."""
    options = state.rules.raspasy
    raspasy = after.row > state.row
    if raspasy and not after.stayed and options.stay_fee:
        yield Posting(DUMPS[dealer], options.stay_fee, Reason("stay_fee", {"points": options.stay_fee}))


def _bombs(state: PreferansState, hand: HandPlayed) -> tuple[int, ...]:
    """A raspasy gives everybody a bomb; another hand uses up one of its declarer."""
    if isinstance(hand, RaspasyHand):
        return tuple(count + (player in state.seats) for player, count in enumerate(state.bombs))
    declarer = hand.roles.declarer
    return tuple(max(0, count - (player == declarer)) for player, count in enumerate(state.bombs))

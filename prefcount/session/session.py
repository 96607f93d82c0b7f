"""A session in memory: a header, its entries, and the game replayed from them. It is immutable."""

from collections.abc import Sequence
from datetime import date, datetime
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from prefcount.base.i18n import C_, N_, _
from prefcount.base.problems import InvalidInput, Problem, invalid, problem
from prefcount.base.system import to_local_time
from prefcount.entries.models import (
    AmendBase,
    DateEntry,
    Entry,
    HandEntry,
    Header,
    PlacedEntry,
    Price,
    PriceEntry,
    RenameEntry,
    ResultEntry,
    SheetEntry,
)
from prefcount.entries.validation_messages import validate_fields
from prefcount.games import GAMES, get_game
from prefcount.games.game import Game
from prefcount.games.state import State
from prefcount.session.corrections import EffectiveEntry, PlayerNamedTwice, affects_earlier_entries
from prefcount.session.replay import ONLY_RESULT, Replay, Step, find_columns_brought_twice, play_step, replay

EntryT = TypeVar("EntryT", bound=Entry)


class Proposal(NamedTuple):
    """The session as it would be with one more entry, which is not written yet.

    Attributes:
        entry: the entry as it would be written.
        step: the step of the entry, with its postings.
        displaced: the numbers of entries that count now, and would no longer count with the new entry.
    """

    session: "Session"
    entry: Entry
    step: Step
    displaced: tuple[int, ...]

    @property
    def problems(self) -> tuple[Problem, ...]:
        return self.step.problems

    @property
    def counting_step(self) -> Step:
        """The step to show for the entry: its own step, or for an `amend` the step of the corrected entry."""
        entry = self.entry
        return self.session.replay.step(entry.entry) if isinstance(entry, AmendBase) else self.step

    @property
    def remarks(self) -> tuple[str, ...]:
        """The remarks that an audit of the file would make about the entry."""
        step = self.counting_step
        if step.entry is None or step.problems:
            return ()
        remarks = self.session.game.remarks(step.before, step.entry, step.state)
        sentences = [remark.message for remark in remarks]
        if isinstance(step.entry, SheetEntry):
            twice = find_columns_brought_twice(self.session.game, self.session.replay.steps)
            sentences += [sentence for n, sentence in twice if n == step.n]
        return tuple(map(str, sentences))

    @property
    def doubt(self) -> str:
        """A question to ask the player before a very unlikely hand is written, or ""."""
        step, game = self.counting_step, self.session.game
        if step.entry is None or step.problems or step.entry.kind not in game.hand_kinds:
            return ""
        doubted = game.find_doubt(step.entry)
        return "" if doubted is None else str(doubted)


class Session:
    """A game with its header and numbered entries, from which all figures are computed when needed.

    Raises:
        InvalidInput: if the header names an unknown game, player or option.
    """

    def __init__(
        self,
        header: Header,
        entries: Sequence[Entry] = (),
        *,
        start: State | None = None,
        played: Replay | None = None,
        earlier: Replay | None = None,
        price: Price | None = None,
    ) -> None:
        """Create a session. Keyword arguments pass on results that were computed before.

        Args:
            start: the state before the first entry, as `header` defines it.
            played: the replay of `entries` from `start`.
            earlier: a replay of almost the same entries, whose first steps can be reused.
            price: the price of the game, which takes the place of the price in the header and the entries.
        """
        self.header = header
        self.entries = tuple(entries)
        self.game: Game[Any] = get_game(header.game)
        self._start: State = self.game.start(header) if start is None else start
        self._played, self._earlier, self._price = played, earlier, price

    @classmethod
    def from_replay(cls, header: Header, played: Replay, price: Price) -> "Session":
        entries = [step.effective.written for step in played.steps]
        return cls(header, entries, start=played.start, played=played, price=price)

    def with_entries(self, entries: Sequence[Entry]) -> "Session":
        return Session(self.header, entries, start=self._start, earlier=self._played)

    def cut_after(self, n: int) -> "Session":
        """Return the session with only the entries up to entry `n`.

        Later corrections of these entries are kept: each entry counts as it does now.
        """
        index = next(index for index, step in enumerate(self.replay.steps, 1) if step.n == n)
        steps = self.replay.steps[:index]
        played = self.replay._replace(steps=steps, state=steps[-1].state)
        return Session.from_replay(self.header, played, self.price)

    def _with_entry(self, entry: Entry, played: Replay) -> "Session":
        return Session(self.header, (*self.entries, entry), start=self._start, played=played)

    @property
    def replay(self) -> Replay:
        if self._played is None:
            self._played = replay(self.game, self._start, self.entries, self._earlier)
            self._earlier = None
        return self._played

    @property
    def entry_kinds(self) -> Game[Any]:
        """The object with the models of all entries: the game, or for a `PaymentBook` its `BookKinds`."""
        return self.game

    @property
    def state(self) -> State:
        return self.replay.state

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(self.state.names[player] for player in self.state.seats)

    @cached_property
    def price(self) -> Price:
        """The price of the whole game: from the newest price entry that counts, or else from the header."""
        if self._price is not None:
            return self._price
        newest = self._newest(PriceEntry)
        return self.header.price if newest is None else newest.price

    @cached_property
    def started(self) -> datetime | None:
        """The start of the game: from the newest date entry that counts, or else from the header."""
        newest = self._newest(DateEntry)
        return self.header.started if newest is None else newest.moment

    def _newest(self, model: type[EntryT]) -> EntryT | None:
        counting = (step.entry for step in reversed(self.replay.steps) if step.counts)
        return next((entry for entry in counting if isinstance(entry, model)), None)

    @cached_property
    def next_number(self) -> int:
        return max((entry.n or 0 for entry in self.entries), default=0) + 1

    def complete_entry(self, entry: Entry, at: datetime | None = None) -> Entry:
        """Return the entry as it will be written, with its number, the dealer and current names of players.

        Args:
            at: the current time, which is written into an entry without a time. None adds no time.
        """
        update: dict[str, object] = {"n": self.next_number}
        if at is not None:
            _check_not_later(entry, at)
        if at is not None and entry.at is None:
            update["at"] = at
        try:
            entry = self.replay.spellings.respell_entry(entry, self.next_number)
        except PlayerNamedTwice as twice:
            raise InvalidInput([twice.problem]) from None
        return self._with_dealer(entry.model_copy(update=update))

    def _with_dealer(self, entry: Entry) -> Entry:
        if isinstance(entry, AmendBase):
            target = next((step for step in self.replay.steps if step.n == entry.entry), None)
            if target is None:
                return entry
            replacement = entry.with_
            return entry.model_copy(update={"with_": self.game.with_dealer(target.before, replacement)})
        if isinstance(entry, PlacedEntry) and entry.after is not None:
            place = self.with_entries((*self.entries, entry)).replay.step(entry.n or 0).before
            return self.game.with_dealer(place, entry)
        return self.game.with_dealer(self.state, entry)

    def propose(self, entry: Entry) -> Proposal:
        """Return the session as it would be with `entry`.

        If the entry cannot count, `Proposal.problems` has the reasons.

        Args:
            entry: an entry with a number, as `complete_entry` returns it.
        """
        before = self.replay
        if entry.n == self.next_number and not (
            affects_earlier_entries(entry) or isinstance(entry, RenameEntry)
        ):
            step = play_step(
                self.game,
                before.state,
                before.spellings.respell_effective(EffectiveEntry(entry.n, entry, entry)),
            )
            played = Replay(before.start, (*before.steps, step), step.state, before.spellings)
            return Proposal(self._with_entry(entry, played), entry, step, ())
        session = self._with_entry(entry, replay(self.game, self._start, (*self.entries, entry), before))
        own = session.replay.step(entry.n or 0)
        problems = own.problems + session._replacement_problems(entry)
        impossible = [step.n for step in session.replay.steps if step.problems]
        counted = {step.n for step in before.steps if step.counts} if impossible else ()
        displaced = tuple(n for n in impossible if n in counted)
        if any(isinstance(before.step(n).entry, ResultEntry) for n in displaced):
            problems = (*problems, problem("", ONLY_RESULT))
        return Proposal(session, entry, own._replace(problems=problems), displaced)

    def _replacement_problems(self, entry: Entry) -> tuple[Problem, ...]:
        if not isinstance(entry, AmendBase) or self.replay.step(entry.n or 0).problems:
            return ()
        target = self.replay.step(entry.entry)
        if target.effective.corrected_by != entry.n:
            return ()
        return tuple(
            inner._replace(field=f"with.{inner.field}" if inner.field else "with")
            for inner in target.problems
        )

    def accept(self, entry: Entry, at: datetime | None = None) -> Proposal:
        """Complete an entry, and return the session as it would be with the entry.

        Args:
            at: the current time, which is written into an entry without a time. None adds no time.

        Raises:
            InvalidInput: if the entry cannot count, with all reasons.
        """
        proposal = self.propose(self.complete_entry(entry, at))
        if proposal.problems:
            raise InvalidInput(proposal.problems)
        return proposal

    def line(self, step: Step) -> str:
        """Return the line that a player would type for the entry of `step`, or "" if its kind has no line."""
        entry = step.entry or step.effective.written
        if isinstance(entry, HandEntry) and entry.dealer == step.before.names[step.before.dealer]:
            entry = entry.model_copy(update={"dealer": None})
        return self.game.format(step.before, entry)


def entry_label(session: Session, step: Step) -> str:
    """Return the line that a player would type for an entry, or else its kind, such as "note"."""
    return session.line(step) or _(C_("kind", step.effective.written.kind))


def _check_not_later(entry: Entry, now: datetime) -> None:
    while isinstance(entry, AmendBase):
        entry = entry.with_
    if isinstance(entry, DateEntry) and entry.moment > now:
        sentence = N_("{date} is in the future; choose an earlier day")
        raise InvalidInput([problem("started", sentence, date=entry.started)])


def new_header(**fields: Any) -> Header:
    """Return a header with `fields` such as `game`, and with the kind and version of the current format.

    Raises:
        InvalidInput: if fields are not valid. The game and its options are not checked.
    """
    named = fields.get("game")
    needs = get_game(named).needed_version(fields.get("rules", {})) if named in GAMES else None
    return validate_fields(Header, {"kind": "session", "version": 1, "needs": needs, **fields})


def start_of_day(day: date, now: datetime) -> datetime:
    """Return midnight at the beginning of a day, as the start time of a game.

    Args:
        now: the current time.

    Raises:
        InvalidInput: if the day is in the future, or too long ago for this machine.
    """
    if day > now.date():
        raise invalid(N_("{date} is in the future; choose an earlier day"), date=day)
    try:
        return to_local_time(datetime(day.year, day.month, day.day))
    except (OverflowError, OSError, ValueError):
        raise invalid(N_("{date} is too long ago for this computer"), date=day) from None


def rematch_header(session: Session, when: datetime) -> Header:
    """Return a header for another game with the current players, rules and price of a session.

    The player after the first dealer of `session` deals first.

    Args:
        when: the start of the new game.
    """
    before, price, players = session.header, session.price, session.players
    first = before.dealer or before.players[0]  # the player may have left since
    index = players.index(first) if first in players else before.players.index(first)
    return new_header(
        game=before.game,
        players=players,
        dealer=players[(index + 1) % len(players)],
        rules=session.game.spell_rules(session.state.rules),
        stake=None if price.amount is None else f"{price.amount:f}",
        currency=price.currency or None,
        started=when,
    )

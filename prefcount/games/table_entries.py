"""Effects of entries other than hands: adjustments, figures from paper, newcomers, rules, the end.

These entries work alike in every game. A game describes its columns and adds its own kinds of entry.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, NamedTuple, cast

from prefcount.base.i18n import N_, text
from prefcount.base.problems import InvalidInput, Problem, problem, unknown_word
from prefcount.entries.models import (
    Adjust,
    ColumnFigures,
    End,
    Entry,
    Join,
    RulesEntry,
    SeatsEntry,
    SheetEntry,
)
from prefcount.entries.names_and_figures import fold, parse_amount, parse_history
from prefcount.games.rules import Ruleset, move_problems
from prefcount.games.state import (
    RESULT,
    Owner,
    Resolved,
    Seats,
    StateT,
    Transition,
    check_reserved_names,
    find_player,
    list_player_owners,
)
from prefcount.ledger import NO_PLAYER, Account, Amount, Posting, Reason, account_amounts, drop_zero_postings


class OtherPlayer(NamedTuple):
    """The texts about a second player in an entry, such as Boris in "whists of Anna on Boris".

    All texts are marked for translation.

    Attributes:
        asked: the question for the second player.
        missing: the problem if no second player is named.
        oneself: the problem if the second player is the owner of the column.
        elsewhere: the problem if an entry names a second player for a column that takes none.
        pays: True if the second player pays the amount to the owner. False if the amount is only written on
            the second player, as whists are.
    """

    asked: str
    missing: str
    oneself: str
    elsewhere: str
    pays: bool = False


class SheetColumn(NamedTuple):
    """A column in which an entry can write, such as an adjustment or figures from paper.

    Attributes:
        name: the name in files.
        label: the label in the form, marked for translation, or "" if the form does not offer the column.
        other: the texts about a second player in entries, or None if entries name only the owner.
        owners: the numbers of the owners if they are not players, such as the numbers of both sides. If
            empty, each player has such a column.
        adjustable: whether an adjustment can change the column. If not, only figures from paper can.
    """

    name: str
    label: str = ""
    other: OtherPlayer | None = None
    owners: tuple[int, ...] = ()
    adjustable: bool = True


class TableEntries(ABC, Generic[StateT]):
    """The entries of a game other than hands, such as an adjustment or a new player. `Game` inherits them.

    Attributes:
        columns: the columns in which entries can write, in the order of the form.
        over: the reasons why a game is over, marked for translation, by their key in states and `end`
            entries.
        ruleset: the options and presets of the game.
        reserved: the keys of owners that are not players. No player can have such a name.
        no_seat: the reason why a newcomer has to replace a player, marked for translation.
        player_first: whether the form of an adjustment asks for the player before the column.
        fixed_seats: the reason why players cannot change seats, marked for translation, or "" if they can.
        extra_seat: the label for a newcomer who does not replace a player but sits between {before} and
            {after}, marked for translation, or "" if that is not possible.
    """

    columns: tuple[SheetColumn, ...]
    over: Mapping[str, str]
    ruleset: Ruleset[Any]
    reserved: tuple[str, ...] = ()
    no_seat: str = N_(
        "is missing; name the player whose place the newcomer takes, or start a new game to add a player"
    )
    extra_seat: str = ""
    fixed_seats: str = ""
    player_first: bool = False

    def apply_table_entry(self, state: StateT, entry: Entry) -> Transition[StateT]:
        """Return the state after an entry other than a hand, or all problems if the entry is not possible."""
        own: dict[type[Entry], Callable[[StateT, Any], Transition[StateT]]] = {
            Adjust: self._adjust,
            SheetEntry: self._bring_sheet,
            Join: self._join,
            SeatsEntry: self._seat,
            RulesEntry: self._change_rules,
            End: self._end,
        }
        return own.get(type(entry), self.apply_own_entry)(state, entry)

    @abstractmethod
    def parts(self, state: StateT, figures: Iterable[tuple[Account, Amount]]) -> tuple[Amount, ...]:
        """Return the change of each player's result if the amounts in `figures` are added to their accounts.

        The unit is 1 / `divisor`: if the divisor is 3, the amount 5 means 5/3.
        """

    @abstractmethod
    def divisor(self, state: StateT) -> int:
        """Return the denominator of exact results, such as 3 if they are in thirds of a whist."""

    def with_postings(self, state: StateT, postings: Iterable[Posting]) -> Transition[StateT]:
        """Return the transition that adds `postings` to the sheet, without postings of zero."""
        added = drop_zero_postings(postings)
        after = replace_fields(state, sheet=state.sheet.with_postings(added))
        return Transition(after, added, (), self.parts(state, account_amounts(added)))

    def apply_own_entry(self, state: StateT, entry: Entry) -> Transition[StateT]:
        """Return the state after an entry that only some games have, such as a misdeal."""
        return Transition(state)

    def owners(self, state: StateT) -> tuple[Owner, ...]:
        """Return the owners of columns: the players in seat order, then sides and the table, if any."""
        return list_player_owners(state)

    def get_playing_seats(self, state: StateT) -> Seats:
        """Return the seats of players who have not left. A player who left may still have columns."""
        return state.seats

    def owner_key(self, state: StateT, name: str) -> str:
        """Return the `Owner.key` for a name as written in an entry, such as "@X" for the side “X”."""
        return name

    def check_amount(self, state: StateT, column: SheetColumn, amount: Amount) -> Iterable[Problem]:
        """Return a problem for each reason why `amount` cannot be added to a column."""
        return ()

    def apply_adjustment(self, state: StateT, postings: Sequence[Posting]) -> Transition[StateT]:
        """Return the state after an adjustment. In Priffe, its points can win a game or a rubber."""
        return self.with_postings(state, postings)

    def bring_forward(self, state: StateT, postings: Sequence[Posting]) -> Transition[StateT]:
        """Return the state after `postings` have added the figures of a paper sheet."""
        return self.with_postings(state, postings)

    def check_figures(self, transition: Transition[StateT]) -> Iterable[Problem]:
        """Return a problem for each impossible figure of a paper sheet.

        `transition` is the effect of the entry that brought the figures forward.
        """
        return ()

    def has_free_seat(self, state: StateT) -> bool:
        """Return whether a newcomer can join without replacing a player."""
        return False

    def seat_newcomer(self, state: StateT, name: str) -> Transition[StateT]:
        """Return the state after a newcomer called `name` has joined without replacing a player."""
        raise NotImplementedError

    def _adjust(self, state: StateT, entry: Adjust) -> Transition[StateT]:
        owner, column, problems = self._find_column(state, entry.player, entry.column, adjusted=True)
        amount, other = parse_amount(entry.amount), None
        if column is not None:
            other, further = self._find_other(state, column, owner, entry.on)
            problems += (*further, *self.check_amount(state, column, amount))
        if problems or owner is None or column is None:
            return Transition(state, problems=tuple(problems))
        note = {"note": entry.reason}
        if column.other is None or not column.other.pays or other is None:
            account = Account(column.name, owner, NO_PLAYER if other is None else other)
            return self.apply_adjustment(state, [Posting(account, amount, Reason("adjust", note))])
        both = ((owner, other, amount), (other, owner, -amount))
        postings = [
            Posting(Account(column.name, who), part, Reason("adjust_from", note, whom))
            for who, whom, part in both
        ]
        return self.apply_adjustment(state, postings)

    def _find_column(
        self, state: StateT, name: str, column: str, *, adjusted: bool = False
    ) -> tuple[int | None, SheetColumn | None, list[Problem]]:
        problems: list[Problem] = []
        gone = set(state.seats).difference(self.get_playing_seats(state))
        keys = {owner.key: owner.number for owner in self.owners(state) if owner.number not in gone}
        owner = keys.get(self.owner_key(state, name))
        if owner is None:
            problems.append(unknown_word("player", name, keys))
        known = {
            sheet_column.name: sheet_column
            for sheet_column in self.columns
            if (not sheet_column.owners if owner is None or owner >= 0 else owner in sheet_column.owners)
            and (sheet_column.adjustable or not adjusted)
        }
        if column not in known and owner is not None:
            problems.append(unknown_word("column", column, known))
        return owner, known.get(column), problems

    def _find_other(
        self, state: StateT, column: SheetColumn, owner: int | None, on: str | None
    ) -> Resolved[int]:
        if on is None:
            return None, [] if column.other is None else [problem("on", column.other.missing)]
        if column.other is None:
            others = (sheet_column.other for sheet_column in self.columns if sheet_column.other is not None)
            return None, [problem("on", other.elsewhere) for other in others]
        other, problems = find_player(state, "on", on)
        if other is not None and other == owner:
            problems.append(problem("on", column.other.oneself))
        return other, problems

    def _bring_sheet(self, state: StateT, entry: SheetEntry) -> Transition[StateT]:
        postings: list[Posting] = []
        problems: list[Problem] = []
        for name, column, on, figure in _iter_figures(entry.columns):
            account, further = self.find_account(state, name, column, on)
            field = f"columns.{name}.{column}" + (f".{on}" if on is not None else "")
            problems += [refused._replace(field=field) for refused in further]
            if account is not None:
                totals = parse_history(figure)
                steps = zip(totals, (0, *totals), strict=False)
                postings += [Posting(account, total - before, Reason("sheet")) for total, before in steps]
        if problems:
            return Transition(state, problems=tuple(problems))
        transition = self.bring_forward(state, postings)
        problems += self.check_figures(transition)
        return Transition(state, problems=tuple(problems)) if problems else transition

    def find_account(self, state: StateT, name: str, column: str, on: str | None) -> Resolved[Account]:
        """Return the account in which a figure of a paper sheet is written.

        Args:
            name: the name of the owner of the column.
            column: the name of the column, such as "whists".
            on: the player on whom the figure is written, such as Boris in "whists on Boris", or None.
        """
        owner, known, problems = self._find_column(state, name, column)
        other = None
        if known is not None and not any(
            sheet_column.other and sheet_column.other.pays for sheet_column in self.columns
        ):
            other, further = self._find_other(state, known, owner, on)
            problems += further
        elif known is not None and on is not None:
            sentence = N_("must be a single number for the player, not one number for each opponent")
            problems.append(problem("", sentence))
        if problems or owner is None:
            return None, problems
        return Account(column, owner, NO_PLAYER if other is None else other), []

    def _join(self, state: StateT, entry: Join) -> Transition[StateT]:
        problems = tuple(self._check_join(state, entry))
        if problems:
            return Transition(state, problems=problems)
        if entry.replaces is None:
            return self.seat_newcomer(state, entry.player)
        names = tuple(entry.player if name == entry.replaces else name for name in state.names)
        return Transition(replace_fields(state, names=names))

    def _seat(self, state: StateT, entry: SeatsEntry) -> Transition[StateT]:
        if self.fixed_seats:
            return Transition(state, problems=(problem("order", self.fixed_seats),))
        if state.ended:
            sentence = N_("the game has ended ({reason}); seats cannot change until the end is voided")
            return Transition(state, problems=(problem("", sentence, reason=text(self.over[state.ended])),))
        order: list[int] = []
        problems: list[Problem] = []
        for name in entry.order:
            player, unknown_name = find_player(state, "order", name)
            problems += unknown_name
            if player in order:
                problems.append(problem("order", N_("names {name} twice"), name=name))
            if player is not None:
                order.append(player)
        dealer: int | None = state.dealer
        if entry.dealer is not None:
            dealer, unknown_name = find_player(state, "dealer", entry.dealer)
            problems += unknown_name
        playing = self.get_playing_seats(state)
        if not problems:
            missing = [state.names[player] for player in playing if player not in order]
            named = dict.fromkeys(player for player in (*order, dealer) if player is not None)
            gone = [state.names[player] for player in named if player not in playing]
            sentence = N_("leaves out {names}; name everyone at the table")
            problems += [problem("order", sentence, names=", ".join(missing))] if missing else []
            problems += [problem("order", N_("{name} is not at the table"), name=name) for name in gone]
        if problems:
            return Transition(state, problems=tuple(problems))
        seated = iter(order)  # players who have left keep their places between the others
        seats = Seats(next(seated) if player in playing else player for player in state.seats)
        return Transition(replace_fields(state, seats=seats, dealer=dealer))

    def _check_join(self, state: StateT, entry: Join) -> Iterator[Problem]:
        if state.ended:
            sentence = N_("the game has ended ({reason}); no one can join until the end is voided")
            yield problem("", sentence, reason=text(self.over[state.ended]))
        if fold(entry.player) in (fold(name) for name in state.names if name != entry.replaces):
            yield problem("player", N_("{name} is already playing"), name=entry.player)
        if entry.replaces is None:
            if not self.has_free_seat(state):
                yield problem("replaces", self.no_seat)
            unfit: list[Problem] = self.ruleset.check_size(state.rules, len(state.seats) + 1)
            yield from (refused._replace(field="") for refused in unfit)
        elif entry.replaces not in state.names:
            yield unknown_word("replaces", entry.replaces, state.names)
        yield from check_reserved_names("player", [entry.player], self.reserved)

    def _change_rules(self, state: StateT, entry: RulesEntry) -> Transition[StateT]:
        try:
            changed = self.ruleset.change_rules(state.rules, entry.set, started=state.hands > 0)
        except InvalidInput as refusal:
            return Transition(state, problems=refusal.problems)
        problems = move_problems(self.ruleset.check_size(changed, len(state.seats)))
        return Transition(state if problems else replace_fields(state, rules=changed), problems=problems)

    def _end(self, state: StateT, entry: End) -> Transition[StateT]:
        problems = tuple(self._check_end(state, entry))
        return Transition(state if problems else replace_fields(state, ended=entry.reason), problems=problems)

    def _check_end(self, state: StateT, entry: End) -> Iterator[Problem]:
        if state.ended not in ("", RESULT):
            sentence = N_("the game has ended already ({reason})")
            yield problem("", sentence, reason=text(self.over[state.ended]))
        named = [("player", entry.player)] if entry.player is not None else []
        for field, name in (*named, *((f"results.{name}", name) for name in entry.results or {})):
            yield from find_player(state, field, name)[1]


def replace_fields(state: StateT, **changes: Any) -> StateT:
    changed: StateT = cast(Any, state)._replace(**changes)
    return changed


def _iter_figures(
    columns: Mapping[str, Mapping[str, ColumnFigures]],
) -> Iterator[tuple[str, str, str | None, int | str]]:
    for name, figures in columns.items():
        for column, figure in figures.items():
            if isinstance(figure, dict):
                for on, amount in figure.items():
                    yield name, column, on, amount
            else:
                yield name, column, None, figure

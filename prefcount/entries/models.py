"""The header of a session, the entries that all games share, and payments, as files spell them."""

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Annotated, Any, ForwardRef, Literal, NamedTuple, get_args

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    TypeAdapter,
    create_model,
    field_validator,
)
from pydantic_core import PydanticCustomError

from prefcount.base.problems import Problem
from prefcount.entries.names_and_figures import (
    Count,
    Fractional,
    FullHash,
    History,
    LineHash,
    Mixed,
    Moment,
    Name,
    Note,
    Number,
    Place,
    PlayerName,
    Result,
    UniquePlayers,
    fold,
)

Stake = Annotated[str, StringConstraints(pattern=r"^[0-9]{1,7}(\.[0-9]{1,6})?$")]
Currency = Annotated[str, StringConstraints(pattern="^[A-Z]{3}$")]


class Price(NamedTuple):
    """What one unit of the results costs, if anything; the currency is "" where it is not named."""

    amount: Decimal | None
    currency: str

    @classmethod
    def from_fields(cls, stake: str | None, currency: str | None) -> "Price":
        """The price that a header or an entry spells."""
        return cls(None if stake is None else Decimal(stake), currency or "")


FORMAT = 1
"""The version of the files that are read and written."""
MAX_PLAYERS = 5
"""How many may sit down to a game, whichever it is."""


def check_version(version: int) -> int:
    """The version of a file, which there is one of."""
    if version != FORMAT:
        raise PydanticCustomError("version", "unknown version")
    return version


Needs = Annotated[str, StringConstraints(pattern=r"^[0-9]{1,4}(\.[0-9]{1,4}){1,2}$")]
"""The version of this program that a file needs to be read, such as "1.2"."""


class Header(BaseModel):
    """The header of a session.

    Attributes:
        players: in seat order: the next one deals and plays after this one.
        dealer: who deals the first hand; the first player if absent.
        rules: the preset and every option that differs from it, as the file spells them.
        stake: the price of one unit of the results, such as a whist; a decimal string.
        currency: the ISO 4217 code of the stake.
        started: when the game began; games on time count from here.
        needs: the version that is needed to read the file, where an older one would misread it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    kind: Literal["session"]
    version: Annotated[int, AfterValidator(check_version), Field(json_schema_extra={"const": 1})]
    game: str
    players: Annotated[tuple[Name, ...], Field(min_length=2, max_length=MAX_PLAYERS)]
    dealer: PlayerName | None = None
    rules: dict[str, Any] = Field(default_factory=dict)
    stake: Stake | None = None
    currency: Currency | None = None
    started: Moment | None = None
    note: Note | None = None
    needs: Needs | None = None

    @field_validator("players")
    @classmethod
    def _different(cls, players: tuple[str, ...]) -> tuple[str, ...]:
        seen: set[str] = set()
        for name in players:
            if fold(name) in seen:
                raise PydanticCustomError("same_name", "“{name}” twice", {"name": name})
            seen.add(fold(name))
        return players

    @property
    def price(self) -> Price:
        """The price of one unit of the results, as the game began."""
        return Price.from_fields(self.stake, self.currency)


class Entry(BaseModel):
    """One line of a session file after the header.

    Attributes:
        kind: what the entry is.
        n: its number in the file, 1, 2, 3 …; absent until it is written.
        at: when it was entered, with the offset from UTC.
        note: a remark, shown and never interpreted.
        prev: the first 16 hex digits of the SHA-256 of the line before.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    kind: Any
    n: Count | None = None
    at: Moment | None = None
    note: Note | None = None
    prev: LineHash | None = None


class PlacedEntry(Entry):
    """An entry that can be put in later: with `after`, it counts right after that entry."""

    after: Place | None = None


class HandEntry(PlacedEntry):
    """A dealt hand; `dealer` overrides the rotation from this hand on."""

    dealer: PlayerName | None = None


ENVELOPE = frozenset({"n", "at", "note", "prev", "after"})
"""The fields that say where an entry stands, not what it says."""


def models_by_kind(union: Any) -> dict[str, type[Entry]]:
    """The models of an annotated union by the kind that each one reads, in their order."""
    models: tuple[type[Entry], ...] = get_args(get_args(union)[0])
    return {model.model_fields["kind"].default: model for model in models}


Figure = Number | History
Column = Annotated[str, StringConstraints(pattern=r"^[a-z_]{1,20}$")]
ColumnFigures = Figure | Annotated[dict[PlayerName, Figure], UniquePlayers]
Columns = Annotated[dict[PlayerName, dict[Column, ColumnFigures]], UniquePlayers]


class Adjust(PlacedEntry):
    """A free adjustment of one column: a penalty, a correction agreed at the table."""

    kind: Literal["adjust"] = "adjust"
    player: PlayerName
    column: Column
    on: PlayerName | None = None
    amount: Number | Fractional
    reason: Note


class Join(Entry):
    """A newcomer sits down, or takes over the seat and the columns of another player."""

    kind: Literal["join"] = "join"
    player: Name
    replaces: PlayerName | None = None


class SheetEntry(Entry):
    """Figures brought forward from paper; they are added as they stand."""

    kind: Literal["sheet"] = "sheet"
    columns: Columns


class ClaimEntry(Entry):
    """A claim of what the sheet says at this point; what is not mentioned is not claimed."""

    kind: Literal["check"] = "check"
    columns: Columns


class Void(Entry):
    """Entry number `entry` does not count."""

    kind: Literal["void"] = "void"
    entry: Count


class AmendBase(Entry):
    """Entry number `entry` counts as `with`, at its old place; each game says what `with` may be."""

    kind: Literal["amend"] = "amend"
    entry: Count
    with_: Entry = Field(alias="with")


class RenameEntry(Entry):
    """The player called so far by one name is spelled rightly from now on, in what stands before, too."""

    kind: Literal["rename"] = "rename"
    player: PlayerName
    to: Name


class ResultEntry(Entry):
    """The results of an evening of which nothing else is known, in units of the game."""

    kind: Literal["result"] = "result"
    results: Annotated[dict[PlayerName, Number | Mixed], UniquePlayers]


class NoteEntry(Entry):
    """A remark in the course of the game."""

    kind: Literal["note"] = "note"
    text: Note


class PriceEntry(Entry):
    """The price of one unit of the results, for the whole game; without `stake` none is played for money."""

    kind: Literal["price"] = "price"
    stake: Stake | None = None
    currency: Currency | None = None

    @property
    def price(self) -> Price:
        """The price that it sets."""
        return Price.from_fields(self.stake, self.currency)


class RulesEntry(Entry):
    """From here on the table plays by the changed options; earlier hands keep theirs."""

    kind: Literal["rules"] = "rules"
    set: dict[str, Any]


class End(Entry):
    """The session is over; `results` are the whole units announced at the table."""

    kind: Literal["end"] = "end"
    reason: Literal["pool", "hands", "time", "agreed", "resigned"]
    player: PlayerName | None = None
    results: Annotated[dict[PlayerName, Result], UniquePlayers] | None = None
    seal: FullHash | None = None


CommonEntry = (
    Adjust
    | Join
    | SheetEntry
    | ClaimEntry
    | Void
    | RenameEntry
    | ResultEntry
    | NoteEntry
    | PriceEntry
    | RulesEntry
    | End
)
"""What an entry may be in every game, beside its own and the corrections that hold such entries."""

COMMON_KINDS = frozenset(model.model_fields["kind"].default for model in (*get_args(CommonEntry), AmendBase))
"""The kinds of every game; the other ones are hands and what happens while one is dealt."""


def entry_models(game: str, own: Any) -> tuple[Mapping[str, type[Entry]], TypeAdapter[Any]]:
    """The model of every kind of entry of a game, and what reads any of them.

    They are its own union, those of every game, and its corrections, which hold any of them; the schema calls
    these as the game, such as "PrefaAmend".
    """
    held: Any = ForwardRef("AnyEntry")
    amend: Any = create_model(
        f"{game}Amend",
        __base__=AmendBase,
        __doc__="Entry number `entry` counts as `with`, at its old place.",
        with_=(held, Field(alias="with")),
    )
    union = Annotated[own | CommonEntry | amend, Field(discriminator="kind")]
    amend.model_rebuild(_types_namespace={"AnyEntry": union})
    return models_by_kind(union), TypeAdapter(union)


_PAID = r"^[0-9]{1,9}(\.[0-9]{1,3})?$"


def _above_zero(amount: str) -> str:
    if not re.match(_PAID, amount):
        raise PydanticCustomError("no_payment", "is no amount of money")
    if not amount.strip("0."):
        raise PydanticCustomError("nothing_paid", "is nothing")
    return amount


Paid = Annotated[str, AfterValidator(_above_zero), Field(json_schema_extra={"pattern": _PAID})]


class BookHeader(BaseModel):
    """The header of a book.

    Attributes:
        currency: the ISO 4217 code of all payments that do not name another one.
        needs: the version that is needed to read the file, where an older one would misread it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    kind: Literal["payments"]
    version: Annotated[int, AfterValidator(check_version), Field(json_schema_extra={"const": 1})]
    currency: Currency
    note: Note | None = None
    needs: Needs | None = None


class PaidEntry(Entry):
    """Somebody gave somebody else money."""

    kind: Literal["paid"] = "paid"
    from_: Name = Field(alias="from")
    to: Name
    amount: Paid
    currency: Currency | None = None


BookEntry = Annotated[PaidEntry | Void, Field(discriminator="kind")]


class BookKinds:
    """The models of the entries of a book, as a game has them for those of a session."""

    entries = models_by_kind(BookEntry)
    adapter: TypeAdapter[PaidEntry | Void] = TypeAdapter(BookEntry)

    def find_unknown_words(self, entry: Entry) -> tuple[Problem, ...]:
        """None: the models of a book say everything."""
        return ()

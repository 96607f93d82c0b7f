"""Models of headers and entries of sessions and books of payments, with the types of their fields."""

import re
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from decimal import Decimal
from functools import lru_cache
from operator import not_
from typing import Annotated, Any, ForwardRef, Literal, LiteralString, NamedTuple, get_args
from unicodedata import category

from pydantic import (
    AfterValidator,
    AwareDatetime,
    BaseModel,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    StringConstraints,
    TypeAdapter,
    ValidatorFunctionWrapHandler,
    WrapValidator,
    create_model,
    field_validator,
)
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from prefcount.base.problems import Problem
from prefcount.base.system import to_local_time
from prefcount.entries.names_and_figures import FIGURE, MIXED, fold, normalize_letters
from prefcount.ledger import MAX_TOTAL

NAME_LENGTH = 40
NOTE_LENGTH = 500
MAX_RESULT = 100 * MAX_TOTAL
"""The largest result, which may combine the totals of almost a hundred columns."""

_DATE = "^[0-9]{4}-[0-9]{2}-"

HISTORY = rf"^{FIGURE}(?:\.{FIGURE})*\.?$"
_SELECTORS = "\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef"
"""Characters that only change the look of the character before (Unicode property Variation_Selector)."""
_FILLERS = "\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0"
"""Printable characters that show nothing: the rest of Unicode property Default_Ignorable_Code_Point."""
_BLANKS = "\u2800\U0001d159\U00013441\U00013442"
"""Blank characters of Braille, musical notation and hieroglyphs."""
_HIDDEN = re.compile(f"[{_FILLERS}{_BLANKS}]|(?:^|(?<=[ {_SELECTORS}]))[{_SELECTORS}]")
_HIDDEN_IN_NAME = re.compile(f"[{_FILLERS}{_BLANKS}{_SELECTORS}]")


def _clean_text(value: str) -> str:
    value = normalize_letters(value).strip()
    if not value.isprintable():
        raise _refusal("unprintable", next(char for char in value if not char.isprintable()))
    if not value.isascii():
        _refuse_hidden(value, _HIDDEN)
    return value


def _refuse_hidden(value: str, hidden: re.Pattern[str]) -> None:
    match = hidden.search(value)
    if match is not None:
        raise _refusal("hidden", match[0])
    if category(value[0]) in ("Mn", "Me"):
        raise _refusal("mark_first", value[0])


def _refusal(kind: LiteralString, char: str) -> PydanticCustomError:
    return PydanticCustomError(kind, "holds the character {code}", {"code": f"U+{ord(char):04X}"})


_clean_name = lru_cache(maxsize=1000)(_clean_text)
"""`_clean_text` with a cache, because every line of a file has the same names."""


def _check_name(value: str) -> str:
    value = _clean_text(value)
    if not 1 <= len(value) <= NAME_LENGTH:
        raise PydanticCustomError("name_length", "has {length} characters", {"length": len(value)})
    if not value.isascii():
        _refuse_hidden(value, _HIDDEN_IN_NAME)
    return value


def _check_note(value: str) -> str:
    value = _clean_text(value)  # which may have made it longer
    if len(value) > NOTE_LENGTH:
        raise PydanticCustomError("string_too_long", "is too long", {"max_length": NOTE_LENGTH})
    return value


def _check_history(value: str) -> str:
    if re.search(r"/0+(\.|$)", value):
        raise PydanticCustomError("zero_division", "divides by zero")
    for digits in re.findall("[0-9]{10}", value):
        if int(digits) > MAX_TOTAL:
            bounds = {"figure": digits, "most": f"{MAX_TOTAL:,}"}
            raise PydanticCustomError("figure_bounds", "holds {figure}", bounds)
    return value


def _refuse_repeated_players(value: Any, handler: ValidatorFunctionWrapHandler) -> Any:
    read = handler(value)
    if isinstance(value, dict) and len(read) < len(value):  # two keys were spellings of one name
        raise PydanticCustomError("same_player", "names a player twice")
    return read


def _refuse_number(value: object) -> object:  # pydantic would take it for seconds since 1970
    if isinstance(value, datetime) or (isinstance(value, str) and re.match(_DATE, value)):
        return value
    raise PydanticCustomError("datetime_type", "is no date and time")


class _RequiresDate:
    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        moment = handler(source)
        text = core_schema.custom_error_schema(core_schema.str_schema(pattern=_DATE), "datetime_type")
        return core_schema.json_or_python_schema(
            json_schema=core_schema.chain_schema([text, moment]),
            python_schema=core_schema.no_info_before_validator_function(_refuse_number, moment),
        )

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        assert schema["type"] == "json-or-python"
        return handler(schema["python_schema"])


class NamesPlayer:
    """Annotation that marks a field as a player's name. A rename entry changes the name in such fields."""


UniquePlayers = WrapValidator(_refuse_repeated_players)

Name = Annotated[str, AfterValidator(_check_name), NamesPlayer()]
PlayerName = Annotated[
    str, StringConstraints(max_length=4 * NAME_LENGTH), AfterValidator(_clean_name), NamesPlayer()
]
"""The name of a player in an entry. The game checks that this player takes part."""
Note = Annotated[str, StringConstraints(max_length=NOTE_LENGTH), AfterValidator(_check_note)]
Count = Annotated[int, Field(ge=1, le=250_000)]
Place = Annotated[int, Field(ge=0, le=250_000)]
OmittedIfEmpty = Field(exclude_if=not_)
"""Annotation of a field that is not written to a file if it is false, 0 or empty."""
Flag = Annotated[bool, OmittedIfEmpty]
Tricks = Annotated[int, Field(ge=0, le=10)]
TricksTaken = Annotated[dict[PlayerName, Tricks], UniquePlayers]
Number = Annotated[int, Field(ge=-MAX_TOTAL, le=MAX_TOTAL)]
Result = Annotated[int, Field(ge=-MAX_RESULT, le=MAX_RESULT)]
Fractional = Annotated[str, StringConstraints(pattern=rf"^{FIGURE}$"), AfterValidator(_check_history)]
Mixed = Annotated[str, StringConstraints(pattern=rf"^{MIXED}$"), AfterValidator(_check_history)]
History = Annotated[
    str, StringConstraints(pattern=HISTORY, max_length=20_000), AfterValidator(_check_history)
]
Moment = Annotated[AwareDatetime, Field(strict=False), _RequiresDate()]
LineHash = Annotated[str, StringConstraints(pattern="^[0-9a-f]{16}$")]
FullHash = Annotated[str, StringConstraints(pattern="^[0-9a-f]{64}$")]


Stake = Annotated[str, StringConstraints(pattern=r"^[0-9]{1,7}(\.[0-9]{1,6})?$")]
Currency = Annotated[str, StringConstraints(pattern="^[A-Z]{3}$")]


class Price(NamedTuple):
    """The price of one unit of the results, such as a whist.

    Attributes:
        amount: the price, or None if the game is not played for money.
        currency: the ISO 4217 code of the currency, or "" if it is not named.
    """

    amount: Decimal | None
    currency: str

    @classmethod
    def from_fields(cls, stake: str | None, currency: str | None) -> "Price":
        return cls(None if stake is None else Decimal(stake), currency or "")


FORMAT = 1
"""The version of the file format."""
MAX_PLAYERS = 5
"""The maximum number of players of any game."""


def _check_version(version: int) -> int:
    if version != FORMAT:
        raise PydanticCustomError("version", "unknown version")
    return version


Needs = Annotated[str, StringConstraints(pattern=r"^[0-9]{1,4}(\.[0-9]{1,4}){1,2}$")]
"""The version of prefcount that is needed to read a file, such as "1.2"."""


_DAY_OR_MOMENT = re.compile(r"\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?(\.\d{1,6})?(Z|[+-]\d\d:\d\d))?")
FIRST_YEAR = 1900
"""The earliest year of a game."""


def _check_day_or_moment(given: str) -> str:
    with suppress(ValueError):
        if _DAY_OR_MOMENT.fullmatch(given) and datetime.fromisoformat(given).year >= FIRST_YEAR:
            return given
    raise PydanticCustomError("day_or_moment", "no day from 1900 on")


_DAY_FIRST = re.compile(r"([0-2]?\d|3[01])\.(0?\d|1[0-2])\.(\d{4})")


def spell_day(typed: str) -> str:
    """Return a typed day such as 26.11.2026 as files spell it, 2026-11-26, and other text unchanged."""
    day = _DAY_FIRST.fullmatch(typed.strip())
    return f"{day[3]}-{int(day[2]):02}-{int(day[1]):02}" if day else typed.strip()


class Header(BaseModel):
    """The header of a session.

    Attributes:
        kind: always "session".
        version: the version of the file format.
        game: the name of the game.
        players: the players in seat order. Each of them deals and plays after the one before.
        dealer: the dealer of the first hand. Without it, the first player deals.
        rules: the preset and every option that differs from it.
        stake: the price of one unit of the results, such as a whist, as a decimal string.
        currency: the ISO 4217 code of the stake.
        started: the time when the game began, from which a time limit counts.
        note: a comment.
        needs: the version of prefcount that is needed to read the file, if an older one would misread it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    kind: Literal["session"]
    version: Annotated[int, AfterValidator(_check_version), Field(json_schema_extra={"const": 1})]
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
        return Price.from_fields(self.stake, self.currency)


class Entry(BaseModel):
    """One line of a session file after the header.

    Attributes:
        kind: the kind of the entry.
        n: the number of the entry in the file, counted from 1. It is absent until the entry is written.
        at: the time when the entry was made, with the offset from UTC.
        note: a comment, which changes no figure.
        prev: the first 16 hex digits of the SHA-256 of the line before.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    kind: Any
    n: Count | None = None
    at: Moment | None = None
    note: Note | None = None
    prev: LineHash | None = None


class PlacedEntry(Entry):
    """An entry that can be inserted between earlier ones. It counts right after entry number `after`."""

    after: Place | None = None


class HandEntry(PlacedEntry):
    """A dealt hand. If `dealer` is given, the rotation of the deal continues from this player."""

    dealer: PlayerName | None = None


ENVELOPE = frozenset({"n", "at", "note", "prev", "after"})
"""Fields that describe the line of an entry in the file, not the event at the table."""


def _models_by_kind(union: Any) -> dict[str, type[Entry]]:
    models: tuple[type[Entry], ...] = get_args(get_args(union)[0])
    return {model.model_fields["kind"].default: model for model in models}


Figure = Number | History
Column = Annotated[str, StringConstraints(pattern=r"^[a-z_]{1,20}$")]
ColumnFigures = Figure | Annotated[dict[PlayerName, Figure], UniquePlayers]
Columns = Annotated[dict[PlayerName, dict[Column, ColumnFigures]], UniquePlayers]


class Adjust(PlacedEntry):
    """An adjustment of one column: a penalty, or a correction that the table agreed on."""

    kind: Literal["adjust"] = "adjust"
    player: PlayerName
    column: Column
    on: PlayerName | None = None
    amount: Number | Fractional
    reason: Note


class Join(Entry):
    """A new player, who takes over the seat and the columns of the player named in `replaces`, if any."""

    kind: Literal["join"] = "join"
    player: Name
    replaces: PlayerName | None = None


class SheetEntry(Entry):
    """Totals brought forward from a paper sheet, which are added to the columns."""

    kind: Literal["sheet"] = "sheet"
    columns: Columns


class ClaimEntry(Entry):
    """A claim that the given columns have these totals at this point of the game."""

    kind: Literal["check"] = "check"
    columns: Columns


class Void(Entry):
    """A correction by which entry number `entry` does not count."""

    kind: Literal["void"] = "void"
    entry: Count


class AmendBase(Entry):
    """A correction: the entry in `with` replaces entry number `entry`."""

    kind: Literal["amend"] = "amend"
    entry: Count
    with_: Entry = Field(alias="with")


class RenameEntry(Entry):
    """The correct spelling `to` of a player's name, for earlier entries too."""

    kind: Literal["rename"] = "rename"
    player: PlayerName
    to: Name


class ResultEntry(Entry):
    """The results of a game whose hands are not recorded, in units of the game."""

    kind: Literal["result"] = "result"
    results: Annotated[dict[PlayerName, Number | Mixed], UniquePlayers]


class NoteEntry(Entry):
    """A comment in the course of the game."""

    kind: Literal["note"] = "note"
    text: Note


class PriceEntry(Entry):
    """The price of one unit of the results, for the whole game.

    Without `stake` the game is not played for money.
    """

    kind: Literal["price"] = "price"
    stake: Stake | None = None
    currency: Currency | None = None

    @property
    def price(self) -> Price:
        return Price.from_fields(self.stake, self.currency)


class DateEntry(Entry):
    """The day or time when the game really began. It changes no figure.

    The newest date entry that counts replaces `started` of the header, but a time limit still counts from the
    header.
    """

    kind: Literal["date"] = "date"
    started: Annotated[str, AfterValidator(_check_day_or_moment)]

    @property
    def moment(self) -> datetime:
        """The start of the game. A day without a time begins at midnight on this machine."""
        moment = datetime.fromisoformat(self.started)
        return moment if moment.tzinfo else to_local_time(moment)


class SeatsEntry(Entry):
    """A new order of the players, clockwise. All players keep their figures.

    The next dealer is `dealer`, or by default the player whose turn it was.
    """

    kind: Literal["seats"] = "seats"
    order: Annotated[tuple[PlayerName, ...], Field(min_length=2, max_length=MAX_PLAYERS)]
    dealer: PlayerName | None = None


class RulesEntry(Entry):
    """A change of options for all later hands. Earlier hands keep their options."""

    kind: Literal["rules"] = "rules"
    set: dict[str, Any]


class End(Entry):
    """The end of the session. `results` are the results in whole units that were announced at the table."""

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
    | DateEntry
    | SeatsEntry
    | RulesEntry
    | End
)
"""The entries that every game has, in addition to the game's own entries and its corrections."""

COMMON_KINDS = frozenset(model.model_fields["kind"].default for model in (*get_args(CommonEntry), AmendBase))
"""The kinds of entries that every game has. All other kinds belong to one game, such as its hands."""


def entry_models(game: str, own: Any) -> tuple[Mapping[str, type[Entry]], TypeAdapter[Any]]:
    """Return the models of all entries of a game by kind, and the adapter that reads any of them from JSON.

    Args:
        game: the prefix for the name of the `amend` model, such as “Prefa” for “PrefaAmend”.
        own: the union of the models that only this game has, such as the models of its hands.
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
    return _models_by_kind(union), TypeAdapter(union)


_PAID = r"^[0-9]{1,9}(\.[0-9]{1,3})?$"


def _above_zero(amount: str) -> str:
    if not re.match(_PAID, amount):
        raise PydanticCustomError("no_payment", "is no amount of money")
    if not amount.strip("0."):
        raise PydanticCustomError("nothing_paid", "is nothing")
    return amount


Paid = Annotated[str, AfterValidator(_above_zero), Field(json_schema_extra={"pattern": _PAID})]


class BookHeader(BaseModel):
    """The header of a book of payments.

    Attributes:
        currency: the ISO 4217 code of all payments that do not name another currency.
        needs: the version of prefcount that is needed to read the file, if an older one would misread it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    kind: Literal["payments"]
    version: Annotated[int, AfterValidator(_check_version), Field(json_schema_extra={"const": 1})]
    currency: Currency
    note: Note | None = None
    needs: Needs | None = None


class PaidEntry(Entry):
    """A payment from one player to another."""

    kind: Literal["paid"] = "paid"
    from_: Name = Field(alias="from")
    to: Name
    amount: Paid
    currency: Currency | None = None


BookEntry = Annotated[PaidEntry | Void, Field(discriminator="kind")]


class BookKinds:
    """The entry models of a book of payments. `read_entry` takes this class in place of a `Game`."""

    entries = _models_by_kind(BookEntry)
    adapter: TypeAdapter[PaidEntry | Void] = TypeAdapter(BookEntry)

    def find_unknown_words(self, entry: Entry) -> tuple[Problem, ...]:
        """Return no problems, because no entry of a book has options, whose names could be unknown."""
        return ()

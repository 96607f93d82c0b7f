"""A game read from a file of another program, before it becomes a session, and the JSON that it is read from.

A wrong value is refused with a sentence.
"""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from types import MappingProxyType
from typing import Any, NamedTuple, NoReturn, TypeVar

from prefcount.base.clock import local, now
from prefcount.base.i18n import N_, Text, text
from prefcount.base.problems import InvalidInput, Problem, invalid, quote, spelled
from prefcount.base.regular_files import DoubledKey, once
from prefcount.ledger.amount import LARGEST_TOTAL

Fields = Mapping[str, Any]
KindT = TypeVar("KindT")

GAME = "preferans"
"""What games of other programs are, all of them."""


class ForeignEntry(NamedTuple):
    """One entry of a game of another program.

    Attributes:
        fields: the entry as files spell it.
        place: where it stands in the other file, such as “hand 5”.
        source: what the other file says, which is kept where the entry cannot be.
        remarks: what of it has no counterpart or contradicts something else.
        whole: whether nothing else is known of the game, so that without it there is none.
    """

    fields: Fields
    place: Text | str
    source: object
    remarks: tuple[Text, ...] = ()
    whole: bool = False


class ForeignGame(NamedTuple):
    """A game of another program.

    Attributes:
        started, dealer: when it began and who dealt first, if that is known.
        over: whether it had ended: by its pool, or because results were announced; else "".
        rules: the convention as a header spells it.
        columns: its own figures at the end, as a `check` spells them.
        results: its own results, where they are whole.
        remarks: what has no counterpart and belongs to no entry.
        notes: sentences of the other file that are kept as they are.
        place: where it stands in a file of several games, such as “line 5”; else "".
    """

    players: tuple[str, ...]
    entries: tuple[ForeignEntry, ...]
    started: datetime | None
    over: str
    dealer: str | None = None
    rules: Fields = MappingProxyType({})
    columns: Fields = MappingProxyType({})
    results: Mapping[str, int] = MappingProxyType({})
    remarks: tuple[Text, ...] = ()
    notes: tuple[str, ...] = ()
    place: Text | str = ""


class NoGame(NamedTuple):
    """A part of a file of several games of which none can be made, and why; a game may be `lost` by that."""

    place: Text
    text: Text
    lost: bool


MOST_DIGITS = 20
"""A longer number is in no game."""
MOST_PLAYERS = 10
"""More than a session has: what it says of them is clearer than a bound. Above this, the file is no game."""


def json_in(content: bytes) -> object:
    """The JSON value of a file, its numbers as int or Decimal; None if it is no JSON.

    Raises InvalidInput for what no program writes: nested too deep, a key twice, NaN, or very many digits.
    """
    try:
        value: object = json.loads(
            content.decode("utf-8-sig"),
            object_pairs_hook=once,
            parse_int=_whole,
            parse_float=_decimal,
            parse_constant=_no_number,
        )
        json.dumps(value, ensure_ascii=False, default=str).encode()
    except RecursionError:
        raise invalid(N_("the file is nested too deep")) from None
    except UnicodeEncodeError:
        raise invalid(N_("the file has text that is not valid Unicode")) from None
    except DoubledKey:
        raise invalid(N_("the file has a field twice in one place")) from None
    except InvalidInput:
        raise
    except ValueError:
        return None
    return value


def _whole(digits: str) -> int:
    return int(digits) if len(digits) <= MOST_DIGITS else _no_number(digits)


def _decimal(digits: str) -> Decimal:
    number = Decimal(digits) if len(digits) <= MOST_DIGITS else _no_number(digits)
    return number if -MOST_DIGITS < number.adjusted() < MOST_DIGITS else _no_number(digits)


def _no_number(digits: str) -> NoReturn:
    raise invalid(N_("{digits} is not the number of a game"), digits=quote(digits))


def when_played(moment: datetime) -> datetime | None:
    """A moment by the clock of this machine; None if its day is still to come: no game was played then.

    Raises as `local` does.
    """
    here = local(moment)
    return here if here.date() <= now().date() else None


def cannot_be(field: str, value: object) -> Text:
    """The sentence about a field that does not hold what it should."""
    return text(N_("{what} cannot be {value}"), what=field, value=spelled(value))


def wrong(field: str, value: object) -> InvalidInput:
    """The refusal of a field that does not hold what it should."""
    return InvalidInput([Problem("", cannot_be(field, value))])


def list_of(kind: type[KindT], value: object, field: str) -> list[KindT]:
    """A list of texts, or of objects, empty where it is missing. Raises InvalidInput."""
    if value is None:
        return []
    if not isinstance(value, list) or not all(isinstance(each, kind) for each in value):
        raise wrong(field, value)
    return value


def mapping(value: object, field: str) -> Mapping[str, Any]:
    """An object, empty where it is missing. Raises InvalidInput."""
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise wrong(field, value)
    return value


def few(players: Sequence[object]) -> None:
    """Raises InvalidInput if there are more players than in any game."""
    if len(players) > MOST_PLAYERS:
        sentence = N_("it has {count} players; nobody plays with more than {most}")
        raise invalid(sentence, count=len(players), most=MOST_PLAYERS)


def number(value: object, field: str) -> int:
    """A whole number within the bounds of a sheet; 12.0 is one. Raises InvalidInput."""
    if isinstance(value, Decimal) and value == value.to_integral_value():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > LARGEST_TOTAL:
        raise wrong(field, value)
    return value


def figure(value: object, field: str) -> int | str:
    """A figure of a sheet as session files spell it: 12, or "25/2" for 12.5. Raises InvalidInput."""
    if isinstance(value, Decimal) and value != value.to_integral_value():
        above, below = value.as_integer_ratio()
        return f"{above}/{below}"
    return number(value, field)


def choice(
    rules: Mapping[str, Any], field: str, values: Mapping[Any, Any], otherwise: Any, remarks: list[Text]
) -> Any:
    """What a rule of the file is as an option; `otherwise` where it is missing or unknown, which is said."""
    chosen = rules.get(field)
    if isinstance(chosen, str | bool) and chosen in values:
        return values[chosen]
    if chosen is not None:
        remarks.append(unknown_rule(field, chosen))
    return otherwise


def unknown_rule(field: str, value: object) -> Text:
    """The sentence about a rule that has no counterpart."""
    return text(N_("the rule {rule} is not known here"), rule=f"{field}: {value}"[:80])


def pools_are_full(columns: Mapping[str, Fields], target: int, *, together: bool) -> bool:
    """Whether the pools have reached a target, all together or each; one that is not whole has not."""
    pools = [column.get("pool", 0) for column in columns.values()]
    if not all(isinstance(pool, int) for pool in pools):
        return False
    return sum(pools) >= target if together else all(pool >= target for pool in pools)

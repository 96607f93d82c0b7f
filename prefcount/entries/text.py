"""Names, notes and figures as files may carry them.

Text is refused, not repaired: everything that is not printable (control and escape codes,
bidirectional overrides, zero-width characters) stays outside, so nothing further in has to
think about it.
"""

import re
from datetime import datetime
from functools import lru_cache
from typing import Annotated, Any

from pydantic import (
    AfterValidator,
    AwareDatetime,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    StringConstraints,
    ValidatorFunctionWrapHandler,
    WrapValidator,
)
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

NAME_LENGTH = 40
NOTE_LENGTH = 500
LARGEST = 1_000_000

_DATE = "^[0-9]{4}-[0-9]{2}-"
FIGURE = r"-?[0-9]{1,7}(?:/[0-9]{1,7})?"
HISTORY = rf"^{FIGURE}(?:\.{FIGURE})*\.?$"


def clean(value: str) -> str:
    """`value` in Unicode normal form C without blanks around it.

    Raises:
        PydanticCustomError: if a character of it cannot be printed.
    """
    value = _normal(value).strip()
    if not value.isprintable():
        code = next(f"U+{ord(char):04X}" for char in value if not char.isprintable())
        raise PydanticCustomError("unprintable", "holds the character {code}", {"code": code})
    return value


_clean_name = lru_cache(maxsize=1000)(clean)
"""The same names stand in every line of a file."""


def _name(value: str) -> str:
    value = clean(value)
    if not 1 <= len(value) <= NAME_LENGTH:
        raise PydanticCustomError("name_length", "has {length} characters", {"length": len(value)})
    return value


def fold(name: str) -> str:
    """The form in which two names are the same name."""
    return _normal(name.casefold())


def _normal(value: str) -> str:
    """`value` in normal form C, which plain Latin always is."""
    if value.isascii():
        return value
    from unicodedata import normalize

    return normalize("NFC", value)


def _fraction(value: str) -> str:
    if re.search(r"/0+$", value):
        raise PydanticCustomError("zero_division", "divides by zero")
    return value


def _history(value: str) -> str:
    if re.search(r"/0+(\.|$)", value):
        raise PydanticCustomError("zero_division", "divides by zero")
    return value


def _one_each(value: Any, handler: ValidatorFunctionWrapHandler) -> Any:
    """An object of players in which two spellings of one name would silently become one."""
    read = handler(value)
    if isinstance(value, dict) and len(read) < len(value):
        raise PydanticCustomError("same_player", "names a player twice")
    return read


def _no_number(value: object) -> object:
    """A moment is written with its date; a bare number would be read as seconds since 1970."""
    if isinstance(value, datetime) or (isinstance(value, str) and re.match(_DATE, value)):
        return value
    raise PydanticCustomError("datetime_type", "is no date and time")


class _WithItsDate:
    """Lets nothing through but moments with a date; of JSON without Python, since each line has one."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        moment = handler(source)
        text = core_schema.custom_error_schema(core_schema.str_schema(pattern=_DATE), "datetime_type")
        return core_schema.json_or_python_schema(
            json_schema=core_schema.chain_schema([text, moment]),
            python_schema=core_schema.no_info_before_validator_function(_no_number, moment),
        )

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        assert schema["type"] == "json-or-python"
        return handler(schema["python_schema"])


OneEach = WrapValidator(_one_each)

Name = Annotated[str, AfterValidator(_name)]
PlayerName = Annotated[str, StringConstraints(max_length=4 * NAME_LENGTH), AfterValidator(_clean_name)]
"""A player as entries name him; whether he plays is for the game to say."""
Note = Annotated[str, StringConstraints(max_length=NOTE_LENGTH), AfterValidator(clean)]
Count = Annotated[int, Field(ge=1, le=250_000)]
Place = Annotated[int, Field(ge=0, le=250_000)]
Tricks = Annotated[int, Field(ge=0, le=10)]
Number = Annotated[int, Field(ge=-LARGEST, le=LARGEST)]
Fractional = Annotated[str, StringConstraints(pattern=rf"^{FIGURE}$"), AfterValidator(_fraction)]
History = Annotated[str, StringConstraints(pattern=HISTORY, max_length=20_000), AfterValidator(_history)]
Moment = Annotated[AwareDatetime, Field(strict=False), _WithItsDate()]
LineHash = Annotated[str, StringConstraints(pattern="^[0-9a-f]{16}$")]
FullHash = Annotated[str, StringConstraints(pattern="^[0-9a-f]{64}$")]

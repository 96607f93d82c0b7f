"""Names, notes and figures as files may carry them.

Text is refused, not repaired: everything that is not printable (control and escape codes,
bidirectional overrides, zero-width characters) stays outside, so nothing further in has to
think about it.
"""

import re
import unicodedata
from typing import Annotated

from pydantic import AfterValidator, AwareDatetime, Field, StringConstraints
from pydantic_core import PydanticCustomError

NAME_LENGTH = 40
NOTE_LENGTH = 500
LARGEST = 1_000_000

FIGURE = r"-?\d{1,7}(?:/\d{1,7})?"
HISTORY = rf"^{FIGURE}(?:\.{FIGURE})*\.?$"


def clean(value: str) -> str:
    """`value` in Unicode normal form C without blanks around it.

    Raises:
        PydanticCustomError: if a character of it cannot be printed.
    """
    value = unicodedata.normalize("NFC", value).strip()
    if not value.isprintable():
        code = next(f"U+{ord(char):04X}" for char in value if not char.isprintable())
        raise PydanticCustomError("unprintable", "holds the character {code}", {"code": code})
    return value


def _name(value: str) -> str:
    value = clean(value)
    if not 1 <= len(value) <= NAME_LENGTH:
        raise PydanticCustomError("name_length", "has {length} characters", {"length": len(value)})
    return value


def fold(name: str) -> str:
    """The form in which two names are the same name."""
    return unicodedata.normalize("NFC", name.casefold())


def _fraction(value: str) -> str:
    if re.search(r"/0+$", value):
        raise PydanticCustomError("zero_division", "divides by zero")
    return value


def _history(value: str) -> str:
    if re.search(r"/0+(\.|$)", value):
        raise PydanticCustomError("zero_division", "divides by zero")
    return value


Name = Annotated[str, StringConstraints(max_length=4 * NAME_LENGTH), AfterValidator(_name)]
PlayerName = Annotated[str, StringConstraints(max_length=4 * NAME_LENGTH), AfterValidator(clean)]
"""A player as entries name him; whether he plays is for the game to say."""
Note = Annotated[str, StringConstraints(max_length=NOTE_LENGTH), AfterValidator(clean)]
Count = Annotated[int, Field(ge=1, le=250_000)]
Place = Annotated[int, Field(ge=0, le=250_000)]
Tricks = Annotated[int, Field(ge=0, le=10)]
Number = Annotated[int, Field(ge=-LARGEST, le=LARGEST)]
Fractional = Annotated[str, StringConstraints(pattern=rf"^{FIGURE}$"), AfterValidator(_fraction)]
History = Annotated[str, StringConstraints(pattern=HISTORY, max_length=20_000), AfterValidator(_history)]
Moment = AwareDatetime
LineHash = Annotated[str, StringConstraints(pattern="^[0-9a-f]{16}$")]
FullHash = Annotated[str, StringConstraints(pattern="^[0-9a-f]{64}$")]

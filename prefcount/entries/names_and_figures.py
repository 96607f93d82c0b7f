"""Types and parsers for names, notes and figures in files."""

import re
from collections.abc import Sequence
from datetime import datetime
from fractions import Fraction
from functools import lru_cache
from operator import not_
from typing import Annotated, Any, LiteralString
from unicodedata import category, normalize

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

from prefcount.languages import LANGUAGES, letter_table
from prefcount.ledger import FRACTION_SIGNS, MAX_TOTAL, Amount, normalize_amount

NAME_LENGTH = 40
NOTE_LENGTH = 500
MAX_RESULT = 100 * MAX_TOTAL
"""The largest result, which may combine the totals of almost a hundred columns."""

_DATE = "^[0-9]{4}-[0-9]{2}-"
FIGURE = r"-?[0-9]{1,10}(?:/[0-9]{1,7})?"
MIXED = r"-?[0-9]{1,10}(?:(?: [0-9]{1,7})?/[0-9]{1,7})?"
"""Pattern of a whole number, a fraction such as 5/2, or both, such as 27 1/2."""
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
    value = _normalize(value).strip()
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


@lru_cache(maxsize=10_000)
def fold(name: str) -> str:
    """Return `name` in lower case and without extra blanks, for comparisons."""
    return _normalize(" ".join(name.split()).casefold())


_WORD_BEGIN = re.compile(r"(?:(?<=[\s-])|^)\w")


def capitalize_like(names: Sequence[str], typed: str) -> str:
    """Return a typed name with capitals like `names`: next to “Ana” and “Boris”, “vera” becomes “Vera”.

    A name that was typed with a capital, or is one of `names`, stays as it was typed.
    """
    if typed != typed.lower() or fold(typed) in map(fold, names):
        return typed
    if all(name == name.upper() != name.lower() and len(name) > 1 for name in names):
        return typed.upper()
    if all(name[:1].isupper() for name in names):
        return _WORD_BEGIN.sub(lambda letter: letter[0].title(), typed)
    return typed


_SAME_LETTERS = letter_table(language.same_letters for language in LANGUAGES.values())
_LATIN = letter_table(language.latin for language in LANGUAGES.values())


def unify_letters(folded: str) -> str:
    """Return a word in lower case with one letter for letters that people use alike, such as е for ё."""
    return folded.translate(_SAME_LETTERS)


def transliterate(folded: str) -> str:
    """Return a name in lower case with Latin letters in place of others."""
    return folded.translate(_LATIN)


def _normalize(value: str) -> str:
    return value if value.isascii() else normalize("NFC", value)


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
    """Annotation by which pydantic refuses a time without a date, for JSON in its own fast code."""

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
    """Annotation that marks a field as the name of a player, so that a rename can change the name."""


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


def normalize_figure(typed: str) -> str:
    """Return a typed figure with the characters that files use: −27½ becomes -27 1/2."""
    plain = typed.strip().replace("−", "-")
    for fraction, sign in FRACTION_SIGNS.items():
        plain = re.sub(rf"(?<=[0-9]) ?{sign}", f" {fraction}", plain).replace(sign, str(fraction))
    return plain


def parse_whole_number(typed: str, digits: int = 10) -> int | str:
    """Return a typed whole number of at most `digits` digits as an int, and other text as it is.

    The model of an entry then refuses the text.
    """
    plain = normalize_figure(typed)
    return int(plain) if re.fullmatch(f"[+-]?[0-9]{{1,{digits}}}", plain) else plain


def parse_amount(figure: int | str) -> Amount:
    """Return the exact amount of a figure: 5/2 for "5/2", −55/2 for "-27 1/2"."""
    if isinstance(figure, int):
        return figure
    whole, _blank, fraction = figure.rpartition(" ")
    sign = -1 if whole.startswith("-") else 1
    return normalize_amount(int(whole or 0) + sign * Fraction(fraction))


def parse_history(figure: int | str) -> tuple[Amount, ...]:
    """Return the totals in a figure, oldest first: 2, 6 and 12 for "2.6.12", but only 7 for 7."""
    if isinstance(figure, int):
        return (figure,)
    return tuple(normalize_amount(Fraction(part)) for part in figure.rstrip(".").split("."))

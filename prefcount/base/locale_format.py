"""Money, dates and decimal numbers as people write them in the language in use, by Babel, loaded late.

Files and what is printed for programs never pass through here.
"""

import re
from collections.abc import Mapping
from datetime import date, datetime
from decimal import MAX_PREC, Decimal, localcontext
from functools import lru_cache
from typing import NamedTuple

from prefcount.base.i18n import C_, _, language


def format_money(amount: Decimal, currency: str, *, signed: bool = False) -> str:
    """An amount of money: €0.73, −RSD 1,234.50, 0,73 €; without a currency a plain number.

    Args:
        amount: what is shown with its own decimal places, and if it has any with those of the currency.
        currency: an ISO 4217 code, or ""; of one that has no sign in the language the code stands there.
        signed: whether what is won has a plus; what is lost has a minus in any case.
    """
    from babel.core import Locale
    from babel.numbers import (
        format_currency,
        format_decimal,
        get_currency_precision,
        get_currency_symbol,
    )

    spoken, size, exponent = language(), amount.copy_abs(), amount.as_tuple().exponent
    assert isinstance(exponent, int), "money is a number"
    places = min(0, exponent)
    if currency and places:
        places = min(places, -get_currency_precision(currency))
    digits = f"{Decimal(0).scaleb(places):f}"
    sign = "−" if amount < 0 else "+" if signed and amount > 0 else ""
    with localcontext(prec=MAX_PREC):
        if not currency:
            return sign + _plain(format_decimal(size, f"#,##{digits}", spoken))
        pattern = Locale.parse(spoken).currency_formats["standard"].pattern.replace("0.00", digits)
        if get_currency_symbol(currency, spoken)[-1].isalpha():
            pattern = pattern.replace("¤#", "¤ #")
        return sign + _plain(format_currency(size, currency, pattern, spoken, currency_digits=False))


def use_no_break_spaces(words: str) -> str:
    """Return an amount with blanks at which no line ends, for texts whose lines are broken by others."""
    return words.replace(" ", "\N{NO-BREAK SPACE}")


def currency_sign(currency: str) -> str:
    """What amounts of a currency have beside them: € for EUR, its code where it has no sign; "" for ""."""
    from babel.numbers import get_currency_symbol

    return get_currency_symbol(currency, language()) if currency else ""


_CURRENCY_WORDS = {
    "₽": (C_("debts in", "₽"), C_("amounts in", "₽")),
    "€": (C_("debts in", "€"), C_("amounts in", "€")),
    "$": (C_("debts in", "$"), C_("amounts in", "$")),
}
"""What some languages have instead of a sign that stands alone: at the beginning, and behind a comma."""


def currency_word(currency: str, *, begins: bool) -> str:
    """What a currency is called without an amount, at the beginning of a line or not; "" for ""."""
    sign = currency_sign(currency)
    first, later = _CURRENCY_WORDS.get(sign, (sign, sign))
    return _(first if begins else later)


def decimal_sign() -> str:
    """What parts a whole number from its decimal places."""
    from babel.numbers import get_decimal_symbol

    return get_decimal_symbol(language())


CURRENCY_CODE_LENGTH = 3
"""Letters in the code of a currency."""
CURRENCY_SIGNS: Mapping[str, tuple[str, ...]] = {
    "€": ("EUR",),
    "евро": ("EUR",),
    "$": ("USD", "CAD", "AUD", "NZD"),
    "£": ("GBP",),
    "₽": ("RUB",),
    "₴": ("UAH",),
    "грн": ("UAH",),
    "₸": ("KZT",),
    "zł": ("PLN",),
    "Kč": ("CZK",),
    "kr": ("SEK", "NOK", "DKK"),
    "руб": ("RUB", "BYN"),
    "р": ("RUB", "BYN"),
}
"""What people write for a currency: the codes that it may mean, the usual one first."""


def parse_currency(typed: str) -> str:
    """The code of a currency, however it was typed: eur, €, руб., р; anything else stays as it is."""
    word = typed.strip().casefold().removesuffix(".")
    signs = {sign.casefold(): codes for sign, codes in CURRENCY_SIGNS.items()}
    code, *_others = signs.get(
        word, (word.upper() if len(word) == CURRENCY_CODE_LENGTH and word.isascii() else typed,)
    )
    return code


def is_unknown_currency(code: str) -> bool:
    """Whether three letters are the code of no currency that there is or was, such as EUO."""
    from babel.core import get_global

    return len(code) == CURRENCY_CODE_LENGTH and code not in get_global("all_currencies")


_GROUPS = re.compile(
    r"(?:^|(?<=[\s€$£₽₴₸]))[1-9]\d{0,2}(?:[\s'’]\d{3})+(?=(?:[.,]\d{1,6})?(?:\s?(?:[^\W\d_]{1,4}\.?|[€$£₽₴₸]))?$)"
)
"""A whole number in groups of three digits at the end of a line, before its decimal places and a currency."""


def remove_thousands_separators(typed: str) -> str:
    """A line that may end with an amount, without what parts its thousands: 1 000,50 and 1'000,50."""
    return _GROUPS.sub(lambda match: re.sub(r"\D", "", match[0]), typed)


_BOTH_SIGNS = re.compile(r"([1-9]\d{0,2}(?:([.,])\d{3})(?:\2\d{3})*)(?!\2)[.,](\d{1,6})")


def normalize_decimal(typed: str) -> str:
    """A decimal number as files spell it, typed with a comma or a dot; what has letters stays as typed.

    Of both in one number the first parts thousands: 1,000.50 and 1.000,50 are the same.
    """
    if any(map(str.isalpha, typed)):
        return typed
    if both := _BOTH_SIGNS.fullmatch(typed):
        return f"{re.sub('[.,]', '', both[1])}.{both[3]}"
    return typed.replace(",", ".")


def format_day(date: date) -> str:
    """A date: Oct 9, 2026, or 9 окт. 2026 г."""
    return _day(date, language())


@lru_cache(maxsize=4096)
def _day(date: date, spoken: str) -> str:
    """A list of games is searched at every key, its dates included."""
    from babel.dates import format_date

    return _plain(format_date(date, "medium", spoken))


def format_month(date: date) -> str:
    """A month with its year: October 2026, or октябрь 2026 г."""
    from babel.dates import format_skeleton

    return _plain(format_skeleton("yMMMM", date, locale=language()))


def format_quarter(date: date) -> str:
    """A quarter with its year: Q1 2026, or 1-й кв. 2026 г."""
    from babel.dates import format_skeleton

    return _plain(format_skeleton("yQQQ", date, locale=language()))


def format_moment(time: datetime) -> str:
    """A date and the time of day in the zone that it is given in, to the second."""
    from babel.dates import format_datetime

    return _plain(format_datetime(time, "medium", locale=language()))


class Day(NamedTuple):
    """A date as the value of a sentence that is said later, in the language in use then."""

    at: date

    def __str__(self) -> str:
        return format_day(self.at)


class Moment(NamedTuple):
    """A moment as the value of a sentence that is said later, in the language in use then."""

    at: datetime

    def __str__(self) -> str:
        return format_moment(self.at)


def _plain(formatted: str) -> str:
    """The text with plain blanks, which every terminal shows and which can be typed in a search."""
    return formatted.replace("\N{NARROW NO-BREAK SPACE}", " ").replace("\N{NO-BREAK SPACE}", " ")

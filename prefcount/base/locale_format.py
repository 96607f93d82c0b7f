"""Money, dates and decimal numbers in the form that is usual in the current language.

Babel is loaded only when needed. Files and output for programs do not use this module.
"""

import re
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from decimal import MAX_PREC, Decimal, localcontext
from functools import lru_cache
from typing import NamedTuple

from prefcount.base.i18n import C_, _, language
from prefcount.languages import LANGUAGES, get_all_words


def _locale(code: str = "") -> str:
    code = code or language()
    return LANGUAGES[code].locale or code


def format_money(amount: Decimal, currency: str, *, signed: bool = False) -> str:
    """Format an amount of money, such as €0.73, −RSD 1,234.50 or 0,73 €.

    Args:
        amount: the amount. `Decimal("5")` is shown as €5, and `Decimal("0.5")` as €0.50.
        currency: an ISO 4217 code, or "" for a plain number.
        signed: whether a positive amount has a plus sign. A negative amount always has a minus sign.
    """
    from babel.core import Locale
    from babel.numbers import format_currency, format_decimal, get_currency_precision, get_currency_symbol

    spoken, size, exponent = _locale(), amount.copy_abs(), amount.as_tuple().exponent
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


def format_money_column(amounts: Iterable[Decimal], currency: str, *, signed: bool = False) -> list[str]:
    """Format amounts that are shown together. If all of them are whole, they have no decimal places.

    For example, 5.00 and 3.00 become €5 and €3, but 5.00 and 0.50 become €5.00 and €0.50.
    """
    column = list(amounts)
    if all(amount == amount.to_integral_value() for amount in column):
        column = [amount.to_integral_value() for amount in column]
    return [format_money(amount, currency, signed=signed) for amount in column]


def use_no_break_spaces(words: str) -> str:
    """Replace blanks in an amount by no-break spaces, so that it is never split over two lines."""
    return words.replace(" ", "\N{NO-BREAK SPACE}")


def currency_sign(currency: str) -> str:
    """Return the sign of a currency, such as € for EUR, or its code if it has no sign. For "" return ""."""
    from babel.numbers import get_currency_symbol

    return get_currency_symbol(currency, _locale()) if currency else ""


_CURRENCY_WORDS = {
    "₽": (C_("debts in", "₽"), C_("amounts in", "₽")),
    "€": (C_("debts in", "€"), C_("amounts in", "€")),
    "$": (C_("debts in", "$"), C_("amounts in", "$")),
}
"""Words for currencies by sign, such as “Евро” for the beginning of a line and “евро” for the middle."""


def currency_word(currency: str, *, begins: bool) -> str:
    """Return the word for a currency, such as “рубли” for RUB. Return its sign if it has no word.

    Args:
        begins: whether the word is at the beginning of a line and takes a capital, as in “Рубли”.
    """
    sign = currency_sign(currency)
    first, later = _CURRENCY_WORDS.get(sign, (sign, sign))
    return _(first if begins else later)


def decimal_sign() -> str:
    """Return the decimal separator of the current language."""
    from babel.numbers import get_decimal_symbol

    return get_decimal_symbol(_locale())


CURRENCY_CODE_LENGTH = 3
_SIGNS = {
    "€": ("EUR",),
    "$": ("USD", "CAD", "AUD", "NZD"),
    "£": ("GBP",),
    "₽": ("RUB",),
    "₴": ("UAH",),
    "₸": ("KZT",),
    "zł": ("PLN",),
    "Kč": ("CZK",),
    "kr": ("SEK", "NOK", "DKK"),
}
_WORDS = [(code, word) for code, words in get_all_words("currency").items() for word in words]
CURRENCY_SIGNS: Mapping[str, tuple[str, ...]] = _SIGNS | {
    word: tuple(dict.fromkeys(code for code, other in _WORDS if other == word)) for _code, word in _WORDS
}
"""Signs and words for currencies, each with the codes that it may mean, the most common first."""


def parse_currency(typed: str) -> str:
    """Return the currency code for a word such as eur, €, руб. or р. Return an unknown word unchanged."""
    word = typed.strip().casefold().removesuffix(".")
    signs = {sign.casefold(): codes for sign, codes in CURRENCY_SIGNS.items()}
    code, *_others = signs.get(
        word, (word.upper() if len(word) == CURRENCY_CODE_LENGTH and word.isascii() else typed,)
    )
    return code


def is_unknown_currency(code: str) -> bool:
    """Return whether `code` has three letters but was never the code of a currency."""
    from babel.core import get_global

    return len(code) == CURRENCY_CODE_LENGTH and code not in get_global("all_currencies")


_GROUPS = re.compile(
    r"(?:^|(?<=[\s€$£₽₴₸]))[1-9]\d{0,2}(?:[\s'’]\d{3})+(?=(?:[.,]\d{1,6})?(?:\s?(?:[^\W\d_]{1,4}\.?|[€$£₽₴₸]))?$)"
)
"""Pattern of a number such as 1 000 at the end of a line. Decimal places and a currency may follow it."""


def remove_thousands_separators(typed: str) -> str:
    """Join the digits of an amount at the end of a line: “anna 1 000,50” becomes “anna 1000,50”."""
    return _GROUPS.sub(lambda match: re.sub(r"\D", "", match[0]), typed)


_BOTH_SIGNS = re.compile(r"([1-9]\d{0,2}(?:([.,])\d{3})(?:\2\d{3})*)(?!\2)[.,](\d{1,6})")


def normalize_decimal(typed: str) -> str:
    """Write a number with a decimal point: 0,5 becomes 0.5, 1.000,50 becomes 1000.50, and 1.000 stays 1.000.

    Text with letters is returned as it was typed.
    """
    if any(map(str.isalpha, typed)):
        return typed
    if both := _BOTH_SIGNS.fullmatch(typed):
        return f"{re.sub('[.,]', '', both[1])}.{both[3]}"
    return typed.replace(",", ".")


def format_day(date: date) -> str:
    """Format a date, such as 9 Oct 2026 or 9 окт. 2026 г."""
    return _day(date, language())


@lru_cache(maxsize=4096)  # a search in the list of games formats all dates at every key press
def _day(date: date, spoken: str) -> str:
    from babel.dates import format_date

    return _plain(format_date(date, "medium", LANGUAGES[spoken].date_locale or _locale(spoken)))


MONTH, QUARTER = "yMMMM", "yQQQ"
"""Parts of a date for `format_period`: the year and the name of the month, or the year and the quarter."""


def format_period(date: date, parts: str) -> str:
    """Format a date as its month or quarter, such as October 2026 or 1-й кв. 2026 г.

    `parts` is `MONTH` or `QUARTER`.
    """
    from babel.dates import format_skeleton

    return _plain(format_skeleton(parts, date, locale=_locale()))


def format_moment(time: datetime) -> str:
    """Format a date and time to the second, in the time zone of `time`."""
    from babel.dates import format_datetime

    return _plain(format_datetime(time, "medium", locale=LANGUAGES[language()].date_locale or _locale()))


class Day(NamedTuple):
    """A date, or a date and time, for a placeholder of a `Text`.

    The date is formatted in the language in which the text is shown.
    """

    at: date

    def __str__(self) -> str:
        return format_moment(self.at) if isinstance(self.at, datetime) else format_day(self.at)


def _plain(formatted: str) -> str:
    return formatted.replace("\N{NARROW NO-BREAK SPACE}", " ").replace("\N{NO-BREAK SPACE}", " ")

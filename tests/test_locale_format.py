"""Money, dates and averages as people of a language write them, with every digit."""

from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from prefcount.base.i18n import override_language, text, use_language
from prefcount.base.locale_format import Day, format_day, format_moment, format_money, parse_currency
from prefcount.languages import LANGUAGES
from prefcount.render.text_cells import rounded_text
from prefcount.stats.report import rounded_change_text
from tests.tables import each_line


@each_line(
    ("amount", "currency", "english", "russian"),
    [
        ("0.73", "EUR", "€0.73", "0,73 €"),
        ("-11.93", "EUR", "−€11.93", "−11,93 €"),
        ("1234.50", "RUB", "RUB 1,234.50", "1 234,50 ₽"),
        ("0.5", "EUR", "€0.50", "0,50 €"),
        ("2.5", "JPY", "¥2.5", "2,5 ¥"),
        ("0.5", "", "0.5", "0,5"),
        ("327", "JPY", "¥327", "327 ¥"),
        ("0.125", "EUR", "€0.125", "0,125 €"),
        ("5.10", "XYZ", "XYZ 5.10", "5,10 XYZ"),
        ("-0.10", "", "−0.10", "−0,10"),
        ("0.00", "USD", "$0.00", "0,00 $"),
    ],
)
def test_money_has_the_sign_of_its_currency(amount: str, currency: str, english: str, russian: str) -> None:
    assert format_money(Decimal(amount), currency) == english
    with override_language("ru"):
        assert format_money(Decimal(amount), currency) == russian


def test_winnings_have_a_plus() -> None:
    shown = [format_money(Decimal(each), "EUR", signed=True) for each in ("3.67", "0.00", "-11.93")]
    assert shown == ["+€3.67", "€0.00", "−€11.93"]


@given(st.integers(-(10**60), 10**60), st.sampled_from(("EUR", "XYZ", "")))
def test_no_digit_is_lost(units: int, currency: str) -> None:
    for code in LANGUAGES:
        with override_language(code):
            shown = format_money(Decimal(f"{units}e-2"), currency)
        digits = "".join(char for char in shown if char in "0123456789")
        assert int(digits) == abs(units)
        assert shown.startswith("−") == (units < 0)
        assert shown.isprintable()


def test_days_and_times_are_formatted() -> None:
    at = datetime.fromisoformat("2026-11-14T18:34:05+03:00")
    assert (format_day(date(2026, 10, 9)), format_moment(at)) == ("9 Oct 2026", "14 Nov 2026, 18:34:05")
    with override_language("ru"):
        assert (format_day(date(2026, 10, 9)), format_moment(at)) == (
            "9 окт. 2026 г.",
            "14 нояб. 2026 г., 18:34:05",
        )


def test_a_time_in_a_sentence_has_the_language_of_the_reader() -> None:
    said = text("{at}", at=Day(datetime.fromisoformat("2026-05-09T08:00:00+03:00")))
    assert str(said) == "9 May 2026, 08:00:00"
    use_language("ru")
    assert str(said) == "9 мая 2026 г., 08:00:00"


def test_averages_have_the_decimal_sign_of_the_language() -> None:
    assert (rounded_text(Fraction(7, 3), 2), rounded_change_text(Fraction(1, 3))) == ("2.33", "+0.3")
    with override_language("ru"):
        assert (rounded_text(Fraction(7, 3), 2), rounded_change_text(Fraction(1, 3))) == ("2,33", "+0,3")
        assert rounded_change_text(Fraction(1, 100)) == "0,0"


@each_line(
    ("typed", "code"),
    [
        *((typed, "RUB") for typed in ("руб", "Руб.", "р", "₽")),
        *(("eur", "EUR"), ("€", "EUR"), ("$", "USD")),
        *((other, other) for other in ("euros", "12", "сом", "")),
    ],
)
def test_a_currency_is_understood_as_people_write_it(typed: str, code: str) -> None:
    assert parse_currency(typed) == code

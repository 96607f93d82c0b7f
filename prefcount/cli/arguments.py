"""Arguments that several commands share, their types, and the exit codes."""

import argparse
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from prefcount.base.i18n import N_, _
from prefcount.base.problems import SentenceError, invalid, quote
from prefcount.games import GAMES

if TYPE_CHECKING:
    from datetime import date
    from pathlib import Path

    from prefcount.games.game import Game
    from prefcount.ledger import Coin


EXIT_OK, EXIT_FOUND, EXIT_UNUSABLE = 0, 1, 2
"""Exit codes: all is well, figures are wrong, and the input or the usage is wrong."""


class Command(NamedTuple):
    """A command: a function that adds its flags, and a function that runs it and returns the exit code."""

    add_arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]


class UsageError(SentenceError):
    """Raised for input that a command cannot use. The message is printed as one line."""


def parse_path(typed: str) -> "Path":
    from pathlib import Path

    return Path(typed)


def _parse_day(typed: str) -> "date":
    from datetime import date

    try:
        return date.fromisoformat(typed)
    except ValueError:
        sentence = _("{given} is not a date such as 2026-01-31")
        raise argparse.ArgumentTypeError(sentence.format(given=quote(typed))) from None


def number_type(most: int, sentence: str) -> Callable[[str], int]:
    """Return an argparse type for whole numbers from 1 to `most`.

    Args:
        sentence: the error message, with the placeholder {given} for the input.
    """

    def number(typed: str) -> int:
        if typed.isdecimal() and len(typed) <= len(str(most)) and 1 <= int(typed) <= most:
            return int(typed)
        raise argparse.ArgumentTypeError(sentence.format(given=quote(typed)))

    return number


def describe_skipping(command: argparse.ArgumentParser) -> None:
    command.description = _("Files that cannot be used are named and skipped; the exit code is then 2.")


def add_file(command: argparse.ArgumentParser, what: str = "") -> None:
    command.add_argument("file", type=parse_path, help=what or _("a session file"))


def add_paths(command: argparse.ArgumentParser, name: str, about: str) -> None:
    command.add_argument(name, nargs="+", type=parse_path, metavar=name.removesuffix("s").upper(), help=about)


def add_repeated(command: argparse._ActionsContainer, flag: str, metavar: str, about: str) -> None:
    command.add_argument(flag, action="append", default=[], metavar=metavar, help=about)


def add_switch(command: argparse._ActionsContainer, flag: str, about: str) -> None:
    command.add_argument(flag, action="store_true", help=about)


def add_day(command: argparse.ArgumentParser, flag: str, about: str) -> None:
    command.add_argument(flag, type=_parse_day, metavar="DATE", help=about)


def add_seconds(command: argparse.ArgumentParser, default: int, about: str) -> None:
    seconds = number_type(86_400, _("{given} is not a number of seconds from 1 to 86400"))
    command.add_argument("--seconds", type=seconds, default=default, metavar="N", help=about)


def stake_and_currency(options: argparse.Namespace) -> tuple[str | None, str | None]:
    """Return the price and the currency from `--stake` and `--currency`, or None for one that is not given.

    The currency may also be in `--stake`, as in "0.10 EUR".

    Raises:
        InvalidInput: if the two flags name different currencies.
    """
    from prefcount.base.locale_format import normalize_decimal
    from prefcount.session.typed_entries import parse_money

    if options.stake is None:
        return None, options.currency
    stake, beside = parse_money(options.stake.split())
    if beside and options.currency not in (None, beside):
        raise invalid(
            N_("the price names another currency, {beside}; change the price or the currency"), beside=beside
        )
    return normalize_decimal(stake), options.currency or beside or None


def currency_type(typed: str) -> str:
    from prefcount.base.locale_format import is_unknown_currency, parse_currency

    code = parse_currency(typed)
    if is_unknown_currency(code):
        sentence = _("write the currency as its code, such as EUR or RUB, not {typed}")
        raise argparse.ArgumentTypeError(sentence.format(typed=quote(typed)))
    return code


def _parse_coin(typed: str) -> "Coin":
    import re
    from decimal import Decimal

    from prefcount.ledger import Coin

    match = re.fullmatch(r"([0-9]{1,9}(?:[.,][0-9]{1,3})?)(?: ([A-Za-z]{3}))?", typed.strip())
    amount = Decimal(match[1].replace(",", ".")) if match else Decimal(0)
    if not match or not amount:
        sentence = _("{given} is not a coin; write an amount above 0, such as 10, 0.5 or 10 EUR")
        raise argparse.ArgumentTypeError(sentence.format(given=quote(typed)))
    return Coin(amount, (match[2] or "").upper())


_SHARED_FLAGS: dict[str, tuple[str, dict[str, Any]]] = {
    "--alias": (
        N_(
            "a file of people with several names, one person a line: Anna = Anya, Аня; default: people.txt "
            "next to the games"
        ),
        {"type": parse_path, "metavar": "FILE"},
    ),
    "--codes": (N_("print names as files spell them, not as players say them"), {"action": "store_true"}),
    "--coin": (
        N_("the smallest coin or note in use, such as 10; payments are rounded to it"),
        {"type": _parse_coin, "metavar": "AMOUNT"},
    ),
    "--csv-style": (
        N_("the style of CSV: commas and decimal points (default), or semicolons and decimal commas"),
        {"choices": ("comma", "semicolon")},
    ),
    "--currency": (N_("the currency of the price, such as EUR"), {"type": currency_type, "metavar": "CODE"}),
    "--game": (N_("the game: {games}; default: the first"), {"default": GAMES[0]}),
    "--json": (N_("print JSON for programs"), {"action": "store_true"}),
    "--set": (
        N_("an option of the rules, such as style=gentleman or raspasy.cap=5; may be repeated"),
        {"action": "append", "default": [], "metavar": "OPTION=VALUE"},
    ),
    "--stake": (N_("the price of a whist or point, such as 0.10"), {"metavar": "PRICE"}),
}
"""The help and the argparse settings of flags that several commands have."""


def add_shared(command: argparse._ActionsContainer, *flags: str) -> None:
    for flag in flags:
        about, settings = _SHARED_FLAGS[flag]
        command.add_argument(flag, help=_(about).format(games=", ".join(GAMES)), **settings)


def set_options(rules: dict[str, Any], settings: Iterable[str], game: "Game[Any]") -> None:
    """Set options such as "raspasy.cap=5" in the dict `rules`.

    Args:
        rules: the rules in the form of `Header.rules`, which are changed.
        settings: the options as typed on the command line.
        game: the game that has these options.
    """
    from prefcount.games.rules import PRESET

    for setting in settings:
        _set_option(rules, setting, game)
    if PRESET in rules:
        rules[PRESET] = game.find_preset(rules[PRESET])


def _codes_of_words(name: str, value: str, game: "Game[Any]") -> tuple[str, str]:
    from prefcount.base.i18n import override_language
    from prefcount.entries.names_and_figures import fold
    from prefcount.languages import LANGUAGES
    from prefcount.render.text import value_text

    for info in game.options(game.preset(next(iter(game.presets)))):
        names, words = {info.name}, dict[str, Any]()
        for code in LANGUAGES:
            with override_language(code):
                names.add(fold(info.word))
                words |= {fold(value_text(choice, info.name)): choice for choice in info.choices}
        if fold(name) in names:
            typed = fold(value)
            alike = [word for word in words if len(typed) > 4 and word.startswith(typed[:-2])]
            word = typed if typed in words else alike[0] if len(alike) == 1 else ""
            choice = words.get(word, value)
            return info.name, str(choice).lower() if isinstance(choice, bool) else str(choice)
    return name, value


def _set_option(rules: dict[str, Any], setting: str, game: "Game[Any]") -> None:
    from pydantic_core import from_json

    name, equals, value = setting.partition("=")
    if not name or not equals:
        sentence = N_("--set needs OPTION=VALUE, e.g. style=gentleman, not “{given}”")
        raise UsageError(sentence, given=quote(setting))
    name, value = _codes_of_words(name, value, game)
    *groups, option = name.split(".")
    for group in groups:  # the part before a dot names a group, such as raspasy.cap=5
        rules = rules.setdefault(group, {})
        if not isinstance(rules, dict):
            raise UsageError(N_("“{name}” is not a group of options"), name=quote(group))
    try:
        rules[option] = from_json(value)  # such as 5, true or [6,7]
    except (ValueError, TypeError):  # a word, which is not JSON
        rules[option] = value

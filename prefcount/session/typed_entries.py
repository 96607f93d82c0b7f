"""Parsing of typed lines into entries of all games, such as renames, prices, results and ends.

All functions raise InvalidInput with every problem of a text or a rule that cannot be used.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from prefcount.base.i18n import C_, N_, Text, _, language, text
from prefcount.base.locale_format import (
    is_unknown_currency,
    normalize_decimal,
    parse_currency,
    remove_thousands_separators,
)
from prefcount.base.problems import InvalidInput, Problem, invalid, problem, quote, read_each, unknown_word
from prefcount.entries.models import (
    DateEntry,
    End,
    Entry,
    PriceEntry,
    RenameEntry,
    ResultEntry,
    RulesEntry,
    SeatsEntry,
    spell_day,
)
from prefcount.entries.names_and_figures import (
    MIXED,
    capitalize_like,
    fold,
    normalize_figure,
    parse_amount,
    parse_whole_number,
)
from prefcount.entries.validation_messages import validate_fields
from prefcount.games.game import EditedRules, nest_options
from prefcount.games.notation import Vocabulary, Word, find_spellings, read_player
from prefcount.games.state import State
from prefcount.languages import LANGUAGES
from prefcount.ledger import amount_to_json
from prefcount.session.outcome import settle_session
from prefcount.session.session import Session

FigureT = TypeVar("FigureT")

_RENAME, _PRICE, _DATE, _SEATS = map(Word, ("entry.rename", "entry.price", "entry.date", "entry.seats"))
"""First words of lines such as: rename ana anna, price 0.10 EUR, date 2026-11-26, seats anna vera boris."""
_ADJUST, _LEAVES, _NO_PRICE = map(Word, ("entry.adjust", "entry.leaves", "entry.no_price"))
_RESULT = re.compile(rf"^(?P<name>.*?\S)\s+\+?(?P<figure>{MIXED})$")
_AMOUNT, _SIGN = r"([-+−\d][\d.,]*)", r"([^\W\d_]{1,4}\.?|[€$£₽₴₸])"
_MONEY = re.compile(rf"{_AMOUNT} ?{_SIGN}")
"""Pattern of an amount followed by a word or sign that may be a currency."""
_SIGN_FIRST = re.compile(rf"([€$£₽₴₸]) ?{_AMOUNT}")
_CODE = re.compile("[A-Z]{3}")
_CENTS = re.compile(r"(\d+) ?([^\W\d_]+\.?)")


def parse_line(session: Session, state: State, line: str) -> Entry:
    """Return the entry that a line describes: a hand of the game, or another entry such as a rename.

    Args:
        state: the state of the game before the entry.
    """
    try:
        return session.game.parse(state, line)
    except InvalidInput:
        first, *words = line.split() or [""]
        if first in _PRICE:
            return parse_price(session, words)
        if first in _DATE:
            return parse_date(" ".join(words))
        if first in _SEATS:
            return _seats(state, words)
        if first in _ADJUST:
            sentence = N_("a penalty or adjustment cannot be typed as a line; choose it under “other…”")
            raise invalid(sentence) from None
        if words and words[-1] in _LEAVES and "leave" in session.game.entries:
            player = state.names[read_player(state, " ".join([first, *words[:-1]]))]
            return validate_fields(session.game.entries["leave"], {"player": player})
        if first not in _RENAME:
            raise
        return _rename(state, words)


def _rename(state: State, words: Sequence[str]) -> RenameEntry:
    if len(words) < len(("player", "to")):
        raise invalid(N_("write the wrong name and the right one, e.g. rename ana anna"))
    index = _count_words_of_name(state, words[:-1])
    old = state.names[read_player(state, " ".join(words[:index]))]
    return validate_fields(
        RenameEntry, {"player": old, "to": capitalize_like([old], " ".join(words[index:]))}
    )


def _count_words_of_name(state: State, words: Sequence[str]) -> int:
    # Names may have several words. Only whole names are looked for; any other name is one word.
    names = {fold(state.names[player]) for player in state.seats}
    return next((n for n in range(len(words), 1, -1) if fold(" ".join(words[:n])) in names), 1)


DAY = re.compile(r"\d{4}-|\d{1,2}\.\d{1,2}\.")
"""The beginning of a typed day, which no price has."""


def parse_date(typed: str) -> DateEntry:
    """Return the entry for a typed day, such as 2026-11-26 or 26.11.2026, or a day with a time.

    Raises:
        InvalidInput: if `typed` is not a date.
    """
    if not typed:
        raise invalid(N_("write the day of the game, e.g. date 2026-11-26"))
    return validate_fields(DateEntry, {"started": spell_day(typed)})


def _seats(state: State, words: Sequence[str]) -> SeatsEntry:
    if not words:
        raise invalid(N_("write the players clockwise, e.g. seats anna vera boris"))
    order: list[str] = []
    while words:
        count = _count_words_of_name(state, words)
        order.append(state.names[read_player(state, " ".join(words[:count]))])
        words = words[count:]
    return validate_fields(SeatsEntry, {"order": tuple(order)})


def parse_price(session: Session, words: Sequence[str]) -> PriceEntry:
    """Return the entry for a typed price such as 0.10 EUR, or “none” for a game that is not for money.

    A price without a currency is in the current currency of the session.
    """
    amount, currency = parse_money(words)
    if not amount:
        raise invalid(N_("write the price and its currency, e.g. price 0.10 EUR, or price none"))
    free = amount in _NO_PRICE
    fields = {
        "stake": None if free else normalize_decimal(amount),
        "currency": None if free else currency or session.price.currency or None,
    }
    return validate_fields(PriceEntry, fields)


def get_price_question(session: Session) -> tuple[Text, str]:
    """Return the question for the price of the game, and the current price, such as "0.10 EUR", or ""."""
    price = session.price
    known = "" if price.amount is None else f"{price.amount:f} {price.currency}".strip()
    return text(N_("{price}, e.g. 0.10 EUR or none"), price=text(session.game.words.price)), known


def parse_price_or_date(session: Session, typed: str) -> Entry:
    """Return the entry for a typed price, or for a date that corrects the day of the game."""
    if DAY.match(typed):
        return parse_date(typed)
    try:
        return parse_price(session, typed.split())
    except InvalidInput as error:
        if typed and all(problem.field != "stake" for problem in error.problems):
            raise
        sentence = N_("Write the price as a number and a currency, such as 0.10 EUR, or “none”.")
        raise invalid(sentence) from None


_IN_THOUSANDS = re.compile(r"([1-9][0-9]{0,2})[.,]([0-9]{2}0)")
"""Pattern of an amount whose comma or dot may separate thousands or decimal places, such as 1.000."""


def parse_money(words: Sequence[str]) -> tuple[str, str]:
    """Return the amount and the currency code of a typed sum of money, or "" for a part that is missing."""
    typed = remove_thousands_separators(" ".join(words))
    cents = _CENTS.fullmatch(typed)
    if cents and (currency := _currency_of_cents(fold(cents[2]))):
        whole, rest = divmod(int(cents[1]), 100)
        return f"{whole}.{rest:02}", currency
    amount, currency = typed, ""
    if first := _SIGN_FIRST.fullmatch(typed):
        amount, currency = first[2], parse_currency(first[1])
    elif match := _MONEY.fullmatch(typed):
        amount, currency = match[1], parse_currency(match[2])
        if not _CODE.fullmatch(currency) or is_unknown_currency(currency):
            sentence = N_("write the currency as its code, such as EUR or RUB, not {typed}")
            raise invalid(sentence, typed=quote(typed))
    if grouped := _IN_THOUSANDS.fullmatch(amount):
        one, other = "".join(grouped.groups()), normalize_decimal(amount)[:-1]
        raise invalid(
            N_("“{cell}” may be {one} or {other}; write one of these"), cell=amount, one=one, other=other
        )
    return amount, currency


def _currency_of_cents(word: str) -> str:
    known = find_spellings("cent").by_language
    return next((known[code][word] for code in (language(), *LANGUAGES) if word in known[code]), "")


def parse_result(session: Session, lines: Sequence[str]) -> ResultEntry:
    """Return the result of a game from lines such as "anna 57", "boris -27 1/2" or "vera -55/2".

    One player may be left out, because the results add up to 0.
    """

    def parse(line: str) -> tuple[str, Fraction]:
        name, figure = split_name_and_figure(line)
        if not name or not re.fullmatch(MIXED, figure):
            raise invalid(N_("write a player and a result, e.g. anna 57, boris -27 1/2 or vera -55/2"))
        try:
            return name, Fraction(parse_amount(figure))
        except ZeroDivisionError:
            raise invalid(N_("divides by zero")) from None

    amounts = _read_results(session, lines, parse)
    left_out = [name for name in session.players if name not in amounts]
    if len(left_out) == 1:
        amounts[left_out[0]] = -sum(amounts.values(), Fraction(0))
    results = {name: amount_to_json(amounts[name]) for name in session.players if name in amounts}
    return validate_fields(ResultEntry, {"results": results})


def _read_results(
    session: Session, lines: Iterable[str], parse: Callable[[str], tuple[str, FigureT]]
) -> dict[str, FigureT]:
    results: dict[str, FigureT] = {}

    def read(line: str) -> None:
        name, figure = parse(line)
        player = session.state.names[read_player(session.state, name)]
        if player in results:
            raise invalid(N_("the result of {name} is given twice; leave one out"), name=player)
        results[player] = figure

    read_each(lines, read)
    return results


def split_name_and_figure(line: str) -> tuple[str, str]:
    """Split a line such as "boris -27 1/2" into a name and a figure."""
    plain = " ".join(normalize_figure(line).split())
    if match := _RESULT.match(plain):
        return match["name"], match["figure"]
    name, _blank, figure = plain.rpartition(" ")
    return name, figure


def rules_change(session: Session, chosen: Mapping[str, Any]) -> RulesEntry | None:
    """Return the entry that changes the rules of a session to `chosen`, or None if they are the same.

    The entry has the options that change. If the preset changes, the entry has the new preset and all options
    that differ from it.

    Args:
        chosen: the new rules, in the form of `Header.rules`.
    """
    game = session.game
    before = EditedRules.from_header(game, game.spell_rules(session.state.rules))
    after = EditedRules.from_header(game, chosen)
    if after.problems:
        raise InvalidInput(after.problems)
    if after.preset != before.preset:
        return RulesEntry(set=dict(after.given))
    changed = {
        new.name: new.value
        for old, new in zip(before.options, after.options, strict=True)
        # An option that was not chosen takes its value from other options. A choice may equal that value.
        if (new.value != old.value and before.is_chosen(old))
        or (after.is_chosen(new) and not (before.is_chosen(old) and new.value == old.value))
    }
    return RulesEntry(set=nest_options(changed)) if changed else None


def change_problems(session: Session, chosen: Mapping[str, Any]) -> tuple[Problem, ...]:
    """Return the reasons why the rules of a session cannot be changed to `chosen`."""
    try:
        entry = rules_change(session, chosen)
    except InvalidInput as refusal:
        return refusal.problems
    return () if entry is None else session.propose(session.complete_entry(entry)).problems


AGREED, RESIGNED = "agreed", "resigned"

_MAX_DIGITS = 12

_END = C_("field", "end")
REASONS = Vocabulary[str]("end")
"""The reasons why a game ends, with the words that players type for them."""


def end_entry(session: Session, seal: str) -> End:
    """Return the `end` entry for the current state, with the results in whole units.

    If a rule has ended the game, the rule is the reason for the end. Otherwise the reason is an agreement.

    Args:
        seal: the hash of all lines before the end, from `Journal.seal`.
    """
    return complete_end(parse_end(session, ()), session, seal)


def parse_end(session: Session, words: Sequence[str]) -> End:
    """Return an `end` entry from typed words. Its results and seal are added later.

    If a rule has ended the game, the rule is the default reason. Otherwise it is an agreement.

    Args:
        words: the typed words, such as “agreed” or “resigned anna”, or none for the default reason.
    """
    over = session.state.over
    typed, *name = words or [over if over in REASONS.words else AGREED]
    reason = REASONS.read(typed)
    if reason is None:
        raise InvalidInput([unknown_word(_(_END), typed, map(REASONS.__getitem__, REASONS.words))])
    if words and reason == RESIGNED and not name:
        raise InvalidInput([problem(_(_END), N_("write who resigns, e.g. resigned anna"))])
    if reason != RESIGNED and name:
        sentence = N_("leave out “{rest}”; only the word “resigned” is followed by a name")
        raise InvalidInput([problem(_(_END), sentence, rest=quote(" ".join(name)))])
    player = session.state.names[read_player(session.state, " ".join(name))] if name else None
    return End.model_validate({"reason": reason, "player": player})


def with_announced_results(session: Session, end: End, typed: Sequence[str]) -> End:
    """Return `end` with the announced results in `typed`, a line such as “anna 57” for each player."""

    def parse(line: str) -> tuple[str, int | str]:
        name, figure = split_name_and_figure(line.replace("=", " "))
        if not name:
            raise invalid(N_("write a player and a result, e.g. anna 57"))
        return name, parse_whole_number(figure, _MAX_DIGITS)

    results = _read_results(session, typed, parse)
    if not results:
        return end
    return validate_fields(End, {"reason": end.reason, "player": end.player, "results": results})


def complete_end(entry: End, session: Session, seal: str) -> End:
    """Return an `end` entry with its seal. If it has no announced results, add the computed results."""
    if entry.results is None:
        settled = settle_session(session.accept(entry).session)
        results = dict(zip(settled.players, settled.whole, strict=True))
        entry = entry.model_copy(update={"results": results})
    return with_seal(entry, seal)


def with_seal(entry: End, seal: str) -> End:
    """Return an `end` entry with its seal: the SHA-256 of all bytes of the file before the entry."""
    if entry.seal not in (None, seal):
        sentence = N_(
            "this check code does not fit the file; leave out “seal”, and the program adds the right one"
        )
        raise InvalidInput([problem("seal", sentence)])
    return entry.model_copy(update={"seal": seal})

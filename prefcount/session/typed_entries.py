"""Entries that every game shares, from what was typed or chosen: a rename, a price, a result, other rules."""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from prefcount.base.i18n import C_, N_, _
from prefcount.base.locale_format import (
    is_unknown_currency,
    normalize_decimal,
    parse_currency,
    remove_thousands_separators,
)
from prefcount.base.problems import InvalidInput, Problem, invalid, problem, quote, read_each, unknown_word
from prefcount.entries.models import End, Entry, PriceEntry, RenameEntry, ResultEntry, RulesEntry
from prefcount.entries.names_and_figures import (
    MIXED,
    capitalize_like,
    fold,
    normalize_figure,
    parse_amount,
    parse_whole_number,
)
from prefcount.entries.validation_messages import validate_fields
from prefcount.games.edited_rules import EditedRules, nest_options
from prefcount.games.notation import Vocabulary, Word, read_player
from prefcount.games.state import State
from prefcount.ledger.sheet import amount_to_json, normalize_amount
from prefcount.session.outcome import settle_session
from prefcount.session.session import Session

RENAME = Word(en="rename", ru="переименовать")
"""Begins the line of another spelling: rename ana anna."""
PRICE = Word(en="price", ru="цена")
"""Begins the line of what is played for: price 0.10 EUR."""
NO_PRICE = Word(en="none", ru="нет")
"""Stands for an amount where no money is played for."""
_RESULT = re.compile(rf"^(?P<name>.*?\S)\s+\+?(?P<figure>{MIXED})$")
_AMOUNT, _SIGN = r"([-+−\d][\d.,]*)", r"([A-Za-zА-Яа-яёЁ]{1,4}\.?|[€$£₽₴₸])"
_MONEY = re.compile(rf"{_AMOUNT} ?{_SIGN}")
"""An amount with what may be meant as its currency."""
_SIGN_FIRST = re.compile(rf"([€$£₽₴₸]) ?{_AMOUNT}")
_KOPECKS = re.compile(r"(\d+) ?коп(?:\.|еек|ейки|ейка)?", re.IGNORECASE)


def parse_line(session: Session, state: State, line: str) -> Entry:
    """The entry that a line describes at a place in the game: a hand, another spelling of a name, a price.

    Raises:
        InvalidInput: if it describes none.
    """
    try:
        return session.game.parse(state, line)
    except InvalidInput:
        first, *words = line.split() or [""]
        if first in PRICE:
            return parse_price(session, words)
        if first not in RENAME:
            raise
        return _rename(state, words)


def _rename(state: State, words: Sequence[str]) -> RenameEntry:
    """The rename in typed words: the old name and the right one, each of one or several words."""
    if len(words) < len(("player", "to")):
        raise invalid(N_("say which name is wrong and what is right, e.g. rename ana anna"))
    names = {fold(state.names[player]) for player in state.seats}
    whole = (at for at in range(len(words) - 1, 0, -1) if fold(" ".join(words[:at])) in names)
    at = next(whole, 1)
    old = state.names[read_player(state, " ".join(words[:at]))]
    return validate_fields(RenameEntry, {"player": old, "to": capitalize_like([old], " ".join(words[at:]))})


def parse_price(session: Session, words: Sequence[str]) -> PriceEntry:
    """The price in typed words: 0.10 EUR, or “none”; without a currency it keeps the one that it had.

    Raises:
        InvalidInput: if they are no price.
    """
    amount, currency = parse_money(words)
    if not amount:
        raise invalid(N_("say the price and its currency, e.g. price 0.10 EUR, or price none"))
    free = amount in NO_PRICE
    fields = {
        "stake": None if free else normalize_decimal(amount),
        "currency": None if free else currency or session.price.currency or None,
    }
    return validate_fields(PriceEntry, fields)


_IN_THOUSANDS = re.compile(r"([1-9][0-9]{0,2})[.,]([0-9]{2}0)")
"""An amount with a comma or a dot that may have thousands or decimal places behind it: 1.000 and 1,250."""


def parse_money(words: Sequence[str]) -> tuple[str, str]:
    """An amount of money and the code of its currency in typed words; either may be missing.

    Raises:
        InvalidInput: for a sign or a word that is no currency, and for an amount that may be two.
    """
    typed = remove_thousands_separators(" ".join(words))
    if kopecks := _KOPECKS.fullmatch(typed):
        whole, rest = divmod(int(kopecks[1]), 100)
        return f"{whole}.{rest:02}", parse_currency("₽")
    amount, currency = typed, ""
    if first := _SIGN_FIRST.fullmatch(typed):
        amount, currency = first[2], parse_currency(first[1])
    elif match := _MONEY.fullmatch(typed):
        amount, currency = match[1], parse_currency(match[2])
        if not currency.isascii() or not currency.isalpha() or is_unknown_currency(currency):
            sentence = N_("write the currency as its code, such as EUR or RUB, not {typed}")
            raise invalid(sentence, typed=quote(typed))
    if grouped := _IN_THOUSANDS.fullmatch(amount):
        one, other = "".join(grouped.groups()), normalize_decimal(amount)[:-1]
        raise invalid(
            N_("“{cell}” may be {one} or {other}; write one of these"), cell=amount, one=one, other=other
        )
    return amount, currency


def parse_result(session: Session, lines: Sequence[str]) -> ResultEntry:
    """The result of an evening from lines such as "anna 57", "boris -27 1/2" or "vera -55/2".

    One player who is left out has what the others lack.

    Raises:
        InvalidInput: with a sentence for every line that cannot be used.
    """
    state = session.state
    amounts = dict[int, Fraction]()

    def read(line: str) -> None:
        name, figure = split_name_and_figure(line)
        if not name or not re.fullmatch(MIXED, figure):
            raise invalid(N_("say a player and a result, e.g. anna 57, boris -27 1/2 or vera -55/2"))
        try:
            amount = Fraction(parse_amount(figure))
        except ZeroDivisionError:
            raise invalid(N_("divides by zero")) from None
        player = read_player(state, name)
        if player in amounts:
            raise invalid(N_("{name} has a result already"), name=state.names[player])
        amounts[player] = amount

    read_each(lines, read)
    left_out = [player for player in state.seats if player not in amounts]
    if len(left_out) == 1:
        amounts[left_out[0]] = -sum(amounts.values(), Fraction(0))
    results = {
        state.names[player]: amount_to_json(normalize_amount(amounts[player]))
        for player in state.seats
        if player in amounts
    }
    return validate_fields(ResultEntry, {"results": results})


def split_name_and_figure(line: str) -> tuple[str, str]:
    """The name and the figure in "boris -27 1/2", as typed; where no figure ends the line, its last word."""
    plain = " ".join(normalize_figure(line).split())
    if match := _RESULT.match(plain):
        return match["name"], match["figure"]
    name, _blank, figure = plain.rpartition(" ")
    return name, figure


def rules_change(session: Session, chosen: Mapping[str, Any]) -> RulesEntry | None:
    """The entry after which a session goes on by the rules that a header would spell so; None if it does.

    Under the same preset it names what differs from the rules until now. Another preset puts everything
    else to that preset, so the whole spelling is named then.

    Raises:
        InvalidInput: if the rules contradict each other.
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
        # What nobody chose follows by itself; what is chosen now may be what followed until now.
        if (new.value != old.value and before.is_chosen(old))
        or (after.is_chosen(new) and not (before.is_chosen(old) and new.value == old.value))
    }
    return RulesEntry(set=nest_options(changed)) if changed else None


def change_problems(session: Session, chosen: Mapping[str, Any]) -> tuple[Problem, ...]:
    """Why a session cannot go on by these rules from here."""
    try:
        entry = rules_change(session, chosen)
    except InvalidInput as refusal:
        return refusal.problems
    return () if entry is None else session.propose(session.complete_entry(entry)).problems


AGREED, RESIGNED = "agreed", "resigned"

_MAX_DIGITS = 12

_END = C_("field", "end")
"""What a typed line that ends a game begins with."""

REASONS = Vocabulary(
    {
        "pool": Word(en="pool", ru="пуля"),
        "hands": Word(en="hands", ru="раздачи"),
        "time": Word(en="time", ru="время"),
        AGREED: Word(en="agreed", ru="договорились уговор"),
        RESIGNED: Word(en="resigned", ru="уходит ушёл ушла сдаётся сдался сдалась"),
    }
)
"""Why a game ends, as it is typed."""


def end_entry(session: Session, seal: str) -> End:
    """The `end` entry for the current state: over by its rules, else ended by agreement.

    It carries the results in whole units and `seal`, the SHA-256 of everything written before it.
    """
    return complete_end(parse_end(session, ()), session, seal)


def parse_end(session: Session, words: Sequence[str]) -> End:
    """The `end` entry that words ask for: nothing, a reason, or “resigned” and who gives up.

    Without a reason it is over by its rules, else ended by agreement. Results and seal are still to come.

    Raises:
        InvalidInput: for a reason or a player that there is not.
    """
    over = session.state.over
    typed, *name = words or [over if over in REASONS.words else AGREED]
    reason = REASONS.read(typed)
    if reason is None:
        raise InvalidInput([unknown_word(_(_END), typed, map(REASONS.__getitem__, REASONS.words))])
    if words and reason == RESIGNED and not name:
        raise InvalidInput([problem(_(_END), N_("say who resigns, e.g. resigned anna"))])
    if reason != RESIGNED and name:
        sentence = N_("“{rest}” is too much: name only who resigns")
        raise InvalidInput([problem(_(_END), sentence, rest=quote(" ".join(name)))])
    player = session.state.names[read_player(session.state, " ".join(name))] if name else None
    return End.model_validate({"reason": reason, "player": player})


def with_announced_results(session: Session, end: End, typed: Sequence[str]) -> End:
    """An `end` with announced results, as they are typed: “anna 57”, one player each.

    Raises:
        InvalidInput: for a player that there is not or that is named twice, and for what is no whole number.
    """
    results: dict[str, int | str] = {}

    def read(line: str) -> None:
        name, figure = split_name_and_figure(line.replace("=", " "))
        if not name:
            raise invalid(N_("say who and what, e.g. anna 57"))
        player = session.state.names[read_player(session.state, name)]
        if player in results:
            raise invalid(N_("{player} was named before"), player=player)
        results[player] = parse_whole_number(figure, _MAX_DIGITS)

    read_each(typed, read)
    if not results:
        return end
    return validate_fields(End, {"reason": end.reason, "player": end.player, "results": results})


def complete_end(entry: End, session: Session, seal: str) -> End:
    """An `end` with the results that the game has after it, unless it announces others, and with its seal.

    Raises:
        InvalidInput: if the game cannot end like this.
    """
    if entry.results is None:
        settled = settle_session(session.accept(entry).session)
        results = dict(zip(settled.players, settled.whole, strict=True))
        entry = entry.model_copy(update={"results": results})
    return with_seal(entry, seal)


def with_seal(entry: End, seal: str) -> End:
    """The entry with its seal: the SHA-256 of all bytes of the file before it.

    Raises:
        InvalidInput: if it has another seal already; the file would be a damaged one.
    """
    if entry.seal not in (None, seal):
        sentence = N_("does not fit the file; leave it out, the right one will be filled in")
        raise InvalidInput([problem("seal", sentence)])
    return entry.model_copy(update={"seal": seal})

"""Plain text about a session: sheet, hands, entries, options, settlement and the message for the chat."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from decimal import Decimal
from typing import Any

from prefcount.base.i18n import C_, N_, Text, _, ngettext, text
from prefcount.base.locale_format import day, money, unbroken
from prefcount.base.problems import RULES, Problem, option_word, quote, together_in_file
from prefcount.entries.models import (
    Adjust,
    AmendBase,
    ClaimEntry,
    End,
    Entry,
    Join,
    NoteEntry,
    PriceEntry,
    RenameEntry,
    ResultEntry,
    RulesEntry,
    SheetEntry,
    Void,
)
from prefcount.entries.names_and_figures import amount_of
from prefcount.games import TITLES
from prefcount.games.edited_rules import EditedRules
from prefcount.games.game import Cell, SettlementTable
from prefcount.games.rules import value_word
from prefcount.ledger.settle import Coin, OddUnits, ScaledResults
from prefcount.ledger.sheet import Amount
from prefcount.render.text_cells import (
    crossing_sign,
    dotted_totals,
    figure,
    group_digits,
    signed,
    table_lines,
)
from prefcount.session.outcome import Outcome, is_only_result, outcome
from prefcount.session.replay import Step, Total
from prefcount.session.session import Session


def value_text(value: Any, name: str = "") -> str:
    """The value of an option: yes or no, a word, a number, a list; a dash where there is none.

    Which word that is in the language in use depends on the name of the option.
    """
    match value:
        case True:
            return _("yes")
        case False:
            return _("no")
        case list() | tuple():
            return " ".join(map(value_text, value)) or "–"
    if isinstance(value, str):
        return quote(value_word(name, value))
    return "–" if value is None else quote(value)


def changed_options(convention: "EditedRules") -> str:
    """What differs from the preset in one line, but for the goal, or ""."""
    goal = convention.game.goal.option
    changed = (info for info in convention.changes if info.name != goal)
    return ", ".join(option_text(info.name, info.value) for info in changed)


def option_text(name: str, value: Any) -> str:
    """An option and its value as people read them."""
    return _("{option}: {value}").format(option=quote(option_word(name)), value=value_text(value, name))


def rules_summary(convention: "EditedRules") -> str:
    """A convention in one line: its preset, its goal, and what differs."""
    goal, changed = convention.game.goal, changed_options(convention)
    short = _(goal.summary).format(preset=quote(convention.preset_title), goal=convention.value(goal.option))
    return _("{convention}, but {changes}").format(convention=short, changes=changed) if changed else short


def contradictions_text(problems: Iterable[Problem]) -> str:
    """Why rules contradict each other, with the words that the list of options has for these."""
    named = []
    for problem in problems:
        key, dot, name = problem.field.partition(".")
        is_option = dot and key in RULES
        named.append(str(problem._replace(field=option_word(name)) if is_option else problem))
    return "; ".join(named)


def session_title(session: Session) -> str:
    """Who plays what: the players, the game, the preset and the target."""
    return f"{', '.join(session.players)} · {_(TITLES[session.game.name])} · {rules_name(session)}"


def rules_name(session: Session) -> Text | str:
    """The preset and the goal of a table, and whether other options differ from the preset."""
    goal, rules = session.game.goal, session.game.spell_rules(session.state.rules)
    name: Text | str = text(C_("preset", str(rules.pop("preset", ""))))
    if goal.option in rules:
        name = text(goal.summary, preset=name, goal=rules.pop(goal.option))
    return text(N_("{convention}, with changes"), convention=name) if rules else name


def sheet_text(session: Session) -> str:
    """All columns with their history, the facts, and the current results; only these, if no more is known."""
    state = session.state
    results = dict(zip(state.seats, outcome(session).whole, strict=True))
    lines = [session_title(session), ""]
    if is_only_result(session):
        lines += [f"{state.names[player]}  {signed(result)}" for player, result in results.items()]
        return "\n".join(lines)
    lines += [f"{fact.label}: {fact.value}" for fact in session.game.facts(state)]
    histories = session.replay.histories()
    for owner in session.game.owners(state):
        result = f"  {signed(results[owner.number])}" if owner.number in results else ""
        lines += ["", f"{owner.name}{result}"]
        rows = [
            (f"  {cell.heading}", _column(cell, histories.get(cell.account, [])))
            for cell in session.game.cells(state, owner.number)
        ]
        lines += table_lines(rows, left=2)
    return "\n".join(lines)


def _column(cell: Cell, totals: list[Total]) -> str:
    """A column with its value before the first entry, if it is not 0, and its signs at zero."""
    shown, before = [figure(cell.began)] if cell.began else [], cell.began
    for total in totals:
        shown.append(crossing_sign(before, total.amount, cell.below, cell.above) + figure(total.amount))
        before = total.amount
    return dotted_totals(shown)


def entry_list(session: Session, *, why: bool = False, undone: bool = True) -> str:
    """Every entry in the order in which it counts; with `why`, each posting in words below it.

    Entries that were taken back, and those that took them back, are there only with `undone`.

    Hands have the numbers by which players count them. Entries have theirs in brackets: in the place of that
    number where they are no hand, and behind a hand that has another one.
    """
    lines: list[str] = []
    for step in session.replay.steps:
        if not undone and (step.entry is None or (isinstance(step.entry, Void) and not step.problems)):
            continue
        number, entry = step.hand_number, f"[{step.n}]"
        also = "" if number in (None, step.n) else f"  {entry}"
        lines.append(f"{number or entry:>4}  {describe(session, step, entries=True)}{also}")
        if why:
            reasons = (session.game.sentence(posting, step.state.names) for posting in step.postings)
            lines += [f"        {reason}" for reason in reasons]
    return "\n".join(lines)


def entry_names(session: Session, numbers: Iterable[int]) -> str:
    """Several entries as players count them in this game."""
    return ", ".join(str(session.replay.step(n).name) for n in numbers)


def describe(session: Session, step: Step, *, entries: bool = False, words: bool = False) -> str:
    """An entry in one line, with its note, and with a mark where it does not count and why.

    Args:
        session: the game.
        step: the entry in it.
        entries: whether other entries are called by their numbers, for lists that number entries; else
            hands are called as players count them.
        words: whether a hand is told in words, where there are words for it, instead of its notation.
    """
    return _add_mark(describe_unmarked(session, step, entries=entries, words=words), step, entries=entries)


def _add_mark(line: str, step: Step, *, entries: bool = False) -> str:
    """The line of an entry with a mark where it does not count and why; `entries` as in `describe`."""
    by = step.effective.corrected_by
    if step.entry is None:
        mark = _("{said} — void (entry {n})") if entries else _("{said} — void")
    elif step.problems:
        return _("{said} — does not count: {why}").format(said=line, why=together_in_file(step.problems))
    elif by:
        mark = _("{said} — corrected (entry {n})") if entries else _("{said} — corrected")
    else:
        return line
    return mark.format(said=line, n=by)


def describe_unmarked(session: Session, step: Step, *, entries: bool = False, words: bool = False) -> str:
    """An entry in one line, with its note, whether it counts or not; the rest as in `describe`."""
    entry = step.entry or step.effective.written
    in_words = str(session.game.describe_hand(step.before, entry)) if words else ""
    line = in_words or _line_of(session, step, entry, entries=entries)
    return f"{line} ({entry.note})" if entry.note else line


def _line_of(session: Session, step: Step, entry: Entry, *, entries: bool) -> str:
    line = session.line(step) if entries else _notation(session, step, entry)
    return line or str(
        _at_the_table(session, entry)
        or _without_hands(session, entry)
        or (None if entries else _about_a_hand(session, step, entry))
        or _about_others(session, step, entry)
    )


def _notation(session: Session, step: Step, entry: Entry) -> str:
    """The notation of a hand; what is dealt but not played in words, for its notation does not say whose."""
    line = session.line(step)
    played = not line or entry.kind in session.game.hand_kinds
    return line if played else str(session.game.describe_hand(step.before, entry)) or line


def _at_the_table(session: Session, entry: Entry) -> Text | str:
    """What happened at the table besides hands, in words."""
    match entry:
        case Adjust():
            named = {**dict(entry), "column": text(C_("field", entry.column))}
            named["amount"] = figure(amount_of(entry.amount))
            on, alone = N_("{player} {column} on {on} {amount}"), N_("{player} {column} {amount}")
            moved = text(on if entry.on else alone, **named)
            return text(N_("{moved}: {reason}"), moved=moved, reason=entry.reason) if entry.reason else moved
        case Join():
            taken = N_("{player} takes the place of {replaces}")
            return text(taken if entry.replaces else N_("{player} joins"), **dict(entry))
        case NoteEntry():
            return entry.text
        case End():
            return text(N_("end ({reason})"), reason=text(session.game.over[entry.reason]))
    return ""


def _without_hands(session: Session, entry: Entry) -> Text | str:
    """A name spelled otherwise, what is played for, and what is known of an evening without hands."""
    match entry:
        case PriceEntry(price=price):
            if price.amount is None:
                return text(N_("not played for money"))
            return f"{_(session.game.words.price)}: {money(price.amount, price.currency)}"
        case RenameEntry():
            return text(N_("{player} is spelled {to}"), player=entry.player, to=entry.to)
        case ResultEntry():
            results = (f"{name} {signed(amount_of(each))}" for name, each in entry.results.items())
            return text(N_("only the result: {results}"), results=", ".join(results))
    return ""


def _about_a_hand(session: Session, step: Step, entry: Entry) -> Text | None:
    """An entry that takes back or corrects another one that is there, as players count hands."""
    if not isinstance(entry, Void | AmendBase) or step.problems:
        return None
    target, again = corrected_step(session, entry), False
    while isinstance(entry, Void) and target is not None and isinstance(target.effective.written, Void):
        target, again = corrected_step(session, target.effective.written), not again
    if target is None:
        return None
    sentence = N_("does not count: {hand}")
    if isinstance(entry, AmendBase):
        sentence = N_("{entry} is corrected: {hand}")
    elif again:
        sentence = N_("{entry} counts again: {hand}")
    return text(sentence, entry=target.name, hand=describe_unmarked(session, target))


def _about_others(session: Session, step: Step, entry: Entry) -> Text | str:
    """An entry about other entries or about the sheet, or one that only this game has."""
    match entry:
        case Void():
            return text(N_("entry {n} is void"), n=entry.entry)
        case AmendBase():
            target = None if step.problems else corrected_step(session, entry)
            line = _line_of(session, target, target.entry, entries=True) if target and target.entry else ""
            return text(N_("entry {n} is corrected: {line}"), n=entry.entry, line=line)
        case SheetEntry():
            return text(N_("figures brought forward: {players}"), players=", ".join(entry.columns))
        case ClaimEntry():
            return text(N_("figures claimed: {players}"), players=", ".join(entry.columns))
        case RulesEntry():
            changes = ", ".join(option_text(name, value) for name, value in _dotted_options(entry.set))
            return text(N_("rules changed: {changes}"), changes=changes)
    return session.game.describe_hand(step.before, entry)


def corrected_step(session: Session, entry: AmendBase | Void) -> Step | None:
    """What an entry takes back, or puts in the place of another; a void one may name what never was."""
    step = next((step for step in session.replay.steps if step.n == entry.entry), None)
    if step is None or isinstance(entry, Void):
        return step
    return step._replace(effective=step.effective._replace(entry=entry.with_))


def _dotted_options(values: Mapping[str, Any], group: str = "") -> Iterator[tuple[str, Any]]:
    """Every option with its value, those of a group by their dotted names."""
    for name, value in values.items():
        if isinstance(value, Mapping):
            yield from _dotted_options(value, f"{group}{name}.")
        else:
            yield f"{group}{name}", value


def settlement_text(session: Session, *, steps: bool = False, coin: Coin | None = None) -> str:
    """Who wins what and who pays whom; with `steps` the calculation as on paper stands before it.

    Raises InvalidInput if there is no such coin to pay with.
    """
    settled = outcome(session, coin)
    lines: list[str] = []
    for step in settled.settlement.steps if steps else ():
        rows = [tuple(map(str, step.headings)), *settlement_step_rows(step)]
        lines += [str(step.title), str(step.explanation), *table_lines(rows), ""]
    lines += [session_title(session), "", *table_lines(result_rows(settled)), "", *payment_lines(settled)]
    if odd := list(rounding_lines(settled)):
        lines += ["", *odd]
    if coin is not None and settled.money is None:
        lines.append(_("It is not played for money, so nothing is rounded to a coin."))
    return "\n".join(lines)


def settlement_step_rows(step: SettlementTable) -> Iterator[tuple[str, ...]]:
    """The rows of a step of the settlement; what is won or lost has its sign."""
    first = len(step.headings) - step.won
    for row in step.rows:
        won = (each if isinstance(each, str) else signed(each) for each in row[first:])
        yield (*map(figure, row[:first]), *won)


def result_rows(settled: Outcome) -> list[tuple[str, ...]]:
    """The rows of the results, headings first: whole units, exact ones if these differ, and money if any."""
    columns = [["", *settled.players], [_(settled.words.heading), *map(signed, settled.whole)]]
    if settled.exact != settled.whole:
        columns.append([_("exact"), *map(signed, settled.exact)])
    if paid := settled.money:
        amounts = {_("money"): paid.amounts}
        if paid.coin is not None:
            amounts[coin_heading(paid.coin, paid.currency)] = paid.in_coins
        for heading, column in amounts.items():
            columns.append([heading, *(money(amount, paid.currency, signed=True) for amount in column)])
    return list(zip(*columns, strict=True))


def rounding_lines(settled: Outcome) -> Iterator[str]:
    """Yield who got what rounding left over, in units of the game and in money, and why."""
    wholes: dict[Amount, set[int]] = {}
    for exact, whole in zip(settled.exact, settled.whole, strict=True):
        wholes.setdefault(exact, set()).add(whole)
    names = zip(settled.players, settled.exact, strict=True)
    units = ScaledResults.of(settled.exact)
    if equal := [name for name, exact in names if len(wholes[exact]) > 1]:
        why = _("Equal: {names}. The odd one of the rounding goes to whoever stands first on the sheet.")
        yield why.format(names=", ".join(equal))
    elif units.odd_units is not None and units.whole == settled.whole:  # not rounded as on paper
        yield _odd_units_line(settled, str(settled.words.counted(1)), units.odd_units)
    if paid := settled.money:
        yield from (_odd_units_line(settled, money(unit, paid.currency), odd) for unit, odd in paid.odd)


def _odd_units_line(settled: Outcome, amount: str, odd: OddUnits) -> str:
    why = _("Odd {amount} of the rounding: {names}, by the largest fraction.")
    if odd.equal:
        why = _("Odd {amount} of the rounding: {names}, first in seat order of equal fractions ({equal}).")
    names, equal = (", ".join(settled.players[at] for at in each) for each in odd)
    return why.format(amount=amount, names=names, equal=equal)


def coin_heading(coin: Decimal, currency: str) -> str:
    """Above the amounts that are rounded to a coin."""
    return _("to {coin}").format(coin=money(coin, currency))


def file_line(file_hash: str) -> str:
    """By what the players can know a file later: its hash in four groups, so that it can be read aloud."""
    return _("Check code: {hash}").format(hash=group_digits(file_hash))


def payment_lines(settled: Outcome, money_text: Callable[[str], str] = str) -> list[str]:
    """Return a line for each payment, in money if the game is played for money; `money_text` sets amounts."""
    paid, lines = settled.money, list[str]()
    for transfer in settled.payments if paid is None else paid.payments:
        if paid is None:
            amount = str(settled.words.counted(int(transfer.amount)))
        else:
            amount = money_text(money(Decimal(transfer.amount), paid.currency))
        sentence = _("{payer} pays {receiver} {amount}")
        lines.append(sentence.format(payer=transfer.payer, receiver=transfer.receiver, amount=amount))
    return lines or [_("Nobody owes anything.")]


def describe_briefly(session: Session, step: Step) -> str:
    """An entry in few words, shorter than `describe` gives it.

    A correction names the hand that it corrects, “5 → Anna 7h wp 6”, and that one says that it was corrected.
    """
    entry = step.entry or step.effective.written
    line = _notation(session, step, entry) or _short_subject(session, entry)
    if not line:
        return describe(session, step)
    return _add_mark(f"{line} ({entry.note})" if entry.note else line, step)


def _short_subject(session: Session, entry: Entry) -> str:
    """What an entry that is no hand is about, or "" where nothing shorter can be said."""
    match entry:
        case AmendBase():
            target = corrected_step(session, entry)
            line = session.line(target) if target is not None and target.entry is not None else ""
            number = target.hand_number if target is not None else None
            return f"{number or entry.entry} → {line}" if line else ""
        case SheetEntry():
            return _("paper: {players}").format(players=", ".join(entry.columns))
        case ClaimEntry():
            return _("claims: {players}").format(players=", ".join(entry.columns))
        case RulesEntry():
            return _("rules: {changes}").format(changes=quote(", ".join(entry.set)))
    return ""


def chat_message(session: Session, file_hash: str) -> str:
    """The game, the results in seat order, and the payments.

    By the hash of the file everybody can see later that the file still is the one these results are from. It
    is left out as long as the end, which would change it, is to come.
    """
    settled, started, hands = outcome(session), session.header.started, session.state.hands
    progress = [day(started.date())] if started else []
    progress.append(ngettext("{n} hand", "{n} hands", hands).format(n=hands))
    progress.append(_("the game is over") if session.state.over else _("the game is not over yet"))
    lines = [
        session_title(session),
        ", ".join(progress),
        "",
        *_result_lines(settled),
        "",
        *payment_lines(settled, unbroken),
    ]
    return "\n".join([*lines, "", file_line(file_hash)] if session.state.ended else lines)


def _result_lines(settled: Outcome) -> Iterator[str]:
    paid = settled.money
    for at, name in enumerate(settled.players):
        whole, exact = settled.whole[at], settled.exact[at]
        line = f"{name}: {settled.words.counted(whole, signed(whole))}"
        if exact != whole:
            line += " " + _("(exactly {result})").format(result=signed(exact))
        yield line + (f", {unbroken(money(paid.amounts[at], paid.currency, signed=True))}" if paid else "")

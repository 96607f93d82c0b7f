"""Text about a session: sheet, entries, options, settlement and the message for the group chat."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from prefcount.base.i18n import C_, N_, Text, _, ngettext, text
from prefcount.base.locale_format import format_day, format_money, format_money_column, use_no_break_spaces
from prefcount.base.problems import RULES, Problem, join_file_problems, option_word, quote
from prefcount.entries.models import (
    Adjust,
    AmendBase,
    ClaimEntry,
    DateEntry,
    End,
    Entry,
    Join,
    NoteEntry,
    PriceEntry,
    RenameEntry,
    ResultEntry,
    RulesEntry,
    SeatsEntry,
    SheetEntry,
    Void,
)
from prefcount.entries.names_and_figures import parse_amount
from prefcount.games import TITLES
from prefcount.games.game import Cell, EditedRules, SettlementTable
from prefcount.games.rules import value_word
from prefcount.languages.en.codes import COUNTED_IN
from prefcount.ledger import Coin, LeftoverUnits, ScaledResults
from prefcount.render.text_cells import (
    crossing_sign,
    dotted_totals,
    figure,
    group_digits,
    signed,
    table_lines,
)
from prefcount.session.outcome import Money, Outcome, Transfer, has_only_result, settle_session
from prefcount.session.replay import Step, Total
from prefcount.session.session import Session


def value_text(value: Any, name: str = "") -> str:
    """Return the value of an option in words of the current language, such as “yes” for True.

    Args:
        value: the value. None and an empty list become a dash.
        name: the name of the option, such as "target". The words for a number can depend on the option.
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
    return "–" if value is None else _number_text(value, name)


def _number_text(value: Any, name: str) -> str:
    match COUNTED_IN.get(name):
        case "times":
            return _(C_("times", "{n}")).format(n=value)
        case "undertricks":
            return str(text(C_("undertricks", "{n}"), n=value)) if value else _(C_("undertricks", "0"))
    return quote(value)


def changed_options(convention: EditedRules) -> str:
    """Return the options that differ from the preset in one line, without the goal of the game."""
    goal = convention.game.goal.option
    changed = (info for info in convention.changes if info.name != goal)
    return ", ".join(option_text(info.name, info.value) for info in changed)


def option_text(name: str, value: Any) -> str:
    return _("{option}: {value}").format(option=quote(option_word(name)), value=value_text(value, name))


def rules_summary(convention: EditedRules) -> str:
    """Return the preset, the goal of the game, and the options that differ from the preset in one line."""
    goal, changed = convention.game.goal, changed_options(convention)
    short = _(goal.summary).format(preset=quote(convention.preset_title), goal=convention.value(goal.option))
    return _("{convention}, but {changes}").format(convention=short, changes=changed) if changed else short


def contradictions_text(problems: Iterable[Problem]) -> str:
    """Join problems about rules that contradict each other into one line."""
    named = []
    for problem in problems:
        key, dot, name = problem.field.partition(".")
        is_option = dot and key in RULES
        named.append(str(problem._replace(field=option_word(name)) if is_option else problem))
    return "; ".join(named)


def session_title(session: Session) -> str:
    return f"{', '.join(session.players)} · {_(TITLES[session.game.name])} · {rules_name(session)}"


def rules_name(session: Session) -> Text | str:
    """Return the preset and the goal of a session, such as “Sochi to 20, with changes”."""
    goal, rules = session.game.goal, session.game.spell_rules(session.state.rules)
    name: Text | str = text(C_("preset", str(rules.pop("preset", ""))))
    if goal.option in rules:
        name = text(goal.summary, preset=name, goal=rules.pop(goal.option))
    return text(N_("{convention}, with changes"), convention=name) if rules else name


def sheet_text(session: Session) -> str:
    """Return the sheet as text: facts such as who deals, then the result and the columns of each player.

    If only the result of the game is known, the text has no facts and columns.
    """
    state = session.state
    results = dict(zip(state.seats, settle_session(session).counted, strict=True))
    lines = [session_title(session), ""]
    if has_only_result(session):
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
    shown, before = [figure(cell.began)] if cell.began else [], cell.began
    for total in totals:
        shown.append(crossing_sign(before, total.amount, cell.below, cell.above) + figure(total.amount))
        before = total.amount
    return dotted_totals(shown)


def entry_list(session: Session, *, why: bool = False, undone: bool = True) -> str:
    """Return the list of entries as text, with a line for each entry, in the order in which entries count.

    Args:
        why: whether to add a line for each posting, with the reason for it.
        undone: whether to include entries that were taken back.
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


def describe(session: Session, step: Step, *, entries: bool = False, words: bool = False) -> str:
    """Describe an entry in one line, with the note that the players added.

    A remark says if the entry was corrected, was taken back, or does not count.

    Args:
        step: the entry and its effects.
        entries: whether to mention other entries as “entry 6” instead of “hand 5”.
        words: whether to describe a hand in words instead of notation.
    """
    return _add_mark(describe_unmarked(session, step, entries=entries, words=words), step, entries=entries)


def _add_mark(line: str, step: Step, *, entries: bool = False) -> str:
    by = step.effective.corrected_by
    if step.entry is None:
        mark = _("{said} — voided by entry {n}") if entries else _("{said} — void")
    elif step.problems:
        return _("{said} — does not count: {why}").format(said=line, why=join_file_problems(step.problems))
    elif by:
        mark = _("{said} — corrected by entry {n}") if entries else _("{said} — corrected")
    else:
        return line
    return mark.format(said=line, n=by)


def describe_unmarked(session: Session, step: Step, *, entries: bool = False, words: bool = False) -> str:
    """Describe an entry as `describe` does, but without a remark that it was corrected or does not count."""
    entry = step.entry or step.effective.written
    in_words = str(session.game.describe_hand(step.before, entry)) if words else ""
    line = in_words or _line_of(session, step, entry, entries=entries)
    return f"{line} ({entry.note})" if entry.note else line


def describe_correction(before: Session, old: Step, after: Session, new: Step) -> tuple[str, str]:
    """Describe a hand before and after its correction in words.

    If the words are equal, the tricks of each player are added. If these are equal too, the notation is used.
    """
    was, now = describe_unmarked(before, old, words=True), describe_unmarked(after, new, words=True)
    notation = describe_unmarked(before, old), describe_unmarked(after, new)
    if was != now or notation[0] == notation[1]:
        return was, now
    taken, takes = getattr(old.entry, "tricks", None), getattr(new.entry, "tricks", None)
    if taken == takes or not (isinstance(taken, dict) and isinstance(takes, dict)):
        return notation
    sentence = _("{hand}; tricks: {tricks}")
    listed = (", ".join(f"{name} {n}" for name, n in tricks.items()) for tricks in (taken, takes))
    was, now = (sentence.format(hand=now, tricks=tricks) for tricks in listed)
    return was, now


def name_entry(session: Session, step: Step) -> str:
    """Return the name of an entry inside a sentence, such as “hand 7”.

    If the entry is not a hand, it has no name, and its description in quotation marks is returned.
    """
    if step.hand_number is not None:
        return str(step.name)
    return _("“{entry}”").format(entry=describe_unmarked(session, step, words=True))


def _line_of(session: Session, step: Step, entry: Entry, *, entries: bool) -> str:
    line = session.line(step) if entries else _notation(session, step, entry)
    return line or str(
        _describe_table_entry(session, entry)
        or _describe_session_entry(session, entry)
        or (None if entries else _describe_corrected_hand(session, step, entry))
        or _describe_other_entry(session, step, entry)
    )


def _notation(session: Session, step: Step, entry: Entry) -> str:
    line = session.line(step)
    played = not line or entry.kind in session.game.hand_kinds
    return line if played else str(session.game.describe_hand(step.before, entry)) or line


def _describe_table_entry(session: Session, entry: Entry) -> Text | str:
    match entry:
        case Adjust():
            named = {**dict(entry), "column": text(C_("field", entry.column))}
            named["amount"] = figure(parse_amount(entry.amount))
            sentence = N_("{player}'s {column} changed by {amount}")
            if entry.on:
                sentence = N_("{player}'s {column} on {on} changed by {amount}")
            moved = text(sentence, **named)
            return text(N_("{moved}: {reason}"), moved=moved, reason=entry.reason) if entry.reason else moved
        case Join():
            taken = N_("{player} takes the place of {replaces}")
            return text(taken if entry.replaces else N_("{player} joins"), **dict(entry))
        case SeatsEntry():
            return text(N_("seats: {players}"), players=", ".join(entry.order))
        case NoteEntry():
            return entry.text
        case End():
            return text(N_("the game ends: {reason}"), reason=text(session.game.over[entry.reason]))
    return ""


def _describe_session_entry(session: Session, entry: Entry) -> Text | str:
    match entry:
        case PriceEntry(price=price):
            if price.amount is None:
                return text(N_("not played for money"))
            return f"{_(session.game.words.price)}: {format_money(price.amount, price.currency)}"
        case DateEntry():
            return text(N_("the evening of {date}"), date=format_day(entry.moment.date()))
        case RenameEntry():
            return text(N_("Name corrected: {player} → {to}"), player=entry.player, to=entry.to)
        case ResultEntry():
            results = (f"{name} {signed(parse_amount(each))}" for name, each in entry.results.items())
            return text(N_("only the result is known: {results}"), results=", ".join(results))
    return ""


def _describe_corrected_hand(session: Session, step: Step, entry: Entry) -> Text | None:
    if not isinstance(entry, Void | AmendBase) or step.problems:
        return None
    target, again = corrected_step(session, entry), False
    while isinstance(entry, Void) and target is not None and isinstance(target.effective.written, Void):
        target, again = corrected_step(session, target.effective.written), not again
    if target is None:
        return None
    is_hand = target.hand_number is not None  # only hands have numbers that players see
    sentence = N_("does not count: {hand}")
    if isinstance(entry, AmendBase):
        sentence = N_("{entry} is corrected: {hand}") if is_hand else N_("{said} — corrected")
    elif again:
        sentence = N_("{entry} counts again: {hand}") if is_hand else N_("{said} — counts again")
    hand = describe_unmarked(session, target, words=True)
    return text(sentence, entry=target.name, hand=hand, said=hand)


def _describe_other_entry(session: Session, step: Step, entry: Entry) -> Text | str:
    match entry:
        case Void():
            return text(N_("entry {n} is void"), n=entry.entry)
        case AmendBase():
            target = None if step.problems else corrected_step(session, entry)
            line = _line_of(session, target, target.entry, entries=True) if target and target.entry else ""
            return text(N_("entry {n} is corrected: {line}"), n=entry.entry, line=line)
        case SheetEntry():
            return text(N_("figures taken over from paper for {players}"), players=", ".join(entry.columns))
        case ClaimEntry():
            sentence = N_("paper figures of {players}, kept to compare with the game")
            return text(sentence, players=", ".join(entry.columns))
        case RulesEntry():
            changes = ", ".join(option_text(name, value) for name, value in _dotted_options(entry.set))
            return text(N_("rules changed: {changes}"), changes=changes)
    return session.game.describe_hand(step.before, entry)


def corrected_step(session: Session, entry: AmendBase | Void) -> Step | None:
    """Return the step of the entry that `entry` corrects or takes back, or None if that entry is missing.

    If `entry` is a correction, the step has the corrected entry in place of the old one.
    """
    step = next((step for step in session.replay.steps if step.n == entry.entry), None)
    if step is None or isinstance(entry, Void):
        return step
    return step._replace(effective=step.effective._replace(entry=entry.with_))


def _dotted_options(values: Mapping[str, Any], group: str = "") -> Iterator[tuple[str, Any]]:
    """Yield options with dotted names: {"raspasy": {"cap": 5}} becomes ("raspasy.cap", 5)."""
    for name, value in values.items():
        if isinstance(value, Mapping):
            yield from _dotted_options(value, f"{group}{name}.")
        else:
            yield f"{group}{name}", value


def settlement_text(session: Session, *, steps: bool = False, coin: Coin | None = None) -> str:
    """Return the results and the payments as text.

    Args:
        steps: whether the text begins with the calculation, step by step.
        coin: the smallest coin for payments, or None for exact payments.

    Raises:
        InvalidInput: if the coin is not a multiple of the smallest unit of the currency.
    """
    settled = settle_session(session, coin)
    lines: list[str] = []
    for step in settlement_steps(settled) if steps else ():
        rows = [tuple(map(str, step.headings)), *settlement_step_rows(step)]
        lines += [str(step.title), str(step.explanation), *table_lines(rows), ""]
    lines += [session_title(session), "", *table_lines(result_rows(settled)), "", *payment_lines(settled)]
    if odd := list(rounding_lines(settled)):
        lines += ["", *odd]
    if coin is not None and settled.money is None:
        lines.append(_("The game is not played for money, so nothing is rounded to a coin."))
    return "\n".join(lines)


def settlement_steps(settled: Outcome, money_text: Callable[[str], str] = str) -> tuple[SettlementTable, ...]:
    """Return a table for each step of the settlement, as players calculate it on paper.

    If the game is played for money, the last step multiplies the results by the price. `money_text` is
    applied to each amount of money, for example to replace blanks by no-break spaces.
    """
    paid, words = settled.money, settled.words
    if paid is None:
        return settled.settlement.steps
    price = money_text(format_money(paid.price, paid.currency))
    sentence = N_("{label}: {price}. The money is the result times the price.")
    to_money = SettlementTable.of(
        N_("Money"),
        text(sentence, label=text(words.price), price=price),
        settled.players,
        {words.heading: settled.counted, N_("money"): money_won(settled)},
        won=2,
    )
    return (*settled.settlement.steps, to_money)


def money_line(settled: Outcome, seat: int) -> str:
    """Return the money of a player in one line, such as “+166 whists at €2: +€332”.

    If the game is not played for money, "" is returned. `seat` is the index of the player in seat order.
    """
    paid = settled.money
    if paid is None:
        return ""
    result = settled.counted[seat]
    return _("{result} at {price}: {money}").format(
        result=settled.words.counted(result, signed(result)),
        price=format_money(paid.price, paid.currency),
        money=money_texts(settled)[seat],
    )


def money_won(settled: Outcome) -> list[str]:
    """Return the money that each player won, such as “+€332”, in seat order.

    If the game is not played for money, the list is empty.
    """
    paid = settled.money
    return format_money_column(paid.amounts, paid.currency, signed=True) if paid is not None else []


def money_texts(settled: Outcome) -> list[str]:
    """Return the money of each player: “+€332.40”, or with a coin “+€332.40, to €10: +€330”."""
    paid, won = settled.money, money_won(settled)
    if paid is None or paid.coin is None:
        return won
    heading = coin_heading(paid.coin, paid.currency)
    in_coins = format_money_column(paid.in_coins, paid.currency, signed=True)
    return [f"{exact}, {heading}: {rounded}" for exact, rounded in zip(won, in_coins, strict=True)]


def settlement_step_rows(step: SettlementTable) -> Iterator[tuple[str, ...]]:
    """Yield the rows of a table of the settlement as texts. Amounts won or lost have a sign: “+12”, “−12”."""
    first = len(step.headings) - step.won
    for row in step.rows:
        won = (each if isinstance(each, str) else signed(each) for each in row[first:])
        yield (*map(figure, row[:first]), *won)


def result_rows(settled: Outcome) -> list[tuple[str, ...]]:
    """Return a table of the results as texts, with the headings in the first row.

    If the rules round results, a further column has the exact results. If the game is played for money,
    further columns have the money.
    """
    columns = [["", *settled.players], [_(settled.words.heading), *map(signed, settled.counted)]]
    if settled.exact != settled.counted:
        columns.append([_("exact"), *map(signed, settled.exact)])
    if paid := settled.money:
        columns.append([_("money"), *format_money_column(paid.amounts, paid.currency, signed=True)])
        if paid.coin is not None:
            heading = coin_heading(paid.coin, paid.currency)
            columns.append([heading, *format_money_column(paid.in_coins, paid.currency, signed=True)])
    return list(zip(*columns, strict=True))


def rounding_lines(settled: Outcome) -> Iterator[str]:
    """Yield sentences about the rounding of results, such as “+12⅓ counts as +12”.

    Further sentences name the players who get the units that are left over by rounding.
    """
    units = ScaledResults.from_results(settled.exact)
    if settled.counted == units.whole:
        if odd := units.leftover_units:
            sentence = _("Results in whole numbers must add up to 0, so {exact} counts as {whole}.")
            yield _with_largest_rounding(sentence, settled)
            yield _odd_units_line(settled, str(settled.words.counted(1)), odd)
    elif settled.counted != settled.exact:
        sentence = _("Results are rounded as on paper: {exact} counts as {whole}.")
        yield _with_largest_rounding(sentence, settled)
    if paid := settled.money:
        yield from (
            _odd_units_line(settled, format_money_column([unit], paid.currency)[0], odd)
            for unit, odd in paid.leftovers
            if unit >= (paid.coin or 0)  # odd cents do not matter if only coins are paid
        )


def _with_largest_rounding(sentence: str, settled: Outcome) -> str:
    pairs = zip(settled.exact, settled.counted, strict=True)
    exact, whole = max(pairs, key=lambda pair: abs(Fraction(pair[0] - pair[1])))
    return sentence.format(exact=signed(exact), whole=signed(whole))


def _odd_units_line(settled: Outcome, amount: str, odd: LeftoverUnits) -> str:
    why = _("Rounding down left a remainder ({amount}), which goes to {names} with the largest fraction.")
    if odd.equal:
        why = _(
            "Rounding down left a remainder ({amount}), which goes to {names}. Fractions are equal "
            "({equal}), so earlier seats come first."
        )
    if len(odd.receivers) > 1:
        amount = _("{amount} each").format(amount=amount)
    names, equal = (", ".join(settled.players[at] for at in each) for each in odd)
    return why.format(amount=amount, names=names, equal=equal)


def coin_heading(coin: Decimal, currency: str) -> str:
    return _("to {coin}").format(coin=format_money_column([coin], currency)[0])


def coin_sentence(money: Money) -> str:
    """Return a sentence about payments: that they are exact, or rounded to a coin such as €5."""
    if money.coin is None:
        return _("Payments are exact.")
    coin = format_money_column([money.coin], money.currency)[0]
    return _("Payments are rounded to {coin}.").format(coin=coin)


def file_line(file_hash: str) -> str:
    """Return a line with the hash of a file, so that players can check later that the file is unchanged."""
    return _("Check code: {hash}").format(hash=group_digits(file_hash))


def explain_hash(file_hash: str) -> str:
    """Return the line with the hash of a file, and sentences about the use of the hash."""
    use = _(
        "{file}. As long as this code stays the same, the file is unchanged. Compare its first eight digits, "
        "or in a dispute all 32."
    )
    return use.format(file=file_line(file_hash))


def payment_lines(settled: Outcome, money_text: Callable[[str], str] = str) -> list[str]:
    """Return a sentence for each payment, such as “Boris pays Anna €5”.

    `money_text` is applied to each amount of money, for example to replace blanks by no-break spaces.
    """
    transfers: Sequence[Transfer[Any]] = settled.transfers
    amounts = [str(settled.words.counted(transfer.amount)) for transfer in transfers]
    if paid := settled.money:
        transfers = paid.transfers
        money = format_money_column((transfer.amount for transfer in transfers), paid.currency)
        amounts = list(map(money_text, money))
    sentence = _("{payer} pays {receiver} {amount}")
    lines = [
        sentence.format(payer=transfer.payer, receiver=transfer.receiver, amount=amount)
        for transfer, amount in zip(transfers, amounts, strict=True)
    ]
    return lines or [_("Nobody owes anything.")]


def describe_briefly(session: Session, step: Step) -> str:
    """Describe an entry in few words, for narrow lists. A hand is described in its notation.

    A correction of hand 5 is described as “5 → Anna 7h wp 6”: the hand's number and new notation.
    """
    entry = step.entry or step.effective.written
    line = _notation(session, step, entry) or _short_subject(session, entry)
    if not line:
        return describe(session, step)
    return _add_mark(f"{line} ({entry.note})" if entry.note else line, step)


def _short_subject(session: Session, entry: Entry) -> str:
    match entry:
        case AmendBase():
            target = corrected_step(session, entry)
            line = session.line(target) if target is not None and target.entry is not None else ""
            number = target.hand_number if target is not None else None
            return f"{number or entry.entry} → {line}" if line else ""
        case SheetEntry():
            return _("paper: {players}").format(players=", ".join(entry.columns))
        case ClaimEntry():
            return _("on paper: {players}").format(players=", ".join(entry.columns))
        case RulesEntry():
            changed = (option_word(name) for name, _value in _dotted_options(entry.set))
            return _("rules: {changes}").format(changes=quote(", ".join(changed)))
    return ""


def chat_message(session: Session, file_hash: str, coin: Coin | None = None) -> str:
    """Return a message for a group chat with the game, the results in seat order, and the payments.

    Args:
        file_hash: the hash of the session file, which is shown only if the game has ended.
        coin: the smallest coin for payments, or None for exact payments.
    """
    settled, started, hands = settle_session(session, coin), session.started, session.state.hands
    progress = [format_day(started.date())] if started else []
    progress.append(ngettext("{n} hand", "{n} hands", hands).format(n=hands))
    progress.append(_("the game is over") if session.state.over else _("the game is not over yet"))
    lines = [session_title(session), ", ".join(progress), "", *_result_lines(settled), ""]
    lines += payment_lines(settled, use_no_break_spaces)
    if settled.money is not None and settled.money.coin is not None:
        lines += ["", coin_sentence(settled.money)]
    if session.state.ended:
        lines += ["", file_line(file_hash)]
    return "\n".join(lines)


def _result_lines(settled: Outcome) -> Iterator[str]:
    paid = settled.money
    money = format_money_column(paid.in_coins, paid.currency, signed=True) if paid else []
    for at, name in enumerate(settled.players):
        counted, exact = settled.counted[at], settled.exact[at]
        line = f"{name}: {settled.words.counted(counted, signed(counted))}"
        if exact != counted:
            line += " " + _("(exactly {result})").format(result=signed(exact))
        yield line + (f", {use_no_break_spaces(money[at])}" if paid else "")

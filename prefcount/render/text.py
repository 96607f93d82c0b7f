"""The sheet, the list of hands and the settlement as plain text."""

from collections.abc import Iterator

from prefcount.entries.common import (
    Adjust,
    AmendBase,
    Check,
    End,
    Join,
    NoteEntry,
    RulesEntry,
    SheetEntry,
    Void,
)
from prefcount.i18n import N_, Text, _, ngettext, text
from prefcount.ledger.amount import Amount
from prefcount.render.figures import dotted, figure, signed
from prefcount.render.layout import table
from prefcount.session.outcome import Outcome, Transfer, outcome
from prefcount.session.replay import Step
from prefcount.session.session import Session


def title(session: Session) -> str:
    """Who plays what: the players, the game, the preset and the target."""
    return f"{', '.join(session.players)} · {session.game.name} · {convention(session)}"


def convention(session: Session) -> str:
    """The preset and the target of a table, and whether other options differ from the preset."""
    rules = session.game.spelled(session.state.rules)
    said = str(rules.pop("preset", ""))
    if "target" in rules:
        said = _("{preset} to {target}").format(preset=said, target=rules.pop("target"))
    return f"{said}*" if rules else said


def summary(session: Session) -> str:
    """A game in one line: when it began, who plays, by which convention, how far it is."""
    started, state = session.header.started, session.state
    date = started.date().isoformat() if started else "—"
    hands = ngettext("{n} hand", "{n} hands", state.hands).format(n=state.hands)
    standing = _("over") if state.over else _("running")
    results = dict(zip(session.players, outcome(session).whole, strict=True))
    scores = ", ".join(f"{name} {signed(result)}" for name, result in results.items())
    return f"{date}  {convention(session)}, {hands}, {standing}: {scores}"


def sheet(session: Session) -> str:
    """Everybody's columns with their history, what the table knows, and the results as they stand."""
    state = session.state
    results = dict(zip(state.seats, outcome(session).whole, strict=True))
    histories = session.replay.histories()
    lines = [title(session), ""]
    lines += [f"{fact.label}: {fact.value}" for fact in session.game.facts(state)]
    for player in state.seats:
        lines += ["", f"{state.names[player]}  {signed(results[player])}"]
        rows = [
            (f"  {cell.heading}", dotted([total.amount for total in histories.get(cell.account, [])]))
            for cell in session.game.cells(state, player)
        ]
        lines += table(rows, left=2)
    return "\n".join(lines)


def hands(session: Session, *, why: bool = False) -> str:
    """Every entry in the order in which it counts; with `why`, each posting in words below it."""
    lines: list[str] = []
    for step in session.replay.steps:
        lines.append(f"{step.n:>4}  {describe(session, step)}")
        if why:
            lines += [
                f"        {sentence} ({signed(amount)})" for sentence, amount in _reasons(session, step)
            ]
    return "\n".join(lines)


def _reasons(session: Session, step: Step) -> Iterator[tuple[Text, Amount]]:
    for posting in step.postings:
        yield session.game.sentence(posting, step.state.names), posting.amount


def describe(session: Session, step: Step) -> str:
    """An entry in one line, with a mark where it does not count and why."""
    said = _said(session, step)
    if step.entry is None:
        return _("{said} — void (entry {n})").format(said=said, n=step.standing.corrected_by)
    if step.problems:
        return _("{said} — does not count: {why}").format(said=said, why="; ".join(map(str, step.problems)))
    if step.standing.corrected_by:
        return _("{said} — corrected (entry {n})").format(said=said, n=step.standing.corrected_by)
    return said


def _said(session: Session, step: Step) -> str:
    entry = step.entry or step.standing.written
    line = session.line(step)
    if line:
        return line
    match entry:
        case Adjust():
            on = f" {_('on')} {entry.on}" if entry.on else ""
            said = f"{entry.player} {entry.column}{on} {entry.amount} ({entry.reason})"
        case Join():
            replaced = text(N_("{player} replaces {other}"), player=entry.player, other=entry.replaces)
            said = str(replaced if entry.replaces else text(N_("{player} joins"), player=entry.player))
        case Void():
            said = _("entry {n} is void").format(n=entry.entry)
        case AmendBase():
            said = _("entry {n} is corrected").format(n=entry.entry)
        case NoteEntry():
            said = entry.text
        case End():
            said = _("end ({reason})").format(reason=entry.reason)
        case _:
            said = {
                SheetEntry: _("figures brought forward"),
                Check: _("figures checked"),
                RulesEntry: _("rules changed"),
            }.get(type(entry), entry.kind)
    return said


def settlement(session: Session, *, steps: bool = False) -> str:
    """Who wins what and who pays whom; with `steps`, the calculation as on paper before it."""
    settled = outcome(session)
    lines: list[str] = []
    if steps:
        for step in settled.settlement.steps:
            rows = [tuple(map(str, step.headings)), *(tuple(map(figure, row)) for row in step.rows)]
            lines += [str(step.title), str(step.explanation), *table(rows), ""]
    lines += [title(session), "", *table(list(_results(settled)))]
    lines += ["", *payments(settled)]
    return "\n".join(lines)


def _results(settled: Outcome) -> Iterator[tuple[str, ...]]:
    money = settled.money
    heading = ("", _("whists"), _("exactly"))
    yield (*heading, money.currency or _("money")) if money else heading
    for at, name in enumerate(settled.players):
        row = (name, signed(settled.whole[at]), signed(settled.exact[at]))
        yield (*row, signed(money.amounts[at])) if money else row


def payments(settled: Outcome) -> list[str]:
    """One line for each payment, in money where it is played for."""
    money = settled.money
    if money is not None:
        lines = [_paid(each, f"{each.amount} {money.currency}".rstrip()) for each in money.payments]
    else:
        lines = [_paid(each, _whists(int(each.amount))) for each in settled.payments]
    return lines or [_("Nobody owes anything.")]


def _whists(count: int) -> str:
    return ngettext("{n} whist", "{n} whists", count).format(n=count)


def _paid(transfer: Transfer, amount: str) -> str:
    return _("{payer} pays {receiver} {amount}").format(
        payer=transfer.payer, receiver=transfer.receiver, amount=amount
    )

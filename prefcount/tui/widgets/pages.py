"""What the entry form shows: questions, what they would pay, typed lines, previews. Pure functions."""

from collections.abc import Sequence
from typing import NamedTuple

from textual.content import Content

from prefcount.entries.base import Entry
from prefcount.games.protocol import Choice, Question
from prefcount.i18n import _
from prefcount.render.figures import signed
from prefcount.render.layout import table
from prefcount.render.view import preview
from prefcount.session.session import Proposal, Session
from prefcount.tui.draft import Draft


class Payoff(NamedTuple):
    """An answer, and by how much everybody's result would change, in seat order."""

    choice: Choice
    changes: tuple[tuple[str, int], ...]


def changes(session: Session, proposal: Proposal) -> tuple[tuple[str, int], ...]:
    """Everybody's name and what a proposal changes of his whole result."""
    return preview(session, proposal).changes


def muted(said: str) -> Content:
    """Text that explains and may be overlooked."""
    return Content.styled(said, "$foreground-muted")


def typed_lines(typed: str, pending: Question | Entry | None) -> list[Content]:
    """What is being typed: the answer to a question, or a hand in one line."""
    line = Content.assemble(("> ", "bold"), typed, ("▏", "bold"))
    if isinstance(pending, Question) and not pending.choices:
        return [
            Content.styled(str(pending.prompt), "bold"),
            line,
            muted(_("Enter takes it, Escape goes back")),
        ]
    hint = _("Enter reads the line, Escape leaves it: anna 7h wp 6 · b 6s ww 5 3 2 · v m 0 · r 3 5 2")
    return [line, muted(hint)]


def question_lines(
    draft: Draft, question: Question, at: int, cells: int, payoffs: Sequence[Payoff] | None
) -> list[Content]:
    """The question with the answers so far and its choices, the marked one reversed."""
    said = " · ".join(draft.said())
    lines = [muted(said)] if said else []
    prompt = Content.styled(str(question.prompt), "bold")
    hint = muted(_("   F6 what would it pay?")) if question.pays and payoffs is None else Content("")
    lines.append(prompt + hint)
    lines += _choices(question, at, cells) if payoffs is None else _payoffs(payoffs, at)
    caution = question.choices[at].caution
    if caution is not None:
        lines.append(Content.styled(str(caution), "$text-warning"))
    return lines


def _choices(question: Question, at: int, cells: int) -> list[Content]:
    """The answers: short ones beside each other, long ones below each other."""
    labels = [
        str(choice.label) if str(choice.label) == choice.key else f"{choice.key or ' '} {choice.label}"
        for choice in question.choices
    ]
    parts = [
        Content.styled(f" {label} ", "reverse" if position == at else "")
        for position, label in enumerate(labels)
    ]
    if max(part.cell_length for part in parts) > cells // 4:
        return parts
    lines, line = [], Content("")
    for part in parts:
        if line.cell_length + part.cell_length > cells:
            lines.append(line)
            line = Content("")
        line += part
    return [*lines, line]


def _payoffs(payoffs: Sequence[Payoff], at: int) -> list[Content]:
    """A line for each answer with what it would pay everybody."""
    names = next(([name for name, _change in each.changes] for each in payoffs if each.changes), [])
    rows = [("", *(name[:8] for name in names))]
    rows += [(_label(each.choice), *(signed(change) for _name, change in each.changes)) for each in payoffs]
    heading, *lines = table(rows)
    shown = [
        Content.styled(f" {line} ", "reverse" if position == at else "")
        for position, line in enumerate(lines)
    ]
    return [muted(f" {heading} "), *shown]


def _label(choice: Choice) -> str:
    label = str(choice.label)
    return label if label == choice.key else f"{choice.key or ' '} {label}"


def preview_lines(session: Session, proposal: Proposal) -> list[Content]:
    """What an entry would write, in words, and what it does to everybody's result; or its problems."""
    if proposal.problems:
        return [Content.styled(str(problem), "$text-error") for problem in proposal.problems]
    shown = preview(session, proposal)
    lines = [Content.styled(shown.line, "bold"), *map(Content, shown.reasons), *map(Content, shown.columns)]
    if shown.displaced:
        numbers = ", ".join(map(str, shown.displaced))
        lines.append(
            Content.styled(_("No longer fitting: {numbers}").format(numbers=numbers), "$text-warning")
        )
    moved = ", ".join(f"{name} {signed(change)}" for name, change in shown.changes if change)
    results = _("results: {changes}").format(changes=moved or _("no change"))
    lines.append(Content.styled(results, "bold $text-accent"))
    return [*lines, muted(_("Enter writes, Escape takes back"))]

"""The lines of a question at the table: its answers, or what each of them would pay. Pure functions."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from textual.content import Content
from textual.style import Style

from prefcount.base.i18n import Text, _
from prefcount.entering.draft import Draft
from prefcount.games.protocol.entry import Choice, Question
from prefcount.render.figures import signed
from prefcount.render.text_cells import clipped, pad, short_names, table, width
from prefcount.render.view import Figures, preview
from prefcount.tui.kit.command import key_of
from prefcount.tui.kit.key_table import ENTRY_FORM

CHOICE = "choice"
"""What a click finds out about a place: the position of the answer that stands there."""


def muted(words: str) -> Content:
    """Text in the colour of explanations."""
    return Content.styled(words, "$foreground-muted")


class Space(NamedTuple):
    """What the form may fill: terminal cells in a row, and rows."""

    cells: int
    rows: int

    def less(self, lines: Sequence[Content]) -> "Space":
        """What is left below these lines."""
        return self._replace(rows=self.rows - self.height(lines))

    def height(self, lines: Sequence[Content]) -> int:
        """How many rows lines take when they are folded."""
        return sum(max(1, len(line.wrap(self.cells))) for line in lines)


def question_lines(
    draft: Draft, question: Question, at: int, room: Space, below: int = 0, *, whole: bool = False
) -> list[Content]:
    """The question with the answers so far and its choices, the marked one reversed.

    Where there are too few rows answers stand beside each other, so that `below` rows are left if that
    can be, and all answers are seen in any case. Answers are rather told in short, unless they are to be
    `whole` where there is room at all.
    """
    prompt = Content.styled(str(question.prompt), "bold")
    if question.pays:
        scores = _("what it scores")
        hint = prompt + muted(f"   {key_of(ENTRY_FORM, 'payoffs')} {scores}")
        prompt = hint if hint.cell_length <= room.cells else prompt
    rows = room.less([prompt]).rows
    labels = _labels(question, room.cells - 2)
    lines, marked = _whole_choices(labels, at, room.cells, rows - below)
    if not lines and not whole:
        lines, marked = _short_choices(question, at, room.cells, rows - below)
    if not lines:
        lines, marked = _whole_choices(labels, at, room.cells, rows)
    if not lines:
        lines, marked = _columns(_labels(question, room.cells // 2 - 2), at, room.cells)
    if len(lines) <= rows and not whole:
        room = room._replace(rows=max(room.rows - below, rows - len(lines) + 1))
    return _choice_lines(draft, question, at, [prompt], lines, marked, room)


def payoff_lines(draft: Draft, question: Question, at: int, room: Space) -> list[Content]:
    """The question as a table: a line for each answer with what it would pay everybody."""
    payoffs = [_payoff(draft, question, choice) for choice in question.choices]
    names = next(([name for name, _change in changes] for changes in payoffs if changes), [])
    values = [[signed(change) for _name, change in changes] for changes in payoffs]
    cells = _payoff_cells(names, values, room.cells - 2 - max(map(width, _labels(question, room.cells))))
    label_cells = max(6, room.cells - 2 - len(names) * (cells + 2))
    supposed = ", ".join(_supposed(draft, question))
    corner = supposed if width(supposed) <= label_cells else ""
    labels = _labels(question, label_cells)
    rows = [(label, *row) for label, row in zip(labels, values, strict=True)]
    heading, *lines = table([(corner, *short_names(names, cells)), *rows])
    top = _over_payoffs(str(question.prompt), heading, supposed, beside=not corner)
    shown = [_marked(f" {line} ", position, at) for position, line in enumerate(lines)]
    return _choice_lines(draft, question, at, top, shown, at, room)


def _supposed(draft: Draft, question: Question) -> Iterator[str]:
    if draft.former:
        yield _("changes by")
    if not draft.is_last(question):
        yield _("with the likeliest tricks")


def _payoff_cells(names: Sequence[str], values: Sequence[Sequence[str]], room: int) -> int:
    """The cells of a column of payoffs: for its figures, and for as much of names as all have in `room`."""
    named = min(max(map(width, names), default=4), room // max(1, len(names)) - 2)
    return max([4, named, *(width(value) for row in values for value in row)])


def _payoff(draft: Draft, question: Question, choice: Choice) -> Figures:
    """By how much an answer would change everybody's score, the likeliest answers following it; () if none.

    Of a correction that counts what moves behind it, too.
    """
    entry = draft.outcome(question, choice)
    proposal = draft.proposal(entry) if entry is not None else None
    return () if proposal is None or proposal.problems else preview(draft.session, proposal).changes


def _over_payoffs(prompt: str, heading: str, supposed: str, *, beside: bool) -> list[Content]:
    """The prompt and the names over the table, in one line where the prompt has room before the names.

    What the payoffs suppose stands `beside` the prompt, or already in the heading.
    """
    room = width(heading) - width(heading.lstrip()) + 1
    if width(prompt) < room and not supposed:
        return [Content.styled(pad(prompt, room), "bold") + muted(heading.lstrip())]
    asked = Content.styled(prompt, "bold")
    return [asked + muted(f" {supposed}") if beside else asked, muted(f" {heading}")]


def _choice_lines(
    draft: Draft,
    question: Question,
    at: int,
    prompt: list[Content],
    choices: list[Content],
    marked: int,
    room: Space,
) -> list[Content]:
    """Answers so far, prompt and choices; of too many those around the marked one, and a sign of more."""
    caution = question.choices[at].caution if at >= 0 else None
    below = [Content.styled(str(caution), "$text-warning")] if caution is not None else []
    answered = " · ".join(draft.answer_labels())
    above = [muted(answered)] if answered else []
    if room.less([*above, *prompt, *choices, *below]).rows < 0:
        above = []
    rows = max(1, room.less([*above, *prompt, *below]).rows)
    if 1 < rows < len(choices):
        rows -= 1
        below.insert(0, muted(_("… more answers: ↑ ↓")))
    first = max(0, min(marked - rows // 2, len(choices) - rows))
    return [*above, *prompt, *choices[first : first + rows], *below]


Lines = tuple[list[Content], int]
"""The lines of the answers, none where they do not fit, and the position of the line of the marked one."""


def _whole_choices(labels: Sequence[str], at: int, cells: int, rows: int) -> Lines:
    """The answers in so many rows: short ones beside each other, long ones below, else in two columns."""
    longest = max(map(width, labels)) + 2
    if cells // 4 < longest and len(labels) <= rows:
        return [_marked(f" {label} ", position, at) for position, label in enumerate(labels)], at
    lines, marked = _columns(labels, at, cells)
    return (lines, marked) if len(lines) <= rows and longest <= cells // 2 else ([], 0)


def _short_choices(question: Question, at: int, cells: int, rows: int) -> Lines:
    for labels in (_labels(question, cells - 2), _labels(question, cells // 2 - 2)):
        lines, marked = _columns(labels, at, cells)
        if len(lines) <= rows:
            return lines, marked
    return [], 0


def _columns(labels: Sequence[str], at: int, cells: int) -> tuple[list[Content], int]:
    """Labels beside each other, one below the other where two or three columns are wide enough."""
    longest = max(map(width, labels)) + 2
    column = next((cells // count for count in (3, 2) if cells // 4 < longest <= cells // count), 0)
    lines, line, marked = [], Content(""), 0
    for position, label in enumerate(labels):
        part = _marked(f" {label} ", position, at)
        if line.cell_length + part.cell_length > cells:
            lines.append(line)
            line = Content("")
        line += part + " " * (column - part.cell_length)
        marked = len(lines) if position == at else marked
    return [*lines, line], marked


def _marked(label: str, position: int, at: int) -> Content:
    """An answer that can be clicked, the marked one reversed."""
    style = Style.from_meta({CHOICE: position})
    return Content.styled(label, style + Style(reverse=True) if position == at else style)


def _labels(question: Question, cells: int) -> list[str]:
    """What is shown of every answer; as long as one is too long, of all of them the next shorter form."""
    labels: list[str] = []
    for shown in zip(*(choice.forms for choice in question.choices), strict=True):
        labels = [_with_key(choice, form) for choice, form in zip(question.choices, shown, strict=True)]
        if all(width(label) <= cells for label in labels):
            break
    return [clipped(label, cells) for label in labels]


def _with_key(choice: Choice, label: Text | str) -> str:
    words = str(label)
    return words if words == choice.key else f"{choice.key or ' '} {words}"

"""The lines of the entry form: what was done, a question or a typed line, a preview. Pure functions."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from textual.content import Content
from textual.style import Style

from prefcount.base.i18n import Text, _, ngettext
from prefcount.base.problems import in_plain_words
from prefcount.entering.draft import Draft
from prefcount.entering.words import displaced_by, score_rows, what_counts
from prefcount.entries.models import Entry
from prefcount.games.game import Choice, Question
from prefcount.render.figures import signed
from prefcount.render.tables import flowing, wrap
from prefcount.render.text import payments
from prefcount.render.text_cells import beginning, clipped, pad, short_names, table, width
from prefcount.render.view import Figures, Preview, preview
from prefcount.session.outcome import outcome
from prefcount.session.session import Session
from prefcount.tui.kit.command import key_of
from prefcount.tui.kit.key_table import ENTRY_FORM, TABLE
from prefcount.tui.table.entered import Entered

CHOICE = "choice"
"""What a click finds out about a place: the position of the answer that stands there."""
RECORD = -1
"""What a click finds out about the button that records the hand."""
LEAST = 4
"""Rows that a preview needs below its question: the hand, what it gives, and the score after it."""
USUAL = 7
"""Rows that are enough for a question."""
SHORT_NAME = 8
"""Cells of a name in an example."""
LEAST_SCORE = 2
"""The lines of the score that are of use: names, and what the hand gives."""


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
        return sum(1 if line.cell_length <= self.cells else len(line.wrap(self.cells)) for line in lines)


def entry_lines(entered: Entered, size: Space, *, payoffs: bool) -> list[Content]:
    """All that the form says, the question with what its answers would pay if `payoffs`."""
    draft, refused, left = entered.draft, entered.mark.refused, len(entered.line.pasted)
    pending = draft.pending
    reply = entered.reply
    if refused is not None:
        reply = _("{refused} Esc first, then the answer; until then no key counts.").format(refused=refused)
    lines = [Content.styled(str(draft.about), "bold $text-accent")] if draft.about else []
    lines += [Content.styled(notice, "$text-warning") for notice in (entered.notice, reply) if notice]
    if left:
        more = ngettext("{n} more pasted line follows.", "{n} more pasted lines follow.", left)
        lines.append(muted(more.format(n=left)))
    if entered.line.is_open:
        return lines + _typed_lines(draft, pending, entered.line.shown(), size.cells)
    if pending is None:
        return lines + _end_lines(draft.session, size, len(lines))
    room = Space(max(20, size.cells), size.rows or 100).less(lines)
    if isinstance(pending, Entry):
        return lines + _preview_lines(entered, pending, room)
    return lines + _question_lines(entered, pending, room, payoffs=payoffs)


def _question_lines(entered: Entered, question: Question, room: Space, *, payoffs: bool) -> list[Content]:
    """A question; with the last answer, what the entry would write."""
    draft, at = entered.draft, entered.mark.at
    last = at >= 0 and draft.is_last
    entry = draft.outcome(question, question.choices[at]) if last else None
    if payoffs:
        top = room if entry is None else room._replace(rows=room.rows - LEAST)
        lines = payoff_lines(draft, question, at, top)
    elif entry is None:
        return question_lines(draft, question, at, room, max(0, room.rows - USUAL), whole=True)
    else:
        lines = question_lines(draft, question, at, room, LEAST)
    return lines if entry is None else lines + _preview_lines(entered, entry, room.less(lines))


def _typed_lines(draft: Draft, pending: Question | Entry | None, typed: Content, cells: int) -> list[Content]:
    line = Content.styled("> ", "bold") + typed
    if isinstance(pending, Question) and not pending.choices:
        answered = [muted(" · ".join(draft.answer_labels()))] if draft.answers else []
        prompt = Content.styled(str(pending.prompt), "bold")
        return [*answered, prompt, line, muted(_("Enter confirms, Esc goes back"))]
    state = draft.session.state
    playing = (state.names[player].casefold() for player in state.seats.active(state.dealer))
    game = draft.session.game
    examples = game.guide().short([beginning(name, SHORT_NAME) for name in playing])
    explained = wrap(_("Enter checks the line, Esc discards it. Examples:"), cells)
    order = str(game.line_order(state))
    return [
        line,
        *map(muted, [*explained, *flowing(examples, cells), *(wrap(order, cells) if order else ())]),
    ]


def _preview_lines(entered: Entered, entry: Entry, room: Space) -> list[Content]:
    """What an entry would write, in words, and what it does to everybody's result; or its problems.

    Below stands a button, which says what keys do. Where there is not room for everything, the results stay
    and reasons are left out: those before the first that the mark has, and as many of the last ones as
    must be.
    """
    session, proposal, mark = entered.draft.session, entered.draft.proposal(entry), entered.mark
    if proposal.problems:
        return [Content.styled(in_plain_words(proposal.problems), "$text-error")]
    shown = preview(session, proposal)
    head = [Content.styled(sentence, "bold") for sentence in what_counts(shown)]
    warnings = filter(None, (*shown.remarks, displaced_by(session, shown)))
    head += [Content.styled(sentence, "$text-warning") for sentence in warnings]
    button = _("{key} records it, Esc goes back") if mark.refused is None else _("Esc chooses again")
    button = button.format(key=key_of(ENTRY_FORM, "record") if mark.doubted else "Enter")
    enter = Content.styled(f" {button} ", "$text on $primary")
    enter = enter.stylize(Style.from_meta({CHOICE: RECORD}))
    score = _score(shown, room.cells)
    while score and room.less([*head, *score, enter]).rows < 0:
        score = score[:-1] if len(score) > LEAST_SCORE else []
    tail = [*score, enter]
    reasons = [Content(reason) for reason in (*shown.reasons, *shown.columns)]
    return [*head, *_fitting_reasons(reasons, room.less([*head, *tail]), mark.first), *tail]


def _score(shown: Preview, cells: int) -> list[Content]:
    """A table: what the hand gives everybody, how else the score changes, and the score after it."""
    rows = score_rows(shown)
    if not rows:
        return [Content.styled(_("nobody's result changes"), "bold $text-accent")]
    changed = [[signed(figure) if figure else "·" for _name, figure in of] for _label, of in rows[:-1]]
    figures = [*changed, [signed(figure) for _name, figure in rows[-1][1]]]  # the score may be nothing
    names = [name for name, _figure in shown.after]
    labels = ("", *(label for label, _of in rows))
    label_cells = max(map(width, labels))
    least = 1 + max(map(width, chain(*figures)))
    widest = max(map(width, chain(names, *figures)))
    column = max(least, min(widest + 2, (cells - label_cells) // len(names)))
    heading, *lines = (
        pad(label, label_cells) + "".join(pad(cell, column, right=True) for cell in row)
        for label, row in zip(labels, [short_names(names, column - 1), *figures], strict=True)
    )
    return [
        muted(heading),
        *(Content.styled(line, "bold $text-accent") for line in lines[:-1]),
        Content(lines[-1]),
    ]


def _fitting_reasons(reasons: list[Content], room: Space, first: int) -> list[Content]:
    """The reasons that there is room for; PgDn goes on to the others."""
    if room.height(reasons) <= room.rows:
        return reasons
    if room.rows <= 0:
        return []
    lines = reasons[first % len(reasons) :]
    while len(lines) > 1 and room.height(lines) >= room.rows:
        lines.pop()
    hidden = len(reasons) - len(lines)
    more = muted(ngettext("… {n} more: PgDn, PgUp", "… {n} more: PgDn, PgUp", hidden).format(n=hidden))
    beside = lines[-1] + "   " + more
    if room.height(lines) >= room.rows and beside.cell_length <= room.cells:
        return [beside]
    return [*lines, more][: room.rows]


def _end_lines(session: Session, room: Space, above: int) -> list[Content]:
    """Who has won, who pays whom, and where the settlement is, below so many lines of a game that is over."""
    from prefcount.tui.results.report_lines import announced_lines, large_results, rounding_said

    settled = outcome(session)
    large = large_results(settled, room.cells) if room.cells else []
    sentence = _("The game is over. {key} shows the settlement.")
    doubts = announced_lines(session, room.cells) if session.state.ended and room.cells else []
    if session.state.ended and not doubts:  # by its end, which has a code; not by the rules alone
        sentence = _("The game is over. {key} shows the settlement. The file is sealed.")
    end = Content.styled(sentence.format(key=key_of(TABLE, "settle")), "bold")
    paid = list(map(Content, payments(settled)))
    whole = [*large, *rounding_said(settled, room.cells), Content(""), *doubts, *paid, end]
    return whole if large and above + len(whole) <= room.rows else [end, *doubts, *paid]


# --- a question ----------------------------------------------------------------------------------


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
    supposed = ", ".join(_supposed(draft))
    corner = supposed if width(supposed) <= label_cells else ""
    labels = _labels(question, label_cells)
    rows = [(label, *row) for label, row in zip(labels, values, strict=True)]
    heading, *lines = table([(corner, *short_names(names, cells)), *rows])
    top = _over_payoffs(str(question.prompt), heading, supposed, beside=not corner)
    shown = [_marked(f" {line} ", position, at) for position, line in enumerate(lines)]
    return _choice_lines(draft, question, at, top, shown, at, room)


def _supposed(draft: Draft) -> Iterator[str]:
    if draft.former:
        yield _("changes by")
    if not draft.is_last:
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
    line = Content.styled(prompt, "bold")
    return [line + muted(f" {supposed}") if beside else line, muted(f" {heading}")]


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

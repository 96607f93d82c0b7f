"""The lines of the entry form: what was done, a question or a typed line, a preview. Pure functions."""

from itertools import chain

from textual.content import Content
from textual.style import Style

from prefcount.base.i18n import _, ngettext
from prefcount.base.problems import in_plain_words
from prefcount.entering.draft import Draft
from prefcount.entering.words import displaced_by, score_rows, what_counts
from prefcount.entries.common import Entry
from prefcount.games.protocol.entry import Question
from prefcount.render.figures import signed
from prefcount.render.tables import flowing, wrap
from prefcount.render.text import payments
from prefcount.render.text_cells import beginning, pad, short_names, width
from prefcount.render.view import Preview, preview
from prefcount.session.outcome import outcome
from prefcount.session.session import Session
from prefcount.tui.kit.command import key_of
from prefcount.tui.kit.key_table import ENTRY_FORM, TABLE
from prefcount.tui.table.entered import Entered
from prefcount.tui.table.question_lines import CHOICE, Space, muted, payoff_lines, question_lines

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
    last = at >= 0 and draft.is_last(question)
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
    examples = draft.session.game.guide().short([beginning(name, SHORT_NAME) for name in playing])
    explained = wrap(_("Enter checks the line, Esc discards it. Examples:"), cells)
    return [line, *map(muted, explained), *map(muted, flowing(examples, cells))]


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
    head += [Content.styled(sentence, "$text-warning") for sentence in shown.remarks]
    if sentence := displaced_by(session, shown):
        head.append(Content.styled(sentence, "$text-warning"))
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
        return [Content.styled(_("the score does not change"), "bold $text-accent")]
    figures = [[signed(figure) if figure else "·" for _name, figure in of] for _label, of in rows]
    names = [name for name, _figure in shown.after]
    label_cells = max(width(label) for label, _figures in rows)
    least = 1 + max(map(width, chain(*figures)))
    widest = max(map(width, chain(names, *figures)))
    column = max(least, min(widest + 2, (cells - label_cells) // len(names)))
    labels = ("", *(label for label, _of in rows))
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
    from prefcount.tui.results.report_lines import equal_lines, large_results

    settled = outcome(session)
    large = large_results(settled, room.cells) if room.cells else []
    sentence = _("The game is over. {key} shows the settlement.")
    if session.state.ended:  # by its end, which has a code; not by the rules alone
        sentence = _("The game is over. {key} shows the settlement. The file is sealed.")
    end = Content.styled(sentence.format(key=key_of(TABLE, "settle")), "bold")
    paid = list(map(Content, payments(settled)))
    whole = [*large, *equal_lines(settled, room.cells), Content(""), *paid, end]
    return whole if large and above + len(whole) <= room.rows else [end, *paid]

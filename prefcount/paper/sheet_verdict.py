"""Which hands could have written a sheet without hands: for people as lines, for programs as an object."""

from collections.abc import Iterator
from typing import Any

from prefcount.base.i18n import N_, Phrase, Text, _, speaking, text
from prefcount.ledger.amount import written
from prefcount.ledger.postings import Account
from prefcount.paper.sheet_without_hands import SheetRead
from prefcount.paper.verdicts import PossibleHand
from prefcount.session.session import Session

MOST_HANDS = 12
"""So many hands are named for one figure; more say nothing."""
_READINGS = Phrase("{count} hand", "{count} hands")
_MORE = Phrase("{count} more", "{count} more")


def sheet_lines(session: Session, sheet: SheetRead, *, seconds: int, hands: bool) -> Iterator[str]:
    """What is known of a sheet: the verdict, and what is to be mended or which hands there may have been.

    Args:
        session: the session.
        sheet: its sheet.
        seconds: how long was searched.
        hands: whether to name the hands of every figure, not only where there is but one.
    """
    found = sheet.found
    yield verdict_sentence(sheet, seconds)
    yield from (f"  {line}" for line in repair_lines(sheet))
    if found.verdict == "possible" and found.complete:
        yield from _readings(session, sheet, hands=hands)


def verdict_sentence(sheet: SheetRead, seconds: int) -> str:
    """Whether hands could have written a sheet, in one or two sentences."""
    found = sheet.found
    if found.verdict == "possible":
        said = _("Hands of this table could have written this sheet; that does not say which they were.")
        return said if found.complete else f"{said} {_not_all(seconds)}"
    if found.verdict == "impossible":
        said = _("No hands of this table can have written this sheet, unless one was played double (x2).")
        if found.repairs:
            further = _("One of these slips would explain it, the likeliest first:")
        else:
            further = _("No single slip that was tried explains it.")
        return f"{said} {further}"
    said = _("It was not decided whether hands could have written this sheet: {seconds} s were not enough.")
    return said.format(seconds=seconds)


def repair_lines(sheet: SheetRead) -> Iterator[str]:
    """A line for each slip that would explain an impossible sheet, the likeliest first."""
    for repair in sheet.found.repairs:
        player, _column, heading = sheet.cells[repair.account]
        said = N_("{player}, {heading}: {why}")
        yield str(text(said, player=player, heading=heading, why=repair.text))


def _not_all(seconds: int) -> str:
    said = _("In {seconds} s not all of them were found, so none are shown.")
    return said.format(seconds=seconds)


def _readings(session: Session, sheet: SheetRead, *, hands: bool) -> Iterator[str]:
    """The figures with the hands that could have written them."""
    single = [each for each in sheet.found.readings.values() if len(each) == 1]
    if not hands:
        said = N_("Of {figures} figures {single} can come from one hand only:")
        if not single:
            said = N_("Each of its {figures} figures can come from several hands; --hands lists them.")
        yield str(text(said, figures=len(sheet.found.readings), single=len(single)))
    for account, column in sheet.columns.items():
        for position in range(len(column)):
            found = sheet.found.readings.get((account, position), ())
            if found and (hands or len(found) == 1):
                yield f"  {reading_sentence(session, sheet, account, position)}"


def reading_sentence(session: Session, sheet: SheetRead, account: Account, position: int) -> Text:
    """A figure with the hands that could have written it, the first ones if they are many."""
    player, _column, heading = sheet.cells[account]
    column = sheet.columns[account]
    lines = hand_lines(session, sheet.found.readings.get((account, position), ()))
    shown = ", ".join(lines[:MOST_HANDS])
    if len(lines) > MOST_HANDS:
        more = len(lines) - MOST_HANDS
        shown = f"{shown}, {_MORE.of(more, {'count': more})}"
    figures = {
        "player": player,
        "heading": heading,
        "before": written(column[position - 1] if position else 0),
        "total": written(column[position]),
        "many": _READINGS.of(len(lines), {"count": len(lines)}),
        "hands": shown,
    }
    return text(N_("{player}, {heading}, {before} → {total}: {many}: {hands}"), **figures)


def hand_lines(session: Session, hands: tuple[PossibleHand, ...]) -> list[str]:
    """Hands as they are typed, each once, in the order of the alphabet."""
    return sorted({session.game.format(each.before, each.entry) for each in hands})


@speaking("en")
def sheet_object(session: Session, sheet: SheetRead | None) -> dict[str, Any]:
    """What `paper --json` has besides for a sheet without hands (docs/file-format.md). Never localised."""
    if sheet is None:
        return {"verdict": None, "repairs": [], "readings": []}
    readings = []
    for account, column in sheet.columns.items():
        for position, total in enumerate(column):
            found = sheet.found.readings.get((account, position))
            if found and sheet.found.complete:
                place = {**_place(sheet, account), "position": position, "total": written(total)}
                readings.append({**place, "hands": hand_lines(session, found)})
    return {
        "verdict": sheet.found.verdict,
        "repairs": [
            {
                **_place(sheet, each.account),
                "position": each.position,
                "right": None if each.right is None else written(each.right),
                "message": str(each.text),
            }
            for each in sheet.found.repairs
        ],
        "readings": readings,
    }


def _place(sheet: SheetRead, account: Account) -> dict[str, str]:
    player, column, _heading = sheet.cells[account]
    return {"player": player, "column": column}

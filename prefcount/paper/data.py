"""A comparison with paper, and what is known of a sheet without hands, for programs."""

from collections.abc import Sequence

from prefcount.base.i18n import speaking
from prefcount.ledger.sheet import Account, Amount, written
from prefcount.paper.candidates import PaperCandidates
from prefcount.paper.comparison import Comparison, Divergence
from prefcount.paper.sheet_without_hands import ImpossibleClaim, SheetRead
from prefcount.paper.text import hand_lines, sentence
from prefcount.paper.verdicts import SheetRepair
from prefcount.render.data import Object
from prefcount.session.session import Session


@speaking("en")
def paper_object(
    paper: PaperCandidates, comparisons: Sequence[Comparison], figures: Sequence[ImpossibleClaim]
) -> Object:
    """The object of `paper --json` (docs/file-format.md). Never localised."""
    impossible = []
    for claim in figures:
        position = claim.position if claim.position >= 0 else None
        place = {"entry": claim.entry, "player": claim.player, "column": claim.column, "position": position}
        impossible.append({**place, "message": str(claim.text)})
    return {
        "ok": all(each.agrees for each in comparisons) and not figures,
        "comparisons": [_comparison(paper, each) for each in comparisons],
        "impossible": impossible,
    }


def _comparison(paper: PaperCandidates, comparison: Comparison) -> Object:
    return {
        "player": comparison.claim.player,
        "column": comparison.claim.column,
        "claimed": comparison.claim.figure,
        "computed": list(map(written, comparison.computed)),
        "agrees": comparison.agrees,
        "agreed": comparison.agreed,
        "upto": comparison.upto or None,
        "difference": written(comparison.difference),
        "partings": [_parting(paper, each) for each in comparison.partings],
        "message": str(sentence(paper, comparison)),
    }


def _parting(paper: PaperCandidates, parting: Divergence) -> Object:
    line = paper.session.line(paper.step(parting.entry)) if parting.entry else None
    return {
        "entry": parting.entry or None,
        "line": line,
        "position": parting.position,
        "claimed": _figure(parting.paper),
        "computed": _figure(parting.computed),
        "slip": None if parting.slip is None else {"key": parting.key, "text": str(parting.slip)},
        "explains": parting.explained,
        "others": list(map(str, parting.others)),
        "again": list(parting.again),
    }


def _figure(amount: Amount | None) -> int | str | None:
    return None if amount is None else written(amount)


@speaking("en")
def sheet_object(session: Session, sheet: SheetRead | None) -> Object:
    """What `paper --json` has besides for a sheet without hands (docs/file-format.md). Never localised."""
    if sheet is None:
        return {"verdict": None, "repairs": [], "perhaps": [], "all_tried": False, "readings": []}
    readings = []
    for account, column in sheet.columns.items():
        for position, total in enumerate(column):
            hands = sheet.found.readings.get((account, position))
            if hands and sheet.found.complete:
                place = {**_place(sheet, account, position), "total": written(total)}
                readings.append({**place, "hands": hand_lines(session, hands)})
    found = sheet.found
    return {
        "verdict": found.verdict,
        "repairs": [_repair(sheet, repair) for repair in found.repairs],
        "perhaps": [_repair(sheet, repair) for repair in found.perhaps],
        "all_tried": found.all_tried,
        "readings": readings,
    }


def _repair(sheet: SheetRead, repair: SheetRepair) -> Object:
    place = _place(sheet, repair.account, repair.position)
    return {**place, "right": _figure(repair.right), "message": str(repair.text)}


def _place(sheet: SheetRead, account: Account, position: int) -> Object:
    player, column, _heading = sheet.cells[account]
    return {"player": player, "column": column, "position": position}

"""A comparison with paper: for people as lines, for programs as an object."""

from collections.abc import Iterator, Sequence
from typing import Any

from prefcount.base.i18n import N_, speaking, text
from prefcount.ledger.amount import Amount, written
from prefcount.paper.candidates import PaperCandidates
from prefcount.paper.comparison import Comparison, Divergence
from prefcount.paper.comparison_text import alternatives, sentence
from prefcount.paper.sheet_without_hands import ImpossibleClaim


def comparison_lines(paper: PaperCandidates, comparisons: Sequence[Comparison]) -> Iterator[str]:
    """A line for each claim, and one for what else may have happened."""
    for each in comparisons:
        heading = each.claim.cell.heading if each.claim.cell is not None else each.claim.column
        said = N_("{player}, {heading}: {comparison}")
        yield str(text(said, player=each.claim.player, heading=heading, comparison=sentence(paper, each)))
        others = alternatives(each)
        if others is not None:
            yield f"  {others}"


def impossible_lines(found: Sequence[ImpossibleClaim]) -> Iterator[str]:
    """A line for each figure that no hand can have written."""
    for each in found:
        said = N_("{player}, {heading}: {why}")
        yield str(text(said, player=each.player, heading=each.heading, why=each.text))


@speaking("en")
def paper_object(
    paper: PaperCandidates, comparisons: Sequence[Comparison], found: Sequence[ImpossibleClaim]
) -> dict[str, Any]:
    """The object of `paper --json` (docs/file-format.md). Never localised."""
    return {
        "ok": all(each.agrees for each in comparisons) and not found,
        "comparisons": [_comparison(paper, each) for each in comparisons],
        "impossible": [
            {
                "entry": each.entry,
                "player": each.player,
                "column": each.column,
                "position": each.position if each.position >= 0 else None,
                "message": str(each.text),
            }
            for each in found
        ],
    }


def _comparison(paper: PaperCandidates, comparison: Comparison) -> dict[str, Any]:
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


def _parting(paper: PaperCandidates, parting: Divergence) -> dict[str, Any]:
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

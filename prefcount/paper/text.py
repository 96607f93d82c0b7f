"""A comparison with paper, for people and for programs."""

from collections.abc import Iterator, Sequence
from typing import Any

from prefcount.base.i18n import N_, Phrase, Text, speaking, text
from prefcount.ledger.amount import Amount, spoken, written
from prefcount.paper.candidates import PaperCandidates
from prefcount.paper.comparison import ENDS, Comparison, Divergence
from prefcount.paper.sheet_without_hands import ImpossibleClaim
from prefcount.session.session import line_of

_AGAIN = Phrase("{said}, and again at entry {entries}", "{said}, and again at entries {entries}")


def sentence(paper: PaperCandidates, comparison: Comparison) -> Text:
    """A comparison as one sentence: that they agree, or where they part and why."""
    if comparison.agrees:
        return _agrees(paper, comparison)
    first, *later = comparison.partings
    said = _parting_said(paper, comparison, first)
    if later:
        said = text(
            N_("{said}; further {later}"), said=said, later=_parting_said(paper, comparison, later[0])
        )
    return said


def alternatives(comparison: Comparison) -> Text | None:
    """What else explains the first parting as well, or None."""
    if comparison.agrees or not comparison.partings[0].others:
        return None
    others = "; ".join(map(str, comparison.partings[0].others))
    return text(N_("it could also be: {others}"), others=others)


def _agrees(paper: PaperCandidates, comparison: Comparison) -> Text:
    if not comparison.upto:
        return text(N_("agrees: nothing was written yet"))
    if paper.step(comparison.upto).effective.written.kind == "sheet":
        return text(N_("agrees with what entry {n} brought forward from paper"), n=comparison.upto)
    return text(N_("agrees up to entry {n} ({line})"), **_entry(paper, comparison.upto))


def _entry(paper: PaperCandidates, n: int) -> dict[str, object]:
    """An entry by its number and its line."""
    return {"n": n, "line": line_of(paper.session, paper.step(n))}


def _parting_said(paper: PaperCandidates, comparison: Comparison, parting: Divergence) -> Text:
    figures = {"paper": _figure_said(parting.paper), "computed": _figure_said(parting.computed)}
    if comparison.single:
        return _single(paper, parting, figures)
    if not parting.entry:
        return text(N_("the paper goes on after the last entry, with {paper}"), **figures)
    said = N_("differs at entry {n} ({line}): paper {paper}, calculated {computed}")
    return _with_slip(text(said, **_entry(paper, parting.entry), **figures), parting)


def _single(paper: PaperCandidates, parting: Divergence, figures: dict[str, Text | str]) -> Text:
    said = text(N_("paper {paper}, calculated {computed}"), **figures)
    if parting.slip is None:
        return text(N_("{said}; no single mistake explains it"), said=said)
    return text(N_("{said}; {slip}"), said=said, slip=_likeliest(paper, parting))


def likeliest(paper: PaperCandidates, comparison: Comparison) -> Text:
    """The slip behind the first parting, with the entry in which it was made."""
    return _likeliest(paper, comparison.partings[0])


def _likeliest(paper: PaperCandidates, parting: Divergence) -> Text:
    said = N_("likeliest at entry {n} ({line}): {slip}")
    return text(said, slip=parting.slip, **_entry(paper, parting.entry))


def _with_slip(said: Text, parting: Divergence) -> Text:
    if parting.slip is None:
        return text(N_("{said}; no known slip explains it"), said=said)
    if parting.key == ENDS:
        return text(N_("{said}; {slip}"), said=said, slip=parting.slip)
    said = text(N_("{said}; likeliest: {slip}"), said=said, slip=parting.slip)
    if parting.again:
        entries = ", ".join(map(str, parting.again))
        said = _AGAIN.of(len(parting.again), {"said": said, "entries": entries})
    return said


def _figure_said(amount: Amount | None) -> Text | str:
    return text(N_("nothing")) if amount is None else spoken(amount)


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

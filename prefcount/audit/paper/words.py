"""A comparison in words."""

from prefcount.audit.paper.candidates import Paper
from prefcount.audit.paper.comparison import ENDS, Comparison, Parting
from prefcount.i18n import N_, Phrase, Text, text
from prefcount.ledger.amount import Amount, written

_AGAIN = Phrase("{said}, and again at entry {entries}", "{said}, and again at entries {entries}")


def sentence(paper: Paper, comparison: Comparison) -> Text:
    """A comparison as one sentence: that they agree, or where they part and why."""
    if comparison.agrees:
        return _agrees(paper, comparison)
    first, *later = comparison.partings
    said = _parting(paper, comparison, first)
    if later:
        said = text(N_("{said}; further {later}"), said=said, later=_parting(paper, comparison, later[0]))
    return said


def alternatives(comparison: Comparison) -> Text | None:
    """What else explains the first parting as well, or None."""
    if comparison.agrees or not comparison.partings[0].others:
        return None
    others = "; ".join(map(str, comparison.partings[0].others))
    return text(N_("it could also be: {others}"), others=others)


def _agrees(paper: Paper, comparison: Comparison) -> Text:
    if not comparison.upto:
        return text(N_("agrees: nothing was written yet"))
    return text(N_("agrees up to entry {n} ({line})"), **_entry(paper, comparison.upto))


def _entry(paper: Paper, n: int) -> dict[str, object]:
    """An entry by its number and its line."""
    return {"n": n, "line": paper.session.line(paper.step(n))}


def _parting(paper: Paper, comparison: Comparison, parting: Parting) -> Text:
    figures = {"paper": _figure(parting.paper), "computed": _figure(parting.computed)}
    if comparison.single:
        return _single(paper, parting, figures)
    if not parting.entry:
        return text(N_("the paper goes on after the last entry, with {paper}"), **figures)
    said = N_("parts at entry {n} ({line}): paper {paper}, computed {computed}")
    return _with_slip(text(said, **_entry(paper, parting.entry), **figures), parting)


def _single(paper: Paper, parting: Parting, figures: dict[str, Text | str]) -> Text:
    said = text(N_("paper {paper}, computed {computed}"), **figures)
    if parting.slip is None:
        return text(N_("{said}; no single slip in any entry explains it"), said=said)
    likeliest = N_("{said}; likeliest at entry {n} ({line}): {slip}")
    return text(likeliest, said=said, slip=parting.slip, **_entry(paper, parting.entry))


def _with_slip(said: Text, parting: Parting) -> Text:
    if parting.slip is None:
        return text(N_("{said}; no known slip explains it"), said=said)
    if parting.key == ENDS:
        return text(N_("{said}; {slip}"), said=said, slip=parting.slip)
    said = text(N_("{said}; likeliest: {slip}"), said=said, slip=parting.slip)
    if parting.again:
        entries = ", ".join(map(str, parting.again))
        said = _AGAIN.of(len(parting.again), {"said": said, "entries": entries})
    return said


def _figure(amount: Amount | None) -> Text | str:
    return text(N_("nothing")) if amount is None else str(written(amount))

"""A comparison in words."""

from prefcount.base.i18n import N_, Phrase, Text, text
from prefcount.ledger.amount import Amount, spoken
from prefcount.paper.candidates import PaperCandidates
from prefcount.paper.comparison import ENDS, Comparison, Divergence
from prefcount.session.entry_line import line_of

_AGAIN = Phrase("{said}, and again at entry {entries}", "{said}, and again at entries {entries}")


def sentence(paper: PaperCandidates, comparison: Comparison) -> Text:
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


def _agrees(paper: PaperCandidates, comparison: Comparison) -> Text:
    if not comparison.upto:
        return text(N_("agrees: nothing was written yet"))
    if paper.step(comparison.upto).standing.written.kind == "sheet":
        return text(N_("agrees with what entry {n} brought forward from paper"), n=comparison.upto)
    return text(N_("agrees up to entry {n} ({line})"), **_entry(paper, comparison.upto))


def _entry(paper: PaperCandidates, n: int) -> dict[str, object]:
    """An entry by its number and its line."""
    return {"n": n, "line": line_of(paper.session, paper.step(n))}


def _parting(paper: PaperCandidates, comparison: Comparison, parting: Divergence) -> Text:
    figures = {"paper": _figure(parting.paper), "computed": _figure(parting.computed)}
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


def _figure(amount: Amount | None) -> Text | str:
    return text(N_("nothing")) if amount is None else spoken(amount)

"""Comparisons with paper, and hands that may have written a sheet, for people and for programs."""

from collections.abc import Iterator, Sequence

from prefcount.base.i18n import N_, Phrase, Text, _, override_language, text
from prefcount.ledger import Account, Amount, amount_to_json, format_amount
from prefcount.paper.compare import ENDS, Comparison, Divergence, PaperCandidates
from prefcount.paper.known_games import PossibleHand, SheetRepair
from prefcount.paper.sheet_without_hands import ImpossibleClaim, SheetReading
from prefcount.render.data import Object
from prefcount.render.text import describe_unmarked
from prefcount.session.session import Session

_AGAIN = Phrase("{said}, and again at hand {hands}", "{said}, and again at hands {hands}")


def comparison_sentence(paper: PaperCandidates, comparison: Comparison) -> Text:
    """Return a sentence about a column on paper: that it is right, or which figure differs and why."""
    if comparison.agrees:
        return _agreement_sentence(paper, comparison)
    first, *later = (
        _divergence_sentence(paper, comparison, index) for index in range(len(comparison.divergences[:2]))
    )
    return text(N_("{said}; after that, {later}"), said=first, later=later[0]) if later else first


def alternatives(comparison: Comparison) -> Text | None:
    """Return a sentence with other slips that would explain the first difference, or None."""
    if comparison.agrees or not comparison.divergences[0].others:
        return None
    others = "; ".join(map(str, comparison.divergences[0].others))
    return text(N_("another slip that would explain the difference: {others}"), others=others)


def _agreement_sentence(paper: PaperCandidates, comparison: Comparison) -> Text:
    if not comparison.upto:
        return text(N_("the paper agrees, because nothing was written yet"))
    sentence = N_("the paper agrees up to {entry} ({line})")
    if paper.step(comparison.upto).effective.written.kind == "sheet":
        sentence = N_("the paper agrees up to the figures of the old sheet ({entry})")
    return text(sentence, **_entry_values(paper, comparison.upto))


def _entry_values(paper: PaperCandidates, n: int) -> dict[str, object]:
    return {"entry": paper.step(n).name, "line": describe_unmarked(paper.session, paper.step(n), words=True)}


def _divergence_sentence(paper: PaperCandidates, comparison: Comparison, number: int) -> Text:
    parting = comparison.divergences[number]
    figures = {"paper": _figure_text(parting.paper), "computed": _figure_text(parting.computed)}
    if not comparison.claim.is_column:
        sentence = text(N_("the paper has {paper}, the calculation gives {computed}"), **figures)
        if parting.slip is None:
            return text(N_("{said}; no single mistake explains it"), said=sentence)
        return text(N_("{said}; {slip}"), said=sentence, slip=likeliest_sentence(paper, parting))
    if not parting.entry:
        return text(N_("the paper continues after the last entry, with {paper}"), **figures)
    template = N_("differs at {entry} ({line}): the paper has {paper}, the calculation gives {computed}")
    if number and parting.position:
        template = N_(
            "differs at {entry} ({line}): the paper has {paper}, but {computed} follows "
            "from the figure before it on the paper"
        )
    sentence = text(template, **_entry_values(paper, parting.entry), **figures)
    if parting.slip is None:
        return text(N_("{said}; no known slip explains it"), said=sentence)
    if parting.key == ENDS:
        return text(N_("{said}; {slip}"), said=sentence, slip=parting.slip)
    sentence = text(N_("{said}; most likely: {slip}"), said=sentence, slip=parting.slip)
    if parting.again:
        hands = ", ".join(str(paper.step(n).state.hands) for n in parting.again)
        sentence = _AGAIN.of(len(parting.again), {"said": sentence, "hands": hands})
    return sentence


def likeliest_sentence(paper: PaperCandidates, parting: Divergence) -> Text:
    """Return a sentence with the likeliest slip behind a difference, and the entry in which it was made."""
    sentence = N_("most likely at {entry} ({line}): {slip}")
    return text(sentence, slip=parting.slip, **_entry_values(paper, parting.entry))


def _figure_text(amount: Amount | None) -> Text | str:
    return text(N_("nothing")) if amount is None else format_amount(amount)


def comparison_lines(paper: PaperCandidates, comparisons: Sequence[Comparison]) -> Iterator[str]:
    """Yield one line for each column on paper, and a second line if there are other explanations."""
    for compared in comparisons:
        claim, comparison = compared.claim, comparison_sentence(paper, compared)
        heading = claim.column if claim.cell is None else claim.cell.heading
        line = N_("{player}, {heading}: {comparison}")
        yield str(text(line, player=claim.player, heading=heading, comparison=comparison))
        others = alternatives(compared)
        if others is not None:
            yield f"  {others}"


def impossible_lines(figures: Sequence[ImpossibleClaim]) -> Iterator[str]:
    """Yield a line for each figure that no hand can have written."""
    for claim in figures:
        line = N_("{player}, {heading}: {why}")
        yield str(text(line, player=claim.player, heading=claim.heading, why=claim.text))


MAX_NAMED_HANDS = 12
"""The maximum number of hands named for one figure."""
_READINGS = Phrase("{count} hand", "{count} hands")
_MORE = Phrase("{count} more", "{count} more")


def sheet_lines(session: Session, sheet: SheetReading, *, seconds: int, hands: bool) -> Iterator[str]:
    """Yield the verdict on a sheet, then the hands that explain it, or the slips if it is impossible.

    Args:
        session: the session of the sheet.
        sheet: the result of the search.
        seconds: the time limit that the search had.
        hands: True to list the possible hands of every figure. False to list only figures that a single hand
            explains.
    """
    found = sheet.found
    yield verdict_sentence(sheet, seconds)
    yield from (f"  {line}" for line in repair_lines(sheet))
    if found.verdict == "possible" and found.complete:
        yield from _reading_lines(session, sheet, hands=hands)


def verdict_sentence(sheet: SheetReading, seconds: int) -> str:
    """Return the verdict on a sheet. `seconds` is the time limit that the search had."""
    found = sheet.found
    if found.verdict == "possible":
        sentence = _("This sheet is possible at this table. That does not say which hands were played.")
        if found.complete:
            return sentence
        not_all = _("The search did not find all possible hands in {seconds} seconds, so none are shown.")
        if found.too_much:
            not_all = _("There are too many possible hands to find them all, so none are shown.")
        return f"{sentence} {not_all.format(seconds=seconds)}"
    if found.verdict == "impossible":
        sentence = _("This sheet is not possible at this table, unless one hand was played double (x2).")
        return f"{sentence} {_repairs_sentence(sheet, seconds)}"
    sentence = _("After {seconds} seconds it is not known whether this sheet is possible.")
    if found.too_much:
        sentence = _("There are too many possibilities, so it is not known whether this sheet is possible.")
    return sentence.format(seconds=seconds)


def _repairs_sentence(sheet: SheetReading, seconds: int) -> str:
    found = sheet.found
    if found.repairs:
        further = _("One of these slips would explain the sheet. The most likely comes first:")
        if not found.all_tried:
            further = _(
                "One of these slips would explain the sheet. The most likely comes first; not "
                "all slips were tried:"
            )
    elif found.all_tried:
        further = _("None of the single slips that were tried explains the sheet.")
    elif found.perhaps:
        further = _("After {seconds} seconds it is not known which slip it was; these are the most likely:")
    else:
        further = _("There was no time to try slips that might explain the sheet.")
    return further.format(seconds=seconds)


def repair_lines(sheet: SheetReading) -> Iterator[str]:
    """Yield a line for each slip that may explain an impossible sheet, the likeliest first."""
    for repair in (*sheet.found.repairs, *sheet.found.perhaps):
        player, _column, heading = sheet.cells[repair.account]
        sentence = N_("{player}, {heading}: {why}")
        if repair in sheet.found.perhaps:
            sentence = N_("the mistake may be here ({player}, {heading}): {why}")
        yield str(text(sentence, player=player, heading=heading, why=repair.text))


def _reading_lines(session: Session, sheet: SheetReading, *, hands: bool) -> Iterator[str]:
    single = [each for each in sheet.found.readings.values() if len(each) == 1]
    if not hands:
        sentence = N_("{single} of the {figures} figures can come from one hand only:")
        if not single:
            sentence = N_("Each of the {figures} figures can come from several hands; --hands lists them.")
        yield str(text(sentence, figures=len(sheet.found.readings), single=len(single)))
    for account, column in sheet.columns.items():
        for position in range(len(column)):
            readings = sheet.found.readings.get((account, position), ())
            if readings and (hands or len(readings) == 1):
                yield f"  {reading_sentence(session, sheet, account, position)}"


def reading_sentence(session: Session, sheet: SheetReading, account: Account, position: int) -> Text:
    """Return a sentence with one figure and up to `MAX_NAMED_HANDS` hands that could have written the figure.

    Args:
        sheet: the result of the search.
        account: the column of the figure.
        position: the index of the figure in its column.
    """
    player, _column, heading = sheet.cells[account]
    column = sheet.columns[account]
    lines = hand_lines(session, sheet.found.readings.get((account, position), ()))
    shown = ", ".join(lines[:MAX_NAMED_HANDS])
    if len(lines) > MAX_NAMED_HANDS:
        more = len(lines) - MAX_NAMED_HANDS
        shown = f"{shown}, {_MORE.of(more, {'count': more})}"
    before, total = amount_to_json(column[position - 1] if position else 0), amount_to_json(column[position])
    place = {"player": player, "heading": heading, "before": before, "total": total}
    many = _READINGS.of(len(lines), {"count": len(lines)})
    return text(
        N_("{player}, {heading}, {before} → {total} can come from {many}: {hands}"),
        **place,
        many=many,
        hands=shown,
    )


def hand_lines(session: Session, hands: tuple[PossibleHand, ...]) -> list[str]:
    """Return hands as you would type them, without duplicates, in alphabetical order."""
    return sorted({session.game.format(each.before, each.entry) for each in hands})


@override_language("en")
def paper_object(
    paper: PaperCandidates, comparisons: Sequence[Comparison], figures: Sequence[ImpossibleClaim]
) -> Object:
    """Return the JSON object that `paper --json` prints for columns on paper.

    Args:
        paper: the slips that the scorer may have made.
        comparisons: the comparisons of all columns on paper.
        figures: the figures that no hands can have written.
    """
    impossible = []
    for claim in figures:
        position = claim.position if claim.position >= 0 else None
        place = {"entry": claim.entry, "player": claim.player, "column": claim.column, "position": position}
        impossible.append({**place, "message": str(claim.text)})
    return {
        "ok": all(each.agrees for each in comparisons) and not figures,
        "comparisons": [_comparison_object(paper, each) for each in comparisons],
        "impossible": impossible,
    }


def _comparison_object(paper: PaperCandidates, comparison: Comparison) -> Object:
    return {
        "player": comparison.claim.player,
        "column": comparison.claim.column,
        "claimed": comparison.claim.figure,
        "computed": list(map(amount_to_json, comparison.computed)),
        "agrees": comparison.agrees,
        "agreed": comparison.agreed,
        "upto": comparison.upto or None,
        "difference": amount_to_json(comparison.difference),
        "partings": [_divergence_object(paper, each) for each in comparison.divergences],
        "message": str(comparison_sentence(paper, comparison)),
    }


def _divergence_object(paper: PaperCandidates, parting: Divergence) -> Object:
    line = paper.session.line(paper.step(parting.entry)) if parting.entry else None
    return {
        "entry": parting.entry or None,
        "line": line,
        "position": parting.position,
        "claimed": _figure_field(parting.paper),
        "computed": _figure_field(parting.computed),
        "slip": None if parting.slip is None else {"key": parting.key, "text": str(parting.slip)},
        "explains": parting.explained,
        "others": list(map(str, parting.others)),
        "again": list(parting.again),
    }


def _figure_field(amount: Amount | None) -> int | str | None:
    return None if amount is None else amount_to_json(amount)


@override_language("en")
def sheet_object(session: Session, sheet: SheetReading | None) -> Object:
    """Return the fields that `paper --json` prints for a sheet without recorded hands."""
    if sheet is None:
        return {"verdict": None, "repairs": [], "perhaps": [], "all_tried": False, "readings": []}
    readings = []
    for account, column in sheet.columns.items():
        for position, total in enumerate(column):
            hands = sheet.found.readings.get((account, position))
            if hands and sheet.found.complete:
                place = {**_place_object(sheet, account, position), "total": amount_to_json(total)}
                readings.append({**place, "hands": hand_lines(session, hands)})
    found = sheet.found
    return {
        "verdict": found.verdict,
        "repairs": [_repair_object(sheet, repair) for repair in found.repairs],
        "perhaps": [_repair_object(sheet, repair) for repair in found.perhaps],
        "all_tried": found.all_tried,
        "readings": readings,
    }


def _repair_object(sheet: SheetReading, repair: SheetRepair) -> Object:
    place = _place_object(sheet, repair.account, repair.position)
    return {**place, "right": _figure_field(repair.right), "message": str(repair.text)}


def _place_object(sheet: SheetReading, account: Account, position: int) -> Object:
    player, column, _heading = sheet.cells[account]
    return {"player": player, "column": column, "position": position}

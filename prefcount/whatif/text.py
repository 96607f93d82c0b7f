"""The comparison of a session with replays by other rules, for people: results, causes, hands."""

from collections.abc import Iterator, Sequence

from prefcount.base.i18n import _, ngettext
from prefcount.base.locale_format import currency_sign, money
from prefcount.base.problems import together
from prefcount.games.protocol.rules import preset_word
from prefcount.games.shared.edited_rules import EditedRules
from prefcount.render.figures import signed
from prefcount.render.option_text import in_short
from prefcount.render.tables import Section
from prefcount.render.text import describe, title
from prefcount.whatif.whatif import WhatIf

MOST_MOVED = 5
"""How many of the entries that make the difference are shown."""
MARK = "◂"


def comparison(found: Sequence[WhatIf]) -> Iterator[Section]:
    """The report of one session beside one or several replays."""
    yield results_section(found)
    for each in found:
        yield from replay(each)


def results_section(found: Sequence[WhatIf], marked: int = -1) -> Section:
    """The rules that are compared, and the results of several replays below those of the game.

    Args:
        found: the replays.
        marked: which of them has a mark behind its name.
    """
    first = found[0]
    hands = ngettext("{n} hand", "{n} hands", first.session.state.hands).format(n=first.session.state.hands)
    said = [
        _("The same hands under other rules: {hands}. The game itself does not change.").format(hands=hands)
    ]
    if first.replaced:
        after = (str(first.session.replay.step(n).before.hands) for n in first.replaced)
        said.append(
            _("Rule changes during the game (after hand {numbers}) are ignored here.").format(
                numbers=", ".join(after)
            )
        )
    rows = tuple(_side_by_side(found, marked)) if len(found) > 1 else ()
    return Section(title(first.session), tuple(said), rows)


def _side_by_side(found: Sequence[WhatIf], marked: int) -> Iterator[tuple[str, ...]]:
    """The results of all replays below those that were played."""
    first = found[0]
    yield ("", *first.players)
    yield (_("as played"), *map(signed, first.played.exact))
    for at, each in enumerate(found):
        name = preset_word(each.name)
        yield (f"{name} {MARK}" if at == marked else name, *map(signed, each.replayed.exact))


def replay(found: WhatIf) -> Iterator[Section]:
    """One replay: its results, what makes the difference, and what moved most."""
    rules = in_short(EditedRules.of(found.session.game, found.rules))
    if not any(found.difference):
        yield Section(rules, tuple(_remarks(found)))
        return
    yield Section(rules, tuple(_remarks(found)), tuple(_results(found)))
    yield Section(_("Why they differ"), (), tuple(_causes(found)))
    if found.moved:
        yield Section(_("Biggest changes"), (), tuple(_most_moved(found)))


def _remarks(found: WhatIf) -> Iterator[str]:
    """What does not count by these rules, and where they would have ended the game."""
    for unfit in found.unfit:
        said, line = _("Not counted: {entry}, {line}: {why}"), describe(found.session, unfit.step, words=True)
        yield said.format(entry=unfit.step.name, line=line, why=together(unfit.problems))
    if found.ending is not None:
        yield _ending(found)
    if not found.session.state.hands:
        yield _("There are no hands to replay; figures from paper stay as they are.")
    elif not any(found.difference):
        yield _("These rules change nothing.")


def _ending(found: WhatIf) -> str:
    assert found.ending is not None
    hands, why, later, counted = found.ending
    if not hands:
        return _("Under these rules the game would not be over yet.")
    if counted:
        said = ngettext(
            "Under these rules the game would have ended after hand {hands} ({why}); {n} later hand "
            "is still compared.",
            "Under these rules the game would have ended after hand {hands} ({why}); {n} later hands "
            "are still compared.",
            later,
        )
    else:
        said = ngettext(
            "Under these rules the game ended after hand {hands} ({why}); {n} later hand does not count.",
            "Under these rules the game ended after hand {hands} ({why}); {n} later hands do not count.",
            later,
        )
    return said.format(hands=hands, why=why, n=later)


def _results(found: WhatIf) -> Iterator[tuple[str, ...]]:
    """Results as played, as replayed, and the difference; below them in money."""
    names = (_("as played"), preset_word(found.name), _("difference"))
    yield ("", *found.players)
    for name, amounts in zip(
        names, (found.played.exact, found.replayed.exact, found.difference), strict=True
    ):
        yield (name, *map(signed, amounts))
    currency = currency_sign(found.currency) or _("money")
    paid = (found.played.money, found.replayed.money, found.money)
    for name, sums in zip(names, paid, strict=True):
        if sums is not None:
            yield (f"{name}, {currency}", *(money(each, "", signed=True) for each in sums))


def _causes(found: WhatIf) -> Iterator[tuple[str, ...]]:
    yield ("", *found.players)
    for part in found.parts:
        yield (str(part.cause.label), *map(signed, part.amounts))
    yield (_("together"), *map(signed, found.difference))


def _most_moved(found: WhatIf) -> Iterator[tuple[str, ...]]:
    yield ("", *found.players)
    digits = len(str(max(moved.step.hand_number or 0 for moved in found.moved[:MOST_MOVED])))
    for moved in found.moved[:MOST_MOVED]:
        number, said = moved.step.hand_number or "", describe(found.session, moved.step, words=True)
        yield (f"{number:>{digits}}  {said}", *map(signed, moved.amounts))
    rest = found.moved[MOST_MOVED:]
    if rest:
        said = ngettext("{n} more entry", "{n} more entries", len(rest)).format(n=len(rest))
        yield (said, *(signed(sum(each.amounts[at] for each in rest)) for at in range(len(found.players))))

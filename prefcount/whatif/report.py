"""Comparisons of a session with replays by other rules: lines for people, objects for programs."""

from collections.abc import Iterator, Sequence
from typing import Any

from prefcount.base.i18n import _, ngettext, override_language
from prefcount.base.locale_format import currency_word, format_money
from prefcount.base.problems import join_problems
from prefcount.games.edited_rules import EditedRules
from prefcount.games.rules import preset_word
from prefcount.ledger import Amount, amount_to_json
from prefcount.render.data import Object
from prefcount.render.text import describe, rules_summary, session_title
from prefcount.render.text_cells import Section, signed
from prefcount.whatif.whatif import Ending, ReplayResult, RulesComparison

MAX_MOVED = 5
"""Maximum number of changed entries that are shown."""
MARK = "◂"
INCOMPLETE = "*"
"""The mark of rules that do not allow every entry."""


def comparison_sections(replays: Sequence[RulesComparison]) -> Iterator[Section]:
    """Yield the report on one session compared with one or several replays of it."""
    yield results_section(replays)
    for each in replays:
        yield from replay_sections(each)


def results_section(replays: Sequence[RulesComparison], marked: int = -1) -> Section:
    """Build the heading and, for several replays, a table of all results. `marked` is the index to mark."""
    first = replays[0]
    hands = ngettext("{n} hand", "{n} hands", first.session.state.hands).format(n=first.session.state.hands)
    paragraphs = [
        _("The same hands under other rules: {hands}. The game itself does not change.").format(hands=hands)
    ]
    if first.replaced:
        after = (str(first.session.replay.step(n).before.hands) for n in first.replaced)
        paragraphs.append(
            _("Rule changes during the game (after hand {numbers}) are ignored here.").format(
                numbers=", ".join(after)
            )
        )
    rows = tuple(_comparison_rows(replays, marked)) if len(replays) > 1 else ()
    if rows and any(each.unplayable for each in replays):
        incomplete = _("{sign} leaves out hands that these rules do not have: not comparable with the rest.")
        paragraphs.append(incomplete.format(sign=INCOMPLETE))
    return Section(session_title(first.session), tuple(paragraphs), rows)


def _comparison_rows(replays: Sequence[RulesComparison], marked: int) -> Iterator[tuple[str, ...]]:
    first = replays[0]
    yield ("", *first.players)
    yield (_("as played"), *map(signed, first.played.counted))
    for index, replay in enumerate(replays):
        name = f"{preset_word(replay.name)} {INCOMPLETE}" if replay.unplayable else preset_word(replay.name)
        yield (f"{name} {MARK}" if index == marked else name, *map(signed, replay.replayed.counted))


def replay_sections(compared: RulesComparison) -> Iterator[Section]:
    """Yield the report on one replay: its results, the causes of differences, and the biggest changes."""
    rules = rules_summary(EditedRules.from_header(compared.session.game, compared.rules))
    if not any(compared.counted):
        yield Section(rules, tuple(_remark_lines(compared)))
        return
    yield Section(rules, tuple(_remark_lines(compared)), tuple(_result_rows(compared)))
    causes = [("", *compared.players)]
    causes += ((str(part.cause.label), *map(signed, part.amounts)) for part in compared.parts)
    rounded = [shown - part for shown, part in zip(compared.counted, compared.difference, strict=True)]
    if any(rounded):
        causes.append((_("rounding"), *map(signed, rounded)))
    causes.append((_("together"), *map(signed, compared.counted)))
    yield Section(_("Why they differ"), (), tuple(causes))
    if compared.changed_hands:
        yield Section(_("Biggest changes"), (), tuple(_changed_hand_rows(compared)))


def _remark_lines(compared: RulesComparison) -> Iterator[str]:
    for unfit in compared.unplayable:
        sentence = _("Not counted: {entry}, {line}: {why}")
        line = describe(compared.session, unfit.step, words=True)
        yield sentence.format(entry=unfit.step.name, line=line, why=join_problems(unfit.problems))
    if compared.ending is not None:
        yield _ending_sentence(compared)
    if not compared.session.state.hands:
        yield _("There are no hands to replay; figures from paper stay as they are.")
    elif not any(compared.counted):
        yield _("These rules change nothing.")


def _ending_sentence(compared: RulesComparison) -> str:
    assert compared.ending is not None
    hands, reason, later, counted = compared.ending
    if not hands:
        return _("Under these rules the game would not be over yet.")
    if counted:
        sentence = ngettext(
            "Under these rules the game would have ended after hand {hands} ({why}); {n} later hand "
            "is still compared.",
            "Under these rules the game would have ended after hand {hands} ({why}); {n} later hands "
            "are still compared.",
            later,
        )
    else:
        sentence = ngettext(
            "Under these rules the game ended after hand {hands} ({why}); {n} later hand does not count.",
            "Under these rules the game ended after hand {hands} ({why}); {n} later hands do not count.",
            later,
        )
    return sentence.format(hands=hands, why=reason, n=later)


def _result_rows(compared: RulesComparison) -> Iterator[tuple[str, ...]]:
    names = (_("as played"), preset_word(compared.name), _("difference"))
    counted = (compared.played.counted, compared.replayed.counted, compared.counted)
    yield ("", *compared.players)
    for name, amounts in zip(names, counted, strict=True):
        yield (name, *map(signed, amounts))
    currency = currency_word(compared.currency, begins=False) or _("money")
    paid = (compared.played.money, compared.replayed.money, compared.money)
    for name, sums in zip(names, paid, strict=True):
        if sums is not None:
            yield (f"{name}, {currency}", *(format_money(each, "", signed=True) for each in sums))


def _changed_hand_rows(compared: RulesComparison) -> Iterator[tuple[str, ...]]:
    yield ("", *compared.players)
    biggest = compared.changed_hands[:MAX_MOVED]
    digits = len(str(max(moved.step.hand_number or 0 for moved in biggest)))
    for moved in biggest:
        number, line = moved.step.hand_number or "", describe(compared.session, moved.step, words=True)
        yield (f"{number:>{digits}}  {line}", *map(signed, moved.amounts))
    rest = compared.changed_hands[MAX_MOVED:]
    if rest:
        sums = (sum(amounts) for amounts in zip(*(moved.amounts for moved in rest), strict=True))
        sentence = ngettext("{n} more entry", "{n} more entries", len(rest)).format(n=len(rest))
        yield (sentence, *map(signed, sums))


@override_language("en")
def comparison_object(replays: Sequence[RulesComparison]) -> Object:
    """Return the object of `replay --json`."""
    first = replays[0]
    return {
        "game": first.session.game.name,
        "players": list(first.players),
        "hands": first.session.state.hands,
        "currency": first.currency or None,
        "rules": first.session.game.spell_rules(first.session.state.rules),
        "rules_replaced": list(first.replaced),
        "played": _result_object(first, first.played),
        "replays": [_replay_object(each) for each in replays],
    }


def _result_object(compared: RulesComparison, result: ReplayResult) -> Object:
    return {
        "exact": _amounts(compared, map(str, result.exact)),
        "whole": _amounts(compared, result.whole),
        "money": None if result.money is None else _amounts(compared, map(str, result.money)),
    }


def _amounts(compared: RulesComparison, amounts: Any) -> Object:
    return dict(zip(compared.players, amounts, strict=True))


def _exact_amounts(compared: RulesComparison, amounts: Sequence[Amount]) -> Object:
    return _amounts(compared, map(str, map(amount_to_json, amounts)))


def _replay_object(compared: RulesComparison) -> Object:
    session = compared.session
    return {
        "name": compared.name,
        "rules": compared.rules,
        "results": _result_object(compared, compared.replayed),
        "difference": {
            "exact": _exact_amounts(compared, compared.difference),
            "money": None if compared.money is None else _amounts(compared, map(str, compared.money)),
        },
        "causes": [
            {"cause": each.cause.key, "amounts": _exact_amounts(compared, each.amounts)}
            for each in compared.parts
        ],
        "entries": [
            {
                "n": each.step.n,
                "line": session.line(each.step),
                "amounts": _exact_amounts(compared, each.amounts),
            }
            for each in compared.changed_hands
        ],
        "not_counted": [
            {"n": each.step.n, "line": session.line(each.step), "problems": list(map(str, each.problems))}
            for each in compared.unplayable
        ],
        "ending": None if compared.ending is None else _ending_object(compared.ending),
    }


def _ending_object(ending: Ending) -> Object:
    return {"after_hand": ending.hands or None, "later_hands": ending.later, "counted": ending.counted}

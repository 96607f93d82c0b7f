"""Replay the hands of a session by other rules, and show the causes of the difference.

Nothing is written. The replay has the hands that counted, with the same dealers, calls and tricks, and hands
that only the rules of the session refuse. The other rules are used from the first hand to the last, even if
the table changed its rules during the game.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from operator import sub
from typing import Any, NamedTuple

from prefcount.base.i18n import N_, Text, _, ngettext, override_language, text
from prefcount.base.locale_format import currency_word, format_money
from prefcount.base.problems import InvalidInput, Problem, join_problems
from prefcount.entries.models import ClaimEntry, End, RulesEntry
from prefcount.games.game import EditedRules
from prefcount.games.rules import PRESET, preset_word
from prefcount.games.state import State
from prefcount.games.table_entries import replace_fields
from prefcount.games.words import Cause
from prefcount.ledger import Amount, Posting, amount_to_json
from prefcount.render.data import Object
from prefcount.render.text import describe, rules_summary, session_title
from prefcount.render.text_cells import Section, signed
from prefcount.session.corrections import EffectiveEntry
from prefcount.session.outcome import Outcome, settle_session
from prefcount.session.replay import KINDS_NOT_PLAYED, Replay, Step, play_step
from prefcount.session.session import Session

PRIZES = Cause("prizes", text(N_("prizes")))
SETTLEMENT = Cause("settlement", text(N_("the value of points in the settlement")))
NOT_COUNTED = Cause("not_counted", text(N_("hands impossible by these rules")))
AFTER_END = Cause("after_end", text(N_("hands after the end")))

_NOT_REPLAYED = (RulesEntry, ClaimEntry, *KINDS_NOT_PLAYED)

MAX_MOVED = 5
"""Maximum number of changed entries that are shown."""
MARK = "◂"
"""The sign of the chosen rules in a table of results."""
INCOMPLETE = "*"
"""The sign of rules that do not allow every entry."""

Amounts = tuple[Amount, ...]
"""The amounts of all players, in the seat order of the original session."""


class ReplayResult(NamedTuple):
    """The results of a game, either by its own or by other rules. Tuples are in seat order.

    Attributes:
        exact: the results before rounding.
        whole: the results in whole whists or points.
        counted: the results that count at the table, which rounds them by its rules or leaves them exact.
        money: the results in money, or None if the game is not played for money.
    """

    exact: Amounts
    whole: tuple[int, ...]
    counted: Amounts
    money: tuple[Decimal, ...] | None


class CausePart(NamedTuple):
    """A part of the difference between two results that has one cause, such as another price of whists.

    Attributes:
        cause: the cause.
        amounts: the part of each player's difference.
    """

    cause: Cause
    amounts: Amounts


class ChangedHand(NamedTuple):
    """A hand or other entry that is worth a different amount by other rules.

    Attributes:
        step: the step of the entry in the original session.
        amounts: for each player, the additional amount won by the other rules. It is negative if less is won.
    """

    step: Step
    amounts: Amounts


class UnplayableEntry(NamedTuple):
    """An entry that is not possible by other rules.

    Attributes:
        step: the step of the entry in the original session.
        problems: the reasons why the entry is not possible.
    """

    step: Step
    problems: tuple[Problem, ...]


class Ending(NamedTuple):
    """The end of the game by other rules, if it differs from the original end.

    Attributes:
        hands: the number of hands after which the other rules end the game, or 0 if they do not end it.
        reason: the reason for the end, in words.
        later: the number of hands that were played after the end.
        counted: whether the comparison includes the hands after the end.
    """

    hands: int
    reason: Text | str = ""
    later: int = 0
    counted: bool = True


class RulesComparison(NamedTuple):
    """The comparison of a session with its replay by other rules.

    All tuples with an amount for each player are in the seat order of the original session.

    Attributes:
        other: the replay.
        name: the name of the other rules, such as a preset.
        rules: the other rules, as a session header has them.
        players: the names of the players.
        played: the results of the original session.
        replayed: the results of the replay.
        difference: for each player, the exact result of the replay minus the original exact result.
        counted: the difference of the results that count at the table, after rounding. Reports show it.
        money: the difference in money, or None if the game is not played for money.
        currency: the code of the currency, or "".
        parts: the difference, divided by its causes. The largest part comes first.
        changed_hands: the entries that are worth a different amount, the largest difference first.
        unplayable: the entries that are not possible by the other rules.
        ending: the end of the game by the other rules, or None if it is the original end.
        replaced: the numbers of the entries that changed rules during the game. The replay ignores them.
    """

    session: Session
    other: Session
    name: str
    rules: dict[str, Any]
    players: tuple[str, ...]
    played: ReplayResult
    replayed: ReplayResult
    difference: Amounts
    counted: Amounts
    money: tuple[Decimal, ...] | None
    currency: str
    parts: tuple[CausePart, ...]
    changed_hands: tuple[ChangedHand, ...]
    unplayable: tuple[UnplayableEntry, ...]
    ending: Ending | None
    replaced: tuple[int, ...]


def compare_rules(
    session: Session, rules: Mapping[str, Any], name: str = "", *, own_end: bool = False
) -> RulesComparison:
    """Replay the hands of a session by other rules, and compare the results.

    Args:
        rules: the other rules, as a session header has them.
        name: the name of the other rules. By default this is their preset.
        own_end: whether the replay ends as soon as the other rules end the game. By default all hands count.

    Raises:
        InvalidInput: if the other rules are not valid.
    """
    ended, replayed = _choose_replays(session, rules, own_end=own_end)
    before, after = _settle(session, session), _settle(session, replayed)
    difference = tuple(map(sub, after.exact, before.exact))
    money, own, other = settle_session(session).money, before.money, after.money
    played = {step.n: step for step in session.replay.steps}
    return RulesComparison(
        session=session,
        other=replayed,
        name=name or str(rules.get("preset", "")),
        rules=dict(rules),
        players=session.players,
        played=before,
        replayed=after,
        difference=difference,
        counted=tuple(map(sub, after.counted, before.counted)),
        money=None if own is None or other is None else tuple(map(sub, other, own)),
        currency=money.currency if money else "",
        parts=tuple(_split_by_cause(session, replayed, difference)),
        changed_hands=tuple(_find_changed_hands(session, replayed)),
        unplayable=tuple(
            UnplayableEntry(played[step.n], step.problems)
            for step in replayed.replay.steps
            if step.problems and not step.before.over and played[step.n].counts
        ),
        ending=None if ended is None else _find_ending(session, ended, replayed),
        replaced=tuple(
            step.n for step in session.replay.steps if step.counts and isinstance(step.entry, RulesEntry)
        ),
    )


def _choose_replays(
    session: Session, rules: Mapping[str, Any], *, own_end: bool
) -> tuple[Session | None, Session]:
    try:
        ended = _replay(session, rules)
    except InvalidInput:  # these rules have no valid end
        if own_end:
            raise
        return None, _replay_to_the_end(session, rules)
    if own_end or not _hands_after_end(ended):
        return ended, ended
    return ended, _replay_to_the_end(session, rules)


def _replay_to_the_end(session: Session, rules: Mapping[str, Any]) -> Session:
    replayed = _replay(session, session.game.make_endless(rules))
    if not session.state.over or replayed.state.over:
        return replayed
    # Only an ended game has prizes.
    over = replayed.replay._replace(state=replace_fields(replayed.state, ended="agreed"))
    return Session.from_replay(replayed.header, over, session.price)


def _replay(session: Session, rules: Mapping[str, Any]) -> Session:
    game = session.game
    header = session.header.model_copy(update={"rules": game.spell_rules(game.rules(rules))})
    begun: Any = game.start(header)
    start: State = begun._replace(names=session.replay.start.names)
    state, steps = start, list[Step]()
    for effective in _played_entries(session):
        entry = game.without_unused_details(state, effective.written)
        step = play_step(game, state, EffectiveEntry(effective.n, entry, entry))
        steps.append(step)
        state = step.state
    return Session.from_replay(header, Replay(start, tuple(steps), state), session.price)


def _played_entries(session: Session) -> Iterator[EffectiveEntry]:
    known = True
    for step in session.replay.steps:
        if step.entry is not None and step.may_count and not isinstance(step.entry, _NOT_REPLAYED):
            dealt = session.game.with_dealer(step.before, step.entry) if known else step.entry
            known = known and step.counts
            entry = dealt.model_copy(update={"n": step.n})
            yield EffectiveEntry(step.n, entry, entry)


def _settle(session: Session, other: Session) -> ReplayResult:
    settled: Outcome = settle_session(other)
    return ReplayResult(
        _sort_by_seat(session, other.state, settled.exact),
        tuple(int(each) for each in _sort_by_seat(session, other.state, settled.whole)),
        _sort_by_seat(session, other.state, settled.counted),
        None if settled.money is None else tuple(_sort_by_seat(session, other.state, settled.money.amounts)),
    )


def _sort_by_seat(session: Session, state: State, amounts: Sequence[Any]) -> tuple[Any, ...]:
    by_player = dict(zip(state.seats, amounts, strict=True))
    return tuple(by_player.get(player, 0) for player in session.state.seats)


def _split_by_cause(session: Session, replayed: Session, difference: Amounts) -> Iterator[CausePart]:
    causes: dict[str, Cause] = {}
    by_cause: defaultdict[str, list[Posting]] = defaultdict(list)
    for cause, posting in _postings_by_cause(session, replayed):
        causes[cause.key] = cause
        by_cause[cause.key].append(posting)
    worth = session.game.worth
    parts = [CausePart(causes[key], worth(session.state, postings)) for key, postings in by_cause.items()]
    parts.append(CausePart(PRIZES, _prizes_moved(session, replayed)))
    rest = tuple(each - sum(part.amounts[index] for part in parts) for index, each in enumerate(difference))
    return _largest_first(part for part in [*parts, CausePart(SETTLEMENT, rest)] if any(part.amounts))


def _prizes_moved(session: Session, replayed: Session) -> Amounts:
    def prizes(other: Session) -> Amounts:
        paid = other.game.settle(other.state).prizes or (0,) * len(other.state.seats)
        return _sort_by_seat(session, other.state, paid)

    return tuple(map(sub, prizes(replayed), prizes(session)))


def _postings_by_cause(session: Session, replayed: Session) -> Iterator[tuple[Cause, Posting]]:
    game, again = session.game, {step.n: step for step in replayed.replay.steps}
    for step in replayed.replay.steps:
        yield from game.causes(step.postings)
    for step in session.replay.steps:
        for cause, posting in game.causes(step.postings):
            new = again[step.n]
            lost = AFTER_END if new.before.over else NOT_COUNTED
            yield cause if new.counts else lost, posting._replace(amount=-posting.amount)


def _find_changed_hands(session: Session, replayed: Session) -> Iterator[ChangedHand]:
    again, hands = {step.n: step for step in replayed.replay.steps}, list[ChangedHand]()
    prizes: Amounts = _prizes_moved(session, replayed)
    for step in reversed(session.replay.steps):
        if step.n in again:
            new = replayed.game.worth(replayed.state, again[step.n].postings)
            old = session.game.worth(session.state, step.postings)
            moved = zip(_sort_by_seat(session, replayed.state, new), old, prizes, strict=True)
            amounts = tuple(after - before + prize for after, before, prize in moved)
            prizes = (0,) * len(amounts)
            if any(amounts):
                hands.append(ChangedHand(step, amounts))
    return _largest_first(reversed(hands))


def _largest_first(parts: Iterable[Any]) -> Iterator[Any]:
    return iter(sorted(parts, key=lambda part: -sum(map(abs, part.amounts))))


def _find_ending(session: Session, ended: Session, replayed: Session) -> Ending | None:
    late = _hands_after_end(ended)
    if late:
        before = late[0].before
        why = next((fact.value for fact in session.game.facts(before) if fact.key == "over"), "")
        return Ending(before.hands, why, len(late), not _hands_after_end(replayed))
    was_over = any(step.state.over and not step.state.ended for step in session.replay.steps)
    steps = ended.replay.steps
    over_by_its_rules = any(step.state.over and not isinstance(step.entry, End) for step in steps)
    return Ending(0) if was_over and not over_by_its_rules else None


def _hands_after_end(replayed: Session) -> list[Step]:
    kinds = replayed.game.hand_kinds
    late = (step for step in replayed.replay.steps if step.problems and step.before.over)
    return [step for step in late if step.effective.written.kind in kinds]


def choose_rules(session: Session, preset: str | None = None) -> dict[str, Any]:
    """Return the rules for a replay: a preset, or the session's own rules if `preset` is None.

    With a preset, only the goal of the session's own rules is kept, such as {"target": 20}.
    """
    own = session.game.spell_rules(session.state.rules)
    return own if preset is None else {PRESET: preset, **goal_options(session)}


def goal_options(session: Session) -> dict[str, Any]:
    """Return the option that decides how long the game is played, such as {"target": 20}.

    If the game has no such option, {} is returned.
    """
    goal, rules = session.game.goal.option, session.game.spell_rules(session.state.rules)
    return {goal: rules[goal]} if goal in rules else {}


def list_other_presets(session: Session) -> tuple[str, ...]:
    """Return the names of the presets that differ from the rules of the session.

    The preset of the session is one of them only if the session changes some of its options.
    """
    rules = session.game.spell_rules(session.state.rules)
    changed = rules.keys() - {PRESET, session.game.goal.option}
    return tuple(name for name in session.game.presets if changed or name != rules.get(PRESET))


def comparison_sections(replays: Sequence[RulesComparison]) -> Iterator[Section]:
    """Yield the report on a session and one or several replays of it by other rules."""
    yield results_section(replays)
    for each in replays:
        yield from replay_sections(each)


def results_section(replays: Sequence[RulesComparison], marked: int = -1) -> Section:
    """Return the first section of a report on replays. With several replays it has a table of all results.

    Args:
        replays: the replays of one session.
        marked: the index of the replay that is marked in the table, or −1.
    """
    first = replays[0]
    session, n = first.session, first.session.state.hands
    sentence = _("The same hands under other rules: {hands}. The game itself does not change.")
    paragraphs = [sentence.format(hands=ngettext("{n} hand", "{n} hands", n).format(n=n))]
    if first.replaced:
        after = (str(session.replay.step(number).before.hands) for number in first.replaced)
        sentence = _("Rule changes during the game (after hand {numbers}) are ignored here.")
        paragraphs.append(sentence.format(numbers=", ".join(after)))
    rows = tuple(_comparison_rows(replays, marked)) if len(replays) > 1 else ()
    if rows and any(each.unplayable for each in replays):
        incomplete = _(
            "{sign}: some hands are impossible by these rules, so the result leaves them out and "
            "cannot be compared with the others."
        )
        paragraphs.append(incomplete.format(sign=INCOMPLETE))
    return Section(session_title(session), tuple(paragraphs), rows)


def _comparison_rows(replays: Sequence[RulesComparison], marked: int) -> Iterator[tuple[str, ...]]:
    first = replays[0]
    yield ("", *first.players)
    yield (_("as played"), *map(signed, first.played.counted))
    for index, replay in enumerate(replays):
        name = f"{preset_word(replay.name)} {INCOMPLETE}" if replay.unplayable else preset_word(replay.name)
        yield (f"{name} {MARK}" if index == marked else name, *map(signed, replay.replayed.counted))


def replay_sections(compared: RulesComparison) -> Iterator[Section]:
    """Yield the report on one replay: its results, the causes of differences, and the most changed hands."""
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
        sentence = _("By these rules {entry} ({line}) does not count: {why}")
        line = describe(compared.session, unfit.step, words=True)
        yield sentence.format(entry=unfit.step.name, line=line, why=join_problems(unfit.problems))
    if compared.ending is not None:
        yield _ending_sentence(compared)
    if not compared.session.state.hands:
        yield _("There are no hands to replay; figures from paper stay as they are.")
    elif not any(compared.counted):
        yield _("The results are the same under these rules.")


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


def _amounts(compared: RulesComparison, amounts: Iterable[Any]) -> Object:
    return dict(zip(compared.players, amounts, strict=True))


def _exact_amounts(compared: RulesComparison, amounts: Amounts) -> Object:
    return _amounts(compared, map(str, map(amount_to_json, amounts)))


def _replay_object(compared: RulesComparison) -> Object:
    session, ending = compared.session, compared.ending
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
            {"n": step.n, "line": session.line(step), "amounts": _exact_amounts(compared, amounts)}
            for step, amounts in compared.changed_hands
        ],
        "not_counted": [
            {"n": step.n, "line": session.line(step), "problems": list(map(str, problems))}
            for step, problems in compared.unplayable
        ],
        "ending": None
        if ending is None
        else {"after_hand": ending.hands or None, "later_hands": ending.later, "counted": ending.counted},
    }

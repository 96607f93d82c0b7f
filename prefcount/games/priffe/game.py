"""`Priffe`, the class of the game Swedish Priffe, with its words, sheet and statistics."""

from collections.abc import Iterator, Mapping
from datetime import datetime

from prefcount.base.i18n import C_, N_, Phrase, Text, text
from prefcount.entries.models import Entry
from prefcount.games.game import Block, Blocks, Cell, Game, Measure, Tally
from prefcount.games.priffe.hand import ask, find_doubt, format, get_answers, guide, parse
from prefcount.games.priffe.rules import (
    BONUS,
    BOTH,
    CONTRACTS,
    GAMES,
    KEYS,
    LINE,
    MODELS,
    NAMES,
    OVER,
    PAST,
    POINTS,
    RULESET,
    SLAMS,
    PairsEntry,
    PriffeHand,
    PriffeHandEntry,
    PriffeState,
    RubberEntry,
    X,
    Y,
    apply_table_entry,
    hand_postings,
    make_first_state,
    owners,
    play_hand,
    resolve,
    schedule_partnership,
    sheet_scaled_results,
    sheet_settlement,
    worth,
)
from prefcount.games.state import TransitionFacts
from prefcount.games.words import Fact, PostingWords, Words, WritingRules, join_hand, yield_next_hand
from prefcount.ledger import Account, format_amount

RULES: WritingRules = {
    "tricks": {
        "tricks": Phrase(
            "{owner}: {contract}, one trick over six, {amount}",
            "{owner}: {contract}, {count} tricks over six × {price} = {amount}",
        ),
        "noll_tricks": Phrase(
            "{owner}: {contract}, one trick below seven, {amount}",
            "{owner}: {contract}, {count} tricks below seven × {price} = {amount}",
        ),
    },
    "penalty": {
        "penalty": Phrase(
            "{owner}: gets {count} × {price} = {amount} once more as a penalty, because the "
            "declaring side lost"
        )
    },
    "slams": {
        "little_slam": Phrase("{owner}: little slam, {value}"),
        "little_slam_penalty": Phrase("{owner}: little slam against the declaring side, {value}"),
        "big_slam": Phrase("{owner}: big slam, {value}"),
        "big_slam_penalty": Phrase("{owner}: big slam against the declaring side, {value}"),
    },
    "honours": {"honours": Phrase("{owner}: {count} honour, {value}", "{owner}: {count} honours, {value}")},
    "games": {
        "game": Phrase("{owner}: wins game number {number} of the rubber"),
        "game_bonus": Phrase("{owner}: bonus for game number {number}, {value}"),
    },
    "drawn": {
        "game_line": Phrase("{owner}: wins the game, and a line is drawn under its {value} points"),
        "game_line_kept": Phrase(
            "{owner}: the {value} points of the game that was won still count in the total of the rubber"
        ),
        "game_reset": Phrase("{owner}: starts the next game at 0, after {value} points in the last game"),
        "game_reset_kept": Phrase(
            "{owner}: the {value} points of the game that was lost still count in the total of the rubber"
        ),
        "rubber_over": Phrase("{owner}: rubber {number} is over"),
    },
    "rubbers": {
        "rubber_points": Phrase("{owner}: a tenth of the difference in rubber {number}, {total} to {against}")
    },
}

CAUSES: Mapping[str, str] = {
    "tricks": N_("tricks"),
    "penalty": N_("penalties"),
    "slams": N_("slams"),
    "honours": N_("honours"),
    "games": N_("games won"),
    "drawn": N_("lines drawn"),
    "rubbers": N_("rubbers"),
}

_TRICKS = Phrase("{n} trick", "{n} tricks")
_MADE = Phrase("made, {n} trick", "made, {n} tricks")
_LOST = Phrase("lost, {n} trick", "lost, {n} tricks")
_MADE_SLAM = {"little_slam": N_("little slam"), "big_slam": N_("big slam")}


def describe_hand(state: PriffeState, entry: Entry) -> Text | str:
    """Return a hand in words, such as “Anna + Vera hearts: made, 8 tricks”, or the partners of a rubber.

    Return "" for a hand that the rules refuse.
    """
    match entry:
        case PairsEntry():
            pair = next(iter(entry.sides.values()))
            return text(N_("{pair} play together"), pair=" + ".join(pair))
        case RubberEntry(totals=totals):
            return text(N_("a rubber from paper: side X {x}, side Y {y}"), x=totals["X"], y=totals["Y"])
        case PriffeHandEntry():
            hand, _problems = resolve(state, entry)
            return "" if hand is None else _describe_played(state, hand)
    return ""


def _describe_played(state: PriffeState, hand: PriffeHand) -> Text | str:
    # A forced Noll has no declarer, so the words name the side that wins.
    side = hand.winner if hand.declaring is None else hand.declaring
    taken = hand.tricks(side)
    who, contract, figures = state.side_name(side), text(CONTRACTS[hand.contract]), {"n": taken}
    honours, slam = [], ""
    for posting in hand_postings(state.rules, hand):
        slam = _MADE_SLAM.get(posting.reason.rule, slam)
        if posting.reason.rule == "honours":
            own = posting.account.owner == side
            earned = N_("honours {points}") if own else N_("opponents' honours {points}")
            honours.append(text(earned, points=posting.amount))
    if hand.declaring is None:
        tricks = _TRICKS.of(taken, figures)
        result: Text | str = text(N_("{contract}: {who} {tricks}"), contract=contract, who=who, tricks=tricks)
    else:
        won = text(slam) if slam else (_LOST if hand.penalty else _MADE).of(taken, figures)
        result = join_hand(text(N_("{who} {contract}"), who=who, contract=contract), (), won)
    return join_hand(result, honours)


_HEADINGS = {LINE: N_("line"), BONUS: N_("bonus"), PAST: N_("past"), GAMES: C_("of a rubber", "games")}


def cells(state: PriffeState, owner: int) -> tuple[Cell, ...]:
    if owner in BOTH:
        return tuple(Cell(text(heading), Account(column, owner)) for column, heading in _HEADINGS.items())
    return (Cell(text(N_("score")), Account(POINTS, owner)),)


def layout(state: PriffeState) -> Blocks:
    both = tuple(Block(side, cells(state, side)) for side in BOTH)
    people = tuple(Block(player, cells(state, player)) for player in state.seats)
    return Blocks((both, people), tuple(_describe_schedule(state)))


def _describe_schedule(state: PriffeState) -> Iterator[Text]:
    last = min(state.rules.rubbers, state.rubber + 3)
    for number in range(state.rubber, last):
        pairs = state.pairs if number == state.rubber else schedule_partnership(number, state.first)
        x, y = (" + ".join(state.names[player] for player in pairs.of(side)) for side in BOTH)
        sentence = N_("rubber {number} of {rubbers}: {x} against {y}")
        yield text(sentence, number=number + 1, rubbers=state.rules.rubbers, x=x, y=y)


def yield_facts(state: PriffeState, now: datetime | None) -> Iterator[Fact]:
    yield from yield_next_hand(state, OVER, state.order, sits_out=False)
    if state.over:
        return
    rubber = text(N_("{number} of {rubbers}"), number=state.rubber + 1, rubbers=state.rules.rubbers)
    yield Fact("rubber", text(N_("rubber")), rubber)
    towards = text(
        N_("X {x} of {of_x}, Y {y} of {of_y}"),
        x=format_amount(state.line(X)),
        of_x=state.limit(X),
        y=format_amount(state.line(Y)),
        of_y=state.limit(Y),
    )
    yield Fact("line", text(N_("to the game")), towards)
    totals = text(N_("X {x}, Y {y}"), x=format_amount(state.total(X)), y=format_amount(state.total(Y)))
    yield Fact("totals", text(N_("rubber so far")), totals)


_HANDS, _SLAMS, _DECLARED = text(N_("Hands")), text(N_("Slams")), text(N_("Declared"))


def measures() -> tuple[Measure, ...]:
    """Return the columns of the statistics. What a side does, such as a slam, counts for both players."""
    return (
        Measure("won", _HANDS, text(N_("won"))),
        Measure("lost", _HANDS, text(N_("lost"))),
        Measure("made", _DECLARED, text(N_("made"))),
        Measure("failed", _DECLARED, text(N_("failed"))),
        Measure("slams", _SLAMS, text(N_("slams"))),
        Measure("honours", text(N_("Honours")), text(N_("cards"))),
    )


def tallies(state: PriffeState, entry: Entry, transition: TransitionFacts) -> Iterator[Tally]:
    hand = transition.hand
    if not (isinstance(hand, PriffeHand) and isinstance(entry, PriffeHandEntry)):
        return
    for player in state.seats:
        side = state.pairs.side(player)
        yield Tally(player, "won" if side == hand.winner else "lost")
        if side == hand.declaring:
            yield Tally(player, "failed" if hand.penalty else "made")
        if side == hand.winner and hand.over in SLAMS:
            yield Tally(player, "slams")
    for name, count in entry.honours.items():
        yield Tally(state.names.index(name), "honours", count)


class Priffe(Game[PriffeState]):
    """Priffe for four players with changing partners."""

    name = "priffe"
    entries, adapter = MODELS
    hand_kinds = frozenset({"hand"})
    ruleset = RULESET
    over = OVER
    posting_words = PostingWords(RULES, CAUSES, NAMES)
    sizes = (4,)
    reserved = tuple(KEYS.values())
    words = Words(
        counts=Phrase("{n} point", "{n} points"),
        heading=N_("points"),
        course=N_("Results in points after each hand"),
        price=N_("Price per point"),
        seats=N_("four names, clockwise; the second deals after the first"),
    )

    play_hand = staticmethod(play_hand)
    apply_table_entry = staticmethod(apply_table_entry)
    make_first_state = staticmethod(make_first_state)
    sheet_scaled_results = staticmethod(sheet_scaled_results)
    sheet_settlement = staticmethod(sheet_settlement)
    worth = staticmethod(worth)
    owners = staticmethod(owners)
    cells = staticmethod(cells)
    layout = staticmethod(layout)
    yield_facts = staticmethod(yield_facts)
    parse = staticmethod(parse)
    format = staticmethod(format)
    guide = staticmethod(guide)
    ask = staticmethod(ask)
    get_answers = staticmethod(get_answers)
    find_doubt = staticmethod(find_doubt)
    describe_hand = staticmethod(describe_hand)
    measures = staticmethod(measures)
    tallies = staticmethod(tallies)

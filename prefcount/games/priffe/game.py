"""`Priffe`, the class of the game Swedish Priffe, with its words, sheet, statistics, form and notation.

`parse` reads each line that `format` writes as the same hand. `guide` has examples of lines.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from prefcount.base.i18n import C_, N_, Phrase, Text, text
from prefcount.base.problems import InvalidInput, invalid
from prefcount.entries.models import Entry
from prefcount.entries.names_and_figures import fold, parse_whole_number
from prefcount.entries.validation_messages import validate_fields
from prefcount.games.form import (
    SOMETHING_ELSE,
    GameEntryKind,
    ask_table_entry,
    doubt_undertricks,
    find_choice_index,
    number_choices,
    offer_players,
)
from prefcount.games.game import NONE_LIKELY, Answers, Block, Blocks, Cell, Choice, Measure, Question, Tally
from prefcount.games.notation import (
    DEALER,
    LineWords,
    Vocabulary,
    Word,
    join_words,
    read_player,
    refuse_word,
    write_dealer,
    write_name,
    write_numbers,
    write_seat,
)
from prefcount.games.priffe.rules import (
    ALL_TRICKS,
    BONUS,
    BOOK,
    BOTH,
    CONTRACTS,
    GAMES,
    HONOURS,
    LINE,
    NAMES,
    NOLLS,
    OVER,
    PAST,
    POINTS,
    SLAMS,
    PairsEntry,
    PriffeHand,
    PriffeHandEntry,
    PriffePlay,
    PriffeState,
    RubberEntry,
    X,
    Y,
    hand_postings,
    resolve,
    schedule_partnership,
    side_label,
    value_honours,
)
from prefcount.games.state import TransitionFacts, join_names
from prefcount.games.words import Fact, Guide, PostingWords, Words, WritingRules, join_hand, yield_next_hand
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
            "{owner}: the same {count} × {price} = {amount} once more, because the declaring side lost"
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
        "rubber_points": Phrase(
            "{owner}: rubber {number} ended {total} to {against}, and a tenth of the difference counts"
        )
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

_HANDS, _SLAMS, _DECLARED = text(N_("Hands")), text(N_("Slams")), text(N_("Declared"))


class Priffe(PriffePlay):
    """Priffe, for four players with changing partners.

    `PriffePlay` has the rules. This class adds the sheet, the questions and the short notation.
    """

    posting_words = PostingWords(RULES, CAUSES, NAMES)
    words = Words(
        counts=Phrase("{n} point", "{n} points"),
        heading=N_("points"),
        course=N_("Results in points after each hand"),
        price=N_("Price per point"),
        seats=N_("four names, clockwise; the second deals after the first"),
    )
    guide = Guide(
        answers=N_(
            "answer the question; for ten tricks or more type only the last digit, and for no honours type -"
        ),
        other=N_("enter other partners, a penalty, a newcomer, another dealer or the end of the session"),
        lines=(
            (N_("x h 9"), N_("side X plays hearts and takes nine tricks; d stands for diamonds")),
            (N_("y p 5"), N_("side Y plays without trumps and takes five tricks")),
            (N_("x n 4"), N_("side X plays Noll and takes four tricks")),
            (
                N_("f x 5"),
                N_("everyone plays a forced Noll, without a declaring side, and side X takes five tricks"),
            ),
            (
                N_("x h 9 2 0 1 1"),
                N_(
                    "side X takes nine tricks in hearts; the other numbers are each player's honours "
                    "in seat order"
                ),
            ),
            (N_("pairs anna boris"), N_("Anna and Boris play together in the rubber that begins")),
            (
                N_("rubber 190 140"),
                N_("a whole rubber from paper, with a total of 190 for side X and 140 for side Y"),
            ),
        ),
        spelling=N_(
            "Instead of x or y, you may write the beginning of a player's name, or #1 for the first seat."
        ),
        typed=N_("x h 9 · y p 5 · {first} n 4 · f x 5 · x h 9 2 0 1 1"),
    )
    measures = (
        Measure("won", _HANDS, text(N_("won"))),
        Measure("lost", _HANDS, text(N_("lost"))),
        Measure("made", _DECLARED, text(N_("made"))),
        Measure("failed", _DECLARED, text(N_("failed"))),
        Measure("slams", _SLAMS, text(N_("slams"))),
        Measure("honours", text(N_("Honours")), text(N_("cards"))),
    )
    """The results of a side, such as a slam, count for both of its players."""

    def describe_hand(self, state: PriffeState, entry: Entry) -> Text | str:
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

    def cells(self, state: PriffeState, owner: int) -> tuple[Cell, ...]:
        if owner in BOTH:
            return tuple(Cell(text(heading), Account(column, owner)) for column, heading in _HEADINGS.items())
        return (Cell(text(N_("score")), Account(POINTS, owner)),)

    def layout(self, state: PriffeState) -> Blocks:
        both = tuple(Block(side, self.cells(state, side)) for side in BOTH)
        people = tuple(Block(player, self.cells(state, player)) for player in state.seats)
        return Blocks((both, people), tuple(_describe_schedule(state)))

    def yield_facts(self, state: PriffeState, now: datetime | None) -> Iterator[Fact]:
        yield from yield_next_hand(state, OVER, state.order, sits_out=False)
        if state.over:
            return
        rubber = text(N_("{number} of {rubbers}"), number=state.rubber + 1, rubbers=state.rules.rubbers)
        yield Fact("rubber", text(N_("rubber")), rubber)
        towards = text(
            N_("X {x} of {of_x} points, Y {y} of {of_y}"),
            x=format_amount(state.line(X)),
            of_x=state.limit(X),
            y=format_amount(state.line(Y)),
            of_y=state.limit(Y),
        )
        yield Fact("line", text(N_("to the game")), towards)
        totals = text(N_("X {x}, Y {y}"), x=format_amount(state.total(X)), y=format_amount(state.total(Y)))
        yield Fact("totals", text(N_("rubber so far")), totals)

    def ask(self, state: PriffeState, answers: Answers, placed: bool = False) -> Question | Entry:
        if "who" not in answers:
            forced = Choice("forced_noll", "0", text(N_("forced Noll")))
            choices = (*_offer_sides(state), forced, SOMETHING_ELSE)
            return Question("who", text(N_("Which side plays?")), choices, likely=NONE_LIKELY)
        if answers["who"] == "other":
            return ask_table_entry(self, state, answers, _OWN, placed=placed)
        return _ask_hand(state, answers)

    def get_answers(self, state: PriffeState, entry: Entry) -> dict[str, str]:
        assert isinstance(entry, PriffeHandEntry)
        hand, _problems = resolve(state, entry)
        if hand is None:
            return {}
        most = next(side for side in BOTH if hand.tricks(side) > BOOK)
        held = [str(entry.honours.get(state.names[player], 0)) for player in state.seats]
        return {
            "who": entry.declarer or "forced_noll",
            "contract": hand.contract,
            "most": NAMES[most],
            "tricks": str(hand.tricks(most)),
            **{f"honours{index}": count for index, count in enumerate(held if entry.honours else [_NONE])},
        }

    def find_doubt(self, entry: Entry) -> Text | None:
        if not isinstance(entry, PriffeHandEntry) or entry.declarer is None:
            return None
        ((side, taken),) = list(entry.tricks.items())[:1]
        own = taken if side == entry.declarer else ALL_TRICKS - taken
        good = ALL_TRICKS - own if entry.contract in NOLLS else own
        return doubt_undertricks(entry.declarer, BOOK + 1 - good)

    def parse(self, state: PriffeState, line: str) -> Entry:
        reader = LineWords(state, line, N_("is empty; write a hand such as “x h 9”"))
        words = reader.words
        if words[0] in _PAIRS:
            return PairsEntry(sides={"X": _read_partners(state, words[1:])})
        if words[0] in _RUBBER and len(words) == 3 and all(map(_TOTAL.match, words[1:])):
            return RubberEntry(totals={"X": int(words[1]), "Y": int(words[2])})
        return _parse_hand(reader)

    def format(self, state: PriffeState, entry: Entry) -> str:
        match entry:
            case PriffeHandEntry():
                declarer = "" if entry.declarer is None else _SIDES[entry.declarer]
                forced = entry.contract == "forced_noll"
                begin = (str(_FORCED), declarer) if forced else (declarer, _CONTRACTS[entry.contract])
                names = [state.names[player] for player in state.seats]
                held = {**dict.fromkeys(names, 0), **entry.honours}
                honours = write_numbers(state, held, names) if entry.honours else []
                return join_words(*begin, *_write_tricks(entry), *honours, write_dealer(state, entry.dealer))
            case PairsEntry() if list(entry.sides) == ["X"]:
                return join_words(str(_PAIRS), *_write_partners(state, entry.sides["X"]))
            case RubberEntry() if entry.sides is None:
                return f"{_RUBBER} {entry.totals['X']} {entry.totals['Y']}"
        return ""

    def tallies(self, state: PriffeState, entry: Entry, transition: TransitionFacts) -> Iterator[Tally]:
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


_TRICKS = Phrase("{n} trick", "{n} tricks")
_MADE = Phrase("made, {n} trick", "made, {n} tricks")
_LOST = Phrase("lost, {n} trick", "lost, {n} tricks")
_MADE_SLAM = {"little_slam": N_("little slam"), "big_slam": N_("big slam")}


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


def _describe_schedule(state: PriffeState) -> Iterator[Text]:
    last = min(state.rules.rubbers, state.rubber + 3)
    for number in range(state.rubber, last):
        pairs = state.pairs if number == state.rubber else schedule_partnership(number, state.first)
        x, y = (" + ".join(state.names[player] for player in pairs.of(side)) for side in BOTH)
        sentence = N_("rubber {number} of {rubbers}: {x} against {y}")
        yield text(sentence, number=number + 1, rubbers=state.rules.rubbers, x=x, y=y)


_NONE = "none"


def _offer_sides(state: PriffeState) -> tuple[Choice, ...]:
    choices = number_choices({NAMES[side]: side_label(state, side) for side in BOTH})
    return tuple(choice._replace(short=choice.value) for choice in choices)


def _ask_hand(state: PriffeState, answers: Answers) -> Question | Entry:
    forced = answers["who"] == "forced_noll"
    if not forced and "contract" not in answers:
        contracts = {code: text(label) for code, label in CONTRACTS.items() if code != "forced_noll"}
        return Question(
            "contract", text(N_("What is played?")), number_choices(contracts), likely=NONE_LIKELY
        )
    if "most" not in answers:
        choices = _offer_sides(state)
        likely = find_choice_index(answers["who"], choices, NONE_LIKELY)
        return Question(
            "most", text(N_("Which side took seven tricks or more?")), choices, likely, after_play=True
        )
    if "tricks" not in answers:  # From 7 to 13 the last digits are all different.
        numbers = range(BOOK + 1, ALL_TRICKS + 1)
        choices = tuple(Choice(str(number), str(number % 10), str(number)) for number in numbers)
        prompt = text(N_("Tricks of {who}?"), who=answers["most"])
        return Question("tricks", prompt, choices, pays=True, after_play=True)
    honours = _ask_honours(state, answers, counted=not forced or state.rules.forced_noll_honours)
    if isinstance(honours, Question):
        return honours
    fields = {
        "contract": "forced_noll" if forced else answers["contract"],
        "declarer": None if forced else answers["who"],
        "tricks": {answers["most"]: int(answers["tricks"])},
        "honours": honours,
    }
    return PriffeHandEntry.model_validate(fields)


def _ask_honours(state: PriffeState, answers: Answers, *, counted: bool) -> Question | dict[str, int]:
    # The last player has the remaining honours, and is asked about only if a bonus depends on it.
    held: dict[int, int] = {}
    for index, player in enumerate(state.seats):
        field, left = f"honours{index}", HONOURS - sum(held.values())
        if not left:
            break
        if field not in answers:
            choices = [Choice(str(count), str(count), str(count)) for count in range(left + 1)]
            prompt = text(N_("Honours of {who}?"), who=state.names[player])
            question = Question(field, prompt, tuple(choices), likely=0, after_play=True)
            if not index:
                nothing = Choice(_NONE, "-", text(N_("no honours")))
                skipped = None if counted else _NONE
                return question._replace(
                    choices=(*choices, nothing), likely=len(choices), default_if_skipped=skipped
                )
            if player == state.seats[-1]:
                bonuses = {_find_bonuses(state, {**held, player: count}) for count in range(left + 1)}
                skipped = str(left) if len(bonuses) == 1 else None
                return question._replace(likely=left, marked=True, default_if_skipped=skipped)
            return question
        if answers[field] == _NONE:
            return {}
        held[player] = int(answers[field])
    return {state.names[player]: count for player, count in held.items()}


def _find_bonuses(state: PriffeState, held: Mapping[int, int]) -> tuple[int, ...]:
    pairs = (state.pairs.of(side) for side in BOTH)
    return tuple(value_honours(state.rules, (held.get(one, 0), held.get(two, 0))) for one, two in pairs)


def _ask_partner(state: PriffeState, answers: Answers) -> Question | Entry:
    first, *others = state.seats
    if "partner" not in answers:
        choices = offer_players(state, others)
        prompt = text(N_("Who plays with {who}?"), who=state.names[first])
        return Question("partner", prompt, choices, likely=NONE_LIKELY)
    pair = (state.names[first], state.names[int(answers["partner"])])
    return validate_fields(PairsEntry, {"sides": {"X": pair}})


def _ask_totals(_state: PriffeState, answers: Answers) -> Question | Entry:
    totals: dict[str, int | str] = {"X": 0, "Y": 0}
    for side in totals:
        if side not in answers:
            return Question(side, text(N_("Total of side {side} in this rubber?"), side=side))
        totals[side] = parse_whole_number(answers[side])
        validate_fields(RubberEntry, {"totals": totals})
    return validate_fields(RubberEntry, {"totals": totals})


_OWN = {
    "pairs": GameEntryKind(N_("other partners"), _ask_partner),
    "rubber": GameEntryKind(N_("a rubber from paper"), _ask_totals),
}

_CONTRACTS = Vocabulary[str]("priffe.contract")
_SIDES = Vocabulary[str]("priffe.side")
_FORCED = Word("priffe.forced")
_PAIRS = Word("priffe.pairs")
_RUBBER = Word("priffe.rubber")
_TRICKS_TAKEN = re.compile(r"^(\D?)(1[0-3]|[0-9])$")
_HONOURS = re.compile(r"^[0-4]$")
_TOTAL = re.compile(r"^-?[0-9]{1,6}$")


def _parse_hand(reader: LineWords[PriffeState]) -> PriffeHandEntry:
    words = reader.words
    index = next((index for index, word in enumerate(words) if index and _CONTRACTS.read(word)), None)
    if _FORCED.is_exactly(fold(words[0])) or (words[0] in _FORCED and index is None):
        reader.take()
        side = None if reader.next_is(_read_tricks) else _take_side(reader)
        return _read_result(reader, {"contract": "forced_noll"}, side)
    if index is None:
        sentence = N_(
            "is not a contract; write d (diamonds), h (hearts), n (Noll) or p (no trumps), or begin "
            "with f (forced Noll)"
        )
        raise reader.refuse_contract(sentence)
    side = _take_side(reader, index)
    return _read_result(reader, {"contract": _CONTRACTS.read(reader.take()), "declarer": side}, side)


def _read_partners(state: PriffeState, words: Sequence[str]) -> tuple[str, str]:
    pairs = []
    for cut in range(1, len(words)):
        try:
            one, two = (read_player(state, " ".join(part)) for part in (words[:cut], words[cut:]))
        except InvalidInput:
            continue
        if one != two:
            pairs.append((one, two))
    if not pairs:
        typed = " ".join(words) or "pairs"
        raise refuse_word(typed, N_("must be two players, as in “pairs anna boris” or “pairs #1 #2”"))
    one, two = pairs[0]
    return state.names[one], state.names[two]


def _take_side(reader: LineWords[PriffeState], until: int | None = None) -> str:
    # The words of a side are x, y, or one of its players. They end at index `until`, or before the tricks.
    words = reader.words
    if until is None:
        until = next((index for index, word in enumerate(words) if _read_tricks(word)), len(words))
    if not until:
        raise refuse_word("f", N_("needs a side and its tricks, such as “f x 5”"))
    side = _SIDES.read_exact(fold(" ".join(words[:until])))
    if side is None:
        return NAMES[reader.state.pairs.side(reader.take_player(until))]
    del words[:until]
    return side


def _read_result(reader: LineWords[PriffeState], fields: dict[str, Any], side: str | None) -> PriffeHandEntry:
    tricks: dict[str, int] = {}
    while reader.next_is(_read_tricks) and len(tricks) < 2:
        own, taken = _read_tricks(reader.words[0]) or ("", 0)
        if tricks and not own:
            break
        whose = own or side
        if whose is None:
            raise refuse_word(reader.words[0], N_("needs a side before the tricks; write e.g. “f x 5”"))
        tricks[whose] = taken
        reader.take()
    if not tricks:
        if not reader.words:
            raise invalid(N_("the tricks are missing; write them after the contract, such as “x h 9”"))
        raise refuse_word(reader.words[0], N_("must be a number of tricks from 0 to 13"))
    honours, dealer = _read_honours(reader), reader.take_dealer()
    return PriffeHandEntry.model_validate({**fields, "tricks": tricks, "honours": honours, "dealer": dealer})


def _read_tricks(word: str) -> tuple[str, int] | None:
    """Return side and tricks: ("X", 5) for the word x5, ("", 5) for 5, or None for other words."""
    match = _TRICKS_TAKEN.match(word)
    side = _SIDES.read_exact(fold(match[1])) if match and match[1] else ""
    return None if match is None or side is None else (side, int(match[2]))


def _read_honours(reader: LineWords[PriffeState]) -> dict[str, int]:
    state, honours = reader.state, list[int]()
    while reader.next_is(_HONOURS.match):
        honours.append(int(reader.take()))
    if honours and len(honours) != state.size:
        who = join_names(state, state.seats)
        raise refuse_word(
            str(honours[-1]), N_("needs the honours of each of {who}, or no honours at all"), who=who
        )
    if not honours and reader.words and not reader.next_is(DEALER):
        raise refuse_word(reader.words[0], N_("this word is one too many, or in the wrong place"))
    return {state.names[player]: count for player, count in zip(state.seats, honours, strict=False) if count}


def _write_partners(state: PriffeState, names: Sequence[str]) -> list[str]:
    words = [write_name(state, name) for name in names]
    if set(names) <= set(state.names) and _read_partners(state, " ".join(words).split()) != tuple(names):
        return [write_seat(state, state.names.index(name)) for name in names]
    return words


def _write_tricks(entry: PriffeHandEntry) -> list[str]:
    if entry.declarer is not None and list(entry.tricks) == [entry.declarer]:
        return [str(entry.tricks[entry.declarer])]
    return [f"{_SIDES[side]}{taken}" for side, taken in entry.tricks.items()]

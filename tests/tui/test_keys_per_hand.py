"""How many keys a hand needs in the guided form, by the shortest way; pytest -s shows the table.

The shortest way is searched through the questions of the form with the rules of its widget: a key
of an answer gives that answer at once, but in the last question it only marks it, and Enter writes;
Enter takes the marked answer: at first only that a contract was made. Then the same keys go to the real
widget.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from heapq import heappop, heappush
from itertools import count
from random import Random
from typing import Any, ClassVar

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from textual.app import App, ComposeResult
from textual.binding import BindingType

from prefcount.entering.draft import Draft, next_hand
from prefcount.entries.common import Entry
from prefcount.games.preferans.calls import is_stalingrad
from prefcount.games.preferans.hands import Contract
from prefcount.games.protocol.entry import Question
from prefcount.games.protocol.state import State
from prefcount.session.session import Session
from prefcount.tui.table.entry_form import EntryForm
from tests.helpers import GAME, header, start
from tests.strategies import Played, contracts, games, miseres, raspasy
from tests.tui.terminal import brisk
from tests.waiting import quiet

Keys = tuple[str, ...]

MOST_KEYS = 6
MEAN_KEYS = Fraction(435, 100)

COMMON = {
    "six, first whists, made": "anna 6 wp 6",
    "six, second whists, made": "anna 6 pw 6",
    "six, first whists, one off": "anna 6 wp 5",
    "six, both whist, made": "anna 6 ww 6 2 2",
    "six, both whist, one off": "anna 6 ww 5 3 2",
    "six, both pass": "anna 6 pp",
    "six, half a whist": "anna 6 ph",
    "seven, first whists, made": "anna 7 wp 7",
    "seven, second whists, made": "anna 7 pw 7",
    "seven, first whists, one off": "anna 7 wp 6",
    "seven, both whist, made": "anna 7 ww 7 2 1",
    "seven, both pass": "anna 7 pp",
    "seven, left without three": "anna 7 -3",
    "eight, second whists, made": "anna 8 pw 8",
    "eight, both pass": "anna 8 pp",
    "ten, first whists, made": "anna 10 wp 10",
    "misère, made": "anna m 0",
    "misère, two tricks": "anna m 2",
    "raspasy, even": "r 3 3 4",
    "raspasy, uneven": "r 2 4 4",
}
"""The twenty most common hands of three, all passed ones among them twice."""


# --- the shortest way -----------------------------------------------------------------------------


def meant(state: Any, question: Question, entry: Any) -> tuple[str, ...]:
    """The answers to a question that can lead to a hand; all of them for tricks, which may be left out."""
    offered = tuple(choice.value for choice in question.choices)
    match question.field:
        case "who":
            return ("raspasy" if entry.kind == "raspasy" else str(state.names.index(entry.declarer)),)
        case "contract":
            return ("misere" if entry.kind == "misere" else entry.contract.spelling,)
        case "calls":
            return tuple(calls for calls in offered if calls == called(state, entry))
    return offered


def without_suit(state: Any, entry: Any) -> Any:
    """A hand as the form writes it: with the suit only where a figure depends on it."""
    if entry.kind != "game" or is_stalingrad(state, entry.contract):
        return entry
    return entry.model_copy(update={"contract": Contract(entry.contract.level)})


def called(state: Any, entry: Any) -> str:
    """The calls of a contract as the form has them; without calls all defenders must whist."""
    if entry.left_without:
        return "leave"
    active = state.seats.active(state.dealer)
    defenders = [
        player for player in state.seats.others(state.names.index(entry.declarer)) if player in active
    ]
    if not entry.calls:
        return "w" * len(defenders)
    letters = [entry.calls[state.names[player]][0] for player in defenders]
    if entry.calls.get(state.names[state.seats.idle(state.dealer)] if state.size == 4 else "") == "whist":
        letters.append("w")
    return "".join(letters)


@cache
def ways(keys: Keys, first: int, at: int, last: bool) -> Keys | None:
    """The fewest keys that give answer number `at` to a question whose answers have these keys.

    In the last question they write it, too.
    """
    seen: dict[int, Keys] = {first: ()}
    marked = [first]
    best: list[Keys] = []
    for position in marked:
        before = seen[position]
        for to, key in enumerate(keys):
            if not last and to == at:
                best.append((*before, key))
            elif last and to not in seen:
                seen[to] = (*before, key)
                marked.append(to)
        if position == at:
            best.append((*before, "enter"))
        for key, step in (("down", 1), ("up", -1)):
            to = (max(position, -(step > 0)) + step) % len(keys)
            if to not in seen:
                seen[to] = (*before, key)
                marked.append(to)
    return min(best, key=len, default=None)


def shortest(draft: Draft, wanted: Entry) -> Keys:
    """The fewest keys that write a hand which does the same as `wanted`, the last Enter included."""
    state = draft.state
    done = GAME.play(state, wanted)._replace(hand=None)  # tricks that no rule needs may be said or not
    assert not done.problems, [str(problem) for problem in done.problems]
    order = count()
    waiting: list[tuple[int, int, Keys, Draft, bool]] = [(0, next(order), (), draft, False)]
    while waiting:
        cost, _, keys, draft, written = heappop(waiting)
        asked = draft.pending
        if isinstance(asked, Question):
            further = _answered(draft, asked, meant(state, asked, wanted))
        elif isinstance(asked, Entry) and not written:
            further = iter([(("enter",), draft, True)])
        else:
            assert isinstance(asked, Entry)
            if GAME.play(state, asked)._replace(hand=None) == done:
                return keys
            continue
        for pressed, after, complete in further:
            heappush(waiting, (cost + len(pressed), next(order), (*keys, *pressed), after, complete))
    raise AssertionError(f"no keys lead to {wanted}")


def _answered(
    draft: Draft, question: Question, values: tuple[str, ...]
) -> Iterator[tuple[Keys, Draft, bool]]:
    last = draft.is_last(question)
    offered = tuple(choice.key for choice in question.choices)
    for at, choice in enumerate(question.choices):
        if choice.value in values:
            pressed = ways(offered, question.likely if question.marked else -1, at, last)
            assert pressed is not None
            yield pressed, draft.answered(question, choice.value), last


def keys_of(session: Session, line: str | Entry) -> Keys:
    """The fewest keys for a hand that comes next; what hardly happens is asked about once more."""
    entry = GAME.parse(session.state, line) if isinstance(line, str) else line
    return (*shortest(next_hand(session), entry), *(("f2",) if GAME.doubted(entry) else ()))


def table_of(keys: Mapping[str, Keys]) -> str:
    """Hands with the number of their keys and the keys, and the mean."""
    lines = [f"{name:<28} {COMMON[name]:<18} {len(each)}  {' '.join(each)}" for name, each in keys.items()]
    mean = sum(map(len, keys.values())) / len(keys)
    return "\n".join([*lines, f"{'mean':<47} {mean:.2f}"])


# --- how many -------------------------------------------------------------------------------------


def test_the_twenty_most_common_hands_need_little_more_than_four_keys_on_average() -> None:
    game = Session(header(3))
    keys = {name: keys_of(game, line) for name, line in COMMON.items()}
    print(f"\n{table_of(keys)}")  # noqa: T201 - the table is asked for with pytest -s
    assert len(keys) == 20
    assert max(map(len, keys.values())) <= MOST_KEYS
    assert sum(map(len, keys.values())) <= MEAN_KEYS * len(keys)


@st.composite
def plain_hands(draw: st.DrawFn) -> tuple[Session, Entry]:
    """A legal hand at any point of a game; no blind, talon or factor, and the dealer whose turn it is."""
    played: Played = draw(games(kinds=frozenset({"hand", "rules", "dealer"}), most=2))
    assume(not played.state.over)
    entries = [each.model_copy(update={"n": n}) for n, each in enumerate(played.entries, 1)]
    state = played.state
    suited = contracts(state, trumps="SCDHN")  # the form asks for the suit
    hand = draw(st.one_of(suited, suited, miseres(state), raspasy(state)))
    assume(getattr(hand, "dealer", None) is None)
    update = {
        name: value
        for name, value in (("blind", False), ("talon", None), ("factor", None), ("at", None))
        if hasattr(hand, name)
    }
    return Session(played.header, entries), without_suit(state, hand.model_copy(update=update))


@given(plain_hands())
def test_no_hand_needs_more_than_six_keys(found: tuple[Session, Entry]) -> None:
    """By any convention, for two, three and four, wherever the game stands."""
    game, hand = found
    assume(not _needless(game, getattr(hand, "calls", None) or {}))
    assume(GAME.doubted(hand) is None)
    keys = keys_of(game, hand)
    assert len(keys) <= MOST_KEYS
    assert keys[-1] == "enter"


def _needless(game: Session, calls: Mapping[str, str]) -> bool:
    """Whether the sitting dealer passes, which changes nothing and is not asked."""
    state = game.state
    return len(state.seats) == 4 and calls.get(state.names[state.dealer]) == "pass"


def test_that_a_contract_was_made_is_the_only_figure_that_enter_gives() -> None:
    """Whose contract, its level and who whists are said."""
    keys = keys_of(Session(header(3)), "anna 6 wp 6")
    assert len(keys) == 4
    assert ways(("0", "1", "2"), 1, 1, last=True) == ("enter",)
    assert ways(("0", "1", "2"), 1, 2, last=True) == ("2", "enter")
    assert ways(("0", "1", "2"), 1, 2, last=False) == ("2",)


# --- the real widget ------------------------------------------------------------------------------


class FormOnly(App[None]):
    """Nothing but the form; what it would write is kept."""

    BINDINGS: ClassVar[list[BindingType]] = [("f2", "record", "")]

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.written: list[Entry] = []

    def compose(self) -> ComposeResult:
        """The form."""
        yield EntryForm(next_hand(self.session))

    def on_mount(self) -> None:
        """Ask for the first hand."""
        self.query_one(EntryForm).focus()
        self.begin()

    def action_record(self) -> None:
        """Record the hand that is shown."""
        self.query_one(EntryForm).action_record()

    def begin(self) -> None:
        """Ask for a hand from the beginning."""
        self.query_one(EntryForm).begin(next_hand(self.session))

    def on_entry_form_accepted(self, message: EntryForm.Accepted) -> None:
        """Keep what would be written, and ask for another one."""
        self.written.append(message.entry)
        self.begin()


def some_hands(state: State) -> list[Entry]:
    """A dozen and a half of hands that the form can lead to, picked at random but always the same ones."""
    found: list[Entry] = []
    random = Random(7)
    while len(found) < 18:
        answers: dict[str, str] = {}
        while isinstance(asked := GAME.ask(state, answers), Question):
            choices = [choice.value for choice in asked.choices if choice.value not in ("other", "talon")]
            answers[asked.field] = random.choice(choices)
        found.append(without_suit(state, asked))
    return found


GAMES: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {}),
    (3, {"preset": "leningrad-sport", "minutes": 60, "ten": "checked"}),
    (4, {"dealer_may_whist": True}),
]


@pytest.mark.parametrize(("players", "rules"), GAMES, ids=str)
async def test_the_shortest_keys_write_exactly_that_hand_in_the_form(
    players: int, rules: dict[str, Any]
) -> None:
    game = Session(header(players, **rules))
    hands = some_hands(start(players, **rules))
    if players == 3 and not rules:
        hands += [GAME.parse(game.state, line) for line in COMMON.values()]
    app = FormOnly(game)
    with brisk():
        async with app.run_test() as pilot:
            await quiet(pilot)
            for hand in hands:
                for key in keys_of(game, hand):
                    app.simulate_key({"-": "minus", "=": "equals_sign"}.get(key, key))
                await quiet(pilot)
    written = [GAME.play(game.state, entry) for entry in app.written]
    assert written == [GAME.play(game.state, hand) for hand in hands]

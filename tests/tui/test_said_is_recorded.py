"""Recorded hands were typed, or follow from what was typed.

A listener who sees the questions writes down what the keys say, without the form: an answer is the digit of
an answer, a made contract is the default, and a wrong digit blocks the hand until Escape. Random keys go to
the form and to the listener, and both have to write the same hands.
"""

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from textual.app import App, ComposeResult
from textual.events import Key
from textual.message import Message

from prefcount.base.problems import InvalidInput
from prefcount.entering import draft_next_hand
from prefcount.entries.models import Entry
from prefcount.games.game import Answers, Question
from prefcount.games.preferans.legality import is_stalingrad
from prefcount.games.preferans.state import Contract
from prefcount.session.session import Session
from prefcount.session.typed_entries import parse_line
from prefcount.tui.table.entry_form import EntryForm
from tests.games.family import Table
from tests.helpers import GAME, header
from tests.strategies import Played, contracts, games, miseres, raspasy
from tests.tui.terminal import brisk
from tests.waiting import quiet

NAMES = ("Anna", "Boris", "Vera", "Gleb")

TABLES: list[tuple[str, int, dict[str, Any], tuple[str, ...]]] = [
    ("preferans", 2, {}, ()),
    ("preferans", 3, {}, ("anna 7h wp 7", "r 3 5 2")),
    ("preferans", 3, {"preset": "leningrad-sport", "minutes": 60, "ten": "checked"}, ()),
    ("preferans", 4, {"dealer_may_whist": True, "stalingrad": True}, ()),
    ("preferans", 4, {"preset": "rostov"}, ("anna 6 pp",)),
    ("balkan", 3, {}, ()),
    ("balkan", 4, {"stop_at_five": False}, ()),
    ("prefa", 3, {"ppp": True, "aces": True}, ()),
    ("prefa", 4, {}, ()),
    ("priffe", 4, {}, ()),
]
"""Games with the number of players, their rules, and hands played before."""


def table(game: str, players: int, rules: dict[str, Any], lines: tuple[str, ...]) -> Session:
    session = Session(Table.of(game).header(NAMES[:players], NAMES[players - 1], **rules))
    for line in lines:
        session = session.accept(session.game.parse(session.state, line)).session
    return session


# --- the listener ---------------------------------------------------------------------------------


def goes_without_saying(question: Question, answers: Answers) -> str | None:
    """Return the default answer: the contract was made with no overtricks."""
    match question.field.rpartition(".")[2]:
        case "tricks" if answers:
            said = [value for name, value in answers.items() if "contract" in name][-1:]
            return {"misere": "0"}.get(said[0], said[0].rstrip("SCDHN")) if said else None
        case "total":
            return "4"
        case "own":
            return "0"
    return None


class Listener:
    """Writes down what keys say at a table."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.begin()

    def begin(self) -> None:
        self.answers: dict[str, str] = {}
        self.offered: Entry | None = None
        self.read_from = ""
        self._at_question()

    def _at_question(self) -> None:
        self.chosen: str | None = None
        self.added = self.stopped = False
        asked = self.asked
        self.line: str | None = "" if isinstance(asked, Question) and not asked.choices else None

    @property
    def asked(self) -> Question | Entry:
        return self.offered or self._ask(self.answers)

    def _ask(self, answers: dict[str, str]) -> Question | Entry:
        asked = self.session.game.ask(self.session.state, answers)
        if isinstance(asked, Question) and asked.default_if_skipped is not None:
            return self._ask({**answers, asked.field: asked.default_if_skipped})
        return asked

    def hear(self, key: str) -> Entry | None:
        """Return the hand that this key writes, or None."""
        if self.line is not None:
            self._hear_in_line(key, self.line)
        elif key == "escape":
            self._back()
        elif self.stopped:
            return None
        elif key == "enter":
            return self._enter()
        elif key.isdigit() or key in "-=":
            self._digit(key)
        elif not key.isspace():
            self.line = key
        return None

    def _hear_in_line(self, key: str, line: str) -> None:
        asked = self.asked
        wants_text = isinstance(asked, Question) and not asked.choices
        if key == "escape":
            self.line = None
            if wants_text:
                self._back()
        elif key != "enter":
            self.line = line + key
        elif isinstance(asked, Question) and wants_text:
            self._text(asked, line.strip())
        else:
            self._read(line)

    def _text(self, question: Question, typed: str) -> None:
        further = {**self.answers, question.field: typed}
        try:
            asked = self._ask(further)
        except InvalidInput:
            return
        if isinstance(asked, Entry) and self.session.propose(self.session.complete_entry(asked)).problems:
            return
        self.answers = further
        self._at_question()

    def _read(self, line: str) -> None:
        try:
            entry = parse_line(self.session, self.session.state, line)
        except InvalidInput:
            return
        if not self.session.propose(self.session.complete_entry(entry)).problems:
            self.answers, self.offered, self.read_from = {}, entry, line
            self._at_question()

    def _back(self) -> None:
        if self.stopped:
            self.chosen, self.added, self.stopped = None, False, False
        elif self.offered is not None:
            self.offered = None
            self._at_question()
            self.line = self.read_from
        elif self.answers:
            self.answers.popitem()
            self._at_question()

    def _enter(self) -> Entry | None:
        asked = self.asked
        if isinstance(asked, Question):
            value = self.chosen or goes_without_saying(asked, self.answers)
            if value is None:
                return None
            last = self._is_last(asked)
            self.answers[asked.field] = value
            self._at_question()
            if not last:
                return None
            asked = self._ask(self.answers)
            assert not isinstance(asked, Question)
        return None if self.session.game.find_doubt(asked) else asked

    def _digit(self, key: str) -> None:
        asked = self.asked
        value = None
        if isinstance(asked, Question):
            value = {key: each.value for each in asked.choices for key in (each.key, each.also)}.get(key)
        if self.chosen is not None and isinstance(asked, Question):
            self._second_digit(asked, key)
        elif value is None or not isinstance(asked, Question):
            self.stopped = True
        elif self._is_last(asked):
            self.chosen = value
        else:
            self.answers[asked.field] = value
            self._at_question()

    def _second_digit(self, asked: Question, key: str) -> None:
        """Handle ten in two digits, or the tricks of the last player, who is not asked."""
        assert self.chosen is not None
        follows = values_of(asked)[self.chosen]
        if not self.added and key == follows:
            self.added = True
        elif asked.two_digits and (self.chosen, key) == ("1", "0") and "10" in values_of(asked):
            self.chosen, self.added = "10", False
        else:
            self.stopped = True

    def _is_last(self, asked: Question) -> bool:
        after = (self._ask({**self.answers, asked.field: choice.value}) for choice in asked.choices)
        return not any(isinstance(each, Question) for each in after)


def values_of(asked: Question) -> dict[str, str]:
    """Return the values of the answers to a question, each with the digit that follows from the answer."""
    return {choice.value: choice.follows for choice in asked.choices}


# --- the fingers ----------------------------------------------------------------------------------

TYPED = {"talon": "as ks", "name": "Дина", "to": "Ann", "started": "2026-01-31"}
"""Texts for questions without choices, by field; all others take a number."""
LINES = (
    "anna 7 wp 6",
    "анна 7 вп 6",
    "ф",
    "boris m 0",
    "борис м 0",
    "r 3 5 2",
    "р 3 3 4",
    "ьшыуку",
    "+",
    "x d 8",
)


def whole_hand(session: Session, fate: Random) -> Iterator[str]:
    """Yield the keys of a random hand, with Enter at the end."""
    answers: dict[str, str] = {}
    while isinstance(asked := session.game.ask(session.state, answers), Question):
        if asked.default_if_skipped is not None:
            answers[asked.field] = asked.default_if_skipped
        elif asked.choices:
            choice = fate.choice(asked.choices)
            answers[asked.field] = choice.value
            yield choice.also if choice.also and fate.random() < 0.5 else choice.key
        else:
            answers[asked.field] = TYPED.get(asked.field.rpartition(".")[2], "10")
            yield from (*answers[asked.field], "enter")
    yield "enter"


def burst(session: Session, fate: Random) -> list[str]:
    hand = list(whole_hand(session, fate)) if fate.random() < 0.9 else []
    if fate.random() < 0.7:  # a look at the screen, and what is wrong there is taken back
        hand = ["escape"] * 12 + hand
    match fate.randrange(9):
        case 0 | 1:
            return hand
        case 2:
            hand.insert(fate.randrange(len(hand) + 1), fate.choice("0123456789-="))
        case 3:
            del hand[fate.randrange(len(hand) + 1) :][:1]
        case 4:
            hand[fate.randrange(len(hand) + 1) :] = ["enter"] * fate.randint(1, 5)
        case 5:
            hand = fate.choices("0123456789-=", k=fate.randint(1, 6)) + ["enter"] * fate.randrange(3)
        case 6:
            hand = ["escape"] * fate.randint(1, 4)
        case 7:
            hand = [*fate.choice(LINES), *fate.choices(["enter", "escape", "1", "="], k=fate.randrange(5))]
        case 8:
            at = fate.randrange(len(hand) + 1)
            hand[at : at + 1] = fate.choices(["enter", "escape", *"01234567-= "], k=fate.randint(1, 3))
    return hand


class Recording(EntryForm):
    """The form, with the hands that it would write."""

    def __init__(self, session: Session) -> None:
        super().__init__(draft_next_hand(session))
        self.accepted: list[Entry] = []

    def post_message(self, message: Message) -> bool:
        if isinstance(message, EntryForm.Accepted):
            self.accepted.append(message.entry)
        return isinstance(message, EntryForm.Accepted) or super().post_message(message)


class FormOnly(App[None]):
    """An application with only the form."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session

    def compose(self) -> ComposeResult:
        yield Recording(self.session)


@pytest.mark.parametrize(("game", "players", "rules", "lines"), TABLES, ids=str)
async def test_what_is_recorded_was_said(
    game: str, players: int, rules: dict[str, Any], lines: tuple[str, ...]
) -> None:
    session = table(game, players, rules, lines)
    fate, listener = Random(f"{game} {players}"), Listener(session)
    recorded = 0
    with brisk():
        async with FormOnly(session).run_test() as pilot:
            await quiet(pilot)
            form = pilot.app.query_one(Recording)
            form.begin(draft_next_hand(session))
            pressed: list[str] = []
            for _ in range(16):
                for key in burst(session, fate):
                    pressed.append(key)
                    form.on_key(Key(key, key if len(key) == 1 else None))
                    heard = listener.hear(key)
                    assert form.accepted == [heard][: heard is not None], pressed
                    if heard is None:
                        assert dict(form.entry_input.draft.answers) == listener.answers, pressed
                        form.resume()  # Escape may have left the table
                        continue
                    recorded += 1
                    form.accepted.clear()
                    form.begin(draft_next_hand(session))
                    listener.begin()
                    pressed.clear()
    assert recorded > 2, "the fingers do say hands"


MAX_KEYS = 6
MEAN_KEYS = Fraction(435, 100)

COMMON = {
    **{"anna 6 wp 6": "1 6 1 enter", "anna 6 pw 6": "1 6 2 enter", "anna 6 wp 5": "1 6 1 5 enter"},
    **{
        "anna 6 ww 6 2 2": "1 6 3 6 2 enter",
        "anna 6 ww 5 3 2": "1 6 3 5 3 enter",
        "anna 6 pp": "1 6 4 enter",
    },
    **{"anna 6 ph": "1 6 5 enter", "anna 7 wp 7": "1 7 1 enter", "anna 7 pw 7": "1 7 2 enter"},
    **{"anna 7 wp 6": "1 7 1 6 enter", "anna 7 ww 7 2 1": "1 7 3 7 2 enter", "anna 7 pp": "1 7 4 enter"},
    **{"anna 7 -3": "1 7 - enter", "anna 8 pw 8": "1 8 2 enter", "anna 8 pp": "1 8 4 enter"},
    **{"anna 10 wp 10": "1 0 1 enter", "anna m 0": "1 1 enter", "anna m 2": "1 1 2 enter"},
    **{"r 3 3 4": "0 3 3 enter", "r 2 4 4": "0 2 4 enter"},
}
"""The twenty most common hands of three, with their keys."""


async def test_these_keys_write_exactly_these_hands_and_are_few() -> None:
    game = Session(header(3))
    with brisk():
        async with FormOnly(game).run_test() as pilot:
            await quiet(pilot)
            form = pilot.app.query_one(Recording)
            for keys in COMMON.values():
                form.begin(draft_next_hand(game))
                for key in keys.split():
                    form.on_key(Key(key, key if len(key) == 1 else None))
    written = [GAME.play(game.state, entry) for entry in form.accepted]
    assert written == [GAME.play(game.state, GAME.parse(game.state, line)) for line in COMMON]
    assert sum(len(keys.split()) for keys in COMMON.values()) <= MEAN_KEYS * len(COMMON)


@st.composite
def plain_hands(draw: st.DrawFn) -> tuple[Session, Entry]:
    """Yield legal hands without blind, talon or factor."""
    played: Played = draw(games(kinds=frozenset({"hand", "rules", "dealer"}), most=2))
    assume(not played.state.over)
    state: Any = played.state
    hand: Any = draw(st.one_of(contracts(state), contracts(state), miseres(state), raspasy(state)))
    assume(getattr(hand, "dealer", None) is None)
    plain = {"blind": False, "talon": None, "factor": None, "at": None}
    hand = hand.model_copy(update={name: plain[name] for name in plain if hasattr(hand, name)})
    if hand.kind == "game" and not is_stalingrad(state, hand.contract):  # suits are not asked for
        hand = hand.model_copy(update={"contract": Contract(hand.contract.level)})
    entries = [each.model_copy(update={"n": n}) for n, each in enumerate(played.entries, 1)]
    return Session(played.header, entries), hand


@given(plain_hands())
def test_no_hand_needs_more_than_six_keys(found: tuple[Session, Entry]) -> None:
    game, hand = found
    asked = draft_next_hand(game).with_answers(GAME.get_answers(game.state, hand))
    says_not_spades = "suit" in asked.answers  # a six, if six spades is Stalingrad
    assert len(asked.answers) < MAX_KEYS + says_not_spades

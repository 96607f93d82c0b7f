"""Sessions and keys to measure with: hands as the guided form offers them, the same in every run."""

from datetime import datetime, timedelta, timezone
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from prefcount.entering import draft_next_hand
from prefcount.entries.models import Entry, Header
from prefcount.games.game import Question
from prefcount.games.state import State
from prefcount.session.session import Session
from prefcount.store.journal import entry_line, header_line
from prefcount.store.reader import line_hash

PLAYERS = ("Anna", "Boris", "Vera", "Gleb")
BEGAN = datetime(2026, 1, 2, 19, 0, tzinfo=timezone(timedelta(hours=3)))
HAND_LASTS = timedelta(minutes=4)
BACKSPACE, ENTER = "\x7f", "\r"


LONGEST: dict[str, dict[str, int]] = {
    "preferans": {"target": 100_000},
    "prefa": {"stake": 100_000},
    "balkan": {"start_bule": 100_000},
    "priffe": {"rubbers": 300},
}
"""Rules by which each game takes as long as possible."""
TALON = "AS 10H"
"""Answer to the only question that must be typed, which asks for the cards of the talon."""


def begun(rules: dict[str, Any], game: str = "preferans") -> Session:
    """Return a game of four before its first hand."""
    header = Header(
        kind="session",
        version=1,
        game=game,
        players=PLAYERS,
        rules=rules,
        stake="0.10",
        currency="EUR",
        started=BEGAN,
    )
    return Session(header)


def evening(hands: int, seed: int = 1) -> Session:
    return _played(begun({"target": max(20, hands)}), hands, Random(seed))


def season(hands: int, game: str = "preferans") -> Session:
    """Return `hands` hands of any game in one session, by the rules by which it takes longest."""
    return _played(begun(LONGEST[game], game), hands, Random(1))


def _played(session: Session, hands: int, random: Random) -> Session:
    for number in range(1, hands + 1):
        hand = draw_hand(session, session.state, random)
        session = session.accept(hand, BEGAN + number * HAND_LASTS).session
    return session


def draw_hand(session: Session, state: State, random: Random) -> Entry:
    """Draw a possible hand that the form offers."""
    while session.game.play(state, hand := _draw_answers(session, state, random)).problems:
        pass
    return hand


def _draw_answers(session: Session, state: State, random: Random) -> Entry:
    answers: dict[str, str] = {}
    while isinstance(asked := session.game.ask(state, answers), Question):
        answers[asked.field] = random.choice(_hands_only(asked) or [TALON])
    return asked


def _hands_only(asked: Question) -> list[str]:
    """Return the answers that lead to a hand; raspasy, misère and leaving are half as likely as others."""
    values = [choice.value for choice in asked.choices if choice.value != "other"]
    return values + [value for value in values if value not in ("raspasy", "misere", "leave")]


def save(session: Session, path: Path) -> Path:
    """Write a session as the journal would have written it."""
    path.write_bytes(content(session))
    return path


def content(session: Session) -> bytes:
    lines = [header_line(session.header)]
    for entry in session.entries:
        lines.append(entry_line(entry, line_hash(lines[-1])))
    return b"".join(lines)


def draw_correction(session: Session, n: int, random: Random) -> Entry:
    """Return a correction of entry `n` to another hand that is possible there."""
    step = session.replay.step(n)
    while (hand := draw_hand(session, step.before, random)) == step.entry:
        pass
    return session.game.entries["amend"].model_validate({"entry": n, "with": hand})


def line(session: Session) -> str:
    return session.game.format(session.state, draw_hand(session, session.state, Random(0)))


class EntryInput(NamedTuple):
    """A hand as it is entered.

    Attributes:
        keys: keys that lead to the preview, each of which changes the screen.
        back: keys that take the input back.
        entry: the hand, which Enter would record.
    """

    keys: list[str]
    back: list[str]
    entry: Entry


def entered(session: Session, random: Random) -> EntryInput:
    """Return a further hand, answered by possible, undoubted answers that are never the likeliest ones."""
    hand = _answered(session, random)
    while session.game.find_doubt(hand.entry) or session.game.play(session.state, hand.entry).problems:
        hand = _answered(session, random)
    return hand


def _answered(session: Session, random: Random) -> EntryInput:
    draft, keys = draft_next_hand(session), list[str]()
    while isinstance(question := draft.pending, Question):
        likely = question.choices[question.likely].value
        value = random.choice([each for each in _hands_only(question) if each != likely])
        keys.append(next(choice.key for choice in question.choices if choice.value == value))
        further = draft.with_answer(question, value)
        if draft.is_last:
            assert isinstance(further.pending, Entry)
            return EntryInput(keys, [BACKSPACE] * len(draft.answers), further.pending)
        draft = further
    assert question is not None, "the game goes on"
    return EntryInput(keys, [BACKSPACE] * len(draft.answers), question)

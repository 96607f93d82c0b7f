"""The most common hands need about four keys in the form, and none needs more than six."""

from fractions import Fraction
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st
from textual.events import Key

from prefcount.entering import draft_next_hand
from prefcount.entries.models import Entry
from prefcount.games.preferans.legality import is_stalingrad
from prefcount.games.preferans.state import Contract
from prefcount.session.session import Session
from tests.helpers import GAME, header
from tests.strategies import Played, contracts, games, miseres, raspasy
from tests.tui.terminal import brisk
from tests.tui.test_said_is_recorded import FormOnly, Recording
from tests.waiting import quiet

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

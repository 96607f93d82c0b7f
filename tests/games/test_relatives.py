"""What must hold in every game of Prefa and Priffe."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prefcount.entries.base import Entry
from prefcount.games.prefa.sheet import pot_columns
from prefcount.games.protocol.entry import Question
from prefcount.ledger.amount import exact
from prefcount.session.session import Session
from tests.games.family import Table
from tests.games.relatives import PREFA, PRIFFE, Played, games, prefa_hands, priffe_hands

each_game = pytest.mark.parametrize("which", ["prefa", "priffe"])


def numbered(played: Played, *more: Entry) -> list[Entry]:
    """The entries of a game as a file numbers them."""
    return [each.model_copy(update={"n": n}) for n, each in enumerate((*played.entries, *more), start=1)]


@each_game
@given(data=st.data())
def test_results(which: str, data: st.DataObject) -> None:
    """They sum to zero after every entry, both ways to settle agree, and a turn is worth what it changed."""
    played = data.draw(games(which))
    before, game = played.first, played.table.game
    for done in played.turns:
        assert sum(game.results(done.state)) == 0
        assert game.settle(done.state).results == game.results(done.state)
        assert game.scaled_results(before).after(
            done.worth or [0] * len(before.seats)
        ) == game.scaled_results(done.state)
        before = done.state


@each_game
@given(data=st.data())
def test_the_sheet_is_the_sum_of_the_postings(which: str, data: st.DataObject) -> None:
    """Every posting stands on the sheet, says why in words, belongs to somebody, and is due to something."""
    played = data.draw(games(which))
    game, state = played.table.game, played.state
    postings = [posting for done in played.turns for posting in done.postings]
    assert played.first.sheet.after(postings) == state.sheet
    for done in played.turns:
        assert all(posting.amount for posting in done.postings)
        assert all(str(game.sentence(posting, done.state.names)) for posting in done.postings)
        parts = [posting for _cause, posting in game.causes(done.postings)]
        assert sum(part.amount for part in parts) == sum(posting.amount for posting in done.postings)
    owners = {owner.number for owner in game.owners(state)}
    assert {account.owner for account in state.sheet} <= owners
    worth = [game.worth(state, done.postings) for done in played.turns]
    if worth:
        assert tuple(exact(sum(column)) for column in zip(*worth, strict=True)) == game.results(state)


@given(data=st.data())
def test_the_pot_is_conserved(data: st.DataObject) -> None:
    """Takings and what is left are the stakes; cash only changes hands; the kitapi is a tenth of the pot."""
    played = data.draw(games("prefa"))
    for done in played.turns:
        state = done.state
        stakes = sum(state.paid(player) for player in state.seats)
        assert sum(state.kasa(player) for player in state.seats) + state.pot == stakes
        assert sum(state.cash(player) for player in state.seats) == 0
        shown = pot_columns(state)
        assert sum(shown) * 10 == state.pot
        assert min(shown) >= 0 or max(shown) <= 0
        if isinstance(state.over, str) and state.over == "pool":
            assert state.pot <= 0


@given(data=st.data())
def test_rubbers(data: st.DataObject) -> None:
    """A side has less than its limit and at most one game; a hand wins at most one; points come in pairs."""
    played = data.draw(games("priffe", others=False))
    for done in played.turns:
        state = done.state
        for side in (-2, -3):
            assert 0 <= state.line(side) < state.limit(side)
            assert state.won(side) in (0, 1)
        assert sum(posting.reason.rule == "game" and posting.amount == 1 for posting in done.postings) <= 1
        assert sum(state.points(player) for player in state.seats) == 0


@each_game
@given(data=st.data())
def test_replay(which: str, data: st.DataObject) -> None:
    """Any beginning of a game replays to the same state; to void the last entry is never to have made it."""
    played = data.draw(games(which))
    entries = numbered(played)
    states = [played.first, *(done.state for done in played.turns)]
    length = data.draw(st.integers(0, len(entries)))
    assert Session(played.header, entries[:length]).state == states[length]
    if entries:
        void = played.table.entry("void", entry=len(entries)).model_copy(update={"n": len(entries) + 1})
        assert Session(played.header, [*entries, void]).state == states[-2]


@each_game
@given(data=st.data())
def test_lines_round_trip(which: str, data: st.DataObject) -> None:
    """The line of a hand parses to the same hand, whatever the players are called."""
    played = data.draw(games(which, most=3))
    state, game = played.state, played.table.game
    hands = prefa_hands if which == "prefa" else priffe_hands
    hand = data.draw(hands(state))
    assert game.parse(state, game.format(state, hand)) == hand
    for entry, before in zip(
        played.entries, [played.first, *(done.state for done in played.turns)], strict=False
    ):
        line = game.format(before, entry)
        assert not line or game.parse(before, line) == entry


@each_game
@given(data=st.data())
def test_the_answers_of_a_hand_write_the_same(which: str, data: st.DataObject) -> None:
    """However it was spelled, and whatever it says that does not count at its table."""
    played = data.draw(games(which, most=3))
    game, before = played.table.game, played.first
    for hand, turn in zip(played.entries, played.turns, strict=True):
        if hand.kind in game.hand_kinds and hand.dealer in (None, before.names[before.dealer]):
            again = game.ask(before, game.answers_of(before, hand))
            assert not isinstance(again, Question)
            written = game.play(before, again)
            assert (written.postings, written.state) == (turn.postings, turn.state)
        before = turn.state


@each_game
@given(data=st.data())
def test_any_typing_is_answered(which: str, data: st.DataObject) -> None:
    """Whatever is typed is a hand or is refused with a sentence."""
    played = data.draw(games(which, most=2))
    words = ["6h", "dd", "pp", "th", "x", "y", "h", "n", "f", "9", "13", "pass", "stake", "100", "pairs"]
    pieces = st.one_of(st.sampled_from([*words, "up", "aces", "dealer", "rubber", "?"]), st.text(max_size=4))
    typed = " ".join(data.draw(st.lists(pieces, max_size=6)))
    state = played.state
    assert isinstance(played.table.problems(state, typed), list)


@each_game
@given(data=st.data())
def test_the_form_asks_for_what_is_possible(which: str, data: st.DataObject) -> None:
    """Any answers lead, within eight keys, to a hand that is accepted and that its line says again."""
    played = data.draw(games(which, most=4))
    state, game = played.state, played.table.game
    if state.over:
        return
    answers: dict[str, str] = {}
    asked: Any = game.ask(state, answers)
    while isinstance(asked, Question):
        offered = [each for each in asked.choices if each.value != "other"]
        keys = [each.key for each in asked.choices]
        assert len(set(keys)) == len(keys)
        assert all(len(key) == 1 for key in keys)
        answers[asked.field] = data.draw(st.sampled_from(offered)).value
        assert len(answers) <= 8
        asked = game.ask(state, answers)
    assert played.table.problems(state, asked) == []
    assert game.parse(state, game.format(state, asked)) == asked


@pytest.mark.parametrize("table", [PREFA, PRIFFE], ids=lambda table: table.game.name)
@given(data=st.data())
def test_the_form_asks_for_everything_else(table: Table, data: st.DataObject) -> None:
    """Penalties, partners, stakes, newcomers, notes and ends are asked for as well."""
    played = data.draw(games(table.game.name, most=3))
    state, game = played.state, table.game
    answers = {"who": "other"}
    asked: Any = game.ask(state, answers)
    while isinstance(asked, Question):
        if asked.choices:
            answers[asked.field] = data.draw(st.sampled_from(asked.choices)).value
        else:
            answers[asked.field] = {"name": "somebody new", "reason": "why", "text": "said"}.get(
                asked.field, "20"
            )
        asked = game.ask(state, answers)
    assert isinstance(asked, Entry)
    fresh = asked.kind not in ("pairs", "rubber", "hand", "all_pass") or not state.over
    if fresh and asked.kind not in ("pairs", "rubber", "adjust", "add_stake", "join"):
        assert table.problems(state, asked) == []


@pytest.mark.parametrize(
    ("name", "lines", "made", "passed"),
    [
        ("prefa", ["anna 6h dd 2 2", "anna 6s dd 3 3", "anna 6n pp"], "2/3", {"made_6": 2, "passed_6": 1}),
        ("balkan", ["anna herc 2 2", "anna herc 5 -", "anna herc - -"], "2/3", {"passed_herc": 2}),
    ],
)
def test_contracts_are_counted_of_those_played(
    name: str, lines: list[str], made: str, passed: dict[str, int]
) -> None:
    """One table says how many were made and of how many (statistics show a part with its whole)."""
    table = Table.of(name)
    state, counted = table.start(("Anna", "Boris", "Vera"), dealer="Vera"), Counter[str]()
    for line in lines:
        done = table.transition(state, line)
        for player, key, amount in table.game.tallies(state, table.game.parse(state, line), done):
            if player == 0:
                counted[key] += int(amount)
        state = done.state
    parts = [measure for measure in table.game.measures() if measure.out_of]
    whole = next(measure for measure in parts if str(measure.label) == "all")
    assert f"{counted[whole.key]}/{sum(counted[key] for key in whole.out_of)}" == made
    assert passed.items() <= counted.items()
    assert all(measure.group == whole.group for measure in parts)

"""The date of an evening and the seats, corrected by entries (file format, version 1.1)."""

from datetime import datetime
from random import Random
from typing import Any

import pytest
from hypothesis import given

from prefcount.base.problems import InvalidInput
from prefcount.entries.models import SeatsEntry, Void
from prefcount.render.data import columns_object
from prefcount.session.outcome import settle_session
from prefcount.session.session import Session
from prefcount.session.typed_entries import parse_line
from prefcount.stats.sums import session_day
from tests.bench.material import draw_hand
from tests.games.preferans.score_by_hand import columns_by_hand
from tests.helpers import entry, header
from tests.strategies import Played, games, session_of
from tests.tables import each_line

EVENING = datetime.fromisoformat("2026-11-26T19:00:00+03:00")
LATER = datetime.fromisoformat("2026-11-27T12:00:00+03:00")
FOUR = ("Anna", "Boris", "Vera", "Gleb")


def played(*lines: str, players: tuple[str, ...] = FOUR, **fields: Any) -> Session:
    """Return a game to which lines were added one by one."""
    session = Session(header(players, players[0], EVENING.isoformat()).model_copy(update=fields))
    for line in lines:
        session = session.accept(parse_line(session, session.state, line), LATER).session
    return session


def refusal(*lines: str, **fields: Any) -> list[str]:
    """Return the message about the last line."""
    session = played(*lines[:-1], **fields)
    with pytest.raises(InvalidInput) as refused:
        session.accept(parse_line(session, session.state, lines[-1]), LATER)
    return [str(problem) for problem in refused.value.problems]


def test_the_newest_date_that_counts_dates_the_evening() -> None:
    assert played().started == EVENING
    session = played("boris 6s wp 6", "date 2026-11-20", "дата 19.11.2026")
    assert str(session_day(session)) == "2026-11-19"
    void = session.game.entries["void"].model_validate({"kind": "void", "entry": 3})
    session = session.accept(void).session
    assert str(session_day(session)) == "2026-11-20"
    assert session.header.started == EVENING


def test_a_date_changes_no_figure_and_may_follow_the_end() -> None:
    before = played("boris 6s wp 6")
    end = before.game.entries["end"].model_validate({"kind": "end", "reason": "agreed"})
    session = before.accept(end).session
    dated = session.accept(parse_line(session, session.state, "date 2026-11-20"), LATER).session
    assert dated.state == session.state
    assert str(session_day(dated)) == "2026-11-20"


@each_line(
    ("typed", "said"),
    [
        ("date", "write the day of the game"),
        ("date 2026-11-28", "2026-11-28 is in the future"),
        ("date 1899-12-31", "“1899-12-31” is not a date"),
        ("date 31.11.2026", "is not a date; write year, month and day"),
        ("date 2026-11-26T19:00:00", "is not a date"),
    ],
)
def test_a_day_that_cannot_be_is_refused(typed: str, said: str) -> None:
    (sentence,) = refusal(typed)
    assert said in sentence


def test_from_here_on_the_players_sit_in_another_order() -> None:
    """Vera and Boris have sat the other way round: the figures stay with them, and Boris is still to deal."""
    session = played("boris 6s wp 6", "seats anna vera boris gleb")
    before = session.replay.steps[0].state
    assert session.players == ("Anna", "Vera", "Boris", "Gleb")
    assert session.state.sheet == before.sheet
    assert session.state.names[session.state.dealer] == "Boris"
    session = session.accept(parse_line(session, session.state, "gleb 6s pw 6")).session
    (hand,) = [entry for entry in session.entries if entry.n == 3]
    assert hand.calls == {"Anna": "pass", "Vera": "whist"}  # type: ignore[attr-defined]
    assert session.state.names[session.state.dealer] == "Gleb"


def test_seats_that_are_voided_leave_the_order_as_it_was() -> None:
    session = played("seats anna vera boris gleb")
    void = session.game.entries["void"].model_validate({"kind": "void", "entry": 1})
    assert session.accept(void).session.players == FOUR


def test_another_dealer_is_named_with_the_seats() -> None:
    session = played("boris 6s wp 6")
    fields = {"kind": "seats", "order": ("Anna", "Vera", "Boris", "Gleb"), "dealer": "Vera"}
    after = session.accept(session.game.entries["seats"].model_validate(fields)).session
    assert after.state.names[after.state.dealer] == "Vera"


@each_line(
    ("typed", "said"),
    [
        ("seats", "write the players clockwise"),
        ("seats anna vera", "leaves out Boris, Gleb"),
        ("seats anna anna boris gleb", "names Anna twice"),
        ("seats anna vera boris egor", "no player has this name"),
    ],
)
def test_seats_name_everybody_once(typed: str, said: str) -> None:
    assert said in " ".join(refusal(typed))


def test_nobody_changes_seats_after_the_end_or_in_priffe() -> None:
    session = played("boris 6s wp 6")
    end = session.game.entries["end"].model_validate({"kind": "end", "reason": "agreed"})
    session = session.accept(end).session
    with pytest.raises(InvalidInput, match="seats cannot change"):
        session.accept(parse_line(session, session.state, "seats anna vera boris gleb"))
    assert "partners sit opposite" in " ".join(refusal("seats anna vera boris gleb", game="priffe"))


def test_names_in_seats_follow_a_rename() -> None:
    session = played("seats anna vera boris gleb", "rename boris borya")
    assert session.players == ("Anna", "Vera", "Borya", "Gleb")


@given(games())
def test_seats_change_no_figure_and_only_a_named_dealer(played: Played) -> None:
    session = session_of(played)
    for step in session.replay.steps:
        seats, before, after = step.entry, step.before, step.state
        if isinstance(seats, SeatsEntry):
            exact = [
                dict(zip(state.seats, session.game.scaled_results(state).exact, strict=True))
                for state in (before, after)
            ]
            assert exact[0] == exact[1]
            assert after.sheet == before.sheet
            assert after.names[after.dealer] == (seats.dealer or before.names[before.dealer])
            left = [player for player in after.seats if after.names[player] not in seats.order]
            assert [after.names[player] for player in after.seats if player not in left] == list(seats.order)


@given(games(kinds=frozenset({"hand", "adjust", "seats", "date"}), end="manual"))
def test_an_order_that_is_taken_back_as_the_last_entry_changes_nothing(played: Played) -> None:
    before = session_of(played)
    seats = entry("seats", order=before.players[::-1])
    after = before.accept(seats).session
    undone = after.accept(Void(entry=after.next_number - 1)).session
    assert (undone.state, settle_session(undone)) == (before.state, settle_session(before))


@each_line(("preset", "count"), [("sochi", 3), ("sochi", 4), ("sochi", 5), ("leningrad", 4)])
def test_a_second_score_keeper_agrees_after_changes_of_seats(preset: str, count: int) -> None:
    people, random = [*FOUR, "Dina"][:count], Random(count)
    head = header(people, people[0], preset=preset, target=12, returned_half_whister="none")
    session = Session(head)
    while not session.state.over and len(session.entries) < 60:
        if random.random() < 0.3:
            people = random.sample(people, count)
            session = session.accept(entry("seats", order=people)).session
        dealer = session.state.names[session.state.dealer]
        hand: Any = draw_hand(session, session.state, random)
        calls = getattr(hand, "calls", None) or {}
        if len(calls) > 2 or {"half", "whist"} <= set(calls.values()):
            continue  # the other score keeper knows no returned whist
        session = session.accept(hand).session
        following = people[(people.index(dealer) + 1) % count]
        assert session.state.names[session.state.dealer] == following
    lines = [each.model_dump(mode="json", by_alias=True, exclude_none=True) for each in session.entries]
    assert columns_object(session) == columns_by_hand(head.model_dump(mode="json"), lines)

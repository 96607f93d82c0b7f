"""A session in memory: proposals, results, and who pays whom."""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prefcount.base.locale_format import use_no_break_spaces
from prefcount.base.problems import InvalidInput
from prefcount.ledger import minor_digits
from prefcount.render.chart import score_history
from prefcount.render.documents import make_report
from prefcount.render.text import chat_message, result_rows, sheet_text
from prefcount.render.text_cells import signed
from prefcount.render.view import explain_result, preview, table_view
from prefcount.session.outcome import Outcome, Transfer, settle_session
from prefcount.session.session import Proposal, Session
from prefcount.stats.sums import make_record
from prefcount.store.reader import load
from prefcount.store.session_folder import ListedSession
from prefcount.tui.games.saved_list import saved_game
from prefcount.whatif import compare_rules
from tests.helpers import PLAYERS, entry, header
from tests.store.files import EVERY_KIND, What, after, amend, by_hand, fields, session, void
from tests.store.files import entry as of
from tests.strategies import Played, games, session_of
from tests.tables import each_line

SAMPLES = Path(__file__).parents[2] / "sample_sessions"
NOW = datetime.fromisoformat("2026-11-14T20:15:00+03:00")


def refused(now: Session, what: What) -> list[str]:
    with pytest.raises(InvalidInput) as caught:
        now.accept(of(what))
    return [str(problem) for problem in caught.value.problems]


def written(now: Session, what: What) -> dict[str, Any]:
    done = now.accept(of(what), NOW)
    found: dict[str, Any] = done.session.entries[-1].model_dump(mode="json", by_alias=True, exclude_none=True)
    return found


# --- what is written -----------------------------------------------------------------------------


def test_the_program_writes_number_time_and_dealer() -> None:
    hand = fields("boris 7h wp 6")
    numbered = {"n": 2, "at": "2026-11-14T20:15:00+03:00", "dealer": "Anna"}
    assert written(session("r 3 5 2"), hand) == {**hand, **numbered}


def test_numbers_continue_after_the_largest() -> None:
    now = Session(header(), [entry("note", n=1, text="x"), entry("note", n=7, text="y")])
    assert now.next_number == 8
    assert session().next_number == 1


def test_forgotten_and_amended_hands_are_dealt_in_their_places() -> None:
    now = session("r 3 5 2", "r 3 5 2")
    assert written(now, after(1, "boris 6s pp"))["dealer"] == "Anna"
    assert written(now, after(0, "anna 6s pp"))["dealer"] == "Vera"
    assert written(now, amend(2, "boris 6s pp"))["with"]["dealer"] == "Anna"


# --- proposals -----------------------------------------------------------------------------------


def test_all_problems_are_told_together() -> None:
    hand = {
        "kind": "game",
        "declarer": "Anna",
        "contract": "8C",
        "calls": {"Boris": "half", "Gleb": "pass"},
        "tricks": {"Anna": 8},
        "talon": ["AS", "KS"],
        "dealer": "Boriss",
    }
    assert refused(session(), hand) == [
        "dealer: “Boriss” is not known; did you mean “Boris”?",
        "talon: this table plays no talon bonus; leave the talon's cards out",
        "calls: “Gleb” is not known; choose from: Anna, Boris, Vera",
        "calls.Vera: is missing; write whist, pass or half",
    ]


def test_problems_of_an_amend_name_the_field() -> None:
    now = session("anna 7h wp 6")
    six_tricks = {**fields("anna 7h ww 7 2 1"), "tricks": {"Anna": 7, "Boris": 2, "Vera": 2}}
    assert refused(now, amend(1, six_tricks)) == ["with.tricks: the tricks add up to 11, not 10"]
    assert refused(now, amend(1, {"kind": "join", "player": "Boris"})) == [
        "with.player: Boris is already playing"
    ]
    assert refused(now, amend(3, "r 3 5 2")) == ["entry: there is no earlier entry 3 to correct"]


def test_displaced_entries_are_reported() -> None:
    rules = {"kind": "rules", "set": {"half_whist": True}}
    now = session(rules, "anna 6c ph", "boris 7c ph", "r 3 5 2", half_whist=False)

    def displaced(what: What) -> tuple[int, ...]:
        proposal: Proposal = now.accept(of(what))
        return proposal.displaced

    assert displaced(void(1)) == (2, 3)
    assert displaced(void(2)) == ()
    sixes = {"kind": "rules", "set": {"half_whist": True, "half_whist_levels": [6]}}
    assert displaced(amend(1, sixes)) == (3,)
    assert displaced({"kind": "end", "reason": "agreed"}) == ()
    assert displaced(after(0, {"kind": "adjust", **MINUS_ONE})) == ()
    without = now.accept(of(void(1))).session
    assert without.state.hands == 1
    assert without.accept(of("anna m 0")).displaced == ()
    assert without.accept(of(void(4))).displaced == ()


MINUS_ONE = {"player": "Anna", "column": "dump", "amount": -1, "reason": "x"}


# --- checks --------------------------------------------------------------------------------------


def test_a_check_of_unknown_columns_is_refused() -> None:
    check = {
        "Ana": {"pool": 1},
        "Anna": {"pol": 1, "pool": 10, "whists": {"Anna": 1, "Gleb": 1, "Boris": 0}},
        "Boris": {"whists": 5, "dump": {"Anna": 3}},
    }
    assert refused(session("anna m 0"), {"kind": "check", "columns": check}) == [
        "columns.Ana: “Ana” is not known; did you mean “Anna”?",
        "columns.Anna.pol: the sheet has no such column",
        "columns.Anna.whists.Anna: the sheet has no such column",
        "columns.Anna.whists.Gleb: the sheet has no such column",
        "columns.Boris.whists: the sheet has no such column",
        "columns.Boris.dump.Anna: the sheet has no such column",
    ]


# --- the outcome ---------------------------------------------------------------------------------


def settled(*what: What, stake: str | None = None, currency: str | None = None, **rules: Any) -> Outcome:
    head = header(**rules).model_copy(update={"stake": stake, "currency": currency})
    return settle_session(Session(head, session(*what).entries))


def test_money_may_follow_the_whole_whists() -> None:
    found = settled("anna 7h wp 6", stake="0.10", rounding="whole")
    assert found.money is not None
    assert found.money.amounts == (Decimal("-5.00"), Decimal("3.30"), Decimal("1.70"))


def check_results(played: Session) -> None:
    """Check that every view of a session shows the results that the table plays for."""
    settled = settle_session(played)
    wanted = [signed(result) for result in settled.counted]
    names = list(settled.players)
    assert [signed(row.result) for row in table_view(played).rows if row.result is not None] == wanted
    assert [row[:2] for row in result_rows(settled)[1:]] == list(zip(names, wanted, strict=True))
    assert [row[1] for row in make_report(played, "").results.rows] == list(map(use_no_break_spaces, wanted))
    assert [signed(line[-1] or 0) for line in score_history(played).results] == wanted
    now = [explain_result(played, player)[0] for player in played.state.seats]
    shown, chat = sheet_text(played).splitlines(), chat_message(played, "").splitlines()
    for name, result, amount, why in zip(names, wanted, settled.counted, now, strict=True):
        assert why == f"{name} now: {result}"
        assert f"{name}  {result}" in shown
        said = f"{name}: {settled.words.counted(amount, result)}"
        assert [line for line in chat if line == said or line.startswith((f"{said}, ", f"{said} ("))]
    assert paid(settled.players, settled.transfers) == settled.counted
    *_before, part = make_record(played).parts
    if not _before:
        assert [signed(part.results[player]) for player in played.state.seats] == wanted


@each_line("path", [each for each in sorted(SAMPLES.rglob("*.jsonl")) if each.stem != "payments"])
def test_every_view_of_a_sample_shows_one_result(path: Path) -> None:
    check_results(load(path).session)


@given(games(), st.sampled_from(["0.10", None]))
def test_every_view_of_a_drawn_game_shows_one_result(played: Played, stake: str | None) -> None:
    drawn = session_of(played)
    check_results(Session(drawn.header.model_copy(update={"stake": stake}), drawn.entries))


@pytest.mark.parametrize("rounding", ["exact", "whole", "paper"])
def test_a_game_has_one_result_everywhere(tmp_path: Path, rounding: str) -> None:
    rules = {"preset": "sochi", "rounding": rounding}
    path = by_hand(tmp_path / "game.jsonl", "anna 7h wp 6", "r 3 5 2", "vera 6c pp", rules=rules)
    loaded = load(path)
    played = loaded.session
    settled = settle_session(played)
    counted = settled.exact if rounding == "exact" else settled.whole
    proposal = played.propose(played.complete_entry(of("misdeal")))
    previewed = preview(played, proposal)
    assert settled.counted == counted
    assert tuple(amount for _name, amount in previewed.after) == settle_session(proposal.session).counted
    assert saved_game(ListedSession(path, loaded, None)).results == counted
    assert compare_rules(played, {"preset": "rostov"}).played.counted == counted
    assert compare_rules(session("anna 7h wp 6", "r 3 5 2", "vera 6c pp"), rules).replayed.counted == counted


def paid(names: Sequence[str], payments: Sequence[Transfer]) -> tuple[Fraction, ...]:
    got = dict.fromkeys(names, Fraction(0))
    for payer, receiver, amount in payments:
        assert amount > 0
        got[payer] -= Fraction(amount)
        got[receiver] += Fraction(amount)
    return tuple(got.values())


@given(
    players=st.integers(2, 5),
    figures=st.lists(st.integers(-200, 200), min_size=30, max_size=30),
    stake=st.sampled_from(["0.01", "0.1", "0.333", "1", "7", "1234567.123456"]),
    currency=st.sampled_from(["EUR", "JPY", "KWD", None]),
)
def test_money_sums_to_zero_and_payments_clear_it(
    players: int, figures: list[int], stake: str, currency: str | None
) -> None:
    names = PLAYERS[:players]
    left = iter(figures)
    sheet = {
        name: {
            "pool": next(left),
            "dump": next(left),
            "whists": {other: next(left) for other in names if other != name},
        }
        for name in names
    }
    head = header(players).model_copy(update={"stake": stake, "currency": currency})
    found = settle_session(Session(head, [entry("sheet", n=1, columns=sheet)]))
    assert sum(found.exact) == sum(found.whole) == 0
    assert paid(names, found.transfers) == found.counted
    assert found.money is not None
    assert paid(names, found.money.transfers) == tuple(map(Fraction, found.money.amounts))
    assert len(found.money.transfers) < players
    unit = Decimal(1).scaleb(-minor_digits(currency))
    for exact, whole, amount in zip(found.exact, found.whole, found.money.amounts, strict=True):
        assert -1 < exact - whole < 1
        assert abs(Fraction(amount) - exact * Fraction(stake)) < Fraction(unit)


# --- lines ---------------------------------------------------------------------------------------


def test_only_hands_have_a_line() -> None:
    now = session(*EVERY_KIND)
    dealt = {"game", "misere", "raspasy", "misdeal", "talon_thrown"}
    for step in now.replay.steps:
        shown = step.entry or step.effective.written
        assert bool(now.line(step)) == (shown.kind in dealt)


def test_columns_with_their_history() -> None:
    sheet = {"kind": "sheet", "columns": {"Anna": {"dump": "2.6.12"}}}
    now = session("anna 7h wp 6", sheet, "anna 7h ww 4 4 2", {"kind": "adjust", **MINUS_ONE})
    dump = next(cell for cell in now.game.cells(now.state, 0) if cell.column == "dump")
    on_anna = next(cell for cell in now.game.cells(now.state, 1) if cell.other == 0)
    dumps, whists = (
        [total[:2] for total in now.replay.histories()[cell.account]] for cell in (dump, on_anna)
    )
    assert dumps == [(1, 4), (2, 6), (2, 10), (2, 16), (3, 28), (4, 27)]
    assert whists == [(1, 20), (3, 48)]

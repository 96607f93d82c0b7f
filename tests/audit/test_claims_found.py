"""Claims about any game: correct ones are silent, and a single wrong figure is found."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from prefcount.audit.run_audit import audit_file
from prefcount.base.problems import Finding
from prefcount.ledger import amount_to_json
from prefcount.session.session import Session
from prefcount.store.journal import Journal
from tests.helpers import GAME, entry
from tests.strategies import Played, accepted, games


def written_by_program(path: Path, played: Played, *further: Any) -> Path:
    path.unlink(missing_ok=True)
    session, journal = Session(played.header), Journal.create(path, played.header)
    for each in (*played.entries, *further):
        session = session.accept(each).session
        journal.append(session.entries[-1])
    return path


def found(path: Path) -> list[Finding]:
    return list(audit_file(path).errors)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("claims") / "game.jsonl"


@given(played=games(most=6), data=st.data())
def test_a_single_wrong_result_is_found(path: Path, played: Played, data: st.DataObject) -> None:
    assume(not played.state.ended)
    state = accepted(played.state, entry("end", reason="agreed"))
    players = [state.names[player] for player in state.seats]
    announced = GAME.whole_results(state, GAME.scaled_results(state))  # as the table rounds
    right = dict(zip(players, announced, strict=True))
    assert found(written_by_program(path, played, entry("end", reason="agreed", results=right))) == []
    player = data.draw(st.sampled_from(players))
    wrong = {**right, player: right[player] + data.draw(st.integers(-50, 50).filter(bool))}
    written_by_program(path, played, entry("end", reason="agreed", results=wrong))
    exact = dict(zip(players, GAME.results(state), strict=True))[player]
    report = audit_file(path)
    rounded = -1 < wrong[player] - exact < 1
    named = {"result-mismatch", "results-rounded"}
    (finding,) = [each for each in report.findings if each.code in named]
    assert (finding.code, finding.player) == ("results-rounded" if rounded else "result-mismatch", player)
    assert (finding.claimed, finding.computed) == (wrong[player], right[player])
    assert (report.ok, "results-odd" in {each.code for each in report.remarks}) == (rounded, True)


@given(played=games(most=6), data=st.data())
def test_a_wrong_total_in_a_column_is_found(path: Path, played: Played, data: st.DataObject) -> None:
    session = Session(played.header)
    for each in played.entries:
        session = session.accept(each).session
    histories = {account: each for account, each in session.replay.histories().items() if len(each) > 1}
    cells = [
        (player, cell)
        for player in session.state.seats
        for cell in GAME.cells(session.state, player)
        if cell.account in histories
    ]
    assume(cells)
    player, cell = data.draw(st.sampled_from(cells))
    name = session.state.names[player]
    totals = histories[cell.account]

    def claim(figures: list[Any]) -> Any:
        column = ".".join(map(str, figures))
        inner = {session.state.names[cell.other]: column} if cell.other >= 0 else column
        return entry("check", columns={name: {cell.column: inner}})

    right = [amount_to_json(total.amount) for total in totals]
    report = audit_file(written_by_program(path, played, claim(right)))
    assert report.ok
    assert "column-differs" not in {each.code for each in report.remarks}
    at = data.draw(st.integers(0, len(totals) - 1))
    wrong = [*right[:at], 99_991, *right[at + 1 :]]
    report = audit_file(written_by_program(path, played, claim(wrong)))
    code = "check-mismatch" if at == len(totals) - 1 else "column-differs"
    (finding,) = [each for each in report.findings if each.code == code]
    assert f"the first difference is at entry {totals[at].n} (" in str(finding.message)

"""Claims about any game: true ones are silent, and a single wrong figure is found, wherever it stands."""

import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from prefcount.audit.run_audit import audit_file
from prefcount.base.problems import Finding
from prefcount.ledger.amount import written
from prefcount.session.session import Session
from prefcount.store.journal import Journal
from tests.cli.ran import ROOT
from tests.helpers import GAME, columns, entry
from tests.store.files import line
from tests.strategies import Played, accepted, games

Columns = dict[str, dict[str, Any]]
VECTORS = json.loads((ROOT / "tests" / "data" / "preferans.json").read_text(encoding="utf-8"))["sessions"]


class Place(NamedTuple):
    """A figure of a claim."""

    player: str
    column: str
    on: str = ""


def places(claimed: Columns) -> list[Place]:
    """Every figure that is claimed."""
    found = [Place(player, column) for player in claimed for column in ("pool", "dump")]
    return found + [Place(player, "whists", on) for player in claimed for on in claimed[player]["whists"]]


def moved(claimed: Columns, place: Place, by: int) -> Columns:
    """The same claim with one figure moved."""
    changed: Columns = json.loads(json.dumps(claimed))
    figures = changed[place.player]["whists"] if place.on else changed[place.player]
    key = place.on or place.column
    number = figures[key]
    if isinstance(number, int):
        figures[key] = number + by
    else:
        above, below = map(int, number.split("/"))
        figures[key] = f"{above + by * below}/{below}"
    return changed


def written_by_program(path: Path, played: Played, *further: Any) -> Path:
    """A game as the program writes it, with further entries at its end."""
    path.unlink(missing_ok=True)
    session, journal = Session(played.header), Journal.create(path, played.header)
    for each in (*played.entries, *further):
        session = session.accepted(each).session
        journal.append(session.entries[-1])
    return path


def found(path: Path) -> list[Finding]:
    """What is wrong with a file."""
    return list(audit_file(path).errors)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file that does not exist yet."""
    return tmp_path_factory.mktemp("claims") / "game.jsonl"


@given(played=games(most=6), data=st.data())
def test_a_single_wrong_figure_is_found(path: Path, played: Played, data: st.DataObject) -> None:
    """A claim of the whole sheet holds; with any figure moved by anything, exactly that one is named."""
    right = columns(played.state)
    assert found(written_by_program(path, played, entry("check", columns=right))) == []
    place = data.draw(st.sampled_from(places(right)))
    by = data.draw(st.integers(-50, 50).filter(bool))
    (finding,) = found(written_by_program(path, played, entry("check", columns=moved(right, place, by))))
    assert finding.code == "check-mismatch"
    assert finding.player == place.player
    assert finding.column == (f"whists.{place.on}" if place.on else place.column)
    assert finding.entry == len(played.entries) + 1


@given(played=games(most=6), data=st.data())
def test_a_single_wrong_result_is_found(path: Path, played: Played, data: st.DataObject) -> None:
    """Announced results hold; with one of them moved, exactly that one is named, and a remark on the sum."""
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
def test_whole_columns_of_any_game(path: Path, played: Played, data: st.DataObject) -> None:
    """A column with all its totals holds; with one of them moved, the entry that wrote it is named."""
    session = Session(played.header)
    for each in played.entries:
        session = session.accepted(each).session
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

    right = [written(total.amount) for total in totals]
    report = audit_file(written_by_program(path, played, claim(right)))
    assert report.ok
    assert "column-differs" not in {each.code for each in report.remarks}
    at = data.draw(st.integers(0, len(totals) - 1))
    wrong = [*right[:at], 99_991, *right[at + 1 :]]
    report = audit_file(written_by_program(path, played, claim(wrong)))
    code = "check-mismatch" if at == len(totals) - 1 else "column-differs"
    (finding,) = [each for each in report.findings if each.code == code]
    assert f"they differ at entry {totals[at].n} (" in str(finding.message)


@pytest.mark.parametrize("case", VECTORS, ids=lambda case: case["id"])
def test_published_games(path: Path, case: dict[str, Any]) -> None:
    """Every game of the vectors, with its columns claimed at the end: not even a remark is made."""
    head = {"kind": "session", "version": 1, "game": "preferans"}
    head |= {"players": case["players"], "rules": case["rules"]}
    claim = {"kind": "check", "n": len(case["entries"]) + 1, "columns": case["columns"]}
    path.write_bytes(b"".join(map(line, [head, *case["entries"], claim])))
    report = audit_file(path)
    assert report.findings == ()

"""How often the rules that a table played are found from its figures, and how long that takes.

Random games are of a preset with up to two options changed that matter in them; all their columns are
claimed. Beside them stand the hands and the games of independent programs, whose options are known.
"""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from prefcount.base.problems import InvalidInput
from prefcount.entries.common import ClaimEntry
from prefcount.entries.header import Header
from prefcount.fit.claims_by_rules import RulesCandidate
from prefcount.fit.rules_fit import fit, options_tried
from prefcount.games.shared.edited_rules import PRESET, dotted
from prefcount.ledger.amount import written
from prefcount.session.session import Session
from prefcount.whatif.whatif import what_if
from tests.bench.material import PLAYERS, some_hand
from tests.bench.report import Row

HANDS = 24
GAMES = 20
"""Random games in a round."""
SECONDS = 5
"""How long the fit of one game may take."""
VECTORS = Path(__file__).parents[1] / "data" / "preferans.json"


class ProgramFigures(NamedTuple):
    """What an independent program wrote.

    Attributes:
        who: the program and its convention; of a whole game, which one.
        sessions: one for each hand or game, with the figures as claims and without any of the rules.
        truth: the options that the program plays by.
    """

    who: str
    sessions: tuple[Session, ...]
    truth: RulesCandidate


def columns_by(session: Session, candidate: RulesCandidate) -> dict[str, Any] | None:
    """All columns of the hands of a session by other rules; None if these do not have all of its hands."""
    try:
        other = what_if(session, session.game.unending(candidate.given({"target": 20})))
    except InvalidInput:
        return None
    if other.unfit:
        return None
    again, columns = other.again, dict[str, Any]()
    histories = again.replay.histories()
    for player in again.state.seats:
        for cell in again.game.cells(again.state, player):
            totals = [written(total.amount) for total in histories.get(cell.account, ())]
            said = ".".join(map(str, totals)) + "." if totals else "0."
            own = columns.setdefault(again.state.names[player], {})
            if cell.other >= 0:
                own.setdefault(cell.column, {})[again.state.names[cell.other]] = said
            else:
                own[cell.column] = said
    return columns


def claimed_game(random: Random) -> tuple[Session, RulesCandidate]:
    """A game with its claims, by rules that its header does not tell, and these rules."""
    while True:
        size = random.choice((3, 4))
        header = Header(
            kind="session", version=1, game="preferans", players=PLAYERS[:size], rules={"target": 20}
        )
        session = Session(header)
        header = header.model_copy(update={"rules": session.game.unending({"target": 20})})
        session = Session(header)
        for _hand in range(HANDS):
            session = session.accepted(some_hand(session, session.state, random)).session
        values = options_tried(session.game)
        preset = random.choice(list(session.game.presets))
        names = random.sample(sorted(values), random.choice((0, 1, 2)))
        truth = RulesCandidate(
            preset, tuple(sorted((name, random.choice(list(values[name].values))) for name in names))
        )
        columns = columns_by(session, truth)
        fewer = [
            truth._replace(changes=tuple(each for each in truth.changes if each != left))
            for left in truth.changes
        ]
        if columns is not None and all(columns_by(session, each) != columns for each in fewer):
            check = ClaimEntry.model_validate({"columns": columns})
            return session.accepted(check).session, truth


def measured(games: int, seed: int = 1) -> tuple[int, list[float]]:
    """How many of so many games had the true rules first, or such that write the same, and the seconds."""
    random, right, seconds = Random(seed), 0, list[float]()
    for _game in range(games):
        session, truth = claimed_game(random)
        begun = time.perf_counter()
        first = fit([session]).best[0]
        seconds.append(time.perf_counter() - begun)
        right += first.wrong == 0 and len(first.candidate.changes) <= len(truth.changes)
    return right, seconds


def figures_of_programs() -> Iterator[ProgramFigures]:
    """The single hands of each program together, and each whole game."""
    vectors = json.loads(VECTORS.read_text(encoding="utf-8"))
    hands = dict[tuple[str, RulesCandidate], list[Session]]()
    for hand in vectors["hands"]:
        who, rules = hand["id"].partition("/")[0], _rules_of(hand)
        if "__" in who:
            hands.setdefault((who, rules), []).append(_claimed(hand, [hand["entry"]]))
    for (who, rules), sessions in hands.items():
        yield ProgramFigures(who, tuple(sessions), rules)
    for game in vectors["sessions"]:
        yield ProgramFigures(game["id"], (_claimed(game, game["entries"]),), _rules_of(game))


def _rules_of(vector: dict[str, Any]) -> RulesCandidate:
    changes = dotted({name: value for name, value in vector["rules"].items() if name != "target"})
    return RulesCandidate(changes.pop(PRESET), tuple(sorted(changes.items())))


def _claimed(vector: dict[str, Any], entries: list[dict[str, Any]]) -> Session:
    header = Header(
        kind="session",
        version=1,
        game="preferans",
        players=tuple(vector["players"]),
        rules={"target": vector["rules"]["target"]},
    )
    read = Session(header).game.adapter.validate_json
    check = {"kind": "check", "n": len(entries) + 1, "columns": vector["columns"]}
    return Session(header, [read(json.dumps(each)) for each in (*entries, check)])


def fitting(_folder: Path, rounds: int) -> Iterator[Row]:
    """How many random games and figures of programs have the true rules first, and how soon."""
    right, seconds = measured(GAMES * rounds)
    in_time = sum(each <= SECONDS for each in seconds)
    yield Row(
        f"rules that write the same found first, of {len(seconds)}", 100 * right / len(seconds), unit="%"
    )
    yield Row(f"found within {SECONDS} s", 100 * in_time / len(seconds), unit="%")
    yield Row("slowest game", max(seconds), unit="s", decimals=1)
    found, seconds = 0, []
    for figures in figures_of_programs():
        begun = time.perf_counter()
        best = fit(figures.sessions).best[0]
        seconds.append(time.perf_counter() - begun)
        found += best.wrong == 0
    yield Row(f"figures of programs explained wholly, of {len(seconds)}", found, unit="sets")
    yield Row("slowest set", max(seconds), unit="s", decimals=1)

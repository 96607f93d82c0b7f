"""How often the rules that a table played are found from its figures, and how long that takes.

Each game is of a preset with up to two options changed that matter in it; all its columns are claimed.
"""

import time
from random import Random
from typing import Any

from prefcount.audit.rules_fit import RulesCandidate, fit, options_tried
from prefcount.entries.common import Check
from prefcount.entries.header import Header
from prefcount.ledger.amount import written
from prefcount.problems import InvalidInput
from prefcount.session.session import Session
from prefcount.session.whatif import what_if
from tests.bench.material import PLAYERS, some_hand

HANDS = 24


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
            check = Check.model_validate({"columns": columns})
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

"""Fits of the rules to the figures of a table: the share of true rules found, and the time it takes.

Random games are played by a preset with up to two changed options that matter in the game; all their columns
are claimed. Games of strangers have odder rules and the header of another table, which refuses some of the
hands and gives others the wrong dealer. The hands and games of independent programs are fitted as well.
"""

import json
import time
from collections.abc import Callable, Iterator
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from prefcount.base.problems import InvalidInput
from prefcount.entries.models import ClaimEntry, Entry, Header
from prefcount.fit import RulesCandidate, fit_rules, list_tried_options
from prefcount.games.game import flatten_options
from prefcount.games.preferans.options import RULESET
from prefcount.games.rules import PRESET
from prefcount.games.state import State
from prefcount.ledger import Account, amount_to_json
from prefcount.paper.known_games import SearchBudget
from prefcount.session.session import Session
from prefcount.whatif import compare_rules
from tests.bench.material import PLAYERS, draw_hand
from tests.bench.report import Row
from tests.strategies import OPTIONS

HANDS = 24
GAMES = 20
"""Number of random games in a round."""
NO_LIMIT = SearchBudget(seconds=0)
SECONDS = 5
"""Maximum seconds for the fit of one game."""
OF_THE_HEADER = {"target", "end", "hands", "minutes"}
"""Options that a fit does not look for."""
WITHOUT_CARDS = {"end": "manual", "talon_bonus": False, "misere_talon_bonus": False}
"""Options with which no question asks for the cards of the talon."""
VECTORS = Path(__file__).parents[1] / "data" / "preferans.json"


class ProgramFigures(NamedTuple):
    """Figures written by an independent program.

    Attributes:
        who: the program and its preset, or the id of a whole game.
        sessions: a session for each hand or game, with the figures as claims and without the rules.
        truth: the options that the program plays by.
    """

    who: str
    sessions: tuple[Session, ...]
    truth: RulesCandidate


def compute_columns_by(session: Session, candidate: RulesCandidate) -> dict[str, Any] | None:
    """Return all columns of a session by other rules; None if these rules refuse some of its hands."""
    try:
        other = compare_rules(
            session,
            session.game.make_endless(candidate.as_header_rules({"target": session.state.rules.target})),
        )
    except InvalidInput:
        return None
    if other.unplayable:
        return None
    histories = other.other.replay.histories()

    def said(account: Account) -> str:
        totals = [amount_to_json(total.amount) for total in histories.get(account, ())]
        return ".".join(map(str, totals)) + "." if totals else "0."

    return claim_columns(other.other, said)


def claim_columns(session: Session, said: Callable[[Account], Any]) -> dict[str, Any]:
    """Return a figure for every column of a session, in the form of a claim."""
    columns = dict[str, Any]()
    for player in session.state.seats:
        for cell in session.game.cells(session.state, player):
            own = columns.setdefault(session.state.names[player], {})
            if cell.other >= 0:
                own.setdefault(cell.column, {})[session.state.names[cell.other]] = said(cell.account)
            else:
                own[cell.column] = said(cell.account)
    return columns


def draw_claimed_game(random: Random) -> tuple[Session, RulesCandidate]:
    """Return a game with claims, whose header does not tell its rules, and these rules."""
    while True:
        size = random.choice((3, 4))
        header = Header(
            kind="session", version=1, game="preferans", players=PLAYERS[:size], rules={"target": 20}
        )
        session = Session(header)
        header = header.model_copy(update={"rules": session.game.make_endless({"target": 20})})
        session = Session(header)
        for _hand in range(HANDS):
            session = session.accept(draw_hand(session, session.state, random)).session
        values = list_tried_options(session.game)
        preset = random.choice(list(session.game.presets))
        names = random.sample(sorted(values), random.choice((0, 1, 2)))
        truth = RulesCandidate(
            preset, tuple(sorted((name, random.choice(list(values[name].values))) for name in names))
        )
        columns = compute_columns_by(session, truth)
        if columns is not None and _do_all_matter(session, truth, columns):
            check = ClaimEntry.model_validate({"columns": columns})
            return session.accept(check).session, truth


def _do_all_matter(session: Session, truth: RulesCandidate, columns: dict[str, Any]) -> bool:
    fewer = (
        truth._replace(changes=tuple(each for each in truth.changes if each != left))
        for left in truth.changes
    )
    return all(compute_columns_by(session, each) != columns for each in fewer)


def draw_strange_changes(random: Random) -> dict[str, Any]:
    """Draw one to four changed options of a preset, most of them unusual numbers."""
    values = list(accumulate((random.randint(1, 5) for _level in range(5)), initial=random.randint(0, 3)))
    odd = {
        "values": values[1:],
        "consolation_fixed": random.randint(1, 30),
        "consolation_cap": random.randint(1, 12),
        "misere_value": random.randint(2, 40),
        "misere_blind_value": random.randint(5, 60),
        "nine_blind_value": random.randint(5, 40),
        "dump_factor": random.randint(1, 6),
        "whist_factor": random.randint(1, 6),
        "pool_factor": random.randint(1, 6),
        "raspasy.base": random.randint(1, 12),
        "raspasy.cap": random.randint(0, 7),
        "raspasy.trick_whists": random.randint(1, 15),
        "raspasy.stay_fee": random.randint(1, 10),
    }
    plain = [(name, value) for name, value in OPTIONS if name not in {*odd, *OF_THE_HEADER}]
    changes = dict[str, Any]()
    for _change in range(random.randint(1, 4)):
        changes |= dict([random.choice([*odd.items()] if random.random() < 0.5 else plain)])
    if "consolation_fixed" in changes:
        changes["consolation"] = "fixed"
    if "raspasy.trick_whists" in changes:
        changes["raspasy.to"] = "whists"
    return changes


def draw_strangers_game(random: Random) -> tuple[Session, RulesCandidate]:
    """Return a game under the header of another table, and its true rules.

    No dealer is named. A third of the games claim the totals after each hand, the others the columns at
    the end.
    """
    while True:
        presets = list(RULESET.presets)
        truth = RulesCandidate(random.choice(presets), tuple(sorted(draw_strange_changes(random).items())))
        target = random.choice((10, 20, 50))
        header = Header(
            kind="session",
            version=1,
            game="preferans",
            players=PLAYERS[: random.choice((3, 4))],
            rules={**truth.as_header_rules({"target": target}), **WITHOUT_CARDS},
        )
        try:
            session = Session(header)
        except InvalidInput:
            continue
        for _hand in range(HANDS):
            session = session.accept(draw_hand(session, session.state, random)).session
        columns = compute_columns_by(session, truth)
        if columns is None or not _do_all_matter(session, truth, columns):
            continue
        checks = [None] * (HANDS - 1) + [columns]
        if random.random() < 1 / 3:
            checks = [_totals(session, step.state) for step in session.replay.steps]
        entries = list[Entry]()
        for played, claimed in zip(session.entries, checks, strict=True):
            entries.append(played.model_copy(update={"dealer": None, "n": None}))
            if claimed is not None:
                entries.append(ClaimEntry.model_validate({"columns": claimed}))
        preset = random.choice([each for each in presets if each != "leningrad-sport"])
        other = header.model_copy(update={"rules": {PRESET: preset, "target": target}})
        return Session(other, [each.model_copy(update={"n": n}) for n, each in enumerate(entries, 1)]), truth


def _totals(session: Session, state: State) -> dict[str, Any]:
    return claim_columns(session, lambda account: amount_to_json(state.sheet[account]))


def measured(
    games: int, game: Callable[[Random], tuple[Session, RulesCandidate]], seed: int = 1
) -> tuple[int, int, list[float]]:
    """Fit random games.

    Returns:
        The number of games whose first rules write the right figures, the number of these whose rules
            have no more
        changes than the true ones, and the seconds of each fit.
    """
    random, right, small, seconds = Random(seed), 0, 0, list[float]()
    for _game in range(games):
        session, truth = game(random)
        begun = time.perf_counter()
        best = fit_rules([session], NO_LIMIT).best
        seconds.append(time.perf_counter() - begun)
        if best and not best[0].wrong:
            right += 1
            small += len(best[0].candidate.changes) <= len(truth.changes)
    return right, small, seconds


def load_program_figures() -> Iterator[ProgramFigures]:
    """Yield the single hands of each program together, and each whole game."""
    vectors = json.loads(VECTORS.read_text(encoding="utf-8"))
    hands = dict[tuple[str, RulesCandidate], list[Session]]()
    for hand in vectors["hands"]:
        who, rules = hand["id"].partition("/")[0], _read_rules(hand)
        if "__" in who:
            hands.setdefault((who, rules), []).append(_claimed(hand, [hand["entry"]]))
    for (who, rules), sessions in hands.items():
        yield ProgramFigures(who, tuple(sessions), rules)
    for game in vectors["sessions"]:
        yield ProgramFigures(game["id"], (_claimed(game, game["entries"]),), _read_rules(game))


def _read_rules(vector: dict[str, Any]) -> RulesCandidate:
    changes = flatten_options({name: value for name, value in vector["rules"].items() if name != "target"})
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
    """Measure how often the true rules are found first, and how long that takes."""
    games = GAMES * rounds
    _right, small, seconds = measured(games, draw_claimed_game)
    yield _share(f"rules that write the same found first, of {games}", small, games)
    yield from _in_time(seconds)
    right, small, seconds = measured(games, draw_strangers_game)
    yield _share(f"rules of strangers found first, of {games}", right, games)
    yield _share("with no more changes than theirs", small, games)
    yield from _in_time(seconds)
    found, seconds = 0, []
    for figures in load_program_figures():
        begun = time.perf_counter()
        best = fit_rules(figures.sessions, NO_LIMIT).best[0]
        seconds.append(time.perf_counter() - begun)
        found += best.wrong == 0
    yield Row(f"figures of programs explained wholly, of {len(seconds)}", found, unit="sets")
    yield Row("slowest set", max(seconds), unit="s", decimals=1)


def _in_time(seconds: list[float]) -> Iterator[Row]:
    """Yield the share of games fitted in time, and the slowest one."""
    yield _share(f"found within {SECONDS} s", sum(each <= SECONDS for each in seconds), len(seconds))
    yield Row("slowest game", max(seconds), unit="s", decimals=1)


def _share(name: str, some: int, of: int) -> Row:
    return Row(name, 100 * some / of, unit="%")

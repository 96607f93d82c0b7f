"""Short functions for the tests: start a game, play hands, read the sheet as people do.

Anna, Boris, Vera and Gleb sit clockwise, and the last of them deals. Therefore Anna is the eldest hand, Boris
the first defender against her and Vera the second. With four players Gleb sits out; with five Gleb and Elena,
who deals.
"""

import json
import re
import unicodedata
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from prefcount.base.problems import InvalidInput
from prefcount.entries.models import Entry, Header
from prefcount.games import get_game
from prefcount.games.game import Game
from prefcount.games.state import State, Transition
from prefcount.ledger import Amount, amount_to_json

GAME: Game[Any] = get_game("preferans")
PLAYERS = ("Anna", "Boris", "Vera", "Gleb", "Elena")

Players = int | Sequence[str]


def header(
    players: Players = 3, dealer: str | None = None, started: str | None = None, **rules: Any
) -> Header:
    """Return the header of a game; by default the last player deals."""
    names = PLAYERS[:players] if isinstance(players, int) else tuple(players)
    fields = {"kind": "session", "version": 1, "game": GAME.name, "players": names, "rules": rules}
    return Header.model_validate_json(
        json.dumps({**fields, "dealer": dealer or names[-1], "started": started})
    )


def start(players: Players = 3, dealer: str | None = None, started: str | None = None, **rules: Any) -> State:
    """Return a game before its first hand."""
    state: State = GAME.start(header(players, dealer, started, **rules))
    return state


def refusal(**rules: Any) -> list[str]:
    try:
        GAME.rules(rules)
    except InvalidInput as refused:
        return [str(problem) for problem in refused.problems]
    return []


def entry(kind: str, **fields: Any) -> Entry:
    """Return an entry as a file would hold it."""
    made: Entry = GAME.adapter.validate_json(json.dumps({"kind": kind, **fields}))
    return made


def transition(state: State, what: str | Entry) -> Transition[State]:
    """Play an entry or a line of the short notation."""
    return GAME.play(state, GAME.parse(state, what) if isinstance(what, str) else what)


def play(state: State, *entries: str | Entry) -> State:
    """Play entries or lines, and check that none is refused."""
    for each in entries:
        done = transition(state, each)
        assert not done.problems, [str(problem) for problem in done.problems]
        state = done.state
    return state


def problems(state: State, what: str | Entry) -> list[str]:
    """Return the problems of an entry, and check that a refused entry changes nothing."""
    done = transition(state, what)
    if done.problems:
        assert done.state == state
        assert done.postings == ()
    return [str(problem) for problem in done.problems]


def cells(state: State) -> dict[tuple[str, str, str], Amount]:
    """Return every figure on the sheet by owner, column and the other player ("" if there is none)."""
    return {
        (state.names[player], cell.column, state.names[cell.other] if cell.other >= 0 else ""): state.sheet[
            cell.account
        ]
        for player in state.seats
        for cell in GAME.cells(state, player)
    }


def sheet(state: State) -> dict[str, Amount]:
    """Return all figures on the sheet except zeros, such as "Anna pool", "Anna dump", "Boris on Anna"."""
    return {
        f"{owner} on {other}" if other else f"{owner} {column}": amount
        for (owner, column, other), amount in cells(state).items()
        if amount
    }


def scored(
    *entries: str | Entry, players: Players = 3, dealer: str | None = None, **rules: Any
) -> dict[str, Amount]:
    """Return the figures that entries write on an empty sheet."""
    return sheet(play(start(players, dealer, **rules), *entries))


def columns(state: State) -> dict[str, dict[str, Any]]:
    """Return all columns as files hold them, including zeros."""
    found: dict[str, dict[str, Any]] = {state.names[player]: {"whists": {}} for player in state.seats}
    for (owner, column, other), amount in cells(state).items():
        place = found[owner]["whists"] if other else found[owner]
        place[other or column] = amount_to_json(amount)
    return found


def brought(**figures: dict[str, Any]) -> Entry:
    """Return figures brought forward from paper: `brought(Anna={"pool": 12})`."""
    return entry("sheet", columns=figures)


def pools(**figures: int) -> Entry:
    """Return pools brought forward: `pools(Anna=19, Boris=7)`."""
    return brought(**{name: {"pool": pool} for name, pool in figures.items()})


def results(state: State) -> dict[str, Amount]:
    names = [state.names[player] for player in state.seats]
    return dict(zip(names, GAME.results(state), strict=True))


def fact(state: State, key: str) -> str:
    """Return a fact shown next to the sheet, or "" if it is not shown."""
    return next((str(fact.value) for fact in GAME.facts(state) if fact.key == key), "")


def dealer(state: State) -> str:
    return state.names[state.dealer]


def shown_amount(shown: str) -> Fraction:
    """Parse a figure as people read it: "+12", "−7⅓", "2 2/7"."""
    parts = re.findall(r"\d+/\d+|\d+|[½⅓⅔¼¾⅙⅚]", shown)
    each = (Fraction(unicodedata.normalize("NFKC", part).replace("⁄", "/")) for part in parts)
    return (-1 if shown.startswith("−") else 1) * sum(each, Fraction(0))

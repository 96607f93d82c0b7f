"""The sample sessions of Prefa and Priffe: each is a test, worked out here a second time.

`PrefaPaper` and `PriffePaper` are score keepers of their own that share no code with the program; the first
looks up what two defenders pay in the printed table instead of working it out.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from prefcount.audit.run_audit import audit_file
from prefcount.render.json_objects import settlement_object
from prefcount.session.reader import load
from tests.games.prefa.table import TWO_DEFENDERS, VALUES

FOLDER = Path(__file__).parents[1] / "sample_sessions"

Object = dict[str, Any]

RESULTS: dict[str, dict[str, int]] = {
    "prefa-to-the-last-kapiki": {"Eleni": 186, "Nikos": -339, "Kostas": 153},
    "prefa-four-players": {"Άννα": -119, "Μαρία": -63, "Γιώργος": 217, "Πέτρος": -35},
    "priffe-six-rubbers": {"Astrid": 31, "Bertil": -105, "Cecilia": 75, "David": -1},
    "priffe-second-table": {"Nora": 11, "Elsa": -25, "Sven": 25, "Wilma": -11},
}
OVER = {
    "prefa-to-the-last-kapiki": "pool",
    "prefa-four-players": "agreed",
    "priffe-six-rubbers": "hands",
    "priffe-second-table": "agreed",
}
PREFA = [name for name in RESULTS if name.startswith("prefa")]
PRIFFE = [name for name in RESULTS if name.startswith("priffe")]

each_sample = pytest.mark.parametrize("name", RESULTS)


def path(name: str) -> Path:
    """The file of a sample."""
    return FOLDER / f"{name}.jsonl"


def lines(name: str) -> list[Object]:
    """The lines of a sample as plain objects."""
    return [json.loads(line) for line in path(name).read_text(encoding="utf-8").splitlines()]


class PrefaPaper:
    """A second score keeper of Prefa, for checking only."""

    def __init__(self, header: Object) -> None:
        self.players: list[str] = header["players"]
        self.rules: Object = header["rules"]
        self.stake: int = header["rules"]["stake"]
        self.kasa: Counter[str] = Counter(dict.fromkeys(self.players, 0))
        self.cash: Counter[str] = Counter(dict.fromkeys(self.players, 0))

    @property
    def pot(self) -> int:
        """What is left of all stakes."""
        return self.stake * len(self.players) - sum(self.kasa.values())

    def pay(self, payer: str, receiver: str, amount: int) -> None:
        """Cash from one to another."""
        self.cash[payer] -= amount
        self.cash[receiver] += amount

    def entry(self, entry: Object) -> None:
        """Write one line of the file."""
        if entry["kind"] == "add_stake":
            self.stake += entry["amount"]
        elif entry["kind"] == "all_pass":
            for name, taken in entry.get("tricks", {}).items():
                self.kasa[name] -= 10 * (taken - min(entry["tricks"].values()))
        elif entry["kind"] == "hand":
            self.hand(entry)

    def hand(self, entry: Object) -> None:
        """A contract: given up, passed out, or played against one defender or two."""
        me, level = entry["declarer"], entry["level"]
        out = entry["dealer"] if len(self.players) == 4 else None
        at = self.players.index(me)
        turn = [name for name in self.players[at + 1 :] + self.players[:at] if name != out]
        roles = [entry.get("defenders_role", {}).get(name, "play") for name in turn]
        tricks = [entry.get("tricks", {}).get(name, 0) for name in turn]
        if entry.get("give_up"):
            roles = ["play", "play"]
            tricks = {6: [3, 3], 7: [3, 2], 8: [2, 2], 9: [2, 1], 10: [1, 1]}[level]
        came = [position for position in (0, 1) if roles[position] != "pass"]
        short = level - (10 - sum(tricks)) if came else 0
        pays = self.defenders(level, tricks, came) if short <= 0 else (0, 0, 0)
        made = short <= 0 and pays == (0, 0, 0)
        value = self.value(entry, made=made)
        answers = [turn[roles.index("together")] if "together" in roles else name for name in turn]
        if short > 0 or made:
            each = -value if short == 1 else -2 * value if short > 1 else value
            self.kasa[me] += 10 * each
            for position in came:
                self.pay(me, answers[position], abs(each) * tricks[position])
        for position in (0, 1):
            self.pay(answers[position], me, pays[position] * value)
        if pays[2] and "together" not in roles:
            payer = 0 if pays[0] else 1
            self.pay(turn[payer], turn[1 - payer], pays[2] * value)
        if entry.get("aces"):
            for name in turn:
                self.pay(name, me, (25 if level == 6 else 50) * (-1 if short > 0 else 1))

    @staticmethod
    def defenders(level: int, tricks: list[int], came: list[int]) -> tuple[int, int, int]:
        """What the first and the second defender pay, and one of them the other, in trick values."""
        if len(came) == 2:
            return TWO_DEFENDERS.get((level, *tricks), (0, 0, 0))
        if len(came) == 1:
            missing = max(0, {6: 2, 7: 2, 8: 1, 9: 1, 10: 0}[level] - tricks[came[0]])
            pays = (10 - tricks[came[0]]) * min(missing, 2)
            return (pays, 0, 0) if came == [0] else (0, pays, 0)
        return (0, 0, 0)

    def value(self, entry: Object, *, made: bool) -> int:
        """Of a trick; cut to the pot in every hand, or in an unbalanced game where it is made."""
        full = VALUES[entry["level"]][entry["trump"]]
        cut = self.rules.get("last", "normal") == "normal" or made
        return min(full, self.pot // 10) if cut else full

    def results(self) -> dict[str, Fraction]:
        """Takings, cash and a share of the pot, less the stake."""
        share = Fraction(self.pot, len(self.players))
        return {name: self.kasa[name] + self.cash[name] + share - self.stake for name in self.players}


class PriffePaper:
    """A second score keeper of Priffe, for checking only: the schedule is written out."""

    def __init__(self, header: Object) -> None:
        self.players: list[str] = header["players"]
        self.rules: Object = header["rules"]
        at = self.players.index(header.get("dealer", self.players[0]))
        a, b, c, d = self.players[at:] + self.players[:at]
        self.schedule = [({a, c}, {b, d}), ({a, d}, {b, c}), ({a, b}, {c, d})] * 20
        self.points: Counter[str] = Counter(dict.fromkeys(self.players, 0))
        self.other_pairs: tuple[set[str], set[str]] | None = None
        self.begin()

    def begin(self) -> None:
        """A new rubber."""
        self.total, self.line, self.games = Counter[str](), Counter[str](), Counter[str]()

    @property
    def sides(self) -> dict[str, set[str]]:
        """Who plays with whom; X is where the first seat plays."""
        one, other = self.other_pairs or self.schedule[0]
        return {"X": one, "Y": other} if self.players[0] in one else {"X": other, "Y": one}

    def entry(self, entry: Object) -> None:
        """Write one line of the file."""
        if entry["kind"] == "pairs":
            pair = set(entry["sides"]["X"])
            self.other_pairs = (pair, set(self.players) - pair)
        elif entry["kind"] == "hand":
            self.hand(entry)

    def hand(self, entry: Object) -> None:
        """Tricks, penalty, slam, honours; then the game and the rubber."""
        x = entry["tricks"]["X"] if "X" in entry["tricks"] else 13 - entry["tricks"]["Y"]
        noll = "noll" in entry["contract"]
        winner = "X" if (x >= 7) != noll else "Y"
        good = x if (winner == "X") != noll else 13 - x
        over, penalty = good - 6, entry.get("declarer", winner) != winner
        self.line[winner] += 10 * over
        self.total[winner] += 10 * over * (2 if penalty else 1)
        if over >= 6 and (not noll or self.rules.get("noll_slams")):
            self.total[winner] += {6: 10, 7: 20}[over] * (2 if penalty else 1)
        for side, people in self.sides.items():
            self.total[side] += self.honours([entry.get("honours", {}).get(name, 0) for name in people])
        second = self.games[winner] == 1
        if self.line[winner] >= (40 if second else 30):
            self.total[winner] += 20 if second else 10
            self.games[winner] += 1
            self.line.clear()
        if self.games[winner] == 2:
            self.rubber()

    def honours(self, held: list[int]) -> int:
        """By the table of sides, or by that of hands."""
        both, most = sum(held), max(held)
        if most == 4:
            return 50
        if self.rules["preset"] == "hand-honours":
            return {4: 40, 3: 20}[both] if most == 3 else 0
        return {4: 40, 3: 20}.get(both, 0)

    def rubber(self) -> None:
        """A tenth of the difference for everybody, and the next partners."""
        for name, points in self.shares().items():
            self.points[name] += points
        self.schedule.pop(0)
        self.other_pairs = None
        self.begin()

    def shares(self) -> dict[str, int]:
        """What the running rubber is worth to everybody."""
        difference = (self.total["X"] - self.total["Y"]) // 10
        return {name: difference if name in self.sides["X"] else -difference for name in self.players}

    def results(self) -> Mapping[str, int]:
        """Points, with the unfinished rubber where it counts."""
        running = self.shares() if self.rules.get("count_unfinished") else {}
        return {name: self.points[name] + running.get(name, 0) for name in self.players}


def test_every_file_is_here() -> None:
    """No sample of these games is left out."""
    found = {file.stem for file in FOLDER.glob("*.jsonl") if file.stem.startswith(("prefa-", "priffe-"))}
    assert found == set(RESULTS)


@each_sample
def test_nothing_is_wrong(name: str) -> None:
    """The file reads without faults, every entry counts, and every claim in it holds."""
    assert load(path(name)).faults == ()
    assert audit_file(path(name)).errors == ()


@each_sample
def test_results(name: str) -> None:
    """Whole results, why the game is over, and exact results that sum to zero."""
    session = load(path(name)).session
    found = settlement_object(session)["results"]
    assert (session.state.over, found["whole"]) == (OVER[name], RESULTS[name])
    assert sum(map(Fraction, found["exact"].values())) == 0


@pytest.mark.parametrize("name", PREFA)
def test_prefa_on_paper(name: str) -> None:
    """The second score keeper comes to the same columns, pot and results."""
    header, *entries = lines(name)
    paper = PrefaPaper(header)
    for entry in entries:
        paper.entry(entry)
    session = load(path(name)).session
    columns = settlement_object(session)["columns"]
    assert columns == {
        player: {"kasa": paper.kasa[player], "cash": paper.cash[player]} for player in paper.players
    }
    assert session.state.pot == paper.pot  # type: ignore[attr-defined]  # the pot of Prefa
    assert paper.results() == dict(zip(paper.players, session.game.results(session.state), strict=True))


@pytest.mark.parametrize("name", PRIFFE)
def test_priffe_on_paper(name: str) -> None:
    """The second score keeper comes to the same points of finished rubbers, and the same results."""
    header, *entries = lines(name)
    paper = PriffePaper(header)
    for entry in entries:
        paper.entry(entry)
    session = load(path(name)).session
    columns = settlement_object(session)["columns"]
    assert {player: columns[player]["points"] for player in paper.players} == paper.points
    assert paper.results() == dict(zip(paper.players, session.game.results(session.state), strict=True))


@each_sample
def test_end_is_announced_and_sealed(name: str) -> None:
    """The last entry ends the game and announces the results; its seal is the hash of all bytes before it."""
    *above, last = path(name).read_bytes().splitlines(keepends=True)
    end = json.loads(last)
    assert (end["kind"], end["reason"], end["results"]) == ("end", OVER[name], RESULTS[name])
    assert end["seal"] == hashlib.sha256(b"".join(above)).hexdigest()


@pytest.mark.parametrize("name", ["prefa-to-the-last-kapiki", "priffe-six-rubbers"])
def test_over_with_the_last_hand(name: str) -> None:
    """The rules end the game with its last hand and not before; the `end` entry only says so."""
    steps = load(path(name)).session.replay.steps
    assert (steps[-2].before.over, steps[-2].state.over) == ("", OVER[name])


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("prefa-to-the-last-kapiki", {"partner_paid": 5, "short_twice_paid": 1, "aces_paid": 1, "down": 5}),
        ("prefa-four-players", {"ppp": 1, "add_stake": 1, "partner_paid": 2, "aces_paid": 2}),
        (
            "priffe-six-rubbers",
            {"little_slam": 1, "big_slam": 2, "honours": 14, "penalty": 9, "game_reset": 4},
        ),
        ("priffe-second-table", {"big_slam": 1, "honours": 1, "penalty": 4}),
    ],
)
def test_shows_what_it_is_named_for(name: str, rules: dict[str, int]) -> None:
    """At least so many entries write something by the rules that a sample is there to show."""
    steps = load(path(name)).session.replay.steps
    found = Counter(rule for step in steps for rule in {posting.reason.rule for posting in step.postings})
    assert {rule: found[rule] for rule in rules if found[rule] < rules[rule]} == {}

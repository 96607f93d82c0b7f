"""A session of Priffe written down by hand, for checking the figures of its sample sessions.

It shares no code with the program. Each method applies a rule of `docs/relatives.md`, whose sections
the comments above them name.
"""

from collections.abc import Iterable, Mapping
from typing import Any

FIRST_GAME, SECOND_GAME = 30, 40
"""Points on the line that win a side its first and its second game (section 1.3)."""
FOR_FIRST_GAME, FOR_SECOND_GAME = 10, 20
"""Points that a game adds to the total of the rubber (section 1.3)."""
LITTLE_SLAM, BIG_SLAM = 10, 20
"""For twelve and for all thirteen good tricks (section 1.2)."""


class Side:
    """One side's figures in the rubber."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = frozenset(names)
        self.line = 0
        self.games = 0
        self.total = 0
        """Everything, the line included."""


class ScoreByHand:
    """The sheet of one session, written line after line."""

    def __init__(self, header: Mapping[str, Any]) -> None:
        self.players: list[str] = header["players"]
        rules = header["rules"]
        self.honours_by_hand: bool = rules["preset"] == "hand-honours"
        self.noll_slams: bool = rules.get("noll_slams", False)
        self.count_unfinished: bool = rules.get("count_unfinished", False)
        self.first_dealer: str = header.get("dealer", self.players[0])
        self.rubbers_played = 0
        self.score = dict.fromkeys(self.players, 0)
        self.begin_rubber(self.pair_of_first_dealer())

    def write(self, entry: Mapping[str, Any]) -> None:
        """Write one line of a session file; raises ValueError for what is not known here."""
        kind = entry["kind"]
        if kind == "pairs":
            self.begin_rubber(entry["sides"]["X"])
        elif kind == "hand":
            self.hand(entry)
        elif kind not in ("note", "end"):
            raise ValueError(f"{kind} cannot be written by hand here")

    # Section 1.2: the points of a hand

    def hand(self, entry: Mapping[str, Any]) -> None:
        """Trick points, slam and honours; then a game, and perhaps the end of the rubber."""
        noll = entry["contract"] in ("noll", "forced_noll")
        good_tricks = self.good_tricks_of_x(entry["tricks"], noll=noll)
        if good_tricks >= 7:
            winner, winning_side = "X", self.x
        else:
            winner, winning_side = "Y", self.y
            good_tricks = 13 - good_tricks
        penalty = "declarer" in entry and entry["declarer"] != winner
        self.trick_points(winning_side, good_tricks, penalty=penalty)
        if not noll or self.noll_slams:
            self.slam(winning_side, good_tricks, penalty=penalty)
        self.honours(entry.get("honours", {}))
        self.game(winning_side)

    def good_tricks_of_x(self, tricks: Mapping[str, int], *, noll: bool) -> int:
        """The tricks that a side took, in both kinds of Noll those that the other side took."""
        of_x = tricks["X"] if "X" in tricks else 13 - tricks["Y"]
        return 13 - of_x if noll else of_x

    def trick_points(self, side: Side, good_tricks: int, *, penalty: bool) -> None:
        """Ten on the line for each good trick above six; as a penalty, the same again as a bonus."""
        points = 10 * (good_tricks - 6)
        side.line += points
        side.total += points
        if penalty:
            side.total += points

    def slam(self, side: Side, good_tricks: int, *, penalty: bool) -> None:
        """Twelve good tricks are a little slam, thirteen a big one; twice that as a penalty."""
        points = {12: LITTLE_SLAM, 13: BIG_SLAM}.get(good_tricks, 0)
        side.total += 2 * points if penalty else points

    # Section 1.3: game and rubber

    def game(self, side: Side) -> None:
        """A game is won when the line has reached the limit; both lines begin again."""
        if side.line < (FIRST_GAME if side.games == 0 else SECOND_GAME):
            return
        side.total += FOR_FIRST_GAME if side.games == 0 else FOR_SECOND_GAME
        side.games += 1
        self.x.line = 0
        self.y.line = 0
        if side.games == 2:
            self.end_rubber()

    def begin_rubber(self, pair: Iterable[str]) -> None:
        """A rubber with these two against the others; X is the side of the player who is named first."""
        one = frozenset(pair)
        other = frozenset(self.players) - one
        if self.players[0] in one:
            self.x, self.y = Side(one), Side(other)
        else:
            self.x, self.y = Side(other), Side(one)

    def end_rubber(self) -> None:
        """Add up the points of the players, and begin the next rubber with the next partners."""
        self.score = self.score_with_rubber()
        self.rubbers_played += 1
        self.begin_rubber(self.pair_of_first_dealer())

    # Section 1.4: what the players win

    def score_with_rubber(self) -> dict[str, int]:
        """A tenth of the difference for each player of one side, as much off for each of the other."""
        tenth = (self.x.total - self.y.total) // 10
        score = {}
        for name in self.players:
            score[name] = self.score[name] + tenth if name in self.x.names else self.score[name] - tenth
        return score

    # Section 1.5: partners and the session

    def pair_of_first_dealer(self) -> tuple[str, str]:
        """With A dealing first it is AC against BD, AD against BC, AB against CD, and again."""
        seat = self.players.index(self.first_dealer)
        a, b, c, d = self.players[seat:] + self.players[:seat]
        return ((a, c), (a, d), (a, b))[self.rubbers_played % 3]

    def results(self) -> dict[str, int]:
        """The scores, with an unfinished rubber where it counts."""
        return self.score_with_rubber() if self.count_unfinished else self.score

    # Section 1.6: honours

    def honours(self, dealt: Mapping[str, int]) -> None:
        """Honour points go to the side that holds the cards."""
        for side in (self.x, self.y):
            held = sorted(dealt.get(name, 0) for name in side.names)
            fewer, more = held
            side.total += self.honours_in_hands(fewer, more)

    def honours_in_hands(self, fewer: int, more: int) -> int:
        """The value of two partners' honours, by the table of sides or of hands."""
        if more == 4:
            return 50
        if self.honours_by_hand and more < 3:
            return 0
        return {4: 40, 3: 20}.get(fewer + more, 0)

"""What every game of the program offers, and what all of them do in the same way.

The session, the command line, the screens and the audit know a game through this class alone. A game is pure
functions of a state and an entry; a state is never changed in place.

The parts of the protocol stand in the modules of their names. Most of it is said by functions in modules of a
game's package, which `in_module` finds. What has a body holds for every game that says nothing else.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from prefcount.base.i18n import N_, Phrase, Text, text
from prefcount.base.problems import Finding, InvalidInput, Problem, problem, unknown
from prefcount.entries.common import End, Entry
from prefcount.entries.header import Header
from prefcount.games import in_module
from prefcount.games.protocol.entry import GameEntry
from prefcount.games.protocol.ruleset import GameRules
from prefcount.games.protocol.scoring import GameScoring
from prefcount.games.protocol.sheet import GameSheet
from prefcount.games.protocol.state import Seats, State, StateT
from prefcount.games.protocol.statistics import GameStatistics
from prefcount.games.protocol.words import PROGRESS, Fact, GameWords
from prefcount.games.shared.player_names import reserved_names

EARLY_END = "early-end"
BY_RULES = frozenset({"pool", "hands", "time"})
"""Reasons of an end that are for the rules to give; the others are for the players."""


class Game(
    GameRules,
    GameScoring[StateT],
    GameSheet[StateT],
    GameEntry[StateT],
    GameWords[StateT],
    GameStatistics[StateT],
):
    """One game of the family, whose parts stand in the modules of its package.

    Attributes:
        remarkable: the codes of its remarks and, in marked sentences, the mistake that each one catches.
    """

    book = "relatives"
    remarkable: Mapping[str, str] = {EARLY_END: N_("The game was ended, but the rules had not come to that.")}

    def start(self, header: Header) -> StateT:
        """The state before the first entry. Raises InvalidInput with every problem of the header."""
        players, problems = header.players, list[Problem]()
        if len(players) not in self.sizes:
            values = {"allowed": ", ".join(map(str, self.sizes)), "given": len(players)}
            sentence = N_("{game} is played by {allowed}; these are {given}")
            problems.append(problem("players", sentence, game=text(self.name), **values))
        problems += reserved_names("players", players, self.reserved)
        dealer = players[0] if header.dealer is None else header.dealer
        if dealer not in players:
            problems.append(unknown("dealer", dealer, players))
        try:
            rules = self.rules(header.rules)
        except InvalidInput as refusal:
            raise InvalidInput([*problems, *refusal.problems]) from None
        problems += self.ruleset.size_problems(rules, len(players))
        if problems:
            raise InvalidInput(problems)
        return self.first_state(header, Seats(range(len(players))), rules, players.index(dealer))

    @in_module("state")
    def first_state(self, header: Header, seats: Seats, rules: Any, dealer: int) -> StateT:
        """The state before the first entry, with the rules and the first dealer of a header."""
        raise NotImplementedError

    def remarks(self, before: StateT, entry: Entry, after: StateT) -> Iterator[Finding]:
        """What is unlikely about an entry that counts, by the table's own rules: a hand, or an early end.

        Who deals is not the game's to remark on: that follows from the dealer in its states.
        """
        yield from self.hand_remarks(before, entry)
        if isinstance(entry, End) and entry.reason in BY_RULES and not self.may_end(before, entry.reason):
            sentence = N_("the end says “{reason}”, but the rules had not come to that")
            values: dict[str, Text | str] = {"reason": text(self.over[entry.reason])}
            progress = next((fact.value for fact in self.facts(before) if fact.key == PROGRESS), None)
            if progress is not None:
                sentence = N_("the end says “{reason}”, but the rules had not come to that: {progress}")
                values["progress"] = progress
            yield Finding(EARLY_END, text(sentence, **values), claimed=entry.reason, severity="remark")

    def hand_remarks(self, before: StateT, entry: Entry) -> Iterable[Finding]:
        """What is unlikely about a hand at this point of the game."""
        return ()

    def may_end(self, before: StateT, reason: str) -> bool:
        """Whether the game was over for a reason that is for the rules to give, or there is no telling."""
        return before.over == reason


_OVER_AFTER = Phrase("{why}, {n} hand", "{why}, {n} hands")


def next_hand(
    state: State, over: Mapping[str, str], seats: Seats, *, sits_out: bool = True
) -> Iterator[Fact]:
    """Why the game is over and after how many hands, or who deals the next hand, plays first and sits out.

    Args:
        state: the table.
        over: why a game is over, in marked words.
        seats: the order in which the next hand is dealt and played.
        sits_out: whether those who hold no cards sit out in this game.
    """
    if state.over:
        why = text(over[state.over])
        both = _OVER_AFTER.of(state.hands, {"why": why, "n": state.hands}) if state.hands else None
        yield Fact("over", text(N_("over")), why, both)
        yield Fact("hands", text(N_("hands")), str(state.hands), "")
        return
    hand, dealer, first = state.hands + 1, state.names[state.dealer], state.names[seats.after(state.dealer)]
    yield Fact("hand", text(N_("hand")), str(hand), text(N_("Hand {n}"), n=hand))
    yield Fact("dealer", text(N_("deals")), dealer, text(N_("{who} deals"), who=dealer))
    yield Fact("first", text(N_("first hand")), first, text(N_("{who} leads"), who=first))
    resting = [state.names[player] for player in seats.resting(state.dealer)]
    if sits_out and resting:
        others = ", ".join(name for name in resting if name != dealer)
        short = text(N_("{who} sits out"), who=others) if others else ""
        yield Fact("idle", text(N_("sits out")), ", ".join(resting), short)

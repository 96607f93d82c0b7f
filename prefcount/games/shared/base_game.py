"""What every game does in the same way: reads rules, seats players, tells hands from the rest."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from prefcount.base.i18n import N_, Phrase, Text, text
from prefcount.base.problems import Finding, InvalidInput
from prefcount.entries.common import End, Entry
from prefcount.entries.header import Header
from prefcount.games import in_module
from prefcount.games.protocol.game import Game
from prefcount.games.protocol.state import Seats, State, StateT
from prefcount.games.protocol.words import PROGRESS, Fact
from prefcount.games.shared.player_names import first_dealer

EARLY_END = "early-end"
BY_RULES = frozenset({"pool", "hands", "time"})
"""Reasons of an end that are for the rules to give; the others are for the players."""


class BaseGame(Game[StateT]):
    """A game whose parts stand in the modules of its package."""

    book = "relatives"
    remarkable: Mapping[str, str] = {EARLY_END: N_("The game was ended, but the rules had not come to that.")}

    def start(self, header: Header) -> StateT:
        """The state before the first entry. Raises InvalidInput with every problem of the header."""
        dealer, problems = first_dealer(self, header)
        try:
            rules = self.rules(header.rules)
        except InvalidInput as refusal:
            raise InvalidInput([*problems, *refusal.problems]) from None
        problems += self.ruleset.size_problems(rules, len(header.players))
        if problems:
            raise InvalidInput(problems)
        return self.first_state(header, Seats(range(len(header.players))), rules, dealer)

    @in_module("state")
    def first_state(self, header: Header, seats: Seats, rules: Any, dealer: int) -> StateT:
        """The state before the first entry, with the rules and the first dealer of a header."""
        raise NotImplementedError

    def remarks(self, before: StateT, entry: Entry, after: StateT) -> Iterator[Finding]:
        """What is unlikely about a hand, and an end by the rules that they had not reached."""
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

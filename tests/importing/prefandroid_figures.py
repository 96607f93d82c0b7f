"""What PrefAndroid writes for its hands: a second score keeper, by the conventions of that program."""

from collections.abc import Mapping, Sequence
from typing import Any

from tests.importing.written import NAMES, RULES, Hand

WHOLE_QUOTA = {6: 4, 7: 2, 8: 1, 9: 1, 10: 0}
"""The tricks that whisters owe together; on a ten that program asks for none."""
OWN_QUOTA = {6: 2, 7: 1, 8: 1, 9: 1, 10: 0}


class Kept:
    """The columns of a game as that program keeps them, hand after hand."""

    def __init__(self, players: int, limit: int, rules: Mapping[str, object]) -> None:
        self.rules = {**RULES, **rules}
        self.limit, self.players = limit, range(players)
        self.times = 2 if self.rules["scoring"] == "Leningrad" else 1
        self.pool, self.dump = [0] * players, [0] * players
        self.whists = [[0] * players for _player in self.players]

    def scores(self) -> list[dict[str, Any]]:
        """Its columns, as its files have them."""
        return [
            {
                "name": NAMES[own],
                "pulya": self.pool[own],
                "gora": self.dump[own],
                "visty": {str(on): n for on, n in enumerate(self.whists[own]) if on != own},
            }
            for own in self.players
        ]

    def write(self, hand: Hand) -> None:
        """One hand."""
        kind = hand["gameType"]
        taken = {int(player): tricks for player, tricks in hand.get("taken", {}).items()}
        if kind == "Raspasy":
            self._raspasy(hand, taken)
        elif kind == "Miser":
            self._misere(hand, taken)
        elif kind == "Normal":
            own, level = hand["contractor"], hand["contract"]
            if taken[own] >= level:
                self._made(hand, taken)
            else:
                self._failed(hand, taken)
        else:
            self._changed(hand["customScore"])

    def _changed(self, score: Mapping[str, Any]) -> None:
        player, amount = score["playerNum"], score["value"]
        if score["scoreType"] == "Visty":
            self.whists[player][score["refPlayerNum"]] += amount
        else:
            column = self.pool if score["scoreType"] == "Pulya" else self.dump
            column[player] += amount

    def _raspasy(self, hand: Hand, taken: Mapping[int, int]) -> None:
        """The price stands in the hand; who leads the talon has no part in bonus or whists."""
        dealer, price = hand["dealer"], hand["multiplier"]
        playing = [player for player in self.players if len(self.players) == 3 or player != dealer]
        fewest = min(taken[player] for player in playing)
        winners = [player for player in playing if taken[player] == fewest]
        if self.rules["gameType"] != "Rostov":
            for player in self.players:
                self._dumped(player, price * (taken[player] - min(taken.values())))
        else:
            for player in playing if len(winners) == 1 else []:
                each: Any = self.rules["vistTakeOnRaspas"]
                self._whisted(winners[0], player, each * (taken[player] - fewest))
            if taken[dealer] == 0:
                self._pooled(dealer, price, dealer)
        for player in winners if fewest == 0 else []:
            self._pooled(player, price, dealer)

    def _misere(self, hand: Hand, taken: Mapping[int, int]) -> None:
        own, dealer = hand["contractor"], hand["dealer"]
        half = hand["halfWithDealer"]
        for player in (own, dealer) if half else (own,):
            if taken[own] == 0:
                self._pooled(player, 5 if half else 10, dealer)
            else:
                self._dumped(player, (5 if half else 10) * taken[own])

    def _made(self, hand: Hand, taken: Mapping[int, int]) -> None:
        own, level, whisting = hand["contractor"], hand["contract"], hand["visters"]
        value, against = 2 * (level - 5), 10 - taken[own]
        each = value // 2 if self.rules["vist"] == "HalfResponsibility" else value
        self._pooled(own, value, hand["dealer"])
        if not whisting and taken[own] == level < 8:
            for player in taken:
                if player != own and taken[player] == OWN_QUOTA[level]:
                    self._whisted(player, own, 4)
        for player in whisting:
            alone = len(whisting) == 1
            self._whisted(player, own, value * (against if alone else taken[player]))
            if against < WHOLE_QUOTA[level]:
                owed = WHOLE_QUOTA[level] - against if alone else OWN_QUOTA[level] - taken[player]
                self._dumped(player, each * max(0, owed))

    def _failed(self, hand: Hand, taken: Mapping[int, int]) -> None:
        own, level, whisting = hand["contractor"], hand["contract"], hand["visters"]
        value, under = 2 * (level - 5), level - taken[own]
        self._dumped(own, value * under)
        if not whisting:
            return
        consolation = under * (10 if self.rules["consolationBonus"] == "Max10" else value)
        dealer = hand["dealer"] if len(self.players) == 4 else None
        for player in self.players:
            if player == own:
                continue
            if dealer in whisting and player != dealer:
                self._whisted(
                    player, own, consolation if self.rules["prikupConsolation"] else consolation // 2
                )
            elif player != dealer or dealer in whisting or self.rules["prikupConsolation"]:
                self._whisted(player, own, consolation)
        if len(whisting) == 2:
            for player in whisting:
                self._whisted(player, own, value * taken[player])
            return
        [lone] = whisting
        passing = [each for each in self.players if each not in (own, lone, dealer)]
        shared = self.rules["consolation"] == "Gentlemen" and lone != dealer and passing
        for player in (lone, *passing) if shared else (lone,):
            self._whisted(player, own, value * (10 - taken[own]) // (2 if shared else 1))

    def _dumped(self, player: int, points: int) -> None:
        self.dump[player] += self.times * points

    def _whisted(self, player: int, on: int, whists: int) -> None:
        if player != on:
            self.whists[player][on] += self.times * whists

    def _pooled(self, player: int, points: int, dealer: int) -> None:
        """Into the own pool up to the limit, then into those of others, the fullest first."""
        self.pool[player] += points
        if self.rules["ending"] != "Each":
            return
        while (over := self.pool[player] - self.limit) > 0:
            after = [(player + step) % len(self.players) for step in range(1, len(self.players))]
            open_pools = [
                each
                for each in after
                if self.pool[each] < self.limit and (len(self.players) == 3 or each != dealer)
            ]
            if not open_pools:
                self._dumped(player, -over)
                self.pool[player] = self.limit
                return
            helped = max(open_pools, key=lambda each: self.pool[each])
            part = min(over, self.limit - self.pool[helped])
            self.pool[helped] += part
            self.pool[player] -= part
            self._whisted(player, helped, 10 * part)


def kept(
    hands: Sequence[Hand], players: int, limit: int, rules: Mapping[str, object]
) -> list[dict[str, Any]]:
    """Everybody's columns after all hands, as `scores` of a file has them."""
    game = Kept(players, limit, rules)
    for hand in hands:
        game.write(hand)
    return game.scores()

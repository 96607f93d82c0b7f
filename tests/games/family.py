"""Helpers for the tests of all games: start a game and play hands."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import product
from typing import Any, NamedTuple

from pydantic import ValidationError

from prefcount.base.problems import InvalidInput
from prefcount.entries.models import Entry, Header
from prefcount.games import get_game
from prefcount.games.game import FACTOR, Answers, Game, Question, find_owner
from prefcount.games.state import State, Transition
from prefcount.ledger import NO_PLAYER, Amount, Posting, amount_to_json
from tests.strategies import nested


class Table(NamedTuple):
    """A game, and what tests do with it."""

    game: Game[Any]

    @classmethod
    def of(cls, name: str) -> "Table":
        """Return the game called `name`."""
        return cls(get_game(name))

    def header(self, players: Sequence[str], dealer: str | None = None, **rules: Any) -> Header:
        fields = {"kind": "session", "version": 1, "game": self.game.name, "players": players}
        return Header.model_validate_json(json.dumps({**fields, "dealer": dealer, "rules": rules}))

    def start(self, players: Sequence[str], dealer: str | None = None, **rules: Any) -> Any:
        return self.game.start(self.header(players, dealer, **rules))

    def entry(self, kind: str, **fields: Any) -> Entry:
        """Return an entry as a file would hold it, or raise ValidationError."""
        made: Entry = self.game.adapter.validate_json(json.dumps({"kind": kind, **fields}))
        return made

    def transition(self, state: State, what: str | Entry) -> Transition[Any]:
        return self.game.play(state, self.game.parse(state, what) if isinstance(what, str) else what)

    def play(self, state: Any, *entries: str | Entry) -> Any:
        for each in entries:
            done = self.transition(state, each)
            assert not done.problems, [str(problem) for problem in done.problems]
            state = done.state
        return state

    def problems(self, state: State, what: str | Entry) -> list[str]:
        try:
            done = self.transition(state, what)
        except InvalidInput as refused:
            return [str(problem) for problem in refused.problems]
        if done.problems:
            assert done.state == state
            assert done.postings == ()
        return [str(problem) for problem in done.problems]

    def accepts(self, state: State, kind: str, **fields: Any) -> bool:
        try:
            return not self.problems(state, self.entry(kind, **fields))
        except ValidationError:
            return False

    def refusal(self, **rules: Any) -> list[str]:
        try:
            self.game.rules(rules)
        except InvalidInput as refused:
            return [str(problem) for problem in refused.problems]
        return []

    def posted(self, state: State, postings: Iterable[Posting]) -> dict[str, Any]:
        """Return the sums of postings by account, without zeros, such as {"kasa:P1": 50, "supe:A>B": 20}."""
        sums: Counter[str] = Counter()
        for account, amount, _reason in postings:
            key = find_owner(self.game, state, account.owner).key.removeprefix("@")
            on = f">{state.names[account.other]}" if account.other != NO_PLAYER else ""
            of = f":{key}{on}" if account.owner != NO_PLAYER else ""
            sums[f"{account.column}{of}"] += amount  # type: ignore[assignment]  # fractions too
        return {account: amount_to_json(amount) for account, amount in sums.items() if amount}

    def results(self, state: State) -> dict[str, Amount]:
        names = [state.names[player] for player in state.seats]
        return dict(zip(names, self.game.results(state), strict=True))

    def fact(self, state: State, key: str) -> str:
        return next((str(fact.value) for fact in self.game.facts(state) if fact.key == key), "")

    def sentences(self, state: State, what: str | Entry) -> list[str]:
        done = self.transition(state, what)
        return [str(self.game.sentence(posting, done.state.names)) for posting in done.postings]


def rules_with(game: Game[Any], option: str, value: Any) -> dict[str, Any]:
    further = ({}, {"minutes": 60, "hands": 5})
    for preset, more in product(game.presets, further):
        given = {"preset": preset, **nested([*more.items(), (option, value)])}
        with suppress(InvalidInput):
            game.rules(given)
            return given
    raise AssertionError(f"no rules have {option} = {value}")


def hand_known(game: Game[Any], state: State, hand: Entry) -> State:
    done = game.play(state, hand)
    assert not done.problems, "a hand of the strategy is legal"
    assert said(game.parse(state, game.format(state, hand))) == said(hand)
    assert game.play(state, game.without_unused_details(state, hand)).postings == done.postings
    if hand.dealer in (None, state.names[state.dealer]):
        again = answered(game, state, game.get_answers(state, hand))
        assert game.play(state, again).postings == done.postings
    return state if done.state.over else done.state


def answered(game: Game[Any], state: State, answers: Answers) -> Entry:
    given = {name: answer for name, answer in answers.items() if name == FACTOR}
    while isinstance(asked := game.ask(state, given), Question):
        offered = [choice.value for choice in asked.choices]
        assert not offered or answers[asked.field] in offered, f"{asked.field} offers {answers[asked.field]}"
        given[asked.field] = answers[asked.field]
    return asked


@contextmanager
def noted(rules: dict[str, Any]) -> Iterator[None]:
    try:
        yield
    except AssertionError as error:
        error.add_note(f"by the rules {rules}")
        raise


def said(entry: Entry) -> dict[str, Any]:
    return entry.model_dump(exclude={"n", "at", "prev"}, exclude_none=True)

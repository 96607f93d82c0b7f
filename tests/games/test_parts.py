"""The parts of a game's class: attributes, functions, words and tallies."""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from prefcount.games import GAMES
from prefcount.games.game import Game, Question
from prefcount.ledger import Account, Posting, Reason
from prefcount.store.reader import load
from prefcount.whatif import compare_rules
from tests.games.family import Table

SAMPLES = Path(__file__).parents[2] / "sample_sessions"
PEOPLE = ("Anna", "Boris", "Vera", "Gleb")
ENOUGH = 3000
"""Number of random hands that is surely enough to have every tally of a game."""

each_game = pytest.mark.parametrize("name", GAMES)


@each_game
def test_its_class_sets_every_attribute(name: str) -> None:
    game = Table.of(name).game
    declared = {attribute for base in Game.__mro__ for attribute in vars(base).get("__annotations__", ())}
    assert {"name", "sizes", "ruleset", "over"} <= declared
    assert not [attribute for attribute in declared if not hasattr(game, attribute)]


@each_game
def test_a_function_that_is_missing_or_misspelt_is_an_error(name: str) -> None:
    missing = {each: getattr(Game, each) for each in Game.__abstractmethods__}
    assert missing
    kind = type(Table.of(name).game)
    for each, function in missing.items():
        with pytest.raises(TypeError, match=each):
            type("Odd", (kind,), {each: function})()


@each_game
def test_a_fraction_is_said_in_one_way(name: str) -> None:
    """15/2 is shown as 7½, and a number below zero has a true minus sign."""
    words = Table.of(name).game.posting_words
    seen = 0
    for rule, said in words.rules.items():
        if "{price}" in said.phrase.one:
            figures = {"count": Fraction(15, 2), "price": Fraction(-15, 2), "points": 2, "contract": "7"}
            inner = Posting(Account("x", 0, 1), 1, Reason("sheet"))
            sentence = str(words.sentence(inner._replace(reason=Reason(rule, figures, 1, inner)), PEOPLE))
            assert "−7½" in sentence, rule
            assert "15/2" not in sentence, rule
            seen += 1
    assert seen


@each_game
def test_every_rule_has_a_cause_that_is_known(name: str) -> None:
    words = Table.of(name).game.posting_words
    named = {rule.cause for rule in words.rules.values() if rule.cause}
    assert named <= words.causes.keys()
    depending = {"whists_made", "whists_failed", "bombs", "factors"} if name == "preferans" else set()
    assert words.causes.keys() - named == depending


@each_game
def test_every_measure_is_counted(name: str) -> None:
    game = Table.of(name).game
    wanted = {key for each in game.measures for key in (each.key, each.per, *each.out_of) if key}
    random = Random(1)
    for _hand in range(ENOUGH):
        if not wanted:
            break
        size = random.choice(game.sizes)
        preset = random.choice([each for each in game.presets if each != "leningrad-sport"])
        state = Table.of(name).start(PEOPLE[:size], preset=preset)
        wanted -= set(tallied(game, state, random))
    assert not wanted


def tallied(game: Any, state: Any, random: Random) -> Iterator[str]:
    answers: dict[str, str] = {}
    while isinstance(asked := game.ask(state, answers), Question):
        answers[asked.field] = random.choice([each.value for each in asked.choices if each.value != "other"])
    transition = game.play(state, asked)
    for tally in game.tallies(state, asked, transition):
        yield tally.key


@each_game
def test_no_hand_is_lost_in_a_replay_by_a_short_game(name: str) -> None:
    compared = 0
    for path in sorted(SAMPLES.glob("*.jsonl")):
        session = load(path).session
        game = session.game
        if game.name != name or any(step.problems for step in session.replay.steps):
            continue
        preset = next(iter(game.presets))
        info = next(each for each in game.options(game.preset(preset)) if each.name == game.goal.option)
        assert info.limits is not None
        found = compare_rules(session, {"preset": preset, game.goal.option: info.limits[0]})
        assert [step.n for step in found.other.replay.steps if step.problems and step.before.over] == []
        assert found.ending is None or found.ending.counted
        assert sum(found.difference) == 0
        compared += found.ending is not None and found.ending.later > 0
    assert compared, "a sample is long enough to be cut short"

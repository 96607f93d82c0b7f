"""Hands of Balkan Preferans, Prefa and Priffe in words: all that is scored, in the words of the table."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prefcount.base.i18n import override_language
from prefcount.entries.models import Entry
from prefcount.languages import LANGUAGES
from prefcount.render.text_cells import width
from prefcount.store.reader import load
from tests.games.brought import BROUGHT
from tests.games.family import Table
from tests.tables import each_line, load_table

NAMES = ("balkan", "prefa", "priffe")
SAMPLES = sorted(
    path for name in NAMES for path in (Path(__file__).parents[2] / "sample_sessions").glob(f"{name}-*.jsonl")
)
PEOPLE = ("Анна", "Борис", "Вера", "Глеб")
LONGEST = 66
"""Cells of the longest hand in a sample: two names of a side, the tricks, and honours of the other side."""


def table(name: str, *before: str, **rules: Any) -> tuple[Table, Any]:
    found = Table.of(name)
    people = PEOPLE[: max(3, found.game.sizes[0])]
    return found, found.play(found.start(people, **rules), *before)


def check_words(found: Table, state: Any, line: str, english: str, russian: str) -> None:
    hand = found.game.parse(state, line)
    assert str(found.game.describe_hand(state, hand)) == english
    with override_language("ru"):
        assert str(found.game.describe_hand(state, hand)) == russian


@each_line(*load_table("words-of-balkan"))
def test_a_balkan_hand_is_said_in_words(line: str, english: str, russian: str) -> None:
    check_words(*table("balkan"), line, english, russian)


@each_line(*load_table("words-of-balkan-by-other-rules"))
def test_the_words_of_a_balkan_hand_follow_the_table(
    rules: str, before: str, line: str, english: str, russian: str
) -> None:
    check_words(*table("balkan", before, **json.loads(rules)), line, english, russian)


@each_line(*load_table("words-of-prefa"))
def test_a_hand_of_prefa_is_said_in_words(line: str, english: str, russian: str) -> None:
    check_words(*table("prefa"), line, english, russian)


def test_the_tricks_of_an_all_pass_that_is_played_are_said() -> None:
    words = "все пас: Анна 5, Борис 3, Вера 2"
    check_words(*table("prefa", ppp=True), "pass 5 3 2", words.replace("все пас", "all pass"), words)


@each_line(*load_table("words-of-priffe"))
def test_a_hand_of_priffe_is_said_in_words(line: str, english: str, russian: str) -> None:
    check_words(*table("priffe"), line, english, russian)


def scored(found: Table, state: Any, hand: Entry) -> list[tuple[Any, Any]] | None:
    """Return the accounts and amounts that a hand writes, or None for a hand that the rules refuse."""
    done = found.transition(state, hand)
    return None if done.problems else sorted((posting.account, posting.amount) for posting in done.postings)


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
def test_equal_words_mean_equal_scores(name: str, data: st.DataObject) -> None:
    found = Table.of(name)
    state = found.start(PEOPLE[: data.draw(st.sampled_from(found.game.sizes))])
    one, other = (data.draw(BROUGHT[name].hands(state)) for _ in range(2))
    figures = [scored(found, state, hand) for hand in (one, other)]
    words = [str(found.game.describe_hand(state, hand)) for hand in (one, other)]
    if None in figures:
        return
    assert all(words)
    assert words[0] != words[1] or figures[0] == figures[1]


def hands_of(path: Path) -> Iterator[tuple[str, Any]]:
    """Yield the words of each hand of a sample, with what it changes in the columns."""
    session = load(path).session
    for step in session.replay.steps:
        entry = step.entry or step.effective.written
        if entry.kind in session.game.hand_kinds:
            words = str(session.game.describe_hand(step.before, entry))
            yield words, sorted((posting.account, posting.amount) for posting in step.postings)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_every_hand_of_a_sample_has_its_words(path: Path) -> None:
    for code in LANGUAGES:
        with override_language(code):
            hands = list(hands_of(path))
        assert hands
        assert all(0 < width(words) <= LONGEST for words, _figures in hands)
        figures_of = dict(hands)
        assert [words for words, figures in hands if figures_of[words] != figures] == []

"""Hands of Balkan Preferans, Prefa and Priffe in words: all that is scored, in the words of the table."""

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
from tests.tables import each_line

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


@each_line(
    ("line", "english", "russian"),
    [
        ("#1 herc 3 1", "Анна herc, Борис 3, Вера 1: made", "Анна херц, Борис 3, Вера 1: сыграно"),
        ("#1 tref 2 1", "Анна tref, Борис 2, Вера 1: Вера falls", "Анна треф, Борис 2, Вера 1: Вера падает"),
        ("#1 tref 1 1", "Анна tref, Борис 1, Вера 1: both fall", "Анна треф, Борис 1, Вера 1: падают оба"),
        ("#1 sans 3 2", "Анна sans, Борис 3, Вера 2: fell", "Анна санс, Борис 3, Вера 2: не сыграно"),
        (
            "#1 karo 2 -",
            "Анна karo, Борис 2, Вера stays out: made",
            "Анна каро, Борис 2, Вера не идёт: сыграно",
        ),
        (
            "#1 karo igra - -",
            "Анна igra-karo, nobody follows: made",
            "Анна игра-каро, никто не идёт: сыграно",
        ),
        (
            "#1 herc c2 1",
            "Анна herc, Борис calls Вера, 3: Борис falls",
            "Анна херц, Борис зовёт Веру, 3: Борис падает",
        ),
        ("#1 herc c4 0", "Анна herc, Борис calls Вера, 4: made", "Анна херц, Борис зовёт Веру, 4: сыграно"),
        ("#1 tref 2 k3", "Анна tref, kontra by Вера, 5: fell", "Анна треф, контра Веры, 5: не сыграно"),
        (
            "#1 pik rk2 1",
            "Анна pik, kontra by Борис, rekontra, 3: Борис falls",
            "Анна пик, контра Бориса, реконтра, 3: Борис падает",
        ),
        ("#1 betl 0", "Анна betl: made", "Анна бетл: сыграно"),
        ("#1 betl 2", "Анна betl: fell", "Анна бетл: не сыграно"),
        ("#1 betl k * 1", "Анна betl, kontra by Борис: fell", "Анна бетл, контра Бориса: не сыграно"),
        (
            "#1 betl k * 0",
            "Анна betl, kontra by Борис: Борис falls",
            "Анна бетл, контра Бориса: Борис падает",
        ),
        ("#1 pik", "Анна pik, no kontra: a refa for everyone", "Анна пик, без контры: всем рефа"),
        ("pass", "everyone passed: a refa for everyone", "все пас: всем рефа"),
    ],
)
def test_a_balkan_hand_is_said_in_words(line: str, english: str, russian: str) -> None:
    check_words(*table("balkan"), line, english, russian)


@each_line(
    ("rules", "before", "line", "english", "russian"),
    [
        (
            {},
            "pass",
            "#1 herc 2 2",
            "Анна herc ×2, Борис 2, Вера 2: made",
            "Анна херц ×2, Борис 2, Вера 2: сыграно",
        ),
        (
            {"max_refe": 1},
            "pass",
            "#1 pik",
            "Анна pik ×2, no kontra: made",
            "Анна пик ×2, без контры: сыграно",
        ),
        ({"max_refe": 1}, "pass", "pass", "everyone passed", "все пас"),
        (
            {"max_refe": 0, "pik_no_refe": "void"},
            "pass",
            "#1 pik",
            "Анна pik, no kontra: nothing is written",
            "Анна пик, без контры: ничего не пишется",
        ),
        (
            {"follower_quota": "each2"},
            "#1 pik",
            "#2 herc 1 3",
            "Борис herc ×2, Вера 1, Анна 3: Вера falls",
            "Борис херц ×2, Вера 1, Анна 3: Вера падает",
        ),
    ],
)
def test_the_words_of_a_balkan_hand_follow_the_table(
    rules: dict[str, Any], before: str, line: str, english: str, russian: str
) -> None:
    check_words(*table("balkan", before, **rules), line, english, russian)


@each_line(
    ("line", "english", "russian"),
    [
        ("#1 6h dd 3 1", "Анна 6♥, Борис 3, Вера 1: made", "Анна 6♥, Борис 3, Вера 1: сыграно"),
        ("#1 7d dd 2 2", "Анна 7♦, Борис 2, Вера 2: 1 down", "Анна 7♦, Борис 2, Вера 2: без одной"),
        (
            "#1 7s dd 1 1",
            "Анна 7♠, Борис 1, Вера 1: Борис 1 short",
            "Анна 7♠, Борис 1, Вера 1: Борис без одной",
        ),
        ("#1 6c dd 1 1", "Анна 6♣, Борис 1, Вера 1: both short", "Анна 6♣, Борис 1, Вера 1: недобор у обоих"),
        ("#1 8h dp 2", "Анна 8♥, Борис 2, Вера passes: made", "Анна 8♥, Борис 2, Вера пасует: сыграно"),
        (
            "#1 6n pd 0",
            "Анна 6NT, Борис passes, Вера 0: Вера 2 short",
            "Анна 6БК, Борис пасует, Вера 0: Вера без двух",
        ),
        ("#1 6d th 3 2", "Анна 6♦, Борис and Вера together 5: 1 down", "Анна 6♦, Борис с Верой 5: без одной"),
        (
            "#1 6d ht 1 0",
            "Анна 6♦, Вера and Борис together 1: Вера 3 short",
            "Анна 6♦, Вера с Борисом 1: Вера без трёх",
        ),
        ("#1 9n pp", "Анна 9NT, both pass", "Анна 9БК, пас-пас"),
        ("#1 9s up", "Анна 9♠: concedes", "Анна 9♠: уходит до игры"),
        (
            "#1 6s dd 1 4 aces",
            "Анна 6♠ with aces, Борис 1, Вера 4: 1 down",
            "Анна 6♠ с тузами, Борис 1, Вера 4: без одной",
        ),
        ("pass", "all pass", "все пас"),
        ("stake 100", "everyone adds 100 to the pot", "все добавляют в банк по 100"),
    ],
)
def test_a_hand_of_prefa_is_said_in_words(line: str, english: str, russian: str) -> None:
    check_words(*table("prefa"), line, english, russian)


def test_the_tricks_of_an_all_pass_that_is_played_are_said() -> None:
    words = "все пас: Анна 5, Борис 3, Вера 2"
    check_words(*table("prefa", ppp=True), "pass 5 3 2", words.replace("все пас", "all pass"), words)


@each_line(
    ("line", "english", "russian"),
    [
        ("x h 8", "Анна + Вера hearts: made, 8 tricks", "Анна + Вера черви: сыграно, 8 взяток"),
        ("y d 4", "Борис + Глеб diamonds: lost, 4 tricks", "Борис + Глеб бубны: не сыграно, 4 взятки"),
        ("x n 1", "Анна + Вера Noll: made, 1 trick", "Анна + Вера нолль: сыграно, 1 взятка"),
        ("x p 12", "Анна + Вера play: little slam", "Анна + Вера без козыря: малый шлем"),
        (
            "x d 13 4 0 0 0",
            "Анна + Вера diamonds: big slam, honours 50",
            "Анна + Вера бубны: большой шлем, онёры 50",
        ),
        (
            "y h 6 3 0 1 0",
            "Борис + Глеб hearts: lost, 6 tricks, opponents' honours 40",
            "Борис + Глеб черви: не сыграно, 6 взяток, чужие онёры 40",
        ),
        ("y h 6 2 2 0 0", "Борис + Глеб hearts: lost, 6 tricks", "Борис + Глеб черви: не сыграно, 6 взяток"),
        ("f x 8", "forced Noll: Борис + Глеб 5 tricks", "вынужденный нолль: Борис + Глеб, 5 взяток"),
        ("pairs #1 #2", "Анна + Борис play together", "вместе играют Анна + Борис"),
        ("rubber 190 140", "a rubber from paper: side X 190, side Y 140", "роббер с бумаги: X 190, Y 140"),
    ],
)
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

"""Each figure on the sheet has a sentence that explains it."""

import json
from collections.abc import Sequence
from typing import Any

from hypothesis import given

from prefcount.base.i18n import override_language
from prefcount.entries.models import Entry
from prefcount.games.preferans.game import WORDS
from prefcount.games.state import State, Transition
from prefcount.languages import LANGUAGES
from prefcount.ledger import format_amount
from tests.cli.ran import ROOT
from tests.helpers import GAME, brought, entry, play, pools, start, transition
from tests.strategies import Played, games
from tests.tables import each_line, load_table
from tests.worked import examples, played

REVOKE = entry("adjust", player="Anna", column="dump", amount=4, reason="revoke")
NAMED: dict[str, Entry] = {
    "FULL": pools(Anna=20, Boris=5),
    "ALL_FULL": pools(Anna=20, Boris=20, Vera=20),
    "FINED": entry("adjust", player="Anna", column="pool", amount=3, reason="fined"),
    "GLEB": entry("join", player="Gleb"),
    "MEANS": brought(Anna={"pool": 10, "dump": 4}, Boris={"pool": 8, "dump": 2}),
    "MISDEAL": entry("misdeal"),
    "THROWN": entry("talon_thrown"),
}
"""Entries that are not lines, by their names in the table of phrases."""


def last_turn(entries: Sequence[str | Entry], **table: Any) -> Transition[State]:
    return transition(play(start(**table), *entries[:-1]), entries[-1])


def said(done: Transition[State]) -> list[str]:
    return [str(GAME.sentence(posting, done.state.names)) for posting in done.postings]


EXAMPLES = [
    (rule, sentence, tuple(NAMED.get(each, each) for each in entries.split(", ")), json.loads(table))
    for rule, sentence, entries, table in load_table("phrases-of-preferans")[1]
]


@each_line(("rule", "sentence", "entries", "table"), EXAMPLES)
def test_each_rule_has_its_sentence(
    rule: str, sentence: str, entries: Sequence[str | Entry], table: dict[str, Any]
) -> None:
    done = last_turn(entries, **table)
    ruled = tuple(posting for posting in done.postings if posting.reason.rule == rule)
    assert sentence in said(done._replace(postings=ruled))


def test_every_rule_that_writes_has_an_example() -> None:
    written = {
        posting.reason.rule
        for _rule, _sentence, entries, table in EXAMPLES
        for posting in last_turn(entries, **table).postings
    }
    elsewhere = {
        "adjust_from",
        "result",
    }  # for columns that another player pays, and for results without hands
    assert written == {rule for rule, *_ in EXAMPLES}
    worked = {rule for example in examples(ROOT / "docs" / "rules.md") for rule in played(example)}
    assert WORDS.rules.keys() - elsewhere == written | (worked & WORDS.rules.keys())


@each_line(
    ("hand", "english", "russian"),
    [
        ("anna 7 wp 6", "Anna: one down on 7, 4 in the dump", "Anna: без одной на семерной — 4 в гору"),
        (
            "anna 7h wp 4",
            "Anna: 3 down on 7♥, 3 × 4 = 12 in the dump",
            "Anna: без трёх на 7♥, по 4 — 12 в гору",
        ),
        ("anna 7 -3", "Anna concedes, down 3: 3 × 4 = 12 in the dump", "Anna уходит без трёх — 12 в гору"),
        ("anna 6 wp 6", "Boris: whist, 4 tricks × 2 = 8 on Anna", "Boris: вист, 4 взятки по 2 — 8 на Anna"),
        (REVOKE, "Anna: 4 in the dump (revoke)", "Anna: 4 в гору (revoke)"),
    ],
)
def test_sentences_name_the_amount_and_its_column(hand: str | Entry, english: str, russian: str) -> None:
    for code, sentence in {"en": english, "ru": russian}.items():
        with override_language(code):
            assert sentence in said(last_turn([hand]))


@given(games())
def test_every_posting_has_a_sentence(game: Played) -> None:
    for done in game.turns:
        for posting in done.postings:
            owner = done.state.names[posting.account.owner]
            for code in LANGUAGES:
                with override_language(code):
                    sentence = str(GAME.sentence(posting, done.state.names))
                assert sentence.startswith(owner)
                assert format_amount(abs(posting.amount)) in sentence

"""Every figure on the sheet says in a sentence where it comes from."""

from collections.abc import Sequence
from typing import Any

import pytest
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
from tests.tables import each_line
from tests.worked import examples, played

Options = dict[str, Any]

FULL = pools(Anna=20, Boris=5)
ALL_FULL = pools(Anna=20, Boris=20, Vera=20)
FINED = entry("adjust", player="Anna", column="pool", amount=3, reason="fined")
GLEB = entry("join", player="Gleb")
FINED_SAID = ("Anna: 4 in the dump (revoke)", "Anna: 4 в гору (revoke)")
MEANS = brought(Anna={"pool": 10, "dump": 4}, Boris={"pool": 8, "dump": 2})

EXAMPLES: list[tuple[str, Sequence[str | Entry], int, Options, str]] = [
    ("made", ["anna 7h wp 7"], 3, {}, "Anna: 7♥ made, 4 in the pool"),
    ("passed", ["anna 10n pp"], 3, {}, "Anna: 10NT, both passed, 10 in the pool"),
    ("half_taken", ["anna 6c ph"], 3, {}, "Anna: 6♣ against half a whist, 2 in the pool"),
    ("failed", ["anna 7h wp 6"], 3, {}, "Anna: one down on 7♥, 4 in the dump"),
    ("failed", ["anna 7h wp 5"], 3, {}, "Anna: 2 down on 7♥, 2 × 4 = 8 in the dump"),
    ("left", ["anna 7h -3"], 3, {"doubled": True}, "Anna concedes, down 3: 3 × 8 = 24 in the dump"),
    ("whist", ["anna 7h wp 7"], 3, {}, "Boris: whist, 3 tricks × 4 = 12 on Anna"),
    ("whist", ["anna 7h ww 8 1 1"], 3, {}, "Vera: whist, one trick, 4 on Anna"),
    (
        "whist_shared",
        ["anna 7h wp 6"],
        3,
        {"style": "gentleman"},
        "Vera: half of 4 shared tricks × 4, 8 on Anna",
    ),
    ("half_whist", ["anna 6c ph"], 3, {}, "Vera: half a whist, 2 tricks × 2 = 4 on Anna"),
    ("half_whist", ["anna 7c ph"], 3, {}, "Vera: half a whist, one trick, 4 on Anna"),
    ("consolation", ["anna 7h wp 6"], 3, {}, "Vera: consolation, one undertrick, 4 on Anna"),
    ("consolation", ["anna 7h wp 5"], 3, {}, "Vera: consolation, 2 undertricks × 4 = 8 on Anna"),
    ("whist_undertrick", ["anna 6h wp 7"], 3, {}, "Boris: whist, one trick short, 2 in the dump"),
    ("whist_undertrick", ["anna 6h wp 8"], 3, {}, "Boris: whist, 2 tricks short × 2 = 4 in the dump"),
    (
        "whist_undertrick",
        ["anna 8h ww 10 0 0"],
        3,
        {"eight_up": "split"},
        "Boris: whist, ½ tricks short × 6 = 3 in the dump",
    ),
    ("misere_made", ["anna m 0"], 3, {}, "Anna: misère made, 10 in the pool"),
    (
        "misere_shared",
        ["anna m 0"],
        4,
        {"misere_half_with_dealer": True},
        "Gleb: half of a misère shared with Anna, 5 in the pool",
    ),
    ("misere_failed", ["anna m 2"], 3, {}, "Anna: misère, 2 tricks × 10 = 20 in the dump"),
    (
        "misere_shared_failed",
        ["anna m 1"],
        4,
        {"misere_half_with_dealer": True},
        "Anna: half of a misère shared with Gleb, one trick, 5 in the dump",
    ),
    (
        "misere_consolation",
        ["anna m 2"],
        3,
        {"misere_consolation": True},
        "Boris: misère of Anna, 2 tricks × 10 = 20 on Anna",
    ),
    ("raspasy", ["r 3 3 4", "r 3 5 2"], 3, {}, "Boris: raspasy, 5 tricks × 2 = 10 in the dump"),
    ("zero_bonus", ["r 0 4 6"], 3, {}, "Anna: no trick in raspasy, 1 in the pool"),
    (
        "zero_bonus_dump",
        ["r 0 4 6"],
        3,
        {"raspasy": {"zero_bonus": "dump_two_tricks"}},
        "Anna: no trick in raspasy, 2 off the dump",
    ),
    (
        "raspasy_whists",
        ["r 2 3 5"],
        3,
        {"preset": "rostov"},
        "Anna: raspasy, 3 tricks of Boris × 5, 15 on Boris",
    ),
    (
        "raspasy_tie",
        ["r 3 3 4"],
        3,
        {"preset": "rostov"},
        "Boris: raspasy tied with Anna, half of 4 tricks of Vera × 5, 10 on Vera",
    ),
    ("raspasy_dealer", ["r 2 3 5"], 4, {"preset": "rostov"}, "Gleb: dealer in raspasy, 1 in the pool"),
    (
        "bomb",
        ["r 3 3 4", "anna 7h pp"],
        3,
        {"bombs": True},
        "Anna: 7♥, both passed, 4 in the pool, twice for the bomb: 8",
    ),
    (
        "factor",
        ["anna 7h x3 pp"],
        3,
        {},
        "Anna: 7♥, both passed, 4 in the pool, times 3 for the whole hand: 12",
    ),
    (
        "stay_fee",
        ["r 3 3 4", "r 3 3 4"],
        3,
        {"raspasy": {"rotation": "stays", "stays_at_most": 2, "stay_fee": 5}},
        "Vera: 5 in the dump, because the deal moves on after too many raspasy",
    ),
    (
        "aid_to_zero",
        [*[f"{who} m 0" for who in ("anna", "boris", "vera")], "boris 6h -2", "boris 10n pp"],
        3,
        {"target": 10, "dump_floor": "zero", "end": "manual", "leave_without": 2},
        "Boris: no one left to help, 4 of 10 off the dump, which stops at zero",
    ),
    (
        "dump_first",
        ["anna 7h -3", "anna 7h pp"],
        3,
        {"made_first": "dump", "doubled": True},
        "Anna: 4 less in the pool, because the dump comes first",
    ),
    (
        "dump_written_off",
        ["anna 7h -3", "anna 7h pp"],
        3,
        {"made_first": "dump", "doubled": True},
        "Anna: 8 off the dump, because the dump comes first",
    ),
    ("surplus", [FULL, "anna 6h pp"], 3, {}, "Anna: 2 above the full pool of 20"),
    ("aid_received", [FULL, "anna 6h pp"], 3, {}, "Boris: 2 in the pool as aid from Anna"),
    ("aid_whists", [FULL, "anna 6h pp"], 3, {}, "Anna: aid, 2 × 10 = 20 on Boris"),
    (
        "aid_to_dump",
        [ALL_FULL, "anna 6h pp"],
        3,
        {"end": "manual", "doubled": True},
        "Anna: no one left to help, 4 off the dump",
    ),
    ("misdeal", [entry("misdeal")], 3, {"doubled": True}, "Vera: misdeal, 4 in the dump"),
    ("talon_thrown", [entry("talon_thrown")], 3, {}, "Vera: the talon thrown back, 1 in the dump"),
    (
        "talon_bonus",
        ["anna 7h pp talon as ah"],
        4,
        {"talon_bonus": True},
        "Gleb: talon bonus, 3 × 4 = 12 on Anna",
    ),
    (
        "talon_bonus_split",
        ["anna 7h pp talon as ah"],
        3,
        {"talon_bonus": True, "talon_bonus_3p": "split"},
        "Vera: half of the talon bonus, 3 × 4, 6 on Anna",
    ),
    (
        "misere_talon_bonus",
        ["anna m 0 talon 7s 8s"],
        4,
        {"misere_talon_bonus": True},
        "Gleb: talon of the misère, 2 × 10 = 20 on Anna",
    ),
    ("adjust", [FINED], 3, {}, "Anna: 3 in the pool (fined)"),
    ("sheet", [FULL], 3, {}, "Anna: brought forward, 20 in the pool"),
    ("newcomer", [MEANS, GLEB], 3, {}, "Gleb: newcomer starts with 6 in the pool, the mean of the others"),
    (
        "as_whists",
        ["anna 7h -3"],
        3,
        {"dump_points": "whists"},
        "Boris: 12 × 5 = 60 on Anna instead of the dump (Anna concedes, down 3: 3 × 4 = 12 in the dump)",
    ),
]


def last_turn(entries: Sequence[str | Entry], players: int, rules: Options) -> Transition[State]:
    return transition(play(start(players, **rules), *entries[:-1]), entries[-1])


@pytest.mark.parametrize(
    ("entries", "players", "rules", "sentence"),
    [pytest.param(*example[1:], id=f"{example[0]}-{example[4]}") for example in EXAMPLES],
)
def test_each_rule_has_its_sentence(
    entries: Sequence[str | Entry], players: int, rules: Options, sentence: str
) -> None:
    done = last_turn(entries, players, rules)
    assert sentence in [str(GAME.sentence(posting, done.state.names)) for posting in done.postings]


def test_every_rule_that_writes_has_an_example() -> None:
    written = {
        posting.reason.rule
        for _, entries, players, rules, _ in EXAMPLES
        for posting in last_turn(entries, players, rules).postings
    }
    elsewhere = {"adjust_from", "result"}  # of columns with an origin, and of an evening without hands
    assert written == {rule for rule, *_ in EXAMPLES}
    worked = {rule for example in examples(ROOT / "docs" / "rules.md") for rule in played(example)}
    assert WORDS.rules.keys() - elsewhere == written | (worked & WORDS.rules.keys())


@each_line(
    ("entries", "players", "rules", "english", "russian"),
    [
        (
            ["anna 7 wp 6"],
            3,
            {},
            "Anna: one down on 7, 4 in the dump",
            "Anna: без одной на семерной — 4 в гору",
        ),
        (
            ["anna 7h wp 4"],
            3,
            {},
            "Anna: 3 down on 7♥, 3 × 4 = 12 in the dump",
            "Anna: без трёх на 7♥, по 4 — 12 в гору",
        ),
        (
            ["anna 7 -3"],
            3,
            {},
            "Anna concedes, down 3: 3 × 4 = 12 in the dump",
            "Anna уходит без трёх — 12 в гору",
        ),
        (
            ["anna 6 wp 6"],
            3,
            {},
            "Boris: whist, 4 tricks × 2 = 8 on Anna",
            "Boris: вист, 4 взятки по 2 — 8 на Anna",
        ),
        ([entry("adjust", player="Anna", column="dump", amount=4, reason="revoke")], 3, {}, *FINED_SAID),
    ],
)
def test_sentences_name_the_amount_and_its_column(
    entries: Sequence[str | Entry], players: int, rules: Options, english: str, russian: str
) -> None:
    done = last_turn(entries, players, rules)
    for code, sentence in {"en": english, "ru": russian}.items():
        with override_language(code):
            assert sentence in [str(GAME.sentence(posting, done.state.names)) for posting in done.postings]


@given(games())
def test_every_posting_has_a_sentence(game: Played) -> None:
    for done in game.turns:
        for posting in done.postings:
            owner = done.state.names[posting.account.owner]
            for code in LANGUAGES:
                with override_language(code):
                    said = str(GAME.sentence(posting, done.state.names))
                assert said.startswith(owner)
                assert format_amount(abs(posting.amount)) in said

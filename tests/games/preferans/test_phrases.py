"""Each figure on the sheet has a sentence that explains it."""

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
from tests.tables import each_line
from tests.worked import examples, played

Case = tuple[str, str, tuple[str | Entry, ...], dict[str, Any]]

FULL = pools(Anna=20, Boris=5)
ALL_FULL = pools(Anna=20, Boris=20, Vera=20)
FINED = entry("adjust", player="Anna", column="pool", amount=3, reason="fined")
GLEB = entry("join", player="Gleb")
REVOKE = entry("adjust", player="Anna", column="dump", amount=4, reason="revoke")
MEANS = brought(Anna={"pool": 10, "dump": 4}, Boris={"pool": 8, "dump": 2})


def case(rule: str, sentence: str, *entries: str | Entry, **table: Any) -> Case:
    return rule, sentence, entries, table


def last_turn(entries: Sequence[str | Entry], **table: Any) -> Transition[State]:
    return transition(play(start(**table), *entries[:-1]), entries[-1])


def said(done: Transition[State]) -> list[str]:
    return [str(GAME.sentence(posting, done.state.names)) for posting in done.postings]


EXAMPLES: list[Case] = [
    case("made", "Anna: 7♥ made, 4 in the pool", "anna 7h wp 7"),
    case("passed", "Anna: 10NT, both passed, 10 in the pool", "anna 10n pp"),
    case("half_taken", "Anna: 6♣ against half a whist, 2 in the pool", "anna 6c ph"),
    case("failed", "Anna: one down on 7♥, 4 in the dump", "anna 7h wp 6"),
    case("failed", "Anna: 2 down on 7♥, 2 × 4 = 8 in the dump", "anna 7h wp 5"),
    case("left", "Anna concedes, down 3: 3 × 8 = 24 in the dump", "anna 7h -3", doubled=True),
    case("whist", "Boris: whist, 3 tricks × 4 = 12 on Anna", "anna 7h wp 7"),
    case("whist", "Vera: whist, one trick, 4 on Anna", "anna 7h ww 8 1 1"),
    case(
        "whist_shared",
        "Vera: half of the shared whists, 4 tricks × 4 / 2 = 8 on Anna",
        "anna 7h wp 6",
        style="gentleman",
    ),
    case("half_whist", "Vera: half a whist, 2 tricks × 2 = 4 on Anna", "anna 6c ph"),
    case("half_whist", "Vera: half a whist, one trick, 4 on Anna", "anna 7c ph"),
    case("consolation", "Vera: consolation, one undertrick, 4 on Anna", "anna 7h wp 6"),
    case("consolation", "Vera: consolation, 2 undertricks × 4 = 8 on Anna", "anna 7h wp 5"),
    case("whist_undertrick", "Boris: whist, one trick short, 2 in the dump", "anna 6h wp 7"),
    case("whist_undertrick", "Boris: whist, 2 tricks short × 2 = 4 in the dump", "anna 6h wp 8"),
    case(
        "whist_undertrick",
        "Boris: whist, ½ tricks short × 6 = 3 in the dump",
        "anna 8h ww 10 0 0",
        eight_up="split",
    ),
    case("misere_made", "Anna: misère made, 10 in the pool", "anna m 0"),
    case(
        "misere_shared",
        "Gleb: half of a made misère, shared with Anna, 5 in the pool",
        "anna m 0",
        players=4,
        misere_half_with_dealer=True,
    ),
    case("misere_failed", "Anna: misère failed, 2 tricks × 10 = 20 in the dump", "anna m 2"),
    case(
        "misere_shared_failed",
        "Anna: half of a failed misère, shared with Gleb, one trick, 5 in the dump",
        "anna m 1",
        players=4,
        misere_half_with_dealer=True,
    ),
    case(
        "misere_consolation",
        "Boris: misère of Anna failed, 2 tricks × 10 = 20 on Anna",
        "anna m 2",
        misere_consolation=True,
    ),
    case("raspasy", "Boris: raspasy, 5 tricks × 2 = 10 in the dump", "r 3 3 4", "r 3 5 2"),
    case("zero_bonus", "Anna: no trick in raspasy, 1 in the pool", "r 0 4 6"),
    case(
        "zero_bonus_dump",
        "Anna: no trick in raspasy, 2 taken off the dump",
        "r 0 4 6",
        raspasy={"zero_bonus": "dump_two_tricks"},
    ),
    case("raspasy_whists", "Anna: raspasy, 3 tricks of Boris × 5 = 15 on Boris", "r 2 3 5", preset="rostov"),
    case(
        "raspasy_tie",
        "Boris: tied with Anna for the fewest tricks in raspasy, 4 tricks of Vera × 5 / 2 = 10 on Vera",
        "r 3 3 4",
        preset="rostov",
    ),
    case(
        "raspasy_dealer",
        "Gleb: sits out raspasy as dealer, 1 in the pool",
        "r 2 3 5",
        players=4,
        preset="rostov",
    ),
    case(
        "bomb",
        "Anna: 7♥, both passed, 4 in the pool, doubled by a bomb to 8",
        "r 3 3 4",
        "anna 7h pp",
        bombs=True,
    ),
    case(
        "factor", "Anna: 7♥, both passed, 4 in the pool, but the hand counts 3 times, so 12", "anna 7h x3 pp"
    ),
    case(
        "stay_fee",
        "Vera: 5 in the dump as a fee for too many raspasy with the same dealer",
        "r 3 3 4",
        "r 3 3 4",
        raspasy={"rotation": "stays", "stays_at_most": 2, "stay_fee": 5},
    ),
    case(
        "aid_to_zero",
        "Boris: all other pools are full, so only 4 of 10 taken off the dump, which cannot go below zero",
        *[f"{who} m 0" for who in ("anna", "boris", "vera")],
        "boris 6h -2",
        "boris 10n pp",
        target=10,
        dump_floor="zero",
        end="manual",
        leave_without=2,
    ),
    case(
        "dump_first",
        "Anna: 4 less in the pool, because these points were taken off the dump",
        "anna 7h -3",
        "anna 7h pp",
        made_first="dump",
        doubled=True,
    ),
    case(
        "dump_written_off",
        "Anna: 8 taken off the dump instead of going into the pool",
        "anna 7h -3",
        "anna 7h pp",
        made_first="dump",
        doubled=True,
    ),
    case("surplus", "Anna: 2 taken off the pool, which is full at 20", FULL, "anna 6h pp"),
    case("aid_received", "Boris: 2 in the pool as aid from Anna", FULL, "anna 6h pp"),
    case("aid_whists", "Anna: whists for points given as aid, 2 × 10 = 20 on Boris", FULL, "anna 6h pp"),
    case(
        "aid_to_dump",
        "Anna: all other pools are full, so 4 taken off the dump",
        ALL_FULL,
        "anna 6h pp",
        end="manual",
        doubled=True,
    ),
    case("misdeal", "Vera: misdeal, 4 in the dump", entry("misdeal"), doubled=True),
    case("talon_thrown", "Vera: a bad talon thrown back at the dealer, 1 in the dump", entry("talon_thrown")),
    case(
        "talon_bonus",
        "Gleb: talon bonus, 3 × 4 = 12 on Anna",
        "anna 7h pp talon as ah",
        players=4,
        talon_bonus=True,
    ),
    case(
        "talon_bonus_split",
        "Vera: half of the talon bonus, 3 × 4 / 2 = 6 on Anna",
        "anna 7h pp talon as ah",
        talon_bonus=True,
        talon_bonus_3p="split",
    ),
    case(
        "misere_talon_bonus",
        "Gleb: bonus for sevens in the talon of a misère, 2 × 10 = 20 on Anna",
        "anna m 0 talon 7s 8s",
        players=4,
        misere_talon_bonus=True,
    ),
    case("adjust", "Anna: 3 in the pool (fined)", FINED),
    case("sheet", "Anna: brought forward from paper, 20 in the pool", FULL),
    case("newcomer", "Gleb: newcomer starts with 6 in the pool, the average of the others", MEANS, GLEB),
    case(
        "as_whists",
        "Boris: dump points become whists here, 12 × 5 = 60 on Anna "
        "(Anna concedes, down 3: 3 × 4 = 12 in the dump)",
        "anna 7h -3",
        dump_points="whists",
    ),
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

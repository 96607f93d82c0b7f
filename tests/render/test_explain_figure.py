"""Tests of explanations: the reasons of a figure add up to the figure."""

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

from hypothesis import given

from prefcount.base.i18n import override_language
from prefcount.entries.models import Entry
from prefcount.games.state import RESULT
from prefcount.ledger import FRACTION_SIGNS, Account, Amount, Posting, format_amount
from prefcount.render.text_cells import figure, signed
from prefcount.render.view import (
    CHANGE,
    exact_changes,
    explain_entry,
    explain_figure,
    explain_missing,
    explain_result,
    sum_line,
    table_view,
)
from prefcount.session.outcome import column_marks, settle_session
from prefcount.session.replay import Step
from prefcount.session.session import Session
from prefcount.store.reader import load
from tests.helpers import GAME
from tests.store.files import Fields, after, amend, session, void
from tests.strategies import Played, games
from tests.tables import each_line

SAMPLES = Path(__file__).parents[2] / "sample_sessions"
ANNA, BORIS, VERA = range(3)
POOL = Account("pool", ANNA)


def game_of(played: Played) -> Session:
    entries: list[Entry] = [each.model_copy(update={"n": n}) for n, each in enumerate(played.entries, 1)]
    return Session(played.header, entries)


def named(names: Sequence[str], account: Account) -> str:
    if account.other >= 0:
        return f"{names[account.owner]} on {names[account.other]}"
    return f"{names[account.owner]} {account.column}"


def amounts(step: Step, lines: list[str], postings: list[Posting]) -> list[Amount]:
    for line, posting in zip(lines, postings, strict=True):
        assert line == str(GAME.sentence(posting, step.state.names))
        assert format_amount(abs(posting.amount)) in line
    return [posting.amount for posting in postings]


# --- every figure of any game ---------------------------------------------------------------------


@given(games(most=6))
def test_the_reasons_of_every_figure_add_up_to_what_it_changed(played: Played) -> None:
    game = game_of(played)
    for account, column in column_marks(game).items():
        before: Amount = 0
        for n in dict.fromkeys(mark.n for mark in column):
            own = [mark.amount for mark in column if mark.n == n]
            title, entry, *lines = explain_figure(game, account, n)
            place = named(game.state.names, account)
            step = game.replay.step(n)
            by_hand = "" if step.hand_number is None else f", recorded in {step.name}"
            assert title == f"{place}: {', '.join(map(figure, own))}{by_hand}"
            assert entry
            postings = [posting for posting in step.postings if posting.account == account]
            said, added_up = lines[: len(postings)], lines[len(postings) :]
            written = sum(amounts(step, said, postings))
            assert written == own[-1] - before
            assert (account, n) in table_view(game).find_number(str(abs(int(written)))).equal
            earlier = [
                (other, [posting for posting in other.postings if posting.account == account])
                for other in reversed(game.replay.steps[: game.replay.steps.index(step)])
            ]
            if any(postings for _other, postings in earlier):
                by_entry = [sum(each.amount for each in postings) for _other, postings in earlier if postings]
                summands = [written, *by_entry]
                assert sum(summands) == own[-1]
                total = f"{figure(own[-1])} = {' + '.join(map(figure, summands))}".replace("+ −", "− ")
                assert added_up == [
                    total,
                    *(
                        f"{other.place}: {GAME.sentence(posting, other.state.names)}"
                        for other, postings in earlier
                        for posting in postings
                    ),
                ]
            else:
                assert added_up == []
            before = own[-1]


@given(games(most=6))
def test_an_entry_lists_each_posting_once_and_its_worth(played: Played) -> None:
    game = game_of(played)
    for step in game.replay.steps:
        title, *said = explain_entry(game, step.n)
        assert title.startswith("" if step.hand_number is None else f"hand {step.hand_number}: ")
        if not step.postings:
            assert said == []
            continue
        *said, results = said
        found = amounts(step, said, list(step.postings))
        assert found == [posting.amount for posting in step.postings]
        before, after = (GAME.results(state) for state in (step.before, step.state))
        if len(before) == len(after):
            counted = GAME.counted_results(step.state)
            worth = zip(step.state.seats, counted, after, before, strict=True)
            changes = [
                f"{step.state.names[seat]} {signed(shown)}"
                + (f" ({signed(now - was)})" if now != was else "")
                for seat, shown, now, was in worth
            ]
            assert results == f"after it: {', '.join(changes)}"


@given(games(most=6))
def test_past_results_and_changes_are_those_after_their_entries(played: Played) -> None:
    check_past_figures(game_of(played))


@each_line("sample", ["balkan-to-the-last-bula", "prefa-four-players", "priffe-second-table", "races-leg"])
def test_past_figures_of_all_games_are_explained(sample: str) -> None:
    check_past_figures(load(SAMPLES / f"{sample}.jsonl").session)


def check_past_figures(session: Session) -> None:
    history = table_view(session).history
    assert history is not None
    for digits, (account, n) in (found for found in history.numbers if found[1][1]):
        step = session.replay.step(n)
        name, seat = step.state.names[account.owner], step.state.seats.index(account.owner)
        title, *lines = explain_figure(session, account, n)
        if account.column == RESULT:
            figure = session.game.counted_results(step.state)[seat]
        else:
            figure = exact_changes(session, step)[seat]
            parts = [line.rpartition(f" → {name} ")[2] for line in lines if f" → {name} " in line]
            assert sum(map(read_amount, parts)) == figure
        paid = settle_session(session.cut_after(n)).money
        money = paid.amounts[seat] if paid is not None and account.column == RESULT else figure
        assert int(digits) in (abs(int(figure)), abs(int(money)), abs(int(money * 100)))
        assert title.startswith(name)
        assert f": {signed(figure)}" in title
        assert sum_line(session, account, n).startswith(title)


def read_amount(said: str) -> Amount:
    """Read an amount as people see it, such as −7⅓ or +7 2/7."""
    size = said.lstrip("+−")
    for fraction, sign in FRACTION_SIGNS.items():
        size = size.replace(sign, f" {fraction}")
    return (-1 if said.startswith("−") else 1) * sum(map(Fraction, size.split()))


# --- examples -------------------------------------------------------------------------------------


def test_a_figure_on_one_line_names_its_newest_hands() -> None:
    game = session("anna 7h wp 6", "boris m 0", "anna 6s ww 4 3 3", "r 3 5 2")
    on_anna, dump = Account("whists", BORIS, ANNA), Account("dump", BORIS)
    assert sum_line(game, on_anna, 3) == "Boris on Anna: 30 = 10 + 20 (hands 3, 1)"
    # Only one hand is not left out.
    assert sum_line(game, on_anna, 3, terms=1) == "Boris on Anna: 30 = 10 + 20 (hands 3, 1)"
    longer = session("anna 7h wp 6", "anna 7h wp 6", "anna 6s ww 4 3 3")
    assert sum_line(longer, on_anna, 3, terms=1) == "Boris on Anna: 50 = 10 + 40 (hand 3; 40 earlier)"
    assert sum_line(game, dump, 4) == "Boris dump: 5, recorded in hand 4"
    penalty = {"kind": "adjust", "player": "Boris", "column": "dump", "amount": 5, "reason": "revoke"}
    punished = session("boris m 2", penalty)
    assert sum_line(punished, dump, 2) == "Boris dump: 25 = 5 + 20 (after hand 1, hand 1)"
    assert sum_line(game, Account(RESULT, BORIS), 0) == "Boris now: +106⅔ = 83⅓ + 23⅓"


def test_an_amount_that_a_hand_wrote_is_found_and_is_a_summand_of_the_total() -> None:
    hands = ("anna 6s ww 4 3 3", "boris m 2", "anna 6s pp", "boris 7h pp", "anna 7h ww 5 4 1")
    game, on_anna = session(*hands), Account("whists", BORIS, ANNA)
    assert table_view(game).find_number("24").equal[0] == (on_anna, 5)
    assert sum_line(game, on_anna, 5) == "Boris on Anna: 34 = 24 + 10 (hands 5, 1)"
    assert explain_figure(game, on_anna, 5) == [
        "Boris on Anna: 34, recorded in hand 5",
        "Anna 7♥, both whist: 2 down",
        "Boris: whist, 4 tricks × 4 = 16 on Anna",
        "Boris: consolation, 2 undertricks × 4 = 8 on Anna",
        "34 = 24 + 10",
        "hand 1: Boris: whist, 3 tricks × 2 = 6 on Anna",
        "hand 1: Boris: consolation, 2 undertricks × 2 = 4 on Anna",
    ]


def test_older_totals_and_amounts_of_hands_come_newest_first() -> None:
    game = session("anna 6s pp", "anna 7h pp", "anna 6s pp", "boris 7h pp", "boris 6s pp")
    of_boris = Account("pool", BORIS)
    # The amount 2 of hand 5 and of hand 3, then the total 2 of hand 1.
    assert table_view(game).find_number("2").equal[:3] == [(of_boris, 5), (POOL, 3), (POOL, 1)]
    assert table_view(game).find_number("4").equal[:2] == [(of_boris, 4), (POOL, 2)]


DISPUTED = ("anna 7h wp 7", "boris m 2", "anna 6s ww 4 3 3")


def test_a_change_is_explained_by_what_each_posting_adds_to_it() -> None:
    game = session(
        *DISPUTED, {"kind": "adjust", "player": "Vera", "column": "dump", "amount": 6, "reason": "revoke"}
    )
    assert explain_figure(game, Account(CHANGE, ANNA), 3) == [
        "Anna, hand 3: −46⅔ (result +81⅓ → +34⅔)",
        "Anna 6♠, both whist: 2 down",
        "Anna: 2 down on 6♠, 2 × 2 = 4 in the dump → Anna −26⅔",
        "Boris: whist, 3 tricks × 2 = 6 on Anna → Anna −6",
        "Vera: whist, 3 tricks × 2 = 6 on Anna → Anna −6",
        "Boris: consolation, 2 undertricks × 2 = 4 on Anna → Anna −4",
        "Vera: consolation, 2 undertricks × 2 = 4 on Anna → Anna −4",
    ]
    fined = "Vera, “Vera's dump changed by 6: revoke”: −40 (result +76⅔ → +36⅔)"
    assert sum_line(game, Account(CHANGE, VERA), 4) == fined


def test_a_past_result_is_explained_like_the_result_now() -> None:
    game = session(*DISPUTED)
    then = session(*DISPUTED[:2])
    title, *lines = explain_figure(game, Account(RESULT, ANNA), 2)
    assert title == "Anna after hand 2: +81⅓"
    assert lines == explain_result(then, ANNA)[1:]
    assert sum_line(game, Account(RESULT, ANNA), 2) == "Anna after hand 2: +81⅓ = 68 + 13⅓"
    # A later correction of an earlier hand counts.
    corrected = session(*DISPUTED, amend(1, "anna 7h wp 8"))
    assert sum_line(corrected, Account(RESULT, ANNA), 2) == "Anna after hand 2: +85⅓ = 72 + 13⅓"


def test_the_prizes_of_an_ended_game_are_part_of_the_last_change() -> None:
    game = session("boris m 0", players=4, preset="races", target=10)
    *_postings, prize = explain_figure(game, Account(CHANGE, BORIS), 1)
    assert prize == "the rest comes from the settlement → Boris +900"


def test_a_voided_hand_is_explained_by_its_former_postings() -> None:
    game = session("anna 7h wp 7", void(1))
    assert explain_figure(game, POOL, 1) == [
        "Anna pool: 4 (struck through)",
        "Anna 7♥, Boris whists: made — void",
        "Anna: 7♥ made, 4 in the pool",
    ]
    assert explain_entry(game, 1) == [
        "Anna 7♥, Boris whists: made — void",
        "Anna: 7♥ made, 4 in the pool",
        "Boris: whist, 3 tricks × 4 = 12 on Anna",
    ]
    assert explain_entry(game, 2) == ["does not count: Anna 7♥, Boris whists: made"]


def test_a_corrected_hand_shows_its_new_postings_and_the_wrong_total() -> None:
    game = session("anna 7h wp 7", amend(1, "anna 7h wp 8"))
    on_anna = Account("whists", BORIS, ANNA)
    assert explain_figure(game, on_anna, 1) == [
        "Boris on Anna: 12 (struck through), 8, recorded in hand 1",
        "Anna 7♥, Boris whists: made, 1 over — corrected",
        "Boris: whist, 2 tricks × 4 = 8 on Anna",
    ]
    assert explain_entry(game, 1)[1:] == [
        "before the correction: Anna 7♥, Boris whists: made",
        "Anna: 7♥ made, 4 in the pool",
        "Boris: whist, 2 tricks × 4 = 8 on Anna",
        "after it: Anna +18⅔ (+18⅔), Boris −5⅓ (−5⅓), Vera −13⅓ (−13⅓)",
    ]


def test_a_struck_total_of_a_corrected_hand_has_reasons_too() -> None:
    game = session("anna 7h wp 7", amend(1, "anna 7h wp 6"))
    assert explain_figure(game, POOL, 1) == [
        "Anna pool: 4 (struck through), recorded in hand 1",
        "Anna 7♥, Boris whists: 1 down — corrected",
        "Anna: 7♥ made, 4 in the pool",
    ]


def test_a_hand_corrected_to_one_without_postings_has_no_reasons() -> None:
    passed = {"kind": "game", "declarer": "Anna", "contract": "8H", "calls": {"Boris": "pass"}}
    raspasy = {"kind": "raspasy", "tricks": {"Anna": 3, "Boris": 3}}
    game = session(passed, amend(1, raspasy), players=2, hussar_raspasy="off")
    assert game.replay.step(1).postings == ()
    assert explain_entry(game, 1) == [
        "hand 1: raspasy: Anna 3, Boris 3 — corrected",
        "before the correction: Anna 8♥, pass",
    ]


def test_a_corrected_hand_says_its_version_before_the_newest_correction_that_counts() -> None:
    said = "before the correction: "
    hands = ("anna 6s ww 6 2 2", amend(1, "anna 6s ww 6 3 1"), amend(1, "anna 7s ww 7 2 1"), void(3))
    for entries, versions in (
        (2, ["Anna 6♠, both whist: made; tricks: Anna 6, Boris 2, Vera 2"]),
        (3, ["Anna 6♠, both whist: made"]),
    ):
        lines = explain_entry(session(*hands[:entries]), 1)
        assert [line.removeprefix(said) for line in lines if line.startswith(said)] == versions
    assert explain_entry(session(*hands), 1) == explain_entry(session(*hands[:2]), 1)


def test_a_figure_that_is_not_found_may_have_been_corrected() -> None:
    changed = "Older figures may have changed, because hands were corrected, left out or added: "
    missing = ["The sheet has no figure 77."]
    other, inserted = "boris 7h pp", after(1, "r 4 3 3")
    assert explain_missing(session("anna 7h pp", other), "77") == missing
    assert explain_missing(session("anna 7h pp", void(1), other), "77") == missing
    for entries, places in (
        (("anna 7h pp", other, amend(1, "anna 6h pp")), "hand 1"),
        (("anna 7h pp", other, "vera 7h pp", void(2), inserted), "hand 2, after hand 2"),
    ):
        assert explain_missing(session(*entries), "77") == [*missing, changed + places]


@given(games(most=6))
def test_a_result_is_explained_by_the_steps_of_the_settlement(played: Played) -> None:
    game = game_of(played)
    settled = settle_session(game)
    for player, counted, exact in zip(game.state.seats, settled.counted, settled.exact, strict=True):
        title, *lines = explain_result(game, player)
        assert title == f"{game.state.names[player]} now: {signed(counted)}"
        [said] = [line for line in lines if line.startswith(f"Result {signed(exact)}")]
        if " = " in said and "earlier" not in said:
            summands = said.partition(" = ")[2].partition(" (")[0].replace("− ", "−").replace("+ ", "")
            assert sum(map(read_amount, summands.split())) == exact
        pairs = [line for line in lines if ", net " in line]
        assert len(pairs) == len(game.state.seats) - 1


def test_a_result_is_pool_dump_and_whists() -> None:
    game = session("anna 7h wp 6", "boris m 0")
    assert explain_result(game, BORIS) == [
        "Boris now: +100",
        "Equal pools: pool 10, dump 0, new dump 0",
        "Amnesty: dump 0, left 0",
        "Dump into whists: dump 0, each writes on them 0",
        "Boris on Anna 66⅔ = 20 + 46⅔ from the dump, Anna on Boris 0, net +66⅔",
        "Boris on Vera 33⅓ = 0 + 33⅓ from the dump, Vera on Boris 0, net +33⅓",
        "Result +100 = 66⅔ + 33⅓ (hands 2, 1)",
    ]
    assert explain_result(game, ANNA)[1] == (
        "Equal pools: pool 0, dump 4, new dump 14 = 4 + 10 for the pool (10 short of 10, 1 each)"
    )
    assert explain_result(game, ANNA)[4] == (
        "Anna on Boris 0, Boris on Anna 66⅔ = 20 + 46⅔ from the dump, net −66⅔"
    )


def test_a_result_is_explained_without_the_gender_of_a_player() -> None:
    with override_language("ru"):
        lines = explain_result(session("anna 7h wp 6", "boris m 2"), ANNA)
    assert "Гора в висты: гора 4, остальные пишут по 13⅓" in lines


def test_points_for_the_pool_are_explained_by_what_a_point_is_worth() -> None:
    game = session("anna 7h pp", "boris 9h pp", preset="leningrad")
    with override_language("ru"):
        step = explain_result(game, ANNA)[1]
    assert step.endswith("новая гора 8 = 0 + 8 за пулю (до 8 не хватает 4, по 2)")


NOT_PLAYED: list[tuple[Fields, str]] = [
    ({"kind": "note", "text": "the cat"}, "the cat"),
    (
        {"kind": "check", "columns": {"Anna": {"pool": 6}}},
        "paper figures of Anna, kept to compare with the game",
    ),
    ({"kind": "end", "reason": "agreed"}, "the game ends: by agreement"),
    ({"kind": "join", "player": "Gleb", "replaces": "Vera"}, "Gleb takes the place of Vera"),
    ({"kind": "rules", "set": {"target": 30}}, "rules changed: Pool target: 30"),
    (void(1), "does not count: Anna 8♥, both pass"),
]


@each_line(("entry", "said"), NOT_PLAYED)
def test_entries_without_postings_have_no_reasons(entry: Fields, said: str) -> None:
    assert explain_entry(session("anna 8h pp", entry), 2) == [said]


def test_braces_and_brackets_in_names_are_printed() -> None:
    game = session(
        {"kind": "adjust", "player": "{owner}", "column": "pool", "amount": 4, "reason": "{a} [/b]"},
        players=["{owner}", "[/]", "%s"],
    )
    assert explain_figure(game, POOL, 1)[2] == "{owner}: 4 in the pool ({a} [/b])"


def test_entries_that_no_longer_count_give_the_reason() -> None:
    joins: Fields = {"kind": "join", "player": "Gleb"}
    hand: Fields = {
        **{"kind": "game", "declarer": "Gleb", "contract": "6S", "dealer": "Vera"},
        "calls": {"Anna": "pass", "Boris": "pass"},
    }
    game = session("anna 8h pp", joins, hand, void(2))
    assert explain_entry(game, 2)[0] == "Gleb joins — void"
    [said] = explain_entry(game, 3)
    assert said.startswith("Gleb 6♠, both pass")
    assert "does not count" in said

"""Sessions that are a paper sheet and nothing else: impossible figures are remarks, never more."""

from pathlib import Path

from prefcount.audit.run_audit import audit_file
from prefcount.base.i18n import text
from prefcount.ledger import NO_PLAYER, Account
from prefcount.paper.known_games import SearchBudget, SheetRepair, SheetVerdict
from prefcount.paper.sheet_without_hands import (
    SheetReading,
    check_sheet,
    find_impossible_claims,
    find_impossible_in_entry,
    has_only_sheets,
)
from prefcount.paper.text import repair_lines, verdict_sentence
from prefcount.paper.typed_columns import make_check
from tests.helpers import brought, entry
from tests.paper.comparisons import play_session
from tests.tables import each_line

REPAIR = SheetRepair(Account("pool", 0, NO_PLAYER), 0, 2, text("a slip"), {})
SAMPLES = Path(__file__).parents[2] / "sample_sessions"


def test_an_impossible_figure_names_its_place() -> None:
    session = play_session(brought(Anna={"pool": "2.6.13"}, Boris={"dump": 7}))
    (found,) = find_impossible_claims(session)
    assert (found.entry, found.player, found.column, found.position) == (1, "Anna", "pool", 2)
    assert str(found.text).startswith("6 → 13: no hand at this table writes 7 here")


def test_a_check_claims_only_what_it_names() -> None:
    columns = {"Boris": {"whists": {"Anna": "4.8"}}}
    assert list(find_impossible_claims(play_session(entry("check", columns=columns)))) == []
    assert len(list(find_impossible_claims(play_session(brought(**columns))))) == 1


def test_figures_after_hands_or_penalties_are_not_tested() -> None:
    odd = brought(Anna={"pool": "2.6.13"})
    penalty = entry("adjust", player="Anna", column="pool", amount=7, reason="agreed")
    assert has_only_sheets(play_session(odd))
    assert not has_only_sheets(play_session("anna 6h pp"))
    assert list(find_impossible_claims(play_session(odd, penalty))) == []
    assert list(find_impossible_claims(play_session("boris 6h pp", odd))) == []


def test_a_published_sheet_has_no_impossible_figure() -> None:
    report = audit_file(SAMPLES / "paper-sheet.jsonl")
    assert (report.ok, report.remarks) == (True, ())


def test_the_seconds_limit_the_test_of_single_figures_too() -> None:
    session = play_session(brought(Anna={"pool": "2.6.13"}), target=777)
    odd, sheet = check_sheet(session, SearchBudget(stopped=lambda _looked_at: True))
    assert (odd, sheet and sheet.found.verdict) == ([], "undecided")
    odd, sheet = check_sheet(session, SearchBudget(0, 0))
    assert (len(odd), sheet and sheet.found.verdict) == (1, "impossible")


def test_the_pool_target_before_the_sheet_counts() -> None:
    session = play_session(entry("rules", set={"target": 20}), brought(Anna={"pool": "2.12"}), target=10)
    assert has_only_sheets(session)
    assert list(find_impossible_claims(session)) == []
    wrong = play_session(entry("rules", set={"target": 10}), brought(Anna={"pool": "2.12"}), target=20)
    assert len(list(find_impossible_claims(wrong))) == 1
    later = play_session(brought(Anna={"pool": "2.12"}), entry("rules", set={"target": 20}), target=10)
    assert list(find_impossible_claims(later)) == []
    typed = play_session(entry("rules", set={"target": 20}), target=10)  # as the form of the old sheet has it
    assert list(find_impossible_in_entry(typed, make_check({"Anna": {"pool": "2.12"}}), complete=False)) == []


@each_line(
    ("found", "said"),
    [
        (SheetVerdict("undecided"), "After 5 seconds it is not known whether"),
        (SheetVerdict("undecided", too_much=True), "There are too many possibilities"),
        (SheetVerdict("possible", too_much=True), "There are too many possible hands"),
        (SheetVerdict("possible"), "did not find all possible hands in 5 seconds"),
        (
            SheetVerdict("impossible", all_tried=True),
            "None of the single slips that were tried explains the sheet.",
        ),
        (SheetVerdict("impossible"), "There was no time to try slips"),
        (SheetVerdict("impossible", perhaps=(REPAIR,)), "After 5 seconds it is not known which slip"),
        (
            SheetVerdict("impossible", repairs=(REPAIR,)),
            "The most likely comes first; not all slips were tried:",
        ),
        (SheetVerdict("impossible", repairs=(REPAIR,), all_tried=True), "The most likely comes first:"),
    ],
)
def test_the_verdict_says_whether_all_slips_were_tried(found: SheetVerdict, said: str) -> None:
    sheet = SheetReading(1, {}, found, {REPAIR.account: ("Anna", "pool", "pool")})
    assert said in verdict_sentence(sheet, 5)
    assert list(repair_lines(sheet)) == [
        *["Anna, pool: a slip"] * len(found.repairs),
        *["the mistake may be here (Anna, pool): a slip"] * len(found.perhaps),
    ]


def test_an_impossible_figure_decides_before_the_search_ends() -> None:
    session = play_session(brought(Anna={"pool": "2.6.13.15.19.25", "dump": "4.8.14"}))
    list(find_impossible_claims(session))  # what hands can write is known from now on
    odd, sheet = check_sheet(session, SearchBudget(0.000_1, 0))
    assert (len(odd), sheet and sheet.found.verdict) == (1, "impossible")

"""Every code of the audit: a file that triggers exactly it, and a sentence.

The files lie in tests/data/audit, each with the name of its code and small enough to look at.
"""

import re

from prefcount.audit.checks import CODES, all_codes
from prefcount.audit.run_audit import audit_file
from prefcount.games import GAMES, get_game
from prefcount.store import reader as loaded_file
from tests.cli.ran import ROOT
from tests.tables import each_line

SAMPLES = ROOT / "tests" / "data" / "audit"
CONTRACT = {
    *("unreadable", "bad-entry", "number-gap", "chain-broken", "torn-tail"),
    *("check-mismatch", "result-mismatch", "seal-broken", "after-end"),
}


@each_line("code", all_codes())
def test_a_file_with_exactly_this(code: str) -> None:
    report = audit_file(SAMPLES / f"{code}.jsonl")
    assert {each.code for each in report.findings} == {code}
    assert report.ok == (all_codes()[code].severity == "remark")
    assert bool(report.remarks) == (all_codes()[code].severity == "remark")
    for each in report.findings:
        assert str(each.message)
        assert str(each.message).isprintable()


def test_the_contract() -> None:
    assert {name for name, code in all_codes().items() if code.severity == "error"} == CONTRACT
    of_reader = {
        value
        for name, value in vars(loaded_file).items()
        if name.isupper() and isinstance(value, str) and re.fullmatch("[a-z]+(-[a-z]+)+", value)
    }
    assert of_reader - {loaded_file.DISPLACED} <= CONTRACT


def test_games_have_codes_of_their_own() -> None:
    for game in map(get_game, GAMES):
        assert not game.remarkable.keys() & CODES.keys()
        assert all(all_codes()[code].mistake == mistake for code, mistake in game.remarkable.items())

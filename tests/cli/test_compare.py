"""Tests of `replay`, `paper` and `fit`."""

import io
from pathlib import Path

import pytest

from prefcount.games import get_game
from prefcount.store.reader import load
from tests.cli.conftest import Prefcount
from tests.cli.ran import ROOT
from tests.store.files import by_hand
from tests.tables import each_line, load_table

SAMPLE = ROOT / "sample_sessions" / "sochi-american-aid.jsonl"


def test_a_preset_with_an_option_is_replayed(prefcount: Prefcount, session_file: Path) -> None:
    out = prefcount("replay", session_file, "--preset", "sochi", "--set", "style=gentleman").fine
    assert "Sochi to 20, but Style of whisting: gentleman" in out
    assert "whists on failed contracts     0     −8    +8" in out


def test_an_option_alone_changes_the_rules_of_the_session(prefcount: Prefcount, session_file: Path) -> None:
    [made] = prefcount("replay", session_file, "--set", "consolation=fixed", "--json").objects
    [replay] = made["replays"]
    assert replay["name"] == "sochi, changed"
    assert [each["cause"] for each in replay["causes"]] == ["consolation"]
    assert replay["difference"]["exact"] == {"Anna": "-12", "Boris": "6", "Vera": "6"}


def test_all_replays_every_other_preset(prefcount: Prefcount) -> None:
    [made] = prefcount("replay", SAMPLE, "--all", "--json").objects
    others = [name for name in get_game("preferans").presets if name != "sochi"]
    assert [each["name"] for each in made["replays"]] == others


def test_presets_that_do_not_fit_are_skipped(prefcount: Prefcount) -> None:
    ran = prefcount("replay", SAMPLE, "--all", "--end", "--json")
    assert ran.warnings == [
        "leningrad-sport is skipped: Minutes of a game: must be given, because the game is timed"
    ]
    [made] = ran.objects
    assert "leningrad-sport" not in [each["name"] for each in made["replays"]]
    assert made["replays"][0]["ending"]["counted"] is False


def test_impossible_replays_are_refused(prefcount: Prefcount, session_file: Path, tmp_path: Path) -> None:
    assert prefcount("replay", session_file).complaint == (
        "choose the other rules: --preset NAME, --all, or --set OPTION=VALUE"
    )
    assert "did you mean “rostov”?" in prefcount("replay", session_file, "--preset", "rostow").complaint
    assert "Style of whisting" in prefcount("replay", session_file, "--set", "style=rude").complaint
    assert "--set needs OPTION=VALUE" in prefcount("replay", session_file, "--set", "style").complaint
    assert prefcount("replay", session_file, "--preset", "leningrad-sport", "--end").complaint == (
        "Minutes of a game: must be given, because the game is timed"
    )
    assert prefcount("replay", tmp_path / "none.jsonl", "--all").complaint.endswith("there is no such file")


SHEET = ROOT / "tests" / "data" / "audit" / "impossible-figure.jsonl"
NOTHING_SAID = "write what is on the paper, such as --says 'anna pool 2.6.12'"


def test_paper_that_agrees(prefcount: Prefcount, session_file: Path) -> None:
    out = prefcount("paper", session_file, "--says", "an dump 4", "--says", "boris on anna 20.").fine
    assert out.splitlines() == [
        "Anna, dump: the paper agrees up to hand 1 (Anna 7♥, Boris whists: 1 down)",
        "Boris, on Anna: the paper agrees up to hand 1 (Anna 7♥, Boris whists: 1 down)",
        "2 columns compared, all agree",
    ]


def test_the_likeliest_slip_is_named(prefcount: Prefcount, session_file: Path) -> None:
    ran = prefcount("paper", session_file, "--says", "boris on anna 16.")
    assert (ran.code, ran.err) == (1, "")
    assert ran.out.splitlines() == [
        "Boris, on Anna: differs at hand 1 (Anna 7♥, Boris whists: 1 down): the paper has 16, the "
        "calculation gives 20; most likely: the consolation was forgotten",
        "  another slip that would explain the difference: hand 1 (Anna 7♥, Boris whists: 1 down): this "
        "was forgotten: Boris: consolation, one undertrick, 4 on Anna",
        "1 column compared, 1 differs",
    ]


def test_claims_are_read_from_the_standard_input(
    prefcount: Prefcount, session_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"anna dump 4\n\nvera whists anna 4\n")))
    assert prefcount("paper", session_file, "--says", "-").fine.endswith("2 columns compared, all agree\n")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\n")))
    assert prefcount("paper", session_file, "--says", "-").complaint == NOTHING_SAID


def test_json_has_every_comparison(prefcount: Prefcount, session_file: Path) -> None:
    ran = prefcount("paper", session_file, "--json", "--says", "boris on anna 16", "--says", "anna dump 4")
    assert ran.code == 1
    (found,) = ran.objects
    assert (found["ok"], found["impossible"]) == (False, [])
    first, second = found["comparisons"]
    assert (first["player"], first["column"], first["claimed"], first["computed"]) == (
        "Boris",
        "whists.Anna",
        16,
        [20],
    )
    (parting,) = first["partings"]
    assert (parting["entry"], parting["line"], parting["claimed"], parting["computed"]) == (
        1,
        "Anna 7h wp 6",
        16,
        20,
    )
    assert parting["slip"] == {"key": "consolation=none", "text": "the consolation was forgotten"}
    assert (second["agrees"], second["upto"], second["partings"]) == (True, 1, [])


def test_a_sheet_without_hands_is_tested(prefcount: Prefcount, tmp_path: Path) -> None:
    ran = prefcount("paper", SHEET, "--seconds", "600")
    assert (ran.code, ran.err) == (1, "")
    assert ran.out == (
        "Anna, pool: 6 → 13: no hand at this table writes 7 here; "
        "possible totals are, among others, 10, 12, 14, 16\n"
        "This sheet is not possible at this table, unless one hand was played double (x2). "
        "None of the single slips that were tried explains the sheet.\n"
    )
    (found,) = prefcount("paper", SHEET, "--seconds", "600", "--json").objects
    assert (found["verdict"], found["repairs"], found["readings"]) == ("impossible", [], [])
    assert [(each["entry"], each["column"], each["position"]) for each in found["impossible"]] == [
        (1, "pool", 2)
    ]
    right = by_hand(tmp_path / "right.jsonl", {"kind": "sheet", "columns": {"Anna": {"pool": "2.6.12"}}})
    assert prefcount("paper", right).fine == (
        "This sheet is possible at this table. That does not say which hands were played.\n"
        "3 of the 3 figures can come from one hand only:\n"
        "  Anna, pool, 0 → 2 can come from 1 hand: Anna 6 pp\n"
        "  Anna, pool, 2 → 6 can come from 1 hand: Anna 7 pp\n"
        "  Anna, pool, 6 → 12 can come from 1 hand: Anna 8 pp\n"
    )
    (found,) = prefcount("paper", right, "--json").objects
    assert (found["ok"], found["verdict"], found["readings"][0]) == (
        True,
        "possible",
        {"player": "Anna", "column": "pool", "position": 0, "total": 2, "hands": ["Anna 6 pp"]},
    )


def test_untestable_sheets_are_reported(prefcount: Prefcount, tmp_path: Path) -> None:
    said = "nothing to test: only last figures are given; write a whole column, e.g. 2.6.12, "
    assert prefcount("paper", ROOT / "sample_sessions" / "paper-sheet.jsonl").fine.startswith(said)
    columns = {"Anna": {"bule": "60.58"}}
    path = by_hand(tmp_path / "balkan.jsonl", {"kind": "sheet", "columns": columns}, game="balkan", rules={})
    assert prefcount("paper", path).fine == (
        "the figures cannot be tested, because the program has no list of possible hands of "
        "Balkan Preferans\n"
    )


def test_columns_without_dots_are_named(prefcount: Prefcount, tmp_path: Path) -> None:
    columns = {"Anna": {"pool": "2.6", "dump": 4}, "Boris": {"dump": 0, "whists": {"Anna": 12}}}
    path = by_hand(tmp_path / "sheet.jsonl", {"kind": "sheet", "columns": columns})
    assert prefcount("paper", path).fine == (
        "in columns with dots, all figures are possible at this table\n"
        "hands for the whole sheet were not looked for, because only the last figure is given of "
        "Anna, dump 4; Boris, on Anna 12; write all figures with dots, e.g. 2.6.12, or 5. for a single "
        "one\n"
    )


def test_impossible_whists_are_named_in_words(prefcount: Prefcount, tmp_path: Path) -> None:
    columns = {"Vera": {"whists": {"Boris": "4.7"}}}
    path = by_hand(tmp_path / "sheet.jsonl", {"kind": "sheet", "columns": columns})
    out = prefcount("paper", path).out
    assert "Vera, on Boris: 4 → 7: " in out
    assert "whists." not in out
    (found,) = prefcount("paper", path, "--json").objects
    assert {each["column"] for each in found["impossible"]} == {"whists.Boris"}
    audited = prefcount("audit", path).out
    assert "Vera, on Boris: 4 → 7: " in audited
    assert "whists." not in audited


@pytest.mark.parametrize("again", ["anna pool 7", "an po 5.7"])
def test_a_column_claimed_twice_is_refused(prefcount: Prefcount, session_file: Path, again: str) -> None:
    said = ": this column was already given, with 5; give each column once"
    complaint = prefcount("paper", session_file, "--says", "anna pool 5", "--says", again).complaint
    assert complaint == again + said
    twice = ("--says", "boris on anna 4", "--says", "boris on vera 4", "--says", "boris whists anna 8")
    assert "was already given, with 4" in prefcount("paper", session_file, *twice).complaint


@pytest.mark.parametrize(*load_table("impossible-claims"))
def test_impossible_claims_are_refused(
    prefcount: Prefcount, session_file: Path, line: str, complaint: str
) -> None:
    assert prefcount("paper", session_file, "--says", line).complaint == f"{line}: {complaint}"


def test_a_session_with_hands_needs_a_claim(prefcount: Prefcount, session_file: Path) -> None:
    assert prefcount("paper", session_file).complaint == NOTHING_SAID


TYPED_SHEET = ("--sheet", "anna pool 2.6.12", "--sheet", "boris pool -", "--sheet", "vera pool 4")


@pytest.fixture
def evening(tmp_path: Path, prefcount: Prefcount) -> Path:
    path = tmp_path / "old.jsonl"
    assert prefcount("new", path, "--players", "Anna", "Boris", "Vera", "--date", "2019-03-02").fine == ""
    started = load(path).session.header.started
    assert started is not None
    assert (started.isoformat()[:19], started.tzinfo is None) == ("2019-03-02T00:00:00", False)
    return path


def test_a_possible_sheet_has_no_warnings(evening: Path, tmp_path: Path, prefcount: Prefcount) -> None:
    assert prefcount("add", evening, *TYPED_SHEET).fine == ""
    ran = prefcount("paper", evening, "--says", "boris pool -", "--says", "anna pool 2.6.12")
    assert ran.out.splitlines() == [
        "Boris, pool: the paper agrees, because nothing was written yet",
        "Anna, pool: the paper agrees up to the figures of the old sheet (entry 1)",
        "2 columns compared, all agree",
    ]
    said = prefcount("paper", evening, "--says", "anna pool 1000000001").complaint
    assert "“1000000001” is too large; the largest figure allowed is 1,000,000,000" in said
    path = tmp_path / "new.jsonl"
    prefcount("new", path, "--players", "Anna", "Boris", "Vera")
    assert "create the file with --date" in prefcount("add", path, *TYPED_SHEET).err


def test_an_impossible_sheet_is_written_and_reported(evening: Path, prefcount: Prefcount) -> None:
    said = (
        "Anna, pool: 6 → 13: no hand at this table writes 7 here; "
        "possible totals are, among others, 10, 12, 14, 16"
    )
    ran = prefcount("add", evening, "--sheet", "anna pool 2.6.13.12")
    assert ran.code == 0
    assert f"prefcount: {said}" in ran.err
    ran = prefcount("paper", evening, "--says", "anna pool 2.6.13.12")
    assert (ran.code, said in ran.out) == (1, True)
    prefcount("add", evening, "anna 6h pp")
    assert said in prefcount("audit", evening).out


def test_a_claimed_blank_column_differs_from_figures(evening: Path, prefcount: Prefcount) -> None:
    prefcount("add", evening, "anna 7h wp 6")
    ran = prefcount("paper", evening, "--says", "anna dump -")
    assert (ran.code, ran.out.splitlines()[0]) == (
        1,
        "Anna, dump: differs at hand 1 (Anna 7♥, Boris whists: 1 down): the paper has nothing, the "
        "calculation gives 4; most likely: this hand was left out",
    )


def test_announced_results_are_written_and_audited(evening: Path, prefcount: Prefcount) -> None:
    prefcount("add", evening, "anna 7h wp 6")
    ran = prefcount(
        "add", evening, "--end", "agreed", "--results", "anna -50", "boris=36", "--results", "vera 14"
    )
    assert (ran.code, ran.err) == (0, "")
    assert load(evening).session.entries[-1].model_dump()["results"] == {"Anna": -50, "Boris": 36, "Vera": 14}
    assert "Boris: expected 33, announced 36, difference +3" in prefcount("audit", evening).out


@each_line(
    ("results", "said"),
    [
        (["gleb 5"], "gleb 5: "),
        (["anna"], "write a player and a result, e.g. anna 57"),
        (["anna 5", "Anna 6"], "the result of Anna is given twice; leave one out"),
        (["anna x"], "must be a whole number, not 'x'"),
        (["anna 58 2/3"], "must be a whole number, not '58 2/3'"),
    ],
)
def test_impossible_results_are_refused(
    evening: Path, prefcount: Prefcount, results: list[str], said: str
) -> None:
    ran = prefcount("add", evening, "--end", "agreed", "--results", *results)
    assert (ran.code, said in ran.err) == (2, True), ran.err
    assert prefcount("add", evening, "anna 6h pp", "--results", "anna 5").complaint.startswith(
        "--results needs"
    )
    assert load(evening).session.entries == ()


def test_fit_prints_rules_and_remaining_figures(tmp_path: Path, prefcount: Prefcount) -> None:
    check = {
        "kind": "check",
        "columns": {"Anna": {"dump": "8.", "whists": {"Boris": "0."}}, "Boris": {"whists": {"Anna": "40."}}},
    }
    path = by_hand(tmp_path / "game.jsonl", "anna 7h wp 6", check)
    ran = prefcount("fit", path)
    assert ran.out.splitlines()[0] == "Leningrad, but Style of whisting: greedy: all 3 figures agree"
    assert f"{path}: compared with its own rules, the results change by Anna −50⅔, Boris +33⅓" in ran.out
    ran = prefcount("fit", "--json", path)
    (found,) = ran.objects
    assert (ran.code, found["ok"], found["figures"], found["fits"][0]["preset"]) == (0, True, 3, "leningrad")


def test_fit_needs_a_claim(tmp_path: Path, prefcount: Prefcount) -> None:
    path = by_hand(tmp_path / "game.jsonl", "anna 7h wp 6")
    assert prefcount("fit", path).complaint.startswith("there is nothing to compare with; the files have")


def test_hands_that_no_rules_allow_are_named(tmp_path: Path, prefcount: Prefcount) -> None:
    ten = {
        "kind": "game",
        "declarer": "Anna",
        "contract": "10S",
        "tricks": {"Anna": 9, "Boris": 1, "Vera": 0},
    }
    eleven = {"kind": "raspasy", "tricks": {"Anna": 5, "Boris": 5, "Vera": 1}}
    check = {"kind": "check", "columns": {"Anna": {"dump": 10}, "Boris": {"whists": {"Anna": 20}}}}
    path = by_hand(tmp_path / "game.jsonl", ten, eleven, check)
    ran = prefcount("fit", path)
    assert ran.code == 0
    assert ran.out.splitlines()[0] == "Sochi, but Ten: checked: all 2 figures agree"
    assert f"{path}, entry 2 does not count by these rules" in ran.out
    assert "these rules allow 1 hand that is impossible by the session's own rules" in ran.out
    assert f"{path}: compared with its own rules, the results change by Anna −" in ran.out
    (found,) = prefcount("fit", "--json", path).objects
    assert found["refused"] == [{"path": str(path), "entry": 2}]

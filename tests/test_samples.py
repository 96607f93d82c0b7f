"""The sample sessions: each is a test, and most of their figures are computed here a second time.

The figures below were verified without the program:
- the results of every sample follow from its columns by the four steps of the settlement on paper;
- the columns of seven played games follow from their hands by the rules of Sochi, Leningrad and races: both
  are done by `tests/games/preferans/score_by_hand.py`, which shares no code with the program;
- the first example and the session with corrections are worked out by hand in the comments of their tests;
- the finished sheet was published with the original PrefCount, with its results.
"""

import hashlib
import json
import re
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from prefcount.audit.run_audit import audit_file
from prefcount.base.i18n import override_language
from prefcount.base.problems import Finding
from prefcount.cli.arguments import EXIT_FOUND, EXIT_OK, EXIT_UNUSABLE
from prefcount.cli.main import run
from prefcount.debts.balances import Debts
from prefcount.languages import LANGUAGES
from prefcount.render.data import settlement_object
from prefcount.session.typed_entries import parse_line
from prefcount.store.reader import LoadedSession, load
from tests.games.prefa import score_by_hand as prefa
from tests.games.preferans.score_by_hand import Columns, columns_by_hand, prizes_by_hand, settlement_by_hand
from tests.games.priffe import score_by_hand as priffe
from tests.tables import each_line, load_table

FOLDER = Path(__file__).parents[1] / "sample_sessions"
FAULTY = "faulty"
BY_HAND = ("first-example", "paper-sheet")
WRITTEN_BY_HAND = (
    "sochi-american-aid",
    "sochi-on-time",
    "leningrad-four-players",
    "hussar",
    "cyrillic-names",
    "sochi-five-players",
    "races-leg",
)

Object = dict[str, Any]


def column(pool: int, dump: int, **whists: int) -> Columns:
    return {"pool": pool, "dump": dump, "whists": whists}


COLUMNS: dict[str, dict[str, Columns]] = {
    "first-example": {
        "Anna": column(8, 3, Boris=8, Vera=0),
        "Boris": column(0, 9, Vera=0, Anna=8),
        "Vera": column(10, 2, Anna=0, Boris=16),
    },
    "leningrad-sport-code": {
        "Аркадий": column(10, 42, Зоя=54, Кирилл=40, Людмила=114),
        "Зоя": column(40, 14, Кирилл=64, Людмила=118, Аркадий=12),
        "Кирилл": column(12, 54, Людмила=140, Аркадий=24, Зоя=22),
        "Людмила": column(26, 110, Аркадий=56, Зоя=48, Кирилл=20),
    },
    "rostov-four-players": {
        "Sveta": column(16, 9, Timur=40, Ursula=24, Viktor=73),
        "Timur": column(16, 16, Ursula=40, Viktor=70, Sveta=51),
        "Ursula": column(16, 31, Viktor=58, Sveta=69, Timur=73),
        "Viktor": column(16, 47, Sveta=46, Timur=109, Ursula=18),
    },
    "rostov-whists": {
        "Марк": column(16, 0, Фаина=98, Юра=84),
        "Фаина": column(16, 0, Юра=84, Марк=71),
        "Юра": column(16, 0, Марк=119, Фаина=185),
    },
    "classic-bombs": {
        "Daria": column(20, -4, Egor=116, Zhanna=18),
        "Egor": column(20, 12, Zhanna=86, Daria=92),
        "Zhanna": column(20, 4, Daria=100, Egor=146),
    },
    "corrections": {
        "Alice": column(14, 8, Dmitri=6, Bruno=8, Clara=8),
        "Dmitri": column(8, 7, Bruno=4, Clara=0, Alice=22),
        "Bruno": column(4, 15, Clara=18, Alice=20, Dmitri=2),
        "Clara": column(8, 28, Alice=6, Dmitri=0, Bruno=32),
    },
    "paper-sheet": {
        "North": column(22, 76, East=80, South=44, West=48),
        "East": column(76, 74, South=84, West=136, North=34),
        "South": column(74, 60, West=0, North=96, East=60),
        "West": column(32, 34, North=108, East=220, South=192),
    },
}
"""Columns of the samples whose hands are not replayed by hand."""

SAMPLES = sorted({*COLUMNS, *WRITTEN_BY_HAND})
SOUND = sorted(file.stem for file in FOLDER.glob("*.jsonl") if file.stem != FAULTY)
"""The samples of all games. The samples of other games than Preferans are replayed in their own tests."""
SEALED = [name for name in SOUND if name not in BY_HAND]

each_sample = each_line("name", SAMPLES)


def path(name: str) -> Path:
    return FOLDER / f"{name}.jsonl"


def lines(name: str) -> list[Object]:
    return [json.loads(line) for line in path(name).read_text(encoding="utf-8").splitlines()]


def columns(name: str) -> dict[str, Columns]:
    """Return the columns of all players at the end of a sample, computed without the program."""
    header, *entries = lines(name)
    return COLUMNS.get(name) or columns_by_hand(header, entries)


def faulty() -> tuple[Finding, ...]:
    return audit_file(path(FAULTY)).errors


def rules_at_work(loaded: LoadedSession) -> Counter[str]:
    """Count the entries that wrote something by each rule, including rules overridden by another rule."""
    found: Counter[str] = Counter()
    for step in loaded.session.replay.steps:
        rules = set()
        for posting in step.postings:
            reason = posting.reason
            rules.add(reason.rule)
            while reason.of is not None:
                reason = reason.of.reason
                rules.add(reason.rule)
        found.update(rules)
    return found


def test_readme_names_every_file_and_no_other() -> None:
    named = re.findall(r"^\| `([^`]+\.jsonl)` \|", (FOLDER / "README.md").read_text(encoding="utf-8"), re.M)
    assert sorted(named) == sorted(file.name for file in FOLDER.glob("*.jsonl"))
    own = [
        file
        for file in named
        if b'"game":"preferans"' in path(Path(file).stem).read_bytes().replace(b" ", b"")
    ]
    assert sorted(own) == sorted(path(name).name for name in [*SAMPLES, FAULTY])


@each_line("name", SOUND)
def test_samples_have_no_faults(name: str) -> None:
    assert load(path(name)).faults == ()
    assert audit_file(path(name)).errors == ()


@each_sample
def test_columns_and_results_are_right(name: str) -> None:
    header, *entries = lines(name)
    found = settlement_object(load(path(name)).session)
    assert found["columns"] == columns(name)
    preset = header["rules"]["preset"]
    doubled = preset in ("leningrad", "leningrad-sport", "races")
    results = settlement_by_hand(columns(name), pool_point=2 if doubled else 1)
    if preset == "races":
        prizes = prizes_by_hand(header, entries)
        results = {player: result + prizes[player] for player, result in results.items()}
    assert sum(results.values()) == 0
    assert {player: Fraction(result) for player, result in found["results"]["exact"].items()} == results
    assert all(abs(results[player] - whole) < 1 for player, whole in found["results"]["whole"].items())


def test_first_example_by_hand() -> None:
    """Five hands of Sochi, worked out by hand.

    1. Anna makes a six: pool 2; Boris alone whists, 4 tricks × 2 = 8 on Anna.
    2. Boris is one short in a seven: dump 4; Vera 3 × 4 + 4 = 16, Anna 1 × 4 + 4 = 8 on Boris.
    3. Vera's misère: pool 10.
    4. Raspasy 3-5-2 at 1: dumps Anna 3, Boris 4 + 5 = 9, Vera 2.
    5. Anna's eight, both pass: pool 2 + 6 = 8.

    Dump less pool: Anna −5, Boris 9, Vera −8, on average −4/3. In whists: Anna 10 × (−4/3 + 5) = 110/3,
    Boris 10 × (−4/3 − 9) = −310/3, Vera 10 × (−4/3 + 8) = 200/3.
    Whists written: Anna 8 − 8 = 0, Boris 8 − 8 − 16 = −16, Vera 16.
    """
    exact = settlement_object(load(path("first-example")).session)["results"]["exact"]
    assert exact == {"Anna": "110/3", "Boris": "-358/3", "Vera": "248/3"}
    assert not any("prev" in line or "at" in line for line in lines("first-example"))


def test_corrections_by_hand() -> None:
    """Clara's and Dmitri's columns of the session with corrections, added up by hand.

    Clara's pool: 2 (entry 3, as amended by 4) + 2 (11, the forgotten one) + 4 (22, as amended by 24) = 8.
    Her dump: misdeal 2, raspasy 3, misère with two tricks 20, penalty 1 (18, as amended by 19), raspasy 2.
    On Bruno: 2 × 2 (entry 2), 4 × 2 (7, which stays because its void is void), 4 × 4 + 4 (16) = 32.
    On Alice: 2 × 2 + 2 (12) = 6.
    Dmitri comes to pools of 10, 4, 4 and dumps of 5, 6, 5, so he writes 6 and 6; he makes a six (pool 8) and
    has the talon thrown at him (dump 7); on Bruno consolation 4; on Alice a revoke 10 and 3 × 4 = 22.
    """
    columns = settlement_object(load(path("corrections")).session)["columns"]
    assert columns["Clara"] == column(2 + 2 + 4, 2 + 3 + 20 + 1 + 2, Alice=6, Dmitri=0, Bruno=4 + 8 + 20)
    assert columns["Dmitri"] == column(6 + 2, 6 + 1, Bruno=4, Clara=0, Alice=10 + 12)


def test_corrections_show_every_kind_of_entry() -> None:
    entries = lines("corrections")[1:]
    by_number = {entry["n"]: entry for entry in entries}
    everything = "game misere raspasy misdeal talon_thrown adjust join check void amend note rules end"
    assert {entry["kind"] for entry in entries} == set(everything.split())
    assert any("after" in entry for entry in entries)
    assert any(by_number[each["entry"]]["kind"] == "void" for each in entries if each["kind"] == "void")


def test_published_sheet() -> None:
    assert settlement_object(load(path("paper-sheet")).session)["results"] == {
        "exact": {"North": "-796", "East": "264", "South": "306", "West": "226"},
        "whole": {"North": -796, "East": 264, "South": 306, "West": 226},
    }


@each_line("name", SEALED)
def test_end_is_announced_and_sealed(name: str) -> None:
    *above, last = path(name).read_bytes().splitlines(keepends=True)
    end, session = json.loads(last), load(path(name)).session
    assert (end["kind"], end["reason"]) == ("end", session.state.over)
    results = settlement_object(session)["results"]
    assert end["results"] == results["whole"]
    assert sum(map(Fraction, results["exact"].values())) == 0
    assert end["seal"] == hashlib.sha256(b"".join(above)).hexdigest()


@each_line("name", SEALED)
def test_lines_have_hashes_and_times_in_order(name: str) -> None:
    raw = path(name).read_bytes().splitlines()
    hashes = [hashlib.sha256(line).hexdigest()[:16] for line in raw]
    header, *entries = map(json.loads, raw)
    assert [entry["prev"] for entry in entries] == hashes[:-1]
    times = [header["started"], *(entry["at"] for entry in entries)]
    assert times == sorted(times)


@each_line("name", [name for name in SEALED if lines(name)[-1]["reason"] != "agreed"])
def test_the_rules_end_the_game_with_its_last_hand(name: str) -> None:
    steps = load(path(name)).session.replay.steps
    hands = [step for step in steps if step.entry is not None and step.entry.kind not in ("note", "end")]
    assert hands[-1].state.over == steps[-1].state.over != ""
    assert not hands[-1].before.over


@each_line(*load_table("rules-of-samples"))
def test_samples_use_their_rules(name: str, rules: str) -> None:
    found = rules_at_work(load(path(name)))
    assert {rule: found[rule] for rule, least in json.loads(rules).items() if found[rule] < least} == {}


def test_the_sport_code_sample_is_right() -> None:
    entries = lines("leningrad-sport-code")[1:]
    assert [len(entry["calls"]) for entry in entries if "calls" in entry].count(3) == 1
    kinds = [set(entry["calls"].values()) if "calls" in entry else entry["kind"] for entry in entries]
    two, passed, third = kinds[6:8], kinds[8], kinds[9]
    assert (two, passed, third) == (["raspasy", "raspasy"], {"pass"}, "raspasy")
    step = load(path("leningrad-sport-code")).session.replay.step(10)
    prices = {
        posting.reason.figures["price"] for posting in step.postings if posting.reason.rule == "raspasy"
    }
    assert prices == {6}


def test_all_mistakes_of_the_faulty_sample_are_found() -> None:
    assert [(each.entry, each.code, each.player, each.column) for each in faulty()] == [
        (5, "chain-broken", "", ""),
        (12, "number-gap", "", ""),
        (12, "chain-broken", "", ""),
        (13, "bad-entry", "", ""),
        (15, "seal-broken", "", ""),
        (17, "torn-tail", "", ""),
        (8, "bad-entry", "", ""),
        (16, "after-end", "", ""),
        (6, "check-mismatch", "Max", "pool"),
        (10, "check-mismatch", "Olga", "whists.Max"),
        (15, "result-mismatch", "Max", ""),
        (15, "result-mismatch", "Olga", ""),
        (15, "result-mismatch", "Peter", ""),
    ]


def test_the_audit_exits_with_1_for_the_faulty_sample_only(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["audit", *(str(path(name)) for name in SAMPLES)]) == EXIT_OK
    capsys.readouterr()
    assert run(["audit", "--json", str(FOLDER)]) == EXIT_FOUND
    found = json.loads(capsys.readouterr().out)
    assert found["files"] == len(list(FOLDER.rglob("*.jsonl")))
    assert [Path(report["path"]).stem for report in found["reports"] if not report["ok"]] == [FAULTY]
    assert run(["settle", str(path(FAULTY))]) == EXIT_UNUSABLE


SEASON = FOLDER / "season"


def test_the_season_has_evenings_of_every_kind() -> None:
    files = sorted(SEASON.glob("*.jsonl"))
    assert [audit_file(file).errors for file in files] == [()] * 13
    evenings = [load(file).session for file in sorted(SEASON.glob("2*.jsonl"))]
    kinds = [{entry.kind for entry in session.entries} for session in evenings]
    assert sum("result" in each for each in kinds) == 3
    assert sum("join" in each for each in kinds) == 1
    assert all(session.state.over for session in evenings)


def test_debts_of_the_season() -> None:
    expected: Counter[str] = Counter()
    for file in SEASON.glob("2*.jsonl"):
        *_rest, end = map(json.loads, file.read_text(encoding="utf-8").splitlines())
        expected.update({name: 5 * whists for name, whists in end["results"].items()})
    lines = map(json.loads, (SEASON / "payments.jsonl").read_text(encoding="utf-8").splitlines())
    book = [line for line in lines if line["kind"] == "paid" and line["n"] != 3]
    for line in book:
        cents = int(Fraction(line["amount"]) * 100)
        expected[line["from"]] += cents
        expected[line["to"]] -= cents
    debts = Debts()
    assert [debts.add_file(file) for file in sorted(SEASON.glob("*.jsonl"))] == [""] * 13
    found = {balance.name: balance.units for balance in debts.currencies["EUR"].balances}
    assert sum(found.values()) == 0
    assert found.keys() == expected.keys()
    assert all(abs(found[name] - expected[name]) <= 5 * len(found) for name in found)


PREFA, PRIFFE = (sorted(file.stem for file in FOLDER.glob(f"{game}-*.jsonl")) for game in ("prefa", "priffe"))


@each_line("name", PREFA)
def test_prefa_by_hand(name: str) -> None:
    header, *entries = lines(name)
    by_hand = prefa.ScoreByHand(header)
    for entry in entries:
        by_hand.write(entry)
    session = load(path(name)).session
    columns = settlement_object(session)["columns"]
    for player in by_hand.players:
        assert columns[player] == {"kasa": by_hand.taken[player], "cash": by_hand.cash[player]}
    assert columns.keys() == set(by_hand.players)
    assert session.state.pot == by_hand.pot  # type: ignore[attr-defined]  # the pot of Prefa
    assert by_hand.results() == dict(zip(by_hand.players, session.game.results(session.state), strict=True))


@each_line("name", PRIFFE)
def test_priffe_by_hand(name: str) -> None:
    header, *entries = lines(name)
    by_hand = priffe.ScoreByHand(header)
    for entry in entries:
        by_hand.write(entry)
    session = load(path(name)).session
    columns = settlement_object(session)["columns"]
    assert {player: columns[player]["points"] for player in by_hand.players} == by_hand.score
    assert by_hand.results() == dict(zip(by_hand.players, session.game.results(session.state), strict=True))


@each_line(
    ("name", "rules"),
    [
        ("prefa-to-the-last-kapiki", {"partner_paid": 5, "short_twice_paid": 1, "aces_paid": 1, "down": 5}),
        ("prefa-four-players", {"ppp": 1, "add_stake": 1, "partner_paid": 2, "aces_paid": 2}),
        (
            "priffe-six-rubbers",
            {"little_slam": 1, "big_slam": 2, "honours": 14, "penalty": 9, "game_reset": 4},
        ),
        ("priffe-second-table", {"big_slam": 1, "honours": 1, "penalty": 4}),
    ],
)
def test_samples_of_relatives_use_their_rules(name: str, rules: dict[str, int]) -> None:
    found = rules_at_work(load(path(name)))
    assert {rule: found[rule] for rule in rules if found[rule] < rules[rule]} == {}


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_hand_of_a_list_can_be_typed_again(code: str) -> None:
    with override_language(code):
        for path in sorted(FOLDER.glob("*.jsonl")):
            session = load(path).session
            for step in session.replay.steps:
                if not step.counts or step.entry.kind not in session.game.hand_kinds:
                    continue
                typed = parse_line(session, step.before, session.line(step))
                same = {"n", "at", "prev", "note", "dealer", "after"}
                assert typed.model_dump(exclude=same) == step.entry.model_dump(exclude=same), (path, step.n)

"""Tests of wrong usage, help texts, and documented flags."""

import argparse
import re
import shlex
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import pytest

from prefcount.cli import command_io
from prefcount.cli.commands import interactive as opening
from prefcount.cli.main import COMMANDS, build_parser, run
from prefcount.tui.app import PrefcountApp
from prefcount.tui.kit import open_session
from tests.cli.conftest import Prefcount
from tests.cli.ran import ROOT
from tests.documents import ALL
from tests.store.files import by_program
from tests.tables import each_line
from tests.tui.terminal import frame
from tests.waiting import quiet

FLAG = re.compile(r"(?<![\w-])--[a-z-]+")
DOCUMENTED = {
    "open": "",
    "new": "--players --dealer --preset --target --set --stake --currency --note --date --game",
    "add": "--sheet --result --price --date --end --results --json",
    "show": "--why --all --json",
    "settle": "--steps --hash --coin --json",
    "replay": "--preset --all --set --end --json",
    "stats": "--player --without --alias --running --json --csv --since --until --last --by "
    "--season-from --games --wide --csv-style",
    "report": "--svg --html --pdf --png --csv --csv-style --chat --since --until --out --force --blank "
    "--players --target --game",
    "debts": "--since --until --alias --all --person --coin --without --chat --json --csv",
    "paid": "--currency --note --undo --date --new --alias",
    "audit": "--list --only --ignore --strict --explain --seconds --jobs --json --codes",
    "paper": "--says --json --hands --seconds --whists",
    "fit": "--json --seconds",
    "share": "--host --port --write --only-written",
    "rules": "--json --section --game --codes",
    "schema": "--game --payments",
    "where": "--json",
    "import": "--from --out --stake --currency --money --whists --player --without",
    "completion": "--names",
}
"""The flags of each command that scripts rely on. A release adds new ones."""
SHARED = {"--help", "--lang"}


@cache
def flags_of(command: str) -> set[str]:
    """Return the flags that the help of a command names."""
    top = build_parser(command)
    [commands] = (each for each in top._actions if isinstance(each, argparse._SubParsersAction))
    return set(FLAG.findall(commands.choices[command].format_help()))


def test_help_names_every_command(prefcount: Prefcount) -> None:
    out = prefcount("--help").fine
    assert out == prefcount("-h").fine
    for command in COMMANDS:
        assert re.search(rf"^    {command}\s+[a-z]", out, re.MULTILINE)


@each_line("command", COMMANDS)
def test_help_of_a_command_has_the_flags_of_the_contract(prefcount: Prefcount, command: str) -> None:
    out = prefcount(command, "--help").fine
    assert out.startswith(f"usage: prefcount {command} ")
    assert set(FLAG.findall(out)) >= {*DOCUMENTED.get(command, "").split(), *SHARED}
    assert "%(" not in out


def test_no_command_of_the_contract_is_lost() -> None:
    assert [command for command in DOCUMENTED if command not in COMMANDS] == []


@each_line("name", ALL)
def test_documents_name_only_flags_that_exist(name: str) -> None:
    named = [
        (command, flag)
        for line in (ROOT / name).read_text(encoding="utf-8").splitlines()
        for command, rest in re.findall(r"prefcount (\w+)\b(.*)", line)
        for flag in FLAG.findall(rest.split("`prefcount ")[0])
        if command in COMMANDS
    ]
    assert named or "prefcount new" not in (ROOT / name).read_text(encoding="utf-8")
    assert [(command, flag) for command, flag in named if flag not in flags_of(command)] == []


@each_line(
    ("arguments", "sentence"),
    [
        ("settle", "prefcount settle: the following arguments are required: FILE; see "),
        ("audit", "prefcount: name the session files or folders to audit; see prefcount audit --help"),
        ("add", "prefcount add: the following arguments are required: file"),
        ("new x.jsonl --players A B --target x", "prefcount new: argument --target: invalid int value: 'x'"),
        ("settle x.jsonl --jsn", "prefcount: unrecognized arguments: --jsn; see prefcount --help"),
        (
            "stats x.jsonl --rating",
            "prefcount stats: argument --rating: player ratings were removed from this version; ",
        ),
        ("--nonsense", "prefcount: unrecognized arguments: --nonsense; see prefcount --help"),
        ("settle x.jsonl '--no\x1b[31m\nsuch'", "prefcount: unrecognized arguments: --no"),
    ],
)
def test_usage_errors_are_one_line(prefcount: Prefcount, arguments: str, sentence: str) -> None:
    ran = prefcount(*shlex.split(arguments))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(sentence)
    assert ran.err[:-1].isprintable()


@each_line(
    ("word", "sentence"),
    [
        ("setle", "setle is neither a file nor a command; did you mean “settle”?"),
        ("shema", "shema is neither a file nor a command; did you mean “schema”?"),
        ("Audit", "Audit is neither a file nor a command; did you mean “audit”?"),
        ("evening.jsonl", "evening.jsonl: there is no such file"),
    ],
)
def test_a_word_that_is_neither_file_nor_command_is_refused(
    prefcount: Prefcount, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, word: str, sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert prefcount(word).complaint == sentence
    assert prefcount("open", word).complaint == sentence
    assert prefcount(word, "evening.jsonl", "--why").complaint == sentence


def test_the_terminal_program_needs_a_terminal_or_another_driver(
    prefcount: Prefcount, session_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sentence = "the terminal program needs a terminal; prefcount --help lists the other commands"
    assert prefcount().complaint == sentence
    assert prefcount(session_file).complaint == sentence
    monkeypatch.setenv("TEXTUAL_DRIVER", "textual.drivers.web_driver:WebDriver")
    monkeypatch.setattr(PrefcountApp, "run", lambda _app: None)
    assert prefcount(session_file).fine == ""


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[PrefcountApp]:
    started: list[PrefcountApp] = []

    def start(app: PrefcountApp) -> None:
        started.append(app)

    terminal = SimpleNamespace(isatty=lambda: True)
    monkeypatch.setattr(opening, "sys", SimpleNamespace(stdin=terminal, stdout=terminal, stderr=terminal))
    monkeypatch.setattr(PrefcountApp, "run", start)
    return started


async def test_the_file_is_read_once(
    started: list[PrefcountApp], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = by_program(tmp_path / "evening.jsonl", "anna 7h wp 6")
    read: list[Path] = []
    load = command_io.load
    monkeypatch.setattr(command_io, "load", lambda path: read.append(path) or load(path))
    monkeypatch.setattr(open_session, "load", None)
    assert run([str(path)]) == 0
    [app] = started
    async with app.run_test() as pilot:
        await quiet(pilot)
        shown = frame(app)
    assert read == [path]
    assert "−50⅔" in shown


def test_a_file_that_cannot_be_read_is_refused_in_one_line(
    started: list[PrefcountApp], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "empty.jsonl"
    path.touch()
    assert run([str(path)]) == 2
    said = "the file is empty; line 1 must be the session header"
    assert capsys.readouterr().err == f"prefcount: {path}: {said}\n"
    assert started == []

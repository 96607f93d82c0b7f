"""Wrong usage is one line and exit code 2; help is complete, and every documented flag exists."""

import re
import shlex
from pathlib import Path

import pytest

from prefcount import __version__
from prefcount.cli.parser import COMMANDS
from tests.cli.conftest import Prefcount
from tests.cli.ran import ROOT
from tests.documents import ALL
from tests.tables import each_line

FLAG = re.compile(r"(?<![\w-])--[a-z-]+")
DOCUMENTED = {
    "open": set[str](),
    "new": {
        "--players",
        "--dealer",
        "--preset",
        "--target",
        "--set",
        "--stake",
        "--currency",
        "--note",
        "--date",
        "--game",
    },
    "add": {"--sheet", "--result", "--price", "--end", "--results", "--json"},
    "show": {"--why", "--all", "--json"},
    "settle": {"--steps", "--hash", "--coin", "--json"},
    "replay": {"--preset", "--all", "--set", "--end", "--json"},
    "stats": {
        *("--player", "--without", "--alias", "--running", "--json", "--csv"),
        *("--since", "--until", "--last", "--by", "--rating", "--season-from", "--games"),
    },
    "report": {
        *("--svg", "--html", "--pdf", "--csv", "--chat", "--out", "--force"),
        *("--blank", "--players", "--target", "--game"),
    },
    "debts": {"--since", "--until", "--alias", "--person", "--coin", "--chat", "--json", "--csv"},
    "paid": {"--currency", "--note", "--undo", "--date", "--new", "--alias"},
    "audit": {"--list", "--only", "--ignore", "--strict", "--explain", "--jobs", "--json", "--codes"},
    "paper": {"--says", "--json", "--hands", "--seconds", "--whists"},
    "fit": {"--json", "--seconds"},
    "share": {"--host", "--port", "--write", "--only-written"},
    "rules": {"--json", "--section", "--game", "--codes"},
    "schema": {"--game", "--payments"},
    "where": {"--json"},
    "import": {"--from", "--out", "--fit", "--seconds", "--stake", "--currency"},
    "completion": {"--names"},
}
"""What each command can be told; scripts are written against it."""


def test_version(prefcount: Prefcount) -> None:
    """The version of the package."""
    assert prefcount("--version").fine == f"prefcount {__version__}\n"


@pytest.mark.parametrize("flag", ["--help", "-h"])
def test_help(prefcount: Prefcount, flag: str) -> None:
    """Every command is named, with what it does."""
    out = prefcount(flag).fine
    for command in COMMANDS:
        assert re.search(rf"^    {command}\s+[a-z]", out, re.MULTILINE)
        assert command in DOCUMENTED


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command(prefcount: Prefcount, command: str) -> None:
    """Every flag of the contract is there with its explanation, and there is no other."""
    out = prefcount(command, "--help").fine
    assert out.startswith(f"usage: prefcount {command} ")
    assert set(FLAG.findall(out)) == DOCUMENTED[command] | {"--help", "--lang"}
    assert "%(" not in out


@each_line("name", ALL)
def test_documents_name_only_flags_that_exist(name: str) -> None:
    """Each command line and each row about a command in the documents."""
    named = [
        (command, flag)
        for line in (ROOT / name).read_text(encoding="utf-8").splitlines()
        for command, rest in re.findall(r"prefcount (\w+)\b(.*)", line)
        for flag in FLAG.findall(rest.split("`prefcount ")[0])
        if command in DOCUMENTED
    ]
    assert named or "prefcount new" not in (ROOT / name).read_text(encoding="utf-8")
    assert [
        (command, flag) for command, flag in named if flag not in DOCUMENTED[command] | {"--help", "--lang"}
    ] == []


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            "settle",
            "prefcount settle: the following arguments are required: FILE; see prefcount settle --help",
        ),
        (
            "new x.jsonl",
            "prefcount new: the following arguments are required: --players; see prefcount new --help",
        ),
        ("audit", "prefcount: name the session files or folders to audit; see prefcount audit --help"),
        ("show", "prefcount show: the following arguments are required: file; see prefcount show --help"),
        ("add", "prefcount add: the following arguments are required: file"),
        (
            "new x.jsonl --players A B --target many",
            "prefcount new: argument --target: invalid int value: 'many'",
        ),
        ("settle x.jsonl --jsn", "prefcount: unrecognized arguments: --jsn; see prefcount --help"),
        ("--nonsense", "prefcount: unrecognized arguments: --nonsense; see prefcount --help"),
        ("schema extra", "prefcount: unrecognized arguments: extra; see prefcount --help"),
    ],
)
def test_wrong_usage(prefcount: Prefcount, arguments: str, sentence: str) -> None:
    """One line that says what is missing or too much, and where more is said."""
    ran = prefcount(*shlex.split(arguments))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(sentence)
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("setle", "setle is neither a file nor a command; did you mean “settle”?"),
        ("shema", "shema is neither a file nor a command; did you mean “schema”?"),
        ("Audit", "Audit is neither a file nor a command; did you mean “audit”?"),
        ("evening.jsonl", "evening.jsonl: there is no such file"),
    ],
)
def test_a_word_that_is_neither(
    prefcount: Prefcount, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, word: str, sentence: str
) -> None:
    """A file that does not exist, unless it looks like a command with a slip."""
    monkeypatch.chdir(tmp_path)
    assert prefcount(word).complaint == sentence
    assert prefcount("open", word).complaint == sentence
    assert prefcount(word, "evening.jsonl", "--why").complaint == sentence


def test_files_that_cannot_be_opened(prefcount: Prefcount, tmp_path: Path) -> None:
    """What is wrong with the file is said before any screen is drawn."""
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(b"")
    assert prefcount(bad).complaint == f"{bad}: the file is empty; line 1 must be the header of a session"
    assert prefcount(tmp_path).complaint == f"{tmp_path}: this is a folder; name a session file in it"
    assert prefcount(tmp_path / ("x" * 300)).complaint


def test_the_terminal_program_needs_a_terminal(prefcount: Prefcount, session_file: Path) -> None:
    """Without one there is a sentence, not a screen full of codes."""
    sentence = "the terminal program needs a terminal; prefcount --help lists the other commands"
    assert prefcount().complaint == sentence
    assert prefcount(session_file).complaint == sentence


def test_arguments_are_quoted_too(prefcount: Prefcount) -> None:
    """Also where the call itself is wrong."""
    ran = prefcount("settle", "x.jsonl", "--no\x1b[31m\nsuch")
    assert ran.code == 2
    assert ran.err[:-1].isprintable()

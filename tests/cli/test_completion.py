"""Tests of `prefcount completion`: its scripts are valid and offer every word."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from prefcount.cli.main import COMMANDS
from prefcount.store.settings import FOLDER_VARIABLE
from tests.cli.conftest import Prefcount

SHELLS = ("bash", "zsh", "fish")


@pytest.mark.parametrize("shell", SHELLS)
def test_every_script_is_valid_and_has_all_words(prefcount: Prefcount, shell: str) -> None:
    script = prefcount("completion", shell).fine
    words = ("leningrad-sport", "raspasy.cap=", "balkan", "csv", "month")
    assert [word for word in (*COMMANDS, *words) if word not in script] == []
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"needs {shell}")
    done = subprocess.run([program, "-n"], input=script, text=True, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        (["re"], {"report", "replay"}),
        (["new", "--preset", "len"], {"leningrad", "leningrad-sport"}),
        (["stats", "--by", ""], {"month", "quarter", "season", "year"}),
        (["settle", "even"], {"evening.jsonl"}),
    ],
)
def test_bash_offers_commands_values_and_files(
    prefcount: Prefcount, tmp_path: Path, typed: list[str], expected: set[str]
) -> None:
    program = shutil.which("bash")
    if program is None:
        pytest.skip("needs bash")
    (tmp_path / "evening.jsonl").touch()
    words = " ".join(f"'{word}'" for word in ("prefcount", *typed))
    asked = f"""
COMP_WORDS=({words}); COMP_CWORD={len(typed)}
$(complete -p prefcount | sed 's/.*-F \\([^ ]*\\).*/\\1/') prefcount "{typed[-1]}"
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
    script = prefcount("completion", "bash").fine + asked
    done = subprocess.run([program], input=script, text=True, capture_output=True, check=True, cwd=tmp_path)
    assert {line.strip() for line in done.stdout.split()} == expected, done.stderr


# --- names of players ----------------------------------------------------------------------------------

TRIO = ("Anna", "Old Boris", "Вера")
ASKED = {
    "bash": """
COMP_WORDS=({words}); COMP_CWORD=$(( ${{#COMP_WORDS[@]}} - 1 ))
$(complete -p prefcount | sed 's/.*-F \\([^ ]*\\).*/\\1/') prefcount "${{COMP_WORDS[COMP_CWORD]}}"
printf '%s\n' "${{COMPREPLY[@]}}"
""",
    "zsh": """
compadd() {{ print -l -- "${{names[@]}}" }}
words=({words}); PREFIX="${{words[-1]}}"; shift words
_prefcount_names
""",
    "fish": 'complete -C "{line}"',
}
"""Requests of a completion in each shell; for zsh, its function is called directly."""


@pytest.fixture
def game(prefcount: Prefcount, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path, saved = tmp_path / "game.jsonl", tmp_path / "saved"
    assert prefcount("new", path, "--players", *TRIO).code == 0
    saved.mkdir()
    assert prefcount("new", saved / "one.jsonl", "--players", "Igor", "Olga").code == 0
    monkeypatch.setenv(FOLDER_VARIABLE, str(saved))
    return path


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize(
    ("typed", "expected"),
    [(("add", "game.jsonl", "в"), ("Вера",)), (("new", "next.jsonl", "--players", ""), ("Igor", "Olga"))],
)
def test_names_of_players_are_offered(
    prefcount: Prefcount, game: Path, shell: str, typed: tuple[str, ...], expected: tuple[str, ...]
) -> None:
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"needs {shell}")
    words = " ".join(each or "''" for each in ("prefcount", *typed))
    line = " ".join(("prefcount", *typed))
    done = subprocess.run(
        [program],
        input=prefcount("completion", shell).fine.replace("#compdef prefcount", "compdef() { }")
        + ASKED[shell].format(words=words, line=line),
        text=True,
        capture_output=True,
        check=False,
        cwd=game.parent,
        env={**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"},
    )
    offered = {line.split("\t")[0].strip().replace("\\ ", " ") for line in done.stdout.splitlines()}
    assert offered == set(expected), done.stderr


def test_names_come_from_named_folders_and_books(prefcount: Prefcount, game: Path, tmp_path: Path) -> None:
    book = tmp_path / "payments.jsonl"
    assert prefcount("paid", book, "Gleb Anna 2", "--currency", "EUR", "--new").code == 0
    (tmp_path / "strange.jsonl").write_text("?")

    def names(*words: object) -> list[str]:
        return prefcount("completion", "--names", *words).fine.splitlines()

    assert names("", "debts", tmp_path) == [*TRIO]
    assert names("", "paid", book) == [*TRIO, "Gleb"]
    assert names("A", "add", tmp_path / "strange.jsonl", "-") == []
    assert names("", "add", tmp_path / "strange.jsonl", "--sheet") == ["Igor", "Olga"]
    assert names() == ["Igor", "Olga"]

"""`prefcount completion`: scripts that shells understand, made from the parser itself."""

import shutil
import subprocess
from pathlib import Path

import pytest

from prefcount.cli.parser import COMMANDS
from tests.cli.conftest import Prefcount

SHELLS = ("bash", "zsh", "fish")


@pytest.mark.parametrize("shell", SHELLS)
def test_every_command_and_its_options(prefcount: Prefcount, shell: str) -> None:
    """Presets, options of the rules, games and formats are among the words."""
    script = prefcount("completion", shell).fine
    words = ("leningrad-sport", "raspasy.cap=", "balkan", "mathfewmatthews", "month")
    assert [word for word in (*COMMANDS, *words) if word not in script] == []


@pytest.mark.parametrize("shell", SHELLS)
def test_the_shell_can_read_it(prefcount: Prefcount, shell: str) -> None:
    """Nothing in it is a mistake in that language."""
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"needs {shell}")
    done = subprocess.run(
        [program, "-n"],
        input=prefcount("completion", shell).fine,
        text=True,
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        (["re"], {"report", "replay"}),
        (["new", "--preset", "len"], {"leningrad", "leningrad-sport"}),
        (["stats", "--by", ""], {"month", "year"}),
        (["settle", "even"], {"evening.jsonl"}),
    ],
)
def test_what_bash_offers(prefcount: Prefcount, tmp_path: Path, typed: list[str], expected: set[str]) -> None:
    """Commands, values of options, and names of files."""
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

"""The core never loads the screen, and help loads next to nothing.

Each test starts a new interpreter, because this one has loaded everything already.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from prefcount.store.settings import FOLDER_VARIABLE
from tests.store.files import by_program

ROOT = Path(__file__).parents[1]
SCREEN = {"textual", "rich"}


def loaded(code: str, *arguments: str) -> set[str]:
    report = "\nprint(*sorted({name.partition('.')[0] for name in sys.modules}), file=sys.stderr)"
    command = [
        sys.executable,
        "-c",
        f"import sys\nsys.path.insert(0, {str(ROOT)!r})\n{code}{report}",
        *arguments,
    ]
    environment = {name: value for name, value in os.environ.items() if name != FOLDER_VARIABLE}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, done.stderr
    return set(done.stderr.splitlines()[-1].split())


RUN = "from prefcount.cli.main import run\nassert run(sys.argv[1:]) == 0"


def test_the_core_loads_no_screen(tmp_path: Path) -> None:
    path = str(by_program(tmp_path / "evening.jsonl", "anna 7h wp 6"))
    code = f"""
from importlib import import_module
from pathlib import Path
import prefcount
from prefcount.games import GAMES
packages = [f"games/{{each}}" for each in GAMES]
for folder in ("entries", "games", *packages, "session", "audit"):
    for module in (Path(prefcount.__path__[0]) / folder).glob("*.py"):
        if module.stem != "__init__":
            import_module(f"prefcount.{{folder.replace('/', '.')}}.{{module.stem}}")
from prefcount.cli.main import run
assert run(["add", {path!r}, "r", "3", "5", "2"]) == 0
assert run(["settle", {path!r}]) == 0
assert run(["settle", "--json", {path!r}]) == 0
"""
    found = loaded(code)
    assert "pydantic" in found
    assert not found & SCREEN


def test_help_loads_next_to_nothing() -> None:
    heavy = {"pydantic", "pydantic_core", "wcwidth", "babel", "platformdirs", "pathlib"}
    assert not loaded(RUN, "--help") & {*SCREEN, *heavy}


def test_help_of_a_command_loads_no_screen() -> None:
    code = "from prefcount.cli.main import build_parser\nbuild_parser().format_help()"
    assert not loaded(code) & {*SCREEN, "aiohttp", "segno", "typst", "shtab"}


@pytest.mark.parametrize("command", ["show", "audit", "stats"])
def test_commands_load_no_screen(tmp_path: Path, command: str) -> None:
    path = by_program(tmp_path / "evening.jsonl", "anna 7h wp 6")
    assert not loaded(RUN, *command.split(), str(path)) & SCREEN

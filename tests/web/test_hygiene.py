"""Tests that only this package imports servers, and only when sharing."""

import ast
from collections.abc import Iterator
from pathlib import Path

import prefcount
from tests.test_import_hygiene import loaded

HOUSE = Path(prefcount.__path__[0])
OURS = ("aiohttp", "segno", "prefcount.web")
FRONTS = {"cli/commands/interactive.py", "tui/table/table_writer.py", "tui/table/share_screen.py"}
"""Modules that start sharing."""


def imported(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def test_only_this_package_imports_servers() -> None:
    found = {
        (module.relative_to(HOUSE).as_posix(), name)
        for module in HOUSE.rglob("*.py")
        if any(name in (source := module.read_text(encoding="utf-8")) for name in OURS)
        for name in imported(source)
        if name.startswith(OURS)
    }
    outside = {(module, name) for module, name in found if not module.startswith("web/")}
    assert {module for module, _name in outside} == FRONTS
    assert all(name.startswith("prefcount.web") for _module, name in outside)


def test_starting_loads_no_server() -> None:
    found = loaded(
        "import prefcount.tui.table.table_screen\n"
        "assert not [name for name in sys.modules if name.startswith('prefcount.web')]\n"
        "import prefcount.cli.commands.interactive, prefcount.tui.table.share_screen"
    )
    assert not found & {"aiohttp", "segno"}

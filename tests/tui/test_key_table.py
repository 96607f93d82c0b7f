"""One command for each key: bindings, help, footers and documents agree."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from textual.binding import Binding
from textual.widget import Widget

import prefcount
from docs.reference import KEYS
from prefcount.tui.app import PrefcountApp
from prefcount.tui.kit.keys import (
    EVERYWHERE,
    TABLE,
    Command,
    Commands,
    bindings,
    footer,
    help_lines,
    key_of,
)
from prefcount.tui.table.table_screen import TableScreen
from tests.cli.ran import ROOT
from tests.documents import ALL
from tests.tables import each_line

PROGRAM = Path(prefcount.__file__).parent
NAMED = re.compile(r"\bF\d+\b|Ctrl\+[A-Z]")
IN_CODE = re.compile(r"`(F\d+|Ctrl\+[A-Z])`")
"""Keys in documents that are not plain letters."""


def bound(place: Commands) -> list[str]:
    return [key for each in bindings(place) if isinstance(each, Binding) for key in each.key.split(",")]


def sentences(path: Path) -> Iterator[str]:
    """Yield the strings of a module that are neither docstrings nor parts of a command."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    remarks = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    records = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and _is_record(node)]
    remarks |= {id(inner) for record in records for inner in ast.walk(record)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in remarks:
            yield node.value


def _is_record(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Name) and call.func.id == "Command"


@each_line("place", KEYS)
def test_no_key_is_bound_twice_in_one_place(place: str) -> None:
    keys = bound(KEYS[place])
    assert sorted(keys) == sorted(set(keys))


@each_line("part", ["ENTRY_FORM", "HAND_LIST", "SHEET"])
def test_parts_of_the_table_take_no_key_of_the_table(part: str) -> None:
    assert not set(bound(TABLE)) & set(bound(KEYS[part]))


def test_every_key_runs_an_action_that_exists() -> None:
    owners = [each for each in (PrefcountApp, *widgets(Widget)) if each.__module__.startswith("prefcount.")]
    missing = [
        (owner.__name__, binding.key, binding.action)
        for owner in owners
        for binding in Binding.make_bindings(vars(owner).get("BINDINGS", []))
        if not any(
            hasattr(place, f"action_{binding.action.partition('(')[0].rpartition('.')[2]}")
            for place in (owner, TableScreen if binding.action.startswith("screen.") else PrefcountApp)
        )
    ]
    assert missing == []
    assert len(owners) > 20


def widgets(kind: type[Widget]) -> Iterator[type[Widget]]:
    for each in kind.__subclasses__():
        yield each
        yield from widgets(each)


def test_nothing_is_bound_elsewhere() -> None:
    others = [path for path in (PROGRAM / "tui").rglob("*.py") if path.name != "keys.py"]
    assert [path.name for path in others if re.search(r"\bBinding\(", path.read_text(encoding="utf-8"))] == []


COMMAND_KEY = re.compile(r"f\d+|ctrl\+\w|delete|insert|escape")


def test_the_help_page_lists_every_key() -> None:
    listed = {key.strip() for keys, _meaning in EVERYWHERE for key in keys.split(",")}
    keys = {key for place in KEYS.values() for each in place if each.action for key in _all_keys(each)}
    wanted = {Command(key).key_names() for key in keys - {"ctrl+y", "ctrl+z"} if COMMAND_KEY.fullmatch(key)}
    assert listed == wanted | {"Ctrl+P"}


def test_every_screen_says_what_its_keys_do() -> None:
    """Questions and the list of presets, which are above another screen, have no page of keys."""
    screens = [
        name for name, place in KEYS.items() if any(each.keys == "escape" and each.action for each in place)
    ]
    assert [name for name in screens if "f1" not in bound(KEYS[name])] == ["QUESTION", "PRESETS"]


def test_no_letter_is_a_command() -> None:
    keys = {key for place in KEYS.values() for key in bound(place)}
    assert [key for key in keys if len(key) == 1 and not key.isdigit()] == []


@each_line("place", KEYS)
def test_every_footer_explains_escape(place: str) -> None:
    records = [each for each in KEYS[place] if each.action and "escape" in each.keys.split(",")]
    assert all(each.footer for each in records) or place in ("PAGE", "BOOK", "QUESTION")


def test_help_and_footer_name_the_keys_of_a_command() -> None:
    place = (
        Command("f3,ctrl+c", "last", "goes on", "last", also="ctrl+y", in_footer=2),
        Command("left,right", footer="turn", in_footer=2),
    )
    assert help_lines(place) == (("F3 Ctrl+C", "goes on"),)
    assert footer("left last", place, words={"last": "newest"}) == (("← →", "turn"), ("F3 Ctrl+C", "newest"))
    assert key_of(place, "last") == "F3"
    assert bound(place) == ["f3", "ctrl+c", "ctrl+y"]


def test_sentences_take_key_names_from_their_commands() -> None:
    """A sentence then stays true if its key changes."""
    others = [path for path in (PROGRAM / "tui").rglob("*.py") if path.name not in ("keys.py", "app.py")]
    assert [said for path in others for said in sentences(path) if NAMED.search(said)] == []


def test_games_name_the_right_key_of_the_settlement() -> None:
    said = [said for path in (PROGRAM / "games").rglob("*.py") for said in sentences(path)]
    assert {key for each in said for key in NAMED.findall(each)} == {key_of(TABLE, "settle")}


@each_line("name", [name for name in ALL if name != "CHANGELOG.md"])
def test_documents_name_the_keys_that_there_are(name: str) -> None:
    keys = {key for place in KEYS.values() for each in place for key in _all_keys(each)}
    there = {Command(key).key_names() for key in keys} | {"Ctrl+P"}
    assert set(IN_CODE.findall((ROOT / name).read_text(encoding="utf-8"))) <= there


def _all_keys(command: Command) -> set[str]:
    return {*command.keys.split(","), *command.also.split(",")}

"""One record for each key: what binds, shows or names it, also in documents, says the same."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.binding import Binding

import prefcount
from prefcount.tui import key_table
from prefcount.tui.key_table import (
    DEBTS,
    ENTRY_FORM,
    GAMES,
    HAND_LIST,
    NEW_GAME,
    PAPER,
    RULES,
    SETTLEMENT,
    TABLE,
    WHAT_IF,
    Command,
    Commands,
    bindings,
    cyrillic,
    footer,
    help_lines,
    key_of,
)
from tests.cli.ran import ROOT
from tests.documents import SPAN, sections

PROGRAM = Path(prefcount.__file__).parent
PLACES: dict[str, Commands] = {
    name: place
    for name, place in vars(key_table).items()
    if isinstance(place, tuple) and all(isinstance(each, Command) for each in place)
}
NAMED = re.compile(r"\bF\d+\b|Ctrl\+[A-Z]")
IN_CODE = re.compile(r"`(F\d+|Ctrl\+[A-Z])`")
"""How documents set a key that is not a mere letter."""

TOUR = (
    (NEW_GAME, "begin"),
    (ENTRY_FORM, "payoffs"),
    (ENTRY_FORM, "ctrl+u"),
    (TABLE, "help"),
    (TABLE, "undo"),
    (TABLE, "redo"),
    (HAND_LIST, "choose('correct')"),
    (HAND_LIST, "choose('void')"),
    (HAND_LIST, "choose('after')"),
    (TABLE, "settle"),
    (SETTLEMENT, "end"),
    (TABLE, "what_if"),
    (TABLE, "share"),
    (TABLE, "write_here"),
    (TABLE, "elsewhere"),
    (TABLE, "rules"),
    (TABLE, "ctrl+p"),
)
"""What the tour of the README has keys for, in its order; tables of keys are compared by themselves."""
GUIDE = (
    (GAMES, "keys"),
    (TABLE, "ctrl+p"),
    (ENTRY_FORM, "ctrl+u"),
    (TABLE, "settle"),
    (TABLE, "paper"),
    (GAMES, "paper"),
    (PAPER, "write"),
    (TABLE, "paper"),
    (PAPER, "write"),
    (PAPER, "claim"),
    (TABLE, "share"),
    (WHAT_IF, "options"),
    (DEBTS, "write"),
    (DEBTS, "undo"),
    (DEBTS, "write"),
    (TABLE, "help"),
)
COMMANDS = ((TABLE, "ctrl+p"),)
RULE_BOOK = ((RULES, "read"), (TABLE, "settle"))
RELATIVES = ((RULES, "read"),)


def bound(place: Commands) -> list[str]:
    """Every key that a place binds."""
    return [key for each in bindings(place) if isinstance(each, Binding) for key in each.key.split(",")]


def sentences(path: Path) -> Iterator[str]:
    """The strings of a module, without its docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    remarks = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in remarks:
            yield node.value


@pytest.mark.parametrize("place", PLACES)
def test_a_key_does_one_thing(place: str) -> None:
    """No key is bound twice at one place, to different commands."""
    keys = bound(PLACES[place])
    assert sorted(keys) == sorted(set(keys))


@pytest.mark.parametrize("part", ["ENTRY_FORM", "HAND_LIST", "SHEET"])
def test_parts_of_the_table_take_no_key_of_the_table(part: str) -> None:
    """What works everywhere at the table works there, too."""
    assert not set(bound(TABLE)) & set(bound(PLACES[part]))


def test_nothing_is_bound_elsewhere() -> None:
    """A binding that is no record would have no help, no footer and no Russian key."""
    others = [path for path in (PROGRAM / "tui").rglob("*.py") if path.name != "key_table.py"]
    assert [path.name for path in others if re.search(r"\bBinding\(", path.read_text(encoding="utf-8"))] == []


def test_letters_are_the_same_keys_on_a_russian_keyboard() -> None:
    """In both cases, and the sentence that says so names just the letters of the list of games."""
    assert cyrillic("n") == "т"
    assert {"n", "N", "т", "Т", "slash", "full_stop"} < set(bound(GAMES))
    letters = [key for each in GAMES for key in each.keys.split(",") if each.action and len(key) == 1]
    [remark] = [said for shown, said in help_lines(GAMES) if not shown]
    named = remark.partition(": ")[2].rstrip(".").split()
    assert {cyrillic(each) for each in letters} - {"а"} == set(named) - {"а"}


def test_what_is_said_of_a_key() -> None:
    """Help names all of its keys but those that are only twins, a footer as many as there is room for."""
    place = (
        Command("f3,c", "last", "goes on", "last", "Go on", also="ctrl+y", in_footer=2),
        Command("left,right", footer="turn", in_footer=2),
    )
    assert help_lines(place) == (("F3 c", "goes on"),)
    assert footer("left last", place, words={"last": "newest"}) == (("← →", "turn"), ("F3 c", "newest"))
    assert key_of(place, "last") == "F3"
    assert bound(place) == ["f3", "c", "C", "с", "С", "ctrl+y"]


def test_sentences_of_screens_take_the_name_of_a_key_from_its_record() -> None:
    """It has the name from the record, so that it is true of other keys, too."""
    others = [path for path in (PROGRAM / "tui").rglob("*.py") if path.name not in ("key_table.py", "app.py")]
    assert [said for path in others for said in sentences(path) if NAMED.search(said)] == []


def test_sentences_of_games_name_the_key_of_the_settlement() -> None:
    """Games know no screen: what they say of its keys is compared."""
    said = [said for path in (PROGRAM / "games").rglob("*.py") for said in sentences(path)]
    assert {key for each in said for key in NAMED.findall(each)} == {key_of(TABLE, "settle")}


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (("README.md", "README.ru.md"), TOUR),
        (("docs/guide.md", "docs/guide.ru.md"), GUIDE),
        (("docs/commands.md", "docs/commands.ru.md"), COMMANDS),
        (("docs/rules.md", "docs/rules.ru.md"), RULE_BOOK),
        (("docs/relatives.md", "docs/relatives.ru.md"), RELATIVES),
    ],
)
def test_documents_name_the_keys_that_there_are(
    names: tuple[str, str], told: tuple[tuple[Commands, str], ...]
) -> None:
    """One after the other, in both languages; whoever changes a key is told where it is named."""
    for name in names:
        lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
        named = IN_CODE.findall("\n".join(line for line in lines if not line.startswith("|")))
        assert named == [key_of(place, command) for place, command in told], name


TABLES: dict[str, tuple[Commands, ...]] = {
    "the-start-screen": (GAMES,),
    "the-table": (TABLE + ENTRY_FORM, HAND_LIST),
    "the-settlement": (SETTLEMENT,),
    "the-rules": (RULES,),
}
"""The sections of the guide with tables of keys, and whose keys each table has."""
EXPLAINED = {"f1", "escape", "left", "right", "backspace"}
"""Keys that do the same everywhere, or walk over values."""


@pytest.mark.parametrize("path", ["docs/guide.md", "docs/guide.ru.md"])
@pytest.mark.parametrize("anchor", TABLES)
def test_the_tables_of_the_guide(path: str, anchor: str) -> None:
    """A row has keys of one command, and every command of the palette has its row."""
    place = [section.anchor for section in sections("docs/guide.md")].index(anchor)
    for table, part in zip(sections(path)[place].tables, TABLES[anchor], strict=True):
        rows = [{key.lower() for key in SPAN.findall(row[0])} for row in table[1:]]
        does = {key: each.action for each in part if each.action for key in _all_keys(each)}
        told = [{does[key].partition("(")[0] for key in row} for row in rows]
        assert all(len(actions) == 1 for actions in told)
        listed = [_all_keys(each) for each in part if each.palette]
        assert all(keys & EXPLAINED.union(*rows) for keys in listed)


def _all_keys(command: Command) -> set[str]:
    return {*command.keys.split(","), *command.also.split(",")}

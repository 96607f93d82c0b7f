"""The parts that a new game must have outside its package. A test names a part that is missing."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

from prefcount.games import GAMES, TITLES, get_game
from tests.cli.ran import ROOT
from tests.documents import sections
from tests.games.brought import BROUGHT
from tests.tables import each_line


def missing(name: str) -> Iterator[str]:
    if name not in BROUGHT:
        yield "a line in BROUGHT of tests/games/brought.py"
        return
    brought, book = BROUGHT[name], get_game(name).book
    places = [
        ("docs/notation.md", brought.chapter),
        ("docs/file-format.md", brought.format_chapter),
        (f"docs/{book}.md", brought.book_chapter),
    ]
    for document, chapter in places:
        if chapter not in {section.anchor for section in sections(document)}:
            yield f"a chapter “{chapter}” in {document}"
    if not (ROOT / "docs" / f"{book}.ru.md").exists():
        yield f"docs/{book}.ru.md"
    if not (ROOT / "tests/data" / f"{name}.json").exists():
        yield f"vectors in tests/data/{name}.json"
    for kind in ("russian", "typed"):
        if not (ROOT / f"tests/data/tables/{kind}-lines-of-{name}.txt").exists():
            yield f"tests/data/tables/{kind}-lines-of-{name}.txt"
    if not (ROOT / "tests/games" / name).is_dir():
        yield f"tests in tests/games/{name}/"
    told = (ROOT / "sample_sessions/README.md").read_text("utf-8")
    samples = [path for path in sorted((ROOT / "sample_sessions").glob("*.jsonl")) if game_of(path) == name]
    if len(samples) < 2:
        yield "two samples in sample_sessions/"
    yield from (f"{path.name} in sample_sessions/README.md" for path in samples if path.name not in told)


def game_of(path: Path) -> str:
    header = json.loads(path.read_text("utf-8").partition("\n")[0])
    return str(header["game"])


@each_line("name", GAMES)
def test_a_game_has_all_its_parts(name: str) -> None:
    assert list(missing(name)) == []


def test_no_other_code_depends_on_a_game() -> None:
    plain = [(game, game.rules({})) for game in map(get_game, GAMES)]
    options = {info.name for game, rules in plain for info in game.options(rules)}
    known = {*GAMES, *(name for name in options if "_" in name or "." in name)}
    assert [
        said for said in _constants(known) if known.intersection(re.findall(r"[\w.]+", said.lower()))
    ] == []


SAID = (
    "A score sheet for Preferans.",
    "e.g. style=gentleman",
    "such as style=gentleman",
    "a score sheet for Preferans",
    "default: preferans",
)
"""Sentences about the program itself, and an example."""


def _constants(known: set[str]) -> Iterator[str]:
    program = ROOT / "prefcount"
    own = {
        program / "base" / "english.py",
        program / "games" / "__init__.py",
        program / "importing",
        program / "languages",
        *(program / package / game for package in ("games", "paper") for game in GAMES),
        program / "paper" / "known_games.py",
    }
    for path in program.rglob("*.py"):
        if own.isdisjoint((path, *path.parents)):
            source = path.read_text("utf-8")
            if not any(name in source.lower() for name in known):
                continue
            tree = ast.parse(source)
            labels = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
            for node in ast.walk(tree):
                if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in labels:
                    yield node.value if not any(said in node.value for said in SAID) else ""


def test_only_known_games_have_parts() -> None:
    assert list(BROUGHT) == list(TITLES) == list(GAMES)

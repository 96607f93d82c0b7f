"""Documents: both languages say the same, show what the program does, and their links work."""

import ast
import re
import runpy
import shlex
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from docs.reference import pages
from prefcount.audit.checks import all_codes
from prefcount.cli.arguments import EXIT_FOUND, EXIT_OK
from prefcount.cli.main import COMMANDS, run
from prefcount.games import GAMES, get_game
from tests.cli.ran import ROOT
from tests.documents import ALL, OTHERS, SPAN, TWINS, Row, Section, sections, target, words
from tests.games.brought import BROUGHT
from tests.games.family import Table
from tests.tables import each_line
from tests.worked import FENCE

PAIRS = [
    (path, *both)
    for path, russian in TWINS.items()
    for both in zip(sections(path), sections(russian), strict=False)
]
SPOKEN = [(code, path) for twins in TWINS.items() for code, path in zip(("en", "ru"), twins, strict=True)]

RULE_BOOKS = {path for path in TWINS if FENCE in (ROOT / path).read_text(encoding="utf-8")}
"""Documents full of worked hands, whose figures and tables `tests/test_rule_book.py` compares."""

each_twin = pytest.mark.parametrize(("path", "russian"), TWINS.items(), ids=TWINS)

CYRILLIC = re.compile("[а-яё]", re.IGNORECASE)
FLAG = re.compile(r"(?<![\w-])--?[a-z-]+")
KEY = re.compile(r"F\d+|Ctrl\+.|Enter|Escape|Tab")
FIGURE = {"en": re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?"), "ru": re.compile(r"\d+(?:\u00a0\d{3})*(?:[,.]\d+)?")}
"""A figure as the language writes it: 1,503 and 0.57, or 1 503 with a space that does not break, and 0,57."""

FILE = re.compile(r"(?!.*NAME)[\w/.-]+(\.(py|js|md|typ)|(?<=\w)/)")
"""A span that names a file or a folder of the checkout."""

CODE_NAME = re.compile(r"@?(?:[A-Za-z]+_\w+|[A-Z]{3,}|(?:[A-Z][a-z]+){2,}|[A-Z]\w+\.[a-z]\w+)(?:\.\w+)?")
"""A span that names a class, function or constant: `play_hand`, `CHECKS`, `Game`, `Session.accepted`."""
DEFINED = re.compile(r"^ *(?:async )?(?:def|class) (\w+)|^ *(\w+)(?:: [^=\n]+)? = |\b(\w+): ", re.MULTILINE)
"""A definition of a name in code, or an argument."""
NOT_OURS = {"NamedTuple"}
"""Names of the standard library, which CONTRIBUTING speaks of too."""

NOTATIONS = {brought.chapter: name for name, brought in BROUGHT.items()}
"""The sections of the notation whose first table has lines, with their games."""
MAX_WORDS, MAX_LINKS, MAX_KEYS = 650, 20, 5
"""Limits of a README."""
MAX_PARAGRAPH = 80
"""Words in a paragraph."""
WALKED = ("new", "add", "show", "settle", "report")
"""The commands of the examples that end by themselves."""
PLAYERS = {"en": ("Anna", "Boris", "Vera", "Gleb"), "ru": ("Анна", "Борис", "Вера", "Глеб")}


@cache
def words_of_the_program() -> set[str]:
    """Return words that are the same in every language: commands, options, presets, audit codes."""
    games = [get_game(name) for name in GAMES]
    return {
        *COMMANDS,
        *all_codes(),
        *(preset for game in games for preset in game.presets),
        *(option.name for game in games for option in game.options(game.rules({}))),
    }


def figures(code: str, text: str) -> list[str]:
    """Return the figures of some lines in ascending order, all in one spelling."""
    found = FIGURE[code].findall(text)
    plain = (
        [each.replace(",", "") for each in found]
        if code == "en"
        else [each.replace("\u00a0", "").replace(",", ".") for each in found]
    )
    return sorted(plain, key=float)


def neutral(section: Section) -> set[str]:
    known = words_of_the_program()
    return {
        each
        for span in section.spans
        for each in (FLAG.findall(span) if "-" in span and span not in known else [span])
        if each in known or each.startswith("--") or KEY.fullmatch(each) or re.fullmatch("[A-Z_]{4,}", each)
    }


def addresses(section: Section, path: str) -> list[tuple[str, int]]:
    """Return the documents and headings to which the links of a section lead, in any language."""
    return [(_english(name), _place(name, anchor)) for name, anchor in _targets(section, path)]


def _targets(section: Section, path: str) -> list[tuple[str, str]]:
    return [target(path, link) for link in section.links if not link.startswith("https://")]


def _english(name: str) -> str:
    return name.replace("docs/ru/", "docs/").replace(".ru.md", ".md")


def _place(name: str, anchor: str) -> int:
    return [each.anchor for each in sections(name)].index(anchor) if anchor else 0


def commands(section: Section) -> list[list[str]]:
    return [
        shlex.split(line.removeprefix("$ "), comments=True)
        for block in section.blocks
        if re.match(r"\$ |pip |uv |prefcount ", block[0])
        for line in (block[:1] if block[0].startswith("$ ") else block)
    ]


@each_twin
def test_both_languages_have_the_same_headings(path: str, russian: str) -> None:
    english, other = sections(path), sections(russian)
    assert [each.level for each in english] == [each.level for each in other]
    assert all(len({each.anchor for each in document}) == len(document) for document in (english, other))


@each_line("path", OTHERS)
def test_documents_in_further_languages_are_linked(path: str) -> None:
    english = re.sub(r"\.[a-z]{2}\.md$", ".md", path)
    assert target(path, sections(path)[0].links[0]) == (english, "")
    assert (path, "") in [target(english, link) for link in sections(english)[0].links[:3]]


@each_twin
def test_each_document_links_to_its_translation(path: str, russian: str) -> None:
    assert target(path, sections(path)[0].links[0]) == (russian, "")
    assert target(russian, sections(russian)[0].links[0]) == (path, "")


def differing(said: Callable[[str, Section], object]) -> dict[str, tuple[object, object]]:
    """Return the content of sections in both languages if it differs."""
    return {
        f"{path}#{english.anchor}": (ours, its)
        for path, english, russian in PAIRS
        if path not in RULE_BOOKS and (ours := said("en", english)) != (its := said("ru", russian))
    }


def test_tables_have_the_same_shape() -> None:
    assert not differing(
        lambda _code, section: [[[bool(cell) for cell in row] for row in table] for table in section.tables]
    )


def test_figures_are_the_same_in_both_languages() -> None:
    assert not differing(lambda code, section: figures(code, section.words))
    assert not differing(
        lambda code, section: [
            [figures(code, words(cell)) for cell in row] for table in section.tables for row in table
        ]
    )


@each_line("game", GAMES)
def test_every_key_of_the_statistics_is_documented(game: str) -> None:
    documented = (ROOT / "docs/json-output.md").read_text("utf-8")
    measures = get_game(game).measures
    keys = {key for each in measures for key in (each.key, each.per, *each.out_of) if key}
    plain = {re.sub(r"_(\d+|pik|karo|herc|tref|betl|sans)$", "", key) for key in keys}
    assert sorted(key for key in plain if f"`{key}`" not in documented) == []


def test_keys_options_and_codes_are_named_in_both_languages() -> None:
    assert not differing(lambda _code, section: neutral(section))


def test_command_lines_are_the_same_in_both_languages() -> None:
    assert not differing(
        lambda _code, section: [[word for word in line if FLAG.match(word)] for line in commands(section)]
    )
    shown = [(ours, its) for _path, *both in PAIRS for ours, its in zip(*map(commands, both), strict=True)]
    for ours, its in shown:
        assert all(
            word == other or (CYRILLIC.search(other) and not CYRILLIC.search(word))
            for word, other in zip(ours, its, strict=True)
        ), its


@each_twin
def test_links_are_the_same_in_both_languages(path: str, russian: str) -> None:
    for english, other in zip(sections(path)[1:], sections(russian)[1:], strict=True):
        assert addresses(english, path) == addresses(other, russian)


@each_line("path", ALL)
def test_links_lead_somewhere(path: str) -> None:
    for section in sections(path):
        for name, anchor in _targets(section, path):
            assert (ROOT / name).exists(), (section.heading, name)
            assert not anchor or anchor in {each.anchor for each in sections(name)}, (section.heading, anchor)


@each_line("path", ["docs/index.md", "docs/index.ru.md"])
def test_the_index_leads_to_every_document_of_the_language(path: str) -> None:
    led = {name for section in sections(path) for name, _anchor in _targets(section, path)}
    other = {*OTHERS, *(TWINS.values() if path in TWINS else TWINS)}
    assert {name for name in ALL if name not in other and not name.startswith("README")} - {path} <= led


@each_line("path", [path for path in ALL if path.startswith("README")])
def test_a_readme_is_short(path: str) -> None:
    spans = [span for section in sections(path) for span in section.spans]
    assert len((ROOT / path).read_text(encoding="utf-8").split()) <= MAX_WORDS
    assert sum(len(section.links) for section in sections(path)) <= MAX_LINKS
    assert sum(bool(KEY.fullmatch(span)) for span in spans) <= MAX_KEYS


@each_line("path", [path for path in ALL if not re.search("rules|relatives|CHANGELOG", path)])
def test_paragraphs_are_short(path: str) -> None:
    paragraphs = [each for section in sections(path) for each in section.paragraphs]
    assert [each for each in paragraphs if len(each.split()) > MAX_PARAGRAPH] == []


@each_line("path", [path for path in ALL if not re.search(r"rules|relatives|CHANGELOG|\.[a-z]{2}\.md", path)])
def test_documents_use_common_words(path: str) -> None:
    said = " ".join(section.words for section in sections(path))
    rare = r"\b(?:stands?|anew|everybody|somebody|nobody|beside|whoever|otherwise)\b"
    assert re.findall(rare, said, re.IGNORECASE) == []


def test_lists_are_those_of_the_code() -> None:
    """`uv run python -m docs.reference` writes them."""
    assert [path.name for path, text, wanted in pages() if text != wanted] == []


@pytest.mark.parametrize("path", ["docs/architecture.md", "CONTRIBUTING.md"])
def test_files_that_are_named_exist(path: str) -> None:
    there = {
        f"/{each.relative_to(ROOT).as_posix()}{'/' * each.is_dir()}"
        for top in ("prefcount", "tests", "docs", "sample_sessions")
        for each in (ROOT / top).rglob("*")
    }
    there |= {f"/{each.name}" for each in ROOT.iterdir() if each.is_file()}
    named = {span for section in sections(path) for span in section.spans if FILE.fullmatch(span)}
    assert named
    assert {span for span in named if not any(each.endswith(f"/{span}") for each in there)} == set()


def test_names_in_the_code_exist() -> None:
    spans = {
        span
        for path in ("docs/architecture.md", "CONTRIBUTING.md")
        for section in sections(path)
        for span in section.spans
        if CODE_NAME.fullmatch(span) and not FILE.fullmatch(span)
    }
    files = (each for top in ("prefcount", "tests") for each in (ROOT / top).rglob("*.py"))
    code = "\n".join(path.read_text(encoding="utf-8") for path in files)
    defined = {name for found in DEFINED.findall(code) for name in found}
    parts = {part for span in spans - NOT_OURS for part in span.removeprefix("@").split(".")}
    assert parts
    assert parts - defined == set()


GLOSSARY = next(
    each for each in sections("CONTRIBUTING.md") if each.heading == "Words of the program"
).tables[0][1:]
"""Words of the program, their meanings, and words that names do not contain, with the places that may."""


@each_line("row", [row for row in GLOSSARY if row[2]])
def test_names_have_the_words_of_the_glossary(row: Row) -> None:
    word, places = SPAN.sub("", row[2]).strip(" ()"), tuple(SPAN.findall(row[2]))
    found = {
        f"{path}: {name}"
        for path, names in names_of_the_code().items()
        if not path.startswith(places)
        for name in names
        if word in re.split("_|(?<=[a-z])(?=[A-Z])", name)
        or word.capitalize() in re.split("_|(?=[A-Z])", name)
    }
    assert found == set()


@cache
def names_of_the_code() -> dict[str, set[str]]:
    """Return the names of functions, classes, arguments and variables of each file."""
    program = ROOT / "prefcount"
    return {
        path.relative_to(program).as_posix(): set(_names(ast.parse(path.read_text("utf-8"))))
        for path in program.rglob("*.py")
    }


def _names(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id


SUBJECTS = {
    "audit: Report a sheet that was entered twice": True,
    "Embed the font of the page": True,
    "Process hands in order": True,
    "fixup! audit: Report a sheet.": True,
    "Adds a column": False,
    "Added a column": False,
    "tests: adding a column": False,
    "A column of the statistics": False,
    "Add a column.": False,
    f"Add {'x' * 70}": False,
}


@each_line(("subject", "right"), SUBJECTS.items())
def test_subjects_of_commits_are_checked(subject: str, right: bool) -> None:
    path = str(ROOT / ".ci" / "commit-msg")
    check = runpy.run_path(path)["problems"]
    assert (check(subject) == []) == right


def test_the_glossaries_have_the_same_pairs() -> None:
    english, russian = sections("docs/glossary.md")[0], sections("docs/glossary.ru.md")[0]
    assert [row[:2] for row in english.tables[0][1:]] == [row[1::-1] for row in russian.tables[0][1:]]


def hands(table: tuple[Row, ...]) -> list[str]:
    return [line for row in table[1:] for line in SPAN.findall(row[0])]


@each_line(("anchor", "game"), NOTATIONS.items())
def test_hands_are_the_same_in_both_languages(anchor: str, game: str) -> None:
    [pair] = [pair for path, *pair in PAIRS if path == "docs/notation.md" and pair[0].anchor == anchor]
    lines = [hands(section.tables[0]) for section in pair]
    assert lines[0]
    for english, russian in zip(*lines, strict=True):
        assert read("en", game, english) == read("ru", game, russian), russian


def read(code: str, game: str, line: str) -> str:
    """Return the hand of a line, with seats instead of names."""
    table = Table.of(game)
    seated = 4 if game == "priffe" or re.search("gleb|глеб", line) else 3
    state = table.start(PLAYERS[code][:seated])
    said: str = table.game.parse(state, line).model_dump_json()
    for seat, name in enumerate(PLAYERS[code]):
        said = said.replace(name, f"#{seat + 1}")
    return said


@pytest.mark.parametrize(("code", "path"), SPOKEN)
def test_printed_output_is_real(
    code: str, path: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # "…" replaces lines that are left out. Documents have plain blanks inside amounts of money.
    monkeypatch.chdir(ROOT)
    for command, *lines in (block for section in sections(path) for block in section.blocks):
        if not command.startswith("$ "):
            continue
        _prefcount, *arguments = shlex.split(command.removeprefix("$ "))
        assert run([*arguments, "--lang", code]) in (EXIT_OK, EXIT_FOUND)
        printed = capsys.readouterr().out.replace("\N{NO-BREAK SPACE}", " ")
        first, *others = "\n".join(lines).split("\n…\n")
        assert printed.startswith(f"{first}\n"), command
        for part in others:
            printed = printed.partition(first)[2]
            assert f"\n{part}\n" in printed, command
            first = part


@pytest.mark.parametrize(("code", "path"), SPOKEN)
def test_named_commands_work(
    code: str, path: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    named = [span for section in sections(path) for span in section.spans if " sample_sessions" in span]
    assert named or not path.startswith("README")
    for _prefcount, command, sample in map(str.split, named):
        samples = [str(each) for each in Path().glob(sample)]
        assert run([command, *samples, "--lang", code]) == (EXIT_FOUND if command == "audit" else EXIT_OK)
        assert capsys.readouterr().err == ""


def test_the_tour_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert walked("en", tmp_path / "en", monkeypatch, capsys) == walked(
        "ru", tmp_path / "ru", monkeypatch, capsys
    )


@each_line("path", [path for path in OTHERS if path.startswith("README")])
def test_the_commands_of_a_readme_work(path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for _prefcount, *arguments in [line for section in sections(path) for line in commands(section)]:
        if arguments and arguments[0] in WALKED:
            assert run([*arguments, "--lang", path.split(".")[1]]) == EXIT_OK, arguments


def walked(
    code: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> list[str]:
    """Play the evening of the README and a how-to page; return columns and results without names."""
    folder.mkdir()
    monkeypatch.chdir(folder)
    ending = "" if code == "en" else f".{code}"
    for section in (*sections(f"README{ending}.md"), *sections(f"docs/how-to/print-and-send{ending}.md")):
        for _prefcount, *arguments in commands(section):
            if arguments and arguments[0] in WALKED and "sample_sessions" not in arguments[1]:
                assert run([*arguments, "--lang", code]) == EXIT_OK, arguments
    written = {each.suffix for each in folder.iterdir()}
    assert written == {".jsonl", ".html", ".svg", ".csv"}
    capsys.readouterr()
    assert run(["report", "friday.jsonl", "--csv", "results"]) == EXIT_OK
    return [row.partition(",")[2] for row in capsys.readouterr().out.splitlines()[1:]]

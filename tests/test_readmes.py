"""The README in two languages: both say the same, section by section, and show what the program does."""

import re
import shlex
from pathlib import Path

import pytest

from prefcount.audit.checks import codes
from prefcount.cli.main import FINE, FOUND, run
from prefcount.cli.parser import COMMANDS
from prefcount.games import GAMES, game_named
from tests.cli.ran import ROOT
from tests.documents import SPAN, Row, Section, sections, words
from tests.games.family import Table

READMES = {"en": "README.md", "ru": "README.ru.md"}
DOCUMENTS = {code: sections(name) for code, name in READMES.items()}
PAIRS = list(zip(DOCUMENTS["en"], DOCUMENTS["ru"], strict=False))

each_section = pytest.mark.parametrize(
    ("english", "russian"), PAIRS, ids=[english.anchor for english, _russian in PAIRS]
)
each_language = pytest.mark.parametrize(
    ("code", "document"),
    DOCUMENTS.items(),
    ids=READMES,
)

CYRILLIC = re.compile("[а-яё]", re.IGNORECASE)
FLAG = re.compile(r"(?<![\w-])--?[a-z-]+")
KEY = re.compile(r"F\d+|Ctrl\+.|Enter|Escape|Tab")
FIGURE = {
    "en": re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?"),
    "ru": re.compile(r"\d+(?:\u00a0\d{3})*(?:[,.]\d+)?"),
}
"""A figure as the language writes it: 1,503 and 0.57, or 1 503 with a space that does not break, and 0,57."""

NOTATIONS = {
    "a-hand-in-one-line": "preferans",
    "balkan-preferans": "balkan",
    "greek-prefa": "prefa",
    "swedish-priffe": "priffe",
}
"""The sections whose first table has lines of the notation, with their games."""
WALKED = ("new", "add", "show", "settle", "report")
"""The commands of the examples that end by themselves."""
PLAYERS = {"en": ("Anna", "Boris", "Vera", "Gleb"), "ru": ("Анна", "Борис", "Вера", "Глеб")}


def words_of_the_program() -> set[str]:
    """What is spelled alike in every language: commands, options, presets and codes of the audit."""
    games = [game_named(name) for name in GAMES]
    return {
        *COMMANDS,
        *codes(),
        *(preset for game in games for preset in game.presets),
        *(option.name for game in games for option in game.options(game.rules({}))),
    }


def figures(code: str, text: str) -> list[str]:
    """The figures of some lines in ascending order, all spelled alike."""
    found = FIGURE[code].findall(text)
    plain = (
        [each.replace(",", "") for each in found]
        if code == "en"
        else [each.replace("\u00a0", "").replace(",", ".") for each in found]
    )
    return sorted(plain, key=float)


def neutral(section: Section) -> set[str]:
    """Keys, options of commands, and words of the program that are set as code in a section."""
    known = words_of_the_program()
    return {
        each
        for span in section.spans
        for each in (FLAG.findall(span) if "-" in span and span not in known else [span])
        if each in known or each.startswith("--") or KEY.fullmatch(each) or re.fullmatch("[A-Z_]{4,}", each)
    }


def addresses(section: Section, document: list[Section]) -> list[str]:
    """Where the links of a section lead, all as if from README.md: anchors by the place of their heading."""
    places = {f"#{each.anchor}": f"#{place}" for place, each in enumerate(document)}
    return [places.get(link, link.replace("docs/ru/", "docs/")) for link in section.links]


def commands(section: Section) -> list[list[str]]:
    """The words of each command line that a section shows, without what is printed and what is remarked."""
    return [
        shlex.split(line.removeprefix("$ "), comments=True)
        for block in section.blocks
        for line in (block[:1] if block[0].startswith("$ ") else block)
    ]


def test_the_headings() -> None:
    """As many, of the same levels, in the same order."""
    levels = {code: [section.level for section in document] for code, document in DOCUMENTS.items()}
    assert levels["en"] == levels["ru"]
    assert all(len({each.anchor for each in document}) == len(document) for document in DOCUMENTS.values())


def test_each_leads_to_the_other() -> None:
    """In its first lines."""
    assert DOCUMENTS["en"][0].links[0] == READMES["ru"]
    assert DOCUMENTS["ru"][0].links[0] == READMES["en"]


@each_section
def test_the_tables(english: Section, russian: Section) -> None:
    """As many rows and columns, and nothing is left empty that is filled in the other language."""
    assert [[len(row) for row in table] for table in english.tables] == [
        [len(row) for row in table] for table in russian.tables
    ]
    for table, other in zip(english.tables, russian.tables, strict=True):
        for row, its in zip(table, other, strict=True):
            assert [bool(cell) for cell in row] == [bool(cell) for cell in its]


@each_section
def test_the_figures(english: Section, russian: Section) -> None:
    """Every figure that is measured or promised, row by row and in the text."""
    assert figures("en", english.words) == figures("ru", russian.words)
    for table, other in zip(english.tables, russian.tables, strict=True):
        for row, its in zip(table, other, strict=True):
            assert [figures("en", words(cell)) for cell in row] == [
                figures("ru", words(cell)) for cell in its
            ]


@each_section
def test_keys_options_and_codes(english: Section, russian: Section) -> None:
    """Whatever is spelled alike in every language is named in both, also outside of code blocks."""
    assert neutral(english) == neutral(russian)


@each_section
def test_the_command_lines(english: Section, russian: Section) -> None:
    """The same commands with the same options; only names and hands are in the words of the language."""
    for ours, its in zip(commands(english), commands(russian), strict=True):
        assert [word for word in ours if FLAG.match(word)] == [word for word in its if FLAG.match(word)]
        assert all(
            word == other or (CYRILLIC.search(other) and not CYRILLIC.search(word))
            for word, other in zip(ours, its, strict=True)
        )


def test_the_links_of_both() -> None:
    """They lead to the same places, pictures to those in the language."""
    for english, russian in PAIRS[1:]:
        assert addresses(english, DOCUMENTS["en"]) == addresses(russian, DOCUMENTS["ru"])


@pytest.mark.parametrize("code", READMES)
def test_links_lead_somewhere(code: str) -> None:
    """Files exist, and so do the headings that anchors name."""
    for link in (link for section in DOCUMENTS[code] for link in section.links):
        name, _, anchor = link.partition("#")
        assert (ROOT / name).exists(), link
        assert not anchor or anchor in {each.anchor for each in sections(name or READMES[code])}, link


def test_the_glossary() -> None:
    """The same words in pairs, each document with its own language first."""
    english, russian = PAIRS[-2]
    assert [row[:2] for row in english.tables[0][1:]] == [row[1::-1] for row in russian.tables[0][1:]]


def hands(table: tuple[Row, ...]) -> list[str]:
    """The lines in the first cells of a table."""
    return [line for row in table[1:] for line in SPAN.findall(row[0])]


@pytest.mark.parametrize(("anchor", "game"), NOTATIONS.items())
def test_the_hands(anchor: str, game: str) -> None:
    """A line of one language is the same hand in the other, and both are read."""
    [pair] = [pair for pair in PAIRS if pair[0].anchor == anchor]
    lines = [hands(section.tables[0]) for section in pair]
    assert lines[0]
    for english, russian in zip(*lines, strict=True):
        assert read("en", game, english) == read("ru", game, russian), russian


def read(code: str, game: str, line: str) -> str:
    """What a line says, with seats instead of names."""
    table = Table.of(game)
    seated = 4 if game == "priffe" or re.search("gleb|глеб", line) else 3
    state = table.start(PLAYERS[code][:seated])
    said: str = table.game.parse(state, line).model_dump_json()
    for seat, name in enumerate(PLAYERS[code]):
        said = said.replace(name, f"#{seat + 1}")
    return said


@each_language
def test_what_is_printed(code: str, document: list[Section], capsys: pytest.CaptureFixture[str]) -> None:
    """The output that is shown is the one of the program; … stands for lines that are left out."""
    shown = [block for section in document for block in section.blocks if block[0].startswith("$ ")]
    assert shown
    for command, *lines in shown:
        _prefcount, *arguments = shlex.split(command.removeprefix("$ "))
        placed = [str(ROOT / each) if "/" in each else each for each in arguments]
        assert run([*placed, "--lang", code]) == FINE
        printed = capsys.readouterr().out
        first, *others = "\n".join(lines).split("\n…\n")
        assert printed.startswith(f"{first}\n")
        for part in others:
            printed = printed.partition(first)[2]
            assert f"\n{part}\n" in printed
            first = part


@each_language
def test_what_is_to_be_tried(
    code: str, document: list[Section], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Commands within the text that name samples work as they stand; only the audit finds something."""
    monkeypatch.chdir(ROOT)
    named = [span for section in document for span in section.spans if " sample_sessions" in span]
    assert named
    for _prefcount, command, path in map(str.split, named):
        samples = [str(each) for each in Path().glob(path)]
        assert run([command, *samples, "--lang", code]) == (FOUND if command == "audit" else FINE)
        assert capsys.readouterr().err == ""


def test_the_tour_can_be_walked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its commands and those of the reports do what they say, with the same results in both languages."""
    assert walked("en", tmp_path / "en", monkeypatch, capsys) == walked(
        "ru", tmp_path / "ru", monkeypatch, capsys
    )


def walked(
    code: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> list[str]:
    """The columns and results, without names, of the evening that a README plays in an empty folder."""
    folder.mkdir()
    monkeypatch.chdir(folder)
    for _prefcount, *arguments in (each for section in DOCUMENTS[code] for each in commands(section)):
        if arguments and arguments[0] in WALKED:
            assert run([*arguments, "--lang", code]) == FINE, arguments
    written = {each.suffix for each in folder.iterdir()}
    assert written == {".jsonl", ".html", ".svg", ".csv"}
    capsys.readouterr()
    assert run(["report", "friday.jsonl", "--csv", "results"]) == FINE
    return [row.partition(",")[2] for row in capsys.readouterr().out.splitlines()[1:]]

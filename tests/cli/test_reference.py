"""Tests of `rules`, `schema` and `completion`."""

import json
import os
import re
import shutil
import subprocess
import sys
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from prefcount.cli.main import COMMANDS, run
from prefcount.games.preferans.options import PreferansRules, RaspasyRules
from prefcount.store.settings import FOLDER_VARIABLE
from tests.cli.conftest import Prefcount
from tests.helpers import GAME
from tests.store.files import EVERY_KIND, HEADER, What, by_program, fields, lines, numbered
from tests.tables import each_line

OPTIONS = {*PreferansRules.model_fields} - {"raspasy"} | {
    f"raspasy.{name}" for name in RaspasyRules.model_fields
}
PRESETS = [*GAME.presets]


def objects(prefcount: Prefcount, *presets: str) -> dict[str, Any]:
    (found,) = prefcount("rules", *presets, "--json").objects
    assert isinstance(found, dict)
    return found


def test_rules_lists_presets_and_options_of_sochi(prefcount: Prefcount) -> None:
    out = prefcount("rules", "--codes").fine
    assert all(f"  {name} " in out for name in PRESETS)
    assert "\n  style (Style of whisting) = greedy\n" in out
    assert "{" not in out


def test_a_preset_lists_its_options(prefcount: Prefcount) -> None:
    out = prefcount("rules", "leningrad", "--codes").fine
    assert (
        "  style (Style of whisting) = gentleman\n"
        "      A lone whister either keeps all whists of a failed contract, or shares them with the "
        "defender who passed.\n"
        "      greedy, gentleman; see section 2 of the rule book\n"
    ) in out
    assert all(f"\n  {name} (" in out for name in OPTIONS)


def test_two_presets_are_compared(prefcount: Prefcount) -> None:
    lines = prefcount("rules", "sochi", "leningrad", "--codes").fine.splitlines()
    assert lines[0].split() == ["option", "sochi", "leningrad"]
    assert {line.split()[0] for line in lines[1:]} == OPTIONS
    marked = {line.split()[0] for line in lines if "≠" in line}
    assert {"style", "doubled", "aid", "raspasy.base"} <= marked
    assert "target" not in marked
    assert not any("≠" in line for line in prefcount("rules", "rostov", "rostov").fine.splitlines())


def test_options_are_in_words_unless_codes(prefcount: Prefcount) -> None:
    out = prefcount("rules", "leningrad").fine
    assert "\n  Style of whisting: gentleman\n" in out
    out = prefcount("--lang", "ru", "rules", "leningrad").fine
    assert "\n  висты на подсаде: джентльменские\n" in out
    assert "жлобские, джентльменские; книга правил, раздел 2\n" in out
    said = out.replace("--codes", "").replace("--set", "")
    assert not re.search("[a-z_]{3,}", said)
    pair = prefcount("--lang", "ru", "rules", "sochi", "leningrad").fine
    assert re.search("^висты на подсаде +жлобские +джентльменские +≠$", pair, re.MULTILINE)
    assert not re.search("[a-z_]{3,}", pair)
    out = prefcount("--lang", "ru", "rules", "leningrad", "--codes").fine
    assert "\n  style (висты на подсаде) = gentleman (джентльменские)\n" in out
    lines = prefcount("--lang", "ru", "rules", "sochi", "leningrad", "--codes").fine.splitlines()
    (style,) = [line for line in lines if line.startswith("style ")]
    assert style.split() == ["style", "greedy", "gentleman", "≠", "висты", "на", "подсаде"]


def test_json_has_presets_and_options(prefcount: Prefcount) -> None:
    found = objects(prefcount, "rostov")
    assert found["game"] == "preferans"
    assert list(found["presets"]) == PRESETS
    assert list(found["options"]) == ["rostov"]
    assert {each["option"] for each in found["options"]["rostov"]} == OPTIONS
    assert {
        "option": "style",
        "group": "Whists",
        "value": "gentleman",
        "allowed": "greedy, gentleman",
        "explanation": "A lone whister either keeps all whists of a failed contract, or shares them with the "
        "defender who passed.",
        "section": "2",
    } in found["options"]["rostov"]
    assert list(objects(prefcount)["options"]) == ["sochi"]
    assert list(objects(prefcount, "sochi", "classic")["options"]) == ["sochi", "classic"]


@each_line(
    ("typed", "preset"),
    [
        ("Питер", "leningrad"),
        ("Saint-Petersburg", "leningrad"),
        ("СОЧИНКА", "sochi"),
        ("Ростов без горы", "rostov-whists"),
        ("питер лёгкий", "piter-light"),
        ("Легкий Питер", "piter-light"),
        ("leningrad_sport", "leningrad-sport"),
    ],
)
def test_presets_are_found_by_any_spelling(prefcount: Prefcount, typed: str, preset: str) -> None:
    assert list(objects(prefcount, typed)["options"]) == [preset]
    assert preset in objects(prefcount, typed, "sochi")["options"]


@each_line(
    ("typed", "preset"),
    [("sochy", "sochi"), ("Ленинграт", "leningrad"), ("сачинка", "sochi"), ("Kazahstan", "kazakhstan")],
)
def test_a_misspelled_preset_suggests_the_nearest(prefcount: Prefcount, typed: str, preset: str) -> None:
    sentence = f"rules.preset: “{typed}” is not known; did you mean “{preset}”?"
    assert prefcount("rules", typed).complaint == sentence
    assert prefcount("rules", "sochi", typed, "--json").complaint == sentence
    said = prefcount("rules", "sochi", "rostov", "classic").complaint
    assert said == "the command rules takes one preset, or two to compare"


def test_options_are_found_by_word_or_part(prefcount: Prefcount) -> None:
    assert prefcount("rules", "American aid").fine.startswith("  aid (")
    assert prefcount("--lang", "ru", "rules", "кому помогать").fine.startswith("  aid_order (")
    assert prefcount("rules", "trick_whists").fine.startswith("  raspasy.trick_whists (")
    assert "raspasy.to, raspasy.base, " in prefcount("rules", "raspasy").complaint
    assert prefcount("rules", "half").complaint.startswith("“half” is in the names of several options; ")


def test_an_option_is_printed_with_its_section(prefcount: Prefcount) -> None:
    out = prefcount("rules", "raspasy.cap").fine
    (section,) = {each.section for each in GAME.options(GAME.preset("sochi")) if each.name == "raspasy.cap"}
    head, _, book = out.partition("\n\n")
    assert head.startswith("  raspasy.cap (")
    assert head.endswith(f"; see section {section} of the rule book")
    assert book.startswith(f"{section}. ")
    assert "raspasy.cap" in book
    (found,) = prefcount("--lang", "ru", "rules", "style", "--json").objects
    assert (found["option"], found["value"], found["section"]) == ("style", "greedy", "2")
    assert found["text"].startswith("## 2. Whists\n")


def test_a_section_is_wrapped_to_the_terminal(prefcount: Prefcount, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    out = prefcount("rules", "--section", "8").fine
    assert out.startswith("8. Two players (hussar)\n\nThe third hand is a dummy.")
    assert "\n    anna 6h w 7\n      Anna pool +2\n" in out
    assert "**" not in out
    assert "```" not in out
    assert max(map(len, out.splitlines())) <= 60
    assert prefcount("--lang", "ru", "rules", "--section", "8").fine.startswith("8. Вдвоём (гусарик)\n")
    (found,) = prefcount("--lang", "ru", "rules", "--section", "8", "--json").objects
    assert isinstance(found, dict)
    assert found["text"].startswith("## 8. Two players (hussar)\n")


def test_unknown_sections_and_options_suggest_the_nearest(
    prefcount: Prefcount, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert prefcount("rules", "stile").complaint == "“stile” is not known; did you mean “style”?"
    several = "“cap” is in the names of several options; name one of consolation_cap, raspasy.cap"
    assert prefcount("rules", "cap").complaint == several
    assert prefcount("rules", "--section", "99").complaint.startswith("--section: “99” is not known")
    assert prefcount("rules", "style", "--section", "2").complaint.startswith("--section prints a section")
    monkeypatch.setattr("prefcount.render.book.BOOK_FOLDERS", ())
    assert prefcount("rules", "--section", "2").complaint == "this game has no rule book"
    assert "see section 2 of the rule book" in prefcount("rules", "style").fine


CONTRACT = {"kind": "game", "n": 1, "declarer": "Anna", "contract": "7H"}


@pytest.fixture(scope="module")
def root() -> dict[str, Any]:
    with redirect_stdout(StringIO()) as printed:
        assert run(["schema"]) == 0
    found: dict[str, Any] = json.loads(printed.getvalue())
    Draft202012Validator.check_schema(found)
    return found


def fits(value: Any, schema: dict[str, Any], root: dict[str, Any]) -> bool:
    """Return whether `value` fits `schema`, whose references lead into `root`."""
    return Draft202012Validator({**schema, "$defs": root["$defs"]}).is_valid(value)


def branches(value: Any, root: dict[str, Any]) -> list[str]:
    """Return the names of the branches of the topmost `oneOf` that `value` fits."""
    return [each["$ref"].rpartition("/")[2] for each in root["oneOf"] if fits(value, each, root)]


def test_every_line_fits_its_own_model(root: dict[str, Any], tmp_path: Path) -> None:
    full = {"rules": {"preset": "sochi", "raspasy": {"cap": 5}}, "stake": "0.10", "currency": "EUR"}
    path = by_program(tmp_path / "evening.jsonl", *EVERY_KIND, **full, note="at Vera's")
    kinds = []
    for line in map(json.loads, lines(path)):
        (branch,) = branches(line, root)
        properties = root["$defs"][branch]["properties"]
        assert properties["kind"]["const"] == line["kind"]
        kinds.append(line["kind"])
    alone = by_program(
        tmp_path / "result.jsonl", {"kind": "result", "results": {"Anna": 2, "Boris": -2, "Vera": 0}}
    )
    line = json.loads(lines(alone)[1])
    (branch,) = branches(line, root)
    assert root["$defs"][branch]["properties"]["kind"]["const"] == line["kind"]
    assert {*kinds, line["kind"]} == {"session", *GAME.entries}


def test_every_kind_has_a_branch(root: dict[str, Any]) -> None:
    models = [root["$defs"][each["$ref"].rpartition("/")[2]] for each in root["oneOf"]]
    assert [model["properties"]["kind"]["const"] for model in models] == ["session", *GAME.entries]
    amend = next(model for model in models if model["properties"]["kind"]["const"] == "amend")
    inner = [root["$defs"][each["$ref"].rpartition("/")[2]] for each in amend["properties"]["with"]["oneOf"]]
    assert {model["properties"]["kind"]["const"] for model in inner} == set(GAME.entries)


@each_line("what", EVERY_KIND)
def test_misspelled_fields_do_not_fit(root: dict[str, Any], what: What) -> None:
    (line,) = numbered(what)
    assert not branches({**line, "whatever": 1}, root)
    amended = {"kind": "amend", "n": 2, "entry": 1, "with": {**fields(what), "whatever": 1}}
    assert not branches(amended, root)


@each_line(
    "line",
    [
        *({}, {"n": 1, "dealer": "Anna"}, {"n": 1, "text": "x"}, {"n": 1, "entry": 3}),
        {**HEADER, "version": 2},
        {**HEADER, "players": ["Anna"]},
        {**HEADER, "players": list("ABCDEF")},
        {**HEADER, "stake": 0.1},
        {**HEADER, "stake": "0,10"},
        {**HEADER, "currency": "euro"},
        {**CONTRACT, "contract": "7X"},
        {**CONTRACT, "tricks": {"Anna": 11}},
        {**CONTRACT, "tricks": {"Anna": 7.5}},
        {**CONTRACT, "tricks": {"Anna": True}},
        {**CONTRACT, "calls": {"Boris": "wist"}},
        {**CONTRACT, "talon": ["AS"]},
        {**CONTRACT, "n": 0},
        {"kind": "void", "n": 1, "entry": 0},
        {"kind": "check", "n": 1, "columns": {"Anna": {"pool": 1.5}}},
        {"kind": "check", "n": 1, "columns": {"Anna": {"pool": "2..6"}}},
        {"kind": "end", "n": 1, "reason": "tired"},
        {"kind": "end", "n": 1, "reason": "agreed", "seal": "abc"},
        {"kind": "gmae", "n": 1},
        [],
        5,
    ],
)
def test_refused_lines_do_not_fit(root: dict[str, Any], line: Any) -> None:
    assert not branches(line, root)


def test_lines_of_a_book_fit_its_schema(prefcount: Prefcount, tmp_path: Path) -> None:
    book = tmp_path / "payments.jsonl"
    prefcount("paid", book, "anna boris 3.50", "--currency", "EUR", "--new", "--note", "for two evenings")
    prefcount("paid", book, "--undo", "1")
    root = json.loads(prefcount("schema", "--payments").fine)
    found = [json.loads(line) for line in lines(book)]
    kinds = [
        root["$defs"][branch]["properties"]["kind"]["const"]
        for line in found
        for branch in branches(line, root)
    ]
    assert kinds == ["payments", "paid", "void"]
    assert not any(branches({**line, "whatever": 1}, root) for line in found)
    assert not branches({**found[1], "amount": "-1"}, root)


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

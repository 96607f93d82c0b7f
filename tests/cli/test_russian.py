"""Tests of commands in Russian, and of the choice of the language."""

import os
import re
import shlex
from html import unescape
from pathlib import Path

import pytest

from prefcount.base.i18n import detect_language, language
from prefcount.cli.main import COMMANDS
from prefcount.languages import LANGUAGES
from prefcount.store.settings import FOLDER_VARIABLE, load_settings, save_settings
from tests.cli.conftest import Prefcount
from tests.store.files import by_program
from tests.tables import each_line, load_table

LATIN = re.compile(r"(?<![\w-])[A-Za-z]+(?:-[a-z]+)*(?![\w-])")
NAMES = re.compile(r"--?[a-z]+(?:[ =][A-Z=]+)?|[\w/-]+\.(?:jsonl|svg|html|pdf|png|csv|txt)|'[^']*'|«[^»]*»")
"""Options with their values, files, and what was typed."""
SAMPLE = Path(__file__).parents[2] / "sample_sessions" / "cyrillic-names.jsonl"
MARKUP = re.compile(r"<style.*?</style>|<[^>]*>", re.DOTALL)
FILE_HASH = re.compile(r"\b[0-9a-f]{8}\b")
"""A group of the hash of a file."""
WORDS = {"prefcount", "COMMAND", "FILE", "JSON", "UTF", "PDF", "PNG", "file", *COMMANDS}


def english(said: str, *typed: str) -> list[str]:
    """Yield the English words of a sentence that are neither names nor typed."""
    known = WORDS | set(LATIN.findall(" ".join(typed)))
    return [word for word in LATIN.findall(NAMES.sub("", said)) if word not in known]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = by_program(tmp_path / "good.jsonl", "r 3 5 2")
    (tmp_path / "bad.jsonl").write_bytes(path.read_bytes() + b'{"kind":\n')
    (tmp_path / "empty.jsonl").write_bytes(b"")
    (tmp_path / "text.jsonl").write_bytes(b"no json\n")
    (tmp_path / "bytes.jsonl").write_bytes(b"\xff\xfe")
    return tmp_path


@each_line(*load_table("errors-in-russian"))
def test_errors_are_in_russian(
    prefcount: Prefcount,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: str,
    sentence: str,
) -> None:
    monkeypatch.chdir(folder)
    typed = shlex.split(arguments)
    said = prefcount("--lang", "ru", *typed).complaint
    assert sentence in said
    assert english(said, *typed) == []


@each_line(*load_table("usage-errors-in-russian"))
def test_usage_errors_are_in_russian(prefcount: Prefcount, arguments: str, sentence: str) -> None:
    said = prefcount("--lang", "ru", *arguments.split()).complaint
    assert sentence in said
    assert english(said) == []


@each_line("command", ["", *COMMANDS])
def test_help_is_in_russian(prefcount: Prefcount, command: str) -> None:
    said = prefcount("--lang", "ru", *command.split(), "--help").fine
    assert said.startswith(f"использование: prefcount {command}".rstrip())
    assert "ключи:" in said
    assert "показать эту справку и выйти" in said
    assert not re.search(r"\b(?:usage|options|arguments|show|exit|the)\b(?!  )", said.partition("\n\n")[2])


def test_the_language_is_not_kept_for_the_next_command(
    prefcount: Prefcount, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("LANGUAGE")
    monkeypatch.setenv("LANG", "C")
    prefcount("--lang", "ru", "--help")
    assert "LANGUAGE" not in os.environ
    assert prefcount("--help").fine.startswith("usage: prefcount [-h]")


@pytest.mark.parametrize(*load_table("output-in-russian"))
def test_output_about_a_game_is_in_russian(prefcount: Prefcount, arguments: str) -> None:
    command, *further = shlex.split(arguments)
    said = prefcount("--lang", "ru", command, SAMPLE, *further).out
    words = unescape(MARKUP.sub(" ", said)) if said.startswith("<") else said
    assert "Анна" in words or command == "audit"
    assert english(FILE_HASH.sub("", words), "RUB") == []


@pytest.fixture(autouse=True)
def own_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "own"))
    return tmp_path / "own"


@each_line(
    "arguments",
    [
        ("--lang", "ru", "rules"),
        ("rules", "--lang", "ru"),
        ("rules", "--lang=ru", "sochi"),
        ("rules", "--lang", "en", "--lang", "ru"),
    ],
)
def test_lang_may_be_anywhere(prefcount: Prefcount, arguments: tuple[str, ...]) -> None:
    assert prefcount(*arguments).code == 0
    assert language() == "ru"


def test_lang_after_two_dashes_is_a_file(prefcount: Prefcount, tmp_path: Path) -> None:
    assert "--lang" in prefcount("settle", "--", "--lang").complaint
    assert language() == "en"


@each_line("wished", ["tlh", "", "ru_RU", "../ru"])
def test_an_unknown_language_names_the_known_ones(prefcount: Prefcount, wished: str) -> None:
    said = prefcount("rules", "--lang", *([wished] if wished else [])).complaint
    assert said == f"there is no translation “{wished}”; there are {', '.join(LANGUAGES)}"


def test_the_setting_overrides_the_environment(prefcount: Prefcount, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "en")
    save_settings(language="ru", theme="nord")
    assert load_settings().theme == "nord"
    prefcount("rules")
    assert language() == "ru"
    prefcount("rules", "--lang", "en")
    assert language() == "en"
    monkeypatch.setenv("LANGUAGE", "ru")
    save_settings(language="tlh")
    prefcount("rules")
    assert language() == "ru"


@each_line("damaged", [b"", b"[]", b'{"language": 3}', b"\xff\xfe", b"[" * 9000])
def test_damaged_settings_are_ignored(prefcount: Prefcount, own_settings: Path, damaged: bytes) -> None:
    own_settings.mkdir(exist_ok=True)
    (own_settings / "settings.json").write_bytes(damaged)
    assert prefcount("rules").code == 0
    assert language() == "en"


@each_line(
    ("environment", "found"),
    [
        ({}, "en"),
        ({"LANG": "ru_RU.UTF-8"}, "ru"),
        ({"LANG": "ru"}, "ru"),
        ({"LANG": "RU"}, "ru"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "ru_RU.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "C", "LC_MESSAGES": "ru_UA.UTF-8"}, "ru"),
        ({"LANG": "en_GB.UTF-8", "LANGUAGE": "de:ru:en"}, "ru"),
        ({"LANG": "ru_RU.UTF-8", "LANGUAGE": "en"}, "en"),
        ({"LANG": "ru_RU.UTF-8", "LANGUAGE": ""}, "ru"),
    ],
)
def test_the_environment_is_read_as_by_gettext(environment: dict[str, str], found: str) -> None:
    assert detect_language(environment) == found


def test_unknown_rules_are_answered_with_the_names_of_players(prefcount: Prefcount) -> None:
    said = prefcount("--lang", "ru", "rules", "zzz").complaint
    assert "Сочинка, Ленинградка, Спортивная ФСПР, Ростов" in said

"""In which language the commands speak: `--lang`, then the setting, then the environment."""

from pathlib import Path

import pytest

from prefcount.base.data_folder import FOLDER_VARIABLE
from prefcount.base.i18n import language, preferred
from prefcount.store.settings import load_settings, remember
from tests.cli.conftest import Prefcount
from tests.tables import each_line


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of settings of this test's own."""
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
def test_lang_stands_anywhere(prefcount: Prefcount, arguments: tuple[str, ...]) -> None:
    """Before the command or behind it; the last one is heard."""
    assert prefcount(*arguments).code == 0
    assert language() == "ru"


def test_what_comes_behind_two_dashes_is_no_option(prefcount: Prefcount, tmp_path: Path) -> None:
    """A file may have any name."""
    assert "--lang" in prefcount("settle", "--", "--lang").complaint
    assert language() == "en"


@each_line("wished", ["tlh", "", "ru_RU", "../ru"])
def test_a_language_that_is_not_there(prefcount: Prefcount, wished: str) -> None:
    """One sentence names those that are, also where none is named."""
    said = prefcount("rules", "--lang", *([wished] if wished else [])).complaint
    assert said == f"there is no translation “{wished}”; there are en, ru"


def test_the_setting_comes_before_the_environment(
    prefcount: Prefcount, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And the option before both; a setting of nothing known is as if it were not there."""
    monkeypatch.setenv("LANGUAGE", "en")
    remember(language="ru", theme="nord")
    assert load_settings().theme == "nord"
    prefcount("rules")
    assert language() == "ru"
    prefcount("rules", "--lang", "en")
    assert language() == "en"
    monkeypatch.setenv("LANGUAGE", "ru")
    remember(language="tlh")
    prefcount("rules")
    assert language() == "ru"


@each_line("damaged", [b"", b"[]", b'{"language": 3}', b"\xff\xfe", b"[" * 9000])
def test_damaged_settings(prefcount: Prefcount, folder: Path, damaged: bytes) -> None:
    """Cost nothing but what was set."""
    folder.mkdir(exist_ok=True)
    (folder / "settings.json").write_bytes(damaged)
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
def test_what_the_environment_asks_for(environment: dict[str, str], found: str) -> None:
    """As gettext has it: LANGUAGE is a list of wishes, then LC_ALL, LC_MESSAGES, LANG."""
    assert preferred(environment) == found

"""Presets in the user's own folder, and in files to share."""

import errno
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prefcount.base.problems import InvalidInput
from prefcount.entries.models import NAME_LENGTH
from prefcount.store import disk
from prefcount.store.disk import WriteError
from prefcount.store.presets import (
    LIMIT,
    delete_preset,
    export_preset,
    import_preset,
    load_presets,
    presets_folder,
    read_preset,
    save_preset,
)
from prefcount.store.reader import ReadError
from prefcount.store.session_folder import list_session_files
from prefcount.store.settings import sessions_folder
from tests import strategies
from tests.helpers import GAME
from tests.store.faulty import failing, faulty
from tests.store.files import Fields
from tests.tables import each_line

OURS = {"preset": "sochi", "target": 30, "style": "gentleman", "raspasy": {"exit": [6, 7]}}
FILE = {"kind": "preset", "version": 1, "game": "preferans", "name": "Ours", "rules": OURS}
FULL = "nothing was written: the disk is full; make room on it, or use another place"
posix = pytest.mark.skipif(os.name == "nt", reason="not there")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "presets"


def names(folder: Path) -> list[str]:
    return [own.name for own in load_presets(GAME, folder) if not own.reason]


def written(path: Path, content: object) -> Path:
    path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
    return path


def refused(what: Callable[[], object]) -> str:
    with pytest.raises((InvalidInput, ReadError, WriteError)) as found:
        what()
    return str(found.value)


# --- keeping -------------------------------------------------------------------------------------


def test_a_saved_preset_is_read_back(folder: Path) -> None:
    kept = save_preset(folder, GAME, " Наши ", {**OURS, "aid": True})
    assert load_presets(GAME, folder) == (kept,)
    assert (kept.name, kept.rules, kept.reason) == ("Наши", OURS, "")
    assert json.loads(kept.path.read_bytes()) == {**FILE, "name": "Наши"}
    assert kept.path.name.startswith("nashi-")
    assert kept.path.suffix == ".json"


@given(name=strategies.name(), rules=strategies.rules())
def test_any_name_and_any_rules(tmp_path_factory: pytest.TempPathFactory, name: str, rules: Any) -> None:
    folder = tmp_path_factory.mktemp("presets")
    kept = save_preset(folder, GAME, name, rules)
    assert kept.path.parent == folder
    assert load_presets(GAME, folder) == (kept,)
    assert GAME.rules(kept.rules) == GAME.rules(rules)
    assert ("needs" in json.loads(kept.path.read_bytes())) is ("first_half_whist" in kept.rules)


def test_the_same_name_is_replaced_by_the_newer_rules(folder: Path) -> None:
    first = save_preset(folder, GAME, "Ours", OURS)
    second = save_preset(folder, GAME, "OURS", {"preset": "rostov"})
    assert load_presets(GAME, folder) == (second,)
    assert second.path == first.path
    assert second.rules == {"preset": "rostov", "target": 20}


def test_names_that_are_written_alike_do_not_meet(folder: Path) -> None:
    for name in ("Ours!", "Ours", "日本", "–"):
        save_preset(folder, GAME, name, OURS)
    assert sorted(names(folder)) == sorted(["Ours!", "Ours", "日本", "–"])


@pytest.mark.parametrize(
    ("name", "rules", "said"),
    [
        ("", OURS, "name: a name has 1 to 40 characters, not 0"),
        (" ", OURS, "name: a name has 1 to 40 characters, not 0"),
        ("x" * 41, OURS, "name: a name has 1 to 40 characters, not 41"),
        ("\x1b[31m", OURS, "name: has the character U+001B"),
        ("Ours", {"preset": "leningrad-sport"}, "rules.minutes: must be given, because the game is timed"),
        ("Ours", {"styl": "greedy"}, "“styl” is not known; did you mean “style”?"),
    ],
)
def test_unusable_presets_are_refused(folder: Path, name: str, rules: Fields, said: str) -> None:
    assert said in refused(lambda: save_preset(folder, GAME, name, rules))
    assert not folder.exists()


@posix
def test_a_full_disk_keeps_the_old_preset(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = save_preset(folder, GAME, "Friday", OURS)
    before = kept.path.read_bytes()
    faulty(monkeypatch, write=failing(errno.ENOSPC))
    assert refused(lambda: save_preset(folder, GAME, "Friday", {"preset": "classic"})) == FULL
    assert kept.path.read_bytes() == before
    assert list(folder.iterdir()) == [kept.path]


def test_a_preset_is_deleted(folder: Path) -> None:
    kept = save_preset(folder, GAME, "Ours", OURS)
    delete_preset(kept)
    delete_preset(kept)
    assert load_presets(GAME, folder) == ()


def test_presets_are_not_sessions(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PREFCOUNT_SESSIONS", str(tmp_path))
    assert presets_folder() == tmp_path / "presets"
    save_preset(presets_folder(), GAME, "Ours", OURS)
    assert list_session_files(sessions_folder()) == []


def test_files_that_cannot_be_used_are_listed_last_with_the_reason(folder: Path) -> None:
    for name in ("Наши", "b", "A"):
        save_preset(folder, GAME, name, OURS)
    written(folder / "aaa.json", b"?")
    written(folder / "notes.txt", b"?")
    *good, bad = load_presets(GAME, folder)
    assert [own.name for own in good] == ["A", "b", "Наши"]
    assert bad.name == "aaa.json"
    assert bad.reason.startswith("this preset cannot be used: is not valid JSON")


# --- files from elsewhere ------------------------------------------------------------------------


@each_line(
    ("content", "said"),
    [
        (b"", "is not valid JSON"),
        (b"\xef\xbb\xbf{}", "begins with a byte order mark"),
        (
            json.dumps(FILE).replace("{", '{"name": "Theirs", ', 1).encode(),
            "the line has the field “name” twice",
        ),
        ({**FILE, "name": "Ours\ufe0f"}, "name: has the invisible character U+FE0F"),
        (b"[]", "must be a group of fields in braces"),
        ({}, "game: is missing; name: is missing; rules: is missing"),
        ({**FILE, "version": 2}, "a newer version of prefcount wrote this file"),
        ({**FILE, "game": "bridge"}, "this is a preset of another game, bridge, not of preferans"),
        ({**FILE, "game": "\x1b]0;owned\x07"}, "another game, �]0;owned�, not"),
        ({**FILE, "name": "\x1b[31mred"}, "name: has the character U+001B"),
        ({**FILE, "name": 5}, "name: must be a text in quotes"),
        ({**FILE, "evil": 1}, "evil: “evil” is not known"),
        ({**FILE, "rules": []}, "rules: must be a group of fields in braces"),
        (
            {**FILE, "rules": {"preset": "soci"}},
            "did you mean “sochi”, or did a newer version of prefcount write the file?",
        ),
        ({**FILE, "rules": {"raspasy": 5}}, "rules.raspasy: must be a group of fields in braces, not 5"),
        ({**FILE, "rules": {"target": 10**9}}, "rules.target: must be at most 100000"),
        ({**FILE, "rules": {"end": "hands"}}, "rules.hands: must be given, because the game ends after"),
        (b" " * (LIMIT + 1), "the file is too large; at most 64 KiB are read"),
    ],
)
def test_hostile_files_are_refused_with_a_sentence(tmp_path: Path, content: object, said: str) -> None:
    path = written(tmp_path / "given.json", content)
    answer = refused(lambda: import_preset(path, tmp_path / "presets", GAME))
    assert said in answer
    assert answer.isprintable()
    assert len(answer) < 8000
    assert not (tmp_path / "presets").exists()


@settings(max_examples=12)
@given(st.binary(max_size=200) | st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3),
    max_leaves=9,
).map(lambda rules: json.dumps({**FILE, "rules": rules}).encode()))  # fmt: skip
def test_any_file_is_a_preset_or_refused(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = written(tmp_path_factory.mktemp("given") / "given.json", content)
    try:
        found = read_preset(path, GAME)
    except ReadError as error:
        said = str(error)
    else:
        said = ""
        assert GAME.spell_rules(GAME.rules(found.rules)) == found.rules
    assert said.isprintable()


@posix
@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda path: None, "there is no such file"),
        (lambda path: path.mkdir(), "this is not an ordinary file"),
        (os.mkfifo, "this is not an ordinary file"),
        (lambda path: path.symlink_to("/dev/zero"), "this is not an ordinary file"),
        (lambda path: path.symlink_to(path), "the file cannot be opened"),
        (lambda path: path.touch(mode=0o600), "is not valid JSON"),
    ],
    ids=["nothing", "folder", "pipe", "device", "loop", "empty"],
)
def test_pipes_and_large_files_are_not_read(tmp_path: Path, make: Callable[[Path], None], said: str) -> None:
    path = tmp_path / "given.json"
    make(path)
    assert said in refused(lambda: read_preset(path, GAME, follow_links=True))


@posix
def test_links_are_followed_from_a_typed_name_only(folder: Path, tmp_path: Path) -> None:
    folder.mkdir()
    given = written(tmp_path / "given.json", FILE)
    for link in (folder / "a.json", tmp_path / "link.json"):
        link.symlink_to(given)
    assert [own.reason for own in load_presets(GAME, folder)] == [
        "this is not an ordinary file (it may be a device or a pipe), so it is not read"
    ]
    assert import_preset(tmp_path / "link.json", folder, GAME).name == "Ours"


def test_an_exported_preset_is_imported(tmp_path: Path) -> None:
    path = export_preset(tmp_path / "gift.json", GAME, "Наши", OURS)
    own = import_preset(path, tmp_path / "presets", GAME)
    assert (own.name, own.rules) == ("Наши", OURS)
    assert names(tmp_path / "presets") == ["Наши"]


def test_a_preset_is_exported_into_a_folder_under_its_name(tmp_path: Path) -> None:
    assert export_preset(tmp_path, GAME, "Наши", OURS).name == "nashi.json"
    assert export_preset(tmp_path, GAME, "日本", OURS).name == "preset.json"


def test_an_export_changes_no_other_file(tmp_path: Path) -> None:
    path = written(tmp_path / "ours.json", b"mine")
    for where in (path, tmp_path):
        said = refused(lambda to=where: export_preset(to, GAME, "Ours", OURS))
        assert said == "the file exists already; choose another name"
    assert path.read_bytes() == b"mine"
    assert "nothing was written" in refused(
        lambda: export_preset(tmp_path / "no" / "x.json", GAME, "Ours", OURS)
    )
    assert "nothing was written" in refused(lambda: export_preset(tmp_path / "a\0b", GAME, "Ours", OURS))


@pytest.mark.parametrize("step", ["write_all", "sync_folder"])
def test_an_export_that_fails_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    monkeypatch.setattr(disk, step, failing(errno.ENOSPC))
    assert refused(lambda: export_preset(tmp_path / "x.json", GAME, "Ours", OURS)) == FULL
    assert list(tmp_path.iterdir()) == []


def test_an_import_replaces_nothing(folder: Path, tmp_path: Path) -> None:
    mine = save_preset(folder, GAME, "Ours", OURS)
    same = export_preset(tmp_path / "same.json", GAME, "ours", OURS)
    assert import_preset(same, folder, GAME) == mine
    other = export_preset(tmp_path / "other.json", GAME, "OURS", {"preset": "rostov"})
    assert import_preset(other, folder, GAME).name == "OURS 2"
    assert import_preset(
        export_preset(tmp_path / "third.json", GAME, "Ours", {"preset": "classic"}), folder, GAME
    ).name == "Ours 3"  # fmt: skip
    long = "x" * NAME_LENGTH
    save_preset(folder, GAME, long, OURS)
    given_long = export_preset(tmp_path / "long.json", GAME, long, {"preset": "rostov"})
    assert import_preset(given_long, folder, GAME).name == "x" * (NAME_LENGTH - 2) + " 2"

"""The folder of sessions: names that stay in it, and the list on the start screen."""

import os
import re
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from platformdirs import user_data_path

from prefcount.store.disk import WriteError
from prefcount.store.journal import Journal
from prefcount.store.reader import load
from prefcount.store.session_folder import (
    begin_game,
    find_known_names,
    find_last_played,
    list_session_files,
    make_path,
    read_listed,
    slugify,
)
from prefcount.store.settings import expand_path, sessions_folder
from tests.helpers import GAME, header
from tests.store.files import by_hand, by_program
from tests.tables import each_line

WHEN = datetime.fromisoformat("2026-11-14T23:59:00+03:00")


@each_line(
    ("name", "expected"),
    [
        ("Anna", "anna"),
        ("Anna Maria", "anna-maria"),
        ("Анна", "anna"),
        ("Юрий Щукин", "yurii-shchukin"),
        ("Объезд", "obezd"),
        ("Ёлка", "elka"),
        ("Zoë Çelik", "zoe-celik"),
        ("Straße", "strasse"),
        ("ＡＢＣ１", "abc1"),
        ("../../etc/passwd", "etcpasswd"),
        ("C:\\Windows", "cwindows"),
        ("a\0b", "ab"),
        (".hidden", "hidden"),
        ("--", ""),
        ("日本", ""),
        ("👨", ""),
        ("x" * 40, "x" * 20),
    ],
)
def test_slugs_have_only_latin_letters_digits_and_dashes(name: str, expected: str) -> None:
    assert slugify(name) == expected


PATHS = ["..", ".", "/", "\\", "../../x", "~", "~root", "C:", "con", "nul", "-rf", "*"]
HOSTILE = st.sampled_from([*PATHS, "a\0", "\x1b]0;x\x07", "\u202e"])


@given(people=st.lists(HOSTILE | st.text(max_size=60), max_size=6))
def test_no_name_leads_out_of_the_folder(people: list[str]) -> None:
    folder = Path("sessions")
    path = make_path(folder, people, WHEN)
    assert (path.parent, path.name) == (folder, os.path.basename(path))  # noqa: PTH119 - as the system does it
    assert os.path.normpath(path) == str(path)
    assert re.fullmatch(r"[a-z0-9-]+\.jsonl", path.name)
    assert not path.name.startswith("-")


def test_a_variable_names_the_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PREFCOUNT_SESSIONS", str(tmp_path / "here"))
    assert sessions_folder() == tmp_path / "here"
    monkeypatch.setenv("PREFCOUNT_SESSIONS", "")
    assert sessions_folder().parts[-2:] == ("prefcount", "sessions")
    assert sessions_folder().is_absolute()


@pytest.mark.parametrize("data", [None, "", " ", "/srv/data", "/srv/da ta/"])
def test_the_folder_is_the_one_that_platformdirs_names(
    monkeypatch: pytest.MonkeyPatch, data: str | None
) -> None:
    monkeypatch.delenv("PREFCOUNT_SESSIONS", raising=False)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    if data is not None:
        monkeypatch.setenv("XDG_DATA_HOME", data)
    assert sessions_folder() == user_data_path("prefcount", appauthor=False) / "sessions"


def test_a_session_is_begun_in_a_folder_that_is_made(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "sessions"
    path, loaded, _from_paper = begin_game(folder, header(), WHEN)
    assert path.parent == folder
    assert path.name.startswith("2026-11-14-anna-boris-vera-")
    assert list(folder.iterdir()) == []
    first, second = (GAME.parse(loaded.session.state, line) for line in ("r 3 5 2", "r 5 3 2"))
    journal = Journal.from_loaded(path, loaded)
    grown = loaded.session.accept(first).session
    journal.append(grown.entries[-1])
    journal.append(grown.accept(second).session.entries[-1])
    assert load(path).faults == ()
    assert load(path).session.header == header()
    assert load(path).session.state.hands == 2


def test_a_file_made_meanwhile_is_not_changed(tmp_path: Path) -> None:
    path, loaded, _from_paper = begin_game(tmp_path, header(), WHEN)
    path.write_text("somebody else's")
    entry = loaded.session.accept(GAME.parse(loaded.session.state, "r 3 5 2")).session.entries[-1]
    with pytest.raises(WriteError, match="the file exists already"):
        Journal.from_loaded(path, loaded).append(entry)
    assert path.read_text() == "somebody else's"


def test_a_new_game_can_have_its_file_before_the_first_entry(tmp_path: Path) -> None:
    path, loaded, _from_paper = begin_game(tmp_path, header(), WHEN)
    journal = Journal.from_loaded(path, loaded)
    journal.make()
    journal.make()
    assert load(path).session.header == loaded.session.header
    assert load(path).session.entries == ()
    journal.append(loaded.session.accept(GAME.parse(loaded.session.state, "r 3 5 2")).session.entries[-1])
    assert load(path).session.state.hands == 1


def test_sessions_are_listed_newest_first(tmp_path: Path) -> None:
    for name, touched in (("old", 1000), ("new", 3000), ("a", 2000), ("b", 2000)):
        path = by_program(tmp_path / f"{name}.jsonl", "r 3 5 2")
        os.utime(path, (touched, touched))
    found = [read_listed(file.path) for file in list_session_files(tmp_path)]
    assert [each.path.stem for each in found] == ["new", "b", "a", "old"]
    assert [each.loaded.session.state.hands for each in found if each.loaded] == [1, 1, 1, 1]


def test_unreadable_sessions_are_listed_with_the_reason(tmp_path: Path) -> None:
    by_hand(tmp_path / "good.jsonl")
    (tmp_path / "bad.jsonl").write_bytes(b"")
    found = {file.path.stem: read_listed(file.path) for file in list_session_files(tmp_path)}
    assert found["bad"].loaded is None
    assert str(found["bad"].reason) == "the file is empty; line 1 must be the session header"
    assert found["good"].loaded is not None
    assert found["good"].reason == ""


def test_other_files_are_not_listed(tmp_path: Path) -> None:
    by_hand(tmp_path / "one.jsonl")
    for name in ("notes.txt", "one.jsonl.torn1", "two.jsonl.new1", "one.jsonl~"):
        (tmp_path / name).write_bytes(b"x")
    (tmp_path / "folder.jsonl").mkdir()
    (tmp_path / "below").mkdir()
    by_hand(tmp_path / "below" / "two.jsonl")
    assert [file.path.name for file in list_session_files(tmp_path)] == ["one.jsonl"]


def test_a_missing_folder_is_empty(tmp_path: Path) -> None:
    assert list_session_files(tmp_path / "sessions") == []
    assert find_last_played(tmp_path / "sessions") is None
    assert find_known_names(tmp_path / "sessions") == ()


def touched(path: Path, when: int) -> Path:
    os.utime(path, (when, when))
    return path


def test_an_unreadable_file_is_skipped_for_the_last_game(tmp_path: Path) -> None:
    touched(by_hand(tmp_path / "old.jsonl", "r 3 5 2"), 1000)
    touched(by_hand(tmp_path / "new.jsonl", "r 3 5 2", "r 3 5 2"), 2000)
    (tmp_path / "bad.jsonl").write_bytes(b"oops")
    touched(tmp_path / "bad.jsonl", 3000)
    last = find_last_played(tmp_path)
    assert last is not None
    assert last.state.hands == 2


def test_known_names_begin_with_the_last_game(tmp_path: Path) -> None:
    touched(by_hand(tmp_path / "old.jsonl", players=["ANNA", "Gleb"], dealer="Gleb"), 1000)
    touched(by_hand(tmp_path / "new.jsonl", players=["Vera", "Anna"], dealer="Vera"), 2000)
    (tmp_path / "bad.jsonl").write_bytes(b"\xff" * 100_000)
    touched(tmp_path / "bad.jsonl", 3000)
    assert find_known_names(tmp_path) == ("Vera", "Anna", "Gleb")


def test_typed_paths_are_expanded(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    assert expand_path("  ~/a b.jsonl ") == tmp_path / "a b.jsonl"
    assert expand_path("a.jsonl") == Path("a.jsonl")
    assert expand_path("~no-such-user-here/a.jsonl").name == "a.jsonl"

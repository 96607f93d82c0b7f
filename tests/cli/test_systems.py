"""Tests of Windows and macOS by test doubles that answer as documented."""

import ast
import errno
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from prefcount.base import system
from prefcount.base.system import (
    Linux,
    Macos,
    NotRegularFile,
    Posix,
    Windows,
    read_regular,
    system_for_platform,
)
from prefcount.entries.models import NoteEntry
from prefcount.store import journal as journals
from prefcount.store.disk import LockRefusal, WriteError, WriterLock, make_file, replace_file
from prefcount.store.journal import Follower, Journal
from prefcount.store.reader import load
from prefcount.store.session_folder import delete_game, restore_game
from prefcount.store.settings import FOLDER_VARIABLE, sessions_folder
from tests.cli.conftest import Prefcount
from tests.cli.ran import ROOT
from tests.helpers import header
from tests.store.files import by_program
from tests.tables import each_line

NOTE = NoteEntry(n=2, text="the cat")
TICK = 0.0156
"""The seconds between two steps of the clock of Windows."""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the doubles look into /proc")


def open_here() -> Iterator[str]:
    for descriptor in Path("/proc/self/fd").iterdir():
        with suppress(OSError):
            yield str(descriptor.readlink())


def with_refusal(real: Callable[..., Any], at: int) -> Callable[..., Any]:
    """Wrap a function of `os` to refuse if the file of its argument number `at` is open."""

    def call(*arguments: Any, **named: Any) -> Any:
        if os.path.realpath(arguments[at]) in set(open_here()):
            raise PermissionError(errno.EACCES, "The process cannot access the file", str(arguments[at]))
        return real(*arguments, **named)

    return call


def no_folder(real: Callable[..., int]) -> Callable[..., int]:
    def call(path: Any, *arguments: Any, **named: Any) -> int:
        if Path(path).is_dir():
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return real(path, *arguments, **named)

    return call


def locking(descriptor: int, mode: int, length: int) -> None:
    """Behave as `msvcrt.locking` without waiting: a second lock on a byte is refused."""
    import fcntl

    assert (mode, length, os.lseek(descriptor, 0, os.SEEK_CUR)) == (2, 1, 0)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise PermissionError(errno.EACCES, "Permission denied") from None


class CoarseClock:
    """A clock that steps every 15.6 ms; sleeping lasts at least until its next step."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        self.now += TICK / 40  # reading the clock takes time, too
        return self.now // TICK * TICK

    def sleep(self, seconds: float) -> None:
        self.now = (self.now + seconds) // TICK * TICK + TICK


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> Windows:
    here = Windows()
    monkeypatch.setattr(system, "CURRENT", here)
    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(locking=locking, LK_NBLCK=2))  # type: ignore[arg-type]
    for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC", "chown", "fchmod"):
        monkeypatch.delattr(os, name)
    monkeypatch.delattr(signal, "SIGHUP")
    monkeypatch.setattr(os, "open", no_folder(os.open))
    for name, at in (("replace", 1), ("rename", 1), ("unlink", 0), ("remove", 0)):
        monkeypatch.setattr(os, name, with_refusal(getattr(os, name), at))
    clock = CoarseClock()
    monkeypatch.setattr(time, "monotonic", clock.monotonic)
    monkeypatch.setattr(time, "sleep", clock.sleep)
    return here


def test_a_session_works_on_windows(tmp_path: Path, windows: Windows) -> None:
    path = tmp_path / "friday.jsonl"
    journal = Journal.create(path, header())
    writer = WriterLock.take(path)
    assert isinstance(writer, WriterLock)
    second = WriterLock.take(path)
    assert isinstance(second, LockRefusal)
    assert second.is_held
    assert second.text.values["user"]
    follower = Follower(path, load(path))
    journal.append(NOTE.model_copy(update={"n": 1}))
    seen = follower.look()
    assert seen is not None
    assert len(seen.loaded.session.entries) == 1
    writer.release()
    assert [each.name for each in tmp_path.iterdir()] == ["friday.jsonl"]
    deleted = delete_game(path)
    assert not path.exists()
    assert load(restore_game(deleted)).faults == ()


@pytest.mark.parametrize("let_go", [3, None])
def test_a_file_open_elsewhere_is_replaced_when_closed(
    tmp_path: Path, windows: Windows, monkeypatch: pytest.MonkeyPatch, let_go: int | None
) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(b"old")
    scanner = path.open("rb")
    waits: list[float] = []
    sleep = time.sleep

    def wait(seconds: float) -> None:
        waits.append(seconds)
        sleep(seconds)
        if len(waits) == let_go:
            scanner.close()

    monkeypatch.setattr(time, "sleep", wait)
    if let_go:
        replace_file(path, b"new")
    else:
        with scanner, pytest.raises(PermissionError):
            replace_file(path, b"new")
    assert len(waits) == (let_go or len(waits)) < windows.PATIENCE / TICK
    assert path.read_bytes() == (b"new" if let_go else b"old")
    assert list(tmp_path.iterdir()) == [path]


def test_links_are_not_followed_without_a_flag_for_it(tmp_path: Path, windows: Windows) -> None:
    (tmp_path / "secret").write_bytes(b"{}")
    (tmp_path / "settings.json").symlink_to("secret")
    with pytest.raises(NotRegularFile):
        read_regular(tmp_path / "settings.json", 100)
    path = by_program(tmp_path / "friday.jsonl", "anna 7h wp 6")
    (tmp_path / "friday.jsonl.lock").symlink_to("made-by-a-lock")
    assert isinstance(WriterLock.take(path), LockRefusal)
    assert not (tmp_path / "made-by-a-lock").exists()


FORBIDDEN = (
    "aux.jsonl",
    "CON.jsonl",
    "nul",
    "com1.html",
    "lpt¹.txt",
    "friday.",
    "friday ",
    "a:b",
    "a?.jsonl",
)


@each_line("name", FORBIDDEN)
def test_names_reserved_by_windows_are_refused(tmp_path: Path, windows: Windows, name: str) -> None:
    with pytest.raises(WriteError, match="a file cannot have this name; choose another"):
        Journal.create(tmp_path / name, header())
    with pytest.raises(ValueError, match="Windows"):
        make_file(tmp_path / name, b"")
    with pytest.raises(ValueError, match="Windows"):
        windows.check_name(f"C:\\games\\{name}")
    assert list(tmp_path.iterdir()) == []


@each_line("name", ["auxiliary.jsonl", "console.html", "2026-01-02-con-nul-aux.jsonl", ".x"])
def test_names_that_only_look_like_them(windows: Windows, name: str) -> None:
    for folder in ("C:\\games\\", "C:", "\\\\server\\games\\", "C:/games.old/", ""):
        windows.check_name(folder + name)


def test_reports_say_the_same(prefcount: Prefcount, tmp_path: Path, windows: Windows) -> None:
    path = by_program(tmp_path / "friday.jsonl", "anna 7h wp 6")
    for command in (("new", "--players", "A", "B", "C", "--"), ("report", path, "-o")):
        said = prefcount(*command, tmp_path / "con.html").complaint
        assert "a file cannot have this name; choose another" in said


def test_windows_does_not_lock_the_session_itself(
    tmp_path: Path, windows: Windows, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = by_program(tmp_path / "friday.jsonl", "anna 7h wp 6")
    monkeypatch.setattr(windows, "lock", lambda _descriptor: pytest.fail("locked"))
    Journal.from_loaded(path, load(path)).append(NOTE)
    assert len(load(path).session.entries) == 2


def test_macos_asks_the_disk_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, int]] = []
    fcntl = SimpleNamespace(
        F_FULLFSYNC=51,
        LOCK_EX=2,
        LOCK_NB=4,
        fcntl=lambda *what: asked.append(what),
        flock=lambda *_what: None,
    )
    monkeypatch.setitem(sys.modules, "fcntl", fcntl)  # type: ignore[arg-type]
    monkeypatch.setattr(system, "CURRENT", Macos())
    path = tmp_path / "friday.jsonl"
    journal = Journal.create(path, header())
    before = len(asked)
    journal.append(NOTE.model_copy(update={"n": 1}))
    assert before >= 1
    assert [how for _descriptor, how in asked] == [51] * (before + 1)


def test_every_platform_has_its_signals(windows: Windows) -> None:
    names = ("linux", "darwin", "win32", "freebsd14")
    assert [type(system_for_platform(name)) for name in names] == [Linux, Macos, Windows, Posix]
    assert windows.ending_signals() == (signal.SIGINT, signal.SIGTERM)


@pytest.mark.parametrize("here", [Linux(), Macos(), Windows(), Posix()], ids=lambda each: type(each).__name__)
def test_data_folders_follow_the_platform(here: Posix, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system, "CURRENT", here)
    monkeypatch.setenv(FOLDER_VARIABLE, "")
    assert sessions_folder().parts[-2:] == ("prefcount", "sessions")
    assert Path(here.documents_folder()).is_absolute()
    monkeypatch.setenv(FOLDER_VARIABLE, "D:\\games")
    assert str(sessions_folder()) == "D:\\games"


def test_files_are_opened_by_the_desktop(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    started: list[Any] = []
    monkeypatch.setattr(subprocess, "Popen", lambda command, **_how: started.append(command))
    monkeypatch.setattr(os, "startfile", started.append, raising=False)
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    page = tmp_path / "friday.html"
    assert not Linux().open_with_desktop(page)
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert all(each.open_with_desktop(page) for each in (Linux(), Macos(), Windows()))
    assert started == [["xdg-open", page], ["open", page], page]
    monkeypatch.setattr(subprocess, "Popen", no_such_command)
    monkeypatch.setattr(os, "startfile", no_such_command)
    assert not any(each.open_with_desktop(page) for each in (Linux(), Macos(), Windows()))


def no_such_command(*_what: object, **_how: object) -> None:
    raise FileNotFoundError(errno.ENOENT, "No such file or directory")


ASKED_ELSEWHERE = {
    *("fcntl", "msvcrt", "O_NOFOLLOW", "SIGHUP", "startfile", "F_FULLFSYNC", "platformdirs"),
    *("os.name", "sys.platform", "os.replace", "os.fsync"),
}


def test_only_one_module_depends_on_the_platform() -> None:
    found = {
        f"{path.name}: {word}"
        for path in (ROOT / "prefcount").rglob("*.py")
        if path != Path(str(system.__file__))
        if any(word in (source := path.read_text(encoding="utf-8")) for word in ASKED_ELSEWHERE)
        for word in ASKED_ELSEWHERE.intersection(words(source))
    }
    assert found == {"crash_report.py: sys.platform"}


def words(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute):
            yield node.attr
            if isinstance(node.value, ast.Name):
                yield f"{node.value.id}.{node.attr}"
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from (alias.name for alias in node.names)
            yield getattr(node, "module", None) or ""


def test_control_the_doubles_refuse_what_windows_refuses(tmp_path: Path, windows: Windows) -> None:
    path = tmp_path / "open"
    with path.open("wb"):
        for wrong in (lambda: (tmp_path / "x").replace(path), path.unlink, lambda: os.open(tmp_path, 0)):
            with pytest.raises(PermissionError):
                wrong()
    with pytest.raises(AttributeError, match="O_NOFOLLOW"):
        Linux().open(path, os.O_RDONLY, follow_links=False)
    assert journals.PAUSE < TICK


# --- consoles ------------------------------------------------------------------------------------

SAMPLES = ROOT / "sample_sessions"
COMMANDS = (
    ("settle", SAMPLES / "cyrillic-names.jsonl", "--steps"),
    ("audit", SAMPLES / "faulty.jsonl"),
    ("--help",),
)


@each_line(("encoding", "command"), [("cp1251", COMMANDS[0]), *(("cp866", each) for each in COMMANDS)])
def test_a_russian_console_shows_everything(encoding: str, command: tuple[object, ...]) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    words = [sys.executable, "-m", "prefcount", "--lang", "ru", *map(str, command)]
    done = subprocess.run(words, capture_output=True, env=environment, stdin=subprocess.DEVNULL, check=False)
    said = (done.stdout + done.stderr).decode(encoding)
    assert "Traceback" not in said
    assert "\\" not in said
    assert "?" not in said
    if command[0] == "settle":
        assert " 1/3" in said
        assert "р." in said


def test_json_is_utf8_on_every_console() -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "cp866"}
    words = [sys.executable, "-m", "prefcount", "show", str(SAMPLES / "cyrillic-names.jsonl"), "--json"]
    done = subprocess.run(words, capture_output=True, env=environment, stdin=subprocess.DEVNULL, check=True)
    assert "Анна" in done.stdout.decode()


# --- messages ------------------------------------------------------------------------------------


def test_where_prints_absolute_paths(
    prefcount: Prefcount, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "games"))
    monkeypatch.setenv("XDG_DOCUMENTS_DIR", str(tmp_path / "documents"))
    said = prefcount("where").fine.splitlines()
    assert said[0] == f"games: {tmp_path / 'games'}"
    assert f"settings: {tmp_path / 'games' / 'settings.json'}" in said
    (told,) = prefcount("where", "--json").objects
    assert told["saved"] == str(tmp_path / "documents")
    assert [line.partition(": ")[2] for line in said] == list(told.values())


def test_verbose_version_names_nothing_about_the_user(prefcount: Prefcount) -> None:
    said = prefcount("--version", "--verbose").fine
    assert said == prefcount("--verbose", "--version").fine
    assert said.splitlines()[0] == prefcount("--version").fine.strip()
    assert {line.partition(" ")[0] for line in said.splitlines()} >= {"Python", "textual", "pydantic"}
    assert str(Path.home()) not in said
    assert "name a command" in prefcount("--verbose").complaint

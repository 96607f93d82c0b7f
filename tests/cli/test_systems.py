"""What Windows and macOS answer otherwise, by doubles that answer as they are documented to."""

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
from prefcount.base.data_folder import FOLDER_VARIABLE, sessions_folder
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
    """The names of the files that this process has open."""
    for descriptor in Path("/proc/self/fd").iterdir():
        with suppress(OSError):
            yield str(descriptor.readlink())


def with_refusal(real: Callable[..., Any], at: int) -> Callable[..., Any]:
    """A function of `os` that refuses where the file of its argument number `at` is open."""

    def call(*arguments: Any, **named: Any) -> Any:
        if os.path.realpath(arguments[at]) in set(open_here()):
            raise PermissionError(errno.EACCES, "The process cannot access the file", str(arguments[at]))
        return real(*arguments, **named)

    return call


def no_folder(real: Callable[..., int]) -> Callable[..., int]:
    """An `os.open` that opens no folder."""

    def call(path: Any, *arguments: Any, **named: Any) -> int:
        if Path(path).is_dir():
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return real(path, *arguments, **named)

    return call


def locking(descriptor: int, mode: int, length: int) -> None:
    """`msvcrt.locking`, as it answers at once: another lock on that byte is refused."""
    import fcntl

    assert (mode, length, os.lseek(descriptor, 0, os.SEEK_CUR)) == (2, 1, 0)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise PermissionError(errno.EACCES, "Permission denied") from None


class CoarseClock:
    """A clock that steps every 15.6 ms; who sleeps sleeps until its next step at least."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        self.now += TICK / 40  # looking takes a moment, too
        return self.now // TICK * TICK

    def sleep(self, seconds: float) -> None:
        self.now = (self.now + seconds) // TICK * TICK + TICK


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> Windows:
    """This process on Windows, as far as files, locks, signals and the clock go."""
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


def test_an_evening_on_windows(tmp_path: Path, windows: Windows) -> None:
    """Begun, written, read along, kept from a second writer, deleted and taken back."""
    path = tmp_path / "friday.jsonl"
    journal = Journal.create(path, header())
    writer = WriterLock.take(path)
    assert isinstance(writer, WriterLock)
    second = WriterLock.take(path)
    assert isinstance(second, LockRefusal)
    assert second.is_held
    assert second.owner is not None
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
def test_a_file_that_is_open_elsewhere_is_replaced_when_it_is_let_go(
    tmp_path: Path, windows: Windows, monkeypatch: pytest.MonkeyPatch, let_go: int | None
) -> None:
    """It is tried for a second; then the old file stays, and nothing else is left."""
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
    """Neither for a file that is read, nor for a lock."""
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
def test_names_that_windows_gives_no_file(tmp_path: Path, windows: Windows, name: str) -> None:
    """They would be a device, a stream of another file, or a file of another name: one sentence instead."""
    with pytest.raises(WriteError, match="this name is not possible for a file; choose another"):
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
        assert "this name is not possible for a file; choose another" in said


def test_a_session_is_not_locked_where_that_would_hide_it(
    tmp_path: Path, windows: Windows, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On Windows nobody could read the line that is just written."""
    path = by_program(tmp_path / "friday.jsonl", "anna 7h wp 6")
    monkeypatch.setattr(windows, "lock", lambda _descriptor: pytest.fail("locked"))
    Journal.from_loaded(path, load(path)).append(NOTE)
    assert len(load(path).session.entries) == 2


def test_macos_asks_the_disk_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every line, and nothing by `fsync`, which leaves it in the memory of the disk."""
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


def test_every_platform_has_its_system(windows: Windows) -> None:
    """And Windows no SIGHUP; whoever listens is told of the others only."""
    names = ("linux", "darwin", "win32", "freebsd14")
    assert [type(system_for_platform(name)) for name in names] == [Linux, Macos, Windows, Posix]
    assert windows.ending_signals() == (signal.SIGINT, signal.SIGTERM)


@pytest.mark.parametrize("here", [Linux(), Macos(), Windows(), Posix()], ids=lambda each: type(each).__name__)
def test_folders_of_a_user(here: Posix, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games are kept where the system has such data; a variable names another folder."""
    monkeypatch.setattr(system, "CURRENT", here)
    monkeypatch.setenv(FOLDER_VARIABLE, "")
    assert sessions_folder().parts[-2:] == ("prefcount", "sessions")
    assert Path(here.documents_folder()).is_absolute()
    monkeypatch.setenv(FOLDER_VARIABLE, "D:\\games")
    assert str(sessions_folder()) == "D:\\games"


def test_how_a_file_is_opened(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """By the desktop, never in the terminal; without one nothing is started."""
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


ASKED_ELSEWHERE = {"fcntl", "msvcrt", "O_NOFOLLOW", "SIGHUP", "startfile", "F_FULLFSYNC", "platformdirs"}


def test_nothing_else_asks_the_system() -> None:
    """What systems do differently stands in one module."""
    found = {
        f"{path.name}: {word}"
        for path in (ROOT / "prefcount").rglob("*.py")
        if path != Path(str(system.__file__))
        for word in words(path)
        if word in ASKED_ELSEWHERE or word in ("os.name", "sys.platform", "os.replace", "os.fsync")
    }
    assert found == {"crash_report.py: sys.platform"}


def words(path: Path) -> Iterator[str]:
    """The names in a module, and those behind a dot with what stands before it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute):
            yield node.attr
            if isinstance(node.value, ast.Name):
                yield f"{node.value.id}.{node.attr}"
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from (alias.name for alias in node.names)
            yield getattr(node, "module", None) or ""


def test_the_doubles_refuse_what_windows_refuses(tmp_path: Path, windows: Windows) -> None:
    """The control: what is written as on Linux fails here."""
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
def test_a_russian_console(encoding: str, command: tuple[object, ...]) -> None:
    """Everything can be read: no question marks, no codes, and no figure runs into its fraction."""
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


def test_programs_get_utf_8() -> None:
    """An object of JSON is the same on every console."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "cp866"}
    words = [sys.executable, "-m", "prefcount", "show", str(SAMPLES / "cyrillic-names.jsonl"), "--json"]
    done = subprocess.run(words, capture_output=True, env=environment, stdin=subprocess.DEVNULL, check=True)
    assert "Анна" in done.stdout.decode()


# --- what is said about it -----------------------------------------------------------------------


def test_where_things_are(prefcount: Prefcount, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whole paths, whether anything is there or not."""
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "games"))
    monkeypatch.setenv("XDG_DOCUMENTS_DIR", str(tmp_path / "documents"))
    said = prefcount("where").fine.splitlines()
    assert said[0] == f"games: {tmp_path / 'games'}"
    assert f"settings: {tmp_path / 'games' / 'settings.json'}" in said
    (told,) = prefcount("where", "--json").objects
    assert told["saved"] == str(tmp_path / "documents")
    assert [line.partition(": ")[2] for line in said] == list(told.values())


def test_what_a_report_of_a_fault_should_say(prefcount: Prefcount) -> None:
    """In any order, and nothing about the user."""
    said = prefcount("--version", "--verbose").fine
    assert said == prefcount("--verbose", "--version").fine
    assert said.splitlines()[0] == prefcount("--version").fine.strip()
    assert {line.partition(" ")[0] for line in said.splitlines()} >= {"Python", "textual", "pydantic"}
    assert str(Path.home()) not in said
    assert "say which command" in prefcount("--verbose").complaint

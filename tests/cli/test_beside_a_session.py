"""Tests of hostile files at the names that the program uses next to a session.

Whoever can write into a shared folder, or hands out an archive, can put anything there. No other file may be
overwritten, the program may not wait, and only printable text may be shown.
"""

import json
import os
import signal
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import pytest

from prefcount import crash_report
from prefcount.base.system import read_own_json
from prefcount.store.disk import LockRefusal, WriterLock, current_writer
from prefcount.store.journal import Journal
from prefcount.store.presets import export_preset, load_presets, presets_folder, save_preset
from prefcount.store.reader import load
from prefcount.store.session_folder import begin_game
from prefcount.store.settings import (
    FOLDER_VARIABLE,
    NoHomeFolder,
    home_folder,
    load_settings,
    save_settings,
    sessions_folder,
)
from prefcount.tui.kit.screens import save_file
from prefcount.tui.table.table_writer import load_draft, save_draft
from tests.cli.conftest import Prefcount
from tests.helpers import GAME, header
from tests.store.files import by_program
from tests.tables import each_line
from tests.waiting import LONGEST

pytestmark = pytest.mark.skipif(os.name == "nt", reason="links, pipes and devices as on POSIX")

WHEN = datetime(2026, 11, 21, 19, 5)
ESCAPES = "\x1b]52;c;cHdu\x1b\\\x1b]0;pwn\x07\u202e\x9b31m"
WORDS = json.dumps({"n": 2, "answers": {"who": ESCAPES}, "typed": ESCAPES, "theme": ESCAPES, "game": ESCAPES})


class Place(NamedTuple):
    """The folders of a test.

    Attributes:
        folder: the folder of the sessions.
        session: a game in it, of one hand.
        precious: a file of the user in another folder.
    """

    folder: Path
    session: Path
    precious: Path

    @property
    def elsewhere(self) -> dict[str, bytes]:
        outside = self.precious.parent.rglob("*")
        return {str(path): path.read_bytes() if path.is_file() else b"" for path in outside}


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    folder, outside = tmp_path / "sessions", tmp_path / "outside"
    outside.mkdir()
    (outside / "precious").write_text("precious")
    (outside / "precious").chmod(0o644)
    monkeypatch.setenv(FOLDER_VARIABLE, str(folder))
    monkeypatch.setattr(crash_report, "datetime", _Clock)
    (folder / "presets").mkdir(parents=True)
    return Place(folder, by_program(folder / "game.jsonl", "anna 7h wp 6"), outside / "precious")


class _Clock:
    """A clock that always shows the same time."""

    @staticmethod
    def now() -> datetime:
        return WHEN


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Fail if the block waits, as for a pipe."""

    def late(_number: int, _frame: object) -> None:
        raise AssertionError("something is waited for")

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


# --- traps ---------------------------------------------------------------------------------------


Trap = Callable[[Path, Place], object]
TRAPS: dict[str, Trap] = {
    "link": lambda path, place: path.symlink_to(place.precious),
    "link_to_the_session": lambda path, place: path.symlink_to(
        place.session.name if path.parent == place.folder else place.session
    ),
    "dangling_link": lambda path, place: path.symlink_to(place.precious.with_name("made-by-nobody")),
    "loop": lambda path, _place: path.symlink_to(path.name),
    "pipe": lambda path, _place: os.mkfifo(path),
    "folder": lambda path, _place: path.mkdir(),
    "device": lambda path, _place: path.symlink_to("/dev/zero"),
    "escape_codes": lambda path, _place: path.write_text(WORDS),
    "raw_escape_codes": lambda path, _place: path.write_text(ESCAPES),
}
WORST = ("link", "pipe", "raw_escape_codes")
"""One trap for each kind of careless code: it is written through, waited for, or obeyed by the terminal."""

# --- commands ------------------------------------------------------------------------------------


def _half(place: Place, _run: Prefcount) -> list[object]:
    before = load_draft(place.session, 2)
    save_draft(place.session, 2, {"who": "1"}, "anna")
    after = load_draft(place.session, 2)
    save_draft(place.session, 2, {}, "")
    return [before, after]


def _lock(place: Place, _run: Prefcount) -> list[object]:
    taken = WriterLock.take(place.session)
    busy = current_writer(place.session)
    if isinstance(taken, WriterLock):
        taken.release()
    return [busy, taken.text if isinstance(taken, LockRefusal) else ""]


def _settings(_place: Place, run: Prefcount) -> list[object]:
    before, ran = load_settings(), run("rules")
    save_settings(theme="nord")
    return [before, load_settings(), ran.fine]


def _crash(_place: Place, _run: Prefcount) -> list[object]:
    return [crash_report.write_report(RuntimeError("a mistake"))]


def _preset(_place: Place, _run: Prefcount) -> list[object]:
    before = load_presets(GAME)
    kept_now = save_preset(presets_folder(), GAME, "Ours", {"preset": "rostov"})
    again = save_preset(presets_folder(), GAME, "ours", {"preset": "sochi"})
    return [before, kept_now.name, again.name, load_presets(GAME)]


def _settlement(place: Place, _run: Prefcount) -> list[object]:
    return [save_file(place.session, "-settlement.txt", b"Anna +1\n")]


def _add(place: Place, run: Prefcount) -> list[object]:
    ran = run("add", place.session, "r", "3", "5", "2")
    return [ran.out, ran.err]


def _add_to_a_torn_one(place: Place, run: Prefcount) -> list[object]:
    with place.session.open("ab") as file:
        file.write(b'{"torn')
    return _add(place, run)


def _new(place: Place, run: Prefcount) -> list[object]:
    ran = run("new", place.folder / "new.jsonl", "--players", "Anna", "Boris", "Vera")
    return [ran.out, ran.err]


def _report(place: Place, run: Prefcount) -> list[object]:
    found = [run("report", place.session, "-o", place.folder / "page.html") for _again in range(2)]
    found.append(run("report", place.session, "-o", place.folder / "page.html", "--force"))
    return [each.out + each.err for each in found]


Deed = Callable[[Place, Prefcount], list[object]]
DEEDS: dict[str, Deed] = {
    "game.jsonl.half": _half,
    "game.jsonl.half.new1": _half,
    "game.jsonl.lock": _lock,
    "settings.json": _settings,
    "settings.json.new1": _settings,
    "crash-2026-11-21-190500.txt": _crash,
    "presets/ours.json": _preset,
    "game-settlement.txt": _settlement,
    "game.jsonl.torn1": _add_to_a_torn_one,
    "new.jsonl": _new,
    "page.html.new1": _report,
}
"""Names, and the commands that read or write them."""
IN_FULL = ("game.jsonl.half", "new.jsonl")
"""Names tried with every trap; the others are read and written by the same code."""


def harmless(shown: object) -> None:
    if isinstance(shown, str):
        for line in shown.split("\n"):
            assert line.isprintable(), ascii(line)
    elif isinstance(shown, dict):
        harmless(list(shown.items()))
    elif isinstance(shown, list | tuple):
        for each in shown:
            harmless(each)
    elif hasattr(shown, "model_dump"):
        harmless(shown.model_dump())
    else:
        harmless(str(shown))


@pytest.mark.parametrize(
    ("name", "trap"),
    [(name, trap) for name in DEEDS for trap in (TRAPS if name in IN_FULL else WORST)],
)
def test_files_next_to_a_session_are_left_alone(
    place: Place, prefcount: Prefcount, name: str, trap: str
) -> None:
    TRAPS[trap](place.folder / name, place)
    before, elsewhere = place.session.read_bytes(), place.elsewhere
    with within(LONGEST):
        harmless(DEEDS[name](place, prefcount))
    assert place.elsewhere == elsewhere
    assert stat.S_IMODE(place.precious.stat().st_mode) == 0o644
    assert place.session.read_bytes().startswith(before)
    assert load(place.session).faults == ()


@pytest.mark.parametrize("trap", WORST)
def test_control_careless_code_fails_this_test(place: Place, trap: str) -> None:
    path = place.folder / "settings.json"
    TRAPS[trap](path, place)
    elsewhere = place.elsewhere

    def careless() -> None:
        if trap != "link":
            harmless(path.read_text())
        path.write_text("careless")
        assert place.elsewhere == elsewhere

    with pytest.raises(AssertionError), within(0.05):
        careless()


def test_files_of_the_user_are_private(place: Place, prefcount: Prefcount) -> None:
    folder = place.folder / "not" / "there"
    before = os.umask(0o022)
    try:
        with pytest.MonkeyPatch.context() as environment:
            environment.setenv(FOLDER_VARIABLE, str(folder))
            session, loaded, _from_paper = begin_game(folder, header(), WHEN)
            Journal.from_loaded(session, loaded).make()
            save_draft(session, 2, {"who": "1"}, "")
            save_settings(theme="nord")
            crash_report.write_report(RuntimeError())
            for rules in ("rostov", "sochi"):
                save_preset(presets_folder(), GAME, "Ours", {"preset": rules})
            session.write_bytes(session.read_bytes() + b"{torn")
            assert prefcount("add", session, "r", "3", "5", "2").code == 0
        given = [save_file(session, "-settlement.txt", b"x"), folder / "gift.json", folder / "page.html"]
        export_preset(given[1], GAME, "Ours", {"preset": "sochi"})
        assert prefcount("report", session, "-o", given[2]).fine == ""
    finally:
        os.umask(before)
    paths = [folder.parent, *folder.parent.rglob("*")]
    modes = {path: stat.S_IMODE(path.stat().st_mode) for path in paths}
    assert {mode for path, mode in modes.items() if path.is_dir()} == {0o700}
    assert {modes.pop(path) for path in given} == {0o644}
    assert {mode for path, mode in modes.items() if path.is_file()} == {0o600}
    assert len(modes) == len(
        ("not", "there", "presets", "game", "half", "settings", "crash", "preset", "torn")
    )


# --- without a home ------------------------------------------------------------------------------


@pytest.fixture
def homeless(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    import pwd

    def unknown(_number: int) -> None:
        raise KeyError

    for variable in (FOLDER_VARIABLE, "HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(pwd, "getpwuid", unknown)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_without_a_home_folder_no_file_is_made(homeless: Path) -> None:
    with pytest.raises(NoHomeFolder, match="your home folder is not known; set HOME, or PREFCOUNT_SESSIONS"):
        sessions_folder()
    save_settings(theme="nord")
    assert load_settings().theme == ""
    assert "RuntimeError" in crash_report.write_report(RuntimeError())
    assert load_presets(GAME) == ()
    assert home_folder() == Path()
    assert list(homeless.iterdir()) == []


# --- reading ---------------------------------------------------------------------------------------


@each_line(
    "content",
    [
        *(b"", b"{", b"\xff", b"\xef\xbb\xbf{}", '{"a":1}'.encode("utf-16"), b'{"a":1,"a":2}', b'{"a":NaN}'),
        *(b'{"a":{"b":[Infinity]}}', b"[" * 9000, b'"\\u001b"', b'["\\u202e"]', b'{"\\u0000":1}'),
        *(b'"\\ud800"', b'{"a":{"b":["\\u009b"]}}', b"1" * 5000, b" " * 10_000 + b"1"),
    ],
)
def test_unusual_json_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(content)
    with pytest.raises((ValueError, OSError)):
        read_own_json(path, 10_000)


def test_json_is_read_up_to_its_largest_size(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes('{"a":["Анна",{"b":null}],"c":1.5}'.encode())
    assert read_own_json(path, path.stat().st_size) == {"a": ["Анна", {"b": None}], "c": 1.5}

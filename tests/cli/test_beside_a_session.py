"""Whatever lies at the names that the program reads or writes beside a session.

Whoever can write into a shared folder, or gives somebody an archive to unpack, can put anything there:
nothing else is overwritten, nothing is waited for, and nothing but printable text is shown of it.
"""

import json
import os
import signal
import stat
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import pytest

from prefcount import crash_report
from prefcount.base.data_folder import FOLDER_VARIABLE, NoHomeFolder, home_folder, sessions_folder
from prefcount.base.system import read_own_json
from prefcount.store.disk import LockRefusal, WriterLock, current_writer
from prefcount.store.journal import Journal
from prefcount.store.presets import export_preset, load_presets, presets_folder, save_preset
from prefcount.store.reader import load
from prefcount.store.session_folder import begin_game
from prefcount.store.settings import load_settings, save_settings
from prefcount.tui.results.settlement_screen import save_file
from prefcount.tui.table.entry_input import load_draft, save_draft
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
    """Where things are put.

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
        """Everything outside the folder of the sessions."""
        outside = self.precious.parent.rglob("*")
        return {str(path): path.read_bytes() if path.is_file() else b"" for path in outside}


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    """A folder of sessions, and another one that is nobody's business."""
    folder, outside = tmp_path / "sessions", tmp_path / "outside"
    outside.mkdir()
    (outside / "precious").write_text("precious")
    (outside / "precious").chmod(0o644)
    monkeypatch.setenv(FOLDER_VARIABLE, str(folder))
    monkeypatch.setattr(crash_report, "datetime", _Clock)
    (folder / "presets").mkdir(parents=True)
    return Place(folder, by_program(folder / "game.jsonl", "anna 7h wp 6"), outside / "precious")


class _Clock:
    """A clock that stands still."""

    @staticmethod
    def now() -> datetime:
        return WHEN


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Nothing in this block may wait for anybody: a pipe would be waited for without end."""

    def late(_number: int, _frame: object) -> None:
        raise AssertionError("something is waited for")

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


# --- what is put there ---------------------------------------------------------------------------


def _link(path: Path, place: Place) -> None:
    path.symlink_to(place.precious)


def _link_to_the_session(path: Path, place: Place) -> None:
    path.symlink_to(place.session.name if path.parent == place.folder else place.session)


def _dangling_link(path: Path, place: Place) -> None:
    path.symlink_to(place.precious.with_name("made-by-nobody"))


def _loop(path: Path, _place: Place) -> None:
    path.symlink_to(path.name)


def _pipe(path: Path, _place: Place) -> None:
    os.mkfifo(path)


def _folder(path: Path, _place: Place) -> None:
    path.mkdir()


def _device(path: Path, _place: Place) -> None:
    path.symlink_to("/dev/zero")


def _escape_codes(path: Path, _place: Place) -> None:
    path.write_text(WORDS)


def _raw_escape_codes(path: Path, _place: Place) -> None:
    path.write_text(ESCAPES)


Trap = Callable[[Path, Place], None]
TRAPS: Sequence[Trap] = (
    *(_link, _link_to_the_session, _dangling_link, _loop, _pipe, _folder, _device, _escape_codes),
    _raw_escape_codes,
)
WORST: Sequence[Trap] = (_link, _pipe, _raw_escape_codes)
"""What is written through, waited for, and obeyed: carelessness of each kind falls into one of them."""

# --- what is done there --------------------------------------------------------------------------


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
    return [save_file(place.session, "-settlement.txt", "Anna +1\n")]


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
"""The names, and what reads or writes them."""
IN_FULL = ("game.jsonl.half", "new.jsonl")
"""Names that get everything that may lie there; the others are read and written in the same ways."""


def harmless(shown: object) -> None:
    """No text in what was found or said has anything in it that a terminal obeys."""
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
    ids=lambda value: value if isinstance(value, str) else value.__name__.strip("_"),
)
def test_whatever_lies_there(place: Place, prefcount: Prefcount, name: str, trap: Trap) -> None:
    """No other file changes, and the game stays as it is."""
    trap(place.folder / name, place)
    before, elsewhere = place.session.read_bytes(), place.elsewhere
    with within(LONGEST):
        harmless(DEEDS[name](place, prefcount))
    assert place.elsewhere == elsewhere
    assert stat.S_IMODE(place.precious.stat().st_mode) == 0o644
    assert place.session.read_bytes().startswith(before)
    assert load(place.session).faults == ()


@pytest.mark.parametrize("trap", WORST)
def test_carelessness_would_be_seen(place: Place, trap: Trap) -> None:
    """The control: writing to the name, reading it, and showing what is read are what is found out here."""
    path = place.folder / "settings.json"
    trap(path, place)
    elsewhere = place.elsewhere

    def careless() -> None:
        if trap is not _link:
            harmless(path.read_text())
        path.write_text("careless")
        assert place.elsewhere == elsewhere

    with pytest.raises(AssertionError), within(0.05):
        careless()


def test_what_is_kept_is_private(place: Place, prefcount: Prefcount) -> None:
    """Games, rules, settings and reports of crashes are the user's own; what is to be given away is not."""
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
        given = [save_file(session, "-settlement.txt", "x"), folder / "gift.json", folder / "page.html"]
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
    """The current folder of a user whom the system does not know."""
    import pwd

    def unknown(_number: int) -> None:
        raise KeyError

    for variable in (FOLDER_VARIABLE, "HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(pwd, "getpwuid", unknown)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_without_a_home_nothing_is_made_here(homeless: Path) -> None:
    """Settings, reports of crashes and rules have no place then, and no folder is called ~."""
    with pytest.raises(NoHomeFolder, match="your home folder is not known; set HOME, or PREFCOUNT_SESSIONS"):
        sessions_folder()
    save_settings(theme="nord")
    assert load_settings().theme == ""
    assert "RuntimeError" in crash_report.write_report(RuntimeError())
    assert load_presets(GAME) == ()
    assert home_folder() == Path()
    assert list(homeless.iterdir()) == []


# --- what is read ----------------------------------------------------------------------------------


@each_line(
    "content",
    [
        *(b"", b"{", b"\xff", b"\xef\xbb\xbf{}", '{"a":1}'.encode("utf-16"), b'{"a":1,"a":2}', b'{"a":NaN}'),
        *(b'{"a":{"b":[Infinity]}}', b"[" * 9000, b'"\\u001b"', b'["\\u202e"]', b'{"\\u0000":1}'),
        *(b'"\\ud800"', b'{"a":{"b":["\\u009b"]}}', b"1" * 5000, b" " * 10_000 + b"1"),
    ],
)
def test_what_is_no_plain_json(tmp_path: Path, content: bytes) -> None:
    """Nothing is guessed, nothing is read twice, and no text gets in that a terminal would obey."""
    path = tmp_path / "settings.json"
    path.write_bytes(content)
    with pytest.raises((ValueError, OSError)):
        read_own_json(path, 10_000)


def test_plain_json(tmp_path: Path) -> None:
    """Up to the last byte that it may have."""
    path = tmp_path / "settings.json"
    path.write_bytes('{"a":["Анна",{"b":null}],"c":1.5}'.encode())
    assert read_own_json(path, path.stat().st_size) == {"a": ["Анна", {"b": None}], "c": 1.5}

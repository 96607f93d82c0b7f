"""Keys, signals and crashes that end the program: file and draft are kept (pseudo-terminal, POSIX only)."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic

import pytest
from textual.worker import WorkerFailed

from prefcount.crash_report import format_report, write_report
from prefcount.store.disk import WriterLock
from prefcount.tui.table.table_writer import load_draft
from tests.tui.game_files import game_file, on_disk
from tests.tui.window import LONGEST, Window

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")

NORMAL_SCREEN = b"\x1b[?1049l"
CURSOR_SEEN = b"\x1b[?25h"
F5 = "\x1b[15~"
QUIT = "\x11"


def at_a_half_entered_hand(path: Path, windows: list[Window], prelude: str = "") -> Window:
    """Return a window in which one hand is written and the next one half entered."""
    window = Window(str(path), prelude=prelude)
    windows.append(window)
    window.shows("Who plays?")
    window.type("174")
    window.shows("Enter records")
    window.type("\r")
    window.shows("Recorded: hand 1.")
    window.type("28")
    deadline = monotonic() + LONGEST
    while (half := load_draft(path, 2)) is None or "contract" not in half.answers:
        assert monotonic() < deadline, f"the half-entered hand was not kept: {half}"
        window.wait()
    return window


def test_a_signal_ends_the_program_as_its_key_does(folder: Path, windows: list[Window]) -> None:
    path = game_file(folder / "game.jsonl")
    window = at_a_half_entered_hand(path, windows)
    window.process.send_signal(signal.SIGTERM)
    assert window.ends() == 128 + signal.SIGTERM
    assert b"Traceback" not in window.seen
    assert NORMAL_SCREEN in window.seen
    assert CURSOR_SEEN in window.seen
    everything_is_there(path)


def test_a_terminal_that_is_gone_ends_the_program(folder: Path, windows: list[Window]) -> None:
    path = game_file(folder / "game.jsonl")
    window = at_a_half_entered_hand(path, windows)
    window.close()
    assert window.process.wait(LONGEST) == 128 + signal.SIGHUP
    everything_is_there(path)


def test_even_kill_9_loses_nothing(folder: Path, windows: list[Window]) -> None:
    path = game_file(folder / "game.jsonl")
    window = at_a_half_entered_hand(path, windows)
    window.process.kill()
    window.process.wait(LONGEST)
    everything_is_there(path)


def everything_is_there(path: Path) -> None:
    assert [entry.kind for entry in on_disk(path).entries] == ["game"]
    half = load_draft(path, 2)
    assert half is not None
    assert half.answers["contract"] == "8"
    writer = WriterLock.take(path)
    assert isinstance(writer, WriterLock)
    writer.release()


BUSY = """
from prefcount.tui.results import settlement_screen as settlement
def busy(*_given):
    print("busy", file=sys.__stderr__, flush=True)
    while True:
        pass
settlement.SettlementScreen = busy
"""


@pytest.mark.parametrize("keys", ["", QUIT], ids=["SIGTERM", "Ctrl+Q"])
def test_a_busy_program_ends_on_its_key(folder: Path, windows: list[Window], keys: str) -> None:
    path = game_file(folder / "game.jsonl")
    window = at_a_half_entered_hand(path, windows, f"import sys\n{BUSY}")
    window.type(F5)
    window.shows("busy")
    if keys:
        window.type(keys)
    else:
        window.process.send_signal(signal.SIGTERM)
    assert window.ends() == (0 if keys else 128 + signal.SIGTERM)
    assert NORMAL_SCREEN in window.seen
    assert CURSOR_SEEN in window.seen
    everything_is_there(path)


# --- a window that is too small ----------------------------------------------------------------------


COVER = rb"\x1b\[m\x1b\[1;1H"
"""The beginning of the sentence about a window that is too small."""


def test_a_window_that_is_too_small_says_so(folder: Path, windows: list[Window]) -> None:
    window = Window(str(game_file(folder / "game.jsonl")), size=(30, 8))
    windows.append(window)
    window.shows("The window is too")
    window.resize(80, 24)
    window.shows("Who plays?")
    for size in ((59, 24), (80, 17), (12, 3), (1, 1), (3, 40)):
        before = len(window.seen)
        window.resize(*size)
        window.shows(COVER, before)
    window.resize(59, 17)
    window.shows("Enlarge it to at least 60 columns")
    before = len(window.seen)
    window.resize(60, 18)
    window.shows("Who plays?", before)
    window.type("\x1b")
    window.shows("continue", before)
    window.type(QUIT)
    assert window.ends() == 0


# --- a mistake of the program ----------------------------------------------------------------------

BROKEN = """
from prefcount.tui.results import settlement_screen as settlement
def broken(*_given):
    secret = "Anna owes 1234"
    raise RuntimeError(f"a mistake about {secret}")
settlement.SettlementScreen = broken
"""


def test_a_crash_says_where_and_nothing_about_the_game(folder: Path, windows: list[Window]) -> None:
    path = game_file(folder / "game.jsonl", "boris 8n pp")
    window = Window(str(path), prelude=BROKEN)
    windows.append(window)
    window.shows("Who plays?")
    window.type(F5)
    assert window.ends() != 0
    after = window.seen.rpartition(NORMAL_SCREEN)[2].decode(errors="replace")
    assert "prefcount had to stop because of an error of its own" in " ".join(after.split())
    [kept_report] = folder.glob("crash-*.txt")
    written = kept_report.read_text(encoding="utf-8")
    for said_of_game in ("Anna", "Boris", "1234", "a mistake about"):
        assert said_of_game not in after
        assert said_of_game not in written
    assert str(folder) not in written
    assert "builtins.RuntimeError" in written
    assert "prefcount/tui/table/table_screen.py" in written
    assert len(on_disk(path).entries) == 1


def failed() -> Exception:
    try:
        try:
            raise KeyError("Anna")
        except KeyError as missing:
            raise ValueError("Anna owes 1234") from missing
    except ValueError as error:
        return error


def test_a_crash_report_has_no_names_and_no_amounts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "a file"
    blocked.write_text("")
    monkeypatch.setenv("PREFCOUNT_SESSIONS", str(blocked))
    for text in (format_report(failed()), write_report(failed())):
        assert "builtins.ValueError" in text
        assert "builtins.KeyError" in text
        assert "test_program_ends.py" in text
        assert "Anna" not in text
    assert "/" not in format_report(failed()).splitlines()[1]
    assert "builtins.ValueError" in format_report(WorkerFailed(failed()))


def test_two_crashes_in_a_second_have_a_report_each(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PREFCOUNT_SESSIONS", str(tmp_path))
    for _crash in range(2):
        assert "builtins.ValueError" not in write_report(failed())
    assert len(list(tmp_path.glob("crash-*.txt"))) == 2


def test_a_command_that_fails_says_so_in_a_sentence(folder: Path) -> None:
    code = (
        "import prefcount.cli.commands.session\n"
        "def broken(options): raise RuntimeError('Anna owes 1234')\n"
        "commands = prefcount.cli.commands.session.FUNCTIONS\n"
        "commands['show'] = commands['show']._replace(run=broken)\n"
        "import sys; sys.argv = ['prefcount', 'show', 'x.jsonl']\n"
        "from prefcount.__main__ import main; sys.exit(main())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (70, "")
    assert done.stderr.startswith("prefcount: prefcount had to stop")
    assert "Traceback" not in done.stderr
    assert "Anna" not in done.stderr

"""`prefcount report`: every format into a file or on stdout, and never over anything by accident."""

import csv
import os
import subprocess
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import fromstring

import pytest

from prefcount.render.chat import chat
from prefcount.render.report import html, pdf
from prefcount.render.report.html import session_html
from prefcount.render.report.svg import sheet_svg
from prefcount.store.reader import load
from tests.cli.conftest import Prefcount
from tests.cli.ran import ROOT
from tests.render.report.reading import Page
from tests.store.files import by_hand, by_program, void

TEXTS = ("--svg", "--html", "--chat", "--csv hands", "--csv postings", "--csv results")


def test_on_stdout(prefcount: Prefcount, session_file: Path) -> None:
    loaded = load(session_file)
    session, file_hash = loaded.session, loaded.file_hash
    assert prefcount("report", session_file, "--svg").fine == sheet_svg(session)
    assert prefcount("report", session_file, "--html").fine == session_html(session, file_hash)
    assert prefcount("report", session_file, "--chat").fine == chat(session, file_hash) + "\n"
    for table, count in (("hands", 2), ("postings", 5), ("results", 4)):
        printed = prefcount("report", session_file, "--csv", table).fine
        assert len(list(csv.reader(StringIO(printed)))) == count


@pytest.mark.parametrize("option", TEXTS)
def test_a_file_holds_what_stdout_shows(prefcount: Prefcount, session_file: Path, option: str) -> None:
    shown = prefcount("report", session_file, *option.split()).fine
    out = session_file.with_name("out")
    assert prefcount("report", session_file, *option.split(), "-o", out).fine == ""
    assert out.read_bytes() == shown.encode()
    assert {path.name for path in out.parent.iterdir()} == {session_file.name, "out"}


@pytest.mark.parametrize(
    ("ending", "begins"),
    [
        (".svg", "<svg "),
        (".html", "<!DOCTYPE html>"),
        (".HTM", "<!DOCTYPE html>"),
        (".pdf", "%PDF-"),
        (".csv", "n,kind,"),
    ],
)
def test_the_ending_says_what_it_becomes(
    prefcount: Prefcount, session_file: Path, ending: str, begins: str
) -> None:
    if ending == ".pdf":
        pytest.importorskip("typst")
    out = session_file.with_name(f"out{ending}")
    assert prefcount("report", session_file, "-o", out).fine == ""
    assert out.read_bytes().startswith(begins.encode())


def test_an_option_counts_more_than_the_ending(prefcount: Prefcount, session_file: Path) -> None:
    out = session_file.with_name("sheet.html")
    assert prefcount("report", session_file, "--svg", "-o", out).fine == ""
    assert out.read_text("utf-8").startswith("<svg ")


def test_nothing_is_replaced_unless_it_is_said(prefcount: Prefcount, session_file: Path) -> None:
    out = session_file.with_name("out.svg")
    out.write_text("a picture")
    said = f"{out}: the file exists already; --force replaces it"
    assert prefcount("report", session_file, "-o", out).complaint == said
    assert out.read_text() == "a picture"
    assert prefcount("report", session_file, "-o", out, "--force").fine == ""
    assert fromstring(out.read_text("utf-8")).tag.endswith("svg")


def test_a_session_is_never_replaced(prefcount: Prefcount, session_file: Path) -> None:
    before = session_file.read_bytes()
    said = f"{session_file}: such a name is for sessions; choose another"
    assert prefcount("report", session_file, "--html", "-o", session_file, "--force").complaint == said
    assert session_file.read_bytes() == before


@pytest.mark.parametrize(
    "name",
    [
        *(
            "friday.jsonl.lock",
            "friday.jsonl.half",
            "friday.JSONL.new1",
            "friday.jsonl.torn1",
            "friday.jsonl.svg",
        ),
        *("friday.txt.lock", "friday.txt.half", "settings.json", "presets.JSON"),
    ],
)
def test_names_that_the_program_uses_itself(prefcount: Prefcount, session_file: Path, name: str) -> None:
    """Nothing is put where a session, a lock, a half-entered hand or settings are looked for."""
    out = session_file.with_name(name)
    said = f"{out}: such a name is for sessions; choose another"
    for force in ((), ("--force",)):
        assert prefcount("report", session_file, "--html", "-o", out, *force).complaint == said
    assert list(out.parent.iterdir()) == [session_file]


NO_REPORTS = {
    "a session": lambda session: session.read_bytes(),
    "a damaged one": lambda session: b'{"kind":"session",' + session.read_bytes()[60:],
    "one with a mark of its encoding": lambda session: b"\xef\xbb\xbf" + session.read_bytes(),
    "one in UTF-16": lambda session: session.read_text().encode("utf-16"),
    "a lock": lambda _session: b'\n{"lock":"prefcount","user":"a"}\n',
    "a preset": lambda _session: b'{"kind":"preset"}',
}


@pytest.mark.parametrize("content", NO_REPORTS.values(), ids=NO_REPORTS)
@pytest.mark.parametrize("linked", [False, True], ids=["by its name", "through a link"])
def test_only_reports_are_replaced(
    prefcount: Prefcount, session_file: Path, content: Callable[[Path], bytes], linked: bool
) -> None:
    """Whatever a session is called: neither the one that is read nor any other one becomes a report."""
    out = session_file.with_name("friday.txt")
    out.write_bytes(content(session_file))
    before = out.read_bytes()
    named = session_file.with_name("link.html") if linked else out
    if linked:
        named.symlink_to(out)
    said = f"{named}: this is a session, or belongs to one, not a report; choose another name"
    assert prefcount("report", session_file, "-o", named, "--force").complaint == said
    if content is NO_REPORTS["a session"]:
        assert prefcount("report", out, "-o", named, "--force").complaint == said
    assert out.read_bytes() == before


def test_what_is_linked_is_replaced_and_the_link_stays(prefcount: Prefcount, session_file: Path) -> None:
    """Also where there is nothing yet at its other end, and unless it leads to what is no report."""
    page, link = session_file.with_name("page.html"), session_file.with_name("link.html")
    link.symlink_to(page.name)
    assert "exists already" in prefcount("report", session_file, "-o", link).complaint
    assert not page.exists()
    for before in (None, "old"):
        if before:
            page.write_text(before)
        assert prefcount("report", session_file, "-o", link, "--force").fine == ""
        assert link.is_symlink()
        assert page.read_text("utf-8").startswith("<!DOCTYPE html>")
    lock = session_file.with_name("evening.jsonl.lock")
    link.unlink()
    link.symlink_to(lock.name)
    said = f"{lock}: such a name is for sessions; choose another"
    assert prefcount("report", session_file, "-o", link, "--force").complaint == said


@pytest.mark.skipif(os.name == "nt", reason="rights as on POSIX")
def test_a_report_keeps_the_rights_of_the_one_it_replaces(prefcount: Prefcount, session_file: Path) -> None:
    """A new one has those that the user gives to new files."""
    out = session_file.with_name("out.html")
    before = os.umask(0o027)
    try:
        assert prefcount("report", session_file, "-o", out).fine == ""
        assert out.stat().st_mode & 0o777 == 0o640
        for mode in (0o600, 0o664):
            out.chmod(mode)
            assert prefcount("report", session_file, "-o", out, "--force").fine == ""
            assert out.stat().st_mode & 0o777 == mode
    finally:
        os.umask(before)


@pytest.mark.skipif(os.name == "nt", reason="devices and pipes as on POSIX")
def test_nothing_but_a_file_is_replaced(prefcount: Prefcount, session_file: Path, tmp_path: Path) -> None:
    """No device, no pipe, no socket, no loop, nor through a link; and not where this program prints."""
    pipe, loop = tmp_path / "pipe", tmp_path / "loop"
    os.mkfifo(pipe)
    loop.symlink_to(loop.name)
    links = [tmp_path / f"{at}.html" for at in range(3)]
    for link, target in zip(links, (pipe, "/dev/null", "/dev/stdout"), strict=True):
        link.symlink_to(target)
    for path in (pipe, loop, *links, Path("/dev/stdout"), Path("/dev/stderr")):
        said = f"{path}: this cannot be replaced"
        assert prefcount("report", session_file, "--html", "-o", path, "--force").complaint == said
    with (tmp_path / "printed").open("wb") as printed:
        command = [
            sys.executable,
            "-m",
            "prefcount",
            "report",
            session_file,
            "--html",
            "-o",
            "/dev/stdout",
            "--force",
        ]
        done = subprocess.run(command, stdout=printed, stderr=subprocess.PIPE, cwd=ROOT, check=False)
    assert b"/dev/stdout: this cannot be replaced" in done.stderr
    assert (tmp_path / "printed").read_bytes() == b""


def test_only_files_are_replaced(prefcount: Prefcount, session_file: Path) -> None:
    """No folder and no device."""
    folder = session_file.with_name("out.svg")
    folder.mkdir()
    said = f"{folder}: this cannot be replaced"
    assert prefcount("report", session_file, "-o", folder, "--force").complaint == said
    assert "replaced" in prefcount("report", session_file, "--svg", "-o", os.devnull, "--force").complaint


def test_a_disk_that_is_full_leaves_nothing(
    prefcount: Prefcount, session_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither a part of the report nor a trace of the try; what stood there stays."""
    out = session_file.with_name("out.svg")
    out.write_text("the old one")

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    before = {path: path.read_bytes() for path in session_file.parent.iterdir()}
    said = "nothing was written: the disk is full; make room on it, or write to another place"
    assert prefcount("report", session_file, "-o", out, "--force").complaint == f"{out}: {said}"
    new = session_file.with_name("new.svg")
    assert prefcount("report", session_file, "-o", new).complaint == f"{new}: {said}"
    assert {path: path.read_bytes() for path in session_file.parent.iterdir()} == before


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("{file}",), "say what to make: --svg, --html, --pdf, --csv or --chat, or a file with -o"),
        (("{file}", "--pdf"), "a PDF cannot be printed in a terminal; name a file with -o"),
        (("--svg",), "name a session file, or ask for an empty sheet with --blank"),
        (
            ("{file}", "-o", "out.doc"),
            "out.doc: this ending gives no format; use .svg, .html, .pdf, .csv or .txt",
        ),
        (
            ("{file}", "--svg", "--target", "20"),
            "--players and --target belong to an empty sheet; ask for one with --blank",
        ),
        (
            ("{file}", "--blank", "--svg", "--players", "3"),
            "an empty sheet belongs to no file; leave {file} out",
        ),
        (("--blank", "--chat", "--players", "3"), "an empty sheet needs --svg, --html or --pdf"),
        (("--blank", "--svg"), "say for how many: --players 3, or with their names"),
        (
            ("--blank", "--svg", "--players", "6"),
            "a sheet is for two to five players, not for 6",
        ),
        (
            ("--blank", "--svg", "--players", "3", "Anna"),
            "3 players, but 1 names; give all of them or none",
        ),
        (
            ("--blank", "--svg", "--players", "3", "--game", "preferanz"),
            "game: “preferanz” is not known; did you mean “preferans”?",
        ),
        (
            ("{file}", "--svg", "-o", "no/such.svg"),
            "no/such.svg: nothing was written: the folder does not exist; name one that does",
        ),
    ],
)
def test_what_cannot_be_made_is_said_in_a_sentence(
    prefcount: Prefcount, session_file: Path, arguments: tuple[str, ...], sentence: str
) -> None:
    given = [each.format(file=session_file) for each in arguments]
    assert prefcount("report", *given).complaint == sentence.format(file=session_file)


def test_no_file_can_have_such_a_name(prefcount: Prefcount, session_file: Path) -> None:
    said = prefcount("report", session_file, "--svg", "-o", "a\0b").complaint
    assert said.endswith("this name is not possible for a file; choose another")
    assert prefcount("report", session_file, "--svg", "-o", "x" * 400).complaint


def test_figures_that_cannot_be_trusted_are_not_passed_on(prefcount: Prefcount, tmp_path: Path) -> None:
    """As `settle` does; a hand that no longer fits is only warned of, and a game may still go on."""
    path = by_hand(tmp_path / "evening.jsonl", "anna 7h wp 6", {"kind": "note", "n": 7, "text": "x"})
    settled = prefcount("settle", path).complaint
    out = tmp_path / "out.html"
    assert prefcount("report", path, "-o", out).complaint == settled
    assert not out.exists()
    path = by_program(tmp_path / "running.jsonl", "anna 7h wp 6", void(1))
    assert prefcount("report", path, "--svg").fine


def test_without_typst_a_pdf_is_refused(
    prefcount: Prefcount, session_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "typst", None)
    out = session_file.with_name("out.pdf")
    said = "a PDF needs typst; install it with: pip install 'prefcount[pdf]'"
    assert prefcount("report", session_file, "-o", out).complaint == said
    assert not out.exists()


@pytest.mark.parametrize(
    "players",
    [("3",), ("3", "Anna", "Boris", "Vera"), ("Anna", "Boris", "Vera")],
    ids=["number", "both", "names"],
)
def test_an_empty_sheet(prefcount: Prefcount, players: tuple[str, ...]) -> None:
    printed: Any = fromstring(prefcount("report", "--blank", "--svg", "--players", *players).fine)
    texts = {"".join(text.itertext()) for text in printed.iter() if text.tag.endswith("}text")}
    assert {"20", "pool", "dump"} < texts
    assert ("Anna" in texts) == (len(players) > 1)


def test_an_empty_sheet_as_a_page(prefcount: Prefcount) -> None:
    """With its target."""
    printed = prefcount("report", "--blank", "--html", "--players", "4", "--target", "32").fine
    assert "32" in Page(printed).texts["text"]


@pytest.mark.parametrize(
    ("kind", "module", "room"),
    [
        ("--html", html, "a page has room for 1 entries, and this game has 2; make a table instead"),
        ("--pdf", pdf, "a PDF has room for 1 entries, and this game has 2; make an HTML page instead"),
    ],
)
def test_a_game_that_is_too_long_makes_no_file(
    prefcount: Prefcount, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, module: Any, room: str
) -> None:
    """One sentence says where there is room; the picture, the tables and the chat have it for any game."""
    monkeypatch.setattr(module, "MOST_ENTRIES", 1)
    path, out = by_program(tmp_path / "season.jsonl", "anna 7h wp 6", "r 3 5 2"), tmp_path / "out"
    assert room in prefcount("report", path, kind, "-o", out).complaint
    assert not out.exists()
    for option in ("--svg", "--csv hands", "--csv postings", "--csv results", "--chat"):
        assert prefcount("report", path, *option.split()).fine

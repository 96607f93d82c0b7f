"""`prefcount report`: every format into a file or on stdout, and never over anything by accident."""

import csv
import os
from io import StringIO
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import fromstring

import pytest

from prefcount.render.chat import chat
from prefcount.render.report.html import session_html
from prefcount.render.report.svg import sheet_svg
from prefcount.session.reader import load
from tests.cli.conftest import Prefcount
from tests.render.report.reading import Page
from tests.session.files import by_hand, by_program, void

TEXTS = ("--svg", "--html", "--chat", "--csv hands", "--csv postings", "--csv results")


def test_on_stdout(prefcount: Prefcount, session_file: Path) -> None:
    loaded = load(session_file)
    session, head = loaded.session, loaded.head
    assert prefcount("report", session_file, "--svg").fine == sheet_svg(session)
    assert prefcount("report", session_file, "--html").fine == session_html(session, head)
    assert prefcount("report", session_file, "--chat").fine == chat(session, head) + "\n"
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
    said = f"{session_file}: a name like this is for sessions; choose another"
    assert prefcount("report", session_file, "--html", "-o", session_file, "--force").complaint == said
    assert session_file.read_bytes() == before


def test_only_files_are_replaced(prefcount: Prefcount, session_file: Path) -> None:
    """No folder and no device."""
    folder = session_file.with_name("out.svg")
    folder.mkdir()
    said = f"{folder}: this is no file that can be replaced"
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
        (("{file}", "--pdf"), "a PDF is not printed in a terminal; name a file with -o"),
        (("--svg",), "name a session file, or ask for an empty sheet with --blank"),
        (
            ("{file}", "-o", "out.doc"),
            "out.doc: this ending does not say what to make; .svg, .html, .pdf, .csv and .txt do",
        ),
        (
            ("{file}", "--svg", "--target", "20"),
            "--players and --target are for an empty sheet; ask for one with --blank",
        ),
        (("{file}", "--blank", "--svg", "--players", "3"), "an empty sheet is of no file; leave {file} out"),
        (("--blank", "--chat", "--players", "3"), "an empty sheet is made with --svg, --html or --pdf"),
        (("--blank", "--svg"), "say for how many: --players 3, or with their names"),
        (
            ("--blank", "--svg", "--players", "5"),
            "a sheet is for two, three or four players, not for 5",
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
            "no/such.svg: nothing was written: there is no such folder; name one that is there",
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
    assert said.endswith("no file can have this name; choose another")
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

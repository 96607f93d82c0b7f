"""Tests of `prefcount report`: every format, and no file replaced by accident."""

import csv
import json
import os
import subprocess
import sys
from datetime import date
from io import StringIO
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import fromstring

import pytest

from prefcount.base.locale_format import format_day
from prefcount.render import documents
from prefcount.render.documents import session_html
from prefcount.render.svg import sheet_svg
from prefcount.render.text import chat_message
from prefcount.store.reader import load
from tests.cli.conftest import Prefcount
from tests.cli.ran import ROOT
from tests.games.test_only_result import season
from tests.render.reading import Page
from tests.store.files import by_hand, by_program
from tests.tables import each_line, load_table

TEXTS = ("--svg", "--html", "--chat", "--csv hands", "--csv postings", "--csv results")


def test_on_stdout(prefcount: Prefcount, session_file: Path) -> None:
    loaded = load(session_file)
    session, file_hash = loaded.session, loaded.file_hash
    assert prefcount("report", session_file, "--svg").fine == sheet_svg(session)
    assert prefcount("report", session_file, "--html").fine == session_html(session, file_hash)
    assert prefcount("report", session_file, "--chat").fine == chat_message(session, file_hash) + "\n"
    for table, count in (("hands", 2), ("postings", 5), ("results", 4)):
        printed = prefcount("report", session_file, "--csv", table).fine
        assert len(list(csv.reader(StringIO(printed)))) == count


@each_line("option", TEXTS)
def test_a_file_holds_what_stdout_shows(prefcount: Prefcount, session_file: Path, option: str) -> None:
    shown = prefcount("report", session_file, *option.split()).fine
    out = session_file.with_name("out.html")
    assert prefcount("report", session_file, *option.split(), "-o", out, "--force").fine == ""
    assert out.read_bytes() == shown.encode()
    assert {path.name for path in out.parent.iterdir()} == {session_file.name, "out.html"}


@each_line(
    ("ending", "begins"),
    [
        (".svg", b"<svg "),
        (".html", b"<!DOCTYPE html>"),
        (".HTM", b"<!DOCTYPE html>"),
        (".pdf", b"%PDF-"),
        (".png", b"\x89PNG"),
        (".csv", b"n,kind,"),
    ],
)
def test_the_ending_says_what_it_becomes(
    prefcount: Prefcount, session_file: Path, ending: str, begins: bytes
) -> None:
    if ending in (".pdf", ".png"):
        pytest.importorskip("typst")
    out = session_file.with_name(f"out{ending}")
    assert prefcount("report", session_file, "-o", out).fine == ""
    assert out.read_bytes().startswith(begins)


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
    said = f"{session_file}: this name is reserved for game files; choose another"
    assert prefcount("report", session_file, "--html", "-o", session_file, "--force").complaint == said
    assert session_file.read_bytes() == before


@each_line(
    "name",
    [
        *("friday.jsonl.lock", "friday.JSONL.new1", "friday.jsonl.torn1", "friday.jsonl.svg"),
        *("friday.txt.half", "settings.json", "presets.JSON"),
    ],
)
def test_names_of_game_files_are_refused(prefcount: Prefcount, session_file: Path, name: str) -> None:
    out = session_file.with_name(name)
    said = f"{out}: this name is reserved for game files; choose another"
    assert prefcount("report", session_file, "--html", "-o", out, "--force").complaint == said
    assert list(out.parent.iterdir()) == [session_file]


NO_REPORTS = {
    "a session": lambda session: session.read_bytes(),
    "a damaged one": lambda session: b'{"kind":"session",' + session.read_bytes()[60:],
    "one with a mark of its encoding": lambda session: b"\xef\xbb\xbf" + session.read_bytes(),
    "one in UTF-16": lambda session: session.read_text().encode("utf-16"),
    "a lock": lambda _session: b'\n{"lock":"prefcount","user":"a"}\n',
    "a preset": lambda _session: b'{"kind":"preset"}',
}


@each_line(("kind", "linked"), [*((kind, False) for kind in NO_REPORTS), ("a session", True)])
def test_sessions_are_never_replaced(
    prefcount: Prefcount, session_file: Path, kind: str, linked: bool
) -> None:
    out = session_file.with_name("friday.txt")
    out.write_bytes(NO_REPORTS[kind](session_file))
    before = out.read_bytes()
    named = session_file.with_name("link.html") if linked else out
    if linked:
        named.symlink_to(out)
    said = f"{named}: this file is a session or belongs to one, and is not replaced; choose another name"
    assert prefcount("report", session_file, "-o", named, "--force").complaint == said
    if kind == "a session":
        assert prefcount("report", out, "-o", named, "--force").complaint == said
    assert out.read_bytes() == before


def test_a_link_stays_and_its_target_is_replaced(prefcount: Prefcount, session_file: Path) -> None:
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
    said = f"{lock}: this name is reserved for game files; choose another"
    assert prefcount("report", session_file, "-o", link, "--force").complaint == said


@pytest.mark.skipif(os.name == "nt", reason="rights as on POSIX")
def test_a_report_keeps_the_permissions_of_the_replaced_file(
    prefcount: Prefcount, session_file: Path
) -> None:
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
def test_only_regular_files_are_replaced(prefcount: Prefcount, session_file: Path, tmp_path: Path) -> None:
    pipe, loop, folder = tmp_path / "pipe", tmp_path / "loop", tmp_path / "out.svg"
    os.mkfifo(pipe)
    folder.mkdir()
    loop.symlink_to(loop.name)
    links = [tmp_path / f"{at}.html" for at in range(3)]
    for link, target in zip(links, (pipe, "/dev/null", "/dev/stdout"), strict=True):
        link.symlink_to(target)
    for path in (pipe, loop, folder, *links, Path("/dev/stdout"), Path("/dev/stderr")):
        said = f"{path}: this is not a file that can be replaced; choose another name"
        assert prefcount("report", session_file, "--html", "-o", path, "--force").complaint == said
    command = [sys.executable, *("-m", "prefcount", "report", session_file, "--html")]
    command += ["-o", "/dev/stdout", "--force"]
    with (tmp_path / "printed").open("wb") as printed:
        done = subprocess.run(command, stdout=printed, stderr=subprocess.PIPE, cwd=ROOT, check=False)
    assert b"/dev/stdout: this is not a file that can be replaced" in done.stderr
    assert (tmp_path / "printed").read_bytes() == b""


def test_a_full_disk_leaves_the_old_file(
    prefcount: Prefcount, session_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = session_file.with_name("out.svg")
    out.write_text("the old one")

    def full(_descriptor: int) -> None:
        raise OSError(28, "The disk is full")

    monkeypatch.setattr("os.fsync", full)
    before = {path: path.read_bytes() for path in session_file.parent.iterdir()}
    said = "nothing was written: the disk is full; make room on it, or use another place"
    assert prefcount("report", session_file, "-o", out, "--force").complaint == f"{out}: {said}"
    new = session_file.with_name("new.svg")
    assert prefcount("report", session_file, "-o", new).complaint == f"{new}: {said}"
    assert {path: path.read_bytes() for path in session_file.parent.iterdir()} == before


@each_line(*load_table("impossible-reports"))
def test_what_cannot_be_made_is_said_in_a_sentence(
    prefcount: Prefcount, session_file: Path, arguments: str, sentence: str
) -> None:
    given = [each.format(file=session_file, nul="\0") for each in arguments.split(" ")]
    said = prefcount("report", *given).complaint
    assert said.startswith(sentence.format(file=session_file))


def test_the_page_of_a_season_has_the_figures_of_statistics_and_debts(
    prefcount: Prefcount, tmp_path: Path
) -> None:
    season(tmp_path)
    prefcount("paid", tmp_path / "payments.jsonl", "anna boris 1", "--currency", "EUR", "--new")
    page = Page(prefcount("report", tmp_path, "--html").fine)
    evenings, owed = page.tables
    games = csv.DictReader(StringIO(prefcount("stats", tmp_path, "--csv", "--games").fine))
    expected = {(format_day(date.fromisoformat(row["date"])), row["player"]): row["whists"] for row in games}
    shown = {
        (day, name): cell.replace("−", "-").replace("+", "")
        for day, *cells in evenings[1:-2]
        for name, cell in zip(evenings[0][1:], cells, strict=True)
        if cell != "–"
    }
    assert {
        (day.replace("\N{NO-BREAK SPACE}", " "), name): cell for (day, name), cell in shown.items()
    } == expected
    (currency,) = json.loads(prefcount("debts", tmp_path, "--json").fine)["currencies"]
    balances = {
        name: cell.replace("−", "-").replace("€", "").replace("+", "") for name, cell, *_more in owed[1:]
    }
    assert balances == {each["name"]: each["balance"] for each in currency["people"]}
    assert "\n".join(page.texts["li"]) in prefcount("debts", tmp_path).fine
    chart = [words for words in page.texts["text"] if " " in words]
    assert all(any(label.startswith(f"{name} ") for label in chart) for name in evenings[0][1:])
    late = Page(prefcount("report", tmp_path, "--html", "--since", "2026-06-01").fine)
    assert late.tables[-1] == owed
    (tmp_path / "broken.jsonl").write_text("{", encoding="utf-8")
    assert prefcount("report", tmp_path, "--html").code == 2
    for game in tmp_path.glob("*.jsonl"):
        game.unlink()
    assert "no session" in prefcount("report", tmp_path, "--html").complaint


@each_line("players", [("3",), ("3", "Anna", "Boris", "Vera"), ("Anna", "Boris", "Vera")])
def test_an_empty_sheet_is_made_for_numbers_and_names(prefcount: Prefcount, players: tuple[str, ...]) -> None:
    printed: Any = fromstring(prefcount("report", "--blank", "--svg", "--players", *players).fine)
    texts = {"".join(text.itertext()) for text in printed.iter() if text.tag.endswith("}text")}
    assert {"20", "pool", "dump"} < texts
    assert ("Anna" in texts) == (len(players) > 1)
    page = prefcount("report", "--blank", "--html", "--players", *players, "--target", "32").fine
    assert "32" in Page(page).texts["text"]


def test_a_game_that_is_too_long_for_a_page_makes_no_file(
    prefcount: Prefcount, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(documents, "MAX_ENTRIES_ON_A_PAGE", 1)
    path, out = by_program(tmp_path / "season.jsonl", "anna 7h wp 6", "r 3 5 2"), tmp_path / "out"
    room = "a page has room for 1 entries, and this game has 2; make a table instead"
    assert room in prefcount("report", path, "--html", "-o", out).complaint
    for option in ("--svg", "--csv hands", "--csv postings", "--csv results", "--chat"):
        assert prefcount("report", path, *option.split()).fine
    path = by_hand(tmp_path / "evening.jsonl", "anna 7h wp 6", {"kind": "note", "n": 7, "text": "x"})
    settled = prefcount("settle", path).complaint
    assert prefcount("report", path, "--html", "-o", out).complaint == settled
    assert not out.exists()

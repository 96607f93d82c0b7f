"""Tests of hostile file names and files: one sentence from every command, and no control characters."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prefcount.cli.command_io import to_json
from prefcount.store.session_folder import read_listed
from tests.cli.conftest import Prefcount
from tests.cli.ran import Ran
from tests.store.files import HEADER, by_program, line
from tests.tables import each_line

pytestmark = pytest.mark.skipif(os.name == "nt", reason="names that Windows does not allow")

NAMES = {
    "colour": "\x1b[31mred\x1b[0m.jsonl",
    "clipboard": "\x1b]52;c;ZXZpbA==\x07.jsonl",
    "C1 code": "\x9b31mred.jsonl",
    "line end": "a\nprefcount: all is well.jsonl",
    "right to left": "a\u202egpj.jsonl",
    "zero width": "a\u200bb.jsonl",
    "markup": "[red][@click=app.quit]a[red].jsonl",
    "option": "--json",
    "no text": "a\udcff\udc9b31m.jsonl",
}


def harmless(ran: Ran) -> str:
    for printed in (ran.out, ran.err):
        for each in printed.split("\n"):
            assert each.isprintable(), ascii(each)
    return ran.out + ran.err


@pytest.fixture
def hostile(tmp_path: Path) -> Callable[[str], Path]:
    def make(name: str) -> Path:
        return by_program(tmp_path / name, "anna 7h wp 6")

    return make


READING = [["show"], ["show", "--json"], ["settle"], ["settle", "--json"], ["audit"], ["audit", "--json"]]


@each_line(
    ("name", "command"),
    [*((name, READING[0]) for name in NAMES.values()), *((NAMES["colour"], each) for each in READING[1:])],
)
def test_control_characters_in_names_are_replaced(
    prefcount: Prefcount, hostile: Callable[[str], Path], name: str, command: list[str]
) -> None:
    path = hostile(name)
    assert prefcount(*command, path).code == 0
    harmless(prefcount(*command, path, path))
    path.write_bytes(path.read_bytes() + b'{"torn')
    harmless(prefcount(*command, path))
    path.write_bytes(b"\x1b[31m")
    harmless(prefcount(*command, path))
    path.unlink()
    assert harmless(prefcount(*command, path))


@each_line("name", [NAMES["colour"], NAMES["line end"], NAMES["no text"]])
def test_files_with_hostile_names_can_be_written(
    prefcount: Prefcount, hostile: Callable[[str], Path], name: str
) -> None:
    path = hostile(name)
    (audited,) = prefcount("audit", "--json", path).objects[0]["reports"]
    assert audited["path"] == str(path)
    harmless(prefcount("add", path, "r", "3", "5", "2"))
    assert len(path.read_bytes().splitlines()) == 3
    harmless(prefcount("add", path, "r", "3", "5", name))
    harmless(prefcount("add", path, "--json", json.dumps({"kind": name, name: name})))
    harmless(prefcount("new", path, "--players", "Anna", "Boris", "Vera"))
    harmless(prefcount("new", path, "--players", name, name, "--set", f"{name}={name}"))
    path.write_bytes(b"oops")
    harmless(prefcount("add", path, "r", "3", "5", "2"))
    harmless(prefcount("open", path))
    path.unlink()
    harmless(prefcount("open", path))
    harmless(prefcount("rules", name))


def test_control_the_filter_is_needed(
    prefcount: Prefcount, hostile: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = hostile(NAMES["colour"])
    monkeypatch.setattr("prefcount.cli.commands.session.quote", str)
    with pytest.raises(AssertionError):
        harmless(prefcount("settle", path, path))


@given(
    value=st.recursive(
        st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=20
    )
)
def test_json_is_one_printable_line(value: object) -> None:
    said = to_json(value)
    assert said.isprintable()
    assert json.loads(said) == value


# --- reading -------------------------------------------------------------------------------------


def _large(path: Path) -> None:
    path.touch()
    os.truncate(path, 64 * 1024 * 1024 + 1)


UNREADABLE: list[tuple[Callable[[Path], None] | bytes, str]] = [
    (b"", "the file is empty; line 1 must be the session header"),
    (os.mkfifo, "this is not an ordinary file (it may be a device or a pipe), so it is not read"),
    (
        lambda path: path.symlink_to("/dev/zero"),
        "this is not an ordinary file (it may be a device or a pipe), so it is not read",
    ),
    (
        lambda path: path.symlink_to(path.name),
        "the file cannot be opened: this is a link that cannot be followed; name the file itself",
    ),
    (os.mkdir, "this is a folder; name a session file in it"),
    (_large, "the file is larger than 64 MiB, too large for a session"),
    (line(HEADER) + b"x" * 100_000, "line 2 is longer than 64 KiB, too long for an entry"),
    (
        line(HEADER).replace(b"{", b'{"kind": "session", ', 1),
        "line 1 is not a valid session header: the line has the field “kind” twice; keep only one",
    ),
    (
        line(HEADER).decode().encode("utf-16"),
        "line 1 is not a valid session header: the line is not UTF-8 text (it has zero bytes or is UTF-16); "
        "save the file as UTF-8",
    ),
]


@pytest.mark.parametrize(("made", "said"), UNREADABLE, ids=[said[:40] for _made, said in UNREADABLE])
def test_every_command_refuses_a_file_in_the_same_words(
    prefcount: Prefcount, tmp_path: Path, made: Callable[[Path], None] | bytes, said: str
) -> None:
    path = tmp_path / "evening.jsonl"
    if isinstance(made, bytes):
        path.write_bytes(made)
    else:
        made(path)
    for command in (["show"], ["settle"], ["open"]):
        assert prefcount(*command, path).complaint == f"{path}: {said}"
    assert prefcount("add", path, "r", "3", "5", "2").complaint == f"{path}: {said}"
    assert str(read_listed(path).reason) == said
    if "a folder" not in said and "a link" not in said:
        ran = prefcount("audit", path)
        assert (ran.code, ran.out.splitlines()[0]) == (1, f"{path}: unreadable: {said}")
    assert list(tmp_path.iterdir()) == [path]

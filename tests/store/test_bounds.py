"""Malicious files that try to make the reader slow or large are refused within limits of the system."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from tests.store.files import HEADER, line, numbered

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs the limits of Linux")

BOUNDED = """
import os, resource, sys
from pathlib import Path
from prefcount.audit.run_audit import audit_file
from prefcount.games import get_game
from prefcount.store.reader import load
from pydantic_core import from_json
model = get_game("preferans").adapter
for name in sys.argv[1:]:
    child = os.fork()
    if child:
        print("ended", os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
        continue
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    room = pages * resource.getpagesize() + 200 * 1024 * 1024
    resource.setrlimit(resource.RLIMIT_AS, (room, room))
    resource.setrlimit(resource.RLIMIT_CPU, (1, 1))
    {work}
    sys.stdout.flush()
    os._exit(0)
"""
AUDIT = """report = audit_file(Path(name))
    print(len(report.errors), str(report.errors[0].message)[:300])"""


def bounded(work: str, *paths: Path) -> list[str]:
    """Return what a process with 200 MiB and a second of processor time prints about each file.

    A process that does not end by itself is reported with its exit code.
    """
    command = [sys.executable, "-c", BOUNDED.format(work=work), *map(str, paths)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return [each.strip() for each in done.stdout.removesuffix("ended 0\n").split("ended 0\n")]


Content = Callable[[], Iterable[bytes]]


def many(count: int, each: Callable[[int], bytes]) -> Content:
    return lambda: (line(HEADER), *map(each, range(1, count + 1)))


def unknown_keys(count: int, n: int = 1) -> bytes:
    fields = b"".join(b',"f%d":1' % number for number in range(count))
    return b'{"kind":"note","n":%d,"text":"x"%s}\n' % (n, fields)


LONG = "line 2 is longer than 64 KiB, too long for an entry"
UNUSABLE = (
    "more than 100 lines cannot be used, so this is not a session; the first of them: entry 1 (line 2): "
)
DEEP = "the line has more than 32 levels of brackets within brackets, too many for an entry"
MANY = "the line has more than 1000 values, too many for an entry"
HOSTILE: dict[str, tuple[Content, str]] = {
    "a line of 64 MiB": (many(1, lambda _n: b"x" * (64 * 1024 * 1024 - 1000)), LONG),
    "many line ends": (
        many(300_000, lambda _n: b"\n"),
        "the file has more than 250,000 lines, too many for a session",
    ),
    "many lines of objects": (many(105, lambda _n: b'{"a":' * 12_000 + b"\n"), UNUSABLE + DEEP),
    "many lines of keys": (many(105, lambda n: unknown_keys(5000, n)), UNUSABLE + MANY),
    "keys that nobody knows": (
        many(105, lambda n: unknown_keys(900, n)),
        UNUSABLE + "f0: “f0” is not known; ",
    ),
    "long numbers": (
        many(105, lambda n: b'{"kind":"void","n":%d,"entry":%s}\n' % (n, b"9" * 60_000)),
        UNUSABLE + "is not valid JSON, because a number is too large",
    ),
    "thousands of numbers": (
        many(105, lambda n: b'{"kind":"rules","n":%d,"set":{"x":[%s1]}}\n' % (n, (b"9" * 4000 + b",") * 15)),
        UNUSABLE + "the line has a number of 4000 digits; at most 15 are allowed",
    ),
    "backslashes": (
        many(105, lambda n: b'{"kind":"note","n":%d,"text":"%s"}\n' % (n, rb"\":" * 20_000)),
        UNUSABLE + "text: is longer than 500 characters",
    ),
    "blanks": (many(105, lambda _n: b'{"a"' + b" " * 60_000 + b":1}\n"), UNUSABLE + "kind: is missing"),
    "a header of options": (
        lambda: [line({**HEADER, "rules": {f"x{number}": 1 for number in range(900)}})],
        "line 1 is not a valid session header: rules.x0: “x0” is not known; ",
    ),
}


def test_malicious_files_are_refused_within_limits(tmp_path: Path) -> None:
    paths = [tmp_path / f"{number}.jsonl" for number in range(len(HOSTILE))]
    for path, (content, _said) in zip(paths, HOSTILE.values(), strict=True):
        with path.open("wb") as file:
            file.writelines(content())
    said = dict(zip(HOSTILE, bounded(AUDIT, *paths), strict=True))
    for path in paths:
        path.unlink()
    assert {name: each for name, each in said.items() if not each.startswith(f"1 {HOSTILE[name][1]}")} == {}


def test_a_reader_without_bounds_would_be_stopped(tmp_path: Path) -> None:
    path = tmp_path / "hostile.jsonl"
    path.write_bytes(line(HEADER) + unknown_keys(1_000_000) + b" " * 40_000_000)
    work = "model.validate_json(Path(name).read_bytes().splitlines()[1]); print('fine')"
    (said,) = bounded(work, path)
    assert said.startswith("ended "), "no memory, or no time"


def test_a_large_sound_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "large.jsonl"
    path.write_bytes(line(HEADER) + b"".join(map(line, numbered(*[{"kind": "note", "text": "x"}] * 5000))))
    assert bounded("print(len(load(Path(name)).session.entries))", path) == ["5000"]


def test_a_pipe_in_place_of_a_file_is_not_waited_for(tmp_path: Path) -> None:
    path, pipe = tmp_path / "evening.jsonl", tmp_path / "pipe"
    path.write_bytes(line(HEADER))
    os.mkfifo(pipe)
    swap = f"""real = os.open
    def swapped(name, *arguments, **named):
        os.replace({str(pipe)!r}, {str(path)!r})
        return real(name, *arguments, **named)
    os.open = swapped
    """
    assert bounded(swap + AUDIT, path) == [
        "1 this is not an ordinary file (it may be a device or a pipe), so it is not read"
    ]

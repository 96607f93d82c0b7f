"""A fault at every system call on a session: the program is killed there, or the call fails.

A warm child plays an evening by the real commands. `strace` is attached to the child and injects one fault.
First the calls are counted; then each of them gets a kill and every error. A failed call must be reported in
a
sentence, and the file must hold exactly the acknowledged entries.
"""

import json
import os
import re
import shutil
import subprocess
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from tests.durability.commands import CRASHED, are_sentences, run_command
from tests.durability.material import HEADER, expected, found, what
from tests.durability.report import Row

ERRORS = ("EIO", "ENOSPC", "EACCES")
TORN_BEFORE = 2
TORN = b'{"kind":"game","n":2,"decl'
PATIENCE = 10.0
MAX_TRIES = 3
IN_DOUBT = "uncertain"
"""Part of the message when a line could neither be written nor taken back; after it the evening ends."""
BAD = ("lost", "unreadable", "begun half", "wrong", "without a sentence", "tracebacks")


BESIDE = ("lock", "torn1", "torn2", "new1", "new2", "new3")
"""Endings of the files made next to a session; several if the first file was left behind."""


class Call(NamedTuple):
    """The `number`-th call of this name on the files of the session."""

    name: str
    number: int


class Played(NamedTuple):
    """The acknowledged lines of an evening (-1: not even the header), and exit codes with messages."""

    acknowledged: int
    said: tuple[tuple[int, str], ...]


def find_obstacle() -> str:
    """Return the reason why no sweep is possible here, or ""."""
    if shutil.which("strace") is None:
        return "strace is not installed"
    with suppress(OSError, subprocess.SubprocessError):
        line = ["strace", "-qq", "-o", os.devnull, "true"]
        if subprocess.run(line, check=False, capture_output=True, timeout=PATIENCE).returncode == 0:
            return ""
    return "strace may not trace processes here"


def run(folder: Path, count: int) -> Iterator[Row]:
    """Sweep an evening of `count` entries; with one entry only, leave out most errors."""
    reason = find_obstacle()
    if reason:
        yield Row("system calls", {}, (), skipped=reason)
        return
    calls = counted(folder, count)
    yield sweep_faults(
        "killed at every system call", folder, count, [[f"{_at(each)}:signal=SIGKILL"] for each in calls]
    )
    for error in ERRORS if count > 1 else ERRORS[:1]:
        faults = [[f"{_at(each)}:error={error}"] for each in calls]
        yield sweep_faults(f"{error} at every system call", folder, count, faults)
    writing = [each for each in calls if each.name in ("write", "fsync")]
    faults = [[f"{_at(each)}:error=ENOSPC", "inject=ftruncate:error=EIO"] for each in writing]
    yield sweep_faults("ENOSPC, and it cannot be cut back", folder, count, faults)


def _at(call: Call) -> str:
    return f"inject={call.name}:when={call.number}"


def counted(folder: Path, count: int) -> list[Call]:
    """Return every call on the session in an evening without a fault."""
    (folder / "warm").mkdir()
    _play(folder / "warm" / "evening.jsonl", count, os.open(os.devnull, os.O_WRONLY))  # warms the children
    log = folder / "calls.txt"
    played = evening(folder / "counted" / "evening.jsonl", count, [], log)
    if played.acknowledged != count:
        raise AssertionError(played)
    names = re.findall(r"^(?:\d+ +)?(\w+)\(", log.read_text(errors="replace"), re.M)
    seen: Counter[str] = Counter()
    calls = []
    for name in names:
        seen[name] += 1
        calls.append(Call(name, seen[name]))
    return calls


def sweep_faults(name: str, folder: Path, count: int, faults: Sequence[Sequence[str]]) -> Row:
    figures = dict.fromkeys(("faults", "acknowledged", "refused", *BAD), 0)
    killing = "SIGKILL" in faults[0][0]
    expected(count + 1)
    for number, injected in enumerate(faults):
        path = folder / name.replace(" ", "-") / str(number) / "evening.jsonl"
        played = evening(path, count, injected, Path(os.devnull))
        figures["faults"] += 1
        figures["acknowledged"] += played.acknowledged + 1
        _judge(path, played, figures, killing=killing)
        shutil.rmtree(path.parent)
    return Row(name, figures, BAD)


def _judge(path: Path, played: Played, figures: dict[str, int], *, killing: bool) -> None:
    refused = [said for code, said in played.said if code]
    figures["refused"] += len(refused)
    figures["tracebacks"] += sum(code == CRASHED for code, _said in played.said)
    figures["without a sentence"] += sum(not are_sentences(said) for said in refused)
    after = found(path) if path.exists() else None
    if played.acknowledged < 0 and (after is None or not after.readable):
        figures["begun half"] += after is not None
        return
    if after is None or not after.readable:
        figures["unreadable"] += 1
        figures["lost"] += played.acknowledged
        return
    entries = max(0, played.acknowledged)
    figures["lost"] += max(0, entries - after.entries)
    doubtful = killing or any(IN_DOUBT in each for each in refused)
    figures["wrong"] += not after.sound or after.entries > entries + doubtful


# --- one evening ---------------------------------------------------------------------------------


def evening(path: Path, count: int, faults: Sequence[str], log: Path) -> Played:
    """Play in a child to which strace is attached."""
    path.parent.mkdir(parents=True)
    told, tell = os.pipe()
    said, say = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.close(tell)
            os.close(said)
            _allow_tracing()
            os.read(told, 1)
            _play(path, count, say)
        finally:
            os._exit(0)
    os.close(told)
    os.close(say)
    tracer = _attach_tracer(child, path, faults, log)
    os.write(tell, b".")
    os.close(tell)
    with os.fdopen(said, "rb") as pipe:
        answers = [json.loads(line) for line in pipe if line.endswith(b"\n")]
    os.waitpid(child, 0)
    tracer.wait()
    acknowledged = sum(code == 0 for code, _said in answers) - 1
    return Played(acknowledged, tuple((code, text) for code, text in answers))


def _allow_tracing() -> None:
    """Let any process trace this one: the tracer is a sibling, and Yama may allow only parents."""
    import ctypes

    pr_set_ptracer, any_process = 0x59616D61, ctypes.c_ulong(-1)
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(pr_set_ptracer, any_process, 0, 0, 0)


def _attach_tracer(child: int, path: Path, faults: Sequence[str], log: Path) -> "subprocess.Popen[bytes]":
    line = ["strace", "-f", "-qq", "-o", str(log), "-p", str(child)]
    for watched in (path, path.parent, *(f"{path}.{beside}" for beside in BESIDE)):
        line += ["-P", str(watched)]
    for fault in faults:
        line += ["-e", fault]
    tracer = subprocess.Popen(line, stderr=subprocess.DEVNULL)
    until = time.monotonic() + PATIENCE
    while not re.search(r"^TracerPid:\t[1-9]", Path(f"/proc/{child}/status").read_text(), re.M):
        if time.monotonic() > until or tracer.poll() is not None:
            raise AssertionError("strace cannot be attached to a process of its own user")
        time.sleep(0.001)
    return tracer


def _play(path: Path, count: int, say: int) -> None:
    """Play by the real commands, and retry a refused one."""
    new = ["new", str(path), "--players", *HEADER.players, "--dealer", "Vera", "--target", "1000"]
    entries = [what(n).model_dump_json(exclude_none=True) for n in range(1, count + 1)]
    for number, arguments in enumerate([new, *(["add", str(path), "--json", each] for each in entries)]):
        if number == TORN_BEFORE:
            _tear(path)
        for _again in range(MAX_TRIES):
            answer = _answer(arguments)
            os.write(say, json.dumps(answer).encode() + b"\n")
            if not answer[0]:
                break
            if IN_DOUBT in answer[1]:
                return


def _tear(path: Path) -> None:
    """Write half a line, as a killed program leaves it."""
    if path.exists():
        with suppress(OSError), path.open("ab") as file:
            file.write(TORN)


def _answer(arguments: Sequence[str]) -> tuple[int, str]:
    """Run a command; close the files it left open, as the end of its process would."""
    before = _descriptors()
    try:
        return run_command(arguments)
    finally:
        for descriptor in _descriptors() - before:
            with suppress(OSError):
                os.close(descriptor)


def _descriptors() -> set[int]:
    return {int(each.name) for each in Path("/proc/self/fd").iterdir()}

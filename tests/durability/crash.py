"""Every state in which a power cut could leave the files of a recorded session.

Of everything that was not synced, any name, write or truncation may be missing. A write may be there only up
to some byte, or with its first or last sectors as zeros. After a failed fsync the data stays uncertain for
ever, whatever is synced later. This is stricter than any one file system.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import NamedTuple

from tests.durability.recorded import ROOT, Operation, Recording

SECTOR = 512
MAX_COMBINED = 6
"""Number of latest unsynced operations combined in every way; older ones are all there or all missing."""
MARKS = ("acknowledged", "sync", "failed sync")


class State(NamedTuple):
    """The files that a power cut leaves, by path in the folder, and the number of acknowledged lines."""

    files: Mapping[str, bytes]
    acknowledged: int


def states(recording: Recording) -> Iterator[State]:
    """Yield every different state that a power cut at any moment could leave."""
    seen: set[tuple[int, tuple[tuple[str, bytes], ...]]] = set()
    operations = recording.operations
    for moment in range(len(operations) + 1):
        done = operations[:moment]
        acknowledged = max((each.offset for each in done if each.kind == "acknowledged"), default=-1)
        for applied in _combine_operations(done):
            files = _files(applied, recording.folders)
            key = (acknowledged, tuple(sorted(files.items())))
            if key not in seen:
                seen.add(key)
                yield State(files, acknowledged)


def final(recording: Recording) -> Mapping[str, bytes]:
    """Return the files as they are when every operation has reached the disk."""
    return _files([each for each in recording.operations if each.kind not in MARKS], recording.folders)


def _combine_operations(done: Sequence[Operation]) -> Iterator[list[Operation]]:
    """Yield every combination of operations that could have reached the disk."""
    uncertain = _find_uncertain(done)
    effects = [at for at, each in enumerate(done) if each.kind not in MARKS]
    older, latest = uncertain[:-MAX_COMBINED], uncertain[-MAX_COMBINED:]
    for old, *chosen in product((False, True), repeat=1 + len(latest)):
        missing = {at for at, there in zip(latest, chosen, strict=True) if not there}
        missing |= set() if old else set(older)
        present = [at for at in effects if at not in missing]
        yield [done[at] for at in present]
        for at in latest:
            if at not in missing and done[at].kind == "write":
                for part in _parts(done[at]):
                    yield [part if each == at else done[each] for each in present]


def _find_uncertain(done: Sequence[Operation]) -> list[int]:
    """Return the indices of the operations that need not have reached the disk."""
    pending: list[int] = []
    for_ever: list[int] = []
    for at, each in enumerate(done):
        if each.kind in ("sync", "failed sync"):
            if each.kind == "failed sync":
                for_ever += [other for other in pending if done[other].node == each.node]
            pending = [other for other in pending if done[other].node != each.node]
        elif each.kind not in MARKS:
            pending.append(at)
    return sorted(for_ever + pending)


def _parts(write: Operation) -> Iterator[Operation]:
    """Yield a write cut off at each byte, and with zeros instead of some sectors."""
    size = len(write.data)
    for cut in range(1, size):
        yield write._replace(data=write.data[:cut])
    yield write._replace(data=bytes(size))
    for cut in range(1, size):
        if (write.offset + cut) % SECTOR == 0:
            yield write._replace(data=bytes(cut) + write.data[cut:])
            yield write._replace(data=write.data[:cut] + bytes(size - cut))


def _files(applied: Sequence[Operation], folders: set[int]) -> dict[str, bytes]:
    contents: dict[int, bytearray] = {}
    names: dict[int, dict[str, int]] = {}
    for each in applied:
        content = contents.setdefault(each.node, bytearray())
        if each.kind == "name":
            names.setdefault(each.node, {})[each.name] = each.target
        elif each.kind == "truncate":
            content[each.offset :] = bytes(max(0, each.offset - len(content)))
        else:
            content.extend(bytes(max(0, each.offset - len(content))))
            content[each.offset : each.offset + len(each.data)] = each.data
    found: dict[str, bytes] = {}
    pending = [("", ROOT)]
    while pending:
        path, folder = pending.pop()
        for name, node in names.get(folder, {}).items():
            if node in folders:
                pending.append((f"{path}{name}/", node))
            elif node >= 0:
                found[path + name] = bytes(contents.get(node, b""))
    return found


def laid_out(state: State, folder: Path) -> None:
    """Replace the content of a folder by the files of a state."""
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_dir():
            path.rmdir()
        else:
            path.unlink()
    for name, content in state.files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)

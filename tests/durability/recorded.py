"""A recording of the operations that a program asks the system to do on the files of a folder.

The functions of `os` that change files are replaced by functions that record the call and then do it. A file
opened in any other way is not seen. Therefore a caller compares the last state that a recording predicts with
the folder. Lock files hold nothing of a game and are left out.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

LOCK = ".lock"
ROOT = 0
"""The number of the watched folder, which exists from the start."""


class Operation(NamedTuple):
    """A recorded operation.

    Attributes:
        kind: "write", "truncate", "name", "sync", "failed sync" or "acknowledged".
        node: number of the file or folder; a name belongs to its folder.
        offset: start of a write, new size after a truncation, or number of acknowledged lines.
        data: bytes written.
        name: name in the folder.
        target: number of the file or folder that the name now leads to; -1 if the name was removed.
    """

    kind: str
    node: int = ROOT
    offset: int = 0
    data: bytes = b""
    name: str = ""
    target: int = -1


class Recording:
    """A recorder of a folder and everything below it.

    Attributes:
        operations: all operations, in order.
        folders: numbers of the nodes that are folders.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.operations: list[Operation] = []
        self.folders = {ROOT}
        self._nodes: dict[Path, int] = {root: ROOT}
        self._descriptors: dict[int, int] = {}
        self._made = 0
        self._faults: dict[str, list[int]] = {}
        self._real = {name: getattr(os, name) for name in self._watchers()}

    def _watchers(self) -> dict[str, Any]:
        return {
            "open": self._do_open,
            "write": self._do_write,
            "fsync": self._do_sync,
            "ftruncate": self._do_truncate,
            "close": self._do_close,
            "mkdir": self._do_mkdir,
            "link": self._do_link,
            "rename": self._do_rename,
            "replace": self._do_rename,
            "unlink": self._do_unlink,
            "remove": self._do_unlink,
        }

    @contextmanager
    def watching(self) -> Iterator[None]:
        with patch.multiple(os, **self._watchers()):
            yield

    def acknowledged(self, lines: int) -> None:
        """Record that the program reported this number of lines as safe."""
        self.operations.append(Operation("acknowledged", offset=lines))

    def fail_next(self, name: str, error: int, taken: int = 0) -> None:
        """Let the next `fsync` fail, or the next `write` take `taken` bytes and the one after it fail."""
        self._faults[name] = [taken, error] if taken else [error]

    def _take_fault(self, name: str) -> int:
        """Return the planned fault of this call: 0 for none, a number of bytes, or an error number."""
        planned = self._faults.get(name)
        return planned.pop(0) if planned else 0

    def _watched(self, path: Any) -> Path | None:
        given = Path(os.fsdecode(path))
        inside = given == self.root or self.root in given.parents
        return given if inside and not given.name.endswith(LOCK) else None

    def _name(self, path: Path, target: int) -> None:
        if target < 0:
            del self._nodes[path]
        else:
            self._nodes[path] = target
        folder = self._nodes[path.parent]
        self.operations.append(Operation("name", folder, name=path.name, target=target))

    def _make(self, path: Path) -> int:
        self._made += 1
        self._name(path, self._made)
        return self._made

    def _do_open(self, path: Any, flags: int, *rest: Any, **options: Any) -> int:
        descriptor: int = self._real["open"](path, flags, *rest, **options)
        self._descriptors.pop(descriptor, None)  # A file object may have closed it unseen.
        watched = self._watched(path)
        if watched is not None:
            new = watched not in self._nodes
            self._descriptors[descriptor] = node = self._make(watched) if new else self._nodes[watched]
            if flags & os.O_TRUNC and not new:
                self.operations.append(Operation("truncate", node))
        return descriptor

    def _do_write(self, descriptor: int, data: Any) -> int:
        node = self._descriptors.get(descriptor)
        taken: int
        if node is None:
            taken = self._real["write"](descriptor, data)
            return taken
        appending = fcntl.fcntl(descriptor, fcntl.F_GETFL) & os.O_APPEND
        offset = os.fstat(descriptor).st_size if appending else os.lseek(descriptor, 0, os.SEEK_CUR)
        planned = self._take_fault("write")
        if planned and not self._faults["write"]:
            raise OSError(planned, os.strerror(planned))
        taken = self._real["write"](descriptor, data[:planned] if planned else data)
        self.operations.append(Operation("write", node, offset, bytes(data[:taken])))
        return taken

    def _do_sync(self, descriptor: int) -> None:
        node = self._descriptors.get(descriptor)
        error = 0 if node is None else self._take_fault("fsync")
        if node is not None:
            self.operations.append(Operation("failed sync" if error else "sync", node))
        if error:
            raise OSError(error, os.strerror(error))
        self._real["fsync"](descriptor)

    def _do_truncate(self, descriptor: int, size: int) -> None:
        self._real["ftruncate"](descriptor, size)
        if descriptor in self._descriptors:
            self.operations.append(Operation("truncate", self._descriptors[descriptor], size))

    def _do_close(self, descriptor: int) -> None:
        self._descriptors.pop(descriptor, None)
        self._real["close"](descriptor)

    def _do_mkdir(self, path: Any, *rest: Any, **options: Any) -> None:
        self._real["mkdir"](path, *rest, **options)
        watched = self._watched(path)
        if watched is not None:
            self.folders.add(self._make(watched))

    def _do_link(self, source: Any, to: Any, **options: Any) -> None:
        self._real["link"](source, to, **options)
        watched = self._watched(to)
        if watched is not None:
            self._name(watched, self._nodes[Path(os.fsdecode(source))])

    def _do_rename(self, source: Any, to: Any, **options: Any) -> None:
        self._real["rename"](source, to, **options)
        here, there = self._watched(source), self._watched(to)
        if here is not None and there is not None:
            self._name(there, self._nodes[here])
            self._name(here, -1)

    def _do_unlink(self, path: Any, **options: Any) -> None:
        self._real["unlink"](path, **options)
        watched = self._watched(path)
        if watched is not None:
            self._name(watched, -1)

"""Session files in folders: each once, sorted by name, with unreadable places."""

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from prefcount.store.session_folder import SkippedPath, find_session_files
from tests.store.faulty import nobody
from tests.store.files import by_hand

DEEP, DEEPEST = 1100, 2100
"""The depth of nested folders: more than Python's recursion limit, and longer than a path can be."""

links = pytest.mark.skipif(os.name == "nt", reason="not everybody may make links there")


@pytest.fixture
def tree(tmp_path: Path) -> Callable[..., Path]:
    def make(*names: str) -> Path:
        for name in names:
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            by_hand(tmp_path / name)
        return tmp_path

    return make


def told(top: Path, *paths: Path) -> list[str]:
    found = find_session_files(paths or [top])
    return [
        f"{each.path.relative_to(top).as_posix()}: {each.reason}"
        if isinstance(each, SkippedPath)
        else each.relative_to(top).as_posix()
        for each in found
    ]


def test_sessions_are_sorted_by_name(tree: Callable[..., Path]) -> None:
    top = tree("b.jsonl", "a.jsonl", "below/a.jsonl", "below/deeper/z.jsonl", "a.txt", "a.jsonl.torn1")
    (top / "folder.jsonl").mkdir()
    assert told(top) == ["a.jsonl", "b.jsonl", "below/a.jsonl", "below/deeper/z.jsonl"]
    named = (top / "b.jsonl", top / "below", top / "a.txt")
    assert told(top, *named) == ["b.jsonl", "below/a.jsonl", "below/deeper/z.jsonl", "a.txt"]


def test_missing_paths_are_reported(tree: Callable[..., Path]) -> None:
    top = tree("a.jsonl")
    none = "there is no such file or folder"
    assert told(top, top / "none", top / "a.jsonl", top / "a.jsonl" / "b", top / "a\0b") == [
        f"none: {none}",
        "a.jsonl",
        f"a.jsonl/b: {none}",
        f"a\0b: {none}",
    ]
    [found] = find_session_files([top / ("x" * 300)])
    assert isinstance(found, SkippedPath)


@links
def test_links_are_followed(tree: Callable[..., Path], tmp_path_factory: pytest.TempPathFactory) -> None:
    top, elsewhere, third = tree("a.jsonl"), *(tmp_path_factory.mktemp(name) for name in ("one", "two"))
    by_hand(elsewhere / "b.jsonl")
    by_hand(third / "c.jsonl")
    (elsewhere / "third").symlink_to(third)
    (top / "linked").symlink_to(elsewhere)
    (top / "z.jsonl").symlink_to(third / "c.jsonl")
    assert told(top) == ["a.jsonl", "linked/b.jsonl", "linked/third/c.jsonl", "z.jsonl"]


@links
def test_a_folder_is_searched_once(tree: Callable[..., Path]) -> None:
    top = tree("m/a.jsonl", "m/deeper/b.jsonl")
    for name, to in (("a-link", "m"), ("z-link", "m/deeper"), ("m/up", ".."), ("m/deeper/self", ".")):
        (top / name).symlink_to(to)
    assert told(top) == ["m/a.jsonl", "m/deeper/b.jsonl"]
    assert told(top, top / "a-link", top) == ["a-link/a.jsonl", "a-link/deeper/b.jsonl"]


@links
def test_broken_links_are_reported(tree: Callable[..., Path]) -> None:
    top = tree("a.jsonl")
    (top / "gone.jsonl").symlink_to("nowhere")
    (top / "gone.txt").symlink_to("nowhere")
    (top / "loop").symlink_to("loop")
    looping = "this cannot be read: this is a link that cannot be followed; name the file itself"
    assert told(top) == [
        "a.jsonl",
        "gone.jsonl: this is a link to a file that does not exist",
        f"loop: {looping}",
    ]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes with a name")
def test_other_files_with_the_ending_are_found(tree: Callable[..., Path]) -> None:
    top = tree("a.jsonl")
    os.mkfifo(top / "pipe.jsonl")
    assert told(top) == ["a.jsonl", "pipe.jsonl"]


Scan = Callable[[str], object]


def forbidden(monkeypatch: pytest.MonkeyPatch, name: str, failing: Scan) -> None:
    real: Scan = os.scandir
    monkeypatch.setattr(os, "scandir", lambda path: (failing if path.endswith(name) else real)(path))


def test_a_failing_folder_keeps_its_first_files(
    tree: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.scandir

    class Failing:
        def __init__(self, path: str) -> None:
            self.entries = real(path)

        def __enter__(self) -> Iterator[os.DirEntry[str]]:
            return self.read()

        def __exit__(self, *_error: object) -> None:
            self.entries.close()

        def read(self) -> Iterator[os.DirEntry[str]]:
            yield from self.entries
            raise OSError(5, "Input/output error")

    top = tree("a.jsonl", "worn/b.jsonl")
    forbidden(monkeypatch, "worn", Failing)
    said = "worn: this cannot be read: the disk failed; use another disk, and do not trust this one"
    assert told(top) == ["a.jsonl", said, "worn/b.jsonl"]


@pytest.mark.skipif(os.name == "nt", reason="needs rights that can be taken away")
def test_folders_without_permission_are_reported() -> None:
    denied = (
        "this cannot be read: you have no permission for this file or folder; ask its "
        "owner, or use another place"
    )
    with TemporaryDirectory() as name:
        top = Path(name)
        for each in ("a.jsonl", "secret/b.jsonl", "names/sub/c.jsonl"):
            (top / each).parent.mkdir(parents=True, exist_ok=True)
            by_hand(top / each)
        (top / "inner").symlink_to("secret/inner")
        modes = {top: 0o755, top / "secret": 0, top / "names": 0o444}
        for path, mode in modes.items():
            path.chmod(mode)
        with nobody():
            found = told(top)
        for path in modes:
            path.chmod(0o755)
    assert found == ["a.jsonl", f"inner: {denied}", f"names/sub: {denied}", f"secret: {denied}"]


@pytest.fixture
def deep(tmp_path: Path) -> Iterator[Path]:
    """Return a chain of folders longer than any path, and a session deeper than any recursion."""
    before = Path.cwd()
    os.chdir(tmp_path)
    for number in range(DEEPEST):
        if number == DEEP:
            by_hand(Path("deep.jsonl"))
        Path("d").mkdir()
        os.chdir("d")
    yield tmp_path
    for _number in range(DEEPEST):
        os.chdir("..")
        Path("d").rmdir()
        Path("deep.jsonl").unlink(missing_ok=True)
    os.chdir(before)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere paths are shorter")
def test_deep_folders_are_searched(deep: Path) -> None:
    found = list(find_session_files([deep]))
    depths = [len(each.relative_to(deep).parts) for each in found if not isinstance(each, SkippedPath)]
    assert depths == [DEEP + 1]
    unseen = [str(each.reason) for each in found if isinstance(each, SkippedPath)]
    assert unseen == ["this cannot be read: the name is too long; choose a shorter one"]

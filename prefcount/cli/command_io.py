"""Input and output of commands: lines, JSON, warnings, and several files or folders at once."""

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from prefcount.base.i18n import Text, _, speaking
from prefcount.base.many_files import map_files
from prefcount.base.problems import quote
from prefcount.base.system import os_error_text
from prefcount.cli.arguments import EXIT_OK, EXIT_UNUSABLE, UsageError
from prefcount.store.reader import FileFault, Loaded, ReadError, figure_faults, load
from prefcount.store.session_folder import Copied, UnreadablePath, each_once, find_session_files

if TYPE_CHECKING:
    from prefcount.stats.aliases import People
    from prefcount.store.journal import KeptCopy


STDIN = "-"
"""Stands for the lines of the standard input."""
MAX_INPUT_LINES = 1000
"""A paper sheet has a line for each column; nobody types more."""
MAX_INPUT_BYTES = 256 * 1024
"""The bytes of the standard input that are read at most: several times the limit of an entry."""


class UnusableFile(UsageError):
    """A file that a command cannot use, and why, without its path."""

    def __init__(self, path: Path, why: Text | str) -> None:
        self.path, self.why = path, why
        super().__init__(f"{quote(path)}: {why}")


class SkippedFiles:
    """The files that a command cannot use, and why; each is named at once, and the others are still used."""

    def __init__(self) -> None:
        self.found: list[tuple[Path, Text | str]] = []
        self._missed = False

    def add(self, path: Path, why: Text | str, place: Text | str = "", *, missed: bool = True) -> None:
        """Note a file or folder that is left out, or a place in it, and warn of it.

        Of a copy of another file nothing is `missed`.
        """
        self.found.append((path, why))
        self._missed |= missed
        sentence = _("{path}: {place} is left out: {why}") if str(place) else _("{path} is left out: {why}")
        warn(sentence.format(path=quote(path), place=place, why=why))

    def code(self, otherwise: int = EXIT_OK) -> int:
        """How the command ends: as unusable if anything is missing."""
        return EXIT_UNUSABLE if self._missed else otherwise


def print_line(line: str) -> None:
    """Print for the user."""
    print(line)  # noqa: T201


def print_json(value: Any) -> None:
    """Print an object for programs."""
    print_line(to_json(value))


def print_lines(lines: Iterable[str]) -> None:
    """Print lines for the user, each as soon as it is there."""
    for line in lines:
        print_line(line)


def print_bytes(content: bytes) -> None:
    """Print what is made for programs, such as a picture or a table, to the byte."""
    sys.stdout.flush()
    sys.stdout.buffer.write(content)


def report_copies(copies: "Iterable[KeptCopy]") -> int:
    """Name the copies of games, and print the lines of games without a copy; return the exit code."""
    code = EXIT_OK
    for kept in copies:
        warn(str(kept.text))
        if kept.path is None:
            code = EXIT_UNUSABLE
            print_bytes(kept.content)
            sys.stdout.flush()
    return code


def output_language(options: argparse.Namespace) -> AbstractContextManager[None]:
    """Within this block sentences are those for programs if the command prints --json, else for people."""
    return speaking("en") if options.json else nullcontext()


def warn(line: str) -> None:
    """Print a warning that does not stop the command."""
    print(f"prefcount: {line}", file=sys.stderr)  # noqa: T201


def to_json(value: Any) -> str:
    """An object on one line, for programs; what cannot be printed, as in a path, is spelled by its number."""
    from json import dumps

    text = dumps(value, ensure_ascii=False)
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else dumps(char)[1:-1] for char in text)


def read_lines(typed: Iterable[str], if_none: str) -> list[str]:
    """The lines of an option; “-” stands for the lines of the standard input.

    Raises UsageError if it is no text in UTF-8, more than a paper sheet can have, or empty.
    """
    lines: list[str] = []
    for line in typed:
        lines += _read_stdin() if line == STDIN else [line]
    lines = [line.strip() for line in lines if line.strip()]
    if len(lines) > MAX_INPUT_LINES:
        raise UsageError(_("a paper sheet has at most {most} lines").format(most=MAX_INPUT_LINES))
    if not lines:
        raise UsageError(if_none)
    return lines


def _read_stdin() -> list[str]:
    """The lines of the standard input. Raises UsageError."""
    try:
        content = sys.stdin.buffer.read(MAX_INPUT_BYTES + 1)
    except OSError as error:
        sentence = _("the standard input cannot be read: {reason}")
        raise UsageError(sentence.format(reason=os_error_text(error))) from None
    if len(content) > MAX_INPUT_BYTES:
        sentence = _("the standard input is larger than {most} KiB; no paper sheet is that large")
        raise UsageError(sentence.format(most=MAX_INPUT_BYTES // 1024))
    try:
        return content.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise UsageError(_("the standard input is not UTF-8 text")) from None


def path_exists(path: Path) -> bool:
    """Whether a path names a file or folder; a name that none can have names none."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def read_session(path: Path) -> Loaded:
    """A session file. Raises UnusableFile if it is none."""
    try:
        return load(path)
    except ReadError as error:
        raise UnusableFile(path, error.text) from None


def read_with_warnings(path: Path) -> Loaded:
    """A session file, with a warning of each fault in it. Raises UnusableFile if it is none."""
    loaded = read_session(path)
    for fault in loaded.faults:
        warn(f"{quote(path)}: {fault}")
    return loaded


def read_for_money(path: Path, faults: Callable[[Loaded], Iterable[FileFault]] = figure_faults) -> Loaded:
    """A session whose figures may be paid on: nothing that belongs to the game is missing from it.

    Raises UnusableFile if an entry cannot be read, is missing or doubled, or never could have counted.
    """
    loaded = read_session(path)
    for fault in faults(loaded):
        if fault.serious:
            raise UnusableFile(path, fault.text)
        warn(f"{quote(path)}: {fault}")
    return loaded


def read_each_for_money(
    paths: Sequence[Path],
    left_out: SkippedFiles,
    faults: Callable[[Loaded], Iterable[FileFault]] = figure_faults,
) -> Iterator[tuple[Path, Loaded | UnusableFile]]:
    """The sessions of several files, as `read_for_money` reads them, or what is wrong with a file.

    Raises UnusableFile if the only file cannot be used.
    """
    for path in paths:
        try:
            yield path, read_for_money(path, faults)
        except UnusableFile as error:
            if len(paths) == 1:
                raise
            left_out.add(path, error.why)
            yield path, error


def people_of(alias: Path | None, listed: Iterable[Path], folders: Iterable[Path] = ()) -> "People":
    """Return who goes by several names: by --alias, or by `people.txt` beside files. Raises UsageError."""
    from prefcount.stats.aliases import UnusablePeople, read_people, read_people_files

    try:
        return read_people_files(listed, folders) if alias is None else read_people(alias)
    except UnusablePeople as error:
        raise UsageError(str(error)) from None


MAX_FILES_WITHOUT_PROGRESS = 20
"""The number of files up to which no progress is shown."""
COUNT_SECONDS = 0.2
"""After so many seconds a count is shown again."""
_CLEAR = "\r\x1b[K"

T = TypeVar("T")


def shows_progress() -> bool:
    """Whether stderr is a terminal, so that progress is shown."""
    return sys.stderr.isatty()


def track_progress(things: Iterable[T], total: int) -> Iterator[T]:
    """The same things; meanwhile stderr shows how many of `total` files are done.

    Of a few nothing is shown.
    """
    if total <= MAX_FILES_WITHOUT_PROGRESS:
        yield from things
        return
    shown = -1
    sentence = _("{done} of {total} files, {percent} %")
    try:
        for done, thing in enumerate(things):
            percent = 100 * done // total
            if percent != shown:
                _write(_CLEAR + sentence.format(done=done, total=total, percent=percent))
                shown = percent
            yield thing
    finally:
        _write(_CLEAR)


@contextmanager
def show_count(count_text: Callable[[int], str]) -> Iterator[Callable[[int], bool]]:
    """A function to call with the number of things done: shows {n} in a sentence, returns False (go on)."""
    if not shows_progress():
        yield lambda _done: False
        return
    due = monotonic() + COUNT_SECONDS

    def show(done: int) -> bool:
        nonlocal due
        if monotonic() >= due:
            due = monotonic() + COUNT_SECONDS
            _write(_CLEAR + count_text(done).format(n=done))
        return False

    try:
        yield show
    finally:
        _write(_CLEAR)


def _write(line: str) -> None:
    sys.stderr.write(line)
    sys.stderr.flush()


def iter_files(paths: Sequence[Path], left_out: SkippedFiles, *, even_alone: bool = False) -> Iterator[Path]:
    """Yield the files themselves and the session files in the folders; what cannot be read is left out.

    Raises:
        UnusableFile: if there is nothing by the only path, unless it is left out `even_alone`.
    """
    for path in find_session_files(paths):
        if isinstance(path, UnreadablePath) and even_alone:
            left_out.add(path.path, path.why)
        elif isinstance(path, UnreadablePath):
            _skip(path, paths, left_out)
        else:
            yield path


class FoundFiles(NamedTuple):
    """The paths that a command was given, and the files found there, copies among them.

    Attributes:
        people: who goes by several names: by --alias, or by `people.txt` in the same folders.
    """

    paths: Sequence[Path]
    files: list[Path | UnreadablePath | Copied]
    people: "People"


def find_files(options: argparse.Namespace) -> FoundFiles:
    """Find the files of `options.paths`, and who goes by several names there. Raises UsageError."""
    listed = list(find_session_files(options.paths))
    people = people_of(
        options.alias,
        (path for path in listed if isinstance(path, Path)),
        (path for path in options.paths if path_exists(path) and path.is_dir()),
    )
    return FoundFiles(options.paths, each_once(listed), people)


def add_files(
    add: Callable[[Path, T], str], work: Callable[[Path], T], found: FoundFiles, left_out: SkippedFiles
) -> None:
    """Add up the files in their order; what cannot be looked into or added, and copies, are left out.

    What `work` makes of a file, in several processes where there are many, `add` adds; that returns "" or why
    the file is left out.

    Raises:
        UnusableFile: if there is nothing by the only path.
        ChildProcessError: if one of the processes was ended from outside.
    """
    made = map_files(work, [file for file in found.files if isinstance(file, Path)])
    for file in found.files:
        match file:
            case UnreadablePath():
                _skip(file, found.paths, left_out)
            case Copied(path, why, in_doubt):
                left_out.add(path, why, missed=in_doubt)
            case _:
                path, read = next(made)
                if reason := add(path, read):
                    left_out.add(path, reason)


def _skip(unreadable: UnreadablePath, paths: Sequence[Path], left_out: SkippedFiles) -> None:
    """Leave out what cannot be looked into. Raises UnusableFile if there is nothing by the only path."""
    if len(paths) == 1 and unreadable.path == paths[0] and not path_exists(unreadable.path):
        raise UnusableFile(unreadable.path, unreadable.why)
    left_out.add(unreadable.path, unreadable.why)

"""Input and output of commands: lines, JSON, warnings, and several files or folders at once.

Functions that read raise UsageError for input that cannot be used, such as the only file that was named.
"""

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from prefcount.base.i18n import N_, Text, _, override_language
from prefcount.base.many_files import map_files
from prefcount.base.problems import quote
from prefcount.base.system import os_error_text
from prefcount.cli.arguments import EXIT_OK, EXIT_UNUSABLE, UsageError
from prefcount.store.reader import FileFault, LoadedSession, ReadError, find_faults, load
from prefcount.store.session_folder import ListedFile, SkippedPath, find_session_files, mark_copies

if TYPE_CHECKING:
    from prefcount.stats.aliases import People
    from prefcount.store.journal import RescueCopy


STDIN = "-"
"""The argument that means: read lines from the standard input."""
MAX_INPUT_LINES = 1000
"""Maximum number of lines of a paper sheet, which has one line for each column."""
MAX_INPUT_BYTES = 256 * 1024
"""Maximum size of the standard input: several times the limit of an entry."""


class UnusableFile(UsageError):
    """Raised when a command cannot use a file. `reason` says why, without the path."""

    def __init__(self, path: Path, reason: Text | str) -> None:
        self.path, self.reason = path, reason
        super().__init__("{path}: {reason}", path=quote(path), reason=reason)


class SkippedFiles:
    """Files that a command could not use, each with the reason. The command goes on with the other files."""

    def __init__(self) -> None:
        self.found: list[tuple[Path, Text | str]] = []
        self._missed = False

    def add(self, path: Path, reason: Text | str, place: Text | str = "", *, missed: bool = True) -> None:
        """Record a skipped file or folder, and print a warning.

        Args:
            place: the part that is skipped, such as a line, if the rest of the file is used.
            missed: whether results are missing now, which changes the exit code. This is False for a copy of
                another file.
        """
        self.found.append((path, reason))
        self._missed |= missed
        sentence = _("{path}, {place}, is skipped: {why}") if str(place) else _("{path} is skipped: {why}")
        warn(sentence.format(path=quote(path), place=place, why=reason))

    def code(self, default: int = EXIT_OK) -> int:
        """Return the exit code: 2 if results are missing because of a skipped file, and else `default`."""
        return EXIT_UNUSABLE if self._missed else default


def print_line(line: str) -> None:
    print(line)  # noqa: T201


def print_json(value: Any) -> None:
    print_line(to_json(value))


def print_lines(lines: Iterable[str]) -> None:
    for line in lines:
        print_line(line)


def print_bytes(content: bytes) -> None:
    sys.stdout.flush()
    sys.stdout.buffer.write(content)


def report_copies(copies: "Iterable[RescueCopy]") -> int:
    """Print a warning with the path of each rescue copy, which has the lines that a file has lost.

    A copy that could not be saved is printed on stdout.

    Returns:
        The exit code: 2 if a copy could not be saved, and else 0.
    """
    code = EXIT_OK
    for kept in copies:
        warn(str(kept.text))
        if kept.path is None:
            code = EXIT_UNUSABLE
            print_bytes(kept.content)
            sys.stdout.flush()
    return code


def output_language(options: argparse.Namespace) -> AbstractContextManager[None]:
    """Return a context manager that switches to English if the command prints JSON."""
    return override_language("en") if options.json else nullcontext()


def warn(line: str) -> None:
    print(f"prefcount: {line}", file=sys.stderr)  # noqa: T201


def to_json(value: Any) -> str:
    """Return an object as JSON on one line, with unprintable characters escaped."""
    from json import dumps

    text = dumps(value, ensure_ascii=False)
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else dumps(char)[1:-1] for char in text)


def read_lines(typed: Iterable[str], if_none: str) -> list[str]:
    """Return the lines that were typed as arguments, without empty lines.

    Args:
        typed: the lines. “-” is replaced by the lines of the standard input.
        if_none: the error message when the result is empty.
    """
    lines: list[str] = []
    for line in typed:
        lines += read_stdin() if line == STDIN else [line]
    lines = [line.strip() for line in lines if line.strip()]
    if len(lines) > MAX_INPUT_LINES:
        raise UsageError(N_("a paper sheet has at most {most} lines"), most=MAX_INPUT_LINES)
    if not lines:
        raise UsageError(if_none)
    return lines


def read_stdin() -> list[str]:
    try:
        content = sys.stdin.buffer.read(MAX_INPUT_BYTES + 1)
    except OSError as error:
        sentence = N_("the standard input cannot be read: {reason}")
        raise UsageError(sentence, reason=os_error_text(error)) from None
    if len(content) > MAX_INPUT_BYTES:
        sentence = N_("the standard input is larger than {most} KiB; send it in parts")
        raise UsageError(sentence, most=MAX_INPUT_BYTES // 1024)
    try:
        return content.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise UsageError(N_("the standard input is not UTF-8 text")) from None


def path_exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def read_session(path: Path) -> LoadedSession:
    try:
        return load(path)
    except ReadError as error:
        raise UnusableFile(path, error.text) from None


def read_with_warnings(path: Path) -> LoadedSession:
    loaded = read_session(path)
    for fault in loaded.faults:
        warn(f"{quote(path)}: {fault}")
    return loaded


def read_for_money(
    path: Path, faults: Callable[[LoadedSession], Iterable[FileFault]] = find_faults
) -> LoadedSession:
    """Load a session to compute money from it, and print a warning for each fault that is not serious.

    Args:
        faults: a function that finds the faults of a session.

    Raises:
        UnusableFile: if the file cannot be read, or has a serious fault.
    """
    loaded = read_session(path)
    for fault in faults(loaded):
        if fault.is_serious:
            raise UnusableFile(path, fault.text)
        warn(f"{quote(path)}: {fault}")
    return loaded


def read_each_for_money(
    paths: Sequence[Path],
    skipped: SkippedFiles,
    faults: Callable[[LoadedSession], Iterable[FileFault]] = find_faults,
) -> Iterator[tuple[Path, LoadedSession | UnusableFile]]:
    """Yield each path with its session from `read_for_money`.

    A file that cannot be used is added to `skipped`, and yielded with its error in place of a session.

    Args:
        faults: a function that finds the faults of a session.

    Raises:
        UnusableFile: if the only file cannot be used.
    """
    for path in paths:
        try:
            yield path, read_for_money(path, faults)
        except UnusableFile as error:
            if len(paths) == 1:
                raise
            skipped.add(path, error.reason)
            yield path, error


def people_of(alias: Path | None, listed: Iterable[Path], folders: Iterable[Path] = ()) -> "People":
    """Read which people have several names, such as Anna and Anya.

    Args:
        alias: the file with the names, or None for all files called people.txt next to games.
        listed: the files of games.
        folders: folders that may have a people.txt, too.
    """
    from prefcount.stats.aliases import UnusablePeople, read_people, read_people_files

    try:
        return read_people_files(listed, folders) if alias is None else read_people(alias)
    except UnusablePeople as error:
        raise UsageError("{reason}", reason=error) from None


T = TypeVar("T")


def iter_files(paths: Sequence[Path], skipped: SkippedFiles, *, even_alone: bool = False) -> Iterator[Path]:
    """Yield the given files and the session files in the given folders.

    A path that cannot be read is added to `skipped`.

    Args:
        even_alone: whether to skip even the only path if it does not exist. By default, raise UnusableFile.
    """
    for path in find_session_files(paths):
        if isinstance(path, Path):
            yield path
        elif even_alone:
            skipped.add(path.path, path.reason)
        else:
            _skip(path, paths, skipped)


class FoundFiles(NamedTuple):
    """The files that a command reads.

    Attributes:
        paths: the paths that the command was given.
        files: the session files found there. Copies and unreadable paths are marked as skipped.
        people: the people who have several names.
    """

    paths: Sequence[Path]
    files: list[ListedFile]
    people: "People"


def find_files(options: argparse.Namespace) -> FoundFiles:
    listed = list(find_session_files(options.paths))
    people = people_of(
        options.alias,
        (path for path in listed if isinstance(path, Path)),
        (path for path in options.paths if path_exists(path) and path.is_dir()),
    )
    return FoundFiles(options.paths, mark_copies(listed), people)


def add_files(
    add: Callable[[Path, T], str], work: Callable[[Path], T], found: FoundFiles, skipped: SkippedFiles
) -> None:
    """Read each found file with `work`, and pass its path and the result to `add`.

    Args:
        add: uses the result, for example in statistics. Returns "" or the reason to skip the file.
        work: reads a file. If there are many files, several processes call it.
        skipped: collects the skipped files.
    """
    made = map_files(work, [file for file in found.files if isinstance(file, Path)])
    for file in found.files:
        if isinstance(file, SkippedPath):
            _skip(file, found.paths, skipped)
        else:
            path, read = next(made)
            if refusal := add(path, read):
                skipped.add(path, refusal)


def _skip(file: SkippedPath, paths: Sequence[Path], skipped: SkippedFiles) -> None:
    if len(paths) == 1 and file.path == paths[0] and not path_exists(file.path):
        raise UnusableFile(file.path, file.reason)
    skipped.add(file.path, file.reason, missed=file.in_doubt)

"""Deleted games move into the folder `trash` and back, without overwriting a file or disturbing a writer."""

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from prefcount.base import system
from prefcount.store import disk
from prefcount.store import session_folder as trash
from prefcount.store.disk import WriteError, WriterLock
from prefcount.store.session_folder import delete_game, restore_game
from tests.store.faulty import FaultyOs, failing
from tests.store.files import by_program

posix = pytest.mark.skipif(os.name == "nt", reason="links as on POSIX")


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return by_program(tmp_path / "game.jsonl", "r 3 5 2")


def test_a_deleted_game_is_restored_unchanged(game: Path) -> None:
    os.utime(game, (1000, 1000))
    content = game.read_bytes()
    deleted = delete_game(game)
    assert deleted == game.parent / "trash" / "game.jsonl"
    assert not game.exists()
    assert deleted.read_bytes() == content
    assert restore_game(deleted) == game
    assert game.read_bytes() == content
    assert game.stat().st_mtime == 1000
    assert sorted(path.name for path in game.parent.iterdir()) == ["game.jsonl", "trash"]
    assert list((game.parent / "trash").iterdir()) == []


def test_no_name_is_taken_twice(game: Path) -> None:
    contents = []
    for _time in range(3):
        contents.append(by_program(game.with_name("again.jsonl"), "r 3 5 2").read_bytes())
        delete_game(game.with_name("again.jsonl"))
    folder = game.parent / "trash"
    assert sorted(path.name for path in folder.iterdir()) == ["again-2.jsonl", "again-3.jsonl", "again.jsonl"]
    by_program(game.with_name("again.jsonl"), "r 5 3 2")
    kept = game.with_name("again.jsonl").read_bytes()
    assert restore_game(folder / "again.jsonl") == game.with_name("again-2.jsonl")
    assert restore_game(folder / "again-2.jsonl") == game.with_name("again-2-2.jsonl")
    assert game.with_name("again.jsonl").read_bytes() == kept
    assert game.with_name("again-2.jsonl").read_bytes() == contents[0]


def test_a_game_being_written_is_not_deleted(game: Path) -> None:
    writer = WriterLock.take(game)
    assert isinstance(writer, WriterLock)
    with writer, pytest.raises(WriteError, match="has had this game open"):
        delete_game(game)
    assert game.exists()
    assert not (game.parent / "trash").exists()
    delete_game(game)


def test_a_missing_game_is_reported(game: Path) -> None:
    deleted = delete_game(game)
    with pytest.raises(WriteError, match="no longer exists"):
        delete_game(game)
    restore_game(deleted)
    with pytest.raises(WriteError, match="no longer exists"):
        restore_game(deleted)


@pytest.mark.parametrize("kind", ["file", "link"])
def test_a_file_or_link_in_place_of_the_trash_is_refused(
    game: Path, tmp_path_factory: pytest.TempPathFactory, kind: str
) -> None:
    folder = game.parent / "trash"
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    if kind == "file":
        folder.write_text("mine")
    else:
        folder.symlink_to(elsewhere)
    with pytest.raises(WriteError, match="is not a folder"):
        delete_game(game)
    assert game.exists()
    assert list(elsewhere.iterdir()) == []


@posix
@pytest.mark.parametrize("said", ["../{0}/games/game.jsonl", "./games/../games/game.jsonl", "/{1}"])
def test_of_a_link_only_the_link_is_moved(tmp_path: Path, said: str) -> None:
    (tmp_path / "games").mkdir()
    game = by_program(tmp_path / "games" / "game.jsonl", "r 3 5 2")
    link = tmp_path / "link.jsonl"
    link.symlink_to(said.format(tmp_path.name, str(game)[1:]))
    before = str(link.readlink())
    deleted = delete_game(link)
    assert not link.is_symlink()
    assert deleted.is_symlink()
    assert deleted.read_bytes() == game.read_bytes()
    assert restore_game(deleted) == link
    assert str(link.readlink()) in (before, before.removeprefix("./"))
    assert link.samefile(game)


def test_files_that_belong_to_a_game_move_with_it(game: Path) -> None:
    mine = ("game.jsonl.half", "game.jsonl.torn1", "game.jsonl.written2")
    others = ("game.jsonl.bak", "game.jsonl2.half", "agame.jsonl.half", "game.jsonl.torn")
    for name in (*mine, *others):
        game.with_name(name).write_text(name)
    (game.parent / "trash").mkdir()
    by_program(game.parent / "trash" / "game.jsonl", "r 5 3 2")
    deleted = delete_game(game)
    assert deleted.name == "game-2.jsonl"
    left = {path.name for path in game.parent.iterdir()}
    assert left == {*others, "trash"}
    moved = {path.name: path.read_text() for path in deleted.parent.iterdir() if path.suffix != ".jsonl"}
    assert moved == {name.replace("game", "game-2"): name for name in mine}
    back = restore_game(deleted)
    assert {path.name for path in back.parent.iterdir() if path.name.startswith(f"{back.name}.")} == set(
        moved
    )


class Killed(BaseException):
    """The program was killed."""


@pytest.mark.parametrize("kind", [pytest.param("link", marks=posix), "file"])
@pytest.mark.parametrize("again", [delete_game, lambda path: restore_game(path.parent / "trash" / path.name)])
def test_a_killed_program_loses_no_game(
    game: Path, monkeypatch: pytest.MonkeyPatch, kind: str, again: Callable[[Path], Path]
) -> None:
    content = game.read_bytes()
    if kind == "link":
        game = game.with_name("link.jsonl")
        game.symlink_to("game.jsonl")

    def kill(_folder: Path) -> None:
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(trash, "sync_folder", kill)
        with pytest.raises(Killed):
            delete_game(game)
    both = (game, game.parent / "trash" / game.name)
    assert [path.read_bytes() for path in both] == [content] * 2
    there = again(game)
    assert [path for path in both if os.path.lexists(path)] == [there]
    assert there.read_bytes() == content
    assert [path.name for path in (game.parent / "trash").iterdir()] == (
        [game.name] if there == both[1] else []
    )


@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EIO])
@pytest.mark.parametrize("link_error", [errno.EPERM, None])
def test_a_move_that_fails_leaves_the_game_and_no_other_file(
    game: Path, monkeypatch: pytest.MonkeyPatch, error: int, link_error: int | None
) -> None:
    monkeypatch.setattr(disk, "os", FaultyOs(link=failing(link_error or error)))
    monkeypatch.setattr(system.CURRENT, "replace", failing(error))
    with pytest.raises(WriteError, match="nothing was written: the disk"):
        delete_game(game)
    assert game.exists()
    assert list((game.parent / "trash").iterdir()) == []


def test_games_move_on_a_disk_without_links(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disk, "os", FaultyOs(link=failing(errno.EPERM)))
    content = game.read_bytes()
    (game.parent / "trash").mkdir()
    kept = by_program(game.parent / "trash" / "game.jsonl", "r 5 3 2")
    deleted = delete_game(game)
    assert (deleted.name, deleted.read_bytes(), game.exists()) == ("game-2.jsonl", content, False)
    assert restore_game(deleted).read_bytes() == content
    assert kept.exists()

"""Deleted games: into the folder beside, and back; nothing is overwritten, and no writer loses the file."""

import os
from pathlib import Path

import pytest

from prefcount.store.folders import find_session_files
from prefcount.store.lock import WriterLock
from prefcount.store.session_folder import delete_game, take_back
from prefcount.store.write_errors import WriteError
from tests.store.files import by_program


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game with a hand, among no others."""
    return by_program(tmp_path / "game.jsonl", "r 3 5 2")


def test_a_deleted_game_is_taken_back_as_it_was(game: Path) -> None:
    """With its content and the time when it was touched; no lock is left behind."""
    os.utime(game, (1000, 1000))
    content = game.read_bytes()
    deleted = delete_game(game)
    assert deleted == game.parent / "trash" / "game.jsonl"
    assert not game.exists()
    assert deleted.read_bytes() == content
    assert take_back(deleted) == game
    assert game.read_bytes() == content
    assert game.stat().st_mtime == 1000
    assert sorted(path.name for path in game.parent.iterdir()) == ["game.jsonl", "trash"]
    assert list((game.parent / "trash").iterdir()) == []


def test_no_name_is_taken_twice(game: Path) -> None:
    """The second and third game of a name have a number behind it, in the trash and when they come back."""
    contents = []
    for _time in range(3):
        contents.append(by_program(game.with_name("again.jsonl"), "r 3 5 2").read_bytes())
        delete_game(game.with_name("again.jsonl"))
    trash = game.parent / "trash"
    assert sorted(path.name for path in trash.iterdir()) == ["again-2.jsonl", "again-3.jsonl", "again.jsonl"]
    by_program(game.with_name("again.jsonl"), "r 5 3 2")
    kept = game.with_name("again.jsonl").read_bytes()
    assert take_back(trash / "again.jsonl") == game.with_name("again-2.jsonl")
    assert take_back(trash / "again-2.jsonl") == game.with_name("again-2-2.jsonl")
    assert game.with_name("again.jsonl").read_bytes() == kept
    assert game.with_name("again-2.jsonl").read_bytes() == contents[0]


def test_a_game_that_somebody_writes_stays(game: Path) -> None:
    """Whoever has it open at a table."""
    writer = WriterLock.take(game)
    assert isinstance(writer, WriterLock)
    with writer, pytest.raises(WriteError, match="has had this game open"):
        delete_game(game)
    assert game.exists()
    assert not (game.parent / "trash").exists()
    delete_game(game)


def test_a_game_that_is_gone(game: Path) -> None:
    """Somebody else was quicker."""
    deleted = delete_game(game)
    with pytest.raises(WriteError, match="no longer exists"):
        delete_game(game)
    take_back(deleted)
    with pytest.raises(WriteError, match="no longer exists"):
        take_back(deleted)


@pytest.mark.parametrize("kind", ["file", "link"])
def test_what_is_no_folder_is_not_moved_into(
    game: Path, tmp_path_factory: pytest.TempPathFactory, kind: str
) -> None:
    """Neither a file of that name nor a link that leads somewhere else."""
    trash = game.parent / "trash"
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    if kind == "file":
        trash.write_text("mine")
    else:
        trash.symlink_to(elsewhere)
    with pytest.raises(WriteError, match="is not a folder"):
        delete_game(game)
    assert game.exists()
    assert list(elsewhere.iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="links as on POSIX")
def test_of_a_link_only_the_link_is_moved(game: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """The game itself stays where it is, and the link leads there again when it is back."""
    link = tmp_path_factory.mktemp("links") / "link.jsonl"
    link.symlink_to(os.path.relpath(game, link.parent))
    deleted = delete_game(link)
    assert game.exists()
    assert not link.is_symlink()
    assert take_back(deleted) == link
    assert link.read_bytes() == game.read_bytes()


def test_a_move_that_fails_leaves_the_game_and_no_empty_file(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that refuses the new name."""

    def refuse(_path: Path, _to: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(WriteError, match="the disk is full"):
        delete_game(game)
    assert game.exists()
    assert list((game.parent / "trash").iterdir()) == []


def test_deleted_games_are_counted_only_where_they_are_named(game: Path) -> None:
    """Statistics, debts and audits of a folder leave them out."""
    deleted = delete_game(game)
    by_program(game, "r 5 3 2")
    assert list(find_session_files([game.parent])) == [game]
    assert list(find_session_files([game.parent / "trash"])) == [deleted]

"""The list of the saved games: each file is read once, and again only when it has changed."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping
from pathlib import Path

from prefcount.render.saved_games import SavedGame, saved_game
from prefcount.session.moved_games import moved_games, newest
from prefcount.session.session_folder import SessionFile, read_saved, session_files

AT_ONCE = 12
BYTES_AT_ONCE = 96 * 1024
"""The newest files are read before the first frame; what is more than this waits until after it."""
CHUNK = 40


class SavedGames:
    """The games of one folder, the last one touched first."""

    def __init__(self) -> None:
        self._files: list[SessionFile] = []
        self._known: dict[SessionFile, SavedGame] = {}
        self._moved: Mapping[Path, Path] = {}

    @property
    def games(self) -> list[SavedGame]:
        """The games that were read so far; of one that went on in another file both."""
        known = (self._known[each] for each in self._files if each in self._known)
        return [each._replace(goes_on_in=newest(self._moved, each.path.absolute())) for each in known]

    @property
    def files(self) -> int:
        """How many files there are."""
        return len(self._files)

    @property
    def unread(self) -> list[SessionFile]:
        """The files that are not read yet."""
        return [each for each in self._files if each not in self._known]

    def list_folder(self, folder: Path) -> None:
        """List the folder, and read the newest files that are not known. Raises OSError."""
        self._moved = moved_games(folder)
        self._files = session_files(folder, self._moved.values())
        present = set(self._files)
        self._known = {each: game for each, game in self._known.items() if each in present}
        room = BYTES_AT_ONCE
        for each in self._files[:AT_ONCE]:
            room -= 0 if each in self._known else each.size
            if room < 0:
                break
            self._known |= _read([each] if each not in self._known else [])

    async def read_on(self) -> AsyncIterator[None]:
        """Read the other files away from the screen's thread; yields whenever some more are known."""
        unread = self.unread
        for start in range(0, len(unread), CHUNK):
            found = await asyncio.to_thread(_read, unread[start : start + CHUNK])
            self._known |= found
            yield


def _read(files: Iterable[SessionFile]) -> dict[SessionFile, SavedGame]:
    return {each: saved_game(read_saved(each.path)) for each in files}

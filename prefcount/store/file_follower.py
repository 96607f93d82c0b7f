"""Following a session file that another program writes, by looking at it again and again.

A look asks the folder only; the file is read when the answer has changed. Its bytes are compared with those
that were read before; where these still stand there, and are sound, only the lines after them are read as
entries. Half a line at the end of a file that is being written is no damage: it is left out, and told of only
when it still stands there after some looks.
"""

from dataclasses import replace
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from prefcount.base.i18n import N_, Text, text
from prefcount.base.system import os_error_text
from prefcount.store.loaded_file import TORN_TAIL, Loaded, Stamp
from prefcount.store.open_file import ReadError, opened
from prefcount.store.reader import read

STAYS = 3
"""The looks without change after which a torn tail is reported."""


class ChangeKind(Enum):
    """The ways in which a followed file can have changed."""

    GROWN = "grown"
    """Something was added, or the file is back, or whole again; all that stood there still stands there."""
    CHANGED = "changed"
    """It is another file now, or somebody has edited it or cut it off."""
    DAMAGED = "damaged"
    """Its last line is incomplete, and stays so."""
    GONE = "gone"
    """It was moved or deleted, or its disk is not there."""
    UNREADABLE = "unreadable"
    """It is there, but is no session any more."""


class Observation(NamedTuple):
    """The result of a look at the file.

    Attributes:
        what: how the file has changed.
        loaded: the session as it stands; as it stood last, if it cannot be read now.
        text: a sentence for the reader; None where the file has only grown.
    """

    what: ChangeKind
    loaded: Loaded
    text: Text | None = None


class Follower:
    """Follows a session file for a reader.

    Attributes:
        path: the file.
        loaded: the session as it was read last, without a torn tail that may still be written.
    """

    def __init__(self, path: Path, loaded: Loaded) -> None:
        """Follow a file from what was read of it."""
        self.path = path
        self.loaded = _calm(loaded)
        self._stamp: Stamp | None = loaded.stamp
        self._torn: Loaded | None = loaded if loaded.torn else None
        self._looks = 0
        self._lost = False

    def look(self) -> Observation | None:
        """What is new since the last look; None if nothing is. Never waits, and never raises."""
        try:
            stamp = Stamp.of(self.path.stat())
        except (OSError, ValueError) as error:
            return self._gone(error)
        if stamp == self._stamp:
            return self._waited()
        try:
            before = self.loaded
            with opened(self.path) as file:
                grown = file.read(before.size) == before.content
                if grown and before.can_go_on:
                    loaded = read(file, before)
                else:
                    file.seek(0)
                    loaded = read(file)
        except (OSError, ReadError) as error:
            self._stamp, self._torn, self._lost = stamp, None, True
            sentence = N_("the file can no longer be read; this is how it last stood: {reason}")
            why = error.text if isinstance(error, ReadError) else os_error_text(error)
            return Observation(ChangeKind.UNREADABLE, self.loaded, text(sentence, reason=why))
        return self._read(loaded, grown=grown)

    def _gone(self, error: OSError | ValueError) -> Observation | None:
        was_gone, self._stamp, self._torn, self._lost = self._stamp is None, None, None, True
        if was_gone:
            return None
        if isinstance(error, FileNotFoundError):
            sentence = text(N_("the file was moved or deleted; this is how it last stood"))
        else:
            template = N_("the file cannot be reached; this is how it last stood: {reason}")
            sentence = text(template, reason=os_error_text(error))
        return Observation(ChangeKind.GONE, self.loaded, sentence)

    def _read(self, loaded: Loaded, *, grown: bool) -> Observation | None:
        known, self.loaded = self.loaded, _calm(loaded)
        self._stamp, self._looks = loaded.stamp, 0
        self._torn = loaded if loaded.torn else None
        back, self._lost = self._lost, False
        if not grown:
            sentence = text(N_("the file is not the one read before; this is how it stands now"))
            return Observation(ChangeKind.CHANGED, self.loaded, sentence)
        new = back or loaded.size > known.size or self.loaded.faults != known.faults
        return Observation(ChangeKind.GROWN, self.loaded) if new else None

    def _waited(self) -> Observation | None:
        """The observation where nothing has changed: a torn tail that stays is damage."""
        if self._torn is None:
            return None
        self._looks += 1
        if self._looks < STAYS:
            return None
        self.loaded, self._torn = self._torn, None
        fault = next(fault for fault in self.loaded.faults if fault.code == TORN_TAIL)
        return Observation(ChangeKind.DAMAGED, self.loaded, fault.text)


def _calm(loaded: Loaded) -> Loaded:
    """What was read, without a torn tail: it may be a line that is just being written."""
    return replace(loaded, faults=tuple(fault for fault in loaded.faults if fault.code != TORN_TAIL))

"""A slow disk."""

import threading

import pytest

from prefcount.entries.models import Entry
from prefcount.store.journal import Journal
from tests.waiting import LONGEST


class SlowDisk:
    """A disk that writes an entry only after `go_on`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[Entry] = []
        self.answered = 0
        self._free = threading.Event()
        append = Journal.append

        def slow(journal: Journal, entry: Entry) -> None:
            self.asked.append(entry)
            self._free.wait(LONGEST)
            try:
                append(journal, entry)
            finally:
                self.answered += 1

        monkeypatch.setattr(Journal, "append", slow)

    @property
    def busy(self) -> bool:
        """True while a write is waiting."""
        return self.answered < len(self.asked)

    def go_on(self) -> None:
        """Finish the waiting writes, and write at once from now on."""
        self._free.set()

"""No test waits for a real disk."""

from tests.tui.conftest import patient_disk

__all__ = ["patient_disk"]

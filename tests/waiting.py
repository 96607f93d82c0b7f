"""Waiting, always for a condition and never longer than a limit. No test relies on a pause."""

import asyncio
from collections import deque
from collections.abc import Callable
from time import monotonic
from typing import Any

from textual.pilot import Pilot

LONGEST = 20.0
"""Maximum seconds of a wait. A busy machine may need many times the time of an idle one."""
A_MOMENT = 0.003

ON_DISK = frozenset({"write", "take", "save", "move", "holds keys", "result", "claim", "read", "type"})
"""Groups of the workers that read or write on the disk."""


async def until(pilot: Pilot[Any], condition: Callable[[], object], what: str) -> None:
    """Let the program work and draw until `condition` holds.

    Args:
        pilot: the pilot of the program.
        condition: the condition to wait for.
        what: the name of the condition in the message of a failure.

    Raises:
        AssertionError: if the condition does not come true in time, or the program crashed.
    """
    deadline = monotonic() + LONGEST
    patience = 0.0
    while not condition():
        assert not pilot.app.return_code, f"the program crashed; waited for {what}"
        assert monotonic() < deadline, f"waited {LONGEST:.0f} s in vain for {what}"
        await asyncio.sleep(patience)  # for threads, other programs and timers
        await quiet(pilot)
        patience = A_MOMENT


async def quiet(pilot: Pilot[Any]) -> None:
    """Let the program work until it is idle, and draw; threads may still be busy.

    The work includes tasks that run only after a screen was drawn, such as scrolling to the newest hand.
    """
    deadline = monotonic() + LONGEST
    drawn = False
    while not drawn and not pilot.app.return_code:
        while _is_busy():
            await asyncio.sleep(0)  # This only lets other tasks run.
            assert monotonic() < deadline, f"the program found no rest in {LONGEST:.0f} s"
        pilot.app.animator()  # Without animations scrolling is immediate, but only at the next tick.
        for screen in pilot.app.screen_stack:
            if screen._callbacks or screen._update_timer._active.is_set():
                screen._on_timer_update()
        assert monotonic() < deadline, f"the program was never done drawing in {LONGEST:.0f} s"
        busy = any(screen._callbacks or screen._next_callbacks for screen in pilot.app.screen_stack)
        drawn = not busy and not _is_busy()  # Drawing notifies widgets of a new size.


def _is_busy() -> bool:
    """Return whether another task could run at once, without waiting for a thread, a timer or a message.

    The queue of an event loop has no public name. Without it a wait could only hope that some rounds are
    enough.
    """
    ready: deque[Any] = asyncio.get_running_loop()._ready  # type: ignore[attr-defined]
    return bool(ready)


async def disk_done(pilot: Pilot[Any]) -> None:
    """Wait until everything that keys asked to read or write is read, or is on the disk, and is shown.

    Raises:
        AssertionError: if that takes too long.
    """

    def done() -> bool:
        return not any(worker.group in ON_DISK for worker in pilot.app.workers)

    if not done():
        await until(pilot, done, "the disk")


async def work_done_aside(pilot: Pilot[Any]) -> None:
    """Wait until background reading, comparing and writing is done, but not for questions or phones.

    Raises:
        TimeoutError: if it takes too long.
    """
    async with asyncio.timeout(LONGEST):
        while aside := [
            worker
            for worker in pilot.app.workers
            if worker.group not in ("ask", "share") and not worker.is_finished
        ]:
            await pilot.app.workers.wait_for_complete(aside)
            await quiet(pilot)  # Keys typed meanwhile may start more work.
    await quiet(pilot)

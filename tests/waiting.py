"""Waiting, always for a condition and never longer than a bound. No test hopes that a pause is enough."""

import asyncio
from collections import deque
from collections.abc import Callable
from time import monotonic
from typing import Any

from textual.pilot import Pilot

LONGEST = 20.0
"""Seconds; a busy machine may need many times what an idle one takes, and no wait is in vain."""
A_MOMENT = 0.003

ON_DISK = frozenset({"write", "take", "save", "move", "leave", "result", "claim"})
"""The groups of the workers that put something on the disk."""


async def until(pilot: Pilot[Any], condition: Callable[[], object], what: str) -> None:
    """Let the program work, and draw, until `condition` holds.

    Raises:
        AssertionError: if it does not come to hold, or the program crashed; `what` was waited for.
    """
    deadline = monotonic() + LONGEST
    patience = 0.0
    while not condition():
        assert not pilot.app.return_code, f"the program crashed; waited for {what}"
        assert monotonic() < deadline, f"waited {LONGEST:.0f} s in vain for {what}"
        await asyncio.sleep(patience)  # only for what takes time by itself: threads, other programs, timers
        await quiet(pilot)
        patience = A_MOMENT


async def quiet(pilot: Pilot[Any]) -> None:
    """Let the program work until nothing is under way, and draw; threads may still be busy.

    What is done only after a screen was drawn, such as scrolling to the newest hand, belongs to the work.
    """
    deadline = monotonic() + LONGEST
    drawn = False
    while not drawn and not pilot.app.return_code:
        while _under_way():
            await asyncio.sleep(0)  # only lets others go ahead
            assert monotonic() < deadline, f"the program found no rest in {LONGEST:.0f} s"
        pilot.app.animator()  # without animations what scrolls jumps, but only with the next tick
        for screen in pilot.app.screen_stack:
            if screen._callbacks or screen._update_timer._active.is_set():
                screen._on_timer_update()
        assert monotonic() < deadline, f"the program was never done drawing in {LONGEST:.0f} s"
        busy = any(screen._callbacks or screen._next_callbacks for screen in pilot.app.screen_stack)
        drawn = not busy and not _under_way()  # whoever has another size now is told so


def _under_way() -> bool:
    """Whether anybody but the test could go on at once, not waiting for a thread, a timer or a message.

    The queue of an event loop has no public name; without it one could only hope that some rounds are enough.
    """
    ready: deque[Any] = asyncio.get_running_loop()._ready  # type: ignore[attr-defined]
    return bool(ready)


async def disk_done(pilot: Pilot[Any]) -> None:
    """Wait until what keys have asked to be put on the disk is there, and shown.

    Raises:
        AssertionError: if that does not come about in time.
    """

    def done() -> bool:
        return not any(worker.group in ON_DISK for worker in pilot.app.workers)

    if not done():
        await until(pilot, done, "what is written")


async def work_done_aside(pilot: Pilot[Any]) -> None:
    """Wait for what is read, compared or written aside, and draw; not for an answer to a question, or phones.

    Raises:
        TimeoutError: if it does not end.
    """
    async with asyncio.timeout(LONGEST):
        while aside := [
            worker
            for worker in pilot.app.workers
            if worker.group not in ("ask", "share") and not worker.is_finished
        ]:
            await pilot.app.workers.wait_for_complete(aside)
            await quiet(pilot)  # keys that were typed meanwhile may begin more of it
    await quiet(pilot)

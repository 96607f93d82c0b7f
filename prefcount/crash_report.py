"""Reports about crashes, with places in the code but without names, figures and messages of exceptions."""

import platform
import sys
import traceback
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from prefcount import __version__
from prefcount.base.i18n import _
from prefcount.base.problems import quote
from prefcount.store.disk import WriteError, make_file, make_folder
from prefcount.store.settings import sessions_folder

MAX_FRAMES = 60


def format_report(error: BaseException) -> str:
    """Return the text of a crash report. Messages of errors are left out, because they can contain names."""
    lines = [f"prefcount {__version__}, Python {platform.python_version()}, {sys.platform}"]
    seen: BaseException | None = error
    while seen is not None:
        lines.append(f"{type(seen).__module__}.{type(seen).__qualname__}")
        frames = traceback.extract_tb(seen.__traceback__)[-MAX_FRAMES:]
        lines += [f"  {_place(frame.filename)}:{frame.lineno} {frame.name}" for frame in frames]
        # Textual's WorkerFailed has its cause in `error`.
        in_worker: BaseException | None = getattr(seen, "error", None)
        seen = in_worker or seen.__cause__ or (None if seen.__suppress_context__ else seen.__context__)
    return "\n".join(lines) + "\n"


def _place(filename: str) -> str:
    # The folders above the package may contain the name of a person.
    parts = Path(filename).parts
    for root in ("site-packages", "lib", "prefcount"):
        if root in parts[:-1]:
            index = len(parts) - 1 - parts[::-1].index(root)
            return "/".join(parts[index:] if root == "prefcount" else parts[index + 1 :])
    return parts[-1]


def write_report(error: BaseException) -> str:
    """Write a report about a crash into the sessions folder, and return the message to the user.

    The message names the file, or has the whole report if the file cannot be written.
    """
    text = format_report(error)
    name = f"crash-{datetime.now():%Y-%m-%d-%H%M%S-%f}.txt"  # microseconds make the name unique
    with suppress(OSError, ValueError, WriteError):
        path = sessions_folder() / name
        make_folder(path.parent)
        make_file(path, text.encode())
        text = quote(path)
    return _(
        "prefcount had to stop because of an error of its own. Everything recorded is in your file, "
        "and a half-entered hand will be offered again. Please send this report to the authors; it "
        "has no names and no figures: {report}"
    ).format(report=text)

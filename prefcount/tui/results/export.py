"""Save texts such as the settlement as new files next to the session file, never over another file."""

from pathlib import Path

from prefcount.base.i18n import N_, text
from prefcount.base.os_errors import os_error_text
from prefcount.store.disk import SHARED, make_file
from prefcount.store.write_errors import WriteError

MOST = 1000


def save_next_to_session(session: Path, ending: str, content: str) -> Path:
    """Save a text next to a session file, with a number in its name if the plain name is taken.

    Args:
        session: the session file.
        ending: how the name goes on after that of the session, such as "-settlement.txt".
        content: the text.

    Returns:
        where it is.

    Raises:
        WriteError: if it cannot be saved.
    """
    more, dot, kind = ending.rpartition(".")
    for number in range(1, MOST):
        path = session.with_name(f"{session.stem}{more}{f'-{number}' if number > 1 else ''}{dot}{kind}")
        try:
            make_file(path, content.encode(), SHARED)
        except FileExistsError:
            continue
        except (OSError, ValueError) as error:
            raise WriteError(text(N_("not saved: {reason}"), reason=os_error_text(error))) from None
        return path
    raise WriteError(text(N_("a thousand such files lie beside the session; move them away")))

"""What an audit finds, in the checks of every session and in those that only one game has."""

from typing import Literal, NamedTuple

from prefcount.base.i18n import Text

Severity = Literal["error", "remark"]
"""An error cannot be; a remark is possible and mostly a slip, so no file is wrong for it."""


class Finding(NamedTuple):
    """One thing that an audit says about a file.

    Attributes:
        code: the name of the mistake, as the machine-readable output spells it.
        message: a sentence that says what is wrong and helps to mend it.
        entry: the entry it concerns, or 0.
        player, column: the figure it concerns, or "".
        claimed, computed: what the file says, and what follows from its entries, from the rules or from the
            table's own convention; None where there is no such value.
        line: the entry in the short notation, or its kind; for people, who know it by that.
        again: the shorter message for people where another finding of the file with the same words has said
            the rest, or None.
        severity: an error or a remark.
    """

    code: str
    message: Text
    entry: int = 0
    player: str = ""
    column: str = ""
    claimed: int | str | None = None
    computed: int | str | None = None
    line: str = ""
    again: Text | None = None
    severity: Severity = "error"

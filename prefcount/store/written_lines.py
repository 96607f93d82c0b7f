"""The lines of a file as the program writes them."""

from pydantic import BaseModel

from prefcount.entries.base import Entry


def header_line(header: BaseModel) -> bytes:
    """The first line of a file."""
    return header.model_dump_json(exclude_none=True).encode() + b"\n"


def entry_line(entry: Entry, prev: str) -> bytes:
    """The line of an entry that follows the line with the hash `prev`."""
    return spelled(entry.model_copy(update={"prev": prev})) + b"\n"


def spelled(entry: Entry) -> bytes:
    """An entry as the program spells it, to the byte, without the line end."""
    return entry.model_dump_json(exclude_none=True, exclude_defaults=False, by_alias=True).encode()

"""Session files and sessions in memory, for tests.

An entry is a line of the short notation ("anna 7h wp 6") or its fields. Anna, Boris and Vera sit clockwise
and Vera deals.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from prefcount.entries.models import End, Entry
from prefcount.session.session import Session
from prefcount.session.typed_entries import with_seal
from prefcount.store.journal import Journal
from tests import helpers

Fields = Mapping[str, Any]
What = str | Fields

HEADER: Fields = {
    "kind": "session",
    "version": 1,
    "game": "preferans",
    "players": ["Anna", "Boris", "Vera"],
    "dealer": "Vera",
}

EVERY_KIND: tuple[What, ...] = (
    "anna 7h wp 6",
    "boris m 0",
    "r 3 5 2",
    {"kind": "misdeal"},
    {"kind": "talon_thrown"},
    {
        "kind": "adjust",
        "player": "Anna",
        "column": "whists",
        "on": "Vera",
        "amount": "5/2",
        "reason": "cheered",
    },
    {"kind": "join", "player": "Gleb", "replaces": "Vera"},
    {"kind": "sheet", "columns": {"Anna": {"pool": "2.6.12", "dump": 4, "whists": {"Boris": 20}}}},
    {"kind": "check", "columns": {"Boris": {"pool": 10}}},
    {"kind": "void", "entry": 4},
    {"kind": "amend", "entry": 1, "with": {"kind": "raspasy", "tricks": {"Anna": 1, "Boris": 1, "Vera": 8}}},
    {"kind": "rename", "player": "Anna", "to": "Anna K."},
    {"kind": "note", "text": "the cat sat down on the talon"},
    {"kind": "price", "stake": "0.10", "currency": "EUR"},
    {"kind": "date", "started": "2026-01-31"},
    {"kind": "seats", "order": ["Anna K.", "Gleb", "Boris"]},
    {"kind": "rules", "set": {"style": "gentleman", "raspasy": {"cap": 5}}},
    {"kind": "join", "player": "Dora"},
    {"kind": "leave", "player": "Dora"},
    {"kind": "end", "reason": "agreed"},
)
"""One entry of every kind; all of them fit, one after the other."""

ONLY_RESULT: Fields = {"kind": "result", "results": {"Anna": "27 1/2", "Boris": -18, "Vera": "-19/2"}}
"""The one kind that fits no game with hands: all that is known of an evening."""


def fields(what: What) -> dict[str, Any]:
    if not isinstance(what, str):
        return dict(what)
    hand = helpers.GAME.parse(helpers.start(), what)
    return hand.model_dump(mode="json", by_alias=True, exclude_none=True)


def void(entry: int) -> Fields:
    return {"kind": "void", "entry": entry}


def amend(entry: int, what: What) -> Fields:
    return {"kind": "amend", "entry": entry, "with": fields(what)}


def after(place: int, what: What) -> Fields:
    return {**fields(what), "after": place}


def line(what: Fields) -> bytes:
    return json.dumps(what, ensure_ascii=False).encode() + b"\n"


def numbered(*what: What) -> list[dict[str, Any]]:
    return [{"n": number, **fields(each)} for number, each in enumerate(what, 1)]


def by_hand(path: Path, *what: What, **header: Any) -> Path:
    """Return a file as written in an editor: numbered, without `prev`."""
    path.write_bytes(b"".join(map(line, [{**HEADER, **header}, *numbered(*what)])))
    return path


def by_program(path: Path, *what: What, **header: Any) -> Path:
    """Return a file as the program writes it, entry by entry, each of which must fit."""
    start = helpers.header().model_copy(update=header)
    session, journal = Session(start), Journal.create(path, start)
    for each in what:
        given = entry(each)
        given = with_seal(given, journal.seal()) if isinstance(given, End) else given
        session = session.accept(given).session
        journal.append(session.entries[-1])
    return path


def entry(what: What) -> Entry:
    return helpers.entry(**fields(what))


def session(*what: What, **rules: Any) -> Session:
    """Return a session in memory, whether its entries fit or not; entries are numbered in order."""
    return Session(helpers.header(**rules), [entry(each) for each in numbered(*what)])


def lines(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines(keepends=True)

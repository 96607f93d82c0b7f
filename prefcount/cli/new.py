"""`prefcount new FILE`: begin a session file."""

import argparse
from datetime import datetime
from typing import Any

from pydantic import ValidationError

from prefcount.cli.main import Unusable
from prefcount.cli.setting import put
from prefcount.entries.header import Header
from prefcount.entries.sentences import problems_of
from prefcount.problems import Refused, quote, together
from prefcount.session.journal import Journal, NotWritten
from prefcount.session.session import Session


def main(options: argparse.Namespace) -> int:
    """Write a header made of the options; the file must not exist."""
    header = _header(options)
    try:
        Session(header)
        Journal.create(options.file, header)
    except Refused as refusal:
        raise Unusable(together(refusal.problems)) from None
    except NotWritten as error:
        raise Unusable(f"{quote(options.file)}: {error}") from None
    return 0


def _header(options: argparse.Namespace) -> Header:
    rules: dict[str, Any] = {"preset": options.preset, "target": options.target}
    for setting in options.set:
        put(rules, setting)
    given = {
        "kind": "session",
        "version": 1,
        "game": options.game,
        "players": tuple(options.players),
        "dealer": options.dealer,
        "rules": rules,
        "stake": options.stake,
        "currency": options.currency,
        "started": datetime.now().astimezone().replace(microsecond=0),
        "note": options.note,
    }
    try:
        return Header.model_validate(given)
    except ValidationError as error:
        raise Unusable(together(problems_of(error, Header))) from None

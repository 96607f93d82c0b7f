"""`prefcount new FILE`: begin a session file."""

import argparse
from datetime import datetime
from typing import Any

from pydantic import ValidationError
from pydantic_core import from_json

from prefcount.cli.main import Unusable
from prefcount.entries.header import Header
from prefcount.entries.sentences import problems_of
from prefcount.i18n import _
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
        _put(rules, setting)
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


def _put(rules: dict[str, Any], setting: str) -> None:
    """Put OPTION=VALUE where it belongs; a dot leads into a group, such as raspasy.cap=5."""
    name, equals, value = setting.partition("=")
    if not name or not equals:
        raise Unusable(
            _("--set needs OPTION=VALUE, such as style=gentleman, not “{given}”").format(given=quote(setting))
        )
    *groups, option = name.split(".")
    where = rules
    for group in groups:
        inner = where.setdefault(group, {})
        if not isinstance(inner, dict):
            raise Unusable(_("“{name}” is not a group of options").format(name=quote(group)))
        where = inner
    where[option] = _value(value)


def _value(value: str) -> Any:
    """A value as JSON where it is some (5, true, [6,7]), else as a word."""
    try:
        return from_json(value)
    except (ValueError, TypeError):  # no JSON, or not even text
        return value

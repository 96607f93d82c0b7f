"""Reading OPTION=VALUE of a command line into the rules of a header."""

from collections.abc import Iterable
from typing import Any

from pydantic_core import from_json

from prefcount.base.i18n import _
from prefcount.base.problems import quote
from prefcount.cli.exits import UsageError
from prefcount.games.protocol.game import Game
from prefcount.games.shared.edited_rules import PRESET


def put_all(rules: dict[str, Any], settings: Iterable[str], game: Game[Any]) -> None:
    """Put every OPTION=VALUE where it belongs; a preset by whatever people call it.

    Raises:
        UsageError: if one is none, or leads into what is no group.
        InvalidInput: if there is no such preset; the nearest is offered.
    """
    for setting in settings:
        _put(rules, setting)
    if PRESET in rules:
        rules[PRESET] = game.preset_called(rules[PRESET])


def _put(rules: dict[str, Any], setting: str) -> None:
    """Put OPTION=VALUE where it belongs; a dot leads into a group, such as raspasy.cap=5.

    Raises:
        UsageError: if it is none, or leads into what is no group.
    """
    name, equals, value = setting.partition("=")
    if not name or not equals:
        raise UsageError(
            _("--set needs OPTION=VALUE, e.g. style=gentleman, not “{given}”").format(given=quote(setting))
        )
    *groups, option = name.split(".")
    where = rules
    for group in groups:
        inner = where.setdefault(group, {})
        if not isinstance(inner, dict):
            raise UsageError(_("“{name}” is not a group of options").format(name=quote(group)))
        where = inner
    where[option] = _value(value)


def _value(value: str) -> Any:
    """A value as JSON where it is some (5, true, [6,7]), else as a word."""
    try:
        return from_json(value)
    except (ValueError, TypeError):  # no JSON, or not even text
        return value

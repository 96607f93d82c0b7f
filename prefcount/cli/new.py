"""`prefcount new FILE`: begin a session file."""

import argparse
from datetime import datetime
from typing import Any

from pydantic import ValidationError

from prefcount.cli.main import Unusable
from prefcount.cli.setting import put
from prefcount.entries.header import Header
from prefcount.entries.sentences import problems_of
from prefcount.games import game_named
from prefcount.i18n import _
from prefcount.local import decimal_typed
from prefcount.problems import Refused, quote, together
from prefcount.session.journal import Journal, NotWritten
from prefcount.session.session import Session

TARGET = "target"
"""The goal of the games that are played until a pool is filled."""


def main(options: argparse.Namespace) -> int:
    """Write a header made of the options; the file must not exist."""
    try:
        header = _header(options)
        Session(header)
        Journal.create(options.file, header)
    except Refused as refusal:
        raise Unusable(together(refusal.problems)) from None
    except NotWritten as error:
        raise Unusable(f"{quote(options.file)}: {error}") from None
    return 0


def _header(options: argparse.Namespace) -> Header:
    rules = _rules(options)
    for setting in options.set:
        put(rules, setting)
    given = {
        "kind": "session",
        "version": 1,
        "game": options.game,
        "players": tuple(options.players),
        "dealer": options.dealer,
        "rules": rules,
        "stake": None if options.stake is None else decimal_typed(options.stake),
        "currency": options.currency,
        "started": datetime.now().astimezone().replace(microsecond=0),
        "note": options.note,
    }
    try:
        return Header.model_validate(given)
    except ValidationError as error:
        raise Unusable(together(problems_of(error, Header))) from None


def _rules(options: argparse.Namespace) -> dict[str, Any]:
    """Preset and goal as they are named, else as the game has them. Raises Refused or Unusable."""
    game = game_named(options.game)
    preset = options.preset or next(iter(game.presets))
    goal = game.goal.option
    if options.target is None:
        return {"preset": preset, goal: game.spelled(game.preset(preset))[goal]}
    if goal != TARGET:
        said = _("{game} has no --target; --set {goal}={target} says how long it is")
        raise Unusable(said.format(game=game.name, goal=goal, target=options.target))
    return {"preset": preset, TARGET: options.target}

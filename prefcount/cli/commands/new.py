"""`prefcount new FILE`: begin a session file."""

import argparse
from typing import Any

from prefcount.base.clock import now
from prefcount.base.i18n import _
from prefcount.base.problems import quote
from prefcount.cli.arguments import (
    UsageError,
    add_day,
    add_game,
    add_set,
    add_stake,
    as_path,
    put_all,
    stake_and_currency,
)
from prefcount.games import game_named
from prefcount.session.session import Session, new_header, started_on
from prefcount.store.disk import WriteError
from prefcount.store.journal import Journal

TARGET = "target"
"""The goal of the games that are played until a pool is filled."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The flags of `prefcount new`."""
    command.add_argument("file", type=as_path, help=_("the file to create; it must not exist"))
    add_game(command)
    players = _("in the order in which they deal")
    command.add_argument("--players", nargs="+", required=True, metavar="NAME", help=players)
    command.add_argument("--dealer", metavar="NAME", help=_("who deals first; the first player by default"))
    command.add_argument("--preset", help=_("the convention to start from"))
    command.add_argument("--target", type=int, metavar="N", help=_("the pool target (20)"))
    add_set(command)
    add_stake(command)
    command.add_argument("--note", help=_("a remark"))
    add_day(command, "--date", _("the day of the evening, e.g. 2026-01-31; now if left out"))


def main(options: argparse.Namespace) -> int:
    """Write a header made of the options; the file must not exist."""
    rules, at = _rules(options), now()
    stake, currency = stake_and_currency(options)
    put_all(rules, options.set, game_named(options.game))
    header = new_header(
        game=options.game,
        players=tuple(options.players),
        dealer=options.dealer,
        rules=rules,
        stake=stake,
        currency=currency,
        started=at if options.date is None else started_on(options.date, at),
        note=options.note,
    )
    Session(header)
    try:
        Journal.create(options.file, header)
    except WriteError as error:
        raise UsageError(f"{quote(options.file)}: {error}") from None
    return 0


def _rules(options: argparse.Namespace) -> dict[str, Any]:
    """Preset and goal as they are named, else as the game has them. Raises InvalidInput or UsageError."""
    game = game_named(options.game)
    preset = game.preset_called(options.preset) if options.preset else next(iter(game.presets))
    goal = game.goal.option
    if options.target is None:
        return {"preset": preset, goal: game.spelled(game.preset(preset))[goal]}
    if goal != TARGET:
        sentence = _("{game} has no --target; --set {goal}={target} sets its length")
        raise UsageError(sentence.format(game=game.name, goal=goal, target=options.target))
    return {"preset": preset, TARGET: options.target}

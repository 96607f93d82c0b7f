"""`prefcount import FILE…`: games kept in other programs become sessions."""

import argparse
import json
from pathlib import Path

from prefcount.base.data_folder import sessions_folder
from prefcount.base.i18n import _, ngettext
from prefcount.base.problems import quote, unknown
from prefcount.cli.arguments import (
    UsageError,
    add_out,
    add_several,
    add_stake,
    add_switch,
    describe_several,
    stake_and_currency,
)
from prefcount.cli.command_io import LeftOut, UnusableFile, say, warn
from prefcount.cli.commands.fit import add_fit_seconds, fit_in_time
from prefcount.entries.header import Price
from prefcount.fit.text import own_rules_said, verdict_lines
from prefcount.importing.as_session import FORMATS, Imported, games_in, imported, write_session
from prefcount.importing.foreign_game import GAME, ForeignGame, NoGame
from prefcount.session.new_headers import new_header
from prefcount.store.disk import WriteError
from prefcount.store.open_file import ReadError


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The flags of `prefcount import`."""
    describe_several(command)
    add_several(command, "files", _("files of other programs, or tables of evenings"))
    formats = _("{formats}; without it the content of a file says what it is").format(
        formats="prefandroid, mathfewmatthews, csv"
    )
    command.add_argument("--from", dest="format", metavar="NAME", help=formats)
    add_out(command, "FOLDER", _("the folder for the sessions; without it that of the saved games"))
    add_stake(command)
    add_switch(command, "--fit", _("use the rules that explain most of a game's figures, and say which"))
    add_fit_seconds(command)


def main(options: argparse.Namespace) -> int:
    """Write a session for every game; what cannot be used is named, and then the code says so."""
    if options.format not in (None, *FORMATS):
        raise UsageError(str(unknown("--from", options.format, FORMATS)))
    left_out, price = LeftOut(), _price(options)
    for path in options.files:
        try:
            program, games = games_in(path, options.format, price)
        except ReadError as error:
            if len(options.files) == 1:
                raise UnusableFile(path, error.text) from None
            left_out.add(path, error.text)
            continue
        if not games:
            left_out.add(path, _("there is no game in it"))
        for game in games:
            if not isinstance(game, NoGame):
                _import(path, game, program, options, left_out)
            elif game.lost:
                left_out.add(path, game.text, game.place)
            else:
                warn(f"{quote(path)}: {game.place}: {game.text}")
    return left_out.code()


def _price(options: argparse.Namespace) -> Price | None:
    """What a whist costs, where that and its currency are named. Raises InvalidInput."""
    options.stake, options.currency = stake_and_currency(options)
    if options.stake is None and options.currency is None:
        return None
    header = new_header(game=GAME, players=("a", "b"), stake=options.stake, currency=options.currency)
    price = Price.of(header.stake, header.currency)
    return price if price.amount and price.currency else None


def _import(
    path: Path, game: ForeignGame, program: str, options: argparse.Namespace, left_out: LeftOut
) -> None:
    """Write one game of a file of a program, and print its import notes."""
    verdict = list[str]()
    try:
        made = imported(game, program, options.stake, options.currency)
        if options.fit:
            fitted, verdict = _fitting_rules(game, made, options.seconds)
            made = made if fitted is None else imported(fitted, program, options.stake, options.currency)
        session_path = write_session(options.out or sessions_folder(), made.session)
    except (ReadError, WriteError) as error:
        left_out.add(path, str(error), game.place)
        return
    for note in (*made.remarks, *made.differences):
        warn(f"{quote(path)}: {note}")
    for line in verdict:
        say(f"{quote(path)}: {line}")
    hands = made.session.state.hands
    sentence = ngettext("{path} → {session} ({n} hand)", "{path} → {session} ({n} hands)", hands)
    if not hands:
        sentence = _("{path} → {session} (only the result)")
    say(sentence.format(path=quote(path), session=quote(session_path), n=hands))


def _fitting_rules(game: ForeignGame, made: Imported, seconds: int) -> tuple[ForeignGame | None, list[str]]:
    """The game with the rules that explain the most of the other program's figures, and which these are.

    It is None, and the rules that the file names, as in `made`, stay, where no others explain more; else a
    note names those that are left.
    """
    fitted = fit_in_time([made.session], seconds) if made.session.state.hands else None
    if fitted is None or not fitted.best:
        return None, [_("there are no hands or figures from which to find its rules")]
    best, played = fitted.best[0].candidate, made.session.game
    if fitted.own is not None and fitted.own.wrong <= fitted.best[0].wrong:
        return None, [own_rules_said(fitted.own, fitted.figures)]
    fixed = (played.goal.option, *played.unending({}))
    rules = best.given({name: game.rules[name] for name in fixed if name in game.rules})
    note = f"rules by the figures: {json.dumps(rules)}; the file names {json.dumps(dict(game.rules))}"
    return game._replace(rules=rules, notes=(*game.notes, note)), list(verdict_lines(fitted))

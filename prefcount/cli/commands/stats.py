"""`prefcount stats PATH…`: statistics of many games, player by player."""

import argparse
from datetime import date

from prefcount.base.i18n import _
from prefcount.base.problems import InvalidInput, together, unknown
from prefcount.cli.command_io import LeftOut, as_json, each_usable, output_language, people_of, say, say_bytes
from prefcount.cli.exits import UsageError
from prefcount.stats.aliases import People
from prefcount.stats.data import comma_separated, games_separated, statistics_object
from prefcount.stats.gather_files import Statistics
from prefcount.stats.periods import SEPTEMBER, Period, period_typed
from prefcount.stats.session_record import read_session
from prefcount.stats.text import statistics_lines


def main(options: argparse.Namespace) -> int:
    """Add up all sessions that can be read; what cannot is named and left out, and then the code says so."""
    _refuse_what_goes_alone(options)
    people, period = people_of(options.alias), _period(options)
    season_from = options.season_from or SEPTEMBER
    found = Statistics(people, running=options.running, period=period, by=options.by, season_from=season_from)
    left_out = LeftOut()
    with output_language(options):
        for path, read in each_usable(read_session, options.paths, left_out):
            why = found.add(path, read)
            if why:
                left_out.add(path, why)
    if not found.read:
        raise UsageError(_("there is no session that can be read"))
    only = _only(found, people, options.player)
    if options.json:
        say(as_json(statistics_object(found, left_out.found, only, rating=options.rating)))
    elif options.games:
        say_bytes(games_separated(found, only).encode())
    elif options.csv:
        say_bytes(comma_separated(found, only, rating=options.rating).encode())
    else:
        for line in statistics_lines(found, only, rating=options.rating):
            say(line)
    return left_out.code()


def _refuse_what_goes_alone(options: argparse.Namespace) -> None:
    """Raises UsageError for an option without the one that it belongs to."""
    if options.games and not options.csv:
        raise UsageError(_("--games goes with --csv"))
    if options.season_from is not None and options.by != "season":
        raise UsageError(_("--season-from goes with --by season"))


def _period(options: argparse.Namespace) -> Period:
    """The days that count. Raises UsageError."""
    try:
        return period_typed(options.since, options.until, options.last, date.today())
    except InvalidInput as refusal:
        raise UsageError(together(refusal.problems)) from None


def _only(found: Statistics, people: People, name: str | None) -> str:
    """The key of the player who is asked for, or "". Raises UsageError if they did not play."""
    if name is None:
        return ""
    key = people.key(name)
    if not any(key in sums.people for sums in found.games.values()):
        names = {person.name for sums in found.games.values() for person in sums.people.values()}
        known = sorted(names) or ["–"]
        raise UsageError(str(unknown("--player", name, known)))
    return key

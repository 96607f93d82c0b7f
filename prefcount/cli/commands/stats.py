"""`prefcount stats PATH…`: statistics of many games, player by player."""

import argparse
from datetime import date

from prefcount.base.i18n import _
from prefcount.base.problems import unknown
from prefcount.cli.arguments import (
    UsageError,
    add_alias,
    add_day,
    add_json,
    add_removed,
    add_repeated,
    add_several,
    add_switch,
    describe_several,
    up_to,
)
from prefcount.cli.command_io import (
    LeftOut,
    add_usable,
    find_all,
    output_language,
    say_bytes,
    say_json,
    say_lines,
    warn,
)
from prefcount.stats.aliases import People, people_lines
from prefcount.stats.report import comma_separated, games_separated, statistics_lines, statistics_object
from prefcount.stats.sums import SEPTEMBER, Statistics, parse_period, read_session


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The flags of `prefcount stats`."""
    describe_several(command)
    add_several(command, "paths", _("session files or folders of them; prefcount where names yours"))
    command.add_argument("--player", metavar="NAME", help=_("one player alone"))
    without = _("leave out a guest; what the others won of them counts; may be repeated")
    add_repeated(command, "--without", "NAME", without)
    add_alias(command)
    add_switch(command, "--running", _("count games that are not over, as they stand"))
    add_day(command, "--since", _("games from this day on, such as 2026-01-31"))
    add_day(command, "--until", _("games until this day"))
    last = _("games of the last days, months or years: 30d, 3m, 1y")
    command.add_argument("--last", metavar="TIME", help=last)
    by = _("what everybody won in every month, quarter, season or year, as a table")
    command.add_argument("--by", choices=("month", "quarter", "season", "year"), help=by)
    month = up_to(12, _("{given} is not a month, from 1 for January to 12 for December"))
    begins = _("with --by season, the month in which a season begins, 1 to 12; 9 if left out")
    command.add_argument("--season-from", type=month, metavar="MONTH", help=begins)
    add_removed(command, "--rating", _("player ratings were removed from this version"))
    output = command.add_mutually_exclusive_group()
    add_json(output)
    add_switch(output, "--csv", _("for spreadsheets, a line for each player"))
    games = _("the games by date, as a table; with --csv a line for each player in each, which import reads")
    add_switch(command, "--games", games)


def main(options: argparse.Namespace) -> int:
    """Add up all sessions that can be read; what cannot is named and left out, and then the code says so."""
    if options.games and options.json:
        raise UsageError(_("--games is a table or goes with --csv; --json has the games as “course”"))
    if options.season_from is not None and options.by != "season":
        raise UsageError(_("--season-from goes with --by season"))
    found, left_out = find_all(options), LeftOut()
    people = found.people
    statistics = Statistics(
        people,
        running=options.running,
        period=parse_period(options.since, options.until, options.last, date.today()),
        by=options.by,
        season_from=options.season_from or SEPTEMBER,
        without=options.without,
    )
    with output_language(options):
        add_usable(statistics.add, read_session, found, left_out)
    if not statistics.read:
        raise UsageError(_("there is no session that can be read"))
    only = _known(statistics, people, "--player", options.player) if options.player is not None else ""
    for name in options.without:
        _known(statistics, people, "--without", name)
    if options.json:
        say_json(statistics_object(statistics, left_out.found, only))
    elif options.csv:
        rows = games_separated if options.games else comma_separated
        say_bytes(rows(statistics, only).encode())
        for line in people_lines(people):
            warn(line)
    else:
        say_lines(statistics_lines(statistics, only, games=options.games))
    return left_out.code()


def _known(statistics: Statistics, people: People, flag: str, name: str) -> str:
    """The key of the player whom a flag names. Raises UsageError if they did not play."""
    key = people.key(name)
    if not any(key in sums.people for sums in statistics.games.values()):
        names = {person.name for sums in statistics.games.values() for person in sums.people.values()}
        raise UsageError(str(unknown(flag, name, sorted(names) or ["–"])))
    return key

"""`prefcount stats PATH…`: what came out of many games, player by player."""

import argparse
import sys
from pathlib import Path

from prefcount.audit.run import files_in
from prefcount.cli.files import as_json, look_for, say, spoken_for, warn
from prefcount.cli.main import Unusable
from prefcount.i18n import _, ngettext
from prefcount.problems import Refused, quote, together, unknown
from prefcount.session.reader import Unreadable
from prefcount.stats.gather import Statistics
from prefcount.stats.people import NOBODY_ELSE, People, read_people

CHART_COLUMNS, CHART_ROWS = 78, 18


def main(options: argparse.Namespace) -> int:
    """Add up all sessions that can be read; what cannot is named and left out."""
    people = _people(options.alias)
    look_for(options.paths)
    with spoken_for(options):
        found, left_out = _read(options.paths, Statistics(people, running=options.running))
    if not found.read:
        raise Unusable(_("there is no session that can be read"))
    only = _only(found, people, options.player)
    if options.json:
        from prefcount.render.stats_data import statistics_object

        say(as_json(statistics_object(found, left_out, only)))
    elif options.csv:
        from prefcount.render.stats_data import comma_separated

        sys.stdout.flush()
        sys.stdout.buffer.write(comma_separated(found.games.values(), only).encode())
    else:
        _print(found, only)
    return 0


def _people(path: Path | None) -> People:
    """Who goes by several names. Raises Unusable."""
    if path is None:
        return NOBODY_ELSE
    try:
        return read_people(path)
    except Unreadable as error:
        raise Unusable(f"{quote(path)}: {error}") from None
    except Refused as refusal:
        raise Unusable(f"{quote(path)}: {together(refusal.problems)}") from None


def _read(paths: list[Path], found: Statistics) -> tuple[Statistics, dict[str, str]]:
    """The statistics of files and folders, and why files are left out."""
    left_out: dict[str, str] = {}
    for path in files_in(paths):
        why = found.add_file(path)
        if why:
            left_out[str(path)] = why
            warn(_("{path} is left out: {why}").format(path=quote(path), why=why))
    return found, left_out


def _only(found: Statistics, people: People, name: str | None) -> str:
    """The key of the player who is asked for, or "". Raises Unusable if he did not play."""
    if name is None:
        return ""
    key = people.key(name)
    if not any(key in sums.people for sums in found.games.values()):
        names = {person.name for sums in found.games.values() for person in sums.people.values()}
        known = sorted(names) or ["–"]
        raise Unusable(str(unknown("--player", name, known)))
    return key


def _print(found: Statistics, only: str) -> None:
    from prefcount.render.chart import chart
    from prefcount.render.sections import plain
    from prefcount.render.stats import over_time, statistics

    shown = [sums for sums in found.games.values() if not only or only in sums.people]
    for position, sums in enumerate(shown):
        say(("\n" if position else "") + plain(statistics(sums, only)))
        if len(sums.evenings) > 1:
            lines = chart(over_time(sums, only), CHART_COLUMNS, CHART_ROWS)
            say("\n" + "\n".join("".join(text for text, _style in line).rstrip() for line in lines))
    if found.running:
        count = found.running
        said = ngettext(
            "{n} game is not over and not counted; --running counts it.",
            "{n} games are not over and not counted; --running counts them.",
            count,
        )
        say(("\n" if found.games else "") + said.format(n=count))

"""Tables with a line for each evening and player, as `prefcount stats --csv --games` prints them."""

import csv
import io
from collections.abc import Mapping, Sequence
from itertools import groupby

from prefcount.base.i18n import N_
from prefcount.base.problems import InvalidInput, problem, quote

GAME = "preferans"
MOST_PLAYERS = 99
"""A table with a line for each evening has a column for each of them, and one for the date."""
_NEEDED = frozenset({"date", "player", "whists"})
_OF_AN_EVENING = ("date", "file", "game")
"""The columns in which all lines of an evening are equal."""


def a_line_each(content: bytes) -> bytes:
    """A table of evenings with a line for each evening, and with a column for each player.

    Args:
        content: a text in UTF-8; what is no table with a line for each player stays as it is.

    Raises:
        InvalidInput: if an evening is of another game or has a player twice, or there are too many players.
    """
    said = content.decode("utf-8-sig")
    heading = next(csv.reader([said.partition("\n")[0]]), [])
    if not set(heading) >= _NEEDED:
        return content
    try:
        lines = list(csv.DictReader(io.StringIO(said, newline=""), strict=True))
    except csv.Error:
        return content
    players = list(dict.fromkeys(line["player"] for line in lines))
    if len(players) > MOST_PLAYERS:
        said = N_("the table has more than {most} players")
        raise InvalidInput([problem("", said, most=MOST_PLAYERS)])
    made = io.StringIO(newline="")
    table = csv.writer(made)
    table.writerow(["date", *players])
    for key, evening in groupby(lines, lambda line: [line.get(column) or "" for column in _OF_AN_EVENING]):
        results = _results(key[-1], list(evening))
        table.writerow([key[0], *(results.get(player, "") for player in players)])
    return made.getvalue().encode()


def _results(game: str, evening: Sequence[Mapping[str, str]]) -> dict[str, str]:
    """The results of one evening by player: exact ones where decimals do not say all."""
    found: dict[str, str] = {}
    for line in evening:
        player = line["player"]
        where = {"date": quote(line["date"]), "player": quote(player)}
        if game not in ("", GAME):
            said = N_("{date}, {player}: this is an evening of {game}; only those of Preferans are imported")
            raise InvalidInput([problem("", said, **where, game=quote(game))])
        if player in found:
            said = N_("{date}: {player} has two results in one evening")
            raise InvalidInput([problem("", said, **where)])
        found[player] = line.get("exact") or line["whists"]
    return found

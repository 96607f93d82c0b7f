"""Games of the score sheet of mathfewmatthews: `*.pref.json`.

Such a file has the current sheet and a history in sentences, but no hands.
"""

from collections.abc import Mapping
from copy import deepcopy
from datetime import datetime
from typing import Any

from prefcount.base.i18n import N_, Text, text
from prefcount.base.problems import invalid
from prefcount.importing.foreign_game import (
    Fields,
    ForeignEntry,
    ForeignGame,
    cannot_be,
    choice,
    few,
    figure,
    list_of,
    mapping,
    number,
    pools_are_full,
    when_played,
)

FORMAT = "preferans-game-v2"
_PRESETS = {"Сочи": "sochi", "Питер": "piter-light", "Ленинград": "leningrad", "Ростов": "rostov"}
_OPTIONS: Mapping[str, tuple[str, Mapping[object, Any]]] = {
    "declarerRemizWhistMode": ("style", {"gentleman": "gentleman", "greedy": "greedy"}),
    "whistResponsibility": ("responsibility", {"half": "half", "full": "full"}),
    "gameWinWriteMode": ("made_first", {"pool": "pool", "mountain-first": "dump"}),
    "underThreeLoss": ("leave_without", {True: 3, False: 0}),
}
_DOUBLE_POOL = 20
"""What a point of the pool is worth in whists where it is worth two of the mountain."""
_POINT = 10
"""What a point of the mountain is worth in whists."""
_TIMES = range(1, 11)
"""The factors that a convention may have."""


def recognised(value: object) -> bool:
    """Whether a JSON value is a game of this program; older ones have no envelope."""
    if not isinstance(value, dict):
        return False
    return value.get("format") == FORMAT or {"poolTarget", "players", "mountain"} <= value.keys()


def games(value: Mapping[str, Any]) -> list[ForeignGame]:
    """The only game of a file. Raises InvalidInput for what is no list of players or no figure."""
    state = mapping(value.get("state"), "state") if "state" in value else value
    players = list_of(str, state.get("players"), "players")
    target = number(state.get("poolTarget", 20), "poolTarget")
    together = state.get("poolClosingMode") == "total"
    rules, remarks = _rules(state, target, together=together)
    exported = value.get("exportedAt")
    started = _started(exported)
    if started is None and exported is not None:
        remarks.append(cannot_be("exportedAt", exported))
    few(players)
    columns = _columns(state, players)
    whole_target = target * len(players) if together else target
    brought = _dotted(columns, mapping(state.get("scoreLog"), "scoreLog"), remarks)
    sheet = ForeignEntry({"kind": "sheet", "columns": brought}, text(N_("the sheet")), brought, whole=True)
    return [
        ForeignGame(
            players=tuple(players),
            rules=rules,
            started=started,
            entries=(sheet,) if any(columns.values()) else (),
            columns=columns,
            over="pool" if players and pools_are_full(columns, whole_target, together=together) else "",
            remarks=tuple(remarks),
            notes=tuple(list_of(str, state.get("history"), "history")),
            place=text(N_("the sheet")),
        )
    ]


def _started(exported: object) -> datetime | None:
    """The moment of the export, the only date in the file."""
    try:
        moment = datetime.fromisoformat(str(exported))
        return None if moment.tzinfo is None else when_played(moment.replace(microsecond=0))
    except (ValueError, OverflowError, OSError):
        return None


def _rules(state: Mapping[str, Any], target: int, *, together: bool) -> tuple[dict[str, Any], list[Text]]:
    """The convention as options, and what of it has no counterpart."""
    name, remarks = state.get("convention", "Сочи"), list[Text]()
    conventions = list_of(dict, state.get("customConventions"), "customConventions")
    custom = next((each for each in conventions if each.get("name") == name), {})
    rules: dict[str, Any] = {"preset": _PRESETS.get(str(name), "sochi"), "target": target}
    rules |= {"end": "total" if together else "each", "aid": not together}
    for field, (option, values) in _OPTIONS.items():
        value = choice(custom, field, values, None, remarks)
        if value is not None:
            rules[option] = value
    rules |= _factors(custom)
    if str(name) not in _PRESETS and not custom:
        sentence = N_(
            "the convention “{name}” is not described in the file; the figures are settled as Sochi"
        )
        remarks.append(text(sentence, name=str(name)[:40]))
    return rules, remarks


def _factors(custom: Mapping[str, Any]) -> dict[str, Any]:
    """How dump, whists and pool of a convention are multiplied; older files know one unit for all."""
    if custom.get("mountainUnit") != _POINT:
        return {"doubled": custom["poolUnit"] == _DOUBLE_POOL} if "poolUnit" in custom else {}
    factors: dict[str, int] = {}
    for option, field, unit in (
        ("dump_factor", "gamePenaltyMultiplier", 1),
        ("whist_factor", "whistTrickMultiplier", 1),
        ("pool_factor", "poolUnit", _POINT),
    ):
        for times in _TIMES:
            if custom.get(field) == times * unit:
                factors[option] = times
    return factors


def _columns(state: Mapping[str, Any], players: list[str]) -> Mapping[str, Fields]:
    """The columns of all players. Raises InvalidInput if there are more or fewer than players."""
    columns: dict[str, dict[str, Any]] = {name: {} for name in players}
    for field, column in (("pool", "pool"), ("mountain", "dump")):
        for name, amount in zip(players, _row(state.get(field), field, players), strict=False):
            columns[name][column] = figure(amount, field)
    rows = _row(state.get("whists"), "whists", players)
    for at, (name, row) in enumerate(zip(players, rows, strict=False)):
        amounts = [figure(amount, "whists") for amount in _row(row, "whists", players)]
        if amounts and amounts.pop(at) != 0:
            raise invalid(N_("{player} has whists on themselves"), player=name[:40])
        others = (*players[:at], *players[at + 1 :])
        if amounts:
            columns[name]["whists"] = dict(zip(others, amounts, strict=True))
    return columns


def _dotted(
    columns: Mapping[str, Fields], log: Mapping[str, Any], remarks: list[Text]
) -> Mapping[str, Fields]:
    """The columns as paper has them, dotted where the `log` leads to the last figure. Raises InvalidInput."""
    dotted: dict[str, Any] = deepcopy(dict(columns))
    for at, (name, figures) in enumerate(dotted.items()):
        for field, column in (("pool", "pool"), ("mountain", "dump")):
            if column in figures:
                way = _at(log.get(field), at)
                figures[column] = _grown(way, figures[column], f"{name[:40]}, {field}", remarks)
        ways = _at(log.get("whists"), at)
        whists = figures.get("whists", {})
        for on, other in enumerate(columns):
            if other in whists:
                place = f"{name[:40]}, whists, {other[:40]}"
                whists[other] = _grown(_at(ways, on), whists[other], place, remarks)
    return dotted


def _at(value: object, at: int) -> object:
    """What stands in a list, None where it is not there."""
    return value[at] if isinstance(value, list) and at < len(value) else None


def _grown(way: object, amount: int | str, place: str, remarks: list[Text]) -> int | str:
    """A column, "2.6.12."; its last figure alone where others do not lead to it. Raises InvalidInput."""
    figures = [figure(each, "scoreLog") for each in way] if isinstance(way, list) else []
    if not figures:
        return amount
    if figures[-1] != amount:
        sentence = N_("{place}: its history ends at {last}, not at {figure}, so only that is kept")
        remarks.append(text(sentence, place=place, last=figures[-1], figure=amount))
        return amount
    figures = figures[1:] if figures[0] == 0 else figures
    return ".".join(map(str, figures)) + "." if figures else amount


def _row(value: object, field: str, players: list[str]) -> list[Any]:
    """A list with one thing for each player, empty where it is missing. Raises InvalidInput."""
    if value is None:
        return []
    if not isinstance(value, list) or len(value) != len(players):
        sentence = N_("{what} must be a list of {count}, one for each player")
        raise invalid(sentence, what=field, count=len(players))
    return value

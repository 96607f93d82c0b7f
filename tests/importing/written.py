"""Files of other programs as they describe themselves, put together from what a test says of them."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from prefcount.importing.as_session import Imported, games_in, imported

NAMES = ("Anna", "Boris", "Vera", "Gleb")
RULES = {
    "gameType": "Sochy",
    "raspasyProgression": "Arifm1233",
    "raspasyExit": "Med677",
    "miserRaspExit": True,
    "vist": "FullResponsibility",
    "consolation": "Zlob",
    "vistTakeOnRaspas": 5,
    "ending": "Each",
    "scoring": "Normal",
    "consolationBonus": "Normal",
    "prikupConsolation": True,
    "stalindgrad": False,
}

Hand = Mapping[str, Any]


def played(dealer: int, contractor: int, contract: int, taken: Mapping[int, int], *visters: int) -> Hand:
    """A contract as PrefAndroid keeps it."""
    return {
        "gameType": "Normal",
        "dealer": dealer,
        "contractor": contractor,
        "contract": contract,
        "taken": {str(player): tricks for player, tricks in taken.items()},
        "visters": list(visters),
        "multiplier": 1,
        "halfWithDealer": False,
    }


def miser(dealer: int, contractor: int, tricks: int, *, half: bool = False) -> Hand:
    """A misère as PrefAndroid keeps it."""
    return {
        "gameType": "Miser",
        "dealer": dealer,
        "contractor": contractor,
        "contract": 0,
        "taken": {str(contractor): tricks},
        "visters": [],
        "multiplier": 1,
        "halfWithDealer": half,
    }


def raspasy(dealer: int, *tricks: int, multiplier: int = 1) -> Hand:
    """A raspasy as PrefAndroid keeps it, with everybody's tricks."""
    taken = {str(player): each for player, each in enumerate(tricks)}
    return {"gameType": "Raspasy", "dealer": dealer, "taken": taken, "visters": [], "multiplier": multiplier}


def custom(column: str, player: int, amount: int, on: int = 0) -> Hand:
    """A figure changed by hand as PrefAndroid keeps it."""
    score = {"scoreType": column, "playerNum": player, "refPlayerNum": on, "value": amount}
    return {"gameType": "Custom", "dealer": 0, "customScore": score}


def pulya(
    *hands: Hand,
    players: int = 3,
    limit: int = 20,
    figures: Sequence[Mapping[str, Any]] = (),
    **rules: object,
) -> dict[str, Any]:
    """A file of PrefAndroid; `figures` are everybody's columns, nothing if they are not given."""
    shown = figures or [{} for _player in range(players)]
    return {
        "limit": limit,
        "dealer": 0,
        "created": 1764442800000,
        "rules": {**RULES, **rules},
        "scores": [{"name": name, **each} for name, each in zip(NAMES, shown, strict=False)],
        "gameLog": list(hands),
    }


def sheet(players: Sequence[str] = NAMES[:3], **state: object) -> dict[str, Any]:
    """A file of the other score sheet, all of whose figures are nothing unless they are given."""
    zeros = [0] * len(players)
    empty = {
        "convention": "Сочи",
        "poolTarget": 20,
        "poolClosingMode": "each",
        "players": list(players),
        "pool": zeros,
        "mountain": zeros,
        "whists": [zeros] * len(players),
        "history": [],
    }
    return {
        "format": "preferans-game-v2",
        "schemaVersion": 1,
        "gameId": None,
        "state": {**empty, **state},
        "exportedAt": "2026-11-01T20:00:00.123Z",
    }


def read(tmp_path: Path, value: object, wanted: str | None = None) -> Imported:
    """The only game of a file."""
    path = tmp_path / "given.json"
    path.write_text(json.dumps(value, ensure_ascii=False), encoding="utf-8")
    name, [game] = games_in(path, wanted)
    return imported(game, name)


def columns(made: Imported) -> dict[str, dict[str, Any]]:
    """What the session computes, as far as it is not nothing."""
    from prefcount.render.data import settlement_object

    found: dict[str, dict[str, Any]] = {}
    for name, figures in settlement_object(made.session)["columns"].items():
        whists = {other: amount for other, amount in figures["whists"].items() if amount}
        shown = {"pool": figures["pool"], "dump": figures["dump"], "whists": whists}
        found[name] = {column: amount for column, amount in shown.items() if amount}
    return found


def lines(made: Imported) -> list[str]:
    """The hands in the short notation."""
    return [
        made.session.line(step)
        for step in made.session.replay.steps
        if step.entry is not None and step.entry.kind in (*made.session.game.hand_kinds, "adjust")
    ]


def remarks(made: Imported) -> list[str]:
    """What was said of the game."""
    return list(map(str, made.remarks))

"""Games of PrefAndroid: `pulya_<date>_<N>_<limit>.json` and `lastcalc.json`.

Such a file has every hand, with tricks and whisters but without suits, and all columns.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any, NamedTuple

from prefcount.base.clock import local
from prefcount.base.i18n import N_, Text, text
from prefcount.base.problems import InvalidInput, problem, quote
from prefcount.importing.foreign_game import Fields, ForeignEntry, ForeignGame
from prefcount.importing.foreign_json import figure, mapping, number, objects, wrong

MILLISECONDS = 1000
_LATEST = datetime(9999, 1, 1, tzinfo=UTC).timestamp() * MILLISECONDS
_PRESETS = {"Sochy": "sochi", "Leningrad": "leningrad", "Rostov": "rostov"}
_PROGRESSION: Mapping[str, Fields] = {
    "NoProgression1": {"progression": "constant"},
    "Arifm1233": {"progression": "arithmetic", "cap": 3},
    "Geom1244": {"progression": "geometric", "cap": 4},
}
_EXIT = {"Easy6": [6], "Med677": [6, 7, 7], "Hard678": [6, 7, 8]}
_OPTIONS: Mapping[str, tuple[str, Mapping[object, Any]]] = {
    "vist": ("responsibility", {"HalfResponsibility": "half", "FullResponsibility": "full"}),
    "consolation": ("style", {"Gentlemen": "gentleman", "Zlob": "greedy"}),
    "consolationBonus": ("consolation", {"Normal": "value", "Max10": "value"}),
    "prikupConsolation": ("consolation_to_dealer", {True: True, False: False}),
    "stalindgrad": ("stalingrad", {True: True, False: False}),
    "stalingrad": ("stalingrad", {True: True, False: False}),
}
_MAX10: Fields = {"consolation_cap": 10, "lone_quota": "half"}
"""What else its rule of consolation means."""
_FACTORS = range(2, 9)
_COLUMNS = {"Gora": "dump", "Pulya": "pool", "Visty": "whists"}
_KNOWN_RULES = {*_OPTIONS, "gameType", "raspasyProgression", "raspasyExit", "miserRaspExit"} | {
    "vistTakeOnRaspas",
    "ending",
    "scoring",
}
_HALF = {6: 2, 7: 1}
"""The tricks that stand for half a whist, by level."""


def recognised(value: object) -> bool:
    """Whether a JSON value is a game of this program."""
    return isinstance(value, dict) and ("gameLog" in value or {"scores", "limit"} <= value.keys())


def games(value: Mapping[str, Any]) -> list[ForeignGame]:
    """The only game of a file. Raises InvalidInput if it has no players or figures that are none."""
    scores = objects(value.get("scores"), "scores")
    players = tuple(each.get("name") for each in scores)
    if not all(isinstance(name, str) for name in players):
        raise InvalidInput([wrong("scores", list(players))])
    twice = [str(name) for at, name in enumerate(players) if name in players[:at]]
    if twice:
        raise InvalidInput([problem("", N_("two players are called “{name}”"), name=quote(twice[0]))])
    if not players:
        raise InvalidInput([problem("", N_("there are no players in it"))])
    table = _Table(tuple(map(str, players)), mapping(value.get("rules"), "rules"), value.get("limit"))
    rules, remarks = _rules(table)
    started = _started(value.get("created"))
    if started is None and value.get("created") not in (None, 0):
        remarks.append(wrong("created", value["created"]).text)
    log = objects(value.get("gameLog"), "gameLog")
    entries = tuple(_entries(table, log))
    dealt = [entry.fields["dealer"] for entry in entries if "dealer" in entry.fields]
    columns = {name: _columns(table, each) for name, each in zip(table.players, scores, strict=True)}
    results, notes = _results(table, scores)
    return [
        ForeignGame(
            table.players,
            dealt[0] if dealt else _name(table, value.get("dealer", 0)),
            rules,
            started,
            entries,
            columns,
            results,
            "pool" if _finished(table, columns) else "agreed" if results or notes else "",
            tuple(remarks),
            tuple(notes),
        )
    ]


class _Table(NamedTuple):
    """The players, the rules and the length of a game."""

    players: tuple[str, ...]
    rules: Mapping[str, Any]
    limit: object

    @property
    def together(self) -> bool:
        """Whether the limit is that of all pools together."""
        given = self.rules.get("ending")
        return given == "Sum" if given else self.rules.get("gameType") == "Leningrad"

    @property
    def doubled(self) -> bool:
        """Whether dump and whists are written double."""
        given = self.rules.get("scoring")
        return (given or self.rules.get("gameType")) == "Leningrad"


def _name(table: _Table, index: object) -> str:
    """The player of a number. Raises InvalidInput."""
    if isinstance(index, bool) or not isinstance(index, int) or not 0 <= index < len(table.players):
        said = N_("there is no player {index} among {count}, counted from 0")
        raise InvalidInput([problem("", said, index=str(index)[:20], count=len(table.players))])
    return table.players[index]


def _started(created: object) -> datetime | None:
    """The beginning, from milliseconds since 1970, in local time; None if it is not known."""
    if isinstance(created, bool) or not isinstance(created, int) or not 0 < created < _LATEST:
        return None
    return local(datetime.fromtimestamp(created // MILLISECONDS, UTC))


def _rules(table: _Table) -> tuple[dict[str, Any], list[Text]]:
    """The convention as options, and what of it has no counterpart."""
    given, remarks = table.rules, list[Text]()
    preset = given.get("gameType", "Sochy")
    if not isinstance(preset, str) or preset not in _PRESETS:
        remarks.append(_unknown_rule("gameType", preset))
    raspasy: dict[str, Any] = {
        "amnesty": True,
        "zero_bonus": "multiplier",
        "reset": "made",
        "misere_resets": "any" if given.get("miserRaspExit", True) is True else "made",
        "exit": _choice(given, "raspasyExit", _EXIT, [6, 7, 7], remarks),
    }
    if preset == "Rostov":
        whists = number(given.get("vistTakeOnRaspas", 5), "vistTakeOnRaspas")
        raspasy |= {"to": "whists", "amnesty": False, "basis": "difference", "tie": "none"}
        raspasy |= {"trick_whists": whists}
    else:
        raspasy |= {"base": 2 if table.doubled else 1}
        raspasy |= _choice(given, "raspasyProgression", _PROGRESSION, _PROGRESSION["Arifm1233"], remarks)
    rules = {
        "preset": _PRESETS.get(str(preset), "sochi"),
        "doubled": table.doubled,
        "undertricks": "personal",
        "eight_up": "both",
        "raspasy": raspasy,
    }
    rules |= _end(table, remarks)
    for field, (option, values) in _OPTIONS.items():
        if field in given:
            rules[option] = _choice(given, field, values, None, remarks)
    if given.get("consolationBonus") == "Max10":
        rules |= _MAX10
    remarks += (_unknown_rule(field, given[field]) for field in given if field not in _KNOWN_RULES)
    return {option: value for option, value in rules.items() if value is not None}, remarks


def _choice(
    given: Mapping[str, Any], field: str, values: Mapping[Any, Any], otherwise: Any, remarks: list[Text]
) -> Any:
    """What a rule of the file is as an option; `otherwise` where it is missing or unknown, which is said."""
    chosen = given.get(field)
    if chosen is None:
        return otherwise
    if not isinstance(chosen, str | bool) or chosen not in values:
        remarks.append(_unknown_rule(field, chosen))
        return otherwise
    return values[chosen]


def _unknown_rule(field: str, value: object) -> Text:
    return text(N_("the rule {rule} is not known here"), rule=f"{field}: {value}"[:80])


def _end(table: _Table, remarks: list[Text]) -> dict[str, Any]:
    """When the game ends; a limit of all pools together is one of each where it can be."""
    limit = number(table.limit if table.limit is not None else 20, "limit")
    if not table.together:
        return {"target": limit, "end": "each", "aid": True}
    if limit % max(1, len(table.players)):
        said = N_("{limit} for all pools together does not divide evenly; the rules give the game no end")
        remarks.append(text(said, limit=limit))
        return {"target": limit, "end": "manual", "aid": False}
    return {"target": limit // len(table.players), "end": "total", "aid": False}


# --- hands -----------------------------------------------------------------------------------------


def _entries(table: _Table, log: Sequence[Mapping[str, Any]]) -> Iterator[ForeignEntry]:
    """The hands in their order, and a change of the rules where a misère is shared with the dealer."""
    shared, row = False, 0
    for at, hand in enumerate(log, 1):
        place, remarks = text(N_("hand {number}"), number=at), list[Text]()
        half = hand.get("halfWithDealer") is True and hand.get("gameType") == "Miser"
        if half != shared and hand.get("gameType") == "Miser":
            shared = half
            yield ForeignEntry({"kind": "rules", "set": {"misere_half_with_dealer": half}}, place, hand)
        try:
            fields = _fields(table, hand, remarks)
        except InvalidInput as refusal:
            yield ForeignEntry({}, place, hand, tuple(each.text for each in refusal.problems))
            continue
        remarks += _multiplier(table, hand, row)
        if fields["kind"] in ("game", "misere") and _is_factor(hand.get("multiplier")):
            fields = {**fields, "factor": hand["multiplier"]}
        row = _row(table, hand, fields, row)
        yield ForeignEntry(fields, place, hand, tuple(remarks))


def _fields(table: _Table, hand: Mapping[str, Any], remarks: list[Text]) -> Fields:
    """A hand as files spell it. Raises InvalidInput for what no hand is."""
    kind = hand.get("gameType")
    if kind == "Custom":
        return _adjustment(table, mapping(hand.get("customScore"), "customScore"))
    dealer = {"dealer": _name(table, hand["dealer"])} if "dealer" in hand else {}
    taken = {
        _name(table, int(index) if index.isdecimal() and len(index) < 3 else index): number(tricks, "taken")
        for index, tricks in mapping(hand.get("taken"), "taken").items()
    }
    if kind == "Raspasy":
        return {"kind": "raspasy", "tricks": taken, **dealer}
    declarer = _name(table, hand.get("contractor", 0))
    if kind == "Miser":
        if hand.get("halfWithDealer") is True and len(table.players) < 4:
            remarks.append(text(N_("only with four players a misère is shared with the dealer")))
        return {
            "kind": "misere",
            "declarer": declarer,
            "tricks": {declarer: taken.get(declarer, 0)},
            **dealer,
        }
    if kind == "Normal":
        return {"kind": "game", "declarer": declarer, **_contract(table, hand, declarer, taken), **dealer}
    raise InvalidInput([wrong("gameType", kind)])


def _contract(table: _Table, hand: Mapping[str, Any], declarer: str, taken: dict[str, int]) -> Fields:
    """Contract, calls and tricks. Raises InvalidInput where the numbers contradict each other."""
    level = number(hand.get("contract"), "contract")
    visters = hand.get("visters") or []
    if not isinstance(visters, list):
        raise InvalidInput([wrong("visters", visters)])
    if any(each in visters[:at] for at, each in enumerate(visters)):
        raise InvalidInput([wrong("visters", visters)])
    whisting = [_name(table, each) for each in visters]
    own = taken.get(declarer, 0)
    others = {name: tricks for name, tricks in taken.items() if name != declarer and tricks}
    contract = {"contract": str(level)}
    if not whisting and own < level and not others:
        return {**contract, "left_without": level - own}
    defenders = _defenders(table, hand, declarer)
    if not whisting:
        return {**contract, "calls": _not_played(level, own, others, defenders)}
    if own + sum(others.values()) != 10:
        said = N_("the tricks add up to {total}, not 10")
        raise InvalidInput([problem("", said, total=own + sum(others.values()))])
    calls = {name: "whist" if name in whisting else "pass" for name in defenders}
    calls |= {name: "whist" for name in whisting if name not in calls}
    if len([call for call in calls.values() if call == "whist"]) < 2:
        return {**contract, "calls": calls, "tricks": {declarer: own}}
    return {
        **contract,
        "calls": calls,
        "tricks": {declarer: own, **{name: taken.get(name, 0) for name in calls}},
    }


def _not_played(level: int, own: int, others: Mapping[str, int], defenders: Sequence[str]) -> Fields:
    """The calls without a whist: two passes, or half a whist, which the file writes as its tricks."""
    half = [name for name, tricks in others.items() if tricks == _HALF.get(level)]
    if own != level or (others and (len(half) != 1 or len(others) != 1)):
        said = N_("nobody whisted, and yet tricks are counted: {tricks}")
        tricks = ", ".join(map(str, (own, *others.values())))
        raise InvalidInput([problem("", said, tricks=tricks)])
    return {name: "half" if name in half else "pass" for name in defenders}


def _defenders(table: _Table, hand: Mapping[str, Any], declarer: str) -> list[str]:
    """Who defends, the first one first: who deals sits out where there are four."""
    at = table.players.index(declarer)
    after = (*table.players[at + 1 :], *table.players[:at])
    idle = _name(table, hand["dealer"]) if len(table.players) > 3 and "dealer" in hand else None
    return [name for name in after if name != idle]


def _adjustment(table: _Table, score: Mapping[str, Any]) -> Fields:
    """A figure that was changed by hand."""
    column = _COLUMNS.get(str(score.get("scoreType")))
    if column is None:
        raise InvalidInput([wrong("scoreType", score.get("scoreType"))])
    on = {"on": _name(table, score.get("refPlayerNum", 0))} if column == "whists" else {}
    player = _name(table, score.get("playerNum", 0))
    amount = number(score.get("value", 0), "value")
    return {"kind": "adjust", "player": player, "column": column, **on, "amount": amount, "reason": "Custom"}


def _is_factor(given: object) -> bool:
    """Whether a hand may be multiplied by a factor."""
    return isinstance(given, int) and given in _FACTORS


def _multiplier(table: _Table, hand: Mapping[str, Any], row: int) -> Iterator[Text]:
    """What is to be said of the multiplier of a hand, which follows from the raspasy before it."""
    given = hand.get("multiplier", 1)
    if hand.get("gameType") != "Raspasy":
        if given != 1 and not _is_factor(given):
            yield text(
                N_("the multiplier {multiplier} of a hand is not known here"), multiplier=str(given)[:20]
            )
        return
    steps = {"NoProgression1": (1,), "Geom1244": (1, 2, 4)}.get(
        str(table.rules.get("raspasyProgression")), (1, 2, 3)
    )
    expected = steps[min(row, len(steps) - 1)]
    if given != expected and "multiplier" in hand:
        said = N_("the multiplier is {multiplier}; after the raspasy before it should be {expected}")
        yield text(said, multiplier=str(given)[:20], expected=expected)


def _row(table: _Table, hand: Mapping[str, Any], fields: Fields, row: int) -> int:
    """How many raspasy are in a row after a hand, as this program counts them."""
    if fields["kind"] == "raspasy":
        return row + 1
    if fields["kind"] == "misere":
        made = not any(fields["tricks"].values())
        return 0 if made or table.rules.get("miserRaspExit", True) is True else row
    if fields["kind"] == "game":
        level = int(fields["contract"])
        made = fields.get("tricks", {fields["declarer"]: level}).get(fields["declarer"], 0) >= level
        return 0 if made and "left_without" not in fields else row
    return row


# --- figures ---------------------------------------------------------------------------------------


def _columns(table: _Table, score: Mapping[str, Any]) -> Fields:
    """The columns of a player. Raises InvalidInput for what is no figure."""
    found: dict[str, Any] = {}
    for field, column in (("pulya", "pool"), ("gora", "dump")):
        if field in score:
            found[column] = figure(score[field], field)
    own = str(score.get("name"))
    whists = {
        _name(table, int(index) if index.isdecimal() and len(index) < 3 else index): figure(amount, "visty")
        for index, amount in mapping(score.get("visty"), "visty").items()
    }
    if whists.pop(own, 0) != 0:
        raise InvalidInput([problem("", N_("{player} has whists on themselves"), player=own[:40])])
    return {**found, "whists": whists} if whists else found


def _finished(table: _Table, columns: Mapping[str, Fields]) -> bool:
    """Whether the pools have reached the limit."""
    limit = number(table.limit if table.limit is not None else 20, "limit")
    pools = [column.get("pool", 0) for column in columns.values()]
    if any(isinstance(pool, str) for pool in pools):
        return False
    return sum(pools) >= limit if table.together else all(pool >= limit for pool in pools)


def _results(table: _Table, scores: Sequence[Mapping[str, Any]]) -> tuple[dict[str, int], list[str]]:
    """The results that the program worked out: whole ones as such, others as a sentence of its own."""
    given = [each.get("score") for each in scores]
    if not all(isinstance(each, int | Decimal) and not isinstance(each, bool) for each in given):
        return {}, []
    if not any(given):
        return {}, []
    if all(isinstance(each, int) or each == each.to_integral_value() for each in given if each is not None):
        return {name: number(each, "score") for name, each in zip(table.players, given, strict=True)}, []
    told = ", ".join(f"{name} {each}" for name, each in zip(table.players, given, strict=True))
    return {}, [f"score: {told}"]

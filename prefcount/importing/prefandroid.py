"""Games of PrefAndroid: `pulya_<date>_<N>_<limit>.json` and `lastcalc.json`.

Such a file has every hand, with tricks and whisters but without suits, and all columns.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from types import MappingProxyType
from typing import Any, NamedTuple

from prefcount.base.i18n import N_, Text, text
from prefcount.base.problems import InvalidInput, invalid, quote
from prefcount.games.edited_rules import dotted, nested
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
    unknown_rule,
    when_played,
    wrong,
)

MILLISECONDS = 1000
_PRESETS = {"Sochy": "sochi", "Leningrad": "leningrad", "Rostov": "rostov"}
_PROGRESSION: Mapping[str, Fields] = {
    "NoProgression1": {"progression": "constant"},
    "Arifm1233": {"progression": "arithmetic", "cap": 3},
    "Geom1244": {"progression": "geometric", "cap": 4},
}
_ARITHMETIC = "Arifm1233"
_PRICES = {"NoProgression1": (1,), "Arifm1233": (1, 2, 3), "Geom1244": (1, 2, 4)}
"""What a raspasy costs after none, one, two and more in a row."""
_EXIT = {"Easy6": [6], "Med677": [6, 7, 7], "Hard678": [6, 7, 8]}
_YES_NO: Mapping[object, Any] = {True: True, False: False}
_OPTIONS: Mapping[str, tuple[str, Mapping[object, Any]]] = {
    "vist": ("responsibility", {"HalfResponsibility": "half", "FullResponsibility": "full"}),
    "consolation": ("style", {"Gentlemen": "gentleman", "Zlob": "greedy"}),
    "consolationBonus": ("consolation", {"Normal": "value", "Max10": "fixed"}),
    "prikupConsolation": ("consolation_to_dealer", _YES_NO),
    "stalindgrad": ("stalingrad", _YES_NO),
    "stalingrad": ("stalingrad", _YES_NO),
}
_FIXED_CONSOLATION = 10
_FACTORS = range(2, 9)
"""How many times a hand may count."""
MOST_HANDS = 2_000
"""The largest number of hands of a game: those of a long evening, fifty times over."""
_COLUMNS = {"Gora": "dump", "Pulya": "pool", "Visty": "whists"}
_KNOWN_RULES = {*_OPTIONS, "gameType", "raspasyProgression", "raspasyExit", "miserRaspExit"}
_KNOWN_RULES |= {"vistTakeOnRaspas", "ending", "scoring"}
_HALF = {6: 2, 7: 1}
"""The tricks that stand for half a whist, by level."""
_QUOTA = {6: 4, 7: 2, 8: 1, 9: 1}
"""The tricks that whisters owe, by level; on a ten this program asks for none."""


def recognised(value: object) -> bool:
    """Whether a JSON value is a game of this program."""
    return isinstance(value, dict) and ("gameLog" in value or {"scores", "limit"} <= value.keys())


def games(value: Mapping[str, Any]) -> list[ForeignGame]:
    """The only game of a file. Raises InvalidInput if it has no players or figures that are none."""
    scores = list_of(dict, value.get("scores"), "scores")
    limit = value.get("limit")
    table = _Table(
        _players(scores),
        mapping(value.get("rules"), "rules"),
        20 if limit is None else number(limit, "limit"),
    )
    rules, remarks = _rules(table)
    started = _started(value.get("created"))
    if started is None and value.get("created") not in (None, 0):
        remarks.append(cannot_be("created", value["created"]))
    log = list_of(dict, value.get("gameLog"), "gameLog")
    if len(log) > MOST_HANDS:
        sentence = N_("it has {count} hands; no game has more than {most}")
        raise invalid(sentence, count=len(log), most=MOST_HANDS)
    entries = tuple(_entries(table, rules, log))
    dealt = [entry.fields["dealer"] for entry in entries if "dealer" in entry.fields]
    columns = {name: _columns(table, each) for name, each in zip(table.players, scores, strict=True)}
    results, notes = _results(table, scores)
    full = pools_are_full(columns, table.limit, together=table.together)
    return [
        ForeignGame(
            players=table.players,
            dealer=dealt[0] if dealt else _name(table, value.get("dealer", 0)),
            rules=rules,
            started=started,
            entries=entries,
            columns=columns,
            results=results,
            over="pool" if full else "agreed" if results or notes else "",
            remarks=tuple(remarks),
            notes=tuple(notes),
        )
    ]


def _players(scores: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    """The names of the players. Raises InvalidInput."""
    names: list[Any] = [score.get("name") for score in scores]
    if not all(isinstance(name, str) for name in names):
        raise wrong("scores", names)
    few(names)
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise invalid(N_("two players are called “{name}”"), name=quote(twice))
    if not names:
        raise invalid(N_("there are no players in it"))
    return tuple(names)


class _Table(NamedTuple):
    """The players, the rules and the length of a game."""

    players: tuple[str, ...]
    rules: Mapping[str, Any]
    limit: int

    @property
    def together(self) -> bool:
        """Whether the limit is that of all pools together."""
        ending = self.rules.get("ending")
        return ending == "Sum" if ending else self.rules.get("gameType") == "Leningrad"

    @property
    def doubled(self) -> bool:
        """Whether dump and whists are written double."""
        return (self.rules.get("scoring") or self.rules.get("gameType")) == "Leningrad"

    @property
    def in_whists(self) -> bool:
        """Whether raspasy are written in whists."""
        return self.rules.get("gameType") == "Rostov"

    @property
    def progression(self) -> str:
        """How the price of raspasy grows."""
        progression = self.rules.get("raspasyProgression")
        return progression if isinstance(progression, str) and progression in _PROGRESSION else _ARITHMETIC


def _name(table: _Table, index: object) -> str:
    """The player of a number. Raises InvalidInput."""
    if isinstance(index, bool) or not isinstance(index, int) or not 0 <= index < len(table.players):
        sentence = N_("there is no player {index} among {count}, counted from 0")
        raise invalid(sentence, index=str(index)[:20], count=len(table.players))
    return table.players[index]


def _by_player(table: _Table, record: Mapping[str, Any], field: str) -> dict[str, Any]:
    """An object with a key for each player, a number without zeros before it. Raises InvalidInput."""
    keys = {str(index): index for index in range(len(table.players))}
    return {
        _name(table, keys.get(key, key)): value for key, value in mapping(record.get(field), field).items()
    }


def _started(created: object) -> datetime | None:
    """The beginning, from milliseconds since 1970, in local time; None if it is not known."""
    if isinstance(created, bool) or not isinstance(created, int) or created <= 0:
        return None
    try:
        return when_played(datetime.fromtimestamp(created // MILLISECONDS, UTC))
    except (ValueError, OverflowError, OSError):
        return None


def _rules(table: _Table) -> tuple[dict[str, Any], list[Text]]:
    """The convention as options, and what of it has no counterpart."""
    chosen, remarks = table.rules, list[Text]()
    rules = {
        "preset": choice(chosen, "gameType", _PRESETS, "sochi", remarks),
        "doubled": table.doubled,
        "undertricks": "personal",
        "eight_up": "both",
        "raspasy": _raspasy_options(table, remarks),
    }
    rules |= _end(table, remarks)
    for field, (option, values) in _OPTIONS.items():
        if field in chosen:
            rules[option] = choice(chosen, field, values, None, remarks)
    if rules.get("consolation") == "fixed":
        rules["consolation_fixed"] = _FIXED_CONSOLATION * (2 if table.doubled else 1)
    if len(table.players) > 3:
        rules["dealer_may_whist_passes"] = True
    remarks += (unknown_rule(field, chosen[field]) for field in chosen if field not in _KNOWN_RULES)
    return {option: value for option, value in rules.items() if value is not None}, remarks


def _raspasy_options(table: _Table, remarks: list[Text]) -> dict[str, Any]:
    """The options of raspasy; what of them has no counterpart is added to `remarks`."""
    chosen = table.rules
    raspasy: dict[str, Any] = {
        "reset": "made",
        "misere_resets": "any" if chosen.get("miserRaspExit", True) is True else "made",
        "exit": choice(chosen, "raspasyExit", _EXIT, [6, 7, 7], remarks),
    }
    progression = choice(chosen, "raspasyProgression", _PROGRESSION, _PROGRESSION[_ARITHMETIC], remarks)
    if not table.in_whists:
        raspasy |= {"amnesty": True, "zero_bonus": "multiplier", "base": 2 if table.doubled else 1}
        return {**raspasy, **progression}
    whists = number(chosen.get("vistTakeOnRaspas", 5), "vistTakeOnRaspas")
    raspasy |= {"to": "whists", "amnesty": False, "basis": "difference", "tie": "none"}
    return raspasy | {"trick_whists": whists, "zero_bonus": "one"}


def _end(table: _Table, remarks: list[Text]) -> dict[str, Any]:
    """When the game ends; a limit of all pools together is one of each where it can be."""
    limit = table.limit
    if not table.together:
        return {"target": limit, "end": "each", "aid": True}
    if limit % len(table.players):
        sentence = N_("{limit} for all pools together does not divide evenly; the rules give the game no end")
        remarks.append(text(sentence, limit=limit))
        return {"target": limit, "end": "manual", "aid": False}
    return {"target": limit // len(table.players), "end": "total", "aid": False}


# --- hands -----------------------------------------------------------------------------------------


class _Hand(NamedTuple):
    """A hand as files spell it.

    Attributes:
        by: the options by which this program wrote it, dotted, as far as they differ from hand to hand.
        further: what this program wrote besides, and no rule does, as adjustments.
        remarks: what of it has no counterpart or contradicts something else.
    """

    fields: Fields
    by: Fields = MappingProxyType({})
    further: tuple[Fields, ...] = ()
    remarks: tuple[Text, ...] = ()


def _entries(
    table: _Table, rules: Mapping[str, Any], log: Sequence[Mapping[str, Any]]
) -> Iterator[ForeignEntry]:
    """The hands in their order, and a change of the rules before a hand that other rules have written."""
    effective, row = {**_STANDING, **dotted(rules)}, 0
    for at, record in enumerate(log, 1):
        place = text(N_("hand {number}"), number=at)
        try:
            hand = _hand(table, record, row)
        except InvalidInput as refusal:
            yield ForeignEntry({}, place, record, tuple(each.text for each in refusal.problems))
            continue
        changed = {option: value for option, value in hand.by.items() if effective[option] != value}
        if changed:
            effective |= changed
            yield ForeignEntry({"kind": "rules", "set": nested(changed)}, place, record)
        yield ForeignEntry(hand.fields, place, record, hand.remarks)
        for fields in hand.further:
            yield ForeignEntry(fields, place, record)
        row = _row(table, hand.fields, row)


_STANDING: Fields = {
    "misere_half_with_dealer": False,
    "ten": "whisted",
    "leave_without": 3,
    "raspasy.progression": "arithmetic",
    "raspasy.dealer_pool": 1,
}
"""The options that can differ from hand to hand, as they are where the file says nothing."""


def _hand(table: _Table, record: Mapping[str, Any], row: int) -> _Hand:
    """A hand after so many raspasy in a row. Raises InvalidInput for what no hand is."""
    kind = record.get("gameType")
    if kind == "Custom":
        return _Hand(_adjustment(table, mapping(record.get("customScore"), "customScore")))
    dealer = {"dealer": _name(table, record["dealer"])} if "dealer" in record else {}
    taken = {name: number(n, "taken") for name, n in _by_player(table, record, "taken").items()}
    if kind == "Raspasy":
        return _raspasy(table, record, {"kind": "raspasy", "tricks": taken, **dealer}, row)
    declarer = _name(table, record.get("contractor", 0))
    if kind == "Miser":
        tricks = {declarer: taken.get(declarer, 0)}
        half = record.get("halfWithDealer") is True
        alone = half and len(table.players) < 4
        sentence = text(N_("only with four players a misère is shared with the dealer"))
        return _Hand(
            {"kind": "misere", "declarer": declarer, "tricks": tricks, **dealer},
            {"misere_half_with_dealer": half},
            remarks=(sentence,) if alone else (),
        )
    if kind == "Normal":
        return _contract(table, record, {"kind": "game", "declarer": declarer, **dealer}, taken)
    raise wrong("gameType", kind)


def _raspasy(table: _Table, record: Mapping[str, Any], fields: dict[str, Any], row: int) -> _Hand:
    """A raspasy at the price that stands in it; only here a price counts. Raises InvalidInput."""
    prices = _PRICES[table.progression]
    following = prices[min(row, len(prices) - 1)]
    price = number(record.get("multiplier", following), "multiplier")
    if price < 1:
        raise wrong("multiplier", price)
    sentence = N_("the multiplier is {multiplier}; after the raspasy before it should be {expected}")
    remarks = () if price == following else (text(sentence, multiplier=price, expected=following),)
    if table.in_whists:
        return _raspasy_in_whists(table, fields, price, row)._replace(remarks=remarks)
    if price == following:
        return _Hand(fields, {"raspasy.progression": _PROGRESSION[table.progression]["progression"]})
    if price > 1 and price not in _FACTORS:
        sentence = N_("the multiplier {multiplier} of a hand is not known here")
        return _Hand(fields, remarks=(*remarks, text(sentence, multiplier=price)))
    factor = {"factor": price} if price > 1 else {}
    return _Hand({**fields, **factor}, {"raspasy.progression": "constant"}, remarks=remarks)


def _raspasy_in_whists(table: _Table, fields: dict[str, Any], price: int, row: int) -> _Hand:
    """A raspasy of Rostov: the price is the bonus for no trick, and who deals has one of their own."""
    tricks, dealer = dict(fields["tricks"]), fields.get("dealer")
    by = {"raspasy.zero_bonus": "multiplier" if price == row + 1 > 1 else "one"}
    dealt_none = tricks.get(dealer) == 0
    if len(table.players) > 3:
        if dealt_none:
            del tricks[dealer]
        return _Hand({**fields, "tricks": tricks}, {**by, "raspasy.dealer_pool": price if dealt_none else 0})
    reason = "no trick of the dealer counts twice"
    return _Hand(fields, by, (_adjusted(fields["dealer"], "pool", price, reason),) if dealt_none else ())


def _contract(
    table: _Table, record: Mapping[str, Any], fields: dict[str, Any], taken: Mapping[str, int]
) -> _Hand:
    """Contract, calls and tricks. Raises InvalidInput where the numbers contradict each other."""
    level, declarer = number(record.get("contract"), "contract"), fields["declarer"]
    whisting = _whisting(table, record)
    own = taken.get(declarer, 0)
    others = {name: tricks for name, tricks in taken.items() if name != declarer and tricks}
    fields = {**fields, "contract": str(level)}
    if not whisting:
        return _not_played(table, fields, own, others)
    total = own + sum(others.values())
    if total != 10:
        raise invalid(N_("the tricks add up to {total}, not 10"), total=total)
    if level == own == 10:  # no whister answers for it, as on a ten that is laid open
        return _Hand({**fields, "tricks": {declarer: own}}, {"ten": "checked"})
    return _whisted(table, fields, whisting, taken)


def _whisting(table: _Table, record: Mapping[str, Any]) -> list[str]:
    """The names of those who whisted. Raises InvalidInput where one is there twice."""
    visters = record.get("visters") or []
    if not isinstance(visters, list):
        raise wrong("visters", visters)
    names = [_name(table, each) for each in visters]
    if len(set(names)) < len(names):
        raise wrong("visters", visters)
    return names


def _whisted(
    table: _Table, fields: dict[str, Any], whisting: Sequence[str], taken: Mapping[str, int]
) -> _Hand:
    """A contract that was played out: who deals may whist alone, and then answers for undertricks here."""
    level, declarer, defenders = int(fields["contract"]), fields["declarer"], _defenders(table, fields)
    calls = {name: "whist" if name in whisting else "pass" for name in defenders}
    calls |= dict.fromkeys(whisting, "whist")
    tricks = {declarer: taken.get(declarer, 0)}
    if len(whisting) > 1:
        tricks |= {name: taken.get(name, 0) for name in calls}
    owed = _QUOTA.get(level, 0) - (10 - tricks[declarer])
    further: tuple[Fields, ...] = ()
    if whisting[0] not in defenders and owed > 0 and tricks[declarer] >= level:
        amount = owed * _value(table, level) // (2 if table.rules.get("vist") == "HalfResponsibility" else 1)
        further = (_adjusted(whisting[0], "dump", amount, "undertricks of the dealer, who whisted"),)
    return _Hand({**fields, "calls": calls, "tricks": tricks}, _TEN_WHISTED.get(level, {}), further)


_TEN_WHISTED: Mapping[int, Fields] = {10: {"ten": "whisted"}}
"""The option by which a contract is written that was not laid open, by level."""


def _left(table: _Table, fields: dict[str, Any], level: int, under: int) -> _Hand:
    """A contract that was given up: by so many as a table may play, else only what it cost is kept."""
    if under in (2, 3):
        return _Hand({**fields, "left_without": under}, {"leave_without": under})
    sentence = N_("no table gives a contract up down {under}; its dump is kept as an adjustment")
    reason = f"{level} given up down {under}"
    dump = _adjusted(fields["declarer"], "dump", _value(table, level) * under, reason)
    return _Hand(dump, remarks=(text(sentence, under=under),))


def _value(table: _Table, level: int) -> int:
    """The dump points of an undertrick of the declarer."""
    return (level - 5) * (4 if table.doubled else 2)


def _adjusted(player: str, column: str, amount: int, reason: str, **other: str) -> Fields:
    """An adjustment: a figure that no rule here writes; of whists with `on`, the other player."""
    fields = {"kind": "adjust", "player": player, "column": column, "amount": amount}
    return {**fields, **other, "reason": reason}


def _not_played(table: _Table, fields: dict[str, Any], own: int, others: Mapping[str, int]) -> _Hand:
    """A contract without a whist: given up, two passes, or half a whist, which stands as its tricks."""
    level, defenders = int(fields["contract"]), _defenders(table, fields)
    if own < level and not others:
        return _left(table, fields, level, level - own)
    half = [name for name in others if name in defenders and others[name] == _HALF.get(level)]
    if own != level or len(others) > 1 or half != [*others]:
        sentence = N_("nobody whisted, and yet tricks are counted: {tricks}")
        tricks = ", ".join(map(str, (own, *others.values())))
        raise invalid(sentence, tricks=tricks)
    calls = dict.fromkeys(defenders, "pass") | dict.fromkeys(half, "half")
    return _Hand({**fields, "calls": calls}, _TEN_WHISTED.get(level, {}))


def _defenders(table: _Table, fields: Mapping[str, Any]) -> list[str]:
    """Who defends, the first one first: who deals sits out where there are four."""
    at = table.players.index(fields["declarer"])
    after = (*table.players[at + 1 :], *table.players[:at])
    idle = fields.get("dealer") if len(table.players) > 3 else None
    return [name for name in after if name != idle]


def _adjustment(table: _Table, score: Mapping[str, Any]) -> Fields:
    """A figure that was changed by hand."""
    column = _COLUMNS.get(str(score.get("scoreType")))
    if column is None:
        raise wrong("scoreType", score.get("scoreType"))
    on = {"on": _name(table, score.get("refPlayerNum", 0))} if column == "whists" else {}
    player = _name(table, score.get("playerNum", 0))
    return _adjusted(player, column, number(score.get("value", 0), "value"), "Custom", **on)


def _row(table: _Table, fields: Mapping[str, Any], row: int) -> int:
    """How many raspasy are in a row after a hand, as this program counts them."""
    if fields["kind"] == "raspasy":
        return row + 1
    ends = False
    if fields["kind"] == "misere":
        ends = not any(fields["tricks"].values()) or table.rules.get("miserRaspExit", True) is True
    elif fields["kind"] == "game" and "left_without" not in fields:
        level, declarer = int(fields["contract"]), fields["declarer"]
        ends = "tricks" not in fields or fields["tricks"].get(declarer, 0) >= level
    return 0 if ends else row


# --- figures ---------------------------------------------------------------------------------------


def _columns(table: _Table, score: Mapping[str, Any]) -> Fields:
    """The columns of a player. Raises InvalidInput for what is no figure."""
    columns: dict[str, Any] = {}
    for field, column in (("pulya", "pool"), ("gora", "dump")):
        if field in score:
            columns[column] = figure(score[field], field)
    own = str(score.get("name"))
    whists = {name: figure(n, "visty") for name, n in _by_player(table, score, "visty").items()}
    if whists.pop(own, 0) != 0:
        raise invalid(N_("{player} has whists on themselves"), player=own[:40])
    return {**columns, "whists": whists} if whists else columns


def _results(table: _Table, scores: Sequence[Mapping[str, Any]]) -> tuple[dict[str, int], list[str]]:
    """The results that the program worked out: whole ones as such, others as a sentence of its own."""
    results: list[Any] = [score.get("score") for score in scores]
    named = list(zip(table.players, results, strict=True))
    if not all(type(result) in (int, Decimal) for result in results) or not any(results):
        return {}, []
    if all(result == int(result) for result in results):
        return {name: number(result, "score") for name, result in named}, []
    return {}, ["score: " + ", ".join(f"{name} {result}" for name, result in named)]

"""Hypothesis strategies: names, tables with any rules, and legal games.

The strategies work out legal hands from the rule book, without the program. So the first property of each
game is that the program accepts it.
"""

import unicodedata
from collections.abc import Callable, Hashable, Sequence
from functools import cache
from typing import Any, NamedTuple

from hypothesis import strategies as st

from prefcount.entries.models import NAME_LENGTH, Entry, Header
from prefcount.entries.names_and_figures import fold
from prefcount.games.game import Game
from prefcount.games.rules import OptionInfo
from prefcount.games.state import State, Transition
from prefcount.session.session import Session
from tests.helpers import GAME, entry, header, transition


@cache
def one_of(*values: Hashable) -> st.SearchStrategy[Any]:
    return st.sampled_from(values)


# --- names ---------------------------------------------------------------------------------------

HOSTILE = (
    *("r", "R", "m", "Misère", "мизер", "р", "распасы", "thrown", "misdeal", "dealer", "talon", "blind"),
    *("raspasy", "misere", "leave", "whist", "half", "pool", "dump", "whists"),
    *("7h", "10N", "6♠", "7п", "#1", "#2", "#4", "?", "-3", "0", "10", "wp", "ww 5 3 2", "фттф"),
    *("anna", "Anna B", "Anna  B", "Анна", "Борис", "Vera m", "Vera 7h", "Vera 7h wp 6", "m m", "r 3 5 2"),
    *("r dealer", "r 5 dealer", "misdeal dealer", "misdeal dealer x", "dealer r", "x dealer", "7h dealer"),
    *("М", "Р", "Пик", "вп", "сдаёт", "р сдаёт", "Вера м", "Вера 7п", "пас", "х", "у", "пары", "ставка 10"),
    *("talon as ks", "x talon", "x blind", "talon talon", "[/]", "[red]x", "{owner}", "{0}", "%s", "<b>"),
    *('"', "'", "\\", "a,b", "a;b", "=1+1", "–", "ß", "SS", "İ", "ｒ", "日本", "👨", "é", "x" * NAME_LENGTH),
)
"""Names that are legal and yet look like something else to a parser, a formatter or a screen."""

_SHOWS_NOTHING = "".join(
    chr(code)
    for first, last in (
        *((0x34F, 0x34F), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F), (0x2800, 0x2800)),
        *((0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFFA0, 0xFFA0), (0xE0100, 0xE01EF)),
        *((0x1D159, 0x1D159), (0x13441, 0x13442)),
    )
    for code in range(first, last + 1)
)
_PRINTABLE = st.characters(
    exclude_categories=["C", "Z"], include_characters=" ", exclude_characters=_SHOWS_NOTHING
)


def _clean(text: str) -> str:
    return unicodedata.normalize("NFC", text).strip()


def _legal(name: str) -> bool:
    marked = unicodedata.category(name[:1] or "-") in ("Mn", "Me")
    return 1 <= len(name) <= NAME_LENGTH and name.isprintable() and not marked


@cache
def name() -> st.SearchStrategy[str]:
    latin = st.text("abcdefghijklmnopqrstuvwxyzABC", min_size=1, max_size=8)
    cyrillic = st.text("абвгдежзийклмнопрстуфхцчшщыьэюяАБВ", min_size=1, max_size=8)
    printable = st.text(_PRINTABLE, min_size=1, max_size=NAME_LENGTH).map(_clean).filter(_legal)
    return st.one_of(latin, cyrillic, printable, st.sampled_from(HOSTILE))


@cache
def names(count: int) -> st.SearchStrategy[list[str]]:
    return st.lists(name(), min_size=count, max_size=count, unique_by=fold)


# --- rules ---------------------------------------------------------------------------------------

_NUMBERS: dict[str, Sequence[Any]] = {
    "target": (1, 4, 10, 20, 50),
    "misere_blind_value": (0, 10, 15),
    "nine_blind_value": (0, 8, 9, 12),
    "half_whist_levels": ([], [6], [6, 7], [6, 7, 8, 9, 10]),
    "raspasy.exit": ([6], [6, 7, 7], [6, 7, 8], [7, 7, 7]),
    "hands": (1, 5, 100),
    "minutes": (1, 60, 600),
    "values": ([2, 4, 6, 8, 10], [8, 16, 24, 32, 40], [1, 3, 5, 7, 9]),
    "misere_value": (10, 4, 40),
}
"""Values to try for some options. Other options with numbers are tried with small values."""


def _worth_trying(info: OptionInfo) -> Sequence[Any]:
    if info.choices or info.name in _NUMBERS:
        return info.choices or _NUMBERS[info.name]
    assert info.limits is not None
    return [max(info.limits[0], number) for number in (0, 1, 2, 3, 7, 10)]


def options_of(game: Game[Any]) -> list[tuple[str, Any]]:
    infos = [info for info in game.options(game.rules({})) if info.name != "preset"]
    return [(info.name, value) for info in infos for value in _worth_trying(info)]


OPTIONS = options_of(GAME)
_SOME_OPTIONS = st.lists(st.sampled_from(OPTIONS), max_size=8, unique_by=lambda pair: pair[0])

FIXED_BY_THE_FIRST_HAND = {"doubled", "pool_factor", "dump_points", "dump_divisor"}
_DUMP_ONLY = {"price", "dump_one_trick", "dump_two_tricks"}


def nested(options: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    given: dict[str, Any] = {}
    for path, value in options:
        group, _, inner = path.rpartition(".")
        (given.setdefault(group, {}) if group else given)[inner] = value
    return given


@st.composite
def rules(draw: st.DrawFn, /, **fixed: Any) -> dict[str, Any]:
    """Draw the rules of a header: any preset with up to eight changed options, without a contradiction.

    Options in `fixed` have the given values, such as `raspasy={"to": "dump"}`.
    """
    given: dict[str, Any] = {"preset": fixed.pop("preset", None) or draw(one_of(*GAME.presets))}
    given |= nested(draw(_SOME_OPTIONS))
    raspasy = {**given.get("raspasy", {}), **fixed.pop("raspasy", {})}
    given |= fixed
    if given.get("end", "time" if given["preset"] == "leningrad-sport" else "") == "time":
        given.setdefault("minutes", 60)
    if given.get("end") == "hands":
        given.setdefault("hands", 5)
    written = raspasy.get("to", "whists" if given["preset"].startswith("rostov") else "dump")
    if written == "whists" and raspasy.get("zero_bonus") in _DUMP_ONLY:
        raspasy["zero_bonus"] = "none"
    return {**given, "raspasy": raspasy} if raspasy else given


@st.composite
def headers(draw: st.DrawFn, /, players: int | None = None, **fixed: Any) -> Header:
    people = draw(names(players or draw(st.integers(2, 5))))
    started = draw(one_of(None, "2026-11-14T19:05:00+03:00"))
    given = draw(rules(**fixed))
    if len(people) == 5 and given.get("rounding") == "paper":
        given["rounding"] = "whole"
    return header(people, draw(one_of(*people)), started, **given)


# --- hands ---------------------------------------------------------------------------------------

_CARDS = [f"{rank}{suit}" for rank in ("7", "8", "9", "10", "J", "Q", "K", "A") for suit in "SCDH"]
_MOMENTS = [None, "2026-11-14T19:30:00+03:00", "2026-11-14T21:00:00+03:00"]
_CALLS = {"w": "whist", "p": "pass", "h": "half"}


class _Deal(NamedTuple):
    """The deal of a hand.

    Attributes:
        fields: the dealer and the time in the entry, if the entry has them.
        dealer: the player who deals.
        active: the players with cards, from eldest hand on.
    """

    fields: dict[str, Any]
    dealer: str
    active: list[str]


def seated(state: State) -> list[str]:
    return [state.names[player] for player in state.seats]


def played_on(state: State) -> State:
    game: Any = state
    table: State = game.table
    return table


def _clockwise_after(people: Sequence[str], one: str) -> list[str]:
    at = people.index(one)
    return [*people[at + 1 :], *people[:at]]


@st.composite
def _deals(draw: st.DrawFn, /, state: State) -> _Deal:
    people = seated(state)
    named = draw(one_of(None, None, None, *people))
    dealer = named or state.names[state.dealer]
    active = [*_clockwise_after(people, dealer), dealer][:3]
    fields = {"dealer": named, "at": draw(one_of(*_MOMENTS))}
    return _Deal({key: value for key, value in fields.items() if value is not None}, dealer, active)


@st.composite
def _split(draw: st.DrawFn, /, total: int, limits: Sequence[int]) -> list[int]:
    """Draw numbers of tricks that sum to `total`, none above its limit."""
    found: list[int] = []
    for at, limit in enumerate(limits):
        left = total - sum(found)
        least = max(0, left - sum(limits[at + 1 :]))
        found.append(draw(st.integers(least, min(limit, left))))
    return found


@st.composite
def _left_out(draw: st.DrawFn, /, tricks: dict[str, int]) -> dict[str, int]:
    missing = draw(one_of(None, None, *tricks))
    return {who: taken for who, taken in tricks.items() if who != missing}


def possible_calls(state: State, contract: str, defenders: int) -> list[str | None]:
    options: Any = state.rules
    level = int(contract.rstrip("SCDHN"))
    if options.stalingrad and contract == "6S":
        return [None, "w" * defenders]
    if defenders == 1:
        return ["w", "p"]
    calls: list[str | None] = ["wp", "pw", "ww", "pp"]
    if options.half_whist and level in options.half_whist_levels:
        calls += ["ph", "wh"]
        if options.first_half_whist:
            calls.append("hp")
        if len(state.seats) > 3 and options.dealer_may_whist:
            calls += ["phw", "php"]
    if len(state.seats) > 3 and options.dealer_may_whist_passes:
        calls += ["ppw", "ppp"]
    return calls


def _factor() -> st.SearchStrategy[dict[str, int]]:
    return one_of(0, 0, 0, 2, 8).map(lambda times: {"factor": times} if times else {})


@st.composite
def contracts(
    draw: st.DrawFn, /, state: State, *, left: bool = True, trumps: Sequence[str] = (*"SCDHN", "")
) -> Entry:
    options: Any = state.rules
    deal = draw(_deals(state))
    declarer = draw(one_of(*deal.active))
    defenders = [who for who in _clockwise_after(seated(state), declarer) if who in deal.active]
    level = draw(st.integers(6, 10))
    contract = f"{level}{draw(one_of(*trumps))}"
    fields = {**deal.fields, "declarer": declarer, "contract": contract, "blind": draw(st.booleans())}
    fields |= draw(_factor())
    size = len(state.seats)
    if options.talon_bonus and (size > 3 or (size == 3 and options.talon_bonus_3p == "split")):
        fields |= draw(_talon())
    if left and options.leave_without and draw(st.integers(0, 7)) == 0:
        return entry("game", **fields, left_without=options.leave_without)
    checked = level == 10 and options.ten == "checked"
    calls = None if checked else draw(one_of(*possible_calls(state, contract, len(defenders))))
    if calls is not None:
        said = zip([*defenders, deal.dealer], calls, strict=False)
        fields["calls"] = {who: _CALLS[letter] for who, letter in said}
        if "w" not in calls:
            return entry("game", **fields)
    numbers = draw(_split(10, [10] * (1 + len(defenders))))
    tricks = dict(zip([declarer, *defenders], numbers, strict=True))
    each = (calls in {None, "ww"} and not checked) or (
        options.lone_whister == "own" and calls in {"wp", "pw", "wh"}
    )
    if checked:
        each = numbers[0] < level and options.ten_checked_whists == "own"
    if not each and draw(st.booleans()):
        return entry("game", **fields, tricks={declarer: numbers[0]})
    return entry("game", **fields, tricks=draw(_left_out(tricks)))


_TWO_CARDS = st.lists(st.sampled_from(_CARDS), min_size=2, max_size=2, unique=True)


@st.composite
def _talon(draw: st.DrawFn, /) -> dict[str, Any]:
    cards = draw(_TWO_CARDS)
    return {"talon": cards} if draw(st.booleans()) else {}


@st.composite
def miseres(draw: st.DrawFn, /, state: State) -> Entry:
    options: Any = state.rules
    deal = draw(_deals(state))
    declarer = draw(one_of(*deal.active))
    fields = {**deal.fields, "declarer": declarer, "blind": draw(st.booleans()), **draw(_factor())}
    if options.misere_talon_bonus and len(state.seats) > 3:
        fields |= draw(_talon())
    others = [who for who in deal.active if who != declarer]
    numbers = draw(_split(10, [10] * (1 + len(others))))
    tricks = dict(zip([declarer, *others], numbers, strict=True))
    if draw(st.booleans()):
        return entry("misere", **fields, tricks={declarer: numbers[0]})
    return entry("misere", **fields, tricks=draw(_left_out(tricks)))


@st.composite
def raspasy(draw: st.DrawFn, /, state: State) -> Entry:
    options: Any = state.rules
    deal = draw(_deals(state))
    fields = {**deal.fields, **draw(_factor())}
    people = seated(state)
    if len(people) == 2:
        numbers = draw(_split(10, [10, 10, 10]))
        return entry("raspasy", **fields, tricks=dict(zip(people, numbers, strict=False)))
    talon = len(people) > 3 and options.raspasy.to == "dump" and options.raspasy.dealer == "plays_talon"
    playing = {*deal.active, *([deal.dealer] if talon else [])}
    people = [who for who in people if who in playing]
    limits = [2 if talon and who == deal.dealer else 10 for who in people]
    tricks = dict(zip(people, draw(_split(10, limits)), strict=True))
    return entry("raspasy", **fields, tricks=draw(_left_out(tricks)))


def hands(state: State) -> st.SearchStrategy[Entry]:
    table = played_on(state)
    return st.one_of(contracts(table), contracts(table), miseres(table), raspasy(table))


# --- side entries --------------------------------------------------------------------------------

_FIGURES = st.one_of(
    st.integers(-60, 60), st.sampled_from(["5/2", "-7/3", "2.6.12", "1/2.3", "4.", "-8", "0.10.4."])
)


@st.composite
def sheets(draw: st.DrawFn, /, state: State) -> Entry:
    people = seated(state)
    columns: dict[str, Any] = {}
    for who in draw(st.lists(st.sampled_from(people), unique=True)):
        on = draw(st.lists(st.sampled_from([other for other in people if other != who]), unique=True))
        columns[who] = {
            "pool": draw(_FIGURES),
            "dump": draw(_FIGURES),
            "whists": {other: draw(_FIGURES) for other in on},
        }
    return entry("sheet", columns=columns)


_AMOUNTS = st.one_of(st.integers(-40, 40), st.sampled_from(["5/2", "-1/3"]))


@st.composite
def adjustments(draw: st.DrawFn, /, state: State) -> Entry:
    people = seated(state)
    player = draw(one_of(*people))
    amount = draw(_AMOUNTS)
    column = draw(one_of("pool", "dump", "whists"))
    fields = {"player": player, "column": column, "amount": amount, "reason": "agreed"}
    if column == "whists":
        fields["on"] = draw(one_of(*(other for other in people if other != player)))
    return entry("adjust", **fields)


@st.composite
def joins(draw: st.DrawFn, /, state: State) -> Entry:
    taken = {fold(who) for who in seated(state)}
    newcomer = draw(name().filter(lambda who: fold(who) not in taken))
    options: Any = state.rules
    besides = len(state.seats) == 3 or (len(state.seats) == 4 and options.rounding != "paper")
    replaced = draw(one_of(*([None] if besides else []), *seated(played_on(state))))
    return entry("join", player=newcomer, **({} if replaced is None else {"replaces": replaced}))


@st.composite
def leaves(draw: st.DrawFn, /, state: State) -> Entry | None:
    playing = seated(played_on(state))
    return entry("leave", player=draw(one_of(*playing))) if len(playing) > 3 else None


@st.composite
def reseatings(draw: st.DrawFn, /, state: State) -> Entry:
    people = seated(state)
    order = draw(st.permutations(people))
    return entry("seats", order=tuple(order), **draw(st.just({}) | one_of(*people).map(_named_dealer)))


def _named_dealer(player: str) -> dict[str, str]:
    return {"dealer": player}


def dates(_state: State) -> st.SearchStrategy[Entry]:
    days = one_of("2026-11-13", "1999-12-31", "2026-11-15T20:00:00+03:00")
    return days.map(lambda day: entry("date", started=day))


_CHANGED_OPTIONS = st.lists(
    st.sampled_from([pair for pair in OPTIONS if pair[0] not in FIXED_BY_THE_FIRST_HAND]),
    min_size=1,
    max_size=3,
    unique_by=lambda pair: pair[0],
)


@st.composite
def changes(draw: st.DrawFn, /, state: State) -> Entry | None:
    """Draw a `rules` entry, or None if the drawn options contradict the table's options."""
    change = entry("rules", set=nested(draw(_CHANGED_OPTIONS)))
    return None if transition(state, change).problems else change


# --- games ---------------------------------------------------------------------------------------

EVERYTHING = frozenset({"hand", "dealer", "adjust", "sheet", "join", "leave", "seats", "rules", "date"})


@st.composite
def entries(draw: st.DrawFn, /, state: State, kinds: frozenset[str] = EVERYTHING) -> Entry | None:
    possible, table = ["adjust", "sheet", "rules", "date"], played_on(state)
    if not state.over:
        possible += ["hand", "contract"] * 8 + ["dealer", "join", "leave", "seats"]
    offered = [kind for kind in possible if kind in kinds]
    if not offered:
        return None
    kind = draw(one_of(*offered))
    if kind == "dealer":
        people = seated(table)
        misdeals = st.sampled_from([None, *people]).map(lambda who: entry("misdeal", dealer=who))
        return draw(st.one_of(misdeals, st.just(entry("talon_thrown"))))
    if kind in _HANDS:
        kind = draw(one_of(*_HANDS[kind]))
    found: Entry | None = draw(_OF_KIND[kind](state if kind == "join" else table))
    return found


_HANDS = {
    "hand": ("contract", "contract", "misere", "raspasy"),
    "contract": ("contract", "contract", "misere"),
}
_OF_KIND: dict[str, Callable[[State], st.SearchStrategy[Any]]] = {
    "contract": contracts,
    "misere": miseres,
    "raspasy": raspasy,
    "adjust": adjustments,
    "sheet": sheets,
    "join": joins,
    "leave": leaves,
    "seats": reseatings,
    "date": dates,
    "rules": changes,
}


class Played(NamedTuple):
    """A played game: its first state, its entries, and the transition of each."""

    header: Header
    first: State
    entries: tuple[Entry, ...]
    turns: tuple[Transition[State], ...]

    @property
    def state(self) -> State:
        return self.turns[-1].state if self.turns else self.first

    def __repr__(self) -> str:
        states = [self.first, *(turn.state for turn in self.turns)]
        pairs = zip(states, self.entries, strict=False)
        lines = [
            GAME.format(state, each) or f"{each.kind} {each.model_dump(exclude_defaults=True)}"
            for state, each in pairs
        ]
        return f"<{', '.join(self.header.players)}; {self.header.rules}: {'; '.join(lines)}>"


def session_of(played: Played) -> Session:
    numbered = (each.model_copy(update={"n": n}) for n, each in enumerate(played.entries, 1))
    return Session(played.header, tuple(numbered))


@st.composite
def games(
    draw: st.DrawFn,
    /,
    players: int | None = None,
    kinds: frozenset[str] = EVERYTHING,
    least: int = 0,
    most: int = 8,
    keep: Callable[[Transition[State]], bool] = lambda _: True,
    **fixed: Any,
) -> Played:
    """Draw a game of `least` to `most` legal entries. Options in `fixed` have the given values.

    Entries whose transition `keep` rejects are left out, but count towards the number.
    """
    head = draw(headers(players, **fixed))
    state: State = GAME.start(head)
    first = state
    played: list[Entry] = []
    turns: list[Transition[State]] = []
    for _ in range(draw(st.integers(least, most))):
        each = draw(entries(state, kinds))
        if each is None:
            continue
        done = transition(state, each)
        assert not done.problems, [str(problem) for problem in done.problems]
        if not keep(done):
            continue
        played.append(each)
        turns.append(done)
        state = done.state
    return Played(head, first, tuple(played), tuple(turns))


def accepted(state: State, *played: Entry) -> State:
    for each in played:
        done = transition(state, each)
        assert not done.problems, [str(problem) for problem in done.problems]
        state = done.state
    return state


def replayed(played: Played, **changed: Any) -> State:
    given = {**played.header.rules, **changed}
    raspasy = {**played.header.rules.get("raspasy", {}), **changed.get("raspasy", {})}
    if raspasy:
        given["raspasy"] = raspasy
    return accepted(GAME.start(played.header.model_copy(update={"rules": given})), *played.entries)

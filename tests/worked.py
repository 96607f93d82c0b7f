"""The worked hands of the rule books in `docs/`, and how they are played.

An example is a block of code that begins with ```example. English and Russian words are read side by side,
hands and columns as the program reads them everywhere. First the table:

    game: prefa                    the game; Preferans if it is left out
    rules: leningrad, target 20    the preset, then options as they differ
    players: Anna Boris Vera       in seat order
    dealer: Vera                   the first dealer; the first player if left out

then a hand in one line and, indented below it, every column that it changed with the change, and nothing
else; a column is called as on the sheet (`Vera on Boris`), or as it is typed for `prefcount paper`:

    boris 7h pw 7
      Boris pool +4
      Anna whists on Boris +24

or a part of the sentence with which the hand is refused:

    boris 7h hw 7
      refused: may take half

An option's value is its word (`style gentleman`), a number (`target 10`), `yes` or `no`, or a list with
blanks (`raspasy.exit 6 7 8`); in Russian names and values may be in the words of the catalogue. These lines
are written like a hand, with their changes below them:

    sheet: Anna pool 18, Boris dump 5      figures from paper; changes may be left out
    from here: style gentleman             changed rules
    joins: Gleb                            a newcomer; `Gleb for Anna` if he takes her seat
    leaves: Gleb                           a player who leaves the table
    penalty: Anna dump +5                  a free adjustment
    minutes: 121                           the time of later hands, in minutes after the start
    end: agreed                            an early end; or `resigned Anna`

and these describe the game after all lines above them:

    results: Anna -12  Boris +20  Vera -8  exact, of all players; thirds are 22/3
    whole: Anna -12  Boris +20  Vera -8    in whole units
    shown: lowest bid 7                    one of the facts next to the sheet
    over: the pool is closed               the reason why it is over, or no

`KEYS` has the Russian words.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from prefcount.base.i18n import _
from prefcount.base.problems import InvalidInput, option_word
from prefcount.entries.models import Adjust, Entry, Header, Join, RulesEntry
from prefcount.games import GAMES, get_game
from prefcount.games.game import Game, find_owner, nest_options
from prefcount.games.rules import PRESET, OptionInfo, preset_word, value_word
from prefcount.ledger import NO_PLAYER, Account, Amount
from prefcount.render.view import describe_account
from prefcount.session.outcome import settle_session
from prefcount.session.session import Proposal, Session
from prefcount.session.typed_entries import parse_end

FENCE = "```example"
KEYS = {
    **{"game": "game", "игра": "game", "rules": "rules", "правила": "rules"},
    **{"players": "players", "игроки": "players", "dealer": "dealer", "сдаёт": "dealer"},
    **{"sheet": "sheet", "на пульке": "sheet", "from here": "from here", "дальше": "from here"},
    **{"leaves": "leaves", "уходит": "leaves"},
    **{"joins": "joins", "садится": "joins", "penalty": "penalty", "поправка": "penalty"},
    **{"minutes": "minutes", "минуты": "minutes", "end": "end", "конец": "end"},
    **{"results": "results", "результаты": "results", "whole": "whole", "целые": "whole"},
    **{"shown": "shown", "видно": "shown", "over": "over", "закончена": "over"},
    **{"refused": "refused", "отказ": "refused"},
}
"""The meaning of the words before a colon, in English and Russian."""
STARTED = datetime.fromisoformat("2024-01-05T20:00:00+00:00")
FIGURE = re.compile(r"(\S+) ([+-]?\d+(?:/\d+)?)")
"""A name and a figure in a line of results."""


class Example(NamedTuple):
    """The lines of an example, with its document, its section, and the line where it begins."""

    document: str
    section: str
    line: int
    lines: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.document}:{self.line}"


def examples(path: Path) -> Iterator[Example]:
    section, block, begun = "", list[str](), 0
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if begun and line == "```":
            yield Example(path.name, section, begun, tuple(block))
            begun = 0
        elif begun:
            block.append(line)
        elif line == FENCE:
            block, begun = [], number
        elif line.startswith("#"):
            section = line.lstrip("# ").split(" ")[0].rstrip(".")


class _Player:
    """Plays an example line by line. A failed assertion names the wrong line."""

    def __init__(self, example: Example) -> None:
        self.head: dict[str, str] = {}
        self.wrote: set[str] = set()
        self.time = STARTED
        self.rest = self._headed([line.replace("\N{MINUS SIGN}", "-") for line in example.lines])
        game = next(name for name in GAMES if self.head.get("game", GAMES[0]) in (name, _(name)))
        self.game: Game[Any] = get_game(game)
        self.session = Session(self._header())

    def _headed(self, lines: list[str]) -> list[str]:
        while lines:
            key, value = _keyed(lines[0])
            if key not in ("game", "rules", "players", "dealer"):
                break
            self.head[key] = value
            lines = lines[1:]
        return lines

    def _header(self) -> Header:
        fields = {
            "kind": "session",
            "version": 1,
            "game": self.game.name,
            "players": self.head["players"].split(),
            "dealer": self.head.get("dealer"),
            "started": STARTED.isoformat(),
            "rules": self._rules(self.head.get("rules", "")),
        }
        return Header.model_validate_json(json.dumps(fields))

    def _rules(self, said: str) -> dict[str, Any]:
        given: dict[str, Any] = {}
        preset = next(iter(self.game.presets))
        options = self.game.options(self.game.preset(preset))
        for each in filter(None, map(str.strip, said.split(","))):
            named = [name for name in self.game.presets if each in (name, preset_word(name))]
            if named:
                given[PRESET] = named[0]
            else:
                info, value = _option(options, each)
                given[info.name] = _value(info, value)
        return nest_options(given)

    def play(self) -> frozenset[str]:
        rest = self.rest
        while rest:
            line, *others = rest
            below = list(_indented(others))
            self._line(line, [each.strip() for each in below])
            rest = others[len(below) :]
        return frozenset(self.wrote)

    def _line(self, line: str, below: list[str]) -> None:
        key, value = _keyed(line)
        if key in _CLAIMS:
            assert not below, f"{line}: nothing follows from it"
            _CLAIMS[key](self, value)
        elif key == "minutes":
            self.time = STARTED + timedelta(minutes=int(value))
        else:
            self._entered(line, below, lambda: _ENTRIES[key](self, value) if key else self._hand(line))

    def _hand(self, line: str) -> Entry:
        return self.game.parse(self.session.state, line)

    def _entered(self, line: str, below: list[str], entry: Callable[[], Entry]) -> None:
        refusal = [value for key, value in map(_keyed, below) if key == "refused"]
        done = self._accepted(entry)
        if isinstance(done, InvalidInput):
            assert refusal, f"{line}: {done}"
            assert refusal[0] in str(done), f"{line}: {done}"
            return
        assert not refusal, f"{line}: is not refused"
        self.session = done.session
        self.wrote.update(posting.reason.rule for posting in done.step.postings)
        changes = _summed(done.step.postings)
        if below or _keyed(line)[0] != "sheet":
            said = self._changes(below)
            assert changes == said, "\n".join([line, *self.written(changes)])

    def _accepted(self, entry: Callable[[], Entry]) -> Proposal | InvalidInput:
        try:
            return self.session.accept(entry(), self.time)
        except InvalidInput as refused:
            return refused

    def _changes(self, below: list[str]) -> dict[Account, Amount]:
        found: dict[Account, Amount] = {}
        for each in below:
            account, amount = self._column(each)
            assert account not in found, f"{each}: twice"
            found[account] = amount
        return found

    def _column(self, line: str) -> tuple[Account, Amount]:
        from prefcount.paper.typed_columns import Columns, add_line

        place, figure = line.rsplit(maxsplit=1)
        state = self.session.state
        for owner in self.game.owners(state):
            for cell in self.game.cells(state, owner.number):
                if f"{owner.name} {cell.heading}".casefold() == place.casefold():
                    return cell.account, Fraction(figure)
        for account in state.sheet:
            owner = find_owner(self.game, state, account.owner)
            if f"{owner.name} {_(account.column)}".casefold() == place.casefold():
                return account, Fraction(figure)
        columns = Columns()
        add_line(self.session, columns, f"{place} 0")
        [(key, own)] = columns.items()
        [(column, inner)] = own.items()
        other = state.names.index(next(iter(inner))) if isinstance(inner, Mapping) else NO_PLAYER
        owners = (owner.number for owner in self.game.owners(state) if owner.key == key)
        cells = (cell for number in owners for cell in self.game.cells(state, number))
        found = next(cell for cell in cells if (cell.column, cell.other) == (column, other))
        return found.account, Fraction(figure)

    def written(self, changes: Mapping[Account, Amount]) -> list[str]:
        state = self.session.state
        return [
            f"  {describe_account(self.game, state, account)} {'+' if amount > 0 else ''}{Fraction(amount)}"
            for account, amount in changes.items()
        ]

    def sheet(self, said: str) -> Entry:
        from prefcount.paper.typed_columns import parse_columns

        columns = parse_columns(self.session, [each.strip() for each in said.split(",")])
        return self.entry(kind="sheet", columns=columns)

    def entry(self, **fields: Any) -> Entry:
        made: Entry = self.game.adapter.validate_json(json.dumps(fields))
        return made

    def from_here(self, said: str) -> Entry:
        return RulesEntry(set=self._rules(said))

    def joins(self, said: str) -> Entry:
        name, *others = re.split(r" (?:for|вместо) ", said)
        return Join(player=name, replaces=others[0] if others else None)

    def leaves(self, said: str) -> Entry:
        return self.entry(kind="leave", player=said)

    def penalty(self, said: str) -> Entry:
        account, amount = self._column(said)
        names = self.session.state.names
        whole = int(amount) if amount == int(amount) else str(amount)
        return Adjust(
            player=find_owner(self.game, self.session.state, account.owner).key,
            column=account.column,
            on=names[account.other] if account.other != NO_PLAYER else None,
            amount=whole,
            reason="-",
        )

    def end(self, said: str) -> Entry:
        return parse_end(self.session, said.split())

    def results(self, said: str) -> None:
        exact = dict(zip(self.session.players, self.game.results(self.session.state), strict=True))
        claimed = {name: Fraction(figure) for name, figure in FIGURE.findall(said)}
        assert claimed == exact, {name: str(Fraction(each)) for name, each in exact.items()}

    def whole(self, said: str) -> None:
        whole = dict(zip(self.session.players, settle_session(self.session).whole, strict=True))
        claimed = {name: int(figure) for name, figure in FIGURE.findall(said)}
        assert claimed == whole, whole

    def shown(self, said: str) -> None:
        found = [f"{fact.label} {fact.value}" for fact in self.game.facts(self.session.state)]
        assert said in found, f"{said}: {found}"

    def over(self, said: str) -> None:
        over = self.session.state.over
        assert said == (_(self.game.over[over]) if over else _("no")), over


_CLAIMS: Mapping[str, Callable[[_Player, str], None]] = {
    "results": _Player.results,
    "whole": _Player.whole,
    "shown": _Player.shown,
    "over": _Player.over,
}
_ENTRIES: Mapping[str, Callable[[_Player, str], Entry]] = {
    "sheet": _Player.sheet,
    "from here": _Player.from_here,
    "joins": _Player.joins,
    "leaves": _Player.leaves,
    "penalty": _Player.penalty,
    "end": _Player.end,
}


def played(example: Example) -> frozenset[str]:
    """Play an example in the current language and return the rules that wrote, or raise AssertionError."""
    return _Player(example).play()


def _keyed(line: str) -> tuple[str, str]:
    word, colon, rest = line.partition(": ")
    return (KEYS[word], rest.strip()) if colon else ("", line)


def _indented(lines: list[str]) -> Iterator[str]:
    for line in lines:
        if not line.startswith(" "):
            return
        yield line


def _option(options: tuple[OptionInfo, ...], said: str) -> tuple[OptionInfo, str]:
    fitting = [
        (len(word), info)
        for info in options
        for word in (info.name, option_word(info.name))
        if said.startswith(f"{word} ")
    ]
    assert fitting, f"{said}: no option"
    length, info = max(fitting, key=lambda each: each[0])
    return info, said[length + 1 :]


def _value(info: OptionInfo, said: str) -> Any:
    words = {
        word: each
        for each in info.choices
        if isinstance(each, str)
        for word in (each, value_word(info.name, each))
    }
    if said in words:
        return words[said]
    if said in (_("yes"), _("no"), "yes", "no"):
        return said in (_("yes"), "yes")
    numbers = [int(each) for each in said.split()]
    return numbers if info.many else numbers[0]


def _summed(postings: Any) -> dict[Account, Amount]:
    sums: Counter[Account] = Counter()
    for account, amount, _reason in postings:
        sums[account] += amount
    return {account: amount for account, amount in sums.items() if amount}

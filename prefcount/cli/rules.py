"""`prefcount rules`: the presets and every option explained."""

import argparse
from collections.abc import Iterator
from typing import Any

from prefcount.cli.files import as_json, say, spoken_for
from prefcount.cli.main import Unusable
from prefcount.fields import option_word
from prefcount.games import game_named
from prefcount.games.protocol import Game
from prefcount.games.terms import OptionInfo, value_word
from prefcount.i18n import _, speaking
from prefcount.problems import Refused, together
from prefcount.render.layout import table


def main(options: argparse.Namespace) -> int:
    """Print the presets; one preset with its options; or two side by side."""
    try:
        game = game_named(options.game)
        if len(options.presets) > 2:
            raise Unusable(_("rules takes one preset, or two to put side by side"))
        named = options.presets or [next(iter(game.presets))]
        with spoken_for(options):
            columns = [(name, game.options(game.preset(name))) for name in named]
    except Refused as refusal:
        raise Unusable(together(refusal.problems)) from None
    if options.json:
        say(as_json(_object(game, columns)))
    elif len(columns) == 2:
        _print_pair(*columns)
    else:
        _print_one(game, columns[0], presets=not options.presets)
    return 0


Columns = list[tuple[str, tuple[OptionInfo, ...]]]


@speaking("en")
def _object(game: Game[Any], columns: Columns) -> dict[str, Any]:
    return {
        "game": game.name,
        "presets": {name: str(about) for name, about in game.presets.items()},
        "options": {
            name: [
                {
                    "option": each.name,
                    "group": str(each.group),
                    "value": each.value,
                    "allowed": each.allowed,
                    "explanation": str(each.explanation),
                    "section": each.section,
                }
                for each in infos
            ]
            for name, infos in columns
        },
    }


def _print_one(game: Game[Any], column: tuple[str, tuple[OptionInfo, ...]], *, presets: bool) -> None:
    name, infos = column
    if presets:
        say(_("Presets"))
        for line in table([(f"  {each}", str(_(about))) for each, about in game.presets.items()], left=2):
            say(line)
        say("")
        say(_("Options, with the values of {preset}").format(preset=name))
    group = ""
    for each in infos:
        if str(each.group) != group:
            group = str(each.group)
            say(f"\n{group}")
        say(f"  {_called(each)} = {_with_word(each, each.value)}")
        say(f"      {each.explanation}")
        say(
            "      "
            + _("{allowed}; rule book, section {section}").format(
                allowed=_allowed(each), section=each.section
            )
        )


def _allowed(info: OptionInfo) -> str:
    words = any(isinstance(each, str) for each in info.choices)
    return ", ".join(_with_word(info, each) for each in info.choices) if words else info.allowed


def _with_word(info: OptionInfo, value: Any) -> str:
    """A value as files spell it; in a language that calls it differently its word, too."""
    code = shown(value)
    word = value_word(info.name, code) if isinstance(value, str) else code
    return code if word == code else f"{code} ({word})"


def _called(info: OptionInfo) -> str:
    """An option as files and `--set` spell it; in a language that calls it differently its word, too."""
    word = _other_word(info)
    return f"{info.name} ({word})" if word else info.name


def _other_word(info: OptionInfo) -> str:
    """What people call an option, where files and `--set` spell it otherwise, or ""."""
    word = option_word(info.name)
    return "" if word == info.name else word


def _print_pair(one: tuple[str, tuple[OptionInfo, ...]], other: tuple[str, tuple[OptionInfo, ...]]) -> None:
    rows = [(_("option"), one[0], other[0], "", ""), *_pairs(one[1], other[1])]
    for line in table(rows, left=5):
        say(line)


def _pairs(one: tuple[OptionInfo, ...], other: tuple[OptionInfo, ...]) -> Iterator[tuple[str, ...]]:
    for here, there in zip(one, other, strict=True):
        mark = "" if here.value == there.value else "≠"
        yield here.name, shown(here.value), shown(there.value), mark, _other_word(here)


def shown(value: Any) -> str:
    """An option's value as files spell it."""
    return as_json(value) if not isinstance(value, str) else value

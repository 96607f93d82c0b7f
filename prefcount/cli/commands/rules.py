"""`prefcount rules`: the presets and every option explained, and the sections of the rule book."""

import argparse
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import groupby
from typing import Any

from prefcount.base.i18n import N_, _, speaking
from prefcount.base.problems import InvalidInput, nearest, option_word, problem, quote, unknown
from prefcount.cli.arguments import UsageError, add_codes, add_game, add_json
from prefcount.cli.command_io import as_json, output_language, say, say_json, say_lines
from prefcount.cli.streams import terminal_width
from prefcount.entries.names_and_figures import fold
from prefcount.games import game_named
from prefcount.games.game import Game
from prefcount.games.rules import OptionInfo, below_preset, preset_word, value_word
from prefcount.render.book import book, laid_out, numbers, section
from prefcount.render.text import shown
from prefcount.render.text_cells import table

WIDEST = 100
"""Cells of the longest line of text: longer ones are hard to read."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The flags of `prefcount rules`."""
    add_game(command)
    names = _("one preset, two side by side, or one option")
    command.add_argument("names", nargs="*", metavar="NAME", help=names)
    command.add_argument("--section", metavar="N", help=_("print a section of the rule book, such as 4"))
    add_codes(command)
    add_json(command)


def main(options: argparse.Namespace) -> int:
    """Print the presets; one preset or two; one option with its section of the rule book; or a section."""
    game = game_named(options.game)
    if options.section is not None:
        _section(game, options)
    elif len(options.names) == 1 and (info := _option(game, options.names[0])):
        _one_option(game, info, options)
    else:
        _presets(game, options)
    return 0


def _presets(game: Game[Any], options: argparse.Namespace) -> None:
    """Print all options with their values in one preset, or in two side by side."""
    if len(options.names) > 2:
        raise UsageError(_("rules takes one preset, or two to put side by side"))
    named = [game.preset_called(name) for name in options.names] or [next(iter(game.presets))]
    with output_language(options):
        columns = [(name, game.options(game.preset(name))) for name in named]
    called = str if options.codes else preset_word
    if options.json:
        say_json(_object(game, columns))
    elif len(columns) == 2:
        (one, one_by_one), (other, others) = columns
        pairs = _pairs(one_by_one, others, codes=options.codes)
        say_lines(table([(_("option"), called(one), called(other), "", ""), *pairs], left=5))
    else:
        [(name, infos)] = columns
        if not options.names:
            say(_("Presets"))
            rows = [(f"  {called(each)}", below_preset(each, about)) for each, about in game.presets.items()]
            say_lines(table(rows, left=2))
            say("\n" + _("Options, with the values of {preset}").format(preset=called(name)))
        _print_options(infos, codes=options.codes)


def _names(infos: Mapping[str, OptionInfo], typed: str) -> list[str]:
    """The option of just this name, those of this word, or those in whose name or word it is."""
    if typed in infos:
        return [typed]
    word = fold(typed)
    exactly = [name for name, info in infos.items() if word == fold(info.word)]
    return exactly or [name for name, info in infos.items() if word in f"{name} {fold(info.word)}"]


def _option(game: Game[Any], typed: str) -> OptionInfo | None:
    """The option that is called so, with its value in the first preset; None if it may be a preset.

    A part of what files or people call it is enough. Raises InvalidInput with all that are called so.
    """
    with suppress(InvalidInput):
        game.preset_called(typed)
        return None
    infos = {info.name: info for info in game.options(game.preset(next(iter(game.presets))))}
    names = _names(infos, typed)
    if len(names) > 1:
        sentence = N_("“{word}” is in the names of several options; name one of {names}")
        raise InvalidInput([problem("", sentence, word=quote(typed), names=", ".join(names))])
    if names:
        return infos[names[0]]
    if nearest(typed, game.presets) is None and nearest(typed, infos):
        raise InvalidInput([unknown("", typed, infos)])
    return None


def _one_option(game: Game[Any], info: OptionInfo, options: argparse.Namespace) -> None:
    with output_language(options):
        text = section(book(game), info.section)
        if options.json:
            say_json({"game": game.name, **_explained(info), "text": text})
            return
    _print_option(info, codes=True)
    if text:
        say("")
        _print_section(text)


def _section(game: Game[Any], options: argparse.Namespace) -> None:
    if options.names:
        raise UsageError(_("--section goes alone: it prints a section of the rule book"))
    with output_language(options):
        whole = book(game)
        if not whole:
            raise UsageError(_("this game has no rule book"))
        text = section(whole, options.section)
        if not text:
            raise InvalidInput([unknown("--section", options.section, numbers(whole))])
        if options.json:
            say_json({"game": game.name, "section": options.section, "text": text})
            return
    _print_section(text)


def _print_section(text: str) -> None:
    for line in laid_out(text, min(terminal_width(), WIDEST)):
        say(line.text)


Columns = list[tuple[str, tuple[OptionInfo, ...]]]


@speaking("en")
def _object(game: Game[Any], columns: Columns) -> dict[str, Any]:
    return {
        "game": game.name,
        "presets": {name: str(about) for name, about in game.presets.items()},
        "options": {name: [_explained(each) for each in infos] for name, infos in columns},
    }


def _explained(info: OptionInfo) -> dict[str, Any]:
    return {
        "option": info.name,
        "group": str(info.group),
        "value": info.value,
        "allowed": info.allowed,
        "explanation": str(info.explanation),
        "section": info.section,
    }


def _print_options(infos: tuple[OptionInfo, ...], *, codes: bool) -> None:
    for group, options in groupby(infos, key=lambda info: str(info.group)):
        say(f"\n{group}")
        for info in options:
            _print_option(info, codes=codes)
    if not codes:
        say("\n" + _("--codes says how files and --set spell it."))


def _print_option(info: OptionInfo, *, codes: bool) -> None:
    if codes:
        named = f"{info.name} ({word})" if (word := _other_word(info)) else info.name
        value, values = _with_word(info, info.value), info.allowed
        if any(isinstance(choice, str) for choice in info.choices):
            values = ", ".join(_with_word(info, choice) for choice in info.choices)
        say(f"  {named} = {value}")
    else:
        values = ", ".join(shown(choice, info.name) for choice in info.choices) or info.allowed
        say(f"  {info.word}: {shown(info.value, info.name)}")
    say(f"      {info.explanation}")
    sentence = _("{allowed}; rule book, section {section}")
    say("      " + sentence.format(allowed=values, section=info.section))


def _with_word(info: OptionInfo, value: Any) -> str:
    """A value as files spell it; in a language that calls it differently its word, too."""
    code = in_files(value)
    word = value_word(info.name, code) if isinstance(value, str) else code
    return code if word == code else f"{code} ({word})"


def _other_word(info: OptionInfo) -> str:
    """What people call an option, where files and `--set` spell it otherwise, or ""."""
    word = option_word(info.name)
    return "" if word == info.name else word


def _pairs(
    one: tuple[OptionInfo, ...], other: tuple[OptionInfo, ...], *, codes: bool
) -> Iterator[tuple[str, ...]]:
    for first, second in zip(one, other, strict=True):
        mark = "" if first.value == second.value else "≠"
        if codes:
            yield first.name, in_files(first.value), in_files(second.value), mark, _other_word(first)
        else:
            yield first.word, shown(first.value, first.name), shown(second.value, second.name), mark, ""


def in_files(value: Any) -> str:
    """An option's value as files spell it."""
    return as_json(value) if not isinstance(value, str) else value

"""`prefcount completion SHELL`: a script that completes commands, options, presets and files."""

import argparse
from collections.abc import Iterator

from prefcount.cli.command_io import say
from prefcount.cli.parser import parser
from prefcount.games import GAMES, game_named
from prefcount.i18n import LANGUAGES


def main(options: argparse.Namespace) -> int:
    """Print the script; the shell reads it at its start."""
    import shtab

    top = parser()
    for action in _actions(top):
        if (
            action.type is not None
            and action.choices is None
            and getattr(action.type, "__name__", "") == "_path"
        ):
            action.complete = shtab.FILE  # type: ignore[attr-defined]  # where shtab looks for it
        words = _words(action)
        if words:
            action.choices = words
    say(shtab.complete(top, shell=options.shell).rstrip())
    return 0


def _actions(command: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Every option and argument of every command."""
    for action in command._actions:
        if isinstance(action, argparse._SubParsersAction):
            for each in dict.fromkeys(action.choices.values()):
                yield from _actions(each)
        else:
            yield action


def _words(action: argparse.Action) -> list[str]:
    """What an option may be, where the parser itself does not say it; not only these are taken."""
    games = [game_named(name) for name in GAMES]
    if action.dest == "preset":
        return [preset for game in games for preset in game.presets]
    if action.dest == "set":
        names = (each.name for game in games for each in game.options(game.preset(next(iter(game.presets)))))
        return [f"{name}=" for name in dict.fromkeys(names)]
    if action.dest == "format":
        from prefcount.importing.formats import FORMATS

        return [*FORMATS]
    return {"game": [*GAMES], "lang": [*LANGUAGES]}.get(action.dest, [])

"""`prefcount completion SHELL`: a script that completes commands, options, presets, files and players."""

import argparse
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from prefcount.base.data_folder import sessions_folder, typed_path
from prefcount.base.i18n import LANGUAGES, _
from prefcount.cli.arguments import FINE, UsageError, as_path
from prefcount.cli.command_io import say, say_lines
from prefcount.cli.main import parser
from prefcount.entries.names_and_figures import fold
from prefcount.games import GAMES, game_named
from prefcount.store.lines import BookNotSession
from prefcount.store.open_file import ReadError
from prefcount.store.reader import load, load_book
from prefcount.store.session_folder import known_names

SHELLS = ("bash", "zsh", "fish")
_OF_PLAYERS = frozenset({"player", "players", "dealer", "line", "says", "sheet", "result", "results"})
"""The options and arguments that begin with the name of a player."""

_ASKING = {
    "bash": r"""
_prefcount_names() { # as the shell has to read them: nothing that a name says is run or expanded
  local name quote= typed=${1#[\'\"]}
  [[ $typed == "$1" ]] || quote=${1:0:1}
  while IFS= read -r name; do
    case $quote in
      \') [[ $name == *\'* ]] || printf '%s\n' "$name" ;; # between quotes there is no way to write these
      \") [[ $name == *[\"\\\$\`!]* ]] || printf '%s\n' "$name" ;;
      *) printf '%q\n' "$name" ;;
    esac
  done < <(prefcount completion --names "${typed//\\/}" "${COMP_WORDS[@]//[\\\'\"]/}" 2>/dev/null)
}
""",
    "zsh": """
_prefcount_names() {
  local -a names
  names=("${(@f)$(prefcount completion --names "${(Q)PREFIX}" "${(@Q)words}" 2>/dev/null)}")
  [[ -z $names ]] || compadd -U -a names # which quotes them
}
""",
    "fish": """
function __prefcount_names # fish itself quotes them, and leaves out those that begin otherwise
  prefcount completion --names "" (commandline -opc) 2>/dev/null
end
""",
}
"""What each shell asks the program for while somebody types; names cannot stand in the script.

Names come from files of others, and may say anything that can be printed.
"""
_EVALUATED, _READ = "$zsh_eval_context[-1] == eval", "$zsh_eval_context[-1] != loadautofunc"
"""How zsh knows that the script is not one of its own functions, also where it is read by `source`."""
_ASKED = {"bash": "_prefcount_names", "zsh": "_prefcount_names", "fish": "(__prefcount_names)"}


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The flags of `prefcount completion`."""
    command.description = _("Prints a script for the shell to load when it starts.")
    command.add_argument("shell", nargs="?", choices=SHELLS, help=_("the shell"))
    names = _("for that script: players whose names begin with WORD, in the files named after it, or in all")
    command.add_argument("--names", nargs=argparse.REMAINDER, metavar="WORD", help=names)


def main(options: argparse.Namespace) -> int:
    """Print the script, which the shell reads at its start, or the names that it asks for."""
    if options.names is not None:
        say_lines(_players(*options.names[:1], words=options.names[1:]))
        return FINE
    if options.shell is None:
        raise UsageError(_("which shell? {known}").format(known=", ".join(SHELLS)))
    import shtab

    top = parser()
    action: Any  # shtab looks for `complete`, which argparse does not know
    for action in _actions(top):
        if action.type is as_path and action.choices is None:
            action.complete = shtab.FILE
        if action.dest in _OF_PLAYERS:
            action.complete = _ASKED
        action.choices = _words(action) or action.choices
    script = shtab.complete(top, shell=options.shell, preamble=_ASKING[options.shell]).rstrip()
    say(script.replace(_EVALUATED, _READ))
    return FINE


def _players(typed: str = "", *, words: Sequence[str]) -> list[str]:
    """The players whose names begin so: of the files and folders among some words, or of the saved games."""
    names: list[str] = []
    for path in map(typed_path, filter(None, words)):
        with suppress(OSError, ValueError):
            if path.is_dir():
                names += known_names(path)
            elif path.is_file():
                names += _in_file(path)
    with suppress(OSError):
        names = names or [*known_names(sessions_folder())]
    return [name for name in dict.fromkeys(names) if fold(name).startswith(fold(typed))]


def _in_file(path: Path) -> list[str]:
    """Everybody in a session, or in a book of payments and the games beside it."""
    with suppress(ReadError):
        try:
            return [*load(path).session.players]
        except BookNotSession:
            payments = load_book(path).session.payments
            named = [name for each in payments for name in (each.payer, each.receiver)]
            return [*known_names(path.parent), *named]
    return []


def _actions(command: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Every option and argument of every command."""
    for action in command._actions:
        if isinstance(action, argparse._SubParsersAction):
            for subcommand in dict.fromkeys(action.choices.values()):
                yield from _actions(subcommand)
        else:
            yield action


def _words(action: argparse.Action) -> list[str]:
    """Suggested values of options for which the parser has no fixed choices."""
    games = [game_named(name) for name in GAMES]
    if action.dest == "preset":
        return [preset for game in games for preset in game.presets]
    if action.dest == "set":
        names = (each.name for game in games for each in game.options(game.preset(next(iter(game.presets)))))
        return [f"{name}=" for name in dict.fromkeys(names)]
    if action.dest == "format":
        from prefcount.importing.evenings_table import FORMAT

        return [FORMAT]
    return {"game": [*GAMES], "lang": [*LANGUAGES]}.get(action.dest, [])

"""Commands that look something up: `rules`, `schema`, `where` and `completion`."""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import groupby
from json import dumps
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from prefcount.base.i18n import N_, _, override_language
from prefcount.base.problems import InvalidInput, find_nearest, option_word, problem, quote, unknown_word
from prefcount.cli.arguments import EXIT_OK, Command, UsageError, add_shared, add_switch, parse_path
from prefcount.cli.command_io import output_language, print_json, print_line, print_lines, to_json
from prefcount.cli.main import build_parser
from prefcount.cli.streams import terminal_width
from prefcount.entries.models import BookHeader, Header, PaidEntry, Void
from prefcount.entries.names_and_figures import fold
from prefcount.games import GAMES, get_game
from prefcount.games.game import Game
from prefcount.games.rules import OptionInfo, preset_description, preset_word, value_word
from prefcount.languages import LANGUAGES
from prefcount.render.book import lay_out, rule_book, section, section_numbers
from prefcount.render.text import value_text
from prefcount.render.text_cells import table_lines
from prefcount.store.presets import presets_folder
from prefcount.store.reader import BookNotSession, ReadError, load, load_book
from prefcount.store.session_folder import BOOK_NAME, find_known_names
from prefcount.store.settings import NAME, expand_path, export_folder, sessions_folder

MAX_HELP_WIDTH = 100
"""Maximum width of text in cells: longer lines are hard to read."""


def _add_rules_arguments(command: argparse.ArgumentParser) -> None:
    add_shared(command, "--game")
    names = _("one preset, two presets to compare, or one option")
    command.add_argument("names", nargs="*", metavar="NAME", help=names)
    command.add_argument("--section", metavar="N", help=_("print a section of the rule book, such as 4"))
    add_shared(command, "--codes", "--json")


def _run_rules(options: argparse.Namespace) -> int:
    game = get_game(options.game)
    if options.section is not None:
        _print_named_section(game, options)
    elif len(options.names) == 1 and (info := _find_option(game, options.names[0])):
        _print_one_option(game, info, options)
    else:
        _print_presets(game, options)
    return 0


def _print_presets(game: Game[Any], options: argparse.Namespace) -> None:
    if len(options.names) > 2:
        raise UsageError(N_("the command rules takes one preset, or two to compare"))
    named = [game.find_preset(name) for name in options.names] or [next(iter(game.presets))]
    with output_language(options):
        columns = [(name, game.options(game.preset(name))) for name in named]
    called = str if options.codes else preset_word
    if options.json:
        print_json(_presets_object(game, columns))
    elif len(columns) == 2:
        (one, one_by_one), (other, others) = columns
        pairs = _pairs(one_by_one, others, codes=options.codes)
        print_lines(table_lines([(_("option"), called(one), called(other), "", ""), *pairs], left=5))
    else:
        [(name, infos)] = columns
        if not options.names:
            print_line(_("Presets"))
            rows = [
                (f"  {called(each)}", preset_description(each, about)) for each, about in game.presets.items()
            ]
            print_lines(table_lines(rows, left=2))
            print_line("\n" + _("Options, with the values of {preset}").format(preset=called(name)))
        _print_options(infos, codes=options.codes)


def _option_names(infos: Mapping[str, OptionInfo], typed: str) -> list[str]:
    if typed in infos:
        return [typed]
    word = fold(typed)
    exactly = [name for name, info in infos.items() if word == fold(info.word)]
    return exactly or [name for name, info in infos.items() if word in f"{name} {fold(info.word)}"]


def _find_option(game: Game[Any], typed: str) -> OptionInfo | None:
    with suppress(InvalidInput):
        game.find_preset(typed)
        return None
    infos = {info.name: info for info in game.options(game.preset(next(iter(game.presets))))}
    names = _option_names(infos, typed)
    if len(names) > 1:
        sentence = N_("“{word}” is in the names of several options; name one of {names}")
        raise InvalidInput([problem("", sentence, word=quote(typed), names=", ".join(names))])
    if names:
        return infos[names[0]]
    if find_nearest(typed, game.presets) is None and find_nearest(typed, infos):
        raise InvalidInput([unknown_word("", typed, infos)])
    return None


def _print_one_option(game: Game[Any], info: OptionInfo, options: argparse.Namespace) -> None:
    with output_language(options):
        text = section(rule_book(game), info.section)
        if options.json:
            print_json({"game": game.name, **_option_object(info), "text": text})
            return
    _print_option(info, codes=True)
    if text:
        print_line("")
        _print_section(text)


def _print_named_section(game: Game[Any], options: argparse.Namespace) -> None:
    if options.names:
        raise UsageError(
            N_("--section prints a section of the rule book; leave out all presets and options next to it")
        )
    with output_language(options):
        whole = rule_book(game)
        if not whole:
            raise UsageError(N_("this game has no rule book"))
        text = section(whole, options.section)
        if not text:
            raise InvalidInput([unknown_word("--section", options.section, section_numbers(whole))])
        if options.json:
            print_json({"game": game.name, "section": options.section, "text": text})
            return
    _print_section(text)


def _print_section(text: str) -> None:
    for line in lay_out(text, min(terminal_width(), MAX_HELP_WIDTH)):
        print_line(line.text)


Columns = list[tuple[str, tuple[OptionInfo, ...]]]


@override_language("en")
def _presets_object(game: Game[Any], columns: Columns) -> dict[str, Any]:
    return {
        "game": game.name,
        "presets": {name: str(about) for name, about in game.presets.items()},
        "options": {name: [_option_object(each) for each in infos] for name, infos in columns},
    }


def _option_object(info: OptionInfo) -> dict[str, Any]:
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
        print_line(f"\n{group}")
        for info in options:
            _print_option(info, codes=codes)
    if not codes:
        print_line("\n" + _("--codes shows how files and --set spell these names."))


def _print_option(info: OptionInfo, *, codes: bool) -> None:
    if codes:
        named = f"{info.name} ({word})" if (word := _other_word(info)) else info.name
        value, values = _with_word(info, info.value), info.allowed
        if any(isinstance(choice, str) for choice in info.choices):
            values = ", ".join(_with_word(info, choice) for choice in info.choices)
        print_line(f"  {named} = {value}")
    else:
        values = ", ".join(value_text(choice, info.name) for choice in info.choices) or info.allowed
        print_line(f"  {info.word}: {value_text(info.value, info.name)}")
    print_line(f"      {info.explanation}")
    sentence = _("{allowed}; see section {section} of the rule book")
    print_line("      " + sentence.format(allowed=values, section=info.section))


def _with_word(info: OptionInfo, value: Any) -> str:
    code = spell_value(value)
    word = value_word(info.name, code) if isinstance(value, str) else code
    return code if word == code else f"{code} ({word})"


def _other_word(info: OptionInfo) -> str:
    word = option_word(info.name)
    return "" if word == info.name else word


def _pairs(
    one: tuple[OptionInfo, ...], other: tuple[OptionInfo, ...], *, codes: bool
) -> Iterator[tuple[str, ...]]:
    for first, second in zip(one, other, strict=True):
        mark = "" if first.value == second.value else "≠"
        name, also = (first.name, _other_word(first)) if codes else (first.word, "")
        values = (
            spell_value(each.value) if codes else value_text(each.value, each.name)
            for each in (first, second)
        )
        yield name, *values, mark, also


def spell_value(value: Any) -> str:
    return to_json(value) if not isinstance(value, str) else value


def _add_schema_arguments(command: argparse.ArgumentParser) -> None:
    add_shared(command, "--game")
    add_switch(command, "--payments", _("print the schema of a book of payments, not of a session"))


def _run_schema(options: argparse.Namespace) -> int:
    if options.payments:
        lines: list[type[BaseModel]] = [BookHeader, PaidEntry, Void]
        schema_object = _one_of_schema(lines, "One line of a prefcount book of payments, version 1")
    else:
        schema_object = session_schema(options.game)
    print_line(dumps(schema_object, ensure_ascii=False, indent=2))
    return 0


def session_schema(name: str) -> dict[str, Any]:
    game = get_game(name)
    lines: list[type[BaseModel]] = [Header, *game.entries.values()]
    rules = type(game.rules({}))
    return _one_of_schema(lines, "One line of a prefcount session file, version 1", rules)


def _one_of_schema(lines: Sequence[type[BaseModel]], title: str, *named: type[BaseModel]) -> dict[str, Any]:
    models: list[tuple[type[BaseModel], Literal["validation"]]]
    models = [(model, "validation") for model in (*lines, *named)]
    references, definitions = models_json_schema(models, by_alias=True)
    for model in definitions["$defs"].values():
        if "kind" in model.get("properties", {}):  # `kind` has a default in Python, but files must contain it
            model["required"] = sorted({*model.get("required", []), "kind"})
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "oneOf": [references[model, "validation"] for model in lines],
        "$defs": definitions["$defs"],
    }


def _add_where_arguments(command: argparse.ArgumentParser) -> None:
    add_shared(command, "--json")


def _run_where(options: argparse.Namespace) -> int:
    games = sessions_folder()
    places = {
        "games": (games, _("games")),
        "payments": (games / BOOK_NAME, _("payments")),
        "presets": (presets_folder(), _("your own presets")),
        "settings": (games / NAME, _("settings")),
        "saved": (export_folder(), _("saved pages and texts")),
    }
    if options.json:
        print_json({key: str(path.absolute()) for key, (path, _said) in places.items()})
        return 0
    for path, about in places.values():
        print_line(f"{about}: {quote(path.absolute())}")
    return 0


SHELLS = ("bash", "zsh", "fish")
_TAKES_PLAYER = frozenset({"player", "players", "dealer", "line", "says", "sheet", "result", "results"})
"""Options and arguments that begin with the name of a player."""

_PREAMBLES = {
    "bash": r"""
_prefcount_names() { # quoted, so that the shell runs and expands nothing in a name
  local name quote= typed=${1#[\'\"]}
  [[ $typed == "$1" ]] || quote=${1:0:1}
  while IFS= read -r name; do
    case $quote in
      \') [[ $name == *\'* ]] || printf '%s\n' "$name" ;; # these cannot be written between quotes
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
  [[ -z $names ]] || compadd -U -a names # zsh quotes them
}
""",
    "fish": """
function __prefcount_names # fish quotes them, and drops names that do not fit
  prefcount completion --names "" (commandline -opc) 2>/dev/null
end
""",
}
"""Functions of each shell that ask the program for names of players.

Names come from files of other people and can contain any printable character, so they must be quoted.
"""
_EVALUATED, _READ = "$zsh_eval_context[-1] == eval", "$zsh_eval_context[-1] != loadautofunc"
"""A condition in the zsh script, and its replacement, with which `source` can load the script, too."""
_COMPLETERS = {"bash": "_prefcount_names", "zsh": "_prefcount_names", "fish": "(__prefcount_names)"}


def _add_completion_arguments(command: argparse.ArgumentParser) -> None:
    command.description = _("Prints a script that the shell loads when it starts.")
    command.add_argument("shell", nargs="?", choices=SHELLS, help=_("the shell"))
    names = _(
        "to complete players in a shell: print names that begin with WORD, of these files or of all games"
    )
    command.add_argument("--names", nargs=argparse.REMAINDER, metavar="WORD", help=names)


def _run_completion(options: argparse.Namespace) -> int:
    if options.names is not None:
        print_lines(_player_names(*options.names[:1], words=options.names[1:]))
        return EXIT_OK
    if options.shell is None:
        raise UsageError(N_("which shell? {known}"), known=", ".join(SHELLS))
    import shtab

    top = build_parser()
    action: Any  # shtab reads the attribute `complete`, which argparse does not declare
    for action in _iter_actions(top):
        if action.type is parse_path and action.choices is None:
            action.complete = shtab.FILE
        if action.dest in _TAKES_PLAYER:
            action.complete = _COMPLETERS
        action.choices = _suggest_values(action) or action.choices
    script = shtab.complete(top, shell=options.shell, preamble=_PREAMBLES[options.shell]).rstrip()
    print_line(script.replace(_EVALUATED, _READ))
    return EXIT_OK


def _player_names(typed: str = "", *, words: Sequence[str]) -> list[str]:
    names: list[str] = []
    for path in map(expand_path, filter(None, words)):
        with suppress(OSError, ValueError):
            if path.is_dir():
                names += find_known_names(path)
            elif path.is_file():
                names += _names_in_file(path)
    with suppress(OSError):
        names = names or [*find_known_names(sessions_folder())]
    return [name for name in dict.fromkeys(names) if fold(name).startswith(fold(typed))]


def _names_in_file(path: Path) -> list[str]:
    with suppress(ReadError):
        try:
            return [*load(path).session.players]
        except BookNotSession:
            payments = load_book(path).session.payments
            named = [name for each in payments for name in (each.payer, each.receiver)]
            return [*find_known_names(path.parent), *named]
    return []


def _iter_actions(command: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    for action in command._actions:
        if isinstance(action, argparse._SubParsersAction):
            for subcommand in dict.fromkeys(action.choices.values()):
                yield from _iter_actions(subcommand)
        else:
            yield action


def _suggest_values(action: argparse.Action) -> list[str]:
    games = [get_game(name) for name in GAMES]
    if action.dest == "preset":
        return [preset for game in games for preset in game.presets]
    if action.dest == "set":
        names = (each.name for game in games for each in game.options(game.preset(next(iter(game.presets)))))
        return [f"{name}=" for name in dict.fromkeys(names)]
    if action.dest == "format":
        from prefcount.importing.evenings_table import FORMAT

        return [FORMAT]
    return {"game": [*GAMES], "lang": [*LANGUAGES]}.get(action.dest, [])


FUNCTIONS = {
    "rules": Command(_add_rules_arguments, _run_rules),
    "schema": Command(_add_schema_arguments, _run_schema),
    "where": Command(_add_where_arguments, _run_where),
    "completion": Command(_add_completion_arguments, _run_completion),
}

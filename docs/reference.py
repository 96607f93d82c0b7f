"""Write the lists of the reference pages from the code: `uv run python -m docs.reference`.

A list in a page begins with a line such as `<!-- generated: keys TABLE -->` and ends with `<!-- end -->`.
`tests/test_documents.py` fails when a list is not what the code says.
"""

import argparse
import re
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import groupby
from pathlib import Path
from pkgutil import walk_packages

from prefcount import tui
from prefcount.audit.checks import all_codes
from prefcount.base.i18n import C_, _, capitalize_first, override_language
from prefcount.cli.main import COMMANDS, build_parser
from prefcount.games import get_game
from prefcount.games.rules import OptionInfo
from prefcount.tui.kit.keys import EVERYWHERE, Command, Commands, help_lines

DOCS = Path(__file__).parent
BLOCK = re.compile(r"(<!-- generated: (\w+) ?(\w*) -->\n).*?(<!-- end -->)", re.DOTALL)
TUI = [import_module(module.name) for module in walk_packages(tui.__path__, "prefcount.tui.")]
KEYS: dict[str, Commands] = {
    name: place
    for module in TUI
    for name, place in vars(module).items()
    if isinstance(place, tuple) and place and all(isinstance(each, Command) for each in place)
}
"""The commands of each screen and part of a screen, by the name of their constant."""


def table(*rows: tuple[str, ...]) -> Iterator[str]:
    """Yield the lines of a table in Markdown."""
    for number, row in enumerate(rows):
        yield f"| {' | '.join(row)} |"
        if not number:
            yield f"|{'---|' * len(row)}"


def key_list(place: str, code: str) -> Iterator[str]:
    """Yield the keys of a place."""
    head = {"en": ("key", "what it does"), "ru": ("клавиша", "что делает")}[code]
    lines = EVERYWHERE if place == "EVERYWHERE" else help_lines(KEYS[place])
    rows = [(_in_code(_(keys)), _(meaning)) for keys, meaning in lines if keys]
    yield from table(head, *rows)


def _in_code(keys: str) -> str:
    return " ".join(f"`{key}`" for key in re.split("[ ,]+", keys))


def command_list(_place: str, code: str) -> Iterator[str]:
    """Yield a section for each command with its flags."""
    commands = next(each for each in build_parser()._actions if isinstance(each, argparse._SubParsersAction))
    for name in COMMANDS:
        command = commands.choices[name]
        yield f"### {name}\n"
        taken = [each for each in command._actions if not each.option_strings]
        line = " ".join(("prefcount", name, *(_placeholder(each) for each in taken)))
        yield f"`{line}`: {_(COMMANDS[name][1])}.\n"
        for action in command._actions:
            if action.dest not in ("help", "lang") and action.help not in (None, argparse.SUPPRESS):
                yield f"- {_flag(action)}: {command._get_formatter()._expand_help(action)}"
        yield ""


def _placeholder(action: argparse.Action) -> str:
    name = action.metavar if isinstance(action.metavar, str) else "|".join(action.choices or [action.dest])
    many = {"*": f"[{name} …]", "+": f"{name} …", "?": f"[{name}]"}
    return many.get(str(action.nargs), name)


def _flag(action: argparse.Action) -> str:
    if not action.option_strings:
        return f"`{_placeholder(action)}`"
    values = action.metavar if isinstance(action.metavar, tuple) else (_placeholder(action),)
    return f"`{' '.join((', '.join(action.option_strings), *(values if action.nargs != 0 else ())))}`"


def option_list(game_name: str, code: str) -> Iterator[str]:
    """Yield the options of a game in their groups: names on the screen and in files, values, section."""
    head = {
        "en": ("option", "in files", "values in files", "section"),
        "ru": ("пункт", "в файле", "значения в файле", "раздел"),
    }[code]
    game = get_game(game_name)
    options = game.options(game.preset(next(iter(game.presets))))
    for _group, infos in groupby(options, key=lambda info: info.group_key):
        found = list(infos)
        yield f"### {capitalize_first(str(found[0].group))}\n"
        yield from table(head, *map(_option, found))
        yield ""


def _option(info: OptionInfo) -> tuple[str, ...]:
    return info.word, f"`{info.name}`", info.allowed, info.section


def code_list(_place: str, code: str) -> Iterator[str]:
    """Yield the codes of the audit with their severities, and in Russian with the words that people see."""
    severities = {"error": "ошибка", "warning": "предупреждение", "remark": "замечание"}
    if code == "en":
        rows = [("code", "severity", "what it says")]
        rows += [(f"`{each.name}`", each.severity, _(each.mistake)) for each in all_codes().values()]
    else:
        rows = [("слово", "код", "что это", "о чём говорит")]
        rows += [
            (_(C_("mistake", each.name)), f"`{each.name}`", severities[each.severity], _(each.mistake))
            for each in all_codes().values()
        ]
    yield from table(*rows)


LISTS: dict[str, Callable[[str, str], Iterator[str]]] = {
    "keys": key_list,
    "commands": command_list,
    "options": option_list,
    "codes": code_list,
}


def written(page: str, code: str) -> str:
    """Return the text of a page in a language with its lists as the code has them."""

    def block(found: re.Match[str]) -> str:
        opening, kind, place, end = found.groups()
        lines = "\n".join(LISTS[kind](place, code)).strip()
        return f"{opening}\n{lines}\n\n{end}"

    with override_language(code):
        return BLOCK.sub(block, page)


def pages() -> Iterator[tuple[Path, str, str]]:
    """Yield each page with lists: its path, its text, and the text that it should have."""
    for path in sorted(DOCS.glob("*.md")):
        text = path.read_text(encoding="utf-8")
        if BLOCK.search(text):
            yield path, text, written(text, "ru" if path.name.endswith(".ru.md") else "en")


def old_catalogues() -> list[str]:
    """Return the catalogues that were edited since they were compiled."""
    edited = (DOCS.parent / "prefcount" / "languages").glob("*/messages.po")
    return [
        path.parent.name
        for path in edited
        if not (compiled := path.with_suffix(".mo")).exists()
        or compiled.stat().st_mtime < path.stat().st_mtime
    ]


if __name__ == "__main__":
    if old := old_catalogues():
        sys.exit(f"compile the catalogues first ({', '.join(old)}): uv sync --reinstall-package prefcount")
    for path, text, wanted in pages():
        if text != wanted:
            path.write_text(wanted, encoding="utf-8")

"""Options of a table's rules as people read them."""

from collections.abc import Iterable
from typing import Any

from prefcount.games.convention import TARGET, Convention
from prefcount.i18n import _
from prefcount.problems import Problem, quote


def shown(value: Any) -> str:
    """The value of an option: yes or no, a word, a number, a list; a dash where there is none."""
    match value:
        case True:
            return _("yes")
        case False:
            return _("no")
        case list() | tuple():
            return ", ".join(map(shown, value)) or "–"
    return "–" if value is None else quote(value)


def differences(convention: Convention, without: Iterable[str] = (TARGET,)) -> str:
    """What differs from the preset in one line, or ""."""
    left_out = set(without)
    changed = (info for info in convention.changes if info.name not in left_out)
    return ", ".join(f"{info.name} {shown(info.value)}" for info in changed)


def in_short(convention: Convention) -> str:
    """A convention in one line: its preset, its target, and what differs."""
    said = convention.preset
    if convention.value(TARGET) is not None:
        said = _("{preset} to {target}").format(preset=said, target=convention.value(TARGET))
    changed = differences(convention)
    return _("{convention}, but {changes}").format(convention=said, changes=changed) if changed else said


def said(problems: Iterable[Problem]) -> str:
    """Why rules cannot be played by, each option called as the list calls it."""
    plain = (each._replace(field=each.field.removeprefix("rules.").removeprefix("set.")) for each in problems)
    return "; ".join(map(str, plain))

"""The words for options of the rules and for their values."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from prefcount.base.i18n import _
from prefcount.base.problems import RULES, Problem, option_word, quote
from prefcount.games.rules import value_word

if TYPE_CHECKING:
    from prefcount.games.edited_rules import EditedRules


def shown(value: Any, name: str = "") -> str:
    """The value of an option: yes or no, a word, a number, a list; a dash where there is none.

    Which word that is in the language in use depends on the name of the option.
    """
    match value:
        case True:
            return _("yes")
        case False:
            return _("no")
        case list() | tuple():
            return " ".join(map(shown, value)) or "–"
    if isinstance(value, str):
        return quote(value_word(name, value))
    return "–" if value is None else quote(value)


def differences(convention: "EditedRules") -> str:
    """What differs from the preset in one line, but for the goal, or ""."""
    goal = convention.game.goal.option
    changed = (info for info in convention.changes if info.name != goal)
    return ", ".join(with_value(info.name, info.value) for info in changed)


def with_value(name: str, value: Any) -> str:
    """An option and its value as people read them."""
    return _("{option}: {value}").format(option=quote(option_word(name)), value=shown(value, name))


def in_short(convention: "EditedRules") -> str:
    """A convention in one line: its preset, its goal, and what differs."""
    goal, changed = convention.game.goal, differences(convention)
    short = _(goal.summary).format(preset=quote(convention.called), goal=convention.value(goal.option))
    return _("{convention}, but {changes}").format(convention=short, changes=changed) if changed else short


def contradictions_text(problems: Iterable[Problem]) -> str:
    """Why rules contradict each other, with the words that the list of options has for these."""
    named = []
    for problem in problems:
        key, dot, name = problem.field.partition(".")
        is_option = dot and key in RULES
        named.append(str(problem._replace(field=option_word(name)) if is_option else problem))
    return "; ".join(named)

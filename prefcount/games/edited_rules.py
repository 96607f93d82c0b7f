"""The rules of a table of any game, while a player views and changes them."""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple, Self

from prefcount.base.i18n import N_
from prefcount.base.problems import InvalidInput, Problem, invalid
from prefcount.games.game import Game
from prefcount.games.rules import PRESET, OptionInfo, preset_word

_NUMBER = r"[0-9]{1,9}"
_BETWEEN = r"[ ,;.–-]+"
_NOWHERE = object()
NOTHING = ("-", "–")
"""Texts that are typed for an empty list."""


class EditedRules(NamedTuple):
    """The options chosen so far, even if they contradict each other.

    Attributes:
        game: the game of the options.
        given: the preset and the differences from it, as in a header.
        options: every option with its value.
        base: the values of the preset.
        problems: the reasons why a table cannot play by these rules.
    """

    game: Game[Any]
    given: dict[str, Any]
    options: tuple[OptionInfo, ...]
    base: Mapping[str, Any]
    problems: tuple[Problem, ...]

    @classmethod
    def from_header(cls, game: Game[Any], given: Mapping[str, Any]) -> Self:
        """Return the rules in a header. Options that are not valid become `problems`."""
        preset = given.get(PRESET)
        known = preset if isinstance(preset, str) and preset in game.presets else next(iter(game.presets))
        plain = game.options(game.preset(known))
        base = {info.name: info.value for info in plain}
        try:
            rules = game.rules(given)
        except InvalidInput as refusal:
            named = tuple(info._replace(value=_get_nested(given, info.name, info.value)) for info in plain)
            return cls(game, dict(given), named, base, refusal.problems)
        return cls(game, game.spell_rules(rules), game.options(rules), base, ())

    @property
    def preset(self) -> str:
        """The code of the preset to which the changes are made."""
        return str(self.given.get(PRESET, next(iter(self.game.presets))))

    @property
    def preset_title(self) -> str:
        """The name of the preset in the current language."""
        return preset_word(self.preset)

    def value(self, name: str) -> Any:
        """Return the value of an option, or None if the game does not have the option."""
        return next((info.value for info in self.options if info.name == name), None)

    def differs(self, info: OptionInfo) -> bool:
        """Return whether the rules set this option explicitly, to a value that differs from the preset."""
        own = info.name != PRESET and info.value != self.base.get(info.name)
        return own and self.is_chosen(info)

    def is_chosen(self, info: OptionInfo) -> bool:
        """Return whether the rules set this option explicitly."""
        return _get_nested(self.given, info.name, _NOWHERE) is not _NOWHERE

    @property
    def changes(self) -> tuple[OptionInfo, ...]:
        """The options that differ from the preset."""
        return tuple(filter(self.differs, self.options))

    def with_preset(self, given: Mapping[str, Any]) -> Self:
        """Return rules with only the options `given`, such as a preset. Keep the goal if `given` has none."""
        goal = self.game.goal.option
        own_goal = {goal: self.given[goal]} if goal in self.given else {}
        return self.from_header(self.game, {**own_goal, **given})

    def with_preset_value(self, name: str) -> Self:
        """Return the rules with the option `name` reset to the preset's value."""
        group = name.partition(".")[0]
        others = {
            key: value
            for key, value in flatten_options(self.given).items()
            if key not in (name, group) and not key.startswith(f"{name}.")
        }
        return self.from_header(self.game, nest_options(others))

    def with_option(self, name: str, value: Any) -> Self:
        """Return the rules with `value` for the option `name`.

        The option is set explicitly only if the other options do not already give it this value.
        """
        plain = self.with_preset_value(name)
        if plain.value(name) == value:
            return plain
        return self.from_header(self.game, nest_options({**flatten_options(self.given), name: value}))

    def with_next_value(self, info: OptionInfo, by: int) -> Self | None:
        """Return the rules with an option changed by `by` steps, or None if its value has to be typed.

        A step leads to the next possible value, the next usual list, or the next number.
        """
        values = info.choices or info.usual
        if values:
            index = values.index(info.value) + by if info.value in values else 0
            return self.with_option(info.name, values[index % len(values)])
        if info.limits is None or info.many or not isinstance(info.value, int):
            return None
        least, largest = info.limits
        return self.with_option(info.name, min(max(info.value + by, least), largest))

    def with_typed_value(self, info: OptionInfo, text: str) -> Self:
        """Return the rules with a typed number or list of numbers. An empty text restores the preset's value.

        Raises:
            InvalidInput: if the text is not a value of this option.
        """
        text = text.strip()
        if not text:
            return self.with_preset_value(info.name)
        changed = self.with_option(info.name, _parse_value(info, text))
        field = f"rules.{info.name}"
        wrong = [refused for refused in changed.problems if f"{refused.field}.".startswith(f"{field}.")]
        if wrong:
            raise InvalidInput(refused._replace(field="") for refused in wrong)
        return changed


def _parse_value(info: OptionInfo, text: str) -> Any:
    if info.many and text in NOTHING:
        return []
    if info.many and re.fullmatch(rf"{_NUMBER}({_BETWEEN}{_NUMBER})*", text):
        return [int(number) for number in re.findall(_NUMBER, text)]
    if info.many:
        raise invalid(N_("type whole numbers with blanks between them, e.g. 6 7 8"))
    if not re.fullmatch(_NUMBER, text):
        raise invalid(N_("type a whole number"))
    return int(text)


def nest_options(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return options as in a header from dotted names: {"raspasy.cap": 5} becomes {"raspasy": {"cap": 5}}."""
    options: dict[str, Any] = {}
    for name, value in values.items():
        group, dot, inner = name.partition(".")
        if dot:
            under = options.get(group)
            value = {**(under if isinstance(under, Mapping) else {}), inner: value}  # noqa: PLW2901
        options[group] = value
    return options


def flatten_options(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of a header by dotted names. This is the inverse of `nest_options`."""
    flat: dict[str, Any] = {}
    for name, value in given.items():
        flat |= (
            {f"{name}.{inner}": option for inner, option in value.items()}
            if isinstance(value, Mapping)
            else {name: value}
        )
    return flat


def _get_nested(given: Mapping[str, Any], name: str, otherwise: Any) -> Any:
    value: Any = given
    for part in name.split("."):
        if not isinstance(value, Mapping) or part not in value:
            return otherwise
        value = value[part]
    return value

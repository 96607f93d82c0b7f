"""The rules of a table while they are shown and changed, the same for every game."""

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
"""What is typed for an empty list."""


class EditedRules(NamedTuple):
    """Options as they were chosen so far, whether they fit together or not.

    Attributes:
        game: the game they are options of.
        given: the preset and what differs from it, as a header spells it.
        options: every option with its value.
        base: the values of the preset.
        problems: why a table cannot play by these rules.
    """

    game: Game[Any]
    given: dict[str, Any]
    options: tuple[OptionInfo, ...]
    base: Mapping[str, Any]
    problems: tuple[Problem, ...]

    @classmethod
    def from_header(cls, game: Game[Any], given: Mapping[str, Any]) -> Self:
        """The convention that a header spells; what cannot be used in it becomes a problem."""
        preset = given.get(PRESET)
        known = preset if isinstance(preset, str) and preset in game.presets else next(iter(game.presets))
        plain = game.options(game.preset(known))
        base = {info.name: info.value for info in plain}
        try:
            rules = game.rules(given)
        except InvalidInput as refusal:
            named = tuple(info._replace(value=_at(given, info.name, info.value)) for info in plain)
            return cls(game, dict(given), named, base, refusal.problems)
        return cls(game, game.spell_rules(rules), game.options(rules), base, ())

    @property
    def preset(self) -> str:
        """The preset that everything starts from."""
        return str(self.given.get(PRESET, next(iter(self.game.presets))))

    @property
    def preset_title(self) -> str:
        """What people call that preset, in the language in use."""
        return preset_word(self.preset)

    def value(self, name: str) -> Any:
        """What is chosen for an option; None for one that this game does not have."""
        return next((info.value for info in self.options if info.name == name), None)

    def differs(self, info: OptionInfo) -> bool:
        """Whether an option was chosen and is not as the preset has it; what follows from another was not."""
        own = info.name != PRESET and info.value != self.base.get(info.name)
        return own and self.is_chosen(info)

    def is_chosen(self, info: OptionInfo) -> bool:
        """Whether the rules name the option, so that it follows neither the preset nor another option."""
        return _at(self.given, info.name, _NOWHERE) is not _NOWHERE

    @property
    def changes(self) -> tuple[OptionInfo, ...]:
        """The options that are not as the preset has them."""
        return tuple(filter(self.differs, self.options))

    def with_preset(self, given: Mapping[str, Any]) -> Self:
        """Another preset, or a whole set of rules; the goal stays where the set names none."""
        goal = self.game.goal.option
        own_goal = {goal: self.given[goal]} if goal in self.given else {}
        return self.from_header(self.game, {**own_goal, **given})

    def with_preset_value(self, name: str) -> Self:
        """The same with an option as the preset has it."""
        group = name.partition(".")[0]
        others = {
            key: value
            for key, value in flatten_options(self.given).items()
            if key not in (name, group) and not key.startswith(f"{name}.")
        }
        return self.from_header(self.game, nest_options(others))

    def with_option(self, name: str, value: Any) -> Self:
        """The same with another value of an option; it is named only if it does not follow by itself."""
        plain = self.with_preset_value(name)
        if plain.value(name) == value:
            return plain
        return self.from_header(self.game, nest_options({**flatten_options(self.given), name: value}))

    def with_next_value(self, info: OptionInfo, by: int) -> Self | None:
        """The next or the previous value of an option, of a list a usual one; None where it is typed."""
        values = info.choices or info.usual
        if values:
            at = values.index(info.value) + by if info.value in values else 0
            return self.with_option(info.name, values[at % len(values)])
        if info.limits is None or info.many or not isinstance(info.value, int):
            return None
        least, largest = info.limits
        return self.with_option(info.name, min(max(info.value + by, least), largest))

    def with_typed_value(self, info: OptionInfo, text: str) -> Self:
        """The same with a number or a list of numbers as it is typed; nothing is as in the preset.

        Raises:
            InvalidInput: if it is no value of this option.
        """
        text = text.strip()
        if not text:
            return self.with_preset_value(info.name)
        changed = self.with_option(info.name, _read(info, text))
        field = f"rules.{info.name}"
        wrong = [each for each in changed.problems if f"{each.field}.".startswith(f"{field}.")]
        if wrong:
            raise InvalidInput(each._replace(field="") for each in wrong)
        return changed


def _read(info: OptionInfo, text: str) -> Any:
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
    """Values by dotted names as a header spells them: {"raspasy.cap": 5} is {"raspasy": {"cap": 5}}."""
    options: dict[str, Any] = {}
    for name, value in values.items():
        group, dot, inner = name.partition(".")
        if dot:
            under = options.get(group)
            value = {**(under if isinstance(under, Mapping) else {}), inner: value}  # noqa: PLW2901
        options[group] = value
    return options


def flatten_options(given: Mapping[str, Any]) -> dict[str, Any]:
    """The opposite of `nest_options`."""
    flat: dict[str, Any] = {}
    for name, value in given.items():
        flat |= (
            {f"{name}.{inner}": each for inner, each in value.items()}
            if isinstance(value, Mapping)
            else {name: value}
        )
    return flat


def _at(given: Mapping[str, Any], name: str, otherwise: Any) -> Any:
    value: Any = given
    for part in name.split("."):
        if not isinstance(value, Mapping) or part not in value:
            return otherwise
        value = value[part]
    return value

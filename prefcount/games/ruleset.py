"""Options of a game as a flat model: presets as differences, and how a table's rules are put together.

For the games whose options stand beside each other without groups inside groups.
"""

from collections.abc import Mapping
from typing import Any, Generic, NamedTuple, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic_core import to_json

from prefcount.entries.sentences import problems_of
from prefcount.i18n import N_
from prefcount.problems import Problem, Refused, problem, unknown

PRESET = "preset"


class FlatOptions(BaseModel):
    """Options that stand beside each other, `preset` among them. Immutable."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    preset: str


RulesT = TypeVar("RulesT", bound=FlatOptions)


class Ruleset(NamedTuple, Generic[RulesT]):
    """What a game may be played by.

    Attributes:
        model: the options.
        presets: what each preset changes of the defaults; the first one changes nothing.
        goal: the option that every header names, beside the preset.
        fixed: options that cannot change once a hand is played, because figures depend on them.
    """

    model: type[RulesT]
    presets: Mapping[str, Mapping[str, Any]]
    goal: str
    fixed: tuple[str, ...] = ()

    def read(self, given: Mapping[str, Any]) -> RulesT:
        """The complete rules of a table from what its header names.

        Raises:
            Refused: with every problem: unknown options or values; the nearest is offered.
        """
        found: list[Problem] = []
        preset = given.get(PRESET, next(iter(self.presets)))
        if not isinstance(preset, str) or preset not in self.presets:
            found.append(unknown(f"rules.{PRESET}", str(preset), self.presets))
            preset = next(iter(self.presets))
        options = {**self.presets[preset], **given, PRESET: preset}
        try:
            rules = self.model.model_validate_json(to_json(options))
        except ValidationError as error:
            raise Refused([*found, *problems_of(error, self.model, "rules")]) from None
        if found:
            raise Refused(found)
        return rules

    def preset(self, name: str) -> RulesT:
        """The options of a preset as they are. Raises Refused, with the nearest name, if it is unknown."""
        return self.read({PRESET: name})

    def spelled(self, rules: RulesT) -> dict[str, Any]:
        """The shortest header spelling: the preset, the goal, and what differs from the preset."""
        base = self.preset(rules.preset)
        found: dict[str, Any] = {PRESET: rules.preset, self.goal: getattr(rules, self.goal)}
        for name in self.model.model_fields:
            value = getattr(rules, name)
            if name not in found and value != getattr(base, name):
                found[name] = value
        return found

    def changed(self, rules: RulesT, given: Mapping[str, Any], *, started: bool) -> RulesT:
        """The rules after a `rules` entry: `given` over what was played by, or over a new preset.

        Raises:
            Refused: as `read`, and when an option that cannot change any more would.
        """
        try:
            new = self.read(given if PRESET in given else {**self.spelled(rules), **given})
        except Refused as refusal:
            named = (
                each._replace(field=f"set.{each.field.removeprefix('rules.')}") for each in refusal.problems
            )
            raise Refused(named) from None
        frozen = [name for name in self.fixed if getattr(new, name) != getattr(rules, name)]
        if started and frozen:
            raise Refused(
                problem(f"set.{name}", N_("cannot change after the first hand; start a new game for it"))
                for name in frozen
            )
        return new

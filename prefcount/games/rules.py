"""Options of a game, presets as differences from the defaults, and the complete rules of a table."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, Generic, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic.config import JsonDict
from pydantic_core import PydanticSerializationError, to_json

from prefcount.base.i18n import C_, N_, Text, _, capitalize_first, language, text
from prefcount.base.problems import (
    InvalidInput,
    Problem,
    find_nearest,
    option_word,
    problem,
    spell_value,
    unknown_code,
    unknown_word,
)
from prefcount.entries.names_and_figures import fold, unify_letters
from prefcount.entries.validation_messages import problems_from_error
from prefcount.games.state import RulesT
from prefcount.games.words import Goal
from prefcount.languages import get_all_words


class OptionInfo(NamedTuple):
    """One option, with the texts that explain it to a player.

    Attributes:
        name: the name in files, such as "target", or "raspasy.cap" for an option of a nested group.
        group_key: the key of the group.
        group: the heading of the group.
        explanation: one sentence.
        section: the section of the rule book.
        choices: the possible values, or () if they cannot be listed.
        limits: the smallest and the largest possible number, or None without limits.
        many: whether the value is a list of numbers within `limits`.
        number: whether the value can be a number.
        argued: whether players often disagree about this option, so that it is listed first.
        english: the name that players see, in English.
        usual: the usual values of an option that is a list. Any other list can be typed.
    """

    name: str
    group_key: str
    group: Text
    value: Any
    explanation: Text
    section: str
    choices: tuple[Any, ...] = ()
    limits: tuple[int, int] | None = None
    many: bool = False
    number: bool = False
    argued: bool = False
    english: str = ""
    usual: tuple[Any, ...] = ()

    @property
    def word(self) -> str:
        """The name of the option in the current language."""
        return option_word(self.name)

    @property
    def allowed(self) -> str:
        """The possible values, such as "true, false", or a description, such as "a whole number"."""
        if self.choices:
            return ", ".join(
                str(choice).lower() if isinstance(choice, bool) else str(choice) for choice in self.choices
            )
        one = _("a whole number") if self.number else _("a name")
        words = one if self.limits is None else "{} … {}".format(*self.limits)
        return _("numbers {values}, with blanks between them").format(values=words) if self.many else words


def value_word(name: str, value: str) -> str:
    """Return the name of an option's value in the current language, or `value` if it has no name.

    `name` and `value` are spelled as in files, such as "raspasy.progression" and "arithmetic".
    """
    return _(C_(name, value))


def preset_word(name: str) -> str:
    """Return the name of a preset in the current language. A user's own preset keeps its name."""
    return value_word("preset", name)


def preset_description(name: str, about: str) -> str:
    """Return the description `about` of a preset, without the preset's name at its beginning."""
    return capitalize_first(_(about).removeprefix(f"{preset_word(name)}: "))


# Sentences of options, groups and presets need no `N_`: `python -m tests.i18n` takes them from the ruleset.
class OptionGroup(NamedTuple):
    """A group of options. Calling the group declares an option of a model: `cap: int = _raspasy(5, "…")`.

    Attributes:
        key: the key of the group, such as "raspasy".
        heading: the heading of the group.
        section: the section of the rule book.
    """

    key: str
    heading: str
    section: str

    def __call__(
        self,
        default: Any,
        sentence: str,
        *,
        section: str = "",
        word: str = "",
        usual: list[Any] | None = None,
    ) -> Any:
        """Return a field for an option.

        Args:
            sentence: one sentence that explains the option.
            section: the section of the rule book, if it is not the group's.
            word: the English name that players see, if it is not the name in files.
            usual: the usual values of an option that is a list.
        """
        about: JsonDict = {"group": self.key, "section": section or self.section}
        if word:
            about["word"] = word
        return Field(default=default, description=sentence, json_schema_extra=about, examples=usual)


def explain_options(
    rules: BaseModel, groups: Sequence[OptionGroup], prefix: str = ""
) -> Iterator[OptionInfo]:
    """Yield every option of a rules model in the order of its fields.

    `prefix` is the beginning of each option's name, such as "raspasy." for the options inside `raspasy`.
    """
    for name, info in type(rules).model_fields.items():
        value = getattr(rules, name)
        if isinstance(value, BaseModel):
            yield from explain_options(value, groups, f"{prefix}{name}.")
            continue
        extra = info.json_schema_extra
        about: Mapping[str, Any] = extra if isinstance(extra, dict) else {}
        group = next(group for group in groups if group.key == about["group"])
        yield OptionInfo(
            f"{prefix}{name}",
            group.key,
            text(group.heading),
            list(value) if isinstance(value, tuple) else value,
            text(str(info.description)),
            str(about["section"]),
            **_find_allowed(_read_schemas(type(rules))[name]),
            english=str(about.get("word") or name.replace("_", " ").capitalize()),
            usual=tuple(info.examples or ()),
        )


@cache
def _read_schemas(model: type[BaseModel]) -> dict[str, Any]:
    return dict(model.model_json_schema()["properties"])


def _find_allowed(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    # Returns the attributes of `OptionInfo` that say which values an option can have.
    (schema,) = [one for one in schema.get("anyOf", [schema]) if one.get("type") != "null"]
    many = schema.get("type") == "array"
    schema = schema["items"] if many else schema
    choices = (True, False) if schema["type"] == "boolean" else tuple(schema.get("enum", ()))
    limits = (schema["minimum"], schema["maximum"]) if "minimum" in schema else None
    number = schema["type"] == "integer" and not choices
    return {"choices": choices, "limits": limits, "many": many, "number": number}


PRESET = "preset"
"""The option that names the preset, in every game."""
LIKE = 0.6
"""Minimum similarity, from 0 to 1, at which the name of a preset is suggested for a mistyped name."""

MAX_REMEMBERED = 100
"""Maximum number of different rules in memory. Tables with equal rules share one object."""


class Options(BaseModel):
    """The options of a game, or of a group such as raspasy. Immutable."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Preset(NamedTuple):
    """A named set of options to start from.

    Attributes:
        about: a sentence that describes the preset.
        changes: the differences from the defaults. The first preset of a game has none.
    """

    about: str
    changes: Mapping[str, Any] = {}


class Ruleset(NamedTuple, Generic[RulesT]):
    """The options and presets of a game.

    Attributes:
        groups: the groups of options, in their order on the screen.
        goal: the option that says how long a game is. Every header names this option and the preset.
        unending: the values of options with which only an `end` entry ends the game.
        fixed: options that cannot change after the first hand, because recorded figures depend on them.
        started_with: options that can never change during a game, each with the reason, marked for
            translation.
    """

    game: str
    model: type[RulesT]
    presets: Mapping[str, Preset]
    groups: Sequence[OptionGroup]
    goal: Goal
    unending: Mapping[str, Any]
    fixed: tuple[str, ...] = ()
    started_with: Mapping[str, str] = {}

    def read(self, given: Mapping[str, Any]) -> RulesT:
        """Return the complete rules of a header, or raise InvalidInput with all problems of its options."""
        rules, problems = self._complete(given)
        problems += self.find_contradictions(rules)
        if problems:
            raise InvalidInput(problems)
        return rules

    def preset(self, name: str) -> RulesT:
        """Return the options of a preset, or raise InvalidInput with the nearest name.

        The options may be incomplete: a preset for timed games has no number of minutes.
        """
        rules, problems = self._complete({PRESET: name})
        if problems:
            raise InvalidInput(problems)
        return rules

    def _complete(self, given: Mapping[str, Any]) -> tuple[RulesT, list[Problem]]:
        problems: list[Problem] = []
        preset = given.get(PRESET, next(iter(self.presets)))
        if not isinstance(preset, str) or preset not in self.presets:
            problems.append(self.unknown_preset(preset, f"rules.{PRESET}"))
            preset = next(iter(self.presets))
        try:
            options = to_json({**self.merge_with_preset(self.presets[preset].changes, given), PRESET: preset})
            return _share_rules(self.model, options), problems
        except PydanticSerializationError:
            sentence = N_("has text that is not valid Unicode and cannot be saved in a file")
            raise InvalidInput([problem("rules", sentence)]) from None
        except ValidationError as error:
            raise InvalidInput([*problems, *problems_from_error(error, self.model, "rules")]) from None

    def merge_with_preset(self, preset: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the options in a header, completed by the options of its preset.

        Args:
            preset: the options of the preset that differ from the defaults.
            given: the options in the header.
        """
        return merge_options(preset, given)

    def find_contradictions(self, rules: RulesT) -> Iterable[Problem]:
        """Return a problem for each option that contradicts another option."""
        return ()

    def find_unknown_words(self, given: Mapping[str, Any], field: str) -> tuple[Problem, ...]:
        """Return a problem for each option, value or preset in `given` that this version does not know.

        `field` is the field of the entry that has the options, such as "set".
        """
        try:
            self.read(given)
        except InvalidInput as refusal:
            return move_problems(
                (refused for refused in refusal.problems if refused.in_file is not None), field
            )
        return ()

    def find_preset(self, typed: object) -> str:
        """Return the code of the preset that `typed` names in any language, such as "leningrad" for “Питер”.

        A name that no preset has raises InvalidInput with the nearest name.
        """
        code = typed if typed in self.presets else self._presets_by_name().get(_normalize_name(str(typed)))
        if not isinstance(code, str):
            field, word = f"rules.{PRESET}", str(typed)
            if language() == "en" or self.find_nearest_preset(word):
                raise InvalidInput([self.unknown_preset(typed, field)])
            raise InvalidInput([unknown_word(field, word, map(preset_word, self.presets))])
        return code

    def find_preset_by_prefix(self, typed: str) -> str | None:
        """Return the code of the preset whose name begins with `typed`, or None.

        If no name begins with `typed`, return a preset whose name has a later word that begins with it.
        """
        called, word = self._presets_by_name(), _normalize_name(typed)
        starts = (code for name, code in called.items() if name.startswith(word))
        words = (code for name, code in called.items() if f" {word}" in name)
        return called.get(word) or next(starts, None) or next(words, None)

    def find_nearest_preset(self, typed: str) -> str | None:
        called = self._presets_by_name()
        return called.get(find_nearest(_normalize_name(typed), called, LIKE) or "")

    def unknown_preset(self, typed: object, field: str) -> Problem:
        """Return the problem that no preset is called `typed`, with the nearest name.

        `field` is the field that names the preset, such as "rules.preset".
        """
        word = typed if isinstance(typed, str) else spell_value(typed)
        return unknown_code(field, word, self.presets, self.find_nearest_preset(word))

    def _presets_by_name(self) -> dict[str, str]:
        typed = get_all_words(f"{self.game}.preset")
        names = (
            (name, code) for code in self.presets for name in (*typed.get(code, ()), preset_word(code), code)
        )
        return {_normalize_name(name): code for name, code in names}

    def spell_rules(self, rules: RulesT) -> dict[str, Any]:
        """Return options for a header: preset, length of the game, and differences from the preset."""
        goal = self.goal.option
        named = {PRESET: getattr(rules, PRESET), goal: getattr(rules, goal)}
        return named | _find_differences(rules, self.preset(named[PRESET]))

    def check_size(self, rules: RulesT, players: int) -> list[Problem]:
        """Return a problem for each option of `rules` whose value does not suit the number of players."""
        return []

    def change_rules(self, rules: RulesT, given: Mapping[str, Any], *, started: bool) -> RulesT:
        """Return the rules after a rules entry, or raise InvalidInput with every problem of the entry.

        Args:
            rules: the rules before the entry.
            given: the options in the entry. If they contain a preset, the other options are reset to it.
            started: whether a hand was played. Then the options in `fixed` cannot change.
        """
        try:
            new = self.read(given if PRESET in given else merge_options(self.spell_rules(rules), given))
        except InvalidInput as refusal:
            raise InvalidInput(move_problems(refusal.problems)) from None
        changed = {name for name in self.model.model_fields if getattr(new, name) != getattr(rules, name)}
        problems = [
            problem(f"set.{name}", reason) for name, reason in self.started_with.items() if name in changed
        ]
        if started:
            sentence = N_("cannot change after the first hand; start a new game instead")
            problems += [problem(f"set.{name}", sentence) for name in self.fixed if name in changed]
        if problems:
            raise InvalidInput(problems)
        return new


def move_problems(problems: Iterable[Problem], field: str = "set") -> tuple[Problem, ...]:
    """Return problems of a header as problems of a rules entry: “rules.target” becomes “set.target”.

    `field` is the name of the field with the options in the entry.
    """
    return tuple(one._replace(field=f"{field}.{one.field.removeprefix('rules.')}") for one in problems)


def _normalize_name(name: str) -> str:
    return unify_letters(fold(name.replace("-", " ").replace("_", " ")))


@lru_cache(maxsize=MAX_REMEMBERED)
def _share_rules(model: type[RulesT], options: bytes) -> RulesT:
    # Equal texts give one object, because caches use its `id`.
    return model.model_validate_json(options)


def _find_differences(rules: BaseModel, base: BaseModel) -> dict[str, Any]:
    differences: dict[str, Any] = {}
    for name in type(rules).model_fields:
        value, usual = getattr(rules, name), getattr(base, name)
        if value == usual:
            continue
        if isinstance(value, BaseModel):
            differences[name] = _find_differences(value, usual)
        else:
            differences[name] = list(value) if isinstance(value, tuple) else value
    return differences


def merge_options(under: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Return two mappings of options as one. If both have an option, the value in `over` counts.

    Groups such as {"raspasy": {"cap": 5}} are merged, too.
    """
    options = {**under, **over}
    for name, upper in over.items():
        lower = under.get(name)
        if isinstance(lower, Mapping) and isinstance(upper, Mapping):
            options[name] = {**lower, **upper}
    return options

"""Options of a game, presets as differences, and how the rules of a table are put together."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from types import NoneType, UnionType
from typing import Annotated, Any, Generic, Literal, NamedTuple, Union, get_args, get_origin

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic.config import JsonDict
from pydantic.fields import FieldInfo
from pydantic_core import PydanticSerializationError, to_json

from prefcount.base.i18n import C_, N_, Text, _, capitalize_first, text
from prefcount.base.problems import (
    InvalidInput,
    Problem,
    find_nearest,
    option_word,
    problem,
    spell_value,
    unknown_code,
)
from prefcount.entries.names_and_figures import fold
from prefcount.entries.validation_messages import problems_from_error
from prefcount.games.state import RulesT
from prefcount.games.words import Goal


class OptionInfo(NamedTuple):
    """One option as it is explained to a player.

    Attributes:
        name: as files spell it, dotted where it is nested.
        group_key, group: the chapter of the rules it belongs to, and its heading.
        value: what the table plays by.
        explanation: one sentence.
        section: where the rule book has it.
        choices: the values that are possible, where they can be counted off.
        limits: the least and the largest number, where numbers are possible.
        many: whether the value is a list of such numbers.
        english: what players call it in English.
        usual: the lists that most tables play by; any other can be typed.
        number: whether a number is possible, with or without limits.
        argued: whether it is one of the few that tables argue about first.
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
        """What players call it, in the language in use."""
        return option_word(self.name)

    @property
    def allowed(self) -> str:
        """The values that are possible: as files spell them, numbers and names in words."""
        if self.choices:
            return ", ".join(
                str(choice).lower() if isinstance(choice, bool) else str(choice) for choice in self.choices
            )
        one = _("a whole number") if self.number else _("a name")
        words = one if self.limits is None else "{} … {}".format(*self.limits)
        return _("numbers {values} with blanks between").format(values=words) if self.many else words


def value_word(name: str, value: str) -> str:
    """What people call a value of an option, in the language in use.

    A file has a code. The catalogue takes every value from the types of the options, so that none stands
    anywhere twice; what is no value of a game stays as it is.

    Args:
        name: the option, dotted where it is nested.
        value: its value as files spell it.
    """
    return _(C_(name, value))


def preset_word(name: str) -> str:
    """What people call a preset, in the language in use; a name of one's own stays as it is."""
    return value_word("preset", name)


def preset_description(name: str, about: str) -> str:
    """The marked sentence `about` a preset for below its name, with which it does not begin again."""
    return capitalize_first(_(about).removeprefix(f"{preset_word(name)}: "))


def option(
    default: Any, sentence: str, *, group: str, section: str, word: str = "", usual: list[Any] | None = None
) -> Any:
    """A field of an options model that carries its explanation.

    A list has its `usual` values. The `word` is what players call the option in English, where its name does
    not say it; the English catalogue takes it from here.
    """
    about: JsonDict = {"group": group, "section": section}
    if word:
        about["word"] = word
    return Field(default=default, description=sentence, json_schema_extra=about, examples=usual)


class _Allowed(NamedTuple):
    """The values of an option, read from its type."""

    choices: tuple[Any, ...] = ()
    limits: tuple[int, int] | None = None
    many: bool = False
    number: bool = False


def explain_options(rules: BaseModel, groups: Mapping[str, str], prefix: str = "") -> Iterator[OptionInfo]:
    """Every option of a rules model, in the order of its groups; nested ones with a dotted name."""
    for name, info in type(rules).model_fields.items():
        value = getattr(rules, name)
        if isinstance(value, BaseModel):
            yield from explain_options(value, groups, f"{prefix}{name}.")
            continue
        extra = info.json_schema_extra
        about: Mapping[str, Any] = extra if isinstance(extra, dict) else {}
        yield OptionInfo(
            f"{prefix}{name}",
            str(about["group"]),
            text(groups[str(about["group"])]),
            list(value) if isinstance(value, tuple) else value,
            text(str(info.description)),
            str(about["section"]),
            *_of_field(info),
            english=str(about.get("word") or name.replace("_", " ").capitalize()),
            usual=tuple(info.examples or ()),
        )


def _of_field(info: FieldInfo) -> _Allowed:
    allowed = _of_type(info.annotation)
    return allowed if allowed.many else allowed._replace(limits=_limits(info.metadata) or allowed.limits)


def _of_type(annotation: Any) -> _Allowed:
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Literal:
        return _Allowed(arguments)
    if origin is Annotated:
        inner = _of_type(arguments[0])
        return inner._replace(limits=_limits(arguments[1].metadata) or inner.limits)
    if origin is tuple:
        return _of_type(arguments[0])._replace(many=True)
    if origin in (Union, UnionType):
        return next(_of_type(argument) for argument in arguments if argument is not NoneType)
    if annotation is bool:
        return _Allowed((True, False))
    return _Allowed(number=annotation is int)


def _limits(metadata: Sequence[Any]) -> tuple[int, int] | None:
    bounds = [
        getattr(constraint, limit)
        for constraint in metadata
        for limit in ("ge", "le")
        if hasattr(constraint, limit)
    ]
    return (bounds[0], bounds[1]) if len(bounds) == 2 else None


PRESET = "preset"
"""The word of every game's rules for what everything else starts from."""
LIKE = 0.6
"""How like a name of a preset has to be to what was typed to be offered for it."""


MAX_REMEMBERED = 100
"""The different rules that are kept for the next table that plays by them."""


class Options(BaseModel):
    """Options of a game, or a group of them. Immutable."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Preset(NamedTuple):
    """A convention to start from.

    Attributes:
        about: what it is, a marked sentence.
        changes: what it changes of the defaults; the first one of a game changes nothing.
        names: what people call it, in any language, beside its code.
    """

    about: str
    changes: Mapping[str, Any] = {}
    names: Sequence[str] = ()


class Ruleset(NamedTuple, Generic[RulesT]):
    """What a game may be played by.

    Attributes:
        model: the options.
        presets: by their codes.
        groups: the chapters of the options, with their headings.
        goal: the option that says how long a game is; every header names it, beside the preset.
        unending: options under which no rule ends the game.
        fixed: options that cannot change once a hand is played, because figures depend on them.
        started_with: an option that cannot change at all, and why, in marked sentences.
    """

    model: type[RulesT]
    presets: Mapping[str, Preset]
    groups: Mapping[str, str]
    goal: Goal
    unending: Mapping[str, Any]
    fixed: tuple[str, ...] = ()
    started_with: Mapping[str, str] = {}

    def read(self, given: Mapping[str, Any]) -> RulesT:
        """The complete rules of a table from what its header names.

        Raises:
            InvalidInput: with every problem: unknown options or values, of which the nearest is offered, and
                options that contradict each other.
        """
        rules, problems = self._complete(given)
        problems += self.find_contradictions(rules)
        if problems:
            raise InvalidInput(problems)
        return rules

    def preset(self, name: str) -> RulesT:
        """The options of a preset as they are, even where a table has to choose one more.

        Raises:
            InvalidInput: with the nearest name if it is unknown.
        """
        rules, problems = self._complete({PRESET: name})
        if problems:
            raise InvalidInput(problems)
        return rules

    def _complete(self, given: Mapping[str, Any]) -> tuple[RulesT, list[Problem]]:
        """What a header names over its preset, and why there is no such preset. Raises InvalidInput."""
        problems: list[Problem] = []
        preset = given.get(PRESET, next(iter(self.presets)))
        if not isinstance(preset, str) or preset not in self.presets:
            problems.append(self.unknown_preset(preset, f"rules.{PRESET}"))
            preset = next(iter(self.presets))
        try:
            options = to_json({**self.merge_with_preset(self.presets[preset].changes, given), PRESET: preset})
            return _shared(self.model, options), problems
        except PydanticSerializationError:
            sentence = N_("has text that is not valid Unicode, which no file can hold")
            raise InvalidInput([problem("rules", sentence)]) from None
        except ValidationError as error:
            raise InvalidInput([*problems, *problems_from_error(error, self.model, "rules")]) from None

    def merge_with_preset(self, preset: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
        """The options that a header names over those of its preset."""
        return merge_options(preset, given)

    def find_contradictions(self, rules: RulesT) -> Iterable[Problem]:
        """Why these options do not go together, each with its field as a header has it."""
        return ()

    def find_unknown_words(self, given: Mapping[str, Any], field: str) -> tuple[Problem, ...]:
        """The problems of options, values and presets in what changes the rules that are not known here."""
        try:
            self.read(given)
        except InvalidInput as refusal:
            return move_problems((each for each in refusal.problems if each.in_file is not None), field)
        return ()

    def find_preset(self, typed: object) -> str:
        """The code of the preset that people call so, in whatever language: "leningrad" for “Питер”.

        Raises:
            InvalidInput: if no preset is called so; the nearest is offered.
        """
        code = typed if typed in self.presets else self._called().get(_plain(str(typed)))
        if not isinstance(code, str):
            raise InvalidInput([self.unknown_preset(typed, f"rules.{PRESET}")])
        return code

    def find_preset_by_prefix(self, typed: str) -> str | None:
        """The code of the preset that people call so, or by a name or word that begins so; else None."""
        called, word = self._called(), _plain(typed)
        starts = (code for name, code in called.items() if name.startswith(word))
        words = (code for name, code in called.items() if f" {word}" in name)
        return called.get(word) or next(starts, None) or next(words, None)

    def find_nearest_preset(self, typed: str) -> str | None:
        """The code of the preset with the name that is most like what is typed; None if none is like it."""
        called = self._called()
        return called.get(find_nearest(_plain(typed), called, LIKE) or "")

    def unknown_preset(self, typed: object, field: str) -> Problem:
        """The problem of what is the code of no preset; the nearest of codes and names is offered."""
        word = typed if isinstance(typed, str) else spell_value(typed)
        return unknown_code(field, word, self.presets, self.find_nearest_preset(word))

    def _called(self) -> dict[str, str]:
        """The code of each preset by everything that it is called."""
        names = (
            (name, code)
            for code, preset in self.presets.items()
            for name in (*preset.names, preset_word(code), code)
        )
        return {_plain(name): code for name, code in names}

    def spell_rules(self, rules: RulesT) -> dict[str, Any]:
        """The shortest header spelling: the preset, the goal, and what differs from the preset."""
        goal = self.goal.option
        named = {PRESET: getattr(rules, PRESET), goal: getattr(rules, goal)}
        return named | _differences(rules, self.preset(named[PRESET]))

    def check_size(self, rules: RulesT, players: int) -> list[Problem]:
        """Why so many players cannot play by these options, each with its field as a header has it."""
        return []

    def change_rules(self, rules: RulesT, given: Mapping[str, Any], *, started: bool) -> RulesT:
        """The rules after a `rules` entry: `given` over what was played by, or over a new preset.

        Raises:
            InvalidInput: as `read`, and when an option that cannot change any more would.
        """
        try:
            new = self.read(given if PRESET in given else merge_options(self.spell_rules(rules), given))
        except InvalidInput as refusal:
            raise InvalidInput(move_problems(refusal.problems)) from None
        changed = {name for name in self.model.model_fields if getattr(new, name) != getattr(rules, name)}
        problems = [problem(f"set.{name}", why) for name, why in self.started_with.items() if name in changed]
        if started:
            sentence = N_("cannot change after the first hand; start a new game for it")
            problems += [problem(f"set.{name}", sentence) for name in self.fixed if name in changed]
        if problems:
            raise InvalidInput(problems)
        return new


def move_problems(problems: Iterable[Problem], field: str = "set") -> tuple[Problem, ...]:
    """The problems of rules in a header as those of the field of an entry that changes them."""
    return tuple(each._replace(field=f"{field}.{each.field.removeprefix('rules.')}") for each in problems)


def _plain(name: str) -> str:
    """The form in which two names of a preset are the same: no capitals, no hyphens, ё as е."""
    return fold(name.replace("-", " ").replace("_", " ")).replace("ё", "е")


@lru_cache(maxsize=MAX_REMEMBERED)
def _shared(model: type[RulesT], options: bytes) -> RulesT:
    """Rules from JSON. Tables with equal ones share one frozen object, and what is known by it."""
    return model.model_validate_json(options)


def _differences(rules: BaseModel, base: BaseModel) -> dict[str, Any]:
    """The options that are not as in `base`, as files spell them; of a group those that differ."""
    differences: dict[str, Any] = {}
    for name in type(rules).model_fields:
        value, usual = getattr(rules, name), getattr(base, name)
        if value == usual:
            continue
        if isinstance(value, BaseModel):
            differences[name] = _differences(value, usual)
        else:
            differences[name] = list(value) if isinstance(value, tuple) else value
    return differences


def merge_options(under: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """`under` with the options of `over` in front; groups of options are merged, too."""
    options = {**under, **over}
    for name, upper in over.items():
        lower = under.get(name)
        if isinstance(lower, Mapping) and isinstance(upper, Mapping):
            options[name] = {**lower, **upper}
    return options

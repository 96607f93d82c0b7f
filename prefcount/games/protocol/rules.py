"""One option of a game: its declaration, explanation, possible values and their names."""

from collections.abc import Iterator, Mapping, Sequence
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

from pydantic import BaseModel, Field
from pydantic.config import JsonDict
from pydantic.fields import FieldInfo

from prefcount.base.field_names import option_word
from prefcount.base.i18n import C_, Text, _, capital, text


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
        return _("a list of: {values}").format(values=words) if self.many else words


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


def below_preset(name: str, about: str) -> str:
    """The marked sentence `about` a preset for below its name, with which it does not begin again."""
    return capital(_(about).removeprefix(f"{preset_word(name)}: "))


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


def explained(rules: BaseModel, groups: Mapping[str, str], prefix: str = "") -> Iterator[OptionInfo]:
    """Every option of a rules model, in the order of its groups; nested ones with a dotted name."""
    for name, info in type(rules).model_fields.items():
        value = getattr(rules, name)
        if isinstance(value, BaseModel):
            yield from explained(value, groups, f"{prefix}{name}.")
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
    """The least and the largest number, if both are given."""
    bounds = [
        getattr(constraint, limit)
        for constraint in metadata
        for limit in ("ge", "le")
        if hasattr(constraint, limit)
    ]
    return (bounds[0], bounds[1]) if len(bounds) == 2 else None

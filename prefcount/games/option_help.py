"""What a player is told about every option of a rules model: value, allowed values, sentence, source."""

from collections.abc import Iterator, Mapping, Sequence
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from prefcount.games.option_info import OptionInfo
from prefcount.i18n import text


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
        return next(_of_type(each) for each in arguments if each is not NoneType)
    if annotation is bool:
        return _Allowed((True, False))
    return _Allowed(number=annotation is int)


def _limits(metadata: Sequence[Any]) -> tuple[int, int] | None:
    """The least and the largest number, if both are given."""
    found = [getattr(each, limit) for each in metadata for limit in ("ge", "le") if hasattr(each, limit)]
    return (found[0], found[1]) if len(found) == 2 else None

"""What a player is told about every option of a rules model: value, allowed values, sentence, source."""

from collections.abc import Iterator, Mapping
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from prefcount.games.protocol import OptionInfo
from prefcount.i18n import N_, text


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
            _allowed(info),
            text(info.description or ""),
            str(about["section"]),
        )


def _allowed(info: FieldInfo) -> str:
    words = _words(info.annotation)
    limits = [
        getattr(each, limit) for each in info.metadata for limit in ("ge", "le") if hasattr(each, limit)
    ]
    return words if len(limits) != 2 else f"{limits[0]} … {limits[1]}"


def _words(annotation: Any) -> str:
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Literal:
        return ", ".join(map(str, arguments))
    if origin is Annotated:
        limits = [
            getattr(each, limit)
            for each in arguments[1].metadata
            for limit in ("ge", "le")
            if hasattr(each, limit)
        ]
        return f"{limits[0]} … {limits[1]}" if len(limits) == 2 else _words(arguments[0])
    if origin is tuple:
        return str(text(N_("a list of: {values}"), values=_words(arguments[0])))
    if origin in (Union, UnionType):
        return ", ".join(_words(each) for each in arguments if each is not NoneType)
    return {bool: "true, false", int: str(text(N_("a whole number")))}.get(
        annotation, str(text(N_("a name")))
    )

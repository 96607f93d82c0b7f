"""The part of JSON Schema that `prefcount schema` uses; an unknown keyword is an error."""

import re
from collections.abc import Callable
from typing import Any

Schema = dict[str, Any]

_ANNOTATIONS = {
    "$schema",
    "$defs",
    "title",
    "description",
    "default",
    "discriminator",
    "format",
    "group",
    "section",
    "word",
}
_TYPES: dict[str, Callable[[Any], bool]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
}


def fits(value: Any, schema: Schema, root: Schema) -> bool:
    """Return whether `value` fits `schema`; references lead into `root`."""
    return all(_holds(word, argument, value, schema, root) for word, argument in schema.items())


def branches(value: Any, root: Schema) -> list[str]:
    """Return the names of the branches of the topmost `oneOf` that `value` fits."""
    return [each["$ref"].rpartition("/")[2] for each in root["oneOf"] if fits(value, each, root)]


def _holds(word: str, argument: Any, value: Any, schema: Schema, root: Schema) -> bool:
    if word in _ANNOTATIONS:
        return True
    if word == "$ref":
        return fits(value, root["$defs"][argument.rpartition("/")[2]], root)
    if word in {"anyOf", "oneOf"}:
        count = sum(fits(value, each, root) for each in argument)
        return count == 1 if word == "oneOf" else count > 0
    if word in _SIMPLE:
        return _SIMPLE[word](argument, value)
    return _MEMBERS[word](argument, value, schema, root)


_SIMPLE: dict[str, Callable[[Any, Any], bool]] = {
    "type": lambda name, value: _TYPES[name](value),
    "const": lambda wanted, value: type(wanted) is type(value) and bool(wanted == value),
    "enum": lambda wanted, value: any(type(each) is type(value) and each == value for each in wanted),
    "minimum": lambda least, value: not isinstance(value, int) or value >= least,
    "maximum": lambda most, value: not isinstance(value, int) or value <= most,
    "minLength": lambda least, value: not isinstance(value, str) or len(value) >= least,
    "maxLength": lambda most, value: not isinstance(value, str) or len(value) <= most,
    "pattern": lambda pattern, value: not isinstance(value, str) or bool(re.search(pattern, value)),
    "minItems": lambda least, value: not isinstance(value, list) or len(value) >= least,
    "maxItems": lambda most, value: not isinstance(value, list) or len(value) <= most,
    "required": lambda names, value: not isinstance(value, dict) or set(names) <= set(value),
}


def _additional(allowed: Any, value: Any, schema: Schema, root: Schema) -> bool:
    if not isinstance(value, dict):
        return True
    known = schema.get("properties", {})
    patterns = schema.get("patternProperties", {})
    others = [
        value[name]
        for name in value
        if name not in known and not any(re.search(each, name) for each in patterns)
    ]
    return (
        not others
        if allowed is False
        else allowed is True or all(fits(each, allowed, root) for each in others)
    )


def _patterns(schemas: Schema, value: Any, _schema: Schema, root: Schema) -> bool:
    return not isinstance(value, dict) or all(
        fits(value[name], each, root)
        for pattern, each in schemas.items()
        for name in value
        if re.search(pattern, name)
    )


_MEMBERS: dict[str, Callable[[Any, Any, Schema, Schema], bool]] = {
    "properties": lambda schemas, value, _schema, root: (
        not isinstance(value, dict)
        or all(fits(value[name], each, root) for name, each in schemas.items() if name in value)
    ),
    "additionalProperties": _additional,
    "patternProperties": _patterns,
    "propertyNames": lambda names, value, _schema, root: (
        not isinstance(value, dict) or all(fits(name, names, root) for name in value)
    ),
    "items": lambda items, value, _schema, root: (
        not isinstance(value, list) or all(fits(each, items, root) for each in value)
    ),
}

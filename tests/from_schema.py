"""Hypothesis strategies for whatever a JSON Schema allows, for the schemas of `prefcount schema`."""

from collections.abc import Callable, Mapping
from typing import Any

from hypothesis import strategies as st

Schema = Mapping[str, Any]
Fields = Mapping[str, st.SearchStrategy[Any]]
"""Strategies for the fields of these names anywhere, instead of the values that the schema allows."""

FIGURES = ("2.6.12", "5/2", "-9999999", "9999999/7", "1/9999991", "1/3.5/1000.", "-0/5")
LONGER_IN_NORMAL_FORM = "\N{HEBREW LETTER DALET WITH DAGESH}" * 200 + "\N{DEVANAGARI LETTER QA}" * 300
"""The maximum number of characters of a note, which doubles in normal form C."""
TEXTS = ("", "late", "x" * 500, LONGER_IN_NORMAL_FORM, 'so "x":1', "{}\\", "é", "=1;=2")
MOMENTS = ("2026-11-14T19:05:00+03:00", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59.9999999-23:59")


def allowed(schema: Schema, root: Schema, fields: Fields) -> st.SearchStrategy[Any]:
    """Return a strategy for values that fit a schema, including the largest and the smallest.

    Args:
        schema: the schema.
        root: the schema to which references lead.
        fields: strategies for fields that name other parts of a file.
    """
    if "$ref" in schema:
        return allowed(root["$defs"][schema["$ref"].rpartition("/")[2]], root, fields)
    union = schema.get("anyOf") or schema.get("oneOf")
    if union is not None:
        return st.deferred(lambda: st.one_of([allowed(each, root, fields) for each in union]))
    if "const" in schema or "enum" in schema:
        return st.sampled_from(schema.get("enum") or [schema["const"]])
    return _TYPES[schema["type"]](schema, root, fields)


def _numbers(schema: Schema, _root: Schema, _fields: Fields) -> st.SearchStrategy[int]:
    least, most, step = schema["minimum"], schema["maximum"], schema.get("multipleOf", 1)
    few = st.integers(max(least, -10 * step), min(most, 20 * step))
    return st.one_of(st.sampled_from((least, most)), few).map(lambda number: number // step * step)


def _texts(schema: Schema, _root: Schema, fields: Fields) -> st.SearchStrategy[str]:
    if schema.get("format") == "date-time":
        return st.sampled_from(MOMENTS)
    if "0-9]{1,7}" in schema.get("pattern", ""):
        return st.sampled_from(FIGURES)
    if "pattern" in schema:
        return st.from_regex(schema["pattern"], fullmatch=True)
    return st.sampled_from(TEXTS) if schema.get("maxLength") == 500 else fields["player"]


def _lists(schema: Schema, root: Schema, fields: Fields) -> st.SearchStrategy[tuple[Any, ...]]:
    items = schema.get("prefixItems") or [schema["items"]] * schema["maxItems"]
    return st.tuples(*(allowed(each, root, fields) for each in items))


def _objects(schema: Schema, root: Schema, fields: Fields) -> st.SearchStrategy[dict[str, Any]]:
    if "properties" in schema:
        own = {
            name: fields[name] if name in fields else allowed(each, root, fields)
            for name, each in schema["properties"].items()
        }
        needed = {*schema.get("required", ()), "kind"}
        optional = {name: each for name, each in own.items() if name not in needed}
        return st.fixed_dictionaries({name: own[name] for name in own if name in needed}, optional=optional)
    if "patternProperties" in schema:
        keys, inner = fields["column"], next(iter(schema["patternProperties"].values()))
    else:
        names = schema.get("propertyNames", {})
        keys = st.sampled_from(names["enum"]) if "enum" in names else fields["player"]
        inner = schema["additionalProperties"]
    return st.dictionaries(keys, allowed(inner, root, fields), max_size=4)


_TYPES: Mapping[str, Callable[[Schema, Schema, Fields], st.SearchStrategy[Any]]] = {
    "null": lambda *_: st.none(),
    "boolean": lambda *_: st.booleans(),
    "integer": _numbers,
    "string": _texts,
    "array": _lists,
    "object": _objects,
}

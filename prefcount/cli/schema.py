"""`prefcount schema`: the JSON Schema of a session file, made from the models."""

import argparse
from typing import Any, Literal

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from prefcount.cli.files import say
from prefcount.cli.main import Unusable
from prefcount.entries.header import Header
from prefcount.games import game_named
from prefcount.problems import Refused, together


def main(options: argparse.Namespace) -> int:
    """Print the schema that every line of a session file fits."""
    from json import dumps

    try:
        say(dumps(schema(options.game), ensure_ascii=False, indent=2))
    except Refused as refusal:
        raise Unusable(together(refusal.problems)) from None
    return 0


def schema(name: str) -> dict[str, Any]:
    """The schema of a line of a file of the game called `name`. Raises Refused for an unknown game."""
    game = game_named(name)
    lines: list[type[BaseModel]] = [Header, *game.entries.values()]
    models: list[tuple[type[BaseModel], Literal["validation"]]] = [(model, "validation") for model in lines]
    rules = type(game.rules({}))
    references, definitions = models_json_schema([*models, (rules, "validation")], by_alias=True)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "One line of a prefcount session file, version 1",
        "oneOf": [references[model] for model in models],
        "$defs": {name: _with_kind(model) for name, model in definitions["$defs"].items()},
    }


def _with_kind(model: dict[str, Any]) -> dict[str, Any]:
    """A definition that insists on `kind`: in Python it has a default, in a file it never has."""
    if "kind" not in model.get("properties", {}):
        return model
    return {**model, "required": sorted({*model.get("required", []), "kind"})}

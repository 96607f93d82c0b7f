"""`prefcount schema`: the JSON Schema of a session file or a book of payments, made from the models."""

import argparse
from collections.abc import Sequence
from json import dumps
from typing import Any, Literal

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from prefcount.base.i18n import _
from prefcount.cli.arguments import add_game, add_switch
from prefcount.cli.command_io import say
from prefcount.entries.models import BookHeader, Header, PaidEntry, Void
from prefcount.games import game_named


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The flags of `prefcount schema`."""
    add_game(command)
    add_switch(command, "--payments", _("of a book of payments, not of a game"))


def main(options: argparse.Namespace) -> int:
    """Print the schema that every line of a session file, or of a book of payments, fits."""
    if options.payments:
        lines: list[type[BaseModel]] = [BookHeader, PaidEntry, Void]
        schema_object = _one_of(lines, "One line of a prefcount book of payments, version 1")
    else:
        schema_object = schema(options.game)
    say(dumps(schema_object, ensure_ascii=False, indent=2))
    return 0


def schema(name: str) -> dict[str, Any]:
    """The schema of a line of a file of the game called `name`. Raises InvalidInput for an unknown game."""
    game = game_named(name)
    lines: list[type[BaseModel]] = [Header, *game.entries.values()]
    rules = type(game.rules({}))
    return _one_of(lines, "One line of a prefcount session file, version 1", rules)


def _one_of(lines: Sequence[type[BaseModel]], title: str, *named: type[BaseModel]) -> dict[str, Any]:
    """The schema of one of `lines`, with the definitions of models that are only `named`."""
    models: list[tuple[type[BaseModel], Literal["validation"]]]
    models = [(model, "validation") for model in (*lines, *named)]
    references, definitions = models_json_schema(models, by_alias=True)
    for model in definitions["$defs"].values():
        if "kind" in model.get("properties", {}):  # in Python it has a default, in a file it never has
            model["required"] = sorted({*model.get("required", []), "kind"})
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "oneOf": [references[model, "validation"] for model in lines],
        "$defs": definitions["$defs"],
    }

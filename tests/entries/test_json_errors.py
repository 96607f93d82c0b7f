"""Every message of the JSON parser has a sentence and a translation."""

import re

import pytest
from pydantic import BaseModel, ValidationError

from prefcount.base.i18n import override_language
from prefcount.entries.validation_messages import json_problem, problems_from_error

BROKEN = (
    *("", "{", '{"a"', '{"a":', '{"a":1', "[1", '"abc', "-", "nope", "x", '{"a":1}x', "[1,]", '{"a":1,}'),
    *('"\\x"', '"\\u12', '"\\ud800"', '"\\ud800\\u0041"', "01", "1" * 5000, '{"a" 1}', "{1:2}", "[1 2]"),
    *('{"a":1 "b":2}', '"a\tb"', "[" * 300),
)


class Model(BaseModel):
    """A model with a value of any type."""


def sentence(line: str) -> str:
    with pytest.raises(ValidationError) as caught:
        Model.model_validate_json(line)
    (found,) = problems_from_error(caught.value, Model)
    return str(found)


@pytest.mark.parametrize(
    ("code", "form"),
    [
        ("en", r"is not valid JSON, because (?!it cannot be read).* \(character \d+\)"),
        ("ru", r"это не JSON: [а-яё :`,}\]\\]+ \(знак \d+\)"),
    ],
)
def test_every_message_of_the_parser_has_a_sentence(code: str, form: str) -> None:
    with override_language(code):
        said = {line: sentence(line) for line in BROKEN}
    assert {line: each for line, each in said.items() if not re.fullmatch(form, each)} == {}


def test_text_of_several_lines_names_the_line() -> None:
    assert sentence('{\n"a": ,}') == "is not valid JSON, because a value was expected (line 2, column 6)"


@pytest.mark.parametrize(
    ("said", "found"),
    [
        (
            "too much of it at line 1 column 3",
            "a: is not valid JSON, because it cannot be read (character 3)",
        ),
        ("out of order", "a: is not valid JSON"),
    ],
)
def test_unknown_messages_are_left_out(said: str, found: str) -> None:
    assert str(json_problem("a", said)) == found

"""Problems for people, with the mistake and the right form, from the validation errors of pydantic."""

import re
from collections.abc import Mapping
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from prefcount.base.i18n import N_, text
from prefcount.base.problems import InvalidInput, Problem, problem, quote, spell_value, unknown_code
from prefcount.languages import LANGUAGES, get_all_words, letter_table

_MAX_PROBLEMS = 20

_PLAIN: dict[str, str] = {
    "missing": N_("is missing"),
    "int_type": N_("must be a whole number, not {input}"),
    "int_from_float": N_("must be a whole number, not {input}"),
    "bool_type": N_("must be true or false, not {input}"),
    "string_type": N_("must be a text in quotes, not {input}"),
    "dict_type": N_("must be a group of fields in braces, not {input}"),
    "model_type": N_("must be a group of fields in braces, not {input}"),
    "tuple_type": N_("must be a list in brackets, not {input}"),
    "greater_than_equal": N_("must be at least {ge}, not {input}"),
    "less_than_equal": N_("must be at most {le}, not {input}"),
    "multiple_of": N_("must be a multiple of {multiple_of}, not {input}"),
    "string_too_long": N_("is longer than {max_length} characters"),
    "too_short": N_("needs {min_length} or more values, but has {actual_length}"),
    "too_long": N_("may have at most {max_length} values, but has {actual_length}"),
    "unprintable": N_("has the character {code}, which cannot be printed; leave it out"),
    "hidden": N_("has the invisible character {code}; leave it out"),
    "mark_first": N_("begins with the combining character {code}; put a letter before it, or leave it out"),
    "name_length": N_("a name has 1 to 40 characters, not {length}"),
    "same_name": N_(
        "the name “{name}” is used twice (capitals and blanks do not count); change one of the two"
    ),
    "figure_bounds": N_("has the number {figure}, but the largest number allowed is {most}"),
    "zero_division": N_("{input} divides by zero; write a number above zero after the slash"),
    "timezone_aware": N_(
        "needs a time with its offset from UTC, such as 2026-11-14T19:05:00+03:00, not {input}"
    ),
    "datetime_from_date_parsing": N_(
        "must be a date and time such as 2026-11-14T19:05:00+03:00, not {input}"
    ),
    "datetime_parsing": N_("must be a date and time such as 2026-11-14T19:05:00+03:00, not {input}"),
    "datetime_type": N_("must be a date and time such as 2026-11-14T19:05:00+03:00, not {input}"),
    "day_or_moment": N_(
        "must be a date such as 2026-11-26 (from 1900 on), or a date and time such as "
        "2026-11-26T19:05:00+03:00, not {input}"
    ),
    "version": N_("this program reads files of version 1, not {input}"),
    "same_player": N_("names a player twice"),
    "no_payment": N_("must be an amount of money such as 24.87, without a sign, not {input}"),
    "nothing_paid": N_("a payment must be more than zero"),
}
_BY_PATTERN: dict[str, str] = {
    "stake": N_('write a number in quotes such as "0.10", not {input}'),
    "currency": N_("write the currency as three capitals such as EUR, not {input}"),
    "contract": N_("must be a contract such as 6S, 7H or 10N, not {input}"),
    "talon": N_("must be a card such as AS, 10H or 7D, not {input}"),
    "needs": N_('must be a version of prefcount such as "1.2", not {input}'),
    "prev": N_("must be 16 hexadecimal digits (0-9, a-f), not {input}"),
    "seal": N_("must be 64 hexadecimal digits (0-9, a-f), not {input}"),
    "columns": N_(
        'must be a number such as 12 or "5/2", or a column of totals such as "2.6.12", not {input}'
    ),
    "amount": N_('must be an amount such as 4, -2 or "5/2", not {input}'),
    "column": N_("must be the name of a column, not {input}"),
}

_TYPED: dict[str, str] = {
    _PLAIN["day_or_moment"]: N_(
        "“{cell}” is not a date; write year, month and day, e.g. 2026-01-31 or 31.01.2026"
    ),
    _BY_PATTERN["stake"]: N_("write a price such as 0.10 or 0.10 EUR, not “{cell}”"),
    _BY_PATTERN["amount"]: N_("“{cell}” is not an amount such as 4, -2 or 5/2"),
}
"""Sentences about typed text, by the sentences about the same mistake in a file."""

_SUITS = str.maketrans("♠♤♣♧♦♢♥♡", "SSCCDDHH", "\ufe0e\ufe0f ")
_LEVEL_AND_SUIT = re.compile(r"([6-9]|10)(\D+)")
_LOOK_ALIKES = letter_table(language.look_alikes.upper() for language in LANGUAGES.values())
_TYPED_SUITS = {word.upper(): suit for suit, words in get_all_words("suit").items() for word in words}
_WITH_SUITS = {
    _BY_PATTERN["contract"]: re.compile("(?:[6-9]|10)[SCDHN]"),
    _BY_PATTERN["talon"]: re.compile("(?:[7-9]|10|[JQKA])[SCDH]"),
}


def _spell_as_in_files(template: str, value: object) -> str:
    if template not in _WITH_SUITS or not isinstance(value, str):
        return ""
    right = value.upper().translate(_SUITS)
    if template == _BY_PATTERN["contract"] and (typed := _LEVEL_AND_SUIT.fullmatch(right)):
        right = typed[1] + _TYPED_SUITS.get(typed[2], typed[2])
    right = right.translate(_LOOK_ALIKES)
    return right if _WITH_SUITS[template].fullmatch(right) else ""


_SAYS_MORE = ("string_pattern_mismatch", "zero_division", "figure_bounds")

Models = type[BaseModel] | Mapping[str, type[BaseModel]]
ModelT = TypeVar("ModelT", bound=BaseModel)


def validate_fields(model: type[ModelT], fields: Mapping[str, Any]) -> ModelT:
    """Build a model from its fields. Raises InvalidInput with every problem of the fields."""
    try:
        return model.model_validate(fields)
    except ValidationError as error:
        raise InvalidInput(problems_from_error(error, model)) from None


def problems_from_error(error: ValidationError, models: Models, prefix: str = "") -> list[Problem]:
    """Return the problems that pydantic found, each with its field and a sentence for people.

    Args:
        error: the exception. At most 20 of its problems are returned, and only one for each field.
        models: the model that was validated, or models by `kind` if the `kind` of the object selects one.
        prefix: the field that contains the validated object, such as "rules" in "rules.cap", or "".
    """
    problems: dict[str, Problem] = {}
    for detail in error.errors(include_url=False)[:_MAX_PROBLEMS]:
        one = _problem(detail, models, prefix)
        if one.field not in problems or detail["type"] in _SAYS_MORE:
            problems[one.field] = one
    # A problem inside a field is more exact than the problem of the whole field, which is left out.
    return [
        outer
        for field, outer in problems.items()
        if not any(other.startswith(f"{field}.") for other in problems)
    ]


def _problem(detail: ErrorDetails, models: Models, prefix: str) -> Problem:
    path, model = _find_fields_and_model(
        detail["loc"], models, unknown_field=detail["type"] == "extra_forbidden"
    )
    field = ".".join([prefix, *path] if prefix else path)
    context = {key: quote(value) for key, value in detail.get("ctx", {}).items()}
    value = detail["input"]
    match detail["type"]:
        case "extra_forbidden":
            return _unknown_field_problem(field, path, models, model)
        case "literal_error":
            return _unknown_value_problem(field, value, context["expected"])
        case "union_tag_invalid":
            return _unknown_kind_problem(_join_field(field, "kind"), value, context["expected_tags"])
        case "json_invalid":
            return json_problem(field, context["error"])
        case "union_tag_not_found":
            return problem(_join_field(field, "kind"), N_("is missing"))
    template = _find_template(detail, path)
    if right := _spell_as_in_files(template, value):
        template, context = N_("must be written {right} in a file, not {input}"), {"right": f'"{right}"'}
    found = problem(field, template, **{**context, "input": spell_value(value)})
    typed = _TYPED.get(template)
    return found if typed is None else found._replace(text=text(typed, cell=quote(value)), in_file=found.text)


def _unknown_field_problem(
    field: str, path: list[str], models: Models, model: type[BaseModel] | None
) -> Problem:
    *groups, name = path
    if groups and not isinstance(models, Mapping) and name in models.model_fields:
        sentence = N_("move the field “{word}” out of the braces of “{group}”")
        return problem(field, sentence, word=name, group=groups[-1])
    return unknown_code(field, name, _field_names(model))


def _unknown_kind_problem(field: str, entry: object, expected: str) -> Problem:
    kind = entry.get("kind") if isinstance(entry, dict) else None
    if isinstance(kind, str):
        return unknown_code(field, kind, _split_alternatives(expected))
    return problem(field, _PLAIN["string_type"], input=spell_value(kind))


def _find_template(detail: ErrorDetails, path: list[str]) -> str:
    if detail["type"] == "string_pattern_mismatch":
        if detail["loc"][-1] == "[key]":
            return N_("must be the name of a column, not {input}")
        by_name = (_BY_PATTERN[part] for part in reversed(path) if part in _BY_PATTERN)
        return next(by_name, N_("has the unexpected value {input}; correct it"))
    return _PLAIN.get(detail["type"], N_("has the value {input}, which this program cannot read; correct it"))


def _split_alternatives(expected: str) -> list[str]:
    # pydantic spells the list as "'a', 'b' or 'c'".
    return expected.replace(" or ", ", ").replace("'", "").split(", ")


def _join_field(field: str, name: str) -> str:
    return f"{field}.{name}" if field else name


def _find_fields_and_model(
    steps: tuple[int | str, ...], models: Models, *, unknown_field: bool
) -> tuple[list[str], type[BaseModel] | None]:
    path: list[str] = []
    union = models if isinstance(models, Mapping) else None
    model = None if isinstance(models, Mapping) else models
    inner = model
    for left, step in enumerate(map(str, steps), 1 - len(steps)):
        if union is not None:
            inner, union = union.get(step), None
            continue
        model, name = inner, quote(step)
        fields = model.model_fields if model else {}
        info = next((info for field, info in fields.items() if step in (field, info.alias)), None)
        is_branch = "[" in step or step in {"int", "str", "constrained-str", "constrained-int"}
        if info is None and is_branch and not (unknown_field and left == 0):
            continue
        path.append(name)
        inner = _find_model(info.annotation) if info else None
        if step == "with" and isinstance(models, Mapping):
            union = models
    return path, model or inner


def _unknown_value_problem(field: str, value: object, expected: str) -> Problem:
    known = _split_alternatives(expected)
    if isinstance(value, str) and value not in known:
        suit = value.translate(_SUITS)
        return unknown_code(field, value, known, suit if suit in known else None)
    return problem(
        field, N_("must be one of {known}, not {input}"), known=", ".join(known), input=spell_value(value)
    )


def _field_names(model: type[BaseModel] | None) -> list[str]:
    if model is None:
        return []
    own = [info.alias or name for name, info in model.model_fields.items()]
    groups = [(name, _find_model(info.annotation)) for name, info in model.model_fields.items()]
    return own + [f"{name}.{inner}" for name, group in groups if group for inner in group.model_fields]


def _find_model(annotation: Any) -> type[BaseModel] | None:
    for candidate in (annotation, *get_args(annotation)):
        if isinstance(candidate, type) and issubclass(candidate, BaseModel):
            return candidate
    return None


_JSON_REASONS = {
    "EOF while parsing a list": N_("a list is not closed by ]"),
    "EOF while parsing an object": N_("a group of fields is not closed by }}"),
    "EOF while parsing a string": N_("a text is not closed by a quotation mark"),
    "EOF while parsing a value": N_("the text ends where a value is expected"),
    "expected `:`": N_("a colon is missing after the name of a field"),
    "expected `,` or `]`": N_("a comma or ] is missing"),
    "expected `,` or `}`": N_("a comma or }} is missing"),
    "expected ident": N_("a word outside quotes is not true, false or null"),
    "expected value": N_("a value was expected"),
    "invalid escape": N_("a backslash is followed by a character that is not allowed there"),
    "invalid number": N_("a number is written in a way that JSON does not allow"),
    "number out of range": N_("a number is too large"),
    "invalid unicode code point": N_("a character is not valid Unicode"),
    "control character (\\u0000-\\u001F) found while parsing a string": N_(
        "a text contains a control character, such as a tab or a line break"
    ),
    "key must be a string": N_("the name of a field must be in quotes"),
    "lone leading surrogate in hex escape": N_("a \\u code gives only the first half of a character"),
    "trailing comma": N_("there is a comma after the last value"),
    "trailing characters": N_("there is more text after the end of the value"),
    "unexpected end of hex escape": N_("a \\u code has fewer than four digits"),
    "recursion limit exceeded": N_("brackets are nested too deeply"),
}
"""Sentences for players, by the messages of pydantic's JSON parser."""
_PLACED = re.compile(r"(?P<why>.*) at line (?P<line>\d+) column (?P<at>\d+)")


def json_problem(field: str, message: str) -> Problem:
    """Return the problem of text that is not JSON, from the parser's `message`."""
    placed = _PLACED.fullmatch(message)
    if placed is None:
        return problem(field, N_("is not valid JSON"))
    sentence = N_("is not valid JSON, because {why} (line {line}, column {at})")
    if placed["line"] == "1":  # Files are parsed line by line, so line 1 says nothing.
        sentence = N_("is not valid JSON, because {why} (character {at})")
    why = text(_JSON_REASONS.get(placed["why"], N_("it cannot be read")))
    return problem(field, sentence, why=why, line=placed["line"], at=placed["at"])

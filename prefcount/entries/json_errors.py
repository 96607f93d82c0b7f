"""The errors of the JSON parser as sentences in the language in use."""

import re

from prefcount.base.i18n import N_, text
from prefcount.base.problems import Problem, problem

_WHY = {
    template.format(): template
    for template in (
        N_("EOF while parsing a list"),
        N_("EOF while parsing an object"),
        N_("EOF while parsing a string"),
        N_("EOF while parsing a value"),
        N_("expected `:`"),
        N_("expected `,` or `]`"),
        N_("expected `,` or `}}`"),
        N_("expected ident"),
        N_("expected value"),
        N_("invalid escape"),
        N_("invalid number"),
        N_("number out of range"),
        N_("invalid unicode code point"),
        N_("control character (\\u0000-\\u001F) found while parsing a string"),
        N_("key must be a string"),
        N_("lone leading surrogate in hex escape"),
        N_("trailing comma"),
        N_("trailing characters"),
        N_("unexpected end of hex escape"),
        N_("recursion limit exceeded"),
    )
}
"""Sentences by what the parser says."""
_PLACED = re.compile(r"(?P<why>.*) at line (?P<line>\d+) column (?P<at>\d+)")


def no_json(field: str, said: str) -> Problem:
    """The problem of a text that is no JSON; `said` is the message of the parser of pydantic."""
    placed = _PLACED.fullmatch(said)
    if placed is None:
        return problem(field, N_("is not JSON"))
    template = _WHY.get(placed["why"], N_("it cannot be read"))
    why = text(template)
    if placed["line"] == "1":  # a line of a file is one line, whichever of the file it is
        return problem(field, N_("is not JSON: {why} at character {at}"), why=why, at=placed["at"])
    template = N_("is not JSON: {why} at line {line} column {at}")
    return problem(field, template, why=why, line=placed["line"], at=placed["at"])

"""Contracts of six to ten tricks and the calls on them: how files spell them, how people read them."""

from collections.abc import Mapping
from itertools import product, starmap
from operator import attrgetter
from typing import Any, Literal, NamedTuple

from pydantic import GetCoreSchemaHandler, ValidatorFunctionWrapHandler
from pydantic_core import CoreSchema, core_schema

from prefcount.base.i18n import N_, _
from prefcount.games.shared.vocabulary import SUITS, Vocabulary, Word

LEVELS = (6, 7, 8, 9, 10)


class Contract(NamedTuple):
    """What the declarer promised. As a string it is as people read it, in the language in use: 7♥, 10NT.

    Attributes:
        level: the tricks that were promised, 6 to 10.
        trump: the trump suit, one of S C D H, or N for no trump; "" where it was not written down.
    """

    level: int
    trump: str = ""

    def __str__(self) -> str:
        return f"{self.level}{_(SUITS[self.trump])}" if self.trump else str(self.level)

    @property
    def spelling(self) -> str:
        """As files spell it: 7H, 10N, or 7 without its suit."""
        return f"{self.level}{self.trump}"

    @staticmethod
    def parse(spelling: str) -> "Contract":
        """The contract that a file spells so. Raises KeyError if there is none."""
        return _CONTRACTS[spelling]

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """In files it is a text."""
        spelling = core_schema.str_schema(pattern="^(6|7|8|9|10)[SCDHN]?$")
        from_text = core_schema.no_info_after_validator_function(_CONTRACTS.__getitem__, spelling)
        return core_schema.json_or_python_schema(
            json_schema=from_text,
            python_schema=core_schema.no_info_wrap_validator_function(_as_it_is, from_text),
            serialization=core_schema.plain_serializer_function_ser_schema(
                attrgetter("spelling"), return_schema=spelling
            ),
        )


def _as_it_is(given: object, from_text: ValidatorFunctionWrapHandler) -> Any:
    """The contract that a model is made from in Python, or that a text spells."""
    return given if isinstance(given, Contract) else from_text(given)


_CONTRACTS = {each.spelling: each for each in starmap(Contract, product(LEVELS, ("", *SUITS)))}
STALINGRAD = Contract(6, "S")
"""The contract that both defenders must whist, where the table plays it so; a six without its suit is not."""

Call = Literal["whist", "pass", "half"]
WHIST: Call = "whist"
PASS: Call = "pass"
HALF: Call = "half"


class _CallWords(NamedTuple):
    """How a call is said.

    Attributes:
        letter: stands for it in the answers of the guided entry.
        typed: its letters in lines.
        sentence: with the player who makes it, a marked sentence.
        name: by itself, a marked word.
    """

    letter: str
    typed: Word
    sentence: str
    name: str


CALLS: Mapping[Call, _CallWords] = {
    WHIST: _CallWords("w", Word(en="w", ru="в"), N_("{who} whists"), N_("whist")),
    PASS: _CallWords("p", Word(en="p", ru="п"), N_("{who} passes"), N_("pass")),
    HALF: _CallWords("h", Word(en="h", ru="х ½"), N_("{who} takes half"), N_("half")),
}
CALL_LETTERS = Vocabulary[Call]({call: words.typed for call, words in CALLS.items()})
"""The calls as lines have them."""
CALL_OF: Mapping[str, Call] = {words.letter: call for call, words in CALLS.items()}
"""The calls by their letters in answers."""

"""Contracts, the calls on them, and hands as the scoring sees them.

Players are numbers, every trick that matters is known. Contracts and calls are spelled as files have them.
"""

from collections.abc import Collection, Mapping
from functools import lru_cache
from itertools import product, starmap
from operator import attrgetter
from typing import Any, Literal, NamedTuple

from pydantic import GetCoreSchemaHandler, ValidatorFunctionWrapHandler
from pydantic_core import CoreSchema, core_schema

from prefcount.base.i18n import N_, _
from prefcount.games.notation import Vocabulary, Word
from prefcount.games.state import Seats
from prefcount.games.words import SUITS
from prefcount.ledger.sheet import NOBODY

LEVELS = (6, 7, 8, 9, 10)
ALL_TRICKS = 10


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


_CONTRACTS = {contract.spelling: contract for contract in starmap(Contract, product(LEVELS, ("", *SUITS)))}
STALINGRAD = Contract(6, "S")
"""The contract that both defenders must whist, where the table plays it so; a six without its suit is not."""

Call = Literal["whist", "pass", "half"]


class _CallWords(NamedTuple):
    """How a call is said.

    Attributes:
        letter: stands for it in the answers of the guided entry.
        typed: its letter in lines, and its words.
        sentence: with the player who makes it, a marked sentence.
        name: by itself, a marked word.
    """

    letter: str
    typed: Word
    sentence: str
    name: str


CALLS: Mapping[Call, _CallWords] = {
    "whist": _CallWords("w", Word(en="w whist", ru="в вист"), N_("{who} whists"), N_("whist")),
    "pass": _CallWords("p", Word(en="p pass", ru="п пас"), N_("{who} passes"), N_("pass")),
    "half": _CallWords("h", Word(en="h half", ru="х ½ полвиста"), N_("{who} takes half"), N_("half")),
}
CALL_LETTERS = Vocabulary[Call]({call: words.typed for call, words in CALLS.items()})
"""The calls as lines have them."""
CALL_OF: Mapping[str, Call] = {words.letter: call for call, words in CALLS.items()}
"""The calls by their letters in answers."""


QUOTAS = {6: 4, 7: 2, 8: 1, 9: 1, 10: 1}
MISERE_TALON_UNIT = 10
"""What a seven in the talon of a misère is worth, whatever the misère is."""


class Roles(NamedTuple):
    """Who is who in one hand.

    Attributes:
        idle: the dealer who sits out (with four players or five), else NOBODY.
        declarer: who plays the contract.
        first: the first defender, clockwise from the declarer.
        second: the second defender; NOBODY with two players.
        defenders: the defenders who are players: two, or one in hussar.
        players: declarer and defenders, in the order in which tricks are given.
    """

    idle: int
    declarer: int
    first: int
    second: int
    defenders: tuple[int, ...]
    players: tuple[int, ...]


@lru_cache(maxsize=1000)
def roles_of(seats: Seats, dealer: int, declarer: int) -> Roles | None:
    """Who is who when `dealer` has dealt and `declarer` plays, or None if the declarer sits out."""
    active = seats.active(dealer)
    if declarer not in active:
        return None
    defenders = tuple(player for player in seats.others(declarer) if player in active)
    first, second = (*defenders, NOBODY)[:2]
    return Roles(seats.idle(dealer), declarer, first, second, defenders, (declarer, *defenders))


def is_lone_whist(calls: Collection[Call]) -> bool:
    """Whether just one of two defenders whisted; neither two players nor the dealer's whist know that."""
    return len(calls) == 2 and list(calls).count("whist") == 1


class ContractHand(NamedTuple):
    """A contract of six to ten.

    Attributes:
        roles: who is who.
        contract: what was promised.
        value: v, what the contract is worth.
        calls: of the first and the second defender, and of a dealer who may whist.
        tricks: of declarer, first and second defender; those that no rule needs may be None.
        left_without: undertricks conceded, or 0 where the hand was played.
        checked: laid open without calls (`ten: checked`).
        played: whether tricks were taken: a player whisted, or a ten was checked.
        whisters: who whisted, in the order of the calls: defenders, or the dealer who sits out.
        undertricks: u, the tricks that the declarer is short of the contract.
        talon_units: trick values that the talon's cards earn the dealer.
        factor: how many times everything written in the hand counts.
    """

    roles: Roles
    contract: Contract
    value: int
    calls: tuple[Call, ...] = ()
    tricks: tuple[int | None, ...] = ()
    left_without: int = 0
    checked: bool = False
    played: bool = False
    whisters: tuple[int, ...] = ()
    undertricks: int = 0
    talon_units: int = 0
    factor: int = 1

    @property
    def level(self) -> int:
        """The tricks that were promised."""
        return self.contract.level

    @property
    def lone_whister(self) -> bool:
        """Whether one of two defenders whisted beside a passer or a half-whister; a dealer is none."""
        return is_lone_whist(self.calls)

    @property
    def taken(self) -> int:
        """T, the tricks of the declarer in a hand that was played."""
        taken = self.tricks[0]
        assert taken is not None, "a played hand knows the declarer's tricks"
        return taken

    @property
    def made(self) -> bool:
        """Whether the declarer wrote the contract in the pool."""
        return self.undertricks == 0

    def own(self, defender: int) -> int:
        """The tricks of a defender alone."""
        position = 1 if defender == self.roles.first else 2
        taken = self.tricks[position]
        assert taken is not None, "it counts, so both numbers are known"
        return taken


class MisereHand(NamedTuple):
    """A misère: `taken` is the number of tricks the declarer could not avoid.

    Attributes:
        roles: who is who.
        value: v, what the misère is worth.
        taken: the declarer's tricks.
        talon_units: sevens, or what is worth as much, in the talon.
        talon_value: what one of them is worth.
        factor: how many times everything written in the hand counts.
    """

    roles: Roles
    value: int
    taken: int
    talon_units: int = 0
    talon_value: int = MISERE_TALON_UNIT
    factor: int = 1

    @property
    def made(self) -> bool:
        """Whether the declarer took no trick."""
        return self.taken == 0


class RaspasyHand(NamedTuple):
    """An all-pass hand; `tricks` of everybody who takes part, by player."""

    dealer: int
    tricks: tuple[tuple[int, int], ...]
    factor: int = 1


HandPlayed = ContractHand | MisereHand | RaspasyHand

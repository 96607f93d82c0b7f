"""Line 1 of a session file: who plays what, by which rules, for how much."""

from decimal import Decimal
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, field_validator
from pydantic_core import PydanticCustomError

from prefcount.entries.names_and_figures import Moment, Name, Note, PlayerName, fold

Stake = Annotated[str, StringConstraints(pattern=r"^[0-9]{1,7}(\.[0-9]{1,6})?$")]
Currency = Annotated[str, StringConstraints(pattern="^[A-Z]{3}$")]


class Price(NamedTuple):
    """What one unit of the results costs, if anything; the currency is "" where it is not named."""

    amount: Decimal | None
    currency: str

    @classmethod
    def of(cls, stake: str | None, currency: str | None) -> "Price":
        """The price that a header or an entry spells."""
        return cls(None if stake is None else Decimal(stake), currency or "")


FORMAT = 1
"""The version of the files that are read and written."""
MOST_PLAYERS = 5
"""How many may sit down to a game, whichever it is."""


def known_version(version: int) -> int:
    """The version of a file, which there is one of."""
    if version != FORMAT:
        raise PydanticCustomError("version", "unknown version")
    return version


Needs = Annotated[str, StringConstraints(pattern=r"^[0-9]{1,4}(\.[0-9]{1,4}){1,2}$")]
"""The version of this program that a file needs to be read, such as "1.2"."""


class Header(BaseModel):
    """The header of a session.

    Attributes:
        players: in seat order: the next one deals and plays after this one.
        dealer: who deals the first hand; the first player if absent.
        rules: the preset and every option that differs from it, as the file spells them.
        stake: the price of one unit of the results, such as a whist; a decimal string.
        currency: the ISO 4217 code of the stake.
        started: when the game began; games on time count from here.
        needs: the version that is needed to read the file, where an older one would misread it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    kind: Literal["session"]
    version: Annotated[int, AfterValidator(known_version), Field(json_schema_extra={"const": 1})]
    game: str
    players: Annotated[tuple[Name, ...], Field(min_length=2, max_length=MOST_PLAYERS)]
    dealer: PlayerName | None = None
    rules: dict[str, Any] = Field(default_factory=dict)
    stake: Stake | None = None
    currency: Currency | None = None
    started: Moment | None = None
    note: Note | None = None
    needs: Needs | None = None

    @field_validator("players")
    @classmethod
    def _different(cls, players: tuple[str, ...]) -> tuple[str, ...]:
        seen: set[str] = set()
        for name in players:
            if fold(name) in seen:
                raise PydanticCustomError("same_name", "“{name}” twice", {"name": name})
            seen.add(fold(name))
        return players

    @property
    def price(self) -> Price:
        """The price of one unit of the results, as the game began."""
        return Price.of(self.stake, self.currency)

"""The models of a book of payments, which people made for any of their evenings."""

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter
from pydantic_core import PydanticCustomError

from prefcount.base.problems import Problem
from prefcount.entries.common import Entry, Void, by_kind
from prefcount.entries.header import Currency, Needs, known_version
from prefcount.entries.names_and_figures import Name, Note

_PAID = r"^[0-9]{1,9}(\.[0-9]{1,3})?$"


def _above_zero(amount: str) -> str:
    if not re.match(_PAID, amount):
        raise PydanticCustomError("no_payment", "is no amount of money")
    if not amount.strip("0."):
        raise PydanticCustomError("nothing_paid", "is nothing")
    return amount


Paid = Annotated[str, AfterValidator(_above_zero), Field(json_schema_extra={"pattern": _PAID})]


class BookHeader(BaseModel):
    """The header of a book.

    Attributes:
        currency: the ISO 4217 code of all payments that do not name another one.
        needs: the version that is needed to read the file, where an older one would misread it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    kind: Literal["payments"]
    version: Annotated[int, AfterValidator(known_version), Field(json_schema_extra={"const": 1})]
    currency: Currency
    note: Note | None = None
    needs: Needs | None = None


class PaidEntry(Entry):
    """Somebody gave somebody else money."""

    kind: Literal["paid"] = "paid"
    from_: Name = Field(alias="from")
    to: Name
    amount: Paid
    currency: Currency | None = None


BookEntry = Annotated[PaidEntry | Void, Field(discriminator="kind")]


class BookKinds:
    """The models of the entries of a book, as a game has them for those of a session."""

    entries = by_kind(BookEntry)
    adapter: TypeAdapter[PaidEntry | Void] = TypeAdapter(BookEntry)

    def unknown_words(self, entry: Entry) -> tuple[Problem, ...]:
        """None: the models of a book say everything."""
        return ()

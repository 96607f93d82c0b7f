"""What stands on a sheet and how it is drawn: owners of columns, cells, sectors or ruled blocks."""

from typing import Any, NamedTuple, Protocol

from prefcount.base.i18n import N_, Text, _, text
from prefcount.games import in_module
from prefcount.games.protocol.state import State, StateT_contra
from prefcount.ledger.amount import Amount
from prefcount.ledger.postings import Account


class Owner(NamedTuple):
    """The owner of columns on the sheet: a player, a side, or the table as a whole.

    Attributes:
        number: as accounts have it: the number of a player; below zero for everybody else.
        key: as files spell it: a player's name, or a word of the game such as "@table".
        name: as people read it.
    """

    number: int
    key: str
    name: Text | str


class Cell(NamedTuple):
    """A place on the sheet that people know by name.

    Attributes:
        heading: as people read it, beside its owner's name.
        account: what stands there.
        below, above: what is drawn where the column falls below zero, and where it rises again.
        began: what stands there before the first entry, which paper may show or leave out.
        full: whether it has come to what it is played to.
    """

    heading: Text
    account: Account
    below: str = ""
    above: str = ""
    began: Amount = 0
    full: bool = False

    @property
    def column(self) -> str:
        """The column as files spell it."""
        return self.account.column

    @property
    def other(self) -> int:
        """The number of the player it is written on, or NOBODY."""
        return self.account.other


class Sectors(NamedTuple):
    """The sheet of Preferans: a sector for each player, bands from the edge to the centre.

    Whists stand outside, the owner's other columns further in, in the middle what is played to.
    """

    middle: Text | str


class Block(NamedTuple):
    """A ruled part of a sheet: a heading, and columns beside each other.

    Attributes:
        owner: whose name and result are the heading; with a result only where that is a player.
        columns: from left to right, in the order in which they stand on paper.
        heading: what the heading says instead of the owner's name, or "".
        signs: what is drawn beside the heading, such as marks that are struck out later.
    """

    owner: int
    columns: tuple[Cell, ...]
    heading: Text | str = ""
    signs: Text | str = ""


class Blocks(NamedTuple):
    """A ruled sheet: rows of blocks, and lines of text below them."""

    rows: tuple[tuple[Block, ...], ...]
    lines: tuple[Text | str, ...] = ()


Layout = Sectors | Blocks
"""How a game's sheet is drawn. It says where everything stands, never in how many cells or points."""


class GameSheet(Protocol[StateT_contra]):
    """What stands on paper, and where."""

    @in_module("sheet", optional=True)
    def owners(self, state: StateT_contra) -> tuple[Owner, ...]:
        """The owners of columns: the players in seat order, then sides and the table where they have some."""
        return players_of(state)

    @in_module("sheet")
    def cells(self, state: StateT_contra, owner: int) -> tuple[Cell, ...]:
        """The columns of an owner in their order on the sheet."""

    @in_module("sheet")
    def layout(self, state: StateT_contra) -> Layout:
        """How the sheet is drawn."""


def players_of(state: State) -> tuple[Owner, ...]:
    """The players as owners of columns, in seat order."""
    return tuple(Owner(player, state.names[player], state.names[player]) for player in state.seats)


def owner_of(game: "GameSheet[Any]", state: State, number: int) -> Owner:
    """The owner with a number. Raises KeyError if nobody has it."""
    for owner in game.owners(state):
        if owner.number == number:
            return owner
    raise KeyError(number)


def place_name(game: "GameSheet[Any]", state: State, account: Account) -> str:
    """An account in words: its owner and its heading, such as "Anna pool" or "Anna on Boris"."""
    cells = game.cells(state, account.owner)
    heading = next((cell.heading for cell in cells if cell.account == account), _(account.column))
    owner = owner_of(game, state, account.owner).name
    return str(text(N_("{owner} {column}"), owner=owner, column=heading))

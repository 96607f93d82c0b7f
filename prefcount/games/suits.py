"""The suits of contracts as files spell them, and as they are shown."""

from collections.abc import Mapping

SUITS: Mapping[str, str] = {"S": "♠", "C": "♣", "D": "♦", "H": "♥", "N": "NT"}
"""The sign of every suit in the order of bidding; N is no trump."""


def contract_label(contract: str) -> str:
    """A contract as it is shown: 7♥, 10NT."""
    return f"{contract[:-1]}{SUITS[contract[-1]]}"

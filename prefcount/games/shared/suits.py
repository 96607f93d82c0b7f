"""The suits of contracts as files spell them, and as they are shown."""

from collections.abc import Mapping

from prefcount.base.i18n import N_, Text, text

NO_TRUMP = N_("NT")
SUITS: Mapping[str, str] = {"S": "♠", "C": "♣", "D": "♦", "H": "♥", "N": NO_TRUMP}
"""The sign of every suit in the order of bidding, a marked word for no trump."""


def contract_label(contract: str) -> str:
    """A contract as figures of postings have it, whatever the language: 7♥, 10NT."""
    return f"{contract[:-1]}{SUITS[contract[-1]]}"


def contract_in_words(label: str) -> Text | str:
    """A label of `contract_label` for people: no trump in the language in use."""
    level, no_trump, _rest = label.partition(NO_TRUMP)
    return Text("{level}{suit}", {"level": level, "suit": text(NO_TRUMP)}) if no_trump else label

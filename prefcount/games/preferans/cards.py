"""The cards of the talon, as lines name them."""

import re

from prefcount.games.lines import SUITS, wrong
from prefcount.games.vocabulary import Vocabulary, Word, variants
from prefcount.i18n import N_

TALON = Word(en="talon", ru="прикуп")
_RANKS = Vocabulary(
    {
        **{rank: Word(en=rank, ru=rank) for rank in ("7", "8", "9", "10")},
        **{"J": Word(en="j", ru="в"), "Q": Word(en="q", ru="д")},
        **{"K": Word(en="k", ru="к"), "A": Word(en="a", ru="т")},
    }
)
_CARD = re.compile(r"^(10|.)(.)$")


def talon_cards(typed: str) -> tuple[str, str]:
    """The two cards of the talon as files spell them. Raises Refused."""
    words = typed.upper().split()
    cards = [card for card in map(_card, words) if card]
    if len(cards) == len(words) == 2:
        return cards[0], cards[1]
    bad = next((word for word in words if not _card(word)), str(TALON))
    raise wrong(bad, N_("the talon is two cards such as AS 10H"))


def _card(word: str) -> str | None:
    """The card that a word names, or None."""
    for variant in variants(word.replace("\N{VARIATION SELECTOR-16}", "")):
        match = _CARD.match(variant)
        if match:
            rank, suit = _RANKS.spelled(match[1]), SUITS.spelled(match[2])
            if rank and suit and suit != "N":
                return f"{rank}{suit}"
    return None


def card_written(card: str) -> str:
    """A card as files spell it, in the language in use."""
    return f"{_RANKS[card[:-1]]}{SUITS[card[-1]]}"

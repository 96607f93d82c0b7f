"""The two cards of the talon: how lines name them, and what they are worth (rule book, section 7)."""

import re
from collections.abc import Sequence

from prefcount.base.i18n import N_
from prefcount.games.notation import SUIT_WORDS, Vocabulary, Word, variants, wrong

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
    """The two cards of the talon as files spell them. Raises InvalidInput."""
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
            rank, suit = _RANKS.spelled(match[1]), SUIT_WORDS.spelled(match[2])
            if rank and suit and suit != "N":
                return f"{rank}{suit}"
    return None


def card_written(card: str) -> str:
    """A card as files spell it, in the language in use."""
    return f"{_RANKS[card[:-1]]}{SUIT_WORDS[card[-1]]}"


def units(cards: Sequence[str]) -> int:
    """Trick values of a talon in a contract of six to ten: aces, ace and king, a marriage."""
    ranks, same_suit = {card[:-1] for card in cards}, cards[0][-1] == cards[1][-1]
    if ranks == {"A"}:
        return 3
    if same_suit and ranks == {"A", "K"}:
        return 2
    if same_suit and ranks == {"K", "Q"}:
        return 1
    return 1 if "A" in ranks else 0


def misere_units(cards: Sequence[str]) -> int:
    """Misère values of a talon: one for each seven, two for seven and eight of a suit."""
    ranks, same_suit = [card[:-1] for card in cards], cards[0][-1] == cards[1][-1]
    if same_suit and set(ranks) == {"7", "8"}:
        return 2
    return ranks.count("7")

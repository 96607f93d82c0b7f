"""What two talon cards are worth to the dealer (rule book, section 7)."""

from collections.abc import Sequence


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

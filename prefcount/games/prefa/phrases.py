"""The words of every rule of Prefa that writes a figure, and why a game is over."""

from collections.abc import Mapping

from prefcount.base.i18n import N_, Phrase
from prefcount.games.protocol.words import COMMON_OVER, PostingWords, WritingRules

OVER: Mapping[str, str] = {
    **COMMON_OVER,
    "pool": N_("the pot is empty"),
}

RULES: WritingRules = {
    "made": {
        "made": Phrase("{owner}: {contract} made, 10 × {value} from the pot"),
        "uncontested": Phrase("{owner}: {contract}, both passed, 10 × {value} from the pot"),
    },
    "down": {
        "down": Phrase(
            "{owner}: {contract} failed by {count} trick, 10 × {price} into the pot",
            "{owner}: {contract} failed by {count} tricks, 10 × {price} into the pot",
        ),
    },
    "tricks": {
        "tricks_paid": Phrase(
            "{owner}: pays {who} {count} trick × {price}", "{owner}: pays {who} {count} tricks × {price}"
        ),
        "tricks_got": Phrase(
            "{owner}: {count} trick × {price} from {who}", "{owner}: {count} tricks × {price} from {who}"
        ),
    },
    "short": {
        "short_paid": Phrase(
            "{owner}: short of tricks against {contract}, pays {who} {count} trick × {price}",
            "{owner}: short of tricks against {contract}, pays {who} {count} tricks × {price}",
        ),
        "short_got": Phrase(
            "{owner}: {count} own trick × {price} from {who}, who is short against {contract}",
            "{owner}: {count} own tricks × {price} from {who}, who is short against {contract}",
        ),
        "short_twice_paid": Phrase(
            "{owner}: two short against {contract}, pays {who} twice {count} trick × {price}",
            "{owner}: two short against {contract}, pays {who} twice {count} tricks × {price}",
        ),
        "short_twice_got": Phrase(
            "{owner}: twice {count} own trick × {price} from {who}, who is two short against {contract}",
            "{owner}: twice {count} own tricks × {price} from {who}, who is two short against {contract}",
        ),
    },
    "partner": {
        "partner_paid": Phrase(
            "{owner}: pays the other defender {who} his {count} trick × {price}",
            "{owner}: pays the other defender {who} his {count} tricks × {price}",
        ),
        "partner_got": Phrase(
            "{owner}: own {count} trick × {price} from the other defender {who}",
            "{owner}: own {count} tricks × {price} from the other defender {who}",
        ),
    },
    "aces": {
        "aces_paid": Phrase("{owner}: pays {who} {value} for four aces"),
        "aces_got": Phrase("{owner}: {value} for four aces from {who}"),
    },
    "ppp": {
        "ppp": Phrase(
            "{owner}: all pass, {count} trick above the fewest × {price} into the pot",
            "{owner}: all pass, {count} tricks above the fewest × {price} into the pot",
        ),
    },
    "adjusted": {
        "add_stake": Phrase("{owner}: {value} added to the pot"),
    },
}

CAUSES: Mapping[str, str] = {
    "made": N_("contracts made"),
    "down": N_("failed contracts"),
    "tricks": N_("tricks of defenders"),
    "short": N_("defenders who are short"),
    "partner": N_("tricks of the other defender"),
    "aces": N_("four aces"),
    "ppp": N_("all pass"),
}


WORDS = PostingWords(RULES, CAUSES)

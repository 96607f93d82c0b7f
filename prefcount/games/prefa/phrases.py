"""The words of every rule of Prefa that writes a figure, and why a game is over."""

from collections.abc import Mapping

from prefcount.base.i18n import N_, Phrase
from prefcount.games.protocol.posting_words import COMMON_OVER, PostingWords, WritingRule
from prefcount.games.shared.vocabulary import contract_in_words, contract_label

OVER: Mapping[str, str] = {
    **COMMON_OVER,
    "pool": N_("the pot is empty"),
}

RULES: Mapping[str, WritingRule] = {
    "made": WritingRule(Phrase("{owner}: {a} made, 10 × {b} from the pot"), "made"),
    "uncontested": WritingRule(Phrase("{owner}: {a}, both passed, 10 × {b} from the pot"), "made"),
    "down": WritingRule(
        Phrase(
            "{owner}: {c} failed by {a} trick, 10 × {b} into the pot",
            "{owner}: {c} failed by {a} tricks, 10 × {b} into the pot",
        ),
        "down",
    ),
    "tricks_paid": WritingRule(
        Phrase("{owner}: pays {who} {a} trick × {b}", "{owner}: pays {who} {a} tricks × {b}"), "tricks"
    ),
    "tricks_got": WritingRule(
        Phrase("{owner}: {a} trick × {b} from {who}", "{owner}: {a} tricks × {b} from {who}"), "tricks"
    ),
    "short_paid": WritingRule(
        Phrase(
            "{owner}: short of tricks against {c}, pays {who} {a} trick × {b}",
            "{owner}: short of tricks against {c}, pays {who} {a} tricks × {b}",
        ),
        "short",
    ),
    "short_got": WritingRule(
        Phrase(
            "{owner}: {a} own trick × {b} from {who}, who is short against {c}",
            "{owner}: {a} own tricks × {b} from {who}, who is short against {c}",
        ),
        "short",
    ),
    "short_twice_paid": WritingRule(
        Phrase(
            "{owner}: two short against {c}, pays {who} twice {a} trick × {b}",
            "{owner}: two short against {c}, pays {who} twice {a} tricks × {b}",
        ),
        "short",
    ),
    "short_twice_got": WritingRule(
        Phrase(
            "{owner}: twice {a} own trick × {b} from {who}, who is two short against {c}",
            "{owner}: twice {a} own tricks × {b} from {who}, who is two short against {c}",
        ),
        "short",
    ),
    "partner_paid": WritingRule(
        Phrase(
            "{owner}: pays the other defender {who} his {a} trick × {b}",
            "{owner}: pays the other defender {who} his {a} tricks × {b}",
        ),
        "partner",
    ),
    "partner_got": WritingRule(
        Phrase(
            "{owner}: own {a} trick × {b} from the other defender {who}",
            "{owner}: own {a} tricks × {b} from the other defender {who}",
        ),
        "partner",
    ),
    "aces_paid": WritingRule(Phrase("{owner}: pays {who} {a} for four aces"), "aces"),
    "aces_got": WritingRule(Phrase("{owner}: {a} for four aces from {who}"), "aces"),
    "ppp": WritingRule(
        Phrase(
            "{owner}: all pass, {a} trick above the fewest × {b} into the pot",
            "{owner}: all pass, {a} tricks above the fewest × {b} into the pot",
        ),
        "ppp",
    ),
    "add_stake": WritingRule(Phrase("{owner}: {a} added to the pot"), "adjusted"),
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


WORDS = PostingWords(RULES, CAUSES, lambda contract: contract_in_words(contract_label(contract)))

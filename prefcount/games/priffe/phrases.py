"""The words of every rule of Priffe that writes a figure, of contracts, and why a session is over."""

from collections.abc import Mapping

from prefcount.base.i18n import N_, Phrase
from prefcount.games.priffe.state import NAMES
from prefcount.games.protocol.words import COMMON_OVER, PostingWords, WritingRule

OVER: Mapping[str, str] = {
    **COMMON_OVER,
    "pool": N_("the session is over"),
    "hands": N_("all rubbers are played"),
}

CONTRACTS: Mapping[str, str] = {
    "diamonds": N_("diamonds"),
    "hearts": N_("hearts"),
    "noll": N_("Noll"),
    "play": N_("play"),
    "forced_noll": N_("forced Noll"),
}

RULES: Mapping[str, WritingRule] = {
    "tricks": WritingRule(
        Phrase(
            "{owner}: {contract}, {count} trick over six × {price}",
            "{owner}: {contract}, {count} tricks over six × {price}",
        ),
        "tricks",
    ),
    "noll_tricks": WritingRule(
        Phrase(
            "{owner}: {contract}, {count} trick below seven × {price}",
            "{owner}: {contract}, {count} tricks below seven × {price}",
        ),
        "tricks",
    ),
    "penalty": WritingRule(
        Phrase("{owner}: penalty of the declaring side, {count} × {price} again"), "penalty"
    ),
    "little_slam": WritingRule(Phrase("{owner}: little slam, {value}"), "slams"),
    "little_slam_penalty": WritingRule(Phrase("{owner}: little slam as a penalty, {value}"), "slams"),
    "big_slam": WritingRule(Phrase("{owner}: big slam, {value}"), "slams"),
    "big_slam_penalty": WritingRule(Phrase("{owner}: big slam as a penalty, {value}"), "slams"),
    "honours": WritingRule(
        Phrase("{owner}: {count} honour, {value}", "{owner}: {count} honours, {value}"), "honours"
    ),
    "game": WritingRule(Phrase("{owner}: game number {number} of the rubber"), "games"),
    "game_bonus": WritingRule(Phrase("{owner}: bonus for game number {number}, {value}"), "games"),
    "game_line": WritingRule(Phrase("{owner}: the line is drawn under {value}"), "drawn"),
    "game_line_kept": WritingRule(Phrase("{owner}: {value} of the game stay in the total"), "drawn"),
    "game_reset": WritingRule(
        Phrase("{owner}: starts the next game at 0, with {value} in the total"), "drawn"
    ),
    "game_reset_kept": WritingRule(Phrase("{owner}: {value} of the lost game stay in the total"), "drawn"),
    "rubber_points": WritingRule(
        Phrase("{owner}: rubber {number}, {total} to {against}, a tenth of the difference"), "rubbers"
    ),
    "rubber_over": WritingRule(Phrase("{owner}: rubber {number} is over"), "drawn"),
}

CAUSES: Mapping[str, str] = {
    "tricks": N_("tricks"),
    "penalty": N_("penalties"),
    "slams": N_("slams"),
    "honours": N_("honours"),
    "games": N_("games won"),
    "drawn": N_("lines drawn"),
    "rubbers": N_("rubbers"),
}

WORDS = PostingWords(RULES, CAUSES, NAMES)

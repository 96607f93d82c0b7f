"""The words of every rule of Priffe that writes a figure, of contracts, and why a session is over."""

from collections.abc import Mapping

from prefcount.base.i18n import N_, Phrase, text
from prefcount.games.priffe.partnerships import NAMES
from prefcount.games.protocol.posting_words import COMMON_OVER, PostingWords, WritingRule

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
        Phrase("{owner}: {c}, {a} trick over six × {b}", "{owner}: {c}, {a} tricks over six × {b}"), "tricks"
    ),
    "noll_tricks": WritingRule(
        Phrase("{owner}: {c}, {a} trick below seven × {b}", "{owner}: {c}, {a} tricks below seven × {b}"),
        "tricks",
    ),
    "penalty": WritingRule(Phrase("{owner}: penalty of the declaring side, {a} × {b} again"), "penalty"),
    "little_slam": WritingRule(Phrase("{owner}: little slam, {a}"), "slams"),
    "little_slam_penalty": WritingRule(Phrase("{owner}: little slam as a penalty, {a}"), "slams"),
    "big_slam": WritingRule(Phrase("{owner}: big slam, {a}"), "slams"),
    "big_slam_penalty": WritingRule(Phrase("{owner}: big slam as a penalty, {a}"), "slams"),
    "honours": WritingRule(Phrase("{owner}: {a} honour, {b}", "{owner}: {a} honours, {b}"), "honours"),
    "game": WritingRule(Phrase("{owner}: game number {a} of the rubber"), "games"),
    "game_bonus": WritingRule(Phrase("{owner}: bonus for game number {a}, {b}"), "games"),
    "game_line": WritingRule(Phrase("{owner}: the line is drawn under {a}"), "drawn"),
    "game_line_kept": WritingRule(Phrase("{owner}: {a} of the game stay in the total"), "drawn"),
    "game_reset": WritingRule(Phrase("{owner}: starts the next game at 0, with {a} in the total"), "drawn"),
    "game_reset_kept": WritingRule(Phrase("{owner}: {a} of the lost game stay in the total"), "drawn"),
    "rubber_points": WritingRule(
        Phrase("{owner}: rubber {a}, {b} to {c}, a tenth of the difference"), "rubbers"
    ),
    "rubber_over": WritingRule(Phrase("{owner}: rubber {a} is over"), "drawn"),
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

WORDS = PostingWords(RULES, CAUSES, lambda contract: text(CONTRACTS[contract]), NAMES)

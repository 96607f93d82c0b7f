"""Swedish Priffe behind the class of all games, and the words of every rule of it that writes a figure."""

from collections.abc import Mapping

from prefcount.base.i18n import N_, Phrase
from prefcount.games.game import Game
from prefcount.games.priffe.entries import MODELS
from prefcount.games.priffe.form import answers_of, ask, doubted
from prefcount.games.priffe.notation import format, guide, parse
from prefcount.games.priffe.options import RULESET
from prefcount.games.priffe.play import apply_table_entry, play_hand
from prefcount.games.priffe.settlement import sheet_scaled_results, sheet_settlement, worth
from prefcount.games.priffe.sheet import cells, facts_beside, layout, owners
from prefcount.games.priffe.state import KEYS, NAMES, OVER, PriffeState, first_state
from prefcount.games.priffe.tallies import measures, tallies
from prefcount.games.words import PostingWords, Words, WritingRules

RULES: WritingRules = {
    "tricks": {
        "tricks": Phrase(
            "{owner}: {contract}, one trick over six, {amount}",
            "{owner}: {contract}, {count} tricks over six × {price} = {amount}",
        ),
        "noll_tricks": Phrase(
            "{owner}: {contract}, one trick below seven, {amount}",
            "{owner}: {contract}, {count} tricks below seven × {price} = {amount}",
        ),
    },
    "penalty": {
        "penalty": Phrase("{owner}: penalty of the declaring side, {count} × {price} = {amount} again")
    },
    "slams": {
        "little_slam": Phrase("{owner}: little slam, {value}"),
        "little_slam_penalty": Phrase("{owner}: little slam as a penalty, {value}"),
        "big_slam": Phrase("{owner}: big slam, {value}"),
        "big_slam_penalty": Phrase("{owner}: big slam as a penalty, {value}"),
    },
    "honours": {"honours": Phrase("{owner}: {count} honour, {value}", "{owner}: {count} honours, {value}")},
    "games": {
        "game": Phrase("{owner}: game number {number} of the rubber"),
        "game_bonus": Phrase("{owner}: bonus for game number {number}, {value}"),
    },
    "drawn": {
        "game_line": Phrase("{owner}: the line is drawn under {value}"),
        "game_line_kept": Phrase("{owner}: {value} of the game stay in the total"),
        "game_reset": Phrase("{owner}: starts the next game at 0, with {value} in the total"),
        "game_reset_kept": Phrase("{owner}: {value} of the lost game stay in the total"),
        "rubber_over": Phrase("{owner}: rubber {number} is over"),
    },
    "rubbers": {
        "rubber_points": Phrase("{owner}: rubber {number}, {total} to {against}, a tenth of the difference")
    },
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


class Priffe(Game[PriffeState]):
    """Priffe, for four players with changing partners."""

    name = "priffe"
    entries, adapter = MODELS
    hand_kinds = frozenset({"hand"})
    ruleset = RULESET
    over = OVER
    posting_words = PostingWords(RULES, CAUSES, NAMES)
    sizes = (4,)
    reserved = tuple(KEYS.values())
    words = Words(
        counts=Phrase("{n} point", "{n} points"),
        heading=N_("points"),
        course=N_("Results in points after each hand"),
        price=N_("Point costs"),
        seats=N_("four names, clockwise; the second deals after the first"),
    )

    play_hand = staticmethod(play_hand)
    apply_table_entry = staticmethod(apply_table_entry)
    first_state = staticmethod(first_state)
    sheet_scaled_results = staticmethod(sheet_scaled_results)
    sheet_settlement = staticmethod(sheet_settlement)
    worth = staticmethod(worth)
    owners = staticmethod(owners)
    cells = staticmethod(cells)
    layout = staticmethod(layout)
    facts_beside = staticmethod(facts_beside)
    parse = staticmethod(parse)
    format = staticmethod(format)
    guide = staticmethod(guide)
    ask = staticmethod(ask)
    answers_of = staticmethod(answers_of)
    doubted = staticmethod(doubted)
    measures = staticmethod(measures)
    tallies = staticmethod(tallies)

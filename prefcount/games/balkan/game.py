"""Balkan Preferans behind the class of all games, and the words of every rule of it that writes a figure."""

from collections.abc import Mapping

from prefcount.base.i18n import N_, Phrase
from prefcount.games.balkan.entries import MODELS
from prefcount.games.balkan.form import answers_of, ask, doubted
from prefcount.games.balkan.notation import format, guide, parse
from prefcount.games.balkan.options import RULESET
from prefcount.games.balkan.play import apply_table_entry, play_hand
from prefcount.games.balkan.settlement import sheet_pairs, sheet_scaled_results, sheet_settlement, worth
from prefcount.games.balkan.sheet import cells, facts_beside, layout, owners
from prefcount.games.balkan.state import OVER, TABLE, BalkanState, first_state
from prefcount.games.balkan.tallies import measures, tallies
from prefcount.games.game import Game
from prefcount.games.words import PostingWords, Words, WritingRules
from prefcount.ledger.postings import NOBODY

RULES: WritingRules = {
    "passed": {
        "passed": Phrase("{owner}: {contract} made, {value} bule off"),
        "passed_last": Phrase("{owner}: {contract} made, {value} bule off, which is all that is left"),
        "pik_uncontested": Phrase("{owner}: pik without kontra and no refa to be written, {value} bule off"),
    },
    "fell": {
        "fell": Phrase("{owner}: {contract} fell, {value} bule more"),
        "fell_twice": Phrase(
            "{owner}: {contract} fell with more than all bule that are left, twice {value} = {amount} more"
        ),
    },
    "follower_fell": {
        "follower_fell": Phrase("{owner}: too few tricks against {contract} of {who}, {value} bule more"),
        "caller_fell": Phrase(
            "{owner}: called, and both took too few tricks against {contract} of {who}, {value} bule more"
        ),
    },
    "kontra_fell": {"kontra_fell": Phrase("{owner}: {contract} of {who} made, {value} bule more")},
    "supe": {
        "supe": Phrase(
            "{owner}: one trick, {amount} against {other}",
            "{owner}: {count} tricks × {price} = {amount} against {other}",
        ),
        "supe_both": Phrase(
            "{owner}: one trick of both, {amount} against {other}",
            "{owner}: {count} tricks of both × {price} = {amount} against {other}",
        ),
        "betl_supe": Phrase("{owner}: betl fell, {count} × {price} = {amount} against {other}"),
    },
    "refe": {
        "refa": Phrase("{owner}: refa number {number}, open"),
        "refa_written": Phrase("refa number {number} is written for everybody"),
        "refa_used": Phrase("{owner}: a refa is played, {contract} counts twice"),
    },
}

CAUSES: Mapping[str, str] = {
    "passed": N_("contracts made"),
    "fell": N_("contracts that fell"),
    "supe": N_("supe"),
    "follower_fell": N_("followers who fell"),
    "kontra_fell": N_("kontra that fell"),
    "refe": N_("refe"),
}


class Balkan(Game[BalkanState]):
    """Balkan Preferans, for three players, or four of whom the dealer sits out."""

    name = "balkan"
    entries, adapter = MODELS
    hand_kinds = frozenset({"hand", "all_pass"})
    ruleset = RULESET
    over = OVER
    posting_words = PostingWords(RULES, CAUSES, {NOBODY: N_("the table")})
    sizes = (3, 4)
    reserved = (TABLE,)
    words = Words(
        counts=Phrase("{n} supa", "{n} supe"),
        heading=N_("supe"),
        course=N_("Results in supe after each hand"),
        price=N_("Supa costs"),
        seats=N_("three or four names, counter-clockwise"),
    )

    play_hand = staticmethod(play_hand)
    apply_table_entry = staticmethod(apply_table_entry)
    first_state = staticmethod(first_state)
    sheet_scaled_results = staticmethod(sheet_scaled_results)
    sheet_settlement = staticmethod(sheet_settlement)
    sheet_pairs = staticmethod(sheet_pairs)
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

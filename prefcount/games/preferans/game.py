"""The Russian game behind the class of all games, and what is unlikely in it (rule book, sections 4, 5)."""

from collections.abc import Iterator, Mapping, Sequence

from pydantic import BaseModel

from prefcount.base.i18n import N_, Phrase, Text, text
from prefcount.base.problems import Finding
from prefcount.entries.models import Entry
from prefcount.games.game import Game
from prefcount.games.preferans.entries import FACTORS, MODELS, ContractEntry, Hand, MisereEntry, RaspasyEntry
from prefcount.games.preferans.form import answers_of, ask, doubted
from prefcount.games.preferans.legality import all_pass_players, with_all_tricks, without_unknown
from prefcount.games.preferans.notation import format, guide, line_order, parse
from prefcount.games.preferans.options import ARGUED, PreferansRules
from prefcount.games.preferans.phrases import OVER, WORDS, causes, hand_in_words
from prefcount.games.preferans.play import play_hand
from prefcount.games.preferans.presets import RULESET
from prefcount.games.preferans.settlement import (
    sheet_pairs,
    sheet_scaled_results,
    sheet_settlement,
    sheet_whole_results,
    whole_money,
    worth,
)
from prefcount.games.preferans.sheet import cells, facts_beside, layout
from prefcount.games.preferans.state import PreferansState, first_state
from prefcount.games.preferans.table_entries import apply_table_entry
from prefcount.games.preferans.tallies import measures, tallies
from prefcount.games.rules import OptionInfo
from prefcount.games.state import HOLD_CARDS, Seats
from prefcount.games.words import Words

LOW_BID = "low-bid"
IDLE_TRICKS = "idle-tricks"
_LOW_BID = Phrase(
    "after {row} raspasy a contract of {lowest} or more leaves them at this table, not one of {level}",
    "after {row} raspasy in a row a contract of {lowest} or more leaves them, not one of {level}",
)


class Preferans(Game[PreferansState]):
    """Russian Preferans, for two to five players."""

    name = "preferans"
    entries, adapter = MODELS
    hand_kinds = frozenset({"game", "misere", "raspasy"})
    ruleset = RULESET
    over = OVER
    posting_words = WORDS
    book = "rules"
    remarkable: Mapping[str, str] = {
        LOW_BID: N_("A contract after raspasy that is too low to leave them at this table."),
        IDLE_TRICKS: N_("Tricks of a player who does not play the hand, if they are all zero."),
        **Game.remarkable,
    }
    sizes = (2, 3, 4, 5)
    factors: Sequence[int] = FACTORS
    words = Words(
        counts=Phrase("{n} whist", "{n} whists"),
        heading=N_("whists"),
        course=N_("Results in whists after each hand"),
        price=N_("Price per whist"),
        seats=N_("two to five names, clockwise"),
    )

    play_hand = staticmethod(play_hand)
    first_state = staticmethod(first_state)
    sheet_scaled_results = staticmethod(sheet_scaled_results)
    sheet_settlement = staticmethod(sheet_settlement)
    sheet_whole_results = staticmethod(sheet_whole_results)
    sheet_pairs = staticmethod(sheet_pairs)
    worth = staticmethod(worth)
    whole_money = staticmethod(whole_money)
    cells = staticmethod(cells)
    layout = staticmethod(layout)
    facts_beside = staticmethod(facts_beside)
    parse = staticmethod(parse)
    format = staticmethod(format)
    guide = staticmethod(guide)
    line_order = staticmethod(line_order)
    ask = staticmethod(ask)
    answers_of = staticmethod(answers_of)
    doubted = staticmethod(doubted)
    measures = staticmethod(measures)
    tallies = staticmethod(tallies)
    apply_table_entry = staticmethod(apply_table_entry)
    without_unknown = staticmethod(without_unknown)
    causes = staticmethod(causes)

    def hand_in_words(self, state: PreferansState, entry: Entry) -> Text | str:
        """Return a hand in words; of a raspasy the tricks of everybody, also those that a line left out."""
        if isinstance(entry, RaspasyEntry):
            entry = with_all_tricks(state.table, entry)
        return hand_in_words(state, entry)

    def at_table(self, state: PreferansState) -> Seats:
        """Who has not left."""
        return state.table.seats

    def options(self, rules: BaseModel) -> tuple[OptionInfo, ...]:
        """Every option with its value and its explanation; what follows from others as it is in force."""
        assert isinstance(rules, PreferansRules)
        in_force = {
            "raspasy": rules.raspasy.model_copy(update={"zero_bonus": rules.raspasy.bonus}),
            "dump_factor": rules.dump_times,
            "whist_factor": rules.whist_times,
            "pool_factor": rules.pool_worth,
            "nine_blind_value": rules.value(9, blind=True),
            "misere_blind_value": rules.value_of_misere(blind=True),
        }
        options = super().options(rules.model_copy(update=in_force))
        return tuple(info._replace(argued=info.name in ARGUED) for info in options)

    def hand_remarks(self, before: PreferansState, entry: Entry) -> Iterator[Finding]:
        """Contracts too low to leave raspasy, and tricks of a player who sits out."""
        before = before.table
        if before.row and isinstance(entry, ContractEntry) and entry.contract.level < before.lowest_bid:
            level, lowest = entry.contract.level, before.lowest_bid
            sentence = _LOW_BID.of(before.row, {"row": before.row, "lowest": lowest, "level": level})
            player = entry.declarer
            yield Finding(LOW_BID, sentence, player=player, claimed=level, computed=lowest, severity="remark")
        if before.size > HOLD_CARDS and isinstance(entry, ContractEntry | MisereEntry | RaspasyEntry):
            yield from _idle_tricks(before, entry)

    def may_end(self, before: PreferansState, reason: str) -> bool:
        """Whether the game was over for that reason, or there is no telling.

        A table that ends by hand gives any reason. On time it is the clock of the hands that counts, which
        files written in an editor do not have.
        """
        end = before.rules.end
        unknown = end == "manual" or (end == reason == "time" and not before.played_for)
        return unknown or before.over == reason


def _idle_tricks(before: PreferansState, entry: Hand) -> Iterator[Finding]:
    """A zero of the dealer who sits out, which counts for nothing."""
    dealer = before.dealer if entry.dealer is None else before.names.index(entry.dealer)
    playing = before.seats.active(dealer) if entry.kind != "raspasy" else all_pass_players(before, dealer)
    for name in entry.tricks or ():
        if before.names.index(name) not in playing:
            nothing = N_("{who} does not play this hand; their tricks, {tricks}, count for nothing")
            sentence = text(nothing, who=name, tricks=0)
            yield Finding(IDLE_TRICKS, sentence, player=name, claimed=0, severity="remark")

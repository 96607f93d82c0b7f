"""Greek Prefa behind the class of all games, and the words of every rule of it that writes a figure."""

from collections.abc import Mapping

from prefcount.base.i18n import N_, Phrase
from prefcount.games.game import Game
from prefcount.games.prefa.entries import MODELS
from prefcount.games.prefa.form import answers_of, ask, doubted
from prefcount.games.prefa.notation import format, guide, parse
from prefcount.games.prefa.options import RULESET
from prefcount.games.prefa.play import apply_table_entry, play_hand
from prefcount.games.prefa.settlement import sheet_scaled_results, sheet_settlement, worth
from prefcount.games.prefa.sheet import cells, facts_beside, layout
from prefcount.games.prefa.state import EMPTY, OVER, PrefaState, first_state
from prefcount.games.prefa.tallies import measures, tallies
from prefcount.games.words import PostingWords, Words, WritingRules

RULES: WritingRules = {
    "made": {
        "made": Phrase("{owner}: {contract} made, 10 × {value} = {amount} from the pot"),
        "uncontested": Phrase("{owner}: {contract}, both passed, 10 × {value} = {amount} from the pot"),
    },
    "down": {
        "down": Phrase(
            "{owner}: {contract} failed by one trick, 10 × {price} = {amount} into the pot",
            "{owner}: {contract} failed by {count} tricks, 10 × {price} = {amount} into the pot",
        )
    },
    "tricks": {
        "tricks_paid": Phrase(
            "{owner}: pays {who} one trick, {amount}",
            "{owner}: pays {who} {count} tricks × {price} = {amount}",
        ),
        "tricks_got": Phrase(
            "{owner}: one trick, {amount} from {who}",
            "{owner}: {count} tricks × {price} = {amount} from {who}",
        ),
    },
    "short": {
        "short_paid": Phrase(
            "{owner}: short of tricks against {contract}, pays {who} one trick, {amount}",
            "{owner}: short of tricks against {contract}, pays {who} {count} tricks × {price} = {amount}",
        ),
        "short_got": Phrase(
            "{owner}: one own trick, {amount} from {who}, who is short against {contract}",
            "{owner}: {count} own tricks × {price} = {amount} from {who}, who is short against {contract}",
        ),
        "short_twice_paid": Phrase(
            "{owner}: two short against {contract}, pays {who} twice one trick × {price} = {amount}",
            "{owner}: two short against {contract}, pays {who} twice {count} tricks × {price} = {amount}",
        ),
        "short_twice_got": Phrase(
            "{owner}: twice one own trick × {price} = {amount} from {who}, who is two short "
            "against {contract}",
            "{owner}: twice {count} own tricks × {price} = {amount} from {who}, who is two "
            "short against {contract}",
        ),
    },
    "partner": {
        "partner_paid": Phrase(
            "{owner}: pays the other defender {who} for one trick, {amount}",
            "{owner}: pays the other defender {who} for {count} tricks × {price} = {amount}",
        ),
        "partner_got": Phrase(
            "{owner}: one own trick, {amount} from the other defender {who}",
            "{owner}: {count} own tricks × {price} = {amount} from the other defender {who}",
        ),
    },
    "aces": {
        "aces_paid": Phrase("{owner}: pays {who} {value} for four aces"),
        "aces_got": Phrase("{owner}: {value} for four aces from {who}"),
    },
    "ppp": {
        "ppp": Phrase(
            "{owner}: all pass, one trick above the fewest, {amount} into the pot",
            "{owner}: all pass, {count} tricks above the fewest × {price} = {amount} into the pot",
        )
    },
    "adjusted": {"add_stake": Phrase("{owner}: {value} added to the pot")},
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


class Prefa(Game[PrefaState]):
    """Prefa, for three players, or four of whom the dealer sits out."""

    name = "prefa"
    entries, adapter = MODELS
    hand_kinds = frozenset({"hand", "all_pass"})
    ruleset = RULESET
    over = OVER
    posting_words = PostingWords(RULES, CAUSES)
    sizes = (3, 4)
    words = Words(
        counts=Phrase("{n} kapiki", "{n} kapikia"),
        heading=N_("kapikia"),
        course=N_("Results in kapikia after each hand"),
        price=N_("Kapiki costs"),
        seats=N_("three or four names, in turn order"),
    )

    play_hand = staticmethod(play_hand)
    apply_table_entry = staticmethod(apply_table_entry)
    first_state = staticmethod(first_state)
    sheet_scaled_results = staticmethod(sheet_scaled_results)
    sheet_settlement = staticmethod(sheet_settlement)
    worth = staticmethod(worth)
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

    def may_go_on(self, state: PrefaState) -> bool:
        """Whether the game is over because the pot is empty: then more stakes fill it."""
        return state.over == EMPTY

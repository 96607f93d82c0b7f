"""The Russian game behind the common protocol."""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel, TypeAdapter

from prefcount.base.i18n import N_, Phrase
from prefcount.entries.base import Entry
from prefcount.games.preferans.entries import ENTRIES, FACTORS, PreferansEntry
from prefcount.games.preferans.options import ARGUED, PreferansRules
from prefcount.games.preferans.phrases import OVER, WORDS
from prefcount.games.preferans.presets import RULESET
from prefcount.games.preferans.remarks import REMARKABLE
from prefcount.games.preferans.state import PreferansState
from prefcount.games.protocol.rules import OptionInfo
from prefcount.games.protocol.ruleset import Ruleset
from prefcount.games.protocol.seats import Seats
from prefcount.games.protocol.words import Words
from prefcount.games.shared.base_game import BaseGame


class Preferans(BaseGame[PreferansState]):
    """Russian Preferans, for two to five players."""

    name = "preferans"
    entries: Mapping[str, type[Entry]] = ENTRIES
    adapter: TypeAdapter[Any] = TypeAdapter(PreferansEntry)
    hand_kinds = frozenset({"game", "misere", "raspasy"})
    ruleset: Ruleset[Any] = RULESET
    over = OVER
    posting_words = WORDS
    book = "rules"
    remarkable: Mapping[str, str] = {**REMARKABLE, **BaseGame.remarkable}
    sizes = (2, 3, 4, 5)
    factors: Sequence[int] = FACTORS
    words = Words(
        counts=Phrase("{n} whist", "{n} whists"),
        heading=N_("whists"),
        course=N_("Results in whists after each hand"),
        price=N_("Price per whist"),
        seats=N_("two to five names, clockwise"),
    )

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
        found = super().options(rules.model_copy(update=in_force))
        return tuple(info._replace(argued=info.name in ARGUED) for info in found)

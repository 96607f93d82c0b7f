"""The places that every option needs besides its rule: a question in the guides, a slip, the fit.

A test names a new option that lacks one of them.
"""

from typing import Any

from hypothesis import settings

from prefcount.entries.models import Entry
from prefcount.fit import list_tried_options
from prefcount.games.preferans.legality import Calls, encode_calls, list_possible_calls
from prefcount.games.preferans.options import PreferansRules, RaspasyRules
from prefcount.games.preferans.state import Contract, Roles, assign_roles
from prefcount.paper.preferans.slips import changed_options
from tests.documents import sections
from tests.games.family import hand_known, noted, rules_with
from tests.helpers import GAME, entry, start
from tests.strategies import OPTIONS as TRIED
from tests.strategies import nested
from tests.strategies import possible_calls as calls_drawn
from tests.tables import each_line, load_table

OPTIONS = [
    *(name for name in PreferansRules.model_fields if name not in ("preset", "raspasy")),
    *(f"raspasy.{name}" for name in RaspasyRules.model_fields),
]
_HEAD, WITHOUT_SLIP = load_table("options-without-slip")
IS_QUICK = settings.default is not None and settings.default.derandomize
NOT_TRIED = {"target", "end", "hands", "minutes"}
"""Options that the header decides: the end of the game and its goal."""


@each_line("page", ["docs/how-to/choose-rules.md", "docs/how-to/choose-rules.ru.md"])
def test_every_option_answers_a_question_before_the_first_deal(page: str) -> None:
    """The options of raspasy share one question, and options of section 13 are named there."""
    asked = {span for section in sections(page) for span in section.spans}
    assert [name for name in OPTIONS if name not in asked and not name.startswith("raspasy.")] == []
    further = [f"raspasy.{name}" for name in ("stays_at_most", "stay_fee", "cycle")]
    assert [name for name in further if name not in asked] == []


def test_every_option_that_writes_figures_has_a_slip() -> None:
    given = [{"preset": preset, "minutes": 60} for preset in GAME.presets]
    given += [nested([each]) for each in TRIED if each[0] not in NOT_TRIED]
    tables = [GAME.rules(each) for each in given]
    found = {
        key.partition("=")[0]
        for table in tables
        for kind in ("game", "misere", "raspasy")
        for key, _said, _rules in changed_options(table, kind)  # type: ignore[arg-type]
    }
    assert sorted(set(OPTIONS) - found) == sorted(name for name, _reason in WITHOUT_SLIP)


def test_every_option_is_known_to_strategies_notation_and_form() -> None:
    plain = {info.name: info.value for info in GAME.options(GAME.rules({}))}
    of_contracts = [each for each in TRIED if not each[0].startswith("raspasy.")]
    changes = [each for each in of_contracts if each[0] != GAME.goal.option and plain[each[0]] != each[1]]
    played = set[tuple[str, str]]()
    for number, (option, value) in enumerate(changes):
        rules = rules_with(GAME, option, value)
        state: Any = start(4 if number % 2 else 3, **rules)
        first = state.seats.after(state.dealer)
        roles = assign_roles(state.seats, state.dealer, first)
        assert roles is not None
        with noted(rules):
            for spelling in ("6S", "6H", "7N", "8D", "9C", *["10H"] * (state.rules.ten != "checked")):
                contract = Contract.parse(spelling)
                called = list_possible_calls(state, contract, roles)
                drawn = {letters for letters in calls_drawn(state, spelling, 2) if letters}
                drawn -= {"php", "ppp"}  # a dealer who passes is not asked for
                assert drawn == {encode_calls(calls) for calls in called}
                for calls in called:  # a quick run plays equal hands once, not under every option
                    hand = spelling, encode_calls(calls)
                    if hand not in played or not IS_QUICK:
                        hand_known(GAME, state, contract_called(state, spelling, roles, calls))
                        played.add(hand)


def contract_called(state: Any, contract: str, roles: Roles, calls: Calls) -> Entry:
    names = [state.names[player] for player in (*roles.players, roles.idle)]
    level = int(contract[:-1])
    fields: dict[str, Any] = {"calls": dict(zip(names[1:], calls, strict=False))}
    if "whist" in calls:
        fields["tricks"] = dict(zip(names, (level, 10 - level, 0), strict=False))
    return entry("game", declarer=names[0], contract=contract, **fields)


def test_every_option_is_tried_by_the_fit() -> None:
    assert sorted(set(OPTIONS) - set(list_tried_options(GAME))) == sorted(NOT_TRIED)

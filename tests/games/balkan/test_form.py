"""The guided entry of Balkan Preferans: a hand takes few keys, and only possible answers are offered."""

from prefcount.games.game import Question
from tests.games.balkan.paper import BALKAN, PEOPLE
from tests.tables import each_line, load_table

ENTER = 1
"""Number of keys that write the finished hand."""


@each_line(*load_table("balkan-keys"))
def test_a_few_digits_are_a_hand(keys: str, line: str) -> None:
    state = BALKAN.start(PEOPLE[:3])
    answers: dict[str, str] = {}
    asked = BALKAN.game.ask(state, answers)
    for key in keys:
        assert isinstance(asked, Question)
        answers[asked.field] = next(each.value for each in asked.choices if each.key == key)
        asked = BALKAN.game.ask(state, answers)
    assert not isinstance(asked, Question)
    assert BALKAN.game.format(state, asked) == line
    assert len(keys) + ENTER <= 8


def test_no_tricks_are_asked_for_after_five() -> None:
    state = BALKAN.start(PEOPLE[:3])
    answers = {"who": "1", "contract": "tref", "roles": "ff", "tricks0": "5"}
    asked = BALKAN.game.ask(state, answers)
    assert BALKAN.game.format(state, asked) == "Boro tref 5 0"


def test_betl_is_played_by_both() -> None:
    state = BALKAN.start(PEOPLE[:3])
    asked = BALKAN.game.ask(state, {"who": "1", "contract": "betl"})
    assert [each.value for each in asked.choices] == ["ff", "kh", "hk"]


def test_a_pik_waits_for_kontra() -> None:
    for rules, contract, first in (({}, "contract", "none"), ({"pik_needs_kontra": False}, "contract", "ff")):
        asked = BALKAN.game.ask(BALKAN.start(PEOPLE[:3], **rules), {"who": "1", contract: "pik"})
        assert asked.choices[0].value == first
    igra = BALKAN.game.ask(BALKAN.start(PEOPLE[:3]), {"who": "1", "contract": "igra", "contract2": "pik"})
    assert igra.choices[0].value == "ff"


def test_another_dealer_and_penalties_are_asked_for() -> None:
    state = BALKAN.start(PEOPLE)
    answers = {"who": "other", "other": "dealer", "dealer": "2", "again.who": "pass"}
    assert BALKAN.game.format(state, BALKAN.game.ask(state, answers)) == "pass dealer Ceca"
    answers = {"who": "other", "other": "adjust", "column": "supe", "player": "0", "on": "1"}
    entry = BALKAN.game.ask(state, {**answers, "amount": "10", "reason": "a bet"})
    assert BALKAN.posted(state, BALKAN.transition(state, entry).postings) == {"supe:Ana>Boro": 10}

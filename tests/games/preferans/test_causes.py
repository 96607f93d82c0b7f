"""Worth, pairs and causes sum to the results, whatever is played."""

from collections import defaultdict
from fractions import Fraction

from prefcount.ledger import Amount
from tests.helpers import GAME, start, transition


def due(line: str, **rules: object) -> dict[str, Amount]:
    """Return Anna's results of a hand on an empty sheet, by cause."""
    state = start(**rules)
    done = transition(state, line)
    found: defaultdict[str, Amount] = defaultdict(int)
    for cause, posting in GAME.causes(done.postings):
        found[cause.key] += GAME.worth(done.state, [posting])[0]
    return dict(found)


def test_whists_of_a_failed_contract_have_their_own_cause() -> None:
    """Anna's seven fails by one: four points of dump, consolation for two, and four tricks of the whister."""
    assert due("anna 7h wp 6") == {"failed": Fraction(-80, 3), "whists_failed": -16, "consolation": -8}
    assert due("anna 7h wp 6", style="gentleman") == due("anna 7h wp 6")
    assert due("anna 7h wp 7") == {"made": Fraction(80, 3), "whists_made": -12}


def test_half_of_a_doubled_hand_is_caused_by_the_bomb() -> None:
    state = transition(start(bombs=True), "r 3 5 2").state
    done = transition(state, "anna 6h pp")
    assert [(cause.key, posting.amount) for cause, posting in GAME.causes(done.postings)] == [
        ("bombs", 2),
        ("made", 2),
    ]


def test_a_table_without_a_dump_has_the_same_causes() -> None:
    assert due("anna 6h -3", dump_points="whists") == {"left": -60}
    assert due("anna 6h -3") == {"left": -40}


def test_endless_rules_have_no_end() -> None:
    for preset in GAME.presets:
        rules = GAME.rules(GAME.make_endless({"preset": preset, "target": 1}))
        state = start(**GAME.spell_rules(rules))
        for line in ("anna 8n pp", "boris 8n pp", "vera 8n pp", "anna 8n pp"):
            state = transition(state, line).state
        assert not state.over

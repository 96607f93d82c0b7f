"""Worth, pairs and causes sum to the results, whatever is played."""

from collections import defaultdict
from fractions import Fraction

from hypothesis import given

from prefcount.games.preferans.settlement import add_amounts
from prefcount.ledger import Amount
from tests.helpers import GAME, start, transition
from tests.strategies import Played, games


def due(line: str, **rules: object) -> dict[str, Amount]:
    """Return Anna's results of a hand on an empty sheet, by cause."""
    state = start(**rules)
    done = transition(state, line)
    found: defaultdict[str, Amount] = defaultdict(int)
    for cause, posting in GAME.causes(done.postings):
        found[cause.key] += GAME.worth(done.state, [posting])[0]
    return dict(found)


@given(games())
def test_all_postings_are_worth_the_results(played: Played) -> None:
    postings = [posting for each in played.turns for posting in each.postings]
    worth, prizes = GAME.worth(played.state, postings), GAME.settle(played.state).prizes
    assert (add_amounts(worth, prizes) if prizes else worth) == GAME.results(played.state)


@given(games())
def test_pairs_sum_up_to_the_results(played: Played) -> None:
    state = played.state
    pairs = GAME.pairs(state)
    assert len(pairs) == len(state.seats) * (len(state.seats) - 1) // 2
    for player, result in zip(state.seats, GAME.results(state), strict=True):
        won = sum(net for (one, _other), net in pairs.items() if one == player)
        lost = sum(net for (_one, other), net in pairs.items() if other == player)
        assert won - lost == result


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

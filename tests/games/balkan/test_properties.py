"""Balkan Preferans against a second score keeper, over games with any rules."""

from hypothesis import given, settings
from hypothesis import strategies as st

from prefcount.render.data import columns_object, settlement_object
from prefcount.session.session import Session
from tests.games.balkan.paper import BALKAN, PEOPLE, RULES, Paper, hands


def game(data: st.DataObject, most: int = 6) -> tuple[Session, Paper]:
    people, rules = PEOPLE[: data.draw(st.integers(3, 4))], data.draw(RULES)
    session, paper = Session(BALKAN.header(people, **rules)), Paper(list(people), rules)
    for _each in range(data.draw(st.integers(0, most))):
        if session.state.over:
            break
        hand = data.draw(hands(session.state))
        session = session.accept(hand).session
        paper.hand(hand.model_dump(exclude_none=True))
    return session, paper


@settings(max_examples=60)
@given(st.data())
def test_columns_and_results_equal_those_on_paper(data: st.DataObject) -> None:
    session, paper = game(data)
    assert columns_object(session) == paper.columns()
    assert BALKAN.results(session.state) == paper.results()
    assert bool(session.state.over) == (paper.left <= 0)


@given(st.data())
def test_pairs_are_antisymmetric(data: st.DataObject) -> None:
    session, _paper = game(data)
    state, seats = session.state, session.state.seats
    writer, other = data.draw(st.permutations(seats))[:2]
    supe = BALKAN.entry(
        "adjust", player=state.names[writer], column="supe", on=state.names[other], amount=7, reason="a bet"
    )
    before, after = BALKAN.game.results(state), BALKAN.game.results(BALKAN.play(state, supe))
    moved = {player: new - old for player, old, new in zip(seats, before, after, strict=True)}
    assert moved == {player: 7 * ((player == writer) - (player == other)) for player in seats}


def test_the_settlement_equals_the_results() -> None:
    session = Session(BALKAN.header(PEOPLE[:3], start_bule=20))
    session = session.accept(BALKAN.game.parse(session.state, "b tref 3 1")).session
    found = settlement_object(session)
    assert found["columns"]["Boro"]["bule"] == 10
    assert found["results"]["whole"] == {"Ana": -20, "Boro": 20, "Ceca": 0}

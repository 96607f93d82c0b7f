"""Entries in a narrow list: numbers, hands and names come first, words that can be guessed last."""

from prefcount.render.text import brief, describe
from prefcount.session.session import Session
from tests.store.files import What, amend, session, void
from tests.tables import each_line

CLAIM: What = {"kind": "check", "columns": {"Anna": {"pool": 0}, "Boris": {"pool": 2}}}


def briefly(game: Session) -> list[str]:
    """What is said of every entry."""
    return [brief(game, step) for step in game.replay.steps]


def test_a_correction_names_its_hand_which_says_that_it_was_corrected() -> None:
    """The hand stands in both lines; a void one says so, for not every terminal strikes it through."""
    game = session("anna 7h wp 6", "r 3 5 2", amend(1, "anna 7h wp 7"), void(2))
    assert briefly(game)[:3] == ["Anna 7h wp 7 — corrected", "r 3 5 2 — void", "1 → Anna 7h wp 7"]


def test_a_penalty_without_a_reason_says_so() -> None:
    """In the list and among the figures that it wrote."""
    game = session({"kind": "adjust", "player": "Anna", "column": "dump", "amount": 5, "reason": ""})
    (step,) = game.replay.steps
    assert brief(game, step) == "Anna dump 5"
    (posting,) = step.postings
    said = game.game.sentence(posting, step.state.names)
    assert str(said) == "Anna: 5 in the dump"


@each_line(
    ("what", "said"),
    [
        (CLAIM, "claims: Anna, Boris"),
        ({"kind": "sheet", "columns": {"Anna": {"pool": 4}}}, "paper: Anna"),
        (
            {"kind": "rules", "set": {"style": "gentleman", "raspasy": {"amnesty": True}}},
            "rules: style, raspasy",
        ),
        ({"kind": "note", "text": "pizza"}, "pizza"),
        ({"kind": "end", "reason": "agreed"}, "end (ended by agreement)"),
    ],
)
def test_what_is_no_hand(what: What, said: str) -> None:
    """The names and the options, not the words around them."""
    assert briefly(session(what)) == [said]


def test_what_cannot_be_shown_briefly_is_shown_as_ever() -> None:
    """An entry that does not count, and one about an entry that is not there, even if it is void itself."""
    assert briefly(session(amend(9, "anna 7h wp 7"))) == [
        "entry 9 is corrected:  — does not count: entry: there is no earlier entry 9 to correct"
    ]
    gone = session(amend(9, "anna 7h wp 7"), void(1))
    assert briefly(gone)[0] == "entry 9 is corrected:  — void"
    assert describe(gone, gone.replay.step(1)) == briefly(gone)[0]

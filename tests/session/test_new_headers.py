"""Headers of a new game of the same players."""

from datetime import datetime
from typing import Any

from prefcount.session.session import Session, rematch_header
from tests.helpers import header
from tests.store.files import What, entry

WHEN = datetime.fromisoformat("2026-11-15T19:00:00+03:00")


def played(*what: What, dealer: str = "Vera", **rules: Any) -> Session:
    head = header(dealer=dealer, **rules).model_copy(update={"stake": "0.10", "currency": "EUR", "note": "x"})
    now = Session(head)
    for each in what:
        now = now.accept(entry(each)).session
    return now


def test_a_rematch_has_the_latest_players_and_rules() -> None:
    changes: tuple[What, ...] = (
        {"kind": "join", "player": "Gleb", "replaces": "Vera"},
        {"kind": "rules", "set": {"raspasy": {"cap": 5}}},
    )
    again = rematch_header(played(*changes), WHEN)
    assert (again.players, again.dealer) == (("Anna", "Boris", "Gleb"), "Anna")
    assert again.rules["raspasy"] == {"cap": 5}


def test_only_a_file_that_1_0_would_take_for_a_slip_says_what_it_needs() -> None:
    assert rematch_header(played(first_half_whist=True), WHEN).needs == "1.1"
    assert rematch_header(played(style="gentleman"), WHEN).needs is None

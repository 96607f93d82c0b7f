"""Tests of the message for the group chat."""

from pathlib import Path

from prefcount.base.locale_format import format_money_column, use_no_break_spaces
from prefcount.render.text import chat_message, payment_lines
from prefcount.render.text_cells import signed
from prefcount.session.outcome import settle_session
from prefcount.session.session import Session
from prefcount.store.reader import load
from tests.helpers import header
from tests.store.files import Fields, session
from tests.tables import each_line

SAMPLES = Path(__file__).parents[2] / "sample_sessions"
BOXES = {chr(code) for code in range(0x2500, 0x2900)}
"""Box drawing, blocks, shapes, suits and braille, which do not line up in the font of a chat."""


def played(*hands: str | Fields, **fields: object) -> Session:
    return Session(header().model_copy(update=fields), session(*hands).entries)


def test_a_message_has_title_date_results_payments_and_hash() -> None:
    evening = Session(
        header(started="2026-11-14T19:05:00+03:00").model_copy(update={"stake": "0.10", "currency": "EUR"}),
        session("anna 7h wp 6", {"kind": "end", "reason": "agreed"}).entries,
    )
    assert (
        chat_message(evening, "1a2b3c4d5e6f708192a3b4c5d6e7f809")
        == """\
Anna, Boris, Vera · Preferans · Sochi to 20
14 Nov 2026, 1 hand, the game is over

Anna: −50⅔ whists, −€5.06
Boris: +33⅓ whists, +€3.33
Vera: +17⅓ whists, +€1.73

Anna pays Boris €3.33
Anna pays Vera €1.73

Check code: 1a2b3c4d 5e6f7081 92a3b4c5 d6e7f809"""
    )


def test_an_unfinished_game_has_no_hash() -> None:
    assert (
        chat_message(session("anna 7h wp 6", "boris m 0"), "00000000")
        == """\
Anna, Boris, Vera · Preferans · Sochi to 20
2 hands, the game is not over yet

Anna: −84 whists
Boris: +100 whists
Vera: −16 whists

Anna pays Boris 84 whists
Vera pays Boris 16 whists"""
    )


def test_before_the_first_hand_nobody_owes_anything() -> None:
    assert chat_message(played(stake="1"), "0a0a0a0a").splitlines()[1:] == [
        *("0 hands, the game is not over yet", ""),
        *("Anna: 0 whists, 0", "Boris: 0 whists, 0", "Vera: 0 whists, 0", ""),
        "Nobody owes anything.",
    ]
    one: Fields = {"kind": "sheet", "columns": {"Anna": {"whists": {"Boris": 1}}}}
    lines = chat_message(session(one), "12345678").splitlines()
    assert lines[3:6] == ["Anna: +1 whist", "Boris: −1 whist", "Vera: 0 whists"]


@each_line("path", sorted(SAMPLES.glob("*.jsonl")))
def test_results_and_payments_are_those_of_the_outcome(path: Path) -> None:
    sample = load(path).session
    settled = settle_session(sample)
    message = chat_message(sample, "89abcdef")
    lines = message.splitlines()
    said = [line for line in lines if line.partition(": ")[0] in settled.players]
    assert [line.partition(": ")[0] for line in said] == list(settled.players)
    for line, counted, exact in zip(said, settled.counted, settled.exact, strict=True):
        assert f": {settled.words.counted(counted, signed(counted))}" in line
        assert (f"(exactly {signed(exact)})" in line) == (counted != exact)
    if settled.money is not None:
        money = format_money_column(settled.money.amounts, settled.money.currency, signed=True)
        for line, amount in zip(said, money, strict=True):
            assert line.endswith(f", {use_no_break_spaces(amount)}")
    assert set(payment_lines(settled, use_no_break_spaces)) <= set(lines)
    assert (lines[-1] == "Check code: 89abcdef") == bool(sample.state.ended)
    assert not BOXES & set(message)
    assert all(line.replace("\N{NO-BREAK SPACE}", " ").isprintable() for line in lines)


def test_names_are_never_formats() -> None:
    now = Session(header(["{n}", "%s", "{0}"]), session().entries)
    now = now.accept(now.game.parse(now.state, "{n} 7h wp 6")).session
    message = chat_message(now, "01234567")
    assert "{n}, %s, {0} · Preferans" in message
    assert "{n}: −50⅔ whists" in message
    assert "{n} pays %s 33⅓ whists" in message

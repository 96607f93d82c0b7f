"""Tests of text about a session, and of the message for the group chat."""

from decimal import Decimal
from pathlib import Path
from typing import Any

from prefcount.base.i18n import override_language
from prefcount.base.locale_format import format_money_column, use_no_break_spaces
from prefcount.ledger import Coin
from prefcount.render import text
from prefcount.render.text import chat_message, payment_lines
from prefcount.render.text_cells import signed
from prefcount.session.outcome import settle_session
from prefcount.session.session import Session
from prefcount.store.reader import load
from tests.helpers import header
from tests.store.files import Fields, What, after, amend, session, void
from tests.tables import each_line

GAME = ("anna 7h wp 6", "boris m 0", "r 3 5 2", "r 0 4 6", void(3), amend(1, "anna 7h wp 7"))
"""Anna: 4 and 1 in the pool. Boris: 10, a dump of 4, 12 on Anna. Vera: a dump of 6."""


def said(*what: What, **rules: Any) -> list[str]:
    return [line[6:] for line in text.entry_list(session(*what, **rules)).splitlines()]


def test_the_sheet_has_title_facts_and_columns() -> None:
    assert (
        text.sheet_text(session(*GAME))
        == """\
Anna, Boris, Vera · Preferans · Sochi to 20

hand: 4
deals: Vera
first hand: Anna
raspasy in a row: 1
raspasy trick: 2 in the dump
lowest bid: 6
progress: 15 of 60 pool points

Anna  +21⅓
  pool      4.5
  dump      –
  on Boris  –
  on Vera   –

Boris  +55⅓
  pool     10
  dump     4
  on Vera  –
  on Anna  12

Vera  −76⅔
  pool      –
  dump      6
  on Anna   –
  on Boris  –"""
    )


def test_every_entry_is_one_line() -> None:
    assert (
        text.entry_list(session(*GAME))
        == """\
   1  Anna 7h wp 7 — corrected by entry 6
   2  Boris m 0
 [3]  r 3 5 2 — voided by entry 5
   3  r 0 4 6  [4]
 [5]  entry 3 is void
 [6]  entry 1 is corrected: Anna 7h wp 7"""
    )


def test_reasons_follow_each_entry() -> None:
    assert (
        text.entry_list(session(*GAME[:4]), why=True)
        == """\
   1  Anna 7h wp 6
        Anna: one down on 7♥, 4 in the dump
        Boris: whist, 4 tricks × 4 = 16 on Anna
        Boris: consolation, one undertrick, 4 on Anna
        Vera: consolation, one undertrick, 4 on Anna
   2  Boris m 0
        Boris: misère made, 10 in the pool
   3  r 3 5 2
        Anna: raspasy, 3 tricks × 1 = 3 in the dump
        Boris: raspasy, 5 tricks × 1 = 5 in the dump
        Vera: raspasy, 2 tricks × 1 = 2 in the dump
   4  r 0 4 6
        Boris: raspasy, 4 tricks × 2 = 8 in the dump
        Vera: raspasy, 6 tricks × 2 = 12 in the dump
        Anna: no trick in raspasy, 2 in the pool"""
    )


def test_settlement_steps_lead_to_the_results() -> None:
    assert (
        text.settlement_text(session(*GAME), steps=True)
        == """\
Equal pools
Every pool is filled up to 10. Each pool point that was missing adds 1 to the dump.
       pool  dump  new dump
Anna      5     0         5
Boris    10     4         4
Vera      0     6        16

Amnesty
The smallest dump, 4, is taken off every dump.
       dump  left
Anna      5     1
Boris     4     0
Vera     16    12

Dump into whists
For each dump point every opponent writes 10 whists divided by 3.
       dump  each writes on them
Anna      1                   3⅓
Boris     0                   0
Vera     12                  40

Pairs
The whists of two players on each other, including those for the dump, and the difference.
              first on second  second on first  net for first
Anna – Boris                0              15⅓           −15⅓
Anna – Vera                40               3⅓           +36⅔
Boris – Vera               40               0            +40

Results
A player's result is the sum of the whist differences with all opponents. All results add up to zero.
       result
Anna     +21⅓
Boris    +55⅓
Vera     −76⅔

Anna, Boris, Vera · Preferans · Sochi to 20

       whists
Anna     +21⅓
Boris    +55⅓
Vera     −76⅔

Vera pays Boris 55⅓ whists
Vera pays Anna 21⅓ whists"""
    )


def test_with_a_stake_payments_are_in_money() -> None:
    head = header().model_copy(update={"stake": "0.10", "currency": "EUR"})
    settled = text.settlement_text(Session(head, session("anna 7h wp 6").entries))
    assert (
        settled
        == """\
Anna, Boris, Vera · Preferans · Sochi to 20

       whists   money
Anna     −50⅔  −€5.06
Boris    +33⅓  +€3.33
Vera     +17⅓  +€1.73

Anna pays Boris €3.33
Anna pays Vera €1.73

Rounding down left a remainder (€0.01), which goes to Anna. \
Fractions are equal (Anna, Boris, Vera), so earlier seats come first.\
"""
    )
    in_coins = text.settlement_text(
        Session(head, session("anna 7h wp 6").entries), coin=Coin(Decimal("0.5"), "EUR")
    )
    assert "€0.01" not in in_coins
    without_currency = Session(head.model_copy(update={"currency": None}), session("anna 7h wp 6").entries)
    assert text.payment_lines(settle_session(without_currency)) == [
        "Anna pays Boris 3.33",
        "Anna pays Vera 1.73",
    ]


ON_VERA: Fields = {"kind": "adjust", "player": "Anna", "column": "whists", "on": "Vera", "amount": "5/2"}
NO_HANDS: tuple[tuple[Fields, str], ...] = (
    ({**ON_VERA, "reason": "cheered"}, "Anna's whists on Vera changed by 2½: cheered"),
    (
        {"kind": "adjust", "player": "Anna", "column": "dump", "amount": -2, "reason": "peeped"},
        "Anna's dump changed by −2: peeped",
    ),
    ({"kind": "join", "player": "Gleb"}, "Gleb joins"),
    ({"kind": "join", "player": "Dora", "replaces": "Vera"}, "Dora takes the place of Vera"),
    (
        {"kind": "sheet", "columns": {"Anna": {"pool": 1}, "Boris": {"pool": 1}}},
        "figures taken over from paper for Anna, Boris",
    ),
    (
        {"kind": "check", "columns": {"Boris": {"pool": 1}}},
        "paper figures of Boris, kept to compare with the game",
    ),
    ({"kind": "note", "text": "tea", "note": "green"}, "tea (green)"),
    ({"kind": "misdeal"}, "misdeal"),
    ({"kind": "talon_thrown"}, "thrown"),
    ({"kind": "end", "reason": "agreed"}, "the game ends: by agreement"),
)


def test_other_entries_are_in_words() -> None:
    entries, sentences = zip(*NO_HANDS, strict=True)
    assert said(*entries) == list(sentences)


def test_changed_rules_have_the_words_of_the_list_of_options() -> None:
    options = {"bombs": True, "half_whist_levels": [6], "raspasy": {"cap": 5, "to": "whists"}}
    changed: What = {"kind": "rules", "set": options}
    assert said(changed) == [
        "rules changed: Bombs: yes, Half-whist on: 6, Raspasy: price grows up to: 5, "
        "Raspasy: written in: whists"
    ]
    with override_language("ru"):
        (line,) = said(changed)
    assert line.endswith("потолок прогрессии: 5, распасы пишут: в висты")


def test_entries_that_do_not_count_give_the_reason() -> None:
    assert said("r 3 5 2", void(9), after(0, "anna m 0"), "anna 6c ph", half_whist=False) == [
        "Anna m 0  [3]",
        "r 3 5 2  [1]",
        "entry 9 is void — does not count: entry: there is no earlier entry 9 to correct",
        "Anna 6c ph — does not count: calls.Vera: this table does not play half-whist",
    ]


def test_every_correction_shows_its_hand() -> None:
    assert said("anna 7h wp 6", amend(1, "anna 7h wp 5"), void(2), amend(1, "anna 7h wp 4")) == [
        "Anna 7h wp 4 — corrected by entry 4",
        "entry 1 is corrected: Anna 7h wp 5 — voided by entry 3",
        "entry 2 is void",
        "entry 1 is corrected: Anna 7h wp 4",
    ]


def test_a_dealer_is_named_only_if_the_deal_did_not_rotate() -> None:
    hand = {"kind": "raspasy", "tricks": {"Anna": 3, "Boris": 5, "Vera": 2}}
    assert said({**hand, "dealer": "Vera"}, {**hand, "dealer": "Vera"}) == ["r 3 5 2", "r 3 5 2 dealer Vera"]


def test_names_are_never_formats() -> None:
    now = Session(header(["{n}", "%s", "{0}"]), session().entries)
    now = now.accept(now.game.parse(now.state, "{n} 7h wp 6")).session
    assert "{n}: one down on 7♥, 4 in the dump" in text.entry_list(now, why=True)
    assert "{n} pays %s 33⅓ whists" in text.settlement_text(now)
    assert "{n}, %s, {0} · Preferans" in text.sheet_text(now)
    message = chat_message(now, "01234567")
    assert "{n}, %s, {0} · Preferans" in message
    assert "{n}: −50⅔ whists" in message
    assert "{n} pays %s 33⅓ whists" in message


def test_one_unit_is_in_the_singular() -> None:
    one: Fields = {"kind": "sheet", "columns": {"Anna": {"whists": {"Boris": 1}}}}
    assert text.settlement_text(session(one)).endswith("\nBoris pays Anna 1 whist")
    assert text.settlement_text(session()).endswith("\nNobody owes anything.")
    result = {"kind": "result", "results": {"Anna": 12, "Boris": -20, "Vera": 8}}
    assert text.sheet_text(session(result)).splitlines()[2:] == ["Anna  +12", "Boris  −20", "Vera  +8"]
    changed = session(preset="rostov", target=10, style="greedy")
    assert text.session_title(changed) == "Anna, Boris, Vera · Preferans · Rostov to 10, with changes"


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

"""The end of a session: announced results that are right, and a seal that fits."""

from pathlib import Path
from typing import get_args

import pytest

from prefcount.audit.run_audit import audit_file
from prefcount.base.i18n import override_language
from prefcount.base.problems import InvalidInput
from prefcount.entries.models import End
from prefcount.languages import LANGUAGES
from prefcount.session.typed_entries import REASONS, end_entry, parse_end, with_seal
from prefcount.store.journal import Journal
from prefcount.store.reader import load
from tests.store.files import by_program, lines, session


@pytest.mark.parametrize(
    ("what", "reason"), [(("anna 7h wp 6",), "agreed"), (("anna m 0", "boris m 0", "vera m 0"), "pool")]
)
def test_an_end_has_reason_results_and_seal(tmp_path: Path, what: tuple[str, ...], reason: str) -> None:
    path = by_program(tmp_path / "evening.jsonl", *what, rules={"target": 10})
    loaded = load(path)
    journal = Journal.from_loaded(path, loaded)
    entry = end_entry(loaded.session, journal.seal())
    assert entry.reason == reason
    journal.append(loaded.session.accept(entry).session.entries[-1])
    assert audit_file(path).errors == ()
    assert load(path).session.state.ended == reason
    path.write_bytes(
        b"".join(each.replace(b"{", b"{ ", 1) for each in lines(path)[:1]) + b"".join(lines(path)[1:])
    )
    assert [finding.code for finding in audit_file(path).errors] == ["chain-broken", "seal-broken"]


def test_a_wrong_seal_is_refused(tmp_path: Path) -> None:
    path = by_program(tmp_path / "evening.jsonl")
    journal = Journal.from_loaded(path, load(path))
    fitting = End(reason="agreed", seal=journal.seal())
    assert with_seal(fitting, journal.seal()) == with_seal(End(reason="agreed"), journal.seal()) == fitting
    with pytest.raises(InvalidInput, match="seal: this check code does not fit the file"):
        with_seal(End(reason="agreed", seal="0" * 64), journal.seal())


def test_results_of_any_size_are_announced(tmp_path: Path) -> None:
    old = {"kind": "sheet", "columns": {"Anna": {"pool": 1_000_000}}}
    path = by_program(tmp_path / "evening.jsonl", old, old)
    loaded = load(path)
    journal = Journal.from_loaded(path, loaded)
    entry = end_entry(loaded.session, journal.seal())
    assert entry.results == {"Anna": 13_333_334, "Boris": -6_666_667, "Vera": -6_666_667}
    journal.append(loaded.session.accept(entry).session.entries[-1])
    assert audit_file(path).errors == ()


def test_a_game_that_has_ended_does_not_end_again() -> None:
    twice = session({"kind": "end", "reason": "agreed"}, {"kind": "end", "reason": "time"})
    assert [str(problem) for problem in twice.replay.step(2).problems] == [
        "the game has ended already (by agreement)"
    ]
    assert twice.state.ended == "agreed"


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize(
    ("typed", "end"),
    [
        ("", End(reason="agreed")),
        ("time", End(reason="time")),
        ("Время", End(reason="time")),
        ("раздачи", End(reason="hands")),
        ("пуля", End(reason="pool")),
        ("договорились", End(reason="agreed")),
        ("resigned an", End(reason="resigned", player="Anna")),
        ("сдаётся #2", End(reason="resigned", player="Boris")),
        ("сдается фттф", End(reason="resigned", player="Anna")),
    ],
)
def test_typed_reasons_are_read_in_two_languages(code: str, typed: str, end: End) -> None:
    with override_language(code):
        assert parse_end(session(), typed.split()) == end


def test_every_reason_of_an_end_has_its_words() -> None:
    assert set(REASONS.words) == set(get_args(End.model_fields["reason"].annotation))
    with pytest.raises(InvalidInput, match="choose from: pool, hands, time, agreed, resigned"):
        parse_end(session(), ["q"])
    with (
        override_language("ru"),
        pytest.raises(InvalidInput, match="пуля, раздачи, время, договорились, уходит"),
    ):
        parse_end(session(), ["q"])

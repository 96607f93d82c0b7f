"""Promises of `Game` for every game, tried with games that are entered question by question."""

import re
from collections import Counter
from collections.abc import Callable
from operator import sub
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prefcount.base.i18n import override_language
from prefcount.base.problems import InvalidInput
from prefcount.entries.models import ClaimEntry, End, Entry, Join, RulesEntry, Void
from prefcount.games import GAMES
from prefcount.games.game import Blocks, Game, Question
from prefcount.games.state import State
from prefcount.languages import LANGUAGES
from prefcount.ledger import ScaledResults
from prefcount.render.data import columns_object
from prefcount.render.view import table_view
from prefcount.session.replay import claim_problems
from prefcount.session.session import Session
from tests.games.brought import BROUGHT
from tests.games.family import Table, hand_known, noted, rules_with, said
from tests.strategies import options_of
from tests.tables import each_line

PEOPLE = ("Anna", "Boris", "Vera", "Gleb", "Elena")
TYPED = {
    "amount": "-20",
    "reason": "a bet",
    "text": "late",
    "name": "Ema",
    "talon": "AS 7D",
    "started": "2026-11-26",
}
NUMBER = "20"
"""The text typed for questions that only one game asks."""
MOST = 6
WALKS = 6
"""Number of hands that are entered at random under each value of each option."""
AT_ONCE = 12
"""Number of values of options that one example tries."""


def refusal(game: Game[Any], given: dict[str, Any]) -> str:
    with pytest.raises(InvalidInput) as refused:
        game.rules(given)
    return str(refused.value.problems[0])


each_game = pytest.mark.parametrize("name", GAMES)


def entered(choose: Callable[[list[str]], str], game: Game[Any], state: State) -> Entry:
    answers: dict[str, str] = {}
    while True:
        asked = game.ask(state, answers)
        if not isinstance(asked, Question):
            return asked
        values = [choice.value for choice in asked.choices] or [
            TYPED.get(asked.field.removeprefix("again."), NUMBER)
        ]
        if asked.field == "who":  # hands rather than anything else
            values = [value for value in values if value != "other"] * 3 + values
        answers[asked.field] = choose(values)


def played(data: st.DataObject, name: str) -> tuple[Game[Any], Session]:
    table = Table.of(name)
    preset = data.draw(st.sampled_from(list(table.game.presets)), label="preset")
    players = PEOPLE[: data.draw(st.sampled_from(table.game.sizes), label="players")]
    extra = {"minutes": 60} if preset == "leningrad-sport" else {}
    session = Session(table.header(players, preset=preset, **extra))
    for _each in range(data.draw(st.integers(0, MOST), label="entries")):
        if session.state.over:
            break
        entry = entered(lambda values: data.draw(st.sampled_from(values)), table.game, session.state)
        if isinstance(entry, End | Join):
            continue
        try:
            session = session.accept(entry).session
        except InvalidInput:
            assert entry.kind not in table.game.hand_kinds, "what is asked for is a hand that can be"
    return table.game, session


@each_game
@given(data=st.data())
def test_results_sum_to_zero_and_every_turn_says_what_it_changes(name: str, data: st.DataObject) -> None:
    game, session = played(data, name)
    for step in session.replay.steps:
        assert not step.problems
        assert sum(game.results(step.state)) == 0
        if step.postings:
            moved = tuple(
                map(sub, game.scaled_results(step.state).parts, game.scaled_results(step.before).parts)
            )
            assert step.worth == moved
    assert game.settle(session.state).results == game.results(session.state)
    assert (
        ScaledResults.from_results(game.results(session.state)).whole
        == game.scaled_results(session.state).whole
    )
    pairs = game.pairs(session.state)
    if pairs:
        won: Counter[int] = Counter()
        for (one, other), amount in pairs.items():
            won[one] += amount  # type: ignore[assignment]  # fractions too
            won[other] -= amount  # type: ignore[assignment]  # fractions too
        assert tuple(won[player] for player in session.state.seats) == game.results(session.state)


@each_game
@given(data=st.data())
def test_a_hand_is_printed_as_the_line_that_is_read(name: str, data: st.DataObject) -> None:
    game, session = played(data, name)
    for step in session.replay.steps:
        assert step.entry is not None
        if step.entry.kind in game.hand_kinds:
            line = game.format(step.before, step.entry)
            read = game.parse(step.before, line)
            assert said(read) == said(step.entry)


@each_game
@given(data=st.data())
def test_a_hand_says_the_answers_that_lead_to_it(name: str, data: st.DataObject) -> None:
    game, session = played(data, name)
    for step in session.replay.steps:
        entry, before = step.entry, step.before
        assert entry is not None
        if entry.kind in game.hand_kinds and entry.dealer in (None, before.names[before.dealer]):
            again = game.ask(before, game.get_answers(before, entry))
            assert not isinstance(again, Question)
            assert said(game.with_dealer(before, again)) == said(entry)


@each_game
def test_hands_are_drawn_asked_and_typed_under_each_value_of_each_option(name: str) -> None:
    """This finds a strategy, a form or a notation that does not know an option.

    A quick run tries few hands. After adding an option, run this with `--hypothesis-profile thorough`.
    """
    game = Table.of(name).game
    plain = {info.name: info.value for info in game.options(game.rules({}))}
    changes = [each for each in options_of(game) if each[0] != game.goal.option and plain[each[0]] != each[1]]
    given_rules = [rules_with(game, *each) for each in changes]
    for each in given_rules:
        form_makes_legal_hands(name, each)
    for begin in range(0, len(given_rules), AT_ONCE):
        drawn_hands_are_known(name=name, several=given_rules[begin : begin + AT_ONCE])


@settings(max_examples=max(2, settings.default.max_examples // 100))
@given(data=st.data())
def drawn_hands_are_known(name: str, several: list[dict[str, Any]], data: st.DataObject) -> None:
    table = Table.of(name)
    for rules in several:
        size = data.draw(st.sampled_from(table.game.sizes))
        if not table.game.ruleset.check_size(table.game.rules(rules), size):
            state = table.start(PEOPLE[:size], **rules)
            with noted(rules):
                for _hand in range(2):
                    state = hand_known(table.game, state, data.draw(BROUGHT[name].hands(state)))


def form_makes_legal_hands(name: str, rules: dict[str, Any]) -> None:
    table, random = Table.of(name), Random(0)
    sizes = [
        size for size in table.game.sizes if not table.game.ruleset.check_size(table.game.rules(rules), size)
    ]
    for _hand in range(WALKS):
        state = table.start(PEOPLE[: random.choice(sizes)], **rules)
        made = entered(random.choice, table.game, state)
        with noted(rules):
            assert made.kind not in table.game.hand_kinds or not table.problems(state, made)


@each_game
@given(data=st.data())
def test_a_part_of_a_game_is_the_beginning_of_the_whole(name: str, data: st.DataObject) -> None:
    game, session = played(data, name)
    count = len(session.entries)
    part = data.draw(st.integers(0, count), label="part")
    shorter = Session(session.header, session.entries[:part])
    then: Any = session.replay.steps[part - 1].state if part else session.replay.start
    assert shorter.state == then._replace(names=shorter.state.names), "names are right from the start"
    if count:
        void = Void(entry=count, n=count + 1)
        without = Session(session.header, [*session.entries, void])
        assert without.state == Session(session.header, session.entries[:-1]).state
    assert game.name == name


@each_game
@given(data=st.data())
def test_the_sheet_has_a_place_for_every_figure(name: str, data: st.DataObject) -> None:
    game, session = played(data, name)
    state = session.state
    cells = [cell for owner in game.owners(state) for cell in game.cells(state, owner.number)]
    accounts = [cell.account for cell in cells]
    assert len(set(accounts)) == len(accounts)
    in_the_pot = "stake"  # stakes of Prefa are part of the pot, which is shown below the columns
    written = {account for account, _amount in state.sheet.items() if account.column != in_the_pot}
    assert written <= set(accounts)
    layout = game.layout(state)
    if isinstance(layout, Blocks):
        drawn = [cell.account for row in layout.rows for block in row for cell in block.columns]
        assert set(drawn) <= set(accounts)
    columns = columns_object(session)
    assert not list(claim_problems(game, state, ClaimEntry(columns=columns).columns))
    figures = {column.account: column.now for row in table_view(session).rows for column in row.columns}
    assert all(state.sheet[account] == amount for account, amount in figures.items())


@each_game
@given(data=st.data())
def test_every_posting_has_a_sentence_and_a_cause(name: str, data: st.DataObject) -> None:
    game, session = played(data, name)
    for step in session.replay.steps:
        for posting in step.postings:
            assert "{" not in str(game.sentence(posting, step.state.names))
        parts: Counter[Any] = Counter()
        for cause, posting in game.causes(step.postings):
            assert str(cause.label)
            parts[posting.account] += posting.amount  # type: ignore[assignment]  # fractions too
        whole: Counter[Any] = Counter()
        for account, amount, _reason in step.postings:
            whole[account] += amount  # type: ignore[assignment]  # fractions too
        assert parts == whole


@each_game
def test_a_game_has_all_its_words(name: str) -> None:
    game = Table.of(name).game
    assert all(game.words)
    assert game.goal.option in game.spell_rules(game.preset(next(iter(game.presets))))
    assert str(game.words.counted(1)) != str(game.words.counted(2))
    assert all(about for about in game.presets.values())
    guide = game.guide
    assert all((guide.answers, guide.other, guide.lines, guide.spelling, guide.typed))


@each_game
def test_no_option_is_offered_instead_of_itself(name: str) -> None:
    game = Table.of(name).game
    infos = game.options(game.preset(next(iter(game.presets))))
    groups = {info.name.partition(".")[0] for info in infos if "." in info.name}
    for info in infos:
        for wrong in (
            *(
                [{info.name: info.value}, {info.name.rpartition(".")[2]: info.value}]
                if "." in info.name
                else []
            ),
            *({group: {info.name: info.value}} for group in groups),
            {info.name.upper(): info.value},
        ):
            said = refusal(game, wrong)
            offered = re.fullmatch(r".*“(.*)” is not known; did you mean “(.*)”\?", said)
            assert offered is None or offered[1] != offered[2], said
            in_between = Session(Table.of(name).header(PEOPLE[: game.sizes[-1]])).propose(
                RulesEntry(n=1, set=wrong)
            )
            assert str(in_between.problems[0]) == said.replace("rules.", "set.", 1)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (
            {"raspasy.cap": 5},
            "rules.raspasy.cap: “raspasy.cap” belongs inside a group of options; "
            'write it as "raspasy": {"cap": …}',
        ),
        (
            {"raspasy": {"aid": True}},
            "rules.raspasy.aid: move the field “aid” out of the braces of “raspasy”",
        ),
        ({"cap": 5}, "rules.cap: “cap” is not known; did you mean “raspasy.cap”?"),
    ],
)
def test_an_option_in_the_wrong_place_is_named(given: dict[str, Any], said: str) -> None:
    assert refusal(Table.of("preferans").game, given) == said


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize(
    ("name", "size"), [(name, size) for name in GAMES for size in Table.of(name).game.sizes]
)
def test_short_examples_are_hands_of_the_table(name: str, size: int, code: str) -> None:
    table = Table.of(name)
    state = table.start(PEOPLE[:size], dealer=PEOPLE[size - 2])
    with override_language(code):
        playing = [state.names[player] for player in state.seats.active(state.dealer)]
        for line in table.game.guide.short(playing):
            assert not table.game.play(state, table.game.parse(state, line)).problems, line


@each_game
@each_line("reason", ["pool", "hands", "time", "agreed", "resigned"])
def test_an_early_end_is_remarked_on(name: str, reason: str) -> None:
    table = Table.of(name)
    state = table.start(PEOPLE[: table.game.sizes[-1]])
    end = table.entry("end", reason=reason)
    after = table.play(state, end)
    assert after.over == reason
    codes = [] if reason in ("agreed", "resigned") else ["early-end"]
    assert [remark.code for remark in table.game.remarks(state, end, after)] == codes
    assert table.game.remarkable.keys() >= set(codes)

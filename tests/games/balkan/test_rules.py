"""The rules of Balkan Preferans one by one, in addition to the vectors."""

import json
from typing import Any

import pytest

from prefcount.games.balkan.rules import score
from tests.games.balkan.paper import BALKAN, PEOPLE
from tests.tables import each_line, load_table


def table(bule: tuple[int, ...] = (), **rules: Any) -> Any:
    """Return a table at which Ana deals, with these bule."""
    state = BALKAN.start(PEOPLE[: len(bule) or 3], **rules)
    columns = {name: {"bule": each} for name, each in zip(PEOPLE, bule, strict=False)}
    return BALKAN.play(state, BALKAN.entry("sheet", columns=columns)) if bule else state


def posted(state: Any, what: Any) -> dict[str, Any]:
    done = BALKAN.transition(state, what)
    assert not done.problems, [str(each) for each in done.problems]
    return BALKAN.posted(state, done.postings)


class TestTheLastHand:
    """When no bule are left (sections 2.5 and 5)."""

    def test_without_the_limit_all_results_move_alike(self) -> None:
        """The bule sum to minus four; every result goes down by 40/3, and they sum to zero."""
        state = BALKAN.play(table((10, 2, -6), cap_last_pass=False), "ana tref - -")
        assert state.over == "pool"
        assert state.left == -4
        assert sum(BALKAN.game.results(state)) == 0
        assert [str(each) for each in BALKAN.game.results(state)] == ["-40/3", "-100/3", "140/3"]


class TestRefe:
    """A refa is a mark that doubles a hand (section 2.4)."""

    def test_a_frozen_refa_neither_doubles_nor_is_used_up(self) -> None:
        for frozen, unit in ((True, 10), (False, 20)):
            state = BALKAN.play(table(refe_frozen_under_hat=frozen), "pass")
            under = BALKAN.entry("adjust", player="Ceca", column="bule", amount=-102, reason="x")
            state = BALKAN.play(state, under)
            found = posted(state, "boro tref 2 2")
            assert found["bule:Boro"] == -unit
            assert found.get("refe_open:Boro", 0) == (0 if frozen else -1)


class TestLegality:
    """All problems of a hand at once, each with its field."""

    @each_line(*load_table("wrong-lines-of-balkan"))
    def test_impossible_hands_are_refused(self, line: str, field: str, why: str) -> None:
        found = BALKAN.problems(table(), line)
        assert [each for each in found if each.startswith(field) and why in each] or not why
        assert bool(found) == bool(why)

    def test_several_problems_are_reported_at_once(self) -> None:
        bad = BALKAN.entry(
            "hand",
            declarer="Ana",
            contract="herc",
            kontra=1,
            followers={"Boro": {"role": "follow", "tricks": 4}, "Ceca": {"role": "follow", "tricks": 4}},
            declarer_tricks=2,
        )
        fields = [each.partition(":")[0] for each in BALKAN.problems(table(), bad)]
        assert fields == ["kontra", "followers", "declarer's tricks"]

    def test_players_without_a_role_are_refused(self) -> None:
        bad = BALKAN.entry(
            "hand", declarer="Ana", contract="herc", followers={"Ana": {"role": "follow", "tricks": 2}}
        )
        assert [each.partition(":")[0] for each in BALKAN.problems(table(), bad)] == [
            "followers.Ana",
            "followers.Boro",
            "followers.Ceca",
        ]
        stranger = BALKAN.entry("hand", declarer="Anna", contract="herc")
        assert "did you mean “Ana”?" in BALKAN.problems(table(), stranger)[0]

    def test_the_dealer_of_four_sits_out(self) -> None:
        four = table((50, 50, 50, 50))
        assert "deals this hand and sits out" in BALKAN.problems(four, "ana herc 2 2")[0]
        assert posted(four, "boro herc 2 2 dealer dina")["supe:Ana>Boro"] == 16

    def test_betl_asks_for_the_declarers_tricks_only(self) -> None:
        assert posted(table(), "ana betl 9 9 0") == {"bule:Ana": -12}
        missing = BALKAN.entry(
            "hand",
            declarer="Ana",
            contract="betl",
            followers={"Boro": {"role": "follow"}, "Ceca": {"role": "follow"}},
        )
        assert BALKAN.problems(table(), missing) == [
            "declarer's tricks: is missing; write 0 tricks if betl was made, or at least 1 if it fell"
        ]

    def test_all_tricks_are_played_where_that_is_the_rule(self) -> None:
        assert posted(table(stop_at_five=False), "ana herc 4 3") == {
            "bule:Ana": 8,
            "supe:Boro>Ana": 32,
            "supe:Ceca>Ana": 24,
        }
        assert "a hand has only 10" in BALKAN.problems(table(stop_at_five=False), "ana herc 6 5")[0]


class TestBesides:
    """Entries other than hands."""

    @each_line(*load_table("balkan-impossible-adjustments"))
    def test_impossible_adjustments_are_refused(self, fields: str, why: str) -> None:
        found = BALKAN.problems(table(), BALKAN.entry("adjust", reason="x", **json.loads(fields)))
        assert any(why in each for each in found)

    def test_bule_from_paper_may_include_the_start_value(self) -> None:
        for column in ("100.90.84", "90.84", 84):
            entry = BALKAN.entry("sheet", columns={"Ana": {"bule": column}})
            assert BALKAN.play(table(), entry).bule(0) == 84
        half = BALKAN.entry("sheet", columns={"Ana": {"supe": {"Boro": "7/2"}}})
        assert "whole numbers" in BALKAN.problems(table(), half)[0]

    def test_rules_change_but_not_the_start_value(self) -> None:
        state = BALKAN.play(table(), BALKAN.entry("rules", set={"follower_quota": "each2"}))
        assert posted(state, "ana tref 3 1")["bule:Ceca"] == 10
        refused = BALKAN.problems(state, BALKAN.entry("rules", set={"start_bule": 60}))
        assert refused[0].startswith("set.start_bule: cannot change, because all players started with")

    def test_a_newcomer_takes_a_seat(self) -> None:
        state = BALKAN.play(table(), "boro tref 2 2", BALKAN.entry("join", player="Eva", replaces="Boro"))
        assert state.names[1] == "Eva"
        assert state.bule(1) == 90
        assert (
            "whose place the newcomer takes" in BALKAN.problems(state, BALKAN.entry("join", player="Fran"))[0]
        )
        table_itself = BALKAN.entry("join", player="@table", replaces="Ana")
        assert "is reserved in this game" in BALKAN.problems(state, table_itself)[0]

    def test_numbers_and_names_of_players_are_checked(self) -> None:
        for people, why in (
            (PEOPLE[:2], "needs 3, 4 players"),
            (("Ana", "Boro", "@table"), "is reserved in this game"),
        ):
            with pytest.raises(ValueError, match=why):
                BALKAN.start(people)


class TestSettlement:
    """Results of players (sections 2.5 and 2.6)."""

    def test_the_running_score_is_shown_apart_from_the_results(self) -> None:
        state = BALKAN.play(table(), "boro tref 2 2")
        assert score(state) == (-980, -940, -980)
        steps = BALKAN.game.settle(state).steps
        assert [str(each.title) for each in steps] == ["Written off", "Supe", "Results"]
        assert sum(BALKAN.game.results(state)) == 0

    @pytest.mark.parametrize(
        ("bule", "said"),
        [
            ((5, 5, 2), "12 bule are left. Everyone's bule go down by the same number."),
            (
                (5, 5, 0),
                "10 bule are left. Everyone's bule go down by the same number, and those of the "
                "player with the most bule by one more.",
            ),
            (
                (5, 5, 1),
                "11 bule are left. Everyone's bule go down by the same number, and those of the 2 "
                "players with the most bule by one more.",
            ),
        ],
    )
    def test_the_settlement_says_who_goes_down_one_more(self, bule: tuple[int, ...], said: str) -> None:
        assert str(BALKAN.game.settle(table(bule)).steps[0].explanation) == said

    def test_a_bula_costs_ten_supe(self) -> None:
        """A player with 84 left is 60 ahead of each player with 90 left."""
        state = BALKAN.play(table(start_bule=90), BALKAN.entry("sheet", columns={"Ana": {"bule": 84}}))
        last = BALKAN.game.settle(state).steps[-1]
        assert [row[1:] for row in last.rows] == [(0, -40, 40), (0, 20, -20), (0, 20, -20)]

    def test_results_are_shown_with_the_opposite_sign(self) -> None:
        for wanted, columns in ((False, 4), (True, 5)):
            last = BALKAN.game.settle(table(opposite_sign=wanted)).steps[-1]
            assert len(last.headings) == columns
            assert all(len(row) == columns for row in last.rows)


class TestSheet:
    """The drawing of the sheet (section 2.1)."""

    def test_neighbours_are_drawn_on_their_sides(self) -> None:
        for people, order in (
            (3, ["on Ceca", "bule", "on Boro"]),
            (4, ["on Dina", "bule", "on Boro", "on Ceca"]),
        ):
            state = BALKAN.start(PEOPLE[:people])
            block = BALKAN.game.layout(state).rows[0][0]
            assert [str(cell.heading) for cell in block.columns] == order

    def test_refe_are_marks_that_are_struck_out(self) -> None:
        state = BALKAN.play(table(), "pass", "pass", "boro tref 2 2")
        signs = [str(row[0].signs) for row in BALKAN.game.layout(state).rows]
        assert signs == ["□□", "□⊠", "□□"]


def test_every_posting_has_a_sentence() -> None:
    state = BALKAN.play(table(), "pass")
    assert BALKAN.sentences(state, "boro herc rk2 1") == [
        "Boro: herc rekontra made, 64 bule taken off",
        "Ceca: gave kontra, but herc rekontra of Boro was made, 64 bule added",
        "Ceca: 3 tricks of both followers × 64 = 192 supe against Boro",
        "Boro: a refa is used, so herc counts twice",
    ]
    assert (
        BALKAN.sentences(state, "ana igra sans 1 -")[1]
        == "Boro: too few tricks against igra-sans of Ana, 32 bule added"
    )

"""The words of a comparison: results side by side, causes, hands, and what is not counted."""

from prefcount.render.text_cells import sections_text
from prefcount.session.session import Session
from prefcount.whatif import (
    MAX_MOVED,
    choose_rules,
    compare_rules,
    comparison_object,
    comparison_sections,
    results_section,
)
from tests.store import files


def staked(session: Session) -> Session:
    return Session(session.header.model_copy(update={"stake": "0.10", "currency": "EUR"}), session.entries)


def test_the_report_of_one_replay() -> None:
    """Half a whist was a point in the pool and four whists of Vera."""
    session = files.session("anna 7h wp 6", "anna 6c ph")
    rules = {"preset": "sochi", "target": 20, "style": "gentleman", "half_whist": False}
    assert sections_text(comparison_sections([compare_rules(session, rules, "ours")])).splitlines() == [
        "Anna, Boris, Vera · Preferans · Sochi to 20",
        "The same hands under other rules: 2 hands. The game itself does not change.",
        "",
        "Sochi to 20, but Style of whisting: gentleman, Half-whist: no",
        "Not counted: hand 2, Anna 6♣, Vera takes half: calls.Vera: this table does not play half-whist",
        "            Anna  Boris  Vera",
        "as played   −41⅓   +26⅔  +14⅔",
        "ours        −50⅔   +25⅓  +25⅓",
        "difference   −9⅓    −1⅓  +10⅔",
        "",
        "Why they differ",
        "                                    Anna  Boris  Vera",
        "hands that these rules do not have   −9⅓    +6⅔   +2⅔",
        "whists on failed contracts            0     −8    +8",
        "together                             −9⅓    −1⅓  +10⅔",
        "",
        "Biggest changes",
        "                                  Anna  Boris  Vera",
        "2  Anna 6♣, Vera takes half        −9⅓    +6⅔   +2⅔",
        "1  Anna 7♥, Boris whists: 1 down    0     −8    +8",
    ]


def test_without_a_difference_there_is_no_table() -> None:
    session = files.session("anna 7h wp 7")
    report = sections_text(comparison_sections([compare_rules(session, choose_rules(session))]))
    assert "These rules change nothing." in report
    assert "Why they differ" not in report


def test_a_difference_by_rounding_has_its_own_row() -> None:
    """Anna wins 13⅓ whists exactly, and 14 where they are rounded to whole ones."""
    free = files.session("anna 6s pp")
    paid = Session(free.header.model_copy(update={"stake": "1", "currency": "EUR"}), free.entries)
    for session in (free, paid):
        found = compare_rules(session, {"preset": "sochi", "rounding": "whole"})
        report = sections_text(comparison_sections([found]))
        assert "These rules change nothing." not in report
        assert "rounding    +⅔     −⅓    −⅓" in report
        assert found.difference == (0, 0, 0)


def test_several_replays_begin_with_one_table() -> None:
    session = files.session("anna 7h wp 6")
    found = [compare_rules(session, choose_rules(session, name)) for name in ("rostov", "leningrad")]
    first, *others = list(comparison_sections(found))
    assert first.rows[0] == ("", "Anna", "Boris", "Vera")
    assert [row[0] for row in first.rows[1:]] == ["as played", "Rostov", "Leningrad"]
    assert [row[0] for row in results_section(found, 1).rows[1:]] == ["as played", "Rostov", "Leningrad ◂"]
    titles = [section.title for section in others]
    assert titles.index("Rostov to 20") < titles.index("Leningrad to 20")


def test_only_the_hands_that_moved_most_are_listed() -> None:
    session = files.session(*["anna 7h wp 6"] * (MAX_MOVED + 2))
    found = compare_rules(session, {"preset": "sochi", "style": "gentleman"})
    moved = next(section for section in comparison_sections([found]) if "changes" in section.title)
    assert len(moved.rows) == 1 + MAX_MOVED + 1
    assert moved.rows[-1] == ("2 more entries", "0", "−16", "+16")


def test_an_earlier_or_later_end_is_reported() -> None:
    session = files.session("anna 6h pp", "boris 6h pp", "vera 6h pp", target=2)
    later = sections_text(comparison_sections([compare_rules(session, {"preset": "sochi", "target": 10})]))
    assert "Under these rules the game would not be over yet." in later
    ends = {"preset": "sochi", "end": "hands", "hands": 2}
    earlier = sections_text(comparison_sections([compare_rules(session, ends)]))
    assert (
        "the game would have ended after hand 2 (all hands are played); 1 later hand is still compared."
        in earlier
    )
    assert (
        "the game ended after hand 2 (all hands are played); 1 later hand does not count."
        in sections_text(comparison_sections([compare_rules(session, ends, own_end=True)]))
    )


def test_incomplete_replays_are_marked() -> None:
    session = files.session("anna 7h wp 6", "anna 6c ph")
    without = {"preset": "sochi", "half_whist": False}
    replays = [compare_rules(session, {"preset": "rostov"}, "all"), compare_rules(session, without, "ours")]
    lines = sections_text([results_section(replays, 0)]).splitlines()
    assert "* leaves out hands that these rules do not have: not comparable with the rest." in lines
    assert [line.split("  ")[0] for line in lines[-2:]] == ["all ◂", "ours *"]
    assert "* without" not in sections_text([results_section(replays[:1] * 2, 0)])


def test_ignored_changes_of_rules_are_reported() -> None:
    session = files.session({"kind": "rules", "set": {"style": "gentleman"}}, "anna 7h wp 6")
    report = sections_text(comparison_sections([compare_rules(session, {"preset": "sochi"})]))
    assert "Rule changes during the game (after hand 0) are ignored here." in report


def test_the_json_object_is_exact() -> None:
    session = staked(files.session("anna 7h wp 6", "anna 6c ph"))
    found = compare_rules(session, {"preset": "sochi", "style": "gentleman"})
    made = comparison_object([found])
    assert made["game"] == "preferans"
    assert made["hands"] == 2
    assert made["currency"] == "EUR"
    [replay] = made["replays"]
    assert replay["difference"] == {
        "exact": {"Anna": "0", "Boris": "-8", "Vera": "8"},
        "money": {"Anna": "0.00", "Boris": "-0.80", "Vera": "0.80"},
    }
    assert replay["causes"] == [
        {"cause": "whists_failed", "amounts": {"Anna": "0", "Boris": "-8", "Vera": "8"}}
    ]
    assert replay["entries"] == [
        {"n": 1, "line": "Anna 7h wp 6", "amounts": {"Anna": "0", "Boris": "-8", "Vera": "8"}}
    ]
    assert (replay["not_counted"], replay["ending"]) == ([], None)

"""Names that may be one person's, and those that are not."""

from prefcount.render.tables import plain
from prefcount.stats.sums import alike
from prefcount.stats.text import statistics
from tests.stats.test_text import found, sums
from tests.tables import each_line

HAND = ("anna 7h pp",)


def groups(*tables: tuple[str, str, str]) -> list[tuple[str, ...]]:
    """What is alike after an evening at each of these tables."""
    shown = [each for table in tables for each in found(HAND, players=table).games.values()]
    together = shown[0]
    for other in shown[1:]:
        together.evenings += other.evenings
        together.pairs |= other.pairs
        for key, person in other.people.items():
            known = together.people.setdefault(key, person)
            known.games += person.games if known is not person else 0
    return list(alike(together))


@each_line(
    ("one", "other"),
    [("Boris", "Борис"), ("Boris", "Boris B."), ("Anna", "Ann"), ("Vera", "Ver\u0430"), ("Юрий", "Yurii K")],
)
def test_perhaps_one(one: str, other: str) -> None:
    """In the other script, with a further word, with a letter more, with a letter that only looks alike."""
    assert [set(group) for group in groups((one, "Gleb", "Zoya"), (other, "Gleb", "Zoya"))] == [
        {one.casefold(), other.casefold()}
    ]


@each_line(
    ("one", "other"),
    [("Anna", "Annabel"), ("Al", "Ali"), ("Anna", "Inna"), ("Anna", "Anna, p."), ("李", "李明")],
)
def test_two_people(one: str, other: str) -> None:
    """A longer name, too short a one, another one, and one that a file of names cannot hold."""
    assert groups((one, "Gleb", "Zoya"), (other, "Gleb", "Zoya")) == []


def test_who_sat_together_is_not_one() -> None:
    """Boris B. and Boris K. at one table are two; Boris may be either, and one of them is named."""
    assert groups(("Boris B.", "Boris K.", "Zoya")) == []
    assert groups(("Boris B.", "Boris K.", "Zoya"), ("Boris", "Gleb", "Zoya")) == [("boris", "boris b.")]


def test_who_played_most_comes_first() -> None:
    """His name is the one that the line would keep."""
    assert groups(("Ann", "G", "Z"), ("Anna", "G", "Z"), ("Anna", "G", "Z")) == [("anna", "ann")]


def test_it_is_said_in_the_report() -> None:
    """As a line that can be put into the file of names; of one player alone only what concerns him."""
    shown = sums(found(HAND, HAND, players=("Anna", "Boris", "Vera")))
    for each in found(HAND, players=("Ann", "Gleb", "Zoya")).games.values():
        shown.people.update(each.people)
    report = plain(statistics(shown))
    assert "\n\nPossibly one person\nAnna = Ann\nIf so, add such lines to a file for --alias" in report
    assert "Anna = Ann" in plain(statistics(shown, "ann"))
    assert "Possibly" not in plain(statistics(shown, "vera"))

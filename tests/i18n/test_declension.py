"""Russian names in their cases, and numbers and contracts as they are spoken."""

from hypothesis import given
from hypothesis import strategies as st

from prefcount.base.i18n import override_language
from prefcount.games.notation import read_player
from prefcount.languages.ru.names import decline
from tests.games.family import Table
from tests.i18n.catalogues import samples
from tests.tables import each_line

SAID = samples("ru")["names"]
"""Names with their genitive, dative, accusative and instrumental."""
UNCERTAIN = [
    *("Нинель", "Кэт", "Витёк", "Серый", "Рыжий", "Толстой", "Петрова", "Пушкина", "Кармен", "Гюзель"),
    *("Анна Шмидт", "Жан-Поль", "АБ", "А", "№3", "Петро", "Воробей", "Катрин"),
]


@each_line("name", SAID)
def test_a_name_is_declined(name: str) -> None:
    assert [decline(name, case) for case in ("gen", "dat", "acc", "ins")] == SAID[name].split()


def test_each_word_of_a_name_is_declined() -> None:
    """Each word is declined, except a mark that distinguishes two players of the same name."""
    assert decline("Анна Петровна", "acc") == "Анну Петровну"
    assert decline("Никита Сергеевич", "gen") == "Никиты Сергеевича"
    assert decline("Борис П.", "acc") == "Бориса П."
    assert decline("Саша 2", "dat") == "Саше 2"


@each_line("name", UNCERTAIN)
def test_a_name_that_nobody_can_be_sure_of(name: str) -> None:
    """The name stays as it is; the word before it has the case."""
    assert decline(name, "acc") == f"игрока {name}"
    assert decline(name, "dat") == f"игроку {name}"
    assert decline(name, "ins") == f"игроком {name}"


@each_line(("name", "said"), {"Иванов": "Ивановым", "Яков": "Яковом", "Константин": "Константином"}.items())
def test_a_surname_has_its_own_instrumental(name: str, said: str) -> None:
    assert decline(name, "ins") == said


def test_a_first_name_that_may_be_a_surname_is_not_declined_in_the_instrumental() -> None:
    assert decline("Гагин", "ins") == "игроком Гагин"


@each_line("name", ["Petja", "Player 1", "José", "ANN"])
def test_a_name_in_other_letters(name: str) -> None:
    """The name stays as it is; only in the dative a word comes before it."""
    assert (decline(name, "gen"), decline(name, "acc")) == (name, name)
    assert decline(name, "dat") == f"игроку {name}"


@given(st.text(max_size=12) | st.text("АБВавгйьяиоёрнк -.2", max_size=9))
def test_any_name_is_recognised(name: str) -> None:
    said = decline(name, "acc")
    assert said.endswith(name) or said[:1] == name[:1]


@each_line("name", [name for name in SAID if name not in {"Гиви", "Отто"}])
def test_a_name_in_a_case_is_read_as_that_player(name: str) -> None:
    """A name can be typed as a sentence shows it."""
    state = Table.of("preferans").start(["Щукарь", name, "Жорж"])
    with override_language("ru"):
        for case in ("gen", "dat", "acc"):
            assert read_player(state, decline(name, case)) == 1

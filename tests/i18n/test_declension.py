"""Names in their cases, and numbers and contracts as they are spoken."""

from hypothesis import given
from hypothesis import strategies as st

from prefcount.languages import load_names
from prefcount.languages.ru.names import decline
from tests.tables import each_line, load_table

UNCERTAIN = [
    *("Нинель", "Кэт", "Витёк", "Серый", "Рыжий", "Толстой", "Петрова", "Пушкина", "Кармен", "Гюзель"),
    *("Анна Шмидт", "Жан-Поль", "АБ", "А", "№3", "Петро", "Воробей", "Катрин"),
]


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


@each_line(*load_table("declensions"))
def test_a_name_is_declined_in_the_language_of_the_screen(language: str, name: str, cases: str) -> None:
    names = load_names(language)
    assert names is not None
    assert " ".join(names.inflect(name, case) for case in ("gen", "dat", "acc", "ins")) == cases


NUMBERS = {
    ("2", "without"): "двух двох 2",
    ("1", "over"): "одну одну 1",
    ("3", "times"): "втройне утричі 3",
    ("12", "times"): "×12 ×12 12",
    ("7", "game"): "семерная семерна 7",
    ("7", "on"): "семерной семерній 7",
    ("7", "from"): "7 семерної 7",
}


@each_line(("number", "form"), NUMBERS)
def test_a_number_is_put_into_words(number: str, form: str) -> None:
    languages = filter(None, map(load_names, ("ru", "uk", "sr")))
    assert " ".join(names.inflect(number, form) for names in languages) == NUMBERS[number, form]


@each_line("name", ["Petja", "Player 1", "José", "ANN"])
def test_a_name_in_other_letters(name: str) -> None:
    """The name stays as it is; only in the dative a word comes before it."""
    assert (decline(name, "gen"), decline(name, "acc")) == (name, name)
    assert decline(name, "dat") == f"игроку {name}"


@given(st.text(max_size=12) | st.text("АБВавгйьяиоёрнк -.2", max_size=9))
def test_any_name_is_recognised(name: str) -> None:
    said = decline(name, "acc")
    assert said.endswith(name) or said[:1] == name[:1]

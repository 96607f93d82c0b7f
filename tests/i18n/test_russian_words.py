"""No phrase at which Russian players stumbled is left in the Russian texts."""

import re
from collections.abc import Iterator

import pytest

from prefcount.languages import LANGUAGES
from tests.i18n.catalogues import PROGRAM, stored_catalogue
from tests.tables import each_line

ROOT = PROGRAM.parent
STUMBLED: dict[str, tuple[str, ...]] = {
    "options": (
        *(
            "С какого контракта выходят",
            "распасы прерывает контракт",
            "распасы прерывает мизер",
            "выход с игры",
        ),
        *("премия за ноль взяток", "(?<!минус )(взятка|две) с горы", "предел роста цены"),
        *("при равенстве на распасах", "счёт распасов в висты", "пуля сдающему за распасы"),
        *("распасов одного сдающего", "плата за лишние распасы", "сдающий на распасах", "ходит прикупом"),
        *("если недобрали оба", "оба за всё", "каждый в любом случае", "недобор на 8, 9 и 10"),
        *("норма одного вистующего", r"\bнорм(а|ы|у|е|ой)\b", "ответственность вистующих", "половинная"),
        *("вист»?:? «?жлобский", "джентльменский вист»?:? ", "на ремиз(е|ах)", "постоянная консоляция"),
        *("предел консоляции", "уход без(»|: 3)", "помощь сначала", "сначала с горы", "гора списывается"),
        *(
            "(^|«)и ниже нуля",
            "множитель (горы|вистов|пули)",
            "гора за пересдачу",
            "преми(я|и|ю|ей) за прикуп",
        ),
        *("Прочие записи", "его следующий контракт", "Питер лёгкий", "Ленинградка клубная", r"Казахстан\b"),
        *(
            r"набор\w* правил",
            "следующий контракт",
            "по цене контракт",
            "цены контрактов",
            "цена контракта",
            r"(перв|втор)\w+ противник",
        ),
    ),
    "screens": (
        *(
            "^не закрыта$",
            "анкет",
            "Только результат или старая пулька",
            "Партии или вечера из другой программы",
        ),
        *("^посл\\.$", "при обычных взятках", "здесь не подходит", "клавиши не считаются", "^не надо$"),
        *("а введено", "пересчитано в висты", "изменение результатов", "поровну с другим", r"[\d}] сверху"),
        *("снова в счёте", "— не считается$", "идёт за", "Чего не хватает в пуле", "хозяина вистов"),
        *(
            "^у (первого|второго)$",
            "Сумма по всем парам",
            r"по расчёту [\d{]",
            "скорее всего: забыто",
            "на бумаге ничего",
        ),
        *("цифры перенесены", "сходится с тем, что перенесено", "чисел и раздач для сверки"),
        *("поиск закончен раньше", "могли ли раздачи", "ни одна раздача здесь не пишет", "сверять нечего"),
        *(
            "^ничего не найдено$",
            "Непригодные файлы",
            "раздачи, стоящие за",
            "указана — первая из них",
            "не являющаяся",
        ),
    ),
    "documents": (
        *("проверяют тесты, которые их изображают", "останавливает раздачу до Escape"),
        *("Клавиша значит на всех экранах", "где за прикуп есть премия", "дошедшей в торговле"),
        *("что даёт ремиз", "карты не играют, играющий", r"(бра|взя)вш\w+ полвиста", "Недобор вистующих"),
        *("начинается сначала после последней", "делают такими, чтобы делились", "Второй отдыхающий"),
        *("dump − P", "Плакетт", "Старой пульке раздачи не нужны", "так обычно"),
    ),
}
"""The phrases as patterns, by where they were found; ^ and $ are the ends of a sentence of the catalogue."""


@pytest.fixture(scope="module")
def russian() -> list[tuple[str, str]]:
    """Yield all Russian texts, each with its place."""
    return [*_catalogue(), *_documents(), *_typed_words()]


def _catalogue() -> Iterator[tuple[str, str]]:
    for message in stored_catalogue("ru"):
        sentences = message.string if isinstance(message.string, tuple | list) else (message.string,)
        yield from ((str(message.id), sentence) for sentence in sentences if message.id)


def _documents() -> Iterator[tuple[str, str]]:
    paths = [path for folder in (ROOT, ROOT / "docs") for path in folder.glob("*.ru.md")]
    for path in (*paths, *(ROOT / "docs").glob("*/*.ru.md")):
        yield path.name, " ".join(path.read_text("utf-8").split())


def _typed_words() -> Iterator[tuple[str, str]]:
    for group, words in LANGUAGES["ru"].words.items():
        if not group.endswith(".option"):  # words that players search for
            yield from ((group, typed) for typed in words.values())


@each_line("phrase", [phrase for phrases in STUMBLED.values() for phrase in phrases])
def test_no_phrase_stands_at_which_players_stumbled(phrase: str, russian: list[tuple[str, str]]) -> None:
    assert [(place, found[0]) for place, said in russian if (found := re.search(phrase, said))] == []

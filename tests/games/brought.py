"""Index of the parts of each game outside its package, for tests and readers."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from hypothesis import strategies as st

from prefcount.entries.models import Entry
from tests import strategies
from tests.games import relatives
from tests.games.balkan.paper import hands as balkan_hands


class Brought(NamedTuple):
    """The parts of a game outside its package.

    Attributes:
        chapter: the chapter of `docs/notation.md` whose first table has lines of its notation.
        format_chapter: the chapter of `docs/file-format.md` about its entries.
        book_chapter: a chapter of the document that explains its rules.
        sample: the sample that shows its table in the terminal program.
        hands: a strategy for the hands that can be played at a table.
        lines: lines written in Russian, with the same line in English.
        typed: lines that may be typed, too, with the same line in English, or "" if it is refused.
    """

    chapter: str
    format_chapter: str
    book_chapter: str
    sample: str
    hands: Callable[[Any], st.SearchStrategy[Entry]]
    lines: Mapping[str, str]
    typed: Mapping[str, str]


BROUGHT: Mapping[str, Brought] = {
    "preferans": Brought(
        chapter="preferans",
        format_chapter="entries",
        book_chapter="9-presets",
        sample="leningrad-four-players",
        hands=strategies.hands,
        lines={
            "Анна 7ч вп 6": "Анна 7h wp 6",
            "Борис 6п вв 5 3 2": "Борис 6s ww 5 3 2",
            "Вера 8бк пп": "Вера 8n pp",
            "Анна 6т пх": "Анна 6c ph",
            "Анна 10б вп 10": "Анна 10d wp 10",
            "Анна 9ч без прикупа пв 9": "Анна 9h blind pw 9",
            "Анна м 0": "Анна m 0",
            "Анна м без прикупа 1 4 5": "Анна m blind 1 4 5",
            "Анна 7ч -3": "Анна 7h -3",
            "р 3 5 2": "r 3 5 2",
            "р 3 5 2 сдаёт Борис": "r 3 5 2 dealer Борис",
            "Анна 7ч вп 6 прикуп тп 10ч": "Анна 7h wp 6 talon as 10h",
            "Анна 7ч вп 6 прикуп дб вт сдаёт Вера": "Анна 7h wp 6 talon qd jc dealer Вера",
            "Анна 7ч вп 6 прикуп кч 7п": "Анна 7h wp 6 talon kh 7s",
            "пересдача сдаёт Борис": "misdeal dealer Борис",
            "пересдача": "misdeal",
            "брошен": "thrown",
        },
        typed={
            "АННА 7Ч ВП 6": "Анна 7h wp 6",
            "а 7черви вп 6": "Анна 7h wp 6",
            "анна 7♥ wп 6": "Анна 7h wp 6",
            "анна 7ч втемную вп 6": "Анна 7h blind wp 6",
            "анна м Без Прикупа 0": "Анна m blind 0",
            "fyyf v ,tp ghbregf 0": "Анна m blind 0",
            "№2 6п вв 5 3 2": "Борис 6s ww 5 3 2",
            "#2 6п вв 5 3 2": "Борис 6s ww 5 3 2",
            "бориса 6п вв 5 3 2": "Борис 6s ww 5 3 2",
            "анну 6 пик вв 5 3 2": "Анна 6s ww 5 3 2",
            "анна 7черв вп 6": "Анна 7h wp 6",
            "анна 6тр п½": "Анна 6c ph",
            "р 3 5 2 сдаёт №2": "r 3 5 2 dealer Борис",
            "анна 6т п½": "Анна 6c ph",
            "анна мизер 0": "Анна m 0",
            "распасы 3 5 2 сдает борис": "r 3 5 2 dealer Борис",
            "анна 7h цз 6 ефдщт фы 10р": "Анна 7h wp 6 talon as 10h",
            "анна 7ч вп 6 прикуп Т♠ 10♥": "Анна 7h wp 6 talon as 10h",
            "анна 7ы цр 6": "Анна 7s wh 6",
            "fyyf 7x dg 6": "Анна 7h wp 6",
            "FYYF 7X DG 6": "Анна 7h wp 6",
            ",jh 6g dd 5 3 2": "Борис 6s ww 5 3 2",
            "dthf 8,r gg": "Вера 8n pp",
            "анна 7, d[ 7": "Анна 7d wh 7",
            "fyyf v 0": "Анна m 0",
            "hfcgfcs 3 5 2 clf`n ,jhbc": "r 3 5 2 dealer Борис",
        },
    ),
    "balkan": Brought(
        chapter="balkan-preferans",
        format_chapter="balkan-preferans",
        book_chapter="balkan-preferans",
        sample="balkan-to-the-last-bula",
        hands=balkan_hands,
        lines={
            "Анна треф 2 2": "Анна tref 2 2",
            "Анна херц игра 3 -": "Анна herc igra 3 -",
            "Анна каро - -": "Анна karo - -",
            "Анна херц зв2 1": "Анна herc c2 1",
            "Анна треф 3 к2": "Анна tref 3 k2",
            "Анна санс рк3 1": "Анна sans rk3 1",
            "Анна санс ск3 1": "Анна sans sk3 1",
            "Анна санс мк3 1": "Анна sans mk3 1",
            "Анна херц ид2 зв1": "Анна herc f2 c1",
            "Анна херц пом2 1": "Анна herc h2 1",
            "Анна херц зван2 1": "Анна herc d2 1",
            "Анна бетл 0": "Анна betl 0",
            "Анна бетл к* * 1": "Анна betl k* * 1",
            "Анна пик сдаёт Вера": "Анна pik dealer Вера",
            "пас": "pass",
        },
        typed={
            "а п": "Анна pik",
            "а к 2 2": "Анна karo 2 2",
            "а х и 2 -": "Анна herc igra 2 -",
            "а т реконтра2 3": "Анна tref rk2 3",
            "а т л2 3": "Анна tref k2 3",
            "а еката 2 2": "",
            "а екуа 2 2": "Анна tref 2 2",
            "а т позв2 1": "Анна tref c2 1",
            "а херц ц2 1": "Анна herc c2 1",
            "а б −": "",
            "анна и 0": "Анна betl 0",
            "анна и": "",
            "п": "pass",
            "даље": "pass",
            "fyyf nhta 2 2": "Анна tref 2 2",
            "fyyf [thw pd2 1": "Анна herc c2 1",
        },
    ),
    "prefa": Brought(
        chapter="greek-prefa",
        format_chapter="greek-prefa",
        book_chapter="greek-prefa",
        sample="prefa-four-players",
        hands=relatives.prefa_hands,
        lines={
            "Анна 6ч вв 2 2": "Анна 6h dd 2 2",
            "Анна 8т пв 1": "Анна 8c pd 1",
            "Борис 6п бс 0 3": "Борис 6s th 0 3",
            "Борис 6п сб 0 3": "Борис 6s ht 0 3",
            "Вера 7бк пп": "Вера 7n pp",
            "Анна 9п уход": "Анна 9s up",
            "Вера 6ч вв 3 1 тузы": "Вера 6h dd 3 1 aces",
            "пас": "pass",
            "пас 5 3 2 сдаёт Борис": "pass 5 3 2 dealer Борис",
            "ставка 100": "stake 100",
        },
        typed={
            "а 6ч дд 2 2": "Анна 6h dd 2 2",
            "а 6р вв 2 2": "Анна 6h dd 2 2",
            "а 8т зв 1": "Анна 8c pd 1",
            "б 6ы ер 0 3": "Борис 6s th 0 3",
            ",jh 6g ,c 0 3": "Борис 6s th 0 3",
        },
    ),
    "priffe": Brought(
        chapter="swedish-priffe",
        format_chapter="swedish-priffe",
        book_chapter="swedish-priffe",
        sample="priffe-six-rubbers",
        hands=relatives.priffe_hands,
        lines={
            "х ч 9": "x h 9",
            "у бк 5": "y p 5",
            "х н 4": "x n 4",
            "х б 9 2 0 1 1": "x d 9 2 0 1 1",
            "х ч у4": "x h y4",
            "вын х5": "f x5",
            "вын х5 у8 сдаёт Вера": "f x5 y8 dealer Вера",
            "пары Анна Борис": "pairs Анна Борис",
            "роббер 190 140": "rubber 190 140",
        },
        typed={
            "№1 ч 9": "x h 9",
            "Х Черви 9": "x h 9",
            "а нолль 4": "Анна n 4",
            "у игра 5": "y p 5",
            "x р 9": "x h 9",
            "вынужденный у 5": "f y 5",
            "а борис 5": "f Борис 5",
            "вера в 5": "Вера d 5",
            "fyyf xthdb 9": "x h 9",
        },
    ),
}
"""The parts by the name of the game. A test names a part that does not exist."""

"""Russian grammar for the values in a sentence: declined names, and numbers and contracts as words.

A sentence of the Russian catalogue asks for a form after a colon: `{other:acc}` is «Бориса», `{who:ins}`
«Борисом», `{count:without}` «трёх», `{count:over}` «две», `{contract:on}` «семерной». If it is not certain
how a name is declined, the Russian word for player is declined instead: «на игрока Нинель». A name in another
alphabet is left as it is, except in the dative: «на Ann», but «игроку Ann».
"""

import re
from collections.abc import Iterator, Mapping

from prefcount.languages import grammar
from prefcount.languages.grammar import CASES, Forms, Rules, decline_by_rules, number_words

_PLAYER = ("игрока", "игроку", "игрока", "игроком")

_CERTAIN: Mapping[str, Forms] = {
    "лев": ("льва", "льву", "льва", "львом"),
    "запись": ("записи", "записи", "запись", "записью"),
    "любовь": ("любови", "любови", "любовь", "любовью"),
    "павел": ("павла", "павлу", "павла", "павлом"),
    "петр": ("петра", "петру", "петра", "петром"),
    "илья": ("ильи", "илье", "илью", "ильёй"),
}
"""Declined forms of names and other words that follow none of the rules. The keys have no ё."""
_UNCERTAIN = re.compile(
    r".*([её]к|ок|ец|[её]л|[еэ]т|[еэ]с|[лр]ин)|(?!(сем|арс|руб|арм)ен).*[еэ]н"  # Витёк, Кэт, Катрин
    r"|.*([ыо]|[жкхчшщ]и)й|воробей|соловей|муравей"  # Серый, Рыжий
    r"|..+[оеё]ва|.*(ая|яя|ына)(?<!^рая)(?<!^мая)(?<!^тая)(?<!аглая)"  # Петрова, Толстая
    r"|(?!(мар|ир|р|гал|[ав]л|пол|ар|кар|д|л|т|з|н|екатер|катер|валент|антон|анге?л|крист|христ|альб|рег|саб"
    r"|эвел|васил|карол|мальв|фа|владл|юст|эльв|ел)ина).*ина"  # Пушкина, but not Ирина
    r"|.*(ил|йл|тр|вл|[шчн]к)о|алис|ирис|астрид|ингрид|рут|эдит|юдит|эстер|дженнифер|джейн|энн|анн"
)
"""Names for which `_RULES` may be wrong: nicknames, surnames, foreign names. ё is replaced by е."""
_SURNAME_OR_NAME = re.compile(r"(?!(констант|валент|март|август)ин).*ин")
"""Names whose instrumental is uncertain, because surnames and first names differ: Голицыным, Мартином."""
_RULES: Rules = (
    (re.compile(r".*[гкх]а"), 1, ("и", "е", "у", "ой")),
    (re.compile(r".*[жчшщ]а"), 1, ("и", "е", "у", "ей")),
    (re.compile(r".*ца"), 1, ("ы", "е", "у", "ей")),
    (re.compile(r".*[бвдзлмнпрстф]а"), 1, ("ы", "е", "у", "ой")),
    (re.compile(r".*ия"), 1, ("и", "и", "ю", "ей")),
    (re.compile(r".+я"), 1, ("и", "е", "ю", "ей")),
    (re.compile(r".+й"), 1, ("я", "ю", "я", "ем")),
    (
        re.compile(r"(игор|лазар|цезар|(эм|дан|кам|шам|рам|рав|на|в)ил|(рафа|саму)эл)ь"),
        1,
        ("я", "ю", "я", "ем"),
    ),
    (re.compile(r"(?!яков).*[оеё]в"), 0, ("а", "у", "а", "ым")),
    (re.compile(r".*[жчшщц]"), 0, ("а", "у", "а", "ем")),
    (re.compile(r".*[бвгдзклмнпрстфх]"), 0, ("а", "у", "а", "ом")),
    (re.compile(r".+[иеоуюэ]"), 0, ("", "", "", "")),
)
_VOWEL = re.compile("[аеёиоуыэюя]")
_TAIL = re.compile(r"[А-ЯЁ]\.?|\d+")
"""An initial or number after a name, as in Борис П. or Саша 2, which is not declined."""
_FOREIGN = re.compile(r"[^\W\d_а-яё][^а-яё]*", re.IGNORECASE)
"""A name in another alphabet. «на Ann» is clear without declension, but «Ann платит Eve» would not be."""

_NUMBERS = {
    "without": number_words(0, "нуля одной двух трёх четырёх пяти шести семи восьми девяти десяти"),
    "over": number_words(1, "одну две три четыре"),
    "times": number_words(2, "вдвойне втройне вчетверо впятеро вшестеро всемеро ввосьмеро"),
    "game": number_words(6, "шестерная семерная восьмерная девятерная десятерная"),
    "on": number_words(6, "шестерной семерной восьмерной девятерной десятерной"),
}


def inflect(word: str, form: str) -> str:
    """Return a name or number in a form: “Вера” becomes “Веру” in "acc", and “2” becomes “две” in "over"."""
    return grammar.inflect(word, form, _NUMBERS, decline)


def decline(name: str, case: str) -> str:
    """Return a name in the case "gen", "dat", "acc" or "ins", such as Веры, Вере, Веру, Верой.

    If it is uncertain how the name is declined, “игрок” is declined before it: “игрока Нинель”.
    """
    if case != "dat" and _FOREIGN.fullmatch(name):
        return name
    case_index = CASES.index(case)
    words = name.split(" ")
    while len(words) > 1 and _TAIL.fullmatch(words[-1]):
        words.pop()
    declined = [_decline_name_part(word, case_index) for word in words]
    man_behind_woman = words[0][-1:] in "ая" and any(
        word[-1:] not in "ая" and not word.endswith("ич") for word in words[1:]
    )
    if None in declined or man_behind_woman:
        return f"{_PLAYER[case_index]} {name}"
    return " ".join([*filter(None, declined), *name.split(" ")[len(words) :]])


def _decline_name_part(word: str, case_index: int) -> str | None:
    parts = word.split("-")
    if len(parts) == 1:
        return _decline_word(word, case_index)
    declined = [_decline_word(part, case_index) for part in parts if part[-1:] in "ая"]
    return "-".join(filter(None, declined)) if len(declined) == len(parts) and None not in declined else None


def _decline_word(word: str, case_index: int) -> str | None:
    plain = word.lower().replace("ё", "е")
    shouted = word.isupper() and len(word) > 1
    if plain in _CERTAIN:
        forms = _CERTAIN[plain][case_index]
        return forms.upper() if shouted else word[0] + forms[1:]
    initials = len(word) < 2 or (shouted and len(word) < 4)
    if initials or _VOWEL.search(plain) is None or _UNCERTAIN.fullmatch(plain):
        return None
    if CASES[case_index] == "ins" and _SURNAME_OR_NAME.fullmatch(plain):
        return None
    return decline_by_rules(word, plain, _RULES, case_index)


_TYPED_ENDINGS = {
    "я": ("и", "е", "ю", "ей"),
    "й": ("я", "ю", "ем", "е", "и"),
    "ь": ("я", "ю", "ем", "е", "и", "ью"),
}
_CONSONANTS = frozenset("бвгджзклмнпрстфхцчшщ")


def yield_forms(word: str) -> Iterator[str]:
    """Yield the forms of a word of a name in the genitive, dative, accusative and instrumental."""
    stem, last = word[:-1], word[-1:]
    stems, endings = [stem], _TYPED_ENDINGS.get(last, ())
    if last == "а":
        endings = ("и" if stem[-1:] in "гкхжчшщ" else "ы", "е", "у", "ей" if stem[-1:] in "жчшщц" else "ой")
    elif last in _CONSONANTS:
        stems, endings = [word], ("а", "у", "ом", "ем", "е")
        if stem[-1:] in ("е", "о"):  # a vowel that may drop out: Павел, Павла; Лев, Льва; Игорёк, Игорька
            stems += [f"{stem[:-1]}{last}", f"{stem[:-1]}ь{last}"]
    yield from (f"{stem}{ending}" for stem in stems for ending in endings)

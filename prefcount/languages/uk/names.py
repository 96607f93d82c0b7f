"""Ukrainian grammar for the values in a sentence: declined names, and numbers and contracts as words.

A sentence of the catalogue asks for a form after a colon: `{other:acc}` is «Оксану», `{who:dat}` «Ользі»,
`{count:without}` «трьох», `{count:over}` «дві», `{contract:on}` «семерній», `{level:from}` «семерної». If it
is not certain how a name is declined, the word for player is declined instead: «на гравця Нінель».
"""

import re
from collections.abc import Iterator, Mapping

from prefcount.languages import grammar
from prefcount.languages.grammar import CASES, Forms, Rules, decline_by_rules, number_words

_PLAYER = ("гравця", "гравцеві", "гравця", "гравцем")

_CERTAIN: Mapping[str, Forms] = {
    "антін": ("антона", "антонові", "антона", "антоном"),
    "запис": ("запису", "записові", "запис", "записом"),
    "лев": ("лева", "левові", "лева", "левом"),
    "любов": ("любові", "любові", "любов", "любов'ю"),
    "федір": ("федора", "федорові", "федора", "федором"),
    "яків": ("якова", "якову", "якова", "яковом"),
}
"""Declined forms of names and other words that follow none of the rules."""
_UNCERTAIN = re.compile(
    r".*(енко|ець|ок|ів|їв|єв|ев|ов|ова|ева|єва|ий|[сц]ька|ін|їн)(?<!^костянтин)"
    r"|аліс|ірен|кармен|ні?нель|рахіль|едіт|юдіт|рут|естер|інгрід|астрід|елен|[еє]н+"
)
"""Names for which `_RULES` may be wrong: surnames, and women's names that end in a consonant."""
_RULES: Rules = (
    (re.compile(r".*га"), 2, ("ги", "зі", "гу", "гою")),
    (re.compile(r".*ка"), 2, ("ки", "ці", "ку", "кою")),
    (re.compile(r".*ха"), 2, ("хи", "сі", "ху", "хою")),
    (re.compile(r".*[жчшщ]а"), 1, ("і", "і", "у", "ею")),
    (re.compile(r".+а"), 1, ("и", "і", "у", "ою")),
    (re.compile(r".*[аеєиіїоуюя'ʼ’]я"), 1, ("ї", "ї", "ю", "єю")),
    (re.compile(r".+я"), 1, ("і", "і", "ю", "ею")),
    (re.compile(r".+й"), 1, ("я", "єві", "я", "єм")),
    (re.compile(r".+ь"), 1, ("я", "еві", "я", "ем")),
    (re.compile(r"ігор|лазар|цезар"), 0, ("я", "еві", "я", "ем")),
    (re.compile(r".+о"), 1, ("а", "ові", "а", "ом")),
    (re.compile(r".*[жчшщ]"), 0, ("а", "еві", "а", "ем")),
    (re.compile(r".*[бвгґдзклмнпрстфхц]"), 0, ("а", "ові", "а", "ом")),
    (re.compile(r".+[іиеєуюї]"), 0, ("", "", "", "")),
)
_TAIL = re.compile(r"[А-ЯҐЄІЇ]\.?|\d+")
"""An initial or number after a name, as in Борис П. or Саша 2, which is not declined."""
_LETTERS = re.compile(r"[а-щьюяґєії'ʼ’]+", re.IGNORECASE)

_NUMBERS = {
    "without": number_words(0, "нуля однієї двох трьох чотирьох п'яти шести семи восьми дев'яти десяти"),
    "over": number_words(1, "одну дві три чотири"),
    "times": number_words(2, "удвічі утричі учетверо уп'ятеро ушестеро усемеро увосьмеро"),
    "game": number_words(6, "шестерна семерна восьмерна дев'ятерна десятерна"),
    "on": number_words(6, "шестерній семерній восьмерній дев'ятерній десятерній"),
    "from": number_words(6, "шестерної семерної восьмерної дев'ятерної десятерної"),
}


def inflect(word: str, form: str) -> str:
    """Return a name or number in a form: “Ольга” becomes “Ольгу” in "acc", “2” becomes “дві” in "over"."""
    return grammar.inflect(word, form, _NUMBERS, decline)


def decline(name: str, case: str) -> str:
    """Return a name in the case "gen", "dat", "acc" or "ins", such as Ольги, Ользі, Ольгу, Ольгою.

    If it is uncertain how the name is declined, “гравець” is declined before it: “гравця Нінель”. A name in
    another alphabet is unchanged, except in the dative: “гравцю Ann”.
    """
    index = CASES.index(case)
    words = name.split(" ")
    tail = [words.pop() for _ in range(len(words) - 1) if _TAIL.fullmatch(words[-1])][::-1]
    if not all(_LETTERS.fullmatch(word) for word in words):
        return f"{_PLAYER[index]} {name}" if case == "dat" else name
    declined = [_decline_word(word, index) for word in words]
    if None in declined or (len(words) > 1 and words[0][-1] in "ая" and words[-1][-1] not in "ая"):
        return f"{_PLAYER[index]} {name}"
    return " ".join([*filter(None, declined), *tail])


def _decline_word(word: str, index: int) -> str | None:
    plain = word.lower()
    if plain in _CERTAIN:
        return word[0] + _CERTAIN[plain][index][1:]
    if len(word) < 3 or (word.isupper() and len(word) < 4) or _UNCERTAIN.fullmatch(plain):
        return None
    return decline_by_rules(word, plain, _RULES, index)


def yield_forms(word: str) -> Iterator[str]:
    """Yield the declined forms of a word of a name that players may type, including rare ones."""
    for pattern, replaced, endings in _RULES:
        if pattern.fullmatch(word):
            stem = word[: len(word) - replaced]
            yield from (f"{stem}{ending}" for ending in endings)
            if endings[1].endswith("ві"):
                yield from (f"{stem}у", f"{stem}ю")
            break

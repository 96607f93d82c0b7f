"""Grammar that several languages share: names declined by rules, and numbers as words."""

import re
from collections.abc import Callable, Mapping, Sequence

CASES = ("gen", "dat", "acc", "ins")
"""The cases that sentences ask for, such as “acc” in `{other:acc}`."""
Forms = tuple[str, str, str, str]
"""The forms of a name, or the endings of names, in these cases."""
Rules = Sequence[tuple[re.Pattern[str], int, Forms]]
"""Rules: the pattern of a name, the number of last letters to replace, and the ending for each case."""


def decline_by_rules(word: str, plain: str, rules: Rules, case_index: int) -> str | None:
    """Return a name in a grammatical case by the first rule that fits, or None if no rule fits.

    Args:
        word: the name.
        plain: the name in the spelling of the rules, such as “петр” for “Пётр”.
        case_index: the index of the case in `CASES`.
    """
    for pattern, replaced, endings in rules:
        if pattern.fullmatch(plain):
            ending = endings[case_index]
            return word[: len(word) - replaced] + (
                ending.upper() if word.isupper() and len(word) > 1 else ending
            )
    return None


def number_words(first: int, words: str) -> dict[str, str]:
    """Return a dictionary of number words: `number_words(2, "двух трёх")` is {"2": "двух", "3": "трёх"}."""
    return {str(number): word for number, word in enumerate(words.split(), first)}


def inflect(
    word: str, form: str, numbers: Mapping[str, Mapping[str, str]], decline: Callable[[str, str], str]
) -> str:
    """Return a name in a grammatical case, or a number as a word. Other words are returned unchanged.

    Args:
        word: the name or number.
        form: the form, such as "acc" for names or "over" for numbers.
        numbers: the words for numbers by form, such as {"over": {"2": "две"}}.
        decline: returns a name in a case, such as `decline("Вера", "acc")`.
    """
    if form in numbers:
        return numbers[form].get(word, f"×{word}" if form == "times" else word)
    return decline(word, form) if form in CASES else word

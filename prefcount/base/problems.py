"""Problems in the input of users, findings of the audit, and the words for fields of entries."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Literal, NamedTuple

from prefcount.base.i18n import C_, N_, Text, _, text

AMENDED = "with"
"""The key of the replacement entry inside a correction."""
RULES = ("rules", "set")
"""The keys of objects that contain options: in a header, and in a change of rules."""
_IS_KEY = re.compile("[a-z_]+")
_INNER_KEY = re.compile(r"(.+)\.(role|tricks)")
"""Pattern of a player's name with the key of their role or tricks, such as "Vera.tricks"."""


def field_word(field: str) -> str:
    """Return the words for a field in the current language, such as "calls, Vera" for "calls.Vera".

    In English, most fields are returned as they are, because their keys are words themselves.
    """
    key, dot, inner = field.partition(".")
    word = _key_word(key)
    if word == key:
        return field
    if not dot:
        return word
    if key == AMENDED:
        return _joined(word, field_word(inner))
    if key in RULES:
        return _joined(word, option_word(inner))
    name, further = _split_name_and_keys(inner)
    return _joined(word, name, field_word(further)) if further else _joined(word, name)


def player_field_word(field: str) -> str:
    """Return the words for a field, starting with the player: "Vera, tricks" for "followers.Vera.tricks"."""
    key, dot, inner = field.partition(".")
    if key == AMENDED and dot:
        return player_field_word(inner)
    if not _IS_KEY.fullmatch(key):
        return field
    if not dot:
        return _key_word(key).replace("_", " ")
    if key in RULES:
        return option_word(inner)
    name, further = _split_name_and_keys(inner)
    # `_split_name_and_keys` does not find these keys if their words equal them, as in English.
    if not further and (of_a_player := _INNER_KEY.fullmatch(inner)):
        name, further = of_a_player.groups()
    return _joined(name, _key_word(further).replace("_", " ")) if further else name


def option_word(name: str) -> str:
    """Return the words for an option, such as "Four aces are paid" for "aces"."""
    word = _(C_("option", name))
    group, dot, last = name.rpartition(".")
    if word != name or not dot:
        return word
    group_word = option_word(group)
    return name if group_word == group else _joined(group_word, last)


def _split_name_and_keys(inner: str) -> tuple[str, str]:
    # A name may have dots: "J. R.whists.Anna" is split into "J. R" and "whists.Anna".
    parts = inner.split(".")
    end = next((index for index, part in enumerate(parts) if index and _key_word(part) != part), len(parts))
    return ".".join(parts[:end]), ".".join(parts[end:])


def _key_word(part: str) -> str:
    return _(C_("field", part))


def _joined(*words: str) -> str:
    return ", ".join(words)


QUOTE_LIMIT = 200
MAX_QUOTED = 20
MAX_CANDIDATES = 12
"""Maximum number of known words that a sentence lists. If there are more, it names only the nearest."""
MIN_LIKENESS = 0.75
"""Minimum similarity to a known word at which an unknown word in a file counts as a misspelling."""


class Problem(NamedTuple):
    """Something wrong in a typed line, an entry or a file.

    Attributes:
        field: the field that is wrong, such as "tricks" or "rules.cap", or "" for the whole.
        text: a sentence about the problem.
        word: the wrong word of a typed line, or "".
        in_file: the sentence to show in place of `text` if the problem is in a file, or None.
        newer: whether the word is probably from a newer prefcount, because no known word is similar.
    """

    field: str
    text: Text
    word: str = ""
    in_file: Text | None = None
    newer: bool = False

    def __str__(self) -> str:
        return f"{field_word(self.field)}: {self.text}" if self.field else str(self.text)


class InvalidInput(ValueError):
    """Raised for input that cannot be used, with every problem that was found."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(join_problems(self.problems))


class SentenceError(Exception):
    """An exception whose `text` tells people the reason, and what to do."""

    def __init__(self, sentence: Text | str, **values: object) -> None:
        self.text = sentence if isinstance(sentence, Text) else text(sentence, **values)
        super().__init__(str(self.text))


def problem(field: str, template: str, **values: object) -> Problem:
    """Return a problem of `field`. The `values` fill the placeholders of the sentence `template`."""
    return Problem(field, text(template, **values))


def invalid(template: str, **values: object) -> InvalidInput:
    """Return the exception for wrong input. The `values` fill the placeholders of the sentence `template`."""
    return InvalidInput([problem("", template, **values)])


def read_each(lines: Iterable[str], read: Callable[[str], None]) -> None:
    """Call `read` for every line. If `read` refuses lines, raise one InvalidInput with all problems."""
    problems: list[Problem] = []
    for line in lines:
        try:
            read(line)
        except InvalidInput as refusal:
            problems += [each._replace(field=quote(line)) for each in refusal.problems]
    if problems:
        raise InvalidInput(problems)


def join_problems(problems: Sequence[Problem]) -> str:
    """Join problems into one line of text. After the first `MAX_QUOTED`, the others are only counted."""
    return _in_one_line([str(each) for each in problems])


def join_file_problems(problems: Sequence[Problem]) -> str:
    """Join the problems of a file into one line of text, using `Problem.in_file` if it is not None."""
    return join_problems([each._replace(text=each.in_file or each.text) for each in problems])


def explain_problems(problems: Sequence[Problem]) -> str:
    """Join problems into one line. A problem that Anna and Vera both have begins with “Anna, Vera:”."""
    whose: dict[str, list[str]] = {}
    for each in problems:
        sentence = str(each.text)
        says_it = bool(each.word) and sentence.startswith(f"{each.word} ")
        whose.setdefault(sentence, []).append(
            "" if says_it or not each.field else player_field_word(each.field)
        )
    sentences = []
    for sentence, fields in whose.items():
        named = [field for field in dict.fromkeys(fields) if field and not sentence.startswith(f"{field} ")]
        sentences.append(f"{', '.join(named)}: {sentence}" if named else sentence)
    return _in_one_line(sentences)


def _in_one_line(sentences: list[str]) -> str:
    more = len(sentences) - MAX_QUOTED
    if more > 0:
        sentences = [*sentences[:MAX_QUOTED], str(text(N_("and {count} more"), count=more))]
    return "; ".join(sentences)


def printable(value: str) -> str:
    """Replace unprintable characters by �, because they might control the terminal."""
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in value)


def quote(value: object) -> str:
    """Return `value` as text for a sentence: printable, and at most 200 characters."""
    whole = str(value)
    shown = printable(whole[:QUOTE_LIMIT])
    return shown if len(whole) <= QUOTE_LIMIT else shown[:-1] + "…"


def spell_value(value: object) -> str:
    """Return a value for a sentence as files spell it, such as 'Anna', true, null, 1.5 or [1]."""
    if isinstance(value, str):
        return quote(repr(value))
    from json import dumps

    return quote(dumps(value, ensure_ascii=False, default=str))


def find_nearest(word: str, known: Iterable[str], likeness: float = 0.5) -> str | None:
    """Return the known word that is most similar to `word`, or None if no known word is similar enough.

    The last part of a dotted name is enough: "cap" finds "raspasy.cap".

    Args:
        likeness: the minimum similarity, from 0 for any word to 1 for the same word.
    """
    from difflib import get_close_matches

    word, candidates = word[:QUOTE_LIMIT], list(known)
    by_fold = {name.casefold(): name for name in candidates}
    by_fold |= {name.casefold().rpartition(".")[2]: name for name in candidates if "." in name}
    close = get_close_matches(word.casefold(), by_fold, n=1, cutoff=likeness)
    return by_fold[close[0]] if close else None


_LOOK_ALIKE = str.maketrans(
    "АВЕЗКМНОРСТУХаеорсухіјѕԁһΑΒΕΖΗΙΚΜΝΟΡΤΥΧο", "ABE3KMHOPCTYXaeopcyxijsdhABEZHIKMNOPTYXo"
)
"""Letters of other alphabets that look like Latin ones, such as a Cyrillic А."""


def find_lookalike(word: str, known: Iterable[str]) -> str | None:
    """Return the known word that looks like `word` but has letters of another alphabet, or None."""
    shape = word.translate(_LOOK_ALIKE).casefold()
    # Two words of Latin letters cannot differ in their alphabets, so these are skipped.
    candidates = (name for name in known if not (word.isascii() and name.isascii()))
    others = (name for name in candidates if name.casefold() != word.casefold())
    return next((name for name in others if name.translate(_LOOK_ALIKE).casefold() == shape), None)


def unknown_word(field: str, word: str, known: Iterable[str]) -> Problem:
    """Return the problem of an unknown word in a typed line or a file.

    If `word` is a known option such as "raspasy.cap", the problem says to write "cap" inside "raspasy".
    """
    candidates = list(known)
    misspelt = _find_misspelling(field, word, candidates)
    return misspelt or _unknown_problem(field, word, candidates, _find_near(word, candidates))


def unknown_code(field: str, word: str, known: Iterable[str], guess: str | None = None) -> Problem:
    """Return the problem of an unknown code in a file, which a newer version of prefcount may know.

    Args:
        guess: the code to suggest, or None for the most similar known code.
    """
    candidates = list(known)
    if misspelt := _find_misspelling(field, word, candidates):
        return misspelt
    near = guess or _find_near(word, candidates)
    like = guess or (near and find_nearest(word, [near], MIN_LIKENESS))
    sentence = N_("“{word}” is not known; perhaps a newer version of prefcount wrote the file")
    if like is not None:
        sentence = N_(
            "“{word}” is not known; did you mean “{guess}”, or did a newer version of prefcount "
            "write the file?"
        )
    elif len(candidates) <= MAX_CANDIDATES:
        sentence = N_(
            "“{word}” is not known; perhaps a newer version of prefcount wrote the file; this "
            "version knows: {known}"
        )
    in_file = text(sentence, word=quote(word), guess=like, known=", ".join(candidates))
    return _unknown_problem(field, word, candidates, near)._replace(in_file=in_file, newer=like is None)


def _find_near(word: str, candidates: Sequence[str]) -> str | None:
    return find_nearest(word, candidates, 0.51 if len(candidates) <= MAX_CANDIDATES else 0)


def _find_misspelling(field: str, word: str, candidates: Sequence[str]) -> Problem | None:
    if word in candidates:
        group, _dot, inner = word.rpartition(".")
        sentence = N_("“{word}” belongs inside a group of options; write it as {spelled}")
        return problem(field, sentence, word=quote(word), spelled=f'"{group}": {{"{inner}": …}}')
    alike = find_lookalike(word, candidates)
    if alike is None:
        return None
    odd = next(own for own, theirs in zip(word, alike, strict=True) if own.casefold() != theirs.casefold())
    sentence = N_(
        "“{word}” looks like “{guess}”, but its letter {letter} is from another alphabet; write “{guess}”"
    )
    return problem(field, sentence, word=quote(word), guess=alike, letter=odd)


def _unknown_problem(field: str, word: str, candidates: Sequence[str], guess: str | None) -> Problem:
    if guess is not None:
        sentence = N_("“{word}” is not known; did you mean “{guess}”?")
        return problem(field, sentence, word=quote(word), guess=guess)
    sentence = N_("“{word}” is not known; choose from: {known}")
    return problem(field, sentence, word=quote(word), known=", ".join(candidates))


Severity = Literal["error", "remark"]
"""The severity of a finding: an error cannot happen in a valid game, a remark is only probably a mistake."""


class Finding(NamedTuple):
    """One result of an audit of a file.

    Attributes:
        code: the name of the mistake in output for programs.
        message: a sentence that says what is wrong and how to correct it.
        player: the player with the wrong figure, or "".
        column: the column with the wrong figure, or "".
        claimed: the value in the file, or None.
        computed: the correct value as prefcount computes it, or None.
        line: the entry as a player would type it, or the name of its kind.
        again: a shorter message to print if an earlier finding in the report has the same one, or None.
        cause: the number of an entry that does not count and so probably led to this mistake, or 0.
    """

    code: str
    message: Text
    entry: int = 0
    player: str = ""
    column: str = ""
    claimed: int | str | None = None
    computed: int | str | None = None
    line: str = ""
    again: Text | None = None
    severity: Severity = "error"
    cause: int = 0

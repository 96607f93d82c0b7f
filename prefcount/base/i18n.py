"""Translation of sentences for people, at once or later when they are shown.

`_` translates at once. `N_` and `C_` only mark a sentence for the catalogue of translations. A `Text` is a
marked sentence with its values, which is translated when it is shown and so follows a change of language.
Output for programs is made within `override_language("en")`.
"""

import gettext
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import NamedTuple

from prefcount.languages import FOLDER, LANGUAGES, READABLE, load_names
from prefcount.languages.en.codes import ENGLISH

_ENVIRONMENT = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables with the language of the user. The first one that is set counts."""
_ASKS_FOR_FORM = re.compile(r"\{\w+:[a-z]")
"""Pattern of a placeholder for a value in a grammatical form, as in "на {other:acc}"."""
CONTEXT_END = "\x04"
"""The separator between a context and its sentence in catalogues."""


@cache
def load_catalogue(code: str) -> gettext.NullTranslations:
    """Load the translations into the language `code`. Missing ones are taken from its `Language.fallback`."""
    if code == "en":
        return gettext.NullTranslations()
    found = gettext.NullTranslations()
    try:
        with open(f"{FOLDER}/{code}/messages.mo", "rb") as file:  # noqa: PTH123 - pathlib loads slowly
            found = gettext.GNUTranslations(file)
    except OSError:
        pass
    found.add_fallback(load_catalogue(LANGUAGES[code].fallback))
    return found


class _Spoken(NamedTuple):
    code: str
    words: gettext.NullTranslations


def _spoken(code: str | None) -> _Spoken:
    known = code if code is not None and code in LANGUAGES else "en"
    return _Spoken(known, load_catalogue(known))


_current = _spoken("en")
_here: ContextVar[_Spoken | None] = ContextVar("language", default=None)


def use_language(code: str | None) -> None:
    """Switch the whole process to a language of `LANGUAGES`, or to English if the code is unknown."""
    global _current  # noqa: PLW0603 - one language for the process
    _current = _spoken(code)


@contextmanager
def override_language(code: str) -> Iterator[None]:
    """Use another language within a `with` block only, for example for one of several connected phones."""
    before = _here.set(_spoken(code))
    try:
        yield
    finally:
        _here.reset(before)


def language() -> str:
    """Return the code of the current language, such as "en"."""
    return (_here.get() or _current).code


def detect_language(environment: Mapping[str, str]) -> str:
    """Return the language in LANGUAGE, LC_ALL, LC_MESSAGES or LANG, or "en" if it is not available."""
    named = next(filter(None, map(environment.get, _ENVIRONMENT)), "")
    wished = (re.split("[._@]", locale)[0].lower() for locale in named.split(":"))
    return next((code for code in wished if code in READABLE), "en")


def _(message: str) -> str:
    """Translate `message` into the current language. A message without a translation stays English."""
    if not message:  # a catalogue keeps its header under ""
        return ""
    translated = (_here.get() or _current).words.gettext(message)
    about, context_end, code = translated.rpartition(CONTEXT_END)
    return ENGLISH.get(about, {}).get(code, code) if context_end else translated


def ngettext(singular: str, plural: str, count: int) -> str:
    return (_here.get() or _current).words.ngettext(singular, plural, count)


def capitalize_first(words: str) -> str:
    """Return words with a capital first letter and the other letters as they were."""
    return words[:1].upper() + words[1:]


def N_(message: str) -> str:  # noqa: N802 - the name that extraction tools know
    """Return `message` unchanged. The call marks it as a sentence to be translated when it is shown."""
    return message


def C_(about: str, message: str) -> str:  # noqa: N802 - as N_
    """Mark `message` for translation in a context, for words whose translation depends on the context.

    Args:
        about: the context, such as "option" for the name of an option.
    """
    return f"{about}{CONTEXT_END}{message}"


class _Value(NamedTuple):
    value: object

    def __format__(self, form: str) -> str:
        names = load_names(language()) or load_names(LANGUAGES[language()].fallback)
        if form == "capital":
            return capitalize_first(str(self.value))
        if len(form) > 1 and form.isalpha():
            return names.inflect(str(self.value), form) if names else str(self.value)
        return format(self.value, form)


class Text(NamedTuple):
    """A sentence with placeholders and the values for them. `str(text)` returns its translation."""

    template: str
    values: Mapping[str, object]
    plural: str = ""
    how_many: int = 0

    def __str__(self) -> str:
        chosen = ngettext(self.template, self.plural, self.how_many) if self.plural else ""
        template = chosen or _(self.template)
        if _ASKS_FOR_FORM.search(template):
            return template.format_map({name: _Value(value) for name, value in self.values.items()})
        return template.format_map(self.values)


class Phrase(NamedTuple):
    """A sentence to be translated.

    Attributes:
        one: the sentence, in the singular if it contains a number.
        many: the sentence in the plural, or "" if it contains no number.
    """

    one: str
    many: str = ""

    def of(self, count: object, values: Mapping[str, object]) -> Text:
        """Return the phrase as a `Text` with `values`, in the singular or plural form for `count`.

        A `count` that is not an int, such as “7½”, takes the same form as 2.
        """
        if not self.many:
            return Text(self.one, values)
        return Text(self.one, values, self.many, abs(count) if isinstance(count, int) else 2)


def text(template: str, **values: object) -> Text:
    """Return a sentence that is translated when shown. The `values` fill the placeholders of `template`."""
    return Text(template, values)

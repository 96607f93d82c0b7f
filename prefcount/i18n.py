"""Words for people: translation now, or later when the language is known.

Everything a player reads passes through here. `_` translates at once; `N_` only marks a
sentence for the catalogue; `Text` keeps a marked sentence with its values until it is shown,
so that reasons of postings and problems of entries follow the language of the screen.
"""

import gettext
from collections.abc import Mapping
from os.path import dirname, join
from typing import NamedTuple

LOCALES = join(dirname(__file__), "locale")  # noqa: PTH118, PTH120 - help is there before pathlib is loaded

_current: gettext.NullTranslations = gettext.NullTranslations()


def use_language(code: str | None) -> None:
    """Switch all further texts to the language `code` ("ru"); None or an unknown one is English."""
    global _current  # noqa: PLW0603 - the language is one for the process
    languages = [code] if code else ["en"]
    _current = gettext.translation("prefcount", LOCALES, languages, fallback=True)


def language() -> str:
    """The code of the language in use, such as "en"."""
    return _current.info().get("language") or "en"


def _(message: str) -> str:
    """The translation of `message` in the language in use."""
    return _current.gettext(message)


def ngettext(singular: str, plural: str, count: int) -> str:
    """The translation that fits `count` things."""
    return _current.ngettext(singular, plural, count)


def N_(message: str) -> str:  # noqa: N802 - the name that extraction tools know
    """Mark `message` for the catalogue; it is translated when it is shown."""
    return message


class Text(NamedTuple):
    """A sentence with its values, translated when it is turned into a string."""

    template: str
    values: Mapping[str, object]
    plural: str = ""
    how_many: int = 0

    def __str__(self) -> str:
        chosen = ngettext(self.template, self.plural, self.how_many) if self.plural else ""
        return (chosen or _(self.template)).format_map(self.values)


def text(template: str, **values: object) -> Text:
    """A `Text` from a marked sentence and the values of its `{fields}`."""
    return Text(template, values)

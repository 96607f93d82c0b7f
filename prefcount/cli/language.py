"""Choosing the language of a command: by `--lang`, else by the setting, else by the environment."""

import os
from collections.abc import Sequence

from prefcount.base.i18n import LANGUAGES, _, preferred, use_language
from prefcount.base.problems import quote
from prefcount.store.settings import load_settings

OPTION = "--lang"


def take_language(arguments: Sequence[str]) -> tuple[list[str], str]:
    """Set the language before any message is made.

    Returns:
        The arguments without `--lang CODE`, and what is wrong with it in a sentence, or "".
    """
    rest: list[str] = []
    wished: str | None = None
    words = iter(arguments)
    for word in words:
        option, equals, code = word.partition("=")
        if option == OPTION:
            wished = code if equals else next(words, "")
        elif word == "--":
            rest += [word, *words]
        else:
            rest.append(word)
    use_language(_found(wished))
    if wished is None or wished in LANGUAGES:
        return rest, ""
    said = _("there is no translation “{code}”; there are {known}")
    return rest, said.format(code=quote(wished), known=", ".join(LANGUAGES))


def _found(wished: str | None) -> str:
    for code in (wished, load_settings().language):
        if code is not None and code in LANGUAGES:
            return code
    return preferred(os.environ)

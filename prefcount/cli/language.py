"""The language of a command, also of what argparse says."""

import argparse
import os
from collections.abc import Sequence

from prefcount.base.i18n import C_, LANGUAGES, N_, Phrase, _, ngettext, preferred, use_language
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
    language = wished if wished in LANGUAGES else load_settings().language
    use_language(language if language in LANGUAGES else preferred(os.environ))
    vars(argparse).update(_=_, ngettext=ngettext)  # its own functions look for the catalogue at every word
    if wished is None or wished in LANGUAGES:
        return rest, ""
    sentence = _("there is no translation “{code}”; there are {known}")
    return rest, sentence.format(code=quote(wished), known=", ".join(LANGUAGES))


_MESSAGES = (
    N_("usage: "),
    N_("positional arguments"),
    N_("options"),
    N_("show this help message and exit"),
    N_("argument %(argument_name)s: %(message)s"),
    N_("the following arguments are required: %s"),
    N_("one of the arguments %s is required"),
    N_("unrecognized arguments: %s"),
    N_("not allowed with argument %s"),
    N_("ignored explicit argument %r"),
    N_("expected one argument"),
    N_("expected at most one argument"),
    N_("expected at least one argument"),
    Phrase("expected %s argument", "expected %s arguments"),
    N_("ambiguous option: %(option)s could match %(matches)s"),
    N_("unexpected option string: %s"),
    N_("unknown parser %(parser_name)r (choices: %(choices)s)"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"),
    N_("invalid choice: %(value)r, maybe you meant %(closest)r? (choose from %(choices)s)"),
    N_("invalid %(type)s value: %(value)r"),  # of numbers only: no other type that is used here refuses
)
"""Its sentences of Python 3.11 to 3.14 that somebody who types a command may see."""
_PLACEHOLDERS = (
    *(C_("placeholder", "ADDRESS"), C_("placeholder", "AMOUNT"), C_("placeholder", "CLAIM")),
    *(C_("placeholder", "CODE"), C_("placeholder", "COLUMN"), C_("placeholder", "REASON")),
    *(C_("placeholder", "COMMAND"), C_("placeholder", "DATE"), C_("placeholder", "ENTRY")),
    *(C_("placeholder", "FILE"), C_("placeholder", "FOLDER"), C_("placeholder", "GAME")),
    *(C_("placeholder", "LINE"), C_("placeholder", "MONTH"), C_("placeholder", "NAME")),
    *(C_("placeholder", "NOTE"), C_("placeholder", "OPTION=VALUE"), C_("placeholder", "OUT")),
    *(C_("placeholder", "PATH"), C_("placeholder", "PRESET"), C_("placeholder", "PRICE")),
    *(C_("placeholder", "RESULT"), C_("placeholder", "TIME"), C_("placeholder", "WORD")),
    *(C_("placeholder", "file"), C_("placeholder", "shell")),
)
"""What stands in --help for what is to be given."""


def name_placeholders(command: argparse.ArgumentParser) -> None:
    """Call what is to be given as the language in use does; of the flags that are there so far."""
    for action in command._actions:
        if action.nargs != 0 and not action.choices and action.metavar is None:
            action.metavar = action.dest.upper() if action.option_strings else action.dest
        if isinstance(action.metavar, str):
            action.metavar = _(C_("placeholder", action.metavar))
        elif action.metavar is not None:
            action.metavar = tuple(_(C_("placeholder", each)) for each in action.metavar)

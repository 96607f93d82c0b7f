"""The messages of argparse in the language in use.

It asks `gettext` for its sentences, which looks for them where it is told to: in the catalogue of this
program. A sentence that a newer Python has and that is not here stays English.
"""

import gettext
import os
from collections.abc import Iterator
from contextlib import contextmanager

from prefcount.base.i18n import DOMAIN, LOCALES, N_, Phrase, language

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
_VARIABLE = "LANGUAGE"


@contextmanager
def translated() -> Iterator[None]:
    """Within this block the messages of argparse are in the language in use."""
    before, wanted = gettext.textdomain(), os.environ.get(_VARIABLE)
    gettext.bindtextdomain(DOMAIN, LOCALES)
    gettext.textdomain(DOMAIN)
    os.environ[_VARIABLE] = language()
    try:
        yield
    finally:
        gettext.textdomain(before)
        if wanted is None:
            del os.environ[_VARIABLE]
        else:
            os.environ[_VARIABLE] = wanted

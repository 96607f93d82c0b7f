"""The words for the keys of a file: fields of entries and headers, and options.

English reads as a file does, but for options. The catalogue takes the keys from the models of all games, so
that none stands anywhere twice; what is no key of any stays as it is.
"""

import re

from prefcount.base.i18n import C_, _

AMENDED = "with"
"""The key of an entry inside another one."""
RULES = ("rules", "set")
"""The keys of options: those of a header, and those that change at the table."""
_IS_KEY = re.compile("[a-z_]+")
_INNER_KEY = re.compile(r"(.+)\.(role|tricks)")
"""A player with the key of what they did, in an entry that has several things of each."""


def field_word(field: str) -> str:
    """What people call a field of an entry or a header, in the language in use.

    It has its keys from the outside in, with a dot between them: "tricks", "calls.Vera",
    "columns.Vera.whists.Anna". After a key stands a name or a number, which is never translated.
    """
    key, dot, inner = field.partition(".")
    word = _key(key)
    if word == key:
        return field
    if not dot:
        return word
    if key == AMENDED:
        return _joined(word, field_word(inner))
    if key in RULES:
        return _joined(word, option_word(inner))
    name, further = _named(inner)
    return _joined(word, name, field_word(further)) if further else _joined(word, name)


def plain_field(field: str) -> str:
    """What players at the table call a field of an entry: the player alone where it is of one."""
    key, dot, inner = field.partition(".")
    if key == AMENDED and dot:
        return plain_field(inner)
    if not _IS_KEY.fullmatch(key):
        return field
    if not dot:
        return _key(key).replace("_", " ")
    if key in RULES:
        return option_word(inner)
    name, further = _named(inner)
    if not further and (of_a_player := _INNER_KEY.fullmatch(inner)):  # English keys are words as they stand
        name, further = of_a_player.groups()
    return _joined(name, _key(further).replace("_", " ")) if further else name


def option_word(name: str) -> str:
    """What people call an option of rules, in the language in use; a place in a list may follow it."""
    word = _(C_("option", name))
    group, dot, last = name.rpartition(".")
    if word != name or not dot:
        return word
    group_word = option_word(group)
    return name if group_word == group else _joined(group_word, last)


def _named(inner: str) -> tuple[str, str]:
    """A name, in which there may be dots as well, and the keys behind it."""
    parts = inner.split(".")
    end = next((at for at, part in enumerate(parts) if at and _key(part) != part), len(parts))
    return ".".join(parts[:end]), ".".join(parts[end:])


def _key(part: str) -> str:
    return _(C_("field", part))


def _joined(*words: str) -> str:
    return ", ".join(words)

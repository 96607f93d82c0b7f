"""What people call the keys of a file: the fields of an entry or a header, and the options of rules.

English reads as a file does. The catalogue takes the keys from the models of all games, so that none stands
anywhere twice; what is no key of any stays as it is.
"""

from prefcount.i18n import C_, _

AMENDED = "with"
"""The key of an entry inside another one."""
RULES = ("rules", "set")
"""The keys of options: those of a header, and those that change at the table."""


def field_word(field: str) -> str:
    """What people call a field of an entry or a header, in the language in use.

    Args:
        field: its keys from the outside in, with a dot between them: "tricks", "calls.Vera",
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


def option_word(name: str) -> str:
    """What people call an option of rules, in the language in use.

    Args:
        name: as files spell it, dotted where it is nested; the place in a list may follow.
    """
    word = _(C_("option", name))
    group, dot, last = name.rpartition(".")
    if word != name or not dot:
        return word
    named = option_word(group)
    return name if named == group else _joined(named, last)


def _named(inner: str) -> tuple[str, str]:
    """A name, in which there may be dots as well, and the keys behind it."""
    parts = inner.split(".")
    end = next((at for at, part in enumerate(parts) if at and _key(part) != part), len(parts))
    return ".".join(parts[:end]), ".".join(parts[end:])


def _key(part: str) -> str:
    return _(C_("field", part))


def _joined(*words: str) -> str:
    return ", ".join(words)

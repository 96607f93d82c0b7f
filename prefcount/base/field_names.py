"""The words for the keys of a file: fields of entries and headers, and options.

English reads as a file does. The catalogue takes the keys from the models of all games, so that none stands
anywhere twice; what is no key of any stays as it is.
"""

import re
from collections.abc import Mapping

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


def plain_field(field: str) -> str:
    """What players at the table call a field of an entry: the player alone where it is of one, else a word.

    Args:
        field: its keys with a dot between them, as in `field_word`.
    """
    key, dot, inner = field.partition(".")
    if key == AMENDED and dot:
        return plain_field(inner)
    if not _IS_KEY.fullmatch(key):
        return field
    if not dot:
        return _key(key).replace("_", " ")
    if key in RULES:
        return plain_option(inner)
    name, further = _named(inner)
    if not further and (of_a_player := _INNER_KEY.fullmatch(inner)):  # English keys are words as they stand
        name, further = of_a_player.groups()
    return _joined(name, _key(further).replace("_", " ")) if further else name


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


def plain_option(name: str) -> str:
    """What players call an option of rules: `option_word`, and in English, which has codes there, in words.

    Args:
        name: as files spell it, dotted where it is nested.
    """
    word = option_word(name)
    return _ENGLISH.get(name) or _in_words(name) if word == name else word


def _in_words(code: str) -> str:
    words = code.replace("_", " ").replace(".", ": ")
    return words[:1].upper() + words[1:]


_ENGLISH: Mapping[str, str] = {
    "doubled": "Everything counts double",
    "consolation": "Consolation per undertrick",
    "consolation_to_passer": "Passer gets consolation",
    "consolation_to_dealer": "Dealer of four gets consolation",
    "leave_without": "Conceding, down by",
    "misere_consolation": "Consolation for a misère caught",
    "misere_blind_value": "Value of a misère without the talon",
    "nine_blind_value": "Value of a nine without the talon",
    "misere_half_with_dealer": "Misère shared with the dealer",
    "style": "Style of whisting",
    "gentleman_scope": "Gentlemen share",
    "half_whist": "Half-whist",
    "half_whist_levels": "Half-whist on",
    "returned_half_whister": "Who took half, whist returned",
    "dealer_may_whist": "Dealer of four may whist",
    "stalingrad": "Stalingrad: six spades whisted by all",
    "ten": "Ten is",
    "ten_checked_whists": "Whists of a checked ten",
    "responsibility": "Responsibility of whist",
    "undertricks": "Whist undertricks",
    "eight_up": "From eight up, charged is",
    "raspasy.to": "Raspasy: written into",
    "raspasy.base": "Raspasy: price of a trick",
    "raspasy.progression": "Raspasy: price grows",
    "raspasy.cap": "Raspasy: price grows up to",
    "raspasy.zero_bonus": "Raspasy: bonus for no trick",
    "raspasy.amnesty": "Raspasy: smallest number of tricks off",
    "raspasy.dealer": "Raspasy: dealer of four",
    "raspasy.dealer_zero_bonus": "Raspasy: dealer's bonus for no trick",
    "raspasy.exit": "Raspasy: lowest bid after them",
    "raspasy.reset": "Raspasy: ended by a contract",
    "raspasy.misere_resets": "Raspasy: ended by a misère",
    "raspasy.rotation": "Raspasy: the deal",
    "raspasy.trick_whists": "Raspasy: whists a trick",
    "raspasy.basis": "Raspasy: whists for",
    "raspasy.tie": "Raspasy: at a tie",
    "raspasy.dealer_pool": "Raspasy: dealer's pool",
    "target": "Pool target",
    "made_first": "Contracts made go first to",
    "aid": "American aid",
    "aid_order": "Aid goes first to",
    "end": "Game ends by",
    "hands": "Hands of a game",
    "minutes": "Minutes of a game",
    "dump_divisor": "Dump is divided by",
    "dump_points": "Dump points are",
    "misdeal_dump": "Dump for a misdeal",
    "talon_bonus": "Bonus for the talon's cards",
    "talon_bonus_3p": "Talon bonus of three players",
    "misere_talon_bonus": "Talon bonus at misère",
    "hussar_raspasy": "Raspasy of two",
    "dump_factor": "Dump is written times",
    "whist_factor": "Whists are written times",
    "pool_factor": "A pool point in dump points",
    "values": "Values of six to ten",
    "consolation_fixed": "Fixed consolation",
    "consolation_cap": "Consolation at most",
    "misere_value": "Value of a misère",
    "dealer_may_whist_passes": "Dealer may whist after two passes",
    "dealer_whist_alone": "Dealer who whists writes alone",
    "lone_whister": "A lone whister writes",
    "lone_quota": "A lone whister is bound for",
    "raspasy.stays_at_most": "Raspasy: the deal stays at most",
    "raspasy.stay_fee": "Raspasy: fee when the deal moves on",
    "raspasy.cycle": "Raspasy: ladders begin again",
    "dump_floor": "Aid writes the dump off down to",
}
"""Options of Preferans whose codes are no words; of all others the code has them."""


def _named(inner: str) -> tuple[str, str]:
    """A name, in which there may be dots as well, and the keys behind it."""
    parts = inner.split(".")
    end = next((at for at, part in enumerate(parts) if at and _key(part) != part), len(parts))
    return ".".join(parts[:end]), ".".join(parts[end:])


def _key(part: str) -> str:
    return _(C_("field", part))


def _joined(*words: str) -> str:
    return ", ".join(words)

"""The words of every rule of Priffe that writes a figure.

`{owner}` is the side or the player of the account, `{who}` another player, `{a}`, `{b}`, `{c}` the figures.
"""

from collections.abc import Mapping, Sequence

from prefcount.games.priffe.sides import NAMES
from prefcount.i18n import N_, Phrase, Text, text
from prefcount.ledger.amount import spoken
from prefcount.ledger.postings import NOBODY, Posting

OVER: dict[str, str] = {
    "pool": N_("the session is over"),
    "hands": N_("all rubbers are played"),
    "time": N_("the time is up"),
    "agreed": N_("ended by agreement"),
    "resigned": N_("a player gave up"),
}
"""Why a session is over, by the reason that the state and the `end` entry name."""

CONTRACTS: Mapping[str, str] = {
    "diamonds": N_("diamonds"),
    "hearts": N_("hearts"),
    "noll": N_("Noll"),
    "play": N_("play"),
    "forced_noll": N_("forced Noll"),
}

PHRASES: Mapping[str, Phrase] = {
    "tricks": Phrase("{owner}: {c}, {a} trick over six × {b}", "{owner}: {c}, {a} tricks over six × {b}"),
    "noll_tricks": Phrase(
        "{owner}: {c}, {a} trick below seven × {b}", "{owner}: {c}, {a} tricks below seven × {b}"
    ),
    "penalty": Phrase("{owner}: penalty of the declaring side, {a} × {b} again"),
    "little_slam": Phrase("{owner}: little slam, {a}"),
    "little_slam_penalty": Phrase("{owner}: little slam as a penalty, {a}"),
    "big_slam": Phrase("{owner}: big slam, {a}"),
    "big_slam_penalty": Phrase("{owner}: big slam as a penalty, {a}"),
    "honours": Phrase("{owner}: {a} honour, {b}", "{owner}: {a} honours, {b}"),
    "game": Phrase("{owner}: game number {a} of the rubber"),
    "game_bonus": Phrase("{owner}: bonus for game number {a}, {b}"),
    "game_line": Phrase("{owner}: the line is drawn under {a}"),
    "game_line_kept": Phrase("{owner}: {a} of the game stay in the total"),
    "game_reset": Phrase("{owner}: starts the next game at 0, with {a} in the total"),
    "game_reset_kept": Phrase("{owner}: {a} of the lost game stay in the total"),
    "rubber_points": Phrase("{owner}: rubber {a}, {b} to {c}, a tenth of the difference"),
    "rubber_over": Phrase("{owner}: rubber {a} is over"),
    "adjust": Phrase("{owner}: adjusted, {a}"),
    "adjust_from": Phrase("{owner}: adjusted with {who}, {a}"),
    "sheet": Phrase("{owner}: brought forward"),
}
_OF_CONTRACTS = ("tricks", "noll_tricks")
"""The rules whose third figure is a contract."""


def sentence(posting: Posting, names: Sequence[str]) -> Text:
    """A posting in words, such as "X: hearts, 3 tricks over six × 10"."""
    account, reason = posting.account, posting.reason
    phrase = PHRASES[reason.rule]
    values: dict[str, object] = {
        letter: figure if isinstance(figure, str) else spoken(figure)
        for letter, figure in zip("abc", reason.figures, strict=False)
    }
    if reason.rule in _OF_CONTRACTS:
        values["c"] = text(CONTRACTS[str(reason.figures[2])])
    values["owner"] = NAMES[account.owner] if account.owner in NAMES else names[account.owner]
    values["who"] = names[reason.who] if reason.who != NOBODY else ""
    return phrase.of(reason.figures[0] if reason.figures else None, values)

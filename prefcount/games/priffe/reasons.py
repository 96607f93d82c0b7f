"""The words of every rule of Priffe that writes a figure.

`{owner}` is the side or the player of the account, `{who}` another player, `{a}`, `{b}`, `{c}` the figures.
"""

from collections.abc import Mapping, Sequence

from prefcount.games.priffe.sides import NAMES
from prefcount.games.terms import Phrase
from prefcount.i18n import N_, Text, text
from prefcount.ledger.amount import Amount, spoken
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
    "tricks": Phrase(
        N_("{owner}: {c}, {a} trick over six × {b}"), N_("{owner}: {c}, {a} tricks over six × {b}")
    ),
    "noll_tricks": Phrase(
        N_("{owner}: {c}, {a} trick below seven × {b}"), N_("{owner}: {c}, {a} tricks below seven × {b}")
    ),
    "penalty": Phrase(
        N_("{owner}: penalty of the declaring side, {a} × {b} again"),
    ),
    "little_slam": Phrase(N_("{owner}: little slam, {a}")),
    "little_slam_penalty": Phrase(N_("{owner}: little slam as a penalty, {a}")),
    "big_slam": Phrase(N_("{owner}: big slam, {a}")),
    "big_slam_penalty": Phrase(N_("{owner}: big slam as a penalty, {a}")),
    "honours": Phrase(N_("{owner}: {a} honour, {b}"), N_("{owner}: {a} honours, {b}")),
    "game": Phrase(N_("{owner}: game number {a} of the rubber")),
    "game_bonus": Phrase(N_("{owner}: bonus for game number {a}, {b}")),
    "game_line": Phrase(N_("{owner}: the line is drawn under {a}")),
    "game_line_kept": Phrase(N_("{owner}: {a} of the game stay in the total")),
    "game_reset": Phrase(N_("{owner}: starts the next game at 0, with {a} in the total")),
    "game_reset_kept": Phrase(N_("{owner}: {a} of the lost game stay in the total")),
    "rubber_points": Phrase(N_("{owner}: rubber {a}, {b} to {c}, a tenth of the difference")),
    "rubber_over": Phrase(N_("{owner}: rubber {a} is over")),
    "adjust": Phrase(N_("{owner}: adjusted, {a}")),
    "adjust_from": Phrase(N_("{owner}: adjusted with {who}, {a}")),
    "sheet": Phrase(N_("{owner}: brought forward")),
}


def sentence(posting: Posting, names: Sequence[str]) -> Text:
    """A posting in words, such as "X: hearts, 3 tricks over six × 10"."""
    account, reason = posting.account, posting.reason
    phrase = PHRASES[reason.rule]
    values: dict[str, object] = {
        letter: _figure(figure) for letter, figure in zip("abc", reason.figures, strict=False)
    }
    values["owner"] = NAMES[account.owner] if account.owner in NAMES else names[account.owner]
    values["who"] = names[reason.who] if reason.who != NOBODY else ""
    count = reason.figures[0] if phrase.many else 0
    return Text(phrase.one, values, phrase.many, count if isinstance(count, int) else 2)


def _figure(figure: Amount | str) -> Text | str:
    if isinstance(figure, str):
        return text(CONTRACTS[figure]) if figure in CONTRACTS else figure
    return spoken(figure)

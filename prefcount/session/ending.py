"""The `end` entry of a session: its reason, the announced results, and the seal."""

from collections.abc import Sequence

from prefcount.base.i18n import C_, N_, _
from prefcount.base.problems import InvalidInput, invalid, problem, quote, read_each, unknown
from prefcount.entries.common import End
from prefcount.entries.names_and_figures import whole_or_text
from prefcount.entries.validation_messages import validated
from prefcount.games.notation import Vocabulary, Word, player_typed
from prefcount.session.outcome import outcome
from prefcount.session.session import Session
from prefcount.session.typed_entries import name_and_figure

AGREED, RESIGNED = "agreed", "resigned"

_MOST_DIGITS = 12

_END = C_("field", "end")
"""What a typed line that ends a game begins with."""

REASONS = Vocabulary(
    {
        "pool": Word(en="pool", ru="пуля"),
        "hands": Word(en="hands", ru="раздачи"),
        "time": Word(en="time", ru="время"),
        AGREED: Word(en="agreed", ru="договорились уговор"),
        RESIGNED: Word(en="resigned", ru="уходит ушёл ушла сдаётся сдался сдалась"),
    }
)
"""Why a game ends, as it is typed."""


def end_entry(session: Session, seal: str) -> End:
    """The `end` entry for the current state: over by its rules, else ended by agreement.

    It carries the results in whole units and `seal`, the SHA-256 of everything written before it.
    """
    return completed(end_typed(session, ()), session, seal)


def end_typed(session: Session, words: Sequence[str]) -> End:
    """The `end` entry that words ask for: nothing, a reason, or “resigned” and who gives up.

    Without a reason it is over by its rules, else ended by agreement. Results and seal are still to come.

    Raises:
        InvalidInput: for a reason or a player that there is not.
    """
    over = session.state.over
    typed, *name = words or [over if over in REASONS.words else AGREED]
    reason = REASONS.read(typed)
    if reason is None:
        raise InvalidInput([unknown(_(_END), typed, map(REASONS.__getitem__, REASONS.words))])
    if words and reason == RESIGNED and not name:
        raise InvalidInput([problem(_(_END), N_("say who resigns, e.g. resigned anna"))])
    if reason != RESIGNED and name:
        sentence = N_("“{rest}” is too much: name only who resigns")
        raise InvalidInput([problem(_(_END), sentence, rest=quote(" ".join(name)))])
    player = session.state.names[player_typed(session.state, " ".join(name))] if name else None
    return End.model_validate({"reason": reason, "player": player})


def announced(session: Session, end: End, typed: Sequence[str]) -> End:
    """An `end` with announced results, as they are typed: “anna 57”, one player each.

    Raises:
        InvalidInput: for a player that there is not or that is named twice, and for what is no whole number.
    """
    results: dict[str, int | str] = {}

    def read(line: str) -> None:
        name, figure = name_and_figure(line.replace("=", " "))
        if not name:
            raise invalid(N_("say who and what, e.g. anna 57"))
        player = session.state.names[player_typed(session.state, name)]
        if player in results:
            raise invalid(N_("{player} was named before"), player=player)
        results[player] = whole_or_text(figure, _MOST_DIGITS)

    read_each(typed, read)
    if not results:
        return end
    return validated(End, {"reason": end.reason, "player": end.player, "results": results})


def completed(entry: End, session: Session, seal: str) -> End:
    """An `end` with the results that the game has after it, unless it announces others, and with its seal.

    Raises:
        InvalidInput: if the game cannot end like this.
    """
    if entry.results is None:
        settled = outcome(session.accepted(entry).session)
        results = dict(zip(settled.players, settled.whole, strict=True))
        entry = entry.model_copy(update={"results": results})
    return sealed(entry, seal)


def sealed(entry: End, seal: str) -> End:
    """The entry with its seal: the SHA-256 of all bytes of the file before it.

    Raises:
        InvalidInput: if it has another seal already; the file would be a damaged one.
    """
    if entry.seal not in (None, seal):
        sentence = N_("does not fit the file; leave it out, the right one will be filled in")
        raise InvalidInput([problem("seal", sentence)])
    return entry.model_copy(update={"seal": seal})

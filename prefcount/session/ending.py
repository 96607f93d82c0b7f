"""The last entry of an evening: why it ended, the announced results, and the seal."""

from collections.abc import Sequence

from prefcount.entries.common import End
from prefcount.games.lines import player_typed
from prefcount.games.vocabulary import Vocabulary, Word
from prefcount.i18n import C_, N_, _
from prefcount.problems import Refused, problem, quote, unknown
from prefcount.session.journal import Journal
from prefcount.session.outcome import outcome
from prefcount.session.session import Session

AGREED, RESIGNED = "agreed", "resigned"
_END = C_("field", "end")
"""What a typed line that ends a game begins with."""
REASONS = Vocabulary(
    {
        "pool": Word(en="pool", ru="пуля"),
        "hands": Word(en="hands", ru="раздачи"),
        "time": Word(en="time", ru="время"),
        AGREED: Word(en="agreed", ru="договорились уговор"),
        RESIGNED: Word(en="resigned", ru="сдаётся сдался сдалась"),
    }
)
"""Why a game ends, as it is typed."""


def end_entry(session: Session, journal: Journal) -> End:
    """The `end` entry for the game as it stands: over by its rules, else ended by agreement.

    It carries the results in whole units and the seal over everything written before it.
    """
    return completed(End.model_validate({"reason": session.state.over or AGREED}), session, journal)


def end_typed(session: Session, words: Sequence[str]) -> End:
    """The `end` entry that words ask for: nothing, a reason, or “resigned” and who gives up.

    Without a reason it is over by its rules, else ended by agreement. Results and seal are still to come.

    Raises:
        Refused: for a reason or a player that there is not.
    """
    typed, *name = words or [session.state.over or AGREED]
    reason = REASONS.read(typed)
    if reason is None:
        raise Refused([unknown(_(_END), typed, map(REASONS.__getitem__, REASONS.words))])
    if words and reason == RESIGNED and not name:
        raise Refused([problem(_(_END), N_("say who gives up, such as: resigned anna"))])
    if reason != RESIGNED and name:
        said = N_("“{rest}” is too much: only who gives up is named")
        raise Refused([problem(_(_END), said, rest=quote(" ".join(name)))])
    player = session.state.names[player_typed(session.state, " ".join(name))] if name else None
    return End.model_validate({"reason": reason, "player": player})


def completed(entry: End, session: Session, journal: Journal) -> End:
    """An `end` with the results that the game has after it, unless it announces others, and with its seal.

    Raises:
        Refused: if the game cannot end like this.
    """
    if entry.results is None:
        settled = outcome(session.accepted(entry).session)
        results = dict(zip(settled.players, settled.whole, strict=True))
        entry = entry.model_copy(update={"results": results})
    return sealed(entry, journal)


def sealed(entry: End, journal: Journal) -> End:
    """The entry with the SHA-256 of all bytes of the file before it, unless it has a seal already."""
    return entry if entry.seal is not None else entry.model_copy(update={"seal": journal.seal()})

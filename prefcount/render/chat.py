"""The settlement as a chat message: plain lines, for any font."""

from collections.abc import Iterator

from prefcount.base.i18n import _, ngettext
from prefcount.base.locale_format import day, money, unbroken
from prefcount.render.figures import signed
from prefcount.render.text import file_line, payments, title
from prefcount.session.outcome import Outcome, outcome
from prefcount.session.session import Session


def chat(session: Session, file_hash: str) -> str:
    """The game, the results in seat order, and the payments.

    By the hash of the file everybody can see later that the file still is the one these results are from. It
    is left out as long as the end, which would change it, is to come.
    """
    settled, started, hands = outcome(session), session.header.started, session.state.hands
    progress = [day(started.date())] if started else []
    progress.append(ngettext("{n} hand", "{n} hands", hands).format(n=hands))
    progress.append(_("the game is over") if session.state.over else _("the game is not over yet"))
    lines = [title(session), ", ".join(progress), "", *_results(settled), "", *payments(settled, unbroken)]
    return "\n".join([*lines, "", file_line(file_hash)] if session.state.ended else lines)


def _results(settled: Outcome) -> Iterator[str]:
    paid = settled.money
    for at, name in enumerate(settled.players):
        whole, exact = settled.whole[at], settled.exact[at]
        line = f"{name}: {settled.words.counted(whole, signed(whole))}"
        if exact != whole:
            line += " " + _("(exactly {result})").format(result=signed(exact))
        yield line + (f", {unbroken(money(paid.amounts[at], paid.currency, signed=True))}" if paid else "")

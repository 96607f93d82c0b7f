"""The screen to share a game with phones: choose an address, then scan the link."""

from collections.abc import Coroutine, Sequence
from typing import Any

from rich.style import Style as Colours
from rich.text import Text
from textual import work
from textual.actions import SkipAction
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from prefcount.base.i18n import C_, N_, _
from prefcount.base.problems import InvalidInput
from prefcount.games.words import Lines
from prefcount.store.disk import WriteError
from prefcount.store.reader import ReadError
from prefcount.tui.kit.keys import HELP, Command, Commands, footer
from prefcount.tui.kit.screens import KeyedScreen, await_while_showing
from prefcount.tui.kit.widgets import ChoiceList, KeyFooter
from prefcount.tui.table.table_writer import LiveSharing
from prefcount.web.address import LOOPBACK, QR_GAP, draw_qr_codes, labelled_links, own_addresses
from prefcount.web.sharing import Sharing

SHARE: Commands = (
    *(Command(str(digit), f"open({digit})") for digit in range(9)),
    Command("up,down,enter", help=N_("choose the network"), footer=N_("choose"), in_footer=3),
    Command("f9", "let_write", N_("let phones enter hands, with a second link"), N_("let write")),
    Command(
        "f8", "stop", N_("stop phones from entering hands; press again to stop sharing"), N_("stop sharing")
    ),
    Command(
        "ctrl+f",
        "tell",
        N_("show others each hand while it is played, or only when it is recorded"),
        N_("hide unwritten"),
    ),
    Command("ctrl+c", "copy", N_("copy the read-only link"), C_("share", "copy")),
    HELP,
    Command("escape", "dismiss", N_("back to the table; sharing goes on"), N_("table"), also="ctrl+l,f10"),
)

BLACK_ON_WHITE = Colours(color="#000000", bgcolor="#ffffff")
"""Colours of QR codes in every theme, because cameras need dark on light."""
MAX_ADDRESSES = 8
"""Maximum number of addresses, because each is chosen by a digit."""
BAR_ROWS = 2
"""Number of lines that the title and the keys take together."""


class ShareScreen(KeyedScreen[None], keys=SHARE):
    """Lists the network addresses of this machine. After one is chosen, shows a link to the game there."""

    CSS = """
    ShareScreen #picture { width: 100%; height: auto; text-align: center; }
    ShareScreen #message { height: auto; padding: 0 1; }
    ShareScreen ChoiceList { height: auto; display: none; }
    ShareScreen.-asking ChoiceList { display: block; }
    """

    def __init__(self, sharing: LiveSharing) -> None:
        super().__init__()
        self._sharing = sharing
        self._hosts = (LOOPBACK, *own_addresses()[:MAX_ADDRESSES])

    def parts(self) -> ComposeResult:
        with VerticalScroll():
            yield Static(id="picture", markup=False)
            yield Static(id="message", markup=False)
            yield ChoiceList()

    def retranslate(self) -> None:
        self._show()

    on_mount = on_resize = retranslate

    def _show(self, notice: str = "") -> None:
        self.show_title(_("Share with phones in the room"))
        served = self._sharing.served
        self._offer(served is None)
        addresses = () if served is None else (served.address, served.writing_address)
        links = [address.link for address in addresses if address is not None]
        lines = self._invitation() if served is None else _shared(served)
        picture = self._picture(links, len(lines) + bool(notice))
        larger = _("In a larger window you'll see a QR code for phones.")
        notices = [notice, larger if links and not picture.plain else ""]
        lines = [*map(Content, filter(None, notices)), *lines]
        self.query_one("#message", Static).update(Content("\n").join(lines))
        self.query_one("#picture", Static).update(picture)
        digits = (f"0–{len(self._hosts) - 1}", C_("with the room", "share"))
        begins = (digits, *footer("up dismiss", SHARE))
        self.query_one(KeyFooter).hints = begins if served is None else _keys(served)

    def _picture(self, links: Sequence[str], below: int) -> Text:
        size = self.app.size
        rows = draw_qr_codes(links, size.width, size.height - BAR_ROWS - below)
        return Text("\n").join(Text(QR_GAP).join(Text(line, BLACK_ON_WHITE) for line in row) for row in rows)

    def _offer(self, asking: bool) -> None:
        self.set_class(asking, "-asking")
        offered = self.query_one(ChoiceList)
        index = offered.highlighted or 0
        only = f"  0  {LOOPBACK}, " + _("only this machine")
        lines = [f"  {digit}  {host}" for digit, host in enumerate(self._hosts) if digit]
        offered.set_options([Content(line) for line in (*lines, only)])
        offered.highlighted = index
        (offered if asking else self.query_one(VerticalScroll)).focus()

    def on_option_list_option_selected(self, message: ChoiceList.OptionSelected) -> None:
        self.action_open((message.option_index + 1) % len(self._hosts))

    def _invitation(self) -> list[Content]:
        lines = [
            _("A live page of the game, for phones or a screen on the wall."),
            "",
            _("On which network? Everyone there who has the link can follow the game, but not change it."),
        ]
        if len(self._hosts) == 1:
            lines.append(_("This computer doesn't seem to be on a network."))
        return list(map(Content, lines))

    @work(group="open", exclusive=True)
    async def action_open(self, digit: int) -> None:
        if self._sharing.served is None and digit < len(self._hosts):
            await self._done(self._sharing.open(self._hosts[digit]))

    @work(group="open", exclusive=True)
    async def action_let_write(self) -> None:
        served = self._sharing.served
        if served is not None and served.phone_entries is None:
            await self._done(self._sharing.allow_writing())

    async def _done(self, changing: Coroutine[Any, Any, None]) -> None:
        reason = ""
        try:
            await await_while_showing(self, changing)
        except (InvalidInput, ReadError, WriteError) as error:
            reason = str(error)
        self._show(reason)

    def action_tell(self) -> None:
        """Switch whether phones that only follow the game show the contract while a hand is being played."""
        served = self._sharing.served
        if served is not None:
            served.shows_drafts = not served.shows_drafts
            hidden = _("Others see a hand only when it is recorded.")
            self._show(_("Others see the contract while it is played.") if served.shows_drafts else hidden)

    def action_stop(self) -> None:
        """Stop phones from entering hands. If phones can only follow the game, stop sharing it."""
        served = self._sharing.served
        if served is not None and served.phone_entries is not None:
            served.stop_writing()
            self._show(_("Phones can no longer enter hands. The link to follow the game still works."))
        elif served is not None:
            self._sharing.close()
            self._show(_("Sharing stopped; the link no longer works."))

    def action_copy(self) -> None:
        if self._sharing.served is None:
            raise SkipAction
        self.app.copy_to_clipboard(self._sharing.served.address.link)
        self._show(_("Copied."))


def _keys(served: Sharing) -> Lines:
    words = {} if served.shows_drafts else {"tell": N_("show unwritten")}
    if served.phone_entries is None:
        return footer("stop let_write dismiss tell copy", SHARE, words=words)
    return footer("stop dismiss tell copy", SHARE, words={**words, "stop": N_("stop writing")})


def _shared(served: Sharing) -> list[Content]:
    address, writing = served.address, served.writing_address
    if writing is not None:
        return [
            *(Content.styled(line, "bold") for line in labelled_links(address.link, writing.link)),
            Content(_("Anyone with the second link can enter hands. Give it only to those who should.")),
        ]
    reads = _("Everyone in this network who has the link can follow the game.")
    only = _("Only this computer can open the page.")
    until = _("The link works until you leave this table.")
    return [
        Content.styled(address.link, "bold"),
        Content(f"{only if address.is_loopback else reads} {until}"),
    ]

"""The door for phones that write: a secret link of its own, and a strict reading of what comes in by it.

Only JSON that a page of this address has sent comes in: no form and no script of another page can send it.
"""

import json
import time
from secrets import token_urlsafe

from aiohttp.web import BaseRequest, HTTPRequestEntityTooLarge, Response
from pydantic import ValidationError

from prefcount.base.i18n import N_, _
from prefcount.web.address import TOKEN_BYTES, Access
from prefcount.web.writing import Asked, Data, Writing

FORM, RECORD = "/form", "/record"
"""What is asked for behind the door besides the page: the next question, and to write a hand."""
NOT_OURS = N_("This is not what the page sends; reload it.")
TOO_MUCH = N_("That is too much for one hand.")
BODY = 16 * 1024
"""The most bytes of what a phone sends."""
RATE, BURST = 20, 200
"""The requests a second that are read from one address in the long run, and at once."""
ALL = 8
"""How many times as many are read from all addresses together."""


class Door:
    """The way in for phones that write; nobody gets in before it is opened, or after it was closed.

    Attributes:
        access: the access of those who write: another token than that of those who read.
        writing: what is entered by the phones that were let in; None while the door is closed.
    """

    def __init__(self, access: Access) -> None:
        self.access = access
        self.writing: Writing | None = None
        self._rates: dict[str, tuple[float, float]] = {}

    def open(self, writing: Writing, token: str | None = None) -> None:
        """Let phones in by a new link, unless another token is given."""
        self.close()
        self.access = self.access._replace(token=token or token_urlsafe(TOKEN_BYTES))
        self.writing = writing

    def close(self) -> None:
        """Let nobody in any more; what is just being written still is, and what waits for it is refused."""
        if self.writing is not None:
            self.writing.revoke()
        self.writing = None

    def beyond(self, path: str) -> str | None:
        """What a path asks for behind the door; None if it is closed, or the link another one."""
        behind = self.access.beyond(path)
        return behind if self.writing is not None else None

    async def answered(self, request: BaseRequest, behind: str, address: str) -> Response | None:
        """Return the answer to what a phone has sent, or a refusal if it is not what our page sends.

        If the link is revoked while the request is read or waits, there is no answer.
        """
        refused, writing = self._refused(request, address), self.writing
        if refused is not None or writing is None:
            return refused
        asked = await _read(request)
        if writing.is_revoked:
            return None
        if not isinstance(asked, Asked):
            return asked
        if behind == FORM:
            return _told(writing.form(asked))
        if asked.id is None:
            return Response(status=400, text=_(NOT_OURS))
        recorded = await writing.record(asked)
        return None if recorded is None else _told(recorded)

    def _refused(self, request: BaseRequest, address: str) -> Response | None:
        """The refusal of what no page of ours sends, or of too much of it."""
        site = ",".join(request.headers.getall("Sec-Fetch-Site", []))
        if len(request.headers.getall("Origin", [])) != 1 or site not in ("", "same-origin"):
            return Response(status=403, text=_("Other websites cannot write here."))
        if request.headers.get("Content-Type", "") != "application/json":
            return Response(status=415, text=_(NOT_OURS))
        if (request.content_length or 0) > BODY:
            return Response(status=413, text=_(TOO_MUCH))
        if not (self._has_room(address, 1) and self._has_room("", ALL)):
            text = _("Too many requests; wait a moment.")
            return Response(status=429, text=text, headers={"Retry-After": "1"})
        return None

    def _has_room(self, address: str, times: int) -> bool:
        """Whether one more request is read from an address; what was asked a while ago does not count."""
        moment = time.monotonic()
        used, since = self._rates.get(address, (0.0, moment))
        used = max(0.0, used - (moment - since) * RATE * times)
        if used >= BURST * times:
            return False
        self._rates = {key: rate for key, rate in self._rates.items() if moment - rate[1] < BURST / RATE}
        self._rates[address] = used + 1, moment
        return True


async def _read(request: BaseRequest) -> Asked | Response:
    """Read what a phone sends, or return the refusal of what no page of ours sends."""
    try:
        return Asked.model_validate_json(await request.read())
    except HTTPRequestEntityTooLarge:
        return Response(status=413, text=_(TOO_MUCH))
    except (ValidationError, RecursionError):
        return Response(status=400, text=_(NOT_OURS))


def _told(answer: Data) -> Response:
    return Response(text=json.dumps(answer, ensure_ascii=False), content_type="application/json")

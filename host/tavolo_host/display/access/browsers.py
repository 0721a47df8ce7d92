"""The browsers that come to the page: each is known by a secret of its own, and from the network it must be invited.

A secret makes a seat its owner's. It is in a cookie that no script can read.
"""

import re
from typing import TYPE_CHECKING

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from tavolo_host.display.access.browser_secrets import BrowserSecrets, visitor_of
from tavolo_host.display.access.joining import answer_to_network
from tavolo_host.display.access.lan import Lan
from tavolo_host.display.access.limits import Limit
from tavolo_host.display.access.lone_sockets import LoneSockets
from tavolo_host.display.access.open_pages import OpenPages, address_of
from tavolo_host.display.parts.plain_page import language_of, plain_page
from tavolo_host.display.parts.preferences import YEAR_S
from tavolo_host.display.parts.source import EVENING, HISTORY, SET_UP, STATISTICS
from tavolo_host.display.parts.tags import tag
from tavolo_host.texts.language import _, speaking

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

HOST = "127.0.0.1"  # where the page is served on this computer
SECRET = "browser"  # the cookie
LONGEST_MESSAGE = 65_536  # bytes of one message from a page; the longest that pages send have some hundred
MESSAGES, MESSAGES_S = 600, 10.0  # from one browser; quick clicks and acknowledgements are a tenth of that
PAGES = re.compile(f"/|({HISTORY}|{EVENING})(/[0-9]{{1,9}})?|{STATISTICS}|{SET_UP}")
PATHS, FOLDERS = ("/favicon.ico",), ("/_nicegui", "/display/", "/games/")  # what the pages consist of


class KnownBrowser:
    """Gives each browser a secret, and requests the visitor's id in `request.state.visitor`.

    `request.state.is_known` says whether the browser brought its secret. Requests that came over the network are
    answered for those who are admitted; others get the page that asks for the invitation. A page that sends too much
    loses its socket, as does who names no page, and who has too many pages open gets no more.
    """

    def __init__(self, app: "ASGIApp", lan: Lan, secrets: BrowserSecrets, pages: OpenPages) -> None:
        self._app = app
        self._lan = lan
        self._secrets = secrets
        self._pages = pages
        self._messages = Limit(MESSAGES, MESSAGES_S)
        self._sockets = LoneSockets()

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Pass a request on with the visitor's id, or answer it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        is_read = scope["type"] == "websocket" or scope["method"] in ("GET", "HEAD")
        if not is_read or not (is_page(scope) or scope["path"] in PATHS or scope["path"].startswith(FOLDERS)):
            # A form of another site brings no cookie: the answer would replace it. Any other path is a page too.
            await PlainTextResponse("There is nothing here.", 404)(scope, receive, send)
            return
        known = self._secrets.known(HTTPConnection(scope).cookies.get(SECRET, ""))
        secret = known or self._secrets.new()
        visitor = visitor_of(secret)
        scope.setdefault("state", {}).update(visitor=visitor, is_known=bool(known))
        answer = self._answer(scope, visitor)

        async def with_secret(message: "Message") -> None:
            if message["type"] == "http.response.start" and is_page(scope):  # renewed at each visit
                MutableHeaders(scope=message).append(
                    "set-cookie", f"{SECRET}={secret}; Path=/; HttpOnly; SameSite=Lax; Max-Age={YEAR_S}"
                )
            await send(message)

        if scope["type"] == "websocket" and not answer:
            await self._serve_socket(scope, self._limited(receive, visitor), with_secret)
        else:
            await (answer or self._app)(scope, receive, with_secret)

    async def _serve_socket(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Pass a socket on; it ends unless it names its page soon."""
        socket = scope["state"]["socket"] = self._sockets.open(address_of(HTTPConnection(scope)))
        try:
            await self._app(scope, lambda: socket.receive(receive), send)
        finally:
            self._sockets.close(socket)

    def _limited(self, receive: "Receive", visitor: str) -> "Receive":
        """Return a socket's `receive` that ends it after a message that is too long, or too many of them."""

        async def receive_limited() -> "Message":
            message = await receive()
            if message["type"] == "websocket.receive":
                length = len(message.get("text") or message.get("bytes") or "")
                if length > LONGEST_MESSAGE or not self._messages.allows(visitor):
                    return {"type": "websocket.disconnect", "code": 1008}
            return message

        return receive_limited

    def _answer(self, scope: "Scope", visitor: str) -> Response | None:
        """Return the answer to who gets no page now; None to pass the request on."""
        connection, is_asked = HTTPConnection(scope), is_page(scope) and scope["type"] == "http"
        answer = None if is_here(scope) else answer_to_network(self._lan, connection, visitor, is_asked)
        if answer or not is_asked or self._pages.has_room(address_of(connection), visitor, is_here(scope)):
            return answer
        language = language_of(connection)
        with speaking(language):
            words = tag("p", _("Close some of them, and load this page again."))
            return HTMLResponse(plain_page(language, _("Too many pages of this table are open"), words), 429)


def is_page(scope: "Scope") -> bool:
    """Return whether a request asks for a page, and not for a part of one."""
    return PAGES.fullmatch(scope["path"]) is not None


def is_here(scope: "Scope") -> bool:
    """Return whether a request came to the address that only this computer can reach."""
    return bool(scope.get("server")) and scope["server"][0] == HOST

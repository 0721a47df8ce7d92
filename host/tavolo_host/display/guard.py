"""Access control: the server answers its own pages only, knows its browsers, and closes idle connections.

Any web page can make a visitor's browser send requests to this computer: through a host name that resolves here, or
over a WebSocket, which browsers let pages open to any address. So the server accepts only its own host names, and its
sockets only its own pages. A page loaded through another port (a tunnel, a container) would get no socket, so it is
answered with the address that works.
"""

import hashlib
import secrets
from typing import TYPE_CHECKING, Any

from markupsafe import Markup
from nicegui import core
from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse
from uvicorn.protocols.http.auto import AutoHTTPProtocol

from tavolo_host.display.preferences import Preferences
from tavolo_host.display.tags import tag
from tavolo_host.texts.language import _, speaking

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

HOST = "127.0.0.1"
NAMES = (HOST, "localhost")  # host names that this computer's browsers use
WEB_PORT = 80  # browsers omit it from addresses
PATIENCE_S = 30.0
SECRET = "browser"  # the cookie of a browser's secret
SECRET_BYTES = 16
EVENING_S = 24 * 60 * 60


def serve_own_alone(app: Starlette, port: int) -> None:
    """Refuse requests for other host names, and sockets of other sites' pages."""
    app.add_middleware(KnownBrowser)
    app.add_middleware(OwnPort, port=port)
    app.add_middleware(TrustedHostMiddleware, allowed_hosts=NAMES, www_redirect=False)
    end = "" if port == WEB_PORT else f":{port}"
    core.sio.eio.cors_allowed_origins = [f"http://{name}{end}" for name in NAMES]


class OwnPort:
    """Answers requests that name another port with a page that tells how to reach the table.

    Such requests come through something that listens at the other port and forwards them. HTTP status 421 (RFC 9110,
    section 15.5.20).
    """

    def __init__(self, app: "ASGIApp", port: int) -> None:
        self._app = app
        self._port = port

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Answer the request, or pass it on if it names this port; sockets are checked by their page's address."""
        asked = Headers(scope=scope).get("host", "").partition(":")[2] if scope["type"] == "http" else str(self._port)
        if (asked or str(WEB_PORT)) == str(self._port):
            await self._app(scope, receive, send)
            return
        request = Request(scope)
        language = Preferences.read(request.cookies, request.headers.get("accept-language", "")).language
        with speaking(language):
            await HTMLResponse(self._page(language), 421)(scope, receive, send)

    def _page(self, language: str) -> str:
        address = f"http://{HOST}:{self._port}"
        title = _("This page is at another address")
        here = Markup(_("On the computer where Tavolo runs, open {}.")).format(tag("a", address, href=address))
        tunnel = Markup(_("A tunnel or a container must use the same port number on both sides, as in {}.")).format(
            tag("code", f"ssh -L {self._port}:{HOST}:{self._port} …")
        )
        return (
            f'<!doctype html><html lang="{language}"><meta charset="utf-8"><title>Tavolo</title>'
            '<meta name="viewport" content="width=device-width">'
            "<style>body{font:18px/1.5 Georgia,serif;max-width:36em;margin:12vh auto;padding:0 1em;"
            "background:#17100c;color:#f1e6d4}a,code{color:#ffe2a0}</style>"
            f"{tag('h1', title)}{tag('p', here)}{tag('p', tunnel)}</html>"
        )


class KnownBrowser:
    """Gives each browser a secret in a cookie, which no script can read; `request.state.visitor` is its digest.

    The digest is the visitor's id: who holds the secret has the seat, in every tab and after a restart.
    """

    def __init__(self, app: "ASGIApp") -> None:
        self._app = app

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Pass a request on with the visitor's id; the answer to one without a secret sets one."""
        if scope["type"] != "http" or scope["path"] != "/":
            await self._app(scope, receive, send)
            return
        known = Request(scope).cookies.get(SECRET, "")
        secret = known if len(known) >= SECRET_BYTES else secrets.token_urlsafe(SECRET_BYTES)
        scope.setdefault("state", {})["visitor"] = hashlib.sha256(secret.encode()).hexdigest()

        async def answer(message: "Message") -> None:
            if message["type"] == "http.response.start" and secret != known:
                MutableHeaders(scope=message).append(
                    "set-cookie", f"{SECRET}={secret}; Path=/; HttpOnly; SameSite=Lax; Max-Age={EVENING_S}"
                )
            await send(message)

        await self._app(scope, receive, answer)


class ImpatientProtocol(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
    """Uvicorn's HTTP protocol, which by itself keeps a connection open for as long as a first request is unfinished.

    It closes connections without a new request for PATIENCE_S; by then the page's socket has another protocol.
    """

    def connection_made(self, transport: Any) -> None:
        """Start the timer."""
        super().connection_made(transport)
        self.loop.call_later(PATIENCE_S, self._judge, None)

    def _judge(self, request: object) -> None:
        """Close the connection if `request`, the last one seen, is still the newest."""
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return
        if self.cycle is request:
            self.transport.close()
        else:
            self.loop.call_later(PATIENCE_S, self._judge, self.cycle)

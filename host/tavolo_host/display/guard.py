"""Who is served: pages that this server has sent itself, and nobody who only keeps a connection open.

Any page of the web may have a visitor's browser send requests to this computer: by a name of its own that it has lead
here, or over a socket, which browsers let pages open to anywhere. So the server answers to its own names alone, and
its sockets to its own pages alone. A page that came by another port (a tunnel, a container) would get no socket: it
says so, and by which address the table is reached.
"""

from html import escape
from typing import TYPE_CHECKING, Any

from nicegui import core
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse
from uvicorn.protocols.http.auto import AutoHTTPProtocol

from tavolo_host.display.preferences import Preferences
from tavolo_host.texts.language import _, speaking

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

HOST = "127.0.0.1"
NAMES = (HOST, "localhost")  # by which this computer's browsers find it
WEB_PORT = 80  # which browsers leave out of an address
PATIENCE_S = 30.0


def serve_own_alone(app: Starlette, port: int) -> None:
    """Refuse whoever asks for another host than this one, and sockets of pages that are not of here."""
    app.add_middleware(OwnPort, port=port)
    app.add_middleware(TrustedHostMiddleware, allowed_hosts=NAMES, www_redirect=False)
    end = "" if port == WEB_PORT else f":{port}"
    core.sio.eio.cors_allowed_origins = [f"http://{name}{end}" for name in NAMES]


class OwnPort:
    """Answers requests that name another port with a page that says which one the table has, in two ways to get there.

    Such requests come through something that listens at the other port and passes on what it hears. HTTP status 421
    (RFC 9110, section 15.5.20).
    """

    def __init__(self, app: "ASGIApp", port: int) -> None:
        self._app = app
        self._port = port

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Answer, or pass on a request that names this port; sockets are refused by their page's address."""
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
        here = _("On the computer where Tavolo runs, open {}.").format(f'<a href="{address}">{address}</a>')
        tunnel = _("A tunnel or a container must use the same port number on both sides, as in {}.").format(
            f"<code>ssh -L {self._port}:{HOST}:{self._port} …</code>"
        )
        return (
            f'<!doctype html><html lang="{language}"><meta charset="utf-8"><title>Tavolo</title>'
            '<meta name="viewport" content="width=device-width">'
            "<style>body{font:18px/1.5 Georgia,serif;max-width:36em;margin:12vh auto;padding:0 1em;"
            "background:#17100c;color:#f1e6d4}a,code{color:#ffe2a0}</style>"
            f"<h1>{escape(title)}</h1><p>{here}</p><p>{tunnel}</p></html>"
        )


class ImpatientProtocol(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
    """Uvicorn's side of a connection, which it leaves open for as long as a first request does not come to its end.

    Hung up is whoever has made no new request for PATIENCE_S; the page's socket is another protocol by then.
    """

    def connection_made(self, transport: Any) -> None:
        """Begin to wait."""
        super().connection_made(transport)
        self.loop.call_later(PATIENCE_S, self._judge, None)

    def _judge(self, request: object) -> None:
        """Hang up when the `request` of the last time is still the newest."""
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return
        if self.cycle is request:
            self.transport.close()
        else:
            self.loop.call_later(PATIENCE_S, self._judge, self.cycle)

"""Access control: the server answers its own pages only.

Any web page can make a visitor's browser send requests to this computer: through a host name that resolves here, or
over a WebSocket, which browsers let pages open to any address. So the server accepts only its own host names, its
sockets only its own pages, and other sites' pages may link to it and nothing else. A page loaded by another name (that
a router gives this computer) or through another port (a tunnel, a container) would get no socket, so it is answered
with the address that works.
"""

from typing import TYPE_CHECKING

from markupsafe import Markup
from nicegui import core
from nicegui.client import Client
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, PlainTextResponse

from tavolo_host.display.access.browser_secrets import BrowserSecrets
from tavolo_host.display.access.browsers import HOST, KnownBrowser, is_here
from tavolo_host.display.access.content_policy import is_foreign
from tavolo_host.display.access.lan import visitor_at
from tavolo_host.display.access.own_sockets import obey_own_sockets_alone
from tavolo_host.display.parts.plain_page import language_of, plain_page
from tavolo_host.display.parts.tags import tag
from tavolo_host.texts.language import _, speaking

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

    from tavolo_host.display.access.lan import Lan
    from tavolo_host.display.access.open_pages import OpenPages

NAMES = (HOST, "localhost")  # host names that this computer's browsers use
WEB_PORT = 80  # browsers omit it from addresses


def serve_own_alone(app: Starlette, port: int, lan: "Lan", secrets: BrowserSecrets, pages: "OpenPages") -> None:
    """Refuse requests for other host names, sockets of other sites' pages, and browsers that nobody has invited."""
    app.add_middleware(KnownBrowser, lan=lan, secrets=secrets, pages=pages)
    app.add_middleware(OwnAddress, port=port, lan=lan)
    own = [f"http://{name}{_end(port)}" for name in NAMES]

    def is_own(origin: str | None) -> bool:
        return origin in own or (bool(lan.address) and origin == f"http://{lan.address}{_end(port)}")

    def may_have(page: Client) -> bool:
        return is_here(page.request.scope) or lan.is_admitted(visitor_at(page))

    core.sio.eio.cors_allowed_origins = is_own
    core.sio.eio.transports = ["websocket"]  # the other one has no limits
    obey_own_sockets_alone(core.sio, may_have)
    core.sio.handlers["/"].pop("log", None)  # by which NiceGUI prints on this terminal what any visitor sends


def _end(port: int) -> str:
    return "" if port == WEB_PORT else f":{port}"


class OwnAddress:
    """Refuses requests by other host names than that of the address they came to, and those of other sites' pages.

    Those by another name or port are answered with a page that tells how to reach the table, and nothing of the table,
    with HTTP status 421 (RFC 9110, section 15.5.20).
    """

    def __init__(self, app: "ASGIApp", port: int, lan: "Lan") -> None:
        self._app = app
        self._port = port
        self._lan = lan

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Answer the request, or pass it on if it names this address."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        name, _colon, port = headers.get("host", "").partition(":")
        names = NAMES if is_here(scope) else (self._lan.address,)
        is_own_name, is_own_port = name.lower() in names, (port or str(WEB_PORT)) == str(self._port)
        if not name or not names[0] or (scope["type"] != "http" and not is_own_name):
            await PlainTextResponse("Unknown host name", 400)(scope, receive, send)
        elif scope["type"] == "http" and not (is_own_name and is_own_port):
            language = language_of(HTTPConnection(scope))
            with speaking(language):
                page = self._page_here(language) if is_here(scope) else self._page_for_phones(language)
                await HTMLResponse(page, 421)(scope, receive, send)
        elif scope["type"] == "http" and is_foreign(headers):
            await PlainTextResponse("Pages of other sites get nothing here.", 403)(scope, receive, send)
        else:  # sockets are checked by their page's address
            await self._app(scope, receive, send)

    def _page_for_phones(self, language: str) -> str:
        address = self._lan.url
        there = Markup(_("The table is at {}.")).format(tag("a", address, href=address))
        return plain_page(language, _("This page is at another address"), tag("p", there))

    def _page_here(self, language: str) -> str:
        address = f"http://{HOST}:{self._port}"
        here = Markup(_("On the computer where Tavolo runs, open {}.")).format(tag("a", address, href=address))
        tunnel = Markup(_("A tunnel or a container must use the same port number on both sides, as in {}.")).format(
            tag("code", f"ssh -L {self._port}:{HOST}:{self._port} …")
        )
        return plain_page(language, _("This page is at another address"), tag("p", here), tag("p", tunnel))

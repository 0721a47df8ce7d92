"""Who is served: pages that this server has sent itself, and nobody who only keeps a connection open.

Any page of the web may have a visitor's browser send requests to this computer: by a name of its own that it has lead
here, or over a socket, which browsers let pages open to anywhere. So the server answers to its own names alone, and
its sockets to its own pages alone.
"""

from typing import Any

from nicegui import core
from starlette.applications import Starlette
from starlette.middleware.trustedhost import TrustedHostMiddleware
from uvicorn.protocols.http.auto import AutoHTTPProtocol

HOST = "127.0.0.1"
NAMES = (HOST, "localhost")  # by which this computer's browsers find it
WEB_PORT = 80  # which browsers leave out of an address
PATIENCE_S = 30.0


def serve_own_alone(app: Starlette, port: int) -> None:
    """Refuse whoever asks for another host than this one, and sockets of pages that are not of here."""
    app.add_middleware(TrustedHostMiddleware, allowed_hosts=NAMES, www_redirect=False)
    end = "" if port == WEB_PORT else f":{port}"
    core.sio.eio.cors_allowed_origins = [f"http://{name}{end}" for name in NAMES]


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

"""The messages of pages' sockets: each may be about the socket's own page alone.

NiceGUI's messages name a client, which is one opened page, and NiceGUI obeys them from any socket. Here a socket is
only bound to a page that was made for the same visitor, and a message is passed on only if its socket is bound to the
page.
"""

from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs

from nicegui.client import Client
from socketio import AsyncServer
from socketio.exceptions import ConnectionRefusedError as Refused

NAME_SPACE = "/"
ABOUT_A_PAGE = ("event", "javascript_response", "ack", "log")
OF_PAGE = 4  # sockets of one page: a browser has one, and after a lost connection for seconds also the one before


def obey_own_sockets_alone(sio: AsyncServer, may_have: Callable[[Client], bool]) -> None:
    """Put these checks before the handlers that NiceGUI has registered.

    `may_have` returns whether the visitor may still have a page: those who were removed have other sockets perhaps.
    """
    handlers = sio.handlers[NAME_SPACE]
    for name in ABOUT_A_PAGE:
        sio.on(name, _if_bound(sio, handlers[name]))
    connect, handshake = handlers["connect"], handlers["handshake"]

    async def connected(sid: str, environment: Any, *given: Any) -> None:
        """Refuse a socket whose address names another visitor's page: a message may also be called `connect`."""
        asked = parse_qs(str(environment.get("QUERY_STRING", ""))) if isinstance(environment, dict) else {}
        if "client_id" in asked and not _is_of_visitor(sio, sid, may_have, asked["client_id"][0]):
            raise Refused("Implicit handshake failed")  # upon which the page loads itself again
        await connect(sid, environment, *given)
        await _note_page(sio, sid, asked.get("client_id", [""])[0])

    async def shaken(sid: str, message: Any) -> bool:
        is_own = _is_of_visitor(sio, sid, may_have, _client_id(message)) and bool(await handshake(sid, message))
        await _note_page(sio, sid, _client_id(message))
        return is_own

    sio.on("connect", connected)
    sio.on("handshake", shaken)


def _if_bound(sio: AsyncServer, handler: Callable[[str, Any], object]) -> Callable[[str, Any], None]:
    def passed_on(sid: str, message: Any) -> None:
        if _is_bound(sio, sid, _client_id(message)):
            handler(sid, message)

    return passed_on


def _is_bound(sio: AsyncServer, sid: str, client_id: str) -> bool:
    """Return whether a socket is bound to a page, since its handshake."""
    return bool(client_id) and sid in dict(sio.manager.get_participants(NAME_SPACE, client_id))


async def _note_page(sio: AsyncServer, sid: str, client_id: str) -> None:
    """Let a socket stay that has named its page; of too many for one page the oldest ends."""
    if not _is_bound(sio, sid, client_id):
        return
    sio.get_environ(sid)["asgi.scope"]["state"]["socket"].bind()
    bound = [each for each, _connection in sio.manager.get_participants(NAME_SPACE, client_id)]
    for oldest in bound[:-OF_PAGE]:
        socket = sio.get_environ(oldest)["asgi.scope"]["state"]["socket"]
        await sio.disconnect(oldest)  # first, else a page would come again as after a failed network, and end another
        socket.end()


def _client_id(message: Any) -> str:
    return str(message.get("client_id", "")) if isinstance(message, dict) else ""


def _is_of_visitor(sio: AsyncServer, sid: str, may_have: Callable[[Client], bool], client_id: str) -> bool:
    """Return whether a page was made for the visitor who has opened the socket, and who may still have it."""
    client = Client.instances.get(client_id)
    scope = sio.get_environ(sid)["asgi.scope"]
    return client is not None and client.request.state.visitor == scope["state"]["visitor"] and may_have(client)

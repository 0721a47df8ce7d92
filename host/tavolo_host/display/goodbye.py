"""The goodbye of a program that ends: its pages say so, and come back by themselves when the table is there again."""

import asyncio

from markupsafe import Markup
from nicegui import core
from nicegui.server import Server

from tavolo_host.display.parts.tags import tag
from tavolo_host.texts.language import _

SENT_S = 0.1  # for the pages' sockets, before they are closed


def goodbye_script() -> Markup:
    """Return the script that says goodbye, with its words."""
    closed, back = _("The table was closed."), _("This page comes back by itself when the table is there again.")
    return tag("script", src="/display/goodbye.js", data_closed=closed, data_back=back)


def say_goodbye_at_the_end() -> None:
    """Have the running server tell its pages that it ends, as long as it can still reach them."""
    server = Server.instance
    shut_down = server.shutdown

    async def say_goodbye_and_shut_down(*given: object, **named: object) -> None:
        await core.sio.emit("run_javascript", {"code": "tavoloGoodbye()"})
        await asyncio.sleep(SENT_S)
        await shut_down(*given, **named)  # type: ignore[arg-type]

    server.shutdown = say_goodbye_and_shut_down  # type: ignore[method-assign]

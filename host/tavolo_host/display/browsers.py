"""The browsers that come to the page: each is known by a secret of its own, and from the network it must be invited.

A secret makes a seat its owner's. It is in a cookie that no script can read; the visitor's id is its digest.
"""

import hashlib
import re
import secrets
from typing import TYPE_CHECKING
from urllib.parse import quote

from markupsafe import Markup
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response

from tavolo_host.display.lan import LENGTH, Lan, Limit
from tavolo_host.display.preferences import Preferences
from tavolo_host.display.source import EVENING, HISTORY, STATISTICS
from tavolo_host.display.tags import joined, tag
from tavolo_host.texts.language import _, speaking
from tavolo_host.texts.names import LONGEST_NAME, clean_name

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

HOST = "127.0.0.1"  # where the page is served on this computer
SECRET = "browser"  # the cookie
SECRET_BYTES = 16
EVENING_S = 24 * 60 * 60
LONGEST_MESSAGE = 65_536  # bytes of one message from a page; the longest that pages send have some hundred
MESSAGES, MESSAGES_S = 600, 10.0  # from one browser; quick clicks and acknowledgements are a tenth of that
PAGES = re.compile(f"/|({HISTORY}|{EVENING})(/[0-9]{{1,9}})?|{STATISTICS}")
PATHS, FOLDERS = ("/favicon.ico",), ("/_nicegui", "/display/", "/games/")  # what the pages consist of
JOIN = "join"  # the part of an address that has the letters
STYLE = (
    ":root{color-scheme:light dark;--room:#f1e6d4;--ink:#17100c;--field:#fffaf0}"
    "@media (prefers-color-scheme:dark){:root{--room:#17100c;--ink:#f1e6d4;--field:#2a1e16}}"
    "body{font:18px/1.5 Georgia,serif;max-width:30em;margin:10vh auto;padding:0 1em;"
    "background:var(--room);color:var(--ink)}"
    "label{display:block;margin:1em 0}"
    "input,button{font:inherit;display:block;width:100%;box-sizing:border-box;padding:.5em;border-radius:.4em;"
    "border:1px solid #9d8767;background:var(--field);color:inherit}"
    "button{background:#ffdf9a;color:#17100c;font-weight:bold;margin-top:1.5em}.letters{text-transform:uppercase}"
)


class KnownBrowser:
    """Gives each browser a secret, and requests the visitor's id in `request.state.visitor`.

    Requests that came over the network are answered for those who are admitted; others get the page that asks for the
    letters. A page that sends too much loses its socket.
    """

    def __init__(self, app: "ASGIApp", lan: Lan) -> None:
        self._app = app
        self._lan = lan
        self._messages = Limit(MESSAGES, MESSAGES_S)

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
        known = HTTPConnection(scope).cookies.get(SECRET, "")
        secret = known if len(known) >= SECRET_BYTES else secrets.token_urlsafe(SECRET_BYTES)
        visitor = hashlib.sha256(secret.encode()).hexdigest()
        scope.setdefault("state", {})["visitor"] = visitor
        answer = None if is_here(scope) else self._answer(scope, visitor)

        async def with_secret(message: "Message") -> None:
            if message["type"] == "http.response.start" and is_page(scope):  # renewed at each visit
                MutableHeaders(scope=message).append(
                    "set-cookie", f"{SECRET}={secret}; Path=/; HttpOnly; SameSite=Lax; Max-Age={EVENING_S}"
                )
            await send(message)

        await (answer or self._app)(
            scope, self._limited(receive, visitor) if scope["type"] == "websocket" else receive, with_secret
        )

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
        """Return the answer to a browser from the network; None to pass the request on."""
        connection = HTTPConnection(scope)
        came_from = scope["client"][0] if scope.get("client") else ""
        if not is_page(scope) or scope["type"] != "http":
            return None if visitor in self._lan.invited.visitors else PlainTextResponse("You are not invited.", 403)
        if not self._lan.pages.allows(f"{came_from} {visitor if visitor in self._lan.invited.visitors else ''}"):
            return PlainTextResponse("Too many requests: try again in a minute.", 429)
        if visitor in self._lan.invited.visitors and JOIN not in connection.query_params:
            return None
        letters, view = (connection.query_params.get(name, "") for name in (JOIN, "view"))
        kept = Preferences.read(connection.cookies, "").name
        name = clean_name(connection.query_params.get("name", kept))
        is_wrong = False
        if letters and name:
            is_wrong = visitor not in self._lan.invited.visitors and not self._lan.admit(visitor, letters, came_from)
            if not is_wrong:
                answer = RedirectResponse("/?view=television" if view else scope["path"], 303)
                answer.headers.append("set-cookie", f"name={quote(name, safe='')}; Path=/; SameSite=Lax")
                return answer
        language = language_of(scope)
        with speaking(language):
            return HTMLResponse(
                join_page(language, letters, name, "television" * bool(view), is_wrong), 403 if is_wrong else 200
            )


def is_page(scope: "Scope") -> bool:
    """Return whether a request asks for a page, and not for a part of one."""
    return PAGES.fullmatch(scope["path"]) is not None


def is_here(scope: "Scope") -> bool:
    """Return whether a request came to the address that only this computer can reach."""
    return bool(scope.get("server")) and scope["server"][0] == HOST


def language_of(scope: "Scope") -> str:
    """Return the language of who makes a request."""
    connection = HTTPConnection(scope)
    return Preferences.read(connection.cookies, connection.headers.get("accept-language", "")).language


def plain_page(language: str, title: str, *parts: Markup) -> str:
    """Return a page without the table."""
    head = joined(
        tag("meta", charset="utf-8"),
        tag("title", "Tavolo"),
        tag("meta", name="viewport", content="width=device-width"),
        tag("style", Markup(STYLE)),
    )
    return Markup("<!doctype html>") + tag(
        "html", tag("head", head), tag("body", tag("h1", title), *parts), lang=language
    )


def join_page(language: str, letters: str, name: str, view: str, is_wrong: bool) -> str:
    """Return the page that asks for the name and, unless the address has brought them, the four letters."""
    asked = tag("input", name=JOIN, value="" if is_wrong else letters, maxlength=LENGTH, required="", class_="letters")
    own = tag("input", name="name", value=name, maxlength=LONGEST_NAME, required="", autocomplete="nickname")
    wrong = tag("p", _("These letters do not open the table, or they are too old: look at the table's page again."))
    form = tag(
        "form",
        tag("label", _("Your name"), own),
        tag("label", _("The four letters at the table"), asked),
        tag("input", type="hidden", name="view", value=view),
        tag("button", _("Join")),
        action="/",
    )
    return plain_page(language, _("Join the table"), *([wrong] if is_wrong else []), form)

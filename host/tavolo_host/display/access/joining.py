"""How visitors come in from the network: by the code in the QR code or by the letters, and with a name."""

from collections.abc import Sequence
from urllib.parse import quote

from markupsafe import Markup
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response

from tavolo_host.display.access.invitation import LENGTH
from tavolo_host.display.access.lan import INVITATION, Lan
from tavolo_host.display.access.open_pages import address_of
from tavolo_host.display.parts.browser_needs import without_cookies
from tavolo_host.display.parts.plain_page import language_of, plain_page
from tavolo_host.display.parts.preferences import Preferences
from tavolo_host.display.parts.tags import tag
from tavolo_host.texts.deferred import in_language
from tavolo_host.texts.language import _, speaking
from tavolo_host.texts.names import LONGEST_NAME, clean_name

JOIN = "join"  # the part of an address that has the letters
LONGEST = 2 * LENGTH + 1  # with what people type between letters and around them
LET_IN = "in"  # the part of an address to which a browser is sent with its secret
UNTOUCHED = {  # a keyboard leaves letters as they are typed
    "autocapitalize": "characters",
    "autocorrect": "off",
    "autocomplete": "off",
    "spellcheck": "false",
}
# In a page: when its socket is refused because its browser is not admitted any more, load the page, which asks for the
# invitation. A phone that slept when its admission ended was not told.
WATCH_ADMISSION = """window.socket.io.on("reconnect_error", async () => {
    const part = await fetch("/display/page.css", {cache: "no-store"}).catch(() => ({}));
    if (part.status === 403) location.reload();
})"""


def answer_to_network(lan: Lan, connection: HTTPConnection, visitor: str, is_page: bool) -> Response | None:
    """Return the answer to a browser from the network; None to pass the request on to the table."""
    is_admitted = lan.is_admitted(visitor)
    if not is_page:
        return None if is_admitted else PlainTextResponse("You are not invited.", 403)
    if not lan.pages.allows(f"{address_of(connection)} {visitor if is_admitted else ''}"):
        return PlainTextResponse("Too many requests: try again in a minute.", 429)
    if is_admitted and not {JOIN, INVITATION, LET_IN} & set(connection.query_params):
        return None
    if not is_admitted and LET_IN in connection.query_params and not connection.cookies:
        return _without_cookies(language_of(connection))
    return _way_in(connection) if is_admitted else _judged(lan, connection, visitor)


def _without_cookies(language: str) -> Response:
    """Return a page for a browser that was let in, and has come back without its secret."""
    with speaking(language):
        again = tag("p", tag("a", _("Try again"), href="/"))
        return HTMLResponse(plain_page(language, _("Join the table"), tag("p", without_cookies()), again), 403)


def _judged(lan: Lan, connection: HTTPConnection, visitor: str) -> Response:
    """Admit a visitor who brings an invitation and a name; otherwise ask for what is missing."""
    letters, code, view = (connection.query_params.get(part, "") for part in (JOIN, INVITATION, "view"))
    name, language = _name(connection), language_of(connection)
    is_wrong = bool(code) and not lan.invitation.opens_by_code(code)
    if (letters or code) and name and not is_wrong:
        if lan.admit(visitor, letters, code, address_of(connection)):
            return _let_in(connection)
        is_wrong = True
    asked = {INVITATION: code} if code and not is_wrong else {JOIN: "" if is_wrong else letters}
    with speaking(language):
        told = [_wrong()] if is_wrong else []
        by = lan.invited.removed.get(visitor)
        if by:
            told.append(tag("p", _("{} has removed you from the table.").format(in_language(by, _))))
        page = join_page(language, asked, name, "television" * bool(view), told)
    return HTMLResponse(page, 403 if is_wrong else 200)


def _let_in(connection: HTTPConnection) -> Response:
    """Return the way to the table for who has just said a name."""
    answer = _way_in(connection, LET_IN)
    answer.headers.append("set-cookie", f"name={quote(_name(connection), safe='')}; Path=/; SameSite=Lax")
    return answer


def _way_in(connection: HTTPConnection, mark: str = "") -> Response:
    """Return the way to the table, from an address that others could read over a shoulder or have made."""
    is_television = bool(connection.query_params.get("view"))
    query = [*["view=television"] * is_television, *[f"{mark}=1"] * bool(mark)]
    return RedirectResponse(
        "?".join(["/" if is_television else connection.scope["path"], "&".join(query)]).rstrip("?"), 303
    )


def _name(connection: HTTPConnection) -> str:
    return clean_name(connection.query_params.get("name", Preferences.of(connection).name))


def join_page(language: str, brought: dict[str, str], name: str, view: str, told: Sequence[Markup]) -> str:
    """Return the page that asks for the name, and for the four letters unless the code is `brought`.

    Before that it says what the visitor is to be `told`.
    """
    own = tag("input", name="name", value=name, maxlength=LONGEST_NAME, required="", autocomplete="nickname")
    parts = [tag("label", _("Your name"), own)]
    if INVITATION in brought:
        parts.append(tag("input", type="hidden", name=INVITATION, value=brought[INVITATION]))
    else:
        letters = tag(
            "input", name=JOIN, value=brought[JOIN], maxlength=LONGEST, required="", class_="letters", **UNTOUCHED
        )
        parts.append(tag("label", _("The four letters at the table"), letters))
    form = tag(
        "form", *parts, tag("input", type="hidden", name="view", value=view), tag("button", _("Join")), action="/"
    )
    return plain_page(language, _("Join the table"), *told, form)


def _wrong() -> Markup:
    words = _("These letters do not open the table, or they are too old: look at the table's page again.")
    others = _("While many wrong letters are tried, only the QR code opens the table.")
    return tag("p", words, " ", others)

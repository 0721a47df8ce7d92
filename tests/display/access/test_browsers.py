"""Who gets the page: this computer's browsers, and from the network those who were invited."""

import asyncio
import hashlib
import stat
from pathlib import Path
from typing import Any, cast
from urllib.parse import unquote

import pytest

from tavolo_host.display.access.browser_secrets import BrowserSecrets, kept_key, visitor_of
from tavolo_host.display.access.browsers import LONGEST_MESSAGE, MESSAGES, SECRET, KnownBrowser
from tavolo_host.display.access.guard import OwnAddress
from tavolo_host.display.access.invitation import TRIES_IN_ALL
from tavolo_host.display.access.lan import PAGES, Lan
from tavolo_host.display.access.open_pages import OpenPages
from tavolo_host.seats.admissions import Invited

PORT = 8520
HERE, THERE = "127.0.0.1", "192.0.2.1"  # the addresses of this computer


class Server:
    """The page's server behind its access control. It answers everything, and keeps who has reached it."""

    def __init__(self, is_open: bool = True) -> None:
        self.lan = Lan(PORT, Invited(), lambda: 0.0, lambda: 0.0)
        self.kept: set[str] = set()
        if is_open:
            self.lan.invited.address, self.lan._listener = THERE, cast("Any", self)
        self.reached: list[str] = []
        self.told: list[dict[str, Any]] = []  # to a socket
        self.pages = OpenPages()
        secrets = BrowserSecrets(b"k" * 32, self.kept.__contains__)
        self._app = OwnAddress(KnownBrowser(self._page, self.lan, secrets, self.pages), PORT, self.lan)

    async def _page(self, scope: Any, receive: Any, send: Any) -> None:
        self.reached.append(scope["state"]["visitor"])
        if scope["type"] == "websocket":
            while not self.told or self.told[-1]["type"] == "websocket.receive":
                self.told.append(await receive())
            return
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"the table"})

    def ask(
        self,
        path: str = "/",
        at: str = THERE,
        host: str = "",
        kind: str = "http",
        messages: Any = (),
        method: str = "GET",
        came_from: str = "192.0.2.7",
        sent: dict[str, str] | None = None,
        **cookies: str,
    ) -> "Answer":
        path, _, query = path.partition("?")
        headers = [(b"host", (host or f"{at}:{PORT}").encode())]
        headers += [(b"cookie", "; ".join(f"{name}={value}" for name, value in cookies.items()).encode("latin-1"))]
        headers += [(name.encode(), value.encode()) for name, value in (sent or {}).items()]
        scope = {"type": kind, "path": path, "query_string": query.encode(), "headers": headers, "method": method}
        scope |= {"server": (at, PORT), "client": (came_from, 40_000), "scheme": "http", "extensions": {}}
        waiting, answer = [*messages], Answer()

        async def receive() -> Any:
            return waiting.pop(0) if waiting else {"type": f"{kind}.disconnect", "code": 1000}

        asyncio.run(self._app(scope, receive, answer.send))  # type: ignore[arg-type]
        return answer


class Answer:
    def __init__(self) -> None:
        self.status, self.body, self.cookies, self.place = 0, "", {}, ""
        self.is_refused = False
        self.flags = ""

    async def send(self, message: Any) -> None:
        self.is_refused = self.is_refused or message["type"] == "websocket.http.response.start"
        self.status = message.get("status", self.status)
        self.body += bytes(message.get("body", b"")).decode()
        for name, value in message.get("headers", ()):
            if name == b"set-cookie":
                key, _, rest = value.decode().partition("=")
                self.flags += rest
                self.cookies[key] = unquote(rest.partition(";")[0])
            self.place = value.decode() if name == b"location" else self.place


@pytest.fixture
def server() -> Server:
    return Server()


def join(server: Server, name: str = "Ben") -> str:
    """Join by the letters; the secret of that browser."""
    answer = server.ask(f"/?join={server.lan.invitation.letters()}&name={name}")
    assert (answer.status, answer.place, answer.cookies["name"]) == (303, "/?in=1", name)
    return str(answer.cookies[SECRET])


def test_a_browser_of_this_computer_needs_no_letters_and_keeps_its_secret(server: Server) -> None:
    first = server.ask(at=HERE)
    assert first.body == "the table"
    again = server.ask(at=HERE, **{SECRET: first.cookies[SECRET]})
    assert again.cookies == first.cookies, "renewed"
    server.ask(at=HERE)
    assert server.reached[0] == server.reached[1] != server.reached[2]
    assert first.cookies[SECRET] not in server.reached
    assert "HttpOnly; SameSite=Lax; Max-Age=31536000" in first.flags


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/"),
        *(("GET", path) for path in ("/docs", "/x", "//", "/evening/x", "/statistics/1", "/evening/" + "9" * 30)),
    ],
)
def test_what_is_not_the_page_gets_nothing_and_above_all_no_secret(server: Server, method: str, path: str) -> None:
    secret = join(server)
    for at in (HERE, THERE):
        answer = server.ask(path, at=at, method=method, **{SECRET: secret})
        assert (answer.status, answer.cookies) == (404, {})
    assert server.reached == []


@pytest.mark.parametrize("path", ["/evening", "/evening/12", "/statistics?game=bambuti"])
def test_who_is_invited_may_look_at_evenings_and_statistics(server: Server, path: str) -> None:
    assert server.ask(path, at=HERE).status == 200
    assert server.ask(path, **{SECRET: join(server)}).body == "the table"


@pytest.mark.parametrize("path", ["/history", "/history/7", "/history?player=Ada"])
def test_the_pages_of_played_games_are_for_the_same_browsers_as_the_table(server: Server, path: str) -> None:
    assert server.ask(path, at=HERE).body == "the table"
    assert "<form" in server.ask(path).body
    between = "&" if "?" in path else "?"
    answer = server.ask(f"{path}{between}join={server.lan.invitation.letters()}&name=Ben")
    assert (answer.status, answer.place) == (303, path.partition("?")[0] + "?in=1")
    assert server.ask(path, **{SECRET: answer.cookies[SECRET]}).body == "the table"
    for other in ("/history/", "/history/x", "/history/7/8", "/historyx", "/history/-1", "/history/1234567890"):
        assert server.ask(other, at=HERE).status == 404


def test_a_link_of_another_site_renames_no_phone_that_is_in(server: Server) -> None:
    secret = join(server)
    answer = server.ask("/?join=AAAA&name=Evil", **{SECRET: secret})
    assert (answer.status, answer.place) == (303, "/")
    assert "name" not in answer.cookies


def test_a_phone_with_the_qr_code_is_asked_for_its_name_alone_and_comes_in_while_others_guess(server: Server) -> None:
    letters, link = server.lan.invitation.letters(), server.lan.link().removeprefix(f"http://{THERE}:{PORT}")
    wrong = "AAAA" if letters != "AAAA" else "BBBB"
    for number in range(TRIES_IN_ALL):
        assert server.ask(f"/?join={wrong}&name=Eve", came_from=f"192.0.2.{number + 10}").status == 403
    late = server.ask(f"/?join={letters}&name=Ben", came_from="192.0.2.99")
    assert late.status == 403
    assert "only the QR code" in late.body
    asked = server.ask(link)
    assert (asked.status, "letters" in asked.body.partition("</style>")[2]) == (200, False)
    assert f'value="{server.lan.invitation.code()}"' in asked.body
    answer = server.ask(f"{link}&name=Ben")
    assert (answer.status, answer.place, answer.cookies["name"]) == (303, "/?in=1", "Ben")
    assert server.ask(**{SECRET: answer.cookies[SECRET]}).body == "the table"


def test_a_code_that_is_too_old_leads_to_the_letters(server: Server) -> None:
    for query in ("", "&name=Ben"):
        answer = server.ask(f"/?invitation={'x' * 22}{query}")
        assert answer.status == 403
        assert "too old" in answer.body
        assert 'name="join"' in answer.body
        assert "x" * 22 not in answer.body
    assert server.reached == []


def test_a_television_that_joins_stays_one(server: Server) -> None:
    asked = server.ask(f"/?view=television&join={server.lan.invitation.letters()}")
    assert 'name="view" value="television"' in asked.body
    answer = server.ask(f"/?view=television&join={server.lan.invitation.letters()}&name=Den")
    assert (answer.status, answer.place) == (303, "/?view=television&in=1")
    secret = {SECRET: answer.cookies[SECRET]}
    assert server.ask(answer.place, **secret).place == "/?view=television"


def test_who_comes_from_the_network_is_asked_for_name_and_letters_and_then_gets_the_page(server: Server) -> None:
    assert "<form" in server.ask().body
    assert (
        server.ask(f"/?join={server.lan.invitation.letters()}").body.count(server.lan.invitation.letters()) == 1
    )  # the name is asked for
    assert server.reached == []
    secret = join(server)
    assert server.ask(**{SECRET: secret}).body == "the table"
    assert server.ask("/_nicegui/x.js", **{SECRET: secret}).status == 200
    assert server.ask("/_nicegui_ws/", kind="websocket", **{SECRET: secret}).is_refused is False
    assert len(set(server.reached)) == 1


@pytest.mark.parametrize(
    "path",
    [
        "/display/page.css",
        "/_nicegui/x.js",
        "/_nicegui_ws/socket.io/",
        "/?view=television",
        "/evening/1",
        "/statistics",
    ],
)
def test_nothing_is_served_to_who_was_not_invited(server: Server, path: str) -> None:
    for cookies in ({}, {SECRET: "x" * 22}, {SECRET: ""}, {SECRET: join(server)[::-1]}):
        answer = server.ask(path, **cookies)
        assert answer.status == 403 or "<form" in answer.body
        assert server.ask(path, kind="websocket", **cookies).is_refused
    assert server.reached == []


def test_wrong_letters_are_told_and_after_ten_tries_the_right_ones_do_not_open_either(server: Server) -> None:
    letters = server.lan.invitation.letters()
    wrong = "AAAA" if letters != "AAAA" else "BBBB"
    answer = server.ask(f"/?join={wrong}&name=Eve")
    assert answer.status == 403
    assert "do not open the table" in answer.body
    assert 'value="Eve"' in answer.body
    for _ in range(9):
        server.ask(f"/?join={wrong}&name=Eve")
    assert server.ask(f"/?join={letters}&name=Eve").status == 403
    assert server.reached == []


def test_a_browser_that_keeps_no_cookies_is_told_so_and_one_that_does_comes_in(server: Server) -> None:
    answer = server.ask(f"/?join={server.lan.invitation.letters()}&name=Ben")
    came_without = server.ask(answer.place)
    assert came_without.status == 403
    assert "keeps no cookies" in came_without.body
    assert "<form" not in came_without.body
    assert server.reached == []
    kept = {SECRET: answer.cookies[SECRET]}
    came = server.ask(answer.place, **kept)
    assert (came.status, came.place) == (303, "/"), "the address is as before"
    assert server.ask(came.place, **kept).body == "the table"


def test_a_keyboard_leaves_the_letters_as_they_are_typed(server: Server) -> None:
    field = server.ask().body.partition('name="join"')[2].partition(">")[0]
    for attribute in ('autocapitalize="characters"', 'autocorrect="off"', 'spellcheck="false"', 'autocomplete="off"'):
        assert attribute in field


def test_what_a_name_contains_is_text(server: Server) -> None:
    answer = server.ask("/?join=AAAA&name=%3Cscript%3E")
    assert "<script>" not in answer.body
    assert "&lt;script&gt;" in answer.body


@pytest.mark.parametrize(
    ("at", "host"),
    [
        (THERE, f"{HERE}:{PORT}"),
        (THERE, f"localhost:{PORT}"),
        (HERE, f"{THERE}:{PORT}"),
        (THERE, f"evil.example:{PORT}"),
    ],
)
def test_each_address_answers_to_its_own_names_alone(server: Server, at: str, host: str) -> None:
    for kind in ("http", "websocket"):
        server.ask(at=at, host=host, kind=kind)
    assert server.reached == []


@pytest.mark.parametrize("name", ["ada-laptop.local", "ada-laptop.fritz.box", "ADA-LAPTOP"])
def test_who_comes_by_a_name_that_a_router_gives_is_told_the_address_that_works(server: Server, name: str) -> None:
    for at in (HERE, THERE):
        answer = server.ask("/", at=at, host=f"{name}:{PORT}")
        assert answer.status == 421
        assert f'href="http://{at}:{PORT}' in answer.body
        assert answer.cookies == {}
    assert server.reached == []


def test_while_the_network_is_closed_even_the_admitted_get_nothing() -> None:
    server = Server()
    secret = join(server)
    server.lan._listener = None
    assert server.ask(**{SECRET: secret}).status == 400
    assert server.reached == []


def test_a_browser_that_asks_for_the_page_again_and_again_has_to_wait(server: Server) -> None:
    secret = join(server)
    statuses = [server.ask(**{SECRET: secret}).status for _ in range(PAGES + 5)]
    assert statuses == [200] * PAGES + [429] * 5
    other = join(server, "Cleo")
    assert server.ask(**{SECRET: other}).status == 200


@pytest.mark.parametrize(
    ("messages", "passed"),
    [(["x"] * MESSAGES, MESSAGES), (["x"] * (MESSAGES + 5), MESSAGES), (["x", "y" * (LONGEST_MESSAGE + 1), "z"], 1)],
)
def test_a_socket_that_floods_or_sends_too_much_at_once_is_ended(
    server: Server, messages: list[str], passed: int
) -> None:
    received = [{"type": "websocket.receive", "text": message} for message in messages]
    server.ask("/_nicegui_ws/", at=HERE, kind="websocket", messages=received)
    assert [message["type"] for message in server.told] == ["websocket.receive"] * passed + ["websocket.disconnect"]


# ---- secrets


def reached_with(server: Server, secret: str) -> tuple[str, str]:
    """The visitor as whom a browser of this computer reaches the page with a cookie, and its next cookie."""
    answer = server.ask(at=HERE, **{SECRET: secret})
    return server.reached[-1], answer.cookies[SECRET]


@pytest.mark.parametrize("chosen", ["x" * 22, "x" * 22 + "." + "0" * 64, "x" * 22 + ".", "", "é" * 30, "a b" * 10])
def test_a_secret_that_the_server_has_not_made_is_replaced(server: Server, chosen: str) -> None:
    visitor, secret = reached_with(server, chosen)
    assert visitor != visitor_of(chosen)
    assert secret != chosen
    assert reached_with(server, secret) == (visitor, secret)


def test_the_signature_of_another_secret_and_of_another_server_are_worth_nothing(server: Server) -> None:
    (_, one), (_, other) = reached_with(server, ""), reached_with(server, "")
    mixed = f"{one.partition('.')[0]}.{other.partition('.')[2]}"
    for forged in (mixed, BrowserSecrets(b"l" * 32).new(), one.upper(), one + "0"):
        assert reached_with(server, forged)[1] != forged


def test_a_browser_of_an_earlier_version_keeps_its_seat_and_gets_a_signature(server: Server) -> None:
    secret = "KTcPxaC2sXJvDk5BXvgRmA"
    visitor = hashlib.sha256(secret.encode()).hexdigest()
    assert reached_with(server, secret)[0] != visitor, "which only those have who were kept"
    server.kept.add(visitor)
    same, signed = reached_with(server, secret)
    assert same == visitor
    server.kept.clear()
    assert reached_with(server, signed) == (visitor, signed)


def test_the_key_is_made_once_for_its_user_alone_and_again_when_it_is_damaged(tmp_path: Path) -> None:
    folder = tmp_path / "tavolo"
    key = kept_key(folder)
    assert kept_key(folder) == key
    (file,) = folder.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert len(key) == 32
    file.write_bytes(b"short")
    other = kept_key(folder)
    assert len(other) == 32
    assert other != key
    assert list(folder.iterdir()) == [file]


# ---- other sites' pages


FOLLOWED = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (FOLLOWED, 200),
        (FOLLOWED | {"sec-fetch-site": "none"}, 200),
        ({"sec-fetch-site": "same-origin", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "style"}, 200),
        (FOLLOWED | {"sec-fetch-dest": "iframe"}, 403),
        (FOLLOWED | {"sec-fetch-dest": "iframe", "sec-fetch-site": "same-site"}, 403),
        (FOLLOWED | {"sec-fetch-mode": "no-cors", "sec-fetch-dest": "empty"}, 403),
        (FOLLOWED | {"sec-fetch-mode": "no-cors", "sec-fetch-dest": "image"}, 403),
        (FOLLOWED | {"sec-purpose": "prefetch"}, 403),
    ],
)
def test_a_link_of_another_site_is_followed_and_its_page_gets_nothing_else(
    server: Server, sent: dict[str, str], status: int
) -> None:
    assert server.ask("/history/1", at=HERE, sent=sent).status == status
    assert len(server.reached) == (status == 200)


def test_an_address_with_too_many_open_pages_gets_no_more_and_is_told_why(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = join(server)
    monkeypatch.setattr(server.pages, "has_room", lambda address, _visitor, is_here: is_here and address != "127.0.0.1")
    for at, came_from in ((HERE, "127.0.0.1"), (THERE, "192.0.2.7")):
        for path in ("/", "/history", "/evening/1"):
            answer = server.ask(path, at=at, came_from=came_from, **{SECRET: secret})
            assert answer.status == 429
            assert "Too many pages of this table are open" in answer.body
    assert server.ask("/display/page.css", at=HERE, came_from="127.0.0.1").status == 200

"""A page's socket speaks for its own page alone: what names another's is ignored."""

import asyncio
from collections import defaultdict
from types import SimpleNamespace
from typing import Any

import pytest
from socketio.exceptions import ConnectionRefusedError as Refused

from tavolo_host.display.access.own_sockets import OF_PAGE, obey_own_sockets_alone


class Sockets:
    """NiceGUI's socket server: its handlers, which only write down what they get, and who is bound to which page."""

    def __init__(self) -> None:
        self.handlers: dict[str, dict[str, Any]] = {"/": {}}
        self.manager = self
        self.bound: dict[str, list[str]] = {}
        self.visitors = {"ada's socket": "ada", "eve's socket": "eve"}
        self.opened: dict[str, Any] = defaultdict(lambda: SimpleNamespace(bind=lambda: None))
        self.obeyed: list[tuple[str, str, str]] = []
        for name in ("event", "javascript_response", "ack", "log"):
            self.on(name, lambda sid, message, name=name: self.obeyed.append((name, sid, message["client_id"])))

        async def handshake(sid: str, message: dict[str, str]) -> bool:
            self.bound.setdefault(message["client_id"], []).append(sid)
            return True

        async def connect(sid: str, environment: dict[str, str], _more: object = None) -> None:
            self.obeyed.append(("connect", sid, environment["QUERY_STRING"]))

        self.on("handshake", handshake)
        self.on("connect", connect)
        self.removed: list[str] = []
        obey_own_sockets_alone(self, lambda page: page.request.state.visitor not in self.removed)  # type: ignore[arg-type]

    def on(self, name: str, handler: Any) -> None:
        self.handlers["/"][name] = handler

    def get_environ(self, sid: str) -> Any:
        return {"asgi.scope": {"state": {"visitor": self.visitors[sid], "socket": self.opened[sid]}}}

    def get_participants(self, _space: str, client: str) -> list[tuple[str, str]]:
        return [(sid, sid) for sid in self.bound.get(client, [])]

    async def disconnect(self, sid: str) -> None:
        for bound in self.bound.values():
            if sid in bound:
                bound.remove(sid)

    def send(self, name: str, sid: str, message: Any) -> Any:
        done = self.handlers["/"][name](sid, message)
        return asyncio.run(done) if asyncio.iscoroutine(done) else done


def test_a_visitor_who_was_removed_has_no_page_again_by_another_socket(sockets: "Sockets") -> None:
    sockets.visitors["ada's spare"] = "ada"
    assert sockets.send("handshake", "ada's spare", {"client_id": "ada's page"})
    sockets.removed.append("ada")
    assert not sockets.send("handshake", "ada's spare", {"client_id": "ada's page"})


@pytest.fixture
def sockets(monkeypatch: pytest.MonkeyPatch) -> Sockets:
    """Ada and Eve have asked for a page each, and their sockets have come."""
    pages = {}
    for visitor in ("ada", "eve"):
        state = type("State", (), {"visitor": visitor})
        pages[f"{visitor}'s page"] = type("Page", (), {"request": type("Request", (), {"state": state})})
    monkeypatch.setattr("tavolo_host.display.access.own_sockets.Client.instances", pages)
    found = Sockets()
    for visitor in ("ada", "eve"):
        assert found.send("handshake", f"{visitor}'s socket", {"client_id": f"{visitor}'s page"})
    return found


@pytest.mark.parametrize("name", ["event", "javascript_response", "ack", "log"])
def test_a_message_is_obeyed_only_from_its_pages_own_socket(sockets: Sockets, name: str) -> None:
    sockets.send(name, "eve's socket", {"client_id": "ada's page"})
    assert sockets.obeyed == []
    sockets.send(name, "ada's socket", {"client_id": "ada's page"})
    assert sockets.obeyed == [(name, "ada's socket", "ada's page")]


@pytest.mark.parametrize("message", [None, "ada's page", {}, {"client_id": None}, ["ada's page"], {"client_id": ""}])
def test_a_message_without_a_page_is_ignored(sockets: Sockets, message: Any) -> None:
    for name in ("event", "javascript_response", "ack", "log", "handshake"):
        sockets.send(name, "eve's socket", message)
    assert sockets.obeyed == []


def test_a_socket_is_bound_only_to_a_page_of_the_same_visitor(sockets: Sockets) -> None:
    assert not sockets.send("handshake", "eve's socket", {"client_id": "ada's page"})
    assert not sockets.send("handshake", "eve's socket", {"client_id": "no page"})
    assert sockets.bound == {"ada's page": ["ada's socket"], "eve's page": ["eve's socket"]}


def test_only_a_socket_that_is_bound_to_a_page_may_stay(sockets: Sockets) -> None:
    stays: list[str] = []
    for visitor in ("ada", "eve"):
        sockets.visitors[f"{visitor}'s new socket"] = visitor
        sockets.opened[f"{visitor}'s new socket"] = SimpleNamespace(bind=lambda visitor=visitor: stays.append(visitor))
    sockets.send("handshake", "eve's new socket", {"client_id": "ada's page"})
    sockets.send("connect", "eve's new socket", {"QUERY_STRING": ""})
    sockets.send("connect", "eve's new socket", {"QUERY_STRING": "client_id=eve's page"})
    assert stays == []
    sockets.send("handshake", "ada's new socket", {"client_id": "ada's page"})
    assert stays == ["ada"]


def test_of_many_sockets_of_one_page_the_newest_few_stay(sockets: Sockets) -> None:
    new = [f"ada's socket {number}" for number in range(20)]
    ended: list[str] = []
    for sid in ("ada's socket", *new):
        sockets.visitors[sid] = "ada"
        sockets.opened[sid] = SimpleNamespace(bind=lambda: None, end=lambda sid=sid: ended.append(sid))
    for sid in new:
        assert sockets.send("handshake", sid, {"client_id": "ada's page"})
    assert sockets.bound == {"ada's page": new[-OF_PAGE:], "eve's page": ["eve's socket"]}
    assert ended == ["ada's socket", *new[:-OF_PAGE]]
    assert OF_PAGE < 10


def test_a_socket_that_asks_for_anothers_page_as_it_connects_is_refused(sockets: Sockets) -> None:
    for page in ("ada's page", "no page"):
        with pytest.raises(Refused):
            sockets.send("connect", "eve's socket", {"QUERY_STRING": f"implicit_handshake=true&client_id={page}"})
    own = "implicit_handshake=true&client_id=eve's page"
    sockets.send("connect", "eve's socket", {"QUERY_STRING": own})
    assert sockets.obeyed == [("connect", "eve's socket", own)]

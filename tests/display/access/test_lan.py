"""The way in from the network: letters and a code that change, few tries, and an admission that ends."""

import asyncio
import base64
from collections.abc import Callable, Sequence
from datetime import datetime
from itertools import pairwise
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tavolo_host.board.mirror import Mirror
from tavolo_host.display import app
from tavolo_host.display.access import lan
from tavolo_host.display.access.invitation import (
    HELD_S,
    LENGTH,
    LETTERS,
    RENEWED_S,
    TRIES,
    TRIES_IN_ALL,
    TRIES_S,
    Invitation,
)
from tavolo_host.display.access.lan import Lan
from tavolo_host.display.access.limits import Limit
from tavolo_host.display.live.moved import moved_html
from tavolo_host.display.model.network_commands import NetworkCommands
from tavolo_host.seats.admissions import NOTED_S, Invited
from tavolo_host.seats.presence import Presence
from tavolo_host.seats.rights import Rights
from tavolo_host.seats.roster import Roster
from tavolo_host.sources.kept_people import KeptPeople


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def invitation(clock: Clock) -> Invitation:
    return Invitation(clock)


def wrong(letters: str) -> str:
    return "AAAA" if letters != "AAAA" else "BBBB"


def test_letters_are_four_that_no_eye_takes_for_digits(invitation: Invitation) -> None:
    letters = invitation.letters()
    assert len(letters) == LENGTH == 4
    assert set(letters) <= set(LETTERS)
    assert not {"I", "O"} & set(LETTERS)


def test_letters_and_code_are_renewed_every_ten_minutes_while_shown_and_hold_a_minute_longer(
    invitation: Invitation, clock: Clock
) -> None:
    first, code = invitation.letters(), invitation.code()
    clock.now += 599
    assert (invitation.letters(), invitation.code()) == (first, code)
    clock.now += 1
    assert invitation.letters() != first
    assert invitation.code() != code
    assert invitation.opens_by_earlier
    clock.now += 59
    assert invitation.opens_by_letters(first, "192.0.2.7")
    assert invitation.opens_by_code(code)
    clock.now += 1
    assert not invitation.opens_by_letters(first, "192.0.2.7")
    assert not invitation.opens_by_code(code)
    assert not invitation.opens_by_earlier
    written = " ".join(invitation.letters().lower())
    for typed in (written, f" {written.replace(' ', '-')}", written.replace(" ", "\N{NO-BREAK SPACE}\N{EN DASH} ")):
        assert invitation.opens_by_letters(typed, "192.0.2.7")
    assert invitation.opens_by_code(invitation.code())
    assert (RENEWED_S, HELD_S) == (600, 60)


def test_an_invitation_that_nobody_is_shown_any_more_expires(invitation: Invitation, clock: Clock) -> None:
    letters, code = invitation.letters(), invitation.code()
    clock.now += RENEWED_S + HELD_S
    assert not invitation.opens_by_letters(letters, "192.0.2.7")
    assert not invitation.opens_by_code(code)


def test_ten_tries_a_minute_come_from_one_address_and_then_even_the_right_letters_are_refused(
    invitation: Invitation, clock: Clock
) -> None:
    letters = invitation.letters()
    for _ in range(TRIES):
        assert not invitation.opens_by_letters(wrong(letters), "192.0.2.7")
    assert not invitation.opens_by_letters(letters, "192.0.2.7")
    assert invitation.opens_by_letters(letters, "192.0.2.8")
    clock.now += TRIES_S + 1
    assert invitation.opens_by_letters(letters, "192.0.2.7")
    assert TRIES == 10


def test_a_club_that_joins_by_the_right_letters_at_the_same_time_is_not_guessing(invitation: Invitation) -> None:
    letters = invitation.letters()
    assert all(invitation.opens_by_letters(letters, "192.0.2.7") for _ in range(40))
    assert all(invitation.opens_by_letters(letters, f"192.0.2.{number}") for number in range(40))


def test_thirty_tries_a_minute_come_from_all_addresses_and_a_phone_with_the_code_still_gets_in(
    invitation: Invitation, clock: Clock
) -> None:
    letters = invitation.letters()
    for number in range(30):
        assert not invitation.opens_by_letters(wrong(letters), f"192.0.2.{number}")
    assert not invitation.opens_by_letters(letters, "192.0.2.77")
    assert invitation.opens_by_code(invitation.code())
    clock.now += TRIES_S + 1
    assert invitation.opens_by_letters(letters, "192.0.2.77")
    assert TRIES_IN_ALL == 30


def test_codes_are_too_long_to_be_guessed(invitation: Invitation) -> None:
    assert len(base64.urlsafe_b64decode(invitation.code() + "==")) * 8 == 128


def test_the_host_hears_of_guessing_once_a_minute(invitation: Invitation, clock: Clock) -> None:
    heard: list[float] = []
    invitation.on_guessing = lambda: heard.append(clock.now)
    for _ in range(TRIES):
        invitation.opens_by_letters(wrong(invitation.letters()), "192.0.2.7")
    assert heard == [], "people mistype"
    for _ in range(150):
        invitation.opens_by_letters(wrong(invitation.letters()), "192.0.2.7")
        invitation.opens_by_letters(wrong(invitation.letters()), "192.0.2.8")
        clock.now += 1
    assert len(heard) == 3
    assert all(later - earlier > 60 for earlier, later in pairwise(heard))


def test_nothing_admits_anybody_before_an_invitation_is_shown(invitation: Invitation) -> None:
    assert not invitation.opens_by_letters("", "192.0.2.7")
    assert not invitation.opens_by_code("")


def test_a_limit_forgets_those_who_are_gone(clock: Clock) -> None:
    limit = Limit(2, 60, clock)
    for number in range(1000):
        assert limit.allows(str(number))
        clock.now += 1
    assert len(limit.done) <= 62


class Door:
    """A network's door that is only written down."""

    address, others = "", ["192.0.2.8"]

    def __init__(self) -> None:
        self.opened: list[str] = []

    async def open(self, address: str) -> None:
        self.opened.append(address)

    close = None


@pytest.mark.parametrize(("is_here", "opened"), [(True, ["192.0.2.8", ""]), (False, [])])
def test_only_this_computer_opens_the_network_and_only_at_its_own_addresses(is_here: bool, opened: list[str]) -> None:
    roster, door = Roster(Mirror), Door()
    if is_here:
        roster.hosts.add("ada")
    table = cast("Any", SimpleNamespace(roster=roster, rights=Rights(roster)))
    commands = NetworkCommands(table, Presence(roster), "ada", cast("Any", door))
    for address in ("192.0.2.8", "evil.example", ""):
        asyncio.run(commands.open(address))
    assert door.opened == opened


# ---- an address that goes


class Computer:
    """A computer's network: its addresses come and go. `listening` is where the page is open."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *addresses: str) -> None:
        self.addresses, self.listening = [*addresses], list[str]()
        self.used: list[str] = []  # by another program
        self.lost: list[str] = []
        monkeypatch.setattr(lan, "addresses", lambda: [*self.addresses])
        monkeypatch.setattr(lan, "is_own", self.addresses.__contains__)
        monkeypatch.setattr(lan.Server, "instance", None, raising=False)
        monkeypatch.setattr(lan.Client, "instances", {})
        self.lan = Lan(8520, Invited(), lambda: 0.0, lambda: 0.0)
        self.lan.on_lost = lambda: self.lost.append(self.lan.invited.address)

    async def create_server(self, _protocol: object, address: str, _port: int) -> Any:
        await asyncio.sleep(0)
        if address not in self.addresses:
            raise OSError(99, "Cannot assign requested address")
        if address in self.used:
            raise OSError(98, "Address already in use")
        self.listening.append(address)
        return SimpleNamespace(close=lambda: self.listening.remove(address))

    def do(self, deed: Callable[[], Any]) -> None:
        async def done() -> None:
            asyncio.get_running_loop().create_server = self.create_server  # type: ignore[method-assign, assignment]
            await deed()

        asyncio.run(done())

    def follow(self) -> None:
        self.do(self.lan.follow)


def test_an_address_that_goes_is_noticed_once_and_the_new_one_is_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    computer = Computer(monkeypatch, "192.0.2.1")
    computer.do(computer.lan.open)
    computer.follow()
    assert (computer.lan.is_lost, computer.lost) == (False, [])
    computer.addresses[:] = ["192.0.2.99"]
    for _ in range(3):
        computer.follow()
    assert app.ADDRESSES_S < 10
    assert computer.lost == ["192.0.2.1"]
    assert computer.lan.is_lost
    assert computer.lan.others == ["192.0.2.99"]
    assert "192.0.2.1" in moved_html(computer.lan)
    assert 'data-press="192.0.2.99"' in moved_html(computer.lan)
    computer.do(lambda: computer.lan.open("192.0.2.99"))
    assert (computer.lan.is_lost, computer.listening) == (False, ["192.0.2.99"])
    assert computer.lan.url == "http://192.0.2.99:8520/"


def test_an_address_that_comes_back_is_no_longer_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    computer = Computer(monkeypatch, "192.0.2.1")
    computer.do(computer.lan.open)
    computer.addresses.clear()
    computer.follow()
    assert "on no network" in moved_html(computer.lan)
    computer.addresses.append("192.0.2.1")
    computer.follow()
    assert (computer.lan.is_lost, computer.listening) == (False, ["192.0.2.1"])


@pytest.mark.parametrize("wanted", ["192.0.2.1", ""])
def test_a_page_that_could_not_be_opened_at_the_start_is_opened_when_its_address_is_there(
    monkeypatch: pytest.MonkeyPatch, wanted: str
) -> None:
    computer = Computer(monkeypatch)
    computer.lan.miss(wanted)
    computer.follow()
    assert computer.lan.is_lost
    assert computer.lan.address == ""
    computer.addresses.append("192.0.2.1")
    computer.follow()
    assert (computer.lan.is_lost, computer.lan.address) == (False, "192.0.2.1")


def test_nothing_is_missed_where_the_host_has_closed_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    computer = Computer(monkeypatch, "192.0.2.1")
    computer.lan.miss("192.0.2.9")
    computer.do(computer.lan.close)
    computer.addresses[:] = ["192.0.2.9"]
    computer.follow()
    assert (computer.lan.is_lost, computer.listening, computer.lan.invited.address) == (False, [], "")


def test_a_port_that_another_program_uses_is_reported_and_taken_when_it_is_free(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    computer = Computer(monkeypatch, "192.0.2.1", "192.0.2.2")
    computer.used = ["192.0.2.1"]
    computer.do(lambda: app._open_to_network(computer.lan, "192.0.2.1"))
    computer.follow()
    assert "another program uses its port there" in moved_html(computer.lan)
    computer.used.clear()
    computer.follow()
    assert (computer.lan.is_lost, computer.listening) == (False, ["192.0.2.1"])


@pytest.mark.parametrize("deeds", [("open", "close"), ("follow", "close", "follow")])
def test_what_the_host_closes_while_it_is_being_opened_is_closed(
    monkeypatch: pytest.MonkeyPatch, deeds: Sequence[str]
) -> None:
    computer = Computer(monkeypatch, "192.0.2.1")
    computer.lan.miss("")
    computer.do(lambda: asyncio.gather(*(getattr(computer.lan, deed)() for deed in deeds)))
    assert (computer.listening, computer.lan.address, computer.lan.invited.address) == ([], "", "")
    assert not computer.lan.is_lost


def test_what_is_no_address_is_not_kept_with_the_evening(monkeypatch: pytest.MonkeyPatch) -> None:
    computer = Computer(monkeypatch, "192.0.2.1")
    computer.do(lambda: app._open_to_network(computer.lan, "ada-laptop.local"))
    computer.follow()
    assert (computer.lan.invited.address, computer.lan.is_lost, computer.listening) == ("", False, [])


@pytest.mark.parametrize(("opened", "stays"), [("192.0.2.1", "192.0.2.1"), ("", "192.0.2.9")])
def test_an_evening_that_goes_on_late_leaves_an_open_network_where_it_is(opened: str, stays: str) -> None:
    roster = Roster(Mirror)
    roster.invited.address = opened
    KeptPeople({}, {}, address="192.0.2.9").resume(roster, 0.0)
    assert roster.invited.address == stays


# ---- how long visitors stay admitted

ADDRESS = "192.0.2.1"


def at(hour: int, day: int = 27) -> float:
    """An hour of a day by the clock on the wall."""
    return datetime(2026, 11, day, hour).astimezone().timestamp()


class Guest:
    """A page of a visitor from the network, as NiceGUI knows it; `told` is what its socket has been sent."""

    def __init__(self, visitor: str, came_by: str = ADDRESS) -> None:
        self.id, self.told = visitor, []
        self.request = cast("Any", type("Request", (), {}))
        self.request.scope = {"server": (came_by, 8520)}
        self.request.state = type("State", (), {"visitor": visitor})
        self.has_socket_connection = True
        self.told: list[str]


class Sockets:
    """NiceGUI's sockets: each page has one, which is written into what the page was told."""

    def __init__(self, guests: dict[str, Guest]) -> None:
        self._guests = guests
        self.eio = self.manager = self

    def get_participants(self, _space: str, client: str) -> list[tuple[str, str]]:
        return [(client, client)]

    async def emit(self, kind: str, message: dict[str, str], room: str) -> None:
        self._guests[room].told.append(message["code"])

    async def disconnect(self, client: str) -> None:
        self._guests[client].told.append("the end")


@pytest.fixture
def guests(monkeypatch: pytest.MonkeyPatch) -> dict[str, Guest]:
    """The pages of Ada, Ben and the host."""
    found = {"ada": Guest("ada"), "ben": Guest("ben"), "host": Guest("host", "127.0.0.1")}
    monkeypatch.setattr("tavolo_host.display.access.lan.Client.instances", found)
    monkeypatch.setattr("tavolo_host.display.access.lan.core.sio", Sockets(found))
    return found


class Evening:
    """A table that is open to the network, where Ada and Ben were admitted at eight."""

    def __init__(self) -> None:
        self.now = at(20)
        self.lan = Lan(8520, Invited(address=ADDRESS), lambda: self.now, lambda: self.now)
        self.lan._listener = cast("Any", self)
        for visitor in ("ada", "ben"):
            assert self.lan.admit(visitor, "", self.lan.invitation.code(), "192.0.2.7")

    def look(self, now: float) -> None:
        self.now = now
        asyncio.run(self.lan.look())

    def close(self) -> None:
        """The listener is closed."""


@pytest.fixture
def evening(guests: dict[str, Guest]) -> Evening:
    return Evening()


def until(evening: Evening, end: float) -> None:
    while evening.now < end:
        evening.look(min(evening.now + 20 * 60, end))


def test_an_admission_ends_at_five_in_the_morning_with_the_pages_that_are_open(
    evening: Evening, guests: dict[str, Guest]
) -> None:
    until(evening, at(4, 28))
    assert evening.lan.is_admitted("ada")
    assert not guests["ada"].told
    evening.look(at(5, 28))
    assert not evening.lan.is_admitted("ada")
    assert guests["ada"].told == ["location.reload()", "the end"]
    assert not guests["host"].told


def test_who_is_admitted_in_the_morning_stays_until_the_next_one(evening: Evening) -> None:
    evening.now = at(6)
    evening.lan.admit("cleo", "", evening.lan.invitation.code(), "192.0.2.7")
    until(evening, at(9))
    assert evening.lan.is_admitted("cleo"), "seen in time"
    evening.now += 3 * 3600
    assert evening.lan.is_admitted("cleo")


def test_an_admission_ends_after_a_pause_of_four_hours_without_that_browser(
    evening: Evening, guests: dict[str, Guest]
) -> None:
    guests["ben"].has_socket_connection = False
    until(evening, at(23))
    assert evening.lan.is_admitted("ben")
    del guests["ben"]
    until(evening, at(23) + 4 * 3600 - NOTED_S - 1)
    assert "ben" in evening.lan.invited.visitors
    until(evening, at(23) + 4 * 3600)
    assert not evening.lan.is_admitted("ben")
    assert evening.lan.is_admitted("ada"), "whose page is open"


def test_a_guest_whom_the_host_removes_is_out_at_once_and_cannot_come_back_with_what_it_knows(
    evening: Evening, guests: dict[str, Guest]
) -> None:
    letters, code = evening.lan.invitation.letters(), evening.lan.invitation.code()
    asyncio.run(evening.lan.remove("ben"))
    assert guests["ben"].told == ["location.reload()", "the end"]
    assert not evening.lan.is_admitted("ben")
    assert not evening.lan.admit("ben", letters, "", "192.0.2.9")
    assert not evening.lan.admit("ben", "", code, "192.0.2.9")
    assert evening.lan.is_admitted("ada")
    assert not guests["ada"].told


def test_with_a_guest_the_host_removes_all_browsers_that_nobody_uses(
    evening: Evening, guests: dict[str, Guest]
) -> None:
    for spare in ("spare", "away at a seat"):
        assert evening.lan.admit(spare, "", evening.lan.invitation.code(), "192.0.2.9")
    asyncio.run(evening.lan.remove("ben", keeping=["away at a seat"]))
    assert [*evening.lan.invited.visitors] == ["ada", "away at a seat"]


def test_all_admissions_end_when_the_host_closes_the_network(evening: Evening, guests: dict[str, Guest]) -> None:
    asyncio.run(evening.lan.close())
    assert evening.lan.invited == Invited()
    assert guests["ada"].told == ["the end"]
    assert not guests["host"].told

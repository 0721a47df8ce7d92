"""The way in from the network: four letters that change, few tries, and nothing for those who are not admitted."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tavolo_host.board.mirror import Mirror
from tavolo_host.display.commands import Commands
from tavolo_host.display.lan import HELD_S, LENGTH, LETTERS, RENEWED_S, TRIES, TRIES_S, Lan, Limit
from tavolo_host.seats.presence import Presence
from tavolo_host.seats.rights import Rights
from tavolo_host.seats.roster import Invited, Roster


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def lan(clock: Clock) -> Lan:
    return Lan(8520, Invited(), clock)


def test_letters_are_four_that_no_eye_takes_for_digits(lan: Lan) -> None:
    letters = lan.letters()
    assert len(letters) == LENGTH == 4
    assert set(letters) <= set(LETTERS)
    assert not {"I", "O"} & set(LETTERS)


def test_letters_are_renewed_every_ten_minutes_while_shown_and_hold_a_minute_longer(lan: Lan, clock: Clock) -> None:
    first = lan.letters()
    clock.now += 599
    assert lan.letters() == first
    clock.now += 1
    assert lan.letters() != first
    clock.now += 59
    assert lan.admit("ada", first, "192.0.2.7")
    clock.now += 1
    assert not lan.admit("ben", first, "192.0.2.7")
    assert lan.admit("ben", lan.letters().lower(), "192.0.2.7")
    assert lan.invited.visitors == {"ada", "ben"}
    assert (RENEWED_S, HELD_S) == (600, 60)


def test_letters_that_nobody_is_shown_any_more_expire(lan: Lan, clock: Clock) -> None:
    first = lan.letters()
    clock.now += RENEWED_S + HELD_S
    assert not lan.admit("ada", first, "192.0.2.7")


def test_ten_tries_a_minute_come_from_one_address_and_then_even_the_right_letters_are_refused(
    lan: Lan, clock: Clock
) -> None:
    letters = lan.letters()
    for _ in range(TRIES):
        assert not lan.admit("eve", "AAAA" if letters != "AAAA" else "BBBB", "192.0.2.7")
    assert not lan.admit("eve", letters, "192.0.2.7")
    assert lan.admit("ada", letters, "192.0.2.8")
    clock.now += TRIES_S + 1
    assert lan.admit("eve", letters, "192.0.2.7")
    assert TRIES == 10


def test_nothing_admits_anybody_before_letters_are_shown(lan: Lan) -> None:
    assert not lan.admit("eve", "", "192.0.2.7")


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
    commands = Commands(table, Presence(roster), "ada", cast("Any", door))
    for address in ("192.0.2.8", "evil.example", ""):
        asyncio.run(commands.open_network(address))
    assert door.opened == opened

"""A socket that names no page ends soon, and few are open at once."""

import asyncio
from typing import Any

import pytest

from tavolo_host.display.access import lone_sockets
from tavolo_host.display.access.lone_sockets import END, LONE, LONE_IN_ALL, LONE_S, LoneSockets, PageSocket

MESSAGE = {"type": "websocket.receive", "text": "2"}


async def silence() -> Any:
    await asyncio.Event().wait()


async def answer() -> Any:
    return MESSAGE


async def ended(sockets: list[PageSocket]) -> list[bool]:
    """Whether each has ended, which it learns when it waits for a message."""
    waiting = [asyncio.ensure_future(each.receive(silence)) for each in sockets]
    for _ in range(5):
        await asyncio.sleep(0)
    told = [each.done() and each.result() == END for each in waiting]
    for each in waiting:
        each.cancel()
    return told


def test_of_many_sockets_of_one_address_that_name_no_page_the_newest_few_stay() -> None:
    async def open_many() -> None:
        lone = LoneSockets()
        sockets = [lone.open("192.0.2.7") for _ in range(100)]
        other = lone.open("192.0.2.8")
        assert await ended([*sockets, other]) == [True] * (100 - LONE) + [False] * (LONE + 1)

    asyncio.run(open_many())


def test_sockets_of_many_addresses_that_name_no_page_are_few_in_all() -> None:
    async def open_many() -> None:
        lone = LoneSockets()
        told = await ended([lone.open(f"192.0.2.{number}") for number in range(200)])
        assert told == [True] * (200 - LONE_IN_ALL) + [False] * LONE_IN_ALL

    asyncio.run(open_many())


def test_a_socket_has_seconds_to_name_its_page_however_often_it_says_something(monkeypatch: pytest.MonkeyPatch) -> None:
    assert LONE_S == 10
    monkeypatch.setattr(lone_sockets, "LONE_S", 0)

    async def open_two() -> None:
        lone = LoneSockets()
        bound, silent, talking = (lone.open("192.0.2.7") for _ in range(3))
        bound.bind()
        await talking.receive(answer)
        assert await ended([bound, silent, talking]) == [False, True, True]
        assert await bound.receive(answer) == MESSAGE
        bound.end()
        assert await bound.receive(silence) == END

    asyncio.run(open_two())


def test_sockets_with_a_page_and_those_that_have_ended_leave_room_for_others() -> None:
    async def open_some() -> None:
        lone = LoneSockets()
        first = lone.open("192.0.2.7")
        for _ in range(100):
            lone.open("192.0.2.7").bind()
            lone.close(lone.open("192.0.2.7"))
        assert await ended([first]) == [False]

    asyncio.run(open_some())

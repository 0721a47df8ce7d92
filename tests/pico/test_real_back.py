"""The tests' access to a real board, tested without one: behind the URL is an emulated Pico, and the person who reads
the orders is a script that moves the emulated hands.
"""

from collections.abc import Iterator
from random import Random

import pytest

from tavolo.games import load
from tavolo.link.hello import PROTOCOL
from tavolo.seat.states import TAKE
from tavolo_host.people.pico_table import PicoTable
from tavolo_host.simulator.hardware import TICK_MS
from tavolo_host.simulator.pico_bridge import PicoBridge
from tavolo_host.simulator.serial_line import LoopbackServer
from tests.pico.back import foreign_to
from tests.pico.golden_play import Golden, play_golden
from tests.pico.orders import Order, obey
from tests.pico.pico_evening import FIRMWARE
from tests.pico.real_back import RealBack


class ScriptedPerson:
    """Follows orders with emulated hands, after a moment of reading. `heard` are the sentences."""

    READING_MS = 200

    def __init__(self) -> None:
        self.table = PicoTable(Random(1), FIRMWARE)
        self.line = LoopbackServer()
        self.bridge = PicoBridge(self.table.open_port, self.line)
        self.heard: list[str] = []

    def say(self, text: str) -> None:
        self.heard.append(text)

    def do(self, order: Order) -> None:
        self.say(str(order))
        body = self.table.bodies[order.seat]
        body.do(body.wait(self.READING_MS))
        obey(self.table.bodies, order)

    def is_still(self) -> bool:
        return not any(body.is_moving() for body in self.table.bodies)

    def power_cycle(self) -> None:
        self.say("power")
        self.table.pico.cut_power()
        self.table.run_ms(300)
        self.table.pico.power_on()

    def pass_time(self) -> int:
        self.table.step()
        self.bridge.step()
        return TICK_MS


@pytest.fixture
def person() -> Iterator[ScriptedPerson]:
    person = ScriptedPerson()
    yield person
    person.line.close()
    person.table.close()


def test_a_board_behind_a_url_is_tested_with_a_person_and_left_without_a_game(person: ScriptedPerson) -> None:
    golden = Golden(load("david-goliath"), 3)
    back = RealBack(person.line.url, person, person.pass_time)
    assert (back.hello["protocol"], back.hello["seats"]) == (PROTOCOL, "ff")
    back.put_in(6, foreign_to("david-goliath"))
    assert back.next_of("refusal", 0).sentence == "Seat 7: no game has been started yet."
    back.clear_slot(6)
    play_golden(back, golden, decisions=2)
    back.wait_for_empty_slots()
    back.power_cycle()
    back.run_until(lambda: back.mirror.in_step and len(back.mirror.actions) == 3)
    back.close()

    second = RealBack(person.line.url, person, person.pass_time)
    assert second.mirror.record is None
    assert "The board has kept a game; it is given up." in person.heard
    since = second.told()
    second.press(1, TAKE)
    second.press(1, TAKE)
    assert second.next_of("note", since).sentence == "Seats joined: 1, but this game is for 3 to 6."
    second.close()
    assert person.heard[0] == "Put the 1 of Tanz der Hornochsen into the slot of seat 7, down to the stop."

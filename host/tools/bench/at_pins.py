"""What a board with a rig at its pins can be measured by: how soon a key and a card are answered, by the rig's clock.

A time begins when the chip's registers show the touch, or the card where it lies still, and ends with the first changed
byte on the lamps' wire. So it has no part of the chip's own sampling (4 ms), nor of the way from the laptop to the rig.
The usual emulated table does the same things beside it, measured between the same moments by its simulated time.

When a board is ready after a reset is found by the laptop's clock, to PRECISION_MS. How long a tick takes is measured
by the board itself: its main loop runs from the prompt, with a stopwatch.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from itertools import pairwise
from unittest.mock import patch

from host.tools.bench.keys import WRAP_NS, answers_ms, ready_ms
from host.tools.bench.playing import is_green
from host.tools.bench.report import Values
from host.tools.bench.rows import EMULATED
from host.tools.bench.watched_table import BYTE_NS, MS, Frame, hold
from tavolo import wiring
from tavolo.games import load
from tavolo_host.board.serial_port import open_serial
from tavolo_host.simulator import body
from tavolo_host.simulator.body import SlotBody
from tavolo_host.simulator.pico_parts import Strip
from tavolo_host.simulator.rig import Rig
from tests.pico.back import Back
from tests.pico.emulated_back import EmulatedBack
from tests.pico.golden_play import Golden, play_golden
from tests.pico.rig_back import RigBack, RigHands
from tests.pico.timed_loop import WINDOW_MS, begin_timed_loop, end_timed_loop

GAME, PLAYERS = "david-goliath", 3
PRECISION_MS, MOST_READY_MS = 20, 1200


class Pins:
    """What is seen at a board's pins from now on: `frames` of the lamps, and for each seat what its chip has `shown`.

    These are (ns, touch status) of each change of its registers. All lamps are dark at first.
    """

    def __init__(self, back: Back, bodies: list[SlotBody], lamps: Strip, reset: Callable[[], None]) -> None:
        self.back, self.bodies, self.lamps = back, bodies, lamps
        self.frames = [Frame(wiring.LAMPS_PIN, 0, 0, bytes(3 * wiring.LAMPS))]
        self.shown: list[list[tuple[int, int]]] = [[] for _ in range(wiring.SEATS)]
        self._reset = reset
        self._earlier = lamps.listener
        lamps.listener = self._see

    def _see(self, start_ns: int, end_ns: int, levels: bytes) -> None:
        self.frames.append(Frame(wiring.LAMPS_PIN, start_ns, end_ns, levels))
        if self._earlier is not None:
            self._earlier(start_ns, end_ns, levels)

    def show(self, seat: int, at_ns: int, touched: int) -> None:
        self.shown[seat].append((at_ns, touched))

    def wait_ms(self, milliseconds: float) -> None:
        self.back.run_ms(round(milliseconds))

    def touch(self, seat: int) -> Callable[[], int]:
        """Touch ✓ of a seat; what is returned tells later when its chip showed that, in ns."""
        shown = self.shown[seat]
        known, before = len(shown), shown[-1][1] if shown else 0
        hold(self.bodies[seat], 1.0)
        return lambda: next(at_ns for at_ns, touched in shown[known:] if touched != before)

    def await_frame(self, _pin: int, is_it: Callable[[Frame], bool], limit_ms: int) -> Frame:
        """Return the first frame of the lamps from now on of which `is_it` is true."""
        seen = len(self.frames)
        self.back.run_until(lambda: any(map(is_it, self.frames[seen:])), limit_ms)
        return next(filter(is_it, self.frames[seen:]))

    def restart(self) -> None:
        """Reset the board; no laptop is beside it from then on."""
        if self.back.companion is not None:
            self.back.companion.close()
        self.back.companion = None
        self._reset()


@contextmanager
def emulated_table() -> Iterator[Pins]:
    """The usual emulated table."""
    with closing(EmulatedBack()) as back:
        pins = Pins(back, back.table.bodies, back.table.hardware.lamps, back.power_cycle)
        for seat, chip in enumerate(back.table.hardware.chips):
            chip.listener = lambda us, touched, seat=seat: pins.show(seat, 1000 * us, touched)  # type: ignore[misc]
        yield pins


@contextmanager
def board_with_rig(board: str, rig: str) -> Iterator[Pins]:
    """The board at a port, with the rig at another; both are EMULATED if the rig is."""
    with ExitStack() as stack:
        if rig == EMULATED:
            from tests.pico.joined_table import JoinedTable  # the emulator's packages may be missing otherwise

            table = stack.enter_context(closing(JoinedTable()))
            hands = RigHands(table.open_rig(), table.pass_time)
            back = RigBack("cable", hands, table.open_board)
        else:
            hands = RigHands(Rig(stack.enter_context(closing(open_serial(rig)))))
            back = RigBack(board, hands)
        stack.enter_context(closing(back))
        pins = Pins(back, hands.bodies, hands.rig.strips[wiring.LAMPS_PIN], hands.power_cycle)
        hands.rig.listener = pins.show
        try:
            yield pins
        finally:
            if rig != EMULATED:
                back.restart()  # it was left at its prompt


def board_and_emulated_table(board: str, rig: str, touches: int, cards: int) -> Iterator[Values]:
    """Measure what is at these ports, and the usual emulated table beside it."""
    where = "emulated board" if rig == EMULATED else f"board at {board}"
    at_pins = measured(board_with_rig(board, rig), f"{where} with a rig", touches, cards)
    beside = measured(emulated_table(), "emulated table", touches, cards)
    for both in zip(at_pins, beside, strict=True):
        yield from both


def measured(opened: AbstractContextManager[Pins], where: str, touches: int, cards: int) -> list[Values]:
    # Hands without capacitance, so that a card lies still as soon as it is at the stop.
    with opened as pins, patch.object(body, "HOLDING_HAND", 0.0):
        to_pixel = answers_ms(pins, touches)
        pins.back.restart()
        to_lamp = play(pins, cards)
        ready = ready_ms(pins, PRECISION_MS, MOST_READY_MS)
        begin_timed_loop(pins.back)
        pins.back.run_ms(2 * WINDOW_MS)
        play(pins, cards)
        watched = end_timed_loop(pins.back)
    words = {"where": where, "game": GAME}
    return [
        Values("key", to_pixel, words),
        Values("card", to_lamp, words),
        Values("ready", [ready], words),
        Values("tick in the lobby", watched.in_lobby, words),
        Values("tick in play", watched.in_play, words),
    ]


def play(pins: Pins, cards: int) -> list[float]:
    """Play so many cards of a game; return for each the milliseconds until its lamp is green."""
    back, found = pins.back, []
    mark = len(pins.frames)

    def note() -> None:
        nonlocal mark
        mirror = back.mirror
        actor, card = mirror.game.actor(mirror.actions[-1]), mirror.game.action_card(mirror.actions[-1])
        if actor >= 0 and card >= 0:
            seat = mirror.seats[actor]
            back.run_until(lambda: turned_green(pins.frames[mark - 1 :], seat))  # the laptop may hear of it earlier
            found.append(to_lamp_ms(turned_green(pins.frames[mark - 1 :], seat)[0], seat, pins.shown[seat]))
        mark = len(pins.frames)

    play_golden(back, Golden(load(GAME), PLAYERS), decisions=cards, after_each=note)
    back.wait_for_empty_slots()
    back.abandon()
    return found


def turned_green(frames: list[Frame], seat: int) -> list[Frame]:
    """Return those in which a seat's lamp shows that a card was accepted, and did not before."""
    return [now for last, now in pairwise(frames) if is_green(now, seat) > is_green(last, seat)]


def to_lamp_ms(green: Frame, seat: int, shown: list[tuple[int, int]]) -> float:
    """Return the milliseconds from the last change of a chip's registers before a seat's lamp was green until then."""
    green_ns = green.start_ns + 3 * seat * BYTE_NS
    return min((green_ns - at_ns) % WRAP_NS for at_ns, _ in shown) / MS

"""What a board with a rig at its pins can be measured by: how soon a key and a card are answered, by the rig's clock.

A time begins when the chip's registers show the touch, or the card where it lies still, and ends with the first changed
byte on the lamps' wire. So it has no part of the chip's own sampling (4 ms), nor of the way from the laptop to the rig.
The usual emulated table does the same things beside it, measured between the same moments by its simulated time.

When a board is ready after a reset is found by the laptop's clock, to PRECISION_MS. How long a tick takes is measured
by the board itself: its main loop runs from the prompt, with a stopwatch.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from itertools import pairwise
from random import Random
from unittest.mock import patch

from host.tools.bench.budgets import CARD_TO_LAMP, KEY_TO_PIXEL, LONGEST_TICK, READY_FROZEN
from host.tools.bench.keys import HOLD_MS, LIMIT_MS, TAKE, changed_at_ns
from host.tools.bench.playing import is_green
from host.tools.bench.report import Row, percentile, rows_for
from host.tools.bench.starting import ANSWERED_MS, looks_joined
from host.tools.bench.watched_table import BYTE_NS, MS, Frame
from tavolo import wiring
from tavolo.games import load
from tavolo_host.board.serial_port import open_serial
from tavolo_host.simulator import body
from tavolo_host.simulator.body import Body
from tavolo_host.simulator.pico_parts import Strip
from tavolo_host.simulator.rig import Rig
from tests.pico.back import Back
from tests.pico.emulated_back import EmulatedBack
from tests.pico.golden_play import Golden, play_golden
from tests.pico.rig_back import RigBack, RigHands
from tests.pico.timed_loop import WINDOW_MS, begin_timed_loop, end_timed_loop

EMULATED = "emulated"  # in place of a rig's port: board and rig are two emulated Picos
WRAP_NS = (1 << 32) * 1000  # of the rig's clock
GAME, PLAYERS = "david-goliath", 3
PRECISION_MS, MOST_READY_MS = 20, 1200
SHARES = (("99th percentile", 99), ("median", 50))


class Pins:
    """What is seen at a board's pins from now on: `frames` of the lamps, and for each seat what its chip has `shown`.

    These are (ns, touch status) of each change of its registers. All lamps are dark at first.
    """

    def __init__(self, back: Back, bodies: list[Body], lamps: Strip, reset: Callable[[], None]) -> None:
        self.back = back
        self.bodies = bodies
        self.reset = reset
        self.frames = [Frame(wiring.LAMPS_PIN, 0, 0, bytes(3 * wiring.LAMPS))]
        self.shown: list[list[tuple[int, int]]] = [[] for _ in range(wiring.SEATS)]
        self._earlier = lamps.listener
        lamps.listener = self._see

    def _see(self, start_ns: int, end_ns: int, levels: bytes) -> None:
        self.frames.append(Frame(wiring.LAMPS_PIN, start_ns, end_ns, levels))
        if self._earlier is not None:
            self._earlier(start_ns, end_ns, levels)

    def show(self, seat: int, at_ns: int, touched: int) -> None:
        self.shown[seat].append((at_ns, touched))


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


def rows(board: str, rig: str, touches: int, cards: int) -> list[Row]:
    """Measure what is at these ports, and the usual emulated table beside it, row by row."""
    where = "emulated board" if rig == EMULATED else f"board at {board}"
    at_pins = rows_of(board_with_rig(board, rig), f"{where} with a rig", touches, cards)
    beside = rows_of(emulated_table(), "emulated table", touches, cards)
    return [row for both in zip(at_pins, beside, strict=True) for row in both]


def rows_of(opened: AbstractContextManager[Pins], where: str, touches: int, cards: int) -> list[Row]:
    # Hands without capacitance, so that a card lies still as soon as it is at the stop.
    with opened as pins, patch.object(body, "HOLDING_HAND", 0.0):
        random = Random(1)
        touch(pins, 0, random)  # the first to join leads, and ✓ has another meaning there
        to_pixel = [touch(pins, 1 + number % (wiring.SEATS - 1), random) for number in range(touches)]
        pins.back.restart()
        to_lamp = play(pins, cards)
        ready = ready_ms(pins)
        begin_timed_loop(pins.back)
        pins.back.run_ms(2 * WINDOW_MS)
        play(pins, cards)
        watched = end_timed_loop(pins.back)
    longest = max(watched.in_play)
    return [
        *rows_for(f"key shown by its chip until first changed pixel, in the lobby, {where}", to_pixel, KEY_TO_PIXEL),
        *rows_for(f"card shown still by its chip until lamp green, {where}", to_lamp, CARD_TO_LAMP),
        Row(f"reset until ready, frozen, {where}", ready, READY_FROZEN),
        *tick_rows(f"tick in the lobby, {where}", watched.in_lobby),
        *tick_rows(f"tick while {GAME} is played, {where}", watched.in_play),
        Row(f"longest of {len(watched.in_play):,} ticks while {GAME} is played, {where}", longest, LONGEST_TICK),
    ]


def tick_rows(what: str, lengths: list[float]) -> list[Row]:
    """Return rows for scale: ticks at the beats of the lights are among them."""
    return [Row(f"{what}, {name} of {len(lengths):,}", percentile(lengths, share), unit="ms") for name, share in SHARES]


def touch(pins: Pins, seat: int, random: Random) -> float:
    """Touch ✓ at a seat, which joins or leaves; return the milliseconds from its chip's status to its lamp's data."""
    back, fingers, shown = pins.back, pins.bodies[seat], pins.shown[seat]
    back.run_ms(round(random.uniform(*HOLD_MS)))
    place = slice(3 * seat, 3 * seat + 3)
    before, seen, known = pins.frames[-1].levels[place], len(pins.frames), len(shown)
    was_touched = shown[-1][1] if shown else 0
    fingers.keys[TAKE] = 1.0
    fingers.feel()
    changed: list[Frame] = []

    def is_changed() -> bool:
        changed[:] = [frame for frame in pins.frames[seen:] if frame.levels[place] != before]
        return bool(changed)

    back.run_until(is_changed, LIMIT_MS)
    back.run_ms(round(random.uniform(*HOLD_MS)))
    fingers.keys[TAKE] = 0.0
    fingers.feel()
    at_ns = next(at_ns for at_ns, touched in shown[known:] if touched != was_touched)
    return (changed_at_ns(changed[0], 3 * seat, before) - at_ns) % WRAP_NS / MS


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


def ready_ms(pins: Pins) -> float:
    """Return how long after a reset ✓ is answered at every seat at once, as `starting` does; at most MOST_READY_MS."""
    back = pins.back
    if back.companion is not None:
        back.companion.close()
    back.companion = None

    def is_ready(after_ms: int) -> bool:
        pins.reset()
        back.run_ms(after_ms)
        hold(pins, 1.0)
        back.run_ms(ANSWERED_MS)
        hold(pins, 0.0)
        levels = pins.frames[-1].levels
        greens, reds, blues = (levels[each::3] for each in range(3))
        return all(looks_joined(seat, colour) for seat, colour in enumerate(zip(reds, greens, blues, strict=True)))

    return PRECISION_MS * bisect_left(range(0, MOST_READY_MS, PRECISION_MS), True, key=is_ready)


def hold(pins: Pins, covered: float) -> None:
    for each in pins.bodies:
        each.keys[TAKE] = covered
        each.feel()

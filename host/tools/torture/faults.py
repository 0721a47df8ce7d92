"""The faults. Each is a story of what goes wrong at a table for a while, and is undone afterwards (see `storm`)."""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

from host.tools.torture.storm import FaultStory, Target
from tavolo.games import manifest, names
from tavolo.games.cards import code_of
from tavolo.seat.states import LEFT, RIGHT
from tavolo.wiring import PADS
from tavolo_host.simulator.body import HOLDING_HAND, MOMENT_MS, WAY_IN_MM, Body, Movement
from tavolo_host.slot.capacitance import InsertedCard
from tests.link.link_support import STRAY_PRINTS

UNDO_MS = 3300  # how long ◀ and ▶ are held to ask for undo
MISSED_MS = 100  # after which the board has surely missed a silent chip


class Flips:
    """Flips a bit in a share of a bus's transfers, and counts them."""

    def __init__(self, random: Random, odds: float) -> None:
        self.count = 0
        self._random = random
        self._odds = odds

    def __call__(self, data: bytes) -> bytes:
        if self._random.random() >= self._odds:
            return data
        self.count += 1
        flipped = bytearray(data)
        flipped[self._random.randrange(len(data))] ^= 1 << self._random.randrange(8)
        return bytes(flipped)


# ---- the line


def meanwhile(set_to: Callable[[Any], None], value: Any, usual: Any, milliseconds: int) -> FaultStory:
    """Something has another value for a while, and then its usual one."""
    try:
        set_to(value)
        yield milliseconds
    finally:
        set_to(usual)


def damage_line(target: Target, random: Random) -> FaultStory:
    return meanwhile(target.set_line_odds, random.choice((0.002, 0.02, 0.2)), 0.0, random.randrange(500, 15_000))


def pull_cable(target: Target, random: Random) -> FaultStory:
    try:
        for _ in range(random.randrange(1, 4)):
            target.pull_cable(True)
            yield random.choice((5, 50, 700, 6000))
            target.pull_cable(False)
            yield random.choice((5, 300, 3000))
    finally:
        target.pull_cable(False)


def talk_strangely(target: Target, random: Random) -> FaultStory:
    for _ in range(random.randrange(1, 12)):
        noise = random.choice((*STRAY_PRINTS, random.randbytes(random.randrange(1, 400)), b"~" * 500))
        target.say_on_line(noise, random.random() < 0.5)
        yield random.randrange(1, 900)


def kill_laptop(target: Target, random: Random) -> FaultStory:
    for _ in range(random.randrange(1, 3)):
        target.kill_laptop()
        yield random.choice((5, 200, 3000))


def leave_port_unread(target: Target, random: Random) -> FaultStory:
    return meanwhile(target.set_unread, True, False, random.randrange(200, 12_000))


# ---- the seats


def scatter(chip: Any, times: float) -> None:
    """Let a chip's readings scatter so many times as far."""
    chip._noise = [times * value for value in chip._noise]
    chip._noise_reach *= times
    chip._settled = False


def make_noise(target: Target, random: Random) -> FaultStory:
    """A noisy supply: the readings of some chips scatter three times as far as they should."""
    chips = random.sample(list(target.chips), random.randrange(1, 4))
    try:
        for chip in chips:
            scatter(chip, 3.0)
        yield random.randrange(500, 10_000)
    finally:
        for chip in chips:
            scatter(chip, 1 / 3.0)


def lose_chip(target: Target, random: Random, ways: int = 5) -> FaultStory:
    """A chip is silent, answers with one value, ignores writes, or loses its configuration; then it is back.

    These are five `ways`; a rig's chip, whose registers are at the rig, has only the first three.
    """
    chip = random.choice(target.chips)
    how = random.randrange(ways)
    try:
        if how == 0:
            chip.present = False
        elif how == 1:
            chip.stuck_value = random.choice((0, 0xFFFF, 0x0101))
        elif how == 2:
            chip.stuck_byte = random.randrange(256)
        elif how == 3:
            chip.is_frozen = True
        else:
            chip.power_cycle()
        silent_ms = random.choice((20, 300, 4000))
        yield silent_ms
        if how == 0 and random.random() < 0.5 and silent_ms >= MISSED_MS:
            chip.power_cycle()
    finally:
        chip.present, chip.stuck_value, chip.stuck_byte, chip.is_frozen = True, None, None, False


def flip_on_bus(target: Target, random: Random) -> FaultStory:
    """One bit flips in some transfers of a bus."""
    flip_in = partial(setattr, random.choice(target.buses), "flip")
    flips = Flips(random, random.choice((0.0001, 0.001, 0.01)))
    return meanwhile(flip_in, flips, None, random.choice((300, 3000, 15_000)))


def hold_bus(target: Target, random: Random) -> FaultStory:
    bus = random.choice(target.buses)
    try:
        if random.random() < 0.5:
            bus.unfinished_bits = random.randrange(1, 20)
            yield 100
        bus.held = random.random() < 0.5
        yield random.choice((20, 300, 3000))
    finally:
        bus.held = False


def drift(target: Target, random: Random) -> FaultStory:
    """Damp and heat: every electrode of a seat drifts slowly to another value, and stays there."""
    body = random.choice(target.bodies)
    aim = random.uniform(-0.3, 0.3)
    while abs(aim - body.slot.drift_pf) > 0.005:
        body.slot.drift_pf += max(-0.005, min(0.005, aim - body.slot.drift_pf))
        body.feel()
        yield 500


def touch_pads(target: Target, random: Random) -> FaultStory:
    seat = random.randrange(len(target.bodies))
    sink = target.sinks[seat]
    is_finger = random.random() < 0.5
    try:
        for pad in random.sample(range(PADS), random.randrange(1, 4)):
            sink.extra_pf[pad] = random.uniform(1.0, 6.0) if is_finger else random.uniform(0.05, 0.6)
        target.bodies[seat].feel()
        yield random.randrange(60, 800) if is_finger else random.randrange(500, 12_000)
    finally:
        sink.extra_pf[:] = [0.0] * len(sink.extra_pf)
        target.bodies[seat].feel()


# ---- the slots


def any_card(random: Random) -> int:
    name = random.choice([name for name in names() if manifest(name).CARDS])
    return code_of(name, random.randrange(manifest(name).CARDS))


def idle_seat(target: Target, random: Random) -> Body | None:
    """Return the body of a seat that is not moving and whose slot is empty."""
    idle = [body for body in target.bodies if not body.is_moving() and not body.cards]
    return random.choice(idle) if idle else None


def stuck_together(body: Body, codes: tuple[int, int], lag_mm: float, slip_ms: int) -> Movement:
    """Two cards go in together, the outer one `lag_mm` behind, which then slips down too."""
    body.hand = HOLDING_HAND
    for short in WAY_IN_MM:
        body.cards = [InsertedCard(codes[0], short), InsertedCard(codes[1], short + lag_mm)]
        yield MOMENT_MS
    body.hand = 0.0
    for step in range(10, -1, -1):
        body.cards = [InsertedCard(codes[0], 0.0), InsertedCard(codes[1], lag_mm * step / 10)]
        yield slip_ms // 10


def swapped(body: Body, code: int) -> Movement:
    """One card goes out and another one in, in a single movement."""
    lying = body.cards
    for short in reversed(WAY_IN_MM):
        leaving = [InsertedCard(card.code, short, card.shift_mm, card.tilt_deg) for card in lying]
        body.cards = [InsertedCard(code, max(0.0, 40.0 - short)), *leaving][: 2 if short < 60 else 1]
        yield MOMENT_MS // 2
    body.cards = [InsertedCard(code)]
    yield MOMENT_MS


def put_two_cards_in(target: Target, random: Random) -> FaultStory:
    body = idle_seat(target, random)
    if body is None:
        return
    codes = any_card(random), any_card(random)
    if random.random() < 0.6:
        body.do(stuck_together(body, codes, random.choice((0.0, 2.0, 8.0, 30.0)), random.choice((10, 100, 600))))
    else:
        body.do(body.put_in(codes[0]))
        body.do(body.wait(random.choice((0, 60, 500))))
        body.do(swapped(body, codes[1]))
    body.do(body.wait(random.choice((100, 900))))
    body.do(body.take_out())
    yield 3000


# ---- people


def do_anything(target: Target, random: Random) -> FaultStory:
    """A person puts a card in, takes one out or touches keys, at the wrong moment."""
    body = idle_seat(target, random)
    if body is None:
        return
    if random.random() < 0.5:
        body.do(body.put_in(any_card(random), random.choice((0.0, 0.0, 14.0))))
        body.do(body.wait(random.choice((0, 200, 1500))))
        if random.random() < 0.3:
            body.do(body.press(random.randrange(3)))
        body.do(body.take_out())
    else:
        for _ in range(random.randrange(1, 4)):
            body.do(body.press(random.randrange(3), hold_ms=random.choice((20, 110, 600))))
    yield random.randrange(50, 1500)


def click_anything(target: Target, random: Random) -> FaultStory:
    for _ in range(random.randrange(1, 6)):
        target.click(random)
        yield random.choice((0, 60, 700, 2000))


def ask_everybody(target: Target, random: Random) -> FaultStory:
    if random.random() < 0.3:
        body = idle_seat(target, random)
        if body is not None:
            body.do(body.press(LEFT, RIGHT, hold_ms=UNDO_MS))
        yield UNDO_MS + 500
    else:
        target.ask("abandon" if random.random() < 0.1 else "undo")
        yield random.choice((5, 800, 4000))


# ---- power and flash


def cut_power(target: Target, random: Random) -> FaultStory:
    for _ in range(random.choice((1, 1, 1, 2, 5))):
        target.cut_power(None, 0.0)
        yield random.choice((0, 5, 100, 900, 4000))


def cut_power_in_flash(target: Target, random: Random) -> FaultStory:
    target.cut_power(random.randrange(3), random.random())
    yield 3000


def fail_flash(target: Target, random: Random) -> FaultStory:
    return meanwhile(target.fail_flash, random.choice((0.02, 0.3, 1.0)), 0.0, random.randrange(500, 8000))


def flip_bits(target: Target, random: Random) -> FaultStory:
    target.flip_bits(random, random.choice((0, 1, 1, 4, 30)))
    yield 1000


FAULTS: dict[str, Callable[[Target, Random], FaultStory]] = {
    "line damaged": damage_line,
    "cable pulled": pull_cable,
    "foreign bytes": talk_strangely,
    "laptop killed": kill_laptop,
    "port unread": leave_port_unread,
    "noise": make_noise,
    "chip lost": lose_chip,
    "bus held": hold_bus,
    "bus flips": flip_on_bus,
    "drift": drift,
    "pads touched": touch_pads,
    "two cards": put_two_cards_in,
    "wrong moment": do_anything,
    "clicks": click_anything,
    "questions": ask_everybody,
    "power cut": cut_power,
    "power cut in flash": cut_power_in_flash,
    "flash fails": fail_flash,
    "flash flips": flip_bits,
}
RESETS, REFUSED = "resets", "bytes refused"  # by a rig
LIES, SECOND_CLIENTS, KILLED = "lies", "second clients", "SIGKILL"  # of lying boards, and of real processes
KINDS = (*FAULTS, RESETS, REFUSED, LIES, SECOND_CLIENTS, KILLED)

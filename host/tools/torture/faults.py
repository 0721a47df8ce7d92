"""The faults. Each is a story of what goes wrong at a table for a while, and is undone afterwards.

A story is a generator. It does something to a target, yields the milliseconds until its next step, and undoes
everything when it is closed, whether it is finished or not. Its target is a `Play`, or has the same methods.
"""

from collections.abc import Callable, Generator
from functools import partial
from random import Random
from typing import Any
from unittest.mock import patch

from tavolo.games import manifest, names
from tavolo.games.cards import code_of
from tavolo.seat.states import LEFT, RIGHT
from tavolo.wiring import BUSES, PADS
from tavolo_host.simulator.body import HOLDING_HAND, MOMENT_MS, WAY_IN_MM, Movement, SlotBody
from tavolo_host.simulator.mpr121 import NOISE_LENGTH
from tavolo_host.slot.capacitance import InsertedCard
from tests.link.link_support import STRAY_PRINTS

FaultStory = Generator[int, None, None]

UNDO_MS = 3300  # how long ◀ and ▶ are held to ask for undo
MISSED_MS = 100  # after which the board has surely missed a silent chip
NOISE_COUNTS = 3.0  # three times as much as usual
# How a chip is lost: no answer; the same data, or the same byte, in every register; no change; no configuration.
LOSSES = SILENT, DATA, BYTE, FROZEN, RESET = "silent", "data", "byte", "frozen", "reset"


class Flips:
    """Flips a bit in a share of a bus's transfers."""

    def __init__(self, random: Random, odds: float) -> None:
        self._random = random
        self._odds = odds

    def __call__(self, data: bytes) -> bytes:
        if self._random.random() >= self._odds:
            return data
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


def damage_line(target: Any, random: Random) -> FaultStory:
    return meanwhile(target.set_line_odds, random.choice((0.002, 0.02, 0.2)), 0.0, random.randrange(500, 15_000))


def pull_cable(target: Any, random: Random) -> FaultStory:
    try:
        for _ in range(random.randrange(1, 4)):
            target.pull_cable(True)
            yield random.choice((5, 50, 700, 6000))
            target.pull_cable(False)
            yield random.choice((5, 300, 3000))
    finally:
        target.pull_cable(False)


def talk_strangely(target: Any, random: Random) -> FaultStory:
    for _ in range(random.randrange(1, 12)):
        noise = random.choice((*STRAY_PRINTS, random.randbytes(random.randrange(1, 400)), b"~" * 500))
        target.say_on_line(noise, random.random() < 0.5)
        yield random.randrange(1, 900)


def kill_laptop(target: Any, random: Random) -> FaultStory:
    for _ in range(random.randrange(1, 3)):
        target.kill_laptop()
        yield random.choice((5, 200, 3000))


def leave_port_unread(target: Any, random: Random) -> FaultStory:
    return meanwhile(target.set_unread, True, False, random.randrange(200, 12_000))


# ---- the seats


def scatter(chip: Any, counts: float, random: Random) -> Callable[[], None]:
    """Let a chip's readings scatter with this deviation; return what lets them scatter as before."""
    usual = chip._noise, chip._noise_reach

    def undo() -> None:
        (chip._noise, chip._noise_reach), chip._settled = usual, False

    chip._noise = [random.gauss(0.0, counts) for _ in range(NOISE_LENGTH)]
    chip._noise_reach, chip._settled = max(map(abs, chip._noise)) + 1.0, False
    return undo


def make_noise(target: Any, random: Random) -> FaultStory:
    """A noisy supply: the readings of some chips scatter."""
    undo = [scatter(chip, NOISE_COUNTS, random) for chip in random.sample(list(target.chips), random.randrange(1, 4))]
    try:
        yield random.randrange(500, 10_000)
    finally:
        for each in undo:
            each()


def break_chip(chip: Any, how: str, value: int) -> None:
    """Lose a chip; where it reads the same again and again, that is `value`."""
    if how == SILENT:
        chip.present = False
    elif how == DATA:
        chip.stuck_value = value
    elif how == BYTE:
        chip.stuck_byte = value & 0xFF
    elif how == FROZEN:
        chip.is_frozen = True
    else:
        chip.power_cycle()


def repair(chip: Any) -> None:
    """Let a chip work again."""
    chip.present, chip.stuck_value, chip.stuck_byte, chip.is_frozen = True, None, None, False


def lose_chip(target: Any, random: Random) -> FaultStory:
    """A chip is lost; then it is back."""
    chip = random.choice(target.chips)
    how = random.choice(target.losses)
    try:
        break_chip(chip, how, random.choice((0, 0xFFFF, 0x0101, random.randrange(1 << 16))))
        lost_ms = random.choice((20, 300, 4000))
        yield lost_ms
        if how == SILENT and random.random() < 0.5 and lost_ms >= MISSED_MS:
            chip.power_cycle()
    finally:
        repair(chip)


def flip_on_bus(target: Any, random: Random) -> FaultStory:
    """One bit flips in some transfers of a bus."""
    flip_in = partial(setattr, random.choice(target.buses), "flip")
    flips = Flips(random, random.choice((0.0001, 0.001, 0.01)))
    return meanwhile(flip_in, flips, None, random.choice((300, 3000, 15_000)))


def hold_bus(target: Any, random: Random) -> FaultStory:
    """A chip waits for the rest of a byte, or something pulls a line low."""
    if target.buses and random.random() < 0.5:
        random.choice(target.buses).unfinished_bits = random.randrange(1, 20)
        yield 100
    else:
        hold = partial(target.hold_bus, random.randrange(len(BUSES)))
        yield from meanwhile(hold, True, False, random.choice((20, 300, 3000)))


def refuse_bytes(target: Any, random: Random) -> FaultStory:
    """Bytes that the board writes are not acknowledged."""
    for _ in range(random.randrange(1, 12)):
        target.refuse_byte(random)
        yield random.randrange(1, 900)


def drift(target: Any, random: Random) -> FaultStory:
    """Damp and heat: every electrode of a seat drifts slowly to another value, and stays there."""
    body = random.choice(target.bodies)
    aim = random.uniform(-0.3, 0.3)
    while abs(aim - body.slot.drift_pf) > 0.005:
        body.slot.drift_pf += max(-0.005, min(0.005, aim - body.slot.drift_pf))
        body.feel()
        yield 500


def touch_pads(target: Any, random: Random) -> FaultStory:
    """Drops and fingertips are on single electrodes."""
    body = random.choice(target.bodies)
    is_finger = random.random() < 0.5
    extra_pf = dict.fromkeys(random.sample(range(PADS), random.randrange(1, 4)), 0.0)
    for pad in extra_pf:
        extra_pf[pad] = random.uniform(1.0, 6.0) if is_finger else random.uniform(0.05, 0.6)
    electrodes = body.slot.electrodes

    def touched(*hands: Any) -> list[float]:
        return [value + extra_pf.get(pad, 0.0) for pad, value in enumerate(electrodes(*hands))]

    try:
        with patch.object(body.slot, "electrodes", touched):
            body.feel()
            yield random.randrange(60, 800) if is_finger else random.randrange(500, 12_000)
    finally:
        body.feel()


# ---- the slots


def any_card(random: Random) -> int:
    name = random.choice([name for name in names() if manifest(name).CARDS])
    return code_of(name, random.randrange(manifest(name).CARDS))


def idle_seat(target: Any, random: Random) -> SlotBody | None:
    """Return the body of a seat that is not moving and whose slot is empty."""
    idle = [body for body in target.bodies if not body.is_moving() and not body.cards]
    return random.choice(idle) if idle else None


def stuck_together(body: SlotBody, codes: tuple[int, int], lag_mm: float, slip_ms: int) -> Movement:
    """Two cards go in together, the outer one `lag_mm` behind, which then slips down too."""
    body.hand = HOLDING_HAND
    for short in WAY_IN_MM:
        body.cards = [InsertedCard(codes[0], short), InsertedCard(codes[1], short + lag_mm)]
        yield MOMENT_MS
    body.hand = 0.0
    for step in range(10, -1, -1):
        body.cards = [InsertedCard(codes[0], 0.0), InsertedCard(codes[1], lag_mm * step / 10)]
        yield slip_ms // 10


def swapped(body: SlotBody, code: int) -> Movement:
    """One card goes out and another one in, in a single movement."""
    lying = body.cards
    for short in reversed(WAY_IN_MM):
        leaving = [InsertedCard(card.code, short, card.shift_mm, card.tilt_deg) for card in lying]
        body.cards = [InsertedCard(code, max(0.0, 40.0 - short)), *leaving][: 2 if short < 60 else 1]
        yield MOMENT_MS // 2
    body.cards = [InsertedCard(code)]
    yield MOMENT_MS


def put_two_cards_in(target: Any, random: Random) -> FaultStory:
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


def do_anything(target: Any, random: Random) -> FaultStory:
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


def click_anything(target: Any, random: Random) -> FaultStory:
    for _ in range(random.randrange(1, 6)):
        target.click(random)
        yield random.choice((0, 60, 700, 2000))


def ask_everybody(target: Any, random: Random) -> FaultStory:
    if random.random() < 0.3:
        body = idle_seat(target, random)
        if body is not None:
            body.do(body.press(LEFT, RIGHT, hold_ms=UNDO_MS))
        yield UNDO_MS + 500
    else:
        target.ask("abandon" if random.random() < 0.1 else "undo")
        yield random.choice((5, 800, 4000))


# ---- power and flash


def cut_power(target: Any, random: Random) -> FaultStory:
    for _ in range(random.choice((1, 1, 1, 2, 5))):
        target.cut_power(None, 0.0)
        yield random.choice((0, 5, 100, 900, 4000))


def cut_power_in_flash(target: Any, random: Random) -> FaultStory:
    target.cut_power(random.randrange(3), random.random())
    yield 3000


def fail_flash(target: Any, random: Random) -> FaultStory:
    return meanwhile(target.fail_flash, random.choice((0.02, 0.3, 1.0)), 0.0, random.randrange(500, 8000))


def flip_bits(target: Any, random: Random) -> FaultStory:
    target.flip_bits(random, random.choice((0, 1, 1, 4, 30)))
    yield 1000


# ---- programs and pages


def tell_lies(target: Any, random: Random) -> FaultStory:
    """The board sends messages that are well-formed and wrong."""
    for _ in range(random.randrange(1, 8)):
        target.lie(random)
        yield random.choice((5, 40, 300))


def let_strangers_in(target: Any, random: Random) -> FaultStory:
    """Another program opens the ports, and says something."""
    target.let_stranger_in(random)
    yield 200


def close_page(target: Any, random: Random) -> FaultStory:
    """A visitor leaves, and comes back."""
    target.close_page(random)
    yield random.choice((300, 2000))
    target.gather()


FAULTS: dict[str, Callable[[Any, Random], FaultStory]] = {
    "line damaged": damage_line,
    "cable pulled": pull_cable,
    "foreign bytes": talk_strangely,
    "laptop killed": kill_laptop,
    "port unread": leave_port_unread,
    "noise": make_noise,
    "chip lost": lose_chip,
    "bus held": hold_bus,
    "bus flips": flip_on_bus,
    "bytes refused": refuse_bytes,
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
    "lies": tell_lies,
    "second clients": let_strangers_in,
    "pages closed": close_page,
}

"""The people at the virtual table: they do not cheat, and they look at the lamps."""

from random import Random
from types import SimpleNamespace

from tavolo.assembly import dice
from tavolo.lights import palette
from tavolo.lights.stage import BLINK, DOUBLE_BLINK, FLICKER, HALF, LONG, STEADY, beat, lit
from tavolo.play.secrecy import SHOWN_MS
from tavolo_host.people.lamp import Lamp, looks_accepted
from tavolo_host.simulator.hardware import TICK_MS
from tests.table.evening import Evening


def test_a_green_lamp_is_recognised_at_every_brightness_and_among_all_colours() -> None:
    for part in (64, 48, 32, 24):
        dimmed = [tuple(level * part // 64 for level in colour) for colour in palette.RGB]
        assert looks_accepted(dimmed[palette.ACCEPTED])
        others = [palette.OFF, palette.WHITE, palette.WHITE_DIM, palette.WARNING]
        others += range(palette.CARD, palette.CARD_DIM + len(palette.CARD_COLOURS))
        assert not [index for index in others if looks_accepted(dimmed[index])]


def watched(colour: int, rhythm: int, part: int, from_ms: int, for_ms: int, before: int = palette.OFF) -> Lamp:
    """A lamp that shows this colour, dimmed to `part` of 64, in this rhythm for a while; and another before."""
    lamp = Lamp()
    for now_ms in range(from_ms - 2000, from_ms + for_ms, TICK_MS):
        is_lit = lit(rhythm, beat(now_ms)) or now_ms < from_ms
        shown = before if now_ms < from_ms else colour
        red, green, blue = palette.RGB[shown if is_lit else palette.OFF]
        lamp.look((red * part // 64, green * part // 64, blue * part // 64), TICK_MS)
    return lamp


def test_a_refusal_is_recognised_by_its_rhythm_at_any_brightness_and_start() -> None:
    for part in (64, 24):
        for from_ms in range(8000, 9000, 45):
            for before in (palette.OFF, palette.WHITE_DIM, palette.SEAT_DIM + 5):
                assert watched(palette.REFUSED, DOUBLE_BLINK, part, from_ms, 2000, before).is_refusing
            assert watched(palette.REFUSED, DOUBLE_BLINK, part, from_ms, SHOWN_MS).is_refusing


def test_no_other_light_is_a_refusal_be_it_as_red() -> None:
    reds = [index for index, (red, green, blue) in enumerate(palette.RGB) if red > 8 * max(green, blue)]
    assert set(reds) >= {palette.REFUSED, palette.ABSENT, palette.SEAT + 5, palette.SEAT_DIM + 5, palette.CARD + 3}
    for from_ms in range(8000, 9000, 135):
        for rhythm in (STEADY, HALF, LONG, BLINK, FLICKER):
            for colour in reds:
                assert not watched(colour, rhythm, 64, from_ms, 5000, palette.SEAT_DIM + 5).is_refusing
        for colour in set(range(len(palette.RGB))) - set(reds):
            assert not watched(colour, DOUBLE_BLINK, 64, from_ms, 3000).is_refusing


def test_people_leave_a_card_in_its_slot_when_the_board_wakes_with_a_red_light_at_their_seat() -> None:
    """A red card of the trick, on the lamp of the one who played it, for the time until the slot is felt."""
    evening = Evening(seed=1)
    evening.start(4)
    evening.play_actions(4)
    evening.hold_people_still()
    seat = evening.seat_to_play()
    evening.virtual_players._hardware = SimpleNamespace(
        lamps=SimpleNamespace(pixels=[palette.RGB[palette.CARD + 3]] * 8)
    )
    evening.virtual_players.people[seat].play(evening.hand(seat)[0])
    evening.run_ms(5000)
    assert evening.virtual_players.people[seat].card >= 0
    assert evening.body(seat).cards


def test_the_boards_dice_are_fair_and_never_beyond_their_faces() -> None:
    random = Random(3)
    for faces in (2, 6, 60, 200):
        below = dice(random.randbytes)
        counts = [0] * faces
        for _ in range(400 * faces):
            counts[below(faces)] += 1
        assert min(counts) > 280
        assert max(counts) < 530

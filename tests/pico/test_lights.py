"""The lights: what came out of the wires is what the laptop paints of the same scene, and draws no more than it may."""

import pytest

from tavolo.games import load
from tavolo.lights import palette
from tavolo.play import council
from tavolo.seat import states
from tavolo.seat.states import LEFT, RIGHT, TAKE
from tests.pico.back import HOLD_MS
from tests.pico.emulated_back import EmulatedBack
from tests.pico.golden_play import Golden, play_golden
from tests.pico.orders import Card
from tests.pico.painted import GAME_MS, Onlooker
from tests.pico.timed_loop import begin_timed_loop

pytestmark = pytest.mark.needs_emulator("pixels read from their wires")

GAME = "david-goliath"
WHITE, GREEN, RED, DARK = [
    palette.RGB[index] for index in (palette.WHITE, palette.ACCEPTED, palette.REFUSED, palette.OFF)
]
SUPPLY_MA = 230  # a supply that is too weak for the game's colours, which would draw 242 after nine cards
MOMENT_MA = 5  # more, for the milliseconds between one strip's new picture and another's


def test_the_lights_of_lobby_game_and_result_are_those_that_the_laptop_paints(emulated: EmulatedBack) -> None:
    onlooker = Onlooker(emulated)
    onlooker.lobby()
    emulated.press(3, TAKE)
    onlooker.lobby(joined=[3])
    for seat in (0, 5):
        emulated.press(seat, TAKE)
    emulated.press(3, TAKE)
    emulated.press(3, RIGHT)
    onlooker.lobby(joined=[3, 0, 5], option_index=0, option_value=2)
    emulated.press(3, LEFT, RIGHT, hold_ms=HOLD_MS)

    game = load(GAME)
    golden = Golden(game, 3)
    watched = 0

    def look() -> None:
        nonlocal watched
        watched += 1
        if watched in (1, 3, 4, 19):
            emulated.wait_for_empty_slots()
            onlooker.game()
            assert WHITE in onlooker.lamps[emulated.seat_to_play()] != {WHITE}
        elif watched == 20:
            look_at_slots()

    def look_at_slots() -> None:
        accepted = emulated.mirror.seats[emulated.mirror.actions[-1][1]]
        refused = emulated.mirror.seats[1 - emulated.mirror.seats.index(accepted)]
        emulated.wait_for_empty_slots()
        emulated.put_in(refused, Card(GAME, emulated.mirror.actions[1][2]))
        emulated.run_until(lambda: emulated.mirror.slots[refused] == states.IS_REFUSED and emulated.are_hands_still())
        onlooker.game()
        assert onlooker.lamps[refused] == {RED, DARK}
        emulated.clear_slot(refused)
        emulated.press(accepted, LEFT, RIGHT, hold_ms=HOLD_MS)
        emulated.press(refused, TAKE)
        motion = council.Motion(council.UNDO, accepted, emulated.mirror.seats, 1)
        motion.press(refused, TAKE)
        onlooker.game(question=motion)
        assert onlooker.lamps[refused] == {GREEN}
        emulated.press(refused, LEFT)

    play_golden(emulated, golden, after_each=look)
    emulated.wait_for_empty_slots()
    onlooker.game()
    winners = game.outcome(emulated.mirror.position)[1:]
    for player in winners:
        seat = emulated.mirror.seats[player]
        assert onlooker.lamps[seat] <= {palette.RGB[palette.SEAT + seat], palette.RGB[palette.SEAT_DIM + seat]}
    # All these pictures follow one clock of the board's, which is known now to a part of a beat.
    assert len({offset % GAME_MS for offset in onlooker.offsets}) * 5 < 100


def test_a_weak_supply_is_not_asked_for_more_than_it_has(emulated: EmulatedBack) -> None:
    begin_timed_loop(emulated, SUPPLY_MA)
    emulated.meter.begin_anew()
    play_golden(emulated, Golden(load(GAME), 3), decisions=9)
    emulated.wait_for_empty_slots()
    emulated.run_ms(1000)
    assert SUPPLY_MA - 10 < emulated.meter.highest_ma <= SUPPLY_MA
    assert emulated.meter.highest_moment_ma <= SUPPLY_MA + MOMENT_MA

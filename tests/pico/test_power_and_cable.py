"""What goes on when power, cable or laptop fail: a game is kept, and the board waits for nobody."""

import pytest

from tavolo.games import load
from tests.pico.back import Back
from tests.pico.emulated_back import EmulatedBack
from tests.pico.golden_play import Golden, play_golden
from tests.pico.orders import Card
from tests.pico.timed_loop import LONGER, WINDOW_MS, begin_timed_loop, end_timed_loop

GAME = "david-goliath"
MINUTE_MS = 60_000
FEWEST_TICKS = WINDOW_MS // 20  # in a window: the board keeps running, read or not


def test_a_game_goes_on_by_itself_when_the_power_is_back(back: Back) -> None:
    golden = Golden(load(GAME), 3)
    play_golden(back, golden, decisions=4)
    back.wait_for_empty_slots()
    back.power_cycle()
    back.run_until(lambda: "Power is back; the game resumes after 5 actions." in back.sentences("note"))
    back.run_until(lambda: back.mirror.in_step)
    assert len(back.mirror.actions) == 5
    assert back.mirror.of_board[5] == back.mirror.of_mirror[5] == golden.digests[4]
    since = back.told()
    _, player, card = golden.record.actions[5]
    back.play_card(back.mirror.seats[player], card)
    assert back.mirror.of_board[6] == golden.digests[5]
    assert back.sentences("refusal", since) == back.sentences("trouble", since) == []


def test_a_port_that_is_open_and_unread_for_a_minute_delays_no_tick(back: Back) -> None:
    golden = Golden(load(GAME), 3)
    begin_timed_loop(back)
    play_golden(back, golden, decisions=3)
    back.run_ms(MINUTE_MS // 2)
    back.set_unread(True)
    back.run_ms(MINUTE_MS)
    back.set_unread(False)
    back.run_until(lambda: back.companion is not None and back.companion.connected and back.mirror.in_step)
    _, player, card = golden.record.actions[4]
    back.play_card(back.mirror.seats[player], card)
    back.run_until(lambda: 5 in back.mirror.of_board)  # a laptop that catches up hears of the action first
    assert back.mirror.of_board[5] == back.mirror.of_mirror[5] == golden.digests[4]
    back.wait_for_empty_slots()
    watched = end_timed_loop(back)
    # The last windows: unread, and a few seconds read again.
    unread = watched.windows[0][-MINUTE_MS // WINDOW_MS :]
    before = watched.longest_us(0, end=MINUTE_MS // 2 // WINDOW_MS)
    assert max(longest for longest, _ in unread) <= before * LONGER, watched.windows
    assert min(ticks for _, ticks in unread) >= FEWEST_TICKS, watched.windows


@pytest.mark.needs_emulator("a board that has power without its cable")
def test_a_game_goes_on_while_the_cable_is_pulled_and_the_laptop_is_brought_up_to_date(emulated: EmulatedBack) -> None:
    golden = Golden(load(GAME), 3)
    play_golden(emulated, golden, decisions=3)
    emulated.wait_for_empty_slots()
    pico, seats = emulated.table.pico, emulated.mirror.seats
    pico.unplug()
    for _, player, card in golden.record.actions[4:7]:
        emulated.put_in(seats[player], Card(GAME, card))
        emulated.run_ms(1000)
        assert len(emulated.mirror.actions) == 4
        emulated.take_out(seats[player])
    emulated.run_ms(10_000)
    pico.plug_in()
    emulated.run_until(lambda: emulated.mirror.in_step and len(emulated.mirror.actions) == 7)
    assert emulated.mirror.of_board[7] == emulated.mirror.of_mirror[7] == golden.digests[6]
    assert emulated.sentences("refusal") == []

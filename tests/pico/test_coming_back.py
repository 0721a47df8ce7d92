"""Firmware that fails on the chip: the board logs it and resumes its game, or is safe and can be rescued. `boot.py`,
which MicroPython runs before the firmware at every start, plants the failure.
"""

import pytest

from tavolo import wiring
from tavolo.games import load
from tavolo.maker.crashes import HUNG, RAISED, SECRET, CrashLog
from tavolo.maker.rescue import A_GAME
from tavolo.maker.starts import MOST_FAILED
from tavolo.rules.contract import Setup
from tavolo_host.board.rescue import RescueClient
from tavolo_host.simulator.clock import Clock
from tavolo_host.simulator.flash import NorFlash
from tavolo_host.simulator.pico_parts import ERASE
from tests.pico.back import RESTART
from tests.pico.emulated_back import EmulatedBack
from tests.pico.golden_play import Golden, play_golden
from tests.pico.orders import Card

GAME = "david-goliath"
WATCHDOG_MS = 8000
BACK_MS = 1500  # from a reset until the game is there again
LETTERS = "card 42"  # what an exception says
RAISE = f"raise ValueError('{LETTERS}')"
HANG = "import time; time.sleep(100)"
EXHAUST = "kept = []\n    while True: kept.append(bytearray(500))"

# The planted function replaces one of the firmware's, until it has failed once.
ONCE = """
import os
import {module} as place
{owner} = place.{path}
function = {owner}.{name}
calls = 0
def planted(*arguments):
    global calls
    calls += 1
    if {condition}:
        os.remove("boot.py")
        fail()
    return function(*arguments)
def fail():
    {deed}
{owner}.{name} = planted
"""
ALWAYS = ONCE.replace('        os.remove("boot.py")\n', "")


def planted(module: str, owner: str, name: str, deed: str, condition: str = "True", text: str = ONCE) -> str:
    """Return the lines of a boot.py; `owner` is a class of the module, or the module itself with ""."""
    lines = text.format(module=module, owner="owner", path=owner, name=name, deed=deed, condition=condition)
    return lines if owner else lines.replace("owner = place.\n", "owner = place\n")


def plant(back: EmulatedBack, boot: str) -> None:
    """Put a boot.py on the board, and restart it."""
    back.run_script(f"with open('boot.py', 'w') as file: file.write({boot!r})\n{RESTART}", ends=False)
    back.run_ms(500)
    back.plug_in()


def log(back: EmulatedBack) -> CrashLog:
    """Return the crash log in the board's flash."""
    flash = NorFlash(Clock(), wiring.CRASHES_BYTES)
    flash.content[:] = back.table.pico.read_flash(wiring.CRASHES_ADDRESS, wiring.CRASHES_BYTES)
    assert LETTERS.encode() not in flash.content
    return CrashLog(flash)


def play_card(back: EmulatedBack, golden: Golden, place: int) -> None:
    """Play the next card of the golden playthrough, and check that the board has it."""
    _, player, card = golden.record.actions[place]
    back.play_card(back.mirror.seats[player], card)
    assert back.mirror.of_board[place + 1] == golden.digests[place]


def wait_until_it_is_back(back: EmulatedBack, boot: str, limit_ms: int) -> None:
    """Wait until the laptop knows another start of the board, and all of its game."""
    back.run_until(lambda: back.hello.get("boot") != boot, limit_ms)
    back.run_until(lambda: back.mirror.in_step)


def crash_in_a_card(back: EmulatedBack, boot: str, limit_ms: int) -> tuple[int, int, str]:
    """Plant a failure at the third card, play it, and check that the board goes on from there.

    Return the log's only crash.
    """
    plant(back, boot)
    back.run_until(back.is_ready)
    golden = Golden(load(GAME), 3)
    play_golden(back, golden, decisions=2)
    back.wait_for_empty_slots()
    earlier = back.hello["boot"]
    _, player, card = golden.record.actions[3]
    back.put_in(back.mirror.seats[player], Card(GAME, card))
    wait_until_it_is_back(back, earlier, limit_ms)
    (crash,) = log(back).newest(9)
    back.run_until(lambda: len(back.mirror.actions) == 4)  # the card is still there, and is played once
    back.take_out(back.mirror.seats[player])
    back.wait_for_empty_slots()
    play_card(back, golden, 4)
    assert any("`tavolo rescue`" in note for note in back.sentences("note"))
    return crash


RULES = "tavolo.games.david_goliath.rules"
IN_A_CARD = "calls == 4"  # the deal, two cards, and this one
PLANTS = {
    "rules": (planted(RULES, "", "apply", RAISE, IN_A_CARD), "tavolo/rules/record.py"),
    "scene": (
        planted("tavolo.games.david_goliath.scene", "", "paint", RAISE, "arguments[1].actions[3:]"),
        "tavolo/lights/picture.py",
    ),
}


@pytest.mark.parametrize("room", [pytest.param("rules", marks=pytest.mark.short), "scene"])
@pytest.mark.needs_emulator("an emulator, whose flash is read")
def test_after_an_exception_the_board_comes_back_with_its_game_and_knows_where_it_was(
    emulated: EmulatedBack, room: str
) -> None:
    boot, place = PLANTS[room]
    number, how, what = crash_in_a_card(emulated, boot, 3 * BACK_MS)
    assert (number, how) == (1, RAISED)
    kind, first, second, third = what.split()
    assert (kind, first.split(":")[0], second.split(":")[0]) == ("ValueError", "boot.py", "boot.py")
    assert third.startswith(place + ":")
    assert int(third.rpartition(":")[2]) > 1


@pytest.mark.short
@pytest.mark.needs_emulator("an emulator, whose flash is read")
def test_a_tick_that_hangs_is_ended_by_the_watchdog_and_the_board_resumes_its_game(emulated: EmulatedBack) -> None:
    boot = planted(RULES, "", "apply", HANG, IN_A_CARD)
    assert crash_in_a_card(emulated, boot, WATCHDOG_MS + 3 * BACK_MS) == (1, HUNG, "")


@pytest.mark.needs_emulator("an emulator, whose flash is read")
def test_memory_that_runs_out_is_a_crash_like_others(emulated: EmulatedBack) -> None:
    _, how, what = crash_in_a_card(emulated, planted(RULES, "", "apply", EXHAUST, IN_A_CARD), 10_000)
    assert (how, what.split()[0]) == (RAISED, "MemoryError")


@pytest.mark.needs_emulator("an emulator, whose flash is read")
def test_of_a_crash_in_a_secret_choice_neither_type_nor_place_is_written_down(emulated: EmulatedBack) -> None:
    condition = "arguments[0].play and arguments[0].keeps_a_secret()"
    plant(emulated, planted("tavolo.table", "Table", "step", RAISE, condition))
    emulated.run_until(emulated.is_ready)
    boot = emulated.hello["boot"]
    hornochsen = load("tanz-der-hornochsen")
    assert emulated.companion is not None
    seats = tuple(range(hornochsen.SEATS[0]))
    emulated.companion.ask("new", seats, Setup(hornochsen, len(seats)).text())
    emulated.run_until(lambda: emulated.mirror.record is not None)
    for seat, card in enumerate(range(4)):  # those that the table shows first
        emulated.put_in(seat % len(seats), Card(hornochsen.NAME, card + 10))
        emulated.run_ms(1500)
        emulated.take_out(seat % len(seats))
        emulated.run_ms(800)
    wait_until_it_is_back(emulated, boot, 10_000)
    assert log(emulated).newest(9) == [(1, SECRET, "")]


@pytest.mark.short
@pytest.mark.needs_emulator("an emulator, whose cable is written on")
def test_ctrl_c_on_the_port_does_not_stop_a_game(emulated: EmulatedBack) -> None:
    golden = Golden(load(GAME), 3)
    play_golden(emulated, golden, decisions=1)
    emulated.wait_for_empty_slots()
    boot = emulated.hello["boot"]
    for data in (b"\x03", b"\x03\x03\r\n", b"\x01\x04"):
        emulated.table.pico.send_serial(data)
        emulated.run_ms(200)
    play_card(emulated, golden, 2)
    assert emulated.hello["boot"] == boot
    assert log(emulated).count == 0


FAILING_STARTS = {
    "play": planted("tavolo.play.dispatcher", "Dispatcher", "look_at_slots", RAISE, text=ALWAYS),
    "assembly": planted("tavolo.assembly", "", "all_seats", RAISE, text=ALWAYS),
}


def is_safe(emulated: EmulatedBack) -> bool:
    """Return whether the lamps show safe mode: every other one amber, the others dark."""
    lamps = emulated.table.hardware.lamps.pixels
    lit = [place for place, colour in enumerate(lamps) if any(colour)]
    return lit in ([0, 2, 4, 6], [1, 3, 5, 7]) and all(
        red > green > blue == 0 for red, green, blue in lamps[lit[0] :: 2]
    )


@pytest.mark.parametrize("room", [pytest.param("play", marks=pytest.mark.short), "assembly"])
@pytest.mark.needs_emulator("an emulator, whose flash is read")
def test_after_three_failed_starts_the_board_is_safe_and_can_be_rescued(emulated: EmulatedBack, room: str) -> None:
    golden = Golden(load(GAME), 3)
    play_golden(emulated, golden, decisions=1)
    emulated.wait_for_empty_slots()
    plant(emulated, FAILING_STARTS[room])
    emulated.run_until(lambda: is_safe(emulated), 8000)
    assert [how for _, how, _ in log(emulated).newest(9)] == [RAISED] * MOST_FAILED
    emulated.run_until(lambda: any("safe mode" in note for note in emulated.sentences("note")))
    assert emulated.mirror.record is None
    assert emulated.ask("ask_settings").accepted
    assert not emulated.ask("new", golden.seats(), golden.setup_text).accepted

    client = emulated.client(RescueClient)
    state, crashes = client.look()
    assert (state.crashes, state.is_safe) == (MOST_FAILED, True)
    assert len(crashes) == MOST_FAILED
    assert "ValueError at boot.py:" in crashes[0].words()
    assert state.game == A_GAME
    client._answer_to("rescue", "put_aside")
    client.port.close()
    emulated.run_until(lambda: not is_safe(emulated))
    emulated.run_until(lambda: is_safe(emulated), 8000)  # it is still the same firmware
    emulated.run_script("import os\nos.remove('boot.py')")
    emulated.restart()
    assert emulated.mirror.record is None
    assert emulated.sentences("trouble") == []


@pytest.mark.needs_emulator("an emulator, whose watchdog is looked at")
def test_no_watchdog_runs_at_the_prompt_and_the_board_then_starts_as_before(emulated: EmulatedBack) -> None:
    golden = Golden(load(GAME), 3)
    play_golden(emulated, golden, decisions=1)
    emulated.wait_for_empty_slots()
    emulated.run_script(f"x = 42\n{HANG}", ends=False)
    emulated.run_ms(WATCHDOG_MS + 2000)
    assert emulated.question("print(x)") == "42\n"
    emulated.restart()
    emulated.run_until(lambda: len(emulated.mirror.actions) == 2)


@pytest.mark.needs_emulator("an emulator, whose flash is as slow as it may be")
def test_a_game_on_flash_that_was_never_erased_begins_with_two_of_the_longest_erasings(emulated: EmulatedBack) -> None:
    pico = emulated.table.pico
    for _ in range(2):  # a game erases at its start what the lobby had no time for
        content = b"\x00" * wiring.JOURNAL_BYTES
        pico.cut_power()
        pico.write_flash(wiring.JOURNAL_ADDRESS, content)
    pico.choose_flash_times("maximum")
    pico.power_on()
    emulated.plug_in()
    emulated.run_until(lambda: emulated.companion is not None and emulated.companion.connected)
    boot, operations = emulated.hello["boot"], len(pico.operations)
    golden = Golden(load(GAME), 3)
    assert emulated.companion is not None
    emulated.companion.ask("new", golden.seats(), golden.setup_text)
    emulated.run_until(lambda: emulated.mirror.record is not None, 30_000)
    erased = [each for each in pico.operations[operations:] if each.kind == ERASE]
    assert len(erased) == 2  # the others follow one by one, in quiet moments
    assert emulated.hello["boot"] == boot
    assert log(emulated).count == 0

"""The maker's settings on the chip: kept in its file system over restart and power cut, and visible on its wires."""

import pytest

from tavolo.lights import palette
from tavolo.maker.settings import defaults
from tavolo.play import reasons
from tavolo_host.board.settings import SettingsClient
from tests.pico.emulated_back import EmulatedBack
from tests.pico.orders import Card

FILES_AT = 0xA_0000  # where the files begin
FIELD_FRAME_BYTES = 3 * 64
WAKING_MS = 2500


STARTER = {"seats": "1", "track_pixels": "0", "panels": "1", "lamps": "field", "brightness": "50", "field_order": "RGB"}


@pytest.mark.short
@pytest.mark.needs_emulator("an emulator, whose wires are looked at")
def test_a_board_keeps_its_settings_restarts_with_them_and_is_a_starter(emulated: EmulatedBack) -> None:
    for chip in emulated.table.hardware.chips[1:]:
        chip.present = False
    client = emulated.client(SettingsClient)
    assert client.values() == defaults()
    client.change([f"{name}={value}" for name, value in STARTER.items()])
    assert client.values() == defaults() | STARTER
    assert client.problems() == []
    with pytest.raises(
        ValueError, match="The setting limit_ma = 80 leaves no light for 64 pixels; at least 89 mA are needed"
    ):
        client.change(["limit_ma=80"])
    client.port.close()

    emulated.power_cycle()
    frames: list[bytes] = []
    emulated.table.hardware.field.listener = lambda start, end, levels: frames.append(levels)
    before = emulated.table.hardware.track.frames, emulated.table.hardware.lamps.frames
    emulated.plug_in()
    emulated.run_ms(WAKING_MS)
    card = Card("david-goliath", 7)
    emulated.put_in(0, card)
    pads = [pad for pad in range(9) if card.code >> pad & 1]
    told = (reasons.TRIED, 0, *pads)
    emulated.run_until(lambda: told in [entry.numbers for entry in emulated.entries("note")])
    emulated.run_ms(300)
    assert (emulated.table.hardware.track.frames, emulated.table.hardware.lamps.frames) == before
    assert {len(frame) for frame in frames} == {FIELD_FRAME_BYTES}
    for pad in range(9):  # of two pixels each; red before green, at half the light
        at = 3 * (pad // 3 * 16 + pad % 3 * 3)
        red, green, blue = palette.RGB[palette.ACCEPTED if pad in pads else palette.WHITE_DIM]
        assert tuple(frames[-1][at : at + 3]) == ((red + 1) // 2, (green + 1) // 2, (blue + 1) // 2)
    assert emulated.mirror.view.slots == bytes((3, *(7,) * 7))


@pytest.mark.needs_emulator("an emulator, whose power is cut in the middle of a write")
def test_power_that_fails_while_settings_are_written_leaves_the_old_or_the_new(emulated: EmulatedBack) -> None:
    pico = emulated.table.pico
    emulated.client(SettingsClient).change(["brightness=30"])
    found = []
    for number in range(1, 40):
        client = emulated.client(SettingsClient)
        values = client.values()
        wanted = "60" if values["brightness"] == "30" else "30"
        operations = len(pico.operations)
        pico.cut_power_at_operation(operations + number)
        client.port.send("change_settings", 99, (("brightness", wanted),))
        client.step()
        for _ in range(200):
            emulated.step()
            if not pico.is_on:
                break
        else:
            break
        assert any(operation.address >= FILES_AT for operation in pico.operations[operations:])
        client.port.close()
        emulated.power_cycle()
        client = emulated.client(SettingsClient)
        emulated.run_ms(1000)
        now = client.values()
        assert now["brightness"] in (values["brightness"], wanted)
        assert client.problems() == []
        found.append(now["brightness"] == wanted)
        client.port.close()
    assert found.count(False) >= 2

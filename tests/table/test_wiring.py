"""The wiring, which the page for builders repeats correctly."""

import re
from pathlib import Path

from tavolo import wiring

PAGE = (Path(__file__).resolve().parents[2] / "hardware" / "README.md").read_text(encoding="utf-8")


def row(part: str) -> str:
    """The page's table row that begins with this part."""
    return next(line for line in PAGE.splitlines() if line.startswith(f"| {part} |"))


def test_no_pin_is_used_twice_and_no_address_twice_on_a_bus() -> None:
    pins = [pin for bus in wiring.BUSES for pin in bus] + [wiring.TRACK_PIN, wiring.FIELD_PIN, wiring.LAMPS_PIN]
    assert len(set(pins)) == len(pins)
    places = [wiring.seat_place(seat) for seat in range(wiring.SEATS)]
    assert len(set(places)) == wiring.SEATS
    assert {address for _, address in places} <= set(range(0x5A, 0x5E))  # all possible addresses of an MPR121


def test_the_pins_of_an_i2c_bus_are_those_that_the_pico_offers_for_it() -> None:
    for number, (data, clock) in enumerate(wiring.BUSES):
        assert data % 4 == 2 * number  # RP2040 datasheet, section 2.19.2: function 3 of GPIO
        assert clock == data + 1


def test_the_page_names_the_pins_counts_and_addresses_of_the_wiring() -> None:
    for bus, part in enumerate(("seats 1–4", "seats 5–8")):
        data, clock = wiring.BUSES[bus]
        assert f"I2C{bus}: SDA GP{data}, SCL GP{clock}" in row(part)
        assert f"0x{wiring.ADDRESSES[0]:X}–0x{wiring.ADDRESSES[-1]:X}" in row(part)
    assert f"| {wiring.TRACK_PIXELS} NeoPixels (WS2812B) | GP{wiring.TRACK_PIN} |" in row("score track")
    assert row("field").endswith(f"| GP{wiring.FIELD_PIN} |")
    assert f"| {wiring.LAMPS} NeoPixels | GP{wiring.LAMPS_PIN} |" in row("seat lamps")
    assert f"under {wiring.CURRENT_LIMIT_MA} mA" in row("supply")
    electrodes = re.search(r"0–(\d) are the slot's nine pads, (\d+) is ◀, (\d+) is ▶, (\d+) is ✓", PAGE)
    assert electrodes is not None
    assert [int(number) for number in electrodes.groups()] == [
        wiring.PADS - 1,
        wiring.KEY_LEFT,
        wiring.KEY_RIGHT,
        wiring.KEY_TAKE,
    ]

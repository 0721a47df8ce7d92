"""The pins of every symbol in the catalogue, as (number, name, function): `symbols.csv` beside this file.

Functions are in KiCad's words. KiCad's library has no Pico (datasheet, section 2.1, "Raspberry Pi Pico pinout"), no
breakout of the MPR121, and neither pixels nor supply; these are "tavolo:…" here. The breakouts differ in the order of
their pins; the names are on all of them. The other symbols have the pins of KiCad's.
"""

import csv
from itertools import groupby
from pathlib import Path

Pins = tuple[tuple[str, str, str], ...]

FILE = Path(__file__).with_suffix(".csv")
PICO, MPR121 = "tavolo:Pico", "tavolo:MPR121"
ELECTRODES = 12

# The 74AHCT125's buffers: output enable (low: on), input, output; and its supply (datasheet, "Pinning").
BUFFERS = (("1", "2", "3"), ("4", "5", "6"), ("10", "9", "8"), ("13", "12", "11"))
SHIFTER_SUPPLY, SHIFTER_GROUND = "14", "7"


def _read() -> dict[str, Pins]:
    with FILE.open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))[1:]
    return {
        symbol: tuple((number, name, function) for _, number, name, function in pins)
        for symbol, pins in groupby(rows, lambda row: row[0])
    }


PINS = _read()

"""A journal written and told again, on whichever Python runs this: prints what flash holds and what is told."""

import sys

if sys.implementation.name == "micropython":
    sys.path.append("/tavolo/firmware")

from binascii import crc32

from tavolo import wiring
from tavolo.games import setup_from_text
from tavolo.journal.journal import Journal
from tavolo.play.resuming import Retelling
from tavolo.rules.record import Record
from tavolo.seat.calibration import nominal


class Flash:
    """Flash that takes no time."""

    def __init__(self):
        self.content = bytearray(b"\xff" * wiring.JOURNAL_BYTES)

    def read_into(self, address, buffer):
        buffer[:] = self.content[address : address + len(buffer)]

    def program(self, address, page):
        for place, wanted in enumerate(page):
            self.content[address + place] &= wanted

    def erase(self, sector):
        first = sector * wiring.SECTOR_BYTES
        self.content[first : first + wiring.SECTOR_BYTES] = b"\xff" * wiring.SECTOR_BYTES


def sample():
    """Two games, the second with moves taken back; returns what flash holds, as a CRC, and what it tells."""
    flash = Flash()
    journal = Journal(flash)
    setup = setup_from_text("david-goliath players=3 table")
    for game in range(2):
        journal.begin(setup.text(), (6, 1, 3), [nominal().to_bytes()] * wiring.SEATS)
        record = Record(setup)
        for card in range(31):
            action = (1, record.game.to_act(record.position)[0], card * 2) if card else (0,)
            if record.game.refusal(record.position, action) is None:
                record.apply(action)
                journal.acted(action, record.digest())
        if not game:
            journal.end()
            for _ in range(200):
                journal.rest(50, True)
    length = len(record.actions) - 3
    record.undo(length)
    journal.went_back(length)
    again = Journal(flash)
    told = Record(setup_from_text(again.setup_text))
    retelling = Retelling(again, told)
    while retelling.step():
        pass
    assert told.actions == record.actions
    return (crc32(flash.content), again.seats, len(told.actions), told.digest(), retelling.cards_go_back)


if __name__ == "__main__":
    print(sample())

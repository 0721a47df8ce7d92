"""An evening on the emulated Pico: the firmware image of the real board, under the same storms, in simulated time."""

from random import Random

from host.tools.torture.board_play import BoardPlay, BoardPort
from host.tools.torture.evening import Evening
from host.tools.torture.failing_flash import flip_bits
from host.tools.torture.found import Tally
from tavolo import wiring
from tavolo_host.people.pico_table import PicoTable
from tests.pico.pico_evening import FIRMWARE


class PicoPlay(BoardPlay):
    """A table with an emulated Pico; its flash does not fail, and no page is open."""

    kinds: tuple[str, ...] = (
        *("line damaged", "cable pulled", "foreign bytes", "laptop killed", "port unread"),
        *("noise", "chip lost", "bus held", "bus flips", "drift", "pads touched", "two cards"),
        *("wrong moment", "questions"),
        *("power cut", "power cut in flash", "flash flips"),
    )

    def __init__(self, evening: Evening, tally: Tally) -> None:
        super().__init__(evening, tally, PicoTable(evening.random("table"), FIRMWARE))
        self.pico = self.table.pico
        self.pico.on_serial = lambda _, data: self.told.hear(data)

    def close(self) -> None:
        super().close()
        self.table.close()

    def see_power(self) -> None:
        if not self.pico.is_on:
            self.pico.power_on()
            self.power_came()

    def put_right(self) -> None:
        super().put_right()
        self.pico.cut_power_at_operation(0)

    # ---- faults

    def pull_cable(self, is_out: bool) -> None:
        """Unplug the cable, or plug it in again."""
        if is_out:
            self.pico.unplug()
        else:
            self.pico.plug_in()

    def open_port(self, url: str) -> BoardPort:
        return BoardPort(self.table.open_port(url), len)  # what it says is heard by `on_serial`

    def set_unread(self, is_unread: bool) -> None:
        super().set_unread(is_unread)
        if self.pico.port is not None:
            self.pico.port.unread = is_unread

    def cut_power(self, in_operation: int | None, share: float) -> None:
        """Cut the power now, or in a coming flash operation (0 is the next), after a share of its time."""
        if in_operation is None:
            self.pico.cut_power()
        else:
            self.pico.cut_power_at_operation(len(self.pico.operations) + 1 + in_operation, share)

    def flip_bits(self, random: Random, count: int) -> None:
        """Without power, flip bits of the journal; with a count of 0, wipe whole sectors."""
        self.is_flash_damaged = True
        self.pico.cut_power()
        at, length = wiring.JOURNAL_ADDRESS, wiring.JOURNAL_BYTES
        journal = bytearray(self.pico.read_flash(at, length))
        flip_bits(journal, random, count)
        self.pico.write_flash(at, journal)

"""The board of `--virtual`: the whole firmware on virtual hardware, for users without a board.

Its settings survive the command, as on a real board: its `tavolo.txt` is a file of the user, to be edited by hand, or
deleted for a new board. Its slots are the same for every command, its noise is not. Time advances by `pass_time`.
"""

from pathlib import Path
from random import Random, SystemRandom

import typer

from tavolo.games.cards import code_of
from tavolo.maker.settings import FILE, MOST_BYTES
from tavolo_host.people.table import VirtualTable
from tavolo_host.runtime.atomic_file import write_whole
from tavolo_host.simulator.hardware import TICK_MS
from tavolo_host.simulator.serial_line import LoopbackServer

FIRST_CARD = code_of("bambuti", 0)  # the first card that the guides make: the one used at this board
SLOTS = 1  # the seed of the differences between its eight slots


def settings_file() -> Path:
    """Return where this user's virtual board keeps its settings."""
    return Path(typer.get_app_dir("tavolo")) / "virtual-board" / FILE


class KeptBoard:
    """A virtual board at `url`; ValueError if its file cannot be read or written."""

    def __init__(self) -> None:
        self.file = settings_file()
        try:
            with self.file.open("rb") as file:
                self._kept = file.read(MOST_BYTES + 1)  # the board reads no more either
        except FileNotFoundError:
            self._kept = b""
        except OSError as problem:
            raise self._unkept("read", problem) from problem
        self._line = LoopbackServer()
        self.url = self._line.url
        self.table = VirtualTable(SystemRandom(), self._line, self._kept, Random(SLOTS))

    @property
    def words(self) -> str:
        """A sentence about where its settings come from."""
        if self._content():
            return f"This board is virtual. Its settings come from {self.file}; delete that file for a new board."
        return f"This board is virtual and new. It will keep its settings in {self.file}."

    def pass_time(self) -> float:
        """Run one tick as fast as possible; return its milliseconds."""
        self.table.step()
        return TICK_MS

    def close(self) -> None:
        """Close the line, and save what the board has written."""
        self._line.close()
        self.table.close()
        content = self._content()
        if content == self._kept:
            return
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self.file, content, is_private=True)
        except OSError as problem:
            raise self._unkept("written", problem) from problem

    def _content(self) -> bytes:
        return self.table.hardware.virtual_files.contents.get(FILE, b"")

    def _unkept(self, what: str, problem: OSError) -> ValueError:
        return ValueError(
            f"The virtual board keeps its settings in {self.file}, which cannot be {what}: "
            f"{problem.strerror or problem}."
        )

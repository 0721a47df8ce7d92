"""The board that `--virtual` stands for: the whole firmware on virtual hardware, for who has no board yet.

As of a real board, what it is set to outlives the command: its `tavolo.txt` is a file of the user's, which may be
changed by hand, or thrown away to have a new board. Its slots are the same at every command, its noise is not. Time
passes in it as its owner lets it, by `pass_time`.
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

FIRST_CARD = code_of("bambuti", 0)  # the first that the guides have made: what hands at this board put in
SLOTS = 1  # the seed of what its eight slots differ by


def settings_file() -> Path:
    """Return where this user's virtual board keeps its settings."""
    return Path(typer.get_app_dir("tavolo")) / "virtual-board" / FILE


class KeptBoard:
    """A virtual board at `url`. Raises ValueError, in a sentence, when its file can be neither read nor written."""

    def __init__(self) -> None:
        self.file = settings_file()
        try:
            with self.file.open("rb") as file:
                self._kept = file.read(MOST_BYTES + 1)  # the board looks no further either
        except FileNotFoundError:
            self._kept = b""
        except OSError as problem:
            raise self._unkept("read", problem) from problem
        self._line = LoopbackServer()
        self.url = self._line.url
        self.table = VirtualTable(SystemRandom(), self._line, self._kept, Random(SLOTS))

    @property
    def words(self) -> str:
        """Where its settings come from, in a sentence."""
        if self._content():
            return f"This board is virtual, and set as {self.file} says; without that file it is new."
        return f"This board is virtual, and new; what it is set to, it will keep in {self.file}."

    def pass_time(self) -> float:
        """Let one pass go by, as quickly as this machine can; return its milliseconds."""
        self.table.step()
        return TICK_MS

    def close(self) -> None:
        """Give the line free, and keep what the board has written."""
        self._line.close()
        self.table.close()
        content = self._content()
        if content == self._kept:
            return
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self.file, content)
        except OSError as problem:
            raise self._unkept("written", problem) from problem

    def _content(self) -> bytes:
        return self.table.hardware.virtual_files.contents.get(FILE, b"")

    def _unkept(self, what: str, problem: OSError) -> ValueError:
        return ValueError(
            f"The virtual board keeps its settings in {self.file}, which cannot be {what}: "
            f"{problem.strerror or problem}."
        )

"""The steps of `tavolo flash`, each told in a line: find a Pico, ask, restart it in BOOTSEL, write, wait for its hello.

Every refusal is a ValueError that says what to do. Whatever interrupts it, the same command goes on from there: a Pico
whose firmware is not whole can still be put into BOOTSEL, by the button on it.
"""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from tavolo_host.board.serial_port import FoundBoard, PortError, list_boards
from tavolo_host.workshop.flashing import board as at_port
from tavolo_host.workshop.flashing import drives
from tavolo_host.workshop.flashing.board import RunningBoard
from tavolo_host.workshop.flashing.drives import AGAIN, Drive
from tavolo_host.workshop.flashing.firmware import Firmware

DRIVE_MS = 30_000  # until the system shows a drive, and until it has gone
HELLO_MS = 60_000  # from a new firmware's start to its hello: at its first start it makes its file system
PROBE_MS = 500  # between two looks for the drive
NOTHING_FOUND = (
    "No Pico was found. Hold BOOTSEL on it while you plug it into this computer, and type `tavolo flash` again. If"
    " there is still none, the cable may only charge: take one that carries data."
)
BY_HAND = "Nothing has been written. Unplug the Pico, hold BOOTSEL while you plug it in, and type `tavolo flash` again."
OF_ANOTHER_CHIP = (
    "{} is the drive of a Pico 2 (RP2350), for which there is no firmware: the table needs a Raspberry Pi Pico with an"
    " RP2040, such as the Pico or the Pico H."
)
CHECK = (
    "After that, `tavolo watch` finds it. If it does not: unplug the Pico, hold BOOTSEL while you plug it in, and type"
    " `tavolo flash` again."
)
STAYS = (
    "A table's settings stay as they are, its journal and crash log too. The seats calibrate themselves again, as at"
    " every power-on: leave the slots empty."
)
GAME_NOT_KNOWN = (
    "Whether a game is under way there is not known. If one is, it goes on afterwards with the same rules; if the new"
    " firmware has other rules, the game is put aside and cannot be played on."
)


class Surroundings(NamedTuple):
    """What the steps need of the computer: `say` a line, `confirm` a question, `pass_time` lets a moment pass."""

    say: Callable[[str], None]
    confirm: Callable[[str], bool]
    pass_time: Callable[[], float]
    mounted: Callable[[], list[Drive]] = drives.mounted
    unmounted: Callable[[], list[str]] = drives.unmounted
    boards: Callable[[], list[FoundBoard]] = list_boards
    look: Callable[[FoundBoard, Callable[[], float]], RunningBoard] = at_port.look
    restart: Callable[[RunningBoard, Callable[[], float]], None] = at_port.restart_in_bootsel
    hello_of: Callable[[str | None, str, str, float, Callable[[], float]], str] = at_port.hello_of


class Flashing:
    """Writes a firmware. `folder`, `port` and `board_id` are what the user has named; `has_begun` once it writes."""

    def __init__(
        self, firmware: Firmware, around: Surroundings, folder: Path | None, port: str | None, board_id: str
    ) -> None:
        self.has_begun = False
        self._firmware = firmware
        self._around = around
        self._folder = folder
        self._port = port
        self._board_id = board_id

    def run(self, again: bool = False) -> None:
        """Do it all, unless the board has this firmware; then only with `again`."""
        drive = None if self._folder is None and self._named_is_there() else self._drive_there()
        if drive is None:
            drive = self._drive_of_a_board(self._running(), again)
        if drive is not None:
            self._write(drive)

    # ---- a Pico in BOOTSEL

    def _named_is_there(self) -> bool:
        """Return whether a board is named and runs. If it was stopped halfway, it is in BOOTSEL, and has no port."""
        return bool((self._port or self._board_id) and self._candidates())

    def _drive_there(self) -> Drive | None:
        """Return the drive that is there or is named, None if there is none; refuse what is no Pico's, or two."""
        if self._folder is not None:
            named = drives.drive_at(self._folder)
            if named is None:
                raise ValueError(f"{self._folder} is not the drive of a Pico in BOOTSEL: there is no {drives.INFO}.")
            found = [named]
        else:
            found = self._around.mounted()
        right = [drive for drive in found if drive.board == drives.RP2040]
        if len(right) > 1:
            named_all = ", ".join(str(drive.folder) for drive in right)
            raise ValueError(f"Several Picos are in BOOTSEL: name the drive of one with --drive ({named_all}).")
        if found and not right:
            if found[0].board == drives.RP2350:
                raise ValueError(OF_ANOTHER_CHIP.format(found[0].folder))
            raise ValueError(f"{found[0].folder} is the drive of another board ({found[0].board}), not of a Pico.")
        if right:
            self._around.say(f"Found a Pico in BOOTSEL: {right[0].folder}. {STAYS} {GAME_NOT_KNOWN}")
            return right[0]
        self._refuse_unmounted()
        return None

    def _refuse_unmounted(self) -> None:
        for device in self._around.unmounted():
            raise ValueError(drives.how_to_mount(device))

    # ---- a board that runs

    def _running(self) -> RunningBoard:
        """Return the board to write; refuse if there is none, or which one is open."""
        found = self._candidates()
        if not found and self._board_id:
            raise ValueError(f"Board {self._board_id} is not plugged in; `tavolo ports` lists what is.")
        if not found and self._port:
            found = [FoundBoard(self._port)]  # opening it says why not
        if not found:
            raise ValueError(NOTHING_FOUND)
        if len(found) > 1:
            named = ", ".join(each.device for each in found)
            raise ValueError(f"Several Picos are plugged in: name one with --port ({named}), or unplug the others.")
        self._around.say(f"Asking at {found[0].device} what is there.")
        return self._around.look(found[0], self._around.pass_time)

    def _candidates(self) -> list[FoundBoard]:
        """Return the Picos that run, only the one that is named if one is."""
        found = self._around.boards()
        if self._board_id:
            return [each for each in found if each.serial_number.lower() == self._board_id.lower()]
        if self._port is not None and "://" in self._port:
            return [FoundBoard(self._port)]
        return [each for each in found if self._port in (None, each.device)]

    def _drive_of_a_board(self, board: RunningBoard, again: bool) -> Drive | None:
        """Ask, restart the board in BOOTSEL, and return its drive; None if the board is not to be written."""
        release = f"release {self._firmware.version} ({self._firmware.digest})"
        _refuse_game(board)
        if board.firmware == self._firmware.digest and not again:
            self._around.say(f"It has the firmware of {release} already; --again writes it once more.")
            return None
        self._around.say(self._what_is_there(board))
        self._around.say(" ".join([STAYS, *([] if board.is_playing is False else [GAME_NOT_KNOWN])]))
        if not self._around.confirm(f"Write the firmware of {release} to it?"):
            self._around.say("Nothing was written.")
            return None
        _refuse_game(self._around.look(FoundBoard(board.port, "", board.serial_number), self._around.pass_time))
        self._around.say("Restarting it in BOOTSEL, and waiting for its drive.")
        before = set(self._around.mounted())
        try:
            self._around.restart(board, self._around.pass_time)
        except (PortError, OSError) as problem:
            raise ValueError(f"{problem} {BY_HAND}") from problem
        self._board_id = board.board or board.serial_number
        return self._wait_for_drive(before)

    def _what_is_there(self, board: RunningBoard) -> str:
        if board.protocol:
            return f"It is a table of another version. {board.protocol}"
        if not board.board:
            return "It does not answer as a table: if it runs another program, that program is replaced."
        settings = f", with the settings {' '.join(board.settings)}" if board.settings else ""
        return f"It is table {board.board}{settings}, with the firmware {board.firmware}."

    def _wait_for_drive(self, before: set[Drive]) -> Drive:
        """Return the drive that has come since `before`."""
        left_ms: float = DRIVE_MS
        while left_ms > 0:
            waited_ms = 0.0
            while waited_ms < PROBE_MS:
                waited_ms += self._around.pass_time()
            left_ms -= waited_ms
            come = [drive for drive in self._around.mounted() if drive not in before]
            if come and come[0].board == drives.RP2350:
                raise ValueError(OF_ANOTHER_CHIP.format(come[0].folder))
            if come:
                return come[0]
        self._refuse_unmounted()
        raise ValueError(f"The Pico has not come back as a drive. {BY_HAND}")

    # ---- writing

    def _write(self, drive: Drive) -> None:
        content, around = self._firmware.content, self._around
        before = {each.device for each in around.boards()}
        around.say(f"Writing {len(content) // 1000} kB to {drive.folder}.")
        self.has_begun = True
        drives.write(drive, content)
        left_ms: float = DRIVE_MS
        while drives.drive_at(drive.folder):
            left_ms -= around.pass_time()
            if left_ms <= 0:
                raise ValueError(f"The Pico at {drive.folder} does not restart with what was written. {AGAIN}.")
        self.has_begun = False
        around.say("Written. The Pico restarts; waiting for its hello.")
        port = self._port or (None if self._board_id else self._port_since(before))
        problem = around.hello_of(port, self._board_id, self._firmware.digest, HELLO_MS, around.pass_time)
        if problem:
            raise ValueError(f"The firmware is on the Pico, but no board has answered with it yet. {problem} {CHECK}")
        around.say("The board answers with the new firmware. `tavolo watch` shows it on a page.")

    def _port_since(self, before: set[str]) -> str | None:
        """Return the port that has come since `before`, None if there is none: the written Pico's, and no other's."""
        left_ms: float = DRIVE_MS
        while left_ms > 0:
            come = [each.device for each in self._around.boards() if each.device not in before]
            if come:
                return come[0]
            left_ms -= self._around.pass_time()
        return None


def _refuse_game(board: RunningBoard) -> None:
    if board.is_playing:
        raise ValueError(
            f"The board at {board.port} is in a game: finish it, or abandon it, and type `tavolo flash` again."
        )

"""The interface of the referee for the parts that it loads when they are needed."""

from collections.abc import Callable, Sequence
from typing import Protocol

from tavolo.journal.journal import Journal
from tavolo.lights.picture import Showing
from tavolo.lights.view import View
from tavolo.link.publisher import Publisher
from tavolo.play.attendance import Attendance
from tavolo.play.council import Motion
from tavolo.play.first_glance import FirstGlance
from tavolo.play.gap_repair import GapRepair
from tavolo.play.lobby import Lobby
from tavolo.play.play import Play
from tavolo.play.resuming import LostRecords, Replay
from tavolo.rules.record import Record
from tavolo.seat.seat import Seat

class Judge(View, Protocol):
    """The `tavolo.play.referee.Referee`."""

    seats: list[Seat]
    lobby: Lobby
    play: Play | None
    record: Record | None
    playing: tuple[int, ...]
    question: Motion | None
    laptop_waits_ms: int
    attendance: Attendance
    publisher: Publisher
    journal: Journal
    showing: Showing
    below: Callable[[int], int]
    glance: FirstGlance
    replay: Replay | None
    gap_repair: GapRepair | None
    lost_records: LostRecords | None
    lost_notice: LostRecords | None

    def enter_lobby(self, joined: Sequence[int] = ()) -> None:
        """Enter the lobby, without a game; these seats have already joined the next one."""

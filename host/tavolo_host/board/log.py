"""The laptop's log: what happened at the table and why, in order of arrival."""

from dataclasses import dataclass
from pathlib import Path
from traceback import extract_tb

from tavolo_host.texts.deferred import deferred

LONGEST_LOG = 4000
SELDOM_MS = 1000


@dataclass(frozen=True)
class Entry:
    """One entry, at `time_ms`, of `kind` event, refusal, trouble or note.

    `numbers` is the event or reason from the rules, `action` the text of the action that caused an event, `place` that
    action's number in its game, `seat` the physical seat if any; `game` counts the games seen. `seats` and `game_name`
    are the players' seats and the game at that time, so that `numbers` can be put into any language; `names` are the
    names at the eight seats then, () if they are not known.
    """

    number: int
    time_ms: int
    kind: str
    sentence: str
    numbers: tuple[int, ...] = ()
    seat: int | None = None
    action: str = ""
    game: int = 0
    seats: tuple[int, ...] = ()
    game_name: str = ""
    place: int = -1
    names: tuple[str, ...] = ()


class Log(list[Entry]):
    """The newest `LONGEST_LOG` entries. New ones get the current `now_ms`, `game`, `seats`, `game_name` and `names`."""

    def __init__(self) -> None:
        super().__init__()
        self.now_ms = 0
        self.game = 0
        self.seats: tuple[int, ...] = ()
        self.game_name = ""
        self.names: tuple[str, ...] = ()
        self._number = 0
        self._last_ms: dict[str, int] = {}  # of `add_seldom`, by kind

    def add(
        self,
        kind: str,
        text: str,
        numbers: tuple[int, ...] = (),
        seat: int | None = None,
        action: str = "",
        place: int = -1,
    ) -> None:
        """Append an entry."""
        self._number += 1
        entry = Entry(
            number=self._number,
            time_ms=self.now_ms,
            kind=kind,
            sentence=text,
            numbers=numbers,
            seat=seat,
            action=action,
            game=self.game,
            seats=self.seats,
            game_name=self.game_name,
            place=place,
            names=self.names,
        )
        self.append(entry)
        del self[:-LONGEST_LOG]

    def add_seldom(self, kind: str, text: str) -> None:
        """Append an entry that may come often: at most one a second of each kind."""
        if self.now_ms - self._last_ms.get(kind, -SELDOM_MS) >= SELDOM_MS:
            self._last_ms[kind] = self.now_ms
            self.add(kind, text)

    def add_bug(self, failure: Exception) -> None:
        """Append an unexpected error by type and place, without its text, as an entry that may come often."""
        steps = extract_tb(failure.__traceback__)
        place = f"{Path(steps[-1].filename).name}:{steps[-1].lineno}" if steps else "-"
        text = deferred("The program ran into a bug and goes on: {} in {}.", type(failure).__name__, place)
        self.add_seldom("trouble", text)

    def forget_events(self) -> None:
        """Remove the current game's events, before the board sends them again from the start."""
        self[:] = [entry for entry in self if entry.kind != "event" or entry.game != self.game]

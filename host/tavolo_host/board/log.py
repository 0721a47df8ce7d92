"""The laptop's log: what happened at the table, with the reason, in the order in which it was heard."""

from dataclasses import dataclass

LONGEST_LOG = 4000
SELDOM_MS = 1000


@dataclass(frozen=True)
class Entry:
    """One thing that happened: at `time_ms` of the time handed in, of `kind` event, refusal, trouble or note.

    `numbers` is the event or reason as the rules gave it, `action` the text of the action that an event follows
    from, `place` the number of that action in its game, `seat` the physical seat where there is one, `game` counts
    the games seen. `seats` are the seats of the players and `game_name` the game at that time, so that `numbers`
    can be said in any language.
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


class Log(list[Entry]):
    """The newest `LONGEST_LOG` entries. `now_ms`, `game`, `seats` and `game_name` are stamped on what is added."""

    def __init__(self) -> None:
        super().__init__()
        self.now_ms = 0
        self.game = 0
        self.seats: tuple[int, ...] = ()
        self.game_name = ""
        self._number = 0
        self._said_ms: dict[str, int] = {}  # when something was said seldom, by its kind

    def add(
        self,
        kind: str,
        text: str,
        numbers: tuple[int, ...] = (),
        seat: int | None = None,
        action: str = "",
        place: int = -1,
    ) -> None:
        """Write an entry down."""
        self._number += 1
        about = self.game, self.seats, self.game_name
        self.append(Entry(self._number, self.now_ms, kind, text, numbers, seat, action, *about, place))
        del self[:-LONGEST_LOG]

    def add_seldom(self, kind: str, text: str) -> None:
        """Write down what may happen at every moment, at most once a second of each kind."""
        if self.now_ms - self._said_ms.get(kind, -SELDOM_MS) >= SELDOM_MS:
            self._said_ms[kind] = self.now_ms
            self.add(kind, text)

    def forget_events(self) -> None:
        """Take the present game's events out, because they are told once more from the start."""
        self[:] = [entry for entry in self if entry.kind != "event" or entry.game != self.game]

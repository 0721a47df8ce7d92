"""The stage: what there is to show at one moment, and the beat that moves it.

Scenes paint it with palette indices and have no state. Movement follows the beats, so the table paints again only when
the beat has changed or something has happened: the same stage at the same beat gives the same picture. Rhythms say what
colours alone do not; all of them repeat each second.
"""

from tavolo.lights import palette
from tavolo.wiring import FIELD_COLUMNS, FIELD_ROWS, SEATS

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tavolo.lights.view import LostRecords, Question, View
    from tavolo.rules.game import Position

BEAT_MS = 125
BEATS = 8  # a second

# Rhythms: which beats of a second are lit, the first in the lowest bit.
STEADY = 0b11111111
HALF = 0b00001111
LONG = 0b00111111
DOUBLE_BLINK = 0b00000101
BLINK = 0b00110011
FLICKER = 0b01010101
TRIPLE_BLINK = 0b00010101


NO_PREVIEW = (-1, None)
UNCOUNTED = -1  # lost actions: their number is unknown


class Stage:
    """What there is to show: the state of the table at one moment, refreshed before each painting.

    In a game: `position` of its rules, `actions` so far, `seats` (the physical seat, 0-7, of each player), the
    action that `preview_player` previews as `preview` or None, all previews as (player, action) in `previews` (several,
    where several are to act), and the `question` to everybody, or None.
    In the lobby: `joined` (physical seats in the order of joining), `game_picture` (the PICTURE of the manifest),
    `option_index` (-1 for none), `option_value`. When a single seat `is_trial`: `pads`, a bit for each that the card
    in its slot joins (-1 for no card), `keys`, a bit for each that is down.
    Always: `now_ms`, `slots` (the state of each seat's slot, as in `tavolo.seat.states`), `troubled` (nonzero for a
    slot with something unreadable), `to_reseal` (seats that must insert their sealed card again), the `lost_records` of
    a damaged journal while they are shown, or None.
    """

    def __init__(self, position: "Position | None" = None) -> None:
        self.now_ms = 0
        self.slots = bytearray(SEATS)
        self.troubled = bytearray(SEATS)
        self.to_reseal: "Sequence[int]" = []
        self.lost_records: "LostRecords | None" = None
        self.position = position  # of any game; `GameStage` of `tavolo.games.scene` has that of one game
        self.actions: "Sequence[tuple[int, ...]]" = []
        self.seats: tuple[int, ...] = ()
        self.preview: tuple[int, ...] | None = None
        self.preview_player = -1
        self.previews: "list[tuple[int, tuple[int, ...]]]" = []
        self.question: "Question | None" = None
        self.joined: "Sequence[int]" = []
        self.game_picture = bytes(FIELD_COLUMNS * FIELD_ROWS)
        self.is_trial = False
        self.pads = self.keys = 0
        self.option_index = -1
        self.option_value = 0

    def look_at(self, view: "View") -> None:
        """Copy what there is to show; the painter sets `now_ms` and `game_picture`."""
        self.slots[:] = view.slots
        self.troubled[:] = view.troubled
        self.question = view.question
        self.to_reseal = view.seats_to_reseal()
        self.lost_records = view.lost_records
        record = view.record
        self.is_trial = False
        if record is None:
            self._look_at_lobby(view)
            return
        self.position = record.position
        self.actions = record.actions
        self.seats = view.playing
        self.previews = view.previews()
        self.preview_player, self.preview = self.previews[0] if self.previews else NO_PREVIEW

    def _look_at_lobby(self, view: "View") -> None:
        self.position = None
        lobby = view.lobby
        self.joined = lobby.joined
        self.option_index = lobby.option_index
        self.option_value = lobby.option_value()
        trial = view.trial()
        self.is_trial = trial is not None
        if trial:
            self.pads, self.keys = trial


def beat(now_ms: int) -> int:
    """Return the number of the present beat."""
    return now_ms // BEAT_MS


def celebrate(lamps: bytearray, seats: "tuple[int, ...]", winners: "tuple[int, ...]", now: int) -> bool:
    """Let the winners' lamps breathe; return whether now is the time of their colours.

    Two seconds each: whatever else shows the winners turns into their colours and back with the lamps.
    """
    celebrating = now // BEATS % 4 >= 2
    for player in winners:
        lamps[seats[player]] = (palette.SEAT if celebrating else palette.SEAT_DIM) + seats[player]
    return celebrating


def turn_lit(field: bytearray, first: int, pixels: int, colour: int) -> None:
    """Turn those of the pixels from `first` on that are lit into a colour."""
    for at in range(first, first + pixels):
        if field[at]:
            field[at] = colour


def lit(rhythm: int, now: int) -> bool:
    """Return whether a rhythm is lit at beat `now`."""
    return bool(rhythm >> now % BEATS & 1)

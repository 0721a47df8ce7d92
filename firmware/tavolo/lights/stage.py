"""The stage: what there is to show at one moment, and the beat that moves it.

Scenes paint it with palette indices and remember nothing. What moves, moves by beats, so the table paints again only
when the beat has changed or something has happened: the same stage at the same beat is the same picture. Rhythms tell
what colours alone do not; all of them repeat each second.
"""

from tavolo.lights import palette
from tavolo.wiring import FIELD_COLUMNS, FIELD_ROWS, SEATS

TYPE_CHECKING = False  # as type checkers read it: True
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

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


class Stage:
    """What there is to show: the state of the table at one moment, refreshed before each painting.

    In a game: `position` of its rules, `actions` so far, `seats` (the physical seat, 0-7, of each player), the
    action that `preview_player` is looking at as `preview` or None, (player, action) of everybody who looks at one as
    `previews` (several, where several are to act), and the question that everybody is asked as `motion`
    (`tavolo.play.council`) or None. In the lobby: `joined` (physical seats in the order of joining),
    `game_picture` (the field, of `pictures`), `option_index` (-1 for none), `option_value`. At a table with a single
    seat: `pads`, a bit for each that the card in its slot joins (-1 for no card), `keys`, a bit for each that is down.
    Always: `now_ms`, `slots` (the state of each seat's slot, as `tavolo.seat.states` has it), `troubled` (nonzero for a
    slot with something that cannot be read), `wanted` (seats whose sealed cards are asked for again).
    """

    def __init__(self, position: "Position | None" = None, motion: "Any" = None) -> None:
        self.now_ms = 0
        self.slots = bytearray(SEATS)
        self.troubled = bytearray(SEATS)
        self.wanted: "list[int]" = []
        self.position = position  # of any game; that of one is `GameStage` of `tavolo.scenes.scene`
        self.actions: "Sequence[tuple[int, ...]]" = []
        self.seats: tuple[int, ...] = ()
        self.preview: tuple[int, ...] | None = None
        self.preview_player = -1
        self.previews: "list[tuple[int, tuple[int, ...]]]" = []
        self.motion = motion
        self.joined: list[int] = []
        self.game_picture = bytes(FIELD_COLUMNS * FIELD_ROWS)
        self.pads = self.keys = 0
        self.option_index = -1
        self.option_value = 0


def beat(now_ms: int) -> int:
    """Return the number of the present beat."""
    return now_ms // BEAT_MS


def celebrate(lamps: bytearray, seats: "tuple[int, ...]", winners: "tuple[int, ...]", now: int) -> bool:
    """Let the lamps of the players who won breathe; return whether now is the time of their colours.

    Two seconds each: what else shows the winners turns into their colours and back with the lamps.
    """
    celebrating = now // BEATS % 4 >= 2
    for player in winners:
        lamps[seats[player]] = (palette.SEAT if celebrating else palette.SEAT_DIM) + seats[player]
    return celebrating


def lit(rhythm: int, now: int) -> bool:
    """Return whether a rhythm is lit at beat `now`."""
    return bool(rhythm >> now % BEATS & 1)

"""A board that is watched: the page shows what came over the link, and paints the lights by the same scenes.

The board does not send its pixels. They follow from the position, the slots and what is being chosen, which it does
send; so the laptop paints them itself, at the palette's own levels.
"""

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tavolo.lights import lobby, palette, slots, trial
from tavolo.lights.canvas import Canvas
from tavolo.lights.stage import Stage
from tavolo.rules import names
from tavolo.scenes import load, pictures
from tavolo.seat.states import NOBODY
from tavolo.wiring import SEATS
from tavolo_host.companion import Companion, asked, first_connection
from tavolo_host.display.source import OwnView, SeatView, SlotState, SlotView, TakenBy
from tavolo_host.mirror import Mirror

if TYPE_CHECKING:
    from tavolo.scenes.scene import Scene

LOOK_S = 0.02
NOT_HERE = "This board is only watched."


def wait_for_board(url: str | None) -> Companion:
    """Return a companion whose board has answered; raises PortError, in a sentence, when none does."""
    companion = Companion(url)
    last = time.monotonic()
    while not first_connection(companion):
        time.sleep(LOOK_S)
        now = time.monotonic()
        companion.step((now - last) * 1000)
        last = now
    return companion


class WatchSource:
    """A `TableSource` without seats to take: everything is as the board tells it."""

    title = "Tavolo"
    can_play = False
    speed = ""

    def __init__(self, companion: Companion) -> None:
        self._companion = companion
        self._stage = Stage()
        self._stage.game_picture = pictures.field_of(names()[0])  # which game is walked to, the board does not tell
        self._now_ms = 0.0

    @property
    def mirror(self) -> Mirror:
        """The laptop's copy of the game."""
        return self._companion.mirror

    def step(self, elapsed_ms: float) -> None:
        """Let time pass."""
        self._now_ms += elapsed_ms
        self._companion.step(elapsed_ms)

    def close(self) -> None:
        """Give the port free."""
        self._companion.close()

    def pixels(self) -> tuple[bytes, bytes, bytes]:
        """Return the lights as the board should show them."""
        mirror, stage, canvas = self.mirror, self._stage, Canvas()
        stage.now_ms = int(self._now_ms)
        stage.slots = bytearray(mirror.slots)
        stage.position = mirror.position
        stage.actions = list(mirror.actions)
        stage.seats = tuple(mirror.seats)
        stage.preview, stage.preview_player = None, -1
        for seat, preview in mirror.choosing.items():
            if seat in stage.seats:
                stage.preview, stage.preview_player = preview.action, stage.seats.index(seat)
        is_trial = not mirror.game and sum(state not in NOBODY for state in stage.slots) == 1
        scene: Scene = load(mirror.game.NAME) if mirror.game else trial if is_trial else lobby
        scene.paint(canvas, stage)
        slots.paint(canvas, stage)
        if is_trial:
            canvas.put_lamps_on_field()
        return _rgb(canvas.track), _rgb(canvas.field), _rgb(canvas.lamps)

    def slots(self) -> Sequence[SlotView]:
        """Return the slots; a card is in where the board has read, or is reading, one."""
        full = (SlotState.SETTLING, SlotState.READ, SlotState.ACCEPTED, SlotState.REFUSED)
        return [SlotView(SlotState(state), SlotState(state) in full) for state in self.mirror.slots]

    def seats(self) -> Sequence[SeatView]:
        """Return the seats; people sit where somebody plays."""
        playing = tuple(self.mirror.seats) if self.mirror.game else ()
        return [
            SeatView(
                seat,
                playing.index(seat) if seat in playing else None,
                f"Seat {seat + 1}",
                TakenBy.PERSON if seat in playing else TakenBy.NOBODY,
            )
            for seat in range(SEATS)
        ]

    def seat_counts(self) -> Sequence[int]:
        """Return nothing: games are started at the board."""
        return ()

    def start(self, players: int) -> str | None:
        """Refuse."""
        return NOT_HERE

    def ask(self, verb: str) -> str | None:
        """Ask the board; its answer comes into the log when every seat has pressed a key."""
        return asked(self._companion, verb)

    def sit(self, visitor: str, seat: int) -> str | None:
        """Refuse."""
        return NOT_HERE

    def stand(self, visitor: str) -> None:
        """Do nothing: nobody sits."""

    def own(self, visitor: str) -> OwnView | None:
        """Return None: the board does not know hands, and the laptop neither."""
        return None

    def play(self, visitor: str, card: int) -> str | None:
        """Refuse."""
        return NOT_HERE

    def lift(self, visitor: str) -> None:
        """Do nothing."""

    def key(self, visitor: str, key: int, down: bool) -> None:
        """Do nothing."""


def _rgb(indices: bytearray) -> bytes:
    """Return three bytes a pixel for palette indices."""
    return bytes(level for index in indices for level in palette.RGB[index])

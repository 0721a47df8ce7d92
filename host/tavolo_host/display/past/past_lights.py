"""The table's lights as they were in a game that has ended: they follow from the position, as the board's own do."""

from typing import Any, cast

from tavolo.wiring import SEATS
from tavolo_host.board.view import View
from tavolo_host.display.live.table_picture import TablePicture, looks_of
from tavolo_host.display.model.lights import PaintedLights
from tavolo_host.display.model.past_game import PastGame
from tavolo_host.display.parts.game_display import Step
from tavolo_host.display.parts.source import SeatView, SlotState, SlotView, TakenBy

EMPTY = [SlotView(SlotState.EMPTY, False)] * SEATS


class PastLights:
    """Builds the picture of the table with the lights of `past` into the current element."""

    def __init__(self, past: PastGame) -> None:
        self._past = past
        self._lights = PaintedLights()
        self._table = TablePicture(lambda *_: None, lambda *_: None, lambda *_: None)
        self._seats = [SeatView(seat, None, "", TakenBy.NOBODY) for seat in range(SEATS)]
        for player, person in enumerate(past.players):
            self._seats[person.seat] = SeatView(person.seat, player, person.name, TakenBy.PERSON)

    def show(self, step: Step[Any]) -> None:
        """Show the lights at a step."""
        past = self._past
        self._table.light(self._lights.levels(View(cast("Any", step), past.seats)))
        self._table.dress(looks_of(self._seats, EMPTY, past.mirror, past.display, step))

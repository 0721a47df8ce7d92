"""The table's lights as they were in a game that has ended: they follow from the position, as the board's own do."""

from typing import Any, cast

from tavolo.games import field_at, scene_of
from tavolo.lights import palette
from tavolo.lights.picture import Picture
from tavolo.wiring import SEATS
from tavolo_host.board.view import View
from tavolo_host.display.live.table_picture import TablePicture
from tavolo_host.display.model.past_game import PastGame
from tavolo_host.display.parts.game_display import Step
from tavolo_host.display.parts.moment import Moment
from tavolo_host.display.parts.source import SeatView, SlotState, SlotView, TakenBy
from tavolo_host.display.parts.what_to_do import State, WhatToDo


class PastLights:
    """Builds the picture of the table with the lights of `past` into the current element."""

    def __init__(self, past: PastGame) -> None:
        self._past = past
        self._picture = Picture(scene_of, field_at)
        self._table = TablePicture(lambda *_: None, lambda *_: None, lambda *_: None)
        self._seats = [SeatView(seat, None, "", TakenBy.NOBODY) for seat in range(SEATS)]
        for player, person in enumerate(past.players):
            self._seats[person.seat] = SeatView(person.seat, player, person.name, TakenBy.PERSON)

    def show(self, step: Step[Any]) -> None:
        """Show the lights at a step."""
        past = self._past
        self._picture.look_at(View(cast("Any", step), past.seats))
        canvas = self._picture.paint(0)
        lights = rgb(canvas.track), rgb(canvas.field), rgb(canvas.lamps)
        slots = [SlotView(SlotState.EMPTY, False)] * SEATS
        what = WhatToDo(State.OVER, "")
        self._table.show(Moment(past.mirror, self._seats, slots, lights, "", False, None, what, behind=step))


def rgb(indices: bytearray) -> bytes:
    """Return three bytes per pixel for palette indices."""
    return bytes(level for index in indices for level in palette.RGB[index])

"""For tests of the page's parts: a laptop's copy of a game, a table that shows it, and the words of HTML."""

import re
from dataclasses import dataclass, field
from typing import Any

from tavolo.rules.record import Record
from tavolo_host.board.view import View
from tavolo_host.display.parts.moment import Moment
from tavolo_host.display.parts.source import OwnView, SeatView, SlotState, SlotView, TakenBy
from tavolo_host.display.parts.what_to_do import State, WhatToDo, awaited_seats


@dataclass
class Mirror:
    """The laptop's copy, as the page reads it; `game` is that of the record unless a test says otherwise."""

    record: Record
    seats: tuple[int, ...]
    log: list[Any] = field(default_factory=list)
    status: str = "In step."
    in_step: bool | None = True
    result: str = ""
    is_taken_back: bool = False
    game_number: int = 1
    view: View = field(default_factory=View)

    def __post_init__(self) -> None:
        self.game: Any = self.record.game

    @property
    def position(self) -> Any:
        return self.record.position

    @property
    def setup(self) -> Any:
        return self.record.setup

    @property
    def actions(self) -> Any:
        return self.record.actions


def moment_of(mirror: Any, own: OwnView | None = None, can_play: bool = True) -> Moment:
    """People at eight seats, of whom a visitor is one, look at this; a card stands in the slot of seat 2."""
    players = {seat: player for player, seat in enumerate(mirror.seats)}
    taken = [TakenBy.VISITOR if seat == 2 else TakenBy.PERSON for seat in range(8)]
    seats = [SeatView(seat, players.get(seat), "", taken[seat]) for seat in range(8)]
    slots = [SlotView(SlotState.SETTLING if seat == 2 else SlotState.EMPTY, seat == 2) for seat in range(8)]
    what, awaited = WhatToDo(State.WAIT, ""), awaited_seats(mirror)
    return Moment(mirror, seats, slots, (b"", b"", b""), "", can_play, own, what, awaited=awaited)


def text_of(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html))

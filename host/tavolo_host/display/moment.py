"""The table as one visitor sees it at one look: all regions of the page show the same moment."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self, cast

from tavolo.rules.contract import NO_CARD
from tavolo_host.board.mirror import Mirror
from tavolo_host.display.game_display import GameDisplay, GameMirror, Player, display_of
from tavolo_host.display.source import OwnView, SeatView, SlotView, TableSource, TakenBy
from tavolo_host.display.theme import seat_number
from tavolo_host.display.what_to_do import Choice, Deed, WhatToDo
from tavolo_host.texts.language import _


@dataclass(frozen=True)
class Moment:
    """The table as a visitor may see it, in the visitor's language.

    `own` is None for a visitor without a seat; `can_play` is False at a table without seats for visitors. `lights` and
    `of_board` come from the `TableSource`.
    """

    mirror: Mirror
    seats: Sequence[SeatView]
    slots: Sequence[SlotView]
    lights: tuple[bytes, bytes, bytes]
    of_board: str
    can_play: bool
    own: OwnView | None
    what: WhatToDo

    @classmethod
    def of(cls, table: TableSource, visitor: str) -> Self:
        """Look at the table as it is now."""
        return cls(
            table.mirror,
            table.seats(),
            table.slots(),
            table.pixels(),
            table.of_board,
            table.visitors is not None,
            table.visitors.own(visitor) if table.visitors else None,
            table.what_to_do(visitor),
        )

    @cached_property
    def display(self) -> GameDisplay[Any] | None:
        """The display of the game; None without a game."""
        return display_of(self.mirror)

    @property
    def game_mirror(self) -> GameMirror[Any]:
        """The mirror as displays read it; only during a game."""
        return cast("GameMirror[Any]", self.mirror)

    @cached_property
    def players(self) -> list[Player]:
        """The players of the game, in order."""
        seats = {view.seat: view for view in self.seats}
        return [Player(seat, seat_name(seats[seat])) for seat in self.mirror.seats]

    @property
    def own_player(self) -> int | None:
        """The visitor's player; None for a visitor who does not play."""
        seats = self.mirror.seats
        return seats.index(self.own.seat) if self.own and self.own.seat in seats else None

    @cached_property
    def names(self) -> list[str]:
        """The names at the seats, "" for none."""
        return [view.name for view in self.seats]

    @cached_property
    def free_seats(self) -> list[int]:
        """The seats that the visitor may take: not another visitor's, and during a game only its players'."""
        is_played = self.mirror.game is not None and not self.mirror.result
        return [
            view.seat
            for view in self.seats
            if self.can_play and view.taken_by is not TakenBy.VISITOR and (view.player is not None or not is_played)
        ]

    @property
    def may_act(self) -> bool:
        """Whether the visitor can choose an action of the game."""
        return any(choice.deed == Deed.ACT for choice in self.what.choices)

    def place_of(self, choice: Choice) -> str:
        """Return the name of a choice's place on the board, "" for none."""
        return self.display.place_of(self.game_mirror, choice.action) if self.display and choice.action else ""

    def card_of(self, choice: Choice) -> int:
        """Return the card of a choice, or NO_CARD."""
        game = self.mirror.game
        return game.action_card(choice.action) if game and choice.action else NO_CARD


def seat_name(view: SeatView) -> str:
    """Return the name at a seat, or the seat's number if it has none."""
    return view.name or _("Seat {}").format(seat_number(view.seat))

"""The table as one visitor sees it at one look: all regions of the page show the same moment."""

from collections.abc import Collection, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self, cast

from tavolo.rules.contract import NO_CARD
from tavolo_host.board.log import Entry
from tavolo_host.board.mirror import Mirror
from tavolo_host.display.parts.game_display import Cost, GameDisplay, GameMirror, Player, Step, display_of
from tavolo_host.display.parts.source import LOG_SHOWN, OwnView, SeatView, SlotView, TableSource, TakenBy
from tavolo_host.display.parts.theme import seat_number
from tavolo_host.display.parts.what_to_do import Choice, Deed, State, WhatToDo, awaited_seats, what_to_do
from tavolo_host.texts.language import _
from tavolo_host.texts.sentences import safe_sentence

if TYPE_CHECKING:
    from tavolo.rules.game import Action

PLACES = 64  # more than a board has in one direction


@dataclass(frozen=True)
class Moment:
    """The table as a visitor may see it, in the visitor's language.

    `own` is None for a visitor without a seat, `played_at` is their seat in the game, also when it is over; `can_play`
    is False at a table without seats for visitors. `lights`, `of_board` and `taken_back_to` come from the
    `TableSource`. `behind` is what board and log show while they are behind, else None; `is_held_back` while what may
    be done now follows from something that they do not show yet. Everything is shown
    `unhurried` times as long as usual. `awaited` are the seats that everybody waits for. It `has_stayed` for who still
    looks at a result while others play the next game.
    """

    mirror: Mirror
    seats: Sequence[SeatView]
    slots: Sequence[SlotView]
    lights: tuple[bytes, bytes, bytes]
    of_board: str
    can_play: bool
    own: OwnView | None
    what: WhatToDo
    taken_back_to: int | None = None
    behind: Step[Any] | None = None
    is_held_back: bool = False
    unhurried: float = 1.0
    awaited: Collection[int] = ()
    played_at: int | None = None
    has_stayed: bool = False

    @classmethod
    def of(cls, table: TableSource, visitor: str) -> Self:
        """Look at the table as it is now."""
        seats = table.seats()
        return cls(
            table.mirror,
            seats,
            table.slots(),
            table.pixels(),
            table.of_board,
            table.roster.has_hands,
            table.roster.own(visitor),
            table.what_to_do(visitor),
            table.taken_back_to(visitor),
            unhurried=table.roster.unhurried,
            awaited=awaited_seats(table.mirror, holding(seats)),
            played_at=table.roster.played_at(visitor),
        )

    def before_a_game(self) -> Self:
        """Return the same table as if nothing had been played: for a visitor who chooses the next game."""
        mirror = copy(self.mirror)
        mirror.record, mirror.seats = None, ()
        seats = [
            SeatView(view.seat, None, view.name, view.taken_by)
            if view.taken_by is TakenBy.VISITOR
            else SeatView(view.seat, None, "", TakenBy.NOBODY)
            for view in self.seats
        ]
        # At a virtual table, who had joined by keys for the last game is not asked for the next one.
        chooses = WhatToDo(State.LOBBY, _("Choose a game."))
        what = chooses if self.can_play else what_to_do(mirror, None, [view.name for view in seats])
        own = self.own and replace(self.own, hand=(), in_slot=None)
        track, field, lamps = (bytes(len(strip)) for strip in self.lights)
        return replace(self, mirror=mirror, seats=seats, lights=(track, field, lamps), own=own, what=what, awaited=())

    @cached_property
    def display(self) -> GameDisplay[Any] | None:
        """The display of the game; None without a game."""
        return display_of(self.mirror)

    @property
    def game_mirror(self) -> GameMirror[Any]:
        """The mirror as displays read it; only during a game."""
        return cast("GameMirror[Any]", self.mirror)

    @property
    def shown(self) -> GameMirror[Any]:
        """The game as the board shows it; only during a game."""
        return self.behind or self.game_mirror

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, and the board shows that."""
        return bool(self.mirror.result) and not self.is_held_back

    @property
    def drawn(self) -> tuple[object, ...]:
        """What the board follows from; rules change a position in place, action by action."""
        return (self.shown.position, len(self.shown.actions), self.players)

    @cached_property
    def log(self) -> Sequence[Entry]:
        """The log without the events that the board does not show yet."""
        log, behind = self.mirror.log, self.behind
        if behind is None:
            return log
        return [entry for entry in log[-2 * LOG_SHOWN :] if entry.kind != "event" or entry.number <= behind.entry]

    @cached_property
    def players(self) -> list[Player]:
        """The players of the game, in order."""
        seats = {view.seat: view for view in self.seats}
        return [
            Player(seat, seat_name(seats[seat], seats[seat].played_as), seat in self.awaited, seat in self.chosen)
            for seat in self.mirror.seats
        ]

    @cached_property
    def chosen(self) -> Collection[int]:
        """The seats that have chosen in secret, while everybody waits for others."""
        sealed = getattr(self.mirror.position, "sealed", ()) if self.awaited else ()
        return [
            view.seat
            for view in self.seats
            if view.player is not None and view.seat not in self.awaited
            if view.is_holding or (sealed and sealed[view.player])
        ]

    @property
    def own_player(self) -> int | None:
        """The visitor's player; None for a visitor who does not play."""
        seats, own = self.mirror.seats, self.own.seat if self.own else None
        seat = self.played_at if self.mirror.result else own
        return seats.index(seat) if seat in seats else None

    @cached_property
    def names(self) -> list[str]:
        """The names at the seats, "" for none."""
        return [view.name for view in self.seats]

    @cached_property
    def names_in_log(self) -> list[str]:
        """The names at the seats for what has happened in the game; in one that is over, those of its players."""
        return [view.name if view.played_as is None else view.played_as for view in self.seats]

    @cached_property
    def free_seats(self) -> list[int]:
        """The seats that the visitor may take: not another visitor's, and during a game only its players'."""
        is_played = self.mirror.game is not None and not self.is_over
        return [
            view.seat
            for view in self.seats
            if view.taken_by is not TakenBy.VISITOR and (view.player is not None or not is_played)
        ]

    @property
    def may_act(self) -> bool:
        """Whether the visitor can choose an action of the game."""
        return any(choice.deed == Deed.ACT for choice in self.what.choices)

    def place_of(self, choice: Choice) -> str:
        """Return the name of a choice's place on the board, "" for none."""
        return self.display.place_of(self.game_mirror, choice.action) if self.display and choice.action else ""

    @cached_property
    def costs(self) -> "Mapping[Action, Cost]":
        """What each action that the visitor can choose costs, as far as the visitor's player knows."""
        display, position = self.display, self.what.position
        if display is None or position is None:
            return {}
        return {each.action: display.cost(position, each.action) for each in self.what.choices if each.action}

    def cost_of(self, choices: Sequence[Choice]) -> Cost:
        """Return what one of these choices costs."""
        costs = [self.costs[each.action] for each in choices if each.action in self.costs]
        return Cost.of_all(costs) if costs else Cost()

    @cached_property
    def picked(self) -> int:
        """The card in the visitor's slot while a place is looked for, or while it may still be changed, or NO_CARD.

        One that could be played at once is not: its choice is offered.
        """
        card = None if self.own is None else self.own.in_slot
        count = 0 if card is None else sum(self.card_of(each) == card for each in self.what.choices)
        is_picked = count > 1 or (count == 1 and self.what.state is not State.CHOOSE)
        return card if card is not None and is_picked else NO_CARD

    @property
    def hand(self) -> tuple[int, ...]:
        """The visitor's hand, also with the card that is picked."""
        picked = () if self.picked == NO_CARD else (self.picked,)
        return (*self.own.hand, *picked) if self.own else ()

    def why_not(self, place: str) -> str:
        """Return why the visitor, whose turn it is, can do nothing at a place of the board.

        The reason is that of the rules for a choice which differs from a possible one in the place alone.
        """
        game = self.mirror.game
        for choice in self.what.choices:
            for at in range(2, len(choice.action)):
                for number in range(PLACES):
                    other = replace(choice, action=(*choice.action[:at], number, *choice.action[at + 1 :]))
                    if game and self.card_of(other) == self.card_of(choice) and self.place_of(other) == place:
                        reason = game.refusal(self.game_mirror.position, other.action)
                        if reason:
                            return safe_sentence(reason, _, tuple(player.name for player in self.players), game.NAME)
        return _("You can do nothing there now.")

    def card_of(self, choice: Choice) -> int:
        """Return the card of a choice, or NO_CARD."""
        game = self.mirror.game
        return game.action_card(choice.action) if game and choice.action else NO_CARD


def holding(seats: Sequence[SeatView]) -> list[int]:
    """Return the seats that hold a choice in their slots."""
    return [view.seat for view in seats if view.is_holding]


def seat_name(view: SeatView, name: str | None = None) -> str:
    """Return the name at a seat, by default the present one, or the seat's number if it has none."""
    return (view.name if name is None else name) or _("Seat {}").format(seat_number(view.seat))

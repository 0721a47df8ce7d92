"""The table on one visitor's page: sends only what has changed since the last look."""

from collections.abc import Callable, Collection, Sequence
from typing import Any

from nicegui import events
from nicegui.element import Element

from tavolo_host.board.mirror import Mirror
from tavolo_host.display.model.lights import Levels
from tavolo_host.display.parts import geometry
from tavolo_host.display.parts.cards import CARD_BACK, face_group
from tavolo_host.display.parts.drawing import table_drawing
from tavolo_host.display.parts.game_display import GameDisplay, GameMirror
from tavolo_host.display.parts.moment import Moment, seat_name
from tavolo_host.display.parts.source import OwnView, SeatView, SlotState, SlotView
from tavolo_host.display.parts.theme import DARK_PIXEL, glow_all
from tavolo_host.texts.language import _

Look = dict[str, Any]


class TablePicture(Element, component="table_picture.js"):
    """The picture of the table. Clicks go to the given functions; keys and cards react only at the visitor's seat."""

    def __init__(
        self, on_key: Callable[[int, bool], None], on_sit: Callable[[int], None], on_lift: Callable[[], None]
    ) -> None:
        super().__init__()
        self.props.update(drawing=table_drawing(), width=geometry.WIDTH, dark=DARK_PIXEL)
        self._own: OwnView | None = None
        self._levels: Levels | None = None
        self._shown = [DARK_PIXEL] * 200
        self._looks: list[Look] = [{} for _ in geometry.SEAT_PLACES]

        def touched(event: events.GenericEventArguments) -> None:
            if self._own and self._own.seat == event.args["seat"]:
                on_key(int(event.args["key"]), bool(event.args["down"]))

        def lifted(event: events.GenericEventArguments) -> None:
            if self._own and self._own.seat == event.args["seat"]:
                on_lift()

        self.on("touch", touched)
        self.on("sit", lambda event: on_sit(int(event.args["seat"])))
        self.on("lift", lifted)

    def show(self, moment: Moment) -> None:
        """Send the changes of lights and seats; the lights tell no end that the board does not show yet."""
        self._own = moment.own
        if moment.is_over or not moment.mirror.result:
            self.light(moment.lights)
        self.dress(seat_looks(moment))

    def light(self, levels: Levels) -> None:
        """Send the changes of the lights."""
        if levels == self._levels:
            return
        self._levels = levels
        looks = [look for strip in levels for look in glow_all(strip)]
        changes: list[int] = []
        for number, (before, now) in enumerate(zip(self._shown, looks, strict=True)):
            if before != now:
                changes += (number, now)
        self._shown = looks
        if changes:
            self.run_method("light", changes)

    def dress(self, looks: Sequence[Look]) -> None:
        """Send the changes of the eight seats."""
        changes = []
        for seat, (before, now) in enumerate(zip(self._looks, looks, strict=True)):
            different = {name: value for name, value in now.items() if before.get(name) != value}
            if different:
                changes.append((seat, different))
        self._looks = list(looks)
        if changes:
            self.run_method("dress", changes)


def seat_looks(moment: Moment) -> list[Look]:
    """Return how the eight seats look to a visitor."""
    offers_seats = moment.can_play and moment.own is None and moment.display is not None
    return looks_of(
        moment.seats,
        moment.slots,
        moment.mirror,
        moment.display,
        moment.shown,
        own=moment.own,
        free_seats=moment.free_seats if offers_seats else (),
        awaited=moment.awaited,
        chosen=moment.chosen,
        won=winning_seats(moment.mirror) if moment.is_over else (),
    )


def winning_seats(mirror: Mirror) -> Collection[int]:
    """Return the seats of those who have won a game that is over."""
    outcome = mirror.game.outcome(mirror.position) if mirror.game and mirror.position else None
    return [mirror.seats[player] for player in (outcome or ())[1:]]


def looks_of(
    seats: Sequence[SeatView],
    slots: Sequence[SlotView],
    mirror: Mirror,
    display: GameDisplay[Any] | None,
    shown: GameMirror[Any],
    own: OwnView | None = None,
    free_seats: Collection[int] = (),
    awaited: Collection[int] = (),
    chosen: Collection[int] = (),
    won: Collection[int] = (),
) -> list[Look]:
    """Return how the eight seats look during a game, with the cards of what is `shown` of it, to who has `own`.

    Those that are `awaited` glow, those that have `chosen` in secret have a tick, those that have `won` shine.
    """
    laid: dict[int, int] = {}
    if display is not None:
        laid = {mirror.seats[player]: card for player, card in display.laid(shown).items()}
    looks = []
    for seat, slot in zip(seats, slots, strict=True):
        look = _seat_look(seat, slot, own, seat.seat in free_seats, display)
        # While the slot is occupied, the played card is still in it.
        card = None if slot.occupied else laid.get(seat.seat)
        look["laid"] = "" if card is None or display is None else face_group(display.face(card))
        look["classes"] += " acts" * (seat.seat in awaited) + " won" * (seat.seat in won)
        look["name"] = "✓ " * (seat.seat in chosen) + look["name"]
        looks.append(look)
    return looks


def _seat_look(
    seat: SeatView, slot: SlotView, own: OwnView | None, is_free: bool, display: GameDisplay[Any] | None
) -> Look:
    """Return how a seat looks apart from the game; a free one offers itself."""
    is_own = own is not None and own.seat == seat.seat
    classes = [f"slot-{slot.state.name.lower()}", f"by-{seat.taken_by}"]
    kinds = (("mine", is_own), ("free", is_free), ("occupied", slot.occupied), ("away", seat.is_away))
    classes += [name for name, true in kinds if true]
    classes += [f"touched-{key}" for key, down in enumerate(seat.touched) if down]
    name = _("{} (away)").format(seat_name(seat)) if seat.is_away else seat_name(seat)
    return {
        "classes": " ".join(classes),
        "name": f"⚠ {name}" if slot.state is SlotState.ABSENT else name,
        "mine": is_own,
        "sit": is_free,
        "card": _slot_card(seat.seat, slot, own, display),
    }


def _slot_card(seat: int, slot: SlotView, own: OwnView | None, display: GameDisplay[Any] | None) -> str:
    """Return the drawing of the card in a slot: its face for the owner only, its back for all others."""
    if not slot.occupied:
        return ""
    if own is not None and own.seat == seat and own.in_slot is not None and display is not None:
        return face_group(display.face(own.in_slot))
    return CARD_BACK

"""The visitor's own place at the bottom of the page: the hand, the three keys, the way in and the way out.

Only what `TableSource.own` gives for this visitor is drawn here, and only into this visitor's page.
"""

from collections.abc import Callable, Sequence
from html import escape

from nicegui import ui

from tavolo_host.board.mirror import Mirror
from tavolo_host.display.cards import card_svg
from tavolo_host.display.game_display import GameDisplay
from tavolo_host.display.panels import own_seat_html
from tavolo_host.display.pressable import Pressable
from tavolo_host.display.source import OwnView
from tavolo_host.display.theme import seat_mark_svg, seat_number
from tavolo_host.texts.language import _

HAND_CARD_WIDTH = 72
KEYS = (("◀", "your left key"), ("▶", "your right key"), ("✓", "your take key"))

Shown = tuple[OwnView | None, frozenset[int], str, bool, Sequence[int]]


class HandBar:
    """Changes when hand, advice or seat change; what is clicked goes to the functions given."""

    def __init__(
        self,
        on_play: Callable[[int], None],
        on_key: Callable[[int, bool], None],
        on_sit: Callable[[int], None],
        on_stand: Callable[[], None],
    ) -> None:
        self._on_key = on_key
        self._shown: Shown | None = None
        with ui.element("section").classes("hand-bar").props(f'aria-label="{_("Hand")}"'):
            self._hint = ui.label("").classes("hand-hint")
            self._seats = Pressable(lambda seat: on_sit(int(seat))).classes("free-seats")
            self._seats.props(f'role="group" aria-label="{_("Seats")}"')
            with ui.element("div").classes("own-seat") as seat:
                self._name = ui.html("", sanitize=False).classes("own-name")
                stand = ui.element("button").classes("plain-button").props('type="button"')
                stand.on("click", on_stand)
                with stand:
                    ui.label(_("Stand up"))
            self._cards = Pressable(lambda card: on_play(int(card))).classes("hand-cards")
            with ui.element("div").classes("own-keys") as keys:
                for number, (sign, name) in enumerate(KEYS):
                    self._key(number, sign, name)
        self._own = (seat, self._cards, keys)

    def show(
        self,
        own: OwnView | None,
        display: GameDisplay[Mirror] | None,
        advised: set[int],
        name: str,
        hint: str,
        free: Sequence[int],
    ) -> None:
        """Show the visitor's own seat, or to one who has none `hint` and, where the table is not seen, `free` seats."""
        shown: Shown = (own, frozenset(advised), name if own else hint, display is None, free)
        if shown == self._shown:
            return
        self._shown = shown
        self._hint.set_text(hint)
        self._hint.set_visibility(own is None)
        self._seats.set_visibility(own is None)
        self._seats.show("".join(_seat_html(seat) for seat in free))
        for part in self._own:
            part.set_visibility(own is not None)
        cards = display.sorted_hand(own.hand) if own and display else ()
        self._cards.show("".join(_card_html(display, card, advised) for card in cards if display))
        if own is not None:
            self._name.set_content(own_seat_html(own, name))
            self._cards.props["data-home"] = f"seat-{own.seat}"

    def _key(self, number: int, sign: str, name: str) -> None:
        button = ui.element("button").classes("own-key").props(f'type="button" aria-label="{_(name)}"')
        with button:
            ui.label(sign)
        for event in ("pointerdown", "keydown.enter", "keydown.space"):
            button.on(event, lambda: self._on_key(number, True), [])
        for event in ("pointerup", "pointerleave", "pointercancel", "keyup.enter", "keyup.space", "blur"):
            button.on(event, lambda: self._on_key(number, False), [])


def _card_html(display: GameDisplay[Mirror], card: int, advised: set[int]) -> str:
    face = display.face(card)
    kind = "off-turn" if not advised else "advised" if card in advised else "unadvised"
    name = escape(_("play {}").format(face.name))
    return (
        f'<button type="button" class="hand-card {kind}" aria-label="{name}" data-card="{card}" data-press="{card}">'
        f"{card_svg(face, HAND_CARD_WIDTH)}</button>"
    )


def _seat_html(seat: int) -> str:
    name = escape(_("sit at seat {}").format(seat_number(seat)))
    mark = seat_mark_svg(seat, 30)
    return f'<button type="button" class="free-seat" data-press="{seat}" aria-label="{name}">{mark}</button>'

"""The visitor's own place at the bottom of the page: the hand, the three keys, and the way out.

Only what `TableSource.own` gives for this visitor is drawn here, and only into this visitor's page.
"""

from collections.abc import Callable

from nicegui import ui
from nicegui.element import Element

from tavolo_host.display.cards import card_svg
from tavolo_host.display.game_display import GameDisplay
from tavolo_host.display.panels import own_seat_html
from tavolo_host.display.source import MirrorView, OwnView
from tavolo_host.display.words import _

HAND_CARD_WIDTH = 72
KEYS = (("◀", "your left key"), ("▶", "your right key"), ("✓", "your take key"))

Shown = tuple[OwnView | None, frozenset[int], str, bool]


class HandBar:
    """Draws itself anew when hand, advice or seat change; what is clicked goes to the functions given."""

    def __init__(
        self,
        on_play: Callable[[int], None],
        on_key: Callable[[int, bool], None],
        on_stand: Callable[[], None],
    ) -> None:
        self._on_play = on_play
        self._on_key = on_key
        self._on_stand = on_stand
        self._shown: Shown | None = None
        self._bar = ui.element("section").classes("hand-bar").props(f'aria-label="{_("Hand")}"')

    def show(
        self, own: OwnView | None, display: GameDisplay[MirrorView] | None, advised: set[int], name: str, hint: str
    ) -> None:
        """Show the visitor's own seat, or `hint` to one who has none."""
        shown: Shown = (own, frozenset(advised), name if own else hint, display is None)
        if shown == self._shown:
            return
        self._shown = shown
        self._bar.clear()
        with self._bar:
            if own is None:
                ui.label(hint).classes("hand-hint")
                return
            self._seat(own, name)
            with ui.element("div").classes("hand-cards").props(f'data-home="seat-{own.seat}"'):
                if display is not None:
                    for card in display.sorted_hand(own.hand):
                        self._card(display, card, card in advised, bool(advised))
            self._keys()

    def _seat(self, own: OwnView, name: str) -> None:
        with ui.element("div").classes("own-seat"):
            ui.html(own_seat_html(own, name), sanitize=False).classes("own-name")
            stand = ui.element("button").classes("plain-button").props('type="button"')
            stand.on("click", self._on_stand)
            with stand:
                ui.label(_("Stand up"))

    def _card(self, display: GameDisplay[MirrorView], card: int, advised: bool, turn: bool) -> None:
        face = display.face(card)
        button = ui.element("button").classes("hand-card")
        button.classes("advised" if advised else "off-turn" if not turn else "unadvised")
        button.props(f'type="button" aria-label="{_("play {}").format(face.name)}" data-card="{card}"')
        button.on("click", lambda: self._on_play(card))
        with button:
            ui.html(card_svg(face, HAND_CARD_WIDTH), sanitize=False)

    def _keys(self) -> None:
        with ui.element("div").classes("own-keys"):
            for number, (sign, name) in enumerate(KEYS):
                self._key(number, sign, name)

    def _key(self, number: int, sign: str, name: str) -> None:
        button: Element = ui.element("button").classes("own-key").props(f'type="button" aria-label="{_(name)}"')
        with button:
            ui.label(sign)
        for event in ("pointerdown", "keydown.enter", "keydown.space"):
            button.on(event, lambda: self._on_key(number, True), [])
        for event in ("pointerup", "pointerleave", "pointercancel", "keyup.enter", "keyup.space", "blur"):
            button.on(event, lambda: self._on_key(number, False), [])

"""The visitor's place at the bottom of the page: the hand, the three keys, help, and buttons to sit down and stand up.

It draws only what `Visitors.own` returns for this visitor, and only on this visitor's page.
"""

from collections.abc import Callable

from markupsafe import Markup
from nicegui import ui

from tavolo.rules.contract import NO_CARD
from tavolo_host.display.live.aids import Aids
from tavolo_host.display.parts.cards import card_svg
from tavolo_host.display.parts.elements import Button, Pressable, confirmation, html, mark
from tavolo_host.display.parts.moment import Moment, seat_name
from tavolo_host.display.parts.source import OwnView
from tavolo_host.display.parts.tags import joined, tag
from tavolo_host.display.parts.theme import SEAT_MARKS, seat_mark_svg, seat_number
from tavolo_host.display.parts.what_to_do import State
from tavolo_host.texts.language import _

HAND_CARD_WIDTH = 72
STANDING = "standing"  # the id of the question before standing up in a game
KEYS = (("◀", "your left key"), ("▶", "your right key"), ("✓", "your take key"))


class HandBar:
    """The visitor's seat; clicks go to the given functions."""

    def __init__(
        self,
        aids: Aids,
        on_play: Callable[[int], None],
        on_key: Callable[[int, bool], None],
        on_sit: Callable[[int], None],
        on_stand: Callable[[], None],
        on_lift: Callable[[], None],
    ) -> None:
        self._aids = aids
        self._on_play, self._on_lift = on_play, on_lift
        self._picked = NO_CARD
        self._hand: tuple[int, ...] = ()
        self._on_key = on_key
        self._plays = False
        with ui.element("section").classes("hand-bar").props(f'aria-label="{_("Hand")}"'):
            self._hint = ui.label("").classes("hand-hint")
            self._seats = Pressable(lambda seat: on_sit(int(seat))).classes("free-seats")
            self._seats.props(f'role="group" aria-label="{_("Seats")}"')
            with ui.element("div").classes("own-seat") as seat:
                self._name = html("own-name")
                self._stand = Button("plain-button", "", lambda: None if self._plays else on_stand())
                question = _("Stand up? A bot plays in your place until you sit down again.")
                confirmation(STANDING, "standing", question, _("Let a bot play"), on_stand)
            self._cards = Pressable(self._press, lifts=True).classes("hand-cards")
            aids.build_buttons()
            with ui.element("div").classes("own-keys") as keys:
                for number, (sign, name) in enumerate(KEYS):
                    self._key(number, sign, name)
        self._own = (seat, self._cards)
        self._keys = keys

    def show(self, moment: Moment) -> None:
        """Show the visitor's seat; without one, say how to get one and offer the free seats."""
        own, display, mirror = moment.own, moment.display, moment.mirror
        advised: set[int] = set()
        if own and display and own.seat in mirror.seats and not moment.is_held_back:
            advised = display.advised(moment.game_mirror, list(mirror.seats).index(own.seat), own.hand)
        self._plays = moment.can_play and moment.own_player is not None and not moment.is_over
        mark(self._stand, "popovertarget", STANDING if self._plays else "")
        self._hint.set_text(_how_to_sit(moment))
        self._hint.set_visibility(own is None and not moment.has_stayed)
        is_lobby = moment.can_play and display is None  # which has all seats
        self._seats.set_visibility(own is None and not is_lobby and not moment.has_stayed)
        self._seats.classes(add="" if moment.can_play else "asked")
        asked = "" if moment.can_play else tag("span", _("Where do you sit?"))
        self._seats.show(
            "" if own or is_lobby else joined(asked, *(_seat_html(moment, seat) for seat in moment.free_seats))
        )
        for part in self._own:
            part.set_visibility(own is not None)
        self._keys.set_visibility(own is not None and moment.can_play)
        self._stand.set_visibility(not moment.has_stayed)  # in the next game, which this visitor does not see yet
        self._stand.label.set_text(_("Stand up") if moment.can_play else _("Another seat"))
        self._picked, self._hand = moment.picked, moment.hand
        cards = display.sorted_hand(moment.hand) if display else ()
        hinted = moment.card_of(self._aids.hinted) if self._aids.hinted else NO_CARD
        picked_at = cards.index(self._picked) if self._picked in cards else None  # of two that are alike, one is
        shown = [_card_html(moment, card, advised, hinted, at == picked_at) for at, card in enumerate(cards)]
        self._cards.show(joined(*shown))
        mark(self._cards, "data-deck", str(mirror.game.CARDS if mirror.game and not moment.is_over else 0))
        if own is not None:
            self._name.set_content(_own_seat_html(own, seat_name(moment.seats[own.seat])))
            mark(self._cards, "data-home", f"seat-{own.seat}")

    def _press(self, card: str) -> None:
        """Play a card of the hand that is shown; the one that is picked goes back to it."""
        if int(card) == self._picked:
            self._on_lift()
        elif int(card) in self._hand:
            self._on_play(int(card))

    def _key(self, number: int, sign: str, name: str) -> None:
        button = Button("own-key", sign).props(f'aria-label="{_(name)}"')
        for event in ("pointerdown", "keydown.enter", "keydown.space"):
            button.on(event, lambda: self._on_key(number, True), [])
        for event in ("pointerup", "pointerleave", "pointercancel", "keyup.enter", "keyup.space", "blur"):
            button.on(event, lambda: self._on_key(number, False), [])


def _card_html(moment: Moment, card: int, advised: set[int], hinted: int, is_picked: bool) -> Markup:
    """Return a card with what it costs, and with the places of the board where it can go."""
    assert moment.display is not None
    face = moment.display.face(card)
    choices = [choice for choice in moment.what.choices if choice.action and moment.card_of(choice) == card]
    cost, signs = moment.cost_of(choices), {moment.place_of(each): moment.cost_of([each]).sign for each in choices}
    kind = "off-turn" if not advised else "advised" if card in advised else "unadvised"
    label = _("play {}").format(face.name)
    if is_picked:
        kind, label = "picked", _("{}: back to your hand").format(face.name)
    names = {"class_": f"hand-card {kind}" + " hinted" * (card == hinted), "aria_label": label}
    shown = joined(card_svg(face, HAND_CARD_WIDTH), tag("i", cost.sign, class_="sign") if cost.sign else "")
    about = {"data_about": " ".join(signs), "data_signs": " ".join(signs.values())}
    told = {"aria_description": cost.words} if cost.words else {}
    told["data_lifted"] = "\n".join(filter(None, (face.name, cost.words, _of_second_tap(moment, kind))))
    return tag("button", shown, type="button", **names, **told, **about, data_card=card, data_press=card)


def _of_second_tap(moment: Moment, kind: str) -> str:
    """Return what a finger's second tap on a card of this kind does; "" where nobody asks.

    While another card is picked, all choices are that one's, and this one would replace it.
    """
    if kind == "picked":
        return _("Tap again to put it back.")
    if kind == "advised":
        return _("Tap again to play.")
    return _("It cannot be played now.") if moment.what.state is State.CHOOSE else ""


def _seat_html(moment: Moment, seat: int) -> Markup:
    """Return the button for a free seat, which says what comes with it in a game, or the name of its shape."""
    words, view, display = _(SEAT_MARKS[seat].shape), moment.seats[seat], moment.display
    if display and view.player is not None and not moment.is_over:
        standing = display.standing(moment.shown.position)
        words = seat_name(view)
        if standing.numbers:
            words = _("{} · {}: {}").format(words, standing.words, f"{standing.numbers[view.player]:g}")
    label = _("sit at seat {}").format(seat_number(seat))
    content = seat_mark_svg(seat, 26), tag("span", words)
    return tag("button", *content, type="button", class_="free-seat", data_press=seat, aria_label=f"{label}: {words}")


def _own_seat_html(own: OwnView, name: str) -> Markup:
    """Return the visitor's name and seat."""
    words = _("seat {}, {}").format(seat_number(own.seat), _(SEAT_MARKS[own.seat].shape))
    return seat_mark_svg(own.seat, 34) + tag("div", tag("b", name), Markup("<br>"), tag("small", words))


def _how_to_sit(moment: Moment) -> str:
    if not moment.can_play:
        return _("You are watching the board on the table.")
    return _("You are watching. Take a seat to play.") if moment.free_seats else all_taken()


def all_taken() -> str:
    """Return why a visitor has no seat."""
    return _("All seats are taken: you are watching.")

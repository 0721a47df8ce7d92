"""The header of the page: where the game stands, whose turn it is, and the requests to the table."""

from collections.abc import Callable, Sequence
from functools import partial

from markupsafe import Markup
from nicegui import ui

from tavolo_host.board.mirror import Mirror
from tavolo_host.display.elements import Button, html, mark
from tavolo_host.display.game_display import Player
from tavolo_host.display.moment import Moment
from tavolo_host.display.source import TITLE, OwnView
from tavolo_host.display.tags import tag
from tavolo_host.display.theme import seat_mark_svg
from tavolo_host.display.what_to_do import winners_in_words
from tavolo_host.texts.language import _

NAMES_SHOWN = 4  # of the players to act; if there are more, only their marks
TO_WHAT_TO_DO = "() => document.querySelector('.what-choices button, .hand-card')?.focus()"


class Header:
    """Built into `element`; `on_ask` gets a request to all players. `swap` is a button for the page's middle."""

    def __init__(self, on_ask: Callable[[str], None]) -> None:
        self.element = ui.element("header").classes("top")
        with self.element:
            Button("plain-button skip", _("Skip to what to do")).on("click", js_handler=TO_WHAT_TO_DO)
            with ui.element("h1").classes("title"):
                ui.label(TITLE)
            self._headline = ui.label("").classes("headline")
            self._turn = html("turn-place", 'role="status"')
            self._requests = ui.element("div").classes("controls")
            with self._requests:
                self.swap = Button("plain-button swap", "")
                self._take_back = Button("plain-button", "", partial(on_ask, "undo"))
                Button("plain-button", _("Abandon"), partial(on_ask, "abandon"))

    def show(self, moment: Moment) -> None:
        """Show where the game stands, and offer requests to all players while one is played."""
        mirror, display = moment.mirror, moment.display
        self._turn.set_content(turn_html(mirror, moment.players, moment.own))
        where = display.headline(moment.game_mirror) if display else ""
        self._headline.set_text(f"{mirror.game.TITLE}: {where}" if mirror.game and display else "")
        self._requests.set_visibility(mirror.position is not None and not mirror.result)
        self._take_back.label.set_text(_("Take back my move") if moment.can_play else _("Take back the last move"))
        may_not = moment.taken_back_to is None
        mark(self._take_back, "title", _("You have no move to take back yet.") if may_not else "")
        if self._take_back.props.get("disabled") != may_not:
            self._take_back.props["disabled"] = may_not


def turn_html(mirror: Mirror, players: Sequence[Player], own: OwnView | None) -> Markup:
    """Return whose turn it is, with the seats' marks; at the end, the result."""
    if mirror.result:
        return tag("div", winners_in_words(mirror, [player.name for player in players], None), class_="turn over")
    if mirror.game is None or mirror.position is None:
        return tag("div", _("No game is being played."), class_="turn idle")
    acting = [players[player] for player in mirror.game.to_act(mirror.position) if player >= 0]
    if not acting:
        return tag("div", _("The table is next."), class_="turn idle")
    if own is not None and any(player.seat == own.seat for player in acting):
        return tag("div", seat_mark_svg(own.seat, 30), tag("b", _("Your turn")), class_="turn yours")
    who = [
        seat_mark_svg(player.seat, 30) + (tag("b", player.name) if len(acting) <= NAMES_SHOWN else "")
        for player in acting
    ]
    words = _("is to play") if len(acting) == 1 else _("are to play")
    return tag("div", *who, tag("span", words), class_="turn")

"""The table before a game: who sits where, ready or not, who would play at other seats, and buttons to sit there."""

from collections.abc import Callable, Mapping, Sequence

from markupsafe import Markup
from nicegui import ui

from tavolo_host.display.model.commands import Commands
from tavolo_host.display.parts.elements import Button, Pressable, mark
from tavolo_host.display.parts.game_display import Player
from tavolo_host.display.parts.preferences import in_words
from tavolo_host.display.parts.tags import tag
from tavolo_host.display.parts.theme import SEAT_MARKS, seat_mark_svg, seat_number
from tavolo_host.seats.guests import Guest, guests_at, too_many
from tavolo_host.seats.rights import Right
from tavolo_host.seats.roster import Roster
from tavolo_host.texts.language import _
from tavolo_host.texts.sentences import listed

EVERYWHERE = dict.fromkeys(range(len(SEAT_MARKS)), True)


class LobbySeats:
    """A section of the page, built where it stands. `on_sit` gets a seat; `on_change` is called after other presses.

    `level` returns the level at which bots would play.
    """

    def __init__(
        self,
        roster: Roster,
        commands: Commands,
        level: Callable[[], str],
        on_sit: Callable[[int], None],
        on_change: Callable[[], None],
    ) -> None:
        self._roster, self._commands, self._level, self._on_change = roster, commands, level, on_change
        self.element = ui.element("section").classes("lobby-seats").props(f'aria-label="{_("Seats")}"')
        with self.element:
            with ui.element("div").classes("lobby-top"):
                ui.html(tag("h2", _("At the table")), sanitize=False)
                self._ready = Button("plain-button", _("I am ready"), self._turn_ready)
            self._seats = Pressable(lambda seat: on_sit(int(seat)))

    def show(self, line_up: Sequence[Player]) -> None:
        """Show the seats, if these people would play."""
        visitor, guests = self._commands.visitor, guests_at(self._roster)
        own = self._roster.seats.get(visitor)
        mark(self._ready, "aria-pressed", visitor in self._roster.ready)
        self._ready.set_visibility(own is not None)
        sitting = {guest.seat: guest for guest in guests if guest.seat is not None and not guest.level}
        names = {player.seat: player.name for player in line_up}
        level = in_words("level")[1][self._level()]
        places = dict.fromkeys(self._roster.places, True) | dict.fromkeys(self._roster.at_keys, False)
        self._seats.show(seats_html(sitting, names, level, own, self._commands.may(Right.SIT), places))

    def _turn_ready(self) -> None:
        self._commands.set_ready(self._commands.visitor not in self._roster.ready)
        self._on_change()


def seats_html(
    sitting: Mapping[int, Guest],
    names: Mapping[int, str],
    level: str,
    own: int | None,
    may_sit: bool,
    places: Mapping[int, bool] = EVERYWHERE,
) -> Markup:
    """Return a row for each seat: who is `sitting` there, else who of `names` would play there, bots of this `level`.

    `places` are the seats, False for those that are played by their own keys. The reader has the seat `own`, None
    without one; who has none and would play gets a seat once the game starts.
    """
    rows = []
    for seat in sorted(places):
        look, guest = SEAT_MARKS[seat], sitting.get(seat)
        name = guest.name if guest else names.get(seat, "")
        if guest:
            state = _("away") if guest.is_away else _("ready") if guest.is_ready else _("not ready")
        elif name and own is None and name == _("you"):
            name, state = _("You"), _("when you press Play")
        elif not places[seat]:
            state = _("at its own keys")
        else:
            state = _("bot: {}").format(level) if name else ""
        words = tag("b", name or _("free"), title=name), tag("small", " · ".join(filter(None, (_(look.shape), state))))
        parts: list[Markup] = [seat_mark_svg(seat, 26), tag("span", *words, class_="lobby-who")]
        kind = "person" if guest else "bot" if name else "nobody"
        is_ready = " ready" * bool(guest and guest.is_ready and not guest.is_away)
        if guest is None and may_sit and places[seat]:
            label = _("sit at seat {}").format(seat_number(seat))
            parts.append(tag("span", _("Sit here"), class_="lobby-sit"))
            content = tag("button", *parts, type="button", data_press=seat, data_key=f"sit-{seat}", aria_label=label)
        else:
            content = tag("div", *parts)
        rows.append(tag("li", content, class_=f"{kind}{is_ready}{' mine' * (seat == own)}"))
    return tag("ul", *rows)


def waits_in_words(not_ready: Sequence[str], seated: Sequence[str], title: str, most: int) -> str:
    """Return beside *Play* who of the others is not ready, by name, or that more have a seat than can play."""
    refusal = too_many(seated, title, most)
    if refusal or not not_ready:
        return refusal or ""
    return _("Not ready yet: {}. Play does not wait, and all keep their seats.").format(listed(not_ready, _))

"""The invitation: how others reach this table with their phones, and who is here.

It is behind the button *Invite*, and large on a television while no game is played.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache

import segno
from markupsafe import Markup
from nicegui import ui

from tavolo_host.display.access.lan import Lan
from tavolo_host.display.live.moved import moved_words
from tavolo_host.display.model.commands import Commands
from tavolo_host.display.model.network_commands import NetworkCommands
from tavolo_host.display.parts.elements import Button, Pressable, html, popover
from tavolo_host.display.parts.moment import Moment
from tavolo_host.display.parts.preferences import INVITE, in_words
from tavolo_host.display.parts.tags import joined, tag
from tavolo_host.display.parts.theme import seat_mark_svg, seat_number
from tavolo_host.seats.guests import Guest, guests_at
from tavolo_host.seats.rights import Right
from tavolo_host.seats.roster import Roster
from tavolo_host.texts.deferred import in_language
from tavolo_host.texts.language import _

FREE, REMOVE, ASK, KEEP = "free", "remove", "ask", "keep"
STATE = "(event) => { event.target.scrollTo(0, 0); emit(event.newState === 'open'); }"


class Invite:
    """The button and what it opens: the way in and, for who may, what keeps others out. `on_say` gets refusals."""

    def __init__(
        self,
        lan: Lan,
        roster: Roster,
        commands: Commands,
        network: NetworkCommands,
        on_say: Callable[[str | None], None],
    ) -> None:
        self._lan = lan
        self._roster = roster
        self._commands = commands
        self._network = network
        self._may_open = network.may(Right.OPEN_NETWORK)
        self._on_say = on_say
        self._is_shown = False
        self._removing = 0  # the number of the guest whom the visitor is asked whether to remove
        self._home: ui.html | None = None
        Button("plain-button invite-button", _("Invite")).props(f'popovertarget="{INVITE}"')
        shown = popover(INVITE, "menu invite").props(f'role="group" aria-label="{_("Invite")}"')
        shown.on("toggle", lambda event: self._toggle(event.args), js_handler=STATE)
        with shown:
            close = Button("plain-button invite-close", _("Close"))
            close.props(f'popovertarget="{INVITE}" popovertargetaction="hide"')
            self._way = html("")
            self._switch = Button("plain-button", "", self._open_or_close)
            self._switch.set_visibility(self._may_open)
            self._renew = Button("plain-button", _("New letters"), lambda: on_say(network.renew_letters()))
            self._others = Pressable(self._open)
            self._people = Pressable(self._press)

    def build_home(self) -> None:
        """Build the home of a television into the middle of the page."""
        self._home = html("invite-home")

    def show(self, moment: Moment) -> None:
        """Show the way in and who is here, where visitors look at it."""
        is_home = self._home is not None and moment.display is None
        if self._home is not None:
            self._home.set_visibility(is_home)
        if not self._is_shown and not is_home:
            return
        guests, is_played = guests_at(self._roster), moment.mirror.game is not None and not moment.is_over
        way = way_html(self._lan) if self._is_open else closed_html(self._may_open, self._lan)
        if self._home is not None and is_home:
            self._home.set_content(joined(way, guests_html(counted(guests), is_played)))
        if self._is_shown:
            self._way.set_content(way)
            self._switch.label.set_text(_("Close the network") if self._is_wanted else _("Open to the network"))
            self._renew.set_visibility(self._may_open and self._is_open)
            self._others.show(others_html(self._lan) if self._may_open else "")
            may_free, may_remove = self._commands.may(Right.FREE_ABSENT), self._network.may(Right.REMOVE)
            own = self._roster.seats.get(self._commands.visitor)
            self._people.show(guests_html(guests, is_played, may_free, may_remove, own, self._removing))

    def _toggle(self, is_shown: bool) -> None:
        self._is_shown, self._removing = is_shown, 0

    @property
    def _is_open(self) -> bool:
        return bool(self._lan.address) and not self._lan.is_lost

    @property
    def _is_wanted(self) -> bool:
        return bool(self._lan.address) or self._lan.is_lost

    async def _open_or_close(self) -> None:
        self._on_say(await (self._network.close() if self._is_wanted else self._network.open()))

    async def _open(self, address: str) -> None:
        self._on_say(await self._network.open(address))

    async def _press(self, value: str) -> None:
        kind, _colon, number = value.partition(":")
        if number.isdecimal() and kind == FREE:
            self._on_say(self._commands.free(int(number)))
        elif number.isdecimal() and kind in (ASK, KEEP):
            self._removing = int(number) if kind == ASK else 0
        elif number.isdecimal() and kind == REMOVE:
            self._removing = 0
            self._on_say(await self._network.remove(int(number)))


def closed_html(is_here: bool, lan: Lan) -> Markup:
    """Return how to let others in while the network is closed, or cannot be reached."""
    if not is_here:
        return tag("p", _("Nobody else can join now: the network is closed at the table's computer."))
    if lan.is_lost:
        return tag("p", in_language(moved_words(lan), _))
    words = _("Others can join with their phones if they are on the same network (Wi-Fi) as this computer.")
    return tag("p", words) + tag("p", _("What is sent is not encrypted: others on that network could read it."))


@lru_cache(maxsize=4)  # every look at an invitation shows it
def code_svg(address: str) -> Markup:
    """Return the QR code of an address."""
    return Markup(segno.make(address, micro=False).svg_inline(border=2, omitsize=True, light="#fff"))


def way_html(lan: Lan) -> Markup:
    """Return QR code, address and letters."""
    letters = lan.invitation.letters()
    earlier = _("Those of before work for a minute more.") if lan.invitation.opens_by_earlier else ""
    code = code_svg(lan.link())
    words = joined(
        tag("p", _("Point a phone's camera at the code, or open this address and type the letters:")),
        tag("p", lan.url, class_="invite-address"),
        tag("p", letters, class_="invite-letters"),
        tag("p", _("Letters and code change every ten minutes."), " ", earlier),
        tag("p", _("What is sent is not encrypted: others on that network could read it."), class_="invite-warning"),
    )
    code = tag("div", code, class_="invite-code", role="img", aria_label=_("QR code of the address"))
    return tag("div", code, tag("div", words), class_="invite-way")


def others_html(lan: Lan) -> Markup:
    """Return the other addresses of this computer as buttons."""
    words = _("Open at {}") if lan.is_lost else "{}"
    named = [(each, words.format(each)) for each in lan.others]
    buttons = [tag("button", name, type="button", class_="plain-button", data_press=each) for each, name in named]
    if lan.is_lost:
        return joined(*buttons)
    words = tag("p", _("If phones do not find that address, try another one of this computer:"))
    return joined(words, *buttons) if lan.address and buttons else Markup()


def counted(guests: Sequence[Guest]) -> list[Guest]:
    """Return these guests, with those of whom nothing else can be told as one: "2 visitors"."""
    alike = Counter(each if each.seat is not None else replace(each, number=0, is_host=False) for each in guests)
    return [each if count == 1 else replace(each, name=_("{} visitors").format(count)) for each, count in alike.items()]


def guests_html(
    guests: Sequence[Guest],
    is_played: bool,
    may_free: bool = False,
    may_remove: bool = False,
    own: int | None = None,
    removing: int = 0,
) -> Markup:
    """Return who is here, with buttons that free seats and remove guests for who may; `own` is the reader's seat.

    Whether to remove the guest with the number `removing` is asked first.
    """
    rows, levels = [], in_words("level")[1]
    for guest in guests:
        nowhere = _("watching") if is_played or guest.is_watching else _("no seat yet")
        mark = "" if guest.seat is None else seat_mark_svg(guest.seat, 20)
        where = nowhere if guest.seat is None else _("seat {}").format(seat_number(guest.seat))
        if guest.level:
            where = _("{}, a bot: {}").format(where, levels[guest.level])
        if guest.is_away:
            where = _("{}, away").format(where)
        elif guest.seat is not None and not guest.level and not is_played:
            where = (_("{}, ready") if guest.is_ready else _("{}, not ready")).format(where)
        is_person = not guest.level
        free = _("Free the seat of {}") if guest.is_away else _("Ask {} to free the seat")
        ways = [(FREE, guest.seat, free)] if may_free and is_person and guest.seat not in (None, own) else []
        asked = Markup()
        if may_remove and is_person and not guest.is_host:
            if guest.number == removing:
                words = _("Remove {} from the table? The invitation gets new letters, and the old ones open nothing.")
                asked = tag("p", words.format(guest.name), class_="guest-question", role="alert")
                ways = [(REMOVE, guest.number, _("Yes, remove {}")), (KEEP, guest.number, _("No"))]
            else:
                ways.append((ASK, guest.number, _("Remove {}")))
        buttons = [
            tag("button", words.format(guest.name), type="button", class_="plain-button", data_press=f"{kind}:{number}")
            for kind, number, words in ways
        ]
        rows.append(tag("li", mark, tag("b", guest.name), tag("span", where), asked, *buttons))
    browsers = _("Each browser counts as a person, and so does each private window.")
    people = tag("ul", *rows, class_="guests") + tag("p", browsers, class_="guests-note")
    return tag("h3", _("Who is here")) + people if rows else Markup()

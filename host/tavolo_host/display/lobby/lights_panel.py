"""The lights that one owns: which devices show the table's lights, what each shows, and how it is wired.

It is behind *Lights* in the menu of the host.
"""

from collections.abc import Callable

from markupsafe import Markup
from nicegui import ui

from tavolo_host.display.model.lights_commands import LightsCommands
from tavolo_host.display.parts.elements import Button, Pressable, html, popover
from tavolo_host.display.parts.preferences import OWN_LIGHTS, VALUE
from tavolo_host.display.parts.tags import joined, tag
from tavolo_host.own_lights.device import (
    FIELD,
    FIELD_AND_LAMPS,
    MOST_LETTERS,
    SEAT_LAMPS,
    TRACK,
    TRACK_AND_LAMPS,
    Device,
    showable,
)
from tavolo_host.own_lights.own_lights import Chosen, OwnLights
from tavolo_host.texts.language import _, speaking, tongue

CHOOSE, SHAPE, SHOW, SEE, FORGET, SKIP, STOP = "choose", "shape", "show", "see", "forget", "skip", "stop"
IS_OPEN = "(event) => emit(event.newState === 'open')"


class LightsPanel:
    """What *Lights* opens; an address is typed into its `field`. `on_say` gets refusals."""

    def __init__(self, lights: OwnLights, commands: LightsCommands, on_say: Callable[[str | None], None]) -> None:
        self._lights, self._commands, self._on_say = lights, commands, on_say
        self._tongue = tongue()
        self._is_shown = False
        self._address = ""
        shown = popover(OWN_LIGHTS, "menu own-lights").props(f'role="group" aria-label="{_("Lights")}"')
        shown.on("toggle", lambda event: self._toggle(event.args), js_handler=IS_OPEN)
        with shown:
            close = Button("plain-button invite-close", _("Close"))
            close.props(f'popovertarget="{OWN_LIGHTS}" popovertargetaction="hide"')
            html("").set_content(tag("p", _("Strips and matrices with WLED show the table's lights.")))
            self._chosen = Pressable(self._press)
            Button("plain-button", _("Search the network"), self._search)
            self._found = Pressable(self._press)
            self._build_address()
            html("").set_content(advice_html())

    def _build_address(self) -> None:
        title = _("Or their address")
        with ui.element("div").classes("menu-row name-field"):
            ui.label(title).classes("menu-title").props('aria-hidden="true"')
            self.field = ui.element("input").props(f'type="text" maxlength="{MOST_LETTERS}" autocomplete="off"')
            self.field.props(f'aria-label="{title}"')
            self.field.on("change", lambda event: self._type(str(event.args)), js_handler=VALUE)
            Button("plain-button", _("Use these"), self._add)

    def show(self, _moment: object) -> None:
        """Show the devices, where the visitor looks at them."""
        if self._is_shown:
            self._chosen.show(joined(*(device_html(number, each) for number, each in enumerate(self._lights.chosen))))
            self._found.show(found_html(self._lights))

    def _toggle(self, is_shown: bool) -> None:
        self._is_shown = is_shown

    def _type(self, address: str) -> None:
        self._address = address.strip()

    async def _search(self) -> None:
        self._say(await self._commands.search())

    async def _add(self) -> None:
        if self._address:
            self._say(await self._commands.add(self._address[:MOST_LETTERS]))

    def _say(self, refusal: str | None) -> None:
        with speaking(*self._tongue):  # others are spoken to while a device is asked
            self._on_say(refusal)

    async def _press(self, pressed: str) -> None:
        verb, *about = pressed.split(":")
        number, *values = [int(each) if each.isdecimal() and len(each) < 6 else each for each in about] or [""]
        commands = self._commands
        if not isinstance(number, int):
            return
        if verb == CHOOSE:
            self._say(await commands.choose(number))
        elif verb in (FORGET, SKIP, STOP):
            self._say({FORGET: commands.forget, SKIP: commands.skip, STOP: commands.stop}[verb](number))
        else:
            self._say(self._tell(verb, number, values))

    def _tell(self, verb: str, number: int, values: list[int | str]) -> str | None:
        match verb, values:
            case "shape", [int(columns), int(rows)]:
                return self._commands.shape(number, columns, rows)
            case "show", [str(shows)]:
                return self._commands.show(number, shows)
            case "see", [int(place)]:
                return self._commands.see(number, place)
        return None


def advice_html() -> Markup:
    """Return what WLED has to be set to, so that colours are told apart."""
    settings = (
        _("Receive UDP realtime: on"),
        _("Disable realtime gamma correction: on"),
        _("Use main segment only: off"),
        _("Force max brightness: on, or WLED's brightness at half or more"),
    )
    return tag(
        "details",
        tag("summary", _("What WLED has to be set to")),
        tag("p", _("In WLED, under Config, Sync Interfaces, Realtime:")),
        tag("ul", *(tag("li", each) for each in settings)),
        tag("p", _("With less brightness, or with gamma correction, dark colours look alike or go out.")),
        tag("p", _("Once you stop it, or nobody looks at the table, WLED goes back to its own effects by itself.")),
    )


def size_words(columns: int, rows: int) -> str:
    """Return "a strip of 64", "a matrix of 16 × 8"."""
    return _("a matrix of {} × {}").format(columns, rows) if rows > 1 else _("a strip of {}").format(columns)


def found_html(lights: OwnLights) -> Markup:
    """Return what a search has found, with a button for each that is not chosen yet."""
    if lights.is_searching:
        return tag("p", _("Searching…"), role="status")
    new = [(number, each) for number, each in enumerate(lights.found) if not lights.has(each.host, each.port)]
    if new:
        return tag("ul", *(_found(*each) for each in new), class_="guests")
    if not lights.was_searched or lights.found:
        return Markup()
    return tag("p", _("No WLED has answered. Is it on, and on the same network as this computer?"), role="status")


def _found(number: int, device: Device) -> Markup:
    size = tag("span", size_words(device.columns, device.rows))
    return tag("li", tag("b", _name(device)), size, _button(f"{CHOOSE}:{number}", _("Use {}").format(_name(device))))


def _name(device: Device) -> str:
    return f"{device.name} ({device.address})" if device.name else device.address


def device_html(number: int, chosen: Chosen) -> Markup:
    """Return a device that was chosen: what it is and shows, and what is asked about it."""
    device = chosen.device
    shows = {
        TRACK: _("Score track"),
        TRACK_AND_LAMPS: _("Score track and seat lamps"),
        SEAT_LAMPS: _("Seat lamps"),
        FIELD: _("Field"),
        FIELD_AND_LAMPS: _("Field, with the seat lamps in its bottom row"),
    }
    shapes = [
        (f"{SHAPE}:{number}:{c}:{r}", size_words(c, r), (c, r) == (device.columns, device.rows))
        for c, r in device.shapes
    ]
    uses = [
        (f"{SHOW}:{number}:{each}", shows[each], each == device.shows) for each in showable(device.columns, device.rows)
    ]
    name = _name(device)
    return tag(
        "div",
        tag("b", name),
        _one_of(_("Shape"), shapes),
        _one_of(_("What it shows"), uses),
        _question(number, chosen) if chosen.is_asked else _button(f"{FORGET}:{number}", _("Ask where its lights are")),
        _button(f"{STOP}:{number}", _("Stop")),
        class_="own-light",
        role="group",
        aria_label=name,
    )


def _question(number: int, chosen: Chosen) -> Markup:
    """Return the question where the lit pixel is, and its answers."""
    device = chosen.device
    if not device.is_matrix:
        words = _("One light shines: the first of the wire. Where is it?")
        answers = ((0, _("Where the score begins")), (device.pixels - 1, _("Where it ends")))
        ways = joined(*(_button(f"{SEE}:{number}:{place}", each) for place, each in answers))
        return tag("p", words, role="status") + tag("div", ways, class_="menu-row")
    words = _("One light shines. Tap where you see it.")
    cells = [
        tag(
            "button",
            type="button",
            class_="own-light-place",
            data_press=f"{SEE}:{number}:{place}",
            aria_label=_("Row {}, column {}").format(place // device.columns + 1, place % device.columns + 1),
        )
        for place in range(device.pixels)
    ]
    grid = tag("div", *cells, class_="own-light-places", style=f"--columns: {device.columns}")
    back = _button(f"{FORGET}:{number}", _("Take the last answer back")) if chosen.seen else Markup()
    skip = _button(f"{SKIP}:{number}", _("Row by row from the top left: do not ask"))
    return tag("p", words, role="status") + grid + tag("div", back, skip, class_="menu-row")


def _one_of(title: str, ways: list[tuple[str, str, bool]]) -> Markup:
    if len(ways) < 2:
        return tag("p", title, " ", ways[0][1])
    buttons = [
        tag("button", words, type="button", class_="plain-button", data_press=press, aria_pressed=str(is_on).lower())
        for press, words, is_on in ways
    ]
    return tag(
        "div", tag("span", title, class_="menu-title"), *buttons, class_="menu-row", role="group", aria_label=title
    )


def _button(press: str, words: str) -> Markup:
    return tag("button", words, type="button", class_="plain-button", data_press=press)

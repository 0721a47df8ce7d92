"""Nudges and reactions on one visitor's page: two buttons, and what others do, for a moment (`static/gestures.js`).

Neither button is ever among the choices of a decision: reactions are in the header, and the nudge has a place of its
own that choices leave free while it is shown.
"""

import json
from collections.abc import Callable, Sequence
from functools import partial

from markupsafe import Markup
from nicegui import ui

from tavolo_host.display.live.sounds import Sounds
from tavolo_host.display.model.commands import Commands
from tavolo_host.display.parts.elements import Button, html, popover
from tavolo_host.display.parts.moment import Moment
from tavolo_host.display.parts.source import TableSource
from tavolo_host.display.parts.tags import drawn, joined, tag
from tavolo_host.display.parts.theme import seat_mark_svg
from tavolo_host.seats.gestures import Gesture, Reaction
from tavolo_host.texts.language import _, seats_in_words
from tavolo_host.texts.sentences import listed, sentence_case
from tavolo_host.vector import inline_svg

WAITED_MS = 5000  # until who waits may nudge: nobody is hurried who has just begun to think
SHOWN_MS = 3000
NUDGE_SHOWN_MS = 6000  # to who is nudged
POPOVER = "reactions"  # its id
AT_NO_SEAT = -1  # but above what to do

# Pictures in a square from -12 to 12.
GOLD, INK, PALE, RED, BLUE = "#f2c14e", "#3a2413", "#fff4dc", "#e0553a", "#62b8ee"
CUP = (
    "M-6-10H6V-8H10C10-2 8 1 4.6 1.6C3.6 3 2.4 3.8 1.4 4.2V7H5V10H-5V7H-1.4V4.2C-2.4 3.8-3.6 3-4.6 1.6C-8 1-10-2-10-8"
    "H-6Z"
)
HEART = (
    "M0 9.5C-7 4.5-10.5 1-10.5-3.2C-10.5-6.6-8-9-5.2-9C-3-9-1-7.8 0-5.6C1-7.8 3-9 5.2-9C8-9 10.5-6.6 10.5-3.2"
    "C10.5 1 7 4.5 0 9.5Z"
)
BELL = "M-8 5.5C-5.6 3.4-6.2 0-5.8-3.2C-5.3-6.6-2.8-8.6 0-8.6C2.8-8.6 5.3-6.6 5.8-3.2C6.2 0 5.6 3.4 8 5.5Z"
CLAPPER = "M-2.4 7.4C-2 10.6 2 10.6 2.4 7.4Z"


def _filled(outline: str, fill: str) -> Markup:
    return drawn("path", d=outline, fill=fill, stroke=INK, stroke_width=1.4, stroke_linejoin="round")


def _line(outline: str, width: float = 1.9) -> Markup:
    return drawn("path", d=outline, fill="none", stroke=INK, stroke_width=width, stroke_linecap="round")


FACE = drawn("circle", r=10.5, fill=GOLD, stroke=INK, stroke_width=1.4)
EYES = _line("M-3.8-4.6V-1.6M3.8-4.6V-1.6", 2.6)
PICTURES = {
    Reaction.WELL_PLAYED: _filled(CUP, GOLD),
    Reaction.THANKS: _filled(HEART, RED),
    Reaction.HA_HA: joined(
        FACE,
        _line("M-6-2.4L-3.8-4.6L-1.6-2.4M1.6-2.4L3.8-4.6L6-2.4"),
        _filled("M-6 1H6C6 5 3.4 7.4 0 7.4C-3.4 7.4-6 5-6 1Z", PALE),
    ),
    Reaction.OH: joined(FACE, EYES, drawn("ellipse", cy=4.2, rx=2.5, ry=3.2, fill=INK)),
    Reaction.OH_NO: joined(
        FACE,
        EYES,
        _line("M-4.4 6.4C-3 3.2 3 3.2 4.4 6.4"),
        _filled("M6.6 0C8.4 3 8.4 5 6.6 5C4.8 5 4.8 3 6.6 0Z", BLUE),
    ),
    Reaction.WAIT_AND_SEE: joined(FACE, _line("M-3.8-4.6V-1.6M1.8-3H5.8"), _line("M-5 2.6C-2.4 6.4 3.4 6 5.4 1.6")),
}
NUDGE_PICTURE = joined(_filled(CLAPPER, GOLD), _filled(BELL, GOLD))


class GestureBar:
    """For who sits. Its two parts are built where they stand; `on_say` gets refusals."""

    def __init__(
        self, table: TableSource, commands: Commands, sounds: Sounds, on_say: Callable[[str | None], None]
    ) -> None:
        self._table, self._commands, self._sounds = table, commands, sounds
        self._on_say = on_say
        self._since_ms: dict[int, int] = {}  # when each seat began to be awaited
        self._shown = table.gestures.last  # the number of the newest gesture that was shown

    def build_react(self) -> None:
        """Build the button from which one chooses a reaction."""
        with ui.element("section").classes("gestures").props(f'aria-label="{_("People")}"') as self._bar:
            react = Button("plain-button react", "").props(f'popovertarget="{POPOVER}" aria-label="{_("React")}"')
            with react:
                html("", 'aria-hidden="true"').set_content(_picture(PICTURES[Reaction.HA_HA]))
            with popover(POPOVER, "menu reactions"):
                for reaction, words in reaction_names().items():
                    self._button(reaction, words)

    def build_nudge(self) -> None:
        """Build the button that nudges, and the place above it where gestures rise that rise from no seat in sight."""
        self._nudge = Button("plain-button nudge", "", lambda: self._on_say(self._commands.nudge()))
        with self._nudge:  # where there is no room for words
            html("nudge-picture", 'aria-hidden="true"').set_content(_picture(NUDGE_PICTURE))
        ui.element("div").classes("gesture-place").props('role="log"')

    def _button(self, reaction: Reaction, words: str) -> None:
        button = Button("reaction", words, partial(self._react, reaction))
        with button.props(f'popovertarget="{POPOVER}" popovertargetaction="hide"'):
            picture = html("", 'aria-hidden="true"')
        picture.set_content(_picture(PICTURES[reaction]))
        picture.move(target_index=0)

    def _react(self, reaction: Reaction) -> None:
        self._on_say(self._commands.react(reaction))

    def show(self, moment: Moment) -> None:
        """Offer gestures to who sits while there is a game, and show those of everybody."""
        self._bar.set_visibility(moment.own is not None and moment.mirror.game is not None)
        now_ms, gestures = moment.mirror.log.now_ms, self._table.gestures
        self._since_ms = {seat: self._since_ms.get(seat, now_ms) for seat in moment.awaited}
        is_awaited = moment.own is not None and moment.own.seat in moment.awaited
        late = [seat for seat, since_ms in self._since_ms.items() if now_ms - since_ms >= WAITED_MS]
        nudged = [] if is_awaited or moment.own is None else gestures.may_be_nudged(self._commands.visitor, late)
        self._nudge.set_visibility(bool(nudged))
        if nudged:
            self._nudge.label.set_text(_("Nudge {}").format(_listed(nudged, moment)))
        for gesture in gestures.since(self._shown):
            self._shown = gesture.number
            self._tell(gesture, moment)

    def _tell(self, gesture: Gesture, moment: Moment) -> None:
        """Show a gesture; who is nudged is called."""
        nudge = nudge_in_words(gesture, moment)
        if nudge:
            self._sounds.nudge(nudge)
            shown = AT_NO_SEAT, gesture_html(gesture.seat, nudge, NUDGE_PICTURE), NUDGE_SHOWN_MS
        elif gesture.reaction:
            words = sentence_case(_listed([gesture.seat], moment))
            named = tag("span", f": {reaction_names()[gesture.reaction]}", class_="unseen")
            shown = gesture.seat, gesture_html(gesture.seat, words + named, PICTURES[gesture.reaction]), SHOWN_MS
        else:
            who, nudged = _listed([gesture.seat], moment), _listed(gesture.nudged, moment)
            words = sentence_case(_("{} nudges {}").format(who, nudged))
            shown = gesture.nudged[0], gesture_html(gesture.seat, words, NUDGE_PICTURE), SHOWN_MS
        ui.run_javascript(f"tavoloGestures.show(...{json.dumps(shown)})")


def nudge_in_words(gesture: Gesture, moment: Moment) -> str:
    """Return who nudges the visitor, "" if the gesture is no nudge to them."""
    is_to_them = moment.own is not None and moment.own.seat in gesture.nudged
    return sentence_case(_("{} nudges you").format(_listed([gesture.seat], moment))) if is_to_them else ""


def reaction_names() -> dict[Reaction, str]:
    """Return what the reactions are called."""
    return {
        Reaction.WELL_PLAYED: _("Well played"),
        Reaction.THANKS: _("Thank you"),
        Reaction.HA_HA: _("Ha ha"),
        Reaction.OH: _("Oh!"),
        Reaction.OH_NO: _("Oh no"),
        Reaction.WAIT_AND_SEE: _("Wait and see"),
    }


def gesture_html(seat: int, words: str, picture: Markup) -> Markup:
    """Return a gesture of who sits at a seat, as it is shown above what to do; at the seat the picture is enough."""
    return joined(seat_mark_svg(seat, 22), tag("span", words, class_="gesture-words"), _picture(picture))


def _picture(drawing: Markup) -> Markup:
    return inline_svg([drawing], (-12, -12, 24, 24), "gesture-picture")


def _listed(seats: Sequence[int], moment: Moment) -> str:
    """Return the people at the seats in words."""
    words = seats_in_words(moment.names)
    return listed([words[seat] for seat in seats], _)

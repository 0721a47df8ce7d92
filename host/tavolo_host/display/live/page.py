"""One visitor's page: table, panels and hand, refreshed every `LOOK_MS` and whenever the board sends something.

Everything sent is made for this visitor: of the hands, only the one that `Visitors.own` returns.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial, wraps
from time import monotonic
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from nicegui import ui

from tavolo_host.display.access.lan import Lan
from tavolo_host.display.ending.end_panel import EndPanel
from tavolo_host.display.live.aids import Aids
from tavolo_host.display.live.asked_bar import AskedBar
from tavolo_host.display.live.choices import ChoiceBar, GameBoard
from tavolo_host.display.live.faults import Notices
from tavolo_host.display.live.gesture_bar import GestureBar
from tavolo_host.display.live.hand_bar import HandBar, all_taken
from tavolo_host.display.live.header import Header, StatusLine
from tavolo_host.display.live.invite import Invite
from tavolo_host.display.live.log_panel import LogPanel
from tavolo_host.display.live.middle import Middle
from tavolo_host.display.live.moved import MovedNotice
from tavolo_host.display.live.sounds import Sounds
from tavolo_host.display.live.table_picture import TablePicture
from tavolo_host.display.live.visitor_preferences import VisitorPreferences
from tavolo_host.display.lobby.front_door import FrontDoor
from tavolo_host.display.lobby.lights_panel import LightsPanel
from tavolo_host.display.model.commands import Commands
from tavolo_host.display.model.file_commands import FileCommands
from tavolo_host.display.model.lights_commands import LightsCommands
from tavolo_host.display.model.name_commands import NameCommands
from tavolo_host.display.model.network_commands import NetworkCommands
from tavolo_host.display.model.offer import Offer
from tavolo_host.display.model.playback import Playback
from tavolo_host.display.parts.elements import Button
from tavolo_host.display.parts.game_display import Step
from tavolo_host.display.parts.moment import Moment
from tavolo_host.display.parts.preferences import Preferences
from tavolo_host.display.parts.source import SET_UP, TableSource
from tavolo_host.display.parts.what_to_do import Choice, State
from tavolo_host.seats.presence import Presence
from tavolo_host.seats.rights import Right
from tavolo_host.texts.deferred import in_language
from tavolo_host.texts.language import _, speaking

if TYPE_CHECKING:
    from tavolo.rules.contract import Setup

LOOK_MS = 80
ASK_REDUCED = "if (matchMedia('(prefers-reduced-motion: reduce)').matches) emitEvent('reduced')"

S = TypeVar("S", bound="Page")
Given = ParamSpec("Given")


def shown_at_once(method: Callable[Concatenate[S, Given], None]) -> Callable[Concatenate[S, Given], None]:
    """Pass a visitor's command on in the visitor's language, then show its effect, not what happened before."""

    @wraps(method)
    def done(page: S, /, *given: Given.args, **named: Given.kwargs) -> None:
        page._playback.end()
        with speaking(*page._tongue):
            method(page, *given, **named)
        page.look()

    return done


def once_seen(method: Callable[Concatenate[S, Given], None]) -> Callable[Concatenate[S, Given], None]:
    """Pass on an answer to what is offered, as `shown_at_once`; before the picture has come to the question, go on."""
    answered = shown_at_once(method)

    @wraps(method)
    def done(page: S, /, *given: Given.args, **named: Given.kwargs) -> None:
        if page._offer.is_held_back:
            page._hurry()
        else:
            answered(page, *given, **named)

    return done


class Page:
    """Builds a visitor's page into the current client, refreshes it, and passes what the `visitor` does to commands.

    A television page is read from three metres, and is of no visitor: "".
    """

    def __init__(
        self,
        table: TableSource,
        presence: Presence,
        visitor: str,
        chosen: Preferences,
        theme: ui.dark_mode,
        lan: Lan,
        is_television: bool = False,
    ) -> None:
        self._table, self._roster = table, table.roster
        self._presence = presence
        self._visitor = visitor
        self._commands = Commands(table, presence, visitor)
        self._names, self._files = NameCommands(table, visitor), FileCommands(table, visitor)
        self._tongue = chosen.language, table.roster.has_hands
        self._told = -1  # the number of the newest log entry at the last check
        self._since_look_ms = 0.0
        self._is_leaving = False  # for the set-up of a new board
        self._playback, self._offer = Playback(), Offer()
        self._sounds = Sounds(chosen.has_sound, chosen.is_muted)
        self._preferences = VisitorPreferences(chosen, table, self._commands, self._names, theme, self._sounds)
        with speaking(*self._tongue):
            refusal = self._preferences.give_names()
            self._build(lan, is_television)
            self._say(None if self._names.claims() else refusal)
        self._client = ui.context.client
        presence.pages[self._client.id] = self._glance
        self._client.on_delete(lambda: presence.pages.pop(self._client.id, None))
        self.look()
        ui.on("reduced", self._preferences.reduce_motion)
        ui.run_javascript(ASK_REDUCED)

    def _build(self, lan: Lan, is_television: bool) -> None:
        network = NetworkCommands(self._table, self._presence, self._visitor, lan)
        self._aids = Aids(self._table.tutor, self._visitor, self._roster.guided, self.look)
        self._gestures = GestureBar(self._table, self._commands, self._sounds, self._say)
        with ui.element("div").classes("tavolo-page television" if is_television else "tavolo-page"):
            header = Header(self._commands, self._ask)
            with header.element:
                self._invite = Invite(lan, self._roster, self._commands, network, self._say)
                self._gestures.build_react()
                self._lights = self._lights_panel()
                self._preferences.build_menu(self._prefer, has_lights=self._lights is not None)
            self._middle = self._build_middle(header.swap, is_television)
            self._notices = Notices(self._middle.element)
            with self._middle.element:
                picture, log = self._build_beside(is_television)
            with ui.element("div").classes("at-hand"):
                self._build_at_hand(lan, network)
            self._notices.build_status()
        regions = (picture, header, self._notices, self._aids, self._middle, self._middle.board, self._choices, log)
        kept_name = self._preferences.kept_name
        others = (
            self._asked,
            self._status_line,
            self._hand,
            self._sounds,
            self._invite,
            self._moved,
            self._gestures,
            kept_name,
        )
        self._regions = (*regions, *others)

    def _lights_panel(self) -> LightsPanel | None:
        """Build what *Lights* opens, for who may and where devices can show the table's lights."""
        own = self._table.own_lights
        if own is None:
            return None
        commands = LightsCommands(self._table, self._visitor, own)
        return LightsPanel(own, commands, self._say) if commands.may(Right.LIGHTS) else None

    def _build_middle(self, swap: Button, is_television: bool) -> Middle:
        preferences = self._preferences
        door = partial(
            FrontDoor,
            preferences.chosen,
            lambda: preferences.level,
            self._roster,
            self._commands,
            self._files,
            on_sit=self._sit,
            on_change=self.look,
            on_say=self._say,
            on_start=self._start,
            on_prefer=self._prefer,
            on_go_on=self._go_on,
        )
        middle = Middle(
            swap,
            self._roster.has_hands,
            is_television,
            self.look,
            board=partial(GameBoard, self._aids, self._narrow, self._hurry),
            on_another=self._commands.tell_that_another_game_is_wanted,
            end=partial(EndPanel, self._table, self._visitor, is_television),
            door=door,
        )
        preferences.fields += middle.door.fields
        return middle

    def _build_beside(self, is_television: bool) -> tuple[TablePicture, LogPanel]:
        with ui.element("section").classes("table-side").props(f'aria-label="{_("Table")}"'):
            picture = TablePicture(self._key, self._sit, self._lift)
        log = LogPanel(self._table.tutor, self.look)
        if is_television:
            self._invite.build_home()
        self._aids.build_guide()
        self._aids.build_rules()
        return picture, log

    def _build_at_hand(self, lan: Lan, network: NetworkCommands) -> None:
        self._moved = MovedNotice(lan, network, self._say)
        self._notices.build_faults()
        with ui.element("div").classes("news"):
            self._status_line = StatusLine(self._roster, self._visitor)
            self._notices.build_red()
        self._asked = AskedBar(self._table, self._commands, self._names, self._claim, self.look)
        with ui.element("div").classes("moment"):
            self._choices = ChoiceBar(self._aids, self._choose, self.look)
            self._middle.build_after(self._again)
            self._gestures.build_nudge()
        self._hand = HandBar(self._aids, self._play, self._key, self._sit, self._stand, self._lift)

    def _glance(self, elapsed_ms: float) -> None:
        log = self._table.mirror.log
        told = log[-1].number if log else -1
        self._since_look_ms += elapsed_ms
        if told != self._told or self._since_look_ms >= LOOK_MS:
            self._told, self._since_look_ms = told, 0.0
            with self._client:
                self.look()

    def look(self) -> None:
        """Refresh the page as far as possible; send only what differs."""
        try:
            with speaking(*self._tongue):
                if self._client.has_socket_connection:
                    self._presence.seen(self._visitor)
                moment = Moment.of(self._table, self._visitor)
                moment = replace(moment, behind=self._behind(moment))
                moment = self._offer.seen(moment, self._playback.is_moving(monotonic() * 1000))
                moment = self._middle.wanted(moment)
                for region in self._regions:
                    region.show(moment)
                if self._lights:
                    self._lights.show(moment)
            set_up = self._table.set_up
            if set_up and set_up.is_wanted and self._commands.may(Right.SET_UP) and not self._is_leaving:
                self._is_leaving = True
                ui.navigate.to(SET_UP)
        except Exception as failure:  # an unexpected error: the next look may succeed
            self._table.mirror.log.add_bug(failure)

    def _behind(self, moment: Moment) -> Step[Any] | None:
        """Return what the board shows while it is behind, else None; who is asked something sees what it is about."""
        wants_present = self._preferences.is_reduced or moment.what.state is State.ASKED
        self._playback.unhurried = 0.0 if wants_present else moment.unhurried
        return self._playback.follow(self._table.mirror, self._own_seat, monotonic() * 1000)

    # ---- what the visitor does

    @shown_at_once
    def _prefer(self, preference: str, value: str) -> None:
        refusal = self._preferences.change(preference, value)
        self._say(None if self._names.claims() else refusal)
        if (
            refusal and self._own_seat is not None and self._table.mirror.game is not None
        ):  # the menu lies over the place beside the hand
            _notify(in_language(refusal, _))

    @shown_at_once
    def _start(self, setup: "Setup", plays: bool, is_guided: bool) -> None:
        """Start a game that the visitor `plays` or watches."""
        self._roster.guided.pop(self._visitor, None)
        if is_guided:
            self._roster.guided[self._visitor] = {}
        self._begin(setup, plays, self._preferences.pace, self._preferences.level)

    @shown_at_once
    def _go_on(self, game_id: int) -> None:
        """Go on with a game that was kept."""
        self._middle.close_door()
        self._say(self._files.go_on(game_id))

    @shown_at_once
    def _again(self, plays: bool) -> None:
        if self._roster.is_played:  # another person was quicker
            self._middle.go_on()
            return
        self._begin(self._table.mirror.setup or self._table.offered, plays)

    def _begin(self, setup: "Setup", plays: bool, pace: str = "", level: str = "") -> None:
        if not plays:
            self._presence.take_fingers_off(self._visitor)
            self._roster.guided.pop(self._visitor, None)
        refusal = self._commands.start(setup, plays, pace, level)
        if not refusal:
            self._middle.close_door()
        self._say(refusal)
        if plays and not refusal and self._own_seat is None:
            _notify(all_taken())

    @shown_at_once
    def _ask(self, verb: str) -> None:
        self._notices.forget(self._table.mirror.log)
        self._say(self._commands.ask(verb))

    @once_seen
    def _narrow(self, place: str, is_pointed: bool) -> None:
        refusal = self._choices.narrow(place, is_pointed)
        if refusal:
            self._say(refusal)

    def _hurry(self) -> None:
        """Go on by one event; at two quick clicks, to the present."""
        self._playback.hurry(monotonic() * 1000)
        self.look()

    @once_seen
    def _choose(self, chosen: Choice) -> None:
        self._notices.forget(self._table.mirror.log)
        self._say(self._commands.choose(chosen))

    @once_seen
    def _play(self, card: int) -> None:
        self._notices.forget(self._table.mirror.log)
        self._say(self._commands.play(card))

    @shown_at_once
    def _sit(self, seat: int) -> None:
        self._say(self._commands.sit(seat))

    @shown_at_once
    def _claim(self, seat: int) -> None:
        self._say(self._names.claim(seat))

    @shown_at_once
    def _stand(self) -> None:
        self._notices.forget(self._table.mirror.log)
        self._say(self._commands.stand())

    @shown_at_once
    def _lift(self) -> None:
        self._commands.lift()

    def _key(self, key: int, down: bool) -> None:
        if down and self._middle.has_stayed:
            self._middle.go_on()
            return
        if down and self._offer.is_held_back:
            self._hurry()
            return
        self._playback.end()
        refusal = self._commands.key(key, down)
        if refusal:
            with speaking(*self._tongue):
                self._say(refusal)

    @property
    def _own_seat(self) -> int | None:
        return self._roster.seats.get(self._visitor)

    def _say(self, refusal: str | None) -> None:
        words = in_language(refusal, _) if refusal else ""
        self._notices.refuse(words)
        if words and (self._own_seat is None or self._table.mirror.game is None):
            _notify(words)


def _notify(words: str) -> None:
    ui.notify(words, position="top", color="brown-9", timeout=4000)

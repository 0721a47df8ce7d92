"""The call on a page beside the table: nobody keeps others waiting who only reads of games that were played."""

from nicegui import ui

from tavolo_host.display.live.gesture_bar import nudge_in_words
from tavolo_host.display.live.sounds import Sounds
from tavolo_host.display.parts.elements import html
from tavolo_host.display.parts.moment import Moment
from tavolo_host.display.parts.preferences import Preferences
from tavolo_host.display.parts.source import TableSource
from tavolo_host.display.parts.tags import tag
from tavolo_host.display.parts.what_to_do import State
from tavolo_host.seats.presence import Presence
from tavolo_host.texts.language import _, speaking

LOOK_MS = 400


class CallToTable:
    """A way back into the current client's page, shown while the table waits for its `visitor`.

    It calls by the title, sound and vibration too, as the page of the game does, and who sits at the table is here.
    """

    def __init__(self, table: TableSource, presence: Presence, visitor: str, chosen: Preferences) -> None:
        self._table, self._presence, self._visitor = table, presence, visitor
        self._tongue = chosen.language, table.roster.has_hands
        self._sounds = Sounds(chosen.has_sound, chosen.is_muted)
        self._heard = table.gestures.last  # the number of the newest gesture that was looked at
        self._client = ui.context.client
        self._since_look_ms = 0.0
        (page,) = (each for each in self._client.elements.values() if "side-page" in each.classes)
        with page:
            self._place = html("call-to-table", 'role="status"')
        self._place.move(target_index=1)
        presence.pages[self._client.id] = self._glance
        self._client.on_delete(lambda: presence.pages.pop(self._client.id, None))
        self.look()

    def _glance(self, elapsed_ms: float) -> None:
        self._since_look_ms += elapsed_ms
        if self._since_look_ms >= LOOK_MS:
            self._since_look_ms = 0.0
            with self._client:
                self.look()

    def look(self) -> None:
        """Show the call, or none."""
        if self._visitor in self._table.roster.seats and self._client.has_socket_connection:
            self._presence.seen(self._visitor)
        with speaking(*self._tongue):
            moment = Moment.of(self._table, self._visitor)
            self._sounds.show(moment)
            for gesture in self._table.gestures.since(self._heard):
                self._heard = gesture.number
                nudge = nudge_in_words(gesture, moment)
                if nudge:
                    self._sounds.nudge(nudge)
            words = self._words(moment)
            way = tag("a", tag("span", words), " ", tag("b", _("To the table")), href="/", class_="plain-button")
            self._place.set_content(way if words else "")
            self._place.set_visibility(bool(words))

    def _words(self, moment: Moment) -> str:
        """Return what the table wants of the visitor, "" for nothing."""
        state = moment.what.state if moment.own else State.WAIT
        if state is State.ASKED or self._table.questions.asked(self._visitor):
            return _("You are asked something at the table.")
        return _("It is your turn.") if state is State.CHOOSE else ""

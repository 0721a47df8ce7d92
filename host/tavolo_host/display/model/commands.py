"""What a visitor does at a table, each command by its right. It needs no browser.

What concerns names, kept games and the network is beside it, in `name_commands.py`, `file_commands.py` and
`network_commands.py`.
"""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from tavolo.seat.states import TAKE
from tavolo_host.display.model.visitor_commands import VisitorCommands
from tavolo_host.display.parts.game_display import Player
from tavolo_host.display.parts.geometry import spread
from tavolo_host.display.parts.moment import holding
from tavolo_host.display.parts.source import TableSource
from tavolo_host.display.parts.what_to_do import Choice, awaited_seats, lacking
from tavolo_host.seats.gestures import Reaction
from tavolo_host.seats.guests import guests_at, seated_here, too_many
from tavolo_host.seats.presence import Presence
from tavolo_host.seats.rights import Right
from tavolo_host.texts.deferred import deferred
from tavolo_host.texts.language import _

if TYPE_CHECKING:
    from tavolo.rules.contract import Setup


class Commands(VisitorCommands):
    """What `visitor` does in a game and at the seats: hands, keys, gestures, and the virtual players' settings."""

    def __init__(self, table: TableSource, presence: Presence, visitor: str) -> None:
        super().__init__(table, visitor)
        self._presence = presence

    # ---- games

    @property
    def offered(self) -> "Setup":
        """The game that is chosen at the table, with its players and options."""
        return self._table.offered

    def may_offer(self) -> bool:
        """Return whether the visitor may choose the next game."""
        return self.may(self._rights.to_offer())

    def offer(self, setup: "Setup") -> str | None:
        """Choose the next game, its number of players and its options, for everybody."""
        before, refusal = self._table.offered, self._refusal(self._rights.to_offer())
        if refusal or self._roster.is_played:
            return refusal or _("A game is being played.")
        self._table.offered = setup
        who, title = self._roster.called(self.visitor), setup.game.TITLE
        if setup.game.NAME != before.game.NAME:
            self._tell_others(deferred("{} has chosen {}.", who, title))
        elif setup.players != before.players:
            self._tell_others(deferred("{} has chosen {}, for {} players.", who, title, setup.players))
        elif setup.options != before.options:
            self._tell_others(deferred("{} has changed the rules of the house.", who))
        return None

    def tell_that_another_game_is_wanted(self) -> None:
        """Tell the others that the visitor chooses the next game, if the visitor may."""
        if self.may_offer():
            self._tell_others(deferred("{} is choosing the next game.", self._roster.called(self.visitor)))

    def _tell_others(self, sentence: str) -> None:
        """Log a sentence about the next game, and show it to others if there are any."""
        if sum(not guest.level for guest in guests_at(self._roster)) > 1:
            self._roster.tell(sentence)
            self._roster.news = self.visitor, sentence

    def start(self, setup: "Setup", plays: bool, pace: str = "", level: str = "") -> str | None:
        """Start a game, at a virtual table with this pace and level; "" leaves them as they are.

        A visitor who `plays` there keeps their seat or gets the nearest free one; one who only watches stands up. It
        has more players than chosen if more visitors are seated. A refused game leaves everybody seated as before.
        """
        roster, own = self._roster, self._roster.seats.get(self.visitor)
        if roster.is_played:
            return _("A game is being played.")
        if plays and self.may(Right.SIT):
            roster.make_ready()
            if own is None and len(roster.seats) < setup.game.SEATS[1]:
                any(self.sit(seat) is None for seat in spread(setup.players))
        may_set = self._may_alone(Right.SET_BEFORE)
        refusal = self._refusal(self._rights.to_start())
        if refusal and plays and self.may(Right.SIT):
            refusal = _("All seats are taken: you are watching.")
        if not refusal:
            if not plays:
                roster.only_watch(self.visitor)
            roster.make_room(setup.game.SEATS[1])
            refusal = too_many(seated_here(roster), setup.game.TITLE, setup.game.SEATS[1])
        if not refusal:
            players = max(setup.players, roster.fewest_players)
            refusal = self._table.start(players, setup.game, setup.options)
        if refusal:
            self._sit_again(own)
            return refusal
        self._tell_others(deferred("{} has started {}.", roster.called(self.visitor), setup.game.TITLE))
        if may_set:
            self._set(pace, level)
        return None

    def _sit_again(self, seat: int | None) -> None:
        """Put the visitor back to the seat before a game that was refused."""
        if seat is None:
            self._roster.stand(self.visitor)
        elif self._roster.seats.get(self.visitor) != seat:
            self._roster.sit(self.visitor, seat)

    def _set(self, pace: str, level: str) -> None:
        if pace:
            self._roster.set_pace(pace)
        if level:
            self._roster.set_level(level)

    def line_up(self, players: int) -> Sequence[Player]:
        """Return who would play, in the players' order, if the visitor began a game for that many now."""
        return self._table.line_up(self.visitor, players)

    def may_ask(self, verb: str) -> bool:
        """Return whether the visitor may ask to "undo" or "abandon"."""
        return self.may(self._rights.to_ask(verb))

    def ends_alone(self) -> bool:
        """Return whether the visitor may end the game without asking others."""
        return self._may_alone(self._rights.to_ask("abandon"))

    def ask(self, verb: str) -> str | None:
        """Ask everybody who plays to "undo" or "abandon"; who may end the game alone does."""
        right = self._rights.to_ask(verb)
        refusal = self._refusal(right)
        if not refusal and not self._roster.is_played:  # what was hidden in a game that is over can be read
            refusal = _("No game is being played.")
        return refusal or self._table.ask(self.visitor, verb, self._may_alone(right))

    def choose(self, chosen: Choice) -> str | None:
        """Do one of the visitor's choices; those that are offered are allowed."""
        return self._table.do(self.visitor, chosen)

    def play(self, card: int) -> str | None:
        """Play a card of the visitor's hand."""
        return self._roster.play(self.visitor, card)

    def lift(self) -> None:
        """Take the card out of the visitor's slot."""
        self._roster.lift(self.visitor)

    def key(self, key: int, down: bool) -> str | None:
        """Press or release a key of the visitor's seat; ✓ at the first seat in the lobby goes on to a start.

        Return why it cannot, or what ✓ lacks.
        """
        if down and self._roster.starts_game(self.visitor, key):
            refusal = self._refusal(self._rights.to_start_by_keys())
            if refusal:
                return refusal
        lacks = None
        if down and key == TAKE and self._roster.is_played:
            lacks = lacking(self._table.what_to_do(self.visitor), self._roster.mirror.game)
        self._presence.touch(self.visitor, key, down)
        return lacks

    # ---- seats

    def sit(self, seat: int) -> str | None:
        """Sit down at a seat."""
        refusal = self._roster.cannot_sit(self.visitor, seat)
        return refusal or self._by(self._rights.to_sit(self.visitor, seat), seat, partial(self._sit, seat))

    def _sit(self, seat: int) -> str | None:
        """Sit down if that is still possible: between a question and its answers the seat's owner may have gone."""
        refusal = self._refusal(self._rights.to_sit(self.visitor, seat))
        return refusal or self._roster.sit(self.visitor, seat)

    def take_a_seat(self) -> None:
        """Sit down at the next free seat before a game at a virtual table, unless the visitor wants to watch."""
        roster = self._roster
        can_play = roster.has_hands and roster.mirror.game is None and not self._refusal(Right.SIT)
        if can_play and not roster.is_played and self.visitor not in {*roster.seats, *roster.watching}:
            any(self.sit(seat) is None for seat in spread(self._table.offered.players))

    def stand(self) -> str | None:
        """Stand up."""
        refusal = self._refusal(Right.STAND)
        if not refusal:
            self._presence.take_fingers_off(self.visitor)
            self._roster.watch(self.visitor)
        return refusal

    def set_ready(self, is_ready: bool) -> str | None:
        """Tell those who could start the next game whether the visitor wants it to begin."""
        refusal = self._refusal(Right.READY)
        if not refusal:
            (self._roster.ready.add if is_ready else self._roster.ready.discard)(self.visitor)
        return refusal

    def free(self, seat: int) -> str | None:
        """Take a seat from its visitor."""
        if seat not in self._roster.seats.values():
            return _("There is nobody at that seat.")
        return self._by(self._rights.to_free(seat), seat, partial(self._roster.release, seat, self.visitor))

    def answer(self, number: int, agrees: bool) -> None:
        """Answer a question that the visitor is asked."""
        self._table.questions.answer(self.visitor, number, agrees)

    # ---- gestures

    def react(self, reaction: Reaction) -> str | None:
        """Show a reaction to everybody."""
        return self._refusal(Right.REACT) or self._table.gestures.react(self.visitor, reaction)

    def nudge(self) -> str | None:
        """Nudge those who keep others waiting."""
        awaited = awaited_seats(self._table.mirror, holding(self._table.seats()))
        return self._refusal(Right.NUDGE) or self._table.gestures.nudge(self.visitor, awaited)

    # ---- pace and level

    def set_pace(self, pace: str) -> str | None:
        """Set the pace of the virtual players, for everybody."""
        told = deferred("{} has changed the bots' pace.", self._roster.called(self.visitor))
        return self._change(pace, "", told)

    def set_level(self, level: str) -> str | None:
        """Set the level of the virtual players, for everybody."""
        told = deferred("{} has changed the bots' level.", self._roster.called(self.visitor))
        return self._change("", level, told)

    def _change(self, pace: str, level: str, told: str) -> str | None:
        refusal = self._refusal(self._rights.to_set())
        if refusal:
            return refusal
        self._set(pace, level)
        if self._roster.is_played:
            self._roster.tell(told)
        return None

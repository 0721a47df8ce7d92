"""What a visitor does at a table: every deed of the page, each by its right. It needs no browser.

A refusal is a sentence; None means that it is done, or that others are asked for their yes.
"""

import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from tavolo.wiring import SEATS
from tavolo_host.display.access.lan import Lan
from tavolo_host.display.model.kept_prints import keep_print
from tavolo_host.display.parts.game_display import Player
from tavolo_host.display.parts.geometry import spread
from tavolo_host.display.parts.source import TableSource
from tavolo_host.display.parts.what_to_do import Choice
from tavolo_host.history.evenings import last_morning
from tavolo_host.history.forgetting import delete_game, export_file, forget_name, rename_person
from tavolo_host.history.history import History
from tavolo_host.history.open_file import Readable
from tavolo_host.seats.presence import Presence
from tavolo_host.seats.rights import Answer, Right
from tavolo_host.seats.visitor_names import refusal_of_name
from tavolo_host.texts.deferred import deferred
from tavolo_host.texts.language import _
from tavolo_host.texts.names import name_key

if TYPE_CHECKING:
    from tavolo.rules.contract import Setup
    from tavolo_host.display.model.past_game import PastGame
    from tavolo_host.history.kept_game import KeptGame


class Commands:
    """The deeds of `visitor`, "" for a television. `lan` is the way in from the network, `now` tells the time."""

    def __init__(
        self, table: TableSource, presence: Presence, visitor: str, lan: Lan, now: Callable[[], float] = time.time
    ) -> None:
        self.visitor = visitor
        self._table = table
        self._presence = presence
        self._lan = lan
        self._now = now
        self._roster, self._rights = table.roster, table.rights
        self._wished = ""  # the name that was refused last

    def may(self, right: Right) -> bool:
        """Return whether the visitor has a right, if need be with the yes of others."""
        return self._rights.answer(self.visitor, right) is not Answer.NO

    def _by(self, right: Right, seat: int, do: Callable[[], str | None]) -> str | None:
        """Do something about a seat, or ask those without whose yes it cannot be done."""
        if self._rights.may(self.visitor, right):
            return do()
        refusal = self._rights.refusal(self.visitor, right)
        return refusal or self._table.questions.ask(right, self.visitor, seat, do)

    # ---- games

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
        may_set = self._rights.may(self.visitor, Right.SET_BEFORE)
        refusal = self._rights.refusal(self.visitor, self._rights.to_start())
        if refusal and plays and self.may(Right.SIT):
            refusal = _("All seats are taken: you are watching.")
        if not refusal:
            if not plays:
                roster.only_watch(self.visitor)
            players = max(setup.players, roster.fewest_players)
            refusal = self._table.start(players, setup.game, setup.options)
        if refusal:
            self._sit_again(own)
            return refusal
        if sum(not guest.level for guest in roster.guests()) > 1:
            roster.tell(deferred("{} starts the game.", roster.called(self.visitor)))
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

    def unfinished(self) -> "Sequence[KeptGame]":
        """Return the games with which the visitor may let the table go on, newest first."""
        return [each for each in self._table.unfinished() if self.may(self._to_go_on(each.id))]

    def _to_go_on(self, game_id: int) -> Right:
        return Right.GO_ON_OWN if self.visitor in self._table.sat_in(game_id) else Right.GO_ON

    def go_on(self, game_id: int) -> str | None:
        """Let the table go on with a kept game, its people at their seats; the others stand up."""
        refusal = self._rights.refusal(self.visitor, self._to_go_on(game_id))
        return refusal or self._table.go_on(game_id)

    def play_on(self, past: "PastGame", count: int, player: int) -> str | None:
        """Go on as `player` after so many actions of a game that has ended, against bots."""
        refusal = self._rights.refusal(self.visitor, self._rights.to_play_on(self.visitor))
        return refusal or self._table.play_on(self.visitor, past.kept.setup, past.seats, past.actions[:count], player)

    def may_ask(self, verb: str) -> bool:
        """Return whether the visitor may ask to "undo" or "abandon"."""
        return self.may(self._rights.to_ask(verb))

    def ends_alone(self) -> bool:
        """Return whether the visitor may end the game without asking others."""
        return self._rights.may(self.visitor, self._rights.to_ask("abandon"))

    def ask(self, verb: str) -> str | None:
        """Ask everybody who plays to "undo" or "abandon"; who may end the game alone does."""
        right = self._rights.to_ask(verb)
        refusal = self._rights.refusal(self.visitor, right)
        if not refusal and not self._roster.is_played:  # what was hidden in a game that is over can be read
            refusal = _("No game is being played.")
        return refusal or self._table.ask(self.visitor, verb, self._rights.may(self.visitor, right))

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
        """Press or release a key of the visitor's seat; ✓ at the first seat in the lobby goes on to a start."""
        if down and self._roster.starts_game(self.visitor, key):
            refusal = self._rights.refusal(self.visitor, self._rights.to_start_by_keys())
            if refusal:
                return refusal
        self._presence.touch(self.visitor, key, down)
        return None

    # ---- seats

    def sit(self, seat: int) -> str | None:
        """Sit down at a seat."""
        refusal = self._roster.cannot_sit(self.visitor, seat)
        return refusal or self._by(self._rights.to_sit(self.visitor, seat), seat, partial(self._sit, seat))

    def _sit(self, seat: int) -> str | None:
        """Sit down if that is still possible: between a question and its answers the seat's owner may have gone."""
        refusal = self._rights.refusal(self.visitor, self._rights.to_sit(self.visitor, seat))
        return refusal or self._roster.sit(self.visitor, seat)

    def stand(self) -> str | None:
        """Stand up."""
        refusal = self._rights.refusal(self.visitor, Right.STAND)
        if not refusal:
            self._presence.take_fingers_off(self.visitor)
            self._roster.stand(self.visitor)
        return refusal

    def free(self, seat: int) -> str | None:
        """Take a seat from its visitor."""
        if seat not in self._roster.seats.values():
            return _("There is nobody at that seat.")
        return self._by(self._rights.to_free(seat), seat, partial(self._roster.release, seat))

    def claims(self) -> list[int]:
        """Return the seats that may be the visitor's in another browser: those with the name that was refused."""
        if not self._wished or self.visitor in self._roster.seats:
            return []
        owners = {seat: self._roster.owner_of(seat) for seat in range(SEATS)}
        return [
            seat
            for seat, owner in owners.items()
            if owner not in ("", self.visitor)
            and name_key(self._roster.visitor_names.name_of(owner)) == name_key(self._wished)
        ]

    def claim(self, seat: int) -> str | None:
        """Ask to go on at the seat that the visitor has in another browser."""
        if self._roster.owner_of(seat) in ("", self.visitor) or self.visitor in self._roster.seats:
            return _("There is nobody at that seat.")
        do = partial(self._roster.hand_over, seat, self.visitor)
        return self._by(self._rights.to_claim(self.visitor, seat), seat, do)

    async def remove(self, number: int) -> str | None:
        """Remove the guest with this number from the network; a seat stays theirs, as that of a person who is away."""
        guest = self._roster.visitor_names.with_number(number)
        refusal = self._rights.refusal(self.visitor, Right.REMOVE)
        if not refusal and guest and guest not in self._roster.hosts:
            self._roster.tell(deferred("{} was removed from the table.", self._roster.called(guest)))
            await self._lan.remove(guest, keeping=self._roster.seats)
            self._presence.gone(guest)
            if guest not in self._roster.seats:
                self._roster.visitor_names.set_name(guest, "")
        return refusal

    def answer(self, number: int, agrees: bool) -> None:
        """Answer a question that the visitor is asked."""
        self._table.questions.answer(self.visitor, number, agrees)

    # ---- names, pace and level

    def set_name(self, name: str) -> str | None:
        """Take a name; one that looks like that of another person is refused."""
        refusal = self._rights.refusal(self.visitor, Right.NAME_ONESELF)
        if refusal:
            return refusal
        refusal = self._roster.visitor_names.set_name(self.visitor, name)
        self._wished = name if refusal else ""
        return refusal

    def name_seat(self, seat: int, name: str) -> str | None:
        """Give a name to a seat of a real board where nobody with a phone sits."""
        others = [each.name for each in self._table.seats() if each.seat != seat and each.name]
        refusal = self._rights.refusal(self.visitor, Right.NAME_SEAT) or (
            refusal_of_name(name, others) if name else None
        )
        if not refusal:
            self._table.name_seat(seat, name)
        return refusal

    def set_pace(self, pace: str) -> str | None:
        """Set the pace of the virtual players, for everybody."""
        told = deferred("{} has changed the bots' pace.", self._roster.called(self.visitor))
        return self._change(pace, "", told)

    def set_level(self, level: str) -> str | None:
        """Set the level of the virtual players, for everybody."""
        told = deferred("{} has changed the bots' level.", self._roster.called(self.visitor))
        return self._change("", level, told)

    def _change(self, pace: str, level: str, told: str) -> str | None:
        refusal = self._rights.refusal(self.visitor, self._rights.to_set())
        if refusal:
            return refusal
        self._set(pace, level)
        if self._roster.is_played:
            self._roster.tell(told)
        return None

    # ---- the network

    async def open_network(self, address: str = "") -> str | None:
        """Open the page to the network, at one of this computer's addresses; "" is the default route's."""
        refusal = self._rights.refusal(self.visitor, Right.OPEN_NETWORK)
        if refusal or (address and address not in self._lan.others):
            return refusal
        try:
            await self._lan.open(address)
        except OSError as problem:
            return _("The page cannot be opened to the network: {}.").format(problem.strerror or problem)
        return None

    async def close_network(self) -> str | None:
        """Close the page to the network."""
        refusal = self._rights.refusal(self.visitor, Right.OPEN_NETWORK)
        if not refusal:
            await self._lan.close()
        return refusal

    def renew_letters(self) -> str | None:
        """Make the letters and the QR code of before worthless."""
        refusal = self._rights.refusal(self.visitor, Right.OPEN_NETWORK)
        if not refusal:
            self._lan.invitation.renew()
        return refusal

    # ---- the file of all games; Unusable says what is wrong with it

    def readable(self) -> Readable | None:
        """Return which games the visitor may read; None for all of them."""
        if self._rights.may(self.visitor, Right.READ_ALL):
            return None
        if not self._rights.may(self.visitor, Right.READ_OWN):
            return Readable(0, "", 0.0)
        return Readable(self._table.evening(), self.visitor, last_morning(self._now()))

    def keep_review(self, path: Path, game_id: int, content: str) -> str | None:
        """Keep the review of a game that the visitor may read."""
        refusal = self._rights.refusal(self.visitor, Right.KEEP_REVIEW)
        if refusal:
            return refusal
        with History(path, self.readable()) as history:
            if history.game(game_id):
                history.keep_review(game_id, content)
        return None

    def delete_game(self, path: Path, game_id: int) -> str | None:
        """Delete a game."""
        refusal = self._rights.refusal(self.visitor, Right.DELETE)
        if not refusal:
            with History(path) as history:
                delete_game(history.file, game_id)
        return refusal

    def forget_name(self, path: Path, name: str) -> str | None:
        """Take a name out of all games, and from the table."""
        refusal = self._rights.refusal(self.visitor, Right.FORGET)
        if refusal:
            return refusal
        self._rename_here(name, "")
        with History(path) as history:
            forget_name(history.file, name)
        return None

    def rename_person(self, path: Path, name: str, new: str) -> str | None:
        """Give a person another name in all games, and at the table; with that of another person both are one."""
        refusal = self._rights.refusal(self.visitor, Right.RENAME)
        if refusal or new in ("", name):
            return refusal
        with History(path) as history:
            refusal = rename_person(history.file, name, new)
        if not refusal:
            self._rename_here(name, new)
        return refusal

    def _rename_here(self, name: str, new: str) -> None:
        """Rename a person at the table, else the game that is played would have the old name again."""
        self._roster.visitor_names.rename(name, new)
        for seat in self._table.seats():
            if name_key(seat.name) == name_key(name):
                self._table.name_seat(seat.seat, new)

    def copy_file(self, path: Path, target: Path) -> str | None:
        """Copy the file of all games."""
        refusal = self._rights.refusal(self.visitor, Right.DOWNLOAD)
        if not refusal:
            with History(path) as history:
                export_file(history.file, target)
        return refusal

    # ---- the file of sheets and boards

    def keep_print(self, game_name: str, name: str, text: str) -> str | None:
        """Keep a sheet or board of a game under a name; "" instead of its text forgets it."""
        refusal = self._rights.refusal(self.visitor, Right.KEEP_PRINT)
        if refusal:
            return refusal
        try:
            keep_print(game_name, name, text)
        except ValueError as problem:
            return str(problem)
        return None

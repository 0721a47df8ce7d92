"""Keeps what happens at a virtual table, and goes on with it: seats, cards in hands, and the board's journal."""

import time
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from tavolo.games import setup_from_text
from tavolo.rules.contract import NO_CARD, Setup
from tavolo.wiring import SEATS
from tavolo_host.history.kept_game import Action, KeptDeck, KeptGame, Standing, Unfinished
from tavolo_host.history.recorder import Recorder
from tavolo_host.people.hidden_hands import Deck
from tavolo_host.players.of_game import final_points
from tavolo_host.runtime.source_digests import firmware_digests
from tavolo_host.sources.kept_people import OF_A_BOARD, UNREADABLE, KeptPeople, is_running
from tavolo_host.texts.deferred import deferred

if TYPE_CHECKING:
    from tavolo_host.people.table import VirtualTable
    from tavolo_host.people.tracked_game import TrackedGame
    from tavolo_host.sources.visitors import PlayingVisitors

LATE_S = 5.0  # between two tries to go on with what could not be read
LISTED_S = 1.0  # between two looks at the unfinished games; pages look much more often


class Keeper:
    """Keeps what happens at `table`: a virtual one, whose page is at this `port`, or seats by phone of a real `board`.

    No other program can have the same one at the same time.
    """

    def __init__(
        self,
        table: "VirtualTable",
        visitors: "PlayingVisitors",
        path: Path,
        port: int = 0,
        now: Callable[[], float] = time.time,
        board: str = "",
    ) -> None:
        self._table = table
        self._board = board
        self._visitors = visitors
        self._now = now
        place = f"{OF_A_BOARD} {board}" if board else f"table {port}"
        self.recorder = Recorder(path, place, firmware_digests()[1], self._tell, now, is_running)
        self._unfinished: list[KeptGame] = []
        self._sat_in: dict[int, Collection[str]] = {}  # visitors, by game
        self._listed_s = 0.0  # when
        self._is_late = False  # whether the table as it was last could not be read yet
        self._asked = ""  # the game with which to go on
        self._tried_s = 0.0  # when
        self._seen: tuple[object, ...] = ()  # what is to be kept follows from it
        self._kept: tuple[object, ...] = ()  # what is kept

    def resume(self, game_name: str = "") -> Setup | None:
        """Seat the people who sat here, and go on with their game; return its setup, None without one.

        A game that is not of this name stays as it is. The visitors are away until their pages come; after a day their
        seats are free.
        """
        last = self.recorder.at_place()
        self._is_late = last is None and self.recorder.is_failing
        self._asked = game_name
        kept_people = KeptPeople.of_evening(last, self._now(), self._tell)
        if kept_people:
            self._seat(kept_people)
        kept = self.recorder.to_go_on(last.game) if last and last.game else None
        return self._play_on(kept) if kept and game_name in ("", kept.game.game) else None

    def resume_late(self) -> Setup | None:
        """Do the same once the file can be used, if it could not before and nobody has sat down or begun a game."""
        if not self._is_late or abs(self._now() - self._tried_s) < LATE_S:
            return None
        self._tried_s = self._now()
        if self._table.virtual_players.follower.tracked_game or self._visitors.seats:
            self._is_late = False
            return None
        return self.resume(self._asked)

    def unfinished(self) -> list[KeptGame]:
        """Return the games that can go on here while no game is played, newest first."""
        if abs(self._now() - self._listed_s) > LISTED_S:
            self._listed_s, self._unfinished = self._now(), self.recorder.unfinished()
            self._sat_in = {}
        return self._unfinished

    def sat_in(self, game_id: int) -> Collection[str]:
        """Return the visitors who had a seat in an open game."""
        if game_id not in self._sat_in:
            self._sat_in[game_id] = ()
            with suppress(*UNREADABLE):
                kept_people = KeptPeople.read(self.recorder.people_of(game_id))
                self._sat_in[game_id] = {*kept_people.seats, *kept_people.seen}
        return self._sat_in[game_id]

    def go_on(self, game_id: int) -> Setup | None:
        """Go on with an open game, with its people at their seats; return its setup, None if it is not there."""
        is_offered = any(game.id == game_id for game in self.recorder.unfinished())
        kept = self.recorder.to_go_on(game_id) if is_offered else None
        if kept is None:
            return None
        with suppress(*UNREADABLE):
            kept_people = KeptPeople.read(kept.people)
            for visitor in [*self._visitors.seats]:
                self._visitors.stand(visitor)
            self._visitors.resume(kept_people.seats, kept_people.names, kept_people.guided)
        return self._play_on(kept)

    def _seat(self, kept_people: KeptPeople) -> None:
        kept_people.resume(self._visitors, self._now())
        if kept_people.level:
            self._visitors.set_level(kept_people.level)
            self._table.virtual_players.unhurried = kept_people.unhurried

    def _play_on(self, kept: Unfinished) -> Setup | None:
        self._listed_s = 0.0
        follower = self._table.virtual_players.follower
        seats = tuple(each.seat for each in kept.game.at_end())
        try:
            setup = setup_from_text(kept.game.setup)
            deck = Deck(kept.deck.seed, kept.deck.since) if kept.deck else None
            follower.resume(setup, seats, kept.actions, deck)
            self._table.hardware.restore(kept.flash)
            kept_people = KeptPeople.read(kept.people)
            self._remember(setup, len(kept.actions), kept_people)
            follower.board_game = kept_people.board_game
        except Exception:  # anything that rules raise for a file that was changed by other programs
            follower.tracked_game = None
            self._tell(deferred("The game that was kept cannot go on: it is damaged, or of other rules."))
            return None
        kept_before = {visitor: seat for visitor, seat in kept_people.seats.items() if seat in seats}
        self._visitors.go_on(kept_before if kept_people.owned is None else kept_people.owned, kept_people.seen)
        self._table.power_cycle()
        self.recorder.go_on(kept, follower.tracked_game)
        return setup

    def _remember(self, setup: Setup, length: int, kept_people: KeptPeople) -> None:
        """Let hands know what they were about, which the board may have accepted."""
        virtual_players = self._table.virtual_players
        for action in map(tuple, kept_people.secrets):
            person = virtual_players.people[virtual_players.follower.seats[setup.game.actor(action)]]
            person.believed = dict.fromkeys(range(length, length + SEATS), action)
        for person, unheard in zip(virtual_players.people, kept_people.unheard, strict=False):
            if unheard:
                person.unheard, person.believed = [*unheard], {}

    def keep(self) -> None:
        """Keep what has changed; called before anybody looks at it."""
        if self._is_late:
            return  # with what is there now, the table as it was last would be lost
        self.recorder.look()
        virtual_players = self._table.virtual_players
        virtual_players.follower.notice(self._visitors.mirror)  # pages show it as soon as the laptop has it
        virtual_players.hear()
        game = virtual_players.follower.tracked_game
        actions = game.record.actions if game else []
        of_bots = self._visitors.level, virtual_players.unhurried
        kept_people = KeptPeople.of(self._visitors)
        hands = [(person.last, person.intended, *person.unheard) for person in virtual_players.people]
        operations = self._table.hardware.journal_flash.operations
        people = self._people() if game else ()
        about = kept_people, of_bots, people, self._visitors.mirror.is_taken_back
        seen = (game, len(actions), actions[-1:], operations, about, hands)
        if seen == self._seen and not self.recorder.is_behind:
            return
        self._seen = seen
        secrets = self._secrets(game) if game else ()
        unheard = [[*person.unheard] for person in virtual_players.people] if game and self._board else ()
        kept = (*seen[:-1], secrets, unheard)
        if kept != self._kept or self.recorder.is_behind:
            self._kept = kept
            level, unhurried = of_bots
            number = virtual_players.follower.board_game if self._board else 0
            kept_people = replace(kept_people, level=level, unhurried=unhurried, secrets=secrets)
            kept_people = replace(kept_people, unheard=unheard, board_game=number)
            standing = self._standing(game, people) if game else None
            self.recorder.keep(game, standing, kept_people.text(), self._table.hardware.kept())

    def _standing(self, game: "TrackedGame", people: tuple[tuple[str, str], ...]) -> Standing:
        record, seats = game.record, self._table.virtual_players.follower.seats
        outcome = record.game.outcome(record.position) or ()
        counted, deck = final_points(record.game, record.position), record.deck
        return Standing(
            setup=game.known.setup.text(),
            seats=seats,
            people=people,
            actions=record.actions,
            is_taken_back=self._visitors.mirror.is_taken_back,
            outcome=outcome,
            points=counted,
            board=self._board,
            visitors=list(self._visitors.owners.seen),
            deck=KeptDeck(deck.commitment, deck.seed, deck.since) if deck and record.game.CARDS else None,
        )

    def _secrets(self, tracked_game: "TrackedGame") -> tuple[Action, ...]:
        game, position = tracked_game.record.game, tracked_game.record.position
        found: list[Action] = []
        for player, seat in enumerate(self._table.virtual_players.follower.seats):
            person = self._table.virtual_players.people[seat]
            entered = person.last != NO_CARD and player in (*game.to_act(position), *game.may_act(position))
            actions = [person.intended] if person.intended else []
            actions += game.legal(position, player, person.last) if entered else []
            found += [action for action in actions if game.public(action) != action][:1]
        return tuple(found)

    def _people(self) -> tuple[tuple[str, str], ...]:
        """Return (name, level) of each player; who stands in for a visitor has the visitor's name."""
        names, levels = self._visitors.played.names(), self._visitors.played.levels()
        return tuple((names[seat], levels[seat]) for seat in self._table.virtual_players.follower.seats)

    def _tell(self, sentence: str) -> None:
        self._visitors.mirror.log.add("note", sentence)

    def close(self) -> None:
        """Close the file."""
        self.recorder.close()

"""Keeps the evening at a virtual table, and goes on with it: seats, cards in hands, and the board's journal."""

from typing import TYPE_CHECKING

from tavolo.games import setup_from_text
from tavolo.rules.contract import Setup
from tavolo_host.sources.store import UNREADABLE, Evening, Store
from tavolo_host.texts.deferred import deferred

if TYPE_CHECKING:
    from tavolo_host.people.table import VirtualTable
    from tavolo_host.sources.visitors import Visitors


class Keeper:
    """Keeps what happens at `table` in `store`; without it once that cannot be read or written."""

    def __init__(self, table: "VirtualTable", visitors: "Visitors", store: Store) -> None:
        self._table = table
        self._visitors = visitors
        self._store: Store | None = store
        self._kept: tuple[object, ...] = ()  # what the kept evening follows from

    def go_on(self) -> Setup | None:
        """Go on with what is kept; return the game's setup, None without a game.

        The visitors are away until their pages come.
        """
        assert self._store
        try:
            kept = self._store.read()
            setup = setup_from_text(kept.game) if kept and kept.game else None
            if kept and setup:
                self._table.virtual_players.follower.resume(setup, kept.players, kept.actions)
                self._table.hardware.restore(kept.flash)
                self._table.power_cycle()
            if kept:
                self._visitors.resume(kept.seats, kept.names)
                self._visitors.invited.visitors.update(kept.invited, kept.seats)
                self._visitors.invited.address = kept.address
            if kept and kept.level:
                self._visitors.challenge(kept.level)
                self._table.virtual_players.unhurried = kept.unhurried
        except UNREADABLE as problem:
            self._give_up(problem)
            return None
        return setup

    def keep(self) -> None:
        """Keep the evening if anything has changed."""
        follower, hardware = self._table.virtual_players.follower, self._table.hardware
        game = follower.tracked_game
        if game and game.record.game.outcome(game.record.position):
            game = None  # the next one begins with the front door
        actions = game.record.actions if game else []
        seats, names = self._visitors.kept()
        invited, of_bots = self._visitors.invited, (self._visitors.level, self._table.virtual_players.unhurried)
        people = (seats, names, *of_bots, sorted(invited.visitors), invited.address)
        follows_from = (people, game, len(actions), actions[-1:], hardware.journal_flash.operations)
        if self._store is None or follows_from == self._kept:
            return
        self._kept = follows_from
        text = game.known.setup.text() if game else ""
        try:
            self._store.write(Evening(*people, text, follower.seats, actions, hardware.kept()))
        except UNREADABLE as problem:
            self._give_up(problem)

    def _give_up(self, problem: Exception) -> None:
        self.close()
        self._visitors.mirror.log.add("note", deferred("This evening cannot be kept: {}.", problem))

    def close(self) -> None:
        """Close the store."""
        if self._store:
            self._store.close()
        self._store = None

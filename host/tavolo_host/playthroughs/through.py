"""Plays a kept game again at a simulated table: hands put in its cards and press its keys, and the board judges them.

Nobody tells the board what comes. Of a game in which it rolls dice or draws lots itself, its journal has everything as
taken back: an undone outcome of chance returns, so that nobody can roll again.
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, Protocol

from tavolo import wiring
from tavolo.games.cards import code_of
from tavolo.link.channel import Serial
from tavolo.play.chooser import by_keys
from tavolo.play.council import take_back
from tavolo.rules.contract import CHANCE, NO_CARD, Setup
from tavolo.rules.record import Record
from tavolo.seat.states import IS_ABSENT, IS_CALIBRATING, IS_READ, LEFT, RIGHT, TAKE
from tavolo_host.board.companion import Companion
from tavolo_host.board.greeting import Message
from tavolo_host.board.mirror import Mirror
from tavolo_host.board.port import Port
from tavolo_host.people.hidden_hands import Action
from tavolo_host.people.table import VirtualTable
from tavolo_host.playthroughs.game_text import Rerun
from tavolo_host.simulator.hardware import TICK_MS

SEALING_MS = 600  # until a card has been read, though nothing shows it
WAKING_MS = 3000  # boot, USB, calibration
LIMIT_MS = 20_000  # for anything that a board does
SEED = 1  # of slots and hands


class HeardMirror(Mirror):
    """A mirror that keeps digests, number of actions -> digest: those that the board reported, and its own."""

    def __init__(self) -> None:
        super().__init__()
        self.of_board: dict[int, int] = {}
        self.of_mirror: dict[int, int] = {}

    def take(self, kind: str, values: tuple[Any, ...], now_ms: int) -> list[Message]:
        """Take a message, and note the digests in it."""
        replies = super().take(kind, values, now_ms)
        if kind == "start":
            self.of_board.clear()
            self.of_mirror.clear()
        elif kind in ("act", "whole", "undone") and self.record is not None:
            self.of_board[values[0] + (kind == "act")] = values[1]
            self.of_mirror[len(self.actions)] = self.record.digest()
        return replies


class Hands(Protocol):
    """The hands at a table, and the laptop beside it: those of a simulated one, or a person at a real one."""

    @property
    def mirror(self) -> HeardMirror:
        """The laptop's mirror."""

    def put_card_in(self, seat: int, game_name: str, card: int) -> None:
        """Start to put a card into a slot."""

    def take_out(self, seat: int) -> None:
        """Start to take out what is in a slot."""

    def press(self, seat: int, *keys: int) -> None:
        """Touch keys, and let go."""

    def are_hands_still(self) -> bool:
        """Return whether everything has been done."""

    def run_until(self, condition: Callable[[], object]) -> None:
        """Let time pass until then; an exception if it takes too long."""

    def run_ms(self, milliseconds: int) -> None:
        """Let time pass."""


def is_the_boards(game: Any, action: Action) -> bool:
    """Return whether an action needs nobody: it is chance's, without a card to show to the table."""
    return bool(game.actor(action) == CHANCE and game.action_card(action) == NO_CARD)


def carry_out(hands: Hands, action: Action) -> None:
    """Enter an action by cards and keys, or wait for the board's own, until the laptop has it."""
    mirror = hands.mirror
    game: Any = mirror.game
    length = len(mirror.actions)
    if is_the_boards(game, action):
        hands.run_until(lambda: len(mirror.actions) > length)
        return
    player, card = game.actor(action), game.action_card(action)
    seat = mirror.seats[0 if player == CHANCE else player]
    has_card = card != NO_CARD and _with_card(hands, seat, player, action)
    if not has_card:
        position: Any = mirror.position
        options = [game.public(each) for each in by_keys(game, position, player)]
        shown = mirror.view.choosing.get(seat)
        if shown is None:
            hands.press(seat, RIGHT)  # shows the first option
        _walk(hands, seat, options.index(game.public(action)) - (shown.index if shown else 0), len(options))
    hands.run_until(lambda: len(mirror.actions) > length)
    if has_card:
        hands.take_out(seat)


def _with_card(hands: Hands, seat: int, player: int, action: Action) -> bool:
    """Enter an action by its card; return whether that is possible."""
    mirror = hands.mirror
    game: Any = mirror.game
    position: Any = mirror.position
    card = game.action_card(action)
    options = [game.public(each) for each in game.legal(position, player, card)]
    if game.public(action) not in options:
        return False
    is_sealed = player != CHANCE and game.secret(position, player)
    hands.put_card_in(seat, game.NAME, card)
    if len(options) > 1:
        hands.run_until(lambda: mirror.view.slots[seat] == IS_READ)
        _walk(hands, seat, options.index(game.public(action)), len(options))
    elif is_sealed:
        hands.run_until(hands.are_hands_still)
        hands.run_ms(SEALING_MS)
        hands.press(seat, TAKE)
    return True


def _walk(hands: Hands, seat: int, steps: int, count: int) -> None:
    """Press ▶ that often, or ◀ the shorter way round, and take the choice there."""
    steps %= count
    for _ in range(min(steps, count - steps)):
        hands.press(seat, RIGHT if steps <= count - steps else LEFT)
    hands.press(seat, TAKE)


class Wire(Serial):
    """One end of a cable in memory."""

    def __init__(self, other: "Wire | None" = None) -> None:
        self._arrived = bytearray()
        self.other = other or Wire(self)

    def read(self) -> bytes:
        """Return what has arrived."""
        data = bytes(self._arrived)
        self._arrived.clear()
        return data

    def write(self, data: bytes) -> int:
        """Pass everything on."""
        self.other._arrived += data
        return len(data)

    def close(self) -> None:
        """Do nothing: there is nothing to release."""


class SimulatedTable:
    """A table, virtual or with the `firmware` on an emulated Pico, as `Hands`.

    The board goes on with the game that it has `kept`, if any. A context manager, which ends the emulator.
    """

    def __init__(self, kept: bytes, firmware: Path | None) -> None:
        wire = Wire()
        if firmware:
            from tavolo_host.people.pico_table import PicoTable  # few play on one

            self._table: Any = PicoTable(Random(SEED), firmware, _whole_flash(kept) if kept else None)
        else:
            self._table = VirtualTable(Random(SEED), wire)
            if kept:
                self._table.hardware.restore(kept)
                self._table.power_cycle()
        opener: Any = self._table.open_port if firmware else lambda _: wire.other
        self._companion = Companion(Port("cable", opener=opener, first_session=1))
        self._companion.mirror = self.mirror = HeardMirror()

    def __enter__(self) -> "SimulatedTable":
        return self

    def __exit__(self, *_: object) -> None:
        self._table.close()

    def begin(self, seats: tuple[int, ...], setup: str) -> None:
        """Wait until all seats are ready, and begin the game unless the board goes on with it."""
        self.run_ms(WAKING_MS)
        self.run_until(self._is_ready)
        if self.mirror.record is None:
            self._companion.ask("new", seats, setup)
            self.run_until(lambda: self.mirror.record is not None and self.mirror.in_step)
        if (self.mirror.seats, self.mirror.record.setup.text()) != (seats, setup):  # type: ignore[union-attr]
            raise ValueError("The board plays another game: its firmware may have other rules.")

    def _is_ready(self) -> bool:
        is_known = self.mirror.record is not None or self._companion.port.board.get("calibration", "-") != "-"
        is_seated = not any(state in (IS_ABSENT, IS_CALIBRATING) for state in self.mirror.view.slots)
        return bool(self._companion.connected and self.mirror.in_step and is_known and is_seated)

    def put_card_in(self, seat: int, game_name: str, card: int) -> None:
        """Start to put a card into a slot."""
        body = self._table.bodies[seat]
        body.do(body.put_in(code_of(game_name, card)))

    def take_out(self, seat: int) -> None:
        """Start to take out what is in a slot."""
        body = self._table.bodies[seat]
        body.do(body.take_out())

    def press(self, seat: int, *keys: int) -> None:
        """Touch keys, and let go."""
        body = self._table.bodies[seat]
        body.do(body.press(*keys))
        self.run_until(self.are_hands_still)

    def are_hands_still(self) -> bool:
        """Return whether all movements have ended."""
        return not any(body.is_moving() for body in self._table.bodies)

    def run_until(self, condition: Callable[[], object]) -> None:
        """Let time pass until then; ValueError if it takes too long."""
        for _ in range(LIMIT_MS // TICK_MS):
            if condition():
                return
            self.run_ms(TICK_MS)
        told = [self._companion.port.sentence, *(entry.sentence for entry in self.mirror.log[-2:])]
        raise ValueError(f"After action {len(self.mirror.actions)} the board does not go on: {' '.join(told)}")

    def run_ms(self, milliseconds: int) -> None:
        """Let time pass."""
        for _ in range(milliseconds // TICK_MS):
            self._table.step()
            self._companion.step(TICK_MS)


def _whole_flash(kept: bytes) -> bytes:
    """Return a Pico's flash with what a virtual board has kept of journal and index."""
    journal, index = kept[: wiring.JOURNAL_BYTES], kept[wiring.JOURNAL_BYTES :]
    flash = b"\xff" * wiring.JOURNAL_ADDRESS + journal
    return flash.ljust(wiring.INDEX_ADDRESS, b"\xff") + index


def taken_back(setup: Setup, seats: tuple[int, ...], actions: Sequence[Action]) -> bytes:
    """Return what a board's flash keeps of a game of which everything was taken back.

    b"" for a game in which the board itself draws nothing.
    """
    record, draws = Record(setup), False
    for action in actions:
        draws = draws or (is_the_boards(setup.game, action) and _is_drawn(record))
        record.apply(setup.game.public(action))
    if not draws:
        return b""
    table = VirtualTable(Random(SEED), Wire())
    referee = table.board.referee
    referee.begin(setup, seats)
    for action in actions:
        referee.play.carry_out(setup.game.public(action))
    take_back(referee.play, 0, referee.seats, referee.publisher)
    return table.hardware.kept()


def _is_drawn(record: Record) -> bool:
    """Return whether chance draws something now."""
    asked: list[int] = []

    def first(below: int) -> int:
        asked.append(below)
        return 0

    record.game.chance(record.position, first)
    return bool(asked)


def play_through(
    rerun: Rerun, seats: tuple[int, ...], actions: Sequence[Action], firmware: Path | None = None
) -> Iterator[int]:
    """Play a game at a simulated table, with the board's `firmware` on an emulated Pico if it is given.

    Yield the digest after each action, on which board, laptop and rules agree; ValueError if they do not.
    """
    setup = rerun.known.setup
    with SimulatedTable(taken_back(setup, seats, actions), firmware) as table:
        mirror = table.mirror
        table.begin(seats, setup.text())
        for number, action in enumerate(actions, 1):
            if len(mirror.actions) < number:  # else the board has made it by itself
                carry_out(table, action)
            rerun.apply(action)
            digest, public = rerun.known.digest(), rerun.game.public(action)
            told = mirror.actions[number - 1], mirror.of_board.get(number), mirror.of_mirror.get(number)
            if told != (public, digest, digest):
                raise ValueError(f"After action {number} the board has another position than the rules.")
            yield digest

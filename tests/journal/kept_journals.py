"""Journals of games with all that their flash has ever held."""

from functools import cache
from itertools import islice
from random import Random
from typing import Any

from tavolo import wiring
from tavolo.games import load
from tavolo.journal import entries
from tavolo.rules.contract import Setup
from tavolo.rules.record import Record
from tavolo.seat.calibration import nominal
from tavolo_host.display.parts.geometry import places
from tavolo_host.simulator.clock import Clock
from tavolo_host.simulator.flash import Buffer, NorFlash, PowerCut
from tests.journal.damaged import Board, journal_in, places_in
from tests.rules.play import played_out
from tests.rules.support import Numbers

SECTOR, PAGE = wiring.SECTOR_BYTES, wiring.PAGE_BYTES
PAGES = SECTOR // PAGE
SECTORS = 12  # and one for the index
LENGTHS = (1, 8, 30, 60, 120, 250, 400)  # of games, in records
OF_EARLIER_GAMES = (2, 80)
SETUPS = 3  # of each game, to be chosen from

Action = tuple[int, ...]
# The sector that was erased or the place that was programmed, and what was programmed.
Operation = tuple[int, bytes | None]


class Noting(NorFlash):
    """Flash that notes its operations."""

    def __init__(self, content: bytes | None = None) -> None:
        super().__init__(Clock(), (SECTORS + 1) * SECTOR)
        self.noted: list[Operation] = []
        if content is not None:
            self.content[:] = content

    def program(self, address: int, page: Buffer) -> None:
        try:
            super().program(address, page)
        finally:
            # What is there now is what a power cut has left of it too.
            self.noted.append((address, bytes(self.content[address : address + PAGE])))

    def erase(self, sector: int) -> None:
        super().erase(sector)
        self.noted.append((sector, None))


class Kept:
    """A journal in the middle of its game `number`: the `content` of its flash, and the `operations` that led there.

    `begin` is the number of the operation with which the game begins. `states` are those of the game after each record,
    as hashes of its actions and digest; `places` are where the records of the game are, the last one before `end`.
    `sectors` are those of the game in their order, and `before` that with the copy of its start.
    """

    def __init__(self, flash: Noting, game: "Game", begin: int) -> None:
        self.name, self.number, self.length = game.name, game.journal.game, game.length
        self.content, self.operations, self.begin = bytes(flash.content), tuple(flash.noted), begin
        self.states, self.actions = frozenset(game.states), tuple(game.table.actions)
        self.setup_text, self.seats, self.calibrations = game.setup.text(), game.seats, game.calibrations
        journal = game.journal
        assert journal.ring is not None
        last = journal.ring.sector
        self.before = journal._before
        self.sectors = [(journal._sector + place) % SECTORS for place in range((last - journal._sector) % SECTORS + 1)]
        self.places = places_in(self.content, self.sectors)
        self.end = entries.behind(self.content, self.places[-1])

    def image(self, moment: int) -> bytes:
        """The flash after that many operations."""
        content = bytearray(b"\xff" * len(self.content))
        for operation in islice(self.operations, moment):
            _apply(content, operation)
        return bytes(content)

    def is_possible(self, content: bytes) -> bool:
        """Whether the board itself could have left this, in all that belongs to the game."""
        image = bytearray(self.image(self.begin))
        for operation in self.operations[self.begin :] + self._putting_aside():
            before = self._of_the_game(image)
            _apply(image, operation)
            if _is_between(before, self._of_the_game(image), self._of_the_game(content)):
                return True
        return False

    def _of_the_game(self, content: bytes | bytearray) -> int:
        sectors = [*self.sectors, SECTORS]
        found = b"".join(content[sector * SECTOR : (sector + 1) * SECTOR] for sector in sectors)
        end = (self.before + 1) * SECTOR
        return int.from_bytes(found + content[end - PAGE : end])

    @cache  # noqa: B019  there are few, for the whole run
    def _putting_aside(self) -> tuple[Operation, ...]:
        flash = Noting(self.content)
        journal = Board(flash).journal
        flash.noted.clear()
        journal.put_aside()
        return tuple(flash.noted)


def _apply(content: bytearray, operation: Operation) -> None:
    place, page = operation
    if page is None:
        content[place * SECTOR : (place + 1) * SECTOR] = b"\xff" * SECTOR
    else:
        content[place : place + PAGE] = page


def _is_between(before: int, after: int, content: int) -> bool:
    """Whether a power cut could leave this of an operation: with some of the bits that it clears."""
    return content in (before, after) or (content & after == after and content | before == before)


class Game:
    """A game that is played at a board; `parting` is the action from which on more is taken back."""

    def __init__(self, journal: Any, name: str, moves: int, number: int, parting: int = 0) -> None:
        self.random, self.parting = Random(f"{moves}"), parting
        self.number, self.length = number, self.random.choice(LENGTHS)
        dealt = _dealt(name, moves % SETUPS, moves // SETUPS % 3)
        self.name, self.setup = name, Setup(dealt.game, dealt.setup.players, dealt.setup.options)
        self.public = [dealt.game.public(action) for action in dealt.actions[:-1]]
        self.seats = places(self.setup.players)
        self.table = Record(self.setup)
        self.states = {hash(((), self.table.digest()))}
        self.journal = journal

    def begin(self, board: Random) -> None:
        """Begin; the `board` measures its seats."""
        size = len(nominal().to_bytes())
        self.calibrations: list[bytes | None] = [board.randbytes(size) for _ in range(wiring.SEATS)]
        assert self.journal.begin(self.setup.text(), self.seats, self.calibrations)

    def play(self, records: int) -> None:
        """Play on, and take something back now and then."""
        for place in range(records):
            length = len(self.table.actions)
            share = 0.3 if 0 < self.parting <= place else 0.04  # of takebacks
            if length and (length == len(self.public) or self.random.random() < share):
                left = self.random.randrange(length // 2, length)
                self.table.undo(left)
                assert self.journal.undone(left)
            else:
                action = self.public[length]
                self.table.apply(action)
                assert self.journal.acted(action, self.table.digest())
            self.states.add(hash((tuple(self.table.actions), self.table.digest())))
            if self.journal.wants_position:
                content = self.table.game.position_bytes(self.table.position)
                self.journal.keep_position(len(self.table.actions), content)

    def lose_power(self, flash: Noting) -> None:
        """Lose power while something is written, and go on from what is left."""
        flash.cut_at = flash.operations
        try:
            self.play(1)
        except PowerCut:
            flash.power_on()
        board = Board(flash)
        self.journal = board.journal
        self.table = Record(self.setup)
        for action in board.actions:
            self.table.apply(action)
        self.states.add(hash((tuple(self.table.actions), self.table.digest())))


@cache
def _dealt(name: str, setup: int, numbers: int) -> Record:
    game = load(name)
    players = range(game.SEATS[0], game.SEATS[1] + 1)
    return played_out(Setup(game, players[setup % len(players)], None, True), Numbers(numbers), 300)


@cache
def kept_journal(name: str, board: int, moves: int, number: int, parting: int = 0, first: int = 1) -> Kept:
    """The journal of game `number` at this `board`, in which the same `moves` are the same game.

    `parting` is the action from which on they are others; `first` the number of the first game at the board.
    """
    flash, measured = Noting(), Random(f"board {board}")
    journal = journal_in(flash)
    journal.game = first - 1
    for earlier in range(number - 1):
        rest(journal)
        game = Game(journal, name, board + earlier, number)
        game.begin(measured)
        game.play(measured.choice(OF_EARLIER_GAMES))
        journal.end()
    rest(journal)
    begin = len(flash.noted)
    game = Game(journal, name, moves, number, parting)
    game.begin(measured)
    game.play(game.length)
    if game.random.random() < 0.3:
        game.lose_power(flash)
        game.play(20)
    return Kept(flash, game, begin)


def rest(journal: Any) -> None:
    """Let the board erase all that it may."""
    while journal.needs_rest():
        journal.rest(1000, True)

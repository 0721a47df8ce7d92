"""For tests of the link: a cable that can be pulled and damaged, a board that plays, a laptop beside it."""

from random import Random
from typing import Any

from tavolo.games import setup_from_text
from tavolo.link.channel import Channel, Serial
from tavolo.link.hello import Identity
from tavolo.link.publisher import Publisher
from tavolo.rules.contract import Setup
from tavolo.rules.record import Record
from tavolo_host.board.companion import Companion
from tavolo_host.board.port import Port
from tavolo_host.board.serial_port import PortError
from tests.rules.play import play_on
from tests.rules.support import Numbers

STRAY_PRINTS = (
    b"MPY: soft reboot\r\n",
    b"Traceback: ~m00000001 0 0 act\n",
    b"~",
    b"\x00\xff",
    b">>> ",
    b"\r\n",
)


class Damage:
    """Damage to bytes on their way, with `odds` of each kind for every piece."""

    def __init__(self, random: Random, odds: float) -> None:
        self.random = random
        self.odds = odds

    def pass_on(self, data: bytes) -> bytes:
        """The bytes that arrive."""
        random = self.random
        if random.random() < self.odds:  # a byte is changed
            place = random.randrange(len(data))
            data = data[:place] + bytes([random.randrange(256)]) + data[place + 1 :]
        if random.random() < self.odds:  # the end is lost
            data = data[: random.randrange(len(data) + 1)]
        if random.random() < self.odds:  # all of it is lost
            data = b""
        if random.random() < self.odds:  # it arrives twice
            data += data
        if random.random() < self.odds:  # something else is printed before it
            data = random.choice(STRAY_PRINTS) + data
        return data


class CableEnd(Serial):
    """An end of a `Cable`. The laptop's raises OSError when the cable is pulled, the board's goes quiet."""

    def __init__(self, cable: "Cable", laptop: bool) -> None:
        self.cable = cable
        self.laptop = laptop
        self.unread = b""
        self.written = 0
        self.takes_at_most = 10_000  # in one go

    def read(self) -> bytes:
        self._check()
        data, self.unread = self.unread, b""
        return data

    def write(self, data: bytes) -> int:
        self._check()
        other = self.cable.board if self.laptop else self.cable.end_of_laptop
        if other is None:
            return 0
        taken = max(0, min(len(data), self.takes_at_most, self.cable.limit - len(other.unread)))
        self.written += taken
        if taken:
            other.unread += self.cable.damage.pass_on(data[:taken]) if self.cable.damage else data[:taken]
            if not self.laptop:
                self.cable.count(other, taken)
        return taken

    def close(self) -> None:
        if self.cable.end_of_laptop is self:
            self.cable.pull()

    def _check(self) -> None:
        if self.laptop and self.cable.end_of_laptop is not self:
            raise OSError("the cable was pulled")


class Cable:
    """A cable between a board, which stays, and a laptop, which opens its end again after each pull.

    `pull_after` pulls it once, when the board has written this many bytes. `limit` unread bytes fit.
    """

    def __init__(self, limit: int = 4096, damage: Damage | None = None) -> None:
        self.limit = limit
        self.damage = damage
        self.board = CableEnd(self, laptop=False)
        self.end_of_laptop: CableEnd | None = None
        self.pull_after = -1
        self.carried = 0

    def open(self, url: str) -> CableEnd:
        if self.end_of_laptop is not None:
            raise PortError("The port is used by another program.")
        self.end_of_laptop = CableEnd(self, laptop=True)
        return self.end_of_laptop

    def pull(self) -> None:
        self.end_of_laptop = None
        self.board.unread = b""

    def count(self, laptop: CableEnd, taken: int) -> None:
        self.carried += taken
        if 0 <= self.pull_after <= self.carried:
            too_many = self.carried - self.pull_after
            laptop.unread = laptop.unread[: len(laptop.unread) - too_many]
            self.pull_after = -1
            self.pull()


def public_actions(players: int, start: int = 1) -> tuple[Setup, list[tuple[int, ...]]]:
    """A table setup of David & Goliath and the public actions of a whole random game."""
    setup = setup_from_text(f"david-goliath players={players} table")
    dealt = Record(setup_from_text(f"david-goliath players={players} dealt"))
    play_on(dealt, Numbers(start))
    return setup, [dealt.game.public(action) for action in dealt.actions]


class Board:
    """A board with a game that follows a script of actions; time is simulated."""

    def __init__(self, serial: Serial, players: int = 4, protocol: str = "", name: str = "board-7") -> None:
        self.channel = Channel(serial)
        self.publisher = Publisher(self.channel, identity(protocol, name))
        self.setup, self.script = public_actions(players)
        self.seats = tuple(range(0, 2 * players, 2)) if players <= 4 else tuple(range(players))
        self.record: Record | None = None
        self.asked: list[tuple[str, tuple[Any, ...]]] = []

    def start(self) -> None:
        self.record = Record(self.setup)
        self.publisher.started(self.record, self.seats)

    def act(self) -> bool:
        """Apply the next action of the script; False at the end."""
        record = self.record
        assert record is not None
        if len(record.actions) == len(self.script):
            return False
        action = self.script[len(record.actions)]
        record.apply(action)
        self.publisher.acted(record, action)
        if record.game.outcome(record.position) is not None:
            self.publisher.over(record)
        return True

    def undo(self, count: int) -> None:
        record = self.record
        assert record is not None
        record.undo(len(record.actions) - count)
        self.publisher.undone(record)

    def step(self, elapsed_ms: int = 10) -> None:
        self.asked += self.publisher.step(elapsed_ms)


def identity(protocol: str = "", name: str = "board-7") -> Identity:
    """The board's identity; with another `protocol`, that of a board with that version."""
    ours = Identity("f1", "r1", name, "boot-1")
    if protocol:
        pairs = (("protocol", protocol), *ours.pairs()[1:])
        ours.pairs = lambda: pairs  # type: ignore[method-assign]
    return ours


class Bench:
    """A board and a laptop at the two ends of a cable."""

    def __init__(self, players: int = 4, cable: Cable | None = None, protocol: str = "") -> None:
        self.cable = cable or Cable()
        self.board = Board(self.cable.board, players, protocol)
        self.laptop = Companion(Port("cable:", opener=self.cable.open, first_session=0x1234))

    def run(self, milliseconds: int, laptop: bool = True) -> None:
        """Let both ends work in ticks of 10 ms; without `laptop` only the board's."""
        for _ in range(milliseconds // 10):
            self.board.step(10)
            if laptop:
                self.laptop.step(10)

    def in_step(self) -> bool:
        """Whether the laptop has, and knows that it has, exactly what the board has."""
        record, mirror = self.board.record, self.laptop.mirror
        assert record is not None
        return (
            mirror.in_step is True
            and mirror.record is not None
            and mirror.record.digest() == record.digest()
            and mirror.actions == record.actions
        )

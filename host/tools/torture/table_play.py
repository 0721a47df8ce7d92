"""An evening at a table in this process: people and chips suffer, and a laptop is looked into."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from host.tools.torture.evening import Evening
from host.tools.torture.faults import LOSSES
from host.tools.torture.found import STUCK, WRONG, Found, Tally
from host.tools.torture.play import Play
from host.tools.torture.witness import Witness
from tavolo.link.channel import Serial
from tavolo.rules.contract import NO_CARD, TABLE
from tavolo_host.board.companion import Companion
from tavolo_host.board.mirror import Mirror
from tavolo_host.board.port import Port
from tavolo_host.people.people import VirtualPlayers
from tests.link.link_support import Damage

SECOND_MS = 1000
BRISK = 0.2  # of the usual time for thinking, and for showing a card
AGREEING_MS = 5000  # within which laptop and hands have what the board has


class DamagedPort(Serial):
    """The laptop's end of the line, where `damage`, if any, changes the bytes, and `stray` ones come too."""

    def __init__(self, port: Any, damage: Callable[[], Damage | None]) -> None:
        self.stray = b""
        self.port = port
        self._damage = damage

    def read(self) -> bytes:
        data, self.stray = self.port.read() + self.stray, b""
        return self._damaged(data)

    def write(self, data: bytes) -> int:
        damaged = self._damaged(data)
        sent = self.port.write(damaged) if damaged else 0
        return sent if damaged == data else len(data)

    def close(self) -> None:
        self.port.close()

    def _damaged(self, data: bytes) -> bytes:
        damage = self._damage()
        return damage.pass_on(data) if damage and data else data


class TablePlay(Play):
    """A table with people and a laptop. `companion` is the laptop; `table` is a virtual one, or one around a board."""

    companion: Companion
    url, board_id = "cable", ""  # of the board, for a laptop
    losses: tuple[str, ...] = LOSSES
    still_ms = 75_000  # within which a game goes on if a visitor does what is offered: a question lapses after a minute

    def __init__(self, evening: Evening, tally: Tally, table: Any) -> None:
        super().__init__(evening, tally)
        self.table = table
        self.players: VirtualPlayers = table.virtual_players
        self.players.unhurried = BRISK
        self.bodies, self.chips = table.bodies, table.hardware.chips
        self.witness = Witness(self.bodies)
        self.is_unread = False
        self.port: DamagedPort | None = None
        self._damage: Damage | None = None

    @property
    def mirror(self) -> Mirror:
        """What the laptop knows."""
        return self.companion.mirror

    @property
    def buses(self) -> Sequence[Any]:
        """The buses of the chips."""
        return [self.table.hardware.i2c(bus) for bus in range(2)]

    def last_words(self) -> str:
        mirror, view = self.mirror, self.mirror.view
        moment = len(mirror.actions), tuple(view.slots), view.seats_to_reseal(), view.question
        last = [entry.sentence for entry in mirror.log[-3:]]
        return f"{moment} {mirror.status} {self.companion.port.sentence} {last}"

    # ---- the game

    def is_playing(self) -> bool:
        """Return whether the laptop knows of a game that is not over."""
        return self.mirror.record is not None and not self.mirror.result

    def begin(self) -> None:
        if self.is_playing():
            return
        self.tally.games += bool(self.mirror.result)
        for _ in range(5):
            self.start_game()
            for _ in range(10):
                self.run_ms(SECOND_MS)
                if self.is_playing():
                    return
        raise Found(STUCK, f"No game begins. {self.last_words()}")

    def start_game(self) -> None:
        """Let the laptop ask for a game."""
        self.companion.ask("new", tuple(range(self.setup.players)), self.setup.text())

    def is_clear(self) -> bool:
        tidy_slots(self.players)
        return self.companion.connected and self.mirror.in_step is True

    def are_hands_right(self) -> bool:
        """Return whether hands hold what the record says that the laptop has."""
        theirs, ours = self.players.record, self.mirror.record
        if ours is None or theirs is None:
            return (ours is None) == (theirs is None) or not self.mirror.in_step or bool(self.mirror.result)
        texts = [each.game.position_text(each.game.view(each.position, TABLE)) for each in (ours, theirs)]
        return ours.game is theirs.game and texts[0] == texts[1]

    def check(self) -> None:
        sentence = "Hands do not hold what the record says."
        self.run_until(self.are_hands_right, AGREEING_MS, WRONG, sentence)
        sentence = "The laptop says that it is in step, and is not."
        self.run_until(self.is_mirror_right, AGREEING_MS, WRONG, sentence)

    def is_mirror_right(self) -> bool:
        """Return whether the laptop has what the board has, by a way that no fault affects."""
        raise NotImplementedError

    def goes_on(self) -> None:
        before = self.state()
        for _ in range(self.still_ms // SECOND_MS):
            if not self.is_playing() or self.state() != before:
                return
            tidy_slots(self.players)
            self.do_what_is_offered()
            self.run_ms(SECOND_MS)
        raise Found(STUCK, f"The game stands still. {self.last_words()}")

    def state(self) -> Any:
        """Return what changes when the game goes on."""
        mirror, view = self.mirror, self.mirror.view
        return mirror.game_number, len(mirror.actions), view.question, mirror.result, view.seats_to_reseal()

    def do_what_is_offered(self) -> None:
        """Let a visitor to the page, if there is one, do something."""

    # ---- faults

    def kill_laptop(self) -> None:
        """End the laptop's program, and start a new one; people look at it from now on."""
        if self.port is not None:
            self.port.close()
        session = self.evening.random(f"session {self.witness.now_ms}").randrange(1, 0xFFFFFFFF)
        port = Port(self.url, board_id=self.board_id, opener=self._open, first_session=session)
        self.companion = Companion(port)
        self.players.follower.laptop = self.mirror

    def open_port(self, url: str) -> Any:
        """Open the laptop's end of the line; raises PortError."""
        raise NotImplementedError

    def _open(self, url: str) -> DamagedPort:
        self.port = DamagedPort(self.open_port(url), lambda: self._damage)
        return self.port

    def set_line_odds(self, odds: float) -> None:
        """Damage this share of what goes over the line."""
        self._damage = Damage(self.evening.random(f"line {self.witness.now_ms}"), odds) if odds else None

    def say_on_line(self, data: bytes, to_board: bool) -> None:
        """Inject foreign bytes."""
        if self.port is None:
            return
        if to_board:
            with suppress(OSError):
                self.port.port.write(data)
        else:
            self.port.stray += data

    def set_unread(self, is_unread: bool) -> None:
        """Let the laptop keep the port open without reading it, or read it again."""
        self.is_unread = is_unread

    def hold_bus(self, number: int, is_held: bool) -> None:
        """Pull a line of a bus low, or let it go."""
        self.buses[number].held = is_held


def tidy_slots(players: VirtualPlayers) -> None:
    """Let people take out cards that none of them has put in."""
    for person in players.people:
        if person.body.cards and not person.body.is_moving() and person.card == NO_CARD:
            person.body.do(person.body.take_out())

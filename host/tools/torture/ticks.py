"""Evenings in ticks of a table, virtual or on the chip."""

from collections.abc import Callable, Iterable
from typing import Any

from host.tools.torture.evenings import Evening, setup_at
from host.tools.torture.found import STUCK, Found, Tally
from host.tools.torture.storm import Stories, Storm, Target, between
from host.tools.torture.witness import Witness
from tavolo.rules.contract import NO_CARD
from tavolo_host.board.companion import Companion
from tavolo_host.board.port import Port
from tavolo_host.simulator.hardware import TICK_MS
from tests.link.link_support import Damage

SECOND_MS = 1000


def tidy_slots(people: Iterable[Any]) -> None:
    """Let people take out cards that none of them has put in."""
    for person in people:
        if person.body.cards and not person.body.is_moving() and person.card == NO_CARD:
            person.body.do(person.body.take_out())


class TableTorture(Target):
    """A table with people and a laptop. Those `stories` that are among the evening's kinds of faults happen to it.

    `step` lets a tick pass, `start_game` lets the laptop ask for a game, `last_words` describes the state.
    """

    companion: Any
    is_stormy = False
    url, board_id = "cable", ""  # of the board, for a laptop

    def __init__(self, evening: Evening, tally: Tally, table: Any, stories: Stories) -> None:
        self.evening, self.tally, self.table = evening, tally, table
        self.random = evening.random("people")
        self.setup = setup_at(evening.number, evening.random("setup"))
        self.bodies, self.chips = table.bodies, table.hardware.chips
        self.sinks = between(self.bodies, self.chips)
        self.witness = Witness(self.bodies)
        self._storm = Storm(self, evening.random("faults"), stories, evening.kinds, self._count)
        self._is_unread = False

    def step(self) -> None:
        raise NotImplementedError

    def start_game(self) -> None:
        raise NotImplementedError

    def do_what_is_offered(self) -> None:
        """Let a visitor to the page, if there is one, do something."""

    def last_words(self, *more: object) -> str:
        mirror = self.mirror
        moment = (
            len(mirror.actions),
            tuple(mirror.view.slots),
            mirror.view.seats_to_reseal(),
            mirror.view.question,
            *more,
        )
        last = [entry.sentence for entry in mirror.log[-3:]]
        return f"{moment} {mirror.status} {self.companion.port.sentence} {last}"

    @property
    def buses(self) -> Any:  # type: ignore[override]
        return [self.table.hardware.i2c(bus) for bus in range(2)]

    @property
    def mirror(self) -> Any:
        return self.companion.mirror

    def run_ms(self, milliseconds: int) -> None:
        for _ in range(milliseconds // TICK_MS):
            self.step()

    def run_until(self, condition: Callable[[], object], limit_ms: int, kind: str, sentence: str) -> None:
        for _ in range(limit_ms // TICK_MS):
            if condition():
                return
            self.step()
        raise Found(kind, f"{sentence} {self.last_words()}")

    def is_playing(self) -> bool:
        return self.mirror.record is not None and not self.mirror.result

    def goes_on(self, limit_ms: int) -> None:
        """Check that something happens within this time when a visitor does what is offered."""
        before = self.state()
        for _ in range(limit_ms // SECOND_MS):
            if not self.is_playing() or self.state() != before:
                return
            tidy_slots(self.table.virtual_players.people)
            self.do_what_is_offered()
            self.run_ms(SECOND_MS)
        raise Found(STUCK, f"The game stands still. {self.last_words()}")

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

    def end(self) -> None:
        """End the faults that go on: at the garbage collection they would compute, and not every Python bears that."""
        self._storm.heal()

    def storm(self, milliseconds: int) -> None:
        self.is_stormy = True
        self.run_ms(milliseconds)
        self.is_stormy = False

    def is_clear(self) -> bool:
        """Return whether laptop and board are in step; cards that nobody put in are taken out."""
        tidy_slots(self.table.virtual_players.people)
        return self.companion.connected and self.mirror.in_step is True

    def state(self) -> Any:
        mirror = self.mirror
        return (
            mirror.game_number,
            len(mirror.actions),
            mirror.view.question,
            mirror.result,
            mirror.view.seats_to_reseal(),
        )

    def _count(self, kind: str) -> None:
        self.tally.faults[kind] += 1

    def _open(self, url: str) -> Any:
        raise NotImplementedError

    def new_laptop(self) -> Companion:
        """Return a laptop that has just started; people look at it from now on."""
        session = self.evening.random(f"session {self.witness.now_ms}").randrange(1, 0xFFFFFFFF)
        laptop = Companion(Port(self.url, board_id=self.board_id, opener=self._open, first_session=session))
        self.table.virtual_players.laptop = laptop.mirror
        return laptop

    def new_damage(self, odds: float) -> Damage | None:
        """Return damage to this share of what goes over the line, or None."""
        return Damage(self.evening.random(f"line {self.witness.now_ms}"), odds) if odds else None

    def set_unread(self, is_unread: bool) -> None:
        self._is_unread = is_unread

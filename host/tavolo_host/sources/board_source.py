"""A board that is watched: the page shows what came over the link, and paints the lights by the same scenes.

The board does not send its pixels. They follow from the position, the slots and what is being chosen, which it does
send; so the laptop paints them itself, at the palette's own levels.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tavolo.games import field_at, load, names, scene_of
from tavolo.lights import palette
from tavolo.lights.picture import Picture
from tavolo.link.shown import ABANDON, QUESTIONS
from tavolo.rules.contract import Setup
from tavolo.rules.record import Record
from tavolo.wiring import SEATS
from tavolo_host.board.companion import Companion, asked, chosen_setup, first_connection
from tavolo_host.board.mirror import Mirror
from tavolo_host.board.port import PortState
from tavolo_host.display.geometry import places
from tavolo_host.display.source import SeatView, SlotState, SlotView, TakenBy
from tavolo_host.display.what_to_do import Choice, Deed, State, WhatToDo, what_to_do
from tavolo_host.texts.deferred import in_language
from tavolo_host.texts.language import _

if TYPE_CHECKING:
    from tavolo.rules.game import Game

LOOK_S = 0.02


def wait_for_board(url: str | None, board_id: str = "") -> Companion:
    """Return a companion whose board has answered, or that has several to choose from.

    Raises PortError, in a sentence, when none answers.
    """
    companion = Companion(url, board_id=board_id)
    last = time.monotonic()
    while not companion.port.choice and not first_connection(companion):
        time.sleep(LOOK_S)
        now = time.monotonic()
        companion.step((now - last) * 1000)
        last = now
    return companion


@dataclass(frozen=True)
class Asked:
    """What everybody is asked, as `tavolo.lights.view.Question` wants it."""

    takes_back: bool
    seats: tuple[int, ...]
    agreed: tuple[bool, ...]


@dataclass(frozen=True)
class Lost:
    """What the journal has lost, as `tavolo.lights.view.Loss` wants it."""

    count: int
    seats: tuple[int, ...]


@dataclass(frozen=True)
class Waiting:
    """The lobby, as `tavolo.lights.view.Waiting` wants it."""

    joined: tuple[int, ...]
    game_index: int
    option_index: int
    value: int

    def option_value(self) -> int:
        """Return the value of the option that is looked at."""
        return self.value


class Watched:
    """What a board shows, as far as it has told the `mirror`: a `tavolo.lights.view.View`."""

    def __init__(self, mirror: Mirror) -> None:
        self._mirror = mirror

    @property
    def record(self) -> Record | None:
        """Return the game that is shown: after its end people may have gone back to the lobby."""
        return None if self._mirror.is_lobby else self._mirror.record

    @property
    def playing(self) -> tuple[int, ...]:
        """Return the seat of each player."""
        return self._mirror.seats

    @property
    def slots(self) -> bytes:
        """Return the state of each slot."""
        return bytes(self._mirror.slots)

    @property
    def troubled(self) -> bytes:
        """Return, for each slot, whether something is in it that cannot be read."""
        return bytes(seat in self._mirror.troubled for seat in range(SEATS))

    @property
    def question(self) -> Asked | None:
        """Return what everybody is asked."""
        question = self._mirror.question
        if question is None:
            return None
        agreed = tuple(seat in question.agreed for seat in question.asked)
        return Asked(question.what != QUESTIONS[ABANDON], question.asked, agreed)

    @property
    def loss(self) -> Lost | None:
        """Return what the board's journal has lost, while the board shows it."""
        return Lost(self._mirror.lost, self._mirror.going_back) if self._mirror.lost else None

    @property
    def lobby(self) -> Waiting:
        """Return what the lobby shows."""
        mirror = self._mirror
        return Waiting(mirror.joined, mirror.game_index, mirror.option_index, mirror.option_value)

    def trial(self) -> tuple[int, int] | None:
        """Return what the only seat reads, and its keys."""
        return self._mirror.trial

    def previews(self) -> list[tuple[int, tuple[int, ...]]]:
        """Return who looks at which option, in the players' order."""
        seats, choosing = self._mirror.seats, self._mirror.choosing
        return [(player, choosing[seat].action) for player, seat in enumerate(seats) if seat in choosing]

    def wanted(self) -> tuple[int, ...]:
        """Return the seats whose sealed cards are asked for again."""
        return self._mirror.wanted


class WatchSource:
    """A `TableSource` without visitors: everything is as the board tells it."""

    visitors = None

    def __init__(self, companion: Companion) -> None:
        self._companion = companion
        self._view = Watched(companion.mirror)
        self._picture = Picture(scene_of, field_at)
        self._names = [""] * SEATS
        self._now_ms = 0.0
        first = load(names()[0])
        self._setup = Setup(first, first.SEATS[0])

    @property
    def of_board(self) -> str:
        """Which board is shown, and asked by buttons; nothing while none is connected."""
        return _("Board {}").format(self._companion.port.board_id) if self._companion.connected else ""

    @property
    def mirror(self) -> Mirror:
        """The laptop's copy of the game."""
        return self._companion.mirror

    def step(self, elapsed_ms: float) -> None:
        """Let time pass."""
        self._now_ms += elapsed_ms
        self._companion.step(elapsed_ms)

    def close(self) -> None:
        """Give the port free."""
        self._companion.close()

    def pixels(self) -> tuple[bytes, bytes, bytes]:
        """Return the lights as the board should show them."""
        self._picture.look_at(self._view)
        canvas = self._picture.paint(int(self._now_ms))
        return _rgb(canvas.track), _rgb(canvas.field), _rgb(canvas.lamps)

    def slots(self) -> Sequence[SlotView]:
        """Return the slots; a card is in where the board has read, or is reading, one."""
        full = (SlotState.SETTLING, SlotState.READ, SlotState.ACCEPTED, SlotState.REFUSED)
        return [SlotView(SlotState(state), SlotState(state) in full) for state in self.mirror.slots]

    def seats(self) -> Sequence[SeatView]:
        """Return the seats; people sit where somebody plays."""
        playing = tuple(self.mirror.seats) if self.mirror.game else ()
        return [
            SeatView(
                seat,
                playing.index(seat) if seat in playing else None,
                self._names[seat],
                TakenBy.PERSON if seat in playing else TakenBy.NOBODY,
            )
            for seat in range(SEATS)
        ]

    @property
    def offered(self) -> Setup:
        """The game that was asked for last."""
        return self._setup

    def start(self, players: int, game: "Game | None" = None, options: tuple[int, ...] | None = None) -> str | None:
        """Ask the board to begin a game; where it refuses, its answer comes into the log."""
        mirror = self.mirror
        if mirror.in_step is None:
            return _("The board is not connected yet.")
        if mirror.game is not None and not mirror.result:
            return _("A game is being played.")
        if mirror.joined and len(mirror.joined) != players:
            return _("At the table {} have joined with ✓, and {} would play.").format(len(mirror.joined), players)
        try:
            setup = chosen_setup(self._setup, players, game, options)
        except ValueError as problem:
            return str(problem)
        self._setup = setup
        return asked(self._companion, "new", self._places(players), setup.text())

    def _places(self, players: int) -> tuple[int, ...]:
        """Return who plays, clockwise: who has joined at the board, else who has just played, else any."""
        mirror = self.mirror
        chosen = mirror.joined or (mirror.seats if len(mirror.seats) == players else places(players))
        return tuple(sorted(chosen, key=lambda seat: (seat - chosen[0]) % SEATS))

    def ask(self, verb: str) -> str | None:
        """Ask the board; its answer comes into the log when every seat has pressed a key."""
        return asked(self._companion, verb)

    def name_seat(self, seat: int, name: str) -> None:
        """Have who sits at a seat be called by a name; "" for none."""
        self._names[seat] = name

    def what_to_do(self, visitor: str) -> WhatToDo:
        """Return what everybody waits for, or which boards there are as long as nobody has said which one to show."""
        port = self._companion.port
        if port.choice:
            named = [_("Board {} at {}").format(board, device) for board, device in port.choice]
            choices = tuple(Choice(name, Deed.BOARD, (number,)) for number, name in enumerate(named))
            asked = _("Several boards answer. Which one is to be shown?")
            if port.chosen is not None:
                asked = _("Board {} does not answer any more. Which one is to be shown?").format(port.chosen)
            return WhatToDo(State.CHOOSE, asked, choices)
        if port.state is PortState.REFUSED:
            return WhatToDo(State.WAIT, in_language(port.sentence, _))
        return what_to_do(self.mirror, None, [view.name for view in self.seats()])

    def do(self, visitor: str, chosen: Choice) -> str | None:
        """Show the board that was chosen."""
        if chosen not in self.what_to_do(visitor).choices:
            return _("That cannot be done any more.")
        port = self._companion.port
        port.choose(port.choice[chosen.action[0]][0])
        return None


def _rgb(indices: bytearray) -> bytes:
    """Return three bytes a pixel for palette indices."""
    return bytes(level for index in indices for level in palette.RGB[index])

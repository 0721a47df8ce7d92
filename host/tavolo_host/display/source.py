"""What the page needs from whatever it shows: a virtual table, or a board that is watched.

The page is handed one `TableSource`. It drives it by `step`, paints what it gives, and passes on what
visitors do. Everything is plain data; the page never reaches behind it.

A *seat* is a physical place 0-7 at the table, a *player* is 0..n-1 in the game. A *visitor* is one tab of a
browser, known by an id that only this tab and the source know.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import TYPE_CHECKING, Protocol

from tavolo.seat import states
from tavolo_host.board.mirror import Mirror
from tavolo_host.display.review import Review
from tavolo_host.display.what_to_do import Choice, Hint, WhatToDo

if TYPE_CHECKING:
    from tavolo.rules.contract import Setup
    from tavolo.rules.game import Game

TITLE = "Tavolo"
LOG_SHOWN = 80  # entries of the log


class DisplayError(Exception):
    """The display cannot start; str() is one sentence for the person at the command line."""


class SlotState(IntEnum):
    """How a seat's slot stands."""

    EMPTY = states.IS_EMPTY
    SETTLING = states.IS_SETTLING
    READ = states.IS_READ
    ACCEPTED = states.IS_ACCEPTED
    REFUSED = states.IS_REFUSED
    ABSENT = states.IS_ABSENT
    CALIBRATING = states.IS_CALIBRATING
    NOT_BUILT = states.IS_NOT_BUILT


class TakenBy(StrEnum):
    """Who sits at a seat."""

    NOBODY = "nobody"
    PERSON = "person"
    VISITOR = "visitor"


@dataclass(frozen=True)
class SlotView:
    """A slot as everybody sees it: its state, and whether a card is in it (its back shows)."""

    state: SlotState
    occupied: bool


@dataclass(frozen=True)
class SeatView:
    """A seat as everybody sees it; `name` is "" where nobody has told one.

    `touched` are the keys ◀ ▶ ✓ that a finger is on at the moment.
    """

    seat: int
    player: int | None
    name: str
    taken_by: TakenBy
    touched: tuple[bool, bool, bool] = (False, False, False)


@dataclass(frozen=True)
class OwnView:
    """What a visitor sees of the own seat, and nobody else: the card in the slot, and the hand.

    To the hand belong the cards that may be taken into it now.
    """

    seat: int
    hand: tuple[int, ...]
    in_slot: int | None


class TableSource(Protocol):
    """A table to look at. Verbs that may fail return a sentence for the visitor, or None when done."""

    @property
    def visitors(self) -> "Visitors | None":
        """Those who take part through the page; None at a board that is only watched."""

    @property
    def of_board(self) -> str:
        """Which board it is, or how fast a virtual one runs, in words; empty when it keeps up with time."""

    @property
    def mirror(self) -> Mirror:
        """The laptop's copy of the game."""

    @property
    def offered(self) -> "Setup":
        """The game that was set up, or played last."""

    def step(self, elapsed_ms: float) -> None:
        """Let time pass; called about every 10 ms with the real time since the last call."""

    def pixels(self) -> tuple[bytes, bytes, bytes]:
        """Return what is on the wires as RGB bytes: track 64*3, field 128*3 (row*16+column), lamps 8*3."""

    def slots(self) -> Sequence[SlotView]:
        """Return the eight slots."""

    def seats(self) -> Sequence[SeatView]:
        """Return the eight seats."""

    def name_seat(self, seat: int, name: str) -> None:
        """Have who sits at a seat of a table that is watched be called by a name; "" for none."""

    def start(self, players: int, game: "Game | None" = None, options: "tuple[int, ...] | None" = None) -> str | None:
        """Have the people at the table start a game, the one that is offered unless another is named."""

    def ask(self, verb: str) -> str | None:
        """Ask the board to "undo" the last move or to "abandon" the game; every seat then has to agree."""

    def what_to_do(self, visitor: str) -> WhatToDo:
        """Return what the visitor may do now, or what everybody waits for."""

    def do(self, visitor: str, chosen: Choice) -> str | None:
        """Do one of these choices; one that is none any more is refused."""


class Visitors(Protocol):
    """Those who play at a virtual table through the page, and the virtual people with whom they play."""

    @property
    def level(self) -> str:
        """How good the virtual people are, one of LEVELS; "" as long as nobody has said it."""

    def challenge(self, level: str) -> None:
        """Have the virtual people play by one of LEVELS, and advise by it."""

    def hurry(self, pace: str) -> None:
        """Have the virtual people take their time by one of PACES."""

    def call(self, visitor: str, name: str) -> None:
        """Have a visitor be called by a name at the own seat; "" for none."""

    def sit(self, visitor: str, seat: int) -> str | None:
        """Let a visitor take a seat that no other visitor has."""

    def stand(self, visitor: str) -> None:
        """Let a visitor leave; a virtual person takes over. Without a seat it does nothing."""

    def own(self, visitor: str) -> OwnView | None:
        """Return what this visitor sees of the own seat; None without a seat."""

    def play(self, visitor: str, card: int) -> str | None:
        """Put a card of the visitor's hand into the visitor's slot."""

    def lift(self, visitor: str) -> None:
        """Take the card out of the visitor's slot."""

    def key(self, visitor: str, key: int, down: bool) -> None:
        """Lay a finger on a key of the visitor's seat (0 ◀, 1 ▶, 2 ✓), or take it off."""

    def lessons(self, visitor: str) -> list[str]:
        """Return what a visitor has to be told who plays this game for the first time; [] without a seat in it."""

    def hint(self, visitor: str) -> Hint | None:
        """Return which of the choices that a visitor has now is advised; None without one, or where to wait is best.

        As long as that is being thought about, it has no choice: then ask again.
        """

    def review(self, visitor: str) -> Review | None:
        """Return what would have been better in the game that is over, as far as that is weighed: then ask again.

        None before the end.
        """

    def explained(self) -> Collection[int]:
        """Return the numbers of the log's entries that virtual people can give their reasons for."""

    def why(self, number: int) -> str | None:
        """Return what spoke for what a virtual person did, by the number of its entry, one of `explained`.

        None as long as that is being thought about: then ask again.
        """

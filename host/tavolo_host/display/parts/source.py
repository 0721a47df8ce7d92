"""What the page needs from its source: a virtual table, or a board that is watched.

The page gets one `TableSource`. It drives it with `step`, shows its plain data, and passes on what visitors do.

A *seat* is a physical place 0-7 at the table, a *player* is 0..n-1 in the game. A *visitor* is one browser, in all
its tabs, known by an id that only this browser and the source know.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import TYPE_CHECKING, Protocol

from tavolo.seat import states
from tavolo_host.board.mirror import Mirror
from tavolo_host.board_setup.set_up import SetUp
from tavolo_host.display.parts.game_display import Player
from tavolo_host.display.parts.review import Review
from tavolo_host.display.parts.what_to_do import Choice, Hint, WhatToDo
from tavolo_host.players.reasons import Reason
from tavolo_host.seats.gestures import Gestures
from tavolo_host.seats.questions import Questions
from tavolo_host.seats.rights import Rights
from tavolo_host.seats.roster import Roster

if TYPE_CHECKING:
    from tavolo.rules.contract import Setup
    from tavolo.rules.game import Action, Game, Position
    from tavolo_host.history.kept_game import KeptGame
    from tavolo_host.own_lights.own_lights import OwnLights

TITLE = "Tavolo"
HISTORY = "/history"  # the address of the page with all games; that of one game is /history/7
EVENING = "/evening"  # the end card of the last one; another one is at /evening/7
STATISTICS = "/statistics"
SET_UP = "/setup"  # of a real board
LOG_SHOWN = 60  # entries of the log


class DisplayError(Exception):
    """The page cannot start; str() is one sentence for the command line."""


class SlotState(IntEnum):
    """The state of a seat's slot."""

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
    """A slot as everybody sees it: its state, and whether a card is in it, showing its back."""

    state: SlotState
    occupied: bool


@dataclass(frozen=True)
class SeatView:
    """A seat as everybody sees it; `name` may be "". `touched` are the keys ◀ ▶ ✓ that are pressed now.

    `is_away` if it belongs to a visitor whose pages are all closed or out of reach; a virtual player may stand in.
    `is_holding` if its last secret choice of a round lies in the slot, where it may still be exchanged.
    `played_as` is the name of its player in the game, which stands when that is over; None if it is not kept.
    """

    seat: int
    player: int | None
    name: str
    taken_by: TakenBy
    touched: tuple[bool, bool, bool] = (False, False, False)
    is_away: bool = False
    is_holding: bool = False
    played_as: str | None = None


@dataclass(frozen=True)
class OwnView:
    """What only the visitor at a seat sees: the card in the slot, and the hand.

    The hand includes the cards that may be taken into it now.
    """

    seat: int
    hand: tuple[int, ...]
    in_slot: int | None


class Visitors(Roster):
    """The visitors of a table, and what its page shows each of them.

    At a board that is watched they play with cards and keys: the page shows no hands, and nobody plays through it. What
    it takes virtual players to do, `sources.visitors` does at a virtual table.
    """

    level = ""  # of the virtual players, one of LEVELS; "" until it is set, and where there are none

    def set_level(self, level: str) -> None:
        """Set the level at which virtual players play and give hints, one of LEVELS."""

    @property
    def unhurried(self) -> float:
        """How many times as long as usual everything takes, by that pace."""
        return 1.0

    def set_pace(self, pace: str) -> None:
        """Set the pace of the virtual players, one of PACES."""

    @property
    def fewest_players(self) -> int:
        """How many players the next game has at least: as many as have a seat at the page."""
        return 0

    def make_room(self, most: int) -> None:
        """Before a game, take seats of visitors who are away if more than `most` sit."""

    def make_ready(self) -> None:
        """Before a game, take the seats of visitors who are gone; virtual players stand in for those who are away."""

    def only_watch(self, visitor: str) -> None:
        """Before a game, take the seat of a visitor who starts it, and does not play it through the page."""

    def own(self, visitor: str) -> OwnView | None:
        """Return what this visitor sees of their seat; None without a seat."""
        seat = self.seats.get(visitor)
        return None if seat is None else OwnView(seat, (), None)

    def play(self, visitor: str, card: int) -> str | None:
        """Put a card of the visitor's hand into the visitor's slot."""
        return None

    def lift(self, visitor: str) -> None:
        """Take the card out of the visitor's slot."""

    def starts_game(self, visitor: str, key: int) -> bool:
        """Return whether a key of the visitor's seat goes on from the lobby to the start of a game."""
        return False


class Tutor:
    """What a table tells visitors who ask for help; at a board that is watched, nobody gives any.

    At a virtual table the virtual players do, by `sources.tutor`.
    """

    def lessons(self, visitor: str) -> list[str]:
        """Return the beginner's lessons for this moment; [] without a guide, or a seat in the game."""
        return []

    def hint(self, visitor: str) -> Hint | None:
        """Return a hint for the visitor's current choices; None without choices, or when waiting is best.

        A hint without a choice is still being computed: ask again.
        """
        return None

    @property
    def can_review(self) -> bool:
        """Return whether the decisions of the game can be reviewed, which is over."""
        return False

    def review(self, visitor: str, player: int | None = None) -> Review | None:
        """Return the review of a player's decisions, by default the visitor's own, a little further at each call.

        None before the end, and where there is nothing to review.
        """
        return None

    def explained(self) -> Collection[int]:
        """Return the numbers of the log entries that virtual players can give reasons for."""
        return ()

    def why(self, number: int) -> Reason | None:
        """Return why a virtual player did what an entry of `explained` says; None while that is being computed."""
        return Reason("")


class TableSource(Protocol):
    """A table to show. Commands that may fail return a sentence for the visitor, or None when done.

    `offered` is the game that is chosen at the table, or was played last. `can_play_on` says whether it takes a game
    that was played elsewhere, `has_own_time` whether its time may stand still, or be hurried: not at a real board.
    `own_lights` are devices at home that show its lights; None at a table that has lights itself.
    `set_up` is that of a real board, None at a table that needs none.
    """

    offered: "Setup"
    set_up: SetUp | None
    can_play_on: bool
    has_own_time: bool
    own_lights: "OwnLights | None"

    @property
    def roster(self) -> Visitors:
        """The visitors: their seats and names, who is here, and what each of them sees and does."""

    @property
    def tutor(self) -> Tutor:
        """What helps them: hints, lessons, reasons, reviews."""

    @property
    def rights(self) -> Rights:
        """What the visitors may do."""

    @property
    def questions(self) -> Questions:
        """What they are asked, each on their own screen."""

    @property
    def gestures(self) -> Gestures:
        """Their nudges and reactions."""

    @property
    def of_board(self) -> str:
        """Which board it is, or how fast a virtual one runs; "" when it runs in real time."""

    @property
    def past(self) -> "EndedGames":
        """Games that have ended, as far as it takes players to show them."""

    @property
    def mirror(self) -> Mirror:
        """The laptop's copy of the game."""

    def successor(self) -> "TableSource | None":
        """Return the source that takes this one's place from now on, None if it goes on."""

    def evening(self) -> int:
        """Return the number of the evening to which the game belongs, 0 if no game is kept."""

    def unfinished(self) -> "Sequence[KeptGame]":
        """Return the games with which this table can go on, newest first; none while one is played."""

    def sat_in(self, game_id: int) -> Collection[str]:
        """Return the visitors who had a seat in one of these."""

    def go_on(self, game_id: int) -> str | None:
        """Go on with one of these, its people at their seats; the others stand up."""

    def step(self, elapsed_ms: float) -> None:
        """Let time pass; called about every 10 ms with the real time since the last call."""

    def pixels(self) -> tuple[bytes, bytes, bytes]:
        """Return the lights as RGB bytes: track 64*3, field 128*3 (row*16+column), lamps 8*3."""

    def slots(self) -> Sequence[SlotView]:
        """Return the eight slots."""

    def seats(self) -> Sequence[SeatView]:
        """Return the eight seats."""

    def name_seat(self, seat: int, name: str) -> None:
        """Set the name at a seat of a watched table where no visitor with a name sits; "" for none."""

    def line_up(self, visitor: str, players: int) -> Sequence[Player]:
        """Return who would play, in the players' order, if this visitor began a game for that many now."""

    def start(self, players: int, game: "Game | None" = None, options: "tuple[int, ...] | None" = None) -> str | None:
        """Start a game, by default the offered one."""

    def play_on(
        self, visitor: str, setup_text: str, seats: tuple[int, ...], actions: "tuple[Action, ...]", player: int
    ) -> str | None:
        """Let a visitor go on as `player` after these actions of a game that has ended, against bots.

        The actions have all that was hidden.
        """

    def taken_back_to(self, visitor: str) -> int | None:
        """Return how many actions precede the decision that the visitor may ask to take back; None if there is none.

        It is the last one of the visitor's own player; at a board that is only watched, of any player.
        """

    def ask(self, visitor: str, verb: str, is_alone: bool) -> str | None:
        """Ask to "undo" what follows `taken_back_to`, or to "abandon" the game.

        Every other seat has to agree, unless the visitor decides alone at a virtual table (`is_alone`).
        """

    def what_to_do(self, visitor: str) -> WhatToDo:
        """Return the visitor's choices, or what everybody is waiting for."""

    def do(self, visitor: str, chosen: Choice) -> str | None:
        """Do one of these choices; refuse it if it is no longer possible."""


class EndedGames(Protocol):
    """What it takes players to show of a game that has ended, given by its setup and its actions.

    Players are in a package above this one, which imports its choices and reviews.
    """

    def hands(self, setup_text: str, actions: "tuple[Action, ...]") -> "Callable[[int], Position] | None":
        """Return what returns the position before an action, with everybody's cards; None if they are not known.

        Callers must not change it.
        """

    def review(self, setup_text: str, actions: "tuple[Action, ...]", player: int) -> Review | None:
        """Return the review of a player's decisions, a little further at each call; None if nothing can be weighed."""

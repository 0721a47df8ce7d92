"""What the page asks of a game: faces, the cards that lie on the table, and the panel beside it, as HTML."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from tavolo_host.display.cards import CardFace
from tavolo_host.runtime.game_folders import part_of
from tavolo_host.texts.language import _

if TYPE_CHECKING:
    from tavolo.rules.game import Action
    from tavolo_host.board.mirror import Mirror

M = TypeVar("M", contravariant=True)


@dataclass(frozen=True)
class Player:
    """A player as the panels name him: seat at the table, and name."""

    seat: int
    name: str


@dataclass(frozen=True)
class Standing:
    """How each player stands, and what the numbers count, in words; no numbers where there are none to compare."""

    numbers: Sequence[float]
    words: str
    more_is_better: bool = True


def as_players() -> str:
    """Return the attributes by which readers of the screen find where a panel shows the players."""
    return f'role="region" aria-label="{escape(_("Players"))}"'


class GameDisplay(Protocol[M]):
    """The part of the page that is a game's own: it reads a `GameMirror` with the positions of its game."""

    def face(self, card: int) -> CardFace:
        """Return what is on a card."""

    def sorted_hand(self, hand: Sequence[int]) -> list[int]:
        """Return a hand in the order in which a player would hold it."""

    def advised(self, mirror: M, player: int, hand: Sequence[int]) -> set[int]:
        """Return the cards of a hand that the rules let this player play now."""

    def laid(self, mirror: M) -> dict[int, int]:
        """Return which card lies face up before which player."""

    def headline(self, mirror: M) -> str:
        """Return where the game stands in a few words."""

    def panel(self, mirror: M, players: Sequence[Player]) -> str:
        """Return the drawn board, and how everybody stands, as HTML.

        Places carry their names in `data-place`; what moves, and where it comes from, as `game_board.js` reads it.
        """

    def about(self, mirror: M) -> tuple[str, ...]:
        """Return which paragraphs of the game's page are about this moment, by their anchors (see `rule_pages`)."""

    def place_of(self, mirror: M, action: "Action") -> str:
        """Return the name of the place on the board that an action is about now, "" for none."""

    def standing(self, position: Any) -> Standing:
        """Return how everybody stands in a position of the game, as far as everybody knows."""


def display_of(mirror: "Mirror") -> "GameDisplay[Mirror] | None":
    """Return what shows the mirror's game, which reads a mirror of that game and no other; None while there is none."""
    if mirror.game is None or mirror.position is None:
        return None
    display: GameDisplay[Mirror] = part_of(mirror.game.NAME, ".display").Display()
    return display

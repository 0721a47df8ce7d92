"""What every game offers, for whoever checks types: nothing of this runs, and the board does not have it.

A game is a module that fits `Game`, with a class of its own that fits `Position`. What the verbs have to do with each
other, and how the five games are expressed by them, is in `tavolo.rules.contract`.
"""

from collections.abc import Callable
from typing import Protocol, Self

from typing_extensions import TypeVar

from tavolo.rules.contract import NO_CARD, Option, Setup

# All are tuples of small numbers; sentences are made of them where they are read.
Action = tuple[int, ...]  # (verb, player, ...), where chance's have no player
Event = tuple[int, ...]  # (code, ...)
Reason = tuple[int, ...]  # (code, ...)
Outcome = tuple[int, ...]  # (code of the reason, winner, winner...)

class Position(Protocol):
    """A game in progress, dealt or as far as somebody knows it. What else it has is the business of its game."""

    players: int
    options: tuple[int, ...]  # as in its setup
    dealt: bool  # whether every card is known

    def copy(self) -> Self:
        """Return a position that can be changed without changing this one."""

P = TypeVar("P", bound=Position, default=Position)

class Manifest(Protocol):
    """What is known of a game before its rules are loaded."""

    NAME: str  # "david-goliath", as its folder is called
    TITLE: str  # what a player calls it
    SEATS: tuple[int, int]  # fewest and most players
    OPTIONS: tuple[Option, ...]
    CARDS: int  # how many different ones it has
    COPIES: int  # of each of them, in the box
    CODES: int  # of its events, reasons and outcomes: a hundred from here on
    PICTURE: tuple[
        str, str, str, str, str, str, str, str
    ]  # for the lobby: eight rows of sixteen letters, as `field_at` of `tavolo.games` reads them

class Spelling(Protocol[P]):
    """How actions, positions and cards of a game are written."""

    def action_text(self, action: Action) -> str:
        """Return the text form of an action, which begins with the verb's word."""

    def action_from_text(self, text: str) -> Action:
        """Return the action of a text form; ValueError, in a sentence, when it is none."""

    def position_text(self, position: P) -> str:
        """Return the text form of a position."""

    def position_from_text(self, text: str) -> P:
        """Return the position of a text form; ValueError when it is none."""

    def position_bytes(self, position: P) -> bytes:
        """Return what everybody may know of a position and its setup does not say, in few bytes.

        ValueError for one that cannot be told so.
        """

    def position_from_bytes(self, begun: P, content: bytes) -> P:
        """Return the position of these bytes, made of one that was begun; ValueError or IndexError if there is none."""

    def card_text(self, card: int) -> str:
        """Return the text form of a card."""

    def card_from_text(self, text: str) -> int:
        """Return the card of a text form; ValueError, in a sentence, when it is none."""

class Game(Spelling[P], Protocol[P]):
    """A game with positions of its own class; plain `Game` is one of which no more is known.

    A player is 0..n-1 clockwise: which seat of the table that is, the table knows. A card is 0..CARDS-1.
    """

    NAME: str  # "david-goliath"
    TITLE: str  # what a player calls it
    SEATS: tuple[int, int]  # fewest and most players
    OPTIONS: tuple[Option, ...]
    CARDS: int  # how many different ones it has

    def start(self, setup: Setup) -> P:
        """Return the beginning, before the first chance."""

    def to_act(self, position: P) -> tuple[int, ...]:
        """Return the players who are waited for; (CHANCE,) for chance; () at the end."""

    def may_act(self, position: P) -> tuple[int, ...]:
        """Return the other players who may act now, though nobody waits for them: by keys alone."""

    def legal(self, position: P, player: int, card: int = NO_CARD) -> list[Action]:
        """Return the actions of a player, or of CHANCE, in fixed order; those with one card where it is named."""

    def refusal(self, position: P, action: Action) -> Reason | None:
        """Return why an action may not be, None when it may."""

    def secret(self, position: P, player: int) -> bool:
        """Return whether what a player chooses now stays sealed.

        Then nothing may leave the board that depends on it, reasons of refusals included.
        """

    def why_not(self, position: P, player: int, card: int) -> Reason | None:
        """Return why a player can do nothing with a card now, None when something can be done."""

    def apply(self, position: P, action: Action) -> list[Event]:
        """Change the position; raises `Refused`, and then changes nothing."""

    def chance(self, position: P, below: Callable[[int], int]) -> Action | None:
        """Return what chance does now, drawn with below(n) -> 0..n-1.

        None where a card has to be shown to the table (any slot), or where a secret is missing.
        """

    def waits(self, action: Action) -> bool:
        """Return whether this is a wish that others may have at the same moment: those are gathered for a while."""

    def in_order(self, position: P, actions: list[Action]) -> list[Action]:
        """Return wishes that were gathered, in the order in which they are served."""

    def forgotten(self, position: P) -> tuple[int, ...]:
        """Return the players whose sealed choice this position does not know the content of."""

    def outcome(self, position: P) -> Outcome | None:
        """Return how it ended, None before the end."""

    def view(self, position: P, player: int) -> P:
        """Return what a player knows; what everybody knows for TABLE."""

    def public(self, action: Action) -> Action:
        """Return the form of an action that everybody may know."""

    def digest(self, position: P) -> int:
        """Return 32 bits of the public position: equal positions, equal digests."""

    def actor(self, action: Action) -> int:
        """Return whose action it is, or CHANCE, which its verb alone tells."""

    def action_card(self, action: Action) -> int:
        """Return the card that an action puts into a slot, or NO_CARD."""

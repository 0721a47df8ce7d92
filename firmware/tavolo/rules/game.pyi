"""The interface of a game, for type checkers only; it is not on the board.

A game is a module that implements `Game`, with a class that implements `Position`. `tavolo.rules.contract` explains
how the functions work together, and how the five games use them.
"""

from collections.abc import Callable
from typing import Protocol, Self

from typing_extensions import TypeVar

from tavolo.rules.contract import NO_CARD, Option, Setup

# All are tuples of small numbers; the reader makes sentences of them.
Action = tuple[int, ...]  # (verb, player, ...), where chance's have no player
Event = tuple[int, ...]  # (code, ...)
Reason = tuple[int, ...]  # (code, ...)
Outcome = tuple[int, ...]  # (code of the reason, winner, winner...)

class Position(Protocol):
    """A game in progress, with all cards, or with those that a viewer knows. Each game adds its own attributes."""

    players: int
    options: tuple[int, ...]  # as in its setup
    dealt: bool  # whether every card is known

    def copy(self) -> Self:
        """Return a position that can be changed without changing this one."""

P = TypeVar("P", bound=Position, default=Position)

class Manifest(Protocol):
    """What is known of a game before its rules are loaded."""

    NAME: str  # "david-goliath", as its folder is called
    TITLE: str  # for players
    SEATS: tuple[int, int]  # fewest and most players
    OPTIONS: tuple[Option, ...]
    CARDS: int  # how many different ones
    COPIES: int  # of each of them, in the box
    CODES: int  # of its events, reasons and outcomes: a hundred from here on
    PICTURE: tuple[
        str, str, str, str, str, str, str, str
    ]  # for the lobby: eight rows of sixteen letters, as `field_at` of `tavolo.games` reads them

class Spelling(Protocol[P]):
    """The text and bytes of a game's actions, positions and cards."""

    def action_text(self, action: Action) -> str:
        """Return the text form of an action, which begins with the verb's word."""

    def action_from_text(self, text: str) -> Action:
        """Return the action of a text form; ValueError, in a sentence, if it is invalid."""

    def position_text(self, position: P) -> str:
        """Return the text form of a position."""

    def position_from_text(self, text: str) -> P:
        """Return the position of a text form; ValueError if it is invalid."""

    def position_bytes(self, position: P) -> bytes:
        """Return the public knowledge of a position that its setup does not have, in few bytes.

        ValueError if it does not fit.
        """

    def position_from_bytes(self, begun: P, content: bytes) -> P:
        """Return the position of these bytes, from a newly started one; ValueError or IndexError if invalid."""

    def card_text(self, card: int) -> str:
        """Return the text form of a card."""

    def card_from_text(self, text: str) -> int:
        """Return the card of a text form; ValueError, in a sentence, if it is invalid."""

class Game(Spelling[P], Protocol[P]):
    """A game with positions of its own class; plain `Game` is any game.

    A player is 0..n-1 clockwise; the table knows which seat that is. A card is 0..CARDS-1.
    """

    NAME: str  # "david-goliath"
    TITLE: str  # for players
    SEATS: tuple[int, int]  # fewest and most players
    OPTIONS: tuple[Option, ...]
    CARDS: int  # how many different ones

    def start(self, setup: Setup) -> P:
        """Return the beginning, before the first chance."""

    def to_act(self, position: P) -> tuple[int, ...]:
        """Return the players that the game waits for; (CHANCE,) for chance; () at the end."""

    def may_act(self, position: P) -> tuple[int, ...]:
        """Return the other players who may act now by keys alone, though the game does not wait for them."""

    def legal(self, position: P, player: int, card: int = NO_CARD) -> list[Action]:
        """Return the actions of a player, or of CHANCE, in fixed order; only those with `card` if it is given."""

    def refusal(self, position: P, action: Action) -> Reason | None:
        """Return why an action is not allowed, None if it is."""

    def secret(self, position: P, player: int) -> bool:
        """Return whether what a player chooses now stays sealed.

        Then nothing that depends on it may leave the board, reasons of refusals included.
        """

    def why_not(self, position: P, player: int, card: int) -> Reason | None:
        """Return why a player can do nothing with a card now, None if something can be done."""

    def apply(self, position: P, action: Action) -> list[Event]:
        """Change the position and return the events; raises `Refused`, and then changes nothing."""

    def chance(self, position: P, below: Callable[[int], int]) -> Action | None:
        """Return what chance does now, drawn with below(n) -> 0..n-1.

        None if a card has to be shown to the table (in any slot), or a secret is missing.
        """

    def waits(self, action: Action) -> bool:
        """Return whether others may have the same action at the same moment: such actions are collected for a while."""

    def in_order(self, position: P, actions: list[Action]) -> list[Action]:
        """Return collected actions in the order in which they are served."""

    def forgotten(self, position: P) -> tuple[int, ...]:
        """Return the players with a sealed choice whose content this position does not know."""

    def outcome(self, position: P) -> Outcome | None:
        """Return how the game ended, None before the end."""

    def view(self, position: P, player: int) -> P:
        """Return what a player knows; TABLE: what everybody knows."""

    def public(self, action: Action) -> Action:
        """Return the public form of an action."""

    def digest(self, position: P) -> int:
        """Return 32 bits of the public position: equal positions, equal digests."""

    def actor(self, action: Action) -> int:
        """Return the player of an action, or CHANCE; it follows from the verb alone."""

    def action_card(self, action: Action) -> int:
        """Return the card that an action puts into a slot, or NO_CARD."""

"""A plain display: the page's part of a game that has no drawing of its own yet.

A game derives its `Display` from it, says what everybody may know of each player, and has whatever it wants otherwise
in methods of its own. The panel has two sections: the cards that lie before the players, and a table of the players.
"""

from collections.abc import Collection, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Generic, TypeVar

from tavolo.rules.contract import CHANCE, NO_CARD
from tavolo_host.display.cards import CardFace, back_svg, card_svg
from tavolo_host.display.game_display import Player, Standing, as_players
from tavolo_host.display.source import GameMirror
from tavolo_host.display.theme import seat_mark_svg
from tavolo_host.texts.language import _

if TYPE_CHECKING:
    from tavolo.rules.game import Action, Game, Position

P = TypeVar("P", bound="Position")

CARD_WIDTH = 54
DIAMOND = "M0-11L9 0L0 11L-9 0Z"
INK = "#5a361e"
INKS = {  # as many as seats, where everybody has cards of an own colour
    "blue": "#2563b0",
    "yellow": "#b98500",
    "green": "#23803f",
    "red": "#c22f2f",
    "violet": "#7a3fa0",
    "orange": "#b85a10",
    "turquoise": "#13797f",
    "grey": "#5d6470",
}


class PlainDisplay(Generic[P]):
    """The part of the page for `game`, given its rules."""

    def __init__(self, game: "Game[P]") -> None:
        self.game = game

    # ---- what a game says

    def numbers(self, position: P) -> Mapping[str, Sequence[int]]:
        """Return the columns of the table: a heading, and what stands below it for each player. The last is large."""
        return {}

    def covered(self, position: P) -> Collection[int]:
        """Return the players before whom a card lies face down, as in a sealed round."""
        return ()

    def laid(self, mirror: GameMirror[P]) -> dict[int, int]:
        """Return which card lies face up before which player: the last that each has played openly."""
        played = ((self.game.actor(action), self.game.action_card(action)) for action in mirror.actions)
        return {player: card for player, card in played if player != CHANCE and card != NO_CARD}

    # ---- what follows

    def face(self, card: int) -> CardFace:
        """Return what is on a card, by its text: a number, or a suit and a number, as in "green-12"."""
        suit, _between, text = self.game.card_text(card).rpartition("-")
        return CardFace(f"{suit} {text}".strip(), text, suit[:1].upper(), INKS.get(suit, INK), DIAMOND)

    def sorted_hand(self, hand: Sequence[int]) -> list[int]:
        """Return a hand in the order of the cards' numbers."""
        return sorted(hand)

    def advised(self, mirror: GameMirror[P], player: int, hand: Sequence[int]) -> set[int]:
        """Return the cards of a hand that the rules let this player play now: none where others are waited for."""
        if player not in self.game.to_act(mirror.position):
            return set()
        return {card for card in hand if self.game.why_not(mirror.position, player, card) is None}

    def headline(self, mirror: GameMirror[P]) -> str:
        """Return how many decisions have been made."""
        if self.game.outcome(mirror.position):
            return _("the game is over")
        return _("decisions so far: {}").format(sum(self.game.actor(action) != CHANCE for action in mirror.actions))

    def panel(self, mirror: GameMirror[P], players: Sequence[Player]) -> str:
        """Return the cards that lie before the players, if any do, and the table of the players."""
        laid, covered = self.laid(mirror), self.covered(mirror.position)
        return (self._cards(laid, covered, players) if laid or covered else "") + self._standings(mirror, players)

    def about(self, mirror: GameMirror[P]) -> tuple[str, ...]:
        """Return the anchors of the paragraphs about this moment: the end's after it, until then the rounds'."""
        return ("end",) if self.game.outcome(mirror.position) else ("round",)

    def place_of(self, mirror: GameMirror[P], action: "Action") -> str:
        """Return "": nothing on a plain board can be clicked."""
        return ""

    def standing(self, position: P) -> Standing:
        """Return the last column of the table, of which more is better."""
        columns = list(self.numbers(position).items())
        heading, numbers = columns[-1] if columns else ("", ())
        return Standing(numbers, heading)

    def _cards(self, laid: Mapping[int, int], covered: Collection[int], players: Sequence[Player]) -> str:
        places = []
        for player, person in enumerate(players):
            picture = '<div class="card-missing"></div>'
            if player in covered:
                picture = back_svg(_("a card, face down"), CARD_WIDTH)
            elif player in laid:
                card, origin = card_svg(self.face(laid[player]), CARD_WIDTH), f"seat-{person.seat}"
                picture = f'<div data-piece="card-{laid[player]}" data-origin="{origin}">{card}</div>'
            places.append(f'<div class="trick-place">{picture}<div class="trick-player">{_named(person)}</div></div>')
        return (
            f'<section class="trick"><h2>{escape(_("On the table"))}</h2>'
            f'<div class="trick-places">{"".join(places)}</div></section>'
        )

    def _standings(self, mirror: GameMirror[P], players: Sequence[Player]) -> str:
        columns = self.numbers(mirror.position)
        acting, winners = self.game.to_act(mirror.position), (self.game.outcome(mirror.position) or ())[1:]
        *_small, last = ["", *columns]
        rows = []
        for player, person in enumerate(players):
            standing = "acts" if player in acting else "won" if player in winners else ""
            cells = "".join(
                f'<td class="points{" total" if heading == last else ""}">{numbers[player]}</td>'
                for heading, numbers in columns.items()
            )
            home = f'data-home="seat-{person.seat}"'
            rows.append(f'<tr class="{standing}"><th scope="row" {home}>{_named(person)}</th>{cells}</tr>')
        heads = "".join(f'<th class="points">{escape(heading)}</th>' for heading in columns)
        return (
            f'<section class="captures" {as_players()}><h2>{escape(_("The players"))}</h2>'
            f"<table><thead><tr><td></td>{heads}</tr></thead><tbody>{''.join(rows)}</tbody></table></section>"
        )


def _named(person: Player) -> str:
    name = escape(person.name)
    return f'{seat_mark_svg(person.seat, 18)}<span title="{name}">{name}</span>'

"""What players knew at a moment of a game that has ended: hands and sealed cards, of one player or of all."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from tavolo.rules.sealed import UNKNOWN
from tavolo_host.display.parts.cards import card_svg
from tavolo_host.display.parts.game_display import GameDisplay, Player, named
from tavolo_host.display.parts.tags import joined, tag
from tavolo_host.texts.language import _

if TYPE_CHECKING:
    from tavolo.rules.game import Game, Position

EVERYBODY, ALL = -1, -2  # views besides those of the players
WIDTH = 44


def views(players: Sequence[Player]) -> dict[int, str]:
    """Return the views with their names."""
    return {EVERYBODY: _("The table"), ALL: _("All hands")} | {
        player: person.name for player, person in enumerate(players)
    }


def known_html(
    game: "Game", position: "Position", view: int, display: GameDisplay[Any], players: Sequence[Player]
) -> Markup:
    """Return the cards that the players of a view held; `position` has those of all."""
    if view == EVERYBODY:
        return tag("p", _("What everybody saw: the board alone."))
    shown = range(len(players)) if view == ALL else [view]
    return joined(*(_row(game.view(position, player), player, display, players[player]) for player in shown))


def _row(known: Any, player: int, display: GameDisplay[Any], person: Player) -> Markup:
    hand = display.sorted_hand(tuple(known.hands[player] or ()))
    sealed = [card for card in getattr(known, "sealed", {player: ()})[player] if card != UNKNOWN]
    parts = [tag("div", named(person), class_="known-name"), _cards(hand, display)]
    if sealed:
        parts.append(tag("div", tag("span", _("chosen in secret:")), _cards(sealed, display), class_="known-sealed"))
    return tag("div", *parts, class_="known-row", role="group", aria_label=person.name)


def _cards(cards: Sequence[int], display: GameDisplay[Any]) -> Markup:
    return tag("div", *(card_svg(display.face(card), WIDTH) for card in cards), class_="known-cards")

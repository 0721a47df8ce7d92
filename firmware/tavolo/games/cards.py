"""The codes of the games' cards. There are fewer codes than cards of all games together, so games share them.

So a stray card of another game may read as one of this game: `tavolo codes` says how many do, for each pair of games.
"""

from tavolo.games import module_of
from tavolo.seat.cards import card_in, code_in

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from tavolo.seat.cards import Ranges


def ranges_of(game_name: str) -> "Ranges":
    """Return the codes of a game's cards, as `tavolo.seat.cards` reads them. ValueError if there is no such game."""
    ranges: "Ranges" = module_of(game_name, ".codes").RANGES
    return ranges


def code_of(game_name: str, card: int) -> int:
    """Return the code of a card: nine bits, four of them 1. ValueError if there is no such game or card."""
    return code_in(ranges_of(game_name), card)


def card_of(game_name: str, code: int) -> int:
    """Return the card of a game that has the code, or -1 if none has. ValueError if there is no such game."""
    return card_in(ranges_of(game_name), code)

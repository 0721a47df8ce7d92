"""The codes of the games' cards. Codes are fewer than the cards of all games together, so games share them.

Whether a card that strayed is told to be foreign depends on that: `tavolo codes` says how many are, of each game in
each.
"""

from tavolo.games import module_of
from tavolo.seat.cards import card_in, code_in

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from tavolo.seat.cards import Ranges


def ranges_of(game_name: str) -> "Ranges":
    """Return which codes the cards of a game have, as `tavolo.seat.cards` reads it. ValueError for no such game."""
    ranges: "Ranges" = module_of(game_name, ".codes").RANGES
    return ranges


def code_of(game_name: str, card: int) -> int:
    """Return the code of a card: nine bits, four of them 1. ValueError when there is no such game or card."""
    return code_in(ranges_of(game_name), card)


def card_of(game_name: str, code: int) -> int:
    """Return the card of a game that has the code, or -1 when none has. ValueError when there is no such game."""
    return card_in(ranges_of(game_name), code)

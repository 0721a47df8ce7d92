"""Tanz der Hornochsen: which tiles came out last, and whose they are, as the actions tell everybody.

Rows keep no owners; the lights and the page show them until the next tiles lie open.
"""

from tavolo.rules.hornochsen_position import BUY, CHOOSE, DRAW, REVEAL, SHOW

TYPE_CHECKING = False  # as type checkers read it: True
if TYPE_CHECKING:
    from collections.abc import Sequence

_BETWEEN = (BUY, DRAW, CHOOSE)  # what may come before and between the tiles of a round


def newest(actions: "Sequence[tuple[int, ...]]") -> "list[tuple[int, int]]":
    """Return (player, tile) of all that was revealed or shown in the last round in which anything was."""
    found: "list[tuple[int, int]]" = []
    place = len(actions)
    while place:
        place -= 1
        verb = actions[place][0]
        if verb == REVEAL:
            revealed = _revealed(actions, place)
            return found if _has_any(found, revealed) else found + revealed
        if verb == SHOW:
            if _is_of_the_round_before(found, actions[place][1]):
                return found
            found.append((actions[place][1], actions[place][2]))
        elif verb not in _BETWEEN and (found or verb < DRAW):
            return found
    return found


def _revealed(actions: "Sequence[tuple[int, ...]]", place: int) -> "list[tuple[int, int]]":
    """Return (player, tile) of the reveal at `place`: its tiles are in players' order, as many as each sealed."""
    tiles = actions[place][1:]
    players: "list[int]" = []
    while len(players) < len(tiles):
        place -= 1
        if actions[place][0] == CHOOSE:
            players.append(actions[place][1])
    players.sort()
    return [(players[number], tiles[number]) for number in range(len(tiles))]


def _has_any(found: "list[tuple[int, int]]", revealed: "list[tuple[int, int]]") -> bool:
    """Return whether somebody of `found` is in `revealed`: then that was another round."""
    players = [player for player, _ in revealed]
    return any([player in players for player, _ in found])


def _is_of_the_round_before(found: "list[tuple[int, int]]", player: int) -> bool:
    """Return whether this player has shown tiles in this round already, others after them."""
    return player in [other for other, _ in found] and found[-1][0] != player

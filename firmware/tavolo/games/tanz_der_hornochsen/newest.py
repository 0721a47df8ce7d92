"""Tanz der Hornochsen: which tiles came out last, and whose they are, as the actions tell everybody.

Rows keep no owners; the lights and the page show them until the next tiles lie open.
"""

from tavolo.games.tanz_der_hornochsen.position import BUY, CHOOSE, DRAW, REVEAL, SHOW

TYPE_CHECKING = False  # as type checkers read it: True
if TYPE_CHECKING:
    from collections.abc import Sequence

_BETWEEN = (BUY, DRAW, CHOOSE)  # what may come before and between the tiles of a round


def newest(actions: "Sequence[tuple[int, ...]]") -> "list[tuple[int, int]]":
    """Return (player, tile) of all that was revealed or shown in the last round in which anything was."""
    found: "list[tuple[int, int]]" = []
    players = 0  # a bit for each player of `found`
    for place in range(-1, -1 - len(actions), -1):  # counted from the end, where actions are at hand
        action = actions[place]
        verb = action[0]
        if verb == REVEAL:
            revealed = _revealed(actions, place)
            for player, _ in revealed:
                if players >> player & 1:  # then that was another round
                    return found
            return found + revealed
        if verb == SHOW:
            player = action[1]
            if players >> player & 1 and found[-1][0] != player:  # this player has shown tiles in this round already
                return found
            players |= 1 << player
            found.append((player, action[2]))
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

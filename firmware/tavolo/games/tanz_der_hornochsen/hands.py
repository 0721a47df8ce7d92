"""Tanz der Hornochsen: what may be in a hand that nobody has seen, and what a tile that comes out of it tells.

A player's hand is a number of tiles, `held`, of which `kept` came from rows or the box. Of each row that was completed
everybody knows the tiles and how many of them its player kept: so many may come back from that player. Who has drawn
from the box may bring any tile that can be in the box, and then it cannot be told any more which of the own rows' tiles
were kept and which were drawn.
"""

from tavolo.games.tanz_der_hornochsen import CARDS
from tavolo.games.tanz_der_hornochsen.position import IN_BOX, SHOWN, TAKEN, UNKNOWN, UNSEEN, Position
from tavolo.rules.contract import CARD_NOT_IN_HAND, CARD_WAS_PLAYED, NOT_IN_THE_DECK


def refuse_tile(position: Position, player: int, tile: int) -> tuple[int, ...] | None:
    """Return why a tile cannot be chosen by a player, or None when it can.

    It is never held against what others have sealed, or a refusal would tell of that.
    """
    if not 0 <= tile < CARDS:
        return (NOT_IN_THE_DECK, tile)
    hand = position.hands[player]
    if hand is not None:
        return None if tile in hand else (CARD_NOT_IN_HAND, player, tile)
    if UNSEEN < position.where[tile] <= SHOWN or tile in position.sealed[player]:
        return (CARD_WAS_PLAYED, tile)
    return None if may_hold(position, player, tile, position.sealed[player]) else (CARD_NOT_IN_HAND, player, tile)


def may_hold(position: Position, player: int, tile: int, before: "list[int]") -> bool:
    """Return whether a tile that lies in no row can be in a hand that is not known.

    `before` are tiles that this player has chosen already and that nobody else has seen; those that are UNKNOWN tell
    nothing.
    """
    where = position.where
    place = where[tile]
    seen_before = 0  # of those chosen before, how many came from rows or the box
    of_group = 0  # and how many from the same row as this one
    for other in before:
        if other != UNKNOWN and where[other] != UNSEEN:
            seen_before += 1
            of_group += where[other] == place
    kept = position.kept[player]
    if place == UNSEEN:
        drawn = position.held[player] + len(position.sealed[player]) - kept
        return drawn > len([other for other in before if other != UNKNOWN]) - seen_before
    if kept <= seen_before:
        return False
    if place == IN_BOX:
        return position.drew[player] != 0
    group = place - TAKEN
    owner, kept_of = position.owners[group], position.kept_of[group]
    if not position.drew[player]:
        return owner == player and kept_of > of_group
    return owner == player or position.drew[owner] != 0 or bytes(where).count(bytes((place,))) > kept_of


def come_out(position: Position, player: int, tile: int) -> None:
    """Note what everybody learns when a player shows a tile from the hand, and that it waits to be placed."""
    place = position.where[tile]
    position.where[tile] = SHOWN
    if place == UNSEEN:
        return
    position.kept[player] -= 1
    if place >= TAKEN and not position.drew[player] and position.owners[place - TAKEN] == player:
        position.kept_of[place - TAKEN] -= 1
        if not position.kept_of[place - TAKEN]:
            into_box(position, place - TAKEN)
    if position.drew[player] and not position.kept[player]:
        position.drew[player] = 0
        for group in range(len(position.owners)):
            if position.owners[group] == player and position.kept_of[group]:
                into_box(position, group)


def new_group(position: Position, player: int, tiles: "list[int]") -> int:
    """Note that a player has taken the tiles of a row and kept none of them yet; return the number of their group."""
    group = bytes(position.kept_of).find(b"\0")
    if group < 0:
        group = len(position.owners)
        position.owners.append(player)
        position.kept_of.append(0)
    position.owners[group] = player
    for tile in tiles:
        position.where[tile] = TAKEN + group
    return group


def into_box(position: Position, group: int) -> None:
    """Note that the tiles of a group are in nobody's hand, unless drawn from the box."""
    position.owners[group] = position.kept_of[group] = 0
    where = position.where
    for tile in range(CARDS):
        if where[tile] == TAKEN + group:
            where[tile] = IN_BOX


def group_in_hand(position: Position) -> int:
    """Return the group of the row's tiles that are being taken."""
    return position.where[position.taken[0]] - TAKEN

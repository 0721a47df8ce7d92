"""Tanz der Hornochsen: choosing tiles, sealed or open, the reveal, and what may be in an unseen hand.

Rulebook: playing tiles (“Come si giocano le tessere?”), penalties (“Come sono assegnate le penalità?”), double play
(“Doppia Giocata”), bull's eye (“L'Occhio di Bue osserva per voi”). A player's hand is a number of tiles, `held`, of
which `kept` came from rows or the box. The tiles of each completed row are public, and so is how many of them its
player kept: that many may come back from that player. A player who has drawn from the box may have any tile that can be
in the box, and then nobody can tell which of that player's row tiles were kept and which were drawn.
"""

from tavolo.games.tanz_der_hornochsen import CARDS
from tavolo.games.tanz_der_hornochsen import events as code
from tavolo.games.tanz_der_hornochsen.placing import into_box
from tavolo.games.tanz_der_hornochsen.position import (
    CHOOSE,
    CHOOSING,
    IN_BOX,
    REVEALING,
    SHOW,
    SHOWN,
    TAKEN,
    UNSEEN,
    Position,
)
from tavolo.games.tanz_der_hornochsen.rounds import must_buy, tiles_to_buy
from tavolo.rules.contract import CARD_NOT_IN_HAND, CARD_WAS_PLAYED, NO_SUCH_ACTION, NOT_IN_THE_DECK
from tavolo.rules.sealed import UNKNOWN, forget_doubles, forgotten, seal, shown

NOTHING = -1


def next_in_open_round(position: Position) -> list[int]:
    """Return who chooses next in an open round: the lowest pawn; on the start several (rulebook: bull's eye)."""
    pawns = position.pawns
    waiting = [player for player in range(position.players) if position.left[player]]
    lowest = min([pawns[player] for player in waiting]) if waiting else 0
    return [player for player in waiting if pawns[player] == lowest]


def way_of_choosing(position: Position, player: int) -> int:
    """Return how a player would choose now: CHOOSE (sealed), SHOW (openly), or NOTHING (rulebook: bull's eye)."""
    if position.phase != CHOOSING or not position.left[player]:
        return NOTHING
    if not position.is_open:
        return CHOOSE
    turn = next_in_open_round(position)
    if player not in turn:
        return NOTHING
    return CHOOSE if len(turn) > 1 or any(position.sealed) else SHOW


def choosers(position: Position) -> tuple[int, ...]:
    """Return the players who are to choose now (rulebook: playing tiles)."""
    if position.is_open:
        return tuple(next_in_open_round(position))
    return tuple([player for player in range(position.players) if position.left[player]])


def buyers(position: Position) -> tuple[int, ...]:
    """Return the players who may buy without having to choose: after that, or before their turn (buying tiles)."""
    waited_for = choosers(position)
    return tuple([p for p in range(position.players) if p not in waited_for and tiles_to_buy(position, p)])


def choices(position: Position, player: int) -> list[tuple[int, ...]]:
    """Return the tiles that a player may choose now, as actions in ascending order (rulebook: playing tiles)."""
    verb = CHOOSE
    if UNKNOWN not in position.sealed[player]:
        verb = way_of_choosing(position, player)
        if verb == NOTHING or must_buy(position, player):
            return []
    hand = position.hands[player]
    if hand is not None:
        return [(verb, player, tile) for tile in hand]
    found: "list[tuple[int, ...]]" = []
    is_held = None  # whether an unseen tile may be in the hand; the answer is the same for all of them
    for tile in range(CARDS):
        is_unseen = position.where[tile] == UNSEEN and tile not in position.sealed[player]
        fits = is_held if is_unseen and is_held is not None else refuse_tile(position, player, tile) is None
        is_held = fits if is_unseen else is_held
        if fits:
            found.append((verb, player, tile))
    return found


def refuse_choice(position: Position, action: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return why a tile may not be chosen like this, None if it may (rulebook: playing tiles)."""
    verb, player = action[0], action[1]
    if verb == CHOOSE and len(action) == 3 and UNKNOWN in position.sealed[player]:
        return refuse_tile(position, player, action[2])
    if not position.left[player]:
        return (code.HAS_CHOSEN, player)
    way = way_of_choosing(position, player)
    if way == NOTHING:
        return (code.LOWER_PAWN_FIRST, player, next_in_open_round(position)[0])
    if must_buy(position, player):
        return (code.MUST_BUY_FIRST, player)
    if verb != way or len(action) > 3:
        return (NO_SUCH_ACTION,)
    if len(action) == 3:
        return refuse_tile(position, player, action[2])
    return (NO_SUCH_ACTION,) if verb == SHOW or position.hands[player] is not None else None


def choose(position: Position, action: tuple[int, ...], events: "list[tuple[int, ...]]") -> None:
    """Seal a tile, or learn one that was sealed and forgotten (rulebook: playing tiles)."""
    player, tile = action[1], action[2] if len(action) == 3 else UNKNOWN
    if seal(position.sealed, player, tile):
        _leave_hand(position, player, tile)
        events.append((code.CHOSE, player))
    elif position.phase == REVEALING:
        forget_doubles(position.sealed)


def show(position: Position, action: tuple[int, ...], events: "list[tuple[int, ...]]") -> None:
    """Choose a tile openly (rulebook: bull's eye)."""
    _, player, tile = action
    _come_out(position, player, tile, events)
    position.queue.sort()
    _leave_hand(position, player, tile)


def _leave_hand(position: Position, player: int, tile: int) -> None:
    """Take a chosen tile out of the hand (rulebook: double play)."""
    hand = position.hands[player]
    if hand is not None:
        hand.remove(tile)
    position.held[player] -= 1
    position.chosen[player] += 1
    position.left[player] -= 1
    if not position.held[player]:
        position.left[player] = 0  # nothing could be bought in a double round: the only tile is enough


def is_all_chosen(position: Position) -> bool:
    """Switch to the reveal if it is due; return whether all tiles are open already (rulebook: playing tiles)."""
    is_waiting = any(position.left)
    if not any(position.sealed):
        return not is_waiting
    # In an open round those on the start are shown when all of them have chosen.
    if not is_waiting or (position.is_open and position.pawns[next_in_open_round(position)[0]]):
        position.phase = REVEALING
        forget_doubles(position.sealed)
    return False


def refuse_reveal(position: Position, action: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return why these cannot be the sealed tiles, or None (rulebook: playing tiles)."""
    wrong = (code.WRONG_REVEAL, sum([len(own) for own in position.sealed]))
    found = shown(position.sealed, action[1:])
    if found is None:
        return wrong
    for player in forgotten(position.sealed):
        own, tiles = position.sealed[player], found[player]
        for place, tile in enumerate(tiles):
            if own[place] == UNKNOWN and not (0 <= tile < CARDS and may_hold(position, player, tile, tiles[:place])):
                return wrong
    return None


def reveal(position: Position, action: tuple[int, ...], events: "list[tuple[int, ...]]") -> None:
    """Show all that is sealed (rulebook: playing tiles)."""
    place = 1
    for player, own in enumerate(position.sealed):
        for tile in action[place : place + len(own)]:
            _come_out(position, player, tile, events)
        place += len(own)
        position.sealed[player] = []
    position.queue.sort()
    position.phase = CHOOSING


# ---- what may be in a hand


def refuse_tile(position: Position, player: int, tile: int) -> tuple[int, ...] | None:
    """Return why a tile cannot be chosen by a player, or None if it can (rulebook: playing tiles)."""
    # Never checked against what others have sealed, which a refusal would reveal.
    if not 0 <= tile < CARDS:
        return (NOT_IN_THE_DECK, tile)
    hand = position.hands[player]
    if hand is not None:
        return None if tile in hand else (CARD_NOT_IN_HAND, player, tile)
    if UNSEEN < position.where[tile] <= SHOWN or tile in position.sealed[player]:
        return (CARD_WAS_PLAYED, tile)
    return None if may_hold(position, player, tile, position.sealed[player]) else (CARD_NOT_IN_HAND, player, tile)


def may_hold(position: Position, player: int, tile: int, before: "list[int]") -> bool:
    """Return whether a tile can be in an unknown hand (rulebook: penalties).

    `before` are tiles that this player has already chosen, unseen by others; UNKNOWN ones say nothing.
    """
    where = position.where
    place = where[tile]
    seen_before = 0  # how many of those chosen before came from rows or the box
    of_group = 0  # how many of them from the same row as this one
    for other in before:
        if other != UNKNOWN and where[other] != UNSEEN:
            seen_before += 1
            of_group += where[other] == place
    kept = position.kept[player]
    if place == UNSEEN:
        drawn = position.held[player] + len(position.sealed[player]) - kept
        return drawn > len([other for other in before if other != UNKNOWN]) - seen_before
    if place <= SHOWN or kept <= seen_before:
        return False
    if place == IN_BOX:
        return position.drew[player] != 0
    group = place - TAKEN
    owner, kept_of = position.owners[group], position.kept_of[group]
    if not position.drew[player]:
        return owner == player and kept_of > of_group
    return owner == player or position.drew[owner] != 0 or bytes(where).count(bytes((place,))) > kept_of


def _come_out(position: Position, player: int, tile: int, events: "list[tuple[int, ...]]") -> None:
    """Show a tile from the hand, to be placed; note what everybody learns from that (rulebook: playing tiles)."""
    position.queue.append(tile << 3 | player)
    events.append((code.SHOWED, player, tile))
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

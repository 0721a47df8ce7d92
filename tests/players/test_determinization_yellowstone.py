"""Determinization of Yellowstone Park: both cards of a face go wherever their marks allow."""

from collections import Counter
from collections.abc import Iterator

import pytest

from tavolo.games.yellowstone_park import CARDS
from tavolo.games.yellowstone_park import rules as game
from tavolo.games.yellowstone_park.position import BOARD, COPIES, PENALTY, PILE, PLACING, Position
from tests.players.listed_determinizations import check, moments, refused, written

FACES = 6  # that are left, with both cards
MOST = 700  # ways to put the cards, so that a test takes seconds


def taken_out(position: Position, faces: set[int]) -> Position:
    """The position with only these faces, the others as if both of each lay on the board."""
    position = position.copy()
    for face in range(CARDS):
        if face not in faces:
            position.marks[COPIES * face] = position.marks[COPIES * face + 1] = BOARD
    for cards in [*position.hands, *(position.penalties or ()), position.pile]:
        if cards is not None:
            cards[:] = [card for card in cards if card in faces]
    for player in range(position.players):
        position.hand_counts[player] = len(position.hands[player] or ())
        position.penalty_counts[player] = len((position.penalties or [])[player])
    position.pile_count = len(position.pile or ())
    return position


def ways(cards: list[tuple[int, int]], room: dict[int, int]) -> Iterator[list[tuple[int, int]]]:
    """All ways to put marked cards into places of these sizes."""
    if not cards:
        yield []
        return
    (face, mark), *rest = cards
    for place, left in list(room.items()):
        if mark & place and left:
            room[place] -= 1
            for way in ways(rest, room):
                yield [(face, place), *way]
            room[place] += 1


def listed(position: Position, player: int) -> "Counter[str]":
    """The determinizations, once for each way to place the cards."""
    cards = [(at // COPIES, mark) for at, mark in enumerate(position.marks) if mark != BOARD]
    room = {PILE: position.pile_count}
    for each in range(position.players):
        room[1 << each], room[PENALTY << each] = position.hand_counts[each], position.penalty_counts[each]
    found: Counter[str] = Counter()
    for way in ways(cards, room):
        candidate = position.copy()
        candidate.pile = sorted(face for face, place in way if place == PILE)
        for each in range(position.players):
            candidate.hands[each] = sorted(face for face, place in way if place == 1 << each)
        candidate.penalties = [
            sorted(face for face, place in way if place == PENALTY << each) for each in range(position.players)
        ]
        if candidate.hands[player] == position.hands[player]:
            found[written(game, candidate)] += 1
    return found


def positions(players: int, wanted: int) -> list[Position]:
    """Positions after piles were shuffled into others: some determinizations arise in more ways than others.

    The player in turn holds one card of a face, and it cannot be told which of the two it is.
    """
    found = []
    for start in range(100):
        for record in moments(game, players, start):
            position: Position = record.position
            own = position.hands[position.turn % players] or []
            if position.phase != PLACING or position.turn % 5:
                continue
            held = [face for face in own if own.count(face) == 1 and is_mixed(position, face)]
            if held:
                faces = sorted(range(CARDS), key=lambda face: (face != held[0], not is_mixed(position, face)))
                few = taken_out(position, set(faces[:FACES]))
                weights = listed(few, position.turn % players)
                if weights.total() < MOST and len(set(weights.values())) > 1:
                    found.append(few)
                    break
        if len(found) == wanted:
            return found
    raise AssertionError("There are too few such positions.")


def is_mixed(position: Position, face: int) -> bool:
    """Whether both cards of a face may be in several places, but not in the same."""
    first, second = position.marks[COPIES * face], position.marks[COPIES * face + 1]
    return first != second and first & second > 0 and second != BOARD


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_card_is_in_one_of_the_places_of_its_mark(players: int) -> None:
    for position in positions(players, wanted=2):
        player = position.turn % players
        check(game, position, player, listed(position, player))


def test_what_cannot_be_is_refused_in_a_sentence() -> None:
    position = positions(3, wanted=1)[0]
    player = position.turn % 3
    known = game.view(position, player)
    known.pile_count += 1
    refused(game, known, player, "cannot fill places")
    known = game.view(position, player)
    face = (known.hands[player] or [0])[0]
    known.marks[COPIES * face] = known.marks[COPIES * face + 1] = PILE
    refused(game, known, player, "cannot be there")

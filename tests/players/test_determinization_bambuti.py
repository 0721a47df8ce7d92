"""Determinization of Bambuti: legal rows, masks that a passing player can hold, and the rest."""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations, permutations

import pytest

from tavolo.games.bambuti import rules as game
from tavolo.games.bambuti.position import LAYING, OVER, PLAYING, WISHING, Position
from tavolo.rules.contract import TABLE, Refused
from tavolo.rules.sealed import UNKNOWN
from tavolo_host.players.of_game import determinize
from tests.players.listed_determinizations import Random, check, moments, refused, written


def taken_out(position: Position, left: int) -> Position:
    """The position with only so many masks in the pile, the others as if they had been covered."""
    position = position.copy()
    for card in (position.pile or [])[left:]:
        position.seen[card] = 1
    position.pile = (position.pile or [])[:left]
    position.pile_count = len(position.pile)
    return position


def with_cards(
    position: Position, player: int, row: Iterable[int], hand: Iterable[int], pile: Iterable[int]
) -> Position:
    """The position with other masks in a player's row and hand, and in the pile."""
    position = position.copy()
    position.sealed[player], position.hands[player], position.pile = list(row), sorted(hand), sorted(pile)
    return position


# ---- rows


def laying(own: int, others: int, pile: int) -> Position:
    """Both lay their rows, so many masks lie there, and so many are in the pile."""
    for start in range(100):
        for record in moments(game, 2, start):
            position: Position = record.position
            if position.phase == LAYING and [len(row) for row in position.sealed] == [own, others]:
                return taken_out(position, pile)
    raise AssertionError("No such row.")


def can_be_laid(position: Position, player: int, row: tuple[int, ...], hand: tuple[int, ...]) -> bool:
    """Whether the rules let a player lay this row with this hand behind it."""
    begun = with_cards(position, player, (), row + hand, ())
    begun.held[player] = 5
    begun.held[1 - player] = 1  # or all would be complete
    try:
        for card in row:
            game.apply(begun, (game.LAY, player, card))
    except Refused:
        return False
    return True


def rows(position: Position, player: int) -> "Counter[str]":
    """The determinizations in which the other's row can be completed."""
    other = 1 - player
    row, hand = position.sealed[other], position.hands[other] or []
    cards = sorted([*row, *hand, *(position.pile or ())])
    found: Counter[str] = Counter()
    for laid in permutations(cards, len(row)):
        left = [card for card in cards if card not in laid]
        for held in combinations(left, len(hand)):
            if can_be_laid(position, other, laid, held):
                pile = [card for card in left if card not in held]
                found[written(game, with_cards(position, other, laid, held, pile))] += 1
    return found


@pytest.mark.parametrize(("own", "others", "pile"), [(0, 1, 2), (1, 2, 2), (2, 3, 2), (4, 4, 2), (0, 5, 2), (3, 5, 1)])
def test_a_row_that_lies_face_down_never_rises_outwards(own: int, others: int, pile: int) -> None:
    position = laying(own, others, pile)
    check(game, position, 0, rows(position, 0))


def test_a_player_who_knows_neither_row_guesses_two_possible_ones() -> None:
    position = laying(3, 4, 36)
    known = game.view(position, TABLE)
    found = [determinize(game, known, TABLE, Random(seed)) for seed in range(10)]
    assert len({game.position_text(each) for each in found}) == 10
    for each in found:
        for player in (0, 1):
            assert can_be_laid(each, player, tuple(each.sealed[player]), tuple(each.hands[player] or ()))
        assert UNKNOWN not in [*each.sealed[0], *each.sealed[1]]


# ---- passes


def holding(position: Position, player: int, passed: tuple[int, ...]) -> "Counter[str]":
    """The determinizations in which passing players had no alternative."""
    other = 1 - player
    hand = position.hands[other] or []
    cards = sorted([*hand, *(position.pile or ())])
    found: Counter[str] = Counter()
    for held in combinations(cards, len(hand)):
        candidate = with_cards(position, other, (), held, [card for card in cards if card not in held])
        if other not in passed or has_nothing_to_play(candidate, other):
            found[written(game, candidate)] += 1
    return found


def has_nothing_to_play(position: Position, player: int) -> bool:
    position = position.copy()
    position.phase, position.turn = PLAYING, player
    return game.legal(position, player) == [(game.WISH, player)]


def passing(wanted: int) -> list[Position]:
    """Positions in which the player in turn holds two masks, neither of which can be played, as others in the pile."""
    found: list[Position] = []
    for start in range(200):
        for record in moments(game, 2, start):
            position: Position = record.position
            if position.phase == PLAYING and position.pile_count:
                hidden = [*(position.hands[position.turn] or ()), *(position.pile or ())]
                idle = [card for card in hidden if has_nothing_to_play(with_hand(position, [card]), position.turn)]
                if len(idle) > 2:
                    others = [card for card in hidden if card not in idle]
                    found.append(with_few(position, idle[:2], (idle[2:] + others)[:6], hidden))
                    break
        if len(found) == wanted:
            return found
    raise AssertionError("Too few have nothing to play.")


def with_hand(position: Position, hand: list[int]) -> Position:
    """The position in which the player in turn holds these masks."""
    return with_cards(position, position.turn, (), hand, position.pile or ())


def with_few(position: Position, hand: list[int], pile: list[int], hidden: list[int]) -> Position:
    """The same with this pile too; whatever else was hidden is as if it had been covered."""
    position = with_cards(position, position.turn, (), hand, pile)
    for card in hidden:
        position.seen[card] = card not in hand + pile
    position.held[position.turn] = len(hand)
    position.pile_count = len(pile)
    return position


def test_only_a_player_who_passes_is_known_to_hold_nothing_playable() -> None:
    for position in passing(3):
        player, viewer = position.turn, 1 - position.turn
        every = holding(position, viewer, ())
        assert len(every) == 28
        check(game, position, viewer, every)
        weights = holding(position, viewer, (player,))
        assert 3 <= len(weights) < 28
        ended = position.copy()
        ended.phase, ended.passes, ended.ending = OVER, 1, 1
        check(game, ended, viewer, holding(ended, viewer, (player,)))
        for verb, phase in ((game.WISH, WISHING), (game.PASS, PLAYING)):
            game.apply(position, (verb, player))
            assert position.phase == phase
            check(game, position, viewer, holding(position, viewer, (player,)))


# ---- what cannot be


def test_a_view_that_no_masks_agree_with_is_refused_in_a_sentence() -> None:
    known = game.view(laying(2, 3, 2), 0)
    known.pile_count += 1
    refused(game, known, 0, "does not match those that lie face down")
    known = game.view(laying(0, 5, 2), TABLE)
    unseen = sorted([card for card in range(50) if not known.seen[card]], key=lambda card: card % 10)
    known.sealed[1] = [unseen[-1], unseen[0], UNKNOWN, UNKNOWN, UNKNOWN]
    refused(game, known, TABLE, "No masks complete the rows")
    known = game.view(passing(1)[0], 0)
    known.pile_count -= 1
    refused(game, known, 0, "cannot fill places")

"""Determinization of David & Goliath, against all deals from which the whole game can be replayed."""

from collections import Counter

import pytest

from tavolo.games.david_goliath import rules as game
from tavolo.games.david_goliath.position import COLOURS, NUMBERS, Position
from tavolo.rules.contract import Refused
from tavolo.rules.record import Record
from tavolo_host.players.of_game import determinize
from tests.players.listed_determinizations import Random, check, deals, moments, written

POSITIONS = 3  # with different numbers of determinizations


def others_of(position: Position, player: int) -> list[int]:
    return [other for other in range(position.players) if other != player]


def hidden_from(position: Position, player: int) -> list[int]:
    """The cards in the hands of others."""
    return sorted([card for other in others_of(position, player) for card in position.hands[other] or ()])


def leads_here(record: Record, hands: dict[int, list[int]]) -> Record | None:
    """The same game from another deal, so that these are the hands now; None when it cannot be played so."""
    for other in hands:
        hands[other] = hands[other] + [action[2] for action in record.actions if action[:2] == (game.PLAY, other)]
    again = Record(record.setup)
    try:
        again.apply((game.DEAL, *[card for other in sorted(hands) for card in hands[other]]))
        for action in record.actions[1:]:
            again.apply(action)
    except Refused:
        return None
    return again


def listed(record: Record, player: int) -> "Counter[str]":
    """The determinizations from whose deal the same actions can be played."""
    position: Position = record.position
    others = others_of(position, player)
    found: Counter[str] = Counter()
    for dealt in deals(hidden_from(position, player), [len(position.hands[other] or ()) for other in others]):
        hands = {other: list(cards) for other, cards in zip(others, dealt, strict=True)}
        again = leads_here(record, {player: position.hands[player] or [], **hands})
        if again is not None:
            found[written(game, again.position)] += 1
    return found


@pytest.mark.parametrize(("players", "hidden"), [(3, 6), (3, 8), (4, 6), (4, 7), (5, 6), (6, 6)])
def test_a_player_who_did_not_follow_a_colour_has_none_of_it(players: int, hidden: int) -> None:
    looked_at = set()
    for start in range(40):
        for record in moments(game, players, start):
            player = record.position.turn()
            if not record.position.remaining or len(hidden_from(record.position, player)) != hidden:
                continue
            weights = listed(record, player)
            if len(weights) not in looked_at:
                looked_at.add(len(weights))
                check(game, record.position, player, weights)
            break
        if len(looked_at) == POSITIONS:
            return
    raise AssertionError("There are too few positions with as many cards.")


def holds_blue(known: Position) -> bool:
    """Whether player 1 ever has a blue card in 30 determinizations."""
    samples = [determinize(game, known, 0, Random(seed)) for seed in range(30)]
    return any(card < NUMBERS for each in samples for card in each.hands[1] or ())


def test_a_note_that_is_spent_tells_nothing() -> None:
    begun = next(record for record in moments(game, 4, 7) if record.position.remaining)
    known = game.view(begun.position, 0)
    known.voids[1 * len(COLOURS)] = 1
    assert not holds_blue(known)
    known.voids[1 * len(COLOURS)] = 0
    assert holds_blue(known)

"""The virtual player of Yellowstone Park: right where it can be said what is right."""

from random import Random
from typing import Any

from tavolo.games.yellowstone_park import rules as game
from tavolo.games.yellowstone_park.position import CHOOSING_PILE, KEEP, PLACE, PLACING, Position
from tavolo_host.games.yellowstone_park import search
from tavolo_host.games.yellowstone_park.player import Board, nearly_full, ways
from tavolo_host.players.of_game import choose
from tests.players.deciding import by_lot, decisions
from tests.rules.yellowstone_play import arranged, card, cards


def with_hand(board: str, hand: str, players: int = 4, **arrangement: object) -> Position:
    """A position that player 0 knows, with these cards in hand, to place."""
    counts = (len(hand.split()), 6, 6, 6, 6)[:players]
    position: Position = arranged(players, board, hands=counts, **arrangement).position
    position.hands[0] = sorted(cards(hand))
    return position


def decision(position: Position) -> str:
    texts = {game.action_text(choose(game, position, 0, Random(seed))) for seed in range(5)}
    assert len(texts) == 1, texts
    return texts.pop()


def test_it_lays_a_card_that_only_the_second_one_makes_worth_while() -> None:
    board = "c:blue-2,blue-3,blue-4 d:yellow-2,yellow-3,yellow-4"
    position = with_hand(board, "green-2 green-3 blue-2 red-7", markers=(9, 5, 5, 5))
    for _ in range(2):
        game.apply(position, choose(game, position, 0, Random(1)))
    assert position.markers[0] == 9 - 1


def test_a_card_on_its_twin_brings_no_bonus() -> None:
    full = Board(*board_of("c:blue-2,blue-3,blue-4 d:yellow-2,yellow-3,yellow-4 e:green-2,green-3,green-4"))
    found = list(ways(full, (card("green-3"),)))
    assert [(taken, bonus) for _, _, _, taken, bonus in found] == [(0, 0)]


def test_it_places_what_fits_and_stops_before_it_has_to_take_much() -> None:
    position = with_hand("c:blue-2,blue-3,blue-4 d:yellow-2,yellow-3 e:green-3", "blue-3 red-6 red-7 red-1", players=2)
    assert decision(position) == "place 0 blue-3 c"
    game.apply(position, game.action_from_text("place 0 blue-3 c"))
    assert decision(position) == "stop 0"


def test_it_keeps_the_frame_in_which_most_lies() -> None:
    position = with_hand("c:blue-2,blue-2,blue-3 d:yellow-2,yellow-3 e:green-4", "red-7 red-5")
    game.apply(position, game.action_from_text("place 0 red-5 f"))
    assert len(position.frames) > 1
    game.apply(position, choose(game, position, 0, Random(1)))
    assert position.penalty_counts[0] == 4  # yellow 3 and green 4 stay with it


def test_an_empty_hand_comes_from_the_players_own_penalty_pile() -> None:
    position = with_hand("d:red-3", "red-4", penalties=("blue-1 blue-2 blue-3 blue-4 blue-5 blue-6",))
    game.apply(position, game.action_from_text("place 0 red-4 d"))
    assert position.phase == CHOOSING_PILE
    assert decision(position) == "shuffle 0"


def test_its_own_board_agrees_with_the_rules_on_every_card_and_frame() -> None:
    """What it looks ahead by too, which keeps of the frames one that keeps most."""
    looked_at = 0
    for position, player, _ in decisions(f"{game.NAME} players=3 edge_frame=1 dealt", by_lot, Random(7)):
        known = game.view(position, player)
        if known.phase != PLACING or known.placed:
            continue
        board = Board(known.board, known.doubles, tuple(known.columns), known.edge_frame)
        told: dict[tuple[int, int], list[Any]] = {}
        for face, column, after, taken, bonus in ways(board, tuple(known.hands[player] or ())):
            told.setdefault((face, column), []).append((after.board, after.doubles, after.columns, taken, bonus))
        for (face, column), found in told.items():
            results = []
            for after in carried_out(known, (PLACE, player, face, column)):
                taken = after.penalty_counts[player] - known.penalty_counts[player]
                bonus = 20 - after.markers[player]
                results.append((after.board, after.doubles, tuple(after.columns), taken, bonus))
            assert sorted(found) == sorted(results), (face, column)
            fewest = min(taken for *_, taken, _ in results)
            lands = [each for each in landings(known, face) if each.column == column]
            assert {(each.board, each.taken, each.bonus) for each in lands} <= {
                (board, taken, bonus) for board, _, _, taken, bonus in results if taken == fewest
            }
            looked_at += len(lands)
    assert looked_at > 300


def landings(known: Position, face: int) -> list[Any]:
    return list(search.landings(known.board, known.doubles, bytes(known.columns), known.edge_frame, face))


def carried_out(known: Position, action: tuple[int, ...]) -> list[Position]:
    """The positions after an action, one for each frame that may be kept."""
    position = known.copy()
    position.markers[action[1]] = 20
    game.apply(position, action)
    if not position.frames:
        return [position]
    found = []
    for frame in position.frames:
        found.append(position.copy())
        game.apply(found[-1], (KEEP, action[1], frame))
    return found


def board_of(text: str) -> tuple[int, int, tuple[int, ...], int]:
    position = arranged(2, text).position
    return position.board, position.doubles, tuple(position.columns), position.edge_frame


def test_a_frame_that_lacks_one_or_two_cells_is_left_open() -> None:
    columns = "c:blue-2,blue-3,blue-4 d:yellow-2,yellow-3,yellow-4"
    for missing, wanted in ((" e:green-2", 1), (" e:green-2,green-3", 1), ("", 0), (" e:green-2,green-3,green-4", 0)):
        assert nearly_full(Board(*board_of(columns + missing))) == wanted, missing

"""The cost shown for an action is what it then costs, in each game: told from what its player knows, then played."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from tavolo.games import load, names
from tavolo.games.bambuti import position as bambuti
from tavolo.games.david_goliath.position import COLOURS, NUMBERS
from tavolo.games.kuh_vadis.position import MARK
from tavolo.games.tanz_der_hornochsen import events as horn
from tavolo.games.tanz_der_hornochsen import position as hornochsen
from tavolo.games.yellowstone_park import position as park
from tavolo.rules.contract import CHANCE, Setup
from tavolo.rules.record import Record
from tavolo_host.display.parts.game_display import Cost
from tavolo_host.games.kuh_vadis.ways import FAR, to_go
from tavolo_host.players.of_game import choose
from tavolo_host.runtime.game_folders import part_of
from tests.rules.play import next_action
from tests.rules.support import Numbers

Action = tuple[int, ...]
MOST_ACTIONS = 400  # of a game
GAMES = 3


def decisions(name: str, is_sensible: bool = False) -> Iterator[tuple[Record, Action, Callable[[Action], Cost]]]:
    """Games: the record before each decision, the decision, and the cost shown for any action there.

    The decisions are random, or those of the game's own player.
    """
    game: Any = load(name)
    display = part_of(name, ".display").Display()
    for start in range(GAMES):
        record, numbers = Record(Setup(game, game.SEATS[start % 2], None, True)), Numbers(start + 1)
        for _count in range(MOST_ACTIONS):
            action = next_action(record, numbers)
            if action is None:
                break
            player = game.actor(action)
            if player != CHANCE:
                known = game.view(record.position, player)
                if is_sensible:
                    action = choose(game, known, player, Random(len(record.actions)))
                yield record, action, lambda each, known=known: display.cost(known, each)
            record.apply(action)


def played(record: Record, action: Action) -> Any:
    """The position after an action, without what chance does then."""
    position = record.position.copy()
    record.game.apply(position, action)
    return position


def test_in_yellowstone_park_it_is_the_cards_taken_less_the_spaces_that_the_marker_goes_back() -> None:
    told = set()
    for record, (verb, player, *rest), cost_of in decisions("yellowstone-park", is_sensible=True):
        if verb not in (park.PLACE, park.KEEP):
            continue
        action, before = (verb, player, *rest), record.position
        after = played(record, action)
        ends = [after]
        if after.phase == park.KEEPING:
            ends = []
            for frame in after.frames:
                ends.append(after.copy())
                record.game.apply(ends[-1], (park.KEEP, player, frame))
        lost = [end.penalty_counts[player] - before.penalty_counts[player] for end in ends]
        points = [before.markers[player] - end.markers[player] - cards for end, cards in zip(ends, lost, strict=True)]
        cost = cost_of(action)
        assert (min(cost.points), max(cost.points)) == (min(points), max(points))
        for cards in {min(lost), max(lost)} - {0, 1}:
            assert str(cards) in cost.words
        assert ("takes nothing" in cost.words) == (max(lost) == 0 == max(points))
        told.add((verb, min(points) < 0, max(points) > 0, min(points) < max(points)))
    assert len(told) > 4, "cards taken, bonuses, and a choice between frames"


def test_in_hornochsen_it_is_what_the_lowest_tile_gets_in_the_row_where_it_goes() -> None:
    kinds = {horn.PAT: -1, horn.BULL: -1, horn.PAT_BONUS: 1, horn.BULL_BONUS: 1}
    found = []
    display = part_of("tanz-der-hornochsen", ".display").Display()
    game: Any = load("tanz-der-hornochsen")
    for start in range(2 * GAMES):
        record, numbers = Record(Setup(game, 2 + 3 * (start % 2), None, True)), Numbers(start + 1)
        while (action := next_action(record, numbers)) is not None and len(record.actions) < MOST_ACTIONS:
            sealed = [tile for own in record.position.sealed for tile in own]
            known = None
            if action[0] == hornochsen.REVEAL and not record.position.queue:
                lowest = min(sealed)
                player = next(each for each, own in enumerate(record.position.sealed) if lowest in own)
                known = game.view(record.position, player)
            events = record.apply(action)
            if known is None:
                continue
            cost = display.cost(known, (hornochsen.CHOOSE, player, lowest))
            placed = [event for event in events if event[0] != horn.SHOWED]
            row = placed[0][{horn.LOWER_THAN_ALL: 4}.get(placed[0][0], 3)]
            points = kinds[placed[1][0]] * placed[1][-1] if len(placed) > 1 and placed[1][0] in kinds else 0
            assert cost.points == (points,)
            assert f"row {part_of(game.NAME).ROW_NAMES[row]} now" in cost.words
            assert ("lower than all" in cost.words) == (
                placed[0][0] == horn.LOWER_THAN_ALL and "head" not in cost.words
            )
            assert str(abs(points) or "no points") in cost.words
            found.append((placed[0][0], points and placed[1][0]))
    assert {kind for _, kind in found} >= {0, horn.PAT, horn.BULL}
    assert {rule for rule, _ in found} >= {horn.SMALLEST_DIFFERENCE, horn.LOWER_THAN_ALL}


def test_in_david_and_goliath_it_is_what_the_captured_cards_count_more() -> None:
    def count(position: Any, player: int) -> int:
        total = 0
        for colour in range(len(COLOURS)):
            numbers = [n + 1 for n in range(NUMBERS) if position.where[colour * NUMBERS + n] == player]
            total += sum(numbers) if len(numbers) < 3 else len(numbers)
        return total

    seen, nothing = set(), {}
    for record, action, cost_of in decisions("david-goliath"):
        cost, before, player = cost_of(action), record.position, action[1]
        if not before.trick:
            nothing.clear()
            assert cost == Cost()
        if len(before.trick) == before.players - 1:
            after = played(record, action)
            assert cost.points == (count(after, player) - count(before, player),)
            assert all(count(after, other) == count(before, other) for other in nothing)
            seen.add(cost.sign[0])
        elif cost.points:
            nothing[player] = cost
    assert seen == {"0", "+", "−"}


def test_in_bambuti_it_is_the_points_scored_or_the_change_of_the_lead_on_the_indicators() -> None:
    def lead(rows: bytearray, player: int) -> int:
        both = [bambuti.indicator(rows[place], rows[place + 5]) for place in range(5)]
        return sum(both) if player == 0 else -sum(both)

    seen = set()
    for record, action, cost_of in decisions("bambuti"):
        verb, player = action[:2]
        cost, before = cost_of(action), record.position
        after = Record(record.setup)
        after.position, after.actions = played(record, action), [*record.actions, action]
        if after.position.phase == bambuti.DRAWING:
            after.apply(next_action(after, Numbers(1)))
        scored = [after.position.points[each] - before.points[each] for each in (player, 1 - player)]
        if any(scored):
            assert cost.points == (scored[0] - scored[1],), (action, before.phase)
            assert f"you {scored[0]}, they {scored[1]}" in cost.words
            assert ("the game ends" in cost.words) == (after.position.phase == bambuti.OVER)
        elif verb == bambuti.PLAY:
            assert cost.points == (lead(after.position.rows, player) - lead(before.rows, player),)
        seen.add((verb, any(scored)))
    assert seen >= {(bambuti.PLAY, True), (bambuti.PLAY, False), (bambuti.DRUM, True), (bambuti.END_TURN, False)}


def test_in_kuh_vadis_it_is_how_much_nearer_a_mark_brings_and_what_follows() -> None:
    seen = set()
    for record, action, cost_of in decisions("kuh-vadis"):
        if action[0] != MARK:
            continue
        cost, before, after, player = cost_of(action), record.position, played(record, action), action[1]
        ways = [to_go(bytes(each.cells), bytes(each.marks), player) for each in (before, after)]
        if ways[0] < FAR:
            assert cost.points == (ways[0] - ways[1],)
            assert (f"distance {ways[0]} → {ways[1]}" in cost.words) == (ways[0] != ways[1] > 0)
        outcome = record.game.outcome(after)
        assert ("wins" in cost.words) == bool(outcome and len(outcome) == 2)
        assert ("another turn" in cost.words) == (outcome is None and after.player == player)
        assert ("blocks" in cost.words) == (outcome is None and after.blocked != before.blocked)
        seen.add(cost.words.split()[0])
    assert len(seen) > 2


@pytest.mark.parametrize("name", names())
def test_every_action_has_words_that_fit_a_button(name: str) -> None:
    for record, action, cost_of in decisions(name):
        for each in record.game.legal(record.position, record.game.actor(action)):
            cost = cost_of(each)
            assert len(cost.words) <= 56
            assert "{" not in cost.words
            assert len(cost.points) <= 2


def test_points_are_written_as_on_a_card() -> None:
    assert [Cost("", points).sign for points in ((), (3,), (0,), (-4, -2), (-1, -1))] == ["", "+3", "0", "−2", "−1"]
    assert Cost.of_all([Cost("a", (-1,)), Cost("b", (0, 2))]) == Cost("−1 … +2", (-1, 2))
    assert Cost.of_all([Cost("a"), Cost("a")]) == Cost("a")

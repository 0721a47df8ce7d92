"""Secrets at the whole table: sealed, undone, lost in a power cut, sealed again differently.

The test moves the hands; the board reads slots and keys, and a laptop listens.
"""

from collections.abc import Sequence
from typing import Any

import pytest

from tavolo.games.bambuti import rules as bambuti
from tavolo.games.cards import code_of
from tavolo.games.tanz_der_hornochsen import rules as hornochsen
from tavolo.lights import palette
from tavolo.rules.contract import Setup
from tavolo.rules.sealed import UNKNOWN
from tavolo_host.display.parts.geometry import places
from tests.rules.bambuti_play import cards
from tests.table.evening import HEARING_MS, Evening, carry_out
from tests.table.sealed_course import a_secret

Action = tuple[int, ...]
PLAYERS = {bambuti.NAME: 2, hornochsen.NAME: 3}

# What the two players of Bambuti seal.
ROWS = ("blue-1 blue-4 blue-9 blue-7 blue-2", "red-2 red-3 red-10 red-6 red-5")
OTHER_ROWS = ("green-3 green-5 green-8 green-6 green-1", "violet-1 violet-3 violet-9 violet-8 violet-4")


class Secrets:
    """A game at the table, from `past` on, whose hands a test moves."""

    def __init__(self, game: Any, past: Sequence[Action] = ()) -> None:
        self.game = game
        self.evening = Evening(seed=4)
        self.seats = places(PLAYERS[game.NAME])
        carry_out(self.board, Setup(game, len(self.seats)), past)
        self.evening.run_ms(HEARING_MS)

    @property
    def board(self) -> Any:
        return self.evening.board

    @property
    def record(self) -> Any:
        return self.board.referee.play.record

    @property
    def position(self) -> Any:
        return self.record.position

    def put_in(self, player: int, card: int) -> None:
        self.evening.put_code_in(self.seats[player], code_of(self.game.NAME, card))

    def seal(self, player: int, *several: int) -> None:
        """Insert cards one after the other, ✓, and lift them."""
        for card in several:
            self.put_in(player, card)
            self.evening.press(self.seats[player], 2)
            self.evening.run_ms(300)
            self.evening.take_out(self.seats[player])

    def take_back(self) -> None:
        """All agree to undo the last decision."""
        self.evening.press(self.seats[0], 0, 1, hold_ms=3300)
        for seat in self.seats:
            self.evening.press(seat, 2)
        self.evening.run_ms(500)

    def lose_power(self) -> None:
        self.evening.table.power_cycle()
        self.evening.run_ms(2500)

    def asking(self) -> tuple[int, ...]:
        """The players whose lamps ask for a sealed card again."""
        warning = palette.RGB[palette.WARNING]
        return tuple(player for player, seat in enumerate(self.seats) if warning in self.evening.lamp_colours(seat))

    def assert_in_step(self) -> None:
        self.evening.run_ms(1000)
        assert self.evening.mirror.in_step is True
        assert self.evening.mirror.record.digest() == self.record.digest()

    def reveals(self) -> list[Action]:
        return [action for action in self.evening.mirror.actions if action[0] == self.game.REVEAL]


def laying(*counts: int, rows: tuple[str, str] = ROWS) -> Secrets:
    """Bambuti, with this many masks of these rows laid by each player."""
    table = Secrets(bambuti)
    for player, count in enumerate(counts):
        table.seal(player, *cards(rows[player])[:count])
    assert list(table.position.held) == [5 - count for count in counts]
    return table


def tiles(*numbers: int) -> list[int]:
    return [hornochsen.card_from_text(str(number)) for number in numbers]


def choosing(*sealed: int) -> Secrets:
    """Tanz der Hornochsen, first round: rows begin with 10, 30, 50, 70, and these tiles are sealed."""
    past = [(hornochsen.DEAL,)] + [(hornochsen.TURN, tile) for tile in tiles(10, 30, 50, 70)]
    table = Secrets(hornochsen, past)
    assert table.position.phase == hornochsen.CHOOSING
    for player, tile in enumerate(tiles(*sealed)):
        table.seal(player, tile)
    assert list(table.position.left) == [0] * len(sealed) + [1] * (3 - len(sealed))
    return table


# ---- Bambuti


def test_an_undone_sealed_mask_is_replaced_by_another() -> None:
    table = laying(5, 4)
    table.take_back()
    assert list(table.position.held) == [0, 2]
    assert table.asking() == ()
    table.seal(1, *cards("red-7 red-4"))
    table.assert_in_step()
    assert table.reveals() == [(bambuti.REVEAL, *cards(ROWS[0]), *cards("red-2 red-3 red-10 red-7 red-4"))]


def test_with_an_unsealed_mask_in_the_slot_undo_takes_the_one_before() -> None:
    table = laying(2, 2)
    table.put_in(0, cards("blue-9")[0])
    table.take_back()
    assert list(table.position.held) == [3, 4]
    table.evening.press(table.seats[0], 2)  # refused: slots have to be emptied first
    assert list(table.position.held) == [3, 4]
    table.evening.take_out(table.seats[0])
    table.evening.run_ms(1000)
    table.seal(1, cards("red-9")[0])
    table.assert_in_step()
    assert table.position.sealed == [cards("blue-1 blue-4"), cards("red-2 red-9")]


def test_slots_stay_veiled_after_an_undo_and_a_card_in_them_changes_no_light() -> None:
    table = laying(2, 1)
    table.take_back()
    assert table.board.referee.play.veiled() == table.seats
    table.evening.run_ms(2000)
    before = [table.evening.lamp_colours(seat) for seat in table.seats]
    slots = list(table.evening.mirror.view.slots)
    table.put_in(1, cards("red-4")[0])
    assert [table.evening.lamp_colours(seat) for seat in table.seats] == before
    assert list(table.evening.mirror.view.slots) == slots
    assert table.position.held[1] == 5, "nothing is sealed without the key"


@pytest.mark.parametrize("counts", [(0, 2), (5, 4)])
def test_rows_with_sealed_masks_are_laid_again_after_a_power_cut(
    counts: tuple[int, int],
) -> None:
    table = laying(*counts)
    table.lose_power()
    lost = tuple(player for player in (0, 1) if counts[player])
    assert table.board.referee.play.players_to_reseal() == table.asking() == lost
    assert table.position.sealed == [[UNKNOWN] * count for count in counts]
    for player in lost:
        table.seal(player, *cards(OTHER_ROWS[player])[: counts[player]])
    assert table.asking() == ()
    assert list(table.position.held) == [5 - count for count in counts]
    for player in (0, 1):
        table.seal(player, *cards(OTHER_ROWS[player])[counts[player] :])
    table.assert_in_step()
    assert table.reveals() == [(bambuti.REVEAL, *cards(OTHER_ROWS[0]), *cards(OTHER_ROWS[1]))]


def test_rows_that_were_laid_again_are_undone_as_on_the_laptop() -> None:
    table = laying(2, 0)
    table.lose_power()
    table.seal(0, *cards(OTHER_ROWS[0])[:3])
    table.seal(1, *cards(OTHER_ROWS[1])[:1])
    table.take_back()
    table.assert_in_step()
    assert list(table.position.held) == [2, 5]
    assert table.asking() == (0,)
    table.seal(0, *cards(ROWS[0]))
    table.seal(1, *cards(ROWS[1]))
    table.assert_in_step()
    assert table.reveals() == [(bambuti.REVEAL, *cards(ROWS[0]), *cards(ROWS[1]))]


# ---- Tanz der Hornochsen


def test_a_revealed_and_undone_round_can_be_chosen_differently() -> None:
    table = choosing(11, 31)
    table.seal(2, *tiles(51))
    table.assert_in_step()
    assert table.reveals() == [(hornochsen.REVEAL, *tiles(11, 31, 51))]
    table.take_back()
    assert table.reveals() == []
    assert list(table.position.left) == [0, 0, 1]
    assert table.board.referee.play.veiled() == table.seats
    table.seal(2, *tiles(52))
    table.assert_in_step()
    assert table.reveals() == [(hornochsen.REVEAL, *tiles(11, 31, 52))]


def test_sealed_tiles_are_inserted_again_after_a_power_cut_and_may_be_others() -> None:
    table = choosing(11, 31)
    table.lose_power()
    assert table.board.referee.play.players_to_reseal() == table.asking() == (0, 1)
    table.seal(1, *tiles(32))
    assert table.asking() == (0,)
    table.seal(2, *tiles(52))
    assert table.reveals() == []
    table.seal(0, *tiles(12))
    table.assert_in_step()
    assert table.reveals() == [(hornochsen.REVEAL, *tiles(12, 32, 52))]


def test_a_second_tile_stays_sealed_when_the_first_was_lost_and_another_players_is_undone() -> None:
    course, _ = a_secret(hornochsen.NAME, 2, lambda position, action: min(position.left) == 2)
    player, other = course.player, (course.player + 1) % 3
    hands = course.record.position.hands
    mine = [course.script[0][2], hands[player][0]]
    table = Secrets(hornochsen, course.past)
    assert table.position.left[player] == 2
    held = table.position.held[player]
    table.seal(player, mine[0])
    table.lose_power()
    assert table.asking() == (player,)
    table.seal(player, mine[1], mine[0])
    table.seal(other, hands[other][0])
    table.take_back()
    table.assert_in_step()
    assert table.position.left[player] == 0
    assert table.position.held[player] == held - 2
    assert table.asking() == (player,)
    table.seal(player, *mine)
    assert table.asking() == ()
    assert table.position.sealed[player] == mine

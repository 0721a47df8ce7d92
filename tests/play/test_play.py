"""A game at the table, between seats and rules: sealed choices, purchases, cards for the table, choosing by keys.

It uses a made-up game, which has what David & Goliath does not have, and its cards' codes.
"""

import sys
from binascii import crc32
from typing import Any

import pytest

from tavolo.games.bambuti import rules as bambuti
from tavolo.games.cards import code_of
from tavolo.games.tanz_der_hornochsen import rules as hornochsen
from tavolo.link.telemetry import UNDO
from tavolo.play import reasons
from tavolo.play.play import SAME_MOMENT_MS
from tavolo.rules import contract
from tavolo.seat import states
from tests.play.playing import Playing
from tests.rules.hornochsen_play import scene, tile

NAME = "david-goliath"
SEAL, BUY, TURN_UP, REVEAL, PASS = range(5)
HELD, REVEALED = 190, 191


class Position:
    """The table turns a card up; then both players seal one of the cards 0-9, and may buy before."""

    def __init__(self) -> None:
        self.turned_up = -1
        self.sealed: list[int | None] = [None, None]
        self.done = [False, False]
        self.passed = [False, False]
        self.bought: list[int] = []
        self.over = False

    def copy(self) -> "Position":
        other = Position()
        for name, value in vars(self).items():
            setattr(other, name, value[:] if isinstance(value, list) else value)
        return other


class SealedGame:
    """The functions of the contract; a class instead of a module."""

    NAME = NAME
    TITLE = "Sealed"
    SEATS = (2, 2)
    OPTIONS = ()
    CARDS = 90

    def start(self, setup: Any) -> Position:
        return Position()

    def to_act(self, position: Position) -> tuple[int, ...]:
        if position.over:
            return ()
        if position.turned_up < 0 or all(position.done):
            return (contract.CHANCE,)
        return tuple(player for player in (0, 1) if not position.done[player])

    def may_act(self, position: Position) -> tuple[int, ...]:
        return ()

    def view(self, position: Position, player: int) -> Position:
        seen = position.copy()
        seen.sealed = [None, None]
        return seen

    def legal(self, position: Position, player: int, card: int = -1) -> list[tuple[int, ...]]:
        if player == contract.CHANCE:
            return [(TURN_UP, card)] if position.turned_up < 0 and card >= 0 else []
        if card >= 0:
            return [(SEAL, player, card)] if card < 10 else []
        return [(BUY, player), (PASS, player)]

    def refusal(self, position: Position, action: tuple[int, ...]) -> tuple[int, ...] | None:
        if action[0] == BUY and len(position.bought) == 1:
            return (contract.NO_SUCH_ACTION,)
        return None

    def why_not(self, position: Position, player: int, card: int) -> tuple[int, ...] | None:
        return (contract.CARD_NOT_IN_HAND, player, card)

    def apply(self, position: Position, action: tuple[int, ...]) -> list[tuple[int, ...]]:
        if action[0] == TURN_UP:
            position.turned_up = action[1]
        elif action[0] == BUY:
            position.bought.append(action[1])
        elif action[0] in (SEAL, PASS):
            position.sealed[action[1]] = action[2] if len(action) > 2 else None
            position.done[action[1]] = True
            position.passed[action[1]] = action[0] == PASS
        else:
            position.over = True
        return [(HELD,)]

    def chance(self, position: Position, below: Any) -> tuple[int, ...] | None:
        if position.turned_up < 0 or self.forgotten(position):
            return None
        return (REVEAL, *[card or 0 for card in position.sealed])

    def forgotten(self, position: Position) -> tuple[int, ...]:
        lost = [position.done[p] and not position.passed[p] and position.sealed[p] is None for p in (0, 1)]
        return () if position.over else tuple(p for p in (0, 1) if lost[p])

    def outcome(self, position: Position) -> tuple[int, ...] | None:
        return (REVEALED, 0) if position.over else None

    def secret(self, position: Position, player: int) -> bool:
        return position.turned_up >= 0

    def waits(self, action: tuple[int, ...]) -> bool:
        return action[0] == BUY

    def in_order(self, position: Position, actions: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
        return sorted(actions, key=lambda action: -action[1])

    def public(self, action: tuple[int, ...]) -> tuple[int, ...]:
        return action[:2] if action[0] == SEAL else action

    def digest(self, position: Position) -> int:
        public = (position.turned_up, position.done, position.passed, position.bought, position.over)
        return crc32(repr(public).encode())

    def actor(self, action: tuple[int, ...]) -> int:
        return contract.CHANCE if action[0] in (TURN_UP, REVEAL) else action[1]

    def action_card(self, action: tuple[int, ...]) -> int:
        return action[-1] if action[0] in (SEAL, TURN_UP) and len(action) > 1 else contract.NO_CARD


class Heard:
    """A publisher that only collects notes."""

    def __init__(self) -> None:
        self.acted_on: list[tuple[int, ...]] = []
        self.notes: list[tuple[int, ...]] = []
        self.shown: list[tuple[int, ...] | None] = []
        self.shown_at: dict[int, tuple[int, ...] | None] = {}  # since the last action
        self.ended = False

    def started(self, record: Any, seats: tuple[int, ...], number: int = 0) -> None:
        self.seats = seats

    def acted(self, record: Any, action: tuple[int, ...]) -> None:
        self.acted_on.append(record.game.public(action))
        self.shown_at = {}

    def note(self, reason: tuple[int, ...]) -> None:
        self.notes.append(reason)

    def choosing(self, seat: int, index: int, count: int, action: tuple[int, ...] | None) -> None:
        self.shown.append(action)
        self.shown_at[seat] = action

    def undone(self, record: Any) -> None:
        self.acted_on = [record.game.public(action) for action in record.actions]

    def answer(self, request: int, accepted: bool, reason: tuple[int, ...]) -> None:
        self.notes.append(reason)

    def over(self, record: Any) -> None:
        self.ended = True

    def queue_note(self, reason: tuple[int, ...]) -> None:
        pass

    def missing(self, is_closed: bool) -> None:
        """No laptop is there to repair it."""


def a_play() -> tuple[Playing, Heard]:
    """The game at seats 6 and 1, before its card is turned up."""
    heard = Heard()
    play = Playing(contract.Setup(SealedGame(), 2), (6, 1), heard)
    return play, heard


def code(card: int) -> int:
    return code_of(NAME, card)


def let_chance_act(play: Playing) -> None:
    for _ in range(2):
        play.step(1)


def opened() -> tuple[Playing, Heard]:
    play, heard = a_play()
    assert play.card(1, code(40)) == (None, True)
    return play, heard


def test_a_card_for_the_table_goes_into_any_slot_of_a_player() -> None:
    for seat in (6, 1):
        play, heard = a_play()
        assert play.card(seat, code(40)) == (None, True)
        assert heard.acted_on == [(TURN_UP, 40)]


def test_a_sealed_choice_is_sent_without_its_card_and_the_reveal_has_all() -> None:
    play, heard = opened()
    assert play.veiled()
    play.card(1, code(7))
    assert heard.acted_on[-1] == (SEAL, 1)
    assert not play.is_over()
    play.card(6, code(3))
    assert heard.acted_on[-1] == (SEAL, 0)
    let_chance_act(play)
    assert heard.acted_on[-2:] == [(SEAL, 0), (REVEAL, 3, 7)]
    assert heard.ended


def test_chance_acts_in_the_next_tick_or_before_the_next_card() -> None:
    play, heard = opened()
    play.card(1, code(7))
    assert play.veiled()
    play.card(6, code(3))
    assert not play.step(1)  # the tick in which the card was taken
    assert heard.acted_on[-1] == (SEAL, 0)
    assert play.veiled()
    assert play.step(1)
    assert heard.acted_on[-1] == (REVEAL, 3, 7)
    play, heard = opened()
    play.card(1, code(7))
    play.card(6, code(3))
    play.card(1, code(8))
    assert heard.acted_on[-2:] == [(REVEAL, 3, 7), (SEAL, 1)]


def test_a_seat_that_does_not_play_is_no_secret_and_may_not_play() -> None:
    play, _ = opened()
    assert play.card(3, code(1)) == ((reasons.SEAT_NOT_PLAYING, 3), False)


def test_a_purchase_waits_for_others_and_they_are_served_in_the_order_of_the_rules() -> None:
    play, heard = opened()
    for seat in (6, 1):
        play.key(seat, states.RIGHT)
        assert heard.shown[-1] is not None
        play.key(seat, states.TAKE)
    assert heard.acted_on == [(TURN_UP, 40)]
    assert not play.step(SAME_MOMENT_MS - 1)
    assert play.step(1)
    assert heard.acted_on == [(TURN_UP, 40), (BUY, 1)]
    assert heard.notes == [(contract.NO_SUCH_ACTION,)]  # the second tile that nobody has


def dancing(**fields: str) -> tuple[Playing, Heard]:
    """Tanz der Hornochsen at seats 6, 1 and 3, as `scene` has it."""
    heard = Heard()
    play = Playing(contract.Setup(hornochsen, 3), (6, 1, 3), heard)
    play.record.take_over(scene(3, **fields))
    play.play._expect_chance()
    return play, heard


def choose_tile(play: Playing, seat: int, number: int) -> tuple[tuple[int, ...] | None, bool]:
    return play.card(seat, code_of(hornochsen.NAME, tile(number)))


def ask_for(play: Playing, seat: int, tiles: int) -> None:
    for _ in range(tiles):
        play.key(seat, states.RIGHT)
    play.key(seat, states.TAKE)


def told(heard: Heard) -> str:
    return " | ".join(hornochsen.action_text(action) for action in heard.acted_on)


@pytest.mark.parametrize("fields", [{}, {"is_double": "1", "left": "2,2,2", "rows": {"R1": "20", "L2": "40"}}])
def test_unawaited_actions_begin_with_an_arrow_so_that_take_may_be_pressed_twice(fields: dict[str, Any]) -> None:
    play, heard = dancing(**fields)
    choose_tile(play, 6, 10)
    for _ in range(4):
        play.key(6, states.TAKE)
    assert (heard.shown, play.previews()) == ([], [])
    ask_for(play, 6, 2)
    play.step(SAME_MOMENT_MS)
    assert told(heard) == "choose 0 | buy 0 2"


def test_a_key_is_enough_work_for_a_tick_so_that_the_lights_follow_in_the_next() -> None:
    play, _ = dancing()
    assert not play.showing.has_acted
    play.key(6, states.RIGHT)
    assert play.previews()
    assert play.showing.has_acted


def test_purchases_of_half_a_second_are_served_in_order_and_before_a_choice_that_ends_them() -> None:
    play, heard = dancing(pawns="0,7,3")
    choose_tile(play, 6, 10)
    ask_for(play, 6, 1)
    choose_tile(play, 1, 11)
    ask_for(play, 1, 3)
    assert told(heard) == "choose 0 | choose 1"
    assert choose_tile(play, 3, 12) == (None, True)
    assert told(heard) == "choose 0 | choose 1 | buy 1 3 | draw 1 3 | buy 0 1 | draw 0 1 | choose 2"
    let_chance_act(play)
    assert heard.acted_on[-1] == (hornochsen.REVEAL, tile(10), tile(11), tile(12))
    assert heard.notes == []


def test_a_player_who_shows_a_tile_first_gets_its_own_purchase() -> None:
    play, heard = dancing(is_open="1", pawns="5,8,20")
    ask_for(play, 6, 2)
    assert choose_tile(play, 6, 10) == (None, True)
    assert told(heard) == "buy 0 2 | draw 0 2 | show 0 10"
    play, heard = dancing(is_open="1", pawns="5,8,20", left="0,0,1", chosen="1,1,0", queue="21:0,41:1")
    ask_for(play, 3, 1)
    choose_tile(play, 3, 61)
    assert told(heard) == "buy 2 1 | draw 2 1 | show 2 61", "in the round that the tile ends"
    play, heard = dancing(is_open="1", pawns="5,8,20")
    ask_for(play, 6, 3)
    ask_for(play, 3, 1)
    assert choose_tile(play, 6, 10) == ((contract.NOT_YOUR_TURN, 0), False)
    assert told(heard) == "buy 2 1 | draw 2 1 | buy 0 3 | draw 0 3"


def test_an_action_without_a_card_is_shown_before_it_can_be_taken() -> None:
    play, heard = opened()
    play.key(6, states.TAKE)
    assert heard.shown[-1] == (BUY, 0)
    play.key(6, states.LEFT)
    assert heard.shown[-1] == (PASS, 0)
    assert heard.acted_on == [(TURN_UP, 40)]
    play.key(6, states.TAKE)
    assert heard.acted_on[-1] == (PASS, 0)


def test_what_a_seat_shows_is_published_again_after_another_has_acted_while_it_is_possible() -> None:
    play, heard = dancing()
    play.key(6, states.RIGHT)
    play.key(6, states.RIGHT)
    assert choose_tile(play, 1, 11) == (None, True)
    assert heard.shown_at == {6: (hornochsen.BUY, 0, 2)}
    play.key(6, states.TAKE)
    play.step(SAME_MOMENT_MS)
    assert heard.shown_at == {}
    play.key(3, states.RIGHT)
    for seat, number in ((6, 10), (3, 12)):
        choose_tile(play, seat, number)
    let_chance_act(play)
    assert heard.shown_at == {}, "the round is over"


def test_no_card_is_taken_while_everybody_is_asked() -> None:
    play, heard = opened()
    play.card(6, code(3))
    play.ask(UNDO, asker=6)
    assert play.card(1, code(7)) == ((reasons.EVERYBODY_IS_ASKED,), False)
    play.key(1, states.LEFT)
    assert heard.notes[1:] == [(reasons.DISAGREED, 1)]
    assert play.card(1, code(7)) == (None, True)


def test_an_undone_purchase_is_forgotten() -> None:
    play, heard = opened()
    play.key(6, states.TAKE)
    play.key(6, states.LEFT)
    play.key(6, states.TAKE)  # passes: something that can be undone
    play.key(1, states.TAKE)
    play.key(1, states.TAKE)  # wishes
    play.ask(UNDO)
    for seat in (6, 1):
        play.key(seat, states.TAKE)
    while play.step(SAME_MOMENT_MS):
        pass
    assert heard.acted_on == [(TURN_UP, 40)]


def test_a_question_does_not_delay_an_undo() -> None:
    play, _ = opened()
    for seat, card in ((6, 3), (1, 7)):
        play.card(seat, code(card))
        play.step(1)
    play.ask(UNDO)
    for seat in (6, 1):
        play.key(seat, states.TAKE)
    assert play.is_replaying
    play.ask(UNDO, asker=6)
    for _ in range(5):
        play.step(1)
    assert not play.is_replaying
    assert play.referee.question is not None


def test_everything_for_a_card_is_loaded_when_the_game_begins(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    codes = "tavolo.games.bambuti.codes"
    monkeypatch.delitem(sys.modules, codes, raising=False)
    Playing(contract.Setup(bambuti, 2), (6, 1), Heard())
    assert codes in sys.modules


def laying(*rows: tuple[str, str]) -> tuple[Playing, Heard]:
    """Bambuti at seats 6 and 1, in which these masks were laid, one a seat in turn."""
    heard = Heard()
    play = Playing(contract.Setup(bambuti, 2), (6, 1), heard)
    for pair in rows:
        for seat, mask in zip((6, 1), pair, strict=True):
            assert lay(play, seat, mask) == (None, True)
    return play, heard


def lay(play: Playing, seat: int, mask: str) -> tuple[tuple[int, ...] | None, bool]:
    told = play.card(seat, code_of("bambuti", bambuti.card_from_text(mask)))
    let_chance_act(play)
    return told


ROWS = (("blue-1", "red-1"), ("blue-2", "red-2"), ("blue-9", "red-9"), ("blue-8", "red-8"))


def test_a_row_is_laid_with_masks_and_never_with_keys_alone() -> None:
    play, heard = laying()
    for key in (states.RIGHT, states.TAKE, states.TAKE):
        assert not play.key(6, key)
    assert heard.acted_on == [(bambuti.DEAL,)]
    assert play.previews() == []


def test_rows_that_must_be_laid_again_are_announced() -> None:
    play, heard = laying(*ROWS, ("yellow-1", "yellow-1"))
    assert heard.notes == [(reasons.SEALED_CARDS_LOST, 0, 1)]
    assert len(heard.acted_on) == 11
    for pair in ROWS:
        for seat, mask in zip((6, 1), pair, strict=True):
            assert lay(play, seat, mask) == (None, True)
    for seat, mask in ((6, "yellow-1"), (1, "yellow-2")):
        assert heard.acted_on[-1] == (bambuti.LAY, 1)
        assert lay(play, seat, mask) == (None, True)
    assert (bambuti.REVEAL, *(bambuti.card_from_text(mask) for mask in ("blue-1", "blue-2"))) in [
        action[:3] for action in heard.acted_on
    ]
    assert heard.notes == [(reasons.SEALED_CARDS_LOST, 0, 1)]


def test_rows_that_are_wrong_twice_must_be_laid_a_third_time() -> None:
    wrong = (*ROWS, ("yellow-1", "yellow-1"))
    play, heard = laying(*wrong, *wrong)
    assert heard.notes == [(reasons.SEALED_CARDS_LOST, 0, 1)] * 2
    assert play.players_to_reseal() == (0, 1)

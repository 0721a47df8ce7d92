"""A laptop that watches a board paints what the board paints: every scene, previews, questions, the lobby."""

from random import Random
from typing import Any

import pytest

from tavolo.games import field_at, load, names, scene_of
from tavolo.games.tanz_der_hornochsen.position import CHOOSE
from tavolo.games.tanz_der_hornochsen.rounds import tiles_to_buy
from tavolo.lights.picture import Picture
from tavolo.rules.contract import Setup
from tavolo.rules.record import Record
from tavolo.seat.states import LEFT, RIGHT, TAKE
from tavolo_host.people.table import VirtualTable
from tavolo_host.simulator.hardware import TICK_MS
from tests.lights.lights_support import options_of
from tests.table.evening import Evening

LATEST_MS = 400  # after which the laptop has to show what the board shows: lines wait for one another
LOOK_EVERY = 3  # ticks
HOLD_MS = 3300


class Watchers:
    """Two pictures of one game: the board's own, and that of a watching laptop; painted at the same times."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.board, self.laptop = (Picture(scene_of, field_at) for _ in range(2))
        self.differing_ms = 0
        self.seen: dict[str, int] = {}  # what was shown while both were the same, and how often

    def step(self) -> None:
        self.evening.step()
        now_ms = self.evening.table.clock.now_us // 1000
        if now_ms // TICK_MS % LOOK_EVERY:
            return
        if self._strips(self.board, self.evening.board.referee, now_ms) == self._strips(
            self.laptop, self.evening.mirror.view, now_ms
        ):
            self.differing_ms = 0
            self._count()
        else:
            self.differing_ms += LOOK_EVERY * TICK_MS
            assert self.differing_ms <= LATEST_MS, self._difference()

    def run_ms(self, milliseconds: int) -> None:
        for _ in range(milliseconds // TICK_MS):
            self.step()

    def press(self, seat: int, *keys: int, hold_ms: int = 110) -> None:
        body = self.evening.body(seat)
        body.do(body.press(*keys, hold_ms=hold_ms))
        self.run_ms(hold_ms + 400)

    def _strips(self, picture: Picture, view: Any, now_ms: int) -> list[bytes]:
        picture.look_at(view)
        return [bytes(strip) for strip in picture.paint(now_ms).strips]

    def _count(self) -> None:
        stage = self.board.stage
        shown = {"game": stage.position is not None, "lobby": stage.position is None, "question": stage.question}
        shown |= {"trial": stage.is_trial, "joined": stage.joined, "option": stage.option_index >= 0}
        shown |= {"troubled": any(stage.troubled), "wanted": stage.to_reseal, "previews": stage.previews}
        shown["loss"] = stage.lost_records
        shown["several previews"] = len(stage.previews) > 1
        for what, is_shown in shown.items():
            self.seen[what] = self.seen.get(what, 0) + bool(is_shown)

    def _difference(self) -> str:
        board, laptop = (vars(picture.stage) for picture in (self.board, self.laptop))
        return str({name: (board[name], laptop[name]) for name in board if board[name] != laptop[name]})


def has_sealed(evening: Evening) -> bool:
    """Whether the last action at the table is a sealed choice."""
    record = evening.board.referee.record
    return record is not None and len(record.actions) > 0 and record.actions[-1][0] == CHOOSE


def buyers(evening: Evening) -> int:
    """How many players may buy tiles."""
    record = evening.board.referee.record
    if record is None:
        return 0
    return sum(
        player >= 0 and bool(tiles_to_buy(record.position, player)) for player in record.game.to_act(record.position)
    )


def has_open_options(record: Record) -> bool:
    """Whether anybody had several options, in any position of a game."""
    again, options = Record(record.setup), []
    for action in list(record.actions):
        for player in again.game.to_act(again.position):
            options += [each for each in options_of(again.game, again.position, player) if each]
        again.apply(action)
    return bool(options)


@pytest.mark.parametrize("name", names())
def test_board_and_laptop_paint_the_same_while_people_play(name: str) -> None:
    evening = Evening(7)
    watchers = Watchers(evening)
    game = load(name)
    evening.start_by_keys(Setup(game, game.SEATS[0]))
    watchers.run_ms(25_000)
    assert watchers.seen["game"] > 500
    assert watchers.seen["joined"]
    record = evening.board.referee.record
    assert record is not None
    assert (watchers.seen["previews"] > 0) == has_open_options(record)


def test_a_question_a_power_cut_and_the_way_back_to_the_lobby_are_painted_alike() -> None:
    evening = Evening(8)
    watchers = Watchers(evening)
    evening.start_by_keys(Setup(load("tanz-der-hornochsen"), 2))
    while not (evening.board.referee.play and evening.board.referee.secrecy.veiled):
        watchers.step()
    evening.hold_people_still()
    watchers.run_ms(3000)
    first, second = evening.board.referee.play.seats
    watchers.press(first, LEFT, RIGHT, hold_ms=HOLD_MS)
    assert watchers.seen["question"]
    watchers.press(first, TAKE)
    watchers.press(second, LEFT)
    watchers.run_ms(500)
    evening.put_code_in(first, 0b000000111)  # no card of the game
    watchers.run_ms(1000)
    watchers.press(second, LEFT, RIGHT, hold_ms=HOLD_MS)
    watchers.press(second, RIGHT)  # changes the question to abandoning
    for seat in (first, second):
        watchers.press(seat, TAKE)
    watchers.run_ms(500)
    assert evening.board.referee.play is None
    assert evening.mirror.record is None


def test_seats_that_must_reseal_are_painted_alike() -> None:
    evening = Evening(9)
    watchers = Watchers(evening)
    evening.start_by_keys(Setup(load("tanz-der-hornochsen"), 3))
    while not has_sealed(evening):
        watchers.step()
    evening.hold_people_still()
    evening.table.power_cycle()
    for _ in range(3000 // TICK_MS):
        evening.step()  # the laptop finds the board again
    watchers.run_ms(4000)
    assert watchers.seen["wanted"]


def test_previews_of_several_seats_are_painted_alike() -> None:
    evening = Evening(10)
    watchers = Watchers(evening)
    evening.start_by_keys(Setup(load("tanz-der-hornochsen"), 4))
    while buyers(evening) < 3:
        watchers.step()
    evening.hold_people_still()
    watchers.run_ms(2000)
    for seat in evening.board.referee.playing:
        watchers.press(seat, RIGHT)
        watchers.press(seat, RIGHT)
    watchers.run_ms(3000)
    assert watchers.seen["several previews"] > 100


def test_the_lobby_with_its_games_and_options_is_painted_alike() -> None:
    evening = Evening(11)
    watchers = Watchers(evening)
    watchers.run_ms(3000)
    for seat in (4, 6, 1):
        watchers.press(seat, TAKE)
    for _ in range(len(names())):
        watchers.press(4, RIGHT)
    watchers.press(4, TAKE)
    watchers.press(4, RIGHT)
    watchers.press(6, TAKE)  # leaves again
    assert watchers.seen["option"]


def test_a_table_with_one_seat_is_painted_alike() -> None:
    evening = Evening(12)
    evening.table = VirtualTable(Random(12), evening.cable.board, b"seats = 3\nlamps = none\n")
    watchers = Watchers(evening)
    for _ in range(6000 // TICK_MS):
        evening.step()
    watchers.run_ms(500)
    evening.body(2).do(evening.body(2).put_in(0b111_000_001))
    watchers.run_ms(2500)
    watchers.press(2, LEFT, hold_ms=600)
    assert watchers.seen["trial"] > 100

"""Tanz der Hornochsen the whole way: tiles sealed in slots, keys, lights, link and laptop. In made-up time."""

from collections.abc import Iterator

import pytest

from tavolo.games.tanz_der_hornochsen import rules as game
from tavolo.games.tanz_der_hornochsen.choices import next_in_open_round, way_of_choosing
from tavolo.games.tanz_der_hornochsen.rounds import must_buy
from tavolo.lights import palette
from tavolo.rules.contract import Setup
from tavolo.rules.record import Record
from tavolo_host.virtual.person import Lamp, looks_refused
from tavolo_host.virtual.source import VirtualSource
from tavolo_host.virtual.table import PASS_MS
from tests.host.source_support import STEP_MS, run_until, source_of
from tests.rules.play import next_action
from tests.rules.support import Numbers
from tests.table.evening import Evening


def started(players: int, seed: int) -> Evening:
    evening = Evening(seed)
    evening.company.start(Setup(game, players))
    evening.run_until(lambda: evening.board.referee.play is not None)
    return evening


def test_the_last_tile_that_is_turned_up_is_seen_to_be_accepted_though_choosing_is_secret() -> None:
    evening = started(3, 3)
    evening.run_until(lambda: evening.board.referee.play.record.position.phase == game.CHOOSING)
    seat = evening.company.seats[0]
    assert evening.board.referee.play.veiled
    assert palette.RGB[palette.ACCEPTED] in evening.lamp_colours(seat)


def test_in_an_open_round_only_the_slot_of_who_shows_is_uncovered() -> None:
    record, numbers = Record(Setup(game, 4, dealt=True)), Numbers(1)
    while not (record.position.is_open and next_in_open_round(record.position)):
        record.apply(next_action(record, numbers))
    evening = Evening()
    evening.take_up(Setup(game, 4), list(record.actions))
    play = evening.board.referee.play
    turn = [player for player in game.to_act(record.position) if way_of_choosing(record.position, player) == game.SHOW]
    assert len(turn) == 1
    assert play.veiled == tuple(seat for player, seat in enumerate(play.seats) if player not in turn)


def test_no_lamp_of_a_seat_that_is_to_choose_looks_like_a_refusal() -> None:
    """Seat 6 is red: its lamp would make people take a tile out that is being sealed."""
    evening = started(8, 8)
    play = evening.board.referee.play
    lamp = Lamp()

    def looks_right() -> bool:
        lamp.look(evening.table.hardware.lamps.pixels[5], PASS_MS)
        assert not looks_refused(lamp)
        return bool(play.record.position.round == 3)

    evening.run_until(looks_right)


# ---- visitors


@pytest.fixture
def source() -> Iterator[VirtualSource]:
    source = source_of(Setup(game, 3))
    run_until(source, lambda: source.companion.connected)
    yield source
    source.close()


def press(source: VirtualSource, *keys: int) -> None:
    for key in keys:
        for down in (True, False):
            source.key("ada", key, down)
            for _ in range(20):
                source.step(STEP_MS)


def seal(source: VirtualSource, tile: int) -> None:
    assert source.play("ada", tile) is None
    for _ in range(120):
        source.step(STEP_MS)
    press(source, 2)


def test_a_visitor_seals_tiles_buys_and_keeps_the_tile_that_was_clicked(source: VirtualSource) -> None:
    source.sit("ada", 3)
    source.start(3)
    run_until(source, lambda: source.mirror.position is not None and source.mirror.position.phase == game.CHOOSING)
    player = list(source.mirror.seats).index(3)
    hand = source.own("ada").hand
    press(source, 1, 1, 2)  # two tiles
    run_until(source, lambda: source.mirror.position.bought[player] == 1)
    run_until(source, lambda: len(source.own("ada").hand) == len(hand) + 2)
    kept = None
    while kept is None:
        run_until(source, lambda: is_to_act(source, player))
        position = source.mirror.position
        own = source.own("ada")
        if position.phase == game.KEEPING:
            kept = max(position.taken)
            assert set(position.taken) <= set(own.hand)
            assert source.play("ada", kept) is None
        elif any(action[0] == game.BUY for action in game.legal(position, player)) and must_buy(position, player):
            press(source, 1, 2)
        else:
            seal(source, max(own.hand) if position.round % 2 else min(own.hand))
    run_until(source, lambda: (game.KEEP, player) in source.mirror.actions)
    run_until(source, lambda: kept in source.table.company.hand(3))
    press(source, 1, 1, 2)  # keeps no more
    run_until(source, lambda: source.mirror.actions[-1][0] != game.KEEP)
    assert (game.STOP, player) in source.mirror.actions
    assert source.mirror.in_step is True


def is_to_act(source: VirtualSource, player: int) -> bool:
    company = source.table.company
    return (
        len(company.record.actions) == len(source.mirror.actions)
        and player in game.to_act(source.mirror.position)
        and source.own("ada").in_slot is None
        and not source.table.bodies[3].is_moving()
    )

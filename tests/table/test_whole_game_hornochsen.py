"""Tanz der Hornochsen at the whole table: what lamps and slots show while tiles are turned up, chosen and shown."""

from tavolo.games.tanz_der_hornochsen import rules as game
from tavolo.games.tanz_der_hornochsen.choices import next_in_open_round, way_of_choosing
from tavolo.lights import palette
from tavolo.rules.contract import Setup
from tavolo.rules.record import Record
from tavolo_host.people.lamp import Lamp
from tavolo_host.simulator.hardware import TICK_MS
from tests.rules.play import next_action
from tests.rules.support import Numbers
from tests.table.evening import Evening


def started(players: int, seed: int) -> Evening:
    evening = Evening(seed)
    evening.start_by_keys(Setup(game, players))
    evening.run_until(lambda: evening.board.referee.play is not None)
    return evening


def test_the_last_turned_up_tile_is_visibly_accepted_though_choosing_is_secret() -> None:
    evening = started(3, 3)
    evening.run_until(lambda: evening.board.referee.play.record.position.phase == game.CHOOSING)
    seat = evening.virtual_players.follower.seats[0]
    assert evening.board.referee.play.veiled()
    assert palette.RGB[palette.ACCEPTED] in evening.lamp_colours(seat)


def test_in_an_open_round_only_the_slot_of_the_showing_player_is_unveiled() -> None:
    record, numbers = Record(Setup(game, 4, dealt=True)), Numbers(1)
    while not (record.position.is_open and next_in_open_round(record.position)):
        record.apply(next_action(record, numbers))
    evening = Evening()
    evening.resume_game(Setup(game, 4), list(record.actions))
    play = evening.board.referee.play
    turn = [player for player in game.to_act(record.position) if way_of_choosing(record.position, player) == game.SHOW]
    assert len(turn) == 1
    assert play.veiled() == tuple(seat for player, seat in enumerate(play.seats) if player not in turn)


def test_no_lamp_of_a_seat_that_is_to_choose_looks_like_a_refusal() -> None:
    """Seat 6 is red: its lamp might make people take out a tile that is being sealed."""
    evening = started(8, 8)
    play = evening.board.referee.play
    lamp = Lamp()

    def looks_right() -> bool:
        lamp.look(evening.table.hardware.lamps.pixels[5], TICK_MS)
        assert not lamp.is_refusing
        return bool(play.record.position.round == 3)

    evening.run_until(looks_right)

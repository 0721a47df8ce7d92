"""What hands have sealed is what virtual players know of it, whenever the laptop learns of it."""

from types import SimpleNamespace

from tavolo.rules.record import Record
from tests.table.sealed_course import a_secret
from tests.table.sealed_evening import SealedEvening

BELIEVED = 3  # actions that the laptop did not receive


def laptop_with(evening: SealedEvening, length: int) -> SimpleNamespace:
    """A laptop in step after this many actions."""
    virtual_players, setup = evening.table.virtual_players, evening.board.referee.play.record.setup
    record = Record(setup)
    for action in list(evening.board.referee.play.record.actions)[:length]:
        record.apply(setup.game.public(action))
    follower = virtual_players.follower
    return SimpleNamespace(record=record, game_number=follower._game_number, board_game=0, seats=follower.seats)


def test_sealed_cards_from_while_the_laptop_was_away_are_known_when_it_has_caught_up() -> None:
    for course in a_secret("bambuti", 0):
        evening = SealedEvening(course)
        virtual_players = evening.table.virtual_players
        evening.play()
        assert virtual_players.record is not None
        done = list(virtual_players.record.actions)
        list(virtual_players.follower.follow(laptop_with(evening, len(done) - BELIEVED)))  # type: ignore[arg-type]
        assert len(virtual_players.record.actions) == len(done) - BELIEVED
        list(virtual_players.follower.follow(laptop_with(evening, len(done))))  # type: ignore[arg-type]
        assert list(virtual_players.record.actions) == done

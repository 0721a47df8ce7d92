"""At a board that is watched the laptop keeps the games, and has them and their names back after a restart."""

from pathlib import Path
from random import Random

import pytest

from tavolo.games import load, setup_from_text
from tavolo.rules.record import Record
from tavolo_host.board.companion import Companion
from tavolo_host.history.history import History
from tavolo_host.history.history_file import Unusable
from tavolo_host.history.kept_game import ABANDONED, OPEN, OVER, KeptGame
from tavolo_host.people.table import VirtualTable
from tavolo_host.seats.admissions import Admission
from tavolo_host.sources.board_keeper import LATE_S
from tavolo_host.sources.board_source import WatchSource
from tavolo_host.sources.kept_people import EVENING_S
from tavolo_host.texts.deferred import deferred
from tests.sources.source_support import SHORT, STEP_MS, WAKING_MS, Line

PORT = 8521


class Watched:
    """A board with people at it, and a laptop that comes and goes."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.now_s = 1e9
        self.line = Line()
        self.table = VirtualTable(Random(4), self.line.board)
        self.table.virtual_players.unhurried = 0.0
        self.begin()

    def begin(self) -> None:
        """The laptop's program starts."""
        self.source = WatchSource(Companion(self.line.url))
        self.source.keep(self.file, PORT, lambda: self.now_s)
        self.table.virtual_players.follower.laptop = self.source.mirror
        self.run_ms(WAKING_MS)

    def end(self) -> None:
        """It is killed."""
        self.source._keeper.close()  # type: ignore[union-attr]
        self.source.companion.close()

    def run_ms(self, milliseconds: float) -> None:
        for _ in range(int(milliseconds / STEP_MS)):
            self.step()

    def step(self) -> None:
        self.now_s += STEP_MS / 1000
        for _ in range(2):
            self.table.step()
        self.source.step(STEP_MS)

    def play(self, text: str, count: int) -> None:
        setup = setup_from_text(f"{text} table")
        assert self.source.start(setup.players, setup.game, setup.options) is None
        self.until(count)

    def until(self, count: int) -> None:
        """Until there are that many actions, or the game is over."""
        for _ in range(200_000):
            if len(self.source.mirror.actions) >= count or self.source.mirror.result:
                return
            self.step()
        raise AssertionError("The game does not go on.")

    def games(self) -> list[KeptGame]:
        with History(self.file) as history:
            return history.games()

    def actions(self, game: KeptGame) -> list[tuple[int, ...]]:
        with History(self.file) as history:
            return [each.action for each in history.actions(game.id)]


@pytest.fixture
def watched(tmp_path: Path) -> Watched:
    return Watched(tmp_path / "tavolo.sqlite")


@pytest.mark.parametrize("name", ["bambuti", "david-goliath"])
def test_a_game_at_a_board_is_kept_with_its_public_actions_names_and_result(name: str, watched: Watched) -> None:
    for seat in range(8):
        watched.source.name_seat(seat, f"Player {seat}")
    watched.play(f"{name} players={load(name).SEATS[0]} {SHORT[name]}", 10_000)
    (game,) = watched.games()
    mirror = watched.source.mirror
    assert (game.ending, game.board, game.length) == (OVER, "virtual", len(mirror.actions))
    assert [(each.seat, each.name, each.level) for each in game.players] == [
        (seat, f"Player {seat}", "") for seat in mirror.seats
    ]
    assert watched.actions(game) == list(mirror.actions)
    assert watched.source.evening() == game.evening
    replayed = Record(setup_from_text(game.setup))
    for action in watched.actions(game):
        replayed.apply(action)
    assert replayed.game.outcome(replayed.position) == game.outcome


def test_a_restarted_laptop_has_game_names_and_phones_back(watched: Watched) -> None:
    watched.source.roster.visitor_names.set_name("ada's phone", "Ada")
    watched.source.roster.sit("ada's phone", 0)
    watched.source.roster.invited.visitors["ben's phone"] = Admission(1.0, 2.0)
    watched.source.roster.invited.address = "192.168.1.7"
    watched.source.name_seat(4, "Carla")
    watched.play("kuh-vadis players=2", 8)
    watched.end()
    for _ in range(400):  # people go on without the laptop as far as they can
        watched.table.step()
    watched.begin()
    roster = watched.source.roster
    assert (roster.seats, roster.invited.visitors) == ({"ada's phone": 0}, {"ben's phone": Admission(1.0, 2.0)})
    assert roster.invited.address == "192.168.1.7"
    assert [view.name for view in watched.source.seats() if view.name] == ["Ada", "Carla"]
    watched.until(20)
    (game,) = watched.games()
    assert watched.actions(game) == list(watched.source.mirror.actions)
    assert [each.name for each in game.players] == ["Ada", "Carla"]


@pytest.mark.parametrize("what", ["open_file.opened", "unfinished_games.UnfinishedGames.newest_at"])
def test_a_game_is_kept_once_and_its_people_come_back_when_the_disk_was_full_at_the_start(
    what: str, watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched.source.roster.visitor_names.set_name("ada's phone", "Ada")
    watched.source.roster.sit("ada's phone", 0)
    watched.play("kuh-vadis players=2", 8)
    watched.end()

    def full(*_: object) -> None:
        raise Unusable(deferred("The disk with {} is full.", watched.file))

    with monkeypatch.context() as changed:
        changed.setattr(f"tavolo_host.history.{what}", full)
        watched.begin()
        watched.until(8)
        watched.run_ms(100)
        told = [entry.sentence for entry in watched.source.mirror.log]
        assert f"The disk with {watched.file} is full. What is played now is not kept." in told
    watched.now_s += LATE_S * 20
    watched.run_ms(100)
    watched.until(20)
    watched.run_ms(100)
    (game,) = watched.games()
    assert len(watched.actions(game)) == len(watched.source.mirror.actions) >= 20
    assert watched.source.roster.seats == {"ada's phone": 0}


def test_another_page_has_the_names_of_the_game_that_goes_on_at_the_board(watched: Watched) -> None:
    watched.source.name_seat(4, "Carla")
    watched.play("kuh-vadis players=2", 8)
    watched.end()
    watched.now_s += EVENING_S
    watched.begin()
    assert [view.name for view in watched.source.seats() if view.name] == ["Carla"]
    assert len(watched.games()) == 1


def test_a_result_that_was_kept_is_not_kept_twice_after_a_restart(watched: Watched) -> None:
    watched.play("bambuti players=2 passes=1", 10_000)
    watched.run_ms(100)
    before = watched.games()
    watched.end()
    watched.begin()
    assert watched.source.mirror.result
    assert watched.games() == before


def test_a_game_that_was_left_for_another_one_without_the_laptop_was_abandoned(watched: Watched) -> None:
    watched.play("kuh-vadis players=2", 8)
    watched.end()
    other = WatchSource(Companion(watched.line.url))  # a laptop that keeps nothing
    watched.table.virtual_players.follower.laptop = other.mirror
    watched.source = other
    watched.run_ms(WAKING_MS)
    watched.table.virtual_players.look_up()
    assert other.ask("a visitor", "abandon", False) is None
    watched.run_ms(2000)
    assert other.mirror.game is None
    watched.play("kuh-vadis players=2", 3)
    other.companion.close()
    watched.begin()
    watched.until(5)
    new, old = watched.games()
    assert (old.ending, new.ending) == (ABANDONED, OPEN)
    assert watched.actions(new) == list(watched.source.mirror.actions)


def test_a_kept_game_of_people_at_other_seats_is_not_that_of_the_board(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched.play("kuh-vadis players=2", 8)
    watched.end()
    at_end = KeptGame.at_end
    monkeypatch.setattr(KeptGame, "at_end", lambda kept: [each._replace(seat=each.seat + 1) for each in at_end(kept)])
    watched.begin()
    watched.until(10)
    watched.run_ms(100)
    new, old = watched.games()
    assert (old.ending, new.ending) == (ABANDONED, OPEN)


def test_a_game_that_is_abandoned_at_the_board_is_closed(watched: Watched) -> None:
    watched.play("kuh-vadis players=2", 4)
    assert watched.source.ask("a visitor", "abandon", False) is None
    watched.run_ms(2000)
    (game,) = watched.games()
    assert game.ending == ABANDONED

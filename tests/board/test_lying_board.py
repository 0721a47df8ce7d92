"""A board that lies: whatever it says, the laptop's program goes on, what it shows can be shown, and little is kept."""

from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tavolo.games import names
from tavolo.link.messages import encode
from tavolo.link.telemetry import LAPTOP
from tavolo.play import reasons
from tavolo_host.board import client, settings
from tavolo_host.board.log import LONGEST_LOG
from tavolo_host.board.mirror import Mirror
from tavolo_host.board.port import PortState
from tavolo_host.board.serial_port import PortError
from tavolo_host.display.app import Drive
from tavolo_host.display.live.page import Page
from tavolo_host.display.model.playback import Playback
from tavolo_host.seats.presence import Presence
from tavolo_host.seats.roster import Roster
from tavolo_host.selftest import bench
from tests.board.lying_board import GAMES, LyingBoard

LAPTOPS = 4  # of each game with its fewest and its most players
LOOKS = 15  # at each of them
STEPS = 5  # before each of these: 2400 steps in all


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_whatever_a_board_says_the_program_goes_on_and_the_page_can_be_shown(game: str, players: int) -> None:
    board = LyingBoard(game, players)
    for seed in range(LAPTOPS):
        random = Random(seed)
        board.connect()
        for _ in range(LOOKS):
            for _ in range(STEPS):
                board.step(random)
            board.look()


def told(board: LyingBoard) -> list[str]:
    return [entry.sentence for entry in board.source.mirror.log]


def heard(board: LyingBoard, kind: str, *values: Any) -> Mirror:
    """What is known after a message, which was looked at too."""
    board.says(kind, encode(kind, *values))
    board.look()
    return board.source.mirror


@pytest.mark.parametrize(
    ("seats", "setup"),
    [
        ((0,), "david-goliath players=3 table"),
        ((0, 1, 2, 3), "david-goliath players=3 table"),
        ((1, 1, 1), "david-goliath players=3 table"),
        ((0, 1, 2), "david-goliath players=3 dealt"),
    ],
)
def test_a_game_that_no_table_plays_at_these_seats_is_out_of_step(seats: tuple[int, ...], setup: str) -> None:
    board = LyingBoard(players=3)
    mirror = heard(board, "start", 0, seats, setup)
    assert (mirror.in_step, mirror.record) == (False, None)
    assert f"no table can play “{setup}” at seats " in mirror.status
    board.truth()
    board.truth()
    assert mirror.in_step, mirror.status


@pytest.mark.parametrize(
    ("joined", "option", "value"), [((0, 1), 15, 0), ((0, 1), 0, 0), ((0, 1), 0, 9999), ((0, 1, 0), -1, 0)]
)
def test_a_lobby_that_offers_what_there_is_not_is_out_of_step(joined: tuple[int, ...], option: int, value: int) -> None:
    mirror = heard(LyingBoard(), "lobby", joined, 0, option, value)
    assert (mirror.in_step, mirror.view.is_lobby) == (False, False)


def test_previews_that_cannot_be_are_not_shown() -> None:
    board = LyingBoard("yellowstone-park", 3)
    while board.source.mirror.game is None or board.companion.mirror.game.to_act(board.record.position) != (0,):  # type: ignore[union-attr]
        board.truth()
    action = board.record.game.legal(board.record.position, 0)[0]
    mirror = heard(board, "choosing", 0, 0, 2, action)
    assert list(mirror.view.choosing) == [0]
    mirror.view.choosing.clear()
    for seat, option, options, what in (
        (0, 2, 2, action),
        (1, 0, 2, action),
        (7, 0, 2, action),
        (0, 0, 2, (action[0], 1, *action[2:])),
        (0, 0, 2, (9,)),
        (0, 0, 2, (action[0],)),
        (0, 0, 2, (*action, 999)),
    ):
        assert not heard(board, "choosing", seat, option, options, what).view.choosing, (seat, option, options, what)


def test_unprintable_letters_are_replaced() -> None:
    board = LyingBoard()
    heard(board, "note", "table", -1, (reasons.SETTING_UNKNOWN, 3, 65, 0xD800, -5, 7, 0x202E, 66))
    assert "“A����B”" in told(board)[-1]


def test_unknown_messages_are_logged_once_a_second() -> None:
    board = LyingBoard()
    entries = len(told(board))
    for _ in range(50):  # two seconds
        board.says("dance", "now")
    assert 2 <= len(told(board)) - entries <= 3


def test_a_lasting_difference_is_logged_once() -> None:
    board = LyingBoard()
    entries = len(told(board))
    for _ in range(100):
        heard(board, "lobby", (), len(names()), -1, 0)
    assert len(told(board)) - entries == 1


def test_endless_messages_are_kept_within_limits() -> None:
    board = LyingBoard()
    for number in range(1500):
        board.source.mirror.take("note", ("table", -1, (8,)), number)
        board.source.mirror.take("start", (0, (0, 1, 2), "david-goliath players=3 table"), number)
        board.source.mirror.take("choosing", (number % 8, 0, 9999, (number % 9, 0)), number)
        board.source.mirror.take("abandoned", (), number)
    mirror = board.source.mirror
    assert (len(mirror.log), len(mirror.view.choosing)) == (LONGEST_LOG, 0)


def test_a_board_that_never_answers_is_asked_so_much_and_no_more() -> None:
    board = LyingBoard()
    asked = []
    for _ in range(client.MOST_PENDING + 5):
        asked.append(board.companion.ask("undo", 0, LAPTOP))
        board.run()
    assert [request.accepted for request in asked].count(None) == client.MOST_PENDING
    assert asked[-1].sentence == "The board has not answered the previous request yet."


# ---- what asks a board by itself


class Telling:
    """A port whose board tells what a test wants, and says yes to everything."""

    def __init__(self, *told: tuple[str, tuple[Any, ...]]) -> None:
        self.state = PortState.CONNECTED
        self.sentence, self.failures, self.board = "", 0, {"boot": "1"}
        self._told = told
        self._answers: list[tuple[str, tuple[Any, ...]]] = []

    def send(self, kind: str, number: int, *_values: Any) -> bool:
        self._answers.append(("answer", (number, "yes", (8,))))
        return True

    def step(self, _elapsed_ms: int) -> list[tuple[str, tuple[Any, ...]]]:
        answers, self._answers = self._answers, []
        return [*self._told, *(("answer", (number, "yes", (8,))) for number in range(900, 990)), *answers]


def test_settings_that_a_board_invents_are_shown_as_they_are_and_not_without_end() -> None:
    pairs = tuple((f"[/{number}]", "[bold]") for number in range(40))
    port: Any = Telling(("settings", (pairs,)), ("note", ("table", -1, (84, 1, 91, 47, 93))))
    there = settings.SettingsClient(port, lambda: 10.0)
    values = there.values()
    console = settings.Console(record=True, width=200)
    settings.print_settings(console, values, there.problems())
    assert "[/7]" in console.export_text()
    for number in range(settings.MOST_TOLD):
        port._told = (("settings", (tuple((f"n{number}-{other}", "1") for other in range(40)),)),)
        there.step()
    assert len(values | there._values) < settings.MOST_TOLD + 40


def test_a_bench_believes_no_setting_that_cannot_be_and_keeps_no_end_of_readings() -> None:
    port: Any = Telling(
        ("settings", ((("cards", "marble"), ("nonsense", "1"), ("panels", "1")),)),
        ("reading", (3, (1,) * 12)),
        ("charges", (3, 1, 0, (1,) * 12)),
        ("walked", (0, 0)),
    )
    there = bench.Bench(port, lambda: 10.0)
    there.begin()
    assert (there.settings["cards"], there.settings["panels"], "nonsense" in there.settings) == ("glued", "1", False)
    assert not there.chips[3].charges
    for _ in range(bench.MOST_KEPT + 5):
        there.step()
    assert len(there.chips[3].readings) == bench.MOST_KEPT
    assert len(there.walked) < 3


# ---- the outermost edges


class Failing:
    """A table whose every step raises an unexpected error, with a real mirror."""

    def __init__(self, failure: Exception) -> None:
        self.mirror = Mirror()
        self.roster = Roster(Mirror)
        self._failure = failure

    has_own_time = True

    def step(self, _elapsed_ms: float) -> None:
        raise self._failure

    def seats(self) -> None:
        raise self._failure


NOBODY = Presence(Roster(Mirror))


def test_the_table_goes_on_after_a_fault_of_the_program_which_the_log_names_once_a_second() -> None:
    source: Any = Failing(RuntimeError("what nobody may know"))
    drive = Drive(source, NOBODY, (PortError,))
    for moment in range(0, 2500, 10):
        source.mirror.time_is(moment)
        assert drive.goes_on(10)
    entries = [entry.sentence for entry in source.mirror.log]
    assert len(entries) == 3
    assert entries[0].startswith("The program ran into a bug and goes on: RuntimeError in test_lying_board.py:")
    assert "nobody may know" not in "".join(entries)


def test_a_table_that_has_ended_ends_the_program() -> None:
    source: Any = Failing(PortError("The emulator has ended."))
    drive = Drive(source, NOBODY, (PortError,))
    assert not drive.goes_on(10)
    assert str(drive.failure) == "The emulator has ended."


def test_a_look_that_fails_is_logged_and_the_page_goes_on() -> None:
    page = Page.__new__(Page)
    source: Any = Failing(KeyError("what nobody may know"))
    page._table, page._presence, page._visitor, page._tongue = source, NOBODY, "visitor", ("en", False)
    page._roster, page._playback = source.roster, Playback()
    page._preferences = cast("Any", SimpleNamespace(is_reduced=False))
    page._client = cast("Any", SimpleNamespace(has_socket_connection=True))
    page._middle = cast("Any", SimpleNamespace(wanted=lambda moment: moment))
    page.look()
    page.look()
    assert [entry.sentence.split(" in ")[0] for entry in source.mirror.log] == [
        "The program ran into a bug and goes on: KeyError"
    ]

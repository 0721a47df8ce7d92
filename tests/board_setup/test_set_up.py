"""A board is set up from a laptop: by its own wires, through its own firmware, whatever happens meanwhile."""

from random import Random
from typing import Any

import pytest

from host.tools.set_up_robot import Robot
from tavolo.games import load
from tavolo.maker.settings import FILE
from tavolo.rules.contract import Setup
from tavolo_host.board.client import Request
from tavolo_host.board_setup.set_up import TOO_OLD, UNSEEN_MS, Stage
from tavolo_host.display.parts.geometry import places
from tests.board_setup.evening import Bench
from tests.board_setup.maker import built


def bench_with(panels: int = 1, track: int = 0, seats: tuple[int, ...] = (), seed: int = 3) -> Bench:
    """A new board with so much on it, at its first laptop."""
    random = Random(seed)
    bench = Bench(built(random, panels, track, "none", seats), random)
    bench.until(lambda: bench.set_up.is_wanted)
    return bench


def to_question(bench: Bench, name: str) -> None:
    """Answer until this question is at hand."""
    if bench.set_up.stage is Stage.RESTS:
        bench.set_up.begin()
    while bench.set_up.question is None or bench.set_up.question.name != name:
        bench.answer()


def test_a_new_board_is_asked_about_once() -> None:
    bench = bench_with()
    bench.finish()
    assert bench.kept.items() >= bench.board.settings().items()
    bench.set_up.leave()
    bench.table.power_cycle()
    bench.run_ms(6000)
    assert not bench.set_up.is_wanted
    assert bench.set_up.values.items() >= bench.board.settings().items()


def test_who_puts_it_off_is_not_asked_again_and_the_board_is_free() -> None:
    bench = bench_with()
    to_question(bench, "field_place")
    assert bench.set_up.is_running
    bench.set_up.leave()
    bench.run_ms(1000)
    assert not bench.set_up.is_wanted
    assert not bench.set_up.is_running
    assert bench.table.board.workbench.selftest is None
    assert FILE not in bench.table.hardware.virtual_files.contents


def test_a_board_whose_page_is_closed_is_free_and_the_set_up_goes_on_later() -> None:
    bench = bench_with()
    to_question(bench, "field_place")
    answers = list(bench.set_up.answers)
    bench.is_seen = False
    bench.run_ms(UNSEEN_MS + 1000)
    assert bench.table.board.workbench.selftest is None
    assert not bench.set_up.is_running
    bench.is_seen = True
    bench.until(lambda: bench.is_shown)
    assert bench.set_up.answers == answers
    bench.finish()
    assert bench.kept.items() >= bench.board.settings().items()


@pytest.mark.parametrize("name", ["panels", "field_place", "power", "write"])
def test_a_board_that_loses_its_power_is_told_again_what_it_needs(name: str) -> None:
    bench = bench_with(panels=2)
    to_question(bench, name)
    bench.table.power_cycle()
    bench.finish()
    assert bench.kept.items() >= bench.board.settings().items()


def test_a_cable_that_is_pulled_while_settings_are_written_loses_none() -> None:
    bench = bench_with()
    to_question(bench, "write")
    bench.answer()
    for _ in range(20):
        bench.cable.pull()
        bench.run_ms(50)
    bench.until(lambda: bench.set_up.stage is Stage.DONE)
    assert bench.kept.items() >= bench.board.settings().items()


def test_a_check_that_is_cut_off_says_so_and_can_be_done_again() -> None:
    bench = bench_with()
    to_question(bench, "write")
    bench.answer()
    bench.until(lambda: bench.set_up.check is not None)
    bench.run_ms(3000)
    bench.table.power_cycle()
    bench.until(lambda: bench.set_up.stage is Stage.DONE)
    assert bench.set_up.check is not None
    assert bench.set_up.check.problem
    bench.set_up.check_again()
    bench.until(lambda: bench.set_up.report is not None and bench.set_up.stage is Stage.DONE)
    assert bench.set_up.report is not None
    assert bench.set_up.report.passed


def test_keys_that_are_touched_are_seen_where_they_are_felt() -> None:
    bench = bench_with(seats=(1, 5))
    to_question(bench, "touch")
    bench.run_ms(1500)
    body = bench.table.bodies[5]
    body.do(body.press(2, hold_ms=400))
    bench.run_ms(800)
    assert bench.set_up.touched == {(5, 2)}
    assert bench.set_up.answering == {1, 5}


def test_an_answer_to_a_question_that_another_browser_has_answered_changes_nothing() -> None:
    bench = bench_with()
    to_question(bench, "field_colour")
    number = len(bench.set_up.answers)
    assert bench.set_up.answer(number, "green")
    before = list(bench.set_up.answers)
    assert bench.set_up.question is not None
    assert bench.set_up.question.name == "field_colour"
    assert not bench.set_up.answer(number, "red")
    assert bench.set_up.answers == before


def test_a_pixel_is_lit_again_after_a_power_cut() -> None:
    bench = bench_with()
    to_question(bench, "field_place")
    bench.until(lambda: bench.is_shown)
    bench.run_ms(50)
    assert bench.set_up.question is not None
    before = bench.look(bench.set_up.question)
    assert len(before) == 1
    bench.table.power_cycle()
    bench.run_ms(4000)
    assert bench.look(bench.set_up.question) == before


def test_settings_that_are_changed_elsewhere_are_known_after_the_next_start() -> None:
    bench = bench_with()
    bench.run_ms(500)
    assert bench.set_up.values["brightness"] == "100"
    bench.table.hardware.virtual_files.write(FILE, b"brightness = 40")
    bench.table.power_cycle()
    bench.run_ms(4000)
    assert bench.set_up.values["brightness"] == "40"
    assert not bench.set_up.is_new


def test_settings_that_the_board_refuses_are_told_and_asked_again() -> None:
    bench = bench_with()
    to_question(bench, "write")
    bench.table.hardware.virtual_files.write = _no_room  # type: ignore[method-assign]
    bench.answer()
    bench.until(lambda: bench.set_up.stage is Stage.ASKS)
    assert "has not kept the settings" in bench.set_up.refusal
    del bench.table.hardware.virtual_files.write  # type: ignore[method-assign]
    bench.finish()
    assert bench.kept.items() >= bench.board.settings().items()


def _no_room(name: str, content: bytes) -> None:
    raise OSError(28, "No space left on device")


def test_an_older_board_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = bench_with()
    ask = bench.companion.ask

    def ask_older(kind: str, *values: Any) -> Request:
        """Ask a board whose firmware does not know how to light single bytes."""
        return Request(kind, values, accepted=False, is_older=True) if kind == "light" else ask(kind, *values)

    monkeypatch.setattr(bench.companion, "ask", ask_older)
    bench.set_up.begin()
    bench.until(lambda: bench.set_up.stage is Stage.RESTS)
    assert bench.set_up.refusal == TOO_OLD
    bench.run_ms(1000)
    assert bench.table.board.workbench.selftest is None


@pytest.mark.parametrize("seed", range(1, 6))
def test_whatever_impatient_people_do_the_settings_end_as_built(seed: int) -> None:
    robot = Robot(seed)
    assert robot.run() == []
    assert robot.counts.total() >= 1


def test_a_game_at_the_board_comes_before_a_set_up() -> None:
    bench = bench_with(2, 64, tuple(range(8)))
    bench.companion.ask("new", places(2), Setup(load("kuh-vadis"), 2).text())
    bench.until(lambda: bench.companion.mirror.game is not None)
    bench.run_ms(1000)
    assert not bench.set_up.is_wanted

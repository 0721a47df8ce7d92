"""Thinking for virtual players: it blocks nothing, counts for its moment only, and survives dead workers."""

import os
import signal
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import Any

import pytest

from tavolo.games.tanz_der_hornochsen.position import BUY
from tavolo_host.display.parts.what_to_do import State
from tavolo_host.players import levels, thinking
from tavolo_host.players.costs import cost
from tavolo_host.players.of_game import choose
from tavolo_host.players.reasons import Cost, Reason
from tavolo_host.players.thinking import Answer, Decision, Thinking
from tavolo_host.players.workers import MOST_DEATHS, Engine, workers
from tavolo_host.sources.virtual_source import VirtualSource
from tests.players.deciding import thought_out
from tests.sources.source_support import awake, check_hands, commands_of, run_ms, run_until

LONG_MS = 20_000  # ten times what anybody thinks


class Head:
    """Thinks about a moment until released; `is_forgotten` when the answer is no longer wanted."""

    def __init__(self, moment: Decision) -> None:
        self.moment = moment
        self.found: Answer | None = None
        self.is_forgotten = False

    def let(self) -> None:
        self.found = Answer(choose(*self.moment[:4]), self.moment.level)

    def answer(self) -> Answer | None:
        assert not self.is_forgotten, "asked for what was forgotten"
        return self.found

    def forget(self) -> None:
        self.is_forgotten = True


class Slow(thinking.Engine):
    """A slow engine: `tracked_game` are all its tasks, newest last."""

    def __init__(self) -> None:
        super().__init__(choose)
        self.tracked_game: list[Head] = []

    def begin(self, moment: Decision) -> Any:
        self.tracked_game.append(Head(moment))
        return self.tracked_game[-1]

    def thinking(self) -> list[Head]:
        return [head for head in self.tracked_game if not head.is_forgotten]


class Few(thinking.Engine):
    """An engine of all levels that answers at once, with few iterations."""

    def begin(self, moment: Decision) -> Thinking:
        return Thinking(lambda: levels.think(moment, 8))

    def why(self, moment: Decision, action: tuple[int, ...], answer: Answer) -> Reason:
        return levels.why(moment, action, answer)


class Lazy(Executor):
    """Workers who never begin, or who break whatever they are given; `given` is that, `promised` what it leads to."""

    def __init__(self, breaks: bool = False) -> None:
        self.breaks = breaks
        self.given: list[Any] = []
        self.promised: list[Future[Any]] = []

    def submit(self, work: Callable[..., Any], *given: Any, **named: Any) -> "Future[Any]":  # type: ignore[override]
        if self.breaks:
            raise BrokenProcessPool
        self.given.append((work, given))
        self.promised.append(Future())
        return self.promised[-1]


def table_with(engine: Any, text: str = "david-goliath players=3") -> VirtualSource:
    source = awake(text)
    source.table.virtual_players.engine = engine
    return source


def moment_of(name: str, level: str = levels.STRONG) -> Callable[[], Decision]:
    """What gives a moment in a game, each time as it was first."""
    dealt, player = next(islice(thought_out(name), 3, None))
    return lambda: dealt.moment(player, level)


# ---- at the table


def test_a_player_without_an_answer_goes_on_thinking_and_nothing_blocks() -> None:
    slow = Slow()
    source = table_with(slow)
    source.start(3)
    run_until(source, lambda: bool(slow.tracked_game))
    clock, played = source.table.clock.now_us, len(source.mirror.actions)
    run_ms(source, LONG_MS)
    assert source.table.clock.now_us - clock > (LONG_MS - 100) * 1000
    assert len(source.mirror.actions) == played
    assert len(slow.tracked_game) == 1, "asked once"
    slow.tracked_game[0].let()
    run_until(source, lambda: len(source.mirror.actions) > played)
    run_until(source, lambda: len(slow.tracked_game) > 1)


def test_who_chooses_while_others_do_goes_on_thinking_until_the_choice_is_no_longer_possible() -> None:
    slow = Slow()
    source = table_with(slow, "tanz-der-hornochsen players=3")
    source.start(3)
    run_until(source, lambda: len(slow.thinking()) == 3)
    record = source.table.virtual_players.record
    assert record is not None
    for each, is_possible in zip(slow.thinking(), (True, False, True), strict=True):
        each.let()
        assert each.found is not None
        assert each.found.action not in record.actions
        if not is_possible:
            each.found = Answer((BUY, each.moment.player, 99), "none")
            run_until(source, lambda: len(slow.tracked_game) > 3)
            assert slow.thinking()[-1].moment.player == each.moment.player
            slow.thinking()[-1].let()
            each = slow.tracked_game[-1]
        run_until(source, lambda found=each.found: found.action in record.actions)  # others' tiles may come before
        asked = [other.moment.player for other in slow.tracked_game]
        assert asked.count(each.moment.player) == (1 if is_possible else 2)
    check_hands(source)


def test_an_undo_in_the_middle_of_thinking_restarts_it() -> None:
    slow = Slow()
    source = table_with(slow)
    source.visitors.sit("ada", 3)
    source.start(3)
    while source.what_to_do("ada").state != State.CHOOSE:
        for head in slow.thinking():
            head.let()
        run_ms(source, 100)
    source.do("ada", source.what_to_do("ada").choices[0])
    run_until(source, lambda: source.what_to_do("ada").state == State.WAIT and bool(slow.thinking()))
    (late,) = slow.thinking()
    commands_of(source, "ada").ask("undo")
    run_until(source, lambda: source.what_to_do("ada").state == State.CHOOSE)
    late.let()
    run_ms(source, LONG_MS)
    assert source.what_to_do("ada").state == State.CHOOSE, "a player played out of turn"
    check_hands(source)
    actions, asked = len(source.mirror.actions), len(slow.tracked_game)
    source.do("ada", source.what_to_do("ada").choices[-1])
    run_until(source, lambda: len(slow.tracked_game) > asked)
    assert late.is_forgotten
    assert len(source.mirror.actions) == actions + 1, "what was thought before the undo was done"


def test_a_new_level_restarts_thinking_at_that_level() -> None:
    slow = Slow()
    source = table_with(slow)
    source.start(3)
    run_until(source, lambda: bool(slow.tracked_game))
    source.visitors.set_level(levels.STRONG)
    run_until(source, lambda: len(slow.tracked_game) > 1)
    assert [head.is_forgotten for head in slow.tracked_game] == [True, False]
    assert [head.moment.level for head in slow.tracked_game] == [levels.SENSIBLE, levels.STRONG]


def test_a_hint_is_thought_about_until_it_is_there_and_each_moment_has_its_own() -> None:
    source = table_with(thinking.Engine(choose))
    source.visitors.sit("ada", 3)
    source.start(3)
    run_until(source, lambda: source.what_to_do("ada").state == State.CHOOSE)
    slow = source.table.virtual_players.engine = Slow()
    hint = source.tutor.hint("ada")
    assert hint is not None
    assert (hint.choice, hint.reason.words) == (None, "Thinking …")
    assert source.tutor.hint("ada") == hint
    (head,) = slow.tracked_game
    head.let()
    hint = source.tutor.hint("ada")
    assert hint is not None
    assert hint.choice in source.what_to_do("ada").choices
    hinted = source.table.virtual_players.follower.tracked_game.hinted
    assert hinted == {(len(source.mirror.actions), source.mirror.seats.index(3)): hint.choice.action}
    source.visitors.set_level(levels.STRONG)
    assert source.tutor.hint("ada") != hint, "that was the sensible one's"
    assert [head.moment.level for head in slow.tracked_game] == [levels.SENSIBLE, levels.STRONG]
    source.visitors.set_level(levels.EASY)
    source.tutor.hint("ada")
    assert slow.tracked_game[-1].moment.level == levels.SENSIBLE, "careless hints help nobody"


@pytest.mark.parametrize("stands_up", [True, False])
def test_a_hint_for_who_has_left_the_seat_or_goes_on_in_another_browser_is_given_up(stands_up: bool) -> None:
    source = table_with(thinking.Engine(choose))
    source.visitors.sit("ada", 3)
    source.start(3)
    run_until(source, lambda: source.what_to_do("ada").state == State.CHOOSE)
    slow = source.table.virtual_players.engine = Slow()
    source.tutor.hint("ada")
    assert len(slow.thinking()) == 1
    if stands_up:
        source.visitors.stand("ada")
    else:
        assert source.visitors.hand_over(3, "eve") is None
    assert slow.thinking() == []


def test_a_virtual_player_explains_a_decision_by_the_figures_that_made_it_at_any_later_level() -> None:
    source = table_with(Few(choose), "kuh-vadis players=2")
    source.visitors.set_level(levels.STRONG)
    source.start(2)
    run_until(source, lambda: len(source.tutor.explained()) > 1)
    assert not source.mirror.result, "in a game without secrets reasons need not wait for its end"
    source.visitors.set_level(levels.SENSIBLE)
    number = max(source.tutor.explained())
    place = next(entry.place for entry in source.mirror.log if entry.number == number)
    found, virtual_players = (
        source.table.virtual_players.follower.tracked_game.thought[place],
        source.table.virtual_players,
    )
    assert found is not None
    thought = found[1]
    assert thought.figures is not None
    assert virtual_players.record is not None
    assert thought.action == virtual_players.record.actions[place]
    assert f"It wins {round(thought.figures[thought.action].wins * 100)} %" in str(source.tutor.why(number))


# ---- in workers


@pytest.mark.slow
def test_a_worker_finds_what_the_program_would_and_if_it_dies_a_sensible_player_answers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tavolo_host.players.workers.WORKERS", 1)  # so that what is asked while it is busy waits for it
    engine, moment = Engine(workers), moment_of("bambuti")
    try:
        search = engine.begin(moment())
        assert awaited(search) == levels.think(moment())
        assert awaited(search).level == levels.STRONG
        played = levels.think(moment_of("bambuti", levels.SENSIBLE)()).action
        weighed = engine.cost(moment(), played)
        assert awaited(weighed) == cost(moment(), played)
        interrupted = engine._submitted(signal.raise_signal, signal.SIGINT)
        assert interrupted is not None
        assert interrupted.exception() is None, "a worker hears of Ctrl-C"
        worker = engine._submitted(os.getpid)
        busy = engine._submitted(signal.pause)
        after_it, unweighed = engine.begin(moment()), engine.cost(moment(), played)
        assert worker is not None
        assert busy is not None
        os.kill(worker.result(), signal.SIGKILL)
        assert awaited(after_it) == levels.think(moment_of("bambuti", levels.SENSIBLE)())
        assert isinstance(busy.exception(), BrokenProcessPool)
        assert awaited(unweighed) == Cost(played)
        again = engine.begin(moment())
        assert awaited(again).level == levels.STRONG, "others have taken over"
    finally:
        engine.close()


def awaited(pending: Any) -> Any:
    while (answer := pending.answer()) is None:
        time.sleep(0.01)
    return answer


def test_after_repeated_deaths_no_more_workers_are_started() -> None:
    gathered: list[Executor] = []

    def gather() -> Executor:
        gathered.append(Lazy(breaks=True))
        return gathered[-1]

    engine, moment = Engine(gather), moment_of("bambuti")
    answers = [engine.begin(moment()).answer() for _ in range(3)]
    assert answers == [levels.think(moment_of("bambuti", levels.SENSIBLE)())] * 3
    assert len(gathered) == MOST_DEATHS
    assert engine.cost(moment(), ()) is None


def test_only_searches_go_to_workers_and_cancelled_ones_are_not_started() -> None:
    lazy = Lazy()
    engine = Engine(lambda: lazy)
    for level in (levels.EASY, levels.SENSIBLE):
        moment = moment_of("david-goliath", level)
        engine.wake(level)
        answer = engine.begin(moment()).answer()
        assert answer == levels.think(moment())
        assert answer is not None
        assert engine.why(moment(), answer.action, answer) == levels.why(moment(), answer.action, answer)
    assert not lazy.given
    search = engine.begin(moment_of("david-goliath")())
    assert search.answer() is None
    assert len(lazy.given) == 1
    search.forget()
    assert lazy.promised[0].cancelled()

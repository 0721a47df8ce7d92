"""Secrets do not leak: hands that differ only in cards that the board has not seen.

Two games with the same cards played at the same moments, and all other cards dealt differently, must give the same
bytes on the link and in flash, and the same bits on the pixels' wires, at the same times.
"""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tavolo.lights import palette
from tavolo.play import reasons
from tavolo.rules.contract import Refused, Setup
from tavolo.rules.record import Record
from tavolo_host.players.thinking import Engine
from tests.table.evening import DAVID, Evening, stack

PLAYERS = 4
Deal = tuple[int, ...]
Trace = list[tuple[str, int, bytes]]
Leak = Callable[[Evening], None]


class Script:
    """Plays a list of cards, one after the other, whatever the hands."""

    def __init__(self, actions: list[tuple[int, ...]]) -> None:
        self.actions = list(actions)

    def choose(self, game: Any, known: Any, player: int, random: Random) -> tuple[int, ...]:
        return self.actions.pop(0)


def a_game(random: Random, count: int) -> list[tuple[int, ...]]:
    """A deal and the first `count` plays of a random game."""
    record = Record(Setup(DAVID, PLAYERS, None, dealt=True))
    record.apply(record.chance(random.randrange))
    for _ in range(count):
        player = DAVID.to_act(record.position)[0]
        record.apply(random.choice(DAVID.legal(record.position, player)))
    return record.actions


def is_playable(deal: Deal, plays: list[tuple[int, ...]]) -> bool:
    """Whether these plays follow the rules with that deal."""
    record = Record(Setup(DAVID, PLAYERS, None, dealt=True))
    try:
        record.apply(deal)
        for play in plays:
            record.apply(play)
    except Refused:
        return False
    return True


def another_deal(random: Random, deal: Deal, plays: list[tuple[int, ...]]) -> Deal:
    """Deal the cards that were not played differently, so that the same plays follow the rules."""
    played = {play[2] for play in plays}
    cards = list(deal)
    free = [place for place in range(1, len(cards)) if cards[place] not in played]
    for _ in range(400):
        first, second = random.sample(free, 2)
        cards[first], cards[second] = cards[second], cards[first]
        if not is_playable(tuple(cards), plays):
            cards[first], cards[second] = cards[second], cards[first]
    return tuple(cards)


def hands(deal: Deal) -> list[set[int]]:
    return [set(deal[1 + 15 * player : 16 + 15 * player]) for player in range(PLAYERS)]


def trace_of(deal: Deal, plays: list[tuple[int, ...]], leak: Leak | None = None) -> Trace:
    """Play these cards with that deal; everything that leaves the board, with its time in µs."""
    evening = Evening(seed=31)
    trace: Trace = []
    write = evening.cable.board.write

    def heard(data: bytes) -> int:
        taken = write(data)
        trace.append(("link", evening.table.clock.now_us, bytes(data[:taken])))
        return taken

    evening.cable.board.write = heard
    flash = evening.table.hardware.journal_flash
    program = flash.program

    def programmed(address: int, page: bytes) -> None:
        trace.append(("flash", evening.table.clock.now_us, bytes(page)))
        program(address, page)

    flash.program = programmed
    for name in ("track", "field", "lamps"):
        wire = getattr(evening.table.hardware, name)
        wire._listener = lambda start, bits, name=name: trace.append((name, start, bits))
    evening.virtual_players.engine = Engine(Script(plays).choose)
    evening.start_by_keys(Setup(DAVID, PLAYERS))
    stack(evening.virtual_players.record, [deal])
    evening.run_until(lambda: bool(evening.hand(0)))
    if leak is not None:
        leak(evening)
    evening.play_actions(1 + len(plays))
    return trace


@pytest.mark.parametrize("count", [7, pytest.param(45, marks=pytest.mark.slow)])
def test_unseen_hands_change_nothing_that_leaves_the_board(count: int) -> None:
    random = Random(count)
    deal, *plays = a_game(random, count)
    other = another_deal(random, deal, plays)
    assert hands(deal) != hands(other)
    trace = trace_of(deal, plays)
    assert {kind for kind, _, _ in trace} == {"link", "flash", "track", "field", "lamps"}
    assert trace == trace_of(other, plays)


def leak_on_the_link(evening: Evening) -> None:
    """Firmware that knows a hand, and sends a bit of it to the laptop."""
    evening.board.publisher.note((reasons.UNDONE, sum(evening.hand(0)) % 2))


def leak_into_flash(evening: Evening) -> None:
    """Firmware that knows a hand, and stores a bit of it."""
    evening.board.journal.undone(sum(evening.hand(0)) % 2)


def leak_by_light(evening: Evening) -> None:
    """Firmware that knows a hand, and lights a space of the track by it."""
    board = evening.board
    show = board.showing.lights.show

    def show_more(canvas: Any) -> bool:
        canvas.track[sum(evening.hand(2)) % 64] = palette.WHITE
        shown: bool = show(canvas)
        return shown

    board.showing.lights.show = show_more


def leak_by_time(evening: Evening) -> None:
    """Firmware that knows a hand, and delays by it."""
    board = evening.board
    step = board.step

    def hesitate(elapsed_ms: int) -> None:
        board.step = step
        evening.table.clock.advance_us(sum(evening.hand(4)))
        step(elapsed_ms)

    board.step = hesitate


@pytest.mark.parametrize("leak", [leak_on_the_link, leak_into_flash, leak_by_light, leak_by_time])
def test_a_planted_leak_is_found(leak: Leak) -> None:
    deal, *plays = a_game(Random(7), 3)
    others = [another_deal(Random(seed), deal, plays) for seed in range(4)]
    trace = trace_of(deal, plays, leak)
    assert any(trace_of(other, plays, leak) != trace for other in others)

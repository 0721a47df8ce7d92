"""Secrets do not leak: games that differ in one sealed card alone are the same until the reveal.

The same, byte for byte and at the same times: the link, the bits on the pixels' wires, the flash, and what the page
shows to those who do not hold the card.
"""

from collections.abc import Callable
from functools import cache, partial
from itertools import count
from typing import Any

import pytest

from tavolo.games import load
from tavolo.games.bambuti import rules as bambuti
from tavolo.games.cards import code_of
from tavolo.games.tanz_der_hornochsen import rules as hornochsen
from tavolo.lights import palette
from tavolo.link.telemetry import LAPTOP
from tavolo.maker.crashes import SECRET, CrashLog
from tavolo.play import reasons
from tavolo.rules.contract import NO_CARD
from tavolo.rules.record import Record
from tavolo.seat.states import TAKE
from tavolo_host.display.parts.geometry import places
from tavolo_host.display.parts.source import OwnView
from tavolo_host.people.table import VirtualTable
from tavolo_host.simulator.body import SlotBody
from tavolo_host.simulator.hardware import TICK_MS
from tests.table.evening import WAKING_MS
from tests.table.sealed_course import Pair, a_secret, any_secret, kinds_of_secrets
from tests.table.sealed_evening import Leak, SealedEvening, channels_that_differ, trace_of


def the_first_of_two(position: Any, action: tuple[int, ...]) -> bool:
    return action[0] == hornochsen.CHOOSE and position.left[action[1]] == 2


def a_tile(position: Any, action: tuple[int, ...]) -> bool:
    return action[0] == hornochsen.CHOOSE and position.left[action[1]] == 1


KINDS = kinds_of_secrets() | {f"{hornochsen.NAME} choose-two": (hornochsen.NAME, the_first_of_two)}
GAMES = {name for name, _ in KINDS.values()}
MENDED_MS = 8000  # after which a failing chip works again


def test_the_secrets_of_games_are_found_automatically() -> None:
    assert {"bambuti lay", "tanz-der-hornochsen choose", "tanz-der-hornochsen keep"} <= KINDS.keys()
    assert "david-goliath" not in GAMES


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_a_sealed_card_changes_nothing_that_leaves_the_table_before_the_reveal(kind: str, seed: int) -> None:
    name, fits = KINDS[kind]
    one, other = a_secret(name, seed, fits)
    assert one.script != other.script
    other.lingers = True  # when a card is read and its lift felt differs from card to card
    trace = trace_of(one)
    assert all(told for channel, told in trace.items() if channel not in ("track", "to board"))  # which may be still
    assert channels_that_differ(trace, trace_of(other)) == []


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_buying_after_sealing_depends_on_no_card(seed: int) -> None:
    def is_bought_after(pair: Pair) -> bool:
        secret, *then = pair[0].script
        return (hornochsen.BUY, secret[1]) in [action[:2] for action in then]

    pairs = (a_secret(hornochsen.NAME, number, a_tile) for number in count(10 * seed))
    one, other = next(pair for pair in pairs if is_bought_after(pair))
    other.lingers = True
    trace = trace_of(one)
    assert b" %d,%d," % (hornochsen.BUY, one.player) in b"".join(data for _, data in trace["link"])
    assert channels_that_differ(trace, trace_of(other)) == []


def test_a_refusal_reveals_no_card() -> None:
    one, _ = a_secret(hornochsen.NAME, 2, a_tile)
    position = one.record.position
    on_the_board = [code_of(hornochsen.NAME, position.row(row)[0]) for row in position.active]
    traces = []
    for code in (on_the_board[0], on_the_board[1], code_of(bambuti.NAME, 7)):
        one.tried = code
        one.is_tried_to_be_sealed = True
        one.lingers = not one.lingers
        traces.append(trace_of(one))
        told = b"".join(data for _, data in traces[-1]["link"])
        assert f"note refused {places(one.setup.players)[one.player]} {reasons.REFUSED_IN_SECRET}".encode() in told
    assert channels_that_differ(traces[0], traces[1]) == channels_that_differ(traces[0], traces[2]) == []


def ask_to_take_back(evening: SealedEvening) -> None:
    """Once the secret is sealed, request an undo; all agree."""
    record = evening.board.referee.record
    once_sealed(evening, lambda card: evening.source.companion.ask("undo", len(record.actions) - 1, LAPTOP))


def crash(table: VirtualTable, card: int) -> None:
    """Let the board crash in a way that reveals the card, by type, place and text of an exception."""
    step = table.board.showing.show if card % 3 else table.board.referee.step

    def fail(*_: object) -> None:
        step(None)  # which raises elsewhere, by its own doing
        raise (KeyError, ValueError)[card % 2](card)

    table.guarded = True
    table.board.step = fail
    table.step()


def cut_the_power(
    evening: SealedEvening,
    after_ms: int,
    instead: tuple[int, ...],
    cut: Callable[[VirtualTable, int], None] = lambda table, card: table.power_cycle(),
) -> None:
    """Switch the board off a while after the secret was sealed; all seal again, but `instead`."""
    table = evening.table
    step, left_ms = table.step, after_ms

    def step_and_cut() -> None:
        nonlocal left_ms
        step()
        if evening.secret() == NO_CARD:
            return
        left_ms -= TICK_MS
        if left_ms <= 0:
            table.step = step  # type: ignore[method-assign]
            cut(table, evening.secret())
            again = {player: tiles[0] for player, tiles in enumerate(evening.position.sealed) if tiles}
            again[instead[1]] = instead[2]
            for player, tile in again.items():
                seal(table.bodies[table.virtual_players.follower.seats[player]], tile)

    table.step = step_and_cut  # type: ignore[method-assign]


def seal(body: SlotBody, tile: int) -> None:
    """Insert a tile and seal it, as soon as the board is ready; what still lies there is taken out before."""
    movements = (body.wait(2 * WAKING_MS), body.take_out(), body.put_in(code_of(hornochsen.NAME, tile)))
    for movement in (*movements, body.wait(WAKING_MS), body.press(TAKE), body.wait(WAKING_MS), body.take_out()):
        body.do(movement)


def another_choice(courses: Pair) -> tuple[int, ...]:
    """A tile that the player could have chosen, and does in neither course."""
    chosen = [*courses[0].script, *courses[1].script]
    record = Record(courses[0].setup)
    for action in courses[0].past:
        record.apply(action)
    return next(action for action in hornochsen.legal(record.position, courses[0].player) if action not in chosen)


@pytest.mark.parametrize("after_ms", [100, pytest.param(600, marks=pytest.mark.slow)])
def test_a_choice_lost_in_a_power_cut_has_changed_nothing(after_ms: int) -> None:
    courses = a_secret(hornochsen.NAME, 7, a_tile)
    instead = another_choice(courses)
    trace, other = [trace_of(course, lambda evening: cut_the_power(evening, after_ms, instead)) for course in courses]
    assert b"note table -1 %d" % reasons.SEALED_CARDS_LOST in b"".join(data for _, data in trace["link"])
    assert channels_that_differ(trace, other) == []


@pytest.mark.parametrize("after_ms", [pytest.param(100, marks=pytest.mark.slow), 600])
def test_a_crash_while_a_choice_is_sealed_reveals_nothing_of_it(after_ms: int) -> None:
    courses = a_secret(hornochsen.NAME, 7, a_tile)
    instead = another_choice(courses)
    evenings = []
    for course in courses:
        evenings.append(SealedEvening(course))
        cut_the_power(evenings[-1], after_ms, instead, crash)
    trace, other = [evening.play() for evening in evenings]
    assert CrashLog(evenings[0].table.hardware.crashes).newest(9) == [(1, SECRET, "")]
    assert b"note table -1 %d" % reasons.RESTARTED in b"".join(data for _, data in trace["link"])
    assert channels_that_differ(trace, other) == []


def break_chip(evening: SealedEvening, fault: str, value: Any, after_ms: int) -> None:
    """Let the chip fail a while after the secret card began to be inserted; later it works again."""
    table = evening.table
    chip = table.hardware.chips[table.virtual_players.follower.seats[evening.course.player]]
    step, began_us = table.step, table.clock.now_us
    due = [(after_ms, value), (after_ms + MENDED_MS, getattr(chip, fault))]

    def step_and_break() -> None:
        now_ms = (table.clock.now_us - began_us) // 1000
        if due and now_ms >= due[0][0]:
            setattr(chip, fault, due.pop(0)[1])
        step()

    table.step = step_and_break  # type: ignore[method-assign]


CHIP_FAULTS = [("stuck_byte", 0), ("stuck_byte", 3), ("stuck_value", 0), ("is_frozen", True), ("present", False)]


def gives_no_long_answer(register: int, written: int, read: int) -> bool:
    return read > 8


@pytest.mark.parametrize(
    ("fault", "value", "after_ms"),
    [
        ("stuck_value", 0x0123, 280),  # one card is read already, the other still settles
        ("refuses", gives_no_long_answer, 240),
        *(pytest.param(*fault, after_ms, marks=pytest.mark.slow) for fault in CHIP_FAULTS for after_ms in (280, 1900)),
    ],
)
def test_a_chip_failure_is_reported_at_the_same_time_whichever_secret_card_is_there(
    fault: str, value: Any, after_ms: int
) -> None:
    one, other = a_secret(hornochsen.NAME, 2, a_tile)
    other.lingers = True
    trace, of_other = (trace_of(course, partial(break_chip, fault=fault, value=value, after_ms=after_ms))
                       for course in (one, other))  # fmt: skip
    told = b"note trouble %d %d" % (places(one.setup.players)[one.player], reasons.CHIP_IS_LOST)
    assert told in b"".join(data for _, data in trace["link"])
    assert channels_that_differ(trace, of_other) == []


def test_an_undone_choice_has_changed_nothing() -> None:
    courses = a_secret(hornochsen.NAME, 2, a_tile)
    instead = another_choice(courses)
    for course in courses:
        course.script.insert(1, instead)
    trace = trace_of(courses[0], ask_to_take_back)
    assert b" undone " in b"".join(data for _, data in trace["link"])
    assert channels_that_differ(trace, trace_of(courses[1], ask_to_take_back)) == []


# ---- leaks


def leak_on_the_link(evening: SealedEvening) -> None:
    """Firmware that sends a bit of a sealed card to the laptop."""

    def tell(card: int) -> None:
        evening.board.publisher.note((reasons.UNDONE, card % 2))

    once_sealed(evening, tell)


def leak_by_light(evening: SealedEvening) -> None:
    """Firmware that lights a space of the track by a sealed card."""
    lights = evening.board.showing.lights
    show = lights.show

    def show_more(canvas: Any) -> bool:
        if evening.secret() != NO_CARD:
            canvas.track[evening.secret() % 2] = palette.REFUSED
        shown: bool = show(canvas)
        return shown

    lights.show = show_more


def leak_by_time(evening: SealedEvening) -> None:
    """Firmware that delays by a sealed card."""
    once_sealed(evening, lambda card: evening.table.clock.advance_us(1 + card))


def leak_into_the_flash(evening: SealedEvening) -> None:
    """Firmware that stores actions in their private form."""
    journal = evening.board.journal
    acted = journal.acted
    journal.acted = lambda action, digest: acted(evening.board.referee.play.record.actions[-1], digest)


def leak_on_the_page(evening: SealedEvening) -> None:
    """A page that shows one seat's secrets to everybody."""
    virtual_players = evening.table.virtual_players
    seat = virtual_players.follower.seats[evening.course.player]
    evening.source.visitors.own = lambda visitor: OwnView(
        seat,
        tuple(virtual_players.people[seat].hand(virtual_players.follower.tracked_game)),
        virtual_players.people[seat].card,
    )  # type: ignore[method-assign]


def once_sealed(evening: SealedEvening, do: Callable[[int], None]) -> None:
    """Do something in the tick after the seal."""
    board = evening.board
    step = board.step

    def step_and_do(elapsed_ms: int) -> None:
        if evening.secret() != NO_CARD:
            board.step = step
            do(evening.secret())
        step(elapsed_ms)

    board.step = step_and_do


LEAKS: tuple[tuple[Leak, str], ...] = (
    (leak_on_the_link, "link"),
    (leak_by_light, "track"),
    (leak_by_time, "link"),
    (leak_by_time, "field"),
    (leak_into_the_flash, "flash"),
    (leak_on_the_page, "page"),
)


@cache
def a_secret_bit(name: str) -> Pair:
    """Two courses with an odd and an even card: the leaks reveal that bit."""
    card_of = load(name).action_card
    pairs = (a_secret(name, seed, a_tile if name == hornochsen.NAME else any_secret) for seed in count())
    return next(pair for pair in pairs if (card_of(pair[0].script[0]) - card_of(pair[1].script[0])) % 2)


@pytest.mark.parametrize("name", [bambuti.NAME, pytest.param(hornochsen.NAME, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("leak", "channel"), LEAKS)
def test_a_planted_leak_is_found_in_its_channel(name: str, leak: Leak, channel: str) -> None:
    one, other = a_secret_bit(name)
    trace, of_other = trace_of(one, leak), trace_of(other, leak)
    assert channel in channels_that_differ(trace, of_other)

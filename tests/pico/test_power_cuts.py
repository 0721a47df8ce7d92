"""Two hundred power cuts at random instants, and one at every flash operation of a game: nothing accepted is lost,
nothing is played twice. This is the long form; the short form has a few cuts elsewhere."""

from collections.abc import Iterator
from itertools import cycle
from random import Random

import pytest

from tavolo import wiring
from tavolo.games.david_goliath.position import HAND
from tavolo.journal import ring
from tavolo_host.virtual.pico_parts import ERASE, PROGRAM
from tests.pico.outages import (
    DONE,
    UNTOUCHED,
    OutageEvening,
    Outages,
    Way,
    cut_at,
    erased_ahead,
    hurry,
    journal_of,
    random_game,
    setup_of,
    ways_to_cut,
)
from tests.pico.pico_evening import WAKING_MS

CUTS = 50  # in each of four games
TWO_DEALS = (2, -1)  # one is over before so many cuts
LONGEST_NS = 1_100_000_000  # from one cut to the next: the board needs 0.4 s to go on, a card 0.3 s
BEGINNING = 2 + wiring.SEATS  # operations: the start, the calibrations of eight seats, the deal
RESUME_MS = 3000  # the longest game
SETTLED_MS = 500  # after which a board that is in step again feels its keys
TAKE = 2


@pytest.fixture(autouse=True)
def people_in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    hurry(monkeypatch)
    return


@pytest.mark.parametrize(("seed", "times"), [(1, "typical"), (2, "typical"), (3, "typical"), (4, "maximum")])
def test_after_fifty_cuts_at_random_instants_the_game_is_the_one_that_the_people_play(seed: int, times: str) -> None:
    random = Random(seed)
    with OutageEvening(seed) as evening:
        outages = Outages(evening)
        outages.start(options=TWO_DEALS)
        evening.pico.choose_flash_times(times)
        while outages.cuts < CUTS and not outages.is_over():
            evening.pico.cut_power_at_ns(evening.pico.now_ns + random.randrange(LONGEST_NS))
            while not outages.step():
                pass
            evening.run_ms(random.choice((0, 0, 0, 200)))
            evening.pico.power_on()
        assert outages.cuts == CUTS
        assert outages.agreements > outages.cuts // 4
        assert outages.accepted > outages.cuts // 4
        outages.assert_the_board_has_the_peoples_game()


def test_a_game_that_loses_power_at_every_one_of_its_flash_operations_comes_to_its_end() -> None:
    ways = cycle(ways_to_cut(Random(5)))
    with OutageEvening(seed=5) as evening:
        outages = Outages(evening)
        outages.start()
        pico = evening.pico
        length = len(evening.kept())
        due = pico.operations[-1].number
        while not outages.is_over():
            if due and pico.operations[-1].number >= due:
                cut_at(pico, pico.operations[-1].number + 1, next(ways))
                due = 0
            if outages.step():
                before, length = length, len(evening.kept())
                due = pico.operations[-1].number + (length == before)  # what was not done is let through then
                pico.power_on()
        assert outages.cuts >= 3 * HAND - 1
        outages.assert_the_board_has_the_peoples_game()


def test_a_game_whose_end_is_cut_is_over_or_shows_its_result_until_it_is_left_again() -> None:
    actions = random_game(3)
    at_its_end = journal_of(setup_of(3), actions)
    with OutageEvening(5, at_its_end) as evening:
        pico = evening.pico
        for way in ways_to_cut(Random(6)):
            assert evening.mirror.actions == actions
            cut_at(pico, pico.operations[-1].number + 1 if pico.operations else 1, way)
            evening.press(1, TAKE)
            evening.run_until(lambda: not pico.is_on, 2000)
            is_left = not evening.journal().is_unfinished
            if way.share in (UNTOUCHED, DONE):
                assert is_left == (way.share == DONE)
            pico.power_on()
            evening.run_until(lambda: evening.mirror.in_step is True, 10_000)
            assert list(evening.mirror.actions) == ([] if is_left else actions)
            if not is_left:
                evening.run_ms(SETTLED_MS)
                evening.press(1, TAKE)
                evening.run_until(lambda: not evening.journal().is_unfinished, 2000, 250)
            evening.switch_on_with(at_its_end)
            evening.run_ms(SETTLED_MS)


def test_a_cut_while_a_game_begins_leaves_the_lobby_or_the_game() -> None:
    ready = bytes(erased_ahead().content)
    ways = ways_to_cut(Random(7))
    with OutageEvening(seed=6, journal=ready) as evening:
        pico = evening.pico
        places = [1] * len(ways) + list(range(2, BEGINNING + 1))  # the start is cut in every way
        for place, way in zip(places, cycle(ways), strict=False):
            evening.run_until(evening.is_calibrated, WAKING_MS)  # from then on only what is asked for is written
            cut_at(pico, pico.operations[-1].number + place, way)
            request = evening.companion.ask("new", (1, 4, 6), setup_of(3).text())
            evening.run_until(lambda: not pico.is_on, 2000)
            has_begun = evening.journal().is_unfinished
            assert not request.accepted or has_begun
            assert has_begun == (place > 1 or way.share == DONE)
            pico.power_on()
            evening.run_until(lambda: evening.mirror.in_step is True, 10_000)
            if has_begun:  # chance may wait for a laptop that could give back what is torn
                evening.run_until(lambda: len(evening.mirror.actions) > 0, 10_000)
            assert list(evening.mirror.actions) == ([(0,)] if has_begun else [])
            evening.switch_on_with(ready)


def test_a_cut_while_a_sector_is_erased_in_the_lobby_leaves_one_that_is_erased_again() -> None:
    content = journal_of(setup_of(6, deals=9), random_game(6, deals=9), is_over=True)
    random = Random(8)
    cuts = [(ERASE, Way(0.5, "typical")), (PROGRAM, Way(0.5, "maximum"))]  # the sector, and its head
    cuts += [(random.choice((ERASE, PROGRAM)), Way(random.random(), "typical")) for _ in range(3)]
    with OutageEvening(seed=7, journal=content, waking_ms=1000) as evening:
        pico = evening.pico
        for kind, way in cuts:
            evening.switch_on_with(content)
            cut_at(pico, pico.operations[-1].number + (1 if kind == ERASE else 2), way)
            evening.run_until(lambda: not pico.is_on, 10_000)
            assert pico.operations[-1].kind == kind
            assert not evening.journal().is_damaged
            pico.power_on()
            evening.run_until(lambda: evening.states().count(ring.ERASED) == len(evening.states()) - 1, 20_000, 250)
            assert evening.mirror.in_step
            assert evening.mirror.record is None


def test_with_the_longest_flash_times_a_game_goes_on_and_nothing_is_erased() -> None:
    with OutageEvening(seed=8) as evening:
        evening.start(3)
        evening.run_until(lambda: len(evening.mirror.actions) == 1)
        pico = evening.pico
        pico.choose_flash_times("maximum")
        first, length = len(pico.operations), len(evening.mirror.actions)
        evening.play_actions(length + 20)
        operations = pico.operations[first:]
        assert len(operations) == len(evening.mirror.actions) - length
        assert {each.kind for each in operations} == {PROGRAM}
        assert min(each.end_ns - each.start_ns for each in operations) >= 3_000_000
        assert evening.mirror.in_step is True
        assert evening.mirror.record.digest() == evening.company.record.digest()
        assert evening.sentences("refusal") == evening.sentences("trouble") == []


def test_the_longest_game_is_shown_within_three_seconds_of_power() -> None:
    actions = random_game(6, deals=9)[:-1]
    with OutageEvening(9, journal_of(setup_of(6, deals=9), actions), waking_ms=0) as evening:
        field = evening.table.hardware.field
        evening.run_until(lambda: any(colour != (0, 0, 0) for colour in field.pixels), RESUME_MS)
        evening.run_until(lambda: evening.mirror.in_step is True and bool(evening.mirror.actions), 30_000)
        assert evening.mirror.actions == actions

"""Two hundred power cuts at random instants, and one at every flash operation of a game: nothing accepted is lost,
nothing is played twice. This is the long form; the short form has a few cuts elsewhere."""

from collections.abc import Iterator
from random import Random

import pytest

from tavolo import ring
from tavolo.journal import Journal
from tavolo_host.virtual.pico_parts import ERASE, PROGRAM
from tests.host.evening import DAVID
from tests.pico.outages import (
    ALL_SEATS,
    OutageEvening,
    Outages,
    erased_ahead,
    hurry,
    journal_with,
    random_game,
    setup_of,
)
from tests.pico.pico_evening import WAKING_MS

CUTS = 50  # in each of four games
LONGEST_NS = 1_800_000_000  # from one cut to the next: the board needs 0.6 s to go on, a card 0.3 s
SHARES = [(0.0, "typical"), (0.5, "typical"), (1.0, "typical"), (0.5, "maximum")]  # of an operation's time
BEGINNING = 9  # operations: the start, and the calibrations of eight seats
RESUME_MS = 3000  # the longest game
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
        outages.start()
        evening.pico.choose_flash_times(times)
        while outages.cuts < CUTS and not outages.is_over():
            evening.pico.cut_power_at_ns(evening.pico.now_ns + random.randrange(LONGEST_NS))
            while not outages.step():
                pass
            evening.run_ms(random.choice((0, 0, 0, 200)))
            evening.pico.power_on()
        assert outages.cuts > CUTS * 3 // 4
        assert outages.agreements > outages.cuts // 4
        assert outages.accepted > outages.cuts // 4
        outages.assert_the_board_has_the_peoples_game()


@pytest.mark.parametrize(("share", "times"), SHARES)
def test_a_game_that_loses_power_at_every_one_of_its_flash_operations_comes_to_its_end(
    share: float, times: str
) -> None:
    with OutageEvening(seed=5) as evening:
        outages = Outages(evening)
        outages.start()
        pico = evening.pico
        pico.choose_flash_times(times)
        length = len(evening.kept())
        due = pico.operations[-1].number
        while not outages.is_over():
            if due and pico.operations[-1].number >= due:
                pico.cut_power_at_operation(pico.operations[-1].number + 1, share)
                due = 0
            if outages.step():
                before, length = length, len(evening.kept())
                due = pico.operations[-1].number + (length == before)  # what was not done is let through then
                pico.power_on()
        assert outages.cuts >= 3 * DAVID.HAND - 1
        outages.assert_the_board_has_the_peoples_game()


@pytest.mark.parametrize(("share", "times"), SHARES)
def test_a_game_whose_end_is_cut_is_over_or_shows_its_result_until_it_is_left_again(share: float, times: str) -> None:
    actions = random_game(3)
    with OutageEvening(5, journal_with(setup_of(3), actions)) as evening:
        pico = evening.pico
        pico.choose_flash_times(times)
        assert evening.mirror.actions == actions
        pico.cut_power_at_operation((pico.operations[-1].number if pico.operations else 0) + 1, share)
        evening.press(1, TAKE)
        evening.run_until(lambda: not pico.is_on, 2000)
        is_left = not evening.journal().is_unfinished
        assert is_left == (share == 1.0)
        pico.power_on()
        evening.run_until(lambda: evening.mirror.in_step is True, 10_000)
        assert list(evening.mirror.actions) == ([] if is_left else actions)
        if not is_left:
            evening.run_ms(WAKING_MS)
            evening.press(1, TAKE)
            evening.run_until(lambda: not evening.journal().is_unfinished, 2000, 250)


@pytest.mark.parametrize(("share", "times"), SHARES)
def test_a_cut_while_a_game_begins_leaves_the_lobby_or_the_game(share: float, times: str) -> None:
    ready = bytes(erased_ahead().content)
    with OutageEvening(seed=6, journal=ready) as evening:
        pico = evening.pico
        pico.choose_flash_times(times)
        for operation in range(1, BEGINNING + 1):
            pico.cut_power_at_operation(pico.operations[-1].number + operation, share)
            request = evening.companion.ask("new", "1,4,6", setup_of(3).text())
            evening.run_until(lambda: not pico.is_on, 2000)
            has_begun = evening.journal().is_unfinished
            assert not request.accepted or has_begun
            assert has_begun == (operation > 1 or share == 1.0)
            pico.power_on()
            evening.run_until(lambda: evening.mirror.in_step is True, 10_000)
            assert list(evening.mirror.actions) == ([(0,)] if has_begun else [])
            evening.switch_on_with(ready)
            evening.run_ms(WAKING_MS)  # only what is calibrated is written


@pytest.mark.parametrize(("share", "times"), SHARES)
def test_a_cut_while_a_sector_is_erased_in_the_lobby_leaves_one_that_is_erased_again(share: float, times: str) -> None:
    flash = erased_ahead()
    journal = Journal(flash)
    journal.begin(setup_of(6, deals=9).text(), ALL_SEATS[:6], [])
    for action in random_game(6, deals=9):
        journal.acted(action)
    journal.end()
    content = bytes(flash.content)
    with OutageEvening(seed=7, journal=content, waking_ms=1000) as evening:
        pico = evening.pico
        for kind in (ERASE, PROGRAM):  # the sector, and its head
            evening.switch_on_with(content)
            pico.choose_flash_times(times)
            begin = pico.operations[-1].number
            pico.cut_power_at_operation(begin + (1 if kind == ERASE else 2), share)
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
    with OutageEvening(9, journal_with(setup_of(6, deals=9), actions), waking_ms=0) as evening:
        field = evening.table.hardware.field
        evening.run_until(lambda: any(colour != (0, 0, 0) for colour in field.pixels), RESUME_MS)
        evening.run_until(lambda: evening.mirror.in_step is True and bool(evening.mirror.actions), 30_000)
        assert evening.mirror.actions == actions

"""Failing firmware: what its log has, how it restarts, safe mode, and what a laptop can do about it."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tavolo.games.david_goliath import rules, scene
from tavolo.journal.journal import Journal
from tavolo.lights import palette
from tavolo.link.publisher import Publisher
from tavolo.maker import crashes, starts
from tavolo.maker.crashes import HUNG, RAISED, SECRET, CrashLog, described
from tavolo.maker.rescue import A_GAME, NO_GAME, NOT_KNOWN, game_in
from tavolo.maker.starts import HEALTHY_MS, MOST_FAILED, Starts
from tavolo.play import reasons
from tavolo.play.dispatcher import Dispatcher
from tavolo.seat.calibration import nominal
from tavolo.seat.states import LEFT, RIGHT, TAKE
from tavolo.wiring import CRASHES_BYTES, PAGE_BYTES, SECTOR_BYTES
from tavolo_host.board.port import Port
from tavolo_host.board.rescue import Crash, RescueClient, State, to_the_prompt
from tavolo_host.people.table import VirtualTable
from tavolo_host.simulator.clock import Clock
from tavolo_host.simulator.flash import NorFlash, PowerCut
from tavolo_host.simulator.hardware import TICK_MS, VirtualGuard
from tavolo_host.simulator.serial_line import LoopbackServer
from tests.table.evening import Evening

LETTERS = "the card 42"  # the text of an exception, which must stay secret


class Planted(Exception):
    """An exception that is planted."""


class GuardedEvening(Evening):
    """A table whose board restarts when a tick raises, as a Pico does."""

    def __init__(self, laptop: bool = True) -> None:
        super().__init__(laptop=laptop)
        self.table.guarded = True

    @property
    def flash(self) -> NorFlash:
        return self.table.hardware.crashes

    def log(self) -> list[tuple[int, int, str]]:
        return CrashLog(self.flash).newest(99)

    def ask(self, kind: str, *values: Any) -> tuple[bool, str]:
        assert self.companion is not None
        request = self.companion.ask(kind, *values)
        self.run_until(lambda: request.accepted is not None, 5000)
        return bool(request.accepted), request.sentence

    def notes(self) -> list[str]:
        return [entry.sentence for entry in self.mirror.log if entry.kind == "note"]


def playing(actions: int = 0) -> GuardedEvening:
    """One with a game of three after this many actions."""
    evening = GuardedEvening()
    evening.start(3)
    if actions:
        evening.play_actions(actions)
    return evening


class VirtualRescue(RescueClient):
    """The laptop's command at a virtual board, in simulated time, instead of the companion."""

    def __init__(self, evening: GuardedEvening) -> None:
        if evening.companion is not None:
            evening.companion.close()
        evening.companion = None
        self._evening = evening
        super().__init__(Port("cable", opener=evening.cable.open, first_session=77), self.pass_time)

    def pass_time(self) -> float:
        self._evening.step()
        return TICK_MS


def once(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, but its next call raises."""
    has_raised = False

    def failing(*arguments: Any, **named: Any) -> Any:
        nonlocal has_raised
        if has_raised:
            return function(*arguments, **named)
        has_raised = True
        raise Planted(LETTERS)

    return failing


@pytest.fixture
def failing_starts(monkeypatch: pytest.MonkeyPatch) -> GuardedEvening:
    """A board that was healthy, with a game, and fails in every tick from now on."""
    evening = playing(3)

    def step(*_: object) -> None:
        raise Planted(LETTERS)

    evening.run_ms(HEALTHY_MS)
    monkeypatch.setattr(Dispatcher, "look_at_slots", step)
    return evening


def in_safe_mode(evening: GuardedEvening) -> GuardedEvening:
    evening.run_ms((MOST_FAILED + 1) * TICK_MS + 3000)
    return evening


# ---- a tick that fails


PLANTS = {
    "rules": (rules, "apply", "tavolo/rules/record.py"),
    "scene": (scene, "paint", "tavolo/lights/picture.py"),
    "journal": (Journal, "acted", "tavolo/play/play.py"),
    "link": (Publisher, "acted", "tavolo/play/play.py"),
}


@pytest.mark.parametrize("room", PLANTS)
def test_after_an_exception_the_game_goes_on_and_the_log_has_its_type_and_place(
    room: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner, name, place = PLANTS[room]
    evening = playing(4)
    board, known = evening.board, list(evening.board.referee.play.record.actions)
    monkeypatch.setattr(owner, name, once(getattr(owner, name)))
    evening.run_until(lambda: evening.board is not board, 60_000)
    ((number, how, what),) = evening.log()
    assert (number, how) == (1, RAISED)
    assert what.startswith(f"Planted {place}:")
    assert all(word.startswith("tavolo/") for word in what.split()[1:])
    evening.run_until(lambda: len(evening.board.referee.play.record.actions) >= len(known) + 3)
    assert list(evening.board.referee.play.record.actions)[: len(known)] == known
    assert any("`tavolo rescue`" in note for note in evening.notes())


def test_an_exceptions_text_is_neither_in_flash_nor_on_the_link() -> None:
    evening = GuardedEvening()
    heard = bytearray()
    write = evening.cable.board.write
    evening.cable.board.write = lambda data: heard.extend(data) or write(data)  # type: ignore[method-assign, func-returns-value]
    evening.board.referee.step = once(evening.board.referee.step)
    evening.run_ms(3000)
    assert evening.log()[0][2].startswith("Planted tavolo/table.py:")
    VirtualRescue(evening).look()
    assert b"Planted" in heard
    assert not any(b"card" in told for told in (evening.flash.content, heard))


def test_the_places_are_those_of_the_innermost_calls() -> None:
    with pytest.raises(ValueError, match="There is no flash") as failure:  # which CPython's flash says, and is not ours
        Journal(NorFlash(Clock(), SECTOR_BYTES), 2 * SECTOR_BYTES)
    kind, *places = described(failure.value).split()
    assert kind == "ValueError"
    assert [place.split(":")[0] for place in places] == ["tavolo/journal/ring.py"] * crashes.MOST_PLACES
    assert int(places[0].split(":")[1]) > int(places[-1].split(":")[1])


# ---- the log in flash


def new_flash(**cut: int) -> NorFlash:
    flash = NorFlash(Clock(), CRASHES_BYTES)
    for name, value in cut.items():
        setattr(flash, name, value)
    return flash


def test_the_newest_crashes_are_kept_and_both_sectors_wear_alike() -> None:
    flash = new_flash()
    pages = CRASHES_BYTES // PAGE_BYTES
    for number in range(1, 201):
        CrashLog(flash).keep(RAISED, f"ValueError main.py:{number}")
        known = CrashLog(flash).newest(999)
        assert known[0] == (number, RAISED, f"ValueError main.py:{number}")
        assert len(known) >= min(number, pages // 2)
        assert [crash[0] for crash in known] == list(range(number, number - len(known), -1))
    assert CrashLog(flash).count == 200
    assert max(flash.wear) - min(flash.wear) <= 1
    assert max(flash.wear) <= 200 // pages + 1


def test_a_power_cut_at_any_operation_loses_at_most_the_crash_being_written() -> None:
    cuts = 0
    for cut in range(50):
        flash = new_flash(cut_at=cut)
        written = 0
        try:
            for number in range(1, 40):
                CrashLog(flash).keep(SECRET)
                written = number
        except PowerCut:
            cuts += 1
        flash.power_on()
        log = CrashLog(flash)
        assert written <= log.count <= written + 1 or (written % 16 == 0 and log.count >= written)
        log.keep(RAISED, "OSError pico.py:1")
        assert CrashLog(flash).newest(1) == [(log.count, RAISED, "OSError pico.py:1")]
    assert cuts > 38


# ---- starts


def guard_with(word: int = 0, was_bitten: bool = False) -> VirtualGuard:
    guard = VirtualGuard()
    guard.word, guard.was_bitten = word, was_bitten
    return guard


@pytest.mark.parametrize("word", [0, 0xFFFF_FFFF, 0x1234_5678])
def test_a_random_word_at_power_on_is_no_count(word: int) -> None:
    known = Starts(guard_with(word))
    assert (known.failed, known.is_safe, known.goes_to_the_prompt, known.has_crashed) == (0, False, False, False)


def failed(guard: VirtualGuard, times: int) -> None:
    for _ in range(times):
        known = Starts(guard)
        known.begin()
        known.step(HEALTHY_MS - 1)


def test_three_failed_starts_lead_to_safe_mode_and_three_more_to_the_prompt() -> None:
    guard = guard_with()
    for number in range(2 * MOST_FAILED):
        assert (Starts(guard).is_safe, Starts(guard).goes_to_the_prompt) == (number >= MOST_FAILED, False)
        failed(guard, 1)
    assert Starts(guard).goes_to_the_prompt
    Starts(guard).restart()
    assert not Starts(guard).goes_to_the_prompt


@pytest.mark.parametrize("content", [b"", b"\1", bytes(49), b"\xff" * 49, nominal().to_bytes() + b"1"])
def test_an_invalid_calibration_is_ignored_at_power_on(content: bytes) -> None:
    evening = Evening(laptop=False)
    journal = Journal(evening.table.hardware.journal_flash)
    assert journal.begin("david-goliath players=3 table", (0, 3, 5), [content] * 8)
    journal.end()
    evening.table.power_cycle()
    evening.run_ms(1500)
    assert None not in [seat.calibration for seat in evening.board.seats]


def test_a_healthy_start_resets_the_count_of_failures() -> None:
    guard = guard_with()
    failed(guard, MOST_FAILED - 1)
    healthy = Starts(guard)
    healthy.begin()
    healthy.step(HEALTHY_MS)
    assert not healthy.is_new
    failed(guard, MOST_FAILED - 1)
    assert not Starts(guard).is_safe


def test_a_crash_after_a_healthy_start_is_known_but_does_not_count() -> None:
    guard = guard_with()
    for _ in range(2 * MOST_FAILED):
        known = Starts(guard)
        known.begin()
        known.step(HEALTHY_MS)
        known.crashed()
        assert Starts(guard).has_crashed
    assert not Starts(guard).is_safe


def test_healthy_safe_mode_stays_through_restarts() -> None:
    guard = guard_with()
    failed(guard, MOST_FAILED)
    for _ in range(2 * MOST_FAILED):
        safe = Starts(guard)
        safe.begin()
        safe.step(HEALTHY_MS)
        assert (Starts(guard).is_safe, Starts(guard).goes_to_the_prompt) == (True, False)


def test_a_watchdog_reset_is_logged_at_the_next_start() -> None:
    flash, told = new_flash(), []

    class Listener:
        def queue_note(self, reason: tuple[int, ...]) -> None:
            told.append(reason)

    known = Starts(guard_with(was_bitten=True))
    assert known.has_crashed
    known.report(Listener(), flash)  # type: ignore[arg-type]
    assert CrashLog(flash).newest(9) == [(1, HUNG, "")]
    assert told == [(reasons.RESTARTED,)]


# ---- safe mode


def test_safe_mode_shows_itself_by_light_and_link(
    failing_starts: GuardedEvening,
) -> None:
    evening = in_safe_mode(failing_starts)
    assert [crash[1] for crash in evening.log()] == [RAISED] * (MOST_FAILED + 1)  # one in play, and three starts
    lamps = evening.table.hardware.lamps.pixels
    lit = [any(colour) for colour in lamps]
    assert lit in ([True, False] * 4, [False, True] * 4)
    red, green, blue = max(lamps)
    assert red > green > blue == 0  # amber
    assert palette.RGB[palette.WARNING][0] >= red
    evening.run_ms(starts.HEALTHY_MS)
    seen = {tuple(any(colour) for colour in evening.table.hardware.lamps.pixels)}
    for _ in range(3):
        evening.run_ms(500)
        seen.add(tuple(any(colour) for colour in evening.table.hardware.lamps.pixels))
    assert len(seen) == 2
    assert any("safe mode" in note for note in evening.notes())
    assert evening.mirror.record is None


def test_in_safe_mode_settings_can_be_changed_and_no_game_begun(failing_starts: GuardedEvening) -> None:
    evening = in_safe_mode(failing_starts)
    accepted, sentence = evening.ask("new", (0, 1, 2), "david-goliath players=3")
    assert not accepted
    assert "safe mode" in sentence
    assert evening.ask("ask_settings")[0]
    assert evening.ask("change_settings", (("brightness", "60"),))[0]
    assert b"brightness = 60" in evening.table.hardware.virtual_files.contents["tavolo.txt"]


def test_after_safe_mode_the_game_resumes_at_power_on_without_the_cause(
    failing_starts: GuardedEvening, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = in_safe_mode(failing_starts)
    monkeypatch.undo()
    actions = 3
    evening.table.power_cycle()
    evening.run_ms(3000)
    assert len(evening.board.referee.play.record.actions) >= actions


# ---- what the laptop can do


def test_rescue_shows_in_words_the_boards_state_and_what_failed(failing_starts: GuardedEvening) -> None:
    state, told = VirtualRescue(in_safe_mode(failing_starts)).look()
    assert state == State(MOST_FAILED + 1, True, 1)
    assert state.words() == (
        "The board is in safe mode: it failed to start three times in a row."
        f" Crashes in its log: {MOST_FAILED + 1}. It keeps a game in its journal."
    )
    assert [crash.number for crash in told] == [4, 3, 2, 1]
    assert told[0].words().startswith("Planted at tavolo/table.py:")


@pytest.mark.parametrize(
    ("crash", "words"),
    [
        (Crash(1, "raised", "ValueError"), "ValueError; where is not known."),
        (Crash(1, "raised", "OSError pico.py:9"), "OSError at pico.py:9."),
        (Crash(1, "raised", "OSError pico.py:9 a.py:1 b.py:2"), "OSError at pico.py:9, called from a.py:1, b.py:2."),
        (
            Crash(1, "secret", "-"),
            "something went wrong while a choice was secret, so the log says no more.",
        ),
        (
            Crash(1, "hung", "-"),
            "the board hung and its watchdog restarted it; where it hung is not known.",
        ),
    ],
)
def test_a_crash_is_reported_in_words(crash: Crash, words: str) -> None:
    assert crash.words() == words


def test_a_game_put_aside_does_not_resume_and_the_table_works_again(
    failing_starts: GuardedEvening, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = in_safe_mode(failing_starts)
    monkeypatch.undo()  # as if only that game caused the failure
    client = VirtualRescue(evening)
    client.put_aside()
    assert evening.board.referee.play is None
    assert game_in(evening.table.hardware.journal_flash) == NO_GAME
    assert client.look()[0] == State(MOST_FAILED + 1, False, 0)


def test_a_game_that_runs_well_is_left_to_the_seats() -> None:
    evening = playing(2)
    with pytest.raises(ValueError, match="A game is in progress"):
        VirtualRescue(evening).put_aside()
    assert evening.board.referee.play is not None


def test_a_journal_that_fails_itself_can_be_put_aside(
    failing_starts: GuardedEvening, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = in_safe_mode(failing_starts)
    client, flash = VirtualRescue(evening), evening.table.hardware.journal_flash
    find = Journal._find_game
    monkeypatch.setattr(Journal, "_find_game", once(find))
    assert client.look()[0].game == NOT_KNOWN
    assert game_in(flash) == A_GAME
    monkeypatch.setattr(Journal, "_find_game", once(find))
    client._answer_to("rescue", "put_aside")
    assert game_in(flash) == NO_GAME
    assert flash.content.count(0xFF) == len(flash.content)


def test_the_log_is_cleared_on_request() -> None:
    evening = GuardedEvening()
    CrashLog(evening.flash).keep(HUNG)
    client = VirtualRescue(evening)
    assert client.look()[1] == [Crash(1, "hung", "-")]
    assert client.clear() == "The crash log is empty now."
    state, told = client.look()
    assert (state, told) == (State(0, False, 0), [])
    assert state.words() == "The board runs normally. Its crash log is empty."


def test_a_board_at_the_prompt_is_silent_until_power_off_and_keeps_its_game() -> None:
    evening = playing(2)
    VirtualRescue(evening).go_to_the_prompt()
    evening.run_ms(2000)
    assert evening.table.is_at_the_prompt
    assert evening.table.guard.word & 0xFFFF == 0  # the next start is an ordinary one
    evening.table.power_cycle()
    evening.run_ms(3000)
    assert evening.board.referee.play is not None


def test_the_prompt_is_promised_while_a_game_is_sent_slowly() -> None:
    evening = playing(12)
    evening.cable.board.takes_at_most = 5  # bytes a tick: a line of actions takes a quarter of a second
    assert "prompt" in VirtualRescue(evening).go_to_the_prompt()


def held_at_power_on(evening: GuardedEvening, seat: int, *keys: int) -> bool:
    """Whether the board goes to its prompt when these keys are touched at power-on."""
    body = evening.body(seat)
    for key in keys:
        body.keys[key] = 1.0
    body.feel()
    evening.table.power_cycle()
    evening.run_ms(1000)
    for key in keys:
        body.keys[key] = 0.0
    body.feel()
    return evening.table.is_at_the_prompt


LEFT_AND_TAKE = (LEFT, TAKE)


@pytest.mark.parametrize("is_playing", [True, False])
def test_holding_left_and_take_at_power_on_leads_to_the_prompt(is_playing: bool) -> None:
    evening = playing()
    if not is_playing:
        evening.board.referee.close()
    for keys in ((), (LEFT,), (TAKE,), (RIGHT, TAKE), (LEFT, RIGHT), (LEFT, RIGHT, TAKE)):
        assert not held_at_power_on(evening, 6, *keys), keys
        evening.run_ms(1000)
    assert held_at_power_on(evening, 6, *LEFT_AND_TAKE)
    evening.table.power_cycle()
    evening.run_ms(2000)
    assert (evening.board.referee.play is not None) == is_playing


def test_keys_held_during_a_restart_request_nothing() -> None:
    evening = playing()
    body = evening.body(2)
    body.keys[LEFT] = body.keys[TAKE] = 1.0
    body.feel()
    boot = evening.board
    evening.board.referee.step = once(evening.board.referee.step)
    evening.run_ms(2000)
    assert evening.board is not boot
    assert not evening.table.is_at_the_prompt


def test_a_board_whose_files_have_all_the_flash_has_no_log_and_says_so() -> None:
    evening = GuardedEvening()
    evening.table.hardware.flash = lambda _: None  # type: ignore[method-assign, assignment, return-value]
    with pytest.raises(ValueError, match="has no crash log"):
        VirtualRescue(evening).look()
    evening.board.referee.step = once(evening.board.referee.step)
    evening.run_ms(3000)
    assert evening.board.referee.play is None


@pytest.mark.slow
def test_a_program_gets_the_prompt_of_its_board_and_leaves_another_alone() -> None:
    line = LoopbackServer()
    table = VirtualTable(Random(1), line)

    def pass_time() -> float:
        table.step()
        return TICK_MS

    assert to_the_prompt(line.url, pass_time)
    for _ in range(100):
        table.step()
    assert table.is_at_the_prompt
    assert not to_the_prompt(line.url, pass_time)
    line.close()

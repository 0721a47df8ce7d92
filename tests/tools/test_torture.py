"""The short form: some evenings with fixed seeds; and a planted fault of each kind is found."""

import gc
import subprocess
import sys
from contextlib import closing, nullcontext
from datetime import UTC, datetime
from io import BytesIO
from types import GeneratorType, SimpleNamespace
from typing import Any, cast
from unittest.mock import patch

import pytest

from host.tools.torture import faults, lying_play, rig_play
from host.tools.torture.__main__ import asked, given
from host.tools.torture.chips_play import WAYS_TO_FAIL, ChipsPlay
from host.tools.torture.evening import RIG, WAYS, WITHOUT_RIG, Evening, named
from host.tools.torture.faults import FAULTS
from host.tools.torture.found import (
    EXCEPTION,
    FINDINGS,
    LEAKED,
    LOST,
    STUCK,
    UNTRIED,
    WRONG,
    Finding,
    Found,
    Tally,
)
from host.tools.torture.playing import play_class, played
from host.tools.torture.program_play import Program
from host.tools.torture.record_check import CONFIRMING_TICKS, RecordCheck
from host.tools.torture.report import lines
from host.tools.torture.sealed_play import SealedPlay
from host.tools.torture.told import Told
from host.tools.torture.virtual_play import VirtualPlay
from host.tools.torture.witness import Witness
from tavolo.games import names
from tavolo.link.channel import Serial
from tavolo.link.frames import line_of
from tavolo.link.messages import encode
from tavolo.link.telemetry import UNDO
from tavolo.play import reasons
from tavolo.play.play import Play
from tavolo_host.simulator.hardware import TICK_MS

KINDS = tuple(FAULTS)


def evening(way: str = "virtual", number: int = 1, kinds: tuple[str, ...] = (), seed: int = 1) -> Evening:
    return Evening(seed, way, number, kinds)


def stories_going_on() -> list[str]:
    """Return the faults that were not undone."""
    generators = [each for each in gc.get_objects() if isinstance(each, GeneratorType) and each.gi_frame]
    return [each.gi_code.co_name for each in generators if each.gi_code.co_filename == faults.__file__]


# One of each way is quick, with so many storms; the others are for `make test-all`, and have all of theirs.
EVENINGS = [("virtual", 3, 3), ("phones", 41, 4), ("sealed", 1, 0), ("sealed", 2, 0), ("lying", 3, 6)]
OTHERS = [*(("virtual", number, 0) for number in (0, 1, 2, 4)), *(("sealed", number, 0) for number in (0, 3))]


@pytest.mark.parametrize(
    ("way", "number", "storms"), [*EVENINGS, *(pytest.param(*other, marks=pytest.mark.slow) for other in OTHERS)]
)
def test_nothing_is_found_in_an_evening_under_all_faults(way: str, number: int, storms: int) -> None:
    tally = played(Evening(1, way, number, KINDS, storms=storms))
    assert tally.findings == []
    assert tally.faults
    assert stories_going_on() == []


@pytest.mark.slow
@pytest.mark.parametrize("way", ["play", "watch"])
def test_a_short_evening_with_a_program_and_its_visitors_finds_nothing(way: str) -> None:
    tally = played(Evening(1, way, 0, KINDS, storms=1))
    assert tally.findings == []
    assert tally.accepted
    assert tally.deeds


@pytest.mark.slow
def test_the_program_prints_its_table_and_says_when_no_evening_was_played() -> None:
    program = [sys.executable, "-m", "host.tools.torture", "--minutes", "0"]
    result = subprocess.run(program, capture_output=True, text=True, timeout=600)
    assert (result.returncode, result.stderr) == (1, "")
    assert "stuck" in result.stdout
    assert "No evening was played, so nothing could be found." in result.stdout


def test_an_evening_in_which_nothing_was_played_is_no_clean_one() -> None:
    with patch.object(lying_play.LyingPlay, "storms", 0):
        (finding,) = played(evening("lying")).findings
    assert finding.kind == UNTRIED


# Evenings in which chips fail: each way to fail in each game; and 29, which fails when nothing is read back.
AT_ONCE = (6, 12)
LATER = [number for number in (*range(25), 29) if number not in AT_ONCE]


@pytest.mark.parametrize("number", [*AT_ONCE, *(pytest.param(each, marks=pytest.mark.slow) for each in LATER)])
def test_failing_chips_are_reported_move_no_card_and_the_game_goes_on(number: int) -> None:
    tally = played(evening("chips", number, KINDS))
    assert (tally.findings, tally.faults.total()) == ([], 1)


def test_chips_fail_in_each_way_in_each_game() -> None:
    plays = [ChipsPlay(evening("chips", number), Tally()) for number in range(25)]
    assert len({(play.way_to_fail, play.setup.game.NAME) for play in plays}) == len(WAYS_TO_FAIL) * len(names())


def test_every_kind_of_fault_happens_at_a_virtual_table() -> None:
    with closing(VirtualPlay(evening(), Tally())) as play:
        play.kill_laptop()
        play.run_ms(2000)
        for kind in play.kinds:
            for milliseconds in FAULTS[kind](play, evening().random(kind)):
                play.run_ms(min(milliseconds, 500))


def test_every_kind_of_fault_happens_in_some_way_of_playing() -> None:
    plays = [play_class(way) for way in WAYS]
    kinds = {kind for play in plays for kind in getattr(play, "kinds", ())}
    assert kinds == {*FAULTS}


# ---- what is planted is found


def found(plant: Any, kinds: tuple[str, ...] = (), way: str = "virtual") -> Finding:
    with plant:
        (finding,) = played(evening(way, 1, kinds)).findings
    assert stories_going_on() == []
    return finding


def test_a_card_that_nobody_put_in_is_wrong() -> None:
    carry_out = Play.carry_out

    def carry_out_another(play: Play, action: tuple[int, ...]) -> None:
        game, position = play.record.game, play.record.position
        player, card = game.actor(action), game.action_card(action)
        others = game.legal(position, player) if player >= 0 and card >= 0 and len(play.record.actions) > 4 else ()
        other = [each for each in others if game.action_card(each) not in (card, -1)]
        carry_out(play, other[-1] if other else action)

    assert found(patch.object(Play, "carry_out", carry_out_another)).kind == WRONG


def test_an_action_that_is_not_kept_is_lost_with_the_power() -> None:
    from tavolo.journal.journal import Journal

    finding = found(patch.object(Journal, "acted", lambda journal, action, digest: True), ("power cut",))
    assert finding.kind == LOST
    assert "with healthy flash" in finding.sentence


@pytest.mark.slow
def test_a_board_whose_timing_depends_on_a_secret_leaks() -> None:
    from tests.table.test_non_interference import leak_by_time

    with pytest.raises(Found) as leak:
        SealedPlay(evening("sealed", 3, KINDS), Tally(), leak_by_time).play()
    assert leak.value.kind == LEAKED


def test_a_board_that_takes_nothing_any_more_is_stuck() -> None:
    card, key = Play.card, Play.key
    deaf_after = 6
    with (
        patch.object(VirtualPlay, "still_ms", 20_000),
        patch.object(Play, "key", lambda play, *rest: len(play.record.actions) < deaf_after and key(play, *rest)),
        patch.object(
            Play,
            "card",
            lambda play, *rest: card(play, *rest) if len(play.record.actions) < deaf_after else (None, False),
        ),
    ):
        (finding,) = played(evening()).findings
    assert finding.kind == STUCK


def test_an_exception_in_a_tick_is_found() -> None:
    assert found(patch.object(Play, "_publish_choosing", None)).kind == EXCEPTION


def test_an_exception_of_the_page_is_found() -> None:
    finding = found(patch.object(lying_play, "page_of", lambda source, visitor: source.nothing), way="lying")
    assert finding.kind == EXCEPTION


# ---- what goes on around the evenings


def test_an_evening_is_known_by_its_name() -> None:
    assert named("virtual-17") == ("virtual", 17)
    for text in ("virtual", "virtual-x", "moon-3", "-3"):
        with pytest.raises(ValueError, match="named like virtual-17"):
            named(text)


def test_the_report_has_a_row_for_each_kind_of_finding_and_the_command_that_repeats_one() -> None:
    tally = Tally(games=3, findings=[Finding(LOST, "gone", "pico-4")])
    tally.faults["noise"] = 1200
    report = list(lines(tally, "SEED=7", "60 minutes", datetime(2026, 1, 2, tzinfo=UTC)))
    assert report[0].startswith("On 2026-01-02, SEED=7, 60 minutes, on ")
    assert {"| noise | 1,200 |", "| games finished | 3 |"} < {*report}
    assert {f"| {kind} | {int(kind == LOST)} |" for kind in FINDINGS} < {*report}
    assert report[-1] == "- lost, `make torture SEED=7 EVENING=pico-4`: gone"


# ---- a board with a rig


def test_with_a_rig_only_its_evenings_are_played_and_a_real_one_plays_one_at_a_time() -> None:
    assert asked([]).ways == list(WITHOUT_RIG)
    emulated = asked(["--rig", "emulated", "--evening", "rig-3"])
    assert (emulated.ways, emulated.workers, given(emulated)) == ([RIG], 2, "SEED=1 RIG=emulated")
    real = asked(["--board", "/dev/a", "--rig", "/dev/b"])
    assert (real.ways, real.workers, given(real)) == ([RIG], 1, "SEED=1 BOARD=/dev/a RIG=/dev/b")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("--board /dev/a", "Name the ports of both"),
        ("--rig /dev/b", "Name the ports of both"),
        ("--board /dev/a --rig emulated", "Name the ports of both"),
        ("--evening rig-0", "With a rig"),
        ("--rig emulated --evening virtual-0", "With a rig"),
        ("--evening moon", "is named like virtual-17"),
        ("--ways rig", "invalid choice"),
    ],
)
def test_what_does_not_fit_a_rig_is_refused_with_a_sentence(
    arguments: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        asked(arguments.split())
    assert sentence in capsys.readouterr().err


class RigLine(Serial):
    """A rig that answers questions; `reports` come too. OSError when it `is_lost`."""

    def __init__(self) -> None:
        self.reports = b""
        self.is_lost = False

    def read(self) -> bytes:
        if self.is_lost:
            raise OSError("device disconnected")
        came, self.reports = self.reports, b""
        return came

    def write(self, data: bytes) -> int:
        self.reports += b"".join(b"q 2" + order[1:] for order in data.splitlines(True) if order[:1] == b"q")
        return len(data)


@pytest.mark.parametrize(
    ("end", "sentence"),
    [
        ({"is_lost": True}, "device disconnected"),
        ({"reports": b"w 0 5e\n"}, "A report of the rig cannot be understood: w 0 5e"),
    ],
)
def test_an_evening_ends_with_a_sentence_when_its_rig_does(end: dict[str, Any], sentence: str) -> None:
    line = RigLine()
    with patch.object(rig_play, "open_serial", lambda _: line), patch.object(rig_play, "time"):
        rig_play.time.monotonic.return_value = 0.0  # type: ignore[attr-defined]
        table = rig_play.RigPlay(Evening(1, RIG, 0, (), "/dev/a", "/dev/b"), Tally()).table
        run(table, 2000)
        vars(line).update(end)
        with pytest.raises(SystemExit) as ended:
            run(table, 10_000)
    assert str(ended.value) == f"The evening ended, because the rig cannot be used any more: {sentence}"


def run(table: Any, milliseconds: int) -> None:
    for _ in range(milliseconds // TICK_MS):
        table.step()


def say(told: Told, kind: str, *values: Any) -> None:
    told.hear(line_of(f"m00000001 0 0 {kind} {encode(kind, *values)}"))


def told_a_game() -> Told:
    told = Told(Witness([]), Tally())
    say(told, "start", 2, (0, 1), "david-goliath 2")
    say(told, "past", 0, [(1, 2), (3, 4)])
    return told


def test_what_a_board_told_may_neither_change_nor_be_lost() -> None:
    told = told_a_game()
    with pytest.raises(Found, match="tells action 1 as"):
        say(told, "past", 0, [(1, 2), (5, 6)])
    told.power_came(may_be_left=False)
    say(told, "start", 1, (0, 1), "david-goliath 2")
    assert told.lost == 1


def test_an_undo_while_the_port_was_closed_is_neither() -> None:
    told = told_a_game()
    told.reopened()
    say(told, "past", 0, [(1, 2), (5, 6)])
    assert told.actions == [(1, 2), (5, 6)]
    told.power_came(may_be_left=False)
    say(told, "start", 1, (0, 1), "david-goliath 2")
    assert told.lost == 0


@pytest.mark.parametrize(
    "note", [(reasons.ASKED_FOR_UNDO, 0, 1), (reasons.ASKED_BY_LAPTOP_UNDO, 1), (reasons.UNDONE, 1)]
)
def test_an_undo_of_which_the_power_left_a_note_alone_is_no_loss(note: tuple[int, ...]) -> None:
    told = told_a_game()
    say(told, "note", "table", -1, note)
    told.power_came(may_be_left=False)
    say(told, "start", 1, (0, 1), "david-goliath 2")
    assert told.lost == 0


class Board:
    """A board without chips, whose record the check compares; it has the `actions` of a game and may ask a question."""

    def __init__(self, *actions: int) -> None:
        self.reported: list[Any] = []
        self.publisher = SimpleNamespace(
            _notes=self.reported, note=self.reported.append, queue_note=self.reported.append
        )
        self.record = SimpleNamespace(game=SimpleNamespace(public=lambda action: action), actions=[])
        self.record.before_last_decision = lambda: len(self.record.actions) - 1
        play = SimpleNamespace(record=self.record, is_replaying=False, is_over=lambda: False, seats=())
        self.seats: tuple[Any, ...] = ()
        self.referee = SimpleNamespace(play=play, replay=None, question=None)
        self.check = RecordCheck(
            cast("Any", SimpleNamespace(board=self, bodies=())),
            cast("Any", SimpleNamespace(check_action=lambda *_: None)),
            Tally(),
        )
        self.has(*actions)

    def has(self, *actions: int) -> None:
        """Let it have these actions, for as long as it takes to confirm them."""
        self.record.actions = [(action,) for action in actions]
        for _ in range(CONFIRMING_TICKS):
            self.check.look()

    def resumes(self, *actions: int, reports: tuple[int, ...] = ()) -> None:
        self.check.power_goes()
        self.check.listen()
        for reason in reports:
            self.publisher.note((reason,))
        self.has(*actions)


@pytest.mark.parametrize(("count", "is_lost"), [(3, False), (1, True)])
def test_with_the_power_go_as_many_actions_as_were_being_undone(count: int, is_lost: bool) -> None:
    board = Board(1, 2, 3, 4, 5)
    board.referee.question = SimpleNamespace(what=UNDO, count=count)
    with pytest.raises(Found) if is_lost else nullcontext():
        board.resumes(1, 2)


@pytest.mark.parametrize(
    ("is_healthy", "reports", "kind"),
    [(False, (reasons.LAST_RECORD_MISSING,), ""), (False, (), LOST), (True, (reasons.LAST_RECORD_MISSING,), WRONG)],
)
def test_a_damaged_journal_may_end_before_an_undo_if_that_is_reported(
    is_healthy: bool, reports: tuple[int, ...], kind: str
) -> None:
    board = Board(1, 2, 3)
    board.has(1)
    board.has(1, 4, 5)
    board.check.is_flash_healthy = is_healthy
    with pytest.raises(Found) if kind else nullcontext() as found:
        board.resumes(1, 2, reports=reports)
    assert not kind or found.value.kind == kind
    if not kind:
        with pytest.raises(Found, match="After a power cut"):
            board.resumes(1, 7, reports=reports)


# ---- programs


def program(told: bytes = b"", is_killed: bool = False) -> Program:
    """A program that has ended, after it printed something."""
    ended = Program.__new__(Program)
    ended.is_killed = is_killed
    ended._told = cast("Any", BytesIO(told))
    ended._process = cast("Any", SimpleNamespace(poll=lambda: 1, returncode=1))
    return ended


@pytest.mark.parametrize(
    ("told", "is_killed", "kind"),
    [(b"", False, STUCK), (b"", True, ""), (b"Traceback (most recent call last)", True, EXCEPTION)],
)
def test_a_program_that_ends_by_itself_is_stuck_and_a_traceback_is_an_exception(
    told: bytes, is_killed: bool, kind: str
) -> None:
    with pytest.raises(Found) if kind else nullcontext() as found:
        program(told, is_killed).check_running()
    assert not kind or found.value.kind == kind

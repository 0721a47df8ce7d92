"""The board of the whole table's tests: the emulated Pico or, with --board, a real one; the tests that this leaves out
are listed at the end.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tavolo_host.board.serial_port import PortError, open_serial
from tavolo_host.simulator import body
from tavolo_host.simulator.rig import Rig
from tests.pico.back import Back
from tests.pico.emulated_back import EmulatedBack
from tests.pico.emulator_support import Bench
from tests.pico.joined_table import JoinedTable, frames_of
from tests.pico.pico_evening import EMPTY_MS, MOMENT_MS
from tests.pico.real_back import PersonAtTheTerminal, RealBack
from tests.pico.rig_back import RigBack, RigHands

RESTARTS = 2  # of a test's board, before it is as it should be; each may cut a frame short, which the emulator drops
HERE = Path(__file__).parent
LEFT_OUT = pytest.StashKey[Counter[str]]()
NOT_OF_THE_TABLE = "an emulator, which they are about"


@pytest.fixture
def back(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Back]:
    """The table, switched on, calibrated, in an empty lobby, with a laptop beside it.

    Emulated hands are quick; at a rig they take their time, since how a card comes in is judged, and the way is longer.
    """
    url, rig = request.config.getoption("--board"), request.config.getoption("--rig")
    if rig == "emulated" or (rig is None and _needs_rig(request.node)):
        with emulated_rig() as made:
            yield made
    elif rig is not None:
        with _real_rig(url, rig) as made:
            yield made
    elif url is None:
        _hurry_hands(monkeypatch)
        emulated = EmulatedBack()
        try:
            yield emulated
            emulated.check()
        finally:
            emulated.close()
    else:
        try:
            real = RealBack(url, PersonAtTheTerminal(_printer(request)))
        except PortError as problem:
            pytest.exit(f"No board can be tested at {url}. {problem}", returncode=pytest.ExitCode.USAGE_ERROR)
        try:
            yield real
        finally:
            real.close()


@pytest.fixture
def rigged(back: Back) -> RigBack:
    """The same for tests that need a rig; they are marked `needs_rig`."""
    assert isinstance(back, RigBack)
    return back


@contextmanager
def emulated_rig() -> Iterator[RigBack]:
    """The board's firmware and the rig's, on two emulated Picos."""
    table = JoinedTable()
    try:
        rig = table.open_rig()
        seen = frames_of(rig.strips)
        hands = RigHands(rig, table.pass_time)
        yield RigBack("cable", hands, table.open_board)
        assert table.differs(rig, seen, RESTARTS + hands.resets) == ""
    finally:
        table.close()


@contextmanager
def _real_rig(url: str | None, rig: str) -> Iterator[RigBack]:
    if url is None:
        pytest.exit("A rig tests a board: name it with --board too.", returncode=pytest.ExitCode.USAGE_ERROR)
    try:
        with closing(open_serial(rig)) as line, closing(RigBack(url, RigHands(Rig(line)))) as back:
            yield back
    except PortError as problem:
        pytest.exit(f"Board or rig cannot be used. {problem}", returncode=pytest.ExitCode.USAGE_ERROR)


def _hurry_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(body, "MOMENT_MS", MOMENT_MS)
    monkeypatch.setattr(body, "EMPTY_MS", EMPTY_MS)


@pytest.fixture
def emulated(back: Back) -> EmulatedBack:
    """The same for tests that look into the board; they are marked `needs_emulator`."""
    assert isinstance(back, EmulatedBack)
    return back


@pytest.fixture
def bench() -> Iterator[Bench]:
    """A bare Pico, for tests of the emulator itself."""
    with Bench() as made:
        yield made


def _printer(request: pytest.FixtureRequest):  # type: ignore[no-untyped-def]
    capture = request.config.pluginmanager.getplugin("capturemanager")
    name = request.node.name

    def print_line(text: str) -> None:
        nonlocal name
        with capture.global_and_fixture_disabled():
            if name:
                print(f"\n\n{name}")
            name = ""
            print(text, flush=True)

    return print_line


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.pico)
    if config.getoption("--board") is None and config.getoption("--rig") is None:
        return
    config.stash[LEFT_OUT] = left_out = Counter()
    kept = []
    for item in items:
        what = _what_is_missing(item)
        if what:
            left_out[what] += 1
        else:
            kept.append(item)
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = kept


def _needs_rig(item: pytest.Item) -> bool:
    return item.get_closest_marker("needs_rig") is not None


def _what_is_missing(item: pytest.Item) -> str:
    """Return why a test cannot run on a real board, "" when it can."""
    if HERE not in item.path.parents:
        return ""
    marker = item.get_closest_marker("needs_emulator")
    if marker is not None:
        return str(marker.args[0])
    rig = item.config.getoption("--rig")
    if rig is None and _needs_rig(item):
        return "a rig"
    if rig is None and item.get_closest_marker("needs_eyes"):
        return "eyes, which a rig has"
    if "back" in getattr(item, "fixturenames", ()) or (rig == "emulated" and _needs_rig(item)):
        return ""
    return NOT_OF_THE_TABLE


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    terminalreporter.section("the board", sep="=")
    url = config.getoption("--board")
    if url is None and config.getoption("--rig") is None:
        terminalreporter.line(
            "No real board was tested, only the emulated Pico: --board PORT tests a real one.", yellow=True
        )
        return
    rig = config.getoption("--rig")
    if url is None:
        terminalreporter.line("No real board was tested, only an emulated Pico with an emulated rig.", yellow=True)
    else:
        terminalreporter.line(f"Tested was the board at {url}" + (f", with the rig at {rig}." if rig else "."))
    for what, count in sorted(config.stash.get(LEFT_OUT, Counter()).items()):  # parallel workers keep theirs
        tests = "1 test" if count == 1 else f"{count} tests"
        terminalreporter.line(f"Left out on a real board, for want of {what}: {tests}.", yellow=True)

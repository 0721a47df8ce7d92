"""The board of the whole table's tests: the emulated Pico or, with --board, a real one; the tests that this leaves out
are listed at the end.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tavolo_host.board.serial_port import PortError
from tavolo_host.simulator import body
from tests.pico.back import Back
from tests.pico.emulated_back import EmulatedBack
from tests.pico.emulator_support import Bench
from tests.pico.pico_evening import EMPTY_MS, MOMENT_MS
from tests.pico.real_back import PersonAtTheTerminal, RealBack

HERE = Path(__file__).parent
LEFT_OUT = pytest.StashKey[Counter[str]]()
NOT_OF_THE_TABLE = "an emulator, which they are about"


@pytest.fixture
def back(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Back]:
    """The table, switched on, calibrated, in an empty lobby, with a laptop beside it. Emulated hands are quick."""
    url = request.config.getoption("--board")
    if url is None:
        monkeypatch.setattr(body, "MOMENT_MS", MOMENT_MS)
        monkeypatch.setattr(body, "EMPTY_MS", EMPTY_MS)
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
    if config.getoption("--board") is None:
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


def _what_is_missing(item: pytest.Item) -> str:
    """Return why a test cannot run on a real board, "" when it can."""
    if HERE not in item.path.parents:
        return ""
    marker = item.get_closest_marker("needs_emulator")
    if marker is not None:
        return str(marker.args[0])
    return "" if "back" in getattr(item, "fixturenames", ()) else NOT_OF_THE_TABLE


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    terminalreporter.section("the board", sep="=")
    url = config.getoption("--board")
    if url is None:
        terminalreporter.line(
            "No real board was tested, only the emulated Pico: --board PORT tests a real one.", yellow=True
        )
        return
    terminalreporter.line(f"Tested was the board at {url}.")
    for what, count in sorted(config.stash[LEFT_OUT].items()):
        tests = "1 test" if count == 1 else f"{count} tests"
        terminalreporter.line(f"Left out on a real board, for want of {what}: {tests}.", yellow=True)

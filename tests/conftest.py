"""Settings for every test: Hypothesis repeats itself exactly, and gives a test all the time it takes."""

import gc
import os
from pathlib import Path

import pytest
from hypothesis import settings

from tavolo.games import folder_of, names
from tavolo_host.runtime import import_paths

HERE = Path(__file__).parent

# As `make` has it, for pytest alone.
os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", str(Path(__file__).parents[1] / "build" / "hypothesis"))

# The virtual board and the games of who runs the tests stay as they are, and are none of theirs.
os.environ["XDG_CONFIG_HOME"] = str(Path(__file__).parents[1] / "build" / "config")
os.environ["XDG_DATA_HOME"] = str(Path(__file__).parents[1] / "build" / "data")

# Before any test, or what tests share, imports what needs the chip's modules.
import_paths.prepend()

# What needs more than Python and Node.js, or is about the workshop: `make test` does not collect it.
SLOW_FOLDERS = {"browser", "compiled", "hardware", "pico", "research"}

# What is tried game by game, although the same tests on MicroPython take all games in turn.
GAME_BY_GAME = {"test_contract_laws", "test_golden"}

settings.register_profile("tavolo", deadline=None, derandomize=True, database=None)
settings.load_profile("tavolo")

# Where tests keep what they share, assertions shall tell as much as in the tests themselves.
pytest.register_assert_rewrite("tests.pico.back", "tests.pico.golden_play")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--board",
        metavar="URL",
        help="run tests/pico against a real board at this serial port (or pyserial URL), with a person at it,"
        " instead of the emulated Pico",
    )
    parser.addoption(
        "--rig",
        metavar="URL",
        help="a rig at this serial port is hands and chips for the board, and nobody has to be there;"
        " `emulated`: board and rig are two emulated Picos",
    )


def pytest_configure(config: pytest.Config) -> None:
    for marker in (
        "pico: runs on the emulated Pico or on a real board (every test of tests/pico)",
        "short: belongs to the short form of tests/pico",
        "slow: runs in `make test-all`, and not in `make test` (whole folders: SLOW_FOLDERS)",
        "needs_rig: needs a rig, which is emulated too if the board is; left out with --board alone",
        "needs_eyes: looks at pixels; left out with --board, unless there is a rig",
        "needs_emulator(what): needs something that only the emulated Pico has; left out with --board",
    ):
        config.addinivalue_line("markers", marker)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if metafunc.module.__name__.rpartition(".")[2] in GAME_BY_GAME and metafunc.module.__name__.startswith(
        "tests.rules"
    ):
        metafunc.fixturenames.append("of_one_game")
        metafunc.parametrize("of_one_game", names(), indirect=True)


@pytest.fixture
def of_one_game(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A test of all games is one of the game of this name."""
    monkeypatch.setattr("tests.rules.play.names", lambda: (request.param,))


def pytest_itemcollected(item: pytest.Item) -> None:
    """Have `-k high-low` find what is in a file for that game alone too, test_high_low.py for example."""
    words = {word for word in item.path.stem.split("_") if len(word) > 6}  # test_hornochsen_rows.py
    for name in names():
        if folder_of(name) in item.nodeid or words & set(name.split("-")):
            item.extra_keyword_matches.add(name)


def pytest_collection_finish() -> None:
    """Have garbage collections look only at what tests make: the firmware asks for many."""
    gc.collect()
    gc.freeze()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if SLOW_FOLDERS.intersection(item.path.relative_to(HERE).parts):
            item.add_marker(pytest.mark.slow)

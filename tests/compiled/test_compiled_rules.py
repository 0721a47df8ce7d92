"""The compiled rules (`make fast`): they mean the same, they are what runs, and only while they match the sources."""

import os
import shutil
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

from compile_rules import SOURCES, modules_in, with_constants
from tavolo.games import names
from tavolo_host.runtime import compiled
from tavolo_host.runtime.source_digests import digests_of

HOUSE = Path(__file__).resolve().parents[2]
WHERE_RULES_ARE = "__import__('tavolo.rules.contract', None, None, ['']).__file__"


@pytest.fixture(scope="module")
def fast() -> Path:
    folder = compiled.folder()
    assert folder is not None, "There are no compiled rules of these sources: `make fast` makes them."
    return folder


def run(*command: str, first: Path | None = None) -> str:
    """Run Python, with a folder first on its path; return what it prints."""
    more = {} if first is None else {"PYTHONPATH": str(first)}
    done = subprocess.run(
        [sys.executable, *command], cwd=HOUSE, env=os.environ | more, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_every_test_of_the_rules_passes_on_the_compiled_ones(fast: Path) -> None:
    assert " passed" in run("-m", "pytest", "--quiet", "tests/rules", first=fast).splitlines()[-1]


def test_every_module_with_functions_runs_as_machine_code(fast: Path) -> None:
    rules = [".".join(path.relative_to(SOURCES.parent).with_suffix("").parts) for path in modules_in(SOURCES)]
    assert {f"tavolo.games.{name.replace('-', '_')}.rules" for name in names()} < {*rules}
    program = "import importlib, sys; print(*[importlib.import_module(name).__file__ for name in sys.argv[1:]])"
    for file in run("-c", program, *rules, first=fast).split():
        assert fast in Path(file).parents
        assert Path(file).suffix in (".so", ".pyd")


def test_a_kept_game_goes_on_by_them(fast: Path) -> None:
    tests = "tests/sources/test_kept_evening.py::test_the_evening_goes_on_where_the_program_was_killed"
    assert "5 passed" in run("-m", "pytest", "--quiet", tests, first=fast).splitlines()[-1]


def test_the_command_plays_by_them(fast: Path) -> None:
    program = f"""import sys
from tavolo_host.__main__ import main
sys.argv = ["tavolo", *sys.argv[1:]]
try:
    main()
finally:
    print({WHERE_RULES_ARE})"""
    assert fast in Path(run("-c", program, "--help").split()[-1]).parents
    # It is made from the sources each time.
    assert SOURCES in Path(run("-c", program, "new-game", "--help").split()[-1]).parents


def test_a_process_that_is_started_afresh_finds_them_where_its_parent_does(
    fast: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    compiled.prepend()
    compiled.prepend()
    assert sys.path.count(str(fast)) == 1
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        assert fast in Path(pool.submit(eval, WHERE_RULES_ARE).result()).parents


def test_table_and_laptop_have_the_same_digests_by_them(fast: Path) -> None:
    program = "from tavolo_host.runtime.source_digests import firmware_digests; print(*firmware_digests())"
    assert run("-c", program, first=fast).split() == [*digests_of(SOURCES)]


def test_they_are_taken_only_while_they_are_those_of_the_sources(fast: Path, tmp_path: Path) -> None:
    package = tmp_path / "host" / "tavolo_host"
    assert compiled.folder(package) is None  # installed, without sources
    (tmp_path / "firmware" / "adapters").mkdir(parents=True)
    shutil.copytree(SOURCES, tmp_path / "firmware" / "tavolo")
    assert compiled.folder(package) is None  # never made
    (tmp_path / "build" / "fast").mkdir(parents=True)
    shutil.copy(fast / compiled.STAMP, tmp_path / "build" / "fast")
    assert compiled.folder(package) == tmp_path / "build" / "fast"
    with (tmp_path / "firmware" / "tavolo" / "rules" / "bits.py").open("a") as file:
        file.write("\n")
    assert compiled.folder(package) is None


def test_the_compiler_treats_constants_as_final_in_their_own_lines() -> None:
    text = '''"""A module."""

TYPE_CHECKING = False
ONE = 1  # of many
_TWO, THREE = 2, 1 + 2  # more
NONE, SOME, ALL = range(3)
PAIRS: "tuple[tuple[int, ...], ...]" = ((1, 2), (3,))
several = 4
LAST = (
    5,
)'''
    assert with_constants(text).split("\n") == [
        '"""A module."""; from typing import Final',
        "",
        "TYPE_CHECKING = False",
        "ONE: Final = 1  # of many",
        "_TWO: Final = 2; THREE: Final = 1 + 2  # more",
        "NONE: Final = 0; SOME: Final = 1; ALL: Final = 2",
        'PAIRS: Final["tuple[tuple[int, ...], ...]"] = ((1, 2), (3,))',
        "several = 4",
        "LAST: Final = (",
        "    5,",
        ")",
    ]

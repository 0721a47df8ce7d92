"""What people install: built from a clean checkout, put into an empty environment, and used in another folder."""

import asyncio
import os
import re
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from zipfile import ZipFile

import pytest

from host.tools.torture.page_visitor import PageVisitor
from tests.cli.command_support import as_from_a_shell, free_port

pytestmark = pytest.mark.slow

HOUSE = Path(__file__).resolve().parents[2]
LOCK = str(HOUSE / "host" / "requirements.txt")
PINNED = ("--build-constraints", LOCK, "--require-build-hashes")
PATIENCE_S = 300  # far above what any of them needs
# What the drivers' own dependencies install beside them, for boards with pins of their own.
STRANGERS = ("board.py", "busio.py", "digitalio.py", "micropython", "microcontroller", "neopixel_write.py")


class Distributions(NamedTuple):
    """What was built: a wheel of the checkout, a source distribution of it, and the wheel that this one makes."""

    wheel: Path
    sources: Path
    wheel_of_sources: Path


def surroundings() -> dict[str, str]:
    """An environment without Tavolo's source tree; downloads are kept in build/ for the next time."""
    clean = {
        name: value
        for name, value in as_from_a_shell().items()
        if not name.startswith("PYTHON") and name != "VIRTUAL_ENV"
    }
    cache = os.environ.get("UV_CACHE_DIR", str(HOUSE / "build" / "uv"))
    return clean | {"UV_CACHE_DIR": cache, "UV_NO_CONFIG": "1"}


def files_of_the_tree(*folders: str) -> list[str]:
    """The files that a clone would have, were everything committed."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", *folders]
    listed = subprocess.run(command, cwd=HOUSE, capture_output=True, text=True, check=True)
    return [name for name in listed.stdout.splitlines() if (HOUSE / name).exists()]


def run(command: list[str], folder: Path, more: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        cwd=folder,
        env=surroundings() | dict(more or {}),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


def uv(*arguments: str, folder: Path) -> None:
    done = run([sys.executable, "-m", "uv", "--quiet", *arguments], folder)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> Distributions:
    folder = tmp_path_factory.mktemp("building")
    checkout, of_checkout, of_sources = (folder / name for name in ("checkout", "one", "other"))
    for name in files_of_the_tree():
        (checkout / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(HOUSE / name, checkout / name)
    uv("build", *PINNED, "--wheel", "--out-dir", str(of_checkout), folder=checkout)
    uv("build", *PINNED, "--out-dir", str(of_sources), folder=checkout)  # the wheel of the source distribution
    (wheel,), (sources,), (wheel_of_sources,) = (
        of_checkout.glob("*.whl"),
        of_sources.glob("*.tar.gz"),
        of_sources.glob("*.whl"),
    )
    return Distributions(wheel, sources, wheel_of_sources)


class Installed(NamedTuple):
    """The command in an environment of its own, and an empty folder to use it in."""

    programs: Path
    folder: Path

    def tavolo(self, *arguments: str, more: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
        return run([str(self.programs / "tavolo"), *arguments], self.folder, more)


@pytest.fixture(scope="module")
def installed(distributions: Distributions, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    folder = tmp_path_factory.mktemp("elsewhere")
    uv("venv", "--python", sys.executable, "environment", folder=folder)
    programs = folder / "environment" / ("Scripts" if os.name == "nt" else "bin")
    install(str(distributions.wheel), programs, folder)
    (folder / "empty").mkdir()
    return Installed(programs, folder / "empty")


def install(what: str, programs: Path, folder: Path) -> None:
    uv("pip", "install", "--python", str(programs / "python"), "--constraint", LOCK, *PINNED, what, folder=folder)


def contents(wheel: Path) -> dict[str, int]:
    """The files of a wheel, with checksums."""
    with ZipFile(wheel) as opened:
        return {entry.filename: entry.CRC for entry in opened.infolist()}


def test_the_wheel_of_the_checkout_and_that_of_its_source_distribution_are_equal(distributions: Distributions) -> None:
    assert contents(distributions.wheel) == contents(distributions.wheel_of_sources)


def test_the_wheel_has_a_name_that_no_other_project_has_and_brings_the_command(distributions: Distributions) -> None:
    assert distributions.wheel.name.startswith("tavolo_table-")
    with ZipFile(distributions.wheel) as opened:
        (metadata,) = (opened.read(name).decode() for name in opened.namelist() if name.endswith("/METADATA"))
        (commands,) = (opened.read(name).decode() for name in opened.namelist() if name.endswith("/entry_points.txt"))
    assert "\nName: tavolo-table\n" in metadata
    assert "tavolo = tavolo_host.__main__:main" in commands


def test_every_file_of_both_packages_is_in_the_wheel_which_takes_no_other_names(distributions: Distributions) -> None:
    wanted = {name.split("/", 1)[1] for name in files_of_the_tree("firmware/tavolo", "host/tavolo_host")}
    found = {name for name in contents(distributions.wheel) if ".dist-info/" not in name}
    assert wanted <= found
    assert {name.split("/")[0] for name in found} == {"tavolo", "tavolo_host"}


def test_a_source_distribution_has_nothing_that_was_made(distributions: Distributions) -> None:
    with tarfile.open(distributions.sources) as opened:
        names = {Path(name).parts[1] for name in opened.getnames()}
    assert names == {"firmware", "hardware", "host", ".gitignore", "LICENSE", "PKG-INFO", "README.md", "pyproject.toml"}


def test_the_lines_of_the_front_page_run_where_it_is_installed_and_type_checkers_see_its_types(
    installed: Installed,
) -> None:
    (shown,) = re.findall(r"```python\n(.*?)```", (HOUSE / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    program = installed.folder / "program.py"
    program.write_text(shown + "game.legal(position)\n", encoding="utf-8")
    python = str(installed.programs / "python")
    checked = run(
        [sys.executable, "-m", "mypy", "--strict", "--python-executable", python, program.name], program.parent
    )
    errors = [line for line in checked.stdout.splitlines() if ": error: " in line]
    assert len(errors) == 1, checked.stdout
    assert 'Missing positional argument "player" in call to "legal" of "Game"' in errors[0]


@contextmanager
def playing(installed: Installed, *arguments: str) -> Iterator[PageVisitor]:
    """`tavolo play` as a process of its own, without a browser; a visitor who is about to arrive at the page."""
    port = str(free_port())
    command = [str(installed.programs / "tavolo"), "play", *arguments, "--no-browser", "--web-port", port]
    process = subprocess.Popen(command, cwd=installed.folder, env=surroundings(), stdin=subprocess.DEVNULL)
    try:
        yield PageVisitor(f"http://127.0.0.1:{port}/", lambda: process.poll() is None)
        assert process.poll() is None, "the program has ended by itself"
    finally:
        process.terminate()
        process.wait(30)


async def until(visitor: PageVisitor, shown: str) -> None:
    while shown not in visitor.text():
        await asyncio.sleep(0.1)


async def beginning_of_a_game(visitor: PageVisitor) -> None:
    """Press Play as soon as a board is there, and wait for the hand."""
    await visitor.arrive()
    await until(visitor, "Choose a game.")
    await visitor.press("start-button")
    await until(visitor, "hand-card")
    await visitor.leave()


def test_a_game_is_begun_on_the_page_of_the_installed_program(installed: Installed) -> None:
    with playing(installed, "david-goliath", "--speed", "20") as visitor:
        asyncio.run(asyncio.wait_for(beginning_of_a_game(visitor), PATIENCE_S))


def test_the_stand_ins_are_taken_and_not_the_modules_that_the_drivers_bring(
    installed: Installed, tmp_path: Path
) -> None:
    (site,) = installed.programs.parent.rglob("site-packages")
    assert all((site / name).exists() for name in STRANGERS)
    # On this path, poisoned ones come even before those.
    for name in STRANGERS:
        package = tmp_path / name.removesuffix(".py")
        package.mkdir()
        (package / "__init__.py").write_text(f"raise ImportError('the wrong {name}')\n", encoding="utf-8")
    checked = installed.tavolo("selftest", "--virtual", "--automatic", more={"PYTHONPATH": str(tmp_path)})
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_with_its_extra_the_installed_program_draws_and_prints_without_the_sources(
    installed: Installed, distributions: Distributions
) -> None:
    install(f"{distributions.wheel}[maker]", installed.programs, installed.folder)
    printed = installed.tavolo("cards", "bambuti", "--card", "B5", "--output", "cards")
    assert printed.returncode == 0, printed.stderr
    assert (installed.folder / "cards" / "back.pdf").exists()
    drawn = installed.tavolo("drawings", "--output", "drawn")
    assert drawn.returncode == 0, drawn.stderr
    for name in ("slot.scad", "starter-templates.pdf"):
        assert (installed.folder / "drawn" / name).exists()

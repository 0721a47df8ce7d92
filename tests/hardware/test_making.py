"""What `make` does with what a maker builds: it is made when it is missing, and nothing old stays among it."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

HOUSE = Path(__file__).resolve().parents[2]
STAMPS = ("tavolo", "drivers", "group-boards", "extra-maker")
# In the place of Python and the command: they note that they were called, and make a file of each.
PYTHON = """#!/bin/sh
echo "$*" >>calls
mkdir -p build/hardware/circuit
touch build/hardware/circuit/full.net build/hardware/circuit/parts-starter.csv
"""
TAVOLO = """#!/bin/sh
echo "$*" >>calls
mkdir -p build/hardware/cards
touch build/hardware/cards/new.pdf
"""


class Site:
    """A building site of the house's Makefile, in which the programs that make things only pretend."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.hardware = folder / "build" / "hardware"
        shutil.copy(HOUSE / "Makefile", folder)
        for name in (
            "hardware/circuit/wiring.py",
            "firmware/tavolo/wiring.py",
            "firmware/tavolo/lights/power.py",
            "host/tavolo_host/vector.py",
        ):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).touch()
        (folder / "build" / "stamps").mkdir(parents=True)
        (folder / "bin").mkdir()
        for name, content in (("python", PYTHON), ("tavolo", TAVOLO)):
            (folder / "bin" / name).write_text(content, encoding="utf-8")
            (folder / "bin" / name).chmod(0o755)
        for stamp in STAMPS:
            (folder / "build" / "stamps" / stamp).touch()

    def make(self, target: str) -> int:
        """Make a target; return how often anything was called for it so far."""
        surroundings = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
        old = [word for stamp in STAMPS for word in ("-o", f"build/stamps/{stamp}")]
        subprocess.run(["make", "BIN=bin", *old, target], cwd=self.folder, env=surroundings, check=True, timeout=60)
        calls = self.folder / "calls"
        return len(calls.read_text(encoding="utf-8").splitlines()) if calls.exists() else 0


@pytest.fixture
def site(tmp_path: Path) -> Site:
    return Site(tmp_path)


def test_the_circuit_is_made_once_and_again_when_its_files_are_gone(site: Site) -> None:
    assert [site.make("circuit") for _ in range(2)] == [1, 1]
    shutil.rmtree(site.hardware)
    assert site.make("circuit") == 2
    assert (site.hardware / "circuit" / "full.net").exists()


@pytest.mark.parametrize("target", ["circuit", "cards"])
def test_files_that_are_no_longer_made_do_not_stay_among_those_that_are(target: str, site: Site) -> None:
    old = site.hardware / target / "old.pdf"
    old.parent.mkdir(parents=True)
    old.touch()
    site.make(target)
    assert not old.exists()
    assert any(old.parent.iterdir())

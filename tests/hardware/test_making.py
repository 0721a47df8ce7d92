"""`make` generates a maker's missing files and removes old ones."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

HOUSE = Path(__file__).resolve().parents[2]
SOURCES = ("hardware/circuit/wiring.py", "firmware/tavolo/wiring.py", "firmware/tavolo/lights/power.py",
           "host/tavolo_host/vector.py")  # fmt: skip
STAMPS = [f"build/stamps/{name}" for name in ("tavolo", "drivers", "group-boards", "extra-maker")]
MADE = {"circuit": "parts-starter.csv", "cards": "new.pdf"}


@pytest.mark.parametrize("target", MADE)
def test_missing_files_are_made_and_obsolete_ones_removed(target: str, tmp_path: Path) -> None:
    """In a copy of the build where Python and the command only write a file."""
    old, new = (tmp_path / "build" / "hardware" / target / name for name in ("old.pdf", MADE[target]))
    for name in ("Makefile", "bin/python", "bin/tavolo", *SOURCES, *STAMPS, old):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    shutil.copy(HOUSE / "Makefile", tmp_path)
    for program in (tmp_path / "bin").iterdir():
        program.write_text(f"#!/bin/sh\nmkdir -p {new.parent}\necho made >>{new}\n", encoding="utf-8")
        program.chmod(0o755)
    surroundings = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    stamps = [word for stamp in STAMPS for word in ("-o", stamp)]
    for _ in range(2):
        subprocess.run(["make", "BIN=bin", *stamps, target], cwd=tmp_path, env=surroundings, check=True, timeout=60)
        assert list(new.parent.iterdir()) == [new]
        assert new.read_text(encoding="utf-8") == "made\n"

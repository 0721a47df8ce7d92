"""Where the chip's modules are found: before anything else, in the tree and where the program alone is installed."""

import subprocess
import sys
from pathlib import Path

import pytest

from tavolo_host import chip

HOUSE = Path(__file__).resolve().parents[2]
STAND_INS = (
    "board",
    "busio",
    "circuitpython_typing",
    "digitalio",
    "microcontroller",
    "micropython",
    "neopixel_write",
)


def test_in_the_tree_they_are_among_the_sources() -> None:
    assert chip.tree() == HOUSE
    assert chip.folders() == [HOUSE / "firmware" / "adapters", HOUSE / "host" / "shims", HOUSE / "build" / "drivers"]


def test_elsewhere_they_are_beside_the_program(tmp_path: Path) -> None:
    package = tmp_path / "site-packages" / "tavolo_host"
    assert chip.tree(package) is None
    assert chip.folders(package) == [package / "stand_ins"]


def test_they_are_put_first_once(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = [str(folder) for folder in chip.folders()]
    monkeypatch.setattr(sys, "path", ["here", ours[1], "there"])
    chip.put_first()
    chip.put_first()
    assert sys.path == [*ours, "here", "there"]


def test_modules_of_the_same_names_in_the_working_folder_are_not_taken(tmp_path: Path) -> None:
    for name in STAND_INS:
        (tmp_path / f"{name}.py").write_text(f"raise ImportError('the wrong {name}')\n", encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "tavolo_host",
        "settings",
        "--virtual",
    ]  # has a whole board begin, with its drivers
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    assert run.returncode == 0, run.stdout + run.stderr

"""Where the chip's modules are found: before anything else, in the tree and where the program alone is installed."""

import sys
from pathlib import Path

import pytest

from tavolo_host import chip

HOUSE = Path(__file__).resolve().parents[2]


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

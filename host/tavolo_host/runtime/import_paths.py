"""Where the chip's modules are found on a laptop.

Firmware and drivers import modules that only a chip has: `micropython`, `board`, `busio` and others. The stand-ins for
them lie in folders that are no packages: in the tree among its sources, where Tavolo is installed beside this module.
What Adafruit's drivers depend on installs modules of the same names, which look for pins: so the stand-ins go first.
"""

import sys
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]


def tree(package: Path = PACKAGE) -> Path | None:
    """Return the folder of Tavolo's sources; None where the program alone is installed."""
    folder = package.parents[1]
    return folder if (folder / "firmware" / "adapters").is_dir() else None


def folders(package: Path = PACKAGE) -> list[Path]:
    """Return what has to be looked into before anything else: the stand-ins, and the drivers that the tree fetches."""
    sources = tree(package)
    if sources is None:
        return [package / "stand_ins"]
    return [sources / "firmware" / "adapters", sources / "host" / "shims", sources / "build" / "drivers"]


def put_first() -> None:
    """Have these folders looked into first; for programs, before they import what needs the chip's modules."""
    ours = [str(folder) for folder in folders()]
    sys.path[:] = ours + [entry for entry in sys.path if entry not in ours]

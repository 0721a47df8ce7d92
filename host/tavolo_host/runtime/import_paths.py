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


def prepend() -> None:
    """Have the stand-ins looked into first, and the drivers that the tree fetches; for programs, before they import
    what needs the chip's modules."""
    sources = tree()
    ours = [str(PACKAGE / "stand_ins")]
    if sources is not None:
        ours = [str(sources / folder) for folder in ("firmware/adapters", "host/shims", "build/drivers")]
    sys.path[:] = ours + [entry for entry in sys.path if entry not in ours]

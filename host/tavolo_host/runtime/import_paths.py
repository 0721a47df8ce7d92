"""Where a laptop finds the chip's modules.

Firmware and drivers import modules that only a chip has: `micropython`, `board`, `busio` and others. Their stand-ins
lie in folders that are no packages: among the sources in the tree, beside this module where Tavolo is installed.
Dependencies of Adafruit's drivers install modules of the same names, which look for pins: so the stand-ins come first.
"""

import sys
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]


def tree(package: Path = PACKAGE) -> Path | None:
    """Return the folder of Tavolo's sources; None where only the program is installed."""
    folder = package.parents[1]
    return folder if (folder / "firmware" / "adapters").is_dir() else None


def prepend() -> None:
    """Put the stand-ins, and the drivers that the tree fetches, first; programs call this before any other import."""
    sources = tree()
    ours = [str(PACKAGE / "stand_ins")]
    if sources is not None:
        ours = [str(sources / folder) for folder in ("firmware/adapters", "host/shims", "build/drivers")]
    sys.path[:] = ours + [entry for entry in sys.path if entry not in ours]

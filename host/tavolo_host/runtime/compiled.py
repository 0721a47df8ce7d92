"""The rules, compiled, where somebody has made them (`make fast`): the package `tavolo` with machine code in it.

It is taken only while it is made of exactly the sources that are there. A process has one `tavolo`, from where it first
imports it: programs ask before that. Processes that they start look where they do.
"""

import sys
from pathlib import Path

from tavolo_host.runtime.import_paths import PACKAGE, tree
from tavolo_host.runtime.source_digests import digest_of_folder

STAMP = "sources.txt"


def folder(package: Path = PACKAGE) -> Path | None:
    """Return where the compiled package is; None where there is none, or the sources have changed since."""
    sources = tree(package)
    if sources is None:
        return None
    made = sources / "build" / "fast"
    try:
        fits = (made / STAMP).read_text(encoding="utf-8") == digest_of_folder(sources / "firmware" / "tavolo")
    except OSError:
        return None
    return made if fits else None


def prepend() -> None:
    """Have it found before the sources; for programs, before they import what needs the rules."""
    found = folder()
    if found is not None and str(found) not in sys.path:
        sys.path.insert(0, str(found))

"""The compiled rules, if `make fast` has made them: the package `tavolo` with machine code in it.

They are used only while they match the sources exactly. A process has one `tavolo`, from where it first imports it, so
programs call `prepend` before that. Processes that they start inherit the import path.
"""

import sys
from pathlib import Path

from tavolo_host.runtime.import_paths import PACKAGE, tree
from tavolo_host.runtime.source_digests import digest_of_folder

STAMP = "sources.txt"


def folder(package: Path = PACKAGE) -> Path | None:
    """Return where the compiled package is; None if there is none, or the sources have changed since."""
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
    """Put the compiled package before the sources; programs call this before they import the rules."""
    found = folder()
    if found is not None and str(found) not in sys.path:
        sys.path.insert(0, str(found))

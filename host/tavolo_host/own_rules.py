"""The digests of the rules and the firmware as they are installed on this laptop."""

from functools import cache
from pathlib import Path

import tavolo
from tavolo.digests import digest_of_folder


@cache
def firmware_digests() -> tuple[str, str]:
    """Return the digests of the whole firmware package and of its rules, eight hex digits each."""
    folder = Path(tavolo.__file__).parent
    return digest_of_folder(folder.as_posix()), digest_of_folder((folder / "rules").as_posix())

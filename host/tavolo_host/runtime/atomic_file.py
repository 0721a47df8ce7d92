"""Files that are written whole or not at all: a full disk, or a lost power, leaves what was there before."""

import os
import shutil
from contextlib import suppress
from pathlib import Path


def write_whole(path: Path, content: str | bytes) -> None:
    """Make or replace the file at `path`; text is UTF-8 with ends of lines as they are. OSError leaves the old one.

    What is no file of a folder, as /dev/stdout or a pipe, takes what it is given.
    """
    data = content.encode() if isinstance(content, str) else content
    path = path.resolve()  # a link goes on to lead to its file
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    beside = path.with_name(f"{path.name}.new")
    try:
        with beside.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            shutil.copymode(path, beside)
        beside.replace(path)
    except OSError as problem:
        with suppress(OSError):
            beside.unlink()
        problem.filename = str(path)  # which nobody has heard of under another name
        raise

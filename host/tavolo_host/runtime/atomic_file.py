"""Files that are written whole or not at all: a full disk or a power cut leaves the old one."""

import os
import shutil
from contextlib import suppress
from pathlib import Path


def write_whole(path: Path, content: str | bytes) -> None:
    """Create or replace the file at `path`; text is UTF-8 with line ends as they are. OSError leaves the old one.

    Anything but a regular file, such as /dev/stdout or a pipe, is written directly.
    """
    data = content.encode() if isinstance(content, str) else content
    path = path.resolve()  # a link keeps pointing to its file
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
        problem.filename = str(path)  # the temporary name means nothing to anybody
        raise

"""Files that are written whole or not at all: a full disk or a power cut leaves the old one."""

import os
import shutil
from contextlib import suppress
from pathlib import Path

BINARY = getattr(os, "O_BINARY", 0)  # on Windows, line ends stay as they are
OF_ALL, OF_ITS_USER = 0o666, 0o600  # modes of new files; the user's umask takes from the first


def write_whole(path: Path, content: str | bytes, is_private: bool = False) -> None:
    """Create or replace the file at `path`; text is UTF-8 with line ends as they are. OSError leaves the old one.

    Only this user can read a file that `is_private`: whatever has people's names, games or cards in it. Anything but a
    regular file, such as /dev/stdout or a pipe, is written directly.
    """
    data = content.encode() if isinstance(content, str) else content
    path = path.resolve()  # a link keeps pointing to its file
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    beside = path.with_name(f"{path.name}.new")
    try:
        # A new file, not one that others have put there and can read.
        beside.unlink(missing_ok=True)
        descriptor = os.open(
            beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | BINARY, OF_ITS_USER if is_private else OF_ALL
        )
        with open(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if path.exists() and not is_private:
            shutil.copymode(path, beside)
        beside.replace(path)
    except OSError as problem:
        with suppress(OSError):
            beside.unlink()
        problem.filename = str(path)  # the temporary name means nothing to anybody
        raise

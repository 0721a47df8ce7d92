"""Files that a command reads: what has no end, or no bound, is refused in a sentence."""

import os
import stat
from pathlib import Path

MOST_BYTES = 1 << 28  # as many as some seven thousand games have as text
NONBLOCK = getattr(os, "O_NONBLOCK", 0)  # opening a pipe would wait for a writer


def content_of(path: Path, most: int = MOST_BYTES) -> bytes:
    """Return the content of a file, or what is written into a pipe until its writers close it.

    A pipe that nobody writes into is empty. OSError if it cannot be read; ValueError, in a sentence, for a device, or
    for more bytes than `most`.
    """
    with open(path, "rb", opener=lambda name, flags: os.open(name, flags | NONBLOCK)) as file:
        there = os.fstat(file.fileno())
        if stat.S_ISCHR(there.st_mode) or stat.S_ISBLK(there.st_mode):
            raise ValueError(f"{path} is a device, not a file.")
        if stat.S_ISFIFO(there.st_mode):
            os.set_blocking(file.fileno(), True)
        content = file.read(most + 1) if there.st_size <= most else b""
    if len(content) > most or there.st_size > most:
        raise ValueError(f"{path} is too long: it may have {most >> 20} MB.")
    return content

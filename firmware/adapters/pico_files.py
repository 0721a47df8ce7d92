"""The Pico's file system, as `Files` of `tavolo.maker.settings`: small files, read and written as a whole.

It is littlefs: a file is stored as soon as it is closed, and a rename replaces an old file at once or, after a power
cut, not at all (littlefs, DESIGN.md).
"""


class PicoFiles:
    """The files in the root of the file system; on a laptop, in the folder `root`, which ends with a slash."""

    def __init__(self, root: str = "/") -> None:
        self._root = root

    def read(self, name: str, most: int) -> bytes:
        """Return the first `most` bytes of a file; b"" if it does not exist or cannot be read."""
        try:
            with open(self._root + name, "rb") as file:
                return file.read(most)
        except OSError:
            return b""

    def write(self, name: str, content: bytes) -> None:
        """Write a file, replacing any old one. Raises OSError."""
        with open(self._root + name, "wb") as file:
            file.write(content)

    def rename(self, name: str, new_name: str) -> None:
        """Rename a file, replacing any other with the new name. Raises OSError."""
        import os

        replace = getattr(os, "replace", os.rename)  # the Pico's rename is a laptop's replace
        replace(self._root + name, self._root + new_name)

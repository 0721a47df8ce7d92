"""The Pico's own files, as `Files` of `tavolo.maker.settings` wants them: small ones, read and written as a whole.

They are in littlefs: a file that was written is there as soon as it was closed, and a rename takes the place of the old
file at once or, after a power cut, not at all (littlefs, DESIGN.md).
"""


class PicoFiles:
    """The files of the file system's root; on a laptop, of the folder `root`, which ends with a slash."""

    def __init__(self, root: str = "/") -> None:
        self._root = root

    def read(self, name: str, most: int) -> bytes:
        """Return the first `most` bytes of a file; none when it is not there, or cannot be read."""
        try:
            with open(self._root + name, "rb") as file:
                return file.read(most)
        except OSError:
            return b""

    def write(self, name: str, content: bytes) -> None:
        """Make a file of these bytes, in the place of any that was there. Raises OSError."""
        with open(self._root + name, "wb") as file:
            file.write(content)

    def rename(self, name: str, new_name: str) -> None:
        """Give a file the name, and the place, of another. Raises OSError."""
        import os

        replace = getattr(os, "replace", os.rename)  # which on the Pico does what a laptop has another name for
        replace(self._root + name, self._root + new_name)

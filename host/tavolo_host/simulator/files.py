"""The files of a virtual board, which outlive its power, with a power cut where it would hurt most."""

from tavolo_host.simulator.flash import PowerCut


class VirtualFiles:
    """Names and contents. `cut_before` takes the power before a "write" or a "rename" is done, once."""

    def __init__(self) -> None:
        self.contents: dict[str, bytes] = {}
        self.cut_before = ""

    def read(self, name: str, most: int) -> bytes:
        """Return the first `most` bytes of a file, none when it is not there."""
        return self.contents.get(name, b"")[:most]

    def write(self, name: str, content: bytes) -> None:
        """Make a file; what power is lost meanwhile leaves an empty one."""
        self.contents[name] = b""
        self._check("write")
        self.contents[name] = content

    def rename(self, name: str, new_name: str) -> None:
        """Put a file in the place of another."""
        self._check("rename")
        self.contents[new_name] = self.contents.pop(name)

    def _check(self, operation: str) -> None:
        if self.cut_before == operation:
            self.cut_before = ""
            raise PowerCut

"""The files of a virtual board, which survive a loss of power, with a power cut where it hurts most."""

from tavolo_host.simulator.flash import PowerCut


class VirtualFiles:
    """Names and contents. `cut_before` cuts the power once, before a "write" or a "rename" is done."""

    def __init__(self) -> None:
        self.contents: dict[str, bytes] = {}
        self.cut_before = ""

    def read(self, name: str, most: int) -> bytes:
        """Return the first `most` bytes of a file, none if there is no such file."""
        return self.contents.get(name, b"")[:most]

    def write(self, name: str, content: bytes) -> None:
        """Write a file; a power cut during the write leaves it empty."""
        self.contents[name] = b""
        self._check("write")
        self.contents[name] = content

    def rename(self, name: str, new_name: str) -> None:
        """Rename a file, replacing another one."""
        self._check("rename")
        self.contents[new_name] = self.contents.pop(name)

    def _check(self, operation: str) -> None:
        if self.cut_before == operation:
            self.cut_before = ""
            raise PowerCut

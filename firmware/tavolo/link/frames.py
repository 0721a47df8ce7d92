"""Lines of the link: how a text is framed on a serial line where other things may be printed too.

A line is `~<text>*<CRC-32>\\r\\n`: printable ASCII, because raw bytes might contain a Ctrl-C, which stops
MicroPython. The marker distinguishes it from stray prints; the CRC (8 hex digits, of everything between marker and
star) detects damage.
"""

from binascii import crc32

LONGEST_PAYLOAD = 320  # characters, kind included
LONGEST_LINE = 368  # bytes; anything longer is no line of the link


def line_of(body: str) -> bytes:
    """Return the line, from marker to line end, that carries `body`."""
    data = body.encode()
    return b"~" + data + f"*{crc32(data):08x}\r\n".encode()


def body_of(line: bytes) -> "str | None":
    """Return what a line without its line end carries; None if it is damaged or not a line of the link."""
    line = line[line.rfind(b"~") + 1 :].rstrip(b"\r")
    if len(line) < 10 or line[-9:-8] != b"*":
        return None
    data = line[:-9]
    if data and not 32 <= min(data) <= max(data) < 127:
        return None  # a line carries printable ASCII only
    if line[-8:] != f"{crc32(data):08x}".encode():
        return None
    return data.decode()


class LineReader:
    """Splits incoming bytes into lines; keeps only the beginning of one line, and the last chunk it has parsed.

    Idle ends ask and answer each second with the same line, which is not parsed again.
    """

    def __init__(self) -> None:
        self._rest = b""
        self._chunk = b""
        self._found: list[str] = []

    def bodies(self, chunk: bytes) -> list[str]:
        """Return the bodies of the whole, undamaged lines that `chunk` completes."""
        if chunk == self._chunk and not self._rest:
            return self._found
        before = self._rest
        lines = (before + chunk).split(b"\n")
        rest = lines.pop()
        start = rest.rfind(b"~")
        self._rest = b"" if start < 0 or len(rest) - start > LONGEST_LINE else rest[start:]
        found = []
        for line in lines:
            body = body_of(line)
            if body is not None:
                found.append(body)
        self._chunk = b"" if before or self._rest else chunk  # whole lines only
        self._found = found
        return found

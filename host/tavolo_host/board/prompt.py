"""MicroPython's raw prompt at an open port: what comes after something was sent, and the result of a script."""

from collections.abc import Callable

from tavolo.link.channel import Serial
from tavolo_host.board.serial_port import PortError

PROMPT_MS = 3000
TOLD = 200  # bytes of an answer that is not as it should be
RAW, RUN = b"\x01", b"\x04"
READY = b"raw REPL; CTRL-B to exit\r\n>"
RESTART = "import machine\nmachine.reset()\n"  # a script that does not end


def exchange(line: Serial, data: bytes, is_over: Callable[[bytes], object], pass_time: Callable[[], float]) -> bytes:
    """Send `data`; return what has come when it `is_over`. PortError if that is not so in PROMPT_MS."""
    came = b""
    left_ms: float = PROMPT_MS
    while not is_over(came):
        data = data[line.write(data) :] if data else data
        left_ms -= pass_time()
        came += line.read()
        if left_ms <= 0:
            raise PortError(f"MicroPython's prompt does not answer as it should, only {came[-TOLD:]!r}.")
    return came


def has_begun(came: bytes) -> bool:
    """Return whether the prompt has taken a script, of whose answer this has come."""
    return came.startswith(b"OK")


def has_ended(came: bytes) -> bool:
    """Return whether a script has ended, of whose answer this has come."""
    return came.count(RUN) >= 2


def result_of(came: bytes) -> str:
    """Return what a script has printed; ValueError with its traceback if it has failed."""
    printed, trouble = came.removeprefix(b"OK").split(RUN)[:2]
    if trouble:
        raise ValueError(trouble.decode(errors="replace"))
    return printed.decode(errors="replace").replace("\r\n", "\n")

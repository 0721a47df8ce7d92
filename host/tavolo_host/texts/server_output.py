"""What a server prints: it never waits for the terminal, and an error that comes again is one line a minute.

Visitors can cause errors as fast as they like. A terminal takes no more when nobody reads it, as in a pipe or after
Ctrl-S, and a program that prints there then waits.
"""

import io
import logging
import queue
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import TracebackType
from typing import Any, TextIO, cast

from tavolo_host.texts.terminal import say
from tavolo_host.texts.visible import printable

MINUTE_S = 60.0  # between two lines about errors of one kind
LONGEST = 200  # characters of a message
WAITING = 200  # texts that the terminal has not taken yet; further ones are lost
FINISH_S = 0.5  # at the end, for the terminal to take the last ones
FULL_S = 0.1  # between two tries at a terminal that takes nothing, and does not let its writers wait


@contextmanager
def never_waiting() -> Iterator[None]:
    """Print in this way from now on, and as before afterwards."""
    loggers = [each for each in logging.root.manager.loggerDict.values() if isinstance(each, logging.Logger)]
    before = [(logger, logger.handlers[:]) for logger in (logging.root, *loggers)]
    streams = sys.stdout, sys.stderr
    patient = [PatientStream(stream) for stream in streams if _is_file(stream)]
    for logger, _handlers in before:
        logger.handlers[:] = [OnceAMinute()] if logger is logging.root else []
    by_stream = {each.stream: cast("TextIO", each) for each in patient}
    sys.stdout, sys.stderr = (by_stream.get(stream, stream) for stream in streams)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = streams
        for each in patient:
            each.finish()
        for logger, handlers in before:
            logger.handlers[:] = handlers


def _is_file(stream: TextIO | None) -> bool:
    try:
        return stream is not None and stream.fileno() >= 0
    except (OSError, ValueError):  # a test's, or closed
        return False


class PatientStream(io.TextIOBase):
    """A stream to which a thread writes what `stream` takes, as fast as that goes; each line is whole, or lost.

    `sleep` is how the thread waits where the stream itself does not wait.
    """

    def __init__(self, stream: TextIO, sleep: Callable[[float], None] = time.sleep) -> None:
        self.stream = stream
        self._sleep = sleep
        self._line = _Line()
        # The simple kind: the garbage collection may print in the middle of a `put`, and must not wait for its lock.
        self._texts: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._go_on_writing, daemon=True, name="terminal")
        self._thread.start()

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """The encoding of the stream."""
        return self.stream.encoding

    def write(self, text: str) -> int:
        """Have a text written when its line ends; the line is lost if too many wait."""
        if not isinstance(text, str):
            raise TypeError("only text is written here")
        self._line.text += text
        if text.endswith("\n"):
            self.flush()
        return len(text)

    def flush(self) -> None:
        """Have the line written as far as it goes."""
        text, self._line.text = self._line.text, ""
        if text and self._texts.qsize() < WAITING:
            self._texts.put(text)

    def writable(self) -> bool:
        """Return whether it can be written to."""
        return True

    def isatty(self) -> bool:
        """Return whether it is a terminal."""
        return self.stream.isatty()

    def fileno(self) -> int:
        """Return the number of the file."""
        return self.stream.fileno()

    def finish(self) -> None:
        """Wait for a moment until all is written."""
        self.flush()
        self._texts.put(None)
        self._thread.join(FINISH_S)

    def _go_on_writing(self) -> None:
        # Not by the stream itself: at the program's end Python would wait for its lock.
        file = open(self.stream.fileno(), "wb", buffering=0, closefd=False)  # noqa: SIM115
        while (text := self._texts.get()) is not None:
            left = memoryview(text.encode(self.stream.encoding or "utf-8", "backslashreplace"))
            with suppress(OSError):
                while left:
                    taken = file.write(left)
                    if taken is None:  # it is full, and was set not to wait
                        self._sleep(FULL_S)
                    else:
                        left = left[taken:]


class _Line(threading.local):
    """The line that a thread has begun: `print` writes its end by itself."""

    text = ""


class OnceAMinute(logging.Handler):
    """Prints a line a minute about errors of one kind: those of one place in a program, for one reason."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._until_s: dict[tuple[object, ...], float] = {}
        self._untold: dict[tuple[object, ...], int] = {}

    def emit(self, record: logging.LogRecord) -> None:
        """Print a line, or count what is not printed."""
        try:
            self._print(record)
        except Exception:  # what a handler raises would hit the program that logs
            self.handleError(record)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        """Print which line of the program logs what cannot be printed."""
        where = f"{record.pathname}, line {record.lineno}"
        with suppress(OSError, ValueError):
            say(f"{record.levelname}: what is logged in {where}, is no message.", err=True)

    def _print(self, record: logging.LogRecord) -> None:
        kind, now = _kind(record), self._clock()
        if now < self._until_s.get(kind, now):
            self._untold[kind] = self._untold.get(kind, 0) + 1
            return
        self._until_s[kind] = now + MINUTE_S
        more = self._untold.pop(kind, 0)
        say(_line(record) + (f" ({more} more like the last one)" if more else ""), err=True)


def _kind(record: logging.LogRecord) -> tuple[object, ...]:
    """Return what a visitor cannot choose: where it was noticed, and what was raised where."""
    raised, _error, trace = record.exc_info or (None, None, None)
    return record.name, record.pathname, record.lineno, raised, _place(trace)


def _line(record: logging.LogRecord) -> str:
    words = f"{record.levelname}: {_short(record.getMessage())}"
    raised, error, trace = record.exc_info or (None, None, None)
    if raised is None:
        return words
    return f"{words}: {raised.__name__}: {_short(printable(str(error)))} ({_place(trace)})"


def _short(text: str) -> str:
    line = text.partition("\n")[0]
    return line if len(line) <= LONGEST else f"{line[:LONGEST]}…"


def _place(trace: TracebackType | Any | None) -> str:
    """Return the file and the line where an exception was raised."""
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return f"{trace.tb_frame.f_code.co_filename}, line {trace.tb_lineno}" if trace else ""

"""What is printed: text from a browser, a file or a board cannot steer the terminal, or forge a line of the log.

Nothing that is printed fails: what a terminal's encoding lacks is escaped.
"""

import logging
import sys
import traceback
from io import TextIOWrapper
from types import TracebackType
from typing import Any

from tavolo_host.texts.visible import printable


def say(text: str, err: bool = False, nl: bool = True) -> None:
    """Print a text, and the end of a line after it; with `err` on standard error."""
    print(printable(text), end="\n" if nl else "", file=sys.stderr if err else sys.stdout, flush=True)


def hand_on(text: str) -> None:
    """Print a text for a file or another program: in UTF-8, whatever the terminal's encoding is."""
    if not isinstance(sys.stdout, TextIOWrapper) or sys.stdout.isatty():
        say(text, nl=False)
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(printable(text).encode())
    sys.stdout.buffer.flush()


def guard_output() -> None:
    """From now on, let this process print what its streams cannot encode as escapes, and log only what can be seen."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    logging.setLogRecordFactory(PrintableRecord)
    sys.excepthook = _say_exception


class PrintableRecord(logging.LogRecord):
    """A record whose message and traceback are printable, whatever handler gets it; further lines are indented."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        if self.exc_info and self.exc_info[0]:
            self.exc_text = printable("".join(traceback.format_exception(*self.exc_info)).rstrip("\n"))
        self.stack_info = self.stack_info and printable(self.stack_info)

    def getMessage(self) -> str:  # noqa: N802
        """Return the message with its arguments."""
        return "\n  ".join(printable(super().getMessage()).rstrip("\n").split("\n"))


def _say_exception(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    say("".join(traceback.format_exception(kind, error, trace)), err=True, nl=False)

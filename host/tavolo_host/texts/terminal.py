"""What is printed: text from a browser, a file or a board cannot steer the terminal, or forge a line of the log."""

import logging
import sys
import traceback
from types import TracebackType
from typing import Any

import typer

from tavolo_host.texts.visible import printable


def say(text: str, err: bool = False, nl: bool = True) -> None:
    """Print a text, and the end of a line after it; with `err` on standard error."""
    typer.echo(printable(text), err=err, nl=nl)


def guard_logs() -> None:
    """From now on, let no logger and no traceback of this process print what cannot be seen."""
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

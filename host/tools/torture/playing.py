"""Plays one evening of any way, from its name to its tally. Findings are recorded, never raised."""

import logging
import signal
import time
import traceback
from importlib import import_module
from types import FrameType
from typing import Any

from host.tools.torture.evening import WAYS, Evening
from host.tools.torture.found import EXCEPTION, STUCK, UNTRIED, Finding, Found, Tally
from tavolo_host.runtime import import_paths

LONGEST_S = 1200  # of one evening on a busy machine: anything longer is an endless loop
_LAST_LINES = 12  # of a traceback


def prepare() -> None:
    """Prepare a process: prepend the stand-ins for the chip's modules, and silence the libraries' logs."""
    import_paths.prepend()
    logging.disable(logging.CRITICAL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def play_class(way: str) -> Any:
    """Return the class that plays evenings of a way."""
    module, _, name = WAYS[way].play.partition(".")
    return getattr(import_module(f"host.tools.torture.{module}"), name)


def played(evening: Evening, longest_s: int = 0) -> Tally:
    """Play an evening, for at most `longest_s` of real time unless that is 0; return its tally."""
    tally = Tally()
    began = time.monotonic()
    if longest_s:
        signal.signal(signal.SIGALRM, _too_long)
        signal.alarm(longest_s)
    kind, sentence = "", ""
    try:
        play = play_class(evening.way)(evening, tally)
        try:
            play.play()
        finally:
            play.close()
    except Found as found:
        kind, sentence = found.kind, found.sentence
    except Exception:
        kind, sentence = EXCEPTION, "\n".join(traceback.format_exc().splitlines()[-_LAST_LINES:])
    else:
        if not tally.accepted:
            kind, sentence = UNTRIED, "No action was accepted in the whole evening."
    finally:
        signal.alarm(0)
    if kind:
        before = f" Before it: {', '.join(tally.last_faults)}." if tally.last_faults else ""
        tally.findings.append(Finding(kind, sentence + before, evening.name))
    tally.last_faults.clear()
    tally.evenings[evening.way] += 1
    tally.real_s = time.monotonic() - began
    return tally


def _too_long(number: int, frame: FrameType | None) -> None:
    raise Found(STUCK, "The evening does not end:\n" + "".join(traceback.format_stack(frame)[-4:]))

"""Plays one evening of any way, from its name to its tally. Findings are recorded, never raised."""

import logging
import signal
import time
import traceback
from importlib import import_module
from pathlib import Path
from types import FrameType

from host.tools.torture.evenings import WAYS, Evening
from host.tools.torture.found import EXCEPTION, STUCK, UNTRIED, Finding, Found, Tally
from tavolo_host.runtime import import_paths

LONGEST_S = 1200  # of one evening on a busy machine: anything longer is an endless loop
LOGS = Path("build/torture")  # of evenings in real time with findings
_LAST_LINES = 12  # of a traceback


def played(evening: Evening, longest_s: int = 0) -> Tally:
    """Play an evening, for at most `longest_s` of real time unless that is 0; return its tally."""
    tally = Tally()
    began = time.monotonic()
    if longest_s:
        signal.signal(signal.SIGALRM, _too_long)
        signal.alarm(longest_s)
    try:
        import_module(f"host.tools.torture.{WAYS[evening.way].module}").play(evening, tally)
    except Found as found:
        _write_down(tally, evening, found.kind, found.sentence)
    except Exception:
        last = traceback.format_exc().splitlines()[-_LAST_LINES:]
        _write_down(tally, evening, EXCEPTION, "\n".join(last))
    else:
        if not tally.accepted:
            _write_down(tally, evening, UNTRIED, "No action was accepted in the whole evening.")
    finally:
        if longest_s:
            signal.alarm(0)
    tally.evenings[evening.way] += 1
    tally.real_s = time.monotonic() - began
    tally.log.clear()
    return tally


def _too_long(number: int, frame: FrameType | None) -> None:
    raise Found(STUCK, "The evening does not end:\n" + "".join(traceback.format_stack(frame)[-4:]))


def _write_down(tally: Tally, evening: Evening, kind: str, sentence: str) -> None:
    if tally.log:
        LOGS.mkdir(parents=True, exist_ok=True)
        log = LOGS / f"{evening.seed}-{evening.name}.log"
        log.write_text("\n".join([*tally.log, sentence]) + "\n", encoding="utf-8")
        sentence += f" Its events are in {log}."
    tally.findings.append(Finding(kind, sentence, evening.name, tuple(sorted(tally.faults))))


def prepare() -> None:
    """Prepare a process: prepend the stand-ins for the chip's modules, and silence the libraries' logs."""
    import_paths.prepend()
    logging.disable(logging.CRITICAL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)

"""What visitors do wrong is a line a minute in the terminal, and a terminal that nobody reads stops nothing."""

import logging
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TextIO

import pytest

from tavolo_host.texts.server_output import WAITING, OnceAMinute, PatientStream, never_waiting
from tavolo_host.texts.terminal import say


class Errors:
    """A logger, the lines that are printed for it, and the clock."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.now = 0.0
        self._capsys = capsys
        self._log = logging.getLogger("a server")
        self._log.propagate = False
        self._log.addHandler(OnceAMinute(lambda: self.now))

    def message(self, text: str, read: Callable[[str], object] = int) -> None:
        try:
            read(text)
        except ValueError:
            self._log.exception("A message of %s is wrong.\nIt is ignored.", text)

    def lines(self) -> list[str]:
        return self._capsys.readouterr().err.splitlines()

    def close(self) -> None:
        self._log.handlers.clear()


def refuse(text: str) -> None:
    raise ValueError(text)


@pytest.fixture
def errors(capsys: pytest.CaptureFixture[str]) -> Iterator[Errors]:
    found = Errors(capsys)
    yield found
    found.close()


def test_wrong_messages_are_one_line_a_minute_whatever_is_in_them(errors: Errors) -> None:
    for number in range(596):
        errors.message(f"x{number}\nERROR: forged\x1b[2J")
        errors.now += 0.01
    (line,) = errors.lines()
    assert line.startswith("ERROR: A message of x0: ValueError: invalid literal for int() with base 10: ")
    assert "test_server_output.py, line " in line
    assert "\x1b" not in line
    errors.now += 60
    errors.message("y" * 10_000)
    (line,) = errors.lines()
    assert line.endswith("(595 more like the last one)")
    assert len(line) < 700


def test_another_kind_of_error_has_a_line_of_its_own(errors: Errors) -> None:
    errors.message("x")
    errors._log.error("The disk is full.")
    errors.message("y")
    errors.message("z", refuse)
    assert len(errors.lines()) == 3


def test_a_message_that_is_none_raises_nothing_and_is_one_line_a_minute(capsys: pytest.CaptureFixture[str]) -> None:
    handler = OnceAMinute(lambda: 0.0)
    for _ in range(3):
        handler.handle(logging.LogRecord("a server", logging.ERROR, __file__, 7, "%s and %s", ("one",), None))
    (line,) = capsys.readouterr().err.splitlines()
    assert "test_server_output.py, line " in line


@contextmanager
def a_full_pipe(is_waiting: bool) -> Iterator[tuple[int, TextIO]]:
    """Yield a full pipe's end to read, and the other, where a writer waits or fails."""
    reading, writing = os.pipe()
    with open(writing, "w", encoding="utf-8") as full:
        os.set_blocking(writing, False)
        with suppress(BlockingIOError):
            while True:
                os.write(writing, b"x" * 4096)
        os.set_blocking(writing, is_waiting)
        yield reading, full


def test_who_prints_does_not_wait_for_a_pipe_that_nobody_reads() -> None:
    with a_full_pipe(is_waiting=True) as (reading, full):
        stream = PatientStream(full)
        for number in range(10 * WAITING):
            print(number, file=stream)
        assert stream._texts.qsize() == WAITING, "what is too much is lost"
        os.close(reading)  # upon which the terminal's thread goes on
        while not stream._texts.empty():
            stream._thread.join(0.001)
        stream.finish()
        assert not stream._thread.is_alive()


def test_a_full_terminal_that_lets_nobody_wait_is_tried_again_now_and_then() -> None:
    found: list[bytes] = []
    with a_full_pipe(is_waiting=False) as (reading, full):
        stream = PatientStream(full, lambda _seconds: found.append(os.read(reading, 1 << 20)))
        print("The table is open.", file=stream)
        stream.finish()
        assert not stream._thread.is_alive(), "it tries without an end"
        found.append(os.read(reading, 1 << 20))
    os.close(reading)
    assert len(found) == 2
    assert found[-1].endswith(b"The table is open.\n")


def test_of_a_line_that_is_lost_nothing_is_printed_and_all_others_are_whole() -> None:
    with a_full_pipe(is_waiting=True) as (reading, full):
        stream = PatientStream(full)
        stream.write("first\n")
        while not stream._texts.empty():  # its thread waits for the pipe
            stream._thread.join(0.001)
        for _ in range(WAITING - 1):
            stream.write("-\n")
        print("the last", "that has", "room", file=stream)
        print("lost", file=stream)
        assert stream._texts.qsize() == WAITING
        os.set_blocking(reading, False)
        printed = b""
        stream._texts.put(None)
        while stream._thread.is_alive():
            with suppress(BlockingIOError):
                printed += os.read(reading, 1 << 20)
            stream._thread.join(0.001)
    with open(reading, "rb") as file:
        os.set_blocking(reading, True)
        printed += file.read()
    assert printed.endswith(b"first\n" + b"-\n" * (WAITING - 1) + b"the last that has room\n")


def test_what_a_server_prints_comes_out_whole_and_all_is_as_before_when_it_ends() -> None:
    reading, writing = os.pipe()
    before = sys.stdout, sys.stderr, logging.root.handlers[:]
    with open(writing, "w", encoding="cp437") as out, pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", out)
        with never_waiting():
            say("The table is open: ✓ Città.")
            logging.getLogger("nicegui").error("Something failed.")
        assert (sys.stdout, sys.stderr) == (out, out)
    assert (sys.stdout, sys.stderr, logging.root.handlers) == before
    with open(reading, "rb") as file:
        printed = file.read().decode("cp437").splitlines()
    assert sorted(printed) == ["ERROR: Something failed.", r"The table is open: \u2713 Città."]

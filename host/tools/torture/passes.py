"""Evenings that go on by passes of a table, virtual or on the chip."""

from collections.abc import Callable

from host.tools.torture.found import Found
from tavolo_host.virtual.table import PASS_MS


class Passes:
    """Something that goes on by passes; `step` lets one go by, `last_words` says how everything stands."""

    def step(self) -> None:
        raise NotImplementedError

    def last_words(self) -> str:
        raise NotImplementedError

    def run_ms(self, milliseconds: int) -> None:
        for _ in range(milliseconds // PASS_MS):
            self.step()

    def run_until(self, condition: Callable[[], object], limit_ms: int, kind: str, sentence: str) -> None:
        for _ in range(limit_ms // PASS_MS):
            if condition():
                return
            self.step()
        raise Found(kind, f"{sentence} {self.last_words()}")

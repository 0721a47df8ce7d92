"""Scripts that run on the emulated Pico, by its raw prompt, with the firmware's parts: what is only known inside."""

from pathlib import Path

from host.tools.bench.watched_table import MS, Variant, WatchedTable
from tavolo_host.board.port import Port
from tavolo_host.board.rescue import RescueClient

SCRIPTS = Path(__file__).parent / "on_pico"
BOOT_MS = 1000
SLICE_MS = 5
LIMIT_MS = 300_000
MARK = "bench "  # begins a line with results; the table's own lines to the laptop are among them


def run_on_chip(
    variant: Variant, modules: tuple[str, ...], call: str, seed: int = 41, journal: bytes | None = None
) -> list[list[str]]:
    """Give the modules of `on_pico` to an interpreter that was just started and has not run `main`, and make a call.

    Returns the words of each line of results.
    """
    text = "".join((SCRIPTS / f"{name}.py").read_text(encoding="utf-8") for name in modules) + call
    with WatchedTable(variant, seed, journal=journal) as table:
        table.wait_ms(BOOT_MS)
        prompt = Prompt(table)
        prompt.restart()
        return prompt.run(text)


class Prompt:
    """The raw prompt of a board whose program has left it."""

    def __init__(self, table: WatchedTable) -> None:
        self._table = table

    def restart(self) -> None:
        """Have the program leave the board, and start the interpreter without it: so does an empty line there."""
        client = RescueClient(Port("cable", opener=self._table.open_port, first_session=1), self._table.pass_time)
        client.go_to_the_prompt()
        self._port = self._table.open_port()
        self._say(b"\r", b">>>")
        self._say(b"\x01", b"raw REPL")
        self._say(b"\x04", b"raw REPL")

    def _say(self, data: bytes, awaited: bytes) -> bytes:
        self._port.write(data)
        return self._until(awaited, 1)

    def run(self, script: str) -> list[list[str]]:
        """The results of a script; AssertionError with its traceback when it fails."""
        self._port.write(script.encode() + b"\x04")
        answer = self._until(b"\x04", 2)
        printed, trouble, _ = answer.split(b"\x04")[:3]
        assert not trouble, trouble.decode()
        lines = printed.decode(errors="replace").replace("\r", "").split("\n")
        return [line.removeprefix(MARK).split() for line in lines if line.startswith(MARK)]

    def _until(self, awaited: bytes, times: int) -> bytes:
        answer = b""
        for _ in range(LIMIT_MS // SLICE_MS):
            self._table.pico.advance_ns(SLICE_MS * MS)
            answer += self._port.read()
            if answer.count(awaited) >= times:
                self._table.wait_ms(SLICE_MS)
                return answer + self._port.read()
        raise AssertionError(f"The prompt does not answer, only {answer[-300:]!r}")

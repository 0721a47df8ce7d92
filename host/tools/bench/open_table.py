"""A program that plays, open to the network, which is another address of the loopback here; and requests to it."""

import http.client
import re
import subprocess
import sys
from tempfile import TemporaryDirectory

import psutil

from tests.cli.command_support import as_from_a_shell, free_port

HERE, LAN = "127.0.0.1", "127.0.0.2"
ANSWER_S = 60.0
INVITATION = re.compile(r"letters ([A-Z]{4}), or \S+/\?(\S+)")


class OpenTable:
    """`tavolo play` in a process of its own, until the context ends.

    What it tells its host are `letters`, and the `invitation` as a query.
    """

    def __init__(self, *arguments: str) -> None:
        self.port = free_port()
        self._home = TemporaryDirectory()  # nobody's evening goes on here
        command = [sys.executable, "-u", "-m", "tavolo_host", "play", *arguments, "--no-browser"]
        command += ["--lan-address", LAN, "--web-port", str(self.port)]
        environment = as_from_a_shell() | dict.fromkeys(("XDG_CONFIG_HOME", "XDG_DATA_HOME"), self._home.name)
        self._process = psutil.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        self.letters, self.invitation = next(filter(None, map(INVITATION.search, self._process.stdout))).groups()

    def processor_s(self) -> float:
        """Return how much time of a core it has needed so far."""
        times = self._process.cpu_times()
        return float(times.user + times.system)

    def memory_mb(self) -> float:
        return float(self._process.memory_info().rss) / (1 << 20)

    def __enter__(self) -> "OpenTable":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.wait(30)
        self._home.cleanup()


def asked(port: int, path: str, at: str, from_: str = HERE, **headers: str) -> http.client.HTTPResponse:
    """Return the answer to a request that comes from an address."""
    connection = http.client.HTTPConnection(at, port, timeout=ANSWER_S, source_address=(from_, 0))
    try:
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        answer.read()
        return answer
    finally:
        connection.close()

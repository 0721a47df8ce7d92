"""A guest's wrong messages do not stop the server, although nobody reads its terminal."""

import asyncio
import subprocess
import sys
import urllib.request

import pytest

from host.tools.torture.page_visitor import PageVisitor
from tests.cli.command_support import as_from_a_shell, free_port

MESSAGES = 400  # each with a traceback of its own would be far more than a pipe holds
ANSWER_S = 20.0


class Guest(PageVisitor):
    """A visitor who sends what no page sends."""

    async def send_nonsense(self) -> None:
        await self.arrive()
        await asyncio.sleep(1)
        for number in range(MESSAGES):
            of_page = {"client_id": self._client, "id": 4, "args": [f"no JSON {number}"], "listener_id": "x"}
            kind = ("event", "javascript_response", "ack")[number % 3]
            await self._socket.emit(kind, of_page)
        await asyncio.sleep(1)
        await self.leave()


@pytest.mark.slow
def test_wrong_messages_are_few_lines_and_the_page_is_still_served() -> None:
    port = free_port()
    command = [sys.executable, "-m", "tavolo_host", "play", "--no-browser", "--web-port", str(port)]
    process = subprocess.Popen(
        command, env=as_from_a_shell(), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    guest = Guest(f"http://127.0.0.1:{port}/", lambda: process.poll() is None)
    try:
        asyncio.run(asyncio.wait_for(guest.send_nonsense(), ANSWER_S))
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=ANSWER_S) as answer:
            assert answer.status == 200
    finally:
        process.terminate()
        told = process.communicate(timeout=ANSWER_S)[1].decode().splitlines()
    assert told, "the host may want to know"
    assert len(told) < 8, told
    assert all(len(line) < 1000 for line in told)

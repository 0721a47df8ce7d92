"""The connections of browsers: none stays open without a request, and few may be without one at the same time.

A connection is idle while it has no request that is being answered: because its first one is unfinished, or after the
last one. Those with a page's socket have another protocol, and do not count.
"""

from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

PATIENCE_S = 30.0
IDLE, IDLE_IN_ALL = 24, 96  # of one address; a browser opens six to load a page


class ImpatientProtocol(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
    """Uvicorn's HTTP protocol, which by itself keeps a connection open for as long as a first request is unfinished.

    It closes connections without a new request for PATIENCE_S. A new connection closes the oldest idle one when there
    are too many, first among those that have never sent a whole request.
    """

    def connection_made(self, transport: Any) -> None:
        """Start the timer, and make room."""
        super().connection_made(transport)
        self._since_s = self.loop.time()
        self._judging = self.loop.call_later(PATIENCE_S, self._judge, None)
        self._make_room()

    def connection_lost(self, problem: Exception | None) -> None:
        """Stop the timer, which would keep all that belongs to the last request in memory."""
        self._judging.cancel()
        super().connection_lost(problem)

    @property
    def is_idle(self) -> bool:
        """Whether no request is being answered."""
        return not self.transport.is_closing() and (self.cycle is None or self.cycle.response_complete)

    def _make_room(self) -> None:
        all_idle = [each for each in self.connections if isinstance(each, ImpatientProtocol) and each.is_idle]
        address = self._address()
        for idle, most in (([each for each in all_idle if each._address() == address], IDLE), (all_idle, IDLE_IN_ALL)):
            if len(idle) > most:
                min((each for each in idle if each is not self), key=ImpatientProtocol._worth).transport.close()

    def _address(self) -> str:
        return self.client[0] if self.client else ""

    def _worth(self) -> tuple[bool, float]:
        return self.cycle is not None, self._since_s

    def _judge(self, request: object) -> None:
        """Close the connection if `request`, the last one seen, is still the newest."""
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return
        if self.cycle is request:
            self.transport.close()
        else:
            self._judging = self.loop.call_later(PATIENCE_S, self._judge, self.cycle)

"""When a frame is sent: datagrams get lost, so a change is repeated; devices wait for more, so the last one is too."""

FRAME_MS = 25.0  # at least, from a frame to the next: 40 a second
REPEATS = 10
REPEAT_MS = 95.0  # from one to the next: all within a second of the change, whatever steps time goes in
KEEP_MS = 1000.0  # a device goes back to its own effects when nothing has come for a while, in WLED 2.5 s


class Schedule:
    """The frames of one device. Times are milliseconds that never go back."""

    def __init__(self) -> None:
        self._frame = b""  # that was sent last
        self._sent_ms = self._changed_ms = -KEEP_MS
        self._repeats = REPEATS  # since then

    def is_ready(self, now_ms: float) -> bool:
        """Return whether a frame may be sent now: before that nobody needs to paint one."""
        return now_ms - self._sent_ms >= FRAME_MS

    def is_due(self, frame: bytes, now_ms: float) -> bool:
        """Return whether this frame is to be sent now; it then counts as sent."""
        if not self.is_ready(now_ms):
            return False
        if frame != self._frame:
            self._frame, self._changed_ms, self._repeats = frame, now_ms, 0
        elif self._repeats < REPEATS and now_ms - self._changed_ms >= REPEAT_MS * (self._repeats + 1):
            self._repeats += 1
        elif now_ms - self._sent_ms < KEEP_MS:
            return False
        self._sent_ms = now_ms
        return True

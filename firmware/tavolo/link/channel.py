"""The link between table and laptop: a reliable channel over a serial line, the same class at both ends.

The serial line is the USB cable. A line of text (`frames`) carries

    <letter><session> <fields>        m5f0c21aa 12 7 act 11 8d3f00aa 2,1,34

The session (8 hex digits) is a number that the laptop chooses whenever it starts over; sequence numbers
belong to a session, so both a laptop that was plugged in again and a table that was restarted begin cleanly.
The letters, in capitals from the laptop and small from the table, so that an echo is no answer:

    O     the laptop opens a session
    w     the table agrees to it
    x     the table does not know this session
    m M   <number> <acknowledged> <kind> <payload>: a message, numbered from 0, sent again until acknowledged
    t T   <kind> <payload>: telemetry, sent once, and only when the line is free
    k K   <acknowledged>: every message before this number has arrived
    P     <acknowledged>: the same from a laptop that requests a k, to see whether the table is there

A message out of order is dropped, and is sent again. Nothing here waits or reads a clock.
"""

from tavolo.link.frames import LineReader, line_of

QUEUE = 32  # messages kept until they are acknowledged
WINDOW = 8  # of these, sent before an acknowledgement
RESEND_MS = 300
PING_MS = 1400  # after which an idle laptop shows that it is there: twice in SILENCE_MS, since one may get lost
SILENCE_MS = 3000  # after which the other end counts as gone
PATIENCE_MS = 5000  # after which a session without acknowledgements is given up


class Serial:
    """A serial line for a channel: neither call ever waits."""

    def read(self) -> bytes:
        """Return what has arrived, b"" when nothing has."""
        raise NotImplementedError

    def write(self, data: bytes) -> int:
        """Write as much of `data` as fits now, and return how many bytes that was."""
        raise NotImplementedError


class Channel:
    """One end of the link. The laptop's end names its first session, the table's end none.

    `session` is the session's number, 0 for none; `ready` says whether both ends agree on it; `sessions`
    counts those that were agreed on, so that the owner notices a clean start.
    """

    def __init__(self, serial: Serial, first_session: int = 0) -> None:
        self._serial = serial
        self._opens = first_session != 0
        self._reader = LineReader()
        self._line = b""  # the unwritten rest of the present line
        self._last_lines: "dict[str, tuple[int, str, bytes]]" = {}  # by letter: session, fields, line
        self._received: list[tuple[str, str]] = []
        self._stranger = 0
        self.sessions = 0
        self._begin(first_session)

    def _begin(self, session: int) -> None:
        self.session = session
        self.ready = False
        self._greeting = "O" if self._opens else ""
        self._queue: list[tuple[str, str]] = []
        self._first = 0  # number of the first message in the queue
        self._next = 0  # how many of the queue have been sent since the last resend
        self._sent = 0  # how many of the queue were ever sent
        self._expected = 0
        self._owes_acknowledgement = False
        self._offered = ""
        self._waited_ms = self._unacknowledged_ms = self._silent_ms = self._quiet_ms = 0

    def send(self, kind: str, payload: str = "") -> bool:
        """Queue a message that arrives once and in order; return False if no laptop is there, or the queue is full.

        A line has to be able to carry both texts; `messages.encode` makes no others.
        """
        if not self.ready or len(self._queue) >= QUEUE:
            return False
        self._queue.append((kind, payload))
        return True

    def offer(self, kind: str, payload: str = "") -> bool:
        """Send telemetry, which may get lost; return False, and drop it, when anything else waits to be sent."""
        if not self.is_free():
            return False
        self._offered = kind + " " + payload
        return True

    def is_free(self) -> bool:
        """Return whether nothing waits to be sent, so that telemetry is accepted."""
        return self.ready and not (self._line or self._offered or self._next < len(self._queue))

    def withdraw(self) -> None:
        """Take back telemetry that is still waiting."""
        self._offered = ""

    def room(self) -> int:
        """Return how many more messages the queue takes."""
        return QUEUE - len(self._queue)

    def reset(self) -> None:
        """Drop the session and all that waits; the laptop's end opens the next one."""
        self._begin((self.session % 0xFFFFFFFF) + 1 if self._opens else 0)

    def step(self, elapsed_ms: int) -> list[tuple[str, str]]:
        """Write and read without waiting; return (kind, payload) of what has arrived, in order.

        The list is the channel's own, and valid until the next step. A step writes at most one new line, and the next
        one acknowledges what has arrived: parsing a line and making one is too much for one tick.
        """
        if not self._line:
            self._line = self._next_line()
        if self._line:
            self._line = self._line[self._serial.write(self._line) :]
        self._received.clear()
        self._silent_ms += elapsed_ms
        chunk = self._serial.read()
        if chunk:
            for body in self._reader.bodies(chunk):
                self._take_line(body)
        self._judge(elapsed_ms)
        return self._received

    def _take_line(self, body: str) -> None:
        letter = body[:1]
        if letter.isupper() == self._opens:
            return  # an echo of our own line
        try:
            session = int(body[1:9], 16)
            if letter == "O":
                self._agree(session)
            elif session == self.session and (self.ready or letter in "wx"):
                self._silent_ms = 0
                self._take(letter, body[10:])
            elif not self._opens:
                self._stranger = session
                self._greeting = "x"
        except (ValueError, IndexError):
            pass  # a right CRC over something that is no line of this protocol

    def _agree(self, session: int) -> None:
        if session != self.session:
            self._received.clear()  # requests of an earlier laptop
            self._begin(session)
            self.ready = True
            self.sessions += 1
        self._silent_ms = 0
        self._greeting = "w"

    def _take(self, letter: str, fields: str) -> None:
        if letter == "w":
            self.sessions += not self.ready
            self.ready = True
            self._greeting = ""
        elif letter == "x":
            self.reset()
        elif letter in "mM":
            number, acknowledged, kind, payload = fields.split(" ", 3)
            self._acknowledge(int(acknowledged))
            self._owes_acknowledgement = True
            if self.ready and int(number) == self._expected:
                self._expected += 1
                self._received.append((kind, payload))
        elif letter in "tT":
            kind, payload = fields.split(" ", 1)
            self._received.append((kind, payload))
        elif letter in "kKP":
            self._acknowledge(int(fields))
            self._owes_acknowledgement |= letter == "P"

    def _acknowledge(self, number: int) -> None:
        arrived = number - self._first
        if arrived > self._sent:
            self.reset()  # the other end counts differently, and only a new session fixes that
        elif arrived > 0:
            del self._queue[:arrived]
            self._first = number
            self._sent -= arrived
            self._next = max(0, self._next - arrived)
            self._waited_ms = self._unacknowledged_ms = 0

    def _judge(self, elapsed_ms: int) -> None:
        self._waited_ms += elapsed_ms
        self._quiet_ms += elapsed_ms
        if not self.ready:
            if self._opens and self._waited_ms >= RESEND_MS:
                self._greeting = "O"
            return
        if self._sent:
            self._unacknowledged_ms += elapsed_ms
            if self._waited_ms >= RESEND_MS and not self._line:
                self._next = 0
        if self._silent_ms >= SILENCE_MS or self._unacknowledged_ms >= PATIENCE_MS:
            self.reset()

    def _next_line(self) -> bytes:
        letter, fields = self._next_fields()
        if not letter:
            return b""
        self._quiet_ms = 0
        session = self._stranger if letter == "x" else self.session
        last = self._last_lines.get(letter)
        if last and last[0] == session and last[1] == fields:
            return last[2]  # an idle end repeats itself
        line = line_of(f"{letter.upper() if self._opens else letter}{session:08x} {fields}")
        self._last_lines[letter] = (session, fields, line)
        return line

    def _next_message(self) -> str:
        number = self._first + self._next
        self._next += 1
        self._sent = max(self._sent, self._next)
        self._waited_ms = 0
        self._owes_acknowledgement = False
        kind, payload = self._queue[number - self._first]
        return f"{number} {self._expected} {kind} {payload}"

    def _next_fields(self) -> tuple[str, str]:
        if self._greeting:
            letter, self._greeting = self._greeting, ""
            self._waited_ms = 0
            return letter, ""
        if not self.ready:
            return "", ""
        if self._next < min(len(self._queue), WINDOW):
            return "m", self._next_message()
        if self._owes_acknowledgement:
            self._owes_acknowledgement = False
            return "k", str(self._expected)
        if self._offered:
            fields, self._offered = self._offered, ""
            return "t", fields
        if self._opens and self._quiet_ms >= PING_MS:
            return "P", str(self._expected)
        return "", ""

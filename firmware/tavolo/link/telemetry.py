"""Telemetry: what can be seen of the table. With the position, a laptop paints the board's lights from it.

Each line is sent when it has changed, as soon as the link is free. It may get lost, so those that matter are repeated
every REFRESH_MS: in a game without a question, only the line of the slots. So a laptop that no longer receives a
question knows that it is over.
"""

from tavolo.wiring import SEATS, TRACK_PIXELS

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from tavolo.link.channel import Channel

REFRESH_MS = 2500
QUESTIONS = ("undo", "abandon", "fill")
UNDO, ABANDON, REPAIR = range(3)
LAPTOP = -1  # as the asker, who otherwise is a seat
NOTHING_ASKED = "-"
NO_QUESTION = -1
_NONE_IS_OPEN = (NOTHING_ASKED, 0, 0, LAPTOP, 0)
# The lines, those that are sent first in front: the kind of each (`messages`).
_KINDS = ("slots", "question") + ("choosing",) * SEATS + ("lobby", "trial")
SLOTS, QUESTION, PREVIEWS, LOBBY, TRIAL = 0, 1, 2, SEATS + 2, SEATS + 3
# The values of the first one.
_STATES, _CHOOSING, _TROUBLED, _WANTED, _GOING_BACK, _LOST = range(6)


class Telemetry:
    """The last values of each line: slots, the open question, the preview of each seat, lobby and trial.

    A line is None while there is nothing to tell.
    """

    def __init__(self) -> None:
        self._slots: "list[Any]" = [bytearray(SEATS), 0, 0, 0, 0, 0]
        self._lines: "list[Sequence[Any] | None]" = [None] * len(_KINDS)
        self._lines[SLOTS] = self._slots
        self._unsent = 1 << SLOTS  # a bit for each line
        self._slots_text = ""  # the last line of the slots, while it is valid: making it takes as long as a tick
        self._refresh_ms = 0

    def show(self, line: int, values: "tuple[Any, ...] | None") -> bool:
        """Set the values of LOBBY, TRIAL or another line but the first; return whether they have changed."""
        if values == self._lines[line]:
            return False
        self._lines[line] = values
        self._unsent |= 1 << line
        return True

    def slot(self, seat: int, state: int, is_troubled: bool) -> None:
        """Set the state of a slot, and whether it has something unreadable."""
        bit = 1 << seat
        self._change(_TROUBLED, self._slots[_TROUBLED] & ~bit | (bit if is_troubled else 0))
        if self._slots[_STATES][seat] != state:
            self._slots[_STATES][seat] = state
            self._change_slots()

    def reseal(self, seats: "Sequence[int]") -> None:
        """Set the seats that must insert their sealed card again."""
        self._change(_WANTED, mask_of(seats))

    def lost(self, count: int, seats: "Sequence[int]") -> None:
        """Set how many actions the journal has lost, and the seats whose cards go back into the hand."""
        self._change(_LOST, min(count, TRACK_PIXELS))
        self._change(_GOING_BACK, mask_of(seats))

    def _change(self, place: int, value: int) -> None:
        if self._slots[place] != value:
            self._slots[place] = value
            self._change_slots()

    def _change_slots(self) -> None:
        self._unsent |= 1 << SLOTS
        self._slots_text = ""

    def preview(self, seat: int, shown: "tuple[int, int, tuple[int, ...]] | None") -> None:
        """Set what a seat previews: (option, number of options, action), or None."""
        if self.show(PREVIEWS + seat, (seat,) + shown if shown else None):
            bit = 1 << seat
            self._slots[_CHOOSING] = self._slots[_CHOOSING] & ~bit | (bit if shown else 0)
            self._change_slots()

    def forget_previews(self) -> None:
        """Drop all previews: the position has changed."""
        for seat in range(SEATS if self._slots[_CHOOSING] else 0):
            self._lines[PREVIEWS + seat] = None
        self._change(_CHOOSING, 0)

    def question(
        self, what: int, asked: "Sequence[int]" = (), agreed: "Sequence[int]" = (), asker: int = LAPTOP, count: int = 0
    ) -> None:
        """Set the question to the seats, NO_QUESTION for none: who has agreed, who asks, and about how many actions."""
        if what != NO_QUESTION:
            self.show(QUESTION, (QUESTIONS[what], mask_of(asked), mask_of(agreed), asker, count))
        elif self._lines[QUESTION] is not None:
            self.show(QUESTION, _NONE_IS_OPEN)

    def leave_lobby(self) -> None:
        """Stop sending the lobby."""
        self._lines[LOBBY] = self._lines[TRIAL] = None

    def republish(self) -> None:
        """Send again all that matters to a laptop that knows nothing."""
        for line in range(len(_KINDS)):
            values = self._lines[line]
            if values is not None and values is not _NONE_IS_OPEN:
                self._unsent |= 1 << line

    def wait(self, elapsed_ms: int) -> None:
        """Republish every REFRESH_MS."""
        self._refresh_ms += elapsed_ms
        if self._refresh_ms >= REFRESH_MS:
            self._refresh_ms = 0
            self.republish()

    def send(self, channel: "Channel", encode: "Callable[..., str]") -> None:
        """Send one due line on a channel that is free; `encode` is that of `messages`."""
        unsent = self._unsent
        if not unsent:
            return
        line = 0
        while not unsent >> line & 1:
            line += 1
        self._unsent = unsent & (unsent - 1)
        values = self._lines[line]
        if line == SLOTS:
            if not self._slots_text:
                self._slots_text = encode("slots", *self._slots)
            channel.offer("slots", self._slots_text)
        elif values is not None:
            channel.offer(_KINDS[line], encode(_KINDS[line], *values))


def mask_of(seats: "Sequence[int]") -> int:
    """Return a bit for each seat, seat 0 the lowest."""
    mask = 0
    for seat in seats:
        mask |= 1 << seat
    return mask

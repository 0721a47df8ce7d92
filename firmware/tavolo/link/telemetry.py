"""Telemetry: what can be seen of the table. With the position, a laptop paints the board's lights from it.

Each line is sent when it has changed, as soon as the link is free. It may get lost, so those that matter are repeated
every REFRESH_MS: in a game without a question, only the line of the slots. So a laptop that no longer receives a
question knows that it is over.
"""

from tavolo.seat.states import NOBODY
from tavolo.wiring import SEATS, TRACK_PIXELS

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tavolo.link.channel import Channel

REFRESH_MS = 2500
QUESTIONS = ("undo", "abandon", "fill")
UNDO, ABANDON, REPAIR = range(3)
LAPTOP = -1  # as the asker, who otherwise is a seat
NOTHING_ASKED = "-"
NO_QUESTION = -1
_NONE_IS_OPEN = (NOTHING_ASKED, 0, 0, LAPTOP, 0)
# What is still to be sent, a bit each; the lowest ones are for the previews of each seat.
_PREVIEWS = (1 << SEATS) - 1
_SLOTS, _QUESTION, _LOBBY, _TRIAL = 1 << SEATS, 2 << SEATS, 4 << SEATS, 8 << SEATS


class Telemetry:
    """The last state of slots, previews, the open question, and of the lobby while it is shown."""

    def __init__(self) -> None:
        self._slots = bytearray(SEATS)
        self._troubled = self._to_reseal = self._choosing = 0  # a bit for each seat
        self._lost = self._going_back = 0  # actions; a bit for each seat whose cards go back into the hand
        self._previews: "list[tuple[int, int, tuple[int, ...]] | None]" = [None] * SEATS
        self._question = _NONE_IS_OPEN
        self._lobby: "tuple[tuple[int, ...], int, int, int] | None" = None
        self._trial: "tuple[int, int] | None" = None
        self._unsent = _SLOTS
        self._slots_text = ""  # the last line of the slots, while it is valid: making it takes as long as a tick
        self._refresh_ms = 0

    def slot(self, seat: int, state: int, is_troubled: bool) -> None:
        """Set the state of a slot, and whether it has something unreadable."""
        troubled = self._troubled | 1 << seat if is_troubled else self._troubled & ~(1 << seat)
        if self._slots[seat] != state or troubled != self._troubled:
            self._slots[seat] = state
            self._troubled = troubled
            self._change_slots()

    def _change_slots(self) -> None:
        self._unsent |= _SLOTS
        self._slots_text = ""

    def reseal(self, seats: "Sequence[int]") -> None:
        """Set the seats that must insert their sealed cards again."""
        to_reseal = mask_of(seats)
        if to_reseal != self._to_reseal:
            self._to_reseal = to_reseal
            self._change_slots()

    def lost(self, count: int, seats: "Sequence[int]") -> None:
        """Set how many actions the journal has lost, and the seats whose cards go back into the hand."""
        lost, going_back = min(count, TRACK_PIXELS), mask_of(seats)
        if (lost, going_back) != (self._lost, self._going_back):
            self._lost, self._going_back = lost, going_back
            self._change_slots()

    def preview(self, seat: int, shown: "tuple[int, int, tuple[int, ...]] | None") -> None:
        """Set what a seat previews: (option, number of options, action), or None."""
        if shown != self._previews[seat]:
            self._previews[seat] = shown
            self._choosing = self._choosing | 1 << seat if shown else self._choosing & ~(1 << seat)
            self._change_slots()
            self._unsent |= 1 << seat

    def question(
        self, what: int, asked: "Sequence[int]" = (), agreed: "Sequence[int]" = (), asker: int = LAPTOP, count: int = 0
    ) -> None:
        """Set the question to the seats, NO_QUESTION for none: who has agreed, who asks, and about how many actions."""
        question = _NONE_IS_OPEN
        if what != NO_QUESTION:
            question = (QUESTIONS[what], mask_of(asked), mask_of(agreed), asker, count)
        if question != self._question:
            self._question = question
            self._unsent |= _QUESTION

    def lobby(self, joined: "Sequence[int]", game_index: int, option_index: int, option_value: int) -> None:
        """Set what the lobby shows."""
        lobby = (tuple(joined), game_index, option_index, option_value)
        if lobby != self._lobby:
            self._lobby = lobby
            self._unsent |= _LOBBY

    def trial(self, pads: int, keys: int) -> None:
        """Set what the only seat reads."""
        if self._trial is None or self._trial[0] != pads or self._trial[1] != keys:
            self._trial = (pads, keys)
            self._unsent |= _TRIAL

    def leave_lobby(self) -> None:
        """Stop sending the lobby."""
        self._lobby = self._trial = None
        self._unsent &= ~(_LOBBY | _TRIAL)

    def forget_previews(self) -> None:
        """Drop all previews: the position has changed."""
        if self._choosing:
            self._previews = [None] * SEATS
            self._choosing = 0
            self._change_slots()

    def republish(self) -> None:
        """Send again all that matters to a laptop that knows nothing."""
        self._unsent |= _SLOTS | self._choosing
        if self._question[0] != NOTHING_ASKED:
            self._unsent |= _QUESTION
        if self._lobby is not None:
            self._unsent |= _LOBBY
        if self._trial is not None:
            self._repeat_trial()

    def _repeat_trial(self) -> None:
        """Send the trial again, unless more seats have appeared, which ends it."""
        seats = 0
        for state in self._slots:
            seats += state not in NOBODY
        if seats == 1:
            self._unsent |= _TRIAL
        else:
            self._trial = None

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
        if unsent & _SLOTS:
            if not self._slots_text:
                self._slots_text = encode(
                    "slots", self._slots, self._choosing, self._troubled, self._to_reseal, self._going_back, self._lost
                )
            channel.offer("slots", self._slots_text)
            self._unsent &= ~_SLOTS
        elif unsent & _QUESTION:
            channel.offer("question", encode("question", *self._question))
            self._unsent &= ~_QUESTION
        elif unsent & _PREVIEWS:
            self._send_preview(channel, encode)
        elif unsent & _LOBBY and self._lobby is not None:
            channel.offer("lobby", encode("lobby", *self._lobby))
            self._unsent &= ~_LOBBY
        elif self._trial is not None:
            channel.offer("trial", encode("trial", *self._trial))
            self._unsent &= ~_TRIAL

    def _send_preview(self, channel: "Channel", encode: "Callable[..., str]") -> None:
        for seat in range(SEATS):
            if self._unsent >> seat & 1:
                shown = self._previews[seat]
                self._unsent &= ~(1 << seat)
                if shown is not None:
                    channel.offer("choosing", encode("choosing", seat, *shown))
                return


def mask_of(seats: "Sequence[int]") -> int:
    """Return a bit for each seat, seat 0 the lowest."""
    mask = 0
    for seat in seats:
        mask |= 1 << seat
    return mask

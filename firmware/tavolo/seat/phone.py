"""A seat by phone: the laptop tells its card, its lift and its keys, and they take the same course as those of a slot.

Nothing here depends on which card it is: a card counts as read once its answer is on the wire, whatever its code.
"""

from tavolo.seat import states
from tavolo.seat.keys import HELD_BOTH, Keys
from tavolo.seat.touch import Chip

NO_CODE = 0  # no card has it: each joins four pads

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from collections.abc import Sequence


class PhoneSeat:
    """Seat `number`, without slot and keys of its own; it has what the table asks of a `Seat`.

    Its `chip` is never accessed. Its `state` is IS_ABSENT while there is no laptop: then it holds no card, and no key
    is down.
    """

    is_by_phone = True
    calibration = None

    def __init__(self, number: int, chip: Chip) -> None:
        self.number = number
        self.chip = chip
        self.state = self._seen = states.IS_ABSENT
        self.keys = Keys()
        self.is_idle = True  # whether the last tick found nothing to do
        self._code = NO_CODE
        self._touched = self._released = 0  # a bit for each key
        self._news: list[int] = []  # what was told and does not count yet: a code, or ~(2 * key + down)
        self._due: list[int] = []  # what counts in the next step
        self._events: list[tuple[int, int, int]] = []

    # ---- what the laptop tells

    def connect(self, is_present: bool) -> None:
        """Note whether the laptop is there."""
        if not is_present:
            self._news.clear()
            self._due.clear()
            self._due.append(NO_CODE)
            self._released = self._touched
        self.state = states.IS_EMPTY if is_present else states.IS_ABSENT
        self.is_idle = False

    def hear(self) -> None:
        """Let what was told count. When its answer leaves, no card is judged yet: its time does not depend on that."""
        if self._news:
            self._due, self._news = self._news, self._due
            self.is_idle = False

    def hold(self, code: int) -> None:
        """Have a card with this code in the place of the one before, if any; NO_CODE lifts that.

        A sealed card that is put in again comes with `states.AGAIN` more. The same card once more is not another one.
        """
        self._news.append(code)

    def press(self, key: int, is_down: bool) -> None:
        """Press or release a key; a press that is released in the same tick counts."""
        self._news.append(~(2 * key + is_down))

    # ---- what the table asks of a seat

    def trouble(self) -> int:
        """Return the trouble of a card that cannot be read: there is none."""
        return 0

    def present_calibration(self) -> None:
        """Return its calibration: it has none."""

    def accept(self) -> None:
        """The card is played; the seat waits for its lift."""
        self._judge(states.IS_READ, states.IS_ACCEPTED)

    def take_back(self) -> None:
        """The accepted card has been undone; the seat waits for its lift, as after a refusal."""
        self._judge(states.IS_ACCEPTED, states.IS_REFUSED)

    def refuse(self) -> None:
        """The card may not be played; the seat waits for its lift."""
        self._judge(states.IS_READ, states.IS_REFUSED)

    def step(self, elapsed_ms: int) -> "Sequence[tuple[int, int, int]]":
        """Step the seat, `elapsed_ms` after the last; return its events in a list, valid until the next step."""
        if self.is_idle:
            return ()
        events, due = self._events, self._due
        events.clear()
        for told in due:
            if told < 0:
                self._touch(~told >> 1, ~told & 1)
            elif told != self._code:
                self._exchange(told)
        due.clear()
        happened = self.keys.step(self._touched, elapsed_ms)
        self._touched &= ~self._released
        self._released = 0
        for key in range(states.KEYS):
            if happened >> key & 1:
                events.append((states.KEY, self.number, key))
        if happened & HELD_BOTH:
            events.append((states.BOTH_HELD, self.number, 0))
        is_still = self.state == self._seen and self.state in (states.IS_EMPTY, states.IS_ABSENT)
        self.is_idle = is_still and not (events or self._touched or self.keys.down)
        self._seen = self.state
        return events

    def _exchange(self, code: int) -> None:
        """Have another card, or none."""
        if self._code != NO_CODE:
            self._events.append((states.EMPTIED, self.number, 0))
        if code != NO_CODE:
            self._events.append((states.READ, self.number, code))
        self._code = code
        if self.state != states.IS_ABSENT:
            self.state = states.IS_EMPTY if code == NO_CODE else states.IS_READ

    def _touch(self, key: int, is_down: int) -> None:
        if is_down:
            self._touched |= 1 << key
            self._released &= ~(1 << key)
        else:
            self._released |= 1 << key

    def _judge(self, state: int, judged: int) -> None:
        if self.state == state:
            self.state = judged

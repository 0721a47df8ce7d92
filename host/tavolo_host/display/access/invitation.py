"""What opens the table to a visitor from the network: four letters to type, or the longer code in the QR code.

Both are renewed together. Letters can be guessed, so only few tries are answered; the code cannot, and has no limit.
"""

import re
import secrets
import string
import time
from collections.abc import Callable
from dataclasses import dataclass

from tavolo_host.display.access.limits import Limit

LETTERS = [letter for letter in string.ascii_uppercase if letter not in "IO"]  # not to be taken for digits
LENGTH = 4
NO_LETTER = re.compile(r"[\W_]+")  # the page shows them with spaces between them, and people write dashes
CODE_BYTES = 16
RENEWED_S = 600.0  # while they are shown
HELD_S = 60.0  # longer, for who has just read them
TRIES, TRIES_IN_ALL, TRIES_S = 10, 30, 60.0  # with wrong letters, from one address and from all
TOLD_S = 60.0  # between two notices of guessing


@dataclass(frozen=True)
class _Drawn:
    letters: str
    code: str
    at_s: float


class Invitation:
    """The letters and the code that are shown now. `on_guessing` is called when there are too many tries."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._tries = Limit(TRIES, TRIES_S, clock)
        self._tries_in_all = Limit(TRIES_IN_ALL, TRIES_S, clock)
        self._told = Limit(1, TOLD_S, clock)
        self._drawn: list[_Drawn] = []  # the newest last
        self.on_guessing: Callable[[], None] = lambda: None

    def letters(self) -> str:
        """Return the letters to show now; new ones when the last ones are old."""
        return self._shown().letters

    def code(self) -> str:
        """Return the code to show now, of the same age as the letters."""
        return self._shown().code

    def renew(self) -> None:
        """Make all letters and codes of before worthless."""
        self._drawn = []

    def opens_by_letters(self, letters: str, address: str) -> bool:
        """Return whether these letters open the table, unless there were too many tries from that address or in all."""
        if not self._tries.allows(address) or not self._tries_in_all.allows():
            if self._told.allows():
                self.on_guessing()
            return False
        is_right = NO_LETTER.sub("", letters).upper() in [each.letters for each in self._valid()]
        if is_right:  # a club that joins at the same time is not guessing
            self._tries.give_back(address)
            self._tries_in_all.give_back()
        return is_right

    @property
    def opens_by_earlier(self) -> bool:
        """Whether the letters and the code of before those that are shown still open the table."""
        return len(self._valid()) > 1

    def opens_by_code(self, code: str) -> bool:
        """Return whether this is a code that was shown; how long that takes says nothing about the right one."""
        return any(secrets.compare_digest(each.code.encode(), code.encode()) for each in self._valid())

    def _shown(self) -> _Drawn:
        now = self._clock()
        if not self._drawn or self._drawn[-1].at_s + RENEWED_S <= now:
            letters = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
            self._drawn = [*self._drawn[-1:], _Drawn(letters, secrets.token_urlsafe(CODE_BYTES), now)]
        return self._drawn[-1]

    def _valid(self) -> list[_Drawn]:
        return [each for each in self._drawn if self._clock() < each.at_s + RENEWED_S + HELD_S]

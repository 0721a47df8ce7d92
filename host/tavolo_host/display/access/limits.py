"""How often each of many may do something."""

import time
from collections import defaultdict, deque
from collections.abc import Callable


class Limit:
    """Lets each of many do something `most` times in `seconds`."""

    def __init__(self, most: int, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = most
        self._seconds = seconds
        self._clock = clock
        self.done: dict[str, deque[float]] = defaultdict(deque)

    def allows(self, who: str = "") -> bool:
        """Return whether this is still allowed to `who`, and count it."""
        now = self._clock()
        for each in [each for each, times in self.done.items() if times[-1] < now - self._seconds]:
            del self.done[each]
        times = self.done[who]
        while times and times[0] < now - self._seconds:
            times.popleft()
        if len(times) >= self._most:
            return False
        times.append(now)
        return True

    def give_back(self, who: str = "") -> None:
        """Do not count what was allowed to `who` last."""
        self.done[who].pop()
        if not self.done[who]:
            del self.done[who]

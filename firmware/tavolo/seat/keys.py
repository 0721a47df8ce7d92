"""The three keys of a seat: presses, and the long hold of ◀ and ▶ together.

A press counts at once, so that its light is not late; only releases are debounced. So the first of two keys of a hold
has already been reported when the second one goes down. That is harmless: ◀ and ▶ only move the cursor, and the second
press moves it back. ✓ takes, so it does nothing while both are down: a hand laid over the keys must not take anything.
"""

from tavolo.seat.states import KEYS

HELD_BOTH = 8  # in the result of `Keys.step`, whose bit n is a press of key n: ◀ and ▶ were held

HOLD_BOTH_MS = 3000
RELEASE_MS = 20  # a key must be up for this long before its next press counts

# How far a key's reading falls below its empty reading, in thousandths of that. A finger makes about 140, by the
# model of the slot, which was not measured.
TOUCHED_PER_MILLE = 60
RELEASED_PER_MILLE = 40

_BOTH = 3


class Keys:
    """Presses from touch bits. `down` has bit n for each key n that is down, releases debounced."""

    def __init__(self) -> None:
        self.down = 0
        self._up_ms = [0] * KEYS
        self._together = False
        self._together_ms = 0

    def ignore_what_is_down(self) -> None:
        """Report no press for keys that are down in the next step: nothing was known of them for a while."""
        self.down = (1 << KEYS) - 1

    def step(self, touched: int, elapsed_ms: int) -> int:
        """Take the touched keys (bit n for key n), `elapsed_ms` after the last; return the bits of what happened."""
        if not touched and not self.down:
            return 0
        pressed = touched & ~self.down
        self._debounce_releases(touched, elapsed_ms)
        self.down |= touched
        if not self._together and self.down & _BOTH != _BOTH:
            return pressed
        return self._step_together(pressed, elapsed_ms)

    def _step_together(self, pressed: int, elapsed_ms: int) -> int:
        """Step while ◀ and ▶ are down together, and until both are up again."""
        if not self._together:
            self._together = True
            self._together_ms = 0
            # Both at once: no cursor move that would have to be moved back.
            return 0 if pressed & _BOTH == _BOTH else pressed & _BOTH
        if not self.down & _BOTH:
            self._together = False
            return pressed
        before = self._together_ms
        if self.down & _BOTH == _BOTH:
            self._together_ms += elapsed_ms
        elif before < HOLD_BOTH_MS:
            self._together_ms = 0
        return HELD_BOTH if before < HOLD_BOTH_MS <= self._together_ms else 0

    def _debounce_releases(self, touched: int, elapsed_ms: int) -> None:
        for key in range(KEYS):
            if touched >> key & 1:
                self._up_ms[key] = 0
            elif self.down >> key & 1:
                self._up_ms[key] += elapsed_ms
                if self._up_ms[key] >= RELEASE_MS:
                    self.down &= ~(1 << key)
                    self._up_ms[key] = 0

"""What a player sees of a seat's lamp, at any brightness."""

from tavolo.lights import palette
from tavolo.lights.stage import BEAT_MS

Colour = tuple[int, int, int]

# The limits for one beat.
SHORT_BEAT_MS, LONG_BEAT_MS = BEAT_MS // 2, BEAT_MS * 3 // 2


def looks_accepted(colour: Colour) -> bool:
    """Return whether a lamp shows the green of `palette.ACCEPTED`."""
    red, green, blue = colour
    accepted = palette.RGB[palette.ACCEPTED]
    return green > 0 and red * 8 <= green and blue * accepted[1] <= green * (accepted[2] + 4)


def looks_asked(colour: Colour) -> bool:
    """Return whether a lamp shows the amber of `palette.WARNING`."""
    red, green, blue = colour
    return blue * 8 <= green and green < red < green * 8


class Lamp:
    """A lamp over time: recognises the double red blink, and a change to green."""

    def __init__(self) -> None:
        self._shown: list[tuple[str, int]] = []  # (look, ms), newest last
        self.is_refusing = False  # stays so until the card is lifted
        self.has_accepted = False  # likewise; a green from the start belongs to the card before
        self._was_green = True

    def look(self, colour: Colour, elapsed_ms: int) -> None:
        """Look at the lamp after `elapsed_ms`."""
        is_green = looks_accepted(colour)
        self.has_accepted = self.has_accepted or (is_green and not self._was_green)
        self._was_green = is_green
        shown = "dark" if not any(colour) else "red" if _is_red(colour) else "other"
        before_ms = self._shown.pop()[1] if self._shown and self._shown[-1][0] == shown else 0
        self._shown = [*self._shown[-3:], (shown, before_ms + elapsed_ms)]
        if [each for each, _ in self._shown] == ["red", "dark", "red", "dark"]:
            first, between, second, dark = [ms for _, ms in self._shown]
            # The first beat may be short, if the board refused in the middle of it.
            is_double = first < LONG_BEAT_MS and all(SHORT_BEAT_MS < ms < LONG_BEAT_MS for ms in (between, second))
            self.is_refusing = self.is_refusing or (is_double and dark > LONG_BEAT_MS)


def _is_red(colour: Colour) -> bool:
    red, green, blue = colour
    return red > 0 and green * 8 <= red and blue * 8 <= red

"""What the maker of a board does with it: testing, changing settings, rescuing, which ends in a restart."""

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from typing import Any

    from tavolo.lights.strips import Lights
    from tavolo.link.publisher import Publisher
    from tavolo.maker.selftest import Selftest
    from tavolo.seat.seat import Seat

LONGEST_MS = 25  # of a tick that sends something


class Workbench:
    """Has the `selftest` while one runs, and the time until a restart, at the prompt if `wants_prompt`.

    It uses files() and flash(part) of the `hardware` (see `tavolo.assembly`).
    `is_safe` in safe mode: nothing else runs, because starts have failed.
    """

    def __init__(
        self,
        seats: "list[Seat]",
        publisher: "Publisher",
        lights: "Lights | None",
        hardware: "Any",
        is_safe: bool = False,
    ) -> None:
        self.selftest: "Selftest | None" = None
        self.hardware = hardware
        self.is_safe = is_safe
        self.restart_ms = 0  # 0 for never
        self.wants_restart = False
        self.wants_prompt = False
        self._seats = seats
        self._publisher = publisher
        self._lights = lights

    def begin_selftest(self) -> None:
        """Start a selftest, which has the seats until it is over."""
        from tavolo.maker.selftest import Selftest  # imported here: rarely needed

        assert self._lights is not None  # in safe mode nothing is checked
        self.selftest = Selftest(self._seats, self._publisher, self._lights, self.hardware)

    def step_selftest(self, elapsed_ms: int) -> None:
        """Step the selftest."""
        if self.selftest and not self.selftest.is_over:
            self.selftest.step(elapsed_ms)
        else:
            self.selftest = None

    def step_restart(self, elapsed_ms: int) -> None:
        """Let time pass until the restart. A tick that erases counts little: it sends nothing."""
        self.restart_ms = max(0, self.restart_ms - min(elapsed_ms, LONGEST_MS))
        self.wants_restart = not self.restart_ms

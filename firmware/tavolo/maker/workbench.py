"""What the maker of a board does with it: checks it, sets it anew, or rescues it, which ends in a restart."""

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from typing import Any

    from tavolo.lights.strips import Lights
    from tavolo.link.publisher import Publisher
    from tavolo.maker.selftest import Selftest
    from tavolo.seat.gap import Gap
    from tavolo.seat.seat import Seat

LONGEST_MS = 25  # of a pass that tells


class Workbench:
    """Has the `selftest` while one runs, and the time until a restart is wanted, be it at the prompt (`wants_prompt`).

    Of the `hardware` it uses files(), flash() and crash_flash(), the flash of the crash log (see `tavolo.assembly`).
    `is_safe` says that nothing else runs here, because starts have failed.
    """

    def __init__(
        self,
        seats: "list[Seat | Gap]",
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
        """Let a selftest have the seats, until it is over."""
        from tavolo.maker.selftest import Selftest  # imported here: rarely needed

        assert self._lights is not None  # in safe mode nothing is checked
        self.selftest = Selftest(self._seats, self._publisher, self._lights)

    def step_selftest(self, elapsed_ms: int) -> None:
        """Let time pass for the selftest."""
        if self.selftest and not self.selftest.is_over:
            self.selftest.step(elapsed_ms)
        else:
            self.selftest = None

    def step_restart(self, elapsed_ms: int) -> None:
        """Let time pass until the restart; of a pass that erased, little counts: it has told nobody anything."""
        self.restart_ms = max(0, self.restart_ms - min(elapsed_ms, LONGEST_MS))
        self.wants_restart = not self.restart_ms

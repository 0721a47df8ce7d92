"""What the maker of a board does with it while nobody plays: checks it, and sets it anew, which ends in a restart."""

TYPE_CHECKING = False  # as type checkers read it: True
if TYPE_CHECKING:
    from collections.abc import Callable

    from tavolo.lights.strips import Lights
    from tavolo.link.herald import Herald
    from tavolo.maker.selftest import Selftest
    from tavolo.maker.settings import Files
    from tavolo.seat.gap import Gap
    from tavolo.seat.seat import Seat


class Workbench:
    """Has the `selftest` while one runs, and the time until a restart is wanted. `files()` has the settings."""

    def __init__(
        self, seats: "list[Seat | Gap]", herald: "Herald", lights: "Lights", files: "Callable[[], Files]"
    ) -> None:
        self.selftest: "Selftest | None" = None
        self.files = files
        self.restart_ms = 0  # 0 for never
        self.wants_restart = False
        self._seats = seats
        self._herald = herald
        self._lights = lights

    def begin_selftest(self) -> None:
        """Let a selftest have the seats, until it is over."""
        from tavolo.maker.selftest import Selftest  # here, because most evenings it would only take memory

        self.selftest = Selftest(self._seats, self._herald, self._lights)

    def step_selftest(self, elapsed_ms: int) -> None:
        """Let time pass for the selftest."""
        if self.selftest and not self.selftest.is_over:
            self.selftest.step(elapsed_ms)
        else:
            self.selftest = None

    def step_restart(self, elapsed_ms: int) -> None:
        """Let time pass until the restart."""
        self.restart_ms = max(0, self.restart_ms - elapsed_ms)
        self.wants_restart = not self.restart_ms

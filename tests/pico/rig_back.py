"""A board with a rig, real or emulated: hands at the rig's chips do what a person is asked otherwise."""

from collections.abc import Callable

from tavolo.link.channel import Serial
from tavolo_host.board.serial_port import open_serial
from tavolo_host.people.rig_table import RigTable
from tavolo_host.simulator.rig import Rig
from tests.pico.orders import Order, obey
from tests.pico.real_back import RealBack


class RigHands(RigTable):
    """The hands of a `RealBack`, at the chips of a rig. `said` is what a person would have read."""

    def __init__(self, rig: Rig, pass_time: Callable[[], int] | None = None) -> None:
        super().__init__(rig, pass_time)
        self.said: list[str] = []
        self.resets = 0

    def say(self, text: str) -> None:
        self.said.append(text)

    def do(self, order: Order) -> None:
        obey(self.bodies, order)

    def is_still(self) -> bool:
        return not any(body.is_moving() for body in self.bodies)

    def power_cycle(self) -> None:
        """Reset the board by its RUN pin: its flash keeps its power."""
        self.resets += 1
        self.reset_board()


class RigBack(RealBack):
    """The board at `url`, without anybody there."""

    def __init__(self, url: str, hands: RigHands, opener: Callable[[str], Serial] = open_serial) -> None:
        self.hands, self.random = hands, hands.rig.random
        super().__init__(url, hands, hands.pass_time, opener)

    @property
    def lights(self) -> Rig:
        return self.hands.rig

    @property
    def now_ms(self) -> int:
        return self.hands.now_ms

    def patience_ms(self, limit_ms: int) -> int:
        return limit_ms

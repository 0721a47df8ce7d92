"""The table of a rig evening on two emulated Picos, joined pin by pin."""

from random import Random

from host.tools.torture.rig_play import RiggedTable
from tests.pico.joined_table import JoinedTable, frames_of


class JoinedRiggedTable(RiggedTable):
    """Board and rig in one simulated time, in which a second takes many of the processor's."""

    storms, storm_ms = 2, (4000, 8000)

    def __init__(self, random: Random) -> None:
        self._joined = JoinedTable(random.getrandbits(16))
        super().__init__(random, self._joined.open_rig(), self._joined.pass_time, self._joined.open_board)
        self._seen = frames_of(self.rig.strips)

    def set_unread(self, is_unread: bool) -> None:
        port = self._joined.picos.port
        if port is not None:
            port.unread = is_unread

    def differs(self, resets: int) -> str:
        return self._joined.differs(self.rig, self._seen, resets)

    def close(self) -> None:
        self._joined.close()

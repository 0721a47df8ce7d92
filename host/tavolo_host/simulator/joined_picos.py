"""A board and a rig, two emulated Picos joined pin by pin in one simulated time.

The board has no chips: the rig's own firmware answers on its buses, sees its pixels and holds its RUN pin, through
edges on wires (`hardware/emulator/joint.mjs`).
"""

import json
import struct
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tavolo_host.simulator.clock import Clock
from tavolo_host.simulator.pico import FLASH_BYTES, EmulatedPico
from tavolo_host.simulator.pico_parts import PicoPort, Strip, firmware_image
from tavolo_host.simulator.rig import RESET_PIN

RIG_ID = bytes.fromhex("e66141040396962c")
RIG_STATE_AT = 11  # in the emulator's answer: whether the rig has been enumerated


class JoinedPicos(EmulatedPico):
    """The board, as `EmulatedPico`, with a rig that runs `rig_firmware` in place of chips. Both are off at first.

    With `edges`, a folder, every edge of the wires is written to files there (`hardware/emulator/edges.mjs`), and
    `transfers` are the steps of the board's bus controllers: bus, ns, name, what was asked, and the answer.
    """

    def __init__(
        self,
        firmware: Path,
        rig_firmware: Path,
        pins: Sequence[tuple[int, int]],
        strips: Mapping[int, Strip],
        clock: Clock,
        seed: int = 0,
        quick: bool = True,
        edges: Path | None = None,
    ) -> None:
        self._edges = edges
        self.transfers: list[tuple[Any, ...]] = []
        self.rig_port: PicoPort | None = None
        self.rig_has_greeted = False  # as `has_greeted`, of the rig
        super().__init__(firmware, [], pins, strips, clock, seed=seed, quick=quick)
        whole = bytearray(b"\xff") * FLASH_BYTES
        for address, data in firmware_image(rig_firmware):
            whole[address : address + len(data)] = data
        self.write_rig_flash(0, whole)

    def _wiring(self, pins: Sequence[tuple[int, int]], seed: int, quick: bool) -> dict[str, Any]:
        joint: dict[str, Any] = {"buses": pins, "pixels": list(self.strips), "reset": RESET_PIN}
        if self._edges is not None:
            joint["edges"] = str(self._edges.resolve())
        rig = {"buses": [], "pixels": [], "id": list(RIG_ID), "seed": seed + 1, "joint": joint}
        return super()._wiring(pins, seed, quick) | {"buses": [], "rig": rig}

    def write_rig_flash(self, address: int, data: bytes | bytearray) -> None:
        """Write to the rig's flash from outside, in no time."""
        self._pipe.send(b"R", b"L" + struct.pack("<I", address) + data)

    def power_rig(self) -> None:
        """Switch the rig on."""
        self._ask(b"R", b"O")

    def cut_rig_power(self) -> None:
        """Switch the rig off; its port is lost."""
        self._ask(b"R", b"X")
        if self.rig_port is not None:
            self.rig_port.lost = True

    def wire(self, is_wired: bool) -> None:
        """Join the rig's pins to the board's, as they are at first, or take the wires away."""
        self._pipe.send(b"J", bytes((is_wired,)))

    def open_rig(self) -> PicoPort:
        """Open the rig's serial port."""
        self.rig_port = PicoPort(lambda data: self._pipe.send(b"R", b"S" + data), self._rig_port_changed)
        self._rig_port_changed()
        return self.rig_port

    def _rig_port_changed(self) -> None:
        is_open = self.rig_port is not None and not self.rig_port.lost
        is_read = is_open and self.rig_port is not None and not self.rig_port.unread
        self._pipe.send(b"R", b"P" + bytes((True, is_open, is_read)))

    def _done(self, payload: bytes) -> None:
        super()._done(payload)
        self.rig_has_greeted = len(payload) > RIG_STATE_AT and bool(payload[RIG_STATE_AT])

    def _take(self, kind: int, payload: bytes) -> None:
        if kind == ord("i"):
            self.transfers.append(tuple(json.loads(payload)))
        elif kind != ord("k"):
            super()._take(kind, payload)
        elif self.rig_port is not None:
            self.rig_port.came += payload[8:]

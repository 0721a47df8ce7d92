"""The devices that were chosen: what they show, what one is asked about them, and where they are kept.

Nothing is sent to any other address. Each device gets its frames by its own `Schedule`.
"""

import asyncio
import json
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import typer

from tavolo.lights.layout import Layout
from tavolo_host.own_lights import ddp, search
from tavolo_host.own_lights.device import FIRST, LAST, Device, layout_of, showable, typed
from tavolo_host.own_lights.schedule import Schedule
from tavolo_host.own_lights.wiring import fitting, next_pixel
from tavolo_host.runtime.atomic_file import write_whole
from tavolo_host.texts.deferred import deferred

FILE = "lights.json"
MOST_DEVICES = 8
POINTED = bytes((60, 60, 60))  # of the pixel that one is asked about

Levels = tuple[bytes, bytes, bytes]  # of track, field and lamps, three bytes a light


def lights_file() -> Path:
    """Return where this user's devices are kept: {"8520": [a device, …]}, by the port of the page."""
    return Path(typer.get_app_dir("tavolo")) / FILE


@dataclass
class Chosen:
    """A device that was chosen, what sends to it, and where pixels of it were seen; it `is_asked` until that is known.

    `seen` has the place of each pixel that was asked about.
    """

    device: Device
    sender: ddp.Sender
    schedule: Schedule = field(default_factory=Schedule)
    is_asked: bool = False
    seen: dict[int, int] = field(default_factory=dict)

    @property
    def pointed(self) -> int | None:
        """The pixel that is asked about now, the only one of the device that is lit."""
        if not self.is_asked:
            return None
        return next_pixel(self.device.columns, self.device.rows, self.seen) if self.device.is_matrix else 0

    def frame(self, levels: bytes) -> bytes:
        """Return what the device shows."""
        pixel = self.pointed
        if pixel is None:
            return self.device.frame(levels)
        return bytes(3 * pixel) + POINTED + bytes(3 * (self.device.pixels - pixel - 1))


class OwnLights:
    """The devices of one table. `on_note` gets sentences for its log.

    `resolve` returns the IPv4 address of a host, and may wait for the network; it raises OSError.
    """

    def __init__(
        self,
        on_note: Callable[[str], None],
        datagrams: ddp.DatagramSocket | None = None,
        resolve: Callable[[str], str] = socket.gethostbyname,
    ) -> None:
        self._on_note = on_note
        self._datagrams = datagrams or ddp.udp_socket()
        self._resolve = resolve
        self._now_ms = 0.0
        self._file: Path | None = None
        self._table = ""  # by which they are kept
        self._layout = layout_of(())
        self.chosen: list[Chosen] = []
        self._not_there: list[Device] = []  # of those that were kept: their names could not be resolved
        self.found: Sequence[Device] = ()
        self.was_searched = self.is_searching = False

    def step(self, elapsed_ms: float, levels: Callable[[Layout], Levels]) -> None:
        """Let time pass, and send what is due; `levels` returns the lights of a table with a layout."""
        self._now_ms += elapsed_ms
        ready = [each for each in self.chosen if each.schedule.is_ready(self._now_ms)]
        if not ready:
            return
        shown = b"".join(levels(self._layout))
        for each in ready:
            frame = each.frame(shown)
            if each.schedule.is_due(frame, self._now_ms):
                each.sender.send(frame)

    # ---- which devices

    async def search(self) -> None:
        """Search the network for devices. Raises OSError."""
        if self.is_searching:
            return
        self.is_searching = True
        try:
            self.found = await search.found()
        finally:
            self.is_searching, self.was_searched = False, True

    async def choose(self, device: Device, is_asked: bool = True) -> None:
        """Send to this device from now on; if it `is_asked`, first ask how it is wired. Raises OSError.

        One that is chosen stays as it is, and so do all when there are MOST_DEVICES.
        """
        address = await asyncio.to_thread(self._resolve, device.host)
        if not self.has(device.host, device.port) and len(self.chosen) < MOST_DEVICES:
            self._add(device, address, is_asked)
            self._changed()

    def has(self, host: str, port: int) -> bool:
        """Return whether the device at this address was chosen."""
        return any((each.device.host, each.device.port) == (host, port) for each in self.chosen)

    def has_typed(self, text: str) -> bool:
        """Return whether the device at a typed address was chosen."""
        address = typed(text)
        return address is not None and self.has(address.host, address.port)

    def _add(self, device: Device, address: str, is_asked: bool) -> None:
        def tell(problem: str) -> None:
            self._on_note(deferred("Lights at {}: {}.", device.address, problem))

        sender = ddp.Sender(self._datagrams, (address, device.port), tell)
        self.chosen.append(Chosen(device, sender, is_asked=is_asked))

    def stop(self, number: int) -> None:
        """Send nothing more to a device; it goes back to its own effects."""
        del self.chosen[number]
        self._changed()

    # ---- what each shows, and how it is wired

    def shape(self, number: int, columns: int, rows: int) -> None:
        """Take a device for a matrix or a strip of this size."""
        chosen = self.chosen[number]
        if (columns, rows) not in chosen.device.shapes:
            return
        known = Device.made(chosen.device.host, columns, rows, chosen.device.name, chosen.device.port)
        self._ask_again(chosen, replace(known, shapes=chosen.device.shapes))

    def show(self, number: int, shows: str) -> None:
        """Have a device show something else."""
        chosen = self.chosen[number]
        if shows in showable(chosen.device.columns, chosen.device.rows):
            chosen.device = replace(chosen.device, shows=shows)
            self._changed()

    def see(self, number: int, place: int) -> bool:
        """Take where the pixel that is asked about was seen; return False if no matrix is wired like that.

        Of a strip 0 says that it is at the beginning, anything else at the end.
        """
        chosen = self.chosen[number]
        device, pixel = chosen.device, chosen.pointed
        if pixel is None or not 0 <= place < device.pixels:
            return True
        if not device.is_matrix:
            chosen.device = replace(device, begins=LAST if place else FIRST)
            chosen.is_asked = False
            self._changed()
            return True
        fits = fitting(device.columns, device.rows, chosen.seen | {pixel: place})
        if not fits:
            return False
        chosen.seen[pixel] = place
        if len(fits) == 1:
            chosen.device, chosen.is_asked = replace(device, wiring=fits[0]), False
        self._changed()
        return True

    def forget(self, number: int) -> None:
        """Take the last answer about a device back, and ask again."""
        chosen = self.chosen[number]
        if chosen.seen:
            chosen.seen.popitem()
        self._ask_again(chosen, replace(chosen.device, wiring=None, begins=FIRST), chosen.seen)

    def skip(self, number: int) -> None:
        """Ask no more about a device: it is wired in the order of its pixels."""
        self.chosen[number].is_asked = False
        self._changed()

    def _ask_again(self, chosen: Chosen, device: Device, seen: dict[int, int] | None = None) -> None:
        chosen.device, chosen.is_asked, chosen.seen = device, True, seen or {}
        self._changed()

    def close(self) -> None:
        """Send nothing more: all devices go back to their own effects."""
        self._datagrams.close()

    # ---- what is kept

    def keep_at(self, path: Path, table: str) -> None:
        """Go on with the devices that were kept for this table, and keep all changes."""
        self._file, self._table = path, table
        try:
            devices = self._read().get(table, [])
        except ValueError:
            self._on_note(deferred("{} has lights that cannot be read.", path))
            return
        for kept in devices[:MOST_DEVICES]:
            try:
                device = Device.of(kept)
            except (AttributeError, KeyError, TypeError, ValueError):
                self._on_note(deferred("{} has lights that cannot be read.", path))
                continue
            try:
                self._add(device, self._resolve(device.host), is_asked=False)
            except OSError as problem:
                self._not_there.append(device)
                self._on_note(deferred("Lights at {}: {}.", device.host, problem.strerror or problem))
        self._layout = layout_of([each.device for each in self.chosen])

    def _read(self) -> dict[str, Any]:
        """Return what is kept; ValueError if it is damaged."""
        try:
            found = json.loads(self._file.read_text(encoding="utf-8")) if self._file else {}
        except OSError:  # there is none yet
            return {}
        if not isinstance(found, dict) or not all(isinstance(each, list) for each in found.values()):
            raise ValueError(self._file)
        return found

    def _changed(self) -> None:
        self._layout = layout_of([each.device for each in self.chosen])
        if self._file is None:
            return
        others: dict[str, Any] = {}
        with suppress(ValueError):  # which was told
            others = self._read()
        devices = [*(each.device for each in self.chosen), *self._not_there]
        content = others | {self._table: [device.kept() for device in devices]}
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self._file, json.dumps(content, ensure_ascii=False, indent=2) + "\n", is_private=True)
        except OSError as problem:
            self._on_note(deferred("{} cannot be written: {}.", self._file, problem.strerror or problem))

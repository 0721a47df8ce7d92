"""What a visitor does about lights at home: searches for devices, chooses some, and says how they are wired."""

from collections.abc import Callable

from tavolo_host.display.model.visitor_commands import VisitorCommands
from tavolo_host.display.parts.source import TableSource
from tavolo_host.own_lights.device import Device
from tavolo_host.own_lights.own_lights import MOST_DEVICES, OwnLights
from tavolo_host.own_lights.search import device_at
from tavolo_host.seats.rights import Right
from tavolo_host.texts.deferred import deferred


class LightsCommands(VisitorCommands):
    """What `visitor` does about `lights`; devices have their numbers in `found` and `chosen`."""

    def __init__(self, table: TableSource, visitor: str, lights: OwnLights) -> None:
        super().__init__(table, visitor)
        self._lights = lights

    async def search(self) -> str | None:
        """Search the network for devices."""
        refusal = self._refusal(Right.LIGHTS)
        if refusal:
            return refusal
        try:
            await self._lights.search()
        except OSError as problem:
            return deferred("The network cannot be searched: {}.", problem.strerror or problem)
        return None

    async def choose(self, number: int) -> str | None:
        """Have a device that was found show the table's lights."""
        refusal = self._refusal(Right.LIGHTS)
        if refusal or not 0 <= number < len(self._lights.found):
            return refusal
        return await self._add(self._lights.found[number])

    async def add(self, address: str) -> str | None:
        """Have the device at a typed address do so."""
        refusal = self._refusal(Right.LIGHTS)
        if refusal:
            return refusal
        try:
            device = await device_at(address)
        except OSError as problem:
            return deferred("{} does not answer: {}.", address, problem.strerror or problem)
        except ValueError:
            return deferred("No lights that a table can use are at {}: a strip of 8 or a matrix of 8 × 8.", address)
        return await self._add(device)

    async def _add(self, device: Device) -> str | None:
        if len(self._lights.chosen) >= MOST_DEVICES:
            return deferred("{} devices are chosen already: stop one first.", MOST_DEVICES)
        try:
            await self._lights.choose(device)
        except OSError as problem:
            return deferred("{} does not answer: {}.", device.host, problem.strerror or problem)
        return None

    def shape(self, number: int, columns: int, rows: int) -> str | None:
        """Say whether a device is a strip or which matrix."""
        return self._about(number, self._lights.shape, columns, rows)

    def show(self, number: int, shows: str) -> str | None:
        """Say what a device shows."""
        return self._about(number, self._lights.show, shows)

    def see(self, number: int, place: int) -> str | None:
        """Say where the lit pixel is."""
        refusal = self._refusal(Right.LIGHTS)
        if refusal or not self._is_chosen(number) or self._lights.see(number, place):
            return refusal
        return deferred("No matrix is wired like that. Look again, or take the last answer back.")

    def forget(self, number: int) -> str | None:
        """Take the last answer about a device back."""
        return self._about(number, self._lights.forget)

    def skip(self, number: int) -> str | None:
        """Say nothing of how a device is wired."""
        return self._about(number, self._lights.skip)

    def stop(self, number: int) -> str | None:
        """Have a device show nothing more of the table."""
        return self._about(number, self._lights.stop)

    def _about(self, number: int, do: Callable[..., None], *values: object) -> str | None:
        refusal = self._refusal(Right.LIGHTS)
        if not refusal and self._is_chosen(number):
            do(number, *values)
        return refusal

    def _is_chosen(self, number: int) -> bool:
        return 0 <= number < len(self._lights.chosen)

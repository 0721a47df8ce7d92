"""Finds WLED on the local network, by mDNS, and asks a device what it is.

WLED announces `_wled._tcp` and describes itself at /json/info: https://kno.wled.ge/interfaces/json-api/.
"""

import asyncio
import json
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

import httpx
from zeroconf import ServiceStateChange, Zeroconf
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from tavolo_host.own_lights.device import Device, typed
from tavolo_host.texts.names import clean_name

SERVICE = "_wled._tcp.local."
SEARCH_S = 3.0
ANSWER_S = 3.0
MOST_FOUND = 20
SYSTEMS_NUMBER = re.compile(r"^\[Errno -?\d+\] ")  # before the words of an error
MOST_BYTES = 64 * 1024  # of an answer
HTTP_PORT = 80


async def found() -> Sequence[Device]:
    """Return the devices that answer on this network, as they describe themselves. Raises OSError."""
    places = await _announced()
    described = await asyncio.gather(*(described_by(host, port) for host, port in places), return_exceptions=True)
    return [each for each in described if isinstance(each, Device)]


async def device_at(text: str) -> Device:
    """Return the device at a typed address (see `device.typed`). Raises OSError, ValueError."""
    address = typed(text)
    if address is None:
        raise ValueError(text)
    if address.is_asked:
        return replace(await described_by(address.host), port=address.port)
    return Device.made(address.host, address.columns, address.rows, port=address.port)


async def described_by(host: str, port: int = HTTP_PORT) -> Device:
    """Ask a device what it is. Raises OSError if it does not answer, ValueError if it has no lights for a table."""
    content = b""
    try:
        async with (
            httpx.AsyncClient(timeout=ANSWER_S, trust_env=False) as client,
            client.stream("GET", f"http://{host}:{port}/json/info") as answer,
        ):
            answer.raise_for_status()
            async for part in answer.aiter_bytes():
                content += part
                if len(content) > MOST_BYTES:
                    raise ValueError(host)
    except (httpx.HTTPError, httpx.InvalidURL) as problem:
        raise OSError(SYSTEMS_NUMBER.sub("", str(problem)) or type(problem).__name__) from problem
    return device_of(host, json.loads(content))


def device_of(host: str, info: Mapping[str, Any]) -> Device:
    """Return the device that describes itself so; ValueError if it cannot show anything of a table."""
    try:
        leds = info["leds"]
        matrix = leds.get("matrix") or {"w": leds["count"], "h": 1}
        return Device.made(host, int(matrix["w"]), int(matrix["h"]), clean_name(str(info["name"])))
    except (AttributeError, KeyError, TypeError) as problem:
        raise ValueError(host) from problem


async def _announced() -> list[tuple[str, int]]:
    """Return (address, HTTP port) of everything that answers to an mDNS query, for a while."""
    names: list[str] = []

    def heard(zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
        if state_change is ServiceStateChange.Added and name not in names:
            names.append(name)

    places: list[tuple[str, int]] = []
    async with AsyncZeroconf() as network:
        browser = AsyncServiceBrowser(network.zeroconf, SERVICE, handlers=[heard])
        await asyncio.sleep(SEARCH_S)
        await browser.async_cancel()
        for name in names[:MOST_FOUND]:
            with suppress(ValueError):
                service = AsyncServiceInfo(SERVICE, name)
                if await service.async_request(network.zeroconf, ANSWER_S * 1000):
                    places += [(address, service.port or HTTP_PORT) for address in service.parsed_addresses()[:1]]
    return places

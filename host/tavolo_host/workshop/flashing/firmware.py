"""The firmware that `tavolo flash` writes: interpreter, drivers and the table's program in one UF2.

A release's wheel has it beside this module; in the sources it is what `make uf2` has built.
"""

from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from tavolo_host.runtime.source_digests import firmware_digests

HERE = Path(__file__).resolve().parent
NAME = "tavolo.uf2"
PLACES = (HERE / NAME, HERE.parents[3] / "build" / NAME)


class Firmware(NamedTuple):
    """A UF2: its content, the digest of the table's program in it, and the version of the release."""

    content: bytes
    digest: str
    version: str


def firmware() -> Firmware:
    """Return the firmware of this program. ValueError if there is none, or if it is of other sources."""
    for file in PLACES:
        if file.exists():
            break
    else:
        raise ValueError(
            "This installation has no firmware for a Pico. Install a release's wheel; in the sources, type `make uf2`."
        )
    from tavolo_host.simulator.pico_parts import firmware_image  # here, since it imports numpy

    digest = firmware_digests()[0]
    if digest.encode() not in b"".join(data for _, data in firmware_image(file)):
        raise ValueError(f"{file} is not the firmware {digest} of this program; in the sources, type `make uf2`.")
    return Firmware(file.read_bytes(), digest, version("tavolo-table"))

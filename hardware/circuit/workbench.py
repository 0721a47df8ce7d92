"""Where SKiDL is set up: its symbols found, and everything it writes kept in one folder below build/.

SKiDL writes logs where it is imported, and caches below the home folder; both are turned to that folder here.
"""

import io
import os
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from hardware.circuit import symbols
from hardware.circuit.catalogue import KINDS

SYMBOL_FOLDERS = (Path("/usr/share/kicad/symbols"),)
BUILD = Path(__file__).resolve().parents[2] / "build" / "hardware" / "circuit"  # what is made
OWN_FILES = BUILD.parents[1] / "skidl"  # what only SKiDL reads


@contextmanager
def _kept_in(folder: Path) -> Iterator[None]:
    """Let this process live in a folder meanwhile, its caches too."""
    before, cache = Path.cwd(), os.environ.get("XDG_DATA_HOME")
    folder.mkdir(parents=True, exist_ok=True)
    os.chdir(folder)
    os.environ["XDG_DATA_HOME"] = str(folder)
    try:
        yield
    finally:
        os.chdir(before)
        if cache is None:
            del os.environ["XDG_DATA_HOME"]
        else:
            os.environ["XDG_DATA_HOME"] = cache


def symbol_folder() -> Path:
    """Return the folder of KiCad's symbols; FileNotFoundError with what to install when there is none."""
    for folder in SYMBOL_FOLDERS:
        if (folder / "Device.kicad_sym").exists():
            return folder
    raise FileNotFoundError(
        "KiCad's symbols are not here. On Debian and its kin, type:"
        " sudo apt-get install --no-install-recommends kicad-symbols"
    )


@cache
def _template(symbol: str) -> Any:
    """A part to copy, by its symbol; read once, since SKiDL takes a second for a library."""
    import skidl

    library, name = symbol.split(":")
    if library != "tavolo":
        return skidl.Part(library, name, dest=skidl.TEMPLATE)
    pins = [
        skidl.Pin(num=number, name=pin, func=skidl.Pin.types[function]) for number, pin, function in symbols.OWN[name]()
    ]
    return skidl.Part(name=name, tool=skidl.SKIDL, dest=skidl.TEMPLATE, ref_prefix="X", pins=pins)


class Workbench:
    """SKiDL with an empty circuit on it: `part` puts a part there, `join` wires pins to a net."""

    def __init__(self) -> None:
        # Its loggers keep the stderr that they find: what it misses of KiCad itself (footprints, newer symbols) is not
        # needed here, and `rules` gathers what it says of a circuit.
        # Each process has a folder: two that read and write one at once spoil it.
        with _kept_in(OWN_FILES / str(os.getpid())), redirect_stderr(io.StringIO()):
            import skidl

            self.skidl: ModuleType = skidl
            skidl.set_default_tool(skidl.KICAD6)
            skidl.lib_search_paths[skidl.KICAD6] = [str(symbol_folder())]
            self.circuit: Any = skidl.Circuit()
            self.circuit.no_files = True

    def part(self, kind: str, reference: str, role: str) -> Any:
        """Put a part of one of the catalogue's KINDS on the bench; `role` says what it is for."""
        part = _template(KINDS[kind].symbol)(circuit=self.circuit)
        part.ref, part.tag = reference, reference
        part.value, part.footprint = KINDS[kind].value, KINDS[kind].footprint
        part.fields["Kind"], part.fields["Role"] = kind, role
        return part

    def join(self, net: str, *pins: Any) -> None:
        """Wire pins to the net of this name."""
        self.skidl.Net.fetch(net, circuit=self.circuit).connect(*pins)

    def feed(self, net: str) -> None:
        """Tell the rule check that a net carries power, where a fuse or a diode passes it on."""
        self.skidl.Net.fetch(net, circuit=self.circuit).drive = self.skidl.POWER

    def leave(self, *pins: Any) -> None:
        """Mark pins as left open on purpose."""
        self.circuit.NC.connect(*pins)

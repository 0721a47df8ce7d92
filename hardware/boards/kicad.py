"""KiCad as a command, without a display: the one that is installed, if it is 9 or newer, else the one in build/kicad.

If there is neither, `python -m hardware.boards.kicad` unpacks KiCad 9 from Debian 12's backports into build/kicad,
beside the system, so this needs no root. (Debian 12's own KiCad 6 has no command that checks rules and plots.) The
packages come from the mirror that apt uses here, and apt checks them by Debian's keys.
"""

import contextlib
import json
import os
import pickle
import re
import shutil
import subprocess
import sys
from pathlib import Path

from hardware.boards.model import Board
from hardware.micropython.fetch import Archive, Unavailable

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build" / "kicad"
OLDEST = 9
PYTHON = "/usr/bin/python3"  # that of Debian, whose module pcbnew is KiCad's
SUITE = "bookworm"
KINDS = ("violations", "unconnected_items", "schematic_parity")  # of broken rules


class Missing(Exception):
    """There is no KiCad, or it failed; with its message."""


class Kicad:
    """KiCad's command, its Python module and its footprints, wherever they are."""

    def __init__(self) -> None:
        self.environment = {**os.environ, "KICAD_CONFIG_HOME": str(BUILD / "config"), "LC_ALL": "C.UTF-8",
                            "INTERACTIVE_HTML_BOM_NO_DISPLAY": "1", "PYTHONPATH": str(ROOT)}  # fmt: skip
        self._command, stock = "kicad-cli", Path("/usr/share/kicad")
        if self._version()[0] < OLDEST or not (stock / "footprints").exists():
            root = BUILD / "root"
            libraries, stock = root / "usr/lib", root / "usr/share/kicad"
            own = [place for gnu in libraries.glob("*-linux-gnu") for place in (gnu, gnu / "blas", gnu / "lapack")]
            self.environment["LD_LIBRARY_PATH"] = ":".join(map(str, [*own, libraries / "kicad"]))
            self.environment["KICAD_STOCK_DATA_HOME"] = str(stock)
            self._command = str(root / "usr/bin/kicad-cli")
            self.environment["PYTHONPATH"] += f":{libraries / 'python3/dist-packages'}"
        major, minor = self._version()
        self._footprints = stock / "footprints"
        if major < OLDEST or not self._footprints.exists():
            raise Missing(
                f"KiCad {OLDEST} or newer is needed, with its command kicad-cli and its footprints. On Debian 12,"
                " `make kicad` fetches it; elsewhere install KiCad with its Python module and footprints."
            )
        self.environment[f"KICAD{major}_FOOTPRINT_DIR"] = str(self._footprints)
        settings = BUILD / "config" / f"{major}.{minor}"
        settings.mkdir(parents=True, exist_ok=True)
        shutil.copy(stock / "template/fp-lib-table", settings)

    def _version(self) -> tuple[int, int]:
        """The first two numbers of its version; 0, 0 when it cannot be run."""
        try:
            version = self._run([self._command, "version"])
        except (Missing, OSError):
            return 0, 0
        found = re.search(r"^(\d+)\.(\d+)", version, re.MULTILINE)
        return (int(found[1]), int(found[2])) if found else (0, 0)

    def _run(self, command: list[str], given: bytes = b"") -> str:
        done = subprocess.run(command, input=given, capture_output=True, env=self.environment)
        if done.returncode:
            output = (done.stdout + done.stderr).decode(errors="replace")
            raise Missing(f"{' '.join(command)}\n{output}")
        return done.stdout.decode(errors="replace")

    def command(self, *arguments: str | Path) -> str:
        """Run kicad-cli; return its output."""
        return self._run([self._command, *map(str, arguments)])

    def python(self, *arguments: str | Path, given: bytes = b"") -> str:
        """Run a program with the Python that has KiCad's module; return its output."""
        return self._run([PYTHON, *map(str, arguments)], given)

    def draw(self, board: Board, file: Path) -> None:
        """Draw a board into a file, which keeps its tracks."""
        self.python("-m", "hardware.boards.draw", file, self._footprints, given=pickle.dumps(board))

    def broken(self, file: Path, *options: str) -> list[str]:
        """Return a sentence for each rule that a board or a schematic breaks; warnings count as errors."""
        report = file.with_name("rules.json")
        rules = ("pcb", "drc") if file.suffix == ".kicad_pcb" else ("sch", "erc")
        self.command(*rules, "--severity-all", *options, "--format", "json", "--output", report, file)
        checked = json.loads(report.read_text())
        for left in (report, *file.parent.glob("*.kicad_prl")):
            left.unlink()
        parts = (checked, *checked.get("sheets", ()))
        found = [entry for part in parts for kind in KINDS for entry in part.get(kind, ())]
        return [
            f"{file.stem}: {entry['description']}: {'; '.join(item['description'] for item in entry['items'])}"
            for entry in found
            if entry["type"] != "lib_symbol_issues"  # a sheet's symbols are in no library
        ]


def fetch(folder: Path) -> None:
    """Unpack KiCad from the backports of Debian 12 into folder/root, with what it needs and is not installed."""
    system = Path("/etc/os-release").read_text() if Path("/etc/os-release").exists() else ""
    if f"VERSION_CODENAME={SUITE}" not in system or not shutil.which("apt-get"):
        raise Missing(f"KiCad is fetched on Debian 12 alone; here install KiCad {OLDEST} or newer yourself.")
    archive = Archive(folder, f"{SUITE} {SUITE}-updates {SUITE}-backports", "deb", "/var/lib/dpkg/status")
    archive.open()
    archive.run("install", "--download-only", "--yes", "--no-install-recommends", "-t", f"{SUITE}-backports",
                "kicad", "kicad-footprints")  # fmt: skip
    root = folder / "root"
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir()
    for package in sorted((folder / "cache/archives").glob("*.deb")):
        subprocess.run(["dpkg-deb", "--extract", package, root], check=True)
    shutil.rmtree(folder / "cache")


def main() -> int:
    """Fetch KiCad if there is none; return the exit code."""
    with contextlib.suppress(Missing):
        Kicad()
        return 0
    sys.stdout.write("Fetching KiCad 9 from Debian's backports into build/kicad (once; 113 MB).\n")
    sys.stdout.flush()
    try:
        fetch(BUILD)
        Kicad()
    except (Missing, Unavailable) as refusal:
        sys.stderr.write(f"{refusal}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

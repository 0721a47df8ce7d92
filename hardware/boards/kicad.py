"""KiCad as a command, without a display: the one that is installed, if it is 9 or newer, else the one in build/kicad.

`python -m hardware.boards.kicad` leaves there, if need be, KiCad 9 from Debian 12's backports, unpacked beside
what is installed and not into it: the newer symbols would take the place of those that the circuit is described with.
(Debian 12's own KiCad 6 has no command that checks rules and plots.) No root is needed. It takes what the machine's own
apt would, from the mirror that it uses, checked by Debian's keys.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

BUILD = Path(__file__).resolve().parents[2] / "build" / "kicad"
OLDEST = 9
PYTHON = "/usr/bin/python3"  # that of Debian, whose module pcbnew is KiCad's
KEYS = "/usr/share/keyrings/debian-archive-keyring.gpg"
SUITE = "bookworm"


class Missing(Exception):
    """There is no KiCad, or it could not do what was asked; with what it said."""


class Kicad:
    """KiCad where it is, with all that it needs to know of it."""

    def __init__(self) -> None:
        self.environment = {**os.environ, "KICAD_CONFIG_HOME": str(BUILD / "config"), "LC_ALL": "C.UTF-8"}
        self._command, self._pythonpath = "kicad-cli", ""
        if self._version() >= OLDEST:
            return
        root = BUILD / "root"
        libraries = root / "usr/lib"
        own = [place for gnu in libraries.glob("*-linux-gnu") for place in (gnu, gnu / "blas", gnu / "lapack")]
        self.environment["LD_LIBRARY_PATH"] = ":".join(map(str, [*own, libraries / "kicad"]))
        self.environment["KICAD_STOCK_DATA_HOME"] = str(root / "usr/share/kicad")
        self._command = str(root / "usr/bin/kicad-cli")
        self._pythonpath = str(libraries / "python3/dist-packages")
        if self._version() < OLDEST:
            raise Missing(
                f"KiCad {OLDEST} or newer is needed, and its command kicad-cli is not here. On Debian 12, `make kicad`"
                " fetches it; elsewhere install KiCad with its Python module as your system offers it."
            )

    def _version(self) -> int:
        """The number before the first point; 0 when it cannot be run."""
        try:
            told = self._run([self._command, "version"])
        except (Missing, OSError):
            return 0
        found = re.search(r"^(\d+)\.", told, re.MULTILINE)
        return int(found[1]) if found else 0

    def _run(self, command: list[str], **environment: str) -> str:
        done = subprocess.run(
            command, text=True, capture_output=True, env={**self.environment, **environment}, errors="replace"
        )
        if done.returncode:
            raise Missing(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
        return done.stdout

    def command(self, *arguments: str | Path) -> str:
        """Run kicad-cli; return what it says."""
        return self._run([self._command, *map(str, arguments)])

    def python(self, *arguments: str | Path, **environment: str) -> str:
        """Run a program with the Python that has KiCad's module."""
        return self._run([PYTHON, *map(str, arguments)], PYTHONPATH=self._pythonpath, **environment)


def fetch(folder: Path) -> None:
    """Unpack KiCad from the backports of Debian 12 into folder/root, with what it needs and is not installed."""
    from hardware.micropython.fetch import mirrors_of_this_machine

    system = Path("/etc/os-release").read_text() if Path("/etc/os-release").exists() else ""
    if f"VERSION_CODENAME={SUITE}" not in system or not shutil.which("apt-get"):
        raise Missing(f"KiCad is fetched on Debian 12 alone; here install KiCad {OLDEST} or newer yourself.")
    for below in ("sources", "lists/partial", "cache/archives/partial"):
        (folder / below).mkdir(parents=True, exist_ok=True)
    (folder / "sources/debian.sources").write_text(
        f"Types: deb\nURIs: {mirrors_of_this_machine()[0]}\nSuites: {SUITE} {SUITE}-updates {SUITE}-backports\n"
        f"Components: main\nSigned-By: {KEYS}\n"
    )
    settings = {
        "Dir::Etc::SourceList": "/dev/null",
        "Dir::Etc::SourceParts": folder / "sources",
        "Dir::State::Lists": folder / "lists",
        "Dir::Cache": folder / "cache",
        "Debug::NoLocking": "true",
        "Acquire::Languages": "none",
        "APT::Update::Error-Mode": "any",
        "APT::Sandbox::User": "",
    }
    options = [text for name, value in settings.items() for text in ("-o", f"{name}={value}")]
    wanted = ("install", "--download-only", "--yes", "--no-install-recommends", "-t", f"{SUITE}-backports", "kicad")
    for arguments in (("update",), wanted):
        done = subprocess.run(["apt-get", *options, *arguments], text=True, capture_output=True)
        if done.returncode:
            raise Missing(f"{done.stdout}{done.stderr}\nKiCad could not be fetched; apt-get's messages are above.")
    root = folder / "root"
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir()
    for package in sorted((folder / "cache/archives").glob("*.deb")):
        subprocess.run(["dpkg-deb", "--extract", package, root], check=True)
    shutil.rmtree(folder / "cache")


def main() -> int:
    """Fetch KiCad if there is none; return the exit code."""
    try:
        try:
            Kicad()
        except Missing:
            sys.stdout.write("Fetching KiCad 9 from Debian's backports into build/kicad (once; 106 MB).\n")
            sys.stdout.flush()
            fetch(BUILD)
            Kicad()
    except Missing as refusal:
        sys.stderr.write(f"{refusal}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Fetches the sources of MicroPython for the Pico from Debian 13: `python fetch.py FOLDER`.

Debian's packages fit each other and come from the mirror that this machine's apt already uses. apt, with a state folder
of its own, checks the index's signature with the keys that Debian ships, and each file against the index.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

SUITE = "trixie"
KEYS = Path("/usr/share/keyrings/debian-archive-keyring.gpg")


class Package(NamedTuple):
    """A package, the start of the versions that fit the others, and whether it is a source package."""

    name: str
    version: str
    is_source: bool


PACKAGES = (
    Package("micropython", "1.25.0+", True),
    Package("pico-sdk", "2.1.1", True),
    Package("mbedtls", "3.6.", True),
    # A binary package that contains sources: the mirrors do not have the tarball that it was made from.
    Package("tinyusb-source", "0.18.0+", False),
)

# Empty folders of MicroPython and the SDK, and the sources that belong there.
LINKS = (
    ("micropython/lib/pico-sdk", "pico-sdk"),
    ("micropython/lib/tinyusb", "tinyusb-source/usr/src/tinyusb"),
    ("micropython/lib/mbedtls", "mbedtls"),
    ("pico-sdk/lib/tinyusb", "tinyusb-source/usr/src/tinyusb"),
)


class Unavailable(Exception):
    """A package could not be fetched; str() says why."""


class Archive:
    """Debian's archive, through an apt whose sources, index and cache are in a folder of ours.

    Suites and kinds of packages are as in a sources.list. `installed` is what apt takes to be installed, or nothing.
    """

    def __init__(self, folder: Path, suites: str, kinds: str, installed: str = "/dev/null") -> None:
        self._kinds, self._suites, self._sources = kinds, suites, folder / "sources" / "debian.sources"
        for below in ("sources", "state/lists/partial", "cache/archives/partial"):
            (folder / below).mkdir(parents=True, exist_ok=True)
        self._settings = {
            "Dir::Etc::SourceList": "/dev/null",
            "Dir::Etc::SourceParts": folder / "sources",
            "Dir::State": folder / "state",
            "Dir::State::status": installed,
            "Dir::Cache": folder / "cache",
            "Debug::NoLocking": "true",  # of the system's folders, which only root may lock
            "Acquire::Languages": "none",
            "Acquire::AllowInsecureRepositories": "false",
            "Acquire::AllowWeakRepositories": "false",
            "APT::Sandbox::User": "",
            "APT::Update::Error-Mode": "any",
        }

    def run(self, *arguments: str, folder: Path | None = None) -> None:
        """Run apt-get, which leaves downloads in `folder`; raises Unavailable with its output."""
        options = [text for name, value in self._settings.items() for text in ("-o", f"{name}={value}")]
        command = ["apt-get", *options, *arguments]
        done = subprocess.run(command, cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode:
            raise Unavailable(f"{done.stdout}\napt-get {' '.join(arguments)} failed, as it says above.")

    def open(self) -> None:
        """Fetch the signed index from the first of the machine's mirrors that has it; raises Unavailable."""
        refusals = []
        for mirror in mirrors_of_this_machine():
            self._sources.write_text(
                f"Types: {self._kinds}\nURIs: {mirror}\nSuites: {self._suites}\nComponents: main\nSigned-By: {KEYS}\n"
            )
            try:
                return self.run("update")
            except Unavailable as refusal:
                refusals.append(f"{refusal}\n")
        raise Unavailable(f"{''.join(refusals)}No mirror of this machine's apt has Debian's {self._suites}.")

    def fetch(self, package: Package, folder: Path) -> Path:
        """Download a package into a folder and return its file; raises Unavailable."""
        command = ("source", "--download-only", "--tar-only") if package.is_source else ("download",)
        self.run(*command, package.name, folder=folder)
        files = list(folder.glob(f"{package.name}_{package.version}*"))
        if len(files) != 1:
            raise Unavailable(f"Debian's {self._suites} has no {package.name} {package.version}….")
        return files[0]


def mirrors_of_this_machine() -> list[str]:
    """Return the addresses that this machine's apt takes packages from, Debian's own archive first."""
    command = ["apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages"]
    addresses = subprocess.run(command, text=True, capture_output=True, check=True).stdout.split()
    return sorted(dict.fromkeys(addresses), key=lambda address: not address.endswith("/debian/"))


def unpack(file: Path, folder: Path) -> None:
    """Unpack a tarball, without its outermost folder, or a Debian package into a new folder."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    if file.suffix == ".deb":
        subprocess.run(["dpkg-deb", "--extract", file, folder], check=True)
    else:
        subprocess.run(["tar", "--extract", "--strip-components=1", "--file", file, "--directory", folder], check=True)


def main(folder: Path) -> None:
    """Leave the sources, linked together, in folder/source."""
    archive = Archive(folder / "apt", SUITE, "deb deb-src")
    archive.open()
    downloads = folder / "downloads"
    shutil.rmtree(downloads, ignore_errors=True)
    downloads.mkdir()
    for package in PACKAGES:
        unpack(archive.fetch(package, downloads), folder / "source" / package.name)
    for place, content in LINKS:
        link = folder / "source" / place
        link.rmdir()
        link.symlink_to(os.path.relpath(folder / "source" / content, link.parent))
    # The port's manifest names this collection, but uses nothing of it; the build only looks for the file.
    (folder / "source" / "micropython" / "lib" / "micropython-lib" / "README.md").touch()


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1]).resolve())
    except Unavailable as failure:
        sys.exit(str(failure))

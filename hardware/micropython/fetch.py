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
    """Debian's archive, through an apt whose sources, index and cache are in a folder of ours."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        for below in ("sources", "state/lists/partial", "cache/archives/partial"):
            (folder / below).mkdir(parents=True, exist_ok=True)
        (folder / "status").touch()

    def run(self, *arguments: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
        """Run apt-get, with all its output in `stdout`; it leaves downloads in `folder`."""
        settings = {
            "Dir::Etc::SourceList": "/dev/null",
            "Dir::Etc::SourceParts": self._folder / "sources",
            "Dir::State": self._folder / "state",
            "Dir::State::status": self._folder / "status",
            "Dir::Cache": self._folder / "cache",
            "Acquire::Languages": "none",
            "Acquire::AllowInsecureRepositories": "false",
            "Acquire::AllowWeakRepositories": "false",
            "APT::Update::Error-Mode": "any",
        }
        options = [text for name, value in settings.items() for text in ("-o", f"{name}={value}")]
        command = ["apt-get", *options, *arguments]
        return subprocess.run(command, cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def open(self) -> None:
        """Fetch the signed index from the first of the machine's mirrors that has it; raises Unavailable."""
        output = ""
        for mirror in mirrors_of_this_machine():
            (self._folder / "sources" / "debian.sources").write_text(
                f"Types: deb deb-src\nURIs: {mirror}\nSuites: {SUITE}\nComponents: main\nSigned-By: {KEYS}\n"
            )
            update = self.run("update")
            if update.returncode == 0:
                return
            output += update.stdout
        raise Unavailable(f"{output}\nNo mirror of this machine's apt has Debian's {SUITE} with a valid signature.")

    def fetch(self, package: Package, folder: Path) -> Path:
        """Download a package into a folder and return its file; raises Unavailable."""
        command = ("source", "--download-only", "--tar-only") if package.is_source else ("download",)
        download = self.run(*command, package.name, folder=folder)
        files = list(folder.glob(f"{package.name}_{package.version}*"))
        if download.returncode or len(files) != 1:
            raise Unavailable(f"{download.stdout}\nDebian's {SUITE} has no {package.name} {package.version}….")
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
    archive = Archive(folder / "apt")
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

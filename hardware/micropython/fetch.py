"""The sources of MicroPython for the Pico, as Debian 13 carries them: `python fetch.py FOLDER`.

Debian's packages fit each other, come from the mirror that this machine's apt already uses, and are listed in an
index that Debian signs. apt, in a state folder of its own, checks the signature with the keys that Debian ships; what
is fetched must have the SHA-256 that the index names.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

SUITE = "trixie"
KEYS = Path("/usr/share/keyrings/debian-archive-keyring.gpg")
HELPER = "/usr/lib/apt/apt-helper"


class Package(NamedTuple):
    """A package, and how the versions that fit the others begin; `source` of a source package, else a binary one."""

    name: str
    version: str
    source: bool


PACKAGES = (
    Package("micropython", "1.25.0+", True),
    Package("pico-sdk", "2.1.1-", True),
    Package("mbedtls", "3.6.", True),
    # A binary package that holds sources: the mirrors do not have the tarball that it was made from.
    Package("tinyusb-source", "0.18.0+", False),
)

# The empty folders of MicroPython and the SDK, and what belongs there.
LINKS = (
    ("micropython/lib/pico-sdk", "pico-sdk"),
    ("micropython/lib/tinyusb", "tinyusb-source/usr/src/tinyusb"),
    ("micropython/lib/mbedtls", "mbedtls"),
    ("pico-sdk/lib/tinyusb", "tinyusb-source/usr/src/tinyusb"),
)


class Unavailable(Exception):
    """What could not be fetched, and why."""


class Archive:
    """Debian's archive, seen through an apt whose sources, index and cache are in a folder of ours."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.mirror = ""
        for below in ("sources", "state/lists/partial", "cache/archives/partial"):
            (folder / below).mkdir(parents=True, exist_ok=True)
        (folder / "status").touch()

    def run(self, program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run one of apt's programs on our folder; what it says is in `stdout`."""
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
        command = [program, *options, *arguments]
        return subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def open(self) -> None:
        """Fetch the signed index from the first of the machine's mirrors that has it; Unavailable if none has."""
        told = ""
        for self.mirror in mirrors_of_this_machine():
            (self._folder / "sources" / "debian.sources").write_text(
                f"Types: deb deb-src\nURIs: {self.mirror}\nSuites: {SUITE}\nComponents: main\nSigned-By: {KEYS}\n"
            )
            update = self.run("apt-get", "update")
            if update.returncode == 0:
                return
            told += update.stdout
        raise Unavailable(f"{told}\nNo mirror of this machine's apt has Debian's {SUITE} with a good signature.")

    def find(self, package: Package) -> tuple[str, str]:
        """Return a package's file, as a path on the mirror, and its SHA-256; Unavailable when no version fits."""
        asked = ("showsrc", "--only-source") if package.source else ("show",)
        for entry in entries_of(self.run("apt-cache", *asked, package.name).stdout):
            if not entry.get("Version", "").startswith(package.version):
                continue
            if not package.source:
                return entry["Filename"], entry["SHA256"]
            for line in entry["Checksums-Sha256"].splitlines():
                if ".orig.tar." in line and not line.endswith(".asc"):
                    checksum, _, name = line.split()
                    return entry["Directory"] + "/" + name, checksum
        raise Unavailable(f"Debian's {SUITE} has no {package.name} of a version {package.version}… any more.")

    def fetch(self, path: str, checksum: str, file: Path) -> None:
        """Fetch a path of the mirror into a file, unless it is there already; Unavailable when it is another file."""
        if file.exists() and checksum_of(file) == checksum:
            return
        file.unlink(missing_ok=True)
        helper = self.run(
            HELPER, "download-file", self.mirror.rstrip("/") + "/" + path, str(file), "SHA256:" + checksum
        )
        if helper.returncode or checksum_of(file) != checksum:
            raise Unavailable(f"{helper.stdout}\n{path} could not be fetched as the index describes it.")


def mirrors_of_this_machine() -> list[str]:
    """Return the addresses that this machine's apt takes packages from, Debian's own archive first."""
    command = ["apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages"]
    addresses = subprocess.run(command, text=True, capture_output=True, check=True).stdout.split()
    return sorted(dict.fromkeys(addresses), key=lambda address: not address.endswith("/debian/"))


def entries_of(text: str) -> list[dict[str, str]]:
    """Return the entries of one of Debian's control files, field to value (Debian Policy, section 5.1)."""
    entries = []
    for paragraph in text.split("\n\n"):
        entry: dict[str, str] = {}
        name = ""
        for line in paragraph.splitlines():
            if line.startswith(" "):
                entry[name] += "\n" + line.strip()
            elif ":" in line:
                name, _, value = line.partition(":")
                entry[name] = value.strip()
        entries.append(entry)
    return entries


def checksum_of(file: Path) -> str:
    """Return a file's SHA-256 in hex digits."""
    return hashlib.sha256(file.read_bytes()).hexdigest()


def unpack(file: Path, folder: Path) -> None:
    """Unpack a tarball, without its outermost folder, or a Debian package into a new folder."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    if file.suffix == ".deb":
        subprocess.run(["dpkg-deb", "--extract", file, folder], check=True)
    else:
        subprocess.run(["tar", "--extract", "--strip-components=1", "--file", file, "--directory", folder], check=True)


def main(folder: Path) -> None:
    """Leave the sources, fitted together, in folder/source."""
    archive = Archive(folder / "apt")
    archive.open()
    downloads = folder / "downloads"
    downloads.mkdir(exist_ok=True)
    for package in PACKAGES:
        path, checksum = archive.find(package)
        file = downloads / path.rpartition("/")[2]
        archive.fetch(path, checksum, file)
        unpack(file, folder / "source" / package.name)
    for place, content in LINKS:
        link = folder / "source" / place
        link.rmdir()
        link.symlink_to(os.path.relpath(folder / "source" / content, link.parent))
    # The manifest of the port names this collection, of which nothing is used; the build only looks for the file.
    (folder / "source" / "micropython" / "lib" / "micropython-lib" / "README.md").touch()


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1]).resolve())
    except Unavailable as refusal:
        sys.exit(str(refusal))

"""Makes a release: `python -m host.tools.release FOLDER`, after `make uf2`; `make release` does both.

The folder has a wheel and a source distribution, both with the firmware inside, the firmware itself, the archives for a
factory, the licences of what is in the firmware, and the checksums of all these. Twice from one commit gives the same
bytes, wherever and whenever: the packages have the commit's date.
"""

import os
import shutil
import subprocess
import sys
import tomllib
from hashlib import sha256
from pathlib import Path

HOUSE = Path(__file__).resolve().parents[2]
BUILT = HOUSE / "build"
STAGE = BUILT / "release"
# What a source distribution has, and what its build needs.
SOURCES = ("firmware", "host", "hardware/slot", ".gitignore", "LICENSE", "README.md", "pyproject.toml")
INSIDE = Path("host/tavolo_host/workshop/flashing")  # where `tavolo flash` looks for the firmware
LOCK = HOUSE / "host" / "requirements.txt"
SUMS = "SHA256SUMS"


def told_by(*command: str | Path, cwd: Path = HOUSE, more: dict[str, str] | None = None) -> str:
    """Return what a program prints; CalledProcessError, with its errors on our own, if it fails."""
    return subprocess.run(
        command, cwd=cwd, env=os.environ | (more or {}), check=True, text=True, stdout=subprocess.PIPE
    ).stdout


def stage(uf2: Path, licences: Path) -> Path:
    """Copy the sources that git knows, and the firmware to its place among them; return their folder."""
    folder = STAGE / "sources"
    shutil.rmtree(STAGE, ignore_errors=True)
    for name in told_by("git", "ls-files", "-z", *SOURCES).split("\0"):
        if name and (HOUSE / name).exists():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(HOUSE / name, folder / name)
    for file in (uf2, licences):
        shutil.copyfile(file, folder / INSIDE / file.name)
    return folder


def build(sources: Path) -> list[Path]:
    """Build the source distribution, and from that the wheel; return both."""
    made = STAGE / "made"
    when = told_by("git", "log", "-1", "--format=%ct").strip()
    arguments = ("--quiet", "--build-constraints", LOCK, "--require-build-hashes", "--out-dir", made)
    told_by(sys.executable, "-m", "uv", "build", *arguments, cwd=sources, more={"SOURCE_DATE_EPOCH": when})
    return sorted(file for file in made.iterdir() if file.name.startswith("tavolo"))


def main(folder: Path) -> None:
    """Make the release in a folder, which is emptied first."""
    version = tomllib.loads((HOUSE / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    uf2, licences = BUILT / "tavolo.uf2", BUILT / "LICENCES.txt"
    packages = build(stage(uf2, licences))
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for file in packages:
        shutil.copyfile(file, folder / file.name)
    shutil.copyfile(uf2, folder / f"tavolo-{version}.uf2")
    shutil.copyfile(licences, folder / licences.name)
    for archive in sorted((HOUSE / "hardware" / "boards").glob("*/*.zip")):
        shutil.copyfile(archive, folder / f"tavolo-{version}-board-{archive.name}")
    lines = [f"{sha256(file.read_bytes()).hexdigest()}  {file.name}" for file in sorted(folder.iterdir())]
    (folder / SUMS).write_text("\n".join([*lines, ""]), encoding="utf-8", newline="\n")
    if told_by("git", "status", "--porcelain"):
        print("Not everything in it is committed.")
    print(f"Release {version} is in {folder}:", *(file.name for file in sorted(folder.iterdir())), sep="\n  ")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())

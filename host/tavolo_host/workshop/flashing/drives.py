"""The drive that a Pico in BOOTSEL is: finds it on Linux, macOS and Windows, and writes a file to it.

The loader in the chip's ROM shows a drive with a file INFO_UF2.TXT (RP2040 datasheet, section 2.8.4; UF2 specification,
"File containers"). It programs the flash as blocks arrive, and restarts the chip at the last one: then the drive goes.
"""

import errno
from os import fsync
from pathlib import Path
from typing import NamedTuple

import psutil

INFO, FILE = "INFO_UF2.TXT", "tavolo.uf2"
LONGEST_INFO = 4096  # bytes
RP2040, RP2350 = "RPI-RP2", "RP2350"  # their Board-ID, and the drive's label
VENDOR = "RPI"  # of the drive of either, as the system's kernel reads it
AT_ONCE = 1 << 16  # bytes
NO_ROOM = (errno.ENOSPC, errno.EFBIG)
FORBIDDEN = (errno.EROFS, errno.EACCES, errno.EPERM)
AGAIN = (
    "Now the Pico has a part of it and may not start, but its loader is in ROM and stays: unplug the Pico, hold BOOTSEL"
    " while you plug it in, and type `tavolo flash` again"
)


class Drive(NamedTuple):
    """A drive of a UF2 loader: its folder, and the Board-ID in its INFO_UF2.TXT."""

    folder: Path
    board: str


def drive_at(folder: Path) -> Drive | None:
    """Return the drive that is mounted at a folder, None if that is none of a UF2 loader."""
    try:
        with open(folder / INFO, "rb") as file:
            lines = file.read(LONGEST_INFO).decode("ascii", "replace").splitlines()
    except OSError:
        return None
    named = [line.partition(":")[2].strip() for line in lines if line.startswith("Board-ID:")]
    return Drive(folder, named[0] if named else "")


def mounted() -> list[Drive]:
    """Return the drives of a Pico's loader, RP2040 or RP2350, that the system has mounted."""
    found = [drive_at(Path(part.mountpoint)) for part in psutil.disk_partitions()]
    return [drive for drive in found if drive and drive.board in (RP2040, RP2350)]


def unmounted(system: Path = Path("/sys/block")) -> list[str]:
    """Return the devices of Picos in BOOTSEL that Linux knows, mounted or not: /dev/sdb1."""
    found = []
    for disk in sorted(system.glob("*")):
        try:
            vendor = (disk / "device" / "vendor").read_text(encoding="ascii", errors="replace")
        except OSError:
            continue
        if vendor.strip() == VENDOR:
            partitions = sorted(part.name for part in disk.glob(f"{disk.name}*"))
            found.append(f"/dev/{(partitions or [disk.name])[0]}")
    return found


def how_to_mount(device: str) -> str:
    """Return what to type for a drive that no automount has mounted."""
    return (
        f"A Pico in BOOTSEL is there as {device}, but this system has not mounted its drive. Type `udisksctl mount -b"
        f" {device}`, and then `tavolo flash` again; or, where there is no udisksctl, `sudo mkdir -p /mnt/pico && sudo"
        f' mount -o "uid=$(id -u)" {device} /mnt/pico`, and then `tavolo flash --drive /mnt/pico`.'
    )


def write(drive: Drive, content: bytes) -> None:
    """Copy a UF2 to a drive, and wait until the system has handed over all of it; ValueError says why it failed.

    The Pico restarts at the last block, so the drive may go before the system has closed the file.
    """
    left = memoryview(content)
    try:
        with open(drive.folder / FILE, "wb", buffering=0) as file:
            while left:
                left = left[file.write(left[:AT_ONCE]) or 0 :]
            fsync(file.fileno())
    except OSError as problem:
        if left or drive_at(drive.folder):
            raise ValueError(_why_not_written(drive, problem, len(content) - len(left))) from problem


def _why_not_written(drive: Drive, problem: OSError, written: int) -> str:
    """Return what went wrong after so many bytes, and what to do."""
    if problem.errno in NO_ROOM:
        why = f"The drive {drive.folder} has no room: delete what is on it"
    elif problem.errno in FORBIDDEN:
        why = f"You may not write to the drive {drive.folder}: mount it so that you may, or unplug it and plug it in"
    else:
        why = f"The drive {drive.folder} went away while it was written ({problem.strerror or problem})"
    return f"{why}. {AGAIN}." if written else f"{why}. Nothing has been written; after that, type `tavolo flash` again."

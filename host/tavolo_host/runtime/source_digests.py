"""Digests of the source files, by which table and laptop see whether they have the same program.

The board gets its own digests when its files are made (`hardware/micropython/files.py`); it carries no sources.
"""

from functools import cache
from hashlib import sha256
from pathlib import Path


def digest_of_folder(folder: Path, leaving_out: str = "") -> str:
    """Return the digest of the paths and contents of the .py files in and below a folder: 8 hex digits of SHA-256."""
    total = sha256()
    for path in sorted(folder.rglob("*.py"), key=lambda path: path.relative_to(folder).as_posix()):
        if path.name != leaving_out:
            total.update(path.relative_to(folder).as_posix().encode())
            total.update(content_of(path))
    return total.hexdigest()[:8]


def content_of(path: Path) -> bytes:
    r"""Return a text file's content with \n at the ends of its lines: git may write others when it checks it out."""
    return path.read_bytes().replace(b"\r\n", b"\n")


def digests_of(package: Path) -> tuple[str, str]:
    """Return the digests of the whole firmware package in a folder and of its rules, eight hex digits each."""
    rules = digest_of_folder(package / "rules"), digest_of_folder(package / "games", leaving_out="scene.py")
    return digest_of_folder(package), sha256("".join(rules).encode()).hexdigest()[:8]


@cache
def firmware_digests() -> tuple[str, str]:
    """Return the digests of the firmware package that the laptop runs."""
    import tavolo  # here, so that the caller can still choose which one that is

    return digests_of(Path(tavolo.__file__).parent)

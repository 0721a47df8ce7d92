"""Which program this is: digests of the source files, by which table and laptop see whether they have the same.

The digest of a folder is that of its .py files' paths and contents, in the order of their paths, folders below it
included; eight hex digits of SHA-256. It is made once, at power-on.
"""

import os
from binascii import hexlify
from hashlib import sha256

CHUNK = 512


def digest_of_folder(folder: str) -> str:
    """Return the digest of the Python files in and below a folder; OSError when it is not there."""
    total = sha256()
    for path in sorted(_python_files(folder, "")):
        total.update(path.encode())
        with open(folder + "/" + path, "rb") as file:
            chunk = file.read(CHUNK)
            while chunk:
                total.update(chunk)
                chunk = file.read(CHUNK)
    return hexlify(total.digest()[:4]).decode()


def _python_files(folder: str, below: str) -> "list[str]":
    """Return the paths, seen from `folder`, of the files below `below` (which ends in a slash, or is empty)."""
    found = []
    for name in os.listdir(folder + "/" + below):
        if name.endswith(".py"):
            found.append(below + name)
        elif "." not in name and not name.startswith("_"):
            found += _python_files(folder, below + name + "/")
    return found

"""The secrets by which browsers are known: each is made here, and signed, so that no browser can choose its own.

A secret is the value of a cookie: a random part and its signature. The visitor's id is the digest of the random part.
"""

import hashlib
import hmac
import os
import re
import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

RANDOM_BYTES = 16
KEY_BYTES = 32
KEY_FILE = "browsers.key"
_UNSIGNED = re.compile(r"[A-Za-z0-9_-]{16,64}")  # those of earlier versions had no signature


class BrowserSecrets:
    """Makes secrets with this server's key, and recognizes them.

    `is_kept` says whether the table has kept a visitor: then a secret of an earlier version is signed as it is.
    """

    def __init__(self, key: bytes, is_kept: Callable[[str], bool] = lambda _visitor: False) -> None:
        self._key = key
        self._is_kept = is_kept

    def new(self) -> str:
        """Return a secret for a browser that has none."""
        return self._signed(secrets.token_urlsafe(RANDOM_BYTES))

    def known(self, cookie: str) -> str:
        """Return the secret of a browser that sends this cookie; "" if it was not made here."""
        part, _dot, _signature = cookie.partition(".")
        if not _UNSIGNED.fullmatch(part):
            return ""
        signed = self._signed(part)
        if hmac.compare_digest(signed.encode(), cookie.encode()):
            return signed
        return signed if cookie == part and self._is_kept(visitor_of(part)) else ""

    def _signed(self, part: str) -> str:
        return f"{part}.{hmac.digest(self._key, part.encode(), 'sha256').hex()}"


def visitor_of(secret: str) -> str:
    """Return the id of the visitor whose browser has this secret."""
    return hashlib.sha256(secret.partition(".")[0].encode()).hexdigest()


def kept_key(folder: Path) -> bytes:
    """Return the key in a folder, for its user's eyes only; it is made once, or again when it is damaged. OSError."""
    path = folder / KEY_FILE
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not path.exists() or path.stat().st_size != KEY_BYTES:
        _write(path, secrets.token_bytes(KEY_BYTES))
    return path.read_bytes()


def _write(path: Path, key: bytes) -> None:
    """Write a file whole or not at all; a whole one that another program has written meanwhile stays."""
    beside = path.with_name(f"{path.name}.{os.getpid()}")
    with suppress(FileNotFoundError):
        beside.unlink()
    with open(os.open(beside, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
        file.write(key)
        file.flush()
        os.fsync(file.fileno())
    try:
        if path.exists():  # damaged
            beside.replace(path)
        else:
            os.link(beside, path)
    except FileExistsError:
        pass
    finally:
        with suppress(FileNotFoundError):
            beside.unlink()

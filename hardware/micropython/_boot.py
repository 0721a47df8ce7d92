"""Our interpreter runs this first: it mounts the file system, and creates one on an empty flash.

Like MicroPython's own `_boot.py` for this chip, but crash log and journal stay outside the file system.
"""

import sys

import rp2
import vfs

KEPT_BYTES = 0x22000  # at the end of the flash, as in `tavolo.wiring`

if "/rom" in sys.path:  # MicroPython has found a ROMFS image, and searches it last
    sys.path.insert(0, "/rom")
_flash = rp2.Flash()
_flash = rp2.Flash(len=_flash.ioctl(4, 0) * _flash.ioctl(5, 0) - KEPT_BYTES)
try:
    _files = vfs.VfsLfs2(_flash, progsize=256)
except OSError:
    vfs.VfsLfs2.mkfs(_flash, progsize=256)
    _files = vfs.VfsLfs2(_flash, progsize=256)
vfs.mount(_files, "/")

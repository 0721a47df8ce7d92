"""What our interpreter does first: mounts the files, on an empty flash after making a file system.

As MicroPython's own `_boot.py` for this chip, but for crash log and journal, which are no part of the files.
"""

import sys

import rp2
import vfs

KEPT_BYTES = 0x22000  # at the end of the flash, as `tavolo.wiring` has it

if "/rom" in sys.path:  # MicroPython has found a ROMFS image there, and looks into it last
    sys.path.insert(0, "/rom")
_flash = rp2.Flash()
_flash = rp2.Flash(len=_flash.ioctl(4, 0) * _flash.ioctl(5, 0) - KEPT_BYTES)
try:
    _files = vfs.VfsLfs2(_flash, progsize=256)
except OSError:
    vfs.VfsLfs2.mkfs(_flash, progsize=256)
    _files = vfs.VfsLfs2(_flash, progsize=256)
vfs.mount(_files, "/")

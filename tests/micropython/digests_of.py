"""Prints the digest of each folder given, on CPython or MicroPython."""

import sys

from tavolo.digests import digest_of_folder

for folder in sys.argv[1:]:
    print(digest_of_folder(folder))

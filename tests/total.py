"""Prints what several runs of pytest have come to, as their JUnit files tell it: `python tests/total.py FILE…`."""

import sys
from xml.etree import ElementTree


def total(files: list[str]) -> str:
    """Return how many tests of all runs passed, failed and were skipped, in a line."""
    ran, failed, skipped = (
        sum(int(suite.attrib[count]) for file in files for suite in ElementTree.parse(file).iter("testsuite"))
        for count in ("tests", "failures", "skipped")
    )
    errors = sum(int(suite.attrib["errors"]) for file in files for suite in ElementTree.parse(file).iter("testsuite"))
    return f"{ran - failed - errors - skipped} passed, {failed + errors} failed, {skipped} skipped"


if __name__ == "__main__":
    print(total(sys.argv[1:]))

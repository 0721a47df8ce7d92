"""Prints the total of several pytest runs from their JUnit files: `python -m host.tools.total FILE…`."""

import sys
from xml.etree import ElementTree


def total(files: list[str]) -> str:
    """Return how many tests of all runs passed, failed and were skipped, in a line."""
    suites = [suite.attrib for file in files for suite in ElementTree.parse(file).iter("testsuite")]
    ran, failures, errors, skipped = (
        sum(int(suite[count]) for suite in suites) for count in ("tests", "failures", "errors", "skipped")
    )
    return f"{ran - failures - errors - skipped} passed, {failures + errors} failed, {skipped} skipped"


if __name__ == "__main__":
    print(total(sys.argv[1:]))

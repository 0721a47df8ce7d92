"""The golden playthroughs as their files have them: with the sentence for people behind the numbers of what happened.

To write a file anew after a change of the rules or the words, from the actions in it or from a bare record:
`build/venv/bin/python -m tests.host.golden_sentences tests/rules/golden/FILE.txt`.
"""

import sys
from pathlib import Path

from tavolo_host.words import sentence
from tests.rules.golden_text import comments_of, golden, record_of


def with_sentences(text: str) -> str:
    """The golden text of the game that `text` holds, as it comes out now."""
    written: str = golden(record_of(text), comments_of(text), sentence)
    return written


if __name__ == "__main__":
    for name in sys.argv[1:]:
        file = Path(name)
        file.write_text(with_sentences(file.read_text(encoding="utf-8")), encoding="utf-8")

"""Golden playthroughs: a whole game as text that a person can follow and a test can replay.

A golden file is a few lines of comment, the setup, and for each action its text, the digest of the public
position after it, and indented what happened, in words. After the last action stand the outcome and the final
position.

To write a file anew after a change of the rules or the words, from the actions in it or from a bare
record: `build/venv/bin/python -m tests.rules.golden_text tests/rules/golden/FILE.txt`.
"""

import sys

from tavolo.rules.record import Record, record_from_text
from tavolo.words import sentence

DIGEST = "  # digest "
INDENT = "    "


def golden(record, comments):
    """The golden text of a played record, with these lines of comment above it."""
    replay = Record(record.setup)
    lines = ["# " + comment for comment in comments]
    lines.append(_with_digest(record.setup.text(), replay))
    for action in record.actions:
        events = replay.apply(action)
        lines.append(_with_digest(replay.game.action_text(action), replay))
        lines += [INDENT + sentence(event) for event in events]
    outcome = replay.game.outcome(replay.position)
    lines.append("# " + ("The game is not over." if outcome is None else sentence(outcome)))
    lines.append("# " + replay.game.position_text(replay.position))
    return "\n".join(lines) + "\n"


def comments_of(text):
    """The lines of comment above the setup, without their marks."""
    comments = []
    for line in text.split("\n"):
        if not line.startswith("# "):
            break
        comments.append(line[2:])
    return comments


def record_of(text):
    """The record of a golden text: its setup and actions, played. Digests and sentences are not looked at."""
    actions = []
    for line in text.split("\n"):
        if line.strip() and not line.startswith(("#", INDENT)):
            actions.append(line.partition(DIGEST)[0])
    return record_from_text("\n".join(actions))


def check(text):
    """Replay a golden text; an assertion error with the first line that comes out differently."""
    wanted = text.split("\n")
    found = golden(record_of(text), comments_of(text)).split("\n")
    for place in range(max(len(wanted), len(found))):
        old = wanted[place] if place < len(wanted) else "(nothing)"
        new = found[place] if place < len(found) else "(nothing)"
        assert old == new, f"line {place + 1} is now “{new}”, and was “{old}”"


def _with_digest(text, record):
    return f"{text}{DIGEST}{record.digest():08x}"


def _rewrite(name):
    with open(name, encoding="utf-8") as file:
        text = file.read()
    with open(name, "w", encoding="utf-8") as file:
        file.write(golden(record_of(text), comments_of(text)))


if __name__ == "__main__":
    for file_name in sys.argv[1:]:
        _rewrite(file_name)

"""Golden playthroughs: whole games as text that people can follow and tests replay.

A golden text is a few lines of comment, the setup, and for each action its text, the digest of the public position
after it, and indented its events: numbers, and behind them the sentence for people. After the last action come the
outcome, in the same way, and the final position. A game's file has one for each number of players, the fewest first,
with an empty line between.

The sentences are the laptop's: here they are left out, and `tavolo golden` writes files with them.
"""

from tavolo.games import record_from_text
from tavolo.rules.record import Record

DIGEST = "  # digest "
INDENT = "    "
SENTENCE = "  # "


def golden(record, comments, sentence=None):
    """The golden text of a played record, below these lines of comment; with sentences if there is a maker."""
    replay = Record(record.setup)
    lines = ["# " + comment for comment in comments]
    lines.append(_with_digest(record.setup.text(), replay))
    for action in record.actions:
        events = replay.apply(action)
        lines.append(_with_digest(replay.game.action_text(action), replay))
        lines += [INDENT + _numbers(event, sentence) for event in events]
    outcome = replay.game.outcome(replay.position)
    lines.append("# " + ("The game is not over." if outcome is None else _numbers(outcome, sentence)))
    lines.append("# " + replay.game.position_text(replay.position))
    return "\n".join(lines) + "\n"


def texts_in(file):
    """The golden texts in the content of a game's file."""
    return [text.rstrip("\n") + "\n" for text in file.split("\n\n")]


def text_for(file, players):
    """The golden text of a game with that many players in the content of its file; "" if there is none."""
    for text in texts_in(file):
        if f" players={players} " in text:
            return text
    return ""


def together(texts):
    """The content of a game's file with these golden texts."""
    return "\n".join(texts)


def without_sentences(text):
    """A golden text without sentences."""
    lines = []
    for line in text.split("\n"):
        lines.append(line.partition(SENTENCE)[0] if line.startswith(("#", INDENT)) else line)
    return "\n".join(lines)


def comments_of(text):
    """The lines of comment above the setup, without their marks."""
    comments = []
    for line in text.split("\n"):
        if not line.startswith("# "):
            break
        comments.append(line[2:])
    return comments


def record_of(text):
    """The record of a golden text: its setup and actions, played, without comparing digests and sentences."""
    actions = []
    for line in text.split("\n"):
        if line.strip() and not line.startswith(("#", INDENT)):
            actions.append(line.partition(DIGEST)[0])
    return record_from_text("\n".join(actions))


def check(text):
    """Replay a golden text; an assertion error with the first line that differs, sentences apart."""
    wanted = without_sentences(text).split("\n")
    found = without_sentences(golden(record_of(text), comments_of(text))).split("\n")
    for place in range(max(len(wanted), len(found))):
        old = wanted[place] if place < len(wanted) else "(nothing)"
        new = found[place] if place < len(found) else "(nothing)"
        assert old == new, f"line {place + 1} is now “{new}”, and was “{old}”"


def _with_digest(text, record):
    return f"{text}{DIGEST}{record.digest():08x}"


def _numbers(event, sentence):
    text = ",".join([str(number) for number in event])
    return text + SENTENCE + sentence(event) if sentence else text

"""Playthroughs: whole games as text that people can follow, that tests replay, and that other laptops import.

A playthrough has a few lines of comment, the setup, and for each action its text, the digest of the public position
after it, and indented its events: numbers, and behind them the sentence for people. After the last action come the
outcome, in the same way, and the final position. Several are separated by an empty line. Remarks stand behind a "#":

    play 0 violet-5 of 0 r5  # digest 08eb37fd  # at 12.300 s
        410,0,44,5,40  # Player 0 lays violet 5 on violet 1, at place 5 of their own row.

A golden playthrough is one that must come out as it is written. This runs on MicroPython too, where the rules are
tested with golden playthroughs.
"""

from tavolo.games import setup_from_text
from tavolo.rules.record import Record

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from tavolo.rules.game import Event, Game

    Sentence = Callable[[Event], str]

DIGEST = "  # digest "
INDENT = "    "
SENTENCE = "  # "
NOT_OVER = "# The game is not over."


class Step:
    """The setup or an action of a playthrough: `words` at line `number` of the text, counted from 1.

    `remarks` stand behind it ("digest 5526fdeb"); `events` are the lines below it, each (number, text), without their
    sentences.
    """

    def __init__(self, number: int, words: str, remarks: "list[str]") -> None:
        self.number = number
        self.words = words
        self.remarks = remarks
        self.events: list[tuple[int, str]] = []

    def remark(self, kind: str) -> str:
        """Return what follows this word in a remark, "" if there is none."""
        for remark in self.remarks:
            if remark.startswith(kind):
                return remark[len(kind) :].strip()
        return ""


def steps_in(text: str, above: int = 0) -> "list[Step]":
    """Return the setup and the actions of a playthrough with that many lines above it in its file."""
    steps: list[Step] = []
    for number, line in enumerate(text.split("\n"), above + 1):
        words, *remarks = [part.strip() for part in line.split("#")]
        if not words:
            continue
        if line[0] == " " and steps:
            steps[-1].events.append((number, words))
        else:
            steps.append(Step(number, words, remarks))
    return steps


def playthrough(record: Record, comments: "Sequence[str]", sentence: "Sentence | None" = None) -> str:
    """Return the text of a played record, below these lines of comment; with sentences if there is a maker."""
    replay = Record(record.setup)
    lines = [with_digest(record.setup.text(), replay.digest())]
    for action in record.actions:
        events = replay.apply(action)
        lines += with_events(replay.game.action_text(action), replay.digest(), events, sentence)
    return whole(comments, lines, replay.game, replay.position, sentence)


def whole(
    comments: "Sequence[str]", lines: "Sequence[str]", game: "Game", position: "Any", sentence: "Sentence | None"
) -> str:
    """Return the text with these comments and lines, and with the outcome of the final position below."""
    outcome = game.outcome(position)
    end = NOT_OVER if outcome is None else "# " + _numbers(outcome, sentence)
    text = ["# " + comment for comment in comments]
    text += lines
    text += [end, "# " + game.position_text(position)]
    return "\n".join(text) + "\n"


def with_digest(text: str, digest: int) -> str:
    """Return the line of a setup or an action."""
    return f"{text}{DIGEST}{digest:08x}"


def with_events(
    text: str, digest: int, events: "Sequence[Event]", sentence: "Sentence | None", remarks: str = ""
) -> "list[str]":
    """Return the lines of an action: its text with the digest after it, these remarks, and its events."""
    lines = [with_digest(text, digest) + remarks]
    lines += [INDENT + _numbers(event, sentence) for event in events]
    return lines


def texts_in(file: str) -> "list[str]":
    """Return the playthroughs in the content of a file."""
    return [text.rstrip("\n") + "\n" for text in file.split("\n\n")]


def text_for(file: str, players: int) -> str:
    """Return the playthrough with that many players in the content of a game's file; "" if there is none."""
    for text in texts_in(file):
        if f" players={players} " in text:
            return text
    return ""


def together(texts: "Sequence[str]") -> str:
    """Return the content of a file with these playthroughs."""
    return "\n".join(texts)


def without_sentences(text: str) -> str:
    """Return a playthrough without sentences."""
    lines = []
    for line in text.split("\n"):
        lines.append(line.partition(SENTENCE)[0] if line.startswith(("#", INDENT)) else line)
    return "\n".join(lines)


def comments_of(text: str) -> "list[str]":
    """Return the lines of comment above the setup, without their marks."""
    comments = []
    for line in text.split("\n"):
        if not line.startswith("# "):
            break
        comments.append(line[2:])
    return comments


def record_of(text: str) -> Record:
    """Return the record of a playthrough: its setup and actions, played, without comparing digests and sentences.

    ValueError, in a sentence, or contract.Refused if it is invalid.
    """
    setup, *actions = [step.words for step in steps_in(text)]
    record = Record(setup_from_text(setup))
    for words in actions:
        record.apply(record.game.action_from_text(words))
    return record


def check(text: str) -> None:
    """Replay a golden playthrough; an assertion error with the first line that differs, sentences apart."""
    wanted = without_sentences(text).split("\n")
    found = without_sentences(playthrough(record_of(text), comments_of(text))).split("\n")
    for place in range(max(len(wanted), len(found))):
        old = wanted[place] if place < len(wanted) else "(nothing)"
        new = found[place] if place < len(found) else "(nothing)"
        assert old == new, f"line {place + 1} is now “{new}”, and was “{old}”"


def _numbers(event: "Event", sentence: "Sentence | None") -> str:
    text = ",".join([str(number) for number in event])
    return text + SENTENCE + sentence(event) if sentence else text

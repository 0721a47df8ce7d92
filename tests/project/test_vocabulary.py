"""The field's own words: no private word for a thing that has a usual name is left, as an identifier or in a text.

Identifiers are read as the words that they are made of, so `_take_up` and `PlainScene` are found too. A word that is
ordinary English in most uses is listed only in the phrase in which it was private.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

HOUSE = Path(__file__).resolve().parents[2]
FOLDERS = ("firmware", "hardware", "host", "tests")
READ = re.compile(r"\.(py|pyi|md|mjs|js|css|toml|yml)$|^Makefile$|^new_game\.txt$")
NOT_READ = ("CHANGELOG.md", "tests/project/test_vocabulary.py")

# A blank is any space, or a joint of an identifier.
INSTEAD = {
    "anew": "again, re…",
    "whoever": "a subject",
    "somebody": "a player, a person",
    "is told that": "an active verb",
    "comes? of (it|that|them)": "the result",
    "the own": "its own, their own",
    "(is|are|was|were|has) said": "is logged, was reported",
    "take_up|(takes|took|taken|taking) (it |them )?up": "resume",
    "retell|retells|retelling|retold": "replay",
    "glimpses?": "preview",
    "filling gaps?|gap filling": "gap repair",
    "litter|sweeps?|swept|sweeping": "garbage, collect garbage",
    "rounds? for ever": "main loop",
    "pass(es)? of (the )?(main|loop|table)|pass later": "tick",
    "heralds?": "publisher",
    "unfit": "InvalidMessage",
    "note_soon": "queue_note",
    "worlds?": "determinization",
    "thinkers?": "engine, search workers",
    "plain (player|players|scene)": "random, default",
    "visits (each|for each|a|per) (decision|move)": "iterations",
    "editions?": "baseline, fingerprint",
    "company": "virtual players",
    "gatherings?": "lobby setup",
    "means? an action": "intend",
    "whole_file": "atomic file",
    "own_rules": "source digests",
    "put_first": "prepend",
    "desks?": "client",
    "asked for everything": "requested the whole game",
    "class (ahead|dealt|forms|heads|loss|shown|wishes)": "heuristics, hidden hands, codecs, tracked game, …",
    "slips": "mutations",
    "mends?": "fixes",
    "lay(s|ing)? the code out|laid out code": "format",
    "rooms|room of (the )?(code|house)": "packages",
    "halls?": "the root package",
    "arrows? (of|between|from) (the )?(imports?|packages?|modules?|rooms?)|planted arrows?": "imports",
}

# A pattern of `path: line`, and what the word is there.
EXCEPTIONS = {
    r'"unfit"': "the kind of a message on the link",
    r"^host/tavolo_host/arena/store\.py: .*\bedition\b": "a column of the arena's files",
    r"^hardware/boards/.*company": "a field of KiCad's title block",
    r"two snips and two slips|which then slips down": "plain English",
    r"Hall's$": "the theorem of Philip Hall",
}

JOINT = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
SPACE = r"(?: |_|\n[\s#]*)"
BETTER = {private.replace(" ", SPACE): better for private, better in INSTEAD.items()}
PRIVATE = re.compile(rf"(?<![^\W_])(?:{'|'.join(BETTER)})(?![^\W_])")
EXCEPTED = re.compile("|".join(EXCEPTIONS), re.IGNORECASE)


def found(name: str, text: str) -> Iterator[str]:
    """Each private word of a file, with its line and the word to use instead."""
    lines = text.split("\n")
    for match in PRIVATE.finditer(apart := JOINT.sub("_", text).lower()):
        number = apart.count("\n", 0, match.start())
        if not EXCEPTED.search(f"{name}: {lines[number]}"):
            better = next(better for private, better in BETTER.items() if re.fullmatch(private, match[0]))
            yield f"{name}:{number + 1}: “{match[0]}” ({better}): {lines[number].strip()}"


def test_no_private_word_is_left() -> None:
    paths = [*HOUSE.glob("*"), *(path for folder in FOLDERS for path in (HOUSE / folder).rglob("*"))]
    files = {path.relative_to(HOUSE).as_posix(): path for path in paths if READ.search(path.name) and path.is_file()}
    assert len(files) > 500
    texts = {name: path.read_text(encoding="utf-8") for name, path in files.items() if name not in NOT_READ}
    assert [each for name, text in texts.items() for each in found(name, text)] == []


@pytest.mark.parametrize("line", ["def _take_up(self):", "class PlainScene:", "# the table begins ANEW", "worlds = []"])
def test_a_planted_word_is_found(line: str) -> None:
    (only,) = found("firmware/tavolo/table.py", f"pass\n{line}\n")
    assert only.startswith("firmware/tavolo/table.py:2: ")


def test_a_word_in_another_sense_is_allowed() -> None:
    assert not list(found("firmware/main.py", 'kind = "unfit"  # a player passes; there is room for four arrows\n'))

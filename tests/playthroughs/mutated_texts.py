"""Games as text, damaged in a seeded way: as by a person who edits them, or a disk that loses bytes.

`python -m tests.playthroughs.mutated_texts 5000` counts how many are accepted and refused, and shows some of the
reasons.
"""

import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

from tavolo.games import load, names
from tavolo_host.history.kept_game import ABANDONED, OVER, KeptAction, KeptGame, KeptPlayer
from tavolo_host.playthroughs.game_text import games_in, text_of
from tavolo_host.playthroughs.head import ParseError
from tavolo_host.runtime.source_digests import firmware_digests
from tavolo_host.texts.playthrough import text_for

GOLDEN = Path(__file__).parents[1] / "rules" / "golden"
BEGAN = 1_790_000_000.12
PEOPLE = (KeptPlayer(0, 2, "Ada"), KeptPlayer(1, 5, "Bruno", "sensible"), KeptPlayer(2, 7, ""))


def golden_game(name: str) -> tuple[KeptGame, list[KeptAction]]:
    """The golden game for the fewest players."""
    text = text_for((GOLDEN / f"{name}.txt").read_text(encoding="utf-8"), load(name).SEATS[0])
    ((kept, actions),) = games_in(text.encode())
    return kept, actions


def abandoned(kept: KeptGame, actions: list[KeptAction], length: int) -> tuple[KeptGame, list[KeptAction]]:
    """The same game left after some actions, with people of whom one has gone."""
    people = (*PEOPLE[: len(kept.players)], KeptPlayer(1, 5, "Cleo: #2", "", length // 2 or 1))
    left = KeptGame(
        *(0, 0, kept.game, kept.setup, BEGAN, BEGAN + length, ABANDONED, length, firmware_digests()[1]),
        *("", True, (), (), people),
    )
    return left, [KeptAction(each.action, 1234 * place) for place, each in enumerate(actions[:length])]


def texts() -> list[bytes]:
    """Whole games and left ones of each kind."""
    found = []
    for name in names():
        kept, actions = golden_game(name)
        found.append(text_of(kept, actions).encode())
        found.append(text_of(*abandoned(kept, actions, 30)).encode())
    return found


def mutated(content: bytes, random: Random) -> bytes:
    """A text with one to three changes."""
    for _ in range(random.randint(1, 3)):
        content = random.choice((_bytes, _lines, _lines, _numbers, _words, _trust))(content, random)
    return content


def _bytes(content: bytes, random: Random) -> bytes:
    place = random.randrange(len(content) + 1)
    end = place + random.choice((0, 1, 1, 2, 40))
    letters = bytes(random.randrange(256) if random.random() < 0.1 else random.randrange(32, 127) for _ in range(3))
    return content[:place] + letters[: random.choice((0, 1, 1, 3))] + content[end:]


def _lines(content: bytes, random: Random) -> bytes:
    lines = content.split(b"\n")
    one, other = sorted(random.randrange(len(lines)) for _ in range(2))
    kind = random.randrange(5)
    if kind == 0:
        del lines[one]
    elif kind == 1:
        lines.insert(other, lines[one])
    elif kind == 2:
        lines[one], lines[other] = lines[other], lines[one]
    elif kind == 3:
        del lines[other:]
    else:
        lines[one] = b""
    return b"\n".join(lines)


def _numbers(content: bytes, random: Random) -> bytes:
    found = list(re.finditer(rb"\d+", content))
    if not found:
        return content
    number = random.choice(found)
    other = random.choice((b"0", b"1", b"-1", b"7", b"99", b"9" * 5000, str(random.randrange(1000)).encode()))
    return content[: number.start()] + other + content[number.end() :]


def _words(content: bytes, random: Random) -> bytes:
    """Change a word into another one of the same text."""
    found = list(re.finditer(rb"[^\s]+", content))
    if not found:
        return content
    one, other = random.choice(found), random.choice(found)
    return content[: one.start()] + other[0] + content[one.end() :]


def _trust(content: bytes, random: Random) -> bytes:
    """Change a card or number of an action, and say that the board took it although the hand forbade it."""
    lines = content.split(b"\n")
    actions = [place for place, line in enumerate(lines) if b"# digest" in line]
    if not actions:
        return content
    place = random.choice(actions)
    words, _, remarks = lines[place].partition(b"  # ")
    others = lines[random.choice(actions)].partition(b"  # ")[0].split()
    changed = words.split()
    if changed and others:
        changed[random.randrange(len(changed))] = random.choice(others)
    kept = remarks.partition(b"  # ")[2] if random.random() < 0.5 else remarks
    lines[place] = b" ".join(changed) + b"  # " + kept + b"  # on trust"
    return b"\n".join(lines)


def outcomes(count: int, seed: int) -> Iterator[str]:
    """What came of that many damaged texts: "" for accepted ones, or why not.

    An accepted game is one that the rules allow, and comes out as it went in.
    """
    random, whole = Random(seed), texts()
    for _ in range(count):
        content = mutated(random.choice(whole), random)
        refused: ParseError | None = None
        try:
            games = list(games_in(content))
        except ParseError as problem:
            refused = problem
        if refused:
            assert 1 <= refused.line <= content.count(b"\n") + 1, refused
            assert refused.reason.endswith((".", "?", "!")), refused
            yield refused.reason
            continue
        for kept, actions in games:
            text = text_of(kept, actions)
            assert list(games_in(text.encode())) == [(kept, actions)], text
            assert (kept.ending == OVER) is bool(kept.outcome), text
        yield ""


if __name__ == "__main__":
    told = Counter(outcomes(int(sys.argv[1]), 36))
    print(
        f"accepted: {told.pop('')}; refused: {told.total()}, for {len(told)} different reasons, of which the commonest:"
    )
    for reason, times in told.most_common(15):
        print(f"{times:>6}  {reason[:100]}")

"""Plants faults in a new game, one after the other, and prints those that its tests or commands do not find and name.

`python -m tests.games.planted`, in a folder of sources that has the game. Each fault is looked for in a process of its
own, which starts with everything imported but the game.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile

import pytest

from tavolo_host import cli
from tavolo_host.runtime import import_paths

NAME, FOLDER = "high-low", "high_low"
BOARD, LAPTOP = f"firmware/tavolo/games/{FOLDER}", f"host/tavolo_host/games/{FOLDER}"
RULES, SCENE, TEXTS = f"{BOARD}/rules.py", f"{BOARD}/scene.py", f"{LAPTOP}/__init__.py"
CHOICE = '    rules.CHOOSE: ("choose a card in secret.", "{1}", "player card"),\n'
SENTENCE = '    rules.SHOWED: ("{0} shows {1}.", "player card"),\n'
NO_OPTION, OPTION = "OPTIONS: tuple[Option, ...] = ()", 'OPTIONS = (Option("limit", 150, 100, 200),)'
SEALED = "test_a_sealed_card_changes_nothing_that_leaves_the_table_before_the_reveal"

PARTS, FIELDS, WORDS, PLAYS = (f"tests/games/test_{which}.py" for which in ("parts", "fields", "words", "plays"))
PAGES, LIGHTS = "tests/games/test_pages.py", "tests/lights/test_lights_laws.py"
SECRETS = f"tests/table/test_non_interference_sealed.py::{SEALED}"

# A line of a file and its replacement ("": no file), the message it causes, and by which tests or commands.
FAULTS: tuple[tuple[str, ...], ...] = (
    (f"{BOARD}/codes.py", "", "", "codes.py is missing", PARTS),
    (f"{LAPTOP}/player.py", "", "", "player.py is missing", PARTS),
    (f"{LAPTOP}/it.md", "", "", "it.md is missing", PARTS),
    (f"tests/rules/golden/{NAME}.txt", "", "", f"{NAME}.txt is missing", PARTS),
    (RULES, "        other.played = self.played[:]\n", "", f"copy of {NAME} forgets played", FIELDS),
    (RULES, "crc32(position.played, ", "(", f"digest of {NAME} leaves out played", FIELDS),
    (RULES, "return position.round <= HAND", "return False", f") of {NAME} is False for choose ", FIELDS),
    (RULES, "return cards and (REVEAL,) + cards", "return None", "waits for chance, and `chance` in its rules", PLAYS),
    (RULES, 'array("i", numbers)', "bytes(numbers[1:])", f"digest of {NAME} leaves out round", FIELDS),
    (TEXTS, CHOICE, "", f"CHOICES in {TEXTS} has no words for the verb 1", WORDS),
    (SCENE, '"""Paint the position on a dark canvas."""', "return", "the lamp is dark", LIGHTS),
    (f"{LAPTOP}/it.md", "\n## ", "\n### ", "it.md has no section", PAGES),
    (SCENE, "position.held(player)", "sum(position.sealed[player]) % 9", SEALED, SECRETS),
    (RULES, "[len(cards) for", "[sum(cards) % 9 for", SEALED, SECRETS),
    (TEXTS, SENTENCE, "", f"TEMPLATES in {TEXTS} has no sentence for ", WORDS, f"tavolo golden {NAME}"),
    (f"{BOARD}/__init__.py", NO_OPTION, OPTION, f"OPTIONS in {TEXTS} has no words for limit", WORDS, "tavolo games"),
)


def main() -> None:
    """Look for every fault."""
    import_paths.prepend()
    import tests.table.evening  # noqa: F401 — with all that tests of games share, the same for each of the processes

    assert not [module for module in sys.modules if FOLDER in module], "the game is imported already"
    sys.dont_write_bytecode = True  # no stale bytecode for files that were just written
    for file, line, change, wanted, *finders in FAULTS:
        with changed(Path(file), line, change):
            told = {finder: told_by(finder.split()) for finder in finders}
        for finder, words in told.items():
            is_one_sentence = words.startswith(f"tavolo: {wanted}") and words.count("\n") == 1
            if not (is_one_sentence if finder.startswith("tavolo ") else wanted in words):
                print(f"{finder} does not say of {file}: {wanted}\n{words}")


@contextmanager
def changed(file: Path, line: str, change: str) -> Iterator[None]:
    """Replace a line of a file, or without a line remove the file, for a while."""
    text = file.read_text(encoding="utf-8")
    assert line in text, f"{file}: {line}"
    if line:
        file.write_text(text.replace(line, change), encoding="utf-8")
    else:
        file.unlink()
    try:
        yield
    finally:
        file.write_text(text, encoding="utf-8")


def told_by(finder: list[str]) -> str:
    """Return what tests, or a command, print of the game, "" when nothing is wrong."""
    with TemporaryFile("w+", encoding="utf-8") as printed:
        child = os.fork()
        if child == 0:
            for stream in (1, 2):
                os.dup2(printed.fileno(), stream)
            code = 1
            try:
                if finder[0] == "tavolo":
                    sys.argv = finder
                    cli.main()
                code = int(pytest.main(["-q", "-k", NAME, *finder]))
            finally:
                sys.stdout.flush()
                os._exit(code)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        printed.seek(0)
        told = printed.read()
    assert code in (0, 1, 2), f"nothing was tried: {told}"
    return told if code else ""


if __name__ == "__main__":
    main()

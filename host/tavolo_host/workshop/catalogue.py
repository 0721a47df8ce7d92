"""The catalogues of other languages: which texts there are, and what a catalogue lacks.

python -m tavolo_host.workshop.catalogue updates the catalogues from the code, with empty translations for new texts;
with --check it changes nothing, and prints what has to be translated. Texts are the arguments of `_`, `translate` and
`deferred` in the code, and the tables of the games. A game's own texts are in a catalogue in its folder, `it.po`; all
others, which games may use too, in `tavolo_host/languages`.
"""

import ast
import sys
from collections.abc import Iterator
from io import BytesIO
from itertools import chain
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from tavolo.games import folder_of, names
from tavolo_host.runtime import import_paths
from tavolo_host.runtime.atomic_file import write_whole
from tavolo_host.texts.language import ENGLISH, LANGUAGES, catalogue_folders
from tavolo_host.texts.virtual_words import CATALOGUES, VIRTUAL_WORDS
from tavolo_host.workshop.new_game import KINDS, templates

HOST = Path(__file__).parents[1]
WIDTH = 120


def texts() -> dict[Path, dict[str, list[str]]]:
    """Return the texts of each folder with catalogues, each text with the files in which it stands."""
    found: dict[Path, dict[str, set[str]]] = {folder: {} for folder in catalogue_folders()}
    for file, text in chain(_called(), _tables(), _new_games()):
        folder = (HOST / file).parent
        found[folder if folder in found else CATALOGUES].setdefault(text, set()).add(file)
    everywhere = found[CATALOGUES]
    return {
        folder: {
            text: sorted(files) for text, files in sorted(own.items()) if own is everywhere or text not in everywhere
        }
        for folder, own in found.items()
    }


def _called() -> Iterator[tuple[str, str]]:
    """Yield the arguments of `_` and `translate`. (Babel's own parser of Python does not look into f-strings.)"""
    for path in HOST.rglob("*.py"):
        yield from ((path.relative_to(HOST).as_posix(), text) for text in _calls(path.read_text(encoding="utf-8")))


def _calls(code: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(code)):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in ("_", "translate", "deferred")
        ):
            for argument in node.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument.value


def _new_games() -> Iterator[tuple[str, str]]:
    """Yield the texts of a game that `tavolo new-game` has just made, so that it speaks every language at once."""
    from tavolo_host.display.parts.game_display import INKS

    yield from (("workshop/new_game.txt", colour) for colour in INKS)
    # A text may depend on one kind, on all kinds or on none.
    for path, code in chain(*(templates("new", "New", kinds) for kinds in ((), *([kind] for kind in KINDS), KINDS))):
        if path.startswith("host/") and path.endswith(".py"):
            yield from (("workshop/new_game.txt", text) for text in _calls(code))
            for node in ast.walk(ast.parse(code)):
                if isinstance(node, ast.Tuple):
                    constants = [each.value for each in node.elts if isinstance(each, ast.Constant)]
                    texts = [value for value in constants if isinstance(value, str)]
                    yield from (("workshop/new_game.txt", text) for text in texts[:-1])  # the last are the kinds
                elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) in ("AIM", "LESSONS"):
                    words = [each.value for each in ast.walk(node.value) if isinstance(each, ast.Constant)]
                    yield from (("workshop/new_game.txt", str(text)) for text in words)


def _tables() -> Iterator[tuple[str, str]]:
    """Yield texts that are translated by name: templates, choices, options, lessons, colours, keys, marks."""
    from tavolo_host.display.live.hand_bar import KEYS
    from tavolo_host.display.parts.theme import SEAT_MARKS
    from tavolo_host.runtime.game_folders import part_of
    from tavolo_host.texts import common

    yield from (("texts/common.py", template) for template, _ in common.TEMPLATES.values())
    yield from (("texts/virtual_words.py", words) for words in VIRTUAL_WORDS.values() if words)
    for name in names():
        words = part_of(name)
        file = f"games/{folder_of(name)}/__init__.py"
        texts = [template for template, _ in words.TEMPLATES.values()]
        texts += [text for asked, template, _ in words.CHOICES.values() for text in (asked, template)]
        texts += [text for meaning in words.OPTIONS.values() for text in meaning.texts()]
        texts += getattr(words, "COLOURS", ())
        texts += getattr(words, "CONSTRAINTS", ())
        texts += [words.AIM, *words.LESSONS.values()]
        yield from ((file, text) for text in texts)
    yield from (("display/live/hand_bar.py", name) for _, name in KEYS)
    yield from (("display/parts/theme.py", mark.shape) for mark in SEAT_MARKS)


def lacks(catalogue: Catalog, wanted: dict[str, list[str]]) -> list[str]:
    """Return what a catalogue lacks, a sentence each: translations, the same fields in braces, or texts in the code."""
    found = []
    for text, files in wanted.items():
        message = catalogue.get(text)
        if message is None or not message.string:
            found.append(f"“{text}” ({', '.join(files)}) has no translation.")
        elif _fields(text) != _fields(str(message.string)):
            found.append(f"“{text}” has other fields in braces than “{message.string}”.")
    found += [
        f"“{message.id}” is not used any more." for message in catalogue if message.id and message.id not in wanted
    ]
    return found


def _fields(text: str) -> list[str]:
    return sorted(name for _, name, _, _ in Formatter().parse(text) if name is not None)


def read(file: Path, language: str) -> Catalog:
    """Return the catalogue of a file, an empty one if there is none."""
    if not file.exists():
        return Catalog(language)
    with file.open("rb") as opened:
        return read_po(opened, language)


def brought_up(catalogue: Catalog, wanted: dict[str, list[str]], language: str) -> bytes:
    """Return the updated content of a catalogue's file: the same if it lacks nothing."""
    new, written = Catalog(language), BytesIO()
    for text, files in wanted.items():
        known = catalogue.get(text)
        new.add(text, known.string if known else "", locations=[(file, 0) for file in files])
    write_po(written, new, WIDTH, include_lineno=False, omit_header=True)
    return written.getvalue().rstrip(b"\n") + b"\n"


def main() -> int:
    """Update the catalogues, or with --check print what they lack; return the exit code."""
    import_paths.prepend()
    is_check, problems = "--check" in sys.argv[1:], 0
    for folder, wanted in texts().items():
        for language in LANGUAGES:
            if language == ENGLISH or not wanted:
                continue
            file = folder / f"{language}.po"
            catalogue = read(file, language)
            found = lacks(catalogue, wanted)
            problems += len(found)
            if found:
                sys.stdout.write("\n  ".join([f"{file.relative_to(HOST)}:", *found]) + "\n")
            if not is_check:
                write_whole(file, brought_up(catalogue, wanted, language))
    return 1 if is_check and problems else 0


if __name__ == "__main__":
    sys.exit(main())

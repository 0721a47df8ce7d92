"""Sends the board's settings, or changes them, when a laptop requests it.

"ask_settings" is answered with "settings" before the answer, and with notes about what is wrong with the file, as at
power-on. "change_settings" is refused during a game; after it the board restarts with the new ones
(`tavolo.link.messages`).

The settings are in a file (`settings`), which `files` reads, writes and renames (`adapters/pico_files.py`). A change
writes another file, which then replaces the old one: a power cut leaves one of them.
"""

from tavolo.maker import settings
from tavolo.play import reasons

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from tavolo.link.publisher import Publisher
    from tavolo.maker.settings import Files
    from tavolo.maker.workbench import Workbench

NEW_FILE = "tavolo.new"
SETTINGS_CHARACTERS = 160  # after which no more settings go into the same line
RESTART_MS = 400  # after the answer, which must reach the laptop


def known(files: "Files") -> "tuple[dict[str, str], list[tuple[int, ...]]]":
    """Return (the value of every setting, reasons of what is wrong with the file)."""
    return settings.read(files.read(settings.FILE, settings.MOST_BYTES + 1))


def keep(files: "Files", changes: "list[tuple[str, str]]") -> "tuple[int, ...] | None":
    """Change settings, given as (name, value), all or none; return the reason if that is impossible, or None."""
    content, problem = changed(files.read(settings.FILE, settings.MOST_BYTES + 1), changes)
    if problem:
        return problem
    try:
        files.write(NEW_FILE, content)
        files.rename(NEW_FILE, settings.FILE)
    except OSError:
        return (reasons.SETTINGS_NOT_WRITTEN,)
    return None


def change(
    changes: "tuple[tuple[str, str], ...]", is_playing: bool, workbench: "Workbench"
) -> tuple[bool, tuple[int, ...]]:
    """Change the settings of a board, given as (name, value); return (accepted, reason)."""
    if is_playing:
        return False, (reasons.GAME_IS_RUNNING,)
    problem = keep(workbench.hardware.files(), [(name.lower(), text) for name, text in changes])
    if problem:
        return False, problem
    workbench.restart_ms = RESTART_MS
    return True, (reasons.SETTINGS_KEPT,)


def send(workbench: "Workbench", publisher: "Publisher") -> tuple[bool, tuple[int, ...]]:
    """Send the settings of a board; return (accepted, reason)."""
    values, problems = known(workbench.hardware.files())
    pairs: "list[tuple[str, str]]" = []
    characters = 0
    for setting in settings.SETTINGS:
        if characters > SETTINGS_CHARACTERS:
            publisher.send("settings", pairs)
            pairs = []
            characters = 0
        pairs.append((setting.name, values[setting.name]))
        characters += len(setting.name) + len(values[setting.name]) + 2
    publisher.send("settings", pairs)
    for problem in problems:
        publisher.note(problem)
    return True, (reasons.SETTINGS_TOLD, int(bool(workbench.hardware.files().read(settings.FILE, 1))))


def changed(content: bytes, changes: "list[tuple[str, str]]") -> "tuple[bytes, tuple[int, ...] | None]":
    """Return (the file with these settings, None), or (the same file, reason) if one of them is impossible.

    Everything else in it stays, comments and wrong lines too.
    """
    values, problems = settings.read(content)
    if problems and problems[0][0] == reasons.SETTINGS_TOO_LONG:
        return content, problems[0]
    new: "dict[str, str]" = {}
    for name, text in changes:
        value, problem = settings.checked(name, text, 0)
        if value is None:
            return content, problem
        values[name] = new[name] = value
    wrong = settings.clash(values, {})
    if wrong:
        return content, wrong[1]
    rewritten = _rewritten(settings.text_of(content), new).encode()
    if len(rewritten) > settings.MOST_BYTES:
        return content, (reasons.SETTINGS_TOO_LONG, settings.MOST_BYTES)
    return rewritten, None


def _rewritten(text: str, new: "dict[str, str]") -> str:
    """Return the text with each new value in the first line of its name, or at the end; no other line changes."""
    left = [setting.name for setting in settings.SETTINGS if setting.name in new]
    lines = []
    for line in text.rstrip().split("\n") if text.strip() else []:
        words = settings.words_of(line)
        if words is None or words[0] not in new:
            lines.append(line.rstrip())
        elif words[0] in left:
            left.remove(words[0])
            _, mark, comment = line.rstrip().partition("#")
            lines.append(f"{words[0]} = {new[words[0]]}" + (f"  #{comment}" if mark else ""))
    return "\n".join(lines + [f"{name} = {new[name]}" for name in left]) + "\n"

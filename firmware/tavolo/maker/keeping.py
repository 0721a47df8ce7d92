"""The board keeps its settings: it tells them, or writes others down, when a laptop asks.

The laptop asks what they are with "ask_settings", and is told "settings" before the answer, and what is wrong with the
file in notes, as at power-on. It changes some with "change_settings", which is refused while a game is played; then the
board begins anew with them (`tavolo.link.messages`).

They stand in a file (`settings`), which `files` reads, writes and renames (`adapters/pico_files.py`). What is new is
written into another file, which then takes the place of the old: a power cut leaves the one or the other.
"""

from tavolo.maker import settings
from tavolo.play import reasons

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from tavolo.link.publisher import Publisher
    from tavolo.maker.settings import Files
    from tavolo.maker.workbench import Workbench

NEW_FILE = "tavolo.new"
SETTINGS_CHARACTERS = 160  # after which no further setting goes into the same line
RESTART_MS = 400  # after the answer, which has to reach the laptop


def known(files: "Files") -> "tuple[dict[str, str], list[tuple[int, ...]]]":
    """Return (the value of every setting, reasons of what is wrong with the file)."""
    return settings.read(files.read(settings.FILE, settings.MOST_BYTES + 1))


def keep(files: "Files", wishes: "list[tuple[str, str]]") -> "tuple[int, ...] | None":
    """Change settings, (name, value) each, all of them or none; return why that is not possible, or None."""
    content, problem = changed(files.read(settings.FILE, settings.MOST_BYTES + 1), wishes)
    if problem:
        return problem
    try:
        files.write(NEW_FILE, content)
        files.rename(NEW_FILE, settings.FILE)
    except OSError:
        return (reasons.SETTINGS_NOT_WRITTEN,)
    return None


def asked(
    wishes: "tuple[tuple[str, str], ...]", is_playing: bool, workbench: "Workbench"
) -> tuple[bool, tuple[int, ...]]:
    """Change the settings of a board, (name, value) each; return (accepted, reason)."""
    if is_playing:
        return False, (reasons.GAME_IS_RUNNING,)
    problem = keep(workbench.hardware.files(), [(name.lower(), text) for name, text in wishes])
    if problem:
        return False, problem
    workbench.restart_ms = RESTART_MS
    return True, (reasons.SETTINGS_KEPT,)


def told(workbench: "Workbench", publisher: "Publisher") -> tuple[bool, tuple[int, ...]]:
    """Tell the settings of a board; return (accepted, reason)."""
    values, problems = known(workbench.hardware.files())
    pairs: "list[tuple[str, str]]" = []
    characters = 0
    for setting in settings.SETTINGS:
        if characters > SETTINGS_CHARACTERS:
            publisher.say("settings", pairs)
            pairs = []
            characters = 0
        pairs.append((setting.name, values[setting.name]))
        characters += len(setting.name) + len(values[setting.name]) + 2
    publisher.say("settings", pairs)
    for problem in problems:
        publisher.note(problem)
    return True, (reasons.SETTINGS_TOLD,)


def changed(content: bytes, wishes: "list[tuple[str, str]]") -> "tuple[bytes, tuple[int, ...] | None]":
    """Return (the file with these settings, None), or (as it was, reason) when one of them is not possible.

    All else in it stays, comments and wrong lines, too.
    """
    values, problems = settings.read(content)
    if problems and problems[0][0] == reasons.SETTINGS_TOO_LONG:
        return content, problems[0]
    new: "dict[str, str]" = {}
    for name, text in wishes:
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
    """Return the text with each new value in the first line of its name, or at the end, and in no other."""
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

"""The command `tavolo`: finds a command's function by its name and reports errors in one sentence.

Bad input gets one sentence on standard error and exit code 2.
"""

import sys
from importlib import import_module
from typing import Any, NoReturn

import typer
from typer.exceptions import TyperException

from tavolo_host.runtime import import_paths
from tavolo_host.sources.command import endings
from tavolo_host.texts.terminal import guard_output, say

# The function of each command, in the order of the help; it is imported when called.
COMMANDS = {
    "play": "sources.command:play",
    "games": "workshop.games:games",
    "watch": "sources.command:watch",
    "history": "playthroughs.command:history",
    "replay": "playthroughs.command:replay",
    "export": "playthroughs.command:export",
    "import": "playthroughs.command:import_games",
    "ports": "workshop.board_commands:ports",
    "selftest": "workshop.selftest.command:selftest",
    "settings": "workshop.board_commands:settings",
    "rescue": "workshop.board_commands:rescue",
    "flash": "workshop.flashing.command:flash",
    "margins": "slot.command:margins",
    "measured": "slot.command:measured",
    "cards": "workshop.printing.command:cards",
    "drawings": "workshop.drawings.command:drawings",
    "codes": "workshop.codes:codes",
    "arena": "arena.command:arena",
    "golden": "workshop.golden:golden",
    "new-game": "workshop.new_game:new_game",
}


PYDANTIC = "Value error, "  # which it puts before the words of typer
LONGEST, ENDING = 1200, 400  # letters of a sentence that ends a command: of all, and of its end in a longer one


def app_for(name: str) -> typer.Typer:
    """Return the command line with this one command, or with all commands for any other word, such as --help."""
    app = typer.Typer(
        help="The laptop side of Tavolo, the table that referees.",
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
    )
    app.callback()(lambda: None)  # else a single command would have no name
    for known in [name] if name in COMMANDS else COMMANDS:
        module, _, function = COMMANDS[known].partition(":")
        app.command(known)(getattr(import_module(f"tavolo_host.{module}"), function))
    return app


def main() -> None:
    """Run the command; expected errors end in one sentence."""
    import_paths.prepend()
    guard_output()
    words = sys.argv[1:] or ["--help"]
    if any("\0" in word for word in words):
        _end("No word of a command can have a NUL character.")
    code: Any = None
    try:
        code = app_for(words[0])(words, standalone_mode=False)
    except TyperException as error:
        context = getattr(error, "ctx", None)
        of = f"{context.info_name} " if context and context.parent else ""
        why = error.format_message().rstrip(".").replace(PYDANTIC, "")
        _end(f"{why}; `tavolo {of}--help` lists the choices.")
    except UnicodeEncodeError as error:
        _end(f"“{error.object}” is not text in the encoding of this system.")
    except ValueError as error:
        _end(str(error))
    except OSError as error:
        _end(f"{error.filename or 'The system refuses'}: {error.strerror or error}.")
    except (KeyboardInterrupt, typer.Abort):
        sys.exit(130)
    except endings() as error:
        _end(str(error))
    sys.exit(code)


def _end(sentence: str) -> NoReturn:
    """Print why, and end with exit code 2."""
    one_line = sentence.replace("\n", "\\n")  # as the name of a file may have
    if len(one_line) > LONGEST:
        one_line = f"{one_line[: LONGEST - ENDING]} … {one_line[-ENDING:]}"
    say(f"tavolo: {one_line}", err=True)
    sys.exit(2)

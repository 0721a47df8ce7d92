"""The command `tavolo`: finds a command's function by its name. Bad input gets one sentence and exit code 2."""

import sys
from importlib import import_module
from typing import Any, NoReturn

import typer
from typer.exceptions import TyperException

from tavolo_host.runtime import import_paths
from tavolo_host.sources.command import endings

# The function of each command, in the order of the list; it is imported when it is called.
COMMANDS = {
    "play": "sources.command:play",
    "games": "workshop.games:games",
    "watch": "sources.command:watch",
    "ports": "workshop.board_commands:ports",
    "selftest": "workshop.selftest.command:selftest",
    "settings": "workshop.board_commands:settings",
    "rescue": "workshop.board_commands:rescue",
    "margins": "slot.command:margins",
    "measured": "slot.command:measured",
    "cards": "workshop.printing.command:cards",
    "codes": "workshop.codes:codes",
    "arena": "arena.command:arena",
    "golden": "workshop.golden:golden",
    "new-game": "workshop.new_game:new_game",
}


def app_for(name: str) -> typer.Typer:
    """Return the command line with the command of this name; with all of them for any other word, such as --help."""
    app = typer.Typer(
        help="Tavolo, the table that referees: its laptop side.",
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
    )
    app.callback()(lambda: None)  # otherwise a single command would have no name
    for known in [name] if name in COMMANDS else COMMANDS:
        module, _, function = COMMANDS[known].partition(":")
        app.command(known)(getattr(import_module(f"tavolo_host.{module}"), function))
    return app


def main() -> None:
    """Run the command; an expected error is one sentence."""
    import_paths.prepend()
    words = sys.argv[1:] or ["--help"]
    code: Any = None
    try:
        code = app_for(words[0])(words, standalone_mode=False)
    except TyperException as error:
        context = getattr(error, "ctx", None)
        of = f"{context.info_name} " if context and context.parent else ""
        _end(f"{error.format_message().rstrip('.')}; `tavolo {of}--help` lists what there is.")
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
    typer.echo(f"tavolo: {sentence}", err=True)
    sys.exit(2)

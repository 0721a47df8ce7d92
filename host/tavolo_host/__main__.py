"""The command `tavolo`, by that name or as `python -m tavolo_host`: what it runs on is found before it is loaded."""

import sys

from tavolo_host.runtime import compiled, import_paths

MAKES_GAMES = ["new-game"]  # it goes on with rules that were not there when it began


def main() -> None:
    """Take the compiled rules where they are there, and run the command."""
    import_paths.prepend()
    if sys.argv[1:2] != MAKES_GAMES:
        compiled.prepend()
    from tavolo_host import cli

    cli.main()


if __name__ == "__main__":
    main()

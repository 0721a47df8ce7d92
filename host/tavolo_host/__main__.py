"""The command `tavolo`, by that name or as `python -m tavolo_host`: sets the import paths first."""

import sys

from tavolo_host.runtime import compiled, import_paths

MAKES_GAMES = ["new-game"]  # it continues with rules that did not exist when it started


def main() -> None:
    """Use the compiled rules if they are there, and run the command."""
    import_paths.prepend()
    if sys.argv[1:2] != MAKES_GAMES:
        compiled.prepend()
    from tavolo_host import cli

    cli.main()


if __name__ == "__main__":
    main()

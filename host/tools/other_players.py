"""The players of another tree: `other_players.py LEVEL`, with that tree's `host` as PYTHONPATH, for `strength` alone.

It reads decisions from its standard input, and answers each with the action and the random numbers that are left.
"""

import pickle
import sys
from functools import partial
from importlib import import_module

from tavolo_host.runtime import import_paths

FIRST = "first"  # the level of the first sensible players, in commits that have them


def main(level: str) -> None:
    """Decide until there is no further decision."""
    import_paths.prepend()
    from tavolo.games import load
    from tavolo_host.players import levels

    choose = partial(levels.choose, level=level)
    if level not in levels.IN_ARENA:
        sys.exit(f"This commit has no level {level}: its levels are {', '.join(levels.IN_ARENA)}.")
    if level == FIRST:
        choose = import_module("tavolo_host.arena.baseline").choose
    while True:
        try:
            name, known, player, random = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        game = load(name)
        action = choose(game, game.position_from_text(known), player, random)
        pickle.dump((action, random), sys.stdout.buffer)
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main(sys.argv[1])

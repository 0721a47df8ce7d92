"""How strong a level is against the players of a commit: `make strength GAME=bambuti LEVEL=easy AGAINST=COMMIT:LEVEL`.

The level plays alone at each seat of a deal in turn, and those players at all others. They decide in a process of their
own (`other_players`), by what each of them may know; its tree is the commit's, in a worktree below `build/`. Results
are in a file as of an arena, and the same command continues.
"""

import argparse
import os
import pickle
import signal
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from functools import partial
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

from rich.console import Console
from rich.progress import track

from tavolo.games import manifest, names
from tavolo_host.arena.command import USUAL_SEATS, WIDTH, print_strength
from tavolo_host.arena.playing import Match, fingerprint, match
from tavolo_host.arena.schedule import Contest
from tavolo_host.arena.store import Planned, Store
from tavolo_host.players import levels
from tavolo_host.runtime import compiled

ROOT = Path(__file__).parents[2]
TREES = Path("build/commits")  # a worktree for each commit
PROGRAM = Path(__file__).with_name("other_players.py")


class Others:
    """Players of a level in another tree."""

    def __init__(self, tree: Path, level: str) -> None:
        environment = os.environ | {"PYTHONPATH": str(tree / "host")}
        # Without -P the folder of the program, which is of this tree, would come first.
        words = [sys.executable, "-P", str(PROGRAM), level]
        self._process = subprocess.Popen(words, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def choose(self, game: Any, known: Any, player: int, random: Random) -> tuple[int, ...]:
        """Return the action of such a player; ValueError, in a sentence, if it has none that is possible here."""
        asked, answers = self._process.stdin, self._process.stdout
        assert asked
        assert answers
        try:
            pickle.dump((game.NAME, game.position_text(known), player, random), asked)
            asked.flush()
            action, left = pickle.load(answers)
        except (EOFError, BrokenPipeError) as problem:
            raise ValueError("The players of the commit have stopped; the reason is above.") from problem
        if action and action not in game.legal(known, player):
            raise ValueError(f"{game.TITLE} has other rules at the commit: {action} is not possible here.")
        random.setstate(left.getstate())
        return tuple(action)

    def close(self) -> None:
        """End their process, which otherwise ends with this one."""
        self._process.communicate()


def tree_of(commit: str, root: Path = ROOT) -> Path:
    """Return a folder with the files of a commit; ValueError, in a sentence, where there is none."""
    if not (root / ".git").exists():
        raise ValueError(
            "There are no commits in this copy of Tavolo: strength is measured in a clone of its repository."
        )
    git = partial(subprocess.run, cwd=root, capture_output=True, text=True)
    found = git(["git", "rev-parse", "--verify", "--short=8", f"{commit}^{{commit}}"])
    if found.returncode:
        raise ValueError(f"This repository has no commit {commit}. Name one with AGAINST=COMMIT:LEVEL.")
    tree = root / TREES / found.stdout.strip()
    if not tree.exists():
        # Forced, as git may still list a worktree that was deleted with build/.
        made = git(["git", "worktree", "add", "--force", "--detach", str(tree), commit])
        if made.returncode:
            raise ValueError(f"git cannot check out {commit}: {made.stderr.strip()}")
    return tree


_others: Others  # of this process, which plays matches


def begin(tree: Path, others: str) -> None:
    """Start the other players, as COMMIT:LEVEL, of a process that plays matches. Both ignore Ctrl-C, and end later."""
    global _others
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _others = Others(tree, others.partition(":")[2])


def played(contest: Contest, number: int) -> tuple[Match, float]:
    """Play a match of a contest; return it, and how long it took in seconds."""

    def choose(game: Any, known: Any, player: int, random: Random, level: str) -> tuple[int, ...]:
        if level == contest.alone:
            return levels.choose(game, known, player, random, level)
        return _others.choose(game, known, player, random)

    began = monotonic()
    return match(contest, number, choose), monotonic() - began


def play(store: Store, planned: Planned, tree: Path, workers: int, console: Console) -> None:
    """Play all matches that are missing against players of that tree, and store them."""
    missing = [number for numbers in store.missing(planned) for number in numbers]
    sitting, began = store.begin_sitting(datetime.now(UTC).isoformat(), "this machine", tree.name, workers), monotonic()
    compiled.prepend()  # for the processes that play; this one has the rules already
    with ProcessPoolExecutor(workers, get_context("spawn"), begin, (tree, planned.contest.others)) as pool:
        results = pool.map(partial(played, planned.contest), missing)
        shown = track(results, total=len(missing), console=console, transient=True, disable=not console.is_terminal)
        for result, seconds in shown:
            store.add(planned, [result], sitting, seconds, monotonic() - began)


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m host.tools.strength", description=__doc__)
    parser.add_argument("results", type=Path, help="the file for results; created if new")
    parser.add_argument("--game", choices=names(), required=True)
    parser.add_argument("--seats", type=int, help="number of players; by default as many as the game seats, at most 4")
    parser.add_argument("--level", choices=levels.IN_ARENA, default="strong")
    parser.add_argument("--against", required=True, help="a commit and a level that it has, as COMMIT:LEVEL")
    parser.add_argument("--deals", type=int, default=50)
    parser.add_argument("--workers", type=int, default=2, help="number of processes")
    asked = parser.parse_args()
    commit, _, level = asked.against.partition(":")
    tree = tree_of(commit)
    seats = asked.seats or min(USUAL_SEATS, manifest(asked.game).SEATS[1])
    contest = Contest(asked.game, seats, (f"{tree.name}:{level}", asked.level), asked.level)
    of_both = sha256(f"{fingerprint(asked.game)} {tree.name}".encode()).hexdigest()[:8]
    console = Console(width=None if sys.stdout.isatty() else WIDTH, highlight=False)
    with Store(asked.results) as store:
        store.plan(contest, asked.deals, of_both)
        (planned,) = (each for each in store.planned() if each.contest == contest)
        play(store, planned, tree, asked.workers, console)
        print_strength(store, console)


if __name__ == "__main__":
    try:
        main()
    except ValueError as problem:
        sys.exit(str(problem))
    except KeyboardInterrupt:
        sys.exit("Stopped. All results so far are kept, and the same command continues.")

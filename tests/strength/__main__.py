"""Tells how strong a virtual player is: `python -m tests.strength --game david-goliath --seats 4 --games 200`.

The laptop's player of a level sits at each seat in turn, the reference at all others, with the same deals. Results are
kept in a file, a line a game: who stops it and starts it again goes on. Whose rules, player or reference change begins
another file.
"""

import argparse
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from tavolo.games import manifest, names
from tavolo_host import chip, compiled
from tavolo_host.levels import LEVELS, PLAIN, SENSIBLE
from tests.strength.playing import Result, edition, played, prepare
from tests.strength.results import Kept, by_deals, strength

RESULTS = Path("build/strength")
Played = Callable[[int], tuple[int, Result]]

WIDTH = 120  # of what is printed where there is no terminal


def asked() -> argparse.Namespace:
    """Return what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tests.strength", description=__doc__.split("\n")[0])
    parser.add_argument("--game", choices=names(), default="david-goliath", help="david-goliath")
    parser.add_argument("--seats", type=int, help="how many play (as many as possible, up to 4)")
    parser.add_argument(
        "--level", choices=(PLAIN, *LEVELS), default=SENSIBLE, help="of the player under test (sensible)"
    )
    parser.add_argument("--games", type=int, default=200, help="in all; whole deals are played, each from all seats")
    parser.add_argument("--workers", type=int, default=2, help="processes side by side (2)")
    parser.add_argument("--results", type=Path, default=RESULTS, help="the folder in which they are kept")
    wanted = parser.parse_args()
    fewest, most = manifest(wanted.game).SEATS
    wanted.seats = wanted.seats or min(4, most)
    if not fewest <= wanted.seats <= most:
        parser.error(f"{manifest(wanted.game).TITLE} is for {fewest} to {most} players, not for {wanted.seats}.")
    if wanted.games < 1 or wanted.workers < 1:
        parser.error("At least one game is played, and by one process.")
    return wanted


def results(played: Played, numbers: list[int], workers: int) -> Iterator[tuple[int, Result]]:
    """Yield the number and the result of each of these games, as they end."""
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=prepare)
    try:
        for future in as_completed([pool.submit(played, number) for number in numbers]):
            yield future.result()
    finally:
        pool.shutdown(cancel_futures=True)


def play_on(kept: Kept, played: Played, title: str, games: int, workers: int, console: Console) -> None:
    """Play what is missing of so many games, and show how far it is."""
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    missing = kept.missing(games)
    hidden = not console.is_terminal
    with Progress(*columns, TimeRemainingColumn(), console=console, transient=True, disable=hidden) as progress:
        bar = progress.add_task(title, total=games, completed=games - len(missing))
        for number, result in results(played, missing, workers):
            kept.add(number, result)
            progress.advance(bar)


def print_strength(kept: Kept, title: str, seats: int, games: int, console: Console) -> None:
    """Print the share of wins and the margin."""
    deals = by_deals(kept.results, seats, games)
    if not deals:
        console.print("No deal was played from every seat.")
        return
    (share, low, high), (margin, least, most) = strength(deals)
    console.print(f"{title}, {len(deals)} deals from each seat: {len(deals) * seats} games.")
    console.print(f"Share of wins: {share:.3f}, 95 % between {low:.3f} and {high:.3f}; equals have {1 / seats:.3f}.")
    console.print(f"Points ahead of the others' mean: {margin:+.2f}, 95 % between {least:+.2f} and {most:+.2f}.")


def main() -> int:
    chip.put_first()
    compiled.put_first()  # for the processes that play
    wanted = asked()
    console = Console(width=None if sys.stdout.isatty() else WIDTH, highlight=False)
    games = -(-wanted.games // wanted.seats) * wanted.seats
    kept = Kept(wanted.results / f"{wanted.game}-{wanted.seats}-{wanted.level}-{edition(wanted.game)}.txt")
    title = f"{manifest(wanted.game).TITLE}, {wanted.seats} seats, {wanted.level}"
    try:
        play_on(kept, partial(played, wanted.game, wanted.seats, wanted.level), title, games, wanted.workers, console)
    except KeyboardInterrupt:
        console.print("Stopped; what is played is kept, and the same command goes on.")
    print_strength(kept, title, wanted.seats, games, console)
    return 0


if __name__ == "__main__":
    sys.exit(main())

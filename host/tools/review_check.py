"""Checks the review of decisions against a search many times as long, on games with planted mistakes.

`make review-check` plays games of sensible players. Now and then player 0 does something random instead, if the long
search finds that it costs more than its noise. Then the whole game is reviewed as at a table. The table that this
writes has a line for each game: how many of the planted mistakes the review names, how many decisions it names that the
long search finds good, what the mistakes of each game cost by both, and how long a review takes.
"""

import argparse
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from math import sqrt
from multiprocessing import get_context
from pathlib import Path
from random import Random
from time import process_time

from tavolo.games import load, names
from tavolo.rules.contract import CHANCE, Setup
from tavolo_host.arena.command import USUAL_SEATS
from tavolo_host.people.reviewing import Reviewing
from tavolo_host.people.tracked_game import TrackedGame
from tavolo_host.players import of_game
from tavolo_host.players.costs import cost
from tavolo_host.players.reasons import CLEAR, Cost
from tavolo_host.players.settings import STRONG
from tavolo_host.players.thinking import Decision, Engine, Pending
from tavolo_host.runtime import compiled

TRIED = 0.2  # the share of decisions in whose place something random is tried
MOST_PLANTED = 5  # in a game
COLUMNS = "game", "games", "planted", "named", "of those above a review's noise", "good", "named", "cost by the review"
HEAD = (*COLUMNS, "of the same by the long search", "all by the long search", "seconds a review")

Action = tuple[int, ...]


class AtOnce(Engine):
    """Weighs decisions in this process."""

    def cost(self, decision: Decision, played: Action) -> Pending[Cost]:
        """Return what an action cost."""
        return Pending(lambda: cost(decision, played))


@dataclass
class Reviewed:
    """A game of which player 0's decisions were weighed, by number: what the long search and the review find."""

    has_points: bool
    long: dict[int, Cost]
    planted: set[int]
    named: dict[int, Cost]
    seconds: float

    def noise(self, place: int, times: int) -> float:
        """Return the noise of a usual review of a decision, by the scatter that the long search found."""
        return CLEAR * self.long[place].error * sqrt(times)

    def good(self) -> set[int]:
        """Return the decisions that the long search finds good."""
        return {place for place, found in self.long.items() if not found.is_clear(self.has_points)}


def reviewed(name: str, number: int, times: int) -> Reviewed:
    """Play and review game `number`; the long search takes that many `times` as many samples."""
    chance, game = Random(f"{name} {number}"), load(name)
    tracked = TrackedGame(Setup(game, min(USUAL_SEATS, game.SEATS[1])))
    record, long, planted = tracked.record, dict[int, Cost](), set[int]()
    has_points = of_game.has_points(game)
    while acting := game.to_act(record.position):
        if acting == (CHANCE,):
            tracked.apply(game.chance(record.position, chance.randrange) or ())
            continue
        player, action = next(each for each in chosen(tracked, acting) if each[1])
        legal, place = game.legal(game.view(record.position, player), player), len(record.actions)
        if player == 0 and len(legal) > 1:
            if len(planted) < MOST_PLANTED and chance.random() < TRIED:
                tried = chance.choice(legal)
                long[place] = weighed(tracked, tried, times, "tried")
                if tried != action and long[place].is_clear(has_points):
                    planted.add(place)
                    action = tried
            if place not in planted:
                long[place] = weighed(tracked, action, times, "played")
        tracked.apply(action)
    began = process_time()
    reviewing = Reviewing(tracked, AtOnce(of_game.choose), 0, is_own=True)
    while (review := reviewing.look()) and review.share < 1:
        pass
    named = {mistake.after - 1: mistake.cost for mistake in review.mistakes} if review else {}
    return Reviewed(has_points, long, planted, named, process_time() - began)


def chosen(tracked: TrackedGame, acting: tuple[int, ...]) -> Iterator[tuple[int, Action]]:
    """Yield what each of these players does, as a sensible one; () to wait for others."""
    for player in acting:
        game, known, _, random, _ = tracked.record.moment(player, "")
        yield player, of_game.choose(game, known, player, random)


def weighed(tracked: TrackedGame, action: Action, times: int, seed: str) -> Cost:
    """Return what the long search finds; its random numbers are not those of the review."""
    decision = tracked.record.moment(0, STRONG)
    return cost(decision._replace(random=Random(f"{seed} {decision.random.random()}")), action, times)


def line(name: str, games: list[Reviewed], times: int) -> list[str]:
    """Return the figures of a game as a line of the table."""
    planted = [(each, place) for each in games for place in each.planted]
    above = [(each, place) for each, place in planted if each.long[place].mean > each.noise(place, times)]
    good = [(each, place) for each in games for place in each.good()]
    sums = [
        [
            sum(found.mean for found in each.named.values()),
            sum(each.long[place].mean for place in each.named),
            sum(found.mean for found in each.long.values() if found.is_clear(each.has_points)),
        ]
        for each in games
    ]
    counted = [
        len(games),
        len(planted),
        sum(place in each.named for each, place in planted),
        f"{sum(place in each.named for each, place in above)} of {len(above)}",
        len(good),
        sum(place in each.named for each, place in good),
        *(
            ", ".join(f"{total:.{1 if games[0].has_points else 2}f}" for total in column)
            for column in zip(*sums, strict=True)
        ),
        f"{sum(each.seconds for each in games) / len(games):.1f}",
    ]
    return [name, *map(str, counted)]


def main() -> None:
    """Check the games that the command line names, by default all."""
    parser = argparse.ArgumentParser(prog="python -m host.tools.review_check", description=__doc__)
    parser.add_argument("table", type=Path, help="the file for the table, which has a line for each game")
    parser.add_argument("--game", choices=names(), action="append")
    parser.add_argument("--planted", type=int, default=10, help="mistakes for each game, at least")
    parser.add_argument("--good", type=int, default=50, help="decisions that the long search finds good, at least")
    parser.add_argument("--times", type=int, default=20, help="how many times as long the long search is")
    asked = parser.parse_args()
    lines = [list(HEAD), ["---"] * len(HEAD)]
    compiled.prepend()  # for the process that plays; this one has the rules already
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        for name in asked.game or names():
            games: list[Reviewed] = []
            while (
                sum(len(each.planted) for each in games) < asked.planted
                or sum(len(each.good()) for each in games) < asked.good
            ):
                games.append(pool.submit(reviewed, name, len(games), asked.times).result())
                written = [*lines, line(name, games, asked.times)]
                asked.table.write_text("".join(f"| {' | '.join(each)} |\n" for each in written))
            lines = written


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("Stopped. The table has what was finished.")

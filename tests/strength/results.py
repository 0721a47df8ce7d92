"""Results of games: the file that keeps them, a line a game, and what follows from them."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random

from tavolo_host.arena.bootstrap import Interval, interval
from tests.strength.playing import Result


class Kept:
    """A file of results, which grows by a line as a game ends; a line that was not written whole counts as none."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self.results: dict[int, Result] = {}
        whole = ""
        if file.exists():
            whole = file.read_text(encoding="utf-8")
            whole = whole[: whole.rfind("\n") + 1]
        for line in whole.splitlines():
            number, share, margin = line.split()
            self.results[int(number)] = Result(float(share), float(margin))
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(whole, encoding="utf-8")

    def missing(self, games: int) -> list[int]:
        """Return which of so many games are still to be played."""
        return [number for number in range(games) if number not in self.results]

    def add(self, number: int, result: Result) -> None:
        """Keep the result of a game."""
        self.results[number] = result
        with self._file.open("a", encoding="utf-8") as lines:
            lines.write(f"{number} {result.share!r} {result.margin!r}\n")


def by_deals(results: Mapping[int, Result], seats: int, games: int) -> list[list[Result]]:
    """Return the results of the deals, of the first so many games, that were played from every seat."""
    deals = []
    for deal in range(games // seats):
        with suppress(KeyError):
            deals.append([results[deal * seats + seat] for seat in range(seats)])
    return deals


def strength(deals: Sequence[Sequence[Result]]) -> tuple[Interval, Interval]:
    """Return the share of wins and the margin, each with its interval: chance repeats itself."""
    shares = [sum(result.share for result in deal) / len(deal) for deal in deals]
    margins = [sum(result.margin for result in deal) / len(deal) for deal in deals]
    return interval(shares, Random(1)), interval(margins, Random(1))

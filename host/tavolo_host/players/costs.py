"""What a decision cost: the action played against the best one, by what its player knew.

Both are played on from the same positions that agree with the player's view, with the same random numbers, as the
strong player's search plays on: by a game's rollout policy, then its evaluation (`ismcts.Heuristics`). These common
random numbers cancel most of the luck from the difference, and its scatter gives the standard error. The best of many
candidates seems better than it is, since luck has chosen it too; so some samples choose it, by sequential halving, and
others compare it with the action played; what then seems a mistake is measured once more, by more samples.

A cost is in the player's own points, where more are better; in the lead over the opponent where a game's search says so
(`LEAD`); or in shares of the win, in a game without points.
"""

from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import TYPE_CHECKING

from tavolo_host.players import of_game
from tavolo_host.players.ismcts import Heuristics, chance_acts
from tavolo_host.players.playout import playout
from tavolo_host.players.reasons import Cost
from tavolo_host.players.thinking import Decision

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tavolo.rules.game import Action, Position

SCREENING = 3  # playouts for each sample, with which candidates are screened
CONFIRMING = 4  # times as many samples for what seems a mistake, since samples in which it seems one exaggerate it


def cost(decision: Decision, played: "Action", times: int = 1) -> Cost:
    """Return what an action of the decision's player cost, by `times` as many samples as usual."""
    game, known, player, random, _ = decision
    heuristics = Heuristics(game)
    samples = heuristics.samples * times
    others = [action for action in heuristics.shortlist(known, player, random) if action != played]
    if not others:
        return Cost(played, samples=samples)
    comparison = _Comparison(decision, heuristics, played)
    try:
        best, gain = comparison.best(others, SCREENING * samples)
        if gain <= 0:
            return Cost(played, samples=samples)
        seeming = comparison.measured(best, samples)
        return (
            comparison.measured(best, CONFIRMING * samples) if seeming.is_clear(of_game.has_points(game)) else seeming
        )
    except ValueError:  # no position agrees with what is known, for example after a mistake at the table
        return Cost(played)


class _Comparison:
    """Compares other actions with the one played, in the same samples."""

    def __init__(self, decision: Decision, heuristics: Heuristics, played: "Action") -> None:
        self._decision = decision
        self._heuristics = heuristics
        self._played = played

    def best(self, others: "Sequence[Action]", playouts: int) -> "tuple[Action, float]":
        """Return the best of the others and what it gains, by about that many playouts.

        Each round takes as many of them, and leaves half of the actions.
        """
        sums, count = dict.fromkeys(others, 0.0), 0
        in_a_round = playouts // len(others).bit_length()
        while True:
            samples = max(2, in_a_round // (1 + len(sums)))
            for gains in self.gains(list(sums), samples):
                for action, gained in zip(sums, gains, strict=True):
                    sums[action] += gained
            count += samples
            if len(sums) == 1:
                ((best, total),) = sums.items()
                return best, total / count
            ranked = sorted(sums, key=lambda action: -sums[action])
            sums = {action: sums[action] for action in ranked[: len(ranked) // 2]}

    def measured(self, better: "Action", samples: int) -> Cost:
        """Return what the action played cost against this one, by so many samples."""
        gains = [gained for (gained,) in self.gains([better], samples)]
        return Cost(better, fmean(gains), stdev(gains) / sqrt(samples), samples)

    def gains(self, others: "Sequence[Action]", samples: int) -> list[list[float]]:
        """Return for each sample what each of the others gains over the action played."""
        found = []
        for _ in range(samples):
            game, known, player, random, _ = self._decision
            position, seed = of_game.determinize(game, known, player, random), random.random()
            played, *values = [self._value(position.copy(), action, seed) for action in (self._played, *others)]
            found.append([value - played for value in values])
        return found

    def _value(self, position: "Position", action: "Action", seed: float) -> float:
        """Return what the player has in the end, or as evaluated, after an action, () to wait, in this position."""
        game, heuristics, random = self._decision.game, self._heuristics, Random(seed)
        if action:
            game.apply(position, action)
        for _ in chance_acts(game, position, random):
            pass
        for _ in playout(
            game,
            position,
            lambda at, player: heuristics.rollout_policy(at, player, random),
            random.randrange,
            decisions=heuristics.decisions,
        ):
            pass
        points = heuristics.points(position)
        own = points[self._decision.player]
        return own - (sum(points) - own) / (len(points) - 1) if heuristics.lead else own

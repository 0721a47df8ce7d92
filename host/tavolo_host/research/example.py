"""Trains a small player against random play, and prints its share of the wins before and after.

    python -m tavolo_host.research.example
    python -m tavolo_host.research.example kuh-vadis --games 1000

It is a minimal learner: each action has a weight for each number that the player sees, and a softmax of the sums gives
the probabilities of the legal actions. After a game that went better than usual the weights move towards the actions
taken, otherwise away from them (REINFORCE; Williams 1992). It learns from points where the game has them, and is judged
by its share of the wins in games with other seeds, taking each seat in turn.
"""

import argparse
import sys
import time
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tavolo_host.research.for_pettingzoo import TableEnv

STEP = 0.2  # of the weights, for a game one deviation better than usual
FORGETTING = 0.01  # of the running mean, with each game


class Choice(NamedTuple):
    """What a player saw, the legal actions, their probabilities, and which was taken."""

    seen: NDArray[np.float32]
    legal: NDArray[np.intp]
    chances: NDArray[np.float64]
    taken: int


class Learner:
    """A player with a weight for each action and number seen; at first all actions are equally likely."""

    def __init__(self, actions: int, numbers: int, random: np.random.Generator) -> None:
        self._weights = np.zeros((actions, numbers))
        self._random = random
        self._usual, self._deviation = 0.0, 1.0

    def choose(self, seen: NDArray[np.float32], mask: NDArray[np.int8]) -> Choice:
        """Return one of the legal actions, drawn by the weights."""
        legal = np.flatnonzero(mask)
        sums = self._weights[legal] @ seen
        chances = np.exp(sums - sums.max())
        chances /= chances.sum()
        return Choice(seen, legal, chances, int(self._random.choice(len(legal), p=chances)))

    def learn(self, choices: list[Choice], reward: float) -> None:
        """Move the weights by how much better or worse than usual a game went."""
        better = (reward - self._usual) / self._deviation
        self._usual += FORGETTING * (reward - self._usual)
        self._deviation += FORGETTING * (abs(reward - self._usual) - self._deviation)
        for choice in choices:
            moved = -choice.chances
            moved[choice.taken] += 1
            length = float(choice.seen @ choice.seen)
            self._weights[choice.legal] += STEP * better / length * np.outer(moved, choice.seen)


def play(env: TableEnv, learner: Learner, seat: str, seed: int) -> tuple[list[Choice], float]:
    """Play a game of the learner at one seat against random players; return its choices, and its reward."""
    random = np.random.default_rng(seed)
    choices: list[Choice] = []
    env.reset(seed)
    while not any(env.terminations.values()) and not any(env.truncations.values()):
        agent = env.agent_selection
        if agent == seat:
            known = env.observe(agent)
            choices.append(learner.choose(known["observation"], known["action_mask"]))
            env.step(int(choices[-1].legal[choices[-1].taken]))
        else:
            env.step(int(random.choice(env.legal())))
    return choices, env.rewards[seat]


def share_of_wins(env: TableEnv, learner: Learner, games: int) -> float:
    """Return the learner's share of the wins, taking each seat in turn."""
    agents, total = env.possible_agents, 0.0
    for game in range(games):
        total += play(env, learner, agents[game % len(agents)], 1_000_000 + game)[1] + 1 / len(agents)
    return total / games


def main() -> None:
    """Train and judge, as the command line says."""
    asked = argparse.ArgumentParser(description="Train a small player against random play.")
    asked.add_argument("game", nargs="?", default="yellowstone-park")
    asked.add_argument("--games", type=int, default=2000)
    asked.add_argument("--judged", type=int, default=1000, help="games that judge it, before and after")
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args()
    training, judging = TableEnv(given.game, by_points=1), TableEnv(given.game)
    agents = training.possible_agents
    actions, seen = training.action_space(agents[0]).n, training.observation_space(agents[0])["observation"].shape[0]
    learner = Learner(actions, seen, np.random.default_rng(given.seed))
    sys.stdout.write(
        f"before: {share_of_wins(judging, learner, given.judged):.3f} of the wins in {given.judged} games\n"
    )
    begun = time.monotonic()
    for game in range(given.games):
        learner.learn(*play(training, learner, agents[game % len(agents)], given.seed * given.games + game))
    sys.stdout.write(f"{given.games} games learned from in {time.monotonic() - begun:.0f} s\n")
    sys.stdout.write(
        f"after: {share_of_wins(judging, learner, given.judged):.3f} of the wins in {given.judged} games\n"
    )


if __name__ == "__main__":
    main()

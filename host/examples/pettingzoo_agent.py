"""An agent for PettingZoo that learns to beat chance:

    python host/examples/pettingzoo_agent.py [GAME [GAMES]]    # without arguments it takes half a minute

Each action has a weight for each number of an observation; the higher their sum, the likelier is a legal action. After
a game that went better than usual the weights move towards what was done, else away from it (REINFORCE, Williams 1992).
"""

import sys
from typing import Any

import numpy as np

try:
    from tavolo_host.research.for_pettingzoo import TableEnv
except ModuleNotFoundError as missing:
    sys.exit(f"This example needs PettingZoo, and {missing.name} is missing: pip install '.[research]' brings both.")

STEP, FORGETTING = 0.2, 0.01  # of the weights, for a reward better by one deviation; of the usual reward, each game


def play(env: TableEnv, weights: Any, random: Any, game: int, seed: int) -> tuple[float, list[Any]]:
    """Play a game against random players, from each seat in turn; return the reward, and each choice's gradient."""
    seat, chance, gradients = env.possible_agents[game % env.max_num_agents], np.random.default_rng(seed), []
    env.reset(seed)
    for agent in env.agent_iter():
        known, _, is_over, is_cut_short, _ = env.last(observe=agent == seat)
        if is_over or is_cut_short:
            break
        if agent == seat:
            seen, legal = known["observation"], np.flatnonzero(known["action_mask"])
            sums = weights[legal] @ seen
            chances = np.exp(sums - sums.max()) / np.exp(sums - sums.max()).sum()
            taken = random.choice(len(legal), p=chances)
            gradients.append((legal, np.outer((np.arange(len(legal)) == taken) - chances, seen) / (seen @ seen)))
            env.step(int(legal[taken]))
        else:
            env.step(int(chance.choice(env.legal())))
    return env.rewards[seat], gradients


def main(name: str, games: int, judged: int = 1000) -> None:
    """Judge, train and judge again: by the share of the wins. It learns from points, where the game has any."""
    training, judging = TableEnv(name, by_points=1), TableEnv(name)
    random, agent = np.random.default_rng(1), training.possible_agents[0]
    weights = np.zeros((training.action_space(agent).n, *training.observation_space(agent)["observation"].shape))
    usual, deviation = 0.0, 1.0
    for number in (0, games):
        for game in range(number):
            reward, gradients = play(training, weights, random, game, games + game)
            for legal, gradient in gradients:
                weights[legal] += STEP * (reward - usual) / deviation * gradient
            usual += FORGETTING * (reward - usual)
            deviation += FORGETTING * (abs(reward - usual) - deviation)
        ahead = sum(play(judging, weights, random, game, 1_000_000 + game)[0] for game in range(judged))
        print(f"After {number} games it wins {ahead / judged + 1 / training.max_num_agents:.1%} of {judged}.")


if __name__ == "__main__":
    main((sys.argv[1:] or ["yellowstone-park"])[0], int((sys.argv[2:] or ["2000"])[0]))

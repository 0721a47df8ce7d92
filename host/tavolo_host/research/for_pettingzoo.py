"""Every game of the table as an environment of PettingZoo: env("bambuti"), env("david-goliath", players=4, deals=2).

Agents are player_0 and so on. They act one at a time (AEC); simultaneous decisions come one after the other, as in
`play`. An observation has `observation`, what the agent sees now (`encoding`), and `action_mask`, the legal actions of
the acting agent by the numbers of `numbering`; all others have none. Rewards come at the end and sum up to 0: the share
of the win less an equal one, or with `by_points` the points less everybody's mean. An agent that takes an illegal
action loses. Chance is seeded by `reset`.

`ansi` renders the events since the last decision as sentences, and the public position; `human` prints that.
"""

import sys
from random import Random
from typing import Any

import gymnasium.logger
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from tavolo.games import load, manifest
from tavolo.rules.contract import TABLE, Setup
from tavolo_host.research.encoding import Encoding
from tavolo_host.research.numbering import numbering_of
from tavolo_host.research.play import HORIZON, Play
from tavolo_host.texts.sentences import sentence


def env(game: str, players: int = 0, render_mode: str | None = None, **settings: int) -> AECEnv:
    """Return an environment that refuses illegal actions; its arguments are those of `TableEnv`."""
    table = wrappers.TerminateIllegalWrapper(TableEnv(game, players, render_mode, **settings), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(table))


class TableEnv(AECEnv):
    """A game at the table, by default for the fewest `players`.

    `settings` are the game's options by name, `horizon` (decisions after which it is truncated) and `by_points`.
    ValueError, in a sentence, for a setting that the game does not have.
    """

    def __init__(self, game: str, players: int = 0, render_mode: str | None = None, **settings: int) -> None:
        super().__init__()
        own = manifest(game)
        horizon = settings.pop("horizon", HORIZON)
        self._by_points = bool(settings.pop("by_points", 0))
        options = tuple([settings.pop(option.name, option.default) for option in own.OPTIONS])
        if settings:
            raise ValueError(f"{own.TITLE} has no setting {', '.join(settings)}.")
        self._play = Play(Setup(load(game), players or own.SEATS[0], options, True), horizon)
        self._encoding = Encoding(self._play)
        self._random = Random()
        self.render_mode = render_mode
        self.metadata = {
            "name": f"tavolo_{game}",
            "render_modes": ["human", "ansi"],
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.possible_agents = [f"player_{player}" for player in range(self._play.setup.players)]
        count = numbering_of(game, self._play.setup.players).count
        self._actions = spaces.Discrete(count)
        seen = spaces.Box(0, 1, self._encoding.numbers.shape, np.float32)
        self._observations = spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (count,), np.int8)})

    def __getstate__(self) -> dict[str, Any]:
        """Leave out the encoding, which `play` determines: so it can be copied and pickled, with its random state."""
        return {name: value for name, value in vars(self).items() if name != "_encoding"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._encoding = Encoding(Play(self._play.setup))

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of all actions, the same for every agent."""
        return self._actions

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of observations, the same for every agent."""
        return self._observations

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Restart; with a seed, chance is the same each time."""
        if seed is not None:
            self._random = Random(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._play = Play(self._play.setup, self._play.horizon)
        self._go_on()

    def step(self, action: int | None) -> None:
        """Carry out an action of the agent whose turn it is; None for one whose game is over.

        ValueError or contract.Refused, changing nothing, for an impossible action.
        """
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._play.decide(int(action))  # type: ignore[arg-type]
        self._go_on()
        if self.render_mode == "human":
            self.render()

    def _go_on(self) -> None:
        """Let chance act, and find out whose turn it is, or that the game is over."""
        self._play.draw_all(self._random.randrange)
        if not self._play.is_over():
            self.agent_selection = self.possible_agents[self._play.acting]
            return
        ended = self._play.setup.game.outcome(self._play.position) is not None
        self.terminations = dict.fromkeys(self.agents, ended)
        self.truncations = dict.fromkeys(self.agents, not ended)
        self.rewards = dict(zip(self.agents, self._play.returns(self._by_points), strict=True))
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent knows, and its legal actions if it is acting."""
        player = self.possible_agents.index(agent)
        self._encoding.set_from(self._play, player)
        mask = np.zeros(self._actions.n, np.int8)
        if player == self._play.acting:
            mask[self._play.legal()] = 1
        return {"observation": self._encoding.numbers.copy(), "action_mask": mask}

    def legal(self) -> list[int]:
        """Return the numbers of the acting agent's legal actions."""
        return self._play.legal()

    def render(self) -> str | None:
        """Return or print what everybody sees, as `render_mode` says."""
        if self.render_mode is None:
            gymnasium.logger.warn("Without a render mode nothing is rendered.")
            return None
        told = [sentence(event) for event in self._play.told]
        text = "\n".join([*told, self._play.observation_text(TABLE)]) + "\n"
        if self.render_mode == "ansi":
            return text
        sys.stdout.write(text)
        return None

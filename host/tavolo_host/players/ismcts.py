"""One search for all games: an information set Monte Carlo tree search, from what a player knows.

Each iteration draws a determinization that agrees with the player's view (`of_game.determinize`), goes down the tree by
what that player sees of each action, adds one decision, and plays on from there. The result is propagated back along
the path. The tree is that of Cowling, Powley and Whitehouse, “Information Set Monte Carlo Tree Search” (2012), with one
tree (SO-ISMCTS): an action counts as available only in iterations in which it was legal, so that a rare one does not
look neglected. Here

- others' secret choices share one branch: they follow the rollout policy, since nobody can react to them;
- the rules draw the outcomes of chance, which branch as far as the player sees them;
- a game's `search` may have a rollout policy (what a sensible player is likely to do), a number of decisions that help,
  and an evaluation of the position after them. Without these it plays at random to the end of the game;
- a reward mixes the share of the win with the lead over the others' mean, which decides most games. The search learns
  how large a large lead is, so no game has to say it.

Nothing here reads a clock: the same view, random numbers and iterations give the same figures.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import log, sqrt
from random import Random
from typing import TYPE_CHECKING, Any

from tavolo.rules.contract import CHANCE
from tavolo_host.players import of_game
from tavolo_host.players.playout import TO_THE_END, playout
from tavolo_host.players.reasons import Figure
from tavolo_host.players.thinking import Decision

if TYPE_CHECKING:
    from tavolo.rules.game import Action, Game, Position

EXPLORING = 0.5  # exploration constant, for rewards from 0 to 1
WINNING = 0.3  # the weight of the share of the win in a reward; the rest is the lead
LARGE = 2.0  # times the usual lead: a larger one does not count more
ITERATIONS = 300  # for a decision, in games that do not say otherwise; and likewise
SAMPLES = 100


class Heuristics:
    """How the search plays a game: the names that its `search` module may have, and defaults for those it lacks.

    rollout_policy  (position, player, random): what a sensible player is likely to do in a dealt position, quickly
    evaluate        (position): everybody's points in an unfinished position, including what it promises
    prune           (position, player): the actions worth searching, some of the legal ones in their order; none if the
                    player can act, but had better wait for others
    shortlist       (known, player, random): the legal actions between which the search of `player` decides
    DECISIONS       after which a rollout stops, and `evaluate` tells how everybody stands
    ITERATIONS      of a search, for one decision: at most 200 ms
    DEPTH           of the tree, in decisions: one where what is seen afterwards hardly ever repeats
    SHARED          iterations that use the same determinization, where drawing one takes long
    EXPLORING       instead of EXPLORING here; and likewise
    WINNING         less where `evaluate` tells little about who wins
    SAMPLES         that tell afterwards what a decision cost (`costs`)
    LEAD            whether that is counted in the lead, where one player's points say little without the other's
    """

    def __init__(self, game: "Game") -> None:
        def anything(position: "Position", player: int, random: Random) -> "Action":
            actions = game.legal(position, player)
            return actions[int(random.random() * len(actions))] if actions else ()

        own = partial(getattr, of_game.search_of(game.NAME))
        self.rollout_policy: Callable[[Any, int, Random], Action] = own("rollout_policy", anything)
        self.evaluate: Callable[[Any], list[float]] = own("evaluate", partial(of_game.points, game))
        self.prune: Callable[[Any, int], list[Action]] = own("prune", game.legal)
        self.shortlist: Callable[[Any, int, Random], list[Action]] = own(
            "shortlist", lambda known, player, _random: self.prune(known, player)
        )
        self.decisions: int = own("DECISIONS", TO_THE_END)
        self.iterations: int = own("ITERATIONS", ITERATIONS)
        self.depth: int = own("DEPTH", TO_THE_END)
        self.shared: int = own("SHARED", 1)
        self.exploring: float = own("EXPLORING", EXPLORING)
        self.winning: float = own("WINNING", WINNING)
        self.samples: int = own("SAMPLES", SAMPLES)
        self.lead: bool = own("LEAD", False)
        self._game = game

    def points(self, position: "Position") -> list[float]:
        """Return everybody's points in a position: those at the end of a game, or as `evaluate` has them."""
        return self.evaluate(position) if self._game.outcome(position) is None else of_game.points(self._game, position)


class Branch:
    """An action in the tree, or what is seen of it: its mean reward to the player, and the branches that follow."""

    __slots__ = ("follows", "lead", "possible", "reward", "visits", "wins")

    def __init__(self) -> None:
        self.visits = 0
        self.possible = 0
        self.reward = self.wins = self.lead = 0.0
        self.follows: dict[Any, Branch] = {}

    def following(self, seen: Any) -> "Branch":
        """Return the branch of what was seen next, a new one the first time."""
        found = self.follows.get(seen)
        if found is None:
            found = self.follows[seen] = Branch()
        return found


class TreeSearch:
    """The search for one decision.

    Call `iterate` as often as there is time, then read `figures`. ValueError, in a sentence, when no position agrees
    with the view, for example after a mistake at the table.
    """

    def __init__(self, decision: Decision) -> None:
        self._game, self._known, self._player, self._random, _ = game, known, player, random, _ = decision
        self._heuristics = heuristics = Heuristics(game)
        policy = heuristics.rollout_policy
        self._likely: Callable[[Any, int], Action] = lambda position, player: policy(position, player, random)
        self.iterations = heuristics.iterations
        self._root = Branch()
        self._shortlist = heuristics.shortlist(known, player, random)
        self._determinization = known
        self._left = 0  # iterations that it still serves
        self._leads = 0.0  # the sum of their squares, of all players and iterations
        self._counted = 0

    def iterate(self) -> None:
        """Draw a determinization, go down the tree in it, play on, and propagate the result back."""
        heuristics, below = self._heuristics, self._random.randrange
        if self._left == 0:
            self._determinization = of_game.determinize(self._game, self._known, self._player, self._random)
            self._left = heuristics.shared
        self._left -= 1
        position = self._determinization.copy() if self._left else self._determinization
        way = self._go_down(position)
        for _ in playout(self._game, position, self._likely, below, decisions=heuristics.decisions):
            pass
        shares, leads = self._standing(position)
        usual = LARGE * sqrt(self._leads / self._counted) or 1.0
        winning = heuristics.winning
        for branch, player in way:
            lead = max(-1.0, min(1.0, leads[player] / usual))
            branch.visits += 1
            branch.reward += winning * shares[player] + (1 - winning) * (lead + 1) / 2
            branch.wins += shares[player]
            branch.lead += leads[player]

    def figures(self) -> "dict[Action, Figure]":
        """Return the figures of each action that was tried."""
        return {
            action: Figure(branch.visits, branch.wins / branch.visits, branch.lead / branch.visits)
            for action, branch in self._root.follows.items()
            if branch.visits
        }

    # ---- an iteration

    def _go_down(self, position: "Position") -> list[tuple[Branch, int]]:
        """Follow the tree until an action is new; return the branches of all decisions, each with its player."""
        game, branch = self._game, self._root
        way: list[tuple[Branch, int]] = []
        player, actions = self._player, self._shortlist
        while True:
            if len(actions) == 1 and way:
                branch = self._act(position, player, actions[0], branch)
            elif player != self._player and game.public(actions[0]) != actions[0]:
                branch = self._act(position, player, self._likely(position, player), branch)
            else:
                action, is_new = self._selected(branch, actions)
                branch = self._act(position, player, action, branch)
                way.append((branch, player))
                if is_new or len(way) == self._heuristics.depth:
                    self._chance(position, branch)
                    return way
            branch = self._chance(position, branch)
            player, actions = self._next(position)
            if not actions:
                return way

    def _act(self, position: "Position", player: int, action: "Action", branch: Branch) -> Branch:
        self._game.apply(position, action)
        return branch.following(action if player == self._player else self._game.public(action))

    def _chance(self, position: "Position", branch: Branch) -> Branch:
        """Let chance act while it is next; return the branch of what the player sees of that."""
        game = self._game
        for action in chance_acts(game, position, self._random):
            seen = game.public(action)
            hands = getattr(position, "hands", None)
            branch = branch.following((seen, tuple(hands[self._player])) if hands and seen != action else seen)
        return branch

    def _next(self, position: "Position") -> "tuple[int, list[Action]]":
        """Return who decides next, and between which actions; none at the end. Those who can only wait are skipped."""
        for player in self._game.to_act(position):
            actions = self._heuristics.prune(position, player)
            if actions:
                return player, actions
        return self._player, []

    def _selected(self, branch: Branch, actions: "Sequence[Action]") -> "tuple[Action, bool]":
        """Return the action to try now, and whether it is new: the untried first, then the most promising."""
        known = branch.follows
        untried = [action for action in actions if action not in known or not known[action].possible]
        if untried:
            action = untried[int(self._random.random() * len(untried))]
            branch.following(action).possible = 1
            return action, True
        best, most = actions[0], -1.0
        for action in actions:
            each = known[action]
            each.possible += 1
            promise = each.reward / each.visits + self._heuristics.exploring * sqrt(log(each.possible) / each.visits)
            if promise > most:
                best, most = action, promise
        return best, False

    def _standing(self, position: "Position") -> tuple[list[float], list[float]]:
        """Return all shares of the win and leads over the others' mean; note how large leads are."""
        outcome = self._game.outcome(position)
        points = self._heuristics.points(position)
        others, total = len(points) - 1, sum(points)
        leads = [own - (total - own) / others for own in points]
        self._counted += len(leads)
        self._leads += sum([lead * lead for lead in leads])
        winners = outcome[1:] if outcome else [player for player, own in enumerate(points) if own == max(points)]
        return [(player in winners) / len(winners) for player in range(len(points))], leads


def chance_acts(game: "Game", position: "Position", random: Random) -> "Iterator[Action]":
    """Let chance act in a determinization while it is next; yield each of its actions, which has been applied."""
    while game.to_act(position) == (CHANCE,):
        action = game.chance(position, random.randrange)
        assert action, "a determinization knows every card"
        game.apply(position, action)
        yield action


def searched(decision: Decision, iterations: int | None = None) -> "dict[Action, Figure]":
    """Return the figures of a search with that many iterations, by default as many as the game wants.

    ValueError when no position agrees with the view. A game is not searched whose `search` has its own
    figures(known, player, random), which beat those of the tree.
    """
    own: Callable[..., dict[Action, Figure]] | None = getattr(of_game.search_of(decision.game.NAME), "figures", None)
    if own:
        return own(decision.known, decision.player, decision.random)
    search = TreeSearch(decision)
    for _ in range(search.iterations if iterations is None else iterations):
        search.iterate()
    return search.figures()


def considered(game: "Game", known: "Position", player: int) -> "list[Action]":
    """Return the legal actions that are worth searching; none if the player had better wait for others."""
    return Heuristics(game).prune(known, player)

"""Every game of the table as a game of OpenSpiel. Importing this registers them: `tavolo_bambuti` and so on.

    import pyspiel
    from tavolo_host.research import for_open_spiel

    game = pyspiel.load_game("tavolo_david_goliath(players=4,deals=2)")

The parameters of a game are `players`, its own options by their names, `horizon` (decisions after which it ends without
a winner), `memory` (for how many numbers of the history the information state's tensor has room), and `by_points`
(returns are points, less the average of all, instead of shares of the win). Returns are 0 in sum either way.

Decisions at the same time come one after the other, and chance card by card: how, `play` says. The information state's
text is all that a player saw since the start. Its tensor is the observation, which is what the player sees now, and the
end of that history, as much as there is room for: `encoding` says how both are written.
"""

from typing import TYPE_CHECKING, Any

import pyspiel

from tavolo.games import folder_of, load, manifest, names
from tavolo.rules.contract import CHANCE, TABLE, Setup
from tavolo_host.research.encoding import MEMORY, Encoding
from tavolo_host.research.numbering import numbering_of, numbers_in
from tavolo_host.research.play import HORIZON, Play, demand_number

if TYPE_CHECKING:
    from tavolo_host.research.encoding import Floats

MOST_FACES = 20  # of a die
FARTHEST = 10_000.0  # points from the average


class TavoloGame(pyspiel.Game):
    """A game, for so many players and with such options; which one, its class for it says by `name`."""

    name = ""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        game = load(self.name)
        given = {**_parameters(self.name), **(params or {})}
        self.setup = Setup(game, given["players"], tuple(given[option.name] for option in game.OPTIONS), True)
        self.horizon = given["horizon"]
        self.memory = given["memory"]
        self.by_points = given["by_points"]
        demand_number("horizon", self.horizon, 1)
        demand_number("memory", self.memory, 0)
        self._most_cards = max(numbers_in(game) - 1, MOST_FACES)
        info = pyspiel.GameInfo(
            num_distinct_actions=numbering_of(self.name, self.setup.players).count,
            max_chance_outcomes=self._most_cards,
            num_players=self.setup.players,
            min_utility=-FARTHEST if self.by_points else -1 / self.setup.players,
            max_utility=FARTHEST if self.by_points else 1 - 1 / self.setup.players,
            utility_sum=0.0,
            max_game_length=self.horizon,
        )
        super().__init__(_game_type(self.name), info, params or {})

    def __reduce__(self) -> tuple[Any, ...]:
        return _game_of, (str(self),)

    def new_initial_state(self) -> "TavoloState":
        """Return the start."""
        return TavoloState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return a bound: before each decision all cards might be dealt anew."""
        return int((self.horizon + 1) * self._most_cards)

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: dict[str, Any] | None = None
    ) -> "TavoloObserver":
        """Return what looks at states; ValueError for parameters, and for a look at everybody's secrets."""
        if params:
            raise ValueError(f"There are no parameters of an observation, so not {params}.")
        return TavoloObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


def _game_of(text: str) -> TavoloGame:
    """Return the game of a text; whoever finds this function has registered the games."""
    game: TavoloGame = pyspiel.load_game(text)
    return game


class TavoloState(pyspiel.State):
    """A place of a game's tree: `play` is where the game is."""

    def __init__(self, game: TavoloGame) -> None:
        super().__init__(game)
        self.play = Play(game.setup, game.horizon)

    def __reduce__(self) -> tuple[Any, ...]:
        return _state_after, (self.get_game(), self.history())

    def current_player(self) -> int:
        """Return who decides, or that it is chance's, or over."""
        return self.play.acting

    def _legal_actions(self, player: int) -> list[int]:
        return self.play.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what chance can draw next, all as likely."""
        return [(outcome, 1 / self.play.outcomes) for outcome in range(self.play.outcomes)]

    def _apply_action(self, action: int) -> None:
        if self.play.acting == CHANCE:
            self.play.draw(action)
        else:
            self.play.decide(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == CHANCE:
            return f"draw {action}"
        return self.play.setup.game.action_text(self.play.action_of(action, player))

    def is_terminal(self) -> bool:
        """Return whether it is over, or the horizon is reached."""
        return self.play.is_over()

    def returns(self) -> list[float]:
        """Return what everybody has in the end, 0 before it."""
        return self.play.returns(self.get_game().by_points)

    def __str__(self) -> str:
        return self.play.text()


def _state_after(game: TavoloGame, history: list[int]) -> TavoloState:
    state = game.new_initial_state()
    for action in history:
        state.apply_action(action)
    return state


class TavoloObserver:
    """What OpenSpiel looks at a state with: `tensor`, its pieces by name in `dict`, and texts."""

    def __init__(self, game: TavoloGame, kind: pyspiel.IIGObservationType) -> None:
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("Nobody sees what all players know.")
        self._kind = kind
        self._sees_own = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        memory = game.memory if kind.perfect_recall and kind.public_info and self._sees_own else 0
        self._encoding = Encoding(Play(game.setup), memory, kind.public_info, self._sees_own)
        self.tensor: Floats = self._encoding.numbers
        self.dict: dict[str, Floats] = self._encoding.parts

    def set_from(self, state: TavoloState, player: int) -> None:
        """Write what `player` knows into the tensor."""
        self._encoding.set_from(state.play, player)

    def string_from(self, state: TavoloState, player: int) -> str:
        """Return what `player` knows, as a text."""
        if not self._kind.public_info:
            game = state.play.setup.game
            return " ".join(map(game.card_text, state.play.held(player))) if self._sees_own else ""
        if self._kind.perfect_recall and self._sees_own:
            return f"player {player}\n{state.play.history_text(player)}"
        return state.play.observation_text(player if self._sees_own else TABLE)


def short_name(name: str) -> str:
    """Return what OpenSpiel calls a game."""
    return f"tavolo_{folder_of(name)}"


def _parameters(name: str) -> dict[str, Any]:
    """Return the parameters of a game, and what they are unless given."""
    own = manifest(name)
    options = {option.name: option.default for option in own.OPTIONS}
    return {"players": own.SEATS[0], **options, "horizon": HORIZON, "memory": MEMORY, "by_points": False}


def _game_type(name: str) -> pyspiel.GameType:
    own = manifest(name)
    return pyspiel.GameType(
        short_name=short_name(name),
        long_name=own.TITLE,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=own.SEATS[1],
        min_num_players=own.SEATS[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=_parameters(name),
    )


def register() -> None:
    """Have OpenSpiel know every game."""
    for name in names():
        # A class, as its other games are: a function is given up only when Python has ended, and takes it down.
        pyspiel.register_game(_game_type(name), type(f"TavoloGame_{folder_of(name)}", (TavoloGame,), {"name": name}))


register()

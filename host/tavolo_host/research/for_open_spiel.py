"""Every game of the table as a game of OpenSpiel. Importing this registers them: `tavolo_bambuti` and so on.

    import pyspiel
    from tavolo_host.research import for_open_spiel

    game = pyspiel.load_game("tavolo_david_goliath(players=4,deals=2)")

A game's parameters are `players`, its own options by name, `horizon` (decisions after which it ends without a winner),
`memory` (how many numbers of the history fit into the information state's tensor), and `by_points` (returns are points,
less everybody's mean, instead of shares of the win). Returns sum up to 0 either way.

`play` puts simultaneous decisions and the cards that chance draws one after the other. The information state's text is
all that a player has seen since the start. Its tensor is the observation, which is what the player sees now, and as
much of the end of that history as fits: see `encoding`.
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
FARTHEST = 10_000.0  # points from the mean


class TavoloGame(pyspiel.Game):
    """A game with a number of players and options; its subclass for each game says which by `name`."""

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
        """Return an upper bound: before each decision all cards might be dealt again."""
        return int((self.horizon + 1) * self._most_cards)

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: dict[str, Any] | None = None
    ) -> "TavoloObserver":
        """Return an observer; ValueError for parameters, and for a view of everybody's secrets."""
        if params:
            raise ValueError(f"An observation has no parameters, so not {params}.")
        return TavoloObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


def _game_of(text: str) -> TavoloGame:
    """Return the game of a text; unpickling this function imports the module, which registers the games."""
    game: TavoloGame = pyspiel.load_game(text)
    return game


class TavoloState(pyspiel.State):
    """A node of a game's tree; `play` is the game there."""

    def __init__(self, game: TavoloGame) -> None:
        super().__init__(game)
        self.play = Play(game.setup, game.horizon)

    def __reduce__(self) -> tuple[Any, ...]:
        return _state_after, (self.get_game(), self.history())

    def current_player(self) -> int:
        """Return who decides, or that chance is next, or that the game is over."""
        return self.play.acting

    def _legal_actions(self, player: int) -> list[int]:
        return self.play.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what chance can draw next, all equally likely."""
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
        """Return whether the game is over, or the horizon is reached."""
        return self.play.is_over()

    def returns(self) -> list[float]:
        """Return everybody's return at the end, 0 before it."""
        return self.play.returns(self.get_game().by_points)

    def __str__(self) -> str:
        return self.play.text()


def _state_after(game: TavoloGame, history: list[int]) -> TavoloState:
    state = game.new_initial_state()
    for action in history:
        state.apply_action(action)
    return state


class TavoloObserver:
    """OpenSpiel's observer of a state: `tensor`, its pieces by name in `dict`, and texts."""

    def __init__(self, game: TavoloGame, kind: pyspiel.IIGObservationType) -> None:
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("No observer sees what all players know.")
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
        """Return what `player` knows, as text."""
        if not self._kind.public_info:
            game = state.play.setup.game
            return " ".join(map(game.card_text, state.play.held(player))) if self._sees_own else ""
        if self._kind.perfect_recall and self._sees_own:
            return f"player {player}\n{state.play.history_text(player)}"
        return state.play.observation_text(player if self._sees_own else TABLE)


def short_name(name: str) -> str:
    """Return OpenSpiel's name of a game."""
    return f"tavolo_{folder_of(name)}"


def _parameters(name: str) -> dict[str, Any]:
    """Return the parameters of a game with their defaults."""
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
    """Register every game with OpenSpiel."""
    for name in names():
        # A class, like OpenSpiel's other games: a function would be released after Python has ended, which crashes.
        pyspiel.register_game(_game_type(name), type(f"TavoloGame_{folder_of(name)}", (TavoloGame,), {"name": name}))


register()

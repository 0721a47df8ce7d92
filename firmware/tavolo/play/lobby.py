"""The lobby: starting a game with keys alone.

✓ at a seat joins, and leaves again. The first seat leads: ◀ ▶ choose a game, ✓ takes it; then ◀ ▶ change the value of
an option and ✓ goes to the next; the last ✓ starts. Players sit clockwise from the first seat that joined, which
therefore is player 0.
"""

from tavolo.games import load, manifest, names
from tavolo.play.reasons import OPTION_NOT_POSSIBLE, WRONG_NUMBER_OF_PLAYERS
from tavolo.seat.states import RIGHT, TAKE
from tavolo.wiring import SEATS

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from tavolo.rules.contract import Setup
    from tavolo.rules.game import Game, Manifest

NO_OPTION = -1


class Lobby:
    """Who has joined, in order, and what the first of them is choosing.

    `game_index` is an index of tavolo.games.names(); `option_index` is one of the game's OPTIONS, NO_OPTION while a
    game is chosen.
    """

    def __init__(self) -> None:
        self.joined: list[int] = []
        self.game_index = 0
        self.option_index = NO_OPTION
        self.values: list[int] = []

    def option_value(self) -> int:
        """Return the value of the present option, 0 without one."""
        return self.values[self.option_index] if self.option_index != NO_OPTION else 0

    def seats(self) -> tuple[int, ...]:
        """Return the seats of players 0, 1, ...: clockwise from the first that joined."""
        if not self.joined:
            return ()
        return clockwise(self.joined, self.joined[0])

    def press(self, seat: int, key: int) -> "tuple[Setup | None, tuple[int, ...] | None]":
        """Take a key; return (the setup of a game that starts now or None, reason of a refusal or None)."""
        if not self.joined or seat != self.joined[0]:
            if key == TAKE:
                self._join_or_leave(seat)
            return None, None
        if key == TAKE:
            return self._take()
        self._walk(1 if key == RIGHT else -1)
        return None, None

    def _join_or_leave(self, seat: int) -> None:
        if seat in self.joined:
            self.joined.remove(seat)
        else:
            self.joined.append(seat)

    def _walk(self, step: int) -> None:
        if self.option_index == NO_OPTION:
            self.game_index = (self.game_index + step) % len(names())
            return
        option = self._manifest().OPTIONS[self.option_index]
        count = option.high - option.low + 1
        value = self.values[self.option_index]
        self.values[self.option_index] = option.low + (value - option.low + step) % count

    def _take(self) -> "tuple[Setup | None, tuple[int, ...] | None]":
        game = self._manifest()
        fewest, most = game.SEATS
        if not fewest <= len(self.joined) <= most:
            self.option_index = NO_OPTION
            return None, (WRONG_NUMBER_OF_PLAYERS, len(self.joined), fewest, most)
        if self.option_index == NO_OPTION:
            self.values = [option.default for option in game.OPTIONS]
        self.option_index += 1
        if self.option_index < len(game.OPTIONS):
            return None, None
        self.option_index = NO_OPTION
        rules = load(game.NAME)
        wrong = self._wrong_option(rules)
        if wrong != NO_OPTION:
            return None, (OPTION_NOT_POSSIBLE, wrong + 1, self.values[wrong])
        return self._setup(rules, self.values), None

    def _wrong_option(self, game: "Game") -> int:
        """Return the option whose value prevents the start, NO_OPTION if the game can start."""
        for index in range(NO_OPTION, len(game.OPTIONS)):
            values = self.values[:]
            if index != NO_OPTION:
                values[index] = game.OPTIONS[index].default
            try:
                game.start(self._setup(game, values))
            except ValueError:
                continue
            return index
        return len(game.OPTIONS) - 1

    def _setup(self, game: "Game", values: "list[int]") -> "Setup":
        from tavolo.rules.contract import Setup  # imported here so that the lobby is ready sooner

        return Setup(game, len(self.joined), tuple(values))

    def _manifest(self) -> "Manifest":
        return manifest(names()[self.game_index])


def clockwise(places: "list[int]", first: int) -> tuple[int, ...]:
    """Return physical seats in clockwise order, beginning at `first`."""
    return tuple(sorted(places, key=lambda seat: (seat - first) % SEATS))

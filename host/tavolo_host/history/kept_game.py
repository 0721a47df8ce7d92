"""What is read of a game that was kept."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

Action = tuple[int, ...]  # as in `tavolo.rules.game`

OPEN, OVER, ABANDONED = "", "over", "abandoned"


class KeptPlayer(NamedTuple):
    """Who played at a seat for player number `player` since that many actions.

    `name` is "" if none was told or it was forgotten; `level` is that of a virtual player, "" for a person.
    """

    player: int
    seat: int
    name: str
    level: str = ""
    since: int = 0


@dataclass(frozen=True, slots=True)
class KeptAction:
    """An action, in the milliseconds `at` since the game began."""

    action: Action
    at: int


class KeptDeck(NamedTuple):
    """Where the cards of a game came from that the laptop dealt, as in `people.hidden_hands.Deck`.

    `commitment` was shown before the first card; `seed` is "" until the game has ended. Cards of the first `since`
    actions came from elsewhere.
    """

    commitment: str
    seed: str
    since: int = 0


class KeptGame(NamedTuple):
    """A game without its actions.

    `game` is its name ("kuh-vadis"), `began` and `ended` seconds since 1970, None while it is open. `ending` is OPEN,
    OVER or ABANDONED. `length` is the number of actions of a game that has ended, `rules` the digest of the rules;
    `is_taken_back` says that something was taken back after it had been seen. `board` is "" for a virtual board.
    `outcome` has the numbers of a game that is over, `points` what each player had, if the game counts any. `players`
    has each player's first, then those who took their places. `deck` is None where cards were dealt by hand, or none.
    """

    id: int
    evening: int
    game: str
    setup: str
    began: float
    ended: float | None
    ending: str
    length: int
    rules: str
    board: str
    is_taken_back: bool
    outcome: tuple[int, ...]
    points: tuple[float, ...]
    players: tuple[KeptPlayer, ...]
    deck: KeptDeck | None = None

    def at_end(self) -> tuple[KeptPlayer, ...]:
        """Return who played last, by player."""
        last = {player.player: player for player in self.players}
        return self.players if len(last) == len(self.players) else tuple(last[player] for player in sorted(last))


@dataclass(frozen=True, slots=True)
class Standing:
    """A game as it stands at a table, to be kept.

    `people` has (name, level) of each player as in `KeptPlayer`. `actions` are in the most private form that is known;
    `outcome` and `points` belong to a game that is over. `board` is that of a board that is watched. `visitors` are the
    browsers that have had a seat in it; `deck` has its seed.
    """

    setup: str
    seats: tuple[int, ...]
    people: tuple[tuple[str, str], ...]
    actions: Sequence[Action]
    is_taken_back: bool = False
    outcome: tuple[int, ...] = ()
    points: tuple[float, ...] = ()
    board: str = ""
    visitors: Collection[str] = ()
    deck: KeptDeck | None = None


@dataclass(frozen=True, slots=True)
class Unfinished:
    """What it takes to go on with a game: `actions` and `deck` with all that is hidden, and as in `Ledger.keep`."""

    game: KeptGame
    actions: list[Action]
    people: str
    flash: bytes
    deck: KeptDeck | None = None


@dataclass(frozen=True, slots=True)
class AtPlace:
    """A table as it was last, `saved` in seconds since 1970; `people` as in `Ledger.keep`, the id of its open game."""

    people: str
    saved: float
    game: int | None

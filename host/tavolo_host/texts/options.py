"""What the options of games mean, in people's words.

Each game declares its options once, in OPTIONS of its words: front door, lobby and `tavolo games` show them from there.
To the board an option is a number (`tavolo.rules.contract.Option`); which numbers go together with how many players is
for `start` of the rules to say.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from tavolo.games import folder_of
from tavolo.rules.contract import LEAST_OWN, Setup
from tavolo_host.runtime.game_folders import part_of
from tavolo_host.texts.sentences import OF_A_GAME


class Kind(Enum):
    """How an option is chosen."""

    YES_NO = auto()
    NUMBER = auto()
    NAMED = auto()  # one of several things with names
    DRAWN = auto()  # the same, and each has a picture: the board before the first move
    PLAYER = auto()


@dataclass(frozen=True)
class Meaning:
    """An option in words: a title, the words for single values, and the words for all other values.

    The words for a value say in the middle of a sentence what it changes. In them {} is the value; in the words of a
    player, the name: of that player, or for a value below 0 of the first player. `own` are the words for a sheet or
    board of one's own.
    """

    kind: Kind
    title: str
    named: Mapping[int, str]
    others: str = ""
    own: str = ""

    def in_words(self, value: int, translate: Callable[[str], str], players: Sequence[str] = ()) -> str:
        """Return what a value changes; `players` are the names of the players, "player 1" and so on without them."""
        if self.own and value >= LEAST_OWN:
            return translate(self.own)
        shown = self._player(max(value, 0), translate, players) if self.kind is Kind.PLAYER else str(value)
        return translate(self.named.get(value, self.others)).format(shown)

    def choice(self, value: int, translate: Callable[[str], str], players: Sequence[str] = ()) -> str:
        """Return a value below the title: for a player just the name."""
        if self.kind is Kind.PLAYER and value not in self.named:
            return self._player(value, translate, players)
        return self.in_words(value, translate, players)

    def _player(self, player: int, translate: Callable[[str], str], players: Sequence[str]) -> str:
        return players[player] if player < len(players) else translate("player {}").format(player + 1)

    def texts(self) -> list[str]:
        """Return all words that are translated."""
        return [self.title, *self.named.values(), *filter(None, (self.others, self.own))]


def yes_no(yes: str, no: str, title: str = "") -> Meaning:
    """Return the meaning of an option that is 1 for yes and 0 for no; the title is `yes` unless given."""
    return Meaning(Kind.YES_NO, title or yes, {0: no, 1: yes})


def number(title: str, words: str, named: Mapping[int, str] | None = None) -> Meaning:
    """Return the meaning of an option that is a number."""
    return Meaning(Kind.NUMBER, title, named or {}, words)


def one_of(title: str, named: Iterable[str], others: str = "", is_drawn: bool = False, own: str = "") -> Meaning:
    """Return the meaning of an option that names things, from 1 on; `is_drawn` if each is another board or sheet."""
    return Meaning(Kind.DRAWN if is_drawn else Kind.NAMED, title, dict(enumerate(named, 1)), others, own)


def one_player(title: str, words: str, nobody: str = "") -> Meaning:
    """Return the meaning of an option that is a player; `nobody` are the words for -1."""
    return Meaning(Kind.PLAYER, title, {-1: nobody} if nobody else {}, words)


def meaning_of(game_name: str, option: str) -> Meaning:
    """Return what an option of a game means. Without words, raise ValueError, which names the file to edit."""
    meanings: Mapping[str, Meaning] = part_of(game_name).OPTIONS
    if option not in meanings:
        raise ValueError(f"OPTIONS in {OF_A_GAME.format(folder_of(game_name))} has no words for {option}.")
    return meanings[option]


def differences(setup: Setup, translate: Callable[[str], str], players: Sequence[str] = ()) -> list[str]:
    """Return what the options change that are not as usual."""
    return [
        meaning_of(setup.game.NAME, option.name).in_words(value, translate, players)
        for option, value in zip(setup.game.OPTIONS, setup.options, strict=True)
        if value != option.default
    ]


def possible_values(setup: Setup, place: int) -> list[int]:
    """Return the values of an option, by its place in OPTIONS, with which the rules can start this game."""
    option = setup.game.OPTIONS[place]
    return [value for value in range(option.low, option.high + 1) if _can_start(changed(setup, place, value))]


def changed(setup: Setup, place: int, value: int) -> Setup:
    """Return a setup with another value of an option."""
    options = (*setup.options[:place], value, *setup.options[place + 1 :])
    return Setup(setup.game, setup.players, options)


def for_players(setup: Setup, players: int) -> Setup:
    """Return a setup for another number of players, with the same options as far as they are possible."""
    found = Setup(setup.game, players)
    for place, value in enumerate(setup.options):
        wished = changed(found, place, value)
        found = wished if _can_start(wished) else found
    return found


def _can_start(setup: Setup) -> bool:
    try:
        setup.game.start(setup)
    except ValueError:
        return False
    return True

"""For tests of secret choices: two courses of a random game that differ in one secret alone, up to the reveal.

For any game: a secret is an action with a card that its public form does not have; a reveal is what chance does when at
a table without that card it cannot.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

from tavolo.games import load, names
from tavolo.games.cards import code_of
from tavolo.rules.contract import CHANCE, TABLE, Refused, Setup
from tavolo.rules.record import Record
from tests.rules.play import played_out
from tests.rules.support import Numbers

PLAYERS = 3  # if the game is for that many
SAMPLE = 3  # games that are searched for secrets of all kinds
MOST_GAMES = 100  # that are searched for one
Action = tuple[int, ...]
Fits = Callable[[Any, Action], bool]  # whether a secret in a position is of the required kind


def any_secret(position: Any, action: Action) -> bool:
    return True


class Course:
    """`past` was played; `script` is what follows, a secret and then decisions and chance, until before the reveal.

    `tried` is the code of a card that `player` first inserts and takes out again, touching ✓ in between if it
    `is_tried_to_be_sealed`. If it `lingers`, that card is read later, and its lift is felt earlier. `reveal` is the
    verb that comes next. Raises Refused for an impossible course.
    """

    is_seen_by_eve = True  # who sits at the page, at the seat before that of the secret

    def __init__(self, setup: Setup, actions: list[Action], place: int, reveal: int) -> None:
        self.setup, self.reveal = setup, reveal
        self.past, self.script = actions[:place], actions[place:]
        self.player = setup.game.actor(actions[place])
        self.tried = code_of(setup.game.NAME, setup.game.action_card(actions[place]))
        self.is_tried_to_be_sealed = False
        self.lingers = False
        self.record = Record(setup)
        for action in actions:
            self.record.apply(action)

    def is_over(self, actions: list[Action]) -> bool:
        """Whether the reveal is among the actions since the past."""
        return self.reveal in [action[0] for action in actions]


class OpenCourse(Course):
    """The first actions of a game, after which two cards are still hidden that have changed places."""

    is_seen_by_eve = False  # one of the two may be in her hand

    def __init__(self, setup: Setup, actions: list[Action]) -> None:
        super().__init__(setup, actions, 1, 0)
        self.tried = 0

    def is_over(self, actions: list[Action]) -> bool:
        return len(actions) >= len(self.script)


Pair = tuple[Course, Course]


def is_secret(game: Any, action: Action) -> bool:
    """Whether a player inserts a card that the public form of the action does not have."""
    return bool(game.actor(action) != CHANCE and game.action_card(action) != game.action_card(game.public(action)))


def is_reveal(game: Any, position: Any) -> bool:
    """Whether chance reveals sealed cards next: at a table where they are not known it could not."""
    known = game.view(position, TABLE)
    if game.to_act(position) != (CHANCE,) or not game.forgotten(known):
        return False
    return game.chance(known, lambda below: 0) is None and not game.legal(known, CHANCE)


def secrets_of(record: Record, fits: Fits) -> list[tuple[int, int]]:
    """The places of a game's secrets, each with the next reveal, if something is between them."""
    game, again = record.game, Record(record.setup)
    found: list[tuple[int, int]] = []
    secrets: list[int] = []
    for place, action in enumerate(list(record.actions)):
        if is_secret(game, action) and fits(again.position, action):
            secrets.append(place)
        elif secrets and is_reveal(game, again.position):
            found += [(secret, place) for secret in secrets if secret < place - 1]
            secrets.clear()
        again.apply(action)
    return found


def exchanged(game: Any, action: Action, one: int, other: int) -> Action:
    """An action with another card in its secret part."""
    known: Action = game.public(action)
    return known + tuple({one: other, other: one}.get(card, card) for card in action[len(known) :])


def others(game: Any, actions: list[Action], place: int, random: Random) -> Iterator[list[Action]]:
    """The same actions with another card in this place: there only, or also where chance deals."""
    own = game.action_card(actions[place])
    for card in random.sample(range(game.CARDS), game.CARDS):
        for is_dealt_otherwise in (False, True) if card != own else ():
            yield [
                exchanged(game, action, own, card)
                if at == place or (is_dealt_otherwise and game.actor(action) == CHANCE)
                else action
                for at, action in enumerate(actions)
            ]


def look_alike(one: Course, other: Course) -> bool:
    """Whether only the player with the secret can know which course it is."""
    game, positions = one.setup.game, (one.record.position, other.record.position)
    viewers = {TABLE, *range(one.setup.players)} - {one.player}
    return all(len({game.position_text(game.view(each, viewer)) for each in positions}) == 1 for viewer in viewers)


def a_game(name: str, seed: int) -> Record:
    """A random game in dealt play."""
    game = load(name)
    record: Record = played_out(
        Setup(game, min(max(PLAYERS, game.SEATS[0]), game.SEATS[1]), None, dealt=True), Numbers(seed)
    )
    return record


def a_secret(name: str, seed: int, fits: Fits = any_secret) -> Pair:
    """Two courses of a random game, from some action on, which differ in one secret of those that fit."""
    random = Random(f"{name} {seed}")
    for number in range(MOST_GAMES * seed, MOST_GAMES * (seed + 1)):
        record = a_game(name, number)
        actions, places = list(record.actions), secrets_of(record, fits)
        for place, end in random.sample(places, len(places)):
            one = Course(record.setup, actions[:end], place, actions[end][0])
            for changed in others(record.game, actions[:end], place, random):
                with suppress(Refused):
                    other = Course(record.setup, changed, place, actions[end][0])
                    if look_alike(one, other):
                        return one, other
    raise AssertionError(f"no such secret in {MOST_GAMES} games of {name}")


def an_open_pair(name: str, seed: int) -> Pair:
    """Two courses of the beginning of a random game that differ in two cards which nobody sees."""
    random, game, record = Random(f"open {name} {seed}"), load(name), a_game(name, seed)
    setup, exchanges = record.setup, [*combinations(range(game.CARDS), 2)]
    for one, other in random.sample(exchanges, len(exchanges)):
        actions = list(record.actions)[: random.randrange(4, 20)]
        changed = [exchanged(game, action, one, other) for action in actions]
        if changed == actions or [*map(game.public, changed)] != [*map(game.public, actions)]:
            continue
        with suppress(Refused):
            pair = OpenCourse(setup, actions), OpenCourse(setup, changed)
            views = {game.position_text(game.view(course.record.position, TABLE)) for course in pair}
            if len(views) == 1:
                return pair
    raise AssertionError(f"no two hidden cards of {name} can change places")


@cache
def kinds_of_secrets() -> dict[str, tuple[str, Fits]]:
    """The kinds of secrets in random games: "bambuti lay" and the like, with the game, and a test for the kind."""
    found: dict[str, tuple[str, Fits]] = {}
    for name in names():
        for seed in range(SAMPLE):
            record = a_game(name, seed)
            for place, _ in secrets_of(record, any_secret):
                verb, word = record.actions[place][0], record.game.action_text(record.actions[place]).split()[0]
                found[f"{name} {word}"] = (name, lambda _, action, verb=verb: action[0] == verb)
    return found

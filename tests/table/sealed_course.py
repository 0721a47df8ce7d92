"""For tests of secret choices: two courses of a random game that differ in one secret alone, up to the reveal."""

from collections.abc import Callable
from random import Random

from tavolo.games.bambuti import rules as bambuti
from tavolo.games.bambuti.rows import never_rises
from tavolo.games.cards import code_of
from tavolo.games.tanz_der_hornochsen import rules as hornochsen
from tavolo.games.tanz_der_hornochsen.choices import way_of_choosing
from tavolo.rules.contract import CHANCE, Refused, Setup
from tavolo.rules.record import Record

PLAYERS = 3  # of Tanz der Hornochsen
SECRETS = {"choose": hornochsen.CHOOSE, "choose-two": hornochsen.CHOOSE, "keep": hornochsen.KEEP}
Action = tuple[int, ...]


class Course:
    """`past` was played; `script` is what follows, decisions and chance, to before the reveal.

    `tried` is the code of a card that `player` first puts in and takes out again, and touches ✓ in between when that
    `is_tried_to_be_sealed`. With `lingers` that card is read later, and is felt to be lifted
    earlier.
    """

    def __init__(self, setup: Setup, past: list[Action], player: int, secret: Action) -> None:
        self.setup = setup
        self.past = past
        self.player = player
        self.script = [secret]
        self.tried = code_of(setup.game.NAME, setup.game.action_card(secret))
        self.is_tried_to_be_sealed = False
        self.lingers = False
        self.record = Record(setup)
        for action in [*past, secret]:
            self.record.apply(action)

    def go_on(self, action: Action) -> None:
        self.record.apply(action)
        self.script.append(action)


def go_on_alike(random: Random, one: Course, other: Course) -> bool:
    """Go on with both alike to the reveal; return whether that was possible."""
    game = one.setup.game
    while True:
        acting = game.to_act(one.record.position)
        if acting == (CHANCE,):
            action = one.record.chance(random.randrange)
            if action is None or action[0] == game.REVEAL:
                return True
        else:
            player = random.choice(acting)
            possible = game.legal(other.record.position, player)
            options = [action for action in game.legal(one.record.position, player) if action in possible]
            if not options:
                if len(acting) == 1:
                    return False
                continue
            action = random.choice(options)
        try:
            one.go_on(action)
            other.go_on(action)
        except Refused:
            return False


Pair = tuple[Course, Course]


def tile_secrets(kind: str, record: Record) -> list[tuple[int, ...]]:
    """The secret decisions of this kind that a player has in this position, two at least, or none."""
    position = record.position
    acting = [player for player in hornochsen.to_act(position) if player != CHANCE]
    if not acting or (kind == "choose-two") != (position.left[acting[-1]] == 2):
        return []
    if kind != "keep" and way_of_choosing(position, acting[-1]) != hornochsen.CHOOSE:
        return []
    found = [action for action in hornochsen.legal(position, acting[-1]) if action[0] == SECRETS[kind]]
    return found if len(found) > 1 else []


def a_secret_of_tiles(kind: str, seed: int) -> Pair:
    """Two courses of a random game, from some round on, which differ in a tile."""
    random = Random(f"{kind} {seed}")
    while True:
        record = Record(Setup(hornochsen, PLAYERS, None, dealt=True))
        rounds = random.randrange(1, 12)
        while not hornochsen.outcome(record.position):
            secrets = tile_secrets(kind, record) if record.position.round >= rounds else []
            if secrets and random.random() < 0.5:
                one, other = [
                    Course(record.setup, list(record.actions), secret[1], secret)
                    for secret in random.sample(secrets, 2)
                ]
                if go_on_alike(random, one, other) and len(one.script) > 1:
                    return one, other
            acting = hornochsen.to_act(record.position)
            if acting == (CHANCE,):
                record.apply(record.chance(random.randrange))
            else:
                record.apply(random.choice(hornochsen.legal(record.position, random.choice(acting))))


def a_row(random: Random, masks: list[int]) -> list[int]:
    while not never_rises(masks):
        random.shuffle(masks)
    return masks


def a_secret_of_masks(kind: str, seed: int) -> Pair:
    """Two courses of laying rows, from some mask on, which differ in that mask: it was dealt otherwise too."""
    random = Random(seed)
    setup = Setup(bambuti, 2, None, dealt=True)
    while True:
        masks = random.sample(range(50), 11)
        rows = [a_row(random, masks[:5]), a_row(random, masks[5:10])]
        player, place = random.randrange(2), random.randrange(5)
        changed = [row[:] for row in rows]
        changed[player][place] = masks[10]
        turns = [0] * 5 + [1] * 5
        random.shuffle(turns)
        first = [at for at, who in enumerate(turns) if who == player][place]
        if never_rises(changed[player]) and first + 1 < len(turns):
            break
    lays = [
        [(bambuti.LAY, who, of[who][turns[:at].count(who)]) for at, who in enumerate(turns)] for of in (rows, changed)
    ]
    courses = []
    for of, actions in zip((rows, changed), lays, strict=True):
        past = [(bambuti.DEAL, *sorted(of[0]), *sorted(of[1])), *actions[:first]]
        courses.append(Course(setup, past, player, actions[first]))
        for action in actions[first + 1 :]:
            courses[-1].go_on(action)
    return courses[0], courses[1]


MAKERS: dict[str, Callable[[str, int], Pair]] = {
    "choose": a_secret_of_tiles,
    "choose-two": a_secret_of_tiles,
    "keep": a_secret_of_tiles,
    "lay": a_secret_of_masks,
}

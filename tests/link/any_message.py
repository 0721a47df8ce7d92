"""Any valid value for a field of a message: for boards that say what is well-formed and wrong."""

from random import Random
from typing import Any

from tavolo.games import load, names
from tavolo.link.codecs import CHOICE, HEX, NUMBERS, PAIRS, PAST, TEXT, WHOLE
from tavolo.rules.contract import Setup

LETTERS = "abcdefgz-._0189"


def any_value(field: tuple[Any, ...], random: Random) -> Any:
    """Return a valid value for a field of a message."""
    form, limits = field[1], field[2:]
    if form == WHOLE:
        return random.choice((random.randint(*limits[:2]), min(limits[1], max(limits[0], random.randrange(12)))))
    if form == HEX:
        return random.getrandbits(4 * limits[0])
    if form == NUMBERS:
        return any_numbers(limits, random)
    if form == PAST:
        return tuple(any_numbers(limits, random) for _ in range(random.randrange(1, 5)))
    if form == CHOICE:
        return random.choice(limits)
    if form == PAIRS:
        known = [name for name in limits[1:] if isinstance(name, str)]
        return tuple((name, any_word(random, 8)) for name in dict.fromkeys([*known, any_word(random, 5)]))
    return any_setup(random) if form == TEXT and random.random() < 0.7 else any_word(random, limits[0])


def any_numbers(limits: tuple[Any, ...], random: Random) -> tuple[int, ...]:
    """Return a list of numbers, most of them as small as cards and seats."""
    low, high, fewest, most = limits
    count = random.randint(fewest, min(most, fewest + 8))
    return tuple(
        random.randint(low, high) if random.random() < 0.2 else random.randint(max(low, -1), min(high, 20))
        for _ in range(count)
    )


def any_word(random: Random, most: int) -> str:
    return "".join(random.choice(LETTERS) for _ in range(random.randint(1, min(most, 30))))


def any_setup(random: Random) -> str:
    """Return the text of a setup of any game, often of an impossible one."""
    game = load(random.choice(names()))
    text: str = Setup(game, random.randint(*game.SEATS)).text()
    if random.random() < 0.3:
        text = text.replace("=", random.choice(("=9", "=-", "==")), 1)
    return text

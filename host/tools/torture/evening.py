"""An evening under torture. Its name decides how it is played, which game at which table, and every random number."""

from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from tavolo.games import load, names
from tavolo.rules.contract import Setup

PICO, RIG = "pico", "rig"
EMULATED = "emulated"  # in place of a rig's port


class Way(NamedTuple):
    """A way of playing: the class that plays it, its share of the minutes, and its name in the report."""

    play: str
    share: float
    words: str


# Classes by name: a process that only plays at virtual tables does not load the emulator. Half of the minutes are for
# virtual boards, a quarter for the Pico, a quarter for real processes. With a rig, all are for the board at it.
WAYS = {
    "virtual": Way("virtual_play.VirtualPlay", 0.19, "virtual table, in simulated time"),
    "phones": Way("phone_play.PhonePlay", 0.1, "a board without slots, played by phone, in simulated time"),
    "chips": Way("chips_play.ChipsPlay", 0.05, "the same where only chips fail"),
    "sealed": Way("sealed_play.SealedPlay", 0.1, "the same twice, with another secret"),
    "lying": Way("lying_play.LyingPlay", 0.06, "a board that lies to the laptop"),
    PICO: Way("pico_play.PicoPlay", 0.25, "emulated Pico, in simulated time"),
    "play": Way("program_play.ProgramPlay", 0.12, "`tavolo play` as a process, in real time"),
    "watch": Way("watch_play.WatchPlay", 0.13, "`tavolo watch` as a process, in real time"),
    RIG: Way("rig_play.RigPlay", 1.0, "a board with a rig at its pins"),
}
WITHOUT_RIG = tuple(way for way in WAYS if way != RIG)


@dataclass(frozen=True)
class Evening:
    """Evening `number` of a way of playing and a `seed`; `kinds` are the faults that may happen in it.

    `board` and `rig` are their ports, where there is a rig; it may be EMULATED, with a board. It has so many `storms`,
    or as many as is usual (0).
    """

    seed: int
    way: str
    number: int
    kinds: tuple[str, ...]
    board: str = ""
    rig: str = ""
    storms: int = 0

    @property
    def name(self) -> str:
        """As in virtual-17."""
        return f"{self.way}-{self.number}"

    def random(self, what: str = "") -> Random:
        """Return this evening's random numbers for one purpose."""
        return Random(f"{self.seed} {self.way} {self.number} {what}")


def named(text: str) -> tuple[str, int]:
    """Return the way and number in an evening's name; raises ValueError."""
    way, _, number = text.rpartition("-")
    if way not in WAYS or not number.isdecimal():
        raise ValueError(f"An evening is named like virtual-17; the ways are {', '.join(WAYS)}.")
    return way, int(number)


def setup_at(number: int, random: Random) -> Setup:
    """Return one of the games in turn, with a random number of players and random options that fit together."""
    game = load(names()[number % len(names())])
    players = random.randint(*game.SEATS)
    for _ in range(20):
        options = tuple(
            option.default if random.random() < 0.5 else random.randint(option.low, option.high)
            for option in game.OPTIONS
        )
        try:
            setup = Setup(game, players, options)
            game.start(setup)
        except ValueError:
            continue
        return setup
    return Setup(game, players)

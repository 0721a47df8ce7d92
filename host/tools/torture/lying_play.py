"""An evening with a board that lies: during its game it sends messages that are well-formed and wrong.

The laptop believes a lie until a digest contradicts it, and may show nonsense until then. But nothing may end the
laptop, and once the board tells the truth again, the laptop has the truth.
"""

from random import Random
from typing import Any

from host.tools.torture.evenings import Evening, setup_at
from host.tools.torture.faults import LIES
from host.tools.torture.found import STUCK, WRONG, Found, Tally
from tavolo.games import load, names
from tavolo.link.channel import Channel
from tavolo.link.codecs import CHOICE, HEX, NUMBERS, PAIRS, PAST, TEXT, WHOLE
from tavolo.link.messages import BOARD, InvalidMessage, encode, fields_of, is_from, kinds
from tavolo.link.publisher import Publisher
from tavolo.rules.contract import Setup
from tavolo.rules.record import Record
from tavolo_host.board.companion import Companion
from tavolo_host.board.port import Port
from tavolo_host.simulator.hardware import TICK_MS
from tavolo_host.sources.board_source import WatchSource
from tests.link.link_support import Cable, identity
from tests.rules.play import played_out
from tests.rules.support import Numbers
from tests.table.sealed_evening import page_of

ROUNDS = 12
TRUTH_MS = 20_000  # within which the laptop has the truth
LOOK_TICKS = 8
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


class LyingBoard:
    """A board that plays a scripted game and lies in between; beside it a laptop with a page."""

    def __init__(self, evening: Evening, tally: Tally) -> None:
        self.random = evening.random()
        self.tally = tally
        self.kinds = [kind for kind in kinds() if is_from(BOARD, kind)]
        self.cable = Cable()
        self.channel = Channel(self.cable.board)
        self.publisher = Publisher(self.channel, identity())
        setup = setup_at(evening.number, evening.random("setup"))
        dealt = played_out(Setup(setup.game, setup.players, setup.options, dealt=True), Numbers(evening.number))
        self.script = [setup.game.public(action) for action in dealt.actions]
        self.seats = tuple(sorted(self.random.sample(range(8), setup.players)))
        self.record = Record(Setup(setup.game, setup.players, setup.options))
        self.tells_lies = LIES in evening.kinds
        self._ticks = 0
        session = self.random.randrange(1, 0xFFFFFFFF)
        self.source = WatchSource(Companion(Port("cable", opener=self.cable.open, first_session=session)))

    def play(self) -> None:
        self.publisher.started(self.record, self.seats)
        for _ in range(ROUNDS):
            for _ in range(self.random.randrange(1, 25)):
                self.act()
                self.run_ms(self.random.choice((5, 40, 300)))
                if self.tells_lies and self.random.random() < 0.5:
                    self.lie()
            self.see_the_truth()
        self.tally.games += 1

    def act(self) -> None:
        """Apply the next action of the script, or undo some."""
        record = self.record
        if len(record.actions) == len(self.script) or (record.actions and self.random.random() < 0.05):
            record.undo(self.random.randrange(len(record.actions)))
            self.publisher.undone(record)
            return
        action = self.script[len(record.actions)]
        record.apply(action)
        self.publisher.acted(record, action)
        self.tally.accepted += 1

    def lie(self) -> None:
        """Send a message that is well-formed and wrong."""
        kind = self.random.choice(self.kinds)
        try:
            payload = encode(kind, *[any_value(field, self.random) for field in fields_of(kind)[:-1]])
        except InvalidMessage:  # too long for a line
            return
        if self.channel.send(kind, payload):
            self.tally.faults[LIES] += 1

    def see_the_truth(self) -> None:
        """Unplug the cable and plug it in again; check that the laptop then has what the board has."""
        self.run_ms(2000)
        self.cable.pull()
        for _ in range(TRUTH_MS // TICK_MS):
            self.step()
            mirror = self.source.mirror
            if mirror.in_step and list(mirror.actions) == list(self.record.actions) and mirror.seats == self.seats:
                return
        mirror = self.source.mirror
        kind = WRONG if mirror.in_step else STUCK
        raise Found(kind, f"The laptop does not have the truth: {mirror.status} {len(self.record.actions)}")

    def run_ms(self, milliseconds: int) -> None:
        for _ in range(milliseconds // TICK_MS):
            self.step()

    def step(self) -> None:
        self.tally.simulated_s += TICK_MS / 1000
        self.publisher.step(TICK_MS)
        self.source.step(TICK_MS)
        self._ticks += 1
        if self._ticks % LOOK_TICKS == 0:
            page_of(self.source, "eve")


def play(evening: Evening, tally: Tally) -> None:
    """Play an evening with a lying board; raises Found, and any exception of the laptop."""
    LyingBoard(evening, tally).play()

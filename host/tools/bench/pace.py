"""How long a person waits from a decision until the next own one, at the paces of the bots.

The table runs as the program runs it, but in processor time: from one step to the next it takes the work of the step,
with that of a page, and `STEP_MS` of rest. So these are figures of an idle machine. The person decides like a sensible
player, `CONSIDERED_MS` after the page has asked.
"""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from random import Random
from time import process_time

from host.tools.bench.report import Values
from tavolo.games import load
from tavolo.rules.contract import Setup
from tavolo_host.display.app import STEP_MS
from tavolo_host.display.model.offer import Offer
from tavolo_host.display.model.playback import Playback
from tavolo_host.display.parts.moment import Moment
from tavolo_host.display.parts.what_to_do import State
from tavolo_host.people.table import VirtualTable
from tavolo_host.players.of_game import choose
from tavolo_host.simulator.serial_line import LoopbackServer
from tavolo_host.sources.virtual_source import VirtualSource

CONSIDERED_MS = 400.0
VISITOR, SEAT, SEED = "visitor", 3, 5
HORNOCHSEN, KUH_VADIS = "tanz-der-hornochsen", "kuh-vadis"


def waits(name: str, decisions: int) -> Iterator[Values]:
    """Measure so many decisions of a game at each pace, in ms, and turns of a bot of Kuh Vadis."""
    game = load(name)
    players = 8 if name == HORNOCHSEN else min(4, game.SEATS[1])
    words = {"title": game.TITLE, "players": players}
    seen: dict[str, list[float]] = {}
    an_action_ms: dict[str, float] = {}  # no two evenings have as many
    for pace in ("instant", "quick", "normal"):
        with closing(
            VirtualSource(VirtualTable(Random(SEED), line := LoopbackServer()), Setup(game, players), line)
        ) as source:
            evening = Evening(source, pace)
            before = len(source.mirror.actions)
            seen[pace] = [evening.wait_ms() for _ in range(decisions) if not evening.moment.is_over]
            an_action_ms[pace] = sum(seen[pace]) / (len(source.mirror.actions) - before)
            if name == KUH_VADIS and pace == "normal":
                yield Values("turn", evening.turns_ms)
    yield Values("instant", seen["instant"], words)
    yield Values("quick", [an_action_ms["quick"] / an_action_ms["normal"] * 100], words)


class Evening:
    """A game of a visitor against bots, as the visitor's page shows it. `turns_ms` are those of others."""

    def __init__(self, source: VirtualSource, pace: str) -> None:
        self.source, self._random = source, Random(SEED)
        self._playback, self._offer = Playback(), Offer()
        self._now_ms = self._work_ms = self._turn_ms = 0.0
        self._turn = 0, 0  # its number, and the player
        self.turns_ms: list[float] = []
        self.moment = Moment.of(source, VISITOR)
        while not source.companion.connected or self._now_ms < 1500:
            self._step()
        source.visitors.sit(VISITOR, SEAT)
        source.visitors.set_pace(pace)
        assert source.start(source.offered.players) is None
        self._until_asked()

    def wait_ms(self) -> float:
        """Consider, decide, and return how long the next question takes."""
        asked_ms = self._now_ms
        while self._now_ms < asked_ms + CONSIDERED_MS:
            self._step()
        own = self.source.visitors.own_seat(VISITOR)
        assert own is not None
        game = self.source.mirror.game
        assert game is not None
        action, offered = choose(game, own.position, own.player, self._random), self.moment.what.choices
        chosen = next((each for each in offered if each.action == action), offered[0])
        assert self.source.do(VISITOR, chosen) is None
        decided_ms = self._now_ms
        self._until_asked()
        return self._now_ms - decided_ms

    def _until_asked(self) -> None:
        self._step()
        while not (self.moment.is_over or (self.moment.what.state is State.CHOOSE and self.moment.what.choices)):
            self._step()

    def _step(self) -> None:
        """Let time pass, and look."""
        began_s = process_time()
        self.source.step(STEP_MS + self._work_ms)
        moment = Moment.of(self.source, VISITOR)
        self._playback.unhurried = moment.unhurried
        moment = replace(moment, behind=self._playback.follow(moment.mirror, SEAT, self._now_ms))
        self.moment = self._offer.seen(moment, self._playback.is_moving(self._now_ms))
        self._work_ms = (process_time() - began_s) * 1000
        self._now_ms += STEP_MS + self._work_ms
        if self.moment.mirror.record and self.source.offered.game.NAME == KUH_VADIS:
            self._note_turn()

    def _note_turn(self) -> None:
        """Note how long a turn of another player was seen."""
        position = self.moment.shown.position
        turn = position.turn, position.player
        if turn != self._turn:
            if self._turn[0] and self.source.mirror.seats[self._turn[1]] != SEAT:
                self.turns_ms.append(self._now_ms - self._turn_ms)
            self._turn, self._turn_ms = turn, self._now_ms

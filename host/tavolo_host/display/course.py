"""The course of a game that is over: how everybody stood after each action, and the moments that decided.

Those are the few actions after which the later winner's lead over the best other had grown most.
It follows from setup and actions alone, so it is the same for a virtual table and for a board that was watched.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from tavolo.games import setup_from_text
from tavolo.rules.contract import CHANCE
from tavolo.rules.record import Record
from tavolo_host.runtime.game_folders import part_of
from tavolo_host.texts.sentences import players_in

if TYPE_CHECKING:
    from tavolo.rules.game import Action, Event
    from tavolo_host.board.mirror import Mirror

MOST_MOMENTS = 3
MOST_EVENTS = 3  # that are told of a moment


@dataclass(frozen=True)
class TurningPoint:
    """An action that decided: how many there were with it, whose it was, what is told of it.

    `lead` is what the later winner was ahead of the best other, before and after.
    """

    after: int
    player: int
    lead: tuple[float, float]
    events: "tuple[Event, ...]"


@dataclass(frozen=True)
class Course:
    """A game that is over: the numbers of all players at the start and after each action, winners, and moments."""

    standings: tuple[tuple[float, ...], ...]
    more_is_better: bool
    winners: tuple[int, ...]
    moments: tuple[TurningPoint, ...]

    @property
    def places(self) -> list[int]:
        """The players, those who have won first, and of the others who is ahead."""
        last, sign = self.standings[-1], -1 if self.more_is_better else 1
        return sorted(range(len(last)), key=lambda player: (player not in self.winners, sign * last[player], player))


def course_of(mirror: "Mirror") -> Course | None:
    """Return the course of the mirror's game; None before its end, or when it cannot be told in numbers."""
    if not mirror.result or mirror.setup is None:
        return None
    return _course(mirror.setup.text(), tuple(mirror.actions))


# Several visitors look at one end, many times a second.
@lru_cache(maxsize=4)
def _course(setup_text: str, actions: "tuple[Action, ...]") -> Course | None:
    record = Record(setup_from_text(setup_text))
    display: Any = part_of(record.game.NAME, ".display").Display()
    happened, numbers = [], [tuple(display.standing(record.position).numbers)]
    for action in actions:
        happened.append(record.apply(action))
        numbers.append(tuple(display.standing(record.position).numbers))
    winners = (record.game.outcome(record.position) or ())[1:]
    if not numbers[-1] or not winners:
        return None
    is_more = bool(display.standing(record.position).more_is_better)
    signed = [each if is_more else tuple(-number for number in each) for each in numbers]
    leads = [each[winners[0]] - max(each[rival] for rival in _rivals(each, winners)) for each in signed]
    gains = [after - before for before, after in pairwise(leads)]
    largest = sorted(range(len(actions)), key=lambda place: (-gains[place], -place))[:MOST_MOMENTS]
    moments = []
    for place in sorted(place for place in largest if gains[place] > 0):
        before, after = signed[place], signed[place + 1]
        concerned = {winners[0], *_rivals(before, winners), *_rivals(after, winners)}
        changed = {player for player in concerned if before[player] != after[player]}
        player, lead = record.game.actor(actions[place]), (leads[place], leads[place + 1])
        moments.append(TurningPoint(place + 1, player, lead, _about(happened[place], player == CHANCE, changed)))
    return Course(tuple(numbers), is_more, winners, tuple(moments))


def _rivals(numbers: Sequence[float], winners: Sequence[int]) -> list[int]:
    """Return who is best of the others; of all but the first winner, if all have won."""
    others = [player for player in range(len(numbers)) if player not in winners]
    others = others or [player for player in range(len(numbers)) if player != winners[0]]
    best = max(numbers[player] for player in others)
    return [player for player in others if numbers[player] == best]


def _about(events: "Sequence[Event]", is_chance: bool, players: set[int]) -> "tuple[Event, ...]":
    """Return what was done, and the last events that are about one of the players: those tell what it brought."""
    done = [] if is_chance else list(events[:1])
    about = [event for event in events[len(done) :] if players & set(players_in(event))]
    return (*done, *about[len(done) - MOST_EVENTS :])

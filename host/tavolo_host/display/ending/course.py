"""The course of a finished game: every player's standing after each action, and the moments that decided it.

Those are the few actions that raised the later winner's lead over the best opponent most. The course follows from setup
and actions alone, so it is the same for a virtual table and a watched board.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from tavolo.rules.contract import CHANCE
from tavolo.rules.record import Record
from tavolo_host.display.model.replay import public_setup, replay_of
from tavolo_host.display.parts.game_display import Step
from tavolo_host.runtime.game_folders import part_of
from tavolo_host.texts.sentences import players_in

if TYPE_CHECKING:
    from tavolo.rules.game import Action, Event
    from tavolo_host.board.mirror import Mirror

MOST_MOMENTS = 3
MOST_EVENTS = 3  # described for each moment


@dataclass(frozen=True)
class TurningPoint:
    """An action that decided: its number, counted from 1, its player, and its events.

    `lead` is the later winner's lead over the best opponent, before and after, in the units of the standings.
    """

    after: int
    player: int
    lead: tuple[float, float]
    events: "tuple[Event, ...]"


@dataclass(frozen=True)
class Course:
    """A finished game: all players' numbers at the start and after each action, the winners, and the moments."""

    standings: tuple[tuple[float, ...], ...]
    more_is_better: bool
    winners: tuple[int, ...]
    moments: tuple[TurningPoint, ...]

    def place_of(self, player: int) -> int:
        """Return a player's place, from 1; players who are equal share the better one."""
        last, sign = self.standings[-1], -1 if self.more_is_better else 1
        keys = [(each not in self.winners, sign * number) for each, number in enumerate(last)]
        return 1 + sum(key < keys[player] for key in keys)

    @property
    def places(self) -> list[int]:
        """The players in their final order: winners first, then by standing."""
        return sorted(range(len(self.standings[-1])), key=self.place_of)


def course_of(mirror: "Mirror") -> Course | None:
    """Return the course of the mirror's game; None before its end, or when it has no numbers to show."""
    if not mirror.result or mirror.setup is None:
        return None
    return course_from(mirror.setup.text(), tuple(mirror.actions))


def past_of(mirror: "Mirror", number: int) -> "tuple[Step[Any], tuple[Event, ...]]":
    """Return the game before action `number`, counted from 1, and what that action brought about."""
    assert mirror.setup is not None
    replay = replay_of(mirror.setup.text(), tuple(mirror.actions), tuple(mirror.seats))
    return replay.step(number - 1), replay.events[number - 1]


# Several visitors look at the same end, many times a second.
@lru_cache(maxsize=16)
def course_from(setup_text: str, actions: "tuple[Action, ...]") -> Course | None:
    """Return the course of a game, whose actions may have what was hidden; None as in `course_of`."""
    record = Record(public_setup(setup_text))
    display: Any = part_of(record.game.NAME, ".display").Display()
    happened, numbers = [], [tuple(display.standing(record.position).numbers)]
    for action in actions:
        happened.append(record.apply(record.game.public(action)))
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
    """Return the best players besides the winners; if all have won, besides the first winner."""
    others = [player for player in range(len(numbers)) if player not in winners]
    others = others or [player for player in range(len(numbers)) if player != winners[0]]
    best = max(numbers[player] for player in others)
    return [player for player in others if numbers[player] == best]


def _about(events: "Sequence[Event]", is_chance: bool, players: set[int]) -> "tuple[Event, ...]":
    """Return the action itself and the last events about one of the players, which say what it brought."""
    done = [] if is_chance else list(events[:1])
    about = [event for event in events[len(done) :] if players & set(players_in(event))]
    return (*done, *about[len(done) - MOST_EVENTS :])

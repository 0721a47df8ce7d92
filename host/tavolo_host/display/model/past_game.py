"""A game that has ended, with everything that its page shows of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tavolo_host.board.mirror import Mirror
from tavolo_host.display.model.playback import steps
from tavolo_host.display.model.replay import Replay, replay_of
from tavolo_host.display.parts.game_display import GameDisplay, Player, Step, display_of
from tavolo_host.display.parts.source import EndedGames
from tavolo_host.history import words
from tavolo_host.history.kept_game import Action, KeptGame
from tavolo_host.texts.language import _
from tavolo_host.texts.sentences import safe_sentence, sentence_case

if TYPE_CHECKING:
    from collections.abc import Callable

    from tavolo.rules.game import Game, Position


@dataclass(frozen=True)
class PastGame:
    """A game of the file. `actions` have all that was hidden, if `hands` is not None; `mirror` has the whole game.

    `hands` returns the position before an action with everybody's cards, which callers must not change.
    """

    kept: KeptGame
    actions: tuple[Action, ...]
    seats: tuple[int, ...]
    names: tuple[str, ...]
    players: Sequence[Player]
    replay: Replay
    mirror: Mirror
    display: GameDisplay[Any]
    hands: "Callable[[int], Position] | None"

    @property
    def game(self) -> "Game":
        """The rules of the game."""
        return self.replay.record.game

    def happened(self, count: int) -> str:
        """Return in sentences what action number `count`, counted from 1, brought about."""
        events = self.replay.events[count - 1]
        return " ".join(safe_sentence(event, _, self.names, self.kept.game) for event in events)

    def steps(self, count: int) -> list[Step[Any]]:
        """Return what is to be seen of this action, one after the other."""
        before, after = self.replay.step(count - 1), self.replay.step(count)
        record, events = self.replay.record, self.replay.events[count - 1]
        return steps(record, self.mirror, count, before.position, events, after.position)


def past_game(kept: KeptGame, actions: tuple[Action, ...], ended: EndedGames) -> PastGame:
    """Return a game of the file; contract.Refused if the rules do not allow its actions, ValueError for its setup."""
    seats, names = tuple(player.seat for player in kept.at_end()), words.names_of(kept)
    replay = replay_of(kept.setup, actions, seats)
    mirror = replay.mirror()
    mirror.is_taken_back = kept.is_taken_back
    display = display_of(mirror)
    assert display is not None
    players = [Player(seat, sentence_case(name)) for seat, name in zip(seats, names, strict=True)]
    is_dealt_by_hand = kept.board and replay.record.game.CARDS and not kept.deck
    return PastGame(
        kept=kept,
        actions=actions,
        seats=seats,
        names=names,
        players=players,
        replay=replay,
        mirror=mirror,
        display=display,
        hands=None if is_dealt_by_hand else ended.hands(kept.setup, actions),
    )

"""Hints, and the reasons of virtual players for what they did.

Both come from the decisions of their level. While one is being computed, the caller has to ask again. Until the game is
over a player's hand is hidden, and so is every reason for what that player did: there are only the words of
`of_game.effect`, which follow from what everybody has seen.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from tavolo.rules.contract import TABLE
from tavolo_host.display.parts.source import LOG_SHOWN
from tavolo_host.display.parts.what_to_do import Choice, Deed, Hint
from tavolo_host.people.people import VirtualPlayers
from tavolo_host.players.of_game import effect, knows_more
from tavolo_host.players.reasons import Reason
from tavolo_host.players.settings import EASY, SENSIBLE
from tavolo_host.players.thinking import Decision, Thinking
from tavolo_host.texts.language import Tongue, _, tongue
from tavolo_host.texts.sentences import choice, sentence_case

if TYPE_CHECKING:
    from tavolo.rules.game import Action, Game, Position

ADVISING = {EASY: SENSIBLE}  # the level that gives hints instead: careless ones would help nobody

_Hints = dict[tuple[str, bool], Hint | None]  # by what `tongue` returns


class Advice:
    """The hints and reasons of `virtual_players`, computed by their engine.

    `may_tell` returns whether everybody may learn during a game why a player did something who knew more than all.
    """

    def __init__(self, virtual_players: VirtualPlayers, may_tell: Callable[[], bool]) -> None:
        self._virtual_players = virtual_players
        self._may_tell = may_tell
        # By visitor or the action's number: the moment or position, and its computation, with hints.
        self._advised: dict[str | int, tuple[Any, Thinking, _Hints]] = {}

    def forget(self, visitor: str | int) -> None:
        """Drop the hint of a visitor who has left."""
        if visitor in self._advised:
            self._advised.pop(visitor)[1].forget()

    def _asked(self, about: str | int, moment: object, decision: Callable[[], Decision]) -> tuple[Thinking, _Hints]:
        """Return the computation of a decision, begun once for each `moment`, and its hints so far."""
        if about not in self._advised or self._advised[about][0] != moment:
            self.forget(about)
            self._advised[about] = moment, self._virtual_players.engine.begin(decision()), {}
        return self._advised[about][1:]

    def hint(self, visitor: str, player: int, choices: Sequence[Choice], moment: object) -> Hint | None:
        """Return a hint for a visitor's choices, computed once for each `moment`."""
        tracked_game = self._virtual_players.follower.tracked_game
        assert tracked_game is not None
        record = tracked_game.record
        level = ADVISING.get(self._virtual_players.level, self._virtual_players.level)
        thinking, hints = self._asked(visitor, (moment, level), lambda: record.moment(player, level))
        answer = thinking.answer()
        if answer is None:
            return Hint(None, Reason(_("Thinking …")))
        if tongue() not in hints:
            fits = [each for each in choices if each.action == answer.action or each.deed == Deed.LIFT]
            engine, about, hint = self._virtual_players.engine, record.moment(player, level), None
            if answer.action and fits:
                tracked_game.hinted[len(record.actions), player] = answer.action
                reason = engine.why(about, answer.action, answer)
                if fits[0].deed is Deed.LIFT:  # the reason is about another card than that in the slot
                    better = choice(record.game, record.position, answer.action, _)
                    reason = reason._replace(words=_("Better: {}. {}").format(better, sentence_case(reason.words)))
                hint = Hint(fits[0], reason)
            hints[tongue()] = hint
        return hints[tongue()]

    def has_reason(self, place: int) -> bool:
        """Return whether everybody may know a reason for action number `place` now."""
        words = self._seen(place)
        return words is None or bool(words)

    def _seen(self, place: int) -> str | None:
        """Return all that may be told of action number `place` now; None if that is everything."""
        record = self._virtual_players.record
        assert record is not None
        game: Any = record.game
        if game.outcome(record.position) or self._may_tell():
            return None
        return _effect(tongue(), game, record.before(place), record.actions[place])

    def why(self, place: int) -> Reason | None:
        """Return a virtual player's reason for action number `place`, as everybody may know it now."""
        virtual_players, tracked_game = self._virtual_players, self._virtual_players.follower.tracked_game
        assert tracked_game is not None
        seen = self._seen(place)
        if seen is not None:
            return Reason(seen)
        record = tracked_game.record
        action = record.actions[place]
        player = record.game.actor(action)
        at, answer = tracked_game.thought[place] or (place, None)
        if answer is None:  # as after an undo: the action is known, but not the answer that led to it
            level, before = virtual_players.level, record.before(place)
            answer = self._asked(place, before, lambda: record.moment(player, level, place))[0].answer()
        if answer is None:
            return None
        moment = record.moment(player, answer.level, at)
        return virtual_players.engine.why(moment, action, answer)


@lru_cache(maxsize=4 * LOG_SHOWN)  # each new entry asks again for those that are shown
def _effect(how: Tongue, game: "Game", before: "Position", action: "Action") -> str | None:
    """Return what everybody saw that an action did, None if its player knew no more; `how` is the current tongue."""
    if not knows_more(game, before, game.actor(action)):
        return None
    return effect(game, game.view(before, TABLE), action)

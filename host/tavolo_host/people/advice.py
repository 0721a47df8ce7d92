"""Hints, and the reasons of virtual players for what they did.

Both come from the decisions of their level. While one is being computed, the caller has to ask again.
"""

from collections.abc import Sequence
from typing import Any

from tavolo_host.display.what_to_do import Choice, Deed, Hint
from tavolo_host.people.people import VirtualPlayers
from tavolo_host.players.reasons import Reason
from tavolo_host.players.settings import EASY, SENSIBLE
from tavolo_host.players.thinking import Thinking
from tavolo_host.texts.language import _, tongue

ADVISING = {EASY: SENSIBLE}  # the level that gives hints instead: careless ones would help nobody


class Advice:
    """The hints and reasons of `virtual_players`, computed by their engine."""

    def __init__(self, virtual_players: VirtualPlayers) -> None:
        self._virtual_players = virtual_players
        self._advised: dict[str, tuple[Any, Thinking]] = {}  # by visitor: the moment, and its computation
        self._hints: dict[str, tuple[Any, Hint | None]] = {}  # by visitor: the moment, and its hint
        self._recalled: dict[
            int, tuple[Any, Thinking]
        ] = {}  # by the action's number: the position, and its computation

    def forget(self, visitor: str) -> None:
        """Drop the hint of a visitor who has left."""
        self._hints.pop(visitor, None)
        asked = self._advised.pop(visitor, None)
        if asked:
            asked[1].forget()

    def hint(self, visitor: str, player: int, choices: Sequence[Choice], moment: object) -> Hint | None:
        """Return a hint for a visitor's choices, computed once for each `moment`."""
        tracked_game = self._virtual_players.follower.tracked_game
        assert tracked_game is not None
        record = tracked_game.record
        level = ADVISING.get(self._virtual_players.level, self._virtual_players.level)
        moment = moment, level
        if self._hints.get(visitor, (None,))[0] == (moment, tongue()):
            return self._hints[visitor][1]
        if self._advised.get(visitor, (None,))[0] != moment:
            self.forget(visitor)
            self._advised[visitor] = moment, self._virtual_players.engine.begin(record.moment(player, level))
        answer = self._advised[visitor][1].answer()
        if answer is None:
            return Hint(None, Reason(_("Thinking …")))
        fits = [choice for choice in choices if choice.action == answer.action or choice.deed == Deed.LIFT]
        hint = None
        if answer.action and fits:
            engine, about = self._virtual_players.engine, record.moment(player, level)
            tracked_game.hinted[len(record.actions), player] = answer.action
            hint = Hint(fits[0], engine.why(about, answer.action, answer, is_own=True))
        self._hints[visitor] = (moment, tongue()), hint
        return hint

    def why(self, place: int) -> Reason | None:
        """Return a virtual player's reason for action number `place`, as everybody may know it."""
        virtual_players, tracked_game = self._virtual_players, self._virtual_players.follower.tracked_game
        assert tracked_game is not None
        record = tracked_game.record
        action = record.actions[place]
        player = record.game.actor(action)
        at, answer = tracked_game.thought[place] or (place, None)
        if answer is None:  # as after an undo: the action is known, but not the answer that led to it
            position = record.before(place)
            if self._recalled.get(place, (None,))[0] is not position:
                self._recalled[place] = (
                    position,
                    virtual_players.engine.begin(record.moment(player, virtual_players.level, place)),
                )
            answer = self._recalled[place][1].answer()
        if answer is None:
            return None
        moment = record.moment(player, answer.level, at)
        return virtual_players.engine.why(moment, action, answer, is_own=False)

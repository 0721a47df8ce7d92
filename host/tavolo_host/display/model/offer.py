"""What a page offers while its picture is behind the board: nothing that follows from what is not yet seen.

What was offered before, and is still the same, stays: while all choose in secret, the others' choices are shown.
"""

from collections.abc import Collection
from dataclasses import replace

from tavolo.rules.contract import CHANCE
from tavolo_host.display.parts.moment import Moment
from tavolo_host.display.parts.source import OwnView
from tavolo_host.display.parts.what_to_do import State, WhatToDo, awaited_in_words
from tavolo_host.texts.language import _, seats_in_words


class Offer:
    """Turns the moments of one page into what its visitor has seen of them; `is_held_back` says that of the last."""

    def __init__(self) -> None:
        self.is_held_back = False
        self._what: WhatToDo | None = None  # what was offered when the picture was last up to date
        self._own: OwnView | None = None  # and the visitor's seat with its hand
        self._is_unchanged = True  # since then
        self._awaited: Collection[int] = ()  # whom everybody waited for then

    def seen(self, moment: Moment, is_moving: bool) -> Moment:
        """Return the moment with the question, the hand and the result that its picture has come to.

        The picture has come to the present when the board is not behind, and no piece of it `is_moving` any more.
        """
        if moment.behind is None and not is_moving:
            self._what, self._own, self._is_unchanged = moment.what, moment.own, True
            self._awaited = moment.awaited
            self.is_held_back = False
            return moment
        self._is_unchanged = self._is_unchanged and moment.what == self._what
        self.is_held_back = not self._is_unchanged
        own, before = moment.own, self._own
        if own and before and own.seat == before.seat:
            own = replace(own, hand=before.hand)
        if not self.is_held_back:
            return replace(moment, own=own)
        # In a secret choice there are ever fewer of them; anybody else is awaited for something that is not seen yet.
        awaited = moment.awaited if set(moment.awaited) <= set(self._awaited) else ()
        what = WhatToDo(State.WAIT, self._told(moment))
        return replace(moment, own=own, what=what, is_held_back=True, awaited=awaited)

    def _told(self, moment: Moment) -> str:
        """Return what to say meanwhile: whom everybody waits for in the picture, as the newest event that it shows."""
        game, own = moment.mirror.game, moment.own
        players = game.to_act(moment.shown.position) if game else ()
        acting = [moment.mirror.seats[player] for player in players if player != CHANCE]
        if own and (moment.behind or own.seat in acting):
            return _("Watch what happens, or click to go on.")
        if set(acting) <= set(self._awaited):
            return self._what.sentence if self._what else ""
        away = [view.seat for view in moment.seats if view.is_away]
        return awaited_in_words(acting, seats_in_words(moment.names), away)

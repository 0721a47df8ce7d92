"""Chooses the soft sound for what has happened; the browser plays it (`static/sounds.js`)."""

import json

from nicegui import ui

from tavolo_host.display.parts.moment import Moment
from tavolo_host.display.parts.source import SlotState
from tavolo_host.display.parts.what_to_do import State
from tavolo_host.texts.language import _

OF_A_SLOT = {SlotState.ACCEPTED: "accepted", SlotState.REFUSED: "refused"}
OF_A_MOMENT = {State.CHOOSE: "turn", State.ASKED: "turn", State.OVER: "over"}


class Sounds:
    """One visitor's sounds, if `is_on`: for the visitor's card, turn, and the end of the game.

    Visitors who look elsewhere hear of their turn too, unless they chose no sounds (`is_muted`).
    """

    def __init__(self, is_on: bool, is_muted: bool = False) -> None:
        self.is_on = is_on
        self.is_muted = is_muted
        self._state: State | None = None
        self._slot: SlotState | None = None
        self._is_turn = False

    def show(self, moment: Moment) -> None:
        """Play a sound if the moment or the visitor's slot has changed."""
        state, slot = moment.what.state, None if moment.own is None else moment.slots[moment.own.seat].state
        name = sound_of(self._state, state, self._slot, slot)
        is_turn = moment.own is not None and state in (State.CHOOSE, State.ASKED)
        if is_turn != self._is_turn:
            self._is_turn = is_turn
            words, is_heard = _("Your turn") if is_turn else "", not self.is_on and not self.is_muted
            ui.run_javascript(f"tavoloSounds.notice({json.dumps(words)}, {json.dumps(is_heard)})")
        self._state, self._slot = state, slot
        if self.is_on and name:
            ui.run_javascript(f"tavoloSounds.play('{name}')")

    def nudge(self, words: str) -> None:
        """Call the visitor, for whom others wait: by the title, a vibration and, unless muted, a sound."""
        is_heard = self.is_on or not self.is_muted
        ui.run_javascript(f"tavoloSounds.nudge({json.dumps(words)}, {json.dumps(is_heard)})")


def sound_of(before: State | None, moment: State, slot_before: SlotState | None, slot: SlotState | None) -> str:
    """Return the sound of a change, "" for none; opening the page makes no sound."""
    if before is None:
        return ""
    if moment is not before and moment in OF_A_MOMENT:
        return OF_A_MOMENT[moment]
    return OF_A_SLOT.get(slot, "") if slot is not None and slot is not slot_before else ""

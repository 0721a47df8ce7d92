"""One pass of the whole table: seats are read, keys and cards go to lobby or game, lights and laptop are told.

Everything is handed in, and time too: `step` is called again and again with the milliseconds that have passed.
"""

from tavolo.journal.journal import Journal
from tavolo.lights.picture import Picture
from tavolo.lights.strips import Lights
from tavolo.link.herald import Herald
from tavolo.play import council, reasons
from tavolo.play.lobby import Lobby
from tavolo.play.resuming import ACTIONS_A_PASS, FirstGlance, setup_of
from tavolo.play.veil import NO_CODE, Veil
from tavolo.rules.contract import Setup
from tavolo.seat import seat as seats
from tavolo.seat import states
from tavolo.seat.calibration import id_of
from tavolo.seat.states import TAKE
from tavolo.wiring import PADS

TYPE_CHECKING = False  # as type checkers read it: True
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from tavolo.maker.selftest import Selftest
    from tavolo.play.play import Play
    from tavolo.seat.gap import Gap

_TROUBLES = {
    states.HAND: reasons.HAND_IN_SLOT,
    states.TWO_CARDS: reasons.TWO_CARDS,
    states.UNCLEAR: reasons.CARD_NOT_CLEAR,
    states.LIFTED_EARLY: reasons.LIFTED_EARLY,
}
QUIET_STATES = (states.IS_EMPTY,) + states.NOBODY
NOBODY_TRIES = -1


class Table:
    """The table in the world: eight `seats`, the `lights`, and the `herald` that talks to a laptop.

    `below(n)` returns 0..n-1 from the board's entropy. A game that the `journal` finds unfinished goes on. `files()`
    is where the settings stand (see `keeping`). When `wants_restart`, whoever steps it has to begin anew, as at
    power-on.
    """

    def __init__(
        self,
        all_seats: "list[seats.Seat | Gap]",
        lights: Lights,
        herald: Herald,
        below: "Callable[[int], int]",
        journal: Journal | None = None,
        files: "Any" = None,
    ) -> None:
        self.seats = all_seats
        self.herald = herald
        self.files = files
        self.wants_restart = False
        self._restart_ms = 0  # until then, 0 for never
        self.lobby = Lobby()
        self.play: "Play | None" = None
        self.selftest: "Selftest | None" = None  # while it runs, seats and lobby rest
        self._picture = Picture(lights)
        self._below = below
        self._journal = journal or Journal(None)
        self._to_be_noted: list[tuple[int, ...]] = []  # as soon as a laptop hears it
        self._glance = FirstGlance(len(all_seats))
        self._is_introduced = False
        self._has_acted = False
        self._tried = NOBODY_TRIES  # the only seat
        self._veil = Veil(len(all_seats))
        self._held: "list[tuple[int, int]]" = []  # seat and code of cards that are still to be judged
        self._are_slots_empty = self._slots_are_empty  # once: it is asked for every pass, and takes memory each time
        if self._journal.is_unfinished:
            self._take_up()
        elif self._journal.is_damaged:
            self._to_be_noted.append((reasons.JOURNAL_DAMAGED,))

    def tell_soon(self, reason: tuple[int, ...]) -> None:
        """Put something into the laptop's log as soon as there is a laptop that hears it."""
        self._to_be_noted.append(reason)

    def restart_in(self, milliseconds: int) -> None:
        """Want to begin anew after so long."""
        self._restart_ms = milliseconds

    def step(self, elapsed_ms: int) -> None:
        """Let `elapsed_ms` pass: read, decide, show, tell. Never waits, but may erase a sector in a quiet lobby."""
        if self.play and self.play.is_resuming:
            self._resume(self.play)
            return
        self._picture.step(elapsed_ms)
        if self.selftest:
            self._step_selftest(self.selftest, elapsed_ms)
        else:
            self._step_seats(elapsed_ms)
        if self.play and self.play.step(elapsed_ms, self._are_slots_empty):
            self._picture.has_changed = self._has_acted = True
        requests = self.herald.step(elapsed_ms)
        if requests:
            self._answer(requests)
        if not self._is_introduced:
            self._introduce()
        if self._restart_ms:
            self._restart_ms = max(0, self._restart_ms - elapsed_ms)
            self.wants_restart = not self._restart_ms
        if self._to_be_noted and self.herald.is_heard:
            self.herald.note(self._to_be_noted.pop(0))
        if self.selftest:
            self._picture.lights.show(self.selftest.canvas)
            return
        if self.play is not None:
            self._glance.step(self.seats, elapsed_ms)
        elif self._journal.needs_rest:
            self._journal.rest(elapsed_ms, not self._picture.has_changed and self._is_untouched())
        if self._has_acted:  # that took long enough for one pass: the lights follow in the next
            self._has_acted = self._picture.is_still = False
            return
        self._picture.paint(self.play, self.lobby)

    # ---- what the seats report

    # What runs every pass has few names a function, and leaves what is rare to others: MicroPython keeps about seven
    # names on its stack, and searches the memory for a place for more.

    def _step_seats(self, elapsed_ms: int) -> None:
        for seat in self.seats:
            events = seat.step(elapsed_ms)
            if events:
                self._take_events(events)
        self._step_veil(elapsed_ms)
        if self.play and self.play.veiled:
            self._show_veiled_slots(self.play.veiled)
            return
        for seat in self.seats:
            if self._picture.shows_otherwise(seat):
                self._show_slot_of(seat)

    def _take_events(self, events: "Sequence[tuple[int, int, int]]") -> None:
        for kind, number, value in events:
            if not self._is_veiled(number):
                self._picture.has_changed = True
                self._seat_event(kind, number, value)
            elif not self._veil.keeps(kind, number, value):
                self._seat_event(kind, number, value)

    def _show_veiled_slots(self, veiled: tuple[int, ...]) -> None:
        for seat in self.seats:
            if seat.number in veiled:
                self._show_slot(seat.number, self._veil.state(seat.number, seat.state), False)
            else:
                self._show_slot_of(seat)

    def _show_slot_of(self, seat: "seats.Seat | Gap") -> None:
        self._show_slot(seat.number, seat.state, seat.trouble != 0)

    def _show_slot(self, number: int, state: int, is_troubled: bool) -> None:
        if self._picture.show_slot(number, state, is_troubled):
            self.herald.slot(number, state, is_troubled)

    def _step_veil(self, elapsed_ms: int) -> None:
        if self._veil.seats:
            self._veil.step(elapsed_ms)
        veiled = self.play.veiled if self.play else ()
        if veiled != self._veil.seats:
            self._held += self._veil.cover(veiled)
        elif self._held:
            self._judge_held()

    def _judge_held(self) -> None:
        """Judge one of the cards that were put in while slots were veiled: all of them would make a pass too long."""
        number, code = self._held.pop(0)
        if self.seats[number].state != states.IS_READ:
            return
        if self._is_veiled(number):
            self._veil.codes[number] = code
        else:
            self._card(number, code)

    def _is_veiled(self, number: int) -> bool:
        """Return whether this seat's slot must not be seen, because somebody's choice is secret."""
        return self.play is not None and number in self.play.veiled

    def _seat_event(self, kind: int, number: int, value: int) -> None:
        if kind == states.READ:
            self._card(number, value)
        elif kind == states.KEY:
            self._key(number, value)
        elif kind == states.BOTH_HELD:
            self._both_held(number)
        elif kind == states.EMPTIED and self.play:
            self.play.emptied(number)
        elif kind == states.TROUBLE:
            self.herald.trouble(number, (_TROUBLES[value], number))
        elif kind == states.NOT_CALIBRATED:
            self.herald.trouble(number, (reasons.SEAT_NOT_CALIBRATED, number, value))
        elif kind in (states.CHIP_LOST, states.CHIP_BACK, states.CALIBRATED):
            self._seat_came_or_went(kind, number, value)

    def _seat_came_or_went(self, kind: int, number: int, value: int) -> None:
        if kind == states.CHIP_LOST:
            self.herald.trouble(number, (reasons.CHIP_IS_LOST, number, value))
        elif kind == states.CHIP_BACK:
            self.herald.trouble(number, (reasons.CHIP_IS_BACK, number))
        self._is_introduced = False

    def _introduce(self) -> None:
        """Tell which seats there are and how they are calibrated, once none is about to change that."""
        present = 0
        for seat in self.seats:
            if seat.state == states.IS_CALIBRATING:
                return
            if seat.state not in states.NOBODY:
                present |= 1 << seat.number
        self._is_introduced = True
        self._try_the_only_seat()
        calibration = id_of([seat.calibration for seat in self.seats])
        self.herald.introduce(present, f"{calibration:08x}")

    def _card(self, number: int, code: int) -> None:
        seat = self.seats[number]
        veiled = self._is_veiled(number)
        if self.play is None:
            taken = number == self._tried
            reason: tuple[int, ...] | None = (reasons.NO_GAME_YET, number)
            if taken:
                self.herald.note((reasons.TRIED, number) + tuple([pad for pad in range(PADS) if code >> pad & 1]))
        else:
            take = self.play.card_that_lay_there if self._glance.may_lie_there(number) else self.play.card
            reason, taken = take(number, code)
            self._has_acted = True
        if taken:
            seat.accept()
        elif reason is not None:
            seat.refuse()
            is_told = not veiled or reason[0] == reasons.EMPTY_THE_SLOTS  # which is so for any card
            self.herald.refused(number, reason if is_told else (reasons.REFUSED_IN_SECRET, number))
        if veiled or (taken and self._is_veiled(number)):  # the last open card may have brought the veil down
            self._veil.show(number, taken)

    def _seal(self, number: int) -> bool:
        """Take the card that lies in a veiled slot, at the key ✓; return False when there is nothing in it."""
        if self._veil.codes[number] != NO_CODE:
            self._card(number, self._veil.codes[number])
            self._veil.codes[number] = NO_CODE
        elif self.seats[number].state == states.IS_SETTLING:
            self._veil.show(number, False)
            self.herald.trouble(number, (reasons.CARD_NOT_CLEAR, number))
        else:
            return False
        return True

    def _key(self, number: int, key: int) -> None:
        self._picture.has_changed = True
        if key == TAKE and self._is_veiled(number) and not self._is_asked() and self._seal(number):
            return
        if self.play is None:
            setup, reason = self.lobby.press(number, key)
            if reason is not None:
                self.herald.note(reason)
            if setup is not None:
                self.begin(setup, self.lobby.seats())
        elif self.play.is_over() and not self.play.motion:
            if key == TAKE:
                self.leave()
        else:
            if self.play.key(number, key):
                self.seats[number].accept()
                self._has_acted = True
            while self.play.cards_back:
                self.seats[self.play.cards_back.pop()].take_back()
        if self.play and self.play.abandoned:
            self.leave()
            self.herald.abandoned()

    def _is_asked(self) -> bool:
        return self.play is not None and self.play.motion is not None

    def _both_held(self, number: int) -> None:
        if self.play is None:
            self.lobby = Lobby()
        elif number in self.play.seats and not self.play.motion:
            self.ask(council.UNDO, number)

    def ask(self, what: int, asker: int, request: int = 0) -> tuple[bool, tuple[int, ...] | None]:
        """Put a question of `council` to everybody; return (whether it is open now, why it is not)."""
        assert self.play is not None
        told = self.play.ask(what, asker, self.able(), request)
        if not self.play.motion:
            return False, told
        self.herald.note(told)
        return True, None

    def able(self) -> list[int]:
        """Return the seats whose keys can be felt."""
        return [seat.number for seat in self.seats if seat.state not in states.NOBODY]

    def _try_the_only_seat(self) -> None:
        """Show what the only seat reads, where there is no other: no game is for one, so it can only be tried."""
        able = self.able()
        self._tried = able[0] if len(able) == 1 else NOBODY_TRIES
        self._picture.show_trial(self.seats[able[0]] if len(able) == 1 else None)

    def _slots_are_empty(self) -> bool:
        for seat in self.seats:
            is_known_empty = seat.state == states.IS_EMPTY and not self._glance.may_lie_there(seat.number)
            if not is_known_empty and seat.state not in states.NOBODY:
                return False
        return True

    def is_idle(self) -> bool:
        """Return whether the last pass had nothing to carry out and nothing to paint."""
        return self._picture.is_still

    def is_quiet(self) -> bool:
        """Return whether besides nobody is at slots and keys: then a delay is not felt."""
        return self._picture.is_still and self._is_untouched()

    def _is_untouched(self) -> bool:
        for seat in self.seats:
            if seat.keys.down:
                return False
            if seat.state not in QUIET_STATES and not self._is_veiled(seat.number):
                return False
        return True

    # ---- games begin and end

    def begin(self, setup: Setup, players: tuple[int, ...]) -> None:
        """Begin a game of the seats `players`."""
        self._glance.end()
        calibrations = [seat.present_calibration() for seat in self.seats]
        if not self._journal.begin(setup.text(), players, calibrations):
            self.herald.note((reasons.JOURNAL_IS_FULL,))
        self._show_play(self._play_of(setup, players, False))

    def _play_of(self, setup: Setup, players: tuple[int, ...], is_resuming: bool) -> "Play":
        from tavolo.play.play import Play  # here, because the lobby is ready sooner without it

        return Play(setup, players, self.herald, self._below, self._journal, is_resuming)

    def _show_play(self, play: "Play") -> None:
        self.play = play
        self._picture.show_game(play)

    def leave(self) -> None:
        """Go back to the lobby, in which those who played have joined already."""
        assert self.play is not None
        self._journal.end()
        joined = list(self.play.seats)
        self.play = None
        self.lobby = Lobby()
        self.lobby.joined = joined
        self._picture.show_lobby()

    # ---- a game goes on after a power cut

    def _take_up(self) -> None:
        try:
            setup = setup_of(self._journal, len(self.seats))
            self._show_play(self._play_of(setup, self._journal.seats, True))
        except ValueError:
            self._give_up()

    def _resume(self, play: "Play") -> None:
        try:
            play.resume(ACTIONS_A_PASS)
        except Exception:  # whatever the rules raise for what a damaged journal holds, the table is of use
            self._give_up()
            return
        if not play.is_resuming:
            self._glance.begin()
            self._to_be_noted.append((reasons.GAME_RESUMED, len(play.record.actions)))
            if play.asked_again():
                self._to_be_noted.append((reasons.SEALED_CARDS_LOST,) + play.asked_again())
            if self._journal.is_full:
                self._to_be_noted.append((reasons.JOURNAL_IS_FULL,))

    def _give_up(self) -> None:
        self._journal.end()
        self.play = None
        self._picture.show_lobby()
        self._to_be_noted.append((reasons.JOURNAL_DAMAGED,))

    # ---- what the laptop asks for

    def _answer(self, requests: "list[tuple[str, tuple[Any, ...]]]") -> None:
        for kind, values in requests:
            accepted, reason = self._asked(kind, values)
            self._picture.has_changed = True
            if reason is not None:
                self.herald.answer(values[0], accepted, reason)

    def _asked(self, kind: str, values: "tuple[Any, ...]") -> "tuple[bool, tuple[int, ...] | None]":
        from tavolo.requests import asked  # here, because the lobby is ready sooner without it

        return asked(self, kind, values)

    def begin_selftest(self) -> None:
        """Leave the seats to a selftest, until it is over."""
        from tavolo.maker.selftest import Selftest  # here, because most evenings it would only take memory

        if self.play:
            self.leave()
        self.selftest = Selftest(self.seats, self.herald, self._picture.lights)

    def _step_selftest(self, selftest: "Selftest", elapsed_ms: int) -> None:
        if selftest.is_over:
            self.selftest = None
            self._picture.show_lobby()
        else:
            selftest.step(elapsed_ms)

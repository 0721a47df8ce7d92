"""Dispatches the seats' events: the referee judges them, and its answers are shown at the slots.

Like a person at no seat who sees all slots, it makes sure that they reveal no secret.
"""

from tavolo.play import reasons
from tavolo.play.secrecy import NO_CODE
from tavolo.seat import states

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tavolo.play.referee import Referee


class Dispatcher:
    """Takes the events of the `referee`'s seats, and holds back in its `secrecy` what may not be seen yet."""

    def __init__(self, referee: "Referee") -> None:
        self._referee = referee
        self._seats = referee.seats
        self._secrecy = referee.secrecy
        self._publisher = referee.publisher
        self._showing = referee.showing
        self._was_veiled: tuple[int, ...] = ()

    # Functions of every tick have at most seven names, and leave rare work to others: MicroPython keeps about seven
    # names on its stack, and allocates memory for more.

    def look_at_slots(self, elapsed_ms: int) -> None:
        """Step the veil, and show the visible state of every slot."""
        veiled = self._referee.veiled()
        unveiled = self._secrecy.step(elapsed_ms, veiled)
        if unveiled:
            self._judge_unveiled(unveiled[0], unveiled[1])
            veiled = self._referee.veiled()
        is_all = veiled or self._was_veiled  # else an idle seat already shows its empty slot
        self._was_veiled = veiled
        for seat in self._seats:
            if (is_all or not seat.is_idle) and self._secrecy.shows_again(seat, seat.number in veiled):
                self._show_slot(seat.number)

    def _show_slot(self, number: int) -> None:
        secrecy = self._secrecy
        self._showing.has_changed = True
        self._publisher.telemetry.slot(number, secrecy.slots[number], secrecy.troubled[number] != 0)

    def keeps_a_secret(self) -> bool:
        """Return whether a choice is secret, or was until this tick."""
        return bool(self._secrecy.veiled or self._referee.veiled())

    def is_untouched(self) -> bool:
        """Return whether no slot or key is in use, as far as that may be known."""
        return self._referee.attendance.is_untouched(self._referee.veiled())

    def take(self, events: "Sequence[tuple[int, int, int]]") -> None:
        """Take events, (kind, seat, value); those of a veiled seat's slot stay secret until it reveals."""
        for kind, number, value in events:
            if number not in self._referee.veiled():
                self._showing.has_changed = True
                self._take(kind, number, value)
            elif not self._secrecy.keeps(kind, number, value):
                self._take(kind, number, value)

    def _take(self, kind: int, number: int, value: int) -> None:
        referee = self._referee
        if kind == states.READ:
            self.card(number, value)
        elif kind == states.KEY:
            self.key(number, value)
        elif kind == states.BOTH_HELD:
            referee.both_held(number)
        elif kind == states.EMPTIED:
            if referee.play:
                referee.play.emptied(number)
        else:
            referee.attendance.report(kind, number, value)

    def card(self, number: int, code: int) -> None:
        """Have a card judged that was read, and answer at its slot."""
        veiled = number in self._referee.veiled()
        reason, taken = self._referee.judged(number, code)
        if taken:
            self._seats[number].accept()
        elif reason is not None:
            self._seats[number].refuse()
            is_harmless = not veiled or reason[0] == reasons.EMPTY_THE_SLOTS  # which does not depend on the card
            self._publisher.note_of("refused", number, reason if is_harmless else (reasons.REFUSED_IN_SECRET, number))
        if veiled or (taken and number in self._referee.veiled()):  # the last open card may have begun the secrecy
            self._secrecy.show(number, taken)

    def _judge_unveiled(self, number: int, code: int) -> None:
        if self._seats[number].state != states.IS_READ:
            return
        if number in self._referee.veiled():
            self._secrecy.codes[number] = code
        else:
            self.card(number, code)

    def key(self, number: int, key: int) -> None:
        """Pass a key on, but ✓ seals the card in a veiled slot unless it answers a question."""
        referee = self._referee
        is_sealing = key == states.TAKE and number in referee.veiled() and not referee.question
        if not (is_sealing and self._seal(number)) and referee.key(number, key):
            self._seats[number].accept()

    def _seal(self, number: int) -> bool:
        """Seal the card in a veiled slot; return False if there is none."""
        self._showing.has_changed = True
        code = self._secrecy.codes[number]
        if code != NO_CODE:
            self.card(number, code)
            self._secrecy.codes[number] = NO_CODE
        elif self._seats[number].state == states.IS_SETTLING:
            self._secrecy.show(number, False)
            self._publisher.note_of("trouble", number, (reasons.CARD_NOT_CLEAR, number))
        else:
            return False
        return True

"""One pass of the whole table: the order of work, and nothing else.

What the pass before has found is told to the laptop, and what that asks is answered; seats are read, the referee judges
what they report, and the lights show it. So no pass both carries an action out and writes it down for the laptop.
Everything is handed in, and time too: `Table.step` is called again and again with the milliseconds that have passed.
"""

GARBAGE_OF_AN_ACTION = 6  # times what a beat leaves: 10 kB at the most

TYPE_CHECKING = False  # as type checkers read it: True
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from tavolo.journal.journal import Journal
    from tavolo.lights.picture import Showing
    from tavolo.link.publisher import Publisher
    from tavolo.maker.workbench import Workbench
    from tavolo.play.referee import Referee
    from tavolo.seat.gap import Gap
    from tavolo.seat.seat import Seat


class Table:
    """The table in the world: eight `seats`, the `referee` who judges, what is `showing`, the `publisher` that talks.

    `answer(kind, values)` answers what a laptop asks. While the maker checks the board at the `workbench`, seats rest.
    When `workbench.wants_restart`, whoever steps the table has to begin anew, as at power-on. `garbage` counts what
    passes leave in memory, in beats of the lights, 1.6 kB each at most; one in which nothing happened leaves nothing.
    """

    def __init__(
        self,
        seats: "list[Seat | Gap]",
        referee: "Referee",
        showing: "Showing",
        publisher: "Publisher",
        journal: "Journal",
        workbench: "Workbench",
        answer: "Callable[[str, tuple[Any, ...]], None]",
    ) -> None:
        self.seats = seats
        self.referee = referee
        self.showing = showing
        self.publisher = publisher
        self.journal = journal
        self.workbench = workbench
        self.garbage = 0
        self.play = referee.play  # the game that is played, or None
        self._steps = [seat.step for seat in seats]  # bound once: looking the methods up would cost every pass
        self._answer = answer

    def step(self, elapsed_ms: int) -> None:
        """Let `elapsed_ms` pass: read, decide, show, tell. Never waits, but may erase a sector in a quiet lobby."""
        referee = self.referee
        if referee.replay:
            referee.replay.resume(referee)
            return
        requests = self.publisher.step(elapsed_ms)
        if requests:
            self._answer_all(requests)
        self.showing.step(elapsed_ms)
        if self.workbench.selftest:
            self.workbench.step_selftest(elapsed_ms)
        else:
            self._step_seats(elapsed_ms)
        referee.step(elapsed_ms)
        self.play = referee.play
        if referee.attendance.is_due:
            referee.count_seats()
        if self.workbench.restart_ms:
            self.workbench.step_restart(elapsed_ms)
        self._show(referee, elapsed_ms)

    # What runs every pass has few names a function, and leaves what is rare to others: MicroPython keeps about seven
    # names on its stack, and searches the memory for a place for more.

    def _step_seats(self, elapsed_ms: int) -> None:
        for step in self._steps:
            events = step(elapsed_ms)
            if events:
                self.referee.take(events)
        self.referee.look_at_slots(elapsed_ms)

    def _answer_all(self, requests: "list[tuple[str, tuple[Any, ...]]]") -> None:
        self.showing.has_changed = True
        for kind, values in requests:
            self._answer(kind, values)

    def _show(self, referee: "Referee", elapsed_ms: int) -> None:
        if self.workbench.selftest:
            self.showing.lights.show(self.workbench.selftest.canvas)
            return
        if referee.glance.is_on:
            referee.glance.step(self.seats, elapsed_ms)
        showing, has_changed = self.showing, self.showing.has_changed
        if self.journal.needs_rest():
            self.journal.rest(elapsed_ms, not has_changed and referee.is_untouched())
        if showing.waits():
            self.garbage += GARBAGE_OF_AN_ACTION
        elif self.journal.wants_position and not has_changed and referee.play is not None:
            referee.play.keep_position()  # nobody waits for what this pass does
            self.garbage += GARBAGE_OF_AN_ACTION
        else:
            showing.show(referee)
            self.garbage += not showing.is_still
            if has_changed or referee.attendance.only:  # after the lights, which nobody shall wait for
                referee.tell()

    def keeps_a_secret(self) -> bool:
        """Return whether what goes wrong now may tell of a secret choice; so too when that cannot be found out."""
        try:
            return self.referee.keeps_a_secret()
        except Exception:  # it is asked when something has gone wrong, which may be this
            return True

    def is_idle(self) -> bool:
        """Return whether the last pass had nothing to carry out and nothing to paint."""
        return self.showing.is_still

    def is_quiet(self) -> bool:
        """Return whether besides nobody is at slots and keys: then a delay is not felt."""
        return self.showing.is_still and self.referee.is_untouched()

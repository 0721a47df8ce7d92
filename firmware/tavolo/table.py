"""One tick of the whole table: the order of work, and nothing else.

A tick sends the laptop what the last tick has found, and answers its requests; then seats are read, the referee judges
their events, and the lights show the result. So no tick both applies an action and encodes it for the laptop.
"""

GARBAGE_OF_AN_ACTION = 6  # times that of a beat: 10 kB at most

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from tavolo.journal.journal import Journal
    from tavolo.lights.picture import Showing
    from tavolo.link.publisher import Publisher
    from tavolo.maker.workbench import Workbench
    from tavolo.play.dispatcher import Dispatcher
    from tavolo.play.referee import Referee
    from tavolo.seat.seat import Seat


class Table:
    """The table: eight `seats`, the `dispatcher` of their events, the `referee`, the lights, the link, the journal.

    `showing` has the lights painted. `answer(kind, values)` answers a laptop's request. During a selftest at the
    maker's `workbench` the seats are not read. The caller of `step` restarts the board when `workbench.wants_restart`.
    `garbage` counts what ticks leave in memory, in beats of the lights of at most 1.6 kB each; an idle tick leaves
    nothing.
    """

    def __init__(
        self,
        seats: "list[Seat]",
        dispatcher: "Dispatcher",
        referee: "Referee",
        showing: "Showing",
        publisher: "Publisher",
        journal: "Journal",
        workbench: "Workbench",
        answer: "Callable[[str, tuple[Any, ...]], None]",
    ) -> None:
        self.seats = seats
        self.dispatcher = dispatcher
        self.referee = referee
        self.showing = showing
        self.publisher = publisher
        self.journal = journal
        self.workbench = workbench
        self.garbage = 0
        self.play = referee.play  # the current game, or None
        self._steps = [seat.step for seat in seats]  # bound once: each look-up would cost time in every tick
        self._phones: "list[Any]" = [seat for seat in seats if seat.is_by_phone]
        self._has_laptop = False  # as seats by phone know
        self.is_even = False  # whether the last tick has to be as long as all of its kind: it has read a card
        self._answer = answer

    def step(self, elapsed_ms: int) -> None:
        """Run one tick, `elapsed_ms` after the last. Never waits, but may erase a sector in a quiet lobby."""
        referee = self.referee
        if referee.replay:
            referee.resume()
            return
        requests = self.publisher.step(elapsed_ms)
        if self._phones:
            self._hear_phones()
        if requests:
            self._answer_all(requests)
        self.showing.step(elapsed_ms)
        if self.workbench.selftest:
            self.workbench.step_selftest(elapsed_ms)
        else:
            self._step_seats(elapsed_ms)
        referee.step(elapsed_ms)
        self.play = referee.play
        if referee.attendance.is_due and referee.attendance.count():
            self.showing.has_changed = True
        if self.workbench.restart_ms:
            self.workbench.step_restart(elapsed_ms)
        self._show(referee, elapsed_ms)

    def _hear_phones(self) -> None:
        """Let what the laptop has told seats by phone count, once everything is on the wire that is to be sent."""
        if self._has_laptop != self.publisher.is_present():
            self._connect_phones()
        if self.publisher.is_free():
            for seat in self._phones:
                seat.hear()

    def _connect_phones(self) -> None:
        """Tell the seats by phone that the laptop has come or gone: who asks everybody something asks them or not."""
        self._has_laptop = not self._has_laptop
        for seat in self._phones:
            seat.connect(self._has_laptop)
        self.referee.attendance.is_due = True
        self.showing.has_changed = True

    # Functions of every tick have at most seven names, and leave rare work to others: MicroPython keeps about seven
    # names on its stack, and allocates memory for more.

    def _step_seats(self, elapsed_ms: int) -> None:
        for step in self._steps:
            events = step(elapsed_ms)
            if events:
                self.dispatcher.take(events)
        self.dispatcher.look_at_slots(elapsed_ms)

    def _answer_all(self, requests: "list[tuple[str, tuple[Any, ...]]]") -> None:
        for kind, values in requests:
            self._answer(kind, values)
            self.is_even |= kind == "hand"
            self.showing.has_changed |= kind not in ("hand", "press")  # which change nothing before they count

    def _show(self, referee: "Referee", elapsed_ms: int) -> None:
        if self.workbench.selftest:
            self.showing.lights.show(self.workbench.selftest.canvas)
            return
        if referee.glance.is_on:
            referee.glance.step(elapsed_ms)
        showing, has_changed = self.showing, self.showing.has_changed
        if self.journal.needs_rest():
            self.journal.rest(elapsed_ms, not has_changed and self.dispatcher.is_untouched())
        if showing.waits():
            self.garbage += GARBAGE_OF_AN_ACTION
        elif self.journal.wants_position and not has_changed and referee.play is not None:
            referee.play.keep_position()  # nothing else waits for this tick
            self.garbage += GARBAGE_OF_AN_ACTION
        else:
            showing.show(referee)
            self.garbage += not showing.is_still
            if has_changed or referee.attendance.only:  # after the lights, which come first
                referee.publish()

    def keeps_a_secret(self) -> bool:
        """Return whether a crash now may reveal a secret choice; True also when that cannot be found out."""
        try:
            return self.dispatcher.keeps_a_secret()
        except Exception:  # this is called after a crash, whose cause may be here
            return True

    def is_idle(self) -> bool:
        """Return whether the last tick applied and painted nothing."""
        return self.showing.is_still

    def is_quiet(self) -> bool:
        """Return whether the table is idle and no slot or key is in use: then nobody feels a delay."""
        return self.showing.is_still and self.dispatcher.is_untouched()

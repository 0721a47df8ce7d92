"""The referee: takes what the seats report, has the lobby or the game judge it, and answers at the slots.

In the world, somebody who sits at no place and sees all slots, and sees to it that they tell nothing of what is secret.
How games begin and end is in `play` and `lobby`, how they go on after a power cut in `resuming` and `gap_repair`, and
what everybody is asked in `council`: parts that are loaded when they are needed.
"""

from tavolo.link.telemetry import NO_QUESTION, UNDO
from tavolo.play import reasons
from tavolo.play.attendance import Attendance, FirstGlance, judge_again
from tavolo.play.secrecy import NO_CODE, Secrecy
from tavolo.seat import states

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tavolo.journal.journal import Journal
    from tavolo.lights.picture import Showing
    from tavolo.link.publisher import Publisher
    from tavolo.play.council import Motion
    from tavolo.play.gap_repair import GapRepair
    from tavolo.play.lobby import Lobby
    from tavolo.play.play import Play
    from tavolo.play.resuming import LostRecords, Replay
    from tavolo.rules.record import Record
    from tavolo.seat.gap import Gap
    from tavolo.seat.seat import Seat


class Referee:
    """Judges at the eight `seats`. `below(n)` returns 0..n-1 from the board's entropy.

    What is to be seen is asked for by the `showing`, what is to be known to the `publisher`, what has to last to the
    `journal`; a game that this finds unfinished goes on. While there is a `replay`, its `resume` is all that may be
    done.
    """

    def __init__(
        self,
        seats: "list[Seat | Gap]",
        publisher: "Publisher",
        journal: "Journal",
        showing: "Showing",
        below: "Callable[[int], int]",
    ) -> None:
        self.seats = seats
        self.lobby: "Lobby" = None  # type: ignore[assignment]  # while a game is played there is none
        self.play: "Play | None" = None
        self.record: "Record | None" = None  # of the game
        self.playing: tuple[int, ...] = ()  # the seat of each of its players
        self.question: "Motion | None" = None  # what everybody is asked
        self.laptop_waits_ms = 0  # before it may ask anything
        self.secrecy = Secrecy(len(seats))
        self.slots, self.troubled = self.secrecy.slots, self.secrecy.troubled
        self.attendance = Attendance(seats, publisher)
        self._was_veiled: tuple[int, ...] = ()
        self.publisher = publisher
        self.journal = journal
        self.showing = showing
        self.below = below
        self.glance = FirstGlance(len(seats))
        self.replay: "Replay | None" = None
        self.gap_repair: "GapRepair | None" = None
        self.lost_records: "LostRecords | None" = None  # what the journal has lost, while it is shown
        self.fading: "LostRecords | None" = None  # the same, for as long as it may be shown again
        self._are_slots_empty = self._slots_are_empty  # once: it is asked for every pass, and takes memory each time
        if journal.is_unfinished:
            from tavolo.play.resuming import resume_game  # imported here so that the lobby is ready sooner

            resume_game(self)
            return
        self.enter_lobby()
        if journal.is_damaged:
            from tavolo.play.resuming import lose_game

            lose_game(self, journal.lost())
        elif journal.is_foreign:
            publisher.queue_note((reasons.GAME_OF_OTHER_RULES,))

    def enter_lobby(self, joined: "Sequence[int]" = ()) -> None:
        """From now on there is no game, and these seats have joined the next one already."""
        from tavolo.play.lobby import Lobby  # imported here: unloaded during a game

        self.lobby = Lobby()
        self.lobby.joined = list(joined)
        self.play = self.record = self.replay = self.gap_repair = self.lost_records = self.fading = None
        self.showing.has_changed = True

    # ---- what is to be seen (`tavolo.lights.view.View`)

    def trial(self) -> "tuple[int, int] | None":
        """Return (code of the card in the only seat or -1, its keys that are down); None unless one is there alone."""
        seat = self.attendance.only
        return (seat.slot.code, seat.keys.down) if seat else None

    def previews(self) -> "list[tuple[int, tuple[int, ...]]]":
        """Return (player, option) for everybody whose option the lights show."""
        return self.play.previews() if self.play else []

    def seats_to_reseal(self) -> "list[int]":
        """Return the seats whose sealed cards are asked for again."""
        return [self.play.seats[player] for player in self.play.asked_again()] if self.play else []

    def tell(self) -> None:
        """Tell the laptop what is to be seen, as far as it does not follow from the record."""
        shown, motion, lobby = self.publisher.telemetry, self.question, self.lobby
        shown.reseal(self.seats_to_reseal())
        lost_records = self.lost_records
        shown.lost(lost_records.count if lost_records else 0, lost_records.seats if lost_records else ())
        if motion:
            shown.question(motion.what, motion.seats, motion.seats_agreed())
        else:
            shown.question(NO_QUESTION)
        if self.play is None:
            shown.lobby(lobby.joined, lobby.game_index, lobby.option_index, lobby.option_value())
            trial = self.trial()
            if trial:
                shown.trial(*trial)

    # ---- a pass

    # What runs every pass has few names a function, and leaves what is rare to others: MicroPython keeps about seven
    # names on its stack, and searches the memory for a place for more.

    def step(self, elapsed_ms: int) -> None:
        """Let time pass for the game, and for a question that is open."""
        if self.fading is not None:
            self.fading.fade(self, elapsed_ms)
        if self.laptop_waits_ms:
            self.laptop_waits_ms = max(0, self.laptop_waits_ms - elapsed_ms)
        play = self.play
        if play is None or (self.gap_repair is not None and self.gap_repair.step(self)):
            return
        if play.step_chance():
            changed = True
        elif self.question and not play.is_replaying:
            changed = self.question.lapse(elapsed_ms)
        else:
            changed = play.step(elapsed_ms, self._are_slots_empty)
        if changed:
            self.showing.has_changed = self.showing.has_acted = True

    def look_at_slots(self, elapsed_ms: int) -> None:
        """Let time pass for what is veiled, and show every slot as it is to be seen."""
        play = self.play
        unveiled = self.secrecy.step(elapsed_ms, play.veiled() if play else ())
        if unveiled:
            self._judge_unveiled(unveiled[0], unveiled[1])
        veiled = self.play.veiled() if self.play else ()
        is_all = veiled or self._was_veiled  # else a seat that is idle shows its empty slot already
        self._was_veiled = veiled
        for seat in self.seats:
            if (is_all or not seat.is_idle) and self.secrecy.shows_again(seat, seat.number in veiled):
                self._show_slot(seat.number)

    def count_seats(self) -> None:
        """Find out which seats there are, as soon as that can be known."""
        if self.attendance.count():
            self.showing.has_changed = True

    def _slots_are_empty(self) -> bool:
        for seat in self.seats:
            is_known_empty = seat.state == states.IS_EMPTY and not self.glance.may_lie_there(seat.number)
            if not is_known_empty and seat.state not in states.NOBODY:
                return False
        return True

    def _show_slot(self, number: int) -> None:
        self.showing.has_changed = True
        self.publisher.telemetry.slot(number, self.slots[number], self.troubled[number] != 0)

    def _is_veiled(self, number: int) -> bool:
        """Return whether this seat's slot must not be seen, because somebody's choice is secret."""
        return self.play is not None and number in self.play.veiled()

    def keeps_a_secret(self) -> bool:
        """Return whether somebody's choice is secret, or was until this pass."""
        return bool(self.secrecy.veiled) or (self.play is not None and bool(self.play.veiled()))

    def is_untouched(self) -> bool:
        """Return whether nobody is at slots and keys, as far as that may be known."""
        return self.attendance.is_untouched(self.play.veiled() if self.play else ())

    # ---- what the seats report

    def take(self, events: "Sequence[tuple[int, int, int]]") -> None:
        """Take what a seat reports, (kind, seat, value) each."""
        for kind, number, value in events:
            if not self._is_veiled(number):
                self.showing.has_changed = True
                self._take(kind, number, value)
            elif not self.secrecy.keeps(kind, number, value):
                self._take(kind, number, value)

    def _take(self, kind: int, number: int, value: int) -> None:
        if kind == states.READ:
            self.card(number, value)
        elif kind == states.KEY:
            self.key(number, value)
        elif kind == states.BOTH_HELD:
            self._both_held(number)
        elif kind == states.EMPTIED:
            if self.play:
                self.play.emptied(number)
        else:
            self.attendance.report(kind, number, value)

    def card(self, number: int, code: int) -> None:
        """Judge a card that was read, and answer at its slot."""
        veiled = self._is_veiled(number)
        reason, taken = self.judged(number, code)
        if taken:
            self.seats[number].accept()
        elif reason is not None:
            self.seats[number].refuse()
            is_told = not veiled or reason[0] == reasons.EMPTY_THE_SLOTS  # which is so for any card
            self.publisher.note_of("refused", number, reason if is_told else (reasons.REFUSED_IN_SECRET, number))
        if veiled or (taken and self._is_veiled(number)):  # the last open card may have brought the veil down
            self.secrecy.show(number, taken)

    def judged(self, number: int, code: int) -> tuple[tuple[int, ...] | None, bool]:
        """Return (reason of a refusal or None, whether the card is played)."""
        play = self.play
        if play is None:
            return (reasons.NO_GAME_YET, number), self.attendance.tries(number, code)
        self.showing.has_acted = True
        if self.glance.may_lie_there(number):
            verdict = judge_again(play, number, code)
            if verdict is not None:
                return verdict
        hindrance = play.hindrance(number) or ((reasons.EVERYBODY_IS_ASKED,) if self.question else None)
        return (hindrance, False) if hindrance else play.card(number, code)

    def _judge_unveiled(self, number: int, code: int) -> None:
        if self.seats[number].state != states.IS_READ:
            return
        if self._is_veiled(number):
            self.secrecy.codes[number] = code
        else:
            self.card(number, code)

    def _seal(self, number: int) -> bool:
        """Take the card that lies in a veiled slot, at the key ✓; return False when there is nothing in it."""
        if self.secrecy.codes[number] != NO_CODE:
            self.card(number, self.secrecy.codes[number])
            self.secrecy.codes[number] = NO_CODE
        elif self.seats[number].state == states.IS_SETTLING:
            self.secrecy.show(number, False)
            self.publisher.note_of("trouble", number, (reasons.CARD_NOT_CLEAR, number))
        else:
            return False
        return True

    def key(self, number: int, key: int) -> None:
        """Take a key that was pressed."""
        self.showing.has_changed = True
        play = self.play
        if play is None:
            self._press_in_lobby(number, key)
        elif self.question:
            self.question.press(number, key)
        elif key == states.TAKE and self._is_veiled(number) and self._seal(number):
            return
        elif play.is_over():
            if key == states.TAKE:
                from tavolo.play.play import close

                close(self)
        elif play.key(number, key):
            self.seats[number].accept()
            self.showing.has_acted = True

    def _press_in_lobby(self, number: int, key: int) -> None:
        setup, reason = self.lobby.press(number, key)
        if reason is not None:
            self.publisher.note(reason)
        if setup is not None:
            from tavolo.play.play import begin  # imported here so that the lobby is ready sooner

            begin(self, setup, self.lobby.seats())

    def _both_held(self, number: int) -> None:
        if self.play is None:
            self.enter_lobby()
        elif number in self.play.seats and not self.question:
            from tavolo.play.council import ask  # imported here: rarely needed

            ask(self, UNDO, number)

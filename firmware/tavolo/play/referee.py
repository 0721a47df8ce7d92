"""The referee: takes the seats' events, lets the lobby or the game judge them, and answers at the slots.

Like a person at no seat who sees all slots, it makes sure that they reveal no secret. `play` and `lobby` begin and end
games, `resuming` and `gap_repair` continue them after a power cut, and `council` asks everybody: these are loaded when
they are needed.
"""

from tavolo.link.telemetry import LOBBY, NO_QUESTION, TRIAL, UNDO
from tavolo.play import reasons
from tavolo.play.attendance import Attendance
from tavolo.play.first_glance import FirstGlance, judge_again
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
    from tavolo.seat.seat import Seat


class Referee:
    """Judges at the eight `seats`. `below(n)` returns a random 0..n-1.

    `showing` has the lights painted, `publisher` talks to the laptop, `journal` stores the game; a game that it finds
    unfinished resumes. While there is a `replay`, nothing may be called but its `resume`.
    """

    def __init__(
        self,
        seats: "list[Seat]",
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
        self.laptop_waits_ms = 0  # before it may ask again
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
        self.lost_records: "LostRecords | None" = None  # while they are shown
        self.lost_notice: "LostRecords | None" = None  # as long as they may be shown again
        self._are_slots_empty = self._slots_are_empty  # bound once: it is used every tick, and binding takes memory
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
        """Enter the lobby, without a game; these seats have already joined the next one."""
        from tavolo.play.lobby import Lobby  # imported here: unloaded during a game

        self.lobby = Lobby()
        self.lobby.joined = list(joined)
        self.play = self.record = self.replay = self.gap_repair = self.lost_records = self.lost_notice = None
        self.showing.has_changed = True

    # ---- what can be seen (`tavolo.lights.view.View`)

    def trial(self) -> "tuple[int, int] | None":
        """Return (code of the card in the only seat or -1, its keys that are down); None if there are more seats."""
        seat = self.attendance.only
        return (seat.slot.code, seat.keys.down) if seat else None

    def previews(self) -> "list[tuple[int, tuple[int, ...]]]":
        """Return (player, option) for each option that the lights preview."""
        return self.play.previews() if self.play else []

    def seats_to_reseal(self) -> "list[int]":
        """Return the seats that must insert their sealed card again."""
        return [self.play.seats[player] for player in self.play.players_to_reseal()] if self.play else []

    def publish(self) -> None:
        """Set the telemetry of what does not follow from the record."""
        shown, motion, lobby = self.publisher.telemetry, self.question, self.lobby
        shown.reseal(self.seats_to_reseal())
        lost_records = self.lost_records
        shown.lost(lost_records.count if lost_records else 0, lost_records.seats if lost_records else ())
        if motion:
            shown.question(motion.what, motion.seats, motion.seats_agreed(), motion.asker, motion.count)
        else:
            shown.question(NO_QUESTION)
        if self.play is None:
            shown.show(LOBBY, (tuple(lobby.joined), lobby.game_index, lobby.option_index, lobby.option_value()))
            shown.show(TRIAL, self.trial())

    # ---- every tick

    # Functions of every tick have at most seven names, and leave rare work to others: MicroPython keeps about seven
    # names on its stack, and allocates memory for more.

    def step(self, elapsed_ms: int) -> None:
        """Step the game, and an open question."""
        if self.lost_notice is not None:
            self.lost_notice.step(self, elapsed_ms)
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
        """Step the veil, and show the visible state of every slot."""
        play = self.play
        unveiled = self.secrecy.step(elapsed_ms, play.veiled() if play else ())
        if unveiled:
            self._judge_unveiled(unveiled[0], unveiled[1])
        veiled = self.play.veiled() if self.play else ()
        is_all = veiled or self._was_veiled  # else an idle seat already shows its empty slot
        self._was_veiled = veiled
        for seat in self.seats:
            if (is_all or not seat.is_idle) and self.secrecy.shows_again(seat, seat.number in veiled):
                self._show_slot(seat.number)

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
        return self.play is not None and number in self.play.veiled()

    def keeps_a_secret(self) -> bool:
        """Return whether a choice is secret, or was until this tick."""
        return bool(self.secrecy.veiled) or (self.play is not None and bool(self.play.veiled()))

    def is_untouched(self) -> bool:
        """Return whether no slot or key is in use, as far as that may be known."""
        return self.attendance.is_untouched(self.play.veiled() if self.play else ())

    # ---- the seats' events

    def take(self, events: "Sequence[tuple[int, int, int]]") -> None:
        """Take events, (kind, seat, value); those of a veiled seat's slot stay secret until it reveals."""
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
            is_harmless = not veiled or reason[0] == reasons.EMPTY_THE_SLOTS  # which does not depend on the card
            self.publisher.note_of("refused", number, reason if is_harmless else (reasons.REFUSED_IN_SECRET, number))
        if veiled or (taken and self._is_veiled(number)):  # the last open card may have begun the secrecy
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
        """Seal the card in a veiled slot, at the key ✓; return False if there is none."""
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
        else:
            self.showing.has_acted = True  # the first key finds out what is possible, which takes as long as an action
            if play.key(number, key):
                self.seats[number].accept()

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

            ask(self, UNDO, asker=number)

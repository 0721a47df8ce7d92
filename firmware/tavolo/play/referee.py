"""The referee: lets the lobby or the game judge cards and keys, which the dispatcher brings from the seats.

It begins, resumes and ends games. `play`, `lobby`, `resuming`, `gap_repair` and `council` are loaded when they are
needed. They do not know the referee: they return what happened.
"""

from tavolo.lights.stage import UNCOUNTED
from tavolo.link.telemetry import ABANDON, LAPTOP, LOBBY, NO_QUESTION, REPAIR, TRIAL, UNDO
from tavolo.play import reasons
from tavolo.play.attendance import Attendance
from tavolo.play.first_glance import FirstGlance, judge_again
from tavolo.play.secrecy import Secrecy
from tavolo.seat import states
from tavolo.wiring import PADS

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
    from tavolo.rules.contract import Setup
    from tavolo.rules.record import Record
    from tavolo.seat.seat import Seat


class Referee:
    """Judges at the eight `seats`. `below(n)` returns a random 0..n-1.

    `showing` has the lights painted, `publisher` talks to the laptop, `journal` stores the game; a game that it finds
    unfinished resumes. While there is a `replay`, nothing may be called but `resume`.
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
        self.publisher = publisher
        self.journal = journal
        self.showing = showing
        self.below = below
        self.glance = FirstGlance(seats)
        self.replay: "Replay | None" = None
        self.gap_repair: "GapRepair | None" = None
        self.lost_records: "LostRecords | None" = None  # while they are shown
        self.lost_notice: "LostRecords | None" = None  # as long as they may be shown again
        self._are_slots_empty = self.glance.are_slots_empty  # bound once: binding takes memory in every tick
        if journal.is_unfinished:
            self._resume_game()
            return
        self.enter_lobby()
        if journal.is_damaged:
            self._lose_game(journal.lost())
        elif journal.is_foreign:
            publisher.queue_note((reasons.GAME_OF_OTHER_RULES,))

    # ---- the course of games

    def enter_lobby(self, joined: "Sequence[int]" = ()) -> None:
        """Enter the lobby, without a game; these seats have already joined the next one."""
        from tavolo.play.lobby import Lobby  # imported here: unloaded during a game

        self.lobby = Lobby()
        self.lobby.joined = list(joined)
        self.play = self.record = self.replay = self.gap_repair = self.lost_records = self.lost_notice = None
        self.showing.has_changed = True

    def begin(self, setup: "Setup", players: tuple[int, ...]) -> None:
        """Begin a game at the seats of its `players`."""
        from tavolo.rules.record import Record  # imported here: a resumed game has another class

        if self.question:
            self._end_question(self.question)
        self.glance.end()
        calibrations = [seat.present_calibration() for seat in self.seats]
        kept = [known.to_bytes() if known else None for known in calibrations]
        if not self.journal.begin(setup.text(), players, kept):
            self.publisher.note((reasons.JOURNAL_IS_FULL,))
        self.open_game(Record(setup), players).start()

    def open_game(self, record: "Record", players: tuple[int, ...]) -> "Play":
        """Make this record the game, with the seats of its `players`; return its play, which is to be started."""
        from tavolo.play.play import Play  # imported here so that the lobby is ready sooner

        self.record, self.playing = record, players
        self.play = Play(record, players, self.publisher, self.below, self.journal)
        self.lobby = None  # type: ignore[assignment]
        self.gap_repair = self.lost_records = self.lost_notice = None
        self.showing.has_changed = True
        return self.play

    def close(self) -> None:
        """Return to the lobby; the players have already joined the next game."""
        if self.question:
            self._end_question(self.question)
        self.journal.end()
        self.enter_lobby(self.playing)

    def _resume_game(self) -> None:
        """Resume the journal's game from the next tick on; lose it if this table cannot play it."""
        from tavolo.play.resuming import Replay, record_of  # imported here so that the lobby is ready sooner

        record = record_of(self.journal, len(self.seats))
        if record is None:
            self.journal.end()
            self.enter_lobby()
            self._lose_game(0)
            return
        self.open_game(record, self.journal.seats)
        self.showing.picture.look_at(self)  # loads its scene while memory is not fragmented
        self.replay = Replay(self.journal, record)

    def _lose_game(self, readable: int) -> None:
        """Report that there was a game of which only this many records can be read."""
        from tavolo.play.resuming import LostRecords  # imported here: rarely needed

        self.lost_records = self.lost_notice = LostRecords(UNCOUNTED, [])
        self.publisher.queue_note((reasons.JOURNAL_DAMAGED, readable))

    def resume(self) -> None:
        """Replay a few actions of the game while there is a `replay`, and show its preview as soon as that is right."""
        replay, play = self.replay, self.play
        assert replay is not None
        assert play is not None
        if replay.has_preview():
            self.showing.show(self)
        if not replay.go_on():
            self.replay = None
            self.showing.has_changed = True
            self.glance.begin()
            self.lost_notice, self.gap_repair = replay.start(play, self.publisher)
            self.lost_records = self.lost_notice

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
        if self.laptop_waits_ms:
            self.laptop_waits_ms = max(0, self.laptop_waits_ms - elapsed_ms)
        play = self.play
        if (self.lost_notice is not None and self._step_lost(self.lost_notice, elapsed_ms)) or play is None:
            return
        if play.step_chance():
            changed = True
        elif self.question and not play.is_replaying:
            changed = self.question.lapse(elapsed_ms)
            if changed:
                self._end_question(self.question)
        else:
            changed = play.step(elapsed_ms, self._are_slots_empty)
        if changed:
            self.showing.has_changed = self.showing.has_acted = True

    def _step_lost(self, lost: "LostRecords", elapsed_ms: int) -> bool:
        """Step what a damaged journal has lost, and its repair; return whether nothing else may happen in this tick."""
        question, repair = self.question, self.gap_repair
        is_asked = question is not None and question.what == REPAIR
        if lost.lapse(elapsed_ms):
            self.showing.has_changed = True
        elif lost.left_ms <= 0 and repair is None:
            self.lost_notice = None
        self.lost_records = lost if lost.left_ms > 0 or is_asked else None
        if repair is None:
            return False
        if repair.step(question is not None):
            self.showing.has_acted = True
            return True
        if repair.is_over:
            self._end_repair(repair)
        elif repair.wants_to_ask() and question is None and not self.laptop_waits_ms:
            self.question = repair.ask(self.attendance.able_among(self.playing))
            self.showing.has_changed = True
        return False

    def _end_repair(self, repair: "GapRepair") -> None:
        self.gap_repair = None
        if self.question and self.question.what == REPAIR:
            self._end_question(self.question)
        if repair.has_repaired():
            self.lost_records = self.lost_notice = None
            self.glance.begin()
            self.showing.has_changed = self.showing.has_acted = True

    def veiled(self) -> tuple[int, ...]:
        """Return the seats whose slots must not reveal anything, because a choice is secret."""
        return self.play.veiled() if self.play else ()

    # ---- cards and keys

    def judged(self, number: int, code: int) -> tuple[tuple[int, ...] | None, bool]:
        """Return (reason of a refusal or None, whether the card is played)."""
        play = self.play
        if play is None:
            return (reasons.NO_GAME_YET, number), self._is_tried(number, code)
        self.showing.has_acted = True
        if self.seats[number].is_by_phone:
            if (code >= states.AGAIN) != (number in self.seats_to_reseal()):
                return (reasons.REFUSED_IN_SECRET, number), False  # told before the laptop knew what was asked
            code %= states.AGAIN
        if self.glance.may_lie_there(number):
            verdict = judge_again(play, number, code)
            if verdict is not None:
                return verdict
        hindrance = play.hindrance(number) or ((reasons.EVERYBODY_IS_ASKED,) if self.question else None)
        return (hindrance, False) if hindrance else play.card(number, code)

    def _is_tried(self, number: int, code: int) -> bool:
        """Return whether a card before any game tries out the only seat, and note it."""
        if self.attendance.only is not self.seats[number]:
            return False
        self.publisher.note((reasons.TRIED, number) + tuple([pad for pad in range(PADS) if code >> pad & 1]))
        return True

    def key(self, number: int, key: int) -> bool:
        """Take a key that was pressed; return whether an action was taken with the card in the seat's slot."""
        self.showing.has_changed = True
        play = self.play
        if play is None:
            self._press_in_lobby(number, key)
        elif self.question:
            if number in play.seats and not play.is_replaying:
                self.question.press(number, key)
                if self.question.is_over:
                    self._end_question(self.question)
        elif play.is_over():
            if key == states.TAKE:
                self.close()
        else:
            self.showing.has_acted = True  # the first key finds out what is possible, which takes as long as an action
            return play.key(number, key)
        return False

    def _press_in_lobby(self, number: int, key: int) -> None:
        setup, reason = self.lobby.press(number, key)
        if reason is not None:
            self.publisher.note(reason)
        if setup is not None and self.cannot_mix(setup, self.lobby.seats()):
            self.publisher.note((reasons.SEATS_MIXED,))
        elif setup is not None:
            self.begin(setup, self.lobby.seats())

    def cannot_mix(self, setup: "Setup", players: tuple[int, ...]) -> bool:
        """Return whether a game has cards, which are dealt to seats by phone by the laptop, and to others by hand."""
        return bool(setup.game.CARDS) and self.attendance.are_mixed(players)

    def both_held(self, number: int) -> None:
        """Empty the lobby, or ask everybody whether to undo: ◀ and ▶ were held together at a seat."""
        if self.play is None:
            self.enter_lobby()
        elif number in self.play.seats and not self.question:
            self.ask(UNDO, asker=number)

    # ---- questions to everybody

    def ask(
        self, what: int, request: int = 0, length: "int | None" = None, asker: int = LAPTOP
    ) -> "tuple[bool, tuple[int, ...] | None]":
        """Ask everybody who can answer (see `tavolo.play.council.ask`); return (whether that is open, why not)."""
        from tavolo.play import council  # imported here: rarely needed

        play = self.play
        assert play is not None
        self.showing.has_changed = True
        able = self.attendance.able_among(play.seats)
        question, reason = council.ask(play, able, self.publisher, what, request, length, asker)
        if question:
            self.question = question
        return question is not None, reason

    def _end_question(self, motion: "Motion") -> None:
        """Withdraw the question, unless it is over; carry it out if everybody has agreed."""
        if not motion.is_over:
            motion.drop()
        self.question = None
        self.laptop_waits_ms = max(self.laptop_waits_ms, motion.wait_ms())
        if motion.has_passed:
            self._carry_out(motion)

    def _carry_out(self, motion: "Motion") -> None:
        play = self.play
        if motion.what == UNDO and play:
            from tavolo.play.council import take_back  # imported here: rarely needed

            take_back(play, len(play.record.actions) - motion.count, self.seats, self.publisher)
        elif motion.what == ABANDON:
            self.close()
            self.publisher.abandoned()
        elif self.gap_repair is not None:
            self.gap_repair.begin()

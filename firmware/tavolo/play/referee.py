"""The referee: takes what the seats report, has the lobby or the game judge it, and answers at the slots.

In the world, somebody who sits at no place and sees all slots. In the house, the one that knows whether a game is
played: it begins games, resumes them after a power cut, leaves them, puts questions to everybody, and sees to it that
slots tell nothing of what is secret.
"""

from tavolo.link.shown import ABANDON, FILL, LAPTOP, NO_QUESTION, UNDO
from tavolo.play import reasons
from tavolo.play.attendance import Attendance, FirstGlance
from tavolo.play.secrecy import NO_CODE, Secrecy
from tavolo.seat import states

TYPE_CHECKING = False  # as type checkers read it: True
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tavolo.journal.journal import Journal
    from tavolo.lights.picture import Showing
    from tavolo.link.herald import Herald
    from tavolo.play.council import Motion
    from tavolo.play.filling import Filling
    from tavolo.play.lobby import Lobby
    from tavolo.play.play import Play
    from tavolo.play.resuming import Loss, Retelling
    from tavolo.rules.contract import Setup
    from tavolo.rules.record import Record
    from tavolo.seat.gap import Gap
    from tavolo.seat.seat import Seat


class Referee:
    """Judges at the eight `seats`. `below(n)` returns 0..n-1 from the board's entropy.

    What is to be seen is asked for by the `showing`, what is to be known to the `herald`, what has to last to the
    `journal`; a game that this finds unfinished goes on. `has_acted` says that the last pass has carried something
    out, which was enough for one pass. While there is something for the `retelling`, `resume` is all that may be done.
    """

    def __init__(
        self,
        seats: "list[Seat | Gap]",
        herald: "Herald",
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
        self.attendance = Attendance(seats, herald)
        self.has_acted = False
        self._was_veiled: tuple[int, ...] = ()
        self._herald = herald
        self._journal = journal
        self._showing = showing
        self._below = below
        self._glance = FirstGlance(len(seats))
        self.retelling: "Retelling | None" = None
        self.filling: "Filling | None" = None
        self.loss: "Loss | None" = None  # what the journal has lost, while it is shown
        self._loss: "Loss | None" = None
        self._are_slots_empty = self._slots_are_empty  # once: it is asked for every pass, and takes memory each time
        if journal.is_unfinished:
            self._take_up()
            return
        self._enter_lobby(())
        if journal.is_damaged:
            self._lose_game(journal.lost())
        elif journal.is_foreign:
            herald.note_soon((reasons.GAME_OF_OTHER_RULES,))

    # ---- what is to be seen (`tavolo.lights.view.View`)

    def trial(self) -> "tuple[int, int] | None":
        """Return (code of the card in the only seat or -1, its keys that are down); None unless one is there alone."""
        seat = self.attendance.only
        return (seat.slot.code, seat.keys.down) if seat else None

    def previews(self) -> "list[tuple[int, tuple[int, ...]]]":
        """Return (player, option) for everybody whose option the lights show."""
        return self.play.previews() if self.play else []

    def wanted(self) -> "list[int]":
        """Return the seats whose sealed cards are asked for again."""
        return [self.play.seats[player] for player in self.play.asked_again()] if self.play else []

    def tell(self) -> None:
        """Tell the laptop what is to be seen, as far as it does not follow from the record."""
        herald, motion, lobby = self._herald, self.question, self.lobby
        herald.wanted(self.wanted())
        loss = self.loss
        herald.lost(loss.count if loss else 0, loss.seats if loss else ())
        if motion:
            herald.question(motion.what, motion.seats, motion.seats_agreed())
        else:
            herald.question(NO_QUESTION)
        if self.play is None:
            herald.lobby(lobby.joined, lobby.game_index, lobby.option_index, lobby.option_value())
            trial = self.trial()
            if trial:
                herald.trial(*trial)

    # ---- a pass

    # What runs every pass has few names a function, and leaves what is rare to others: MicroPython keeps about seven
    # names on its stack, and searches the memory for a place for more.

    def step(self, elapsed_ms: int) -> None:
        """Let time pass for the game, and for a question that is open."""
        if self._loss is not None:
            self._let_loss_fade(self._loss, elapsed_ms)
        if self.laptop_waits_ms:
            self.laptop_waits_ms = max(0, self.laptop_waits_ms - elapsed_ms)
        play = self.play
        if play is None:
            return
        if self.filling is not None and self._fill(play):
            return
        if play.step_chance():
            changed = True
        elif self.question and not play.is_replaying:
            changed = self.question.lapse(elapsed_ms) and self._end_question(self.question)
        else:
            changed = play.step(elapsed_ms, self._are_slots_empty)
        if changed:
            self._showing.has_changed = self.has_acted = True

    def _let_loss_fade(self, loss: "Loss", elapsed_ms: int) -> None:
        if loss.left_ms > 0:
            loss.left_ms -= elapsed_ms
            if loss.left_ms <= 0:
                self._showing.has_changed = True
        elif self.filling is None:
            self._loss = None
        is_shown = loss.left_ms > 0 or (self.question and self.question.what == FILL)
        self.loss = loss if is_shown else None

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
            if (is_all or not seat.is_idle) and self.secrecy.shows_anew(seat, seat.number in veiled):
                self._show_slot(seat.number)

    def count_seats(self) -> None:
        """Find out which seats there are, as soon as that can be known."""
        if self.attendance.count():
            self._showing.has_changed = True

    def glance(self, elapsed_ms: int) -> None:
        """Find out which slots hold no card since before a power cut."""
        self._glance.step(self.seats, elapsed_ms)

    def _slots_are_empty(self) -> bool:
        for seat in self.seats:
            is_known_empty = seat.state == states.IS_EMPTY and not self._glance.may_lie_there(seat.number)
            if not is_known_empty and seat.state not in states.NOBODY:
                return False
        return True

    def _show_slot(self, number: int) -> None:
        self._showing.has_changed = True
        self._herald.slot(number, self.slots[number], self.troubled[number] != 0)

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
                self._showing.has_changed = True
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
            self._herald.refused(number, reason if is_told else (reasons.REFUSED_IN_SECRET, number))
        if veiled or (taken and self._is_veiled(number)):  # the last open card may have brought the veil down
            self.secrecy.show(number, taken)

    def judged(self, number: int, code: int) -> tuple[tuple[int, ...] | None, bool]:
        """Return (reason of a refusal or None, whether the card is played)."""
        play = self.play
        if play is None:
            return (reasons.NO_GAME_YET, number), self.attendance.tries(number, code)
        self.has_acted = True
        if self._glance.may_lie_there(number):
            verdict = play.judge_again(number, code)
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
            self._herald.trouble(number, (reasons.CARD_NOT_CLEAR, number))
        else:
            return False
        return True

    def key(self, number: int, key: int) -> None:
        """Take a key that was pressed."""
        self._showing.has_changed = True
        play = self.play
        if play is None:
            self._press_in_lobby(number, key)
        elif self.question:
            self._vote(self.question, play, number, key)
        elif key == states.TAKE and self._is_veiled(number) and self._seal(number):
            return
        elif play.is_over():
            if key == states.TAKE:
                self.leave()
        elif play.key(number, key):
            self.seats[number].accept()
            self.has_acted = True

    def _press_in_lobby(self, number: int, key: int) -> None:
        setup, reason = self.lobby.press(number, key)
        if reason is not None:
            self._herald.note(reason)
        if setup is not None:
            self.begin(setup, self.lobby.seats())

    def _both_held(self, number: int) -> None:
        if self.play is None:
            self._enter_lobby(())
            self._showing.has_changed = True
        elif number in self.play.seats and not self.question:
            self.ask(UNDO, number)

    # ---- questions to everybody

    def ask(self, what: int, asker: int, request: int = 0) -> tuple[bool, tuple[int, ...] | None]:
        """Put a question of `council` to all seats that play and can answer; return (whether it is open, why not)."""
        from tavolo.play.council import Motion  # here, because many evenings need none

        play = self.play
        assert play is not None
        self._showing.has_changed = True
        if what != FILL:
            play.finish()
        count = len(self.filling.offered) if what == FILL and self.filling else play.to_take_back()
        if what == UNDO and not count:
            if asker == LAPTOP:
                return False, (reasons.NOTHING_TO_UNDO,)
            what = ABANDON
        able = self.attendance.able()
        asked = tuple([seat for seat in play.seats if seat in able])
        self.question = Motion(what, asker, asked, count, request, self._herald)
        return True, None

    def _vote(self, motion: "Motion", play: "Play", number: int, key: int) -> None:
        if number not in play.seats or play.is_replaying:
            return
        motion.press(number, key)
        if motion.is_open:
            return
        self._end_question(motion)
        if not motion.has_passed:
            return
        if motion.what == UNDO:
            for seat in play.undo():
                self.seats[seat].take_back()
        elif motion.what == ABANDON:
            self.leave()
            self._herald.abandoned()
        elif self.filling is not None:
            self.filling.begin()

    def _drop_question(self) -> None:
        if self.question:
            self.question.drop()
            self._end_question(self.question)

    def _end_question(self, motion: "Motion") -> bool:
        """Nothing is asked any more."""
        self.question = None
        self.laptop_waits_ms = max(self.laptop_waits_ms, motion.wait_ms())
        return True

    # ---- games begin, go on after a power cut, and end

    def begin(self, setup: "Setup", players: tuple[int, ...]) -> None:
        """Begin a game of the seats `players`."""
        self._drop_question()
        self._glance.end()
        self.loss = self._loss = None
        calibrations = [seat.present_calibration() for seat in self.seats]
        kept = [known.to_bytes() if known else None for known in calibrations]
        if not self._journal.begin(setup.text(), players, kept):
            self._herald.note((reasons.JOURNAL_IS_FULL,))
        self._open(setup, players).go_on()

    def _open(self, setup: "Setup", players: tuple[int, ...]) -> "Play":
        from tavolo.play.play import Play  # here, because the lobby is ready sooner without them
        from tavolo.rules.record import Record

        self.record, self.playing = Record(setup), players
        self.play = Play(self.record, players, self._herald, self._below, self._journal)
        self.lobby = None  # type: ignore[assignment]
        self._showing.has_changed = True
        return self.play

    def leave(self) -> None:
        """Go back to the lobby, in which those who played have joined already."""
        assert self.play is not None
        self._close(self.play.seats)

    def _close(self, joined: "Sequence[int]" = ()) -> None:
        self._drop_question()
        self._journal.end()
        self._enter_lobby(joined)
        self.play = self.record = self.retelling = self.filling = self.loss = self._loss = None
        self._showing.has_changed = True

    def _enter_lobby(self, joined: "Sequence[int]") -> None:
        from tavolo.play.lobby import Lobby  # here, because it leaves the memory while a game is played

        self.lobby = Lobby()
        self.lobby.joined = list(joined)

    def _take_up(self) -> None:
        from tavolo.play.resuming import setup_of  # here, because the lobby is ready sooner without it

        try:
            self._open(setup_of(self._journal, len(self.seats)), self._journal.seats)
        except ValueError:
            self._give_up()
        else:
            self._showing.picture.look_at(self)  # its scene is loaded while memory is whole
            self._retell()

    def _retell(self) -> None:
        from tavolo.play.resuming import Retelling

        assert self.record is not None
        self.retelling = Retelling(self._journal, self.record)

    def resume(self) -> None:
        """Repeat a few actions of the game that is taken up, and show where that will lead as soon as it is known."""
        retelling, play = self.retelling, self.play
        assert retelling is not None
        assert play is not None
        glimpse = retelling.glimpse
        if glimpse and glimpse.is_right:
            self._showing.show(self)
        if not retelling.go_on():
            self.retelling = None
            self._showing.has_changed = True
            self._resumed(play, retelling)

    def _resumed(self, play: "Play", retelling: "Retelling") -> None:
        record = play.record
        record.takebacks = self._journal.takebacks(record.takebacks)
        self._journal.go_on(retelling.reading, len(record.actions), record.takebacks)
        play.slots_to_empty = retelling.cards_go_back
        play.go_on()
        self._glance.begin()
        self._herald.note_soon((reasons.GAME_RESUMED, len(play.record.actions)))
        self._tell_missing(play, retelling)
        if play.asked_again():
            self._herald.note_soon((reasons.SEALED_CARDS_LOST,) + play.asked_again())
        if self._journal.is_full:
            self._herald.note_soon((reasons.JOURNAL_IS_FULL,))

    def _tell_missing(self, play: "Play", retelling: "Retelling") -> None:
        """Tell what the journal had, and what cannot be repeated any more."""
        reading = retelling.reading
        if reading.unknown:
            self._herald.note_soon((reasons.RECORDS_UNKNOWN, reading.unknown))
        if reading.gap:
            play.slots_to_empty = True
            self._herald.note_soon((reasons.RECORDS_MISSING, reading.unreadable, reading.readable))
            for player, cards in enumerate(retelling.gone):
                if cards:
                    self._herald.note_soon((reasons.CARDS_GO_BACK, player, cards))
        if reading.owed:
            self._herald.note_soon((reasons.RECORDS_MISSING, reading.owed, 0))
        if reading.has_lost_sectors():
            play.slots_to_empty = True
            self._herald.note_soon((reasons.END_MISSING, len(play.record.actions)))
        elif reading.is_torn:
            self._herald.note_soon((reasons.LAST_RECORD_MISSING,))
        if reading.has_lost():
            from tavolo.play.filling import Filling  # here, because hardly any evening needs it

            self.loss = self._loss = retelling.loss(play.seats)
            self.filling = Filling(play.record, self._journal, reading)
            self._herald.missing(self.filling.is_closed())
            play.hold_chance(self.filling.held_passes())

    # ---- what the journal has lost, and a laptop has

    def fill(self, index: int, total: int, takebacks: int, actions: "list[tuple[int, ...]]") -> None:
        """Take actions that a laptop offers for what the journal has lost."""
        if self.filling is not None:
            self.filling.take(index, total, takebacks, actions)
            if self.play is not None:
                self.play.hold_chance(self.filling.held_passes())

    def _fill(self, play: "Play") -> bool:
        """Judge what a laptop offers, one action a pass; return whether nothing else may be done meanwhile."""
        from tavolo.play import filling as fillings

        filling = self.filling
        assert filling is not None
        if filling.state != fillings.PLAYING and len(play.record.actions) != filling.length:
            self.filling = None  # the game has gone on without
            if self.question and self.question.what == FILL:
                self._drop_question()
            return False
        filling.step()
        if filling.state == fillings.PLAYING:
            play.begin_replaying()
            self.has_acted = True
            return True
        if filling.state == fillings.DONE:
            self._filled(play, filling)
        elif filling.state in (fillings.REFUSED, fillings.OLD):
            self._herald.note((reasons.GAP_NOT_FILLED if filling.state == fillings.REFUSED else reasons.OFFER_IS_OLD,))
            filling.forget()
        elif filling.state == fillings.OPEN and self.question:
            play.hold_chance(2)  # which waits as long as everybody does
        elif filling.state == fillings.OPEN:
            if filling.is_asked:
                self.filling = None  # not everybody has agreed
            elif not self.laptop_waits_ms:
                filling.is_asked = True
                self.ask(FILL, LAPTOP)
        return False

    def _filled(self, play: "Play", filling: "Filling") -> None:
        self.filling = self.loss = self._loss = None
        play.is_replaying = False
        play.slots_to_empty = filling.cards_go_back
        play.go_on()
        self._glance.begin()
        self._showing.has_changed = self.has_acted = True
        self._herald.note_soon((reasons.GAP_FILLED, max(0, len(play.record.actions) - filling.length)))
        if filling.gone:
            self._herald.note_soon((reasons.RECORDS_MISSING, 1, filling.gone - 1))
        if play.asked_again():
            self._herald.note_soon((reasons.SEALED_CARDS_LOST,) + play.asked_again())

    def _give_up(self) -> None:
        self._close()
        self._lose_game(0)

    def _lose_game(self, readable: int) -> None:
        from tavolo.lights.stage import UNCOUNTED
        from tavolo.play.resuming import Loss  # here, because hardly any evening needs it

        self.loss = self._loss = Loss(UNCOUNTED, [])
        self._herald.note_soon((reasons.JOURNAL_DAMAGED, readable))

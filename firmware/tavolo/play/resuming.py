"""Resumes a game after a power cut: replays its actions, and does not take cards that lay in slots for new ones.

Only the actions behind the newest saved position are replayed by the rules; the others are only listed. A preview of
the result is shown before (`tavolo.play.resume_preview`). If it does not lead to the last digest in the journal, or a
record is of an unknown kind, all actions are replayed from the first on. So an action before a saved position is
trusted by its CRC. If the journal cannot be read to its end, the game goes on from the last action before the gap, and
the table says how much is missing.

The table asks nobody: it resumes the journal's game as soon as it has power.
"""

import gc

from tavolo.games import setup_from_text
from tavolo.journal.entries import ACTION, BACK, BEHIND, CUT, DIGEST_BYTES, POSITION, RUN, int_at
from tavolo.journal.journal import Journal
from tavolo.lights.stage import UNCOUNTED
from tavolo.play import reasons
from tavolo.play.listing import UNKNOWN, ListedRecord, Runs
from tavolo.play.resume_preview import resume_preview_of
from tavolo.rules.contract import Setup
from tavolo.rules.packing import packed, unpacked

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from tavolo.link.publisher import Publisher
    from tavolo.play.gap_repair import GapRepair
    from tavolo.play.play import Play
    from tavolo.rules.record import Record

ACTIONS_A_TICK = 4
LISTINGS_A_TICK = 6  # pages of actions, or other records between them

LOST_RECORDS_MS = 10_000

# After how many actions garbage is collected: otherwise live objects are scattered between dropped ones, and the list
# of a long game finds no place to grow (MicroPython does not move objects).
COLLECT_EVERY = 64
COLLECT_LISTINGS = 128  # pages of listed actions, which leave less garbage


def record_of(journal: Journal, seat_count: int) -> "ListedRecord | None":
    """Return an empty record for the journal's game, None if this table cannot play that."""
    try:
        return ListedRecord(_setup_of(journal, seat_count))
    except ValueError:
        return None


def _setup_of(journal: Journal, seat_count: int) -> Setup:
    setup = setup_from_text(journal.setup_text)
    players = journal.seats
    if setup.players != len(players) or setup.players != len(set(players)) or max(players) >= seat_count:
        raise ValueError("The seats of the game are not those of this table.")
    return setup


class LostRecords:
    """Lost records as the lights show them: `count` actions, and the `seats` whose cards go back into the hand.

    They are shown for LOST_RECORDS_MS, of which `left_ms` are left, and while everybody is asked about them.
    """

    def __init__(self, count: int, seats: "list[int]") -> None:
        self.count = count
        self.seats = seats
        self.left_ms = LOST_RECORDS_MS

    def lapse(self, elapsed_ms: int) -> bool:
        """Let time pass; return whether they have just been shown for long enough."""
        if self.left_ms <= 0:
            return False
        self.left_ms -= elapsed_ms
        return self.left_ms <= 0


class Replay:
    """Replays the journal's game into a record; call `step` until it returns False, and then `start`.

    `cards_go_back` if the last event with cards was an undo; `reading` knows what is missing, and `gone` how many cards
    of each player therefore do not count as played any more. An action that the rules do not allow, or that leads to
    another digest, is missing too. All of this is final only when `step` has returned False. Until then the record has
    nothing but the position of the `resume_preview`, once that is right.
    """

    def __init__(self, journal: Journal, record: "Record") -> None:
        self._journal = journal
        self._record = record
        self._begin(True)
        self.resume_preview = resume_preview_of(self.reading, record.setup)
        self._is_previewing = self.resume_preview is not None

    def _begin(self, is_listing: bool) -> None:
        self.cards_go_back = False
        self.reading = self._journal.reading()
        self.gone = [0] * self._record.setup.players
        self._entries = self.reading.entries(is_listing)
        self._is_rewinding = False
        self._is_listing = is_listing
        self._is_finishing = False  # replaying from a saved position to the end of the list
        self._runs = Runs()
        self._listings = 0

    def has_preview(self) -> bool:
        """Return whether the `resume_preview` is right, and may be shown."""
        return self.resume_preview is not None and self.resume_preview.is_right

    def go_on(self) -> bool:
        """List or replay a few actions, as many as a tick has time for; return whether there are more."""
        for _ in range(ACTIONS_A_TICK if self._is_repeating() else LISTINGS_A_TICK):
            was_repeating = self._is_repeating()
            if not self.step():
                return False
            if self._is_repeating() != was_repeating:
                break
        return True

    def _is_repeating(self) -> bool:
        return self._is_finishing or self._is_previewing or not self._is_listing

    def step(self) -> bool:
        """List some actions or replay one; return whether there are more."""
        if not self._is_listing:
            return self._step()
        try:
            if self._is_previewing:
                return self._step_preview()
            return self._finish_list() if self._is_finishing else self._list()
        except Exception:  # anything the rules raise, and what only replaying every action can judge
            self._record.restart()
            self._begin(False)
            return True

    def _step_preview(self) -> bool:
        resume_preview = self.resume_preview
        assert resume_preview is not None
        self._is_previewing = resume_preview.step()
        if resume_preview.is_right:
            self._record.position = resume_preview.position
        return True

    # ---- fast: all actions are listed, and the last ones replayed

    def _list(self) -> bool:
        for kind, content in self._entries:
            if self.reading.unknown:
                raise ValueError("An unknown record may have been an action.")
            if kind == RUN:
                self._list_run(content)
            elif kind == ACTION:  # the first one behind something unreadable
                self._list_run([content])
            else:
                self._list_other(kind, content)
            return True
        record, resume_preview = self._record, self.resume_preview
        count = len(record.actions)
        if (
            resume_preview
            and resume_preview.is_right
            and resume_preview.count == count
            and resume_preview.digest == self._runs.digest(count)
        ):
            record.take_over(resume_preview.position)
        else:
            record.restore()
        self._is_finishing = True
        return True

    def _list_run(self, contents: "list[bytes]") -> None:
        record = self._record
        self._runs.add(len(record.actions), contents)
        actions = [content[DIGEST_BYTES:] for content in contents]
        record.list_some(actions)
        if self.cards_go_back:
            for action in actions:
                if record.game.action_card(unpacked(action)) >= 0:
                    self.cards_go_back = False
                    break
        self._listings += 1
        if self._listings % COLLECT_LISTINGS == 0:
            gc.collect()

    def _list_other(self, kind: int, content: bytes) -> None:
        count = len(self._record.actions)
        if kind == POSITION:
            digest = self._runs.digest(count)
            if int_at(content, 0, 2) == count and digest != UNKNOWN:
                self._record.list_position(digest, content[2:])
        elif kind == BACK:
            self._list_back(self._lengths(content)[0])
        elif kind == CUT:
            if int_at(content, 0, 2) != count:
                raise ValueError("The listed actions were not all valid.")
            self._cut(content)
        elif kind == BEHIND:
            self._miss(content)

    def _list_back(self, length: int) -> None:
        if length < len(self._record.actions):
            self._record.cut(length)
            self._runs.cut(length)
        self._record.takebacks += 1
        self.cards_go_back = True

    def _finish_list(self) -> bool:
        record = self._record
        if record.replay_one():
            return True
        count = len(record.actions)
        if count and self._runs.digest(count) != record.digest():
            raise ValueError("The actions do not lead to this digest.")
        return False

    # ---- slow: every invalid record is found

    def _step(self) -> bool:
        if self._is_rewinding:
            self._is_rewinding = self._record.replay_one()
            return True
        for kind, content in self._entries:
            if kind == ACTION:
                self._repeat(content)
            elif kind == BACK:
                self._record.takebacks += self._rewind(content)
                self.cards_go_back = True
            elif kind == CUT:
                self._rewind(packed((int_at(content, 0, 2),)))
                self._cut(content)
            elif kind == BEHIND:
                self._miss(content)
            return True
        return False

    def _repeat(self, content: bytes) -> None:
        """Replay an action, or count it as missing."""
        record = self._record
        length = len(record.actions)
        try:
            action = unpacked(content[DIGEST_BYTES:])
            record.apply(action)
            is_right = record.digest() == int_at(content)
        except Exception:  # anything the rules raise for a record with a right CRC but invalid content
            is_right = False
        if not is_right:
            if self.reading.fail():
                self._miss(content)
            record.rewind(length)  # also if applying it failed halfway
            self._is_rewinding = True
            return
        if len(record.actions) % COLLECT_EVERY == 0:
            gc.collect()
        if record.game.action_card(action) >= 0:
            self.cards_go_back = False

    def _rewind(self, content: bytes) -> bool:
        """Go back to a number of actions; return whether that is valid."""
        lengths = self._lengths(content)
        if not lengths:
            self.reading.fail()
        elif lengths[0] < len(self._record.actions):
            self._record.rewind(lengths[0])
            self._is_rewinding = True
        return len(lengths) > 0

    # ---- both

    def _lengths(self, content: bytes) -> tuple[int, ...]:
        """Return the number of actions that are left, as one number; () if it is invalid."""
        lengths = unpacked(content)
        is_one = len(lengths) == 1 and packed(lengths) == content and 0 <= lengths[0] <= len(self._record.actions)
        return lengths if is_one else ()

    def _cut(self, content: bytes) -> None:
        """Note that the game went on without what is missing, of which some actions were being repaired."""
        self.reading.owed = int_at(content, 2, 2)
        self._record.takebacks = int_at(content, 4, 2)
        self.gone = [0] * len(self.gone)

    def _miss(self, content: bytes) -> None:
        game = self._record.game
        try:
            action = unpacked(content[DIGEST_BYTES:])
            if game.action_card(action) >= 0 and game.actor(action) >= 0:
                self.gone[game.actor(action)] += 1
        except (IndexError, ValueError, TypeError):
            return  # of other firmware

    # ---- the end

    def start(self, play: "Play", publisher: "Publisher") -> "tuple[LostRecords, GapRepair] | tuple[None, None]":
        """Let the replayed game go on; return what the journal has lost, and its repair, or None for both."""
        reading, record, journal = self.reading, self._record, self._journal
        reading.is_torn |= not reading.gap and journal.knows_more(reading, record.takebacks)
        record.takebacks = journal.takebacks(record.takebacks)
        journal.resume(reading, len(record.actions), record.takebacks)
        play.slots_to_empty = self.cards_go_back or reading.gap or reading.has_lost_sectors()
        play.start()
        publisher.queue_note((reasons.GAME_RESUMED, len(record.actions)))
        _note_missing(play, self, publisher)
        lost = _lost(play, self, publisher) if reading.has_lost() else (None, None)
        if play.players_to_reseal():
            publisher.queue_note((reasons.SEALED_CARDS_LOST,) + play.players_to_reseal())
        if journal.is_full:
            publisher.queue_note((reasons.JOURNAL_IS_FULL,))
        return lost


def _note_missing(play: "Play", replay: Replay, publisher: "Publisher") -> None:
    reading, queue_note = replay.reading, publisher.queue_note
    if reading.unknown:
        queue_note((reasons.RECORDS_UNKNOWN, reading.unknown))
    if reading.gap:
        queue_note((reasons.RECORDS_MISSING, reading.unreadable, reading.readable))
        for player, cards in enumerate(replay.gone):
            if cards:
                queue_note((reasons.CARDS_GO_BACK, player, cards))
    if reading.owed:
        queue_note((reasons.RECORDS_MISSING, reading.owed, 0))
    if reading.has_lost_sectors():
        queue_note((reasons.END_MISSING, len(play.record.actions)))
    elif reading.is_torn:
        queue_note((reasons.LAST_RECORD_MISSING,))


def _lost(play: "Play", replay: Replay, publisher: "Publisher") -> "tuple[LostRecords, GapRepair]":
    from tavolo.play.gap_repair import GapRepair  # imported here: rarely needed

    reading = replay.reading
    count = UNCOUNTED if reading.is_torn else max(reading.unreadable + reading.readable, reading.owed)
    going_back = [seat for player, seat in enumerate(play.seats) if replay.gone[player]]
    repair = GapRepair(play, reading, publisher)
    publisher.missing(repair.is_closed())
    return LostRecords(count, going_back), repair

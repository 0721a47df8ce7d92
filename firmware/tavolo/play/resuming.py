"""How a game goes on after a power cut: its actions are repeated, and cards that lay in slots are not taken for new.

Only those behind the newest position that the journal keeps are repeated by the rules, the others only listed. What
follows from them is shown before they are (`tavolo.play.resume_preview`). Where that does not lead to the digest that
the journal has for the last, or a record is of no known kind, all are repeated, from the first on. So an action before
a position is believed by its CRC. Where the journal cannot be read the game goes on from the last action before it, and
the table says how much is missing.

The table asks nobody: it resumes what the journal holds as soon as it has power.
"""

import gc

from tavolo.games import setup_from_text
from tavolo.journal.entries import ACTION, BACK, BEHIND, CUT, DIGEST_BYTES, MOST_RECORDS, POSITION, RUN, int_at
from tavolo.journal.journal import Journal
from tavolo.lights.stage import UNCOUNTED
from tavolo.link.telemetry import REPAIR
from tavolo.play import reasons
from tavolo.play.listing import UNKNOWN, ListedRecord, Runs
from tavolo.play.play import open_game
from tavolo.play.resume_preview import resume_preview_of
from tavolo.rules.contract import Setup
from tavolo.rules.packing import packed, unpacked

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from tavolo.play.judge import Judge
    from tavolo.play.play import Play
    from tavolo.rules.record import Record

ACTIONS_A_TICK = 4
LISTINGS_A_TICK = 6  # pages of actions, or whatever is between them

LOST_RECORDS_MS = 10_000

# Actions after which memory is tidied: else what stays lies so scattered among what was dropped that the list of a
# long game finds no place to grow (MicroPython moves nothing).
TIDY_EVERY = 64
TIDY_LISTINGS = 128  # pages of actions that are listed: these leave less behind


def setup_of(journal: Journal, seat_count: int) -> Setup:
    """Return the setup of the game in the journal; ValueError for one that this table cannot play."""
    setup = setup_from_text(journal.setup_text)
    players = journal.seats
    if setup.players != len(players) or setup.players != len(set(players)) or max(players) >= seat_count:
        raise ValueError("The seats of the game are not those of this table.")
    return setup


class LostRecords:
    """What the lights show of what the journal has lost: `count` actions, and the `seats` whose cards go back."""

    def __init__(self, count: int, seats: "list[int]") -> None:
        self.count = count
        self.seats = seats
        self.left_ms = LOST_RECORDS_MS

    def fade(self, referee: "Judge", elapsed_ms: int) -> None:
        """Let time pass; it is shown as long as everybody is asked about it, too."""
        if self.left_ms > 0:
            self.left_ms -= elapsed_ms
            if self.left_ms <= 0:
                referee.showing.has_changed = True
        elif referee.gap_repair is None:
            referee.fading = None
        is_asked = referee.question is not None and referee.question.what == REPAIR
        referee.lost_records = self if self.left_ms > 0 or is_asked else None


class Replay:
    """Repeats the journal's game into a record; `step` has to be called until it returns False.

    `cards_go_back` says that the last thing that happened with cards was that some were taken back; `reading` tells
    what is missing, and `gone` how many cards of each player cannot be taken for played any more for that. An action
    that the rules do not allow, or that does not lead where it did, is missing too. None of this is final before `step`
    has returned False. Before that the record has the position of the `resume_preview`, once it is right, and nothing
    else.
    """

    def __init__(self, journal: Journal, record: "Record") -> None:
        self._journal = journal
        self._record = record
        self._begin(True)
        self.resume_preview = resume_preview_of(self.reading, record.setup)
        self._is_glimpsing = self.resume_preview is not None

    def _begin(self, is_listing: bool) -> None:
        self.cards_go_back = False
        self.reading = self._journal.reading()
        self.gone = [0] * self._record.setup.players
        self._entries = self.reading.entries(is_listing)
        self._is_going_back = False
        self._is_listing = is_listing
        self._is_leaping = False  # from a position that was kept to the end of the list
        self._runs = Runs()
        self._listings = 0

    def resume(self, referee: "Judge") -> None:
        """Repeat a few actions of the game, and show where that will lead as soon as it is known."""
        if self.resume_preview and self.resume_preview.is_right:
            referee.showing.show(referee)
        if not self.go_on() and referee.play is not None:
            referee.replay = None
            referee.showing.has_changed = True
            _go_on(referee, referee.play, self)

    def go_on(self) -> bool:
        """List or repeat a few actions, as many as a pass has time for; return whether there are more."""
        for _ in range(ACTIONS_A_TICK if self._is_repeating() else LISTINGS_A_TICK):
            was_repeating = self._is_repeating()
            if not self.step():
                return False
            if self._is_repeating() != was_repeating:
                break
        return True

    def _is_repeating(self) -> bool:
        return self._is_leaping or self._is_glimpsing or not self._is_listing

    def step(self) -> bool:
        """List some actions or repeat one; return whether there is more."""
        if not self._is_listing:
            return self._step()
        try:
            if self._is_glimpsing:
                return self._look_ahead()
            return self._leap() if self._is_leaping else self._list()
        except Exception:  # whatever the rules raise, and what only repeating every action can judge
            self._record.restart()
            self._begin(False)
            return True

    def _look_ahead(self) -> bool:
        resume_preview = self.resume_preview
        assert resume_preview is not None
        self._is_glimpsing = resume_preview.step()
        if resume_preview.is_right:
            self._record.position = resume_preview.position
        return True

    # ---- quickly: all is listed, and the last of it repeated

    def _list(self) -> bool:
        for kind, content in self._entries:
            if self.reading.unknown:
                raise ValueError("What is unknown may have stood for an action.")
            if kind == RUN:
                self._list_run(content)
            elif kind == ACTION:  # the first behind something unreadable
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
        self._is_leaping = True
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
        if self._listings % TIDY_LISTINGS == 0:
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
            left, owed = unpacked(content)
            if left != count:
                raise ValueError("What is listed was not all right.")
            self._cut(owed)
        elif kind == BEHIND:
            self._miss(content)

    def _list_back(self, length: int) -> None:
        if length < len(self._record.actions):
            self._record.cut(length)
            self._runs.cut(length)
        self._record.takebacks += 1
        self.cards_go_back = True

    def _leap(self) -> bool:
        record = self._record
        if record.replay_one():
            return True
        count = len(record.actions)
        if count and self._runs.digest(count) != record.digest():
            raise ValueError("This is not where the actions have led.")
        return False

    # ---- slowly: whatever is not right is found

    def _step(self) -> bool:
        if self._is_going_back:
            self._is_going_back = self._record.replay_one()
            return True
        for kind, content in self._entries:
            if kind == ACTION:
                self._repeat(content)
            elif kind == BACK:
                self._record.takebacks += self._go_back(content)
                self.cards_go_back = True
            elif kind == CUT:
                left = unpacked(content)
                self._go_back(packed(left[:-1]))
                self._cut(left[-1])
            elif kind == BEHIND:
                self._miss(content)
            return True
        return False

    def _repeat(self, content: bytes) -> None:
        """Repeat an action, or take it for missing."""
        record = self._record
        length = len(record.actions)
        try:
            action = unpacked(content[DIGEST_BYTES:])
            record.apply(action)
            is_right = record.digest() == int_at(content)
        except Exception:  # whatever the rules raise for what a right CRC covers, and nobody wrote here
            is_right = False
        if not is_right:
            if self.reading.fail():
                self._miss(content)
            record.rewind(length)  # also when it was not applied: nobody knows how far that came
            self._is_going_back = True
            return
        if len(record.actions) % TIDY_EVERY == 0:
            gc.collect()
        if record.game.action_card(action) >= 0:
            self.cards_go_back = False

    def _go_back(self, content: bytes) -> bool:
        """Go back to so many actions; return whether that can be."""
        lengths = self._lengths(content)
        if not lengths:
            self.reading.fail()
        elif lengths[0] < len(self._record.actions):
            self._record.rewind(lengths[0])
            self._is_going_back = True
        return len(lengths) > 0

    # ---- both

    def _lengths(self, content: bytes) -> tuple[int, ...]:
        """Return the one number of actions that are left, nothing when that cannot be."""
        lengths = unpacked(content)
        is_one = len(lengths) == 1 and packed(lengths) == content and 0 <= lengths[0] <= len(self._record.actions)
        return lengths if is_one else ()

    def _cut(self, owed: int) -> None:
        """From here on the game went on without what is missing, of which so many were to be filled in."""
        self.reading.owed = max(0, min(owed, MOST_RECORDS))
        self.gone = [0] * len(self.gone)

    def _miss(self, content: bytes) -> None:
        """Count the card of an action that cannot be repeated."""
        game = self._record.game
        try:
            action = unpacked(content[DIGEST_BYTES:])
            if game.action_card(action) >= 0 and game.actor(action) >= 0:
                self.gone[game.actor(action)] += 1
        except (IndexError, ValueError, TypeError):
            return  # of another firmware


def resume_game(referee: "Judge") -> None:
    """Have the referee go on with the game of the journal, from the next pass on."""
    try:
        record = ListedRecord(setup_of(referee.journal, len(referee.seats)))
        play = open_game(referee, record, referee.journal.seats)
    except ValueError:
        referee.journal.end()
        referee.enter_lobby()
        lose_game(referee, 0)
    else:
        referee.showing.picture.look_at(referee)  # its scene is loaded while memory is whole
        referee.replay = Replay(referee.journal, play.record)


def lose_game(referee: "Judge", readable: int) -> None:
    """Say that a game was played of which nothing but so many records can be read."""
    referee.lost_records = referee.fading = LostRecords(UNCOUNTED, [])
    referee.publisher.queue_note((reasons.JOURNAL_DAMAGED, readable))


def _go_on(referee: "Judge", play: "Play", replay: Replay) -> None:
    record, publisher, journal = play.record, referee.publisher, referee.journal
    record.takebacks = journal.takebacks(record.takebacks)
    journal.resume(replay.reading, len(record.actions), record.takebacks)
    play.slots_to_empty = replay.cards_go_back
    play.start()
    referee.glance.begin()
    publisher.queue_note((reasons.GAME_RESUMED, len(record.actions)))
    _tell_missing(referee, play, replay)
    if play.asked_again():
        publisher.queue_note((reasons.SEALED_CARDS_LOST,) + play.asked_again())
    if journal.is_full:
        publisher.queue_note((reasons.JOURNAL_IS_FULL,))


def _tell_missing(referee: "Judge", play: "Play", replay: Replay) -> None:
    """Tell what the journal had, and what cannot be repeated any more."""
    reading, queue_note = replay.reading, referee.publisher.queue_note
    if reading.unknown:
        queue_note((reasons.RECORDS_UNKNOWN, reading.unknown))
    if reading.gap:
        play.slots_to_empty = True
        queue_note((reasons.RECORDS_MISSING, reading.unreadable, reading.readable))
        for player, cards in enumerate(replay.gone):
            if cards:
                queue_note((reasons.CARDS_GO_BACK, player, cards))
    if reading.owed:
        queue_note((reasons.RECORDS_MISSING, reading.owed, 0))
    if reading.has_lost_sectors():
        play.slots_to_empty = True
        queue_note((reasons.END_MISSING, len(play.record.actions)))
    elif reading.is_torn:
        queue_note((reasons.LAST_RECORD_MISSING,))
    if reading.has_lost():
        from tavolo.play.gap_repair import GapRepair  # imported here: rarely needed

        count = UNCOUNTED if reading.is_torn else max(reading.unreadable + reading.readable, reading.owed)
        going_back = [seat for player, seat in enumerate(play.seats) if replay.gone[player]]
        referee.lost_records = referee.fading = LostRecords(count, going_back)
        referee.gap_repair = GapRepair(play, referee.journal, reading)
        referee.publisher.missing(referee.gap_repair.is_closed())

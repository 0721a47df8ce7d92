"""How a laptop that was in step gives back what the journal has lost: it offers, and the board judges.

What is offered is repeated by the rules on a position of its own. If there are records behind the gap, it is taken as
far as it leads to the digest of one, and then what follows there too; if there are none, everybody is asked. Then it is
played in, an action a pass, and kept in the journal as if it were new.
"""

from tavolo.journal.entries import BACK_BEHIND, BEHIND, DIGEST_BYTES, MOST_TAKEBACKS, int_at
from tavolo.link.telemetry import LAPTOP, REPAIR
from tavolo.play import reasons
from tavolo.play.council import ask
from tavolo.rules.actions import Actions
from tavolo.rules.packing import unpacked

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from tavolo.journal.journal import Journal
    from tavolo.journal.reading import Reading
    from tavolo.play.judge import Judge
    from tavolo.play.play import Play

CHECKING, REFUSED, OLD, OPEN, PLAYING, DONE = range(6)
# So long chance does not act on what has a gap: then there would be nothing to fill any more.
HELD_TICKS = 4000
HELD_TICKS_AT_THE_END = 800  # where the last record alone is torn: hardly ever had anybody seen what it says
NONE = -1


class GapRepair:
    """What may be filled in behind the actions of `play`, as the `reading` of the `journal` has found.

    `state` is CHECKING until all that was offered is judged; then REFUSED, or OLD when something was taken back since,
    or OPEN when everybody has to be asked, as far as nobody `is_asked` yet, or PLAYING from `begin` on, until it is
    DONE. `offered` are the actions in their public form. `cards_go_back` says that the last thing that happened with
    cards was that some were taken back, `gone` how many actions before the gap could not be repeated.
    """

    def __init__(self, play: "Play", journal: "Journal", reading: "Reading") -> None:
        self.state = CHECKING
        self.length = len(play.record.actions)
        self.near, self.last = reading.near_digest, reading.last_digest
        self.play = play
        self._record = play.record
        self._journal = journal
        self._has_gap = reading.gap or reading.owed > 0 or reading.has_lost_sectors()
        self.cards_go_back = self._is_going_back = self.is_asked = False
        self.gone = 0
        self._played = 0  # of what was offered
        self.forget()
        play.hold_chance(self.held_ticks())

    def is_closed(self) -> bool:
        """Return whether there is a record behind the gap that what is offered has to lead to."""
        return self.near != NONE

    def held_ticks(self) -> int:
        """Return how long chance is held, from now on, for what a laptop offers."""
        return HELD_TICKS if self._has_gap or self._total != NONE else HELD_TICKS_AT_THE_END

    def forget(self) -> None:
        """Forget what was offered."""
        self.state = CHECKING
        self.offered = Actions()
        self._total = NONE
        self._position: "Any" = None
        self._checked = self._met_near = self._met_last = 0

    def take(self, index: int, total: int, takebacks: int, actions: "list[tuple[int, ...]]") -> None:
        """Take some of the actions that are offered, the first of them with this index of the game's `total`.

        Who offers them knows of so many `takebacks`. With fewer than the journal has, what it offers was taken back; it
        may have been too when nobody knows how many there were, unless what is behind the gap proves the offer.
        """
        if self.state == CHECKING:
            self._take(index, total, takebacks, actions)
        self.play.hold_chance(self.held_ticks())

    def _take(self, index: int, total: int, takebacks: int, actions: "list[tuple[int, ...]]") -> None:
        if index == self.length:
            self.forget()
            known = self._record.takebacks
            if takebacks < known if known < MOST_TAKEBACKS else not self.is_closed():
                self.state = OLD
                return
            self._total = total - self.length
            self._position = self._record.position.copy()
        if self._position is not None and index == self.length + len(self.offered):
            for action in actions:
                self.offered.append(action)

    def step(self, referee: "Judge") -> bool:
        """Judge or play in one action; return whether nothing else may be done meanwhile."""
        play = self.play
        if self.state != PLAYING and len(play.record.actions) != self.length:
            referee.gap_repair = None  # the game has gone on without
            if referee.question and referee.question.what == REPAIR:
                referee.question.drop()
            return False
        self._step()
        if self.state == PLAYING:
            play.begin_replaying()
            referee.showing.has_acted = True
            return True
        if self.state == DONE:
            self._end(referee)
        elif self.state in (REFUSED, OLD):
            referee.publisher.note((reasons.GAP_NOT_REPAIRED if self.state == REFUSED else reasons.OFFER_IS_OLD,))
            self.forget()
        elif self.state == OPEN and referee.question:
            play.hold_chance(2)  # which waits as long as everybody does
        elif self.state == OPEN:
            if self.is_asked:
                referee.gap_repair = None  # not everybody has agreed
            elif not referee.laptop_waits_ms:
                self.is_asked = True
                ask(referee, REPAIR, LAPTOP)
        return False

    def _end(self, referee: "Judge") -> None:
        """Go on with what was filled in."""
        play, publisher = self.play, referee.publisher
        referee.gap_repair = referee.lost_records = referee.fading = None
        play.is_replaying = False
        play.slots_to_empty = self.cards_go_back
        play.start()
        referee.glance.begin()
        referee.showing.has_changed = referee.showing.has_acted = True
        publisher.queue_note((reasons.GAP_REPAIRED, max(0, len(play.record.actions) - self.length)))
        if self.gone:
            publisher.queue_note((reasons.RECORDS_MISSING, 1, self.gone - 1))
        if play.asked_again():
            publisher.queue_note((reasons.SEALED_CARDS_LOST,) + play.asked_again())

    def _step(self) -> None:
        if self.state == CHECKING and self._checked < len(self.offered):
            self._check()
        elif self.state == PLAYING:
            self._play()

    def begin(self) -> None:
        """From now on play in what was offered, and what follows it in the journal."""
        self.state = PLAYING
        count = self._met_last or self._met_near or len(self.offered)
        self.offered.cut(count)
        self._journal.announce_repair(count)
        self._behind: "Iterator[tuple[int, bytes]] | None" = None
        if self._met_near and not self._met_last:
            self._behind = self._journal.reading().entries()

    def _check(self) -> None:
        game, action = self._record.game, self.offered[self._checked]
        try:
            if game.public(action) != action or game.refusal(self._position, action):
                raise ValueError
            game.apply(self._position, action)
            digest = game.digest(self._position)
        except Exception:  # whatever the rules raise for what anybody may send
            self.state = REFUSED
            return
        self._checked += 1
        if digest == self.last:
            self._met_last = self._checked
        if digest == self.near and not self._met_near:
            self._met_near = self._checked
        if self._checked == self._total:
            if not self.is_closed():
                self.state = OPEN
            elif self._met_last or self._met_near:
                self.begin()
            else:
                self.state = REFUSED

    def _play(self) -> None:
        if self._is_going_back:
            length = len(self._record.actions)
            self._is_going_back = self._record.replay_or_cut()
            self.gone += length - len(self._record.actions)
            if self.gone and not self._is_going_back:
                self._journal.truncate(len(self._record.actions))
                self._record.takebacks += 1
                self.state = DONE
        elif self._played < len(self.offered):
            self._act(self.offered[self._played])
            self._played += 1
        elif self._behind is None or not self._act_behind(self._behind):
            self.state = DONE

    def _act(self, action: tuple[int, ...]) -> None:
        record = self._record
        record.apply(action)
        self._journal.acted(action, record.digest())
        if record.game.action_card(action) >= 0:
            self.cards_go_back = False

    def _act_behind(self, entries: "Iterator[tuple[int, bytes]]") -> bool:
        """Repeat an action that the journal still has, or take back as it says; return whether there may be more."""
        for kind, content in entries:
            if kind == BACK_BEHIND and not self._met_near:
                return self._go_back(content)
            if kind != BEHIND:
                return True
            if self._met_near:
                self._met_near = 0 if int_at(content) == self.near else 1
                return True
            action = unpacked(content[DIGEST_BYTES:])
            position = self._record.position.copy()
            try:
                self._record.game.apply(position, action)
                if self._record.game.digest(position) != int_at(content):
                    return False
            except Exception:  # of another firmware, or behind another gap
                return False
            self._act(action)
            return True
        return False

    def _go_back(self, content: bytes) -> bool:
        """Take actions back as the journal says; return whether that can be."""
        record, length = self._record, unpacked(content)
        if len(length) != 1 or not 0 <= length[0] <= len(record.actions):
            return False
        self._journal.undone(length[0])
        record.rewind(length[0])
        record.takebacks += 1
        self.cards_go_back = self._is_going_back = True
        return True

"""Gap repair: a laptop that was in step gives back what the journal has lost. It offers, and the board judges.

The rules replay the offered actions on a separate position. If there are records behind the gap, the offer is accepted
as far as it leads to the digest of one, and the records that follow there too; if there are none, everybody is asked.
Then the actions are played, one a tick, and stored in the journal as if they were new.
"""

from tavolo.journal.entries import BACK_BEHIND, BEHIND, DIGEST_BYTES, MOST_TAKEBACKS, int_at
from tavolo.link.telemetry import LAPTOP, REPAIR
from tavolo.play import reasons
from tavolo.play.council import Motion
from tavolo.rules.actions import Actions
from tavolo.rules.packing import unpacked

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from tavolo.journal.reading import Reading
    from tavolo.link.publisher import Publisher
    from tavolo.play.play import Play

CHECKING, REFUSED, OLD, OPEN, PLAYING, DONE = range(6)
# How many ticks chance waits when a game has a gap: once it acts, nothing can be repaired.
HELD_TICKS = 4000
HELD_TICKS_AT_THE_END = 800  # when only the last record is torn: hardly ever has anybody seen that action
NONE = -1


class GapRepair:
    """The repair of a gap behind the actions of `play`, which the `reading` of its journal has found.

    `state` is CHECKING until the whole offer is judged; then REFUSED, or OLD if something was undone since, or OPEN if
    everybody has to be asked, unless everybody `is_asked` already, or PLAYING from `begin` on, until DONE. `is_over`
    when it is DONE, or cannot be any more. `offered` has the actions in their public form. `cards_go_back` if the last
    event with cards was an undo; `gone` is how many actions before the gap could not be replayed.
    """

    def __init__(self, play: "Play", reading: "Reading", publisher: "Publisher") -> None:
        self.state = CHECKING
        self.length = len(play.record.actions)
        self.near, self.last = reading.near_digest, reading.last_digest
        self.play = play
        self._record = play.record
        self._journal = play.journal
        self._publisher = publisher
        self._has_gap = reading.gap or reading.owed > 0 or reading.has_lost_sectors()
        self.cards_go_back = self._is_rewinding = self.is_asked = self.is_over = False
        self.gone = 0
        self._played = 0  # how many of the offer
        self.forget()
        play.hold_chance(self.held_ticks())

    def is_closed(self) -> bool:
        """Return whether a record behind the gap exists, to which the offer must lead."""
        return self.near != NONE

    def held_ticks(self) -> int:
        """Return for how many ticks from now chance waits for a laptop's offer."""
        return HELD_TICKS if self._has_gap or self._total != NONE else HELD_TICKS_AT_THE_END

    def forget(self) -> None:
        """Drop the offer."""
        self.state = CHECKING
        self.offered = Actions()
        self._total = NONE
        self._position: "Any" = None
        self._checked = self._met_near = self._met_last = 0

    def take(self, index: int, total: int, takebacks: int, actions: "list[tuple[int, ...]]") -> None:
        """Take some offered actions, from this index on, of a game with `total` actions.

        The laptop knows of this many `takebacks`. If the journal has more, the offer was undone. If their number is not
        known, it may have been too, unless a record behind the gap proves the offer.
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

    def step(self, is_asking: bool) -> bool:
        """Judge or play one action; return whether nothing else may happen in this tick.

        `is_asking` says that there is a question to everybody, this one or another.
        """
        play = self.play
        if self.state != PLAYING and len(play.record.actions) != self.length:
            self.is_over = True  # the game has gone on without it
            return False
        if self.state == CHECKING and self._checked < len(self.offered):
            self._check()
        elif self.state == PLAYING:
            self._play()
        if self.state == PLAYING:
            play.begin_replaying()
            return True
        if self.state == DONE:
            self._end()
        elif self.state in (REFUSED, OLD):
            self._publisher.note((reasons.GAP_NOT_REPAIRED if self.state == REFUSED else reasons.OFFER_IS_OLD,))
            self.forget()
        elif self.state == OPEN and is_asking:
            play.hold_chance(2)  # it waits as long as the question is open
        elif self.state == OPEN:
            self.is_over = self.is_asked  # not everybody has agreed
        return False

    def wants_to_ask(self) -> bool:
        """Return whether everybody has to be asked, and has not been."""
        return self.state == OPEN and not self.is_asked

    def ask(self, seats: tuple[int, ...]) -> Motion:
        """Ask these seats, which can answer, whether to play the offer; return the question."""
        self.is_asked = True
        return Motion(REPAIR, LAPTOP, seats, len(self.offered), 0, self._publisher)

    def has_repaired(self) -> bool:
        """Return whether the offer, as far as it is proved, is played."""
        return self.state == DONE

    def _end(self) -> None:
        play, publisher = self.play, self._publisher
        self.is_over = True
        play.is_replaying = False
        play.slots_to_empty = self.cards_go_back
        play.start()
        publisher.queue_note((reasons.GAP_REPAIRED, max(0, len(play.record.actions) - self.length)))
        if self.gone:
            publisher.queue_note((reasons.RECORDS_MISSING, 1, self.gone - 1))
        if play.players_to_reseal():
            publisher.queue_note((reasons.SEALED_CARDS_LOST,) + play.players_to_reseal())

    def begin(self) -> None:
        """From now on play the offer, as far as it is proved."""
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
        except Exception:  # anything the rules raise, since the offer may be anything
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
        if self._is_rewinding:
            length = len(self._record.actions)
            self._is_rewinding = self._record.replay_or_cut()
            self.gone += length - len(self._record.actions)
            if self.gone and not self._is_rewinding:
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
        """Replay an action that the journal still has, or undo as it says; return whether there may be more."""
        for kind, content in entries:
            if kind == BACK_BEHIND and not self._met_near:
                return self._rewind(content)
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
            except Exception:  # of other firmware, or behind another gap
                return False
            self._act(action)
            return True
        return False

    def _rewind(self, content: bytes) -> bool:
        """Undo actions as the journal says; return whether that is possible."""
        record, length = self._record, unpacked(content)
        if len(length) != 1 or not 0 <= length[0] <= len(record.actions):
            return False
        self._journal.undone(length[0])
        record.rewind(length[0])
        record.takebacks += 1
        self.cards_go_back = self._is_rewinding = True
        return True

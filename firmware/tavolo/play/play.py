"""A running game: the record, who sits where, and what each player is choosing.

It connects the referee, which deals with slots and keys, to the rules, which deal with players and actions. What
happens goes into the journal first, and then to the publisher.
"""

from tavolo.games.cards import ranges_of
from tavolo.play import reasons
from tavolo.play.chooser import Chooser
from tavolo.rules.contract import CHANCE, NO_SUCH_ACTION, NOT_YOUR_TURN
from tavolo.seat.cards import card_in

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from collections.abc import Callable

    from tavolo.journal.journal import Journal
    from tavolo.link.publisher import Publisher
    from tavolo.rules.record import Record


SAME_MOMENT_MS = 500  # requests within this time count as simultaneous, and are served in the order of the rules


class Play:
    """The game of `record`. `seats` is the seat of each player; `below(n)` returns a random 0..n-1.

    The `journal` has the game up to the record's last action; `slots_to_empty` says that cards must be taken out of the
    slots before any is judged, `is_replaying` that the position is not valid yet. Nothing is published or done before
    `start`.
    """

    def __init__(
        self,
        record: "Record",
        seats: tuple[int, ...],
        publisher: "Publisher",
        below: "Callable[[int], int]",
        journal: "Journal",
    ) -> None:
        self.record = record
        self.seats = seats
        self.slots_to_empty = False
        self.ranges = ranges_of(record.game.NAME)  # of the game's codes; loaded here, so that no card waits for it
        self._choosers = [Chooser(player) for player in range(len(seats))]
        self._publisher = publisher
        self._below = below
        self.journal = journal
        self.is_replaying = False
        self._waiting = WaitingActions(self, publisher)
        self._is_unkept = self._has_no_room = False
        self._made: "tuple[tuple[int, int], bytes] | None" = None  # (actions, digest) of a position, and its bytes
        self._veiled: tuple[int, ...] = ()
        self._veiled_at = -1  # how many actions there were when it was determined
        self._chance_in = 0  # chance acts in this many ticks; 0 if it is not its turn

    def start(self) -> None:
        """Publish the game at its beginning or when it resumes; chance acts if it is its turn."""
        self._publisher.started(self.record, self.seats, self.journal.game)
        self._expect_chance()

    def players_to_reseal(self) -> tuple[int, ...]:
        """Return the players whose sealed choice was lost: they must insert their cards again."""
        forgotten: tuple[int, ...] = self.record.game.forgotten(self.record.position)
        return forgotten

    def is_over(self) -> bool:
        """Return whether the game has an outcome."""
        return self.record.game.outcome(self.record.position) is not None

    def previews(self) -> "list[tuple[int, tuple[int, ...]]]":
        """Return (player, option) for all options that the lights should preview; secret ones are not shown."""
        found = []
        for chooser in self._choosers:
            preview = chooser.preview()
            if preview is not None and self.record.game.public(preview) == preview:
                found.append((chooser.player, preview))
        return found

    def veiled(self) -> tuple[int, ...]:
        """Return the seats whose slots must not reveal anything (see `secrecy`), because a choice is secret.

        These are all seats that play except those that are to choose openly now. While actions are replayed, or chance
        is still to reveal, it does not change: the positions in between are not those at the table.
        """
        if not self.is_replaying and not self._chance_in and self._veiled_at != len(self.record.actions):
            self._veiled_at = len(self.record.actions)
            self._veiled = _veil(self)
        return self._veiled

    def step_chance(self) -> bool:
        """Let chance act, a tick after what it follows; return whether it did."""
        if not self._chance_in:
            return False
        self._chance_in -= 1
        if self._chance_in:
            return False
        self._let_chance_act()
        return True

    def step(self, elapsed_ms: int, slots_are_empty: "Callable[[], bool]") -> bool:
        """Serve waiting requests, or replay one action; return whether anything changed."""
        if self._waiting.actions and self._waiting.step(elapsed_ms):
            return True
        if self.slots_to_empty and slots_are_empty():
            self.slots_to_empty = False
        if not self.is_replaying:
            return False
        length = len(self.record.actions)
        self.is_replaying = self.record.replay_or_cut()
        missing = length - len(self.record.actions)
        if missing:  # the journal had these before a saved position; the first of them is invalid
            self.keep(self.journal.truncate(len(self.record.actions)))
            self.record.takebacks += 1
            self._publisher.note((reasons.RECORDS_MISSING, 1, missing - 1))
        if not self.is_replaying:
            self._publisher.undone(self.record)
            self._note_resealing(())
            self._expect_chance()
        return True

    def hindrance(self, seat: int) -> tuple[int, ...] | None:
        """Return why no card of this seat can be judged now, whatever it is, or None."""
        if seat not in self.seats:
            return (reasons.SEAT_NOT_PLAYING, seat)
        if self.slots_to_empty or self.is_replaying:
            return (reasons.EMPTY_THE_SLOTS, seat)
        return None

    def card(self, seat: int, code: int) -> tuple[tuple[int, ...] | None, bool]:
        """Take a code that a slot has read; return (reason of a refusal or None, whether an action was taken).

        Call it only without a `hindrance`. (None, False) means that the card has several options, and that keys now
        choose one.
        """
        self.finish()
        game, position = self.record.game, self.record.position
        card = card_in(self.ranges, code)
        if card < 0:
            return (reasons.FOREIGN_CARD, seat), False
        player = self.seats.index(seat)
        if player in self.players_to_reseal():
            return self._remember(player, card)
        to_act = game.to_act(position)
        if to_act == (CHANCE,):
            if not game.legal(position, CHANCE, card):
                return game.why_not(position, CHANCE, card) or (NOT_YOUR_TURN, player), False
            player = CHANCE
        elif to_act and player not in to_act and player not in game.may_act(position):
            return (NOT_YOUR_TURN, player), False
        chooser = Chooser(CHANCE) if player == CHANCE else self._choosers[player]
        action, reason = chooser.offer(game, position, card)
        if action is not None and self._waiting.actions and self._waiting.end_before(action):
            self._waiting.serve()
            return self.card(seat, code)  # it may be judged differently now
        if action is not None:
            self._act(action)
        elif reason is None and player != CHANCE:
            self._publish_choosing(chooser)
        return reason, action is not None

    def key(self, seat: int, key: int) -> bool:
        """Take a key of a seat; return whether an action was taken with the card in its slot."""
        if seat not in self.seats or self.is_replaying:
            return False
        self.finish()
        player = self.seats.index(seat)
        chooser = self._choosers[player]
        if not chooser.may_press(self.record.game, self.record.position, key):
            return False
        action = chooser.press(self.record.game, self.record.position, key)
        if action is not None:
            self._act(action)
            return True
        self._publish_choosing(chooser)
        return False

    def _publish_choosing(self, chooser: Chooser) -> None:
        seat = self.seats[chooser.player]
        self._publisher.choosing(seat, chooser.index, len(chooser.options), chooser.preview())

    def emptied(self, seat: int) -> None:
        """Drop the options of a card that was taken out before one was chosen."""
        if seat in self.seats:
            chooser = self._choosers[self.seats.index(seat)]
            if chooser.options:
                chooser.clear()
                self._publisher.choosing(seat, 0, 0, None)

    def rewind(self, length: int) -> None:
        """Begin to replay the first `length` actions only: the rest is undone."""
        self.begin_replaying()
        self.record.rewind(length)
        self.record.takebacks += 1
        self._chance_in = 0
        self._veiled_at = -1
        self.slots_to_empty = True

    def begin_replaying(self) -> None:
        """Drop what seats have begun to choose: the position is not valid until the replay ends."""
        for chooser in self._choosers:
            chooser.clear()
        self._waiting.actions.clear()
        self.is_replaying = True

    def _act(self, action: tuple[int, ...]) -> None:
        if self.record.game.waits(action):
            self._waiting.add(action)
        else:
            self.carry_out(action)

    def carry_out(self, action: tuple[int, ...]) -> None:
        """Apply an action, and publish it."""
        missing = self.players_to_reseal()
        apply_and_keep(self, action)
        game, position = self.record.game, self.record.position
        actor = game.actor(action)
        for chooser in self._choosers:
            if chooser.player == actor:
                chooser.go_on(game, position, action)
            elif not chooser.is_still_possible(game, position):
                chooser.clear()
        self._publisher.acted(self.record, action)
        for chooser in self._choosers:
            if chooser.options:
                self._publish_choosing(chooser)
        self._note_resealing(missing)
        self._expect_chance()

    def _note_resealing(self, missing: tuple[int, ...]) -> None:
        """Note whose sealed choice must be made again, when it is not only of players `missing` before."""
        now = self.players_to_reseal()
        if [player for player in now if player not in missing]:
            self._publisher.note((reasons.SEALED_CARDS_LOST,) + now)

    def keep(self, is_kept: bool) -> None:
        """Note, once, that the journal could not store something."""
        if not is_kept and not self._is_unkept:
            self._is_unkept = True
            self._publisher.note((reasons.JOURNAL_IS_FULL,))

    def _remember(self, player: int, card: int) -> tuple[tuple[int, ...] | None, bool]:
        """Take a sealed choice again: the position learns it, the record already has it."""
        game, position = self.record.game, self.record.position
        actions = game.legal(position, player, card)
        if not actions:
            return game.why_not(position, player, card) or (NO_SUCH_ACTION,), False
        missing = self.players_to_reseal()
        self.record.learn(actions[0])
        self._note_resealing(missing)
        self._expect_chance()
        return None, True

    def _expect_chance(self) -> None:
        """Let chance act in the next tick if it is its turn: the player's action was enough work for this one."""
        self._chance_in = 2 if self.record.game.to_act(self.record.position) == (CHANCE,) else 0
        if self.is_over():
            self._publisher.over(self.record)

    def _let_chance_act(self) -> None:
        self._chance_in = 0
        action = self.record.chance(self._below)
        if action is not None:  # else a card must be shown to the table
            apply_and_keep(self, action)
            self._publisher.acted(self.record, action)
            self._expect_chance()
            self._chance_in = min(self._chance_in, 1)

    def hold_chance(self, ticks: int) -> None:
        """If it is chance's turn, delay it by this many ticks, or until anybody acts."""
        if self._chance_in:
            self._chance_in = ticks

    def keep_position(self) -> None:
        """Save the public position in the journal, when it wants one.

        The first call encodes it, which is enough work for one tick; the second one stores it.
        """
        record, made = self.record, self._made
        moment = len(record.actions), record.digest()
        if made is not None and made[0] == moment:
            self._made = None
            self.journal.keep_position(moment[0], made[1])
            return
        try:
            self._made = moment, record.game.position_bytes(record.position)
        except ValueError:
            self._made = moment, b""  # it cannot be encoded, and is ignored when the game resumes
            if not self._has_no_room:
                self._has_no_room = True
                self._publisher.note((reasons.POSITION_NOT_KEPT,))

    def finish(self) -> None:
        """Let chance act now, as often as it is its turn: a player was quicker than a tick."""
        while self._chance_in:
            self._let_chance_act()


class WaitingActions:
    """The `actions` that wait for simultaneous ones, to be served in the order of the rules."""

    def __init__(self, play: Play, publisher: "Publisher") -> None:
        self.actions: list[tuple[int, ...]] = []
        self._left_ms = 0  # how long others may still count as simultaneous
        self._play = play
        self._publisher = publisher

    def add(self, action: tuple[int, ...]) -> None:
        """Let an action wait."""
        if not self.actions:
            self._left_ms = SAME_MOMENT_MS
        self.actions.append(action)

    def step(self, elapsed_ms: int) -> bool:
        """Let time pass; return whether they were served."""
        self._left_ms -= elapsed_ms
        if self._left_ms > 0:
            return False
        self.serve()
        return True

    def serve(self) -> None:
        """Apply all that the rules still allow."""
        play, waiting = self._play, self.actions
        self.actions = []
        for action in play.record.game.in_order(play.record.position, waiting):
            play.finish()
            reason = play.record.game.refusal(play.record.position, action)
            if reason:
                self._publisher.note(reason)
            else:
                play.carry_out(action)

    def end_before(self, action: tuple[int, ...]) -> bool:
        """Return whether an action would make a waiting one impossible."""
        game, position = self._play.record.game, self._play.record.position
        actor = game.actor(action)
        if actor in [game.actor(waiting) for waiting in self.actions] and not game.secret(position, actor):
            return True  # an open action ends what its player may request before it
        after = position.copy()
        game.apply(after, action)
        return any([game.refusal(after, waiting) for waiting in self.actions])


def apply_and_keep(play: Play, action: tuple[int, ...]) -> None:
    """Apply an action, and store it in flash before it is published."""
    record = play.record
    record.apply(action)
    play.keep(play.journal.acted(record.game.public(action), record.digest()))


def _veil(play: Play) -> tuple[int, ...]:
    # A function of its own: one whose names a comprehension uses allocates memory for them at each call.
    game, position = play.record.game, play.record.position
    acting = game.to_act(position)
    secret = [p for p in acting if p != CHANCE and game.secret(position, p)]
    asked = play.players_to_reseal()
    is_open = [] if asked else [p for p in acting if p not in secret]
    if not secret and not asked and not any([game.secret(position, p) for p in game.may_act(position)]):
        return ()
    return tuple([seat for player, seat in enumerate(play.seats) if player not in is_open])

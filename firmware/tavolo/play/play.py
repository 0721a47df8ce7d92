"""A running game: the record, who sits where, and what each player is choosing.

Between the referee, who speaks of slots and keys, and the rules, which speak of players and actions. Keeps in the
journal what happened, then tells the herald.
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
    from tavolo.play.judge import Judge
    from tavolo.rules.contract import Setup
    from tavolo.rules.record import Record


SAME_MOMENT_MS = 500  # wishes that come within this time are put in the order of the rules


class Play:
    """The game of `record`. `seats` is the seat of each player; `below(n)` gives the board's entropy as 0..n-1.

    The `journal` has the game up to where the record is; `slots_to_empty` says that cards have to be taken out of the
    slots before any is judged, `is_replaying` that the position is not right again yet. Nothing is told or done before
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
        self.ranges = ranges_of(record.game.NAME)  # of the game's codes: loaded here, no card shall wait for it
        self._choosers = [Chooser(player) for player in range(len(seats))]
        self._publisher = publisher
        self._below = below
        self.journal = journal
        self.is_replaying = False
        self._wishes = WaitingActions(self, publisher)
        self._is_unkept = self._has_no_room = False
        self._made: "tuple[tuple[int, int], bytes] | None" = None  # (actions, digest) of a position, and its bytes
        self._veiled: tuple[int, ...] = ()
        self._veiled_at = -1  # how many actions there were when that was looked up
        self._chance_in = 0  # so many passes from now on it is chance's turn to act, 0 when it is not

    def start(self) -> None:
        """Tell of the game, at its beginning or when it was taken up again; chance acts if it is its turn."""
        self._publisher.started(self.record, self.seats)
        self._expect_chance()

    def asked_again(self) -> tuple[int, ...]:
        """Return the players whose sealed choice was lost: the cards have to be put in again."""
        forgotten: tuple[int, ...] = self.record.game.forgotten(self.record.position)
        return forgotten

    def is_over(self) -> bool:
        """Return whether the game has an outcome."""
        return self.record.game.outcome(self.record.position) is not None

    def previews(self) -> "list[tuple[int, tuple[int, ...]]]":
        """Return (player, option) for all whose option the lights should preview: what is secret is not shown."""
        found = []
        for chooser in self._choosers:
            preview = chooser.preview()
            if preview is not None and self.record.game.public(preview) == preview:
                found.append((chooser.player, preview))
        return found

    def veiled(self) -> tuple[int, ...]:
        """Return the seats whose slots may tell nothing (see `secrecy`), since somebody's choice is secret.

        That is every seat that plays but those that are to choose openly now. While actions are repeated, or chance is
        still to reveal, it stays as it was: the positions on the way are not those at the table.
        """
        if not self.is_replaying and not self._chance_in and self._veiled_at != len(self.record.actions):
            self._veiled_at = len(self.record.actions)
            self._veiled = _veil(self)
        return self._veiled

    def step_chance(self) -> bool:
        """Let chance act a pass after what it follows; return whether it did."""
        if not self._chance_in:
            return False
        self._chance_in -= 1
        if self._chance_in:
            return False
        self._let_chance_act()
        return True

    def step(self, elapsed_ms: int, slots_are_empty: "Callable[[], bool]") -> bool:
        """Serve wishes, go on with a replay, one action a pass; return whether anything changed."""
        if self._wishes.actions and self._wishes.step(elapsed_ms):
            return True
        if self.slots_to_empty and slots_are_empty():
            self.slots_to_empty = False
        if not self.is_replaying:
            return False
        length = len(self.record.actions)
        self.is_replaying = self.record.replay_or_cut()
        missing = length - len(self.record.actions)
        if missing:  # of these, which the journal had before a position that it kept, the first cannot be
            self.keep(self.journal.truncate(len(self.record.actions)))
            self.record.takebacks += 1
            self._publisher.note((reasons.RECORDS_MISSING, 1, missing - 1))
        if not self.is_replaying:
            self._publisher.undone(self.record)
            self._ask_again(())
            self._expect_chance()
        return True

    def hindrance(self, seat: int) -> tuple[int, ...] | None:
        """Return why no card of this seat is judged now, whatever it is, or None."""
        if seat not in self.seats:
            return (reasons.SEAT_NOT_PLAYING, seat)
        if self.slots_to_empty or self.is_replaying:
            return (reasons.EMPTY_THE_SLOTS, seat)
        return None

    def card(self, seat: int, code: int) -> tuple[tuple[int, ...] | None, bool]:
        """Take a code that a slot has read; return (reason of a refusal or None, whether an action was taken).

        Nothing is a `hindrance` now. (None, False) means that the card has several options, which the keys now choose
        from.
        """
        self.finish()
        game, position = self.record.game, self.record.position
        card = card_in(self.ranges, code)
        if card < 0:
            return (reasons.FOREIGN_CARD, seat), False
        player = self.seats.index(seat)
        if player in self.asked_again():
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
        if action is not None and self._wishes.actions and self._wishes.end_before(action):
            self._wishes.serve()
            return self.card(seat, code)  # which may be judged otherwise now
        if action is not None:
            self._act(action)
        elif reason is None and player != CHANCE:
            self._tell_choosing(chooser)
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
        self._tell_choosing(chooser)
        return False

    def _tell_choosing(self, chooser: Chooser) -> None:
        seat = self.seats[chooser.player]
        self._publisher.choosing(seat, chooser.index, len(chooser.options), chooser.preview())

    def emptied(self, seat: int) -> None:
        """Forget the options of a card that was taken out before one was chosen."""
        if seat in self.seats:
            chooser = self._choosers[self.seats.index(seat)]
            if chooser.options:
                chooser.clear()
                self._publisher.choosing(seat, 0, 0, None)

    def rewind(self, length: int) -> None:
        """Begin to replay the first actions alone: those behind them are taken back."""
        self.begin_replaying()
        self.record.rewind(length)
        self.record.takebacks += 1
        self._chance_in = 0
        self._veiled_at = -1
        self.slots_to_empty = True

    def begin_replaying(self) -> None:
        """Forget what seats have begun to choose: the position goes elsewhere, and is not right until it is there."""
        for chooser in self._choosers:
            chooser.clear()
        self._wishes.actions.clear()
        self.is_replaying = True

    def _act(self, action: tuple[int, ...]) -> None:
        if self.record.game.waits(action):
            self._wishes.add(action)
        else:
            self.carry_out(action)

    def carry_out(self, action: tuple[int, ...]) -> None:
        """Apply an action, and tell of it."""
        missing = self.asked_again()
        apply_and_keep(self, action)
        game, position = self.record.game, self.record.position
        actor = game.actor(action)
        for chooser in self._choosers:
            if chooser.player == actor:
                chooser.go_on(game, position, action)
            elif not chooser.is_still_possible(game, position):
                chooser.clear()
        self._publisher.acted(self.record, action)
        if actor != CHANCE and self._choosers[actor].options:
            self._tell_choosing(self._choosers[actor])
        self._ask_again(missing)
        self._expect_chance()

    def _ask_again(self, missing: tuple[int, ...]) -> None:
        """Say whose sealed choice has to be put in again, when it is of others than were `missing` before."""
        now = self.asked_again()
        if [player for player in now if player not in missing]:
            self._publisher.note((reasons.SEALED_CARDS_LOST,) + now)

    def keep(self, is_kept: bool) -> None:
        """Say, once, when the journal could not keep something."""
        if not is_kept and not self._is_unkept:
            self._is_unkept = True
            self._publisher.note((reasons.JOURNAL_IS_FULL,))

    def _remember(self, player: int, card: int) -> tuple[tuple[int, ...] | None, bool]:
        """Take the content of a sealed choice once more: the position learns it, the record has the choice already."""
        game, position = self.record.game, self.record.position
        actions = game.legal(position, player, card)
        if not actions:
            return game.why_not(position, player, card) or (NO_SUCH_ACTION,), False
        missing = self.asked_again()
        self.record.learn(actions[0])
        self._ask_again(missing)
        self._expect_chance()
        return None, True

    def _expect_chance(self) -> None:
        """Let chance act in the next pass, if it is its turn: what a player did has taken long enough for this one."""
        self._chance_in = 2 if self.record.game.to_act(self.record.position) == (CHANCE,) else 0
        if self.is_over():
            self._publisher.over(self.record)

    def _let_chance_act(self) -> None:
        self._chance_in = 0
        action = self.record.chance(self._below)
        if action is not None:  # else a card has to be shown to the table
            apply_and_keep(self, action)
            self._publisher.acted(self.record, action)
            self._expect_chance()
            self._chance_in = min(self._chance_in, 1)

    def hold_chance(self, ticks: int) -> None:
        """Let chance, if it is its turn, act so much later, or as soon as anybody does something."""
        if self._chance_in:
            self._chance_in = ticks

    def keep_position(self) -> None:
        """Have the journal keep what everybody knows of the position, as it wants it now and then.

        Called once, this makes the bytes, which is enough for one pass; called again, it keeps them.
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
            self._made = moment, b""  # it cannot be told so, and is passed over when the game is taken up
            if not self._has_no_room:
                self._has_no_room = True
                self._publisher.note((reasons.POSITION_NOT_KEPT,))

    def finish(self) -> None:
        """Let chance act now, as often as it is its turn: somebody was quicker than a pass."""
        while self._chance_in:
            self._let_chance_act()


class WaitingActions:
    """The `actions` that wait for others of the same moment, to be served in the order of the rules."""

    def __init__(self, play: Play, publisher: "Publisher") -> None:
        self.actions: list[tuple[int, ...]] = []
        self._left_ms = 0  # how long others may still have the same wish
        self._play = play
        self._publisher = publisher

    def add(self, action: tuple[int, ...]) -> None:
        """Have an action wait."""
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
        """Carry out all that the rules still take."""
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
        """Return whether after an action some wish that waits for others would be too late."""
        game, position = self._play.record.game, self._play.record.position
        actor = game.actor(action)
        if actor in [game.actor(wish) for wish in self.actions] and not game.secret(position, actor):
            return True  # what is done openly ends what its player may wish before it
        after = position.copy()
        game.apply(after, action)
        return any([game.refusal(after, wish) for wish in self.actions])


def apply_and_keep(play: Play, action: tuple[int, ...]) -> None:
    """Apply an action, and keep it in flash before anybody is told."""
    record = play.record
    record.apply(action)
    play.keep(play.journal.acted(record.game.public(action), record.digest()))


def _veil(play: Play) -> tuple[int, ...]:
    # Apart, because a function whose names a comprehension uses takes memory for them whenever it is called.
    game, position = play.record.game, play.record.position
    acting = game.to_act(position)
    secret = [p for p in acting if p != CHANCE and game.secret(position, p)]
    asked = play.asked_again()
    is_open = [] if asked else [p for p in acting if p not in secret]
    if not secret and not asked and not any([game.secret(position, p) for p in game.may_act(position)]):
        return ()
    return tuple([seat for player, seat in enumerate(play.seats) if player not in is_open])


def open_game(referee: "Judge", record: "Record", players: tuple[int, ...]) -> Play:
    """Return the game of a record and the seats `players`, which the referee judges from now on."""
    referee.record, referee.playing = record, players
    referee.play = Play(record, players, referee.publisher, referee.below, referee.journal)
    referee.lobby = None  # type: ignore[assignment]
    referee.showing.has_changed = True
    return referee.play


def begin(referee: "Judge", setup: "Setup", players: tuple[int, ...]) -> None:
    """Begin a game of the seats `players`."""
    if referee.question:
        referee.question.drop()
    referee.glance.end()
    referee.lost_records = referee.fading = None
    calibrations = [seat.present_calibration() for seat in referee.seats]
    kept = [known.to_bytes() if known else None for known in calibrations]
    if not referee.journal.begin(setup.text(), players, kept):
        referee.publisher.note((reasons.JOURNAL_IS_FULL,))
    from tavolo.rules.record import Record  # imported here: a resumed game has another class

    open_game(referee, Record(setup), players).start()


def close(referee: "Judge") -> None:
    """Go back to the lobby, in which those who played have joined already."""
    if referee.question:
        referee.question.drop()
    referee.journal.end()
    referee.enter_lobby(referee.playing)

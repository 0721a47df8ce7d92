"""Hands at a seat of a virtual table: they act step by step, and watch the lamp for the result.

A task is a coroutine, like a movement of a body. It continues whenever the hands are still, receives the state of the
table as `Now`, and is replaced when the hands have to do something else.
"""

from collections.abc import Generator
from random import Random

from tavolo.games.cards import code_of
from tavolo.play.chooser import NOTHING
from tavolo.play.play import SAME_MOMENT_MS
from tavolo.play.reasons import EMPTY_THE_SLOTS
from tavolo.rules.contract import CHANCE, NO_CARD
from tavolo.seat.states import LEFT, RIGHT, TAKE
from tavolo_host.people.hidden_hands import Action
from tavolo_host.people.lamp import Colour, Lamp, looks_accepted, looks_asked
from tavolo_host.people.tracked_game import Now
from tavolo_host.simulator.body import Body

PATIENCE_MS = 1500  # for the lamp, before the card is put in again; after keys, for the game to go on
SHOWN_MS = 350  # how long a card stays in the slot after the lamp
AGAIN_MS = 5000  # longest wait before a card that the board has not taken is put in again
HOLDING_MS = 3300  # how long ◀ and ▶ are held to ask for an undo
READING_MS = 350  # after a card is in or out, until the board has surely noticed
SECOND_THOUGHT_MS = 1500  # for a visitor's last sealed choice of a round, even when all others have chosen
TAP_MS = 50  # a key is touched for so long, and then left: fast fingers, which the board feels reliably
LOOKING_MS = 400  # after that, until keys are pressed: the lamp has become steady


class Hands:
    """The hands of one seat, which plays as `player` or not at all; a visitor's if `is_visitor`.

    `card` is in the slot or on its way there, or NO_CARD; `last` is the last one put in, until it `is_played`.
    `unheard` are the cards put in that were not refused, the first one first, until the laptop tells of one: the board
    may have taken several meanwhile.
    `intended` is the action to enter at the board, with a card or with keys; `is_entered` when done. `again` are sealed
    cards to be shown to the board again, the next one first. `believed` are undone actions, by number, that the laptop
    may hear again. `is_holding` while a visitor's last sealed choice of a round lies in the slot without ✓: it may be
    exchanged for a moment, and until all others have chosen, or hold theirs too.
    """

    def __init__(self, seat: int, body: Body, random: Random) -> None:
        self.seat = seat
        self.body = body
        self.player: int | None = None
        self.is_visitor = False
        self.card = self.last = NO_CARD
        self.unheard: list[int] = []
        self.is_played = False
        self.intended: Action | None = None
        self.wishes: list[Action] = []  # a visitor's, to be intended one after the other
        self.is_entered = False
        self._has_walked = False  # to the option of the intended action
        self.is_holding = False
        self._held_ms = 0.0  # for how long; an exchange goes on with it
        self.again: list[int] = []
        self.believed: dict[int, Action] = {}
        self.doubts = 0  # how often a possible secret choice was refused: other cards may be sealed than expected
        self._random = random
        self._lamp = Lamp()  # since the card was put in
        self._colour: Colour = (0, 0, 0)  # of the lamp
        self._code = NO_CARD  # of the card
        self._is_lifting = False  # the card in the slot is on its way out
        self._is_showing = False  # a visitor's hands show the remaining cards by themselves
        self._was_refused = False  # the last card, and because of the card itself
        self._clearing_ms = 0  # how long the hands still wait for all slots to be empty
        self._doing: Generator[None, Now, None] | None = None

    def has_free_slot(self) -> bool:
        """Return whether the lamp would answer for a card put in now, not for the previous one."""
        return self.card == NO_CARD and not self.body.is_moving() and not looks_accepted(self._colour)

    # ---- commands

    def intend(self, action: Action) -> None:
        """Enter an action of the game, with a card, keys, or both."""
        self.body.stop()
        self.believed = {}  # from now on the board may report something else
        self.intended = action
        self.is_entered = self._has_walked = False
        self._begin(self._act())

    def play(self, card: int) -> None:
        """Put a card into the slot, instead of one that lies there, and wait for the result."""
        self.body.stop()
        self.intended = None
        self.wishes.clear()
        self._begin(self._act(card))

    def lift(self) -> None:
        """Take the card out of the slot, back into the hand."""
        if self.card != NO_CARD:
            self._withdraw()
            self.wishes.clear()
            self.intended = self._doing = None

    def let_go(self) -> None:
        """Stop the current task and take the card out of the slot."""
        self.body.stop()
        self.lift()
        self.wishes.clear()
        self.intended = self._doing = None

    def show_again(self) -> None:
        """Put in the sealed cards that the board has lost, one after the other."""
        self._is_showing = True

    # ---- time

    def look(self, colour: Colour, elapsed_ms: int) -> None:
        """Let time pass, and look at the lamp."""
        self.body.step(elapsed_ms)
        self._colour = colour
        if self.card == NO_CARD:
            return
        self._lamp.look(colour, elapsed_ms)
        if self.card in self.again and self._lamp.has_accepted:
            self.again.remove(self.card)
            self.is_played = True
            self.last = NO_CARD

    def see_slot(self) -> None:
        """Check the slot, and take out a card that should not be there."""
        if self.body.is_moving():
            return
        if not self.body.cards:
            self.card = NO_CARD
            self._is_lifting = False
        elif self._is_lifting or (self.card != NO_CARD and self.body.cards[0].code != self._code):
            self._take_out()

    def go_on(self, now: Now) -> None:
        """Continue the current task when the hands are still."""
        if self.body.is_moving() or self._waits_for_empty_slots(now):
            return
        if self._doing is None and self.wishes and not now.is_asked:
            self.intend(self.wishes.pop(0))
        if self._doing is None and self.again:
            self._begin(self._act())
        if self._doing is not None:
            try:
                self._doing.send(now)
            except StopIteration:
                self._doing = None

    def _waits_for_empty_slots(self, now: Now) -> bool:
        """Return whether the board has asked to empty the slots, and has not surely seen them empty since.

        If each tried again at once, all slots would never be empty together.
        """
        longest_ms = self._clearing_ms if now.has_cards_in_slots else min(self._clearing_ms, READING_MS)
        self._clearing_ms = max(0, longest_ms - now.elapsed_ms)
        return self._clearing_ms > 0

    # ---- tasks

    def _begin(self, doing: Generator[None, Now, None]) -> None:
        next(doing)  # up to its first wait
        self._doing = doing

    def _put_in(self, card: int, game: str) -> None:
        self.believed = {}
        self.is_holding = False
        self.card = self.last = card
        if card not in self.again:
            self.unheard.append(card)
        self.is_played = self._is_lifting = self._has_walked = False
        self._lamp = Lamp()
        self._code = code_of(game, card)
        self.body.do(self.body.put_in_again(self._code) if card in self.again else self.body.put_in(self._code))

    def _withdraw(self) -> None:
        """Take out a card that is not played yet, as soon as the board has read it: earlier would be a trouble."""
        self.body.do(self.body.wait(READING_MS))
        self._take_out()

    def _take_out(self) -> None:
        self.body.do(self.body.take_out())
        self.card = NO_CARD
        self._is_lifting = True
        self.is_holding = False

    def _act(self, wished: int = NO_CARD) -> Generator[None, Now, None]:
        """Put in the `wished` card, or enter the intended action; wait for the result; show lost sealed cards again."""
        now = yield
        if wished != NO_CARD and self.card not in (NO_CARD, wished):
            self._withdraw()
            now = yield
        record = now.tracked_game.record
        if wished != NO_CARD and self.player is not None and record.game.legal(record.position, self.player, wished):
            self._put_in(wished, record.game.NAME)
            now = yield
        while self.intended is not None and not self.is_entered:
            if not now.is_asked:
                self._enter(now, self.intended)
            now = yield
            if self.is_entered:
                now = yield from self._wait(now)
        now = yield from self._wait(now)
        yield from self._show(now)

    def _enter(self, now: Now, action: Action) -> None:
        """Do the next step of an action at the board: lift a card that is in the way, put one in, walk to the option.

        At the last one it is entered. What others do may take the cursor away, or only the laptop's sight of it: ✓ then
        takes what was walked to, or only shows the first option.
        """
        tracked_game, game, body = now.tracked_game, now.tracked_game.record.game, self.body
        player, shown = game.actor(action), now.mirror.view.choosing.get(self.seat)
        waits_for_chance = game.to_act(tracked_game.record.position) == (CHANCE,) and not tracked_game.is_turned_up()
        if waits_for_chance and player != CHANCE:  # another player draws first
            if self.card != NO_CARD and now.mirror.view.seats_to_reseal():
                self._withdraw()  # all slots have to be empty for that
            return
        way = tracked_game.way(player, action, shown.index if shown else NOTHING, self.card)
        if self.again or way is None or game.refusal(tracked_game.record.position, action):
            self.intended = None
            return
        if self.card not in (NO_CARD, way.card):
            self._withdraw()
            return
        is_secret = player != CHANCE and game.secret(tracked_game.known.position, player)
        if way.card != NO_CARD and self.card == NO_CARD:
            self._put_in(way.card, game.NAME)
            if way.count > 1:
                body.do(body.wait(READING_MS + int(LOOKING_MS * now.unhurried)))
                return
            if is_secret:  # the lamp shows nothing
                body.do(body.wait(READING_MS))
                self.is_holding = self.is_visitor and tracked_game.is_last_choice(action)
                return
        self._held_ms += now.elapsed_ms * self.is_holding
        has_time = self._held_ms < SECOND_THOUGHT_MS * now.unhurried
        if self.is_holding and (has_time or now.has_others_to_choose(player)):
            return
        if way.steps and (shown or not self._has_walked):
            for _ in range(abs(way.steps)):
                body.do(body.press(RIGHT if way.steps > 0 else LEFT, hold_ms=TAP_MS, rest_ms=TAP_MS))
            self._has_walked = True
            return
        self._has_walked = False
        if way.card == NO_CARD or way.count > 1 or is_secret:
            body.do(body.press(TAKE, hold_ms=TAP_MS, rest_ms=TAP_MS))
        if game.waits(action):
            body.do(body.wait(SAME_MOMENT_MS))  # the table waits for other players' purchases
        self.is_entered, self._held_ms = True, 0.0

    def _wait(self, now: Now) -> Generator[None, Now, Now]:
        """Take the card out once it is played, when the lamp blinks red, or when nothing happens."""
        waited_ms = 0
        while self.card != NO_CARD or self.intended is not None:
            waited_ms += now.elapsed_ms
            is_long = waited_ms > PATIENCE_MS and (self.intended is not None or self._is_showing or not self.is_visitor)
            if self.card == NO_CARD:
                shown = now.mirror.view.choosing.get(self.seat)
                if shown and self.intended and shown.action != now.tracked_game.record.game.public(self.intended):
                    self.is_entered = False  # ✓ has only shown an option
                    break
                if is_long:
                    self.intended = None  # the board missed the keys, or the action is no longer possible
            elif self.is_played:
                self.body.do(self.body.wait(int(SHOWN_MS * now.unhurried)))
                self._take_out()
            elif self._lamp.is_refusing or is_long:
                self._take_back(now)
            now = yield
        return now

    def _take_back(self, now: Now) -> None:
        """Take out a card that the board has refused, or not taken in time."""
        is_refused = self._lamp.is_refusing
        if is_refused:  # show the refusal for a while
            self.unheard = self.unheard[:-1]
            self.body.do(self.body.wait(int(SHOWN_MS * 3 * now.unhurried)))
        self._take_out()
        self.intended = None
        entries = reversed(now.mirror.log)
        refused = next((entry for entry in entries if entry.kind == "refusal" and entry.seat == self.seat), None)
        # Any other card would be refused too, because cards are in slots.
        is_told_to_wait = is_refused and refused is not None and refused.numbers[0] == EMPTY_THE_SLOTS
        self._was_refused = is_refused and not is_told_to_wait
        if self._was_refused:
            self.doubts += not self.again and bool(now.tracked_game.sealed(self.player))
        if is_told_to_wait:
            self._clearing_ms = AGAIN_MS + self._random.randrange(AGAIN_MS)
        elif self.again or not is_refused:  # a random time: this slot may need a while
            self.body.do(self.body.wait(self._random.randrange(AGAIN_MS)))

    def _show(self, now: Now) -> Generator[None, Now, None]:
        """Put in the sealed cards that the board has lost, one by one, whenever the lamp asks."""
        refusals = rounds = 0
        while self.again and (self._is_showing or not self.is_visitor):
            if now.is_asked or not (self.has_free_slot() and looks_asked(self._colour)):
                now = yield
                continue
            if refusals > 1:  # the board has this one already: it was accepted unnoticed
                self.again.append(self.again.pop(0))
                refusals = 0
                rounds += 1
            if rounds > len(self.again):  # all are refused: other cards were sealed
                rounds = 0
                self.body.do(self.body.press(LEFT, RIGHT, hold_ms=HOLDING_MS))
                now = yield
                continue
            self._put_in(self.again[0], now.tracked_game.record.game.NAME)
            self.body.do(self.body.wait(LOOKING_MS))
            self.body.do(self.body.press(TAKE))
            self._was_refused = False
            now = yield from self._wait((yield))
            refusals += self._was_refused
            if self.is_played:
                refusals = rounds = 0

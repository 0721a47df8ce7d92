"""The people at a virtual table: real, shuffled, secret hands, and what everybody sees.

The company plays by the same rules as people do: it keeps the whole game in its heads, puts cards into slots and
touches keys, looks at the lamp to see whether the board has taken a card, lifts the card then and lays it down. The
board is told nothing; it has slots, keys and lights like any other.

Where a laptop is at the table, what it was told is what the game is: heads follow it, whatever hands were about to do,
and who was interrupted looks at slot, lamp and game, and begins anew. Without one, people believe the lamps, and read
off the lights what the board itself decides, the faces of dice.
"""

from collections.abc import Callable
from random import Random

from tavolo.games.cards import card_of, code_of
from tavolo.play.play import GATHERING_MS
from tavolo.play.reasons import EMPTY_THE_SLOTS
from tavolo.rules.contract import CHANCE, NO_CARD, Setup
from tavolo.rules.record import Record
from tavolo.rules.sealed import UNKNOWN
from tavolo.seat.states import LEFT, RIGHT, TAKE
from tavolo_host.board.mirror import Mirror
from tavolo_host.display.geometry import places
from tavolo_host.people.dealt import Action, Dealt
from tavolo_host.people.draws import Reader, is_drawn
from tavolo_host.people.gathering import Gathering, walk
from tavolo_host.people.heads import Heads
from tavolo_host.people.person import Colours, Lamp, Person, looks_accepted, looks_asked, looks_refused
from tavolo_host.players.of_game import choose, reader_of
from tavolo_host.players.settings import USUAL_LEVEL
from tavolo_host.players.thinking import Answer, Moment, Thinkers
from tavolo_host.simulator.body import Body

THINKING_MS = (700, 1900)  # shortest and longest
PATIENCE_MS = 1500  # for a lamp, before the card is taken out and put in again; for the game to go on, after keys
CONSIDERING_MS = 900  # before a virtual person agrees, and again when that was not felt
SHOWN_MS = 350  # how long a card stays in the slot after the lamp
RETURN_MS = 5000  # after a power cut, until the laptop is sure to have noticed it and heard everything anew
HEARING_MS = 1000  # after it is in step, until a laptop has heard what is wanted again
AGAIN_MS = 5000  # longest until a card that the board has not taken is put in once more
HOLDING_MS = 3300  # how long ◀ and ▶ are held to ask that something is taken back
MOST_DOUBTS = 4  # after which somebody takes back all that was sealed, and begins anew
LOOKING_MS = 600  # from a card's being in until its options are walked: the lamp has turned steady


class Company:
    """All who sit around the table. `lamps()` and `field()` return the colours that these strips show.

    `laptop` is the one at the table, if any. `thinkers` make the decisions of virtual people, who are as good as
    `level` says; without others it is `choose` that makes them, at once (see `of_game.choose`). `dealing` holds what
    chance will bring, the first first: when it is empty, the cards are shuffled. `unhurried` is how much longer than
    usual people think and show cards.
    """

    def __init__(
        self, bodies: list[Body], lamps: Callable[[], Colours], field: Callable[[], Colours], random: Random
    ) -> None:
        self.people = [Person(seat, body) for seat, body in enumerate(bodies)]
        self.seats: tuple[int, ...] = ()
        self.laptop: Mirror | None = None
        self.choose = choose
        self.thinkers = Thinkers(lambda *moment: self.choose(*moment))
        self.level = USUAL_LEVEL
        self.dealing: list[Action] = []
        self.unhurried = 1.0
        self._heads: Heads | None = None
        self._game_number = 0  # by which a laptop knows this game, 0 if none does
        self._counting: Mirror | None = None  # the laptop of that number
        self._powered_ms = self._told_ms = RETURN_MS  # how long there has been power, and the laptop has been in step
        self._chance_ms = 0  # how long the board has been waited for to say what chance does
        self._is_asked = False  # whether everybody is asked something, so that nobody plays on
        self._believed: dict[int, Action] = {}  # by place: what the laptop has yet to hear
        self._lamps = lamps
        self._field = field
        self._random = random
        self._gathering = Gathering(bodies)
        self._reader = Reader()

    @property
    def record(self) -> Dealt | None:
        """The whole game, hands and all; None while none is played."""
        return self._heads.record if self._heads else None

    # ---- a game begins

    def start(self, setup: Setup, seats: tuple[int, ...] = (), after_ms: int = 0) -> None:
        """Start a game by keys, in `after_ms`: sit down at `seats`, walk to game and options, and deal the cards."""
        seats = seats or places(setup.players)
        self._gathering.start(setup, seats, after_ms, self._heads is not None)
        self._sit_down(setup, seats)

    def _sit_down(self, setup: Setup, seats: tuple[int, ...]) -> None:
        self.seats = seats
        self._heads = Heads(setup)
        self._game_number = 0
        self._believed.clear()
        for person in self.people:
            person.meant = None
            person.again = []
            person.forget_thoughts()
        self._think()

    # ---- what a seat can do

    def player(self, seat: int) -> int | None:
        """Return which player sits at a seat, None when nobody plays there."""
        return self.seats.index(seat) if seat in self.seats else None

    def hand(self, seat: int) -> list[int]:
        """Return the cards in the hand of a seat, the one in the slot not among them.

        What was sealed and has still to be put in again is back in the hand.
        """
        player = self.player(seat)
        if self._heads is None or player is None:
            return []
        held = self._heads.hand(player)
        person = self.people[seat]
        held += person.again
        if person.card in held and not person.is_played:
            held.remove(person.card)
        return held

    def sealed(self, seat: int) -> list[int]:
        """Return what who sits at a seat has sealed, as far as anybody knows."""
        player = self.player(seat)
        sealed = self._heads.sealed(player) if self._heads and player is not None else []
        return [card for card in sealed if card != UNKNOWN]

    def is_asked_again(self, seat: int) -> bool:
        """Return whether who sits at a seat has to put in once more what was sealed."""
        return bool(self.people[seat].again)

    def is_thought_out(self, place: int) -> bool:
        """Return whether the action with this number was decided by a virtual person."""
        return self._heads is not None and place in self._heads.thought

    def thought(self, place: int) -> Answer | None:
        """Return by what a virtual person decided the action with this number, None where that is not known any more.

        What was done may be something else: what the board could not be told was replaced.
        """
        return self._heads.thought.get(place) if self._heads else None

    def offered(self, seat: int) -> list[int]:
        """Return the cards on the table that who sits at a seat may take in secret now, with keys."""
        heads, player = self._heads, self.player(seat)
        if heads is None or player is None or player not in heads.record.game.to_act(heads.record.position):
            return []
        return heads.offered(player)

    def take(self, seat: int, card: int) -> None:
        """Take a card that is `offered`, and tell the board with keys that one was taken."""
        heads, player = self._heads, self.player(seat)
        assert heads is not None
        assert player is not None
        self.mean(seat, heads.taking(player, card))

    def mean(self, seat: int, action: Action) -> None:
        """Have who sits at a seat do an action of the player there, with a card, or keys, or both."""
        self._do_anew(seat)
        person = self.people[seat]
        person.body.stop()
        person.meant = action
        person.is_said = False

    def _do_anew(self, seat: int) -> None:
        """Forget what a seat did that the laptop has yet to hear: what is told from now on may be something else."""
        player = self.player(seat)
        self._believed = {place: action for place, action in self._believed.items() if action[1] != player}

    def stand_up(self, seat: int) -> None:
        """Let a virtual person take over from a visitor."""
        self.people[seat].is_visitor = False
        self._let_go(self.people[seat])

    def _lying(self, person: Person) -> int:
        """Return the card that lies in somebody's slot, whoever has put it in; NO_CARD for none of this game."""
        assert self.record is not None
        return card_of(self.record.game.NAME, person.body.cards[0].code) if person.body.cards else NO_CARD

    def _code(self, card: int) -> int:
        assert self.record is not None
        return code_of(self.record.game.NAME, card)

    def put_in(self, seat: int, card: int) -> None:
        """Put a card into the seat's slot."""
        self._do_anew(seat)
        person = self.people[seat]
        person.card = person.last = card
        person.is_played = person.is_lifting = False
        person.waited_ms = 0
        person.lamp = Lamp()
        person.body.do(person.body.put_in(self._code(card)))

    def lift(self, seat: int) -> None:
        """Take the card out of the seat's slot, back into the hand."""
        person = self.people[seat]
        if person.card != NO_CARD:
            self._take_out(person)
            person.meant = None

    @staticmethod
    def _take_out(person: Person) -> None:
        person.body.do(person.body.take_out())
        person.card = NO_CARD
        person.is_lifting = True

    def _let_go(self, person: Person) -> None:
        """End what hands are doing, and take up what lies in the slot: what is to be done is looked at anew."""
        person.body.stop()
        self.lift(person.seat)
        person.meant = None

    def power_failed(self) -> None:
        """The lights went out and came back: cursors are gone, and so is what was sealed; that is begun anew."""
        self._powered_ms = 0
        if self._heads is not None:
            self._heads.forget_cursors()
        for person in self.people:
            person.again = self.sealed(person.seat)
            person.refusals = person.rounds = 0
            if person.again:
                self._let_go(person)

    # ---- what the laptop has been told

    @property
    def _hears(self) -> Mirror | None:
        """The laptop, while it knows what the board has."""
        return self.laptop if self.laptop is not None and self.laptop.in_step else None

    def _follow(self, told: Mirror) -> None:
        """Have in the heads what the board has told."""
        record = told.record
        if record is None:
            if self._game_number:
                self._give_up()
            return
        if self._game_number != told.game_number or self._counting is not told:
            if not self._is_same_game(told, record):
                self._sit_down(record.setup, told.seats)
            self._game_number, self._counting = told.game_number, told
        heads = self._heads
        assert heads is not None
        known = heads.known
        if len(known.actions) == len(record.actions) and known.digest() == record.digest():
            return
        length = 0
        while length < min(len(known.actions), len(record.actions)) and known.actions[length] == record.actions[length]:
            length += 1
        if length < len(known.actions):
            actor = heads.record.game.actor
            undone = enumerate(heads.record.actions[length:], length)
            self._believed = {place: action for place, action in undone if actor(action) != CHANCE}
            heads.undo(length)
            for person in self.people:
                self._let_go(person)
        for action in list(record.actions)[length:]:
            self._carry_out(self._meant_by(heads, action))

    def _is_same_game(self, told: Mirror, record: Record) -> bool:
        """Return whether a laptop that numbers a game otherwise has heard of the one that is played."""
        heads = self._heads
        if heads is None or heads.known.setup.text() != record.setup.text() or self.seats != tuple(told.seats):
            return False
        if not self._game_number:
            return True
        if self._counting is told or heads.record.game.outcome(heads.record.position):
            return False
        return all(one == other for one, other in zip(heads.known.actions, record.actions, strict=False))

    def _meant_by(self, heads: Heads, told: Action) -> Action:
        """Return the action of which the board tells the public form."""
        game, player = heads.record.game, heads.record.game.actor(told)
        if player == CHANCE:
            if self.dealing and game.public(self.dealing[0]) == told:
                return self.dealing.pop(0)
            if game.refusal(heads.record.position, told) is None:
                return told
            action = heads.record.chance(self._below)
            return action if action and game.public(action) == told else told
        person = self.people[self.seats[player]]
        believed = self._believed.get(len(heads.record.actions), ())
        if believed and game.public(believed) == told and not game.refusal(heads.record.position, believed):
            return believed
        for card in (person.last, self._lying(person)):
            if card == person.last and card not in heads.hand(player) + heads.sealed(player):
                continue
            by_card = heads.meant_by(told, card) if card != NO_CARD else None
            if by_card:
                return by_card  # whatever else its owner has in mind by now
        if person.meant and game.public(person.meant) == told:
            return person.meant
        return heads.meant_by(told, NO_CARD) or told

    def _give_up(self) -> None:
        """The game was abandoned, or left: cards in slots are taken out, and nobody plays."""
        for person in self.people:
            self._let_go(person)
            person.again = []
            person.forget_thoughts()
        self._game_number = 0
        self._heads = None

    def _answer(self, told: Mirror, elapsed_ms: int) -> None:
        """Have every virtual person who is asked something press ✓ after a moment, as long as that is not known."""
        question = told.view.question
        is_asked = question is not None
        if is_asked != self._is_asked:
            self._is_asked = is_asked
            for place, person in enumerate(self.people):
                person.thinking_ms = self._in_no_hurry(CONSIDERING_MS) + 150 * place
                if person.meant or not person.is_visitor:
                    self._let_go(person)
        if question is None:
            return
        for seat, has_agreed in zip(question.seats, question.agreed, strict=True):
            person = self.people[seat]
            if person.is_visitor or has_agreed or person.body.is_moving():
                continue
            person.thinking_ms -= elapsed_ms
            if person.thinking_ms <= 0:
                person.body.do(person.body.press(TAKE))
                person.thinking_ms = self._in_no_hurry(CONSIDERING_MS)

    def answer(self, seat: int, agrees: bool) -> None:
        """Have who sits at a seat agree or disagree to what everybody is asked, with a key."""
        body = self.people[seat].body
        body.stop()
        body.do(body.press(TAKE if agrees else LEFT))

    def show_again(self, seat: int) -> None:
        """Put in the cards that were sealed and the board has forgotten, one after the other."""
        self.people[seat].is_showing = True

    def _show_next(self, person: Person) -> None:
        """Put in the next card that the board has forgotten, as soon as the lamp asks for it."""
        if self._has_free_slot(person) and looks_asked(self._lamps()[person.seat]):
            if person.refusals > 1:  # then this one is known already: it was accepted while nobody looked
                person.again.append(person.again.pop(0))
                person.refusals = 0
                person.rounds += 1
            if person.rounds > len(person.again):  # all are refused, as where they do not lie as they did
                person.rounds = 0
                person.body.do(person.body.press(LEFT, RIGHT, hold_ms=HOLDING_MS))
                return
            self.put_in(person.seat, person.again[0])
            person.body.do(person.body.wait(LOOKING_MS))
            person.body.do(person.body.press(TAKE))

    @staticmethod
    def _see_again(person: Person) -> None:
        """Look at the lamp for what the board says of a card that it has forgotten."""
        if person.card in person.again and person.lamp.has_accepted:
            person.again.remove(person.card)
            person.is_played = True
            person.last = NO_CARD
            person.refusals = person.rounds = 0

    def _look_what_is_wanted(self, told: Mirror | None, elapsed_ms: int) -> None:
        """Take notice of which seats the board asks for what they had sealed, once that is sure to be known."""
        self._powered_ms += elapsed_ms
        self._told_ms = self._told_ms + elapsed_ms if told else 0
        for person in self.people:
            if person.again:
                sealed = self.sealed(person.seat)  # some may have been taken back
                person.again = [card for card in person.again if card in sealed]
            if told and person.seat in told.view.wanted():
                if not person.again and self._has_free_slot(person):
                    person.again = self.sealed(person.seat)
            elif told and self._powered_ms > RETURN_MS and self._told_ms > HEARING_MS:
                person.again = []
            person.is_showing = person.is_showing and bool(person.again)

    def _has_free_slot(self, person: Person) -> bool:
        """Return whether somebody can put a card in and see what the board says of it, not of the one before."""
        is_empty = person.card == NO_CARD and not person.body.is_moving()
        return is_empty and not looks_accepted(self._lamps()[person.seat])

    # ---- time

    def step(self, elapsed_ms: int) -> None:
        """Let time pass for everybody."""
        for person in self.people:
            person.body.step(elapsed_ms)
            if person.card != NO_CARD:
                person.lamp.look(self._lamps()[person.seat], elapsed_ms)
                self._see_again(person)
        told = self._hears
        if told:
            self._follow(told)
            self._answer(told, elapsed_ms)
        for person in self.people:
            if not person.body.is_moving():
                self._see_slot(person)
        if self._heads is None:
            return
        self._look_what_is_wanted(told, elapsed_ms)
        for person in self.people:
            if person.again and (person.is_showing or not person.is_visitor) and not self._is_asked:
                self._show_next(person)
        for person in self.people:
            if (person.meant is not None or person.card != NO_CARD) and not person.body.is_moving():
                self._go_on(person, elapsed_ms)
        if not self._is_asked and not self._is_somebody_busy() and not self._deal(elapsed_ms):
            self._decide(elapsed_ms)

    def _is_somebody_busy(self) -> bool:
        return any(
            person.body.is_moving() or person.meant or (person.card != NO_CARD and not person.is_visitor)
            for person in self.people
        )

    def _see_slot(self, person: Person) -> None:
        """Take notice of what lies in the slot, whatever was to be there, and take out what is in the way."""
        lying = person.body.cards[0].code if person.body.cards else NO_CARD
        if lying == NO_CARD:
            person.card = NO_CARD
            person.is_lifting = False
        elif person.is_lifting or (person.card != NO_CARD and lying != self._code(person.card)):
            self._take_out(person)

    def _go_on(self, person: Person, elapsed_ms: int) -> None:
        """Go on with what somebody has begun to do."""
        if person.card != NO_CARD and (person.is_said or person.meant is None):
            self._watch_lamp(person, elapsed_ms)
        elif person.meant is None or self._is_asked:
            return
        elif not person.is_said:
            self._say(person, person.meant)
        elif self._hears is None:
            self._believe(person)  # it was said with keys
        else:
            person.waited_ms += elapsed_ms
            if person.waited_ms > PATIENCE_MS:
                person.meant = None  # the board has not felt it, or nobody may do it any more

    def _watch_lamp(self, person: Person, elapsed_ms: int) -> None:
        """Lay the card down once it is played; take it back when the lamp blinks red, or nothing happens."""
        person.waited_ms += elapsed_ms
        if (
            person.card not in person.again
            and not person.is_played
            and self._hears is None
            and looks_accepted(self._lamps()[person.seat])
        ):
            self._believe(person)
        if person.is_played:
            person.body.do(person.body.wait(self._in_no_hurry(SHOWN_MS)))
            self._take_out(person)
        elif looks_refused(person.lamp) or (
            person.waited_ms > PATIENCE_MS and (person.meant is not None or person.is_showing or not person.is_visitor)
        ):
            if looks_refused(person.lamp):  # who only waits any longer may still see it turn green
                person.body.do(person.body.wait(self._in_no_hurry(SHOWN_MS * 3)))
            self.lift(person.seat)
            if looks_refused(person.lamp) and not self._is_told_to_wait(person.seat):
                person.refusals += bool(person.again)
                person.doubts += not person.again and bool(self.sealed(person.seat))
            if person.again or not looks_refused(person.lamp):
                # By chance, as all may be waiting for a moment when no slot has a card in it, or this one for a while.
                person.body.do(person.body.wait(self._random.randrange(AGAIN_MS)))

    def _is_told_to_wait(self, seat: int) -> bool:
        """Return whether the last card of a seat was refused because of what lies in slots, as any other would be."""
        log = self._hears.log if self._hears else ()
        refused = next((entry for entry in reversed(log) if entry.kind == "refusal" and entry.seat == seat), None)
        return refused is not None and refused.numbers[0] == EMPTY_THE_SLOTS

    def _believe(self, person: Person) -> None:
        """Take a green lamp for what it says: the card is played. What the board cannot have taken is not believed."""
        heads, player = self._heads, self.player(person.seat)
        assert heads is not None
        assert player is not None
        game, position = heads.record.game, heads.record.position
        actions = [person.meant] if person.meant else game.legal(position, player, person.card)
        if len(actions) != 1:  # a visitor has chosen one of several
            return
        if game.refusal(heads.known.position, game.public(actions[0])):
            person.meant = None
        else:
            self._carry_out(actions[0])

    def _carry_out(self, action: Action) -> None:
        heads = self._heads
        assert heads is not None
        game = heads.record.game
        was_sealed = game.forgotten(heads.known.position)
        heads.apply(action)
        if was_sealed and not game.forgotten(heads.known.position):
            self._drop_late_wishes()
        card, actor = game.action_card(action), game.actor(action)
        if actor != CHANCE and not self.people[self.seats[actor]].is_visitor:
            place = len(heads.record.actions) - 1
            heads.thought[place] = self.people[self.seats[actor]].answers.get(place)
        for person in self.people:
            if person.meant == action:
                person.meant = None
                person.doubts = 0
            if card != NO_CARD and person.last == card:
                person.is_played = True
                person.last = NO_CARD
        self._think()

    def _drop_late_wishes(self) -> None:
        """End what hands do about wishes once all is revealed: ✓ would grant them in another round."""
        assert self.record is not None
        for person in self.people:
            if person.meant and self.record.game.waits(person.meant):
                self._let_go(person)

    # ---- decisions

    @property
    def is_turned_up(self) -> bool:
        """Return whether a card of nobody has to be shown to the board: any that is put in now is taken for it."""
        known = self._heads.known if self._heads else None
        return known is not None and bool(known.game.legal(known.position, CHANCE))

    def _deal(self, elapsed_ms: int) -> bool:
        """Do what chance does, with cards and people's hands; return whether it is chance's turn still."""
        heads = self._heads
        assert heads is not None
        record = heads.record
        while record.game.to_act(record.position) == (CHANCE,):
            if not self._hears and is_drawn(record.game, heads.known.position):
                drawn = self._read_off(heads)
                if drawn is None:
                    return True
                action = drawn
            elif self.dealing and not self._hears:
                action = self.dealing.pop(0)
            elif self._hears and heads.known.chance(self._below) is not None and self._chance_ms < AGAIN_MS:
                self._chance_ms += elapsed_ms
                return True  # the board says what it is, unless it has lost what was taken back
            else:
                action, is_shown = heads.next_chance(self._below)
                if is_shown:
                    self.mean(self.seats[0], action)
                if is_shown or self._hears:
                    return True
            heads.apply(action)
        return False

    def _read_off(self, heads: Heads) -> Action | None:
        """Return what the board has drawn, as the lights show it; None while they do not."""
        own = reader_of(heads.record.game)
        if own is not None:
            return own(heads.record.position, self._field())
        return self._reader.read(heads.known, self.seats, self._field())

    def _below(self, limit: int) -> int:
        return self._random.randrange(limit)

    def _decide(self, elapsed_ms: int) -> None:
        """Have a virtual person who has thought long enough do something."""
        heads = self._heads
        assert heads is not None
        game, position = heads.record.game, heads.record.position
        acting = game.to_act(position)
        for player in sorted(acting, key=lambda player: self.people[self.seats[player]].thinking_ms):
            self._begin_to_think(heads, player)
        for player in acting:
            person = self.people[self.seats[player]]
            if person.is_visitor or person.again or self._is_somebody_busy():
                continue
            person.thinking_ms -= elapsed_ms
            if person.thinking_ms > 0:
                continue
            actions = game.legal(position, player) if not self._is_in_doubt(person) else []
            action: Action = ()
            if actions:
                assert person.thinking is not None
                answer = person.thinking.answer()
                if answer is None:
                    continue  # this one goes on thinking
                action = answer.action
                person.answers = {len(heads.record.actions): answer}
                person.forget_thoughts()
                if action and not heads.can_say(player, action):
                    actions = [other for other in actions if heads.can_say(player, other)]
                    action = actions[0] if actions else ()
            if action:
                self.mean(person.seat, action)
            elif actions:
                person.thinking_ms = self._in_no_hurry(THINKING_MS[0])  # others go first
            else:  # what lies sealed leaves nothing to go on with: somebody else's hands were there, or power was away
                person.body.do(person.body.press(LEFT, RIGHT, hold_ms=HOLDING_MS))
                person.thinking_ms = self._in_no_hurry(AGAIN_MS)

    def _begin_to_think(self, heads: Heads, player: int) -> None:
        """Have a virtual person think about the moment, unless that is what this one does; older thoughts are gone."""
        person = self.people[self.seats[player]]
        about = heads.record.position, self.level
        if person.is_visitor or (person.thinking and person.about[0] is about[0] and person.about[1] == about[1]):
            return
        person.forget_thoughts()
        known, random = heads.record.moment(player)
        # Without a laptop nobody asks why, and who was not understood may choose otherwise the next time.
        moment = Moment(heads.record.game, known, player, random if self._hears else self._random, self.level)
        person.thinking, person.about = self.thinkers.begin(moment), about

    def _is_in_doubt(self, person: Person) -> bool:
        """Return whether somebody has sealed what seems to lie otherwise than it should, until it is taken back."""
        person.doubts = person.doubts if self.sealed(person.seat) else 0
        return person.doubts > MOST_DOUBTS

    def _say(self, person: Person, action: Action) -> None:
        """Tell the board what is done, with a card, or keys, or both; what is in the way is lifted first."""
        heads, told = self._heads, self._hears
        assert heads is not None
        game = heads.record.game
        player = game.actor(action)
        is_possible = not game.refusal(heads.record.position, action) and heads.can_say(player, action)
        if person.again or not is_possible:
            person.meant = None
            return
        body, shown = person.body, told.view.choosing.get(person.seat) if told else None
        if told and player != CHANCE:
            heads.find_cursor(player, shown.index if shown else -1)
        way = heads.way(player, action)
        if person.card not in (NO_CARD, way.card):
            self.lift(person.seat)
            person.meant = action
            return
        steps, is_secret = way.steps, player != CHANCE and heads.known.game.secret(heads.known.position, player)
        if way.card != NO_CARD:
            if person.card == NO_CARD:
                self.put_in(person.seat, way.card)
                if way.count > 1:
                    body.do(body.wait(LOOKING_MS))
            elif shown and way.count > 1:
                steps = way.index - shown.index
        walk(body, steps)
        if way.card != NO_CARD and is_secret:
            body.do(body.wait(LOOKING_MS))
        if way.card == NO_CARD or way.count > 1 or is_secret:
            body.do(body.press(TAKE))
        if game.waits(action):
            body.do(body.wait(2 * GATHERING_MS))  # the table waits for others with the same wish
        person.is_said = True
        person.waited_ms = 0

    def _think(self) -> None:
        self._chance_ms = 0
        for person in self.people:
            person.thinking_ms = self._in_no_hurry(self._random.randint(*THINKING_MS))

    def _in_no_hurry(self, milliseconds: int) -> int:
        return int(milliseconds * self.unhurried)

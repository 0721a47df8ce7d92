"""The visitors who play at a virtual table through the page, together with the virtual players."""

from collections.abc import Callable

from tavolo.rules.contract import NO_CARD
from tavolo.seat.states import TAKE
from tavolo_host.display.parts.source import OwnView
from tavolo_host.display.parts.what_to_do import (
    Choice,
    Deed,
    OwnSeat,
    State,
    WhatToDo,
    told_to_oneself,
    waiting_for_absent,
    what_to_do,
)
from tavolo_host.people.hidden_hands import Action
from tavolo_host.people.people import VirtualPlayers
from tavolo_host.people.person import Person
from tavolo_host.players.settings import PACES
from tavolo_host.seats.rights import Right, Rights
from tavolo_host.sources.seating import Seating
from tavolo_host.texts.deferred import deferred, in_language
from tavolo_host.texts.language import _, seats_in_words
from tavolo_host.texts.sentences import sentence

ASKED_AGAIN_MS = 30_000  # after a question that a seat asked by its keys
OF_ABSENT = {Deed.STAND_IN: Right.STAND_IN, Deed.RELEASE: Right.FREE_ABSENT}  # what others may do at their seats


class PlayingVisitors(Seating):
    """The visitors, what they see and what they do, with hands that the page moves for them."""

    def __init__(self, virtual_players: VirtualPlayers) -> None:
        super().__init__(virtual_players)
        self.rights = Rights(self)
        self.on_leave: Callable[[str], None] = lambda _visitor: None  # gets each visitor who has left a seat
        self._asked_ms: dict[int, int] = {}  # when a seat asked everybody last, by the log's clock
        self._is_open = False  # whether a game is played, until it was noted how it has ended
        self.ends = ""  # the visitor who is ending the game alone
        self._asks_to_end = ""  # who asked everybody last to end the game
        self._ended = ""  # who has ended the last game, as a sentence, if it has no result

    def stand(self, visitor: str, told: str | None = None) -> None:
        """Take a visitor's seat away, and log `told` or that they stand up."""
        super().stand(visitor, told)
        self.on_leave(visitor)

    def hand_over(self, seat: int, visitor: str) -> str | None:
        """Let the owner of a seat go on in another browser, which is this visitor; return None, or why not."""
        owner = self.owner_of(seat)
        refusal = super().hand_over(seat, visitor)
        if refusal is None:
            self.on_leave(owner)
        return refusal

    @property
    def unhurried(self) -> float:
        """How many times as long as usual everything takes, by the pace of the virtual players."""
        return self._virtual_players.unhurried

    def set_pace(self, pace: str) -> None:
        """Set the pace of the virtual players, one of PACES, for the whole table."""
        self._virtual_players.unhurried = PACES[pace]

    def set_level(self, level: str) -> None:
        """Set the level of play and hints, one of LEVELS, for the whole table."""
        self.level = self._virtual_players.level = level
        self._virtual_players.engine.wake(level)

    def own(self, visitor: str) -> OwnView | None:
        """Return the card in the visitor's slot, and the hand with the cards that may be taken into it."""
        person, tracked_game = self._person(visitor), self._virtual_players.follower.tracked_game
        if person is None:
            return None
        if tracked_game is None or self.mirror.game is not tracked_game.record.game:  # another game begins
            return OwnView(person.seat, (), None)
        if not self._may_see(visitor, person):
            return OwnView(person.seat, (), None)
        hand = (*person.hand(tracked_game), *tracked_game.offered(person.player))
        return OwnView(person.seat, hand, person.card if person.card >= 0 else None)

    def play(self, visitor: str, card: int) -> str | None:
        """Play a card if it can mean one thing only, otherwise put it into the slot; return why not, or None.

        It replaces another one that is not played yet.
        """
        person, tracked_game = self._person(visitor), self._virtual_players.follower.tracked_game
        if person is None or tracked_game is None or person.player is None:
            return _("This card is not in your hand.")
        if self.mirror.view.question:
            return _("First the question has to be answered.")
        game, position, player = tracked_game.record.game, tracked_game.record.position, person.player
        offered = tracked_game.offered(player)
        if card not in (*offered, *person.hand(tracked_game)):
            return None if person.is_busy() or card == person.card else _("This card is not in your hand.")
        if tracked_game.is_turned_up():
            return _("The table's own cards have to be turned up first.")
        if person.again:
            person.show_again()
            return None
        actions = [offered[card]] if card in offered else game.legal(position, player, card)
        reason = None if actions else game.why_not(position, player, card)
        if reason and not person.is_busy():
            seats = seats_in_words(self.names())
            words = sentence(reason, _, tuple(seats[seat] for seat in self.mirror.seats), game.NAME)
            return told_to_oneself(reason, words)
        if len(actions) == 1:
            self._intend(person, actions[0])
        elif actions:
            person.play(card)
        return None

    def what_to_do(self, visitor: str) -> WhatToDo:
        """Return what the visitor may do now, or what everybody waits for."""
        people = self._virtual_players.people
        absent = [seat for seat in self.away() if people[seat].is_visitor or self.mirror.view.question]
        holding = [person.seat for person in people if person.is_holding]
        if absent:
            deeds = [deed for deed, right in OF_ABSENT.items() if self.rights.may(visitor, right)]
            waiting = waiting_for_absent(self.mirror, absent, holding, self.names(), deeds, self.seats.get(visitor))
            if waiting:
                return waiting
        if self._virtual_players.is_decided:
            return WhatToDo(State.WAIT, _("{} is ending the game.").format(in_language(self.called(self.ends), _)))
        own = self._own_at_end(visitor) if self.mirror.result else self.own_seat(visitor)
        what = what_to_do(self.mirror, own, self.played.names(), holding, absent)
        # What is chosen on the page counts, until keys choose something at the table.
        if what.state == State.LOBBY and self.mirror.view.lobby.option_index < 0:
            is_asked = bool(self.seats and visitor) and visitor not in self.seats
            words = _("Take a seat, then choose a game.") if is_asked else _("Choose a game.")
            return WhatToDo(State.LOBBY, " ".join(filter(None, (in_language(self._ended, _), words))))
        return what

    def _may_see(self, visitor: str, person: Person) -> bool:
        return self.rights.may(visitor, self.rights.to_see_hand(visitor, person.seat))

    def own_seat(self, visitor: str) -> OwnSeat | None:
        """Return what the visitor's player knows and is about to do; None without a player or a right to see that."""
        person, record = self._person(visitor), self._virtual_players.record
        if person is None or person.player is None or record is None or not self._may_see(visitor, person):
            return None
        card = NO_CARD if person.is_played else person.card
        known = record.game.view(record.position, person.player)
        intended = person.intended  # a card that hands turn up is nobody's choice
        is_own = intended is not None and record.game.actor(intended) == person.player
        return OwnSeat(person.seat, person.player, known, card, intended if is_own else None)

    def _own_at_end(self, visitor: str) -> OwnSeat | None:
        """Return who the visitor was in a game that is over, also after standing up."""
        seat, record = self.played_at(visitor), self._virtual_players.record
        player = None if seat is None else self._virtual_players.people[seat].player
        return None if seat is None or player is None or record is None else OwnSeat(seat, player, record.position)

    def do(self, visitor: str, chosen: Choice) -> str | None:
        """Have the visitor's hands do one of the choices; one that is none any more is refused."""
        if chosen not in self.what_to_do(visitor).choices:
            return _("That is no longer possible.")
        if chosen.deed in OF_ABSENT:
            if chosen.deed == Deed.STAND_IN:
                self.tell(deferred("A bot plays for {} until they are back.", self.called(self.owner_of(chosen.seat))))
                self.stand_in(chosen.seat)
            else:
                self.release(chosen.seat, visitor)
            return None
        person = self._person(visitor)
        assert person is not None
        if chosen.deed == Deed.ACT:
            self._intend(person, chosen.action)
        elif chosen.deed == Deed.AGAIN:
            person.show_again()
        elif chosen.deed == Deed.LIFT:
            person.lift()
        else:
            person.answer(chosen.deed == Deed.AGREE)
        return None

    def _intend(self, person: Person, action: Action) -> None:
        """Let a visitor's hands carry an action out: behind what they are about, where both go, else instead of it."""
        tracked_game, under_way = self._virtual_players.follower.tracked_game, person.intended
        if action == under_way:
            return
        before = [under_way, *person.wishes] if under_way else person.wishes
        if before and tracked_game and tracked_game.can_follow(before, action):
            person.wishes.append(action)
        else:
            person.wishes.clear()
            person.intend(action)

    def lift(self, visitor: str) -> None:
        """Take the card out of the visitor's slot."""
        person = self._person(visitor)
        if person is not None:
            person.lift()

    def note_questions(self) -> None:
        """Note which seat asks everybody something, and who has ended a game."""
        question = self.mirror.view.question
        if question is not None:
            self._asked_ms[question.asker] = self.mirror.log.now_ms
            if not question.game_continues:
                self._asks_to_end = self.called(self.owner_of(question.asker))
        if self.is_played:
            self._is_open, self._ended = True, ""
        elif self._is_open:
            self._is_open = False
            if self.ends:
                self._ended = deferred("{} has ended the game.", self.called(self.ends))
                self.tell(self._ended)
            elif self._asks_to_end and not self.mirror.result:
                self._ended = deferred("{} asked to end the game, and all agreed.", self._asks_to_end)
            self.ends = ""

    def _is_held_off(self, person: Person, key: int) -> bool:
        """Return whether a key does nothing now: together with another one it asks everybody, which is not for always.

        Those who ask again and again would keep others from playing, and after the end all hands can be read.
        """
        if self._virtual_players.is_decided:
            return True
        is_second = any(pressed for other, pressed in enumerate(person.body.keys) if other != key)
        since_ms = self.mirror.log.now_ms - self._asked_ms.get(person.seat, -ASKED_AGAIN_MS)
        is_open = self.mirror.view.question is not None
        return is_second and not is_open and (bool(self.mirror.result) or since_ms < ASKED_AGAIN_MS)

    def key(self, visitor: str, key: int, down: bool) -> None:
        """Press or release a key of the visitor's seat."""
        person = self._person(visitor)
        if person is not None and 0 <= key < 3 and not (down and self._is_held_off(person, key)):
            person.body.keys[key] = 1.0 if down else 0.0
            person.body.feel()

    def starts_game(self, visitor: str, key: int) -> bool:
        """Return whether a key goes on from the lobby to the start of a game: ✓ at the first seat that has joined."""
        view = self.mirror.view
        return key == TAKE and view.is_lobby and view.lobby.joined[:1] == (self.seats.get(visitor),)

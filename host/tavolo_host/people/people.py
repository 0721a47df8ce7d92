"""The virtual players at a table, with real, shuffled, secret hands.

They play as people do: they know their cards, put them into slots and press keys, watch the lamp to see whether the
board has taken a card, and then lift it. They tell the board nothing else; it has slots, keys and lights only.

They take the game from the laptop at the table. While it does not know the board's position, nobody plays; players who
were interrupted look at slot, lamp and game, and start again.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

from tavolo.rules.contract import CHANCE, NO_CARD
from tavolo_host.board.mirror import Mirror
from tavolo_host.people.game_follower import GameFollower
from tavolo_host.people.hands import AGAIN_MS
from tavolo_host.people.hidden_hands import HiddenHands
from tavolo_host.people.person import MOST_DOUBTS, Person
from tavolo_host.people.tracked_game import Now
from tavolo_host.players.of_game import choose
from tavolo_host.players.settings import USUAL_LEVEL
from tavolo_host.players.thinking import Engine
from tavolo_host.simulator.body import Body

GOING_ON = 0.25  # of the time for thinking: for the next step of a turn
IN_ONE_GO = 0.1  # of it: for a step that nothing new has come before, or that everybody sees to be the only one


class VirtualPlayers:
    """Everybody at the table; `follower` is the game as they know it. `hardware` has the `lamps` that they see.

    `dealer` shuffles the cards, which is the system's source of random numbers wherever that matters.

    `engine` decides for virtual players, at `level`. They think and show cards `unhurried` times as long as usual.
    While `is_ended`, who may do that alone ends the game, and everybody's hands agree.
    """

    def __init__(self, bodies: Sequence[Body], hardware: Any, random: Random, dealer: Random) -> None:
        self.people = [Person(seat, body, random) for seat, body in enumerate(bodies)]
        self.follower = GameFollower(self.people, dealer)
        self.engine = Engine(choose)
        self.level = USUAL_LEVEL
        self.unhurried = 1.0
        self.is_ended = False
        self._place = 0  # how many actions there were at the last change
        self._chance_ms = 0  # how long the board has been waited for to make chance's action
        self._is_asked = False  # whether a question to all players is open, which stops play
        self._hardware = hardware

    @property
    def record(self) -> HiddenHands | None:
        """The whole game with all hands; None without a game."""
        return self.follower.tracked_game.record if self.follower.tracked_game else None

    def hear(self) -> Mirror | None:
        """Follow what the laptop has received; return the laptop while it is in step with the board."""
        mirror = self.follower.hears
        if mirror:
            for _ in self.follower.follow(mirror):
                self._wonder()
        return mirror

    def step(self, elapsed_ms: int) -> None:
        """Let time pass for everybody."""
        lamps = self._hardware.lamps.pixels
        for person in self.people:
            person.look(lamps[person.seat], elapsed_ms)
        mirror = self.hear()
        if mirror:
            self._answer(mirror, elapsed_ms)
        for person in self.people:
            person.see_slot()
        tracked_game = self.follower.tracked_game
        if tracked_game is None:
            return
        has_heard = self.follower.pass_time(elapsed_ms)
        if mirror is None:
            return
        holding = frozenset(person.player for person in self.people if person.is_holding)
        has_cards_in_slots = any(person.body.cards for person in self.people)
        now = Now(elapsed_ms, tracked_game, mirror, self._is_asked, self.unhurried, holding, has_cards_in_slots)
        for person in self.people:
            person.hear_what_is_wanted(now, has_heard)
        for person in self.people:
            person.go_on(now)
        if not self._is_asked and not self._turn_up(now):
            self._decide(now)

    def _answer(self, mirror: Mirror, elapsed_ms: int) -> None:
        """Let every virtual player press ✓ for an open question after a moment, until it counts.

        Visitors press it too while the game `is_ended`.
        """
        question = mirror.view.question
        is_asked = question is not None
        if is_asked != self._is_asked:
            self._is_asked = is_asked
            length = len(self.record.actions) if self.record else 0
            for person in self.people:
                person.consider(self.unhurried, is_asked, length)
        if question is None:
            return
        for seat in question.unanswered:
            self.people[seat].agree(elapsed_ms, self.is_decided)

    @property
    def is_waited_for(self) -> bool:
        """Whether the visitors who play have nothing to do: they wait for virtual players, for hands and the board.

        False while a search goes on, which takes its time whatever the table's clock shows.
        """
        mirror, record = self.follower.hears, self.record
        visitors = [person for person in self.people if person.is_visitor and person.player is not None]
        if not visitors or mirror is None or record is None or record.game.outcome(record.position):
            return False
        if mirror.view.question or mirror.view.seats_to_reseal() or any(person.is_searching for person in self.people):
            return False
        acting = record.game.to_act(record.position)
        return not any(
            (person.player in acting and person.intended is None)
            or (person.is_holding and self.unhurried)  # for a second thought
            or person.is_at_keys()
            for person in visitors
        )

    @property
    def is_decided(self) -> bool:
        """Whether the game is being ended by who may do that alone: then nobody's answer matters."""
        question = self.follower.laptop.view.question if self.follower.laptop else None
        return self.is_ended and question is not None and not question.game_continues

    def look_up(self) -> None:
        """Take all hands off the keys: the laptop is about to ask everybody something, which the next key answers."""
        for person in self.people:
            if not person.is_visitor:
                person.rest()

    def _turn_up(self, now: Now) -> bool:
        """Put in the card that chance turns up, if any; return whether it is chance's turn."""
        tracked_game, record = now.tracked_game, now.tracked_game.record
        if record.game.to_act(record.position) != (CHANCE,):
            return False
        if tracked_game.known.chance(lambda _: 0) is not None and self._chance_ms < AGAIN_MS:
            self._chance_ms += now.elapsed_ms
            return True  # the board makes it, unless it has lost an undone one
        action = record.chance()
        if action is None:
            raise ValueError(f"It is chance's turn in {record.game.TITLE}, and `chance` in its rules gives nothing.")
        card, people = record.game.action_card(action), [self.people[seat] for seat in self.follower.seats]
        is_on_its_way = any(person.intended and record.game.actor(person.intended) == CHANCE for person in people)
        free = sorted((person for person in people if not person.is_busy()), key=lambda person: person.is_visitor)
        if card != NO_CARD and free and not is_on_its_way and tracked_game.is_turned_up(card):
            free[0].intend(action)
        return True

    def _decide(self, now: Now) -> None:
        """Let all players who are to act think, and act after thinking long enough."""
        position = now.tracked_game.record.position
        acting = [self.people[self.follower.seats[player]] for player in now.tracked_game.record.game.to_act(position)]
        for person in sorted(acting, key=lambda person: person.thinking_ms):
            person.think(now.tracked_game, self.engine, self.level)
        # Others wait for a row to be taken back: what they choose now would be taken back first.
        for person in [person for person in acting if person.doubts > MOST_DOUBTS] or acting:
            if not person.is_visitor:
                person.decide(now)

    def _wonder(self) -> None:
        """Give a thinking time to those whose decision has come up; one that others may make too goes on."""
        record = self.record
        assert record is not None
        game, acting, is_undone = record.game, record.game.to_act(record.position), len(record.actions) <= self._place
        known = self.follower.tracked_game.known  # type: ignore[union-attr]
        actor = next((each for each in map(game.actor, reversed(record.actions)) if each != CHANCE), CHANCE)
        last = game.actor(record.actions[-1]) if record.actions else CHANCE
        self._chance_ms, self._place = 0, len(record.actions)
        for person in self.people:
            if is_undone or person.player == actor or not {person.player, CHANCE}.intersection(acting):
                person.has_decided()
            if person.player in acting:
                is_plain = person.player == last or len(game.legal(known.position, person.player)) == 1
                share = IN_ONE_GO if is_plain else GOING_ON if person.player == actor else 1.0
                person.wonder(self.unhurried * share)

"""Seats by phone at a board: no slot, no keys; what the laptop tells takes the same course as what a slot reads."""

from random import Random

import pytest

from tavolo.games import load, names
from tavolo.games.cards import code_of
from tavolo.link.channel import SILENCE_MS
from tavolo.maker.settings import FILE
from tavolo.rules.contract import CHANCE, NO_CARD, TABLE, Setup
from tavolo.seat.phone import NO_CODE
from tavolo.seat.states import AGAIN, IS_ABSENT, IS_EMPTY, RIGHT, TAKE
from tavolo_host.display.parts.geometry import places
from tavolo_host.people.phone_body import PhoneBody
from tavolo_host.simulator.hardware import TICK_MS
from tests.table.evening import LONGEST_GAME_MS, LONGEST_WAIT_MS, Evening, play_out, waiting

ALL = ("seats = none", "phones = all")
GAMES = {"bambuti": 2, "david-goliath": 3, "kuh-vadis": 2, "tanz-der-hornochsen": 3, "yellowstone-park": 3}


class PhoneEvening(Evening):
    """An evening at a board with these settings, at whose seats by phone the laptop moves the hands."""

    def __init__(self, *settings: str, seed: int = 1) -> None:
        super().__init__(seed)
        self.table.hardware.virtual_files.write(FILE, "\n".join(settings).encode())
        self.table.power_cycle()
        assert self.companion is not None
        self.virtual_players.follower.laptop = self.mirror
        for seat, person in enumerate(self.virtual_players.people):
            if self.board.seats[seat].is_by_phone:
                person.body = PhoneBody(self.companion, seat, Random(seed + seat))
        self.start_by_keys = self.begin
        self.run_ms(4000)

    def begin(self, setup: Setup) -> None:
        assert self.ask("new", places(setup.players), setup.text()) == (True, "The game has begun.")

    def cut_cable(self) -> None:
        """Let the laptop be away for longer than the board waits for it, while the board goes on."""
        laptop, self.companion = self.companion, None
        self.run_ms(SILENCE_MS + 1000)
        self.companion = laptop

    def go_on(self, limit_ms: int) -> None:
        """Go on for this long, or until the game is over; never stuck."""
        length, waited_ms = -1, 0
        for _ in range(limit_ms // TICK_MS):
            if self.companion and self.mirror.result:
                return
            if length != (length := len(self.mirror.actions)):
                waited_ms = 0
            waited_ms += TICK_MS
            assert waited_ms < LONGEST_WAIT_MS, waiting(self)
            self.step()

    def ask(self, kind: str, *values: object) -> tuple[bool, str]:
        """The board's answer to a request."""
        assert self.companion is not None
        request = self.companion.ask(kind, *values)
        self.run_until(lambda: request.accepted is not None, 5000)
        return bool(request.accepted), request.sentence


def test_in_a_game_without_cards_seats_by_phone_and_seats_with_keys_play_together() -> None:
    evening = PhoneEvening("phones = 5-8")
    assert [evening.board.seats[seat].is_by_phone for seat in places(2)] == [False, True]
    play_out(evening, Setup(load("kuh-vadis"), 2))


def test_without_a_laptop_seats_with_keys_go_on_until_it_is_a_phones_turn() -> None:
    evening = PhoneEvening("phones = 5-8")
    evening.begin(Setup(load("kuh-vadis"), 2))
    record = evening.board.referee.play.record

    def turns() -> set[int]:
        """The seats whose turn it is."""
        return {places(2)[player] for player in record.game.to_act(record.position) if player >= 0}

    evening.run_until(lambda: turns() == {0})
    laptop, evening.companion = evening.companion, None
    evening.run_ms(SILENCE_MS + 500)
    length = len(record.actions)
    for _ in range(40):
        if turns() == {4}:
            break
        evening.press(0, TAKE)
        evening.run_ms(300)
    assert turns() == {4}
    assert len(record.actions) > length
    assert evening.board.seats[4].state == IS_ABSENT
    waiting_at = len(record.actions)
    evening.run_ms(20_000)
    assert len(record.actions) == waiting_at
    evening.companion = laptop
    evening.run_until(lambda: len(record.actions) > waiting_at + 3)


def test_in_a_game_with_cards_they_do_not() -> None:
    evening = PhoneEvening("phones = 5-8")
    mixed = "This game has cards: its players sit all at seats with slots, or all at seats by phone."
    assert evening.ask("new", places(2), Setup(load("bambuti"), 2).text()) == (False, mixed)
    evening.press(0, TAKE)
    for is_down in ("yes", "no"):
        evening.ask("press", 4, TAKE, is_down)
    index = names().index("bambuti")
    for _ in range(index):
        evening.press(0, RIGHT)
    for _ in range(1 + len(load("bambuti").OPTIONS)):
        evening.press(0, TAKE)
    assert evening.board.referee.play is None
    assert evening.sentences("note").count(mixed) == 2


def test_only_a_seat_by_phone_takes_cards_and_keys_from_the_laptop() -> None:
    evening = PhoneEvening("phones = 5")
    for kind, values in (("hand", (code_of("bambuti", 1),)), ("press", (TAKE, "yes"))):
        told = (False, "Seat 1 has a slot and keys of its own: it takes no cards from the laptop.")
        assert evening.ask(kind, 0, *values) == told
        assert evening.ask(kind, 4, *values) == (True, "Seat 5 has it from the laptop.")
    assert evening.board.seats[4].state != IS_EMPTY


def test_without_a_laptop_seats_by_phone_are_dark_red_hold_nothing_and_come_back_empty() -> None:
    evening = PhoneEvening(*ALL)
    laptop, seats = evening.companion, evening.board.seats
    assert evening.board.referee.attendance.able() == list(range(8))
    evening.ask("hand", 2, code_of("bambuti", 1))
    evening.ask("press", 2, TAKE, "yes")
    evening.companion = None
    evening.run_ms(SILENCE_MS + 500)
    assert evening.board.referee.attendance.able() == []
    assert {seat.state for seat in seats} == {IS_ABSENT}
    assert not seats[2].keys.down
    assert any(evening.lamp_colours(2))
    evening.companion = laptop
    evening.run_ms(2000)
    assert {seat.state for seat in seats} == {IS_EMPTY}
    assert evening.board.referee.attendance.able() == list(range(8))


@pytest.mark.parametrize("is_lift", [False, True])
def test_the_answer_to_a_card_comes_at_the_same_time_whatever_the_card(is_lift: bool) -> None:
    courses = set()

    def choosing() -> PhoneEvening:
        evening = PhoneEvening(*ALL)
        evening.begin(Setup(load("tanz-der-hornochsen"), 3))
        evening.run_ms(2000)
        evening.hold_people_still()
        return evening

    position = choosing().mirror.position
    on_the_table = [position.row(row)[0] for row in position.active[:3]]  # which will be refused
    for card in (0, 40, 71, *on_the_table):
        evening = choosing()
        code, seat = code_of("tanz-der-hornochsen", card), places(3)[0]
        took_us = []
        for each in (code, NO_CODE)[: 1 + is_lift]:
            request, asked_us = evening.companion.ask("hand", seat, each), evening.table.clock.now_us
            while request.accepted is None:
                evening.step()
            took_us.append(evening.table.clock.now_us - asked_us)
        courses.add(tuple(took_us))
    assert len(courses) == 1


def test_a_new_choice_that_was_on_its_way_during_a_power_cut_is_not_taken_for_a_card_sealed_before() -> None:
    """A laptop that does not know yet that sealed cards were lost still sends the next choice."""
    evening = PhoneEvening(*ALL)
    evening.begin(Setup(load("tanz-der-hornochsen"), 3))
    evening.run_until(lambda: evening.mirror.record is not None and any(evening.mirror.position.sealed))
    evening.run_ms(500)
    player = next(player for player, sealed in enumerate(evening.mirror.position.sealed) if sealed)
    (sealed,) = evening.virtual_players.follower.tracked_game.sealed(player)
    seat = evening.mirror.seats[player]
    other = next(card for card in evening.hand(seat) if card != sealed)
    evening.run_until(lambda: not evening.body(seat).cards)
    evening.hold_people_still()
    evening.table.power_cycle()
    evening.run_until(lambda: evening.mirror.in_step and seat in evening.board.referee.seats_to_reseal())

    def tell(card: int) -> None:
        evening.ask("hand", seat, NO_CODE)
        evening.ask("hand", seat, card)
        for is_down in ("yes", "no"):
            evening.ask("press", seat, TAKE, is_down)
        evening.run_ms(500)

    told, again = (code_of("tanz-der-hornochsen", card) for card in (other, sealed))
    tell(told)
    assert seat in evening.board.referee.seats_to_reseal()
    tell(again + AGAIN)
    assert seat not in evening.board.referee.seats_to_reseal()
    tell(told + AGAIN)  # nothing is asked for any more, and an exchange is not one
    assert evening.board.referee.play.record.position.sealed[player] == [sealed]


@pytest.mark.parametrize("after_ms", [0, 250])
def test_a_choice_whose_keys_the_cable_has_swallowed_is_walked_to_again(after_ms: int) -> None:
    evening = PhoneEvening(*ALL)
    evening.begin(Setup(load("yellowstone-park"), 3))
    follower, people = evening.virtual_players.follower, evening.virtual_players.people

    def walked_to() -> list[tuple[int, ...]]:
        """Return the choices of the seat whose turn it is that take keys beside a card."""
        game = follower.tracked_game
        record = game.record if game else None
        acting = record.game.to_act(record.position) if record else ()
        if len(acting) != 1 or acting == (CHANCE,) or people[follower.seats[acting[0]]].card != NO_CARD:
            return []
        return [each for each in record.game.legal(record.position, acting[0]) if game.way(acting[0], each).steps > 1]

    evening.run_until(lambda: bool(walked_to()))
    evening.hold_people_still()
    choice, length = walked_to()[0], len(follower.tracked_game.record.actions)
    seat = follower.seats[follower.tracked_game.record.game.actor(choice)]
    people[seat].intend(choice)
    evening.run_until(lambda: bool(people[seat].body.cards))
    evening.run_ms(after_ms)
    evening.cut_cable()
    evening.run_until(lambda: len(evening.board.referee.play.record.actions) > length, LONGEST_WAIT_MS)
    assert evening.board.referee.play.record.actions[length] == choice


@pytest.mark.parametrize(("name", "players"), GAMES.items())
def test_a_game_by_phone_goes_on_after_cuts_of_power_and_cable_and_hands_are_what_was_dealt(
    name: str, players: int
) -> None:
    random = Random(name)
    evening = PhoneEvening(*ALL)
    evening.begin(Setup(load(name), players))
    cuts = [evening.table.power_cycle, evening.cut_cable] * 4
    while not evening.mirror.result:
        evening.go_on(random.randrange(40, 4000) if cuts else LONGEST_GAME_MS)
        if cuts:
            cuts.pop()()
    evening.run_ms(2000)
    dealt, known = evening.virtual_players.record, evening.mirror.record
    assert known is not None
    assert evening.board.referee.play.record.digest() == known.digest()
    assert known.digest() == known.game.digest(known.game.view(dealt.position, TABLE))

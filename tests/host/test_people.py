"""The people at the virtual table: they do not cheat, and they look at the lamps."""

from random import Random
from typing import Any

from tavolo import board, palette
from tavolo.assembly import dice
from tavolo.power import Limiter
from tavolo.rules.contract import Setup
from tavolo_host.players import choose
from tavolo_host.virtual.person import looks_accepted, looks_refused, places
from tests.host.evening import DAVID, Evening

DAVID_SETUP = Setup(DAVID, 4, None, dealt=True)


def test_virtual_people_are_shown_their_own_hand_and_no_other() -> None:
    evening = Evening(seed=6)
    seen: list[tuple[int, list[bool]]] = []

    def look(game: Any, known: Any, player: int, random: Random) -> tuple[int, ...]:
        seen.append((player, [hand is not None for hand in known.hands]))
        return choose(game, known, player, random)

    evening.company.choose = look
    evening.start(4)
    evening.play_actions(9)
    assert len(seen) >= 8
    for player, hands in seen:
        assert hands == [other == player for other in range(4)]


def test_people_take_a_card_back_that_was_refused_and_play_on() -> None:
    evening = Evening(seed=6)
    evening.start(4)
    evening.play_actions(4)
    evening.hold_people_still()
    evening.run_ms(1000)
    seat = next(seat for seat in evening.company.seats if seat != evening.seat_to_play())
    hand = evening.hand(seat)
    evening.company.put_in(seat, hand[0])
    evening.run_ms(800)
    assert evening.body(seat).cards
    evening.run_ms(2500)
    assert not evening.body(seat).cards
    assert evening.hand(seat) == hand


def test_red_and_green_lamps_are_told_at_every_dimming_and_from_all_other_colours() -> None:
    for part in (64, 48, 32, 24):
        dimmed = [tuple(level * part // 64 for level in colour) for colour in palette.RGB]
        assert looks_accepted(dimmed[palette.ACCEPTED])
        assert looks_refused(dimmed[palette.REFUSED])
        others = [palette.OFF, palette.WHITE, palette.WHITE_DIM, palette.WARNING]
        others += range(palette.CARD, palette.CARD_DIM + len(palette.CARD_COLOURS))
        assert not [index for index in others if looks_accepted(dimmed[index])]
        assert not looks_refused(dimmed[palette.ACCEPTED])
        assert not looks_refused(dimmed[palette.WHITE])
        assert not looks_refused(dimmed[palette.WARNING])


def test_people_sit_spread_around_the_table_without_sharing_a_seat() -> None:
    assert [places(count) for count in (2, 3, 4)] == [(0, 4), (0, 3, 5), (0, 2, 4, 6)]
    for count in range(1, 9):
        assert len(set(places(count))) == count
        assert max(places(count)) < 8


def test_a_sensible_player_beats_random_ones() -> None:
    random = Random(9)
    mine = others = 0
    for number in range(60):
        position = DAVID.start(DAVID_SETUP)
        while DAVID.to_act(position):
            player = DAVID.to_act(position)[0]
            if player < 0:
                action = DAVID.chance(position, random.randrange)
            elif player == number % 4:
                action = choose(DAVID, DAVID.view(position, player), player, random)
            else:
                action = random.choice(DAVID.legal(position, player))
            DAVID.apply(position, action)
        mine += position.totals[number % 4]
        others += sum(position.totals) - position.totals[number % 4]
    assert mine * 3 > others * 1.05


def test_the_boards_dice_are_fair_and_never_beyond_their_faces() -> None:
    random = Random(3)
    for faces in (2, 6, 60, 200):
        below = dice(random.randbytes)
        counts = [0] * faces
        for _ in range(400 * faces):
            counts[below(faces)] += 1
        assert min(counts) > 280
        assert max(counts) < 530


def test_the_current_limit_of_the_wiring_is_the_one_in_force() -> None:
    evening = Evening(seed=6)
    assert evening.board._picture.lights._limiter.allowed == Limiter(board.CURRENT_LIMIT_MA, 200).allowed

"""What holds for the page of every game: who stands out, whose cards are seen by whom, names that bring no markup."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tavolo.games import load, names
from tavolo.rules.contract import CHANCE, NO_CARD, TABLE, Setup
from tavolo.rules.record import Record
from tavolo_host.display.live.table_picture import seat_looks
from tavolo_host.display.parts.cards import CARD_BACK, CardFace, face_group
from tavolo_host.display.parts.game_display import Player, display_of
from tavolo_host.display.parts.source import OwnView
from tests.display.display_support import Mirror, moment_of
from tests.rules.play import next_action
from tests.rules.support import Numbers

SEATS = (2, 3, 0, 7, 5, 6, 1, 4)  # a card stands in the slot of seat 2
EVERY = 5  # positions, of which one is looked at
EVERY_GAME = pytest.mark.parametrize("name", names())
WITH_CARDS = pytest.mark.parametrize("name", [name for name in names() if load(name).CARDS])
STANDING = re.compile(r'class="(?:[\w-]+ )?(acts|won)"[^<]*(?:<th [^>]*)?data-home="seat-(\d)"')


def moments(name: str) -> Iterator[tuple[Any, Any, list[Player]]]:
    """A random dealt game with as many players as can be: mirror, display and players at some of its positions."""
    game: Any = load(name)
    record, numbers = Record(Setup(game, game.SEATS[1], None, True)), Numbers(5)
    mirror: Any = Mirror(record, SEATS[: game.SEATS[1]])
    players = [Player(seat, f"<N{seat}>") for seat in mirror.seats]
    while (action := next_action(record, numbers)) is not None:
        if len(record.actions) % EVERY == 0:
            yield mirror, display_of(mirror), players
        record.apply(action)
    yield mirror, display_of(mirror), players


def as_everybody_knows(mirror: Any) -> Any:
    """The mirror of a laptop at a table: what everybody may know."""
    known = Mirror(Record(mirror.record.setup), mirror.seats)
    known.record.position = mirror.game.view(mirror.position, TABLE)
    known.record.actions = [mirror.game.public(action) for action in mirror.actions]
    return known


@EVERY_GAME
def test_players_to_act_stand_out_and_at_the_end_the_winners(name: str) -> None:
    for mirror, display, _players in moments(name):
        moment = moment_of(mirror)
        standing = {(word, int(seat)) for word, seat in STANDING.findall(display.panel(mirror, moment.players))}
        acting, outcome = mirror.game.to_act(mirror.position), mirror.game.outcome(mirror.position)
        assert (display.headline(mirror) == "the game is over") == bool(outcome)
        if outcome:
            assert standing == {("won", mirror.seats[player]) for player in outcome[1:]}
        elif CHANCE not in acting:
            marked = {("acts", mirror.seats[player]) for player in acting}
            assert standing == marked
            looks = seat_looks(moment)
            assert {("acts", seat) for seat, look in enumerate(looks) if "acts" in look["classes"].split()} == marked


@WITH_CARDS
def test_every_card_has_a_face_of_its_own_and_a_hand_is_held_in_one_order(name: str) -> None:
    _, display, _ = next(moments(name))
    cards = range(load(name).CARDS)
    assert len({face_group(display.face(card)) for card in cards}) == len(cards)
    for face in map(display.face, cards):  # a colour's letter would be wrong in other languages
        assert set(re.findall(">([^<]+)</text>", face_group(face))) == {face.text}
    assert sorted(display.sorted_hand(cards)) == [*cards]
    assert display.sorted_hand(cards[::-1]) == display.sorted_hand(cards)


def test_a_number_that_is_another_upside_down_is_underlined() -> None:
    plain = face_group(CardFace("blue 1", "1", "#00f", "M0 0")).count("<rect")
    for number, lines in {1: 0, 16: 0, 18: 0, 23: 0, 6: 1, 9: 1, 66: 1, 89: 1, 99: 1}.items():
        face = face_group(CardFace(f"blue {number}", str(number), "#00f", "M0 0"))
        assert face.count("<rect") - plain == lines, number


@EVERY_GAME
def test_each_place_of_a_choice_is_on_the_board(name: str) -> None:
    for mirror, display, players in moments(name):
        panel = display.panel(mirror, players)
        acting = [each for each in range(len(players)) if mirror.game.legal(mirror.position, each)]
        actions = [action for player in acting for action in mirror.game.legal(mirror.position, player)]
        for place in {display.place_of(mirror, action) for action in actions} - {""}:
            assert panel.count(f'data-place="{place}"') == 1, place


@EVERY_GAME
def test_moving_pieces_have_unique_names_and_come_from_a_named_seat(name: str) -> None:
    moved: set[str] = set()
    for mirror, display, players in moments(name):
        panel = display.panel(mirror, players)
        for kind in ("piece", "count", "roll", "home"):
            found = re.findall(rf'data-{kind}="([^"]*)"', panel)
            assert len(found) == len(set(found)), (kind, found)
        origins = re.findall(r'data-origin="([^"]*)"', panel)
        assert set(origins) <= set(re.findall(r'data-home="([^"]*)"', panel))
        assert set(origins) <= {f"seat-{seat}" for seat in mirror.seats}
        moved |= set(origins)
    assert moved


@EVERY_GAME
def test_names_cannot_bring_markup_into_the_page(name: str) -> None:
    for mirror, display, players in moments(name):
        panel = display.panel(mirror, players)
        assert "<N" not in panel
        assert all(f"&lt;N{seat}&gt;" in panel for seat in mirror.seats)


@EVERY_GAME
def test_a_projection_to_what_everybody_knows_looks_the_same(name: str) -> None:
    for mirror, display, players in moments(name):
        looks = []
        for seen in (mirror, as_everybody_knows(mirror)):
            looks.append([display.panel(seen, players), display.headline(seen), display.laid(seen)])
            looks[-1].append(seat_looks(moment_of(seen, OwnView(2, (), None))))
        assert looks[0] == looks[1]


@WITH_CARDS
def test_advised_are_the_cards_that_may_be_played_now_to_whom_may_play_them(name: str) -> None:
    """Where something is sealed, which the page does not know, others may be among them."""
    for mirror, display, players in moments(name):
        game, position, known = mirror.game, mirror.position, as_everybody_knows(mirror)
        for player in range(len(players)):
            cards = {game.action_card(action) for action in game.legal(position, player)} - {NO_CARD}
            advised = display.advised(known, player, sorted({*(position.hands[player] or ()), *cards}))
            assert advised == cards or (hasattr(position, "sealed") and cards and cards < advised), (player, cards)


@WITH_CARDS
def test_only_its_owner_sees_the_face_of_the_card_in_a_slot(name: str) -> None:
    mirror, display, _ = next(moments(name))
    first, second, in_slot = range(3)
    face = face_group(display.face(in_slot))
    own = seat_looks(moment_of(mirror, OwnView(2, (first,), in_slot)))
    assert own[2]["card"] == face
    assert face_group(display.face(first)) not in str(own), "a hand is in the picture of the table"
    for other in (None, OwnView(3, (), second)):
        looks = seat_looks(moment_of(mirror, other))
        assert looks[2]["card"] == CARD_BACK
        assert face not in str(looks)

"""The default display: what the page shows of any game that declares its players' public numbers."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from tavolo.games.david_goliath import rules as david_goliath
from tavolo.games.tanz_der_hornochsen import rules as hornochsen
from tavolo.rules.contract import Setup
from tavolo.rules.record import Record
from tavolo_host.display.parts.cards import back_svg, card_svg
from tavolo_host.display.parts.game_display import CARD_WIDTH, GameDisplay, Player
from tests.display.display_support import Mirror, text_of
from tests.rules.david_goliath_play import card, play, table

PLAYERS = [Player(seat, name) for seat, name in ((0, "Ada"), (3, "<Bruno>"), (5, "Ciro"))]


class Tricks(GameDisplay[Any]):
    """David & Goliath with no more than a game has to say."""

    game = david_goliath

    def numbers(self, position: Any) -> Mapping[str, Sequence[int]]:
        return {"trick": [len(position.trick)] * 3, "points": [11, 22, 33]}


def after(*cards: str) -> Mirror:
    """The mirror of a game of three in which these cards were played, player 0 first."""
    record = table(3)
    play(record, " ".join(cards))
    return Mirror(record, (0, 3, 5))


def test_the_table_of_the_players_has_a_column_for_each_number() -> None:
    html = Tricks().panel(after("green-4"), PLAYERS)
    assert re.search(r"The players trick points", text_of(html))
    assert re.search(r"Ada 1 11 .*&lt;Bruno&gt; 1 22 .*Ciro 1 33", text_of(html))
    assert re.findall(r'"points total">(\d+)<', html) == ["11", "22", "33"]


def test_the_card_that_each_has_played_last_lies_there_until_that_player_plays_again() -> None:
    display = Tricks()
    assert display.laid(after()) == {}
    first = {0: card("green-4"), 1: card("green-9"), 2: card("red-2")}
    assert display.laid(after("green-4", "green-9", "red-2")) == first
    assert display.laid(after("green-4", "green-9", "red-2", "blue-1")) == first | {1: card("blue-1")}


def test_cards_that_lie_open_are_in_the_panel_those_face_down_by_their_backs_and_nothing_while_none_lies() -> None:
    display = Tricks()
    assert "On the table" not in display.panel(after(), PLAYERS)
    panel = display.panel(after("green-4"), PLAYERS)
    assert "On the table" in panel
    assert card_svg(display.face(card("green-4")), CARD_WIDTH) in panel
    assert panel.count("card-missing") == 2

    class Sealed(Tricks):
        def covered(self, position: Any) -> Collection[int]:
            return [2]

    assert Sealed().panel(after(), PLAYERS).count(back_svg("a card, face down", CARD_WIDTH)) == 1


def test_a_choice_in_secret_lies_nowhere() -> None:
    record = Record(Setup(hornochsen, 3))
    record.apply((hornochsen.DEAL,))
    for tile in (9, 19, 29, 39):
        record.apply((hornochsen.TURN, tile))
    record.apply((hornochsen.CHOOSE, 0))
    assert GameDisplay[Any]().laid(Mirror(record, (0, 3, 5))) == {}


def test_a_face_has_suit_and_number_of_the_text_of_a_card() -> None:
    face = Tricks().face(card("green-12"))
    assert (face.name, face.text) == ("green 12", "12")
    display = GameDisplay[Any]()
    display.game = hornochsen
    face = display.face(41)
    assert (face.name, face.text) == ("42", "42")
    assert len({Tricks().face(each).colour for each in range(90)}) == 5

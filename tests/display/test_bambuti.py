"""Bambuti on the page: rows, indicators, drums and points, and that nothing sealed is in it."""

import re

import pytest

from tavolo.games.bambuti import rules as game
from tavolo.rules.contract import Setup
from tavolo.rules.record import Record
from tavolo_host.display.parts.cards import CARD_BACK
from tavolo_host.display.parts.game_display import Player
from tavolo_host.games.bambuti.display import Display
from tests.display.display_support import Mirror, text_of
from tests.rules.bambuti_play import ROWS, card, cards
from tests.rules.play import next_action
from tests.rules.support import Numbers

SEATS = (2, 7)
PLAYERS = [Player(2, "Ada"), Player(7, "<Bruno>")]
DISPLAY = Display()


def laying(*counts: int) -> Mirror:
    """So many masks of each row lie face down."""
    record = Record(Setup(game, 2))
    record.apply((game.DEAL,))
    for player, count in enumerate(counts):
        for _ in range(count):
            record.apply((game.LAY, player))
    return Mirror(record, SEATS)


def shown(*actions: tuple[int, ...]) -> Mirror:
    """Both rows are shown and the hands are dealt; then this happened."""
    mirror = laying(5, 5)
    for action in ((game.REVEAL, *cards(ROWS[0]), *cards(ROWS[1])), (game.DEAL,), *actions):
        mirror.record.apply(action)
    return mirror


PLAYED = ((game.PLAY, 0, card("green-7"), 0, 1), (game.DRAW, 0))


def lines(mirror: Mirror) -> list[str]:
    """The line of each player as text."""
    html = DISPLAY.panel(mirror, PLAYERS)
    return [text_of(line).strip() for line in re.findall(r'<div class="mask-player.*?</div>', html)]


def test_the_rows_lie_as_they_do_in_light_each_before_its_player_with_its_indicators_beside_it() -> None:
    names, found = re.compile(r'aria-label="(\w+ \d+)"'), re.compile(r'class="indicator (\w+)"[^>]*>(.)<')
    mirror = shown()
    panel = DISPLAY.panel(mirror, PLAYERS)
    assert names.findall(panel) == [text.replace("-", " ") for text in " ".join(ROWS).split()]
    assert found.findall(panel) == [("above", "1"), ("above", "2"), ("below", "8"), ("below", "2"), ("below", "1")]
    mirror.seats = (0, 4)
    panel = DISPLAY.panel(mirror, [Player(0, "Ada"), Player(4, "Bruno")])
    assert names.findall(panel) == [text.replace("-", " ") for text in " ".join(reversed(ROWS)).split()]
    assert panel.index("Bruno") < panel.index("Ada")
    assert found.findall(panel) == [("below", "1"), ("below", "2"), ("above", "8"), ("above", "2"), ("above", "1")]


def test_the_lines_of_the_players_tell_hand_drums_scoring_points_and_a_wish_to_pass() -> None:
    mirror = shown(*PLAYED, (game.DRUM, 0))
    assert re.findall(r"drums left: (\d)", DISPLAY.panel(mirror, PLAYERS)) == ["1", "2"]
    assert DISPLAY.panel(mirror, PLAYERS).count('class="drum spent"') == 1
    assert [" wants to pass" in line for line in lines(shown((game.WISH, 0)))] == [True, False]
    assert lines(mirror) == [
        "3 Ada in hand: 7 if scored: +1 1",
        "8 &lt;Bruno&gt; in hand: 7 if scored: +17 17",
    ]


def test_the_mask_that_was_played_last_is_marked_and_lies_before_its_player() -> None:
    mirror = shown(*PLAYED, (game.END_TURN, 0))
    assert DISPLAY.laid(mirror) == {0: card("green-7")}
    panel = DISPLAY.panel(mirror, PLAYERS)
    assert re.findall(r'class="mask newest"[^>]*><div[^>]*><svg[^>]*aria-label="([^"]*)"', panel) == ["green 7"]
    assert DISPLAY.laid(shown()) == {}


def test_while_rows_are_laid_backs_tell_how_many_lie() -> None:
    mirror = laying(3, 1)
    panel = DISPLAY.panel(mirror, PLAYERS)
    assert panel.count(CARD_BACK) == 4
    assert panel.count("card-missing") == 6
    assert DISPLAY.headline(mirror) == "laying the rows in secret"


@pytest.mark.parametrize(
    ("hand", "place", "wanted"),
    [
        ("red-1 red-3 blue-5 red-7 red-9", 0, "red-1 red-3 blue-5"),
        ("red-3 blue-5 red-7 red-9", 1, "red-3 blue-5 red-7"),
        ("blue-5 red-7 red-9 blue-9", 2, "red-9 blue-9"),
        ("blue-5 red-7", 3, "red-7"),
    ],
)
def test_masks_that_leave_the_row_an_order_are_advised(hand: str, place: int, wanted: str) -> None:
    assert DISPLAY.advised(laying(place, 5), 0, cards(hand)) == set(cards(wanted))


def test_the_plays_that_are_left_are_counted_down_to_the_end() -> None:
    record, numbers = Record(Setup(game, 2, None, True)), Numbers(3)
    told = []
    while (action := next_action(record, numbers)) is not None:
        if action[0] == game.PLAY:
            mirror = Mirror(record, SEATS)
            assert DISPLAY.headline(mirror) in DISPLAY.panel(mirror, PLAYERS)
            told.append(DISPLAY.headline(mirror))
        record.apply(action)
    assert told == [f"plays left: {32 - played} · pile: {max(0, 26 - played)}" for played in range(32)]


def test_no_scoring_is_told_at_the_end() -> None:
    passed = [(verb, player) for player in (0, 1) for verb in (game.WISH, game.PASS)]
    assert "a scoring" not in DISPLAY.panel(shown(*passed), PLAYERS)


@pytest.mark.parametrize(("player", "place"), [(0, 0), (0, 4), (1, 2)])
def test_a_mask_is_laid_on_the_one_that_lies_at_its_place(player: int, place: int) -> None:
    mirror = shown()
    name = DISPLAY.place_of(mirror, (game.PLAY, 0, card("green-7"), player, place))
    lies = re.findall(rf'data-place="{name}"><div[^>]*><svg[^>]*aria-label="([^"]*)"', DISPLAY.panel(mirror, PLAYERS))
    assert lies == [ROWS[player].split()[place].replace("-", " ")]
    assert DISPLAY.place_of(mirror, (game.DRUM, 0)) == ""

"""Yellowstone Park on the page: the board, how everybody stands, and what a visitor may place."""

import re
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from nicegui import Client
from nicegui.page import page

from tavolo.games.yellowstone_park import rules as game
from tavolo.rules.contract import Setup
from tavolo.rules.record import Record
from tavolo_host.display.live.choices import ChoiceBar
from tavolo_host.display.parts.game_display import Player
from tavolo_host.display.parts.source import OwnView
from tavolo_host.display.parts.what_to_do import Choice, Deed, State, WhatToDo
from tavolo_host.games.yellowstone_park.display import Display
from tests.display.display_support import Mirror, moment_of, text_of

SEATS = (0, 2, 5, 6)
PLAYERS = [Player(seat, name) for seat, name in zip(SEATS, ("Ada", "Bruno", "<Ciro>", "Dora"), strict=True)]
DISPLAY = Display()


def after(*actions: str, players: int = 4, options: tuple[int, ...] | None = None) -> Any:
    record = Record(Setup(game, players, options))
    for text in ("deal", *actions):
        record.apply(game.action_from_text(text))
    return Mirror(record, SEATS)


def cells(html: str) -> list[tuple[tuple[int, int], str]]:
    """Row and column of each cell of the board, both from 0 and as they are drawn, and what is drawn there."""
    found = re.findall(
        r'<g [^>]*translate\((\d+) (\d+)\)"[^>]*data-place="cell-(\d)-(\d)">(.*?)(?=<g [^>]*data-place|</svg>)', html
    )
    assert len(found) == 49
    assert all((int(y) - 20, int(x) - 20) == (30 * int(row), 30 * int(column)) for x, y, row, column, _ in found)
    return [((int(row), int(column)), cell) for _, _, row, column, cell in found]


def cards_on(html: str) -> dict[str, tuple[int, int]]:
    """The cards drawn on the board with row and column, both from 0."""
    found = re.findall(r'translate\((\d+) (\d+)\)"[^>]*>(?:<rect[^>]*>)?<g [^>]*park-card[^>]*><title>([^<]*)', html)
    return {name: ((int(y) - 20) // 30, (int(x) - 20) // 30) for x, y, name in found}


def bright(html: str) -> set[tuple[int, int]]:
    """Row and column of the cells that are drawn bright."""
    return {place for place, cell in cells(html) if "park-cell free" in cell}


def test_cards_lie_in_row_and_column_and_two_on_each_other_are_called_so() -> None:
    panel = DISPLAY.panel(after("turn-up red-3", "place 0 red-3 d", "place 0 green-4 b"), PLAYERS)
    assert cards_on(panel) == {"red 3, twice": (2, 3), "green 4": (3, 1)}


def test_the_card_placed_last_is_marked() -> None:
    for actions, name in ((("turn-up red-3",), "red 3"), (("turn-up red-3", "place 0 blue-4 c"), "blue 4")):
        panel = DISPLAY.panel(after(*actions), PLAYERS)
        assert re.findall(r'class="park-card newest"[^>]*><title>([^<]*)', panel) == [name]


def test_the_cells_where_a_card_takes_nothing_are_bright() -> None:
    panel = DISPLAY.panel(after("turn-up red-3"), PLAYERS)
    assert bright(panel) == {(row, column) for row in range(5) for column in range(1, 6)}
    panel = DISPLAY.panel(after("turn-up red-3", "place 0 red-5 d"), PLAYERS)
    assert bright(panel) == {(row, column) for row in range(2, 5) for column in range(1, 6)}
    assert bright(DISPLAY.panel(after("turn-up red-3", "place 0 red-4 d", "place 0 red-6 d"), PLAYERS)) == set()
    assert bright(DISPLAY.panel(after(), PLAYERS)) == set()
    panel = DISPLAY.panel(after("turn-up red-1", "place 0 red-7 d", players=2, options=(35, 0, 0, 1)), PLAYERS[:2])
    assert bright(panel) == {(row, column) for row in (0, 6) for column in range(1, 6)}, "an edge frame"


def test_the_panel_says_how_everybody_stands_and_what_is_left_to_draw() -> None:
    mirror = after("turn-up red-3", "place 0 red-4 d", "place 0 red-6 d", "keep 0 b4")
    panel = DISPLAY.panel(mirror, PLAYERS)
    assert "cards to scoring: 31 · end at 36" in text_of(panel)
    assert "Ada pile 1 · hand 4 5" in text_of(panel)
    assert "Bruno pile 0 · hand 6 5" in text_of(panel)
    assert '<small title="red 3">' in panel
    assert "neutral marker" not in panel
    panel = text_of(DISPLAY.panel(after("turn-up red-3", players=2, options=(20, 1, 1, 0)), PLAYERS[:2]))
    assert "end at 20" in panel
    assert "neutral marker 7" in panel


def test_the_headline_says_what_is_next() -> None:
    first, second = ("turn-up red-3", "place 0 red-4 d"), ("turn-up red-3", "place 0 red-4 d", "place 0 red-6 d")
    assert DISPLAY.headline(after()) == "put the first card of the draw pile into any slot"
    assert DISPLAY.headline(after("turn-up red-3")) == "first card"
    assert DISPLAY.headline(after(*first)) == "second card, or stop"
    assert DISPLAY.headline(after(*second)) == "choosing a frame"
    assert DISPLAY.headline(after(*second, "keep 0 b4")) == "filling up the hand"


def test_what_may_be_done_has_its_place_on_the_board() -> None:
    mirror = after("turn-up red-3", "place 0 red-4 d", "place 0 red-6 d")
    frame = game.action_from_text("keep 0 b4")
    panel = DISPLAY.panel(mirror, PLAYERS)
    outline = re.search(rf'data-place="{DISPLAY.place_of(mirror, frame)}"><rect x="(\d+)" y="(\d+)" w', panel)
    assert outline, panel
    assert [(int(at) - 20) // 30 for at in outline.groups()] == [1, 3]  # its corner is b4
    assert DISPLAY.place_of(mirror, game.action_from_text("place 0 red-6 d")) == "cell-5-3"
    assert DISPLAY.place_of(mirror, game.action_from_text("stop 0")) == ""
    assert "park-frame" not in DISPLAY.panel(after("turn-up red-3"), PLAYERS)


def test_a_place_where_nothing_is_offered_has_the_reason_of_the_rules() -> None:
    mirror = after("turn-up red-3", "place 0 red-4 d")
    red = game.card_from_text("red-5")
    choices = [Choice("", Deed.ACT, action) for action in game.legal(mirror.position, 0) if action[2:3] == (red,)]
    moment = replace(moment_of(mirror), what=WhatToDo(State.CHOOSE, "", tuple(choices)))
    assert moment.why_not("cell-4-0") == "Red has column d, so it cannot go into a."
    assert moment.why_not("cell-1-0") == "You can do nothing there now."


def test_who_points_at_a_place_without_a_card_is_shown_which_one_goes_there_before_it_is_placed() -> None:
    mirror = after("turn-up red-3")
    card = game.card_from_text("red-5")
    choices = tuple(
        Choice(game.action_text(each), Deed.ACT, each)
        for each in game.legal(mirror.position, 0)
        if game.action_card(each) == card
    )
    place = DISPLAY.place_of(mirror, choices[0].action)
    moment = replace(moment_of(mirror), what=WhatToDo(State.CHOOSE, "", choices, mirror.position))
    chosen: list[Choice] = []
    aids: Any = SimpleNamespace(hinted=None)

    def pointed(own: OwnView, times: int) -> int:
        """How many choices are done when the place is pointed at, so many times."""
        bar.show(replace(moment, own=own))
        chosen.clear()
        for _ in range(times):
            bar.narrow(place, is_pointed=True)
        return len(chosen)

    with Client(page("/"), request=None):
        bar = ChoiceBar(aids, chosen.append, lambda: None)
        assert pointed(OwnView(0, (card,), None), 1) == 0
        bar.narrow("")
        assert pointed(OwnView(0, (card,), None), 2) == 1
        bar.narrow("")
        assert pointed(OwnView(0, (), card), 1) == 1  # it was picked before
        bar.narrow("")
        bar.show(replace(moment, own=OwnView(0, (card,), None)))
        bar.narrow(place)  # by the keyboard
        assert len(chosen) == 2


def test_frames_that_overlap_where_the_board_was_clicked_are_shown_to_choose_from_with_what_they_cost() -> None:
    mirror = after("turn-up red-3", "place 0 red-4 d", "place 0 blue-6 e")
    choices = tuple(Choice(game.action_text(each), Deed.ACT, each) for each in game.legal(mirror.position, 0))
    moment = replace(moment_of(mirror), what=WhatToDo(State.CHOOSE, "", choices, mirror.position))
    chosen: list[Choice] = []
    aids: Any = SimpleNamespace(hinted=None)
    with Client(page("/"), request=None) as client:
        bar = ChoiceBar(aids, chosen.append, lambda: bar.show(moment))
        bar.show(moment)
        assert bar.narrow("frame-17 frame-19") == ""
    (shown,) = (each.props["html"] for each in client.elements.values() if "what-choices" in each.classes)
    assert text_of(shown).split("keep ")[1:] == ["0 c4 takes 1 card ", "0 e4 takes 2 cards Other choices "]
    assert chosen == []
    bar.narrow("frame-19")
    assert [choice.name for choice in chosen] == ["keep 0 e4"]
    panel = DISPLAY.panel(mirror, PLAYERS)
    assert re.findall(r"park-cost.*?>(−\d)</text>", panel) == ["−1", "−2"]

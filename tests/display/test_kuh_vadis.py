"""Kuh Vadis on the page: the dice, the sheet with its marks, and a page for a game without cards."""

import re
from html import unescape

from tavolo.games.kuh_vadis import rules as game
from tavolo.rules.record import Record
from tavolo_host.display.parts.game_display import Player
from tavolo_host.display.parts.theme import SEAT_MARKS
from tavolo_host.games.kuh_vadis.display import Display
from tests.display.display_support import Mirror, text_of
from tests.rules.kuh_vadis_play import hold, mark, roll, sheet_with, table, throw

SEATS = (1, 5)
PLAYERS = [Player(1, "Ada"), Player(5, "<Bruno>")]
DISPLAY = Display()
CELL = r'<g [^>]*class="(cell[^"]*)"[^>]*>'


def panel(record: Record) -> str:
    return DISPLAY.panel(Mirror(record, SEATS), PLAYERS)


def cell(html: str, name: str) -> str:
    """The drawing of a cell, with its classes."""
    found = re.search(rf"{CELL}<title>{name}: (\w+)</title>(.*?)(?={CELL}|</svg>)", html)
    assert found, name
    return f"{found[1]}|{found[2]}|{found[3]}"


def cells_with(html: str, standing: str) -> set[str]:
    found = re.findall(rf"{CELL}<title>(\w\d):", html)
    return {name for classes, name in found if standing in classes.split()}


def test_the_sheet_shows_every_cells_face_and_mark() -> None:
    html = panel(sheet_with("e3", "b2"))
    assert cell(html, "a1").startswith("cell start marked|start|")
    assert cell(html, "b1").startswith("cell|1|")
    assert cell(html, "c1").startswith("cell|cow|")
    assert cell(html, "e3").startswith("cell marked|3|")
    assert SEAT_MARKS[1].colour in cell(html, "e3")
    assert SEAT_MARKS[5].colour in cell(html, "b2")
    assert len(re.findall("<title>", html)) == 49
    (cross,), (circle,) = [
        re.findall(r'<path [^>]*class="sign"[^>]* d="([^"]*)"', cell(html, name)) for name in ("e3", "b2")
    ]
    assert cross != circle, "told apart by their colours alone"


def test_the_cells_that_may_be_marked_are_shown() -> None:
    record = table()
    assert cells_with(panel(record), "open") == set()
    throw(record, "5 5 5 1 2")
    assert cells_with(panel(record), "open") == {"c2", "g2", "e4", "c6", "g6"}
    assert "The dice mark: 5" in text_of(panel(record))


def test_a_further_turn_names_the_cell_that_marks_have_to_be_adjacent_to() -> None:
    record = table()
    throw(record, "3 3 3 3 1")
    mark(record, "e3")
    html = panel(record)
    assert cells_with(html, "last") == {"e3"}
    assert "a mark has to be adjacent to e3" in text_of(html)
    throw(record, "cow cow 1 2 3")
    assert cells_with(panel(record), "open") == {"e2", "d3", "d4", "f4"}


def dice(record: Record) -> tuple[list[str], str]:
    """How the dice look, and what a screen reader says of them."""
    html = panel(record)
    return re.findall(r'class="die ?([^"]*)"', html), re.findall(r'aria-label="([^"]*)"', html)[0]


def test_dice_look_as_what_they_are() -> None:
    record = table()
    assert dice(record) == (["past"] * 5, "five dice")
    roll(record, "5 5 5 1 cow")
    hold(record, "4")
    assert dice(record) == (["", "", "", "held", ""], "5, 5, 5, 1 (aside), cow")
    assert "roll 1 of 3" in text_of(panel(record))
    record.apply((game.DONE, 0))
    assert dice(record) == (["counts", "counts", "counts", "held", ""], "5, 5, 5, 1 (aside), cow")
    record = table()
    throw(record, "5 2 3 4 1")
    assert dice(record) == (["past"] * 5, "5, 2, 3, 4, 1")
    assert "to roll" in text_of(panel(record))


def test_dice_that_are_kept_lie_in_trays() -> None:
    record = table()
    roll(record, "5 5 5 1 cow")
    assert panel(record).count('class="tray"') == 0
    hold(record, "4")
    html = panel(record)
    assert re.findall(r'data-place="(die-\d)"[^>]*><rect [^>]*class="tray"', html) == ["die-3"]


def test_the_last_roll_of_the_player_who_did_not_roll_last_stays_and_says_what_it_marked() -> None:
    record = table()
    throw(record, "5 2 3 4 1")
    assert earlier(record) == ""
    roll(record, "3 3 cow 1 2")  # the other player's first roll
    assert earlier(record) == "2 Ada rolled 5 2 3 4 1 no mark"
    hold(record, "1 2")
    roll(record, "3 4 5")
    record.apply((game.DONE, 1))
    mark(record, "e3")
    throw(record, "5 2 3 4 1")
    assert earlier(record) == "6 <Bruno> rolled 3 3 3 4 5 marked e3"


def earlier(record: Record) -> str:
    found = re.findall(r'<p class="earlier-roll">(.*?)</p>|<p[^>]*class="earlier-roll">(.*?)</p>', panel(record))
    return unescape(text_of("".join(found[0])).strip()) if found else ""


def test_the_cell_that_was_marked_last_stands_out() -> None:
    record = sheet_with("b2")
    assert cells_with(panel(record), "newest") == set()
    throw(record, "3 3 3 1 2")
    mark(record, "e3")
    throw(record, "5 2 3 4 1")  # which marks nothing
    assert cells_with(panel(record), "newest") == {"e3"}


def test_real_dice_are_counted_as_they_are_entered() -> None:
    record = table("real_dice=1")
    record.apply((game.FACE, 0, 3))
    html = panel(record)
    assert "real dice: 1 of 5 entered" in text_of(html)
    assert html.count('class="unknown"') == 4


def test_the_end_shows_the_marks_that_have_won() -> None:
    record = sheet_with("b2 c3 d5 d6 e3 f2")
    throw(record, "cow cow 1 2 3")
    mark(record, "d4")
    html = panel(record)
    assert cells_with(html, "won") == {"a1", "g1", "d7", "b2", "c3", "d4", "d5", "d6", "e3", "f2"}


def test_a_blocked_player_is_named_so() -> None:
    record = table()
    record.position.blocked = 0b10
    assert re.search(r"&lt;Bruno&gt; blocked", text_of(panel(record)))
    assert "Ada blocked" not in text_of(panel(record))


def test_a_die_and_a_cell_have_their_places() -> None:
    record = table()
    html = panel(record)
    mirror = Mirror(record, SEATS)
    for name in ("a1", "g1", "c5"):
        place = DISPLAY.place_of(mirror, game.action_from_text(f"mark 0 {name}"))
        assert re.findall(rf'data-place="{place}"><title>(\w\d):', html) == [name]
    assert DISPLAY.place_of(mirror, (game.HOLD, 0, 3)) == "die-3"
    assert DISPLAY.place_of(mirror, (game.ROLL, 0)) == ""

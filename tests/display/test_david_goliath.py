"""David & Goliath on the page: what lies on the table, the panel, and whose cards a visitor gets to see."""

import re

from tavolo.play import reasons
from tavolo_host.board.log import Entry
from tavolo_host.display.live.header import turn_html
from tavolo_host.display.live.log_panel import last_event_html, log_html
from tavolo_host.display.live.table_picture import seat_looks
from tavolo_host.display.parts.game_display import Player
from tavolo_host.display.parts.source import OwnView
from tavolo_host.display.parts.what_to_do import awaited_seats
from tavolo_host.games.david_goliath.display import Display
from tests.display.display_support import Mirror, moment_of, text_of
from tests.rules.david_goliath_play import card, play, table

SEATS = (0, 2, 3, 5, 6)
PLAYERS = [Player(seat, name) for seat, name in zip(SEATS, ("Ada", "Bruno", "Ciro", "<Dora>", "Elio"), strict=True)]

DISPLAY = Display()


def after(*cards: str) -> Mirror:
    """Return the mirror of a game of five in which these cards were played from seat 0 on."""
    record = table(5)
    play(record, " ".join(cards))
    return Mirror(record, SEATS)


def test_a_finished_trick_lies_until_the_next_lead() -> None:
    whole = ("green-4", "green-12", "green-7", "red-2", "green-2")
    assert DISPLAY.laid(after(*whole)) == {player: card(text) for player, text in enumerate(whole)}
    assert DISPLAY.laid(after(*whole, "blue-5")) == {1: card("blue-5")}
    assert DISPLAY.laid(after()) == {}


def test_the_panel_shows_who_took_what_and_what_it_is_worth() -> None:
    panel = text_of(DISPLAY.panel(after("green-4", "green-12", "green-7", "red-2", "green-2"), PLAYERS))
    assert "The last trick trick 2 of 15: Bruno leads" in panel
    assert re.search(r"Bruno · · 3 of 3 2 · 5 5", panel)  # green 4 7 2, red 2
    assert re.search(r"Elio · · 12 · · 12 12", panel)
    panel = text_of(DISPLAY.panel(after("green-4", "blue-9", "green-11", "red-12", "green-2"), PLAYERS))
    assert re.search(r"&lt;Dora&gt; 9 · 3 of 3 · · 12 12", panel)  # of one or two cards the numbers


def test_the_status_line_has_the_mark_of_whose_turn_it_is_and_names_the_visitors_own() -> None:
    mirror = after("green-4")
    awaited = awaited_seats(mirror)
    assert text_of(turn_html(awaited, None)).split() == ["3"]
    assert "Your turn" in turn_html(awaited, OwnView(2, (), None))
    assert "Your turn" not in turn_html(awaited, OwnView(3, (), None))
    mirror.result = "Most points: Ada."
    assert turn_html(awaited_seats(mirror), OwnView(2, (), None)) == ""


def test_the_last_event_is_the_newest_of_this_game_whatever_was_noted_or_refused_since() -> None:
    before = [Entry(1, 0, "event", "<b>First."), Entry(2, 0, "event", "Second.", seat=3)]
    since = [Entry(3, 0, "refusal", "Not now.", seat=3), Entry(4, 0, "note", "Noted.")]
    assert text_of(last_event_html([*before, *since], [], 99)) == text_of(last_event_html(before, [], 99))
    assert "Second." in last_event_html([*before, *since], [], 99)
    assert "<b>" not in last_event_html(before[:1], [], 99)
    refused = Entry(5, 0, "note", "Ben does not agree.", (reasons.DISAGREED, 1))
    told = [last_event_html([*before, refused], [], 99, now_ms) for now_ms in (0, 20_000)]
    assert ["does not agree" in html for html in told] == [True, False]
    assert last_event_html([*before, Entry(5, 0, "note", "Another game.", game=1)], [], 99) == ""
    assert last_event_html([], [], 99) == ""
    assert last_event_html(before, [], -1) == "", "of an action that was taken back"


def test_the_newest_of_the_log_stands_first_with_the_seat_of_a_refusal() -> None:
    html = log_html([Entry(1, 0, "event", "<b>First."), Entry(2, 0, "refusal", "Not now.", seat=3)], [])
    assert html.index("Not now.") < html.index("First.")
    assert "<b>" not in html, "markup of a note"
    assert re.search(r'log-refusal.*class="seat-number"[^>]*>4<.*Not now', html)


def test_a_seat_is_offered_unless_a_visitor_has_it_or_one_sits_already_or_it_has_no_part_in_the_game() -> None:
    mirror = after()
    playing = [seat != 2 and seat in mirror.seats for seat in range(8)]
    assert [look["sit"] for look in seat_looks(moment_of(mirror))] == playing
    mirror.result = "Most points: Ada."
    assert [look["sit"] for look in seat_looks(moment_of(mirror))] == [seat != 2 for seat in range(8)]
    assert not any(look["sit"] for look in seat_looks(moment_of(mirror, OwnView(2, (), None))))
    assert not any(look["sit"] for look in seat_looks(moment_of(mirror, can_play=False)))


def test_the_slot_shows_its_card_before_it_lies_on_the_table() -> None:
    mirror = after("green-4", "green-9")
    looks = seat_looks(moment_of(mirror))
    assert looks[0]["laid"] != ""
    assert looks[2]["laid"] == ""

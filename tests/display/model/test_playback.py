"""What an action causes is seen event by event: in order, long enough, and never far behind the board."""

import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import pytest
from nicegui import Client, ui

from tavolo.games import names, setup_from_text
from tavolo.games.tanz_der_hornochsen import events as code
from tavolo.games.tanz_der_hornochsen import rules as hornochsen
from tavolo.rules.contract import TABLE
from tavolo.rules.record import Record
from tavolo_host.board.mirror import Mirror
from tavolo_host.display.live.middle import Middle
from tavolo_host.display.live.page import shown_at_once
from tavolo_host.display.live.table_picture import seat_looks
from tavolo_host.display.model.playback import MOST_BEHIND_MS, ON_THE_WAY_MS, TWICE_MS, Playback
from tavolo_host.display.parts.elements import MOVE_MS, Button
from tavolo_host.display.parts.game_display import Player, Step, display_of
from tavolo_host.games.tanz_der_hornochsen.display import Display
from tests.display.display_support import Mirror as Mirrored
from tests.display.display_support import moment_of
from tests.players.deciding import actions, plainly

SEATS = (1, 3, 4, 6)
PLAYERS = [Player(seat, name) for seat, name in zip(SEATS, ("Ada", "Bruno", "Ciro", "Dora"), strict=True)]
LAST_ACTIONS = 120  # of a game: those with its end
OPTIONS = {
    "tanz-der-hornochsen": "players=4 least_kept=0",
    "david-goliath": "players=4",
    "yellowstone-park": "players=3",
}


class Laptop:
    """A mirror of a game at the table, a page's playback of it, and the time on that page."""

    def __init__(self, setup: str, own_seat: int | None = None) -> None:
        self.mirror, self.playback, self.own_seat, self.now_ms = Mirror(), Playback(), own_seat, 0.0
        self.record = Record(setup_from_text(f"{setup} table"))
        self.begin()

    def begin(self) -> None:
        """The board sends the game as it is."""
        count, setup = len(self.record.actions), self.record.setup
        self.take("start", count, SEATS[: setup.players], setup.text())
        if count:
            self.take("past", 0, tuple(self.record.actions))
        self.take("whole", count, self.record.digest(), 0)

    def take(self, kind: str, *values: Any) -> None:
        self.mirror.take(kind, values, 0)

    def act(self, action: tuple[int, ...]) -> list[tuple[int, ...]]:
        events = self.record.apply(action)
        self.take("act", len(self.record.actions) - 1, self.record.digest(), action)
        return events

    def undo(self, length: int) -> None:
        self.record.undo(length)
        self.take("undone", length, self.record.digest())

    def look(self, later_ms: float = 0) -> Step[Any] | None:
        self.now_ms += later_ms
        return self.playback.follow(self.mirror, self.own_seat, self.now_ms)

    def hurried(self) -> list[Step[Any]]:
        """All that is shown before the present, at one click after the other."""
        seen = []
        while True:
            self.playback.hurry(self.now_ms)
            self.now_ms += TWICE_MS + 1  # the next one makes no double click
            if (shown := self.look()) is None:
                return seen
            seen.append(shown)


def played(name: str, seed: int) -> Iterator[tuple[Laptop, list[Step[Any]]]]:
    """After each of the last actions of a random game: what was shown before the present."""
    setup = f"{name} {OPTIONS.get(name, 'players=2')}"
    game = setup_from_text(f"{setup} table").game
    script = [game.public(action) for _, _, action in actions(f"{setup} dealt", plainly, Random(seed))]
    laptop = Laptop(setup)
    for action in script[:-LAST_ACTIONS]:
        laptop.record.apply(action)
    laptop.begin()
    assert laptop.look() is None
    for action in script[-LAST_ACTIONS:]:
        laptop.act(action)
        yield laptop, laptop.hurried()


def hornochsen_laptop(*lines: str, own_seat: int | None = None) -> Laptop:
    """Four have tiles, on rows with 21, 41, 61 and 81; then rounds that have been seen, each a line of their tiles."""
    laptop = Laptop("tanz-der-hornochsen players=4", own_seat)
    for action in ("deal", *(f"turn {tile}" for tile in (21, 41, 61, 81))):
        laptop.act(hornochsen.action_from_text(action))
    for line in lines:
        play_round(laptop, line)
    laptop.hurried()
    return laptop


def play_round(laptop: Laptop, line: str) -> None:
    for player in range(4):
        laptop.act((hornochsen.CHOOSE, player))
    laptop.act(hornochsen.action_from_text(f"reveal {line}"))


def game_of(laptop: Laptop) -> Any:
    return laptop.record.game


def newest(laptop: Laptop, shown: Any) -> int:
    """The code of the newest event in the log as it is shown."""
    log = replace(moment_of(laptop.mirror), behind=shown).log
    return [entry.numbers[0] for entry in log if entry.numbers][-1]


# ---- of each game


def complaints(name: str, position: Any) -> list[str]:
    """What is wrong with the pieces: each lies in one place, and none is lost."""
    wrong = []
    if name == "tanz-der-hornochsen":
        lying = [tile for row in range(12) for tile in position.row(row)] + [entry >> 3 for entry in position.queue]
        hidden = sum(position.held) + sum(map(len, position.sealed)) + position.reserve + position.box
        kept = hidden + len(lying) + len(position.taken) - 99  # they lie with the row until it is gone
        wrong = ["twice"] * (len(set(lying)) < len(lying)) + ["lost"] * (not 0 <= kept <= min(2, len(position.taken)))
    elif name == "david-goliath":
        wrong = ["trick"] * (sorted(position.trick) != [card for card in range(90) if position.where[card] == 7])
    elif name == "bambuti":
        wrong = ["lost"] * (sum(position.held) + position.pile_count + sum(position.seen) != 50)
    elif name == "yellowstone-park":
        board = position.board.bit_count() + position.doubles.bit_count()
        hidden = sum(position.hand_counts) + sum(position.penalty_counts) + position.pile_count
        wrong = ["lost"] * (board + hidden != 56)
    return wrong


@pytest.mark.parametrize("name", names())
def test_each_part_of_an_action_is_drawn_with_every_piece_once_and_ends_at_the_boards_position(name: str) -> None:
    parts = 0
    for laptop, shown in played(name, 1):
        mirror, display, game = laptop.mirror, display_of(laptop.mirror), laptop.record.game
        assert display is not None
        assert game.digest(laptop.playback._position) == laptop.record.digest()
        parts += len(shown)
        for each in shown:
            moment = replace(moment_of(mirror), behind=each)
            assert display.panel(moment.shown, PLAYERS[: len(mirror.seats)])
            assert complaints(name, each.position) == []
            assert game.position_text(game.view(each.position, TABLE)) == game.position_text(each.position)
            assert moment.log[-1].number <= mirror.log[-1].number
    assert parts > 5


def test_tiles_are_revealed_together_then_each_is_placed_scores_and_moves_its_pawn() -> None:
    laptop = hornochsen_laptop("22 23 62 82", "24 42 63 83")
    play_round(laptop, "25 43 64 84")
    seen = []
    for each in laptop.hurried():
        seen.append((newest(laptop, each), [entry >> 3 for entry in each.position.queue], each.position.pawns))
    assert seen == [
        (code.SHOWED, [24, 42, 63, 83], [0, 0, 0, 0]),
        (code.ONLY_LOWER, [42, 63, 83], [0, 0, 0, 0]),
        (code.SMALLEST_DIFFERENCE, [63, 83], [0, 0, 0, 0]),
        (code.PAT, [63, 83], [0, 0, 0, 0]),
        (code.FORWARD, [63, 83], [0, 4, 0, 0]),
        (code.SMALLEST_DIFFERENCE, [83], [0, 4, 0, 0]),
        (code.PAT, [83], [0, 4, 0, 0]),
        (code.FORWARD, [83], [0, 4, 1, 0]),
    ]
    assert newest(laptop, None) == code.ROUND  # the last tile is placed, and there is nothing more to see


def test_a_tile_lies_on_the_bulls_head_while_it_costs_points_and_then_opens_a_row() -> None:
    laptop = hornochsen_laptop("22 23 62 82", "24 42 63 83", "25 43 64 84")
    play_round(laptop, "26 44 65 85")
    seen = []
    for each in [*laptop.hurried(), laptop.mirror]:
        panel = Display().panel(each, PLAYERS)
        (drawn,) = re.findall(r'(horn-waiting)?"? data-piece="tile-25"', panel)
        seen.append((drawn, each.position.where[25] - 1, each.position.pawns[0]))
    waits, bull, opened = ("horn-waiting", 12, 0), ("", 0, 0), ("", 4, 8)
    assert seen == [waits, bull, bull, ("", 0, 8), opened]


def test_the_whole_trick_lies_there_until_it_has_been_told_who_takes_what() -> None:
    laptop, cards = Laptop("david-goliath players=4"), ("blue-3", "blue-9", "blue-12", "blue-5")
    laptop.act(game_of(laptop).action_from_text("deal"))
    for player, card in enumerate(cards):
        assert laptop.hurried() == []
        laptop.act(game_of(laptop).action_from_text(f"play {player} {card}"))
    steps = laptop.hurried()
    assert [newest(laptop, lying) for lying in steps] == [102, 107]  # the last card, and who takes the highest
    assert sum(lying.ms for lying in steps) == 2400
    for lying in steps:
        assert [game_of(laptop).card_text(card) for card in lying.position.trick] == [*cards]
        assert sum(lying.position.counts) == 0
        assert "acts" not in display_of(laptop.mirror).panel(lying, PLAYERS)
    assert sum(laptop.mirror.position.counts) == 4


def test_the_dice_of_the_last_roll_lie_there_before_the_turn_passes() -> None:
    laptop = Laptop("kuh-vadis players=2 first=0")
    for text in ("roll 0", "rolled 1 2 3 4 5", "roll 0", "rolled 1 2 3 4 5", "roll 0"):
        laptop.act(game_of(laptop).action_from_text(text))
    laptop.hurried()
    laptop.act(game_of(laptop).action_from_text("rolled 5 4 3 2 1"))
    shown = [(newest(laptop, each), bytes(each.position.dice), each.position.player) for each in laptop.hurried()]
    assert [(kind, [*dice], player) for kind, dice, player in shown] == [
        (300 + 2, [5, 4, 3, 2, 1], 0),
        (300 + 10, [5, 4, 3, 2, 1], 0),
    ]
    assert (laptop.mirror.position.player, newest(laptop, None)) == (1, 300 + 15)


def test_the_frame_that_is_kept_is_seen_before_the_cards_outside_it_are_taken() -> None:
    for laptop, shown in played("yellowstone-park", 1):
        kinds = [newest(laptop, each) for each in shown]
        if 508 not in kinds:
            continue
        framed, now = shown[kinds.index(508)], laptop.mirror.position
        assert "park-frame" in display_of(laptop.mirror).panel(framed, PLAYERS[:3])
        assert framed.position.board & ~now.board
        assert sum(framed.position.penalty_counts) < sum(now.penalty_counts)
        return
    raise AssertionError("nobody has taken a card")


def test_points_for_a_symmetry_or_a_drum_come_after_mask_and_drum() -> None:
    for laptop, shown in played("bambuti", 2):
        now = laptop.mirror.position
        for each in shown:
            assert bytes(each.position.rows) == bytes(now.rows)
            assert each.position.drums == now.drums
        if shown and laptop.mirror.log[-1].numbers[0] == 416:
            assert sum(shown[0].position.points) < sum(now.points)
            return
    raise AssertionError("nobody has scored")


# ---- in time


@pytest.fixture
def led() -> Laptop:
    """A trick of four to which everybody but the last player has followed, seen by all."""
    laptop = Laptop("david-goliath players=4")
    laptop.act((0,))
    for player in range(3):
        laptop.act((1, player, player))
    laptop.hurried()
    return laptop


def test_each_part_is_seen_as_long_as_the_game_says_and_the_next_action_waits_for_it(led: Laptop) -> None:
    led.act((1, 3, 3))
    assert led.look(0) is not None
    assert led.look(2380) is not None
    assert led.look(20) is None  # 2400 ms after it was complete the trick is taken
    led.act((1, 3, 4))
    assert len(led.look(680).actions) == 5  # the taken trick is seen for 700 ms before the next card is played
    assert led.look(20) is None


def test_a_visitors_own_card_is_shown_at_once_and_what_it_causes_event_by_event(led: Laptop) -> None:
    led.own_seat = SEATS[3]
    led.act((1, 3, 3))
    assert led.look().position.trick == [0, 1, 2, 3]
    led.look(2400)
    led.act((1, 3, 4))
    assert led.look() is None  # though the taken trick has not been seen long enough


def test_a_click_goes_on_by_one_part_and_a_choice_to_the_present() -> None:
    laptop = hornochsen_laptop()
    play_round(laptop, "22 42 62 82")
    assert len(laptop.look().position.queue) == 4
    laptop.playback.hurry(laptop.now_ms)
    assert [len(laptop.look(ms).position.queue) for ms in (0, 440, 10)] == [3, 3, 2]
    laptop.playback.end()
    assert laptop.look() is None


def test_two_quick_clicks_show_the_present() -> None:
    laptop = hornochsen_laptop()
    play_round(laptop, "22 42 62 82")
    assert laptop.look() is not None
    for at_ms, is_behind in ((0, True), (TWICE_MS + 1, True), (2 * TWICE_MS, False)):
        laptop.playback.hurry(laptop.now_ms + at_ms)
        assert (laptop.look() is not None) == is_behind


def test_pieces_that_others_have_moved_are_on_their_way_for_a_moment_the_visitors_own_are_not(led: Laptop) -> None:
    for own_seat, moves in ((None, True), (SEATS[3], False)):
        led.own_seat = own_seat
        led.look()
        led.act((1, 3, 3))
        led.look()
        assert led.playback.is_moving(led.now_ms) == moves
        assert not led.playback.is_moving(led.now_ms + MOVE_MS + ON_THE_WAY_MS)
        led.playback.end()
        assert not led.playback.is_moving(led.now_ms)
        led.undo(len(led.record.actions) - 1)


def test_many_actions_at_once_are_seen_within_four_seconds() -> None:
    laptop = hornochsen_laptop()
    began_ms = laptop.now_ms
    for line in ("22 42 62 82", "23 43 63 83", "24 44 64 84"):
        play_round(laptop, line)
    shown = [laptop.look()]
    while shown[-1]:
        shown.append(laptop.look(10))
    assert 0.8 * MOST_BEHIND_MS <= laptop.now_ms - began_ms <= MOST_BEHIND_MS
    assert len({each.position.where[22] for each in shown if each}) > 1


def test_who_wants_less_motion_an_undo_a_gap_and_another_game_show_the_present_at_once() -> None:
    laptop = hornochsen_laptop()
    play_round(laptop, "22 42 62 82")
    assert laptop.look() is not None
    laptop.playback.unhurried = 0.0
    assert laptop.look() is None
    play_round(laptop, "23 43 63 83")
    assert laptop.look() is None
    laptop.playback.unhurried = 1.0
    for change in (lambda: laptop.undo(10), laptop.begin, lambda: laptop.mirror.disconnected("")):
        play_round(laptop, "24 44 64 84")
        assert laptop.look() is not None
        change()
        assert laptop.look() is None
        laptop.undo(10)
        laptop.begin()
        assert laptop.look() is None


# ---- on the page


def test_board_log_and_table_follow() -> None:
    laptop = hornochsen_laptop()
    play_round(laptop, "22 42 62 82")
    shown, present = moment_of(laptop.mirror), moment_of(laptop.mirror)
    shown = replace(shown, behind=laptop.look())
    assert "horn-waiting" in shown.display.panel(shown.shown, PLAYERS)
    assert shown.display.laid(shown.shown) == {0: 21, 1: 41, 2: 61, 3: 81}
    assert shown.display.laid(present.shown) == {}
    assert (newest(laptop, shown.behind), newest(laptop, None)) == (code.SHOWED, code.ROUND)
    assert shown.game_mirror.position.round == 2
    assert [bool(look["laid"]) for look in seat_looks(shown)] == [seat in SEATS for seat in range(8)]


def test_what_a_visitor_does_ends_it() -> None:
    laptop, seen = hornochsen_laptop(), []
    page: Any = SimpleNamespace(
        _playback=laptop.playback, _tongue=("en", False), look=lambda: seen.append(laptop.look())
    )
    play_round(laptop, "22 42 62 82")
    assert laptop.look() is not None
    shown_at_once(lambda page: None)(page)
    assert seen == [None]


def test_the_result_replaces_the_board_when_the_last_events_have_been_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Client, "run_javascript", MagicMock())
    with Client(ui.page("/")) as client:
        board, end = MagicMock(), MagicMock()
        parts = {"board": lambda: board, "end": lambda: end, "door": MagicMock}
        middle = Middle(Button("", ""), True, False, list, on_another=list, **parts)
        middle.build_after(lambda plays: None)
    laptop = hornochsen_laptop()
    play_round(laptop, "22 42 62 82")
    present = moment_of(Mirrored(laptop.record, SEATS, log=laptop.mirror.log, result="It is over."))
    for moment, sees_end in ((replace(present, behind=laptop.look(), is_held_back=True), False), (present, True)):
        with client:
            middle.show(moment)
        board.set_visibility.assert_called_with(not sees_end)
        end.show.assert_called_with(moment if sees_end else None)

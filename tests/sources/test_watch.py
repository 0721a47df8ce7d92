"""A board that is watched is asked by the page to begin a game: what it does, and what it is not even asked."""

from collections.abc import Iterator
from random import Random

import pytest

from host.tools.lights_picture import golden_of
from tavolo.games import load, names, setup_from_text
from tavolo.rules.record import Record
from tavolo.seat.states import TAKE
from tavolo_host.board.companion import Companion
from tavolo_host.display.parts.what_to_do import State
from tavolo_host.people.table import VirtualTable
from tavolo_host.seats.guests import guests_at
from tavolo_host.simulator.hardware import TICK_MS
from tavolo_host.simulator.serial_line import LoopbackServer
from tavolo_host.sources.board_source import WatchSource
from tests.sources.source_support import begin, commands_of

LONGEST_MS = 20_000
JOINED = (4, 2, 6)  # in this order


class BoardAndPage:
    """A board whose keys a test presses, and the source of a page that watches it."""

    def __init__(self) -> None:
        self._line = LoopbackServer()
        self.table = VirtualTable(Random(3), self._line)
        self.source = WatchSource(Companion(self._line.url))

    def run_ms(self, milliseconds: int) -> None:
        for _ in range(milliseconds // TICK_MS):
            self.table.step()
            self.source.step(TICK_MS)

    def until_begun(self) -> tuple[int, ...]:
        """Wait for a game; the seats of its players."""
        for _ in range(LONGEST_MS // 100):
            if self.source.mirror.record is not None:
                return tuple(self.source.mirror.seats)
            self.run_ms(100)
        raise AssertionError("No game has begun.")

    def join(self, seat: int) -> None:
        body = self.table.bodies[seat]
        body.do(body.press(TAKE))
        self.run_ms(700)

    def close(self) -> None:
        self.source.close()
        self._line.close()
        self.table.close()


@pytest.fixture
def watched() -> Iterator[BoardAndPage]:
    both = BoardAndPage()
    both.run_ms(3000)
    assert both.source.mirror.in_step
    yield both
    both.close()


def test_without_joined_seats_the_board_starts_the_chosen_game_with_any(watched: BoardAndPage) -> None:
    assert watched.source.start(4, load("yellowstone-park"), (40, 0, 0, 0)) is None
    assert len(watched.until_begun()) == 4
    setup = watched.source.mirror.setup
    assert setup is not None
    assert (setup.game.NAME, setup.options) == ("yellowstone-park", (40, 0, 0, 0))
    assert watched.source.offered.text() == setup.text()
    assert watched.source.start(4) == "A game is being played."


def test_joined_seats_play_clockwise_from_the_first(watched: BoardAndPage) -> None:
    for seat in JOINED:
        watched.join(seat)
    assert watched.source.mirror.view.lobby.joined == JOINED
    told = "At the table: seat 5, seat 3 and seat 7. Seat 5 chooses a game: David & Goliath."
    assert watched.source.what_to_do("").sentence == told
    assert [player.seat for player in watched.source.line_up("", 3)] == [4, 6, 2]
    refusal = watched.source.start(4, load("david-goliath"))
    assert refusal == "Seats joined with ✓ at the table: 3; players chosen here: 4."
    assert watched.source.start(3, load("david-goliath")) is None
    assert watched.until_begun() == (4, 6, 2)


def test_who_starts_a_game_keeps_the_seat_at_the_table(watched: BoardAndPage) -> None:
    assert commands_of(watched.source, "ada").sit(4) is None
    assert begin(watched.source, "ada", False, 3, load("david-goliath")) is None
    assert watched.source.roster.seats == {"ada": 4}


def test_keys_and_cards_on_the_page_do_nothing_and_are_not_refused(watched: BoardAndPage) -> None:
    for visitor, seat in (("ada", 4), ("ben", 2)):
        assert commands_of(watched.source, visitor).sit(seat) is None
    watched.join(4)
    ada = commands_of(watched.source, "ada")
    assert (ada.key(TAKE, True), ada.key(TAKE, False), ada.play(0)) == (None, None, None)
    ada.lift()
    watched.run_ms(700)
    assert watched.source.mirror.view.lobby.joined == (4,)


def test_impossible_setups_are_refused_at_once(watched: BoardAndPage) -> None:
    assert watched.source.start(7, load("david-goliath"))
    assert watched.source.mirror.record is None


def test_a_board_that_is_not_there_is_not_asked() -> None:
    assert WatchSource(Companion()).start(3) == "The board is not connected yet."


def test_the_seats_of_a_watched_board_have_the_entered_names(watched: BoardAndPage) -> None:
    watched.source.name_seat(4, "Ada")
    assert watched.source.start(3, load("david-goliath")) is None
    seats = watched.until_begun()
    assert [view.name for view in watched.source.seats()] == ["Ada" if seat == 4 else "" for seat in range(8)]
    watched.source.name_seat(seats[0], "Grace")
    watched.run_ms(500)
    assert "Grace" in watched.source.what_to_do("anybody").sentence


@pytest.mark.parametrize("name", names())
def test_a_phone_at_a_watched_board_has_words_at_each_turn_of_a_game(name: str) -> None:
    dealt = golden_of(name)
    source = WatchSource(Companion())
    source.mirror.in_step = True
    record = source.mirror.record = Record(setup_from_text(dealt.setup.text().replace("dealt", "table")))
    source.mirror.seats = tuple(range(dealt.setup.players))
    for visitor, seat in enumerate(source.mirror.seats):
        assert source.roster.sit(str(visitor), seat) is None
    said = set()
    for action in dealt.actions:
        for player in record.game.to_act(record.position):
            said.add(source.what_to_do(str(player)).sentence)
        record.apply(dealt.game.public(action))
    assert len(said) > 1
    if name == "tanz-der-hornochsen":
        assert "It is your turn at the table. With the keys: Keep a tile; Keep no more." in said


def test_a_phone_at_a_watched_board_says_what_its_seat_may_do_and_gives_the_seat_its_name(
    watched: BoardAndPage,
) -> None:
    source = watched.source
    assert source.start(2, load("kuh-vadis")) is None
    first, second = watched.until_begun()
    assert source.roster.own("ada") is None
    source.roster.visitor_names.set_name("ada", "Ada")
    assert source.roster.sit("ada", first) is None
    assert source.roster.sit("ben", second) is None
    watched.run_ms(500)
    assert source.seats()[first].name == "Ada"
    assert source.roster.own("ada").seat == first  # type: ignore[union-attr]
    what, others = source.what_to_do("ada"), source.what_to_do("ben")
    assert (what.state, what.choices) == (State.CHOOSE, ())
    assert what.sentence == "It is your turn at the table. With the keys: Roll."
    assert (others.state, others.sentence) == (State.WAIT, "Waiting for Ada.")
    assert commands_of(source, "ada").ask("abandon") is None
    for _ in range(LONGEST_MS // 100):
        watched.run_ms(100 * (source.mirror.view.question is None))
    assert source.what_to_do("ben").sentence == "Everybody is asked: ✓ agrees, ◀ does not."
    source.roster.stand("ben")
    assert source.what_to_do("ben").state == State.WAIT


def test_at_a_watched_board_all_see_who_is_here_and_away_and_only_who_sits_or_is_at_the_computer_starts_a_game(
    watched: BoardAndPage,
) -> None:
    source, roster = watched.source, watched.source.roster
    for visitor, name in {"ada": "Ada", "ben": "Ben", "the laptop": ""}.items():
        roster.visitor_names.set_name(visitor, name)
        roster.come(visitor)
    roster.hosts.add("the laptop")
    assert roster.sit("ada", 4) is None
    assert roster.sit("ben", 4) == "That seat is taken."
    roster.leave("ada")
    assert [(guest.name, guest.seat, guest.is_away) for guest in guests_at(roster)] == [
        ("Ada", 4, True),
        ("Ben", None, False),
        ("A visitor", None, False),
    ]
    assert source.seats()[4].is_away
    assert begin(source, "ben", False, 2, load("kuh-vadis")) == "Only players can ask for that: take a seat first."
    assert commands_of(source, "ben").ask("abandon") == "Only players can ask for that: take a seat first."
    assert begin(source, "the laptop", False, 2, load("kuh-vadis")) is None
    roster.come("ada")
    roster.stand("ada")
    notes = [entry.sentence for entry in source.mirror.log if entry.kind == "note"]
    assert [note for note in notes if "Ada" in note or "Ben" in note] == [
        "Ben joins.",
        "Ada sits down.",
        "Ada is away.",
        "Ada is back.",
        "Ada stands up.",
    ]


def test_who_takes_another_seat_stands_up_from_the_first(watched: BoardAndPage) -> None:
    roster = watched.source.roster
    for seat in (4, 5):
        assert roster.sit("ada", seat) is None
    assert roster.seats["ada"] == 5
    told = [str(entry.sentence).rpartition(" ")[0] for entry in watched.source.mirror.log if entry.kind == "note"]
    assert [words.split()[-1] for words in told[-3:]] == ["sits", "stands", "sits"]


def test_a_visitor_gives_a_seat_their_name_only_while_sitting_there(watched: BoardAndPage) -> None:
    source = watched.source
    source.name_seat(4, "Grace")
    source.roster.visitor_names.set_name("ada", "Ada")
    assert source.roster.sit("ada", 4) is None
    assert source.seats()[4].name == "Ada"
    source.name_seat(4, "Linus")
    assert source.seats()[4].name == "Ada"
    source.roster.stand("ada")
    assert source.seats()[4].name == "Linus"

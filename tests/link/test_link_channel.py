"""The channel: sessions, order, resending, and that nothing ever waits. Time is simulated."""

from tavolo.link.channel import PATIENCE_MS, PING_MS, QUEUE, RESEND_MS, SILENCE_MS, WINDOW, Channel
from tavolo.link.frames import line_of
from tests.link.link_support import Cable, CableEnd


class Ends:
    """A table's and a laptop's channel on one cable, and all they received."""

    def __init__(self, cable: Cable | None = None) -> None:
        self.cable = cable or Cable()
        self.table = Channel(self.cable.board)
        self.laptop_end: CableEnd = self.cable.open("")
        self.laptop = Channel(self.laptop_end, 7)
        self.at_table: list[tuple[str, str]] = []
        self.at_laptop: list[tuple[str, str]] = []

    def run(self, milliseconds: int, table: bool = True, laptop: bool = True) -> None:
        for _ in range(milliseconds // 10):
            if table:
                self.at_table += self.table.step(10)
            if laptop:
                self.at_laptop += self.laptop.step(10)

    def new_laptop(self, session: int) -> None:
        self.cable.pull()
        self.laptop_end = self.cable.open("")
        self.laptop = Channel(self.laptop_end, session)


def opened(cable: Cable | None = None) -> Ends:
    """Ends that have agreed on a session."""
    ends = Ends(cable)
    ends.run(30)
    return ends


def test_without_a_laptop_nothing_is_queued_or_written() -> None:
    cable = Cable()
    table = Channel(cable.board)
    cable.open("")
    for _ in range(1000):
        assert not table.send("act", "0")
        assert not table.offer("slots", "0")
        assert table.step(10) == []
    assert cable.board.written == 0
    assert table.room() == QUEUE


def test_a_full_queue_refuses_further_messages_and_loses_none_that_it_took() -> None:
    ends = opened()
    taken = [number for number in range(QUEUE + 5) if ends.table.send("act", str(number))]
    assert taken == list(range(QUEUE))
    ends.run(1000)
    assert [payload for _, payload in ends.at_laptop] == [str(number) for number in taken]


def test_a_lost_line_is_sent_again_after_the_timeout_and_not_before() -> None:
    ends = opened()
    ends.table.send("act", "0")
    ends.run(10, laptop=False)
    ends.laptop_end.unread = b""  # it is lost
    ends.run(RESEND_MS - 20)
    assert ends.at_laptop == []
    ends.run(50)
    assert ends.at_laptop == [("act", "0")]


def test_no_more_than_the_window_is_ahead_of_an_acknowledgement() -> None:
    ends = opened()
    for number in range(QUEUE):
        ends.table.send("act", str(number))
    ends.run(RESEND_MS - 10, laptop=False)
    assert ends.laptop_end.unread.count(b"act") == WINDOW


def test_telemetry_is_dropped_before_messages() -> None:
    ends = opened()
    ends.table.send("act", "0")
    assert not ends.table.offer("slots", "1")
    ends.run(50)
    assert ends.table.offer("slots", "2")
    assert not ends.table.offer("slots", "3")
    ends.run(50)
    assert ends.at_laptop == [("act", "0"), ("slots", "2")]
    assert ends.table.offer("slots", "4")
    ends.run(10, laptop=False)
    ends.laptop_end.unread = b""  # lost telemetry is not sent again
    ends.run(2000)
    assert len(ends.at_laptop) == 2


def test_a_line_that_is_taken_in_pieces_arrives_whole() -> None:
    ends = opened()
    ends.cable.board.takes_at_most = 3
    ends.table.send("act", "in pieces")
    ends.run(300)
    assert ends.at_laptop == [("act", "in pieces")]


def test_a_silent_laptop_is_dropped_and_a_new_one_starts_cleanly() -> None:
    ends = opened()
    for number in range(5):
        ends.table.send("act", str(number))
    ends.run(50)
    ends.run(SILENCE_MS + 20, laptop=False)
    assert not ends.table.ready
    assert not ends.table.send("act", "nobody hears it")
    ends.at_laptop.clear()
    ends.new_laptop(8)
    ends.run(50)
    assert ends.table.sessions == 2
    ends.table.send("act", "again")
    ends.run(50)
    assert ends.at_laptop == [("act", "again")]


def test_a_laptop_with_nothing_to_say_shows_that_it_is_there() -> None:
    ends = Ends()
    ends.run(60_000)
    assert ends.table.ready
    assert ends.laptop.ready
    assert ends.table.sessions == ends.laptop.sessions == 1
    written = ends.laptop_end.written
    ends.run(10 * PING_MS)
    assert ends.laptop_end.written - written <= 11 * 30, "a keep-alive a second is enough"


def test_a_restarted_table_starts_cleanly_with_the_same_laptop() -> None:
    ends = opened()
    for number in range(5):
        ends.table.send("act", str(number))
        ends.laptop.send("ask", str(number))
    ends.run(200)
    ends.table = Channel(ends.cable.board)
    ends.at_laptop.clear()
    ends.at_table.clear()
    ends.run(PING_MS + 100)
    assert ends.laptop.sessions == 2
    ends.table.send("act", "new")
    ends.laptop.send("ask", "new")
    ends.run(100)
    assert ends.at_laptop == [("act", "new")]
    assert ends.at_table == [("ask", "new")]


def test_a_late_opening_line_of_an_earlier_session_does_no_harm() -> None:
    ends = Ends()
    ends.laptop.step(10)
    old = ends.cable.board.unread
    ends.new_laptop(8)
    ends.run(50)
    ends.laptop.send("ask", "before")
    ends.run(50)
    ends.cable.board.unread += old
    ends.run(PING_MS + 500)
    assert ends.table.session == ends.laptop.session
    ends.laptop.send("ask", "after")
    ends.run(50)
    assert ends.at_table == [("ask", "before"), ("ask", "after")]


def test_an_echo_of_its_own_lines_is_no_table() -> None:
    cable = Cable()
    laptop = Channel(cable.open(""), 7)
    for _ in range(200):
        laptop.step(10)
        assert cable.end_of_laptop is not None
        cable.end_of_laptop.unread += cable.board.read()
    assert not laptop.ready


def test_an_echo_in_the_middle_of_a_session_is_noticed() -> None:
    ends = opened()
    ends.laptop.send("ask", "echoed")
    for _ in range(SILENCE_MS // 10 + 10):
        ends.run(10, table=False)
        ends.laptop_end.unread += ends.cable.board.read()
    assert ends.at_laptop == []
    assert not ends.laptop.ready


def test_a_laptop_that_reads_nothing_for_a_minute_fills_no_memory_and_catches_up() -> None:
    ends = opened(Cable(limit=200))
    read = ends.laptop_end.read
    ends.laptop_end.read = lambda: b""  # type: ignore[method-assign]  # it still writes
    for _ in range(6000):
        ends.table.send("act", "x" * 50)
        ends.run(10)
        assert len(ends.laptop_end.unread) <= 200
        assert ends.table.room() >= 0
    ends.laptop_end.read = read  # type: ignore[method-assign]
    ends.run(10_000)
    assert ends.table.send("act", "back")
    ends.run(100)
    assert ends.at_laptop[-1] == ("act", "back")


def counting_otherwise() -> Ends:
    """Ends that count differently in one session: the table was restarted, and heard an old opening line."""
    ends = Ends()
    ends.laptop.step(10)
    opening = ends.cable.board.unread
    ends.run(30)
    for number in range(5):
        ends.table.send("act", str(number))
        ends.laptop.send("ask", str(number))
    ends.run(200)
    ends.at_table.clear()
    ends.at_laptop.clear()
    ends.table = Channel(ends.cable.board)
    ends.cable.board.unread = opening
    ends.run(50)
    assert ends.table.session == ends.laptop.session
    return ends


def test_a_laptop_whose_messages_are_never_acknowledged_begins_a_new_session() -> None:
    ends = counting_otherwise()
    ends.laptop.send("ask", "lost")
    ends.run(PATIENCE_MS + 500)
    assert ends.laptop.sessions == 2
    ends.laptop.send("ask", "after")
    ends.run(100)
    assert ends.at_table == [("ask", "after")]


def test_an_acknowledgement_of_what_was_never_sent_ends_the_session() -> None:
    ends = counting_otherwise()
    ends.table.send("act", "lost")
    ends.run(PING_MS + 500)
    assert ends.laptop.sessions == 2
    ends.table.send("act", "after")
    ends.run(100)
    assert ends.at_laptop == [("act", "after")]


def test_requests_of_an_earlier_laptop_are_not_the_next_ones() -> None:
    ends = opened()
    ends.laptop.send("ask", "from the earlier one")
    ends.laptop.step(10)
    earlier = ends.cable.board.unread
    ends.new_laptop(8)
    ends.laptop.step(10)
    ends.cable.board.unread = earlier + ends.cable.board.unread
    ends.run(50)
    assert ends.table.session == 8
    assert ends.at_table == []


def test_lines_with_a_right_crc_that_are_no_protocol_do_no_harm() -> None:
    ends = opened()
    for body in (
        "m00000007",
        "m00000007 x y act",
        "k00000007 -",
        "k00000007 999",
        "?",
        "",
        "m",
        "t00000007 x",
        "Ozz",
    ):
        ends.laptop_end.unread += line_of(body)
        ends.cable.board.unread += line_of(body.upper())
        ends.run(2000)
    ends.table.send("act", "still there")
    ends.run(100)
    assert ends.at_laptop[-1] == ("act", "still there")

"""The laptop's end of a rig, without one: reports in, orders out."""

import pytest

from tavolo import wiring
from tavolo.link.channel import Serial
from tavolo_host.simulator.rig import ORDER_BYTES, Rig, RigError

RUN = "5e 4c"  # ECR: twelve electrodes, no tracking
CHARGE = "5c 1020"
BEGINNING = 8  # steps, until a line as narrow as this one has taken the first orders


class Line(Serial):
    """A line whose other end is the test; it takes at most 100 bytes at once."""

    def __init__(self) -> None:
        self.reports = b""
        self.sent = b""

    def read(self) -> bytes:
        came, self.reports = self.reports, b""
        return came

    def write(self, data: bytes) -> int:
        self.sent += data[:100]
        return len(data[:100])


@pytest.fixture
def line() -> Line:
    return Line()


@pytest.fixture
def rig(line: Line) -> Rig:
    rig = Rig(line)
    for _ in range(BEGINNING):
        rig.step(5)
    line.reports = answer_to(orders(line))
    rig.step(5)
    return rig


def wait(rig: Rig, seconds: int) -> None:
    for _ in range(seconds):
        rig.step(1000)


def answer_to(sent: list[str]) -> bytes:
    """Return what a rig of this version answers to the only question among orders."""
    (question,) = [order for order in sent if order.startswith("q")]
    return f"q 2{question[1:]}\n".encode()


def orders(line: Line) -> list[str]:
    """Return the orders that were sent; each has its full length."""
    assert len(line.sent) % ORDER_BYTES == 0
    sent, line.sent = line.sent, b""
    return [text.decode().strip() for text in (sent[at : at + ORDER_BYTES] for at in range(0, len(sent), ORDER_BYTES))]


def test_a_rig_begins_again_and_its_chips_are_there() -> None:
    line = Line()
    rig = Rig(line)
    for _ in range(BEGINNING):
        rig.step(5)
    begun = orders(line)
    assert [*begun[:2], begun[2][:2], begun[3]] == ["", "z", "q ", "p ff"]
    assert sorted(each[:4] for each in begun[4:]) == [f"e {seat} " for seat in range(8)]
    rig.step(5)
    assert orders(line) == []
    rig.chips[6].present = False
    rig.step(5)
    assert orders(line) == ["p bf"]


def test_a_chip_that_starts_has_its_first_reading_at_once_and_a_late_one_can_be_told_by_its_count(
    rig: Rig, line: Line
) -> None:
    line.reports = f"w 3 80 63\nw 3 {CHARGE}\nw 3 {RUN}\n".encode()
    rig.step(5)
    (order,) = orders(line)
    assert order.startswith("c 3 0002 0000")  # reset and started; nothing is touched
    counts = [int.from_bytes(bytes.fromhex(order[13 + 4 * each :][:4]), "little") for each in range(12)]
    assert len(set(counts)) == 1
    assert 150 < counts[0] < 300  # 12 pF at 16 µA and 0.5 µs
    rig.step(5)
    assert orders(line) == []
    line.reports = b"w 3 5e 00\n"
    rig.step(5)
    assert orders(line) == []  # stopped: nobody reads it
    line.reports = f"w 3 {RUN}\n".encode()
    rig.step(5)
    assert [each[:8] for each in orders(line)] == ["c 3 0004"]


def test_the_rates_of_electrodes_are_told_when_nothing_moves_any_more(rig: Rig, line: Line) -> None:
    for picofarads in (13.0, 14.0):
        rig.chips[2].capacitance_pf = [picofarads] * 11 + [0.1]
        rig.step(5)
        assert orders(line) == []
    rig.step(5)
    rate = round(256 * 1024 * 0.5 / (14.0 * 3.3))  # counts of 1 µA in 0.5 µs by the data sheet, in 256 parts
    assert orders(line) == ["e 2 " + 11 * f"{rate:04x}" + "ffff"]


def test_a_frame_that_comes_in_parts_is_shown_whole_and_keeps_what_is_not_named(rig: Rig, line: Line) -> None:
    taken: list[tuple[int, int, bytes]] = []
    rig.strips[wiring.LAMPS_PIN].listener = lambda start, end, levels: taken.append((start, end, levels))
    line.reports = b"+ 8 00 010203040506\nf 8 02 03 0001 86a0 07"
    rig.step(5)
    assert taken == []
    line.reports = b"0809\n"
    rig.step(5)
    line.reports = b"f 8 01 03 0001 adb0 aabbcc\nf 8 00 03 0001 d4c0 \n"
    rig.step(5)
    whole = bytes(range(1, 10))
    later = whole[:3] + b"\xaa\xbb\xcc" + whole[6:]
    assert taken == [
        (100_000_000, 100_090_000, whole),
        (110_000_000, 110_090_000, later),
        (120_000_000, 120_090_000, later),
    ]


def test_what_was_on_its_way_when_the_port_was_opened_is_left_out(line: Line) -> None:
    rig = Rig(line)
    line.reports = b"0000f 2 03 40 ! half a report\n! what happened before\n"
    for _ in range(BEGINNING):
        rig.step(5)
    line.reports = answer_to(orders(line)) + b"! the first that counts\n"
    rig.step(5)
    assert rig.troubles == ["the first that counts"]


def test_when_a_chip_shows_a_touch_is_told_by_the_rig_s_clock(rig: Rig, line: Line) -> None:
    heard: list[tuple[int, int, int]] = []
    rig.listener = lambda *shown: heard.append(shown)
    line.reports = b"t 3 0108 ffff fffe\nt 7 0000 0000 0002\n"
    rig.step(5)
    assert heard == [(3, 4_294_967_294_000, 0x801), (7, 2000, 0)]


def test_what_the_rig_says_is_wrong_is_kept_and_what_cannot_be_understood_is_an_error(rig: Rig, line: Line) -> None:
    line.reports = b"OKrig 1\n! the frame on GP3 ended inside a pixel\n"
    rig.step(5)
    assert rig.troubles == ["the frame on GP3 ended inside a pixel"]
    line.reports = b"w 3 zz 00\n"
    with pytest.raises(RigError, match=r"^A report of the rig cannot be understood: w 3 zz 00$"):
        rig.step(5)


def test_a_byte_that_was_refused_is_told(rig: Rig, line: Line) -> None:
    rig.refuse(6, 2)
    line.reports = b"n 6 02\n"
    rig.step(5)
    assert (orders(line), rig.refused) == (["n 6 02"], [(6, 2)])


@pytest.mark.parametrize("answer", [b"", b">>> {}\r\n", b"q 1 {}\n", b"{}\n"])
def test_a_port_at_which_no_rig_of_this_version_is_ends_with_a_sentence(line: Line, answer: bytes) -> None:
    rig = Rig(line)
    for _ in range(BEGINNING):
        rig.step(5)
    (question,) = [order for order in orders(line) if order.startswith("q")]
    line.reports = answer.replace(b"{}", question.encode())
    with pytest.raises(RigError, match=r"^The rig has no program of this version\.$"):
        wait(rig, 6)


def test_a_rig_is_not_lost_because_this_computer_slept(rig: Rig, line: Line) -> None:
    for _ in range(2):
        rig.step(3_600_000)
        assert orders(line) == ["q"]
        line.reports = b"q 2\n"
        rig.step(5)
    assert rig.troubles == []


def test_a_rig_is_asked_every_second_and_is_lost_when_it_does_not_answer_or_restarts(rig: Rig, line: Line) -> None:
    for _ in range(20):
        rig.step(500)
        if orders(line) == ["q"]:
            line.reports = b"q 2\n"
    with pytest.raises(RigError, match=r"^The rig does not answer\.$"):
        wait(rig, 7)
    line.reports = b"q 2\nrig 2\n"
    with pytest.raises(RigError, match=r"^The rig has restarted\.$"):
        rig.step(5)

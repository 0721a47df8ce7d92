"""What is sent is DDP: a receiver that was written from its specification takes it."""

import errno

import pytest

from host.tools.ddp_receiver import Output
from tavolo_host.own_lights.ddp import Sender

AT = ("192.0.2.9", 4048)


class Recorder:
    """A socket that keeps what it is to send; `fails` are errors that it raises first."""

    def __init__(self, *fails: OSError) -> None:
        self.fails = [*fails]
        self.is_closed = False
        self.sent: list[tuple[bytes, tuple[str, int]]] = []

    def sendto(self, data: bytes, address: tuple[str, int]) -> int:
        if self.fails:
            raise self.fails.pop(0)
        self.sent.append((data, address))
        return len(data)

    def close(self) -> None:
        self.is_closed = True


@pytest.mark.parametrize("pixels", [1, 64, 200, 480, 481, 960, 4096])
def test_every_frame_arrives_whole_in_packets_of_480_pixels_and_is_shown_once(pixels: int) -> None:
    wire, output = Recorder(), Output()
    sender = Sender(wire, AT, pytest.fail)
    for seed in range(20):
        frame = bytes((seed + at * 7) % 256 for at in range(3 * pixels))
        wire.sent.clear()
        sender.send(frame)
        shown = [output.take(packet) for packet, _address in wire.sent]
        assert shown == [None] * ((pixels - 1) // 480) + [frame]
        assert {address for _packet, address in wire.sent} == {AT}


def test_the_first_packet_is_that_of_the_specification() -> None:
    wire = Recorder()
    Sender(wire, AT, pytest.fail).send(bytes((1, 2, 3)))
    assert wire.sent[0][0].hex(" ") == "41 01 0b 01 00 00 00 00 00 03 01 02 03"


def test_an_error_is_told_once_until_it_is_over_and_a_full_queue_never() -> None:
    told: list[str] = []
    gone = [OSError(errno.ENETUNREACH, "Network is unreachable") for _ in range(3)]
    wire = Recorder(BlockingIOError(), *gone)
    sender = Sender(wire, AT, told.append)
    for _ in range(5):
        sender.send(bytes(3))
    assert (told, len(wire.sent)) == (["Network is unreachable"], 1)
    wire.fails.append(gone[0])
    sender.send(bytes(3))
    assert told == ["Network is unreachable"] * 2


@pytest.mark.parametrize(("at", "byte"), [(0, 0x01), (0, 0xC1), (0, 0x45), (1, 0), (1, 3), (2, 0x1B), (3, 250), (9, 6)])
def test_the_receiver_refuses_what_the_specification_does_not_allow(at: int, byte: int) -> None:
    packet = bytearray.fromhex("41 01 0b 01 00 00 00 00 00 03 01 02 03")
    output = Output()
    output.take(bytes(packet))
    packet[1] = 2
    packet[at] = byte
    with pytest.raises(ValueError):
        output.take(bytes(packet))

"""The lines of the link: what they carry, and what is dropped."""

from tavolo.link.frames import LONGEST_LINE, LONGEST_PAYLOAD, LineReader, body_of, line_of


def test_a_known_line_keeps_its_bytes() -> None:
    # The CRC-32 of zlib and PNG; with another one, boards and laptops of one version would not understand each other.
    assert line_of("123456789") == b"~123456789*cbf43926\r\n"


def test_every_single_changed_byte_is_noticed() -> None:
    line = line_of("m00000001 0 0 act 0 8d3f00aa 1,0,34")[:-2]
    for place in range(len(line)):
        for change in (1, 2, 4, 8, 16, 32, 64, 128):
            damaged = line[:place] + bytes([line[place] ^ change]) + line[place + 1 :]
            assert body_of(damaged) is None, damaged


def test_a_repeated_line_is_found_again_whatever_came_between() -> None:
    reader = LineReader()
    whole = line_of("P00000001 5")
    assert [reader.bodies(whole) for _ in range(3)] == [["P00000001 5"]] * 3
    assert reader.bodies(b"~") == []
    assert reader.bodies(whole) == ["P00000001 5"]
    assert reader.bodies(whole[:9]) == reader.bodies(whole[:9]) == []
    assert reader.bodies(whole[9:]) == ["P00000001 5"]
    assert reader.bodies(whole[9:]) == []
    assert [reader.bodies(bytes([byte])) for byte in whole] == [[]] * (len(whole) - 1) + [["P00000001 5"]]


def test_stray_prints_and_half_lines_before_a_line_do_no_harm() -> None:
    whole = line_of("k00000001 5")
    for before in (b">>> ", b"Traceback (most recent call last):\r\n", b"~", whole[:-5], b"\xff\x00~~"):
        assert LineReader().bodies(before + whole) == ["k00000001 5"], before


def test_a_print_that_never_ends_takes_no_memory_and_hides_no_later_line() -> None:
    reader = LineReader()
    for _ in range(1000):
        assert reader.bodies(b"x" * 100) == []
        assert len(reader._rest) <= LONGEST_LINE
    reader.bodies(b"~")
    for _ in range(1000):
        assert reader.bodies(b"y" * 100) == []
        assert len(reader._rest) <= LONGEST_LINE
    assert reader.bodies(line_of("k00000001 5")) == ["k00000001 5"]


def test_the_longest_payload_fits_into_the_longest_line() -> None:
    number = "4294967295"
    body = f"mffffffff {number} {number} a " + "x" * (LONGEST_PAYLOAD - 1)
    assert len(line_of(body)) <= LONGEST_LINE

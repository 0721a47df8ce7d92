"""Actions as bytes: so the journal keeps them on flash, and a record the many that it has long applied.

Numbers take a byte each, as far as they are small.
"""

from array import array

_LOWEST, _ESCAPE = -8, 255  # numbers from here on take a byte, others five


def packed(numbers: tuple[int, ...]) -> bytes:
    """Return numbers as bytes: one byte each for -8 to 246, five for others of 32 bits."""
    content = bytearray()
    for number in numbers:
        if _LOWEST <= number < _LOWEST + _ESCAPE:
            content.append(number - _LOWEST)
        else:
            content.append(_ESCAPE)
            content += (number & 0xFFFFFFFF).to_bytes(4, "little")
    return bytes(content)


def unpacked(content: bytes) -> tuple[int, ...]:
    """Return the numbers that were `packed`."""
    if _ESCAPE not in content:
        return tuple([byte + _LOWEST for byte in content])
    numbers, at = [], 0
    while at < len(content):
        if content[at] != _ESCAPE:
            numbers.append(content[at] + _LOWEST)
            at += 1
        else:
            number = int.from_bytes(content[at + 1 : at + 5], "little")
            numbers.append(number - (1 << 32) if number >> 31 else number)
            at += 5
    return tuple(numbers)


def piece_of(actions: "list[tuple[int, ...] | bytes]") -> bytes:
    """Return up to 255 actions, `packed` or not, as bytes: how many, of each how many bytes (two), then those."""
    contents = [action if isinstance(action, bytes) else packed(action) for action in actions]
    return bytes((len(contents),)) + bytes(array("H", list(map(len, contents)))) + b"".join(contents)


def actions_of(piece: bytes) -> "list[tuple[int, ...]]":
    """Return the actions that `piece_of` packed."""
    return [unpacked(content) for content in contents_of(piece)]


def contents_of(piece: bytes) -> "list[bytes]":
    """Return the same, each still packed."""
    contents = []
    end = 1 + 2 * piece[0]
    for place in range(1, end, 2):
        begin, end = end, end + (piece[place] | piece[place + 1] << 8)
        contents.append(piece[begin:end])
    return contents

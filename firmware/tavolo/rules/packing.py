"""Actions as bytes, for the journal in flash, and for a record with many actions.

A small number takes one byte.
"""

_LOWEST, _ESCAPE = -8, 255  # 255 numbers from here on take a byte, others five
MOST_NUMBERS = 20  # of an action on the link
_SMALL = 16  # a verb and a length below it share a byte of a piece


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
    """Return actions, `packed` or not, as one piece of bytes.

    The first byte of each is its verb and, in the upper half, its number of bytes. If one of them is too large, a 0 and
    the number of bytes (two) come before the action.
    """
    piece = bytearray()
    for action in actions:
        content = action if isinstance(action, bytes) else packed(action)
        at, length = len(piece), len(content)
        if 0 < length < _SMALL and -_LOWEST <= content[0] < _SMALL - _LOWEST:
            piece += content
            piece[at] += length * _SMALL + _LOWEST
        else:
            piece += bytes((0, length & 255, length >> 8)) + content
    return bytes(piece)


def actions_of(piece: bytes) -> "list[tuple[int, ...]]":
    """Return the actions of a piece."""
    return [unpacked(content) for content in contents_of(piece)]


def contents_of(piece: bytes) -> "list[bytes]":
    """Return the same, still packed."""
    contents, at = [], 0
    while at < len(piece):
        head = piece[at]
        if head:
            end = at + head // _SMALL
            content = bytes((head % _SMALL - _LOWEST,)) + piece[at + 1 : end]
        else:
            end = at + 3 + (piece[at + 1] | piece[at + 2] << 8)
            content = piece[at + 3 : end]
        contents.append(content)
        at = end
    return contents

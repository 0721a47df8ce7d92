"""Actions as bytes: so the journal keeps them on flash, and a record the many that it has long applied.

Numbers take a byte each, as far as they are small.
"""

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


def piece_of(actions: "list[tuple[int, ...]]") -> bytes:
    """Return actions as bytes: of each how many bytes follow (two bytes), then those."""
    pieces = []
    for action in actions:
        content = packed(action)
        pieces.append(len(content).to_bytes(2, "little"))
        pieces.append(content)
    return b"".join(pieces)


def actions_of(piece: bytes) -> "list[tuple[int, ...]]":
    """Return the actions that `piece_of` packed."""
    actions = []
    at = 0
    while at < len(piece):
        begin = at + 2
        at = begin + (piece[at] | piece[at + 1] << 8)
        actions.append(unpacked(piece[begin:at]))
    return actions

"""Numbers as bits, each list of them in as many bits as its greatest needs: so a position is small enough for flash."""

TYPE_CHECKING = False  # as type checkers read it: True
if TYPE_CHECKING:
    from collections.abc import Sequence

_LENGTH, _WIDTH = 8, 5  # bits for how many numbers there are, and for how many bits each has
_FORMS = 2  # bits: whether numbers are told less by _LOWEST, and whether those that are 0 are left out
_MOST_LENGTH, _MOST_WIDTH = (1 << _LENGTH) - 1, 22  # with the bits that wait for a byte a small integer on the chip too
_LOWEST = -1


class BitWriter:
    """Numbers that are put one behind the other; `content` has them once they are `ended`."""

    def __init__(self) -> None:
        self._content = bytearray()
        self._waiting = 0
        self._bits = 0  # that wait

    def ended(self) -> bytes:
        """Return all that was put, filled up to whole bytes."""
        self._put((0,), -self._bits % 8)
        return bytes(self._content)

    def put(self, numbers: "Sequence[int]", is_counted: bool) -> None:
        """Put numbers from -1 on, and before them how many they are if that `is_counted`; ValueError for others."""
        if is_counted:
            self._put((len(numbers),), _LENGTH)
        is_lower = len(numbers) > 0 and min(numbers) < 0
        raised = [number - _LOWEST for number in numbers] if is_lower else numbers
        greatest, width = max(raised) if len(raised) else 0, 0
        while greatest >> width:
            width += 1
        if width > _MOST_WIDTH or len(numbers) > _MOST_LENGTH or (is_lower and min(raised) < 0):
            raise ValueError("These numbers are too many, or too far apart.")
        others = [number for number in raised if number]
        is_sparse = len(raised) + len(others) * width < len(raised) * width
        self._put((width << _FORMS | is_lower << 1 | is_sparse,), _WIDTH + _FORMS)
        if is_sparse:
            self._put([1 if number else 0 for number in raised], 1)
        self._put(others if is_sparse else raised, width)

    def _put(self, numbers: "Sequence[int]", width: int) -> None:
        content, waiting, bits = self._content, self._waiting, self._bits
        for number in numbers:
            waiting = waiting << width | number
            bits += width
            while bits >= 8:
                bits -= 8
                content.append(waiting >> bits)
                waiting &= (1 << bits) - 1
        self._waiting, self._bits = waiting, bits


class BitReader:
    """The numbers of a `content`, in the order in which they were put; IndexError when it has no more."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self._at = 0
        self._waiting = 0
        self._bits = 0

    def take(self, count: int = -1) -> "list[int]":
        """Return so many numbers, or with -1 as many as were counted."""
        if count < 0:
            count = self._take(1, _LENGTH)[0]
        head = self._take(1, _WIDTH + _FORMS)[0]
        width = head >> _FORMS
        if head & 1:
            flags = self._take(count, 1)
            others = self._take(sum(flags), width)
            others.reverse()
            numbers = [others.pop() if flag else 0 for flag in flags]
        else:
            numbers = self._take(count, width)
        return [number + _LOWEST for number in numbers] if head & 2 else numbers

    def _take(self, count: int, width: int) -> "list[int]":
        if width > _MOST_WIDTH:
            raise IndexError("No number is so long.")
        content, at, waiting, bits = self._content, self._at, self._waiting, self._bits
        numbers = []
        for _ in range(count):
            while bits < width:
                waiting = waiting << 8 | content[at]
                at += 1
                bits += 8
            bits -= width
            numbers.append(waiting >> bits)
            waiting &= (1 << bits) - 1
        self._at, self._waiting, self._bits = at, waiting, bits
        return numbers

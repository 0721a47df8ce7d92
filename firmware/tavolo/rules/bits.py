"""Numbers as bits, each list in as many bits as its greatest number needs, so that a position takes little flash."""

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from collections.abc import Sequence

_LENGTH, _WIDTH = 8, 5  # bits for the number of values, and for the width of each
_FORMS = 2  # bits: whether the lowest is subtracted from all values, and whether zeros are left out
_MOST_LENGTH, _MOST_WIDTH = (1 << _LENGTH) - 1, 22  # with waiting bits, a small integer on the chip too
_LOWEST = -1  # of most lists; others begin with their lowest
_DEEP = (1 << _WIDTH) - 1  # instead of a width: the lowest follows
_BOUND = (1 << _MOST_WIDTH - 1) - 1  # any two numbers from -_BOUND to _BOUND differ by few enough bits


def range_error(numbers: "Sequence[int]") -> str:
    """Return, as the end of a sentence, why numbers do not fit; "" if they do."""
    if len(numbers) > _MOST_LENGTH:
        return f"it has {len(numbers)} values, and there is room for {_MOST_LENGTH}."
    far = [number for number in numbers if not -_BOUND <= number <= _BOUND]
    return f"it has {far[0]}, and values go from {-_BOUND} to {_BOUND}." if far else ""


class BitWriter:
    """Writes numbers one after the other; `ended` returns their bytes."""

    def __init__(self) -> None:
        self._content = bytearray()
        self._waiting = 0
        self._bits = 0  # waiting

    def ended(self) -> bytes:
        """Return everything that was put, padded to whole bytes."""
        self._put((0,), -self._bits % 8)
        return bytes(self._content)

    def put(self, numbers: "Sequence[int]", is_counted: bool) -> None:
        """Append numbers, preceded by how many there are if that `is_counted`; ValueError if they do not fit."""
        if is_counted:
            self._put((len(numbers),), _LENGTH)
        is_lower = len(numbers) > 0 and min(numbers) < 0
        lowest = min(_LOWEST, min(numbers)) if is_lower else 0
        raised = [number - lowest for number in numbers] if is_lower else numbers
        greatest, width = max(raised) if len(raised) else 0, 0
        while greatest >> width:
            width += 1
        if width > _MOST_WIDTH or len(numbers) > _MOST_LENGTH:
            raise ValueError("Numbers cannot be put: " + range_error(numbers))
        if lowest < _LOWEST:
            self._put((_DEEP << _FORMS,), _WIDTH + _FORMS)
            self._put((-lowest,), _MOST_WIDTH)
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
    """Reads the numbers of a `content` in the order in which they were put; IndexError after the last."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self._at = 0
        self._waiting = 0
        self._bits = 0

    def take(self, count: int = -1) -> "list[int]":
        """Return `count` numbers, or with -1 as many as were counted."""
        if count < 0:
            count = self._take(1, _LENGTH)[0]
        head, lowest = self._take(1, _WIDTH + _FORMS)[0], _LOWEST
        if head >> _FORMS == _DEEP:
            lowest = -self._take(1, _MOST_WIDTH)[0]
            head = self._take(1, _WIDTH + _FORMS)[0]
        width = head >> _FORMS
        if head & 1:
            flags = self._take(count, 1)
            others = self._take(sum(flags), width)
            others.reverse()
            numbers = [others.pop() if flag else 0 for flag in flags]
        else:
            numbers = self._take(count, width)
        return [number + lowest for number in numbers] if head & 2 else numbers

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

"""The codecs of message fields: how values of each form are written and read.

A field is a tuple: its name, its form, and the limits of that:

    WHOLE    low, high                    a whole number
    HEX      digits                       a number from 0, in this many hexadecimal digits
    NUMBERS  low, high, fewest, most      whole numbers with commas between them: 2,1,34; none is -
    PAST     low, high, fewest, most      one or more such lists with semicolons between them: 2,1,34;2,0,7
    CHOICE   word, word, ...              one of these words
    WORD     most                         one to `most` letters without a space
    TEXT     most                         the same with spaces, to the end of the line
    PAIRS    most, name, name, ...        name=value, one to `most` with spaces between them, to the end of the line;
                                          no name twice, and these names among them

Letters are printable ASCII without the marker of a line. Each value has a single spelling: a text is valid only if its
value is written in the same letters, without an extra sign, zero or space.
"""

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from typing import Any

WHOLE = "whole"
HEX = "hex"
NUMBERS = "numbers"
PAST = "past"
CHOICE = "choice"
WORD = "word"
TEXT = "text"
PAIRS = "pairs"

NONE = "-"
LONGEST_NUMBER = 11  # letters; anything longer is not parsed
_SPACE, _MARKER = 32, 126


def written(field: "tuple[Any, ...]", value: "Any") -> "str | None":
    """Return the text of a value; None if the field does not allow it."""
    form = field[1]
    try:
        if form == WHOLE:
            return str(value) if type(value) is int and field[2] <= value <= field[3] else None
        if form == NUMBERS:
            return _written_numbers(field, value)
        if form == HEX:
            text = f"{value:x}" if type(value) is int and value >= 0 else ""
            return "0" * (field[2] - len(text)) + text if 0 < len(text) <= field[2] else None
        if form == PAST:
            return ";".join([_written_numbers(field, numbers) for numbers in value]) or None
        if form == CHOICE:
            return value if value in field[2:] else None
        if form == PAIRS:
            return _written_pairs(field, value)
        return _printable(value, _SPACE + 1 if form == WORD else _SPACE, field[2])
    except (TypeError, ValueError):  # not a sequence, or one with an invalid part
        return None


def _written_numbers(field: "tuple[Any, ...]", numbers: "Any") -> str:
    low, high = field[2], field[3]
    texts = [str(number) for number in numbers if type(number) is int and low <= number <= high]
    if len(texts) != len(numbers) or not field[4] <= len(texts) <= field[5]:
        raise ValueError
    return ",".join(texts) or NONE


def _written_pairs(field: "tuple[Any, ...]", pairs: "Any") -> "str | None":
    names = [_printable(name, _SPACE + 1) for name, _ in pairs]
    texts = [name + "=" + _printable(value, _SPACE + 1) for name, value in pairs]
    is_right = len(set(names)) == len(names) and "=" not in "".join(names) and set(field[3:]) <= set(names)
    return " ".join(texts) if is_right and 0 < len(texts) <= field[2] else None


def _printable(text: str, lowest: int, most: int = 1000) -> str:
    """Return the text itself; raises ValueError, also for a lone surrogate, as a command line may contain."""
    letters = text.encode() if type(text) is str and 0 < len(text) <= most else b"\0"
    if not lowest <= min(letters) <= max(letters) < _MARKER:
        raise ValueError
    return text


def read(field: "tuple[Any, ...]", text: str) -> "Any":
    """Return the value of a text; None if it is invalid, or not in its single spelling."""
    form = field[1]
    try:
        if form == WHOLE:
            value: "Any" = _number(text)
        elif form == HEX:
            value = int(text, 16) if len(text) == field[2] else None
        elif form == NUMBERS:
            value = _read_numbers(text)
        elif form == PAST:
            value = tuple([_read_numbers(each) for each in text.split(";")])
        elif form == PAIRS:
            value = tuple([_read_pair(each) for each in text.split(" ")])
        else:
            value = text
    except ValueError:
        return None
    return value if written(field, value) == text else None


def _number(text: str) -> int:
    if len(text) > LONGEST_NUMBER:
        raise ValueError
    return int(text)


def _read_numbers(text: str) -> tuple[int, ...]:
    return () if text == NONE else tuple([_number(each) for each in text.split(",")])


def _read_pair(text: str) -> tuple[str, str]:
    name, _, value = text.partition("=")
    return name, value

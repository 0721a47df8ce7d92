"""What a maker may set without touching the code: names, possible values, and the file that has them.

The file is `tavolo.txt` in the Pico's file system, with a line "name = value" each, and comments behind a #. It is read
at power-on; `assembly` and `layout` build the table accordingly, and `keeping` writes it on a laptop's request. Values
are texts in a single spelling. An error is reported in numbers (`reasons`), and never stops the board: that setting has
its default. A new setting is one line here, and its use.
"""

from tavolo.lights.power import MOST_LIMIT_MA, least_limit_ma
from tavolo.play import reasons
from tavolo.wiring import CURRENT_LIMIT_MA, FIELD_ROWS, I2C_HERTZ, LAMPS, SEATS, TRACK_PIXELS

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from typing import Protocol

    class Files(Protocol):
        """A board's file system: small files, read and written as a whole (`adapters/pico_files.py`)."""

        def read(self, name: str, most: int) -> bytes:
            """Return the first `most` bytes of a file; b"" if it does not exist or cannot be read."""

        def write(self, name: str, content: bytes) -> None:
            """Write a file, replacing any old one. Raises OSError."""

        def rename(self, name: str, new_name: str) -> None:
            """Rename a file, replacing any other with the new name. Raises OSError."""


FILE = "tavolo.txt"
MOST_BYTES = 4000  # of the file
MOST_PROBLEMS = 8  # that are reported of one file
MOST_LETTERS = 24  # of a wrong text that are quoted in a sentence
PANEL_PIXELS = FIELD_ROWS * FIELD_ROWS
MOST_TRACK_PIXELS = 144  # a metre of the densest common strip
MOST_SKIPPED = MOST_TRACK_PIXELS - TRACK_PIXELS

_ORDERS = ("GRB", "RGB", "RBG", "GBR", "BRG", "BGR")
ORDERS = _ORDERS + tuple([order + "W" for order in _ORDERS])  # four bytes a pixel, the last of them for white


class Setting:
    """One of `choices` or a whole number from `low` to `high` in `unit`, or either; with neither, a list of seats."""

    def __init__(
        self,
        name: str,
        default: str,
        meaning: str,
        choices: tuple[str, ...] = (),
        low: int = 1,
        high: int = 0,
        unit: str = "",
    ) -> None:
        self.name = name
        self.default = default
        self.meaning = meaning
        self.choices = choices
        self.low = low
        self.high = high
        self.unit = unit

    def value_of(self, text: str) -> "str | None":
        """Return the value of a text without spaces, in its single spelling; None if it is invalid."""
        for choice in self.choices:
            if choice.lower() == text.lower():
                return choice
        if self.high:
            number = number_of(text)
            return str(number) if self.low <= number <= self.high else None
        return None if self.choices else seats_value(text)


SETTINGS = (
    Setting("seats", "all", "which seats are built, as in 1,2,5 or 1-4; the others are not looked for, and silent"),
    Setting("phones", "none", "which seats are played by phone, through the laptop, and need no slot and no keys"),
    Setting("cards", "glued", "which cards the slots' spacers are for", ("thin", "glued", "sleeved")),
    Setting(
        "track_pixels",
        str(TRACK_PIXELS),
        f"pixels of the score track's strip, of which {TRACK_PIXELS} are used; 0 for none",
        ("0",),
        low=TRACK_PIXELS,
        high=MOST_TRACK_PIXELS,
    ),
    Setting("track_skip", "0", "pixels at the beginning of the track's wire that stay dark", high=MOST_SKIPPED, low=0),
    Setting("track_step", "1", "from a space of the track to the next, in pixels; those between stay dark", high=2),
    Setting("panels", "2", "8×8 panels of the field; a single one shows its left half", ("0", "1", "2")),
    Setting(
        "lamps",
        "strip",
        "where the seats' lamps are: pixels of their own, or the bottom row of the left panel",
        ("strip", "field", "none"),
    ),
    Setting("track_order", "GRB", "in which order the track's pixels take their colours; W is white", ORDERS),
    Setting("field_order", "GRB", "the same of the field", ORDERS),
    Setting("lamps_order", "GRB", "the same of the lamps", ORDERS),
    Setting("track_begins", "first", "which space the track's wire begins at", ("first", "last")),
    Setting("panel_begins", "left", "which panel the field's wire begins at", ("left", "right")),
    Setting(
        "panel_rows",
        "forward",
        "whether a panel's rows all run the same way, or to and fro",
        ("forward", "serpentine"),
    ),
    Setting("panel_turn", "0", "by how many degrees clockwise each panel is turned", ("0", "90", "180", "270")),
    Setting("brightness", "100", "of all pixels, beside the current limit", high=100, unit="%"),
    Setting(
        "limit_ma",
        str(CURRENT_LIMIT_MA),
        f"what all pixels together may draw; at least {least_limit_ma(0)} mA more than there are pixels",
        low=least_limit_ma(0),
        high=MOST_LIMIT_MA,
        unit="mA",
    ),
    Setting(
        "i2c_khz",
        str(I2C_HERTZ // 1000),
        "how fast the seats are asked, in kHz; 100 for long cables, and every touch is felt a little later",
        ("100", str(I2C_HERTZ // 1000)),
    ),
)
LIMIT, LAMPS_PLACE = "limit_ma", "lamps"


def number_of(text: str) -> int:
    """Return a whole number of at most five digits, -1 for any other text."""
    for letter in text:
        if letter not in "0123456789":
            return -1
    return int(text) if 0 < len(text) < 6 else -1


def defaults() -> "dict[str, str]":
    """Return the settings of a board without a file."""
    return {setting.name: setting.default for setting in SETTINGS}


def index_of(name: str) -> int:
    """Return the index of a name in SETTINGS, -1 if it is unknown."""
    for index in range(len(SETTINGS)):
        if SETTINGS[index].name == name:
            return index
    return -1


# ---- seats


def seats_of(value: str) -> tuple[int, ...]:
    """Return the seats, 0-7, of a list, as in "1,2,5-7"; () for "none", and if it is invalid."""
    if value.lower() == "all":
        return tuple(range(SEATS))
    found: "list[int]" = []
    for part in value.split(","):
        first, dash, last = part.partition("-")
        low, high = number_of(first), number_of(last if dash else first)
        if not 1 <= low <= high <= SEATS:
            return ()
        found += range(low - 1, high)
    return tuple(sorted(set(found)))


def seats_value(text: str) -> "str | None":
    """Return a list of seats in its single spelling, as in "1,2,5-7"; None if it is invalid."""
    seats = seats_of(text)
    if text.lower() == "none":
        return "none"
    if len(seats) == SEATS:
        return "all"
    parts: "list[str]" = []
    for seat in seats:
        if seat - 1 not in seats:
            first = seat
        if seat + 1 not in seats:
            between = "-" if seat > first + 1 else ","
            parts.append(str(first + 1) if seat == first else f"{first + 1}{between}{seat + 1}")
    return ",".join(parts) or None


# ---- inconsistent settings


def pixels_of(values: "dict[str, str]") -> int:
    """Return the number of pixels."""
    lamps = LAMPS if values[LAMPS_PLACE] == "strip" else 0
    return int(values["track_pixels"]) + PANEL_PIXELS * int(values["panels"]) + lamps


def last_of_track(values: "dict[str, str]") -> int:
    """Return how many pixels the track's strip has at least, up to its last space."""
    return int(values["track_skip"]) + (TRACK_PIXELS - 1) * int(values["track_step"]) + 1


def clash(values: "dict[str, str]", lines: "dict[str, int]") -> "tuple[str, tuple[int, ...]] | None":
    """Return (name of a setting, reason) if it is inconsistent with the others, None if all are consistent.

    `lines` has the line of each name in the file; a laptop has requested those that are not there.
    """
    if values[LAMPS_PLACE] == "field" and values["panels"] == "0":
        return LAMPS_PLACE, (reasons.SETTING_NEEDS_A_PANEL, lines.get(LAMPS_PLACE, 0))
    track, last = int(values["track_pixels"]), last_of_track(values)
    if track and last > track:
        name = "track_skip" if values["track_skip"] != "0" else "track_step"
        return name, (reasons.SETTING_TRACK_TOO_SHORT, lines.get(name, 0), track, last)
    limit, pixels = int(values[LIMIT]), pixels_of(values)
    if limit < least_limit_ma(pixels):
        return LIMIT, (reasons.SETTING_LEAVES_NO_LIGHT, lines.get(LIMIT, 0), limit, pixels, least_limit_ma(pixels))
    return None


# ---- the file


def read(content: bytes) -> "tuple[dict[str, str], list[tuple[int, ...]]]":
    """Return (the value of every setting by name, reasons of all errors) of the file's content."""
    values = defaults()
    problems: "list[tuple[int, ...]]" = []
    lines: "dict[str, int]" = {}
    if len(content) > MOST_BYTES:
        return values, [(reasons.SETTINGS_TOO_LONG, MOST_BYTES)]
    for number, line in enumerate(text_of(content).split("\n"), 1):
        words = words_of(line)
        if words is None:
            continue
        name, text = words
        value, problem = checked(name, text, number)
        if value is not None and name in lines:
            problem = (reasons.SETTING_TWICE, number, index_of(name), lines[name])
        elif value is not None:
            values[name] = value
            lines[name] = number
        if problem:
            problems.append(problem)
    while True:
        wrong = clash(values, lines)
        if wrong is None:
            return values, problems[:MOST_PROBLEMS]
        values[wrong[0]] = SETTINGS[index_of(wrong[0])].default
        problems.append(wrong[1])


def checked(name: str, text: str, line: int) -> "tuple[str | None, tuple[int, ...] | None]":
    """Return (value, None) of a typed setting, or (None, reason); `line` is its place in the file, 0 without one."""
    index = index_of(name)
    if index < 0 and not (name and text):
        return None, (reasons.SETTING_LINE_UNCLEAR, line) + letters(name or "=" + text)
    if index < 0:
        return None, (reasons.SETTING_UNKNOWN, line) + letters(name)
    value = SETTINGS[index].value_of(text)
    if value is None:
        return None, (reasons.SETTING_NOT_POSSIBLE, line, index) + letters(text)
    return value, None


def words_of(line: str) -> "tuple[str, str] | None":
    """Return (name, value) of a line as typed, None if it sets nothing."""
    name, _, text = line.partition("#")[0].partition("=")
    name, text = name.strip().lower(), "".join(text.split())
    return (name, text) if name or text else None


def text_of(content: bytes) -> str:
    """Return the file's text; invalid UTF-8 becomes question marks."""
    try:
        text = content.decode()
    except UnicodeError:
        text = bytes([byte if byte < 128 else 63 for byte in content]).decode()
    return text[1:] if text.startswith("\ufeff") else text


def letters(text: str) -> tuple[int, ...]:
    """Return the beginning of a text as numbers, for a reason."""
    return tuple([ord(letter) for letter in text[:MOST_LETTERS]])

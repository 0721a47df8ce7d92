"""The three strips of pixels as the check shows them: what is to be seen, and what it means when it is not."""

from dataclasses import dataclass

from tavolo.board import FIELD_COLUMNS, FIELD_PIN, FIELD_ROWS, LAMPS, LAMPS_PIN, TRACK_PIN, TRACK_PIXELS

COLOURS = ("red", "green", "blue")
# A walk takes as long as its pixels; a busy board, or a virtual one on a busy laptop, may take this much longer.
LATE_MS = 20_000


@dataclass(frozen=True)
class Strip:
    """A strip: its `number` in the selftest, how long the light stays at a pixel, and what people are to see."""

    number: int
    name: str
    pin: int
    pixels: int
    pixel_ms: int
    looks: str


STRIPS = (
    Strip(
        0,
        "track",
        TRACK_PIN,
        TRACK_PIXELS,
        25,
        f"A light walks along the score track, from its first space to its last ({TRACK_PIXELS - 1}).",
    ),
    Strip(
        1,
        "field",
        FIELD_PIN,
        FIELD_COLUMNS * FIELD_ROWS,
        25,
        "A light walks over the field as one reads: from the top left, each row from left to right across both panels.",
    ),
    Strip(2, "lamps", LAMPS_PIN, LAMPS, 200, "A light walks round the lamps, from seat 1 to seat 8."),
)
ALL_LOOK = "It leaves a trail; first all is red, then green, then blue, and no pixel stays dark or has another colour."

# What else may be seen: a word for it -> what was seen, what to look for.
FAULTS = {
    "dark": (
        "nothing lit up",
        "look at its 5 V, its ground, the level shifter, and that its data go into DIN on GP{pin}",
    ),
    "stops": (
        "it stopped on the way",
        "look at the joint after the last pixel that lit up, from its DOUT to the next DIN",
    ),
    "gap": ("single pixels stayed dark", "those pixels are broken, or their supply is"),
    "colours": ("other colours came", "this strip has another order than green, red, blue, or a pixel lacks a colour"),
    "order": (
        "it went another way",
        "its pixels follow each other otherwise; a panel has to run row by row from its top left, not to and fro",
    ),
    "other": ("something else was not right", "look at it once more with `tavolo selftest`"),
}


def fault_sentence(strip: Strip, fault: str) -> str:
    """Return what was seen, and what to look for."""
    seen, advice = FAULTS[fault]
    return f"The {strip.name}: {seen}; {advice.format(pin=strip.pin)}."

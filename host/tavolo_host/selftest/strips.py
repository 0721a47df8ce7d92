"""The strips of pixels as the check shows them: what should be seen, and what it means if it is not.

Both depend on what the board's settings say is built, and how it is laid.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from tavolo.maker.settings import PANEL_PIXELS, SETTINGS, defaults, index_of
from tavolo.wiring import FIELD_PIN, LAMPS, LAMPS_PIN, TRACK_PIN, TRACK_PIXELS
from tavolo_host.selftest.advice import Advise

COLOURS = ("red", "green", "blue")
# A walk takes as long as its pixels; a busy board, or a virtual one on a busy laptop, may take this much longer.
LATE_MS = 20_000


@dataclass(frozen=True)
class Strip:
    """A strip: its `number` in the selftest, how long the light stays at a pixel, and what people should see.

    One without `pixels` is not built. `order` is the order of its colours in the settings; `way` says what to do when
    the light goes another way.
    """

    number: int
    name: str
    pin: int
    pixels: int
    pixel_ms: int
    looks: str
    order: str
    way: str

    @property
    def bytes_each(self) -> str:
        """What each pixel takes instead of what is set, and the setting for it."""
        colours = self.order.removesuffix("W")
        if colours != self.order:
            return f"three bytes each, not the four of {self.order}: set `tavolo settings {self.name}_order={colours}`"
        return (
            f"four bytes each, as RGBW pixels do (SK6812), not the three of {self.order}:"
            f" set `tavolo settings {self.name}_order={self.order}W`"
        )


def strips_of(values: Mapping[str, str]) -> tuple[Strip, ...]:
    """Return track, field and lamps of a board with these settings (`tavolo.maker.settings`, by their names)."""
    pixels, lamps = int(values["track_pixels"]), LAMPS if values["lamps"] == "strip" else 0
    begins = f"if its wire begins at the other end, set `tavolo settings {_other(values, 'track_begins')}`"
    gaps = "" if values["seats"] == "all" else ", also where no seat is built"
    round_table = f"A light walks round the lamps, from seat 1 to seat {LAMPS}{gaps}."
    along_track = f"A light walks along the score track, from its first space to its last ({TRACK_PIXELS - 1})."
    order = f"the data have to go from the lamp of seat 1, DOUT to DIN, to that of seat {LAMPS}"
    return (
        Strip(0, "track", TRACK_PIN, pixels, 25, along_track, values["track_order"], begins),
        _field(values),
        Strip(2, "lamps", LAMPS_PIN, lamps, 200, round_table, values["lamps_order"], order),
    )


def _field(values: Mapping[str, str]) -> Strip:
    panels = int(values["panels"])
    if panels == 1:
        looks = "A light walks over the panel in reading order: from its top left, each row from left to right."
        what = "the panel is not laid as set: if its rows run"
    else:
        looks = (
            "A light walks over the field in reading order: from the top left, each row from left to right across both"
            " panels."
        )
        what = (
            "the panels are not laid as set: if the wire begins at the other panel, `tavolo settings"
            f" {_other(values, 'panel_begins')}`; if rows run"
        )
    runs = "to and fro" if values["panel_rows"] == "forward" else "all the same way"
    turns = [choice for choice in SETTINGS[index_of("panel_turn")].choices if choice != values["panel_turn"]]
    way = (
        f"{what} {runs}, `tavolo settings {_other(values, 'panel_rows')}`; if they are turned, `tavolo settings"
        f" panel_turn={turns[0]}`, {turns[1]} or {turns[2]}"
    )
    return Strip(1, "field", FIELD_PIN, panels * PANEL_PIXELS, 25, looks, values["field_order"], way)


def _other(values: Mapping[str, str], name: str) -> str:
    """Return NAME=VALUE with the other value of a setting with two choices."""
    (other,) = (choice for choice in SETTINGS[index_of(name)].choices if choice != values[name])
    return f"{name}={other}"


STRIPS = strips_of(defaults())
ALL_LOOK = "It leaves a trail: first all is red, then green, then blue, and no pixel stays dark or has another colour."

# What may be seen instead: a word for it -> what was seen, what to check.
FAULTS = {
    "dark": (
        "nothing lit up",
        "check its 5 V (in the starter also the diode), its ground, the level shifter if there is one, and that its"
        " data go into DIN on GP{strip.pin}",
    ),
    "stops": (
        "it stopped on the way",
        "check the joint after the last pixel that lit up, from its DOUT to the next DIN",
    ),
    "gap": ("single pixels stayed dark", "those pixels are broken, or their supply is"),
    "colours": (
        "it had other colours",
        "its pixels take their colours in another order than {strip.order}, which `tavolo settings"
        " {strip.name}_order=…` changes, or a pixel lacks a colour",
    ),
    "bytes": (
        "its colours changed from pixel to pixel, and a quarter of them stayed dark",
        "its pixels take {strip.bytes_each}",
    ),
    "order": ("it went another way", "{strip.way}"),
    "other": ("something else was wrong", "run `tavolo selftest` again and look once more"),
}


def fault_sentence(strip: Strip, fault: str, advise: Advise) -> str:
    """Return what was seen, and what to check."""
    seen, advice = FAULTS[fault]
    return f"The {strip.name}: {seen}; {advise(f'{advice.format(strip=strip)}.', (strip.pin,))}"

"""What a visitor has chosen, which the browser keeps, a cookie each: name, language, theme, sound, pace, level, seats.

A cookie may hold anything: what is none of the choices is as if nothing had been chosen.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self
from urllib.parse import quote, unquote

from tavolo.wiring import SEATS
from tavolo_host.players.settings import LEVELS, PACES, USUAL_PACE
from tavolo_host.texts.language import LANGUAGES, preferred

LONGEST_NAME = 20
YEAR_S = 31_536_000
AS_THE_SYSTEM = "system"
THEMES = {AS_THE_SYSTEM: None, "light": False, "dark": True}  # whether it is dark; None is as the system says
ON, OFF = "on", "off"
SEAT_PREFERENCES = tuple(f"seat-{seat + 1}" for seat in range(SEATS))  # what the name of who sits there is kept as


@dataclass(frozen=True)
class Preferences:
    """What one visitor has chosen."""

    language: str
    name: str = ""
    theme: str = AS_THE_SYSTEM
    has_sound: bool = False
    pace: str = USUAL_PACE
    level: str = ""  # nothing was chosen: as the table has it
    seat_names: tuple[str, ...] = ("",) * SEATS  # of those who sit at a table that is watched

    @classmethod
    def read(cls, cookies: Mapping[str, str], accepted: str) -> Self:
        """Return what a browser has kept; `accepted` is its header Accept-Language."""
        kept = {name: unquote(value) for name, value in cookies.items()}
        return cls(
            kept["language"] if kept.get("language") in LANGUAGES else preferred(accepted),
            clean_name(kept.get("name", "")),
            kept["theme"] if kept.get("theme") in THEMES else AS_THE_SYSTEM,
            kept.get("sound") == ON,
            kept["pace"] if kept.get("pace") in PACES else USUAL_PACE,
            kept["level"] if kept.get("level") in LEVELS else "",
            tuple(clean_name(kept.get(preference, "")) for preference in SEAT_PREFERENCES),
        )


def keeping(preference: str, value: str) -> str:
    """Return the JavaScript by which a browser keeps one of the preferences."""
    return f"document.cookie = '{preference}={quote(value, safe='')};path=/;max-age={YEAR_S};samesite=lax'"


def clean_name(name: str) -> str:
    """Return a name as it can stand on a plate: on one line, without what cannot be seen, not too long."""
    visible = "".join(letter if letter.isprintable() else " " for letter in name)
    return " ".join(visible.split())[:LONGEST_NAME].rstrip()

"""Fingers that stay on keys, and visitors who go away."""

import pytest

from tavolo_host.seats.presence import AWAY_MS, LEAST_TOUCH_MS, Presence

DOWN, UP = True, False


class KeyLog:
    """Writes down which fingers come and go, and who does."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, int, bool]] = []
        self.comings: list[str] = []

    def key(self, visitor: str, key: int, down: bool) -> None:
        self.heard.append((visitor, key, down))

    def come(self, visitor: str) -> None:
        self.comings.append(f"{visitor} comes")

    def leave(self, visitor: str) -> None:
        self.comings.append(f"{visitor} leaves")


@pytest.mark.parametrize(
    ("touched", "passed_ms", "heard"),
    [
        ([("ada", 2, DOWN), ("ada", 2, UP)], LEAST_TOUCH_MS - 1, [("ada", 2, DOWN)]),  # a click is stretched
        ([("ada", 2, DOWN), ("ada", 2, UP)], LEAST_TOUCH_MS, [("ada", 2, DOWN), ("ada", 2, UP)]),
        ([("ada", 0, DOWN)], 5000, [("ada", 0, DOWN)]),  # it stays as long as it is held
        ([("ada", 1, each) for each in (DOWN, DOWN, UP, UP)], 1000, [("ada", 1, DOWN), ("ada", 1, UP)]),
        ([("ada", 3, DOWN)], 1000, []),  # there is no such key
    ],
)
def test_a_finger_touches_at_least_for_a_while_and_stays_as_long_as_it_is_held(
    touched: list[tuple[str, int, bool]], passed_ms: int, heard: list[tuple[str, int, bool]]
) -> None:
    keys = KeyLog()
    fingers = Presence(keys)
    for touch in touched:
        fingers.touch(*touch)
    fingers.step(passed_ms)
    assert keys.heard == heard


def test_a_key_held_long_is_released_at_once_and_standing_up_releases_all() -> None:
    keys = KeyLog()
    fingers = Presence(keys)
    fingers.touch("ada", 0, DOWN)
    fingers.touch("bruno", 1, DOWN)
    fingers.step(5000)
    fingers.touch("bruno", 1, UP)
    fingers.step(1)
    fingers.take_fingers_off("ada")
    assert keys.heard[2:] == [("bruno", 1, UP), ("ada", 0, UP)]


def test_a_visitor_who_reloads_the_page_is_not_away_and_one_who_stays_away_is_so_once_until_seen_again() -> None:
    visitors = KeyLog()
    presence = Presence(visitors)
    for passed_ms in (AWAY_MS, AWAY_MS, 1000):
        presence.seen("ada")
        presence.step(passed_ms)
    assert visitors.comings == ["ada comes"]
    presence.touch("ada", 1, DOWN)
    presence.step(AWAY_MS)
    presence.step(AWAY_MS)
    assert visitors.heard == [("ada", 1, DOWN), ("ada", 1, UP)]
    presence.seen("ada")
    assert visitors.comings == ["ada comes", "ada leaves", "ada comes"]

"""Fingers that stay on keys, visitors who go away, and a port that is not free."""

import socket

import pytest

from tavolo_host.display.app import check_port
from tavolo_host.display.fingers import LEAST_TOUCH_MS, Fingers
from tavolo_host.display.presence import PATIENCE_MS, Presence
from tavolo_host.display.source import DisplayError


class KeyLog:
    """Writes down which fingers come and go."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, int, bool]] = []

    def key(self, visitor: str, key: int, down: bool) -> None:
        self.heard.append((visitor, key, down))


@pytest.fixture
def keys() -> KeyLog:
    return KeyLog()


@pytest.fixture
def fingers(keys: KeyLog) -> Fingers:
    return Fingers(keys)


def test_a_click_is_stretched_into_a_touch(keys: KeyLog, fingers: Fingers) -> None:
    fingers.touch("ada", 2, True)
    fingers.touch("ada", 2, False)
    fingers.step(LEAST_TOUCH_MS - 1)
    assert keys.heard == [("ada", 2, True)]
    fingers.step(1)
    assert keys.heard == [("ada", 2, True), ("ada", 2, False)]


def test_a_finger_stays_as_long_as_it_is_held(keys: KeyLog, fingers: Fingers) -> None:
    fingers.touch("ada", 0, True)
    fingers.step(5000)
    assert keys.heard == [("ada", 0, True)]
    fingers.touch("ada", 0, False)
    fingers.step(1)
    assert keys.heard[-1] == ("ada", 0, False)


def test_a_repeated_touch_of_the_same_finger_is_one_touch(keys: KeyLog, fingers: Fingers) -> None:
    for down in (True, True, False, False):
        fingers.touch("ada", 1, down)
    fingers.step(1000)
    assert keys.heard == [("ada", 1, True), ("ada", 1, False)]


def test_who_stands_up_leaves_no_finger_behind(keys: KeyLog, fingers: Fingers) -> None:
    fingers.touch("ada", 0, True)
    fingers.touch("bruno", 1, True)
    fingers.off("ada")
    assert keys.heard[2:] == [("ada", 0, False)]


def test_a_key_that_does_not_exist_is_not_touched(keys: KeyLog, fingers: Fingers) -> None:
    fingers.touch("ada", 3, True)
    assert keys.heard == []


def test_a_visitor_who_reloads_the_page_is_not_gone() -> None:
    presence = Presence()
    presence.seen("ada")
    assert presence.step(PATIENCE_MS - 1) == []
    presence.seen("ada")
    assert presence.step(PATIENCE_MS - 1) == []


def test_a_visitor_who_stays_away_is_gone_once() -> None:
    presence = Presence()
    presence.seen("ada")
    assert presence.step(PATIENCE_MS + 1) == ["ada"]
    assert presence.step(PATIENCE_MS + 1) == []


def test_a_busy_port_is_refused_in_one_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(DisplayError) as refused:
            check_port(port)
    assert str(refused.value) == f"Port {port} is in use by another program; choose another one."


def test_a_number_that_is_no_port_is_refused_in_one_sentence() -> None:
    with pytest.raises(DisplayError) as refused:
        check_port(70000)
    assert str(refused.value) == "A port is a number from 0 to 65535, not 70000."

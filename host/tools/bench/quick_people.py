"""People who play as fast as a slot allows, so that fifty actions take a minute.

They are those of the virtual table, in a hurry: they do not think, and their hands move at twice the speed. Their hands
have no capacitance, so a card lies still at the instant at which it comes to the stop.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from tavolo_host.people import hands, person
from tavolo_host.simulator import body

THINKING_MS = (20, 120)
SHOWN_MS = 30
MOMENT_MS = 15
EMPTY_MS = 110

RESTING_MS = 1500


@contextmanager
def patience() -> Iterator[None]:
    """Let people touch keys slowly: a game takes a while to load, and a touch in that time is not felt."""
    with patch.object(body, "REST_MS", RESTING_MS):
        yield


@contextmanager
def hurry() -> Iterator[None]:
    """Let people play fast."""
    with (
        patch.object(person, "THINKING_MS", THINKING_MS),
        patch.object(hands, "SHOWN_MS", SHOWN_MS),
        patch.object(body, "MOMENT_MS", MOMENT_MS),
        patch.object(body, "EMPTY_MS", EMPTY_MS),
        patch.object(body, "HOLDING_HAND", 0.0),
    ):
        yield

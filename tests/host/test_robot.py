"""A visitor who does what the page offers, and other things, at random moments: every game comes to its end.

Every day there is one short game of each kind, and now and then one with the fewest and one with the most seats; with
TAVOLO_ROBOTS=N there are N whole games of each at each number of seats.
"""

import os
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tavolo.games import load, names
from tavolo_host.display.preferences import PACES, USUAL_PACE
from tavolo_host.display.what_to_do import State
from tavolo_host.virtual.source import VirtualSource
from tests.host.source_support import SHORT, begun, check_hands, run_ms

ROBOTS = int(os.environ.get("TAVOLO_ROBOTS", "0"))
OWN_SEAT = 3
LONGEST_PAUSE_MS = 3000
QUIET_MS = 10_000
HANDS_EVERY = 3  # deeds, after which hands are held against the record
STUCK_MS = 40_000  # in which nothing changes, though somebody chooses something every second or two
LONGEST_MS = 3 * 60 * 60 * 1000


def whole_games() -> Iterator[Any]:
    """Games that are played to their end: name, players and options, a seed, and the pace of everybody."""
    for name in names():
        fewest, most = load(name).SEATS
        if not ROBOTS:
            yield f"{name} players={fewest} {SHORT[name]}", 1, "quick"
            for players in sorted({fewest, most}):
                yield pytest.param(f"{name} players={players}", 2, USUAL_PACE, marks=pytest.mark.slow)
        for players in range(fewest, most + 1):
            for seed in range(1, ROBOTS + 1):
                yield f"{name} players={players}", seed, USUAL_PACE


def do_something(source: VirtualSource, random: Random) -> None:
    """Do one thing, most often what is offered."""
    choices, own = source.what_to_do("ada").choices, source.own("ada")
    kind = random.random()
    if kind < 0.75 and choices:
        assert source.do("ada", random.choice(choices)) is None
    elif kind < 0.85 and own and own.hand:
        source.play("ada", random.choice(own.hand))
    elif kind < 0.9:
        source.lift("ada")
    elif kind < 0.99:
        key = random.randrange(3)
        source.key("ada", key, True)
        run_ms(source, random.choice((60, 120, 400)))
        source.key("ada", key, False)
    else:
        source.ask("undo")


@pytest.mark.parametrize(("text", "seed", "pace"), [*whole_games()])
def test_every_game_comes_to_its_end_whatever_a_visitor_clicks(text: str, seed: int, pace: str) -> None:
    source, random = begun(text, {"ada": OWN_SEAT}, seed=seed), Random(seed)
    source.hurry(pace)
    passed_ms = still_ms = 0.0
    deeds = 0
    while source.what_to_do("ada").state != State.OVER:
        moment = len(source.mirror.actions), source.mirror.question, source.mirror.wanted
        pause_ms = random.uniform(0, LONGEST_PAUSE_MS * PACES[pace])
        do_something(source, random)
        run_ms(source, pause_ms)
        now = len(source.mirror.actions), source.mirror.question, source.mirror.wanted
        still_ms = 0 if now != moment else still_ms + pause_ms
        passed_ms += pause_ms
        assert still_ms < STUCK_MS, (source.what_to_do("ada"), source.mirror.log[-5:])
        assert passed_ms < LONGEST_MS
        deeds += 1
        if deeds % HANDS_EVERY == 0:
            check_hands(source)
    names_at = [view.name for view in source.seats()]
    result = re.sub(r"(?i)seat (\d)", lambda seat: names_at[int(seat[1]) - 1] or seat[0], source.mirror.result)
    assert source.what_to_do("ada").sentence.lower() == result.lower()
    run_ms(source, QUIET_MS)
    check_hands(source)

"""A visitor who does what the page offers, and other things, at random moments: every game comes to its end.

With TAVOLO_ROBOTS=N there are N whole games of each game at each number of seats, instead of the few of every day.
"""

import os
import re
from random import Random

import pytest

from tavolo.games import load, names
from tavolo.rules.contract import Setup
from tavolo_host.display.what_to_do import State
from tavolo_host.virtual.source import VirtualSource
from tests.host.source_support import check_hands, run_ms, run_until, source_of

GAMES = int(os.environ.get("TAVOLO_ROBOTS", "2"))
OWN_SEAT = 3
LONGEST_PAUSE_MS = 3000
QUIET_MS = 10_000
STUCK_MS = 40_000  # in which nothing changes, though somebody chooses something every second or two
LONGEST_MS = 3 * 60 * 60 * 1000
SEATS = [(name, players) for name in names() for players in range(load(name).SEATS[0], load(name).SEATS[1] + 1)]


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


@pytest.mark.parametrize("seed", range(1, GAMES + 1))
@pytest.mark.parametrize(("name", "players"), SEATS)
def test_every_game_comes_to_its_end_whatever_a_visitor_clicks(name: str, players: int, seed: int) -> None:
    source, random = source_of(Setup(load(name), players), seed=seed), Random(seed)
    run_until(source, lambda: source.companion.connected)
    run_ms(source, 1500)
    assert source.sit("ada", OWN_SEAT) is None
    assert source.start(players) is None
    run_until(source, lambda: source.mirror.record is not None)
    passed_ms = still_ms = 0.0
    while source.what_to_do("ada").state != State.OVER:
        moment = len(source.mirror.actions), source.mirror.question, source.mirror.wanted
        pause_ms = random.uniform(0, LONGEST_PAUSE_MS)
        do_something(source, random)
        run_ms(source, pause_ms)
        now = len(source.mirror.actions), source.mirror.question, source.mirror.wanted
        still_ms = 0 if now != moment else still_ms + pause_ms
        passed_ms += pause_ms
        assert still_ms < STUCK_MS, (source.what_to_do("ada"), source.mirror.log[-5:])
        assert passed_ms < LONGEST_MS
        check_hands(source)
    names_at = [view.name for view in source.seats()]
    result = re.sub(r"(?i)seat (\d)", lambda seat: names_at[int(seat[1]) - 1] or seat[0], source.mirror.result)
    assert source.what_to_do("ada").sentence.lower() == result.lower()
    run_ms(source, QUIET_MS)
    check_hands(source)
    source.close()

"""A visitor who does what the page offers, and other things, at random moments: every game comes to its end.

The page shows what happens event by event, and the visitor clicks on what moves; a choice shows the present.

Every day there is one short game of each kind, of the longer ones a minute, and now and then a whole one with the
fewest and one with the most seats; with TAVOLO_ROBOTS=N there are N whole games of each at each number of seats.
"""

import os
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tavolo.games import load, names
from tavolo.rules.contract import NO_CARD
from tavolo_host.display.live.header import news_html
from tavolo_host.display.model.playback import Playback
from tavolo_host.display.parts.game_display import Player, display_of
from tavolo_host.display.parts.moment import Moment
from tavolo_host.display.parts.what_to_do import Choice, Deed, State
from tavolo_host.players.settings import PACES, USUAL_PACE
from tavolo_host.seats.gestures import Reaction
from tavolo_host.seats.presence import Presence
from tavolo_host.sources.virtual_source import VirtualSource
from tests.sources.source_support import MINUTE_MS, SHORT, SOON_OVER, begun, check_hands, commands_of, run_ms, run_until

ROBOTS = int(os.environ.get("TAVOLO_ROBOTS", "0"))
OWN_SEAT = 3
LONGEST_PAUSE_MS = 3000
QUIET_MS = 10_000
LOOK_MS = 400
STUCK_MS = 40_000  # without a change, although a player acts every second or two
LONGEST_MS = 3 * 60 * 60 * 1000


def games() -> Iterator[Any]:
    """Name, players and options, a seed, the pace of everybody, and how long it may last: a minute is no whole game."""
    for name in names():
        fewest, most = load(name).SEATS
        if not ROBOTS:
            yield f"{name} players={fewest} {SHORT[name]}", 1, "quick", LONGEST_MS if name in SOON_OVER else MINUTE_MS
            for players in sorted({fewest, most}):
                yield pytest.param(f"{name} players={players}", 2, USUAL_PACE, LONGEST_MS, marks=pytest.mark.slow)
        for players in range(fewest, most + 1):
            for seed in range(1, ROBOTS + 1):
                yield f"{name} players={players}", seed, USUAL_PACE, LONGEST_MS


class Page(Playback):
    """What the visitor's page shows; `now_ms` is its clock."""

    now_ms = 0.0

    def look(self, source: VirtualSource) -> bool:
        """Draw the board as it is shown now; return whether it is behind."""
        shown, display = self.follow(source.mirror, OWN_SEAT, self.now_ms), display_of(source.mirror)
        if shown and display:
            assert shown.count <= len(source.mirror.actions)
            display.panel(shown, [Player(seat, "") for seat in shown.seats])
        return shown is not None

    def wait(self, source: VirtualSource, milliseconds: float) -> None:
        """Let time pass, and look all the while."""
        while milliseconds > 0:
            passed_ms = min(milliseconds, LOOK_MS)
            run_ms(source, passed_ms)
            self.now_ms += passed_ms
            self.look(source)
            milliseconds -= passed_ms


def do_something(source: VirtualSource, presence: Presence, page: Page, random: Random) -> None:
    """Do one thing, most often what is offered."""
    if page.look(source):
        if random.random() < 0.3:
            page.hurry(page.now_ms)
        else:
            page.end()
    check_whom_all_wait_for(source)
    choices, own = source.what_to_do("ada").choices, source.visitors.own("ada")
    kind = random.random()
    if kind < 0.7 and choices:
        assert source.do("ada", random.choice(choices)) is None
    elif kind < 0.83 and own and own.hand:
        for _ in range(random.choice((1, 1, 2, 3))):  # a second card while the first one is on its way
            source.visitors.play("ada", random.choice(own.hand))
            run_ms(source, random.choice((0, 100, 300, 900)))
    elif kind < 0.86:
        source.visitors.lift("ada")
    elif kind < 0.88:  # what is no longer there, or never was, and what changes nothing in the game
        source.visitors.play("ada", NO_CARD)
        source.do("ada", Choice("", Deed.ACT))
        commands_of(source, "ada").nudge()
        commands_of(source, "ada").react(Reaction.HA_HA)
    elif kind < 0.95:
        key = random.randrange(3)
        source.visitors.key("ada", key, True)
        run_ms(source, random.choice((60, 120, 400)))
        source.visitors.key("ada", key, False)
    elif kind < 0.96:
        source.visitors.set_pace(random.choice([*PACES]))
    elif kind < 0.97:
        go_away_and_come_back(source, presence, random)
    elif kind < 0.98:
        do_nothing(source, page)
    else:
        for _ in range(random.choice((1, 2))):
            commands_of(source, "ada").ask("undo")
            run_ms(source, random.choice((0, 400, 2500)))


def check_whom_all_wait_for(source: VirtualSource) -> None:
    """Who waits for others reads for whom, in the sentence or in the line of the news."""
    now = Moment.of(source, "ada")
    has_to_act = now.what.state is not State.WAIT or OWN_SEAT in now.awaited
    is_told = now.what.sentence + news_html(now)
    assert has_to_act or all(now.names[seat] in is_told for seat in now.awaited), (now.what, now.awaited)


def moment(source: VirtualSource) -> tuple[Any, ...]:
    return len(source.mirror.actions), source.mirror.view.question, source.mirror.view.seats_to_reseal()


def go_away_and_come_back(source: VirtualSource, presence: Presence, random: Random) -> None:
    """Close the page, let others wait or a virtual player stand in, and open it again: the seat is one's own."""
    for _ in range(random.choice((5, 30, 50))):
        presence.step(1000)
        run_ms(source, 1000)
        if random.random() < 0.05 and source.visitors.away():
            source.visitors.stand_in()
    presence.seen("ada")
    assert source.visitors.own("ada").seat == OWN_SEAT  # type: ignore[union-attr]


def do_nothing(source: VirtualSource, page: Page) -> None:
    """While a visitor does nothing, something is offered, or another player goes on."""
    before = moment(source)
    page.wait(source, QUIET_MS)
    what = source.what_to_do("ada")
    assert what.choices or what.state in (State.CHOOSE, State.OVER) or moment(source) != before, what


@pytest.mark.parametrize(("text", "seed", "pace", "longest_ms"), [*games()])
def test_every_game_comes_to_its_end_whatever_a_visitor_clicks(
    text: str, seed: int, pace: str, longest_ms: int
) -> None:
    source, random = begun(text, {"ada": OWN_SEAT}, seed=seed), Random(seed)
    source.visitors.set_pace(pace)
    presence, page = Presence(source.visitors), Page()
    passed_ms = still_ms = 0.0
    while source.what_to_do("ada").state != State.OVER:
        before = moment(source)
        presence.seen("ada")
        pause_ms = random.uniform(0, LONGEST_PAUSE_MS * PACES[pace])
        do_something(source, presence, page, random)
        page.wait(source, pause_ms)
        still_ms = 0 if moment(source) != before else still_ms + pause_ms
        passed_ms += pause_ms
        assert still_ms < STUCK_MS, (source.what_to_do("ada"), source.mirror.log[-5:])
        check_hands(source)
        if passed_ms >= longest_ms:
            assert longest_ms == MINUTE_MS
            return
    winners = source.mirror.game.outcome(source.mirror.position)[1:]
    names_at = [view.name or f"Seat {view.seat + 1}" for view in source.seats()]
    sentence = source.what_to_do("ada").sentence
    assert (sentence == "It is a draw.") == (len(winners) == len(source.mirror.seats))
    for seat in (source.mirror.seats[player] for player in winners if sentence != "It is a draw."):
        assert ("You win" if seat == OWN_SEAT else names_at[seat].lower()) in (sentence, sentence.lower())[
            seat != OWN_SEAT
        ]
    page.hurry(page.now_ms)
    page.wait(source, QUIET_MS)
    assert not page.look(source)
    check_hands(source)
    assert source.start(source.offered.players) is None
    goes_on = (State.CHOOSE, State.WAIT)  # ada may begin
    run_until(source, lambda: len(source.mirror.actions) > 0 and source.what_to_do("ada").state in goes_on)

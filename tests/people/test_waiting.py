"""How long one waits for virtual players, in simulated time: they think while others do, and choose together."""

import pytest

from tavolo.games import load, names
from tavolo.rules.contract import CHANCE
from tavolo_host.display.model.playback import Playback
from tavolo_host.display.parts.what_to_do import State
from tavolo_host.people.people import VirtualPlayers
from tavolo_host.sources.virtual_source import VirtualSource
from tests.sources.source_support import STEP_MS, begun, run_ms, run_until

OXEN = load("tanz-der-hornochsen")
LIMIT_MS = 60_000


def now_ms(source: VirtualSource) -> int:
    return source.table.clock.now_us // 1000


def acting(source: VirtualSource) -> tuple[int, ...]:
    record = source.table.board.referee.play.record
    found: tuple[int, ...] = record.game.to_act(record.position)
    return found


def reveals(source: VirtualSource) -> int:
    return sum(action[0] == OXEN.REVEAL for action in source.mirror.actions)


@pytest.mark.parametrize(("pace", "longest_ms"), [("slow", 7500), ("normal", 4500), ("quick", 2500), ("instant", 2500)])
def test_eight_choose_in_the_time_that_one_takes(pace: str, longest_ms: int) -> None:
    """In the first round they buy tiles before, too."""
    source = begun("tanz-der-hornochsen players=8", {})
    source.visitors.set_pace(pace)
    run_until(source, lambda: len(acting(source)) == 8, LIMIT_MS)
    began_ms = now_ms(source)
    run_until(source, lambda: reveals(source) == 1, LIMIT_MS)
    assert now_ms(source) - began_ms < longest_ms


@pytest.mark.parametrize(("pace", "longest_ms"), [("normal", 2600), ("instant", 1000)])
def test_others_have_chosen_while_a_visitor_thinks(pace: str, longest_ms: int) -> None:
    source = begun("tanz-der-hornochsen players=8", {"ada": 3})
    source.visitors.set_pace(pace)
    run_until(source, lambda: source.what_to_do("ada").state == State.CHOOSE, LIMIT_MS)
    run_until(source, lambda: acting(source) == (3,), LIMIT_MS)
    began_ms = now_ms(source)
    assert source.visitors.play("ada", source.visitors.own("ada").hand[0]) is None
    run_until(source, lambda: reveals(source) == 1)
    assert now_ms(source) - began_ms < longest_ms


def test_the_last_who_chooses_has_a_moment_for_a_second_thought() -> None:
    source = begun("tanz-der-hornochsen players=2", {"ada": 0})
    run_until(source, lambda: acting(source) == (0,), LIMIT_MS)
    first, second = source.visitors.own("ada").hand[:2]  # type: ignore[union-attr]
    assert source.visitors.play("ada", first) is None
    run_ms(source, 1600)
    assert source.visitors.play("ada", second) is None
    run_until(source, lambda: reveals(source) == 1, 2600)
    reveal = next(action for action in source.mirror.actions if action[0] == OXEN.REVEAL)
    assert second in reveal
    assert first not in reveal


@pytest.mark.parametrize(
    ("text", "longest_ms"),
    [("david-goliath players=4", 750), ("yellowstone-park players=4", 1600), ("kuh-vadis players=2", 1300)],
)
def test_at_an_instant_pace_nobody_thinks_longer_than_hands_move(text: str, longest_ms: int) -> None:
    source = begun(text, {})
    source.visitors.set_pace("instant")
    run_until(source, lambda: CHANCE not in acting(source), LIMIT_MS)
    for _ in range(8):
        length, began_ms = len(source.mirror.actions), now_ms(source)
        run_until(source, lambda length=length: len(source.mirror.actions) > length, LIMIT_MS)  # type: ignore[misc]
        assert now_ms(source) - began_ms < longest_ms


def decide(source: VirtualSource) -> float:
    """Take the first choice, or else play the first card, until the next decision; return how long that took."""
    what = source.what_to_do("ada")
    assert source.do("ada", what.choices[0]) is None
    waited_ms = STEP_MS
    source.step(STEP_MS)
    while source.what_to_do("ada").state not in (State.CHOOSE, State.OVER):
        source.step(STEP_MS)
        waited_ms += STEP_MS
    return waited_ms


@pytest.mark.parametrize("name", names())
def test_at_an_instant_pace_the_next_decision_comes_within_a_second(name: str) -> None:
    """A step is some 15 ms of work, which a second has room for besides."""
    source = begun(f"{name} players={min(4, load(name).SEATS[1])}", {"ada": 3})
    source.visitors.set_pace("instant")
    run_until(source, lambda: source.what_to_do("ada").state == State.CHOOSE, 2000)
    assert max(decide(source) for _ in range(6)) <= 400


@pytest.mark.parametrize("name", ["kuh-vadis", "yellowstone-park"])
def test_time_that_is_skipped_changes_nothing_of_a_game(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    played = []
    for skips in (True, False):
        if not skips:
            monkeypatch.setattr(VirtualPlayers, "is_waited_for", False)
        source = begun(f"{name} players=2", {"ada": 3})
        source.visitors.set_pace("instant")
        for _ in range(6):
            run_until(source, lambda source=source: source.what_to_do("ada").state == State.CHOOSE)  # type: ignore[misc]
            run_ms(source, 1000)
            decide(source)
        played.append(list(source.mirror.actions))
    fewest = min(map(len, played))
    assert fewest > 6
    assert played[0][:fewest] == played[1][:fewest]


def test_no_time_is_skipped_while_another_visitor_still_chooses_or_bots_play_alone() -> None:
    source = begun("tanz-der-hornochsen players=4", {"ada": 1, "bob": 3})
    source.visitors.set_pace("instant")
    run_until(source, lambda: all(source.what_to_do(each).state == State.CHOOSE for each in ("ada", "bob")))
    assert source.visitors.play("ada", source.visitors.own("ada").hand[0]) is None
    began_ms = now_ms(source)
    run_ms(source, 2000)
    assert now_ms(source) - began_ms < 2100
    source = begun("kuh-vadis players=2", {})
    source.visitors.set_pace("instant")
    began_ms = now_ms(source)
    run_ms(source, 2000)
    assert now_ms(source) - began_ms < 2100


def test_a_turn_of_a_bot_in_kuh_vadis_is_seen_in_four_seconds() -> None:
    source, playback, turns = begun("kuh-vadis players=2", {}), Playback(), []
    began_ms, shown_ms, turn = 0.0, 0.0, 0
    while len(turns) < 12:
        source.step(STEP_MS)
        shown_ms += STEP_MS
        shown = playback.follow(source.mirror, None, shown_ms)
        now = (shown or source.mirror.record).position.turn  # type: ignore[union-attr]
        if now != turn:
            turns.append(shown_ms - began_ms)
            began_ms, turn = shown_ms, now
    assert max(turns) <= 4000


def test_a_quick_pace_takes_less_than_half_of_a_normal_one() -> None:
    waited_ms = {}
    for pace in ("normal", "quick"):
        source, playback, page_ms = begun("david-goliath players=4", {"ada": 3}), Playback(), 0.0
        source.visitors.set_pace(pace)
        for _ in range(3):
            run_until(source, lambda source=source: source.what_to_do("ada").state == State.CHOOSE)  # type: ignore[misc]
            assert source.do("ada", source.what_to_do("ada").choices[0]) is None
            playback.unhurried = source.roster.unhurried
            while playback.follow(source.mirror, 3, page_ms) or source.what_to_do("ada").state != State.CHOOSE:
                source.step(STEP_MS)
                page_ms += STEP_MS
        waited_ms[pace] = page_ms
    assert waited_ms["quick"] < waited_ms["normal"] / 2

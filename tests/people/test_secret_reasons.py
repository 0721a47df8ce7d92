"""Reasons tell nothing of hidden cards before the game is over: games that differ in hidden cards alone sound alike.

The other game of a pair has at each decision another deal that agrees with what everybody knows, and in which the same
action is possible; a virtual player decided in it too.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from random import Random
from typing import Any

import pytest
from nicegui import Client
from nicegui.page import page

from tavolo.games import names
from tavolo.rules.contract import CHANCE, TABLE, Setup
from tavolo_host.board.mirror import Mirror
from tavolo_host.display.live.log_panel import LogPanel
from tavolo_host.display.parts.source import LOG_SHOWN
from tavolo_host.people.people import VirtualPlayers
from tavolo_host.people.tracked_game import TrackedGame
from tavolo_host.players import levels
from tavolo_host.players.of_game import choose, determinize
from tavolo_host.players.reasons import Figure, Reason
from tavolo_host.players.settings import EASY, SENSIBLE, STRONG
from tavolo_host.players.thinking import Answer as Decided
from tavolo_host.players.thinking import Decision, Engine, Thinking
from tavolo_host.seats.rights import RIGHTS, Answer, Right
from tavolo_host.sources.tutor import PlayingTutor
from tavolo_host.sources.visitors import PlayingVisitors
from tavolo_host.texts.language import LANGUAGES, speaking
from tests.display.display_support import moment_of
from tests.players.deciding import thought_out
from tests.sources.source_support import begun, run_until

HIDING = [name for name in names() if name != "kuh-vadis"]
EACH_HIDING = pytest.mark.parametrize("name", HIDING)
Told = dict[int, tuple[int, list[Any]]]  # by entry: looks before the answer, and the answer in each language


class Pondering(Engine):
    """Answers after a number of looks that depends on the hand, and explains as all levels do."""

    def begin(self, decision: Decision) -> Thinking:
        known: Any = decision.known
        looks = iter(range(sum(known.hands[decision.player]) % 5))
        return Thinking(lambda: Decided(choose(*decision[:4]), SENSIBLE) if next(looks, None) is None else None)

    def why(self, decision: Decision, action: tuple[int, ...], answer: Decided) -> Reason:
        return levels.why(decision, action, answer)


def a_table(actions: Sequence[tuple[int, ...]], setup: Setup) -> PlayingVisitors:
    """A game so far at a virtual table, by virtual players who sit or stand in at all seats."""
    virtual_players = VirtualPlayers([], None, Random(1), Random(2))
    virtual_players.engine, virtual_players.level = Pondering(choose), SENSIBLE
    tracked_game = virtual_players.follower.tracked_game = TrackedGame(setup)
    mirror = virtual_players.follower.laptop = Mirror()
    known = tracked_game.known
    mirror.take("start", (0, tuple(range(setup.players)), known.setup.text()), 0)
    mirror.take("whole", (0, known.digest(), 0), 0)
    visitors = PlayingVisitors(virtual_players)
    for action in actions:
        go_on(visitors, action)
    return visitors


def go_on(visitors: PlayingVisitors, action: tuple[int, ...]) -> None:
    """Let people and laptop learn of an action."""
    tracked_game, mirror = visitors._virtual_players.follower.tracked_game, visitors.mirror
    assert tracked_game is not None
    place = len(mirror.actions)
    tracked_game.apply(action)
    mirror.take("act", (place, tracked_game.known.digest(), tracked_game.known.actions[place]), 0)
    assert mirror.in_step


def shown(visitors: PlayingVisitors) -> list[int]:
    """The numbers of the decisions in the log."""
    game = visitors.mirror.game
    assert game is not None
    places = {entry.place for entry in visitors.mirror.log[-LOG_SHOWN:] if entry.place >= 0}
    return sorted(place for place in places if game.actor(visitors.mirror.actions[place]) != CHANCE)


def decide(visitors: PlayingVisitors) -> None:
    """Let virtual players find what was done, by the hands that they have; some answers are lost, as by an undo."""
    tracked_game = visitors._virtual_players.follower.tracked_game
    assert tracked_game is not None
    record = tracked_game.record
    for place in shown(visitors):
        action, level = record.actions[place], (EASY, SENSIBLE, STRONG)[place % 3]
        answer = Decided(action, level)
        if level == STRONG:
            hand = record.before(place).hands[record.game.actor(action)]
            answer = answer._replace(figures={action: Figure(1, 0.5, sum(hand))})
        tracked_game.thought[place] = None if place % 4 == 1 else (place, answer)


def deal_again(visitors: PlayingVisitors, seed: int) -> int:
    """Replace all hidden cards before each decision, so that it stays possible; return how many hands are others."""
    record: Any = visitors._virtual_players.record
    game, random, changed = record.game, Random(seed), 0
    for place in shown(visitors):
        action, truth = record.actions[place], record.before(place)
        seen, player = game.view(truth, TABLE), game.actor(action)
        for _ in range(20):
            with suppress(ValueError):
                other = determinize(game, seen, TABLE, random)
                record._put_right(other, action)
                if not game.refusal(other, action):
                    assert game.position_text(game.view(other, TABLE)) == game.position_text(seen)
                    record._positions[place] = other
                    changed += other.hands[player] != truth.hands[player]
                    break
    return changed


def told_by(visitors: PlayingVisitors) -> Told:
    """All that the log tells anybody who asks everything: which entries have buttons, and what these show."""
    told: Told = {}
    tutor = PlayingTutor(visitors, visitors._virtual_players)
    for number in sorted(tutor.explained()):
        looks, reasons = 0, []
        while tutor.why(number) is None:
            looks += 1
        for language in LANGUAGES:
            with speaking(language):
                reasons.append(tutor.why(number))
        told[number] = looks, reasons
    return told


def pairs(name: str, lengths: Iterable[int], seeds: Iterable[int]) -> Iterator[tuple[Told, Told]]:
    """What each of two games tells, once they are as long; nothing is played after the last of these lengths."""
    lengths = sorted(lengths)
    for dealt, _ in thought_out(name):
        if len(dealt.actions) < lengths[0]:
            continue
        visitors = a_table(dealt.actions, dealt.setup)
        decide(visitors)
        told = told_by(visitors)
        for seed in seeds:
            assert deal_again(visitors, seed) > len(told) / 2, "too few hands differ"
            decide(visitors)
            yield told, told_by(visitors)
        lengths = [length for length in lengths if length > len(dealt.actions)]
        if not lengths:
            return


@EACH_HIDING
def test_during_a_game_reasons_are_the_same_whatever_is_hidden(name: str) -> None:
    said = set()
    for first, second in pairs(name, [30], range(4)):
        assert first == second
        for looks, (english, italian) in first.values():
            assert looks == 0
            assert (english.figures, italian.figures) == ("", "")
            assert english.words != italian.words
            assert not re.search(r"%|\d\.\d|[{}]", f"{english.words} {italian.words}"), "an estimate"
            said.add(re.sub(r"\d+", "", english.words))
    assert len(said) > 2, "always the same"


@pytest.mark.slow
@EACH_HIDING
def test_in_fifty_pairs_of_games_reasons_are_the_same_whatever_is_hidden(name: str) -> None:
    *_, (whole, _) = thought_out(name)
    lengths = [len(whole.actions) * part // 6 for part in range(1, 6)]
    found = [first == second != {} for first, second in pairs(name, lengths, range(10))]
    assert found == [True] * 50


@EACH_HIDING
def test_reasons_that_weigh_the_hand_would_be_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    row = RIGHTS[Right.SEE_HIDDEN_REASON]
    monkeypatch.setitem(RIGHTS, Right.SEE_HIDDEN_REASON, row._replace(television=Answer.YES))  # type: ignore[arg-type]
    ((first, second),) = pairs(name, [16], [0])
    assert [words for _, words in first.values()] != [words for _, words in second.values()]
    assert [looks for looks, _ in first.values()] != [looks for looks, _ in second.values()]


def test_who_stands_in_for_a_visitor_who_is_away_tells_nothing_of_the_hand_either() -> None:
    source = begun("david-goliath players=3", {"ada": 3}, quickened=8.0)
    visitors = source.visitors
    visitors.leave("ada")
    visitors.stand_in(3)
    run_until(source, lambda: any(entry.seat == 3 for entry in source.mirror.log if entry.action))
    first = told_by(visitors)
    assert 3 in {entry.seat for entry in source.mirror.log if entry.number in first}
    assert deal_again(visitors, 1) == len(first)
    assert first == told_by(visitors)


def test_when_the_game_is_over_every_decision_has_its_reason_and_figures() -> None:
    *_, (dealt, _) = thought_out("david-goliath")
    visitors = a_table(dealt.actions, dealt.setup)
    decide(visitors)
    assert visitors.mirror.result
    decisions = [entry for entry in visitors.mirror.log[-LOG_SHOWN:] if entry.action and entry.seat is not None]
    told = told_by(visitors)
    assert told.keys() == {entry.number for entry in decisions}
    # The easy level makes some moves without thought.
    weighed = [reason for entry in decisions if entry.place % 3 for reason in told[entry.number][1]]
    assert weighed
    assert all(re.search(r"\d", reason.figures) for reason in weighed)


def test_a_reason_that_is_shown_gets_its_figures_when_the_game_is_over() -> None:
    *_, (dealt, _) = thought_out("david-goliath")
    visitors = a_table(dealt.actions[:-1], dealt.setup)
    decide(visitors)
    with Client(page("/")):
        tutor = PlayingTutor(visitors, visitors._virtual_players)
        panel = LogPanel(tutor, lambda: None)
        panel._ask_why(max(tutor.explained()))
        panel.show(moment_of(visitors.mirror))
        before = panel._log.props["html"]
        go_on(visitors, dealt.actions[-1])
        panel.show(moment_of(visitors.mirror))
        after = panel._log.props["html"]
    assert ("log-reason" in before, "<details" in before) == (True, False)
    assert ("log-reason" in after, "<details" in after) == (True, True)


def test_a_sealed_card_that_was_not_the_one_shown_stays_hidden() -> None:
    """As when people put in other cards after a power cut."""
    *_, (dealt, _) = islice(thought_out("bambuti"), 12)
    place = next(place for place, action in enumerate(dealt.actions) if dealt.game.actor(action) != CHANCE)
    assert dealt.is_open(place)
    verb, player, _ = dealt.actions[place]
    dealt.actions[place] = (verb, player, dealt.position.hands[player][0])
    assert not dealt.is_open(place)

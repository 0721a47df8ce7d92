"""What would have been better: which decisions are weighed for whom, which are told, and how the page shows them."""

import re
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest

from tavolo.games import names
from tavolo.rules.contract import CHANCE
from tavolo_host.display.parts.game_display import Player
from tavolo_host.display.parts.review import Review, reason_to_regret, review_html, told
from tavolo_host.people.hidden_hands import HiddenHands
from tavolo_host.people.reviewing import CLOSER, Reviewing
from tavolo_host.players.of_game import choose
from tavolo_host.players.reasons import Figure
from tavolo_host.players.thinking import Answer, Decision, Engine, Thinking
from tavolo_host.texts.language import speaking
from tests.display.display_support import text_of
from tests.players.deciding import thought_out
from tests.sources.source_support import begun, run_until

OPEN = {"kuh-vadis"}  # games without secrets
LOOKS = 2000


class Weighing(Engine):
    """An engine that finds, for each decision in `bad`, another action that wins more, by the share given there.

    At all other decisions it finds the action that was played best. `weighed` are the moments.
    """

    def __init__(self, dealt: HiddenHands, bad: dict[int, float]) -> None:
        super().__init__(choose)
        self._dealt = dealt
        self._bad = bad
        self.weighed: list[tuple[Decision, int | None]] = []

    def weigh(self, moment: Decision, iterations: int | None, besides: tuple[int, ...] = ()) -> Any:
        self.weighed.append((moment, iterations))
        places = decided_at(self._dealt, len(self._dealt.actions))
        place = places[moment.player, moment.game.position_text(moment.known)]
        done = self._dealt.actions[place]
        assert besides == done
        other = next(action for action in moment.game.legal(moment.known, moment.player) if action != done)
        more = self._bad.get(place, -0.1)
        figures = {done: Figure(20, 0.4, 0.0), other: Figure(30 if more > 0 else 10, 0.4 + more, 0.0)}
        best = other if more > 0 else done
        return Thinking(lambda: Answer(best, "strong", figures))


@cache
def decided_at(dealt: HiddenHands, length: int) -> dict[tuple[int, str], int]:
    """The number of each decision in a game of this length, by who decided and what that player knew."""
    found: dict[tuple[int, str], int] = {}
    for place, action in enumerate(dealt.actions):
        player = dealt.game.actor(action)
        if player != CHANCE:
            found.setdefault((player, dealt.game.position_text(dealt.moment(player, "", place).known)), place)
    return found


@cache
def whole_game(name: str) -> HiddenHands:
    *_, (dealt, _) = thought_out(name)
    return dealt


def reviewed(
    dealt: HiddenHands,
    player: int | None,
    bad: dict[int, float],
    thought: Any = (),
    hinted: Any = (),
    knows_all: bool = False,
) -> tuple[Review | None, Weighing]:
    """The whole review; virtual players made the decisions with the numbers in `thought`, visitors had hints."""
    engine = Weighing(dealt, bad)
    tracked_game: Any = SimpleNamespace(record=dealt, thought=thought, hinted=dict(hinted))
    reviewing = Reviewing(tracked_game, engine, player, knows_all)
    shares = []
    for _ in range(LOOKS):
        review = reviewing.look()
        if review is None:
            assert not engine.weighed
            continue
        shares.append(review.share)
        if review.share == 1:
            assert shares == sorted(shares)
            return review, engine
        assert not review.regrets
    assert not shares, "the review has no end"
    return None, engine


def own(dealt: HiddenHands, player: int) -> list[int]:
    """The numbers of a player's decisions in which there was a choice."""
    found = []
    for place, action in enumerate(dealt.actions):
        if dealt.game.actor(action) == player:
            known = dealt.moment(player, "", place).known
            found += [place] if len(dealt.game.legal(known, player)) > 1 else []
    return found


@pytest.mark.parametrize("name", names())
def test_a_visitors_own_decisions_are_weighed_and_of_others_only_what_everybody_knew(name: str) -> None:
    dealt = whole_game(name)
    everybodys = {moment.player for moment, _ in reviewed(dealt, None, {})[1].weighed}
    assert everybodys == (set(range(dealt.setup.players)) if name in OPEN else set())
    _, engine = reviewed(dealt, 0, {})
    assert {moment.player for moment, _ in engine.weighed} == everybodys | {0}
    assert sum(moment.player == 0 for moment, _ in engine.weighed) == len(own(dealt, 0))


@pytest.mark.parametrize("name", names())
def test_of_a_game_of_the_past_all_decisions_are_weighed_each_by_what_its_player_knew(name: str) -> None:
    dealt = whole_game(name)
    _, engine = reviewed(dealt, None, {}, knows_all=True)
    for player in range(dealt.setup.players):
        known = [moment.known for moment, _ in engine.weighed if moment.player == player]
        views = [dealt.moment(player, "", place).known for place in own(dealt, player)]
        assert [dealt.game.position_text(each) for each in known] == [dealt.game.position_text(each) for each in views]


def test_decisions_of_a_virtual_player_are_not_the_visitors_who_sits_down_later() -> None:
    dealt = whole_game("david-goliath")
    decisions = own(dealt, 0)
    _, engine = reviewed(dealt, 0, {}, decisions[:3])
    assert len(engine.weighed) == len(decisions) - 3


def test_the_three_that_lost_most_are_shown_in_order_after_a_second_search() -> None:
    dealt = whole_game("david-goliath")
    places = own(dealt, 0)
    bad = dict(zip(places, (0.1, 0.3, 0.02, 0.2, 0.25, 0.06, 0.07, 0.08), strict=False))
    review, engine = reviewed(dealt, 0, bad)
    assert review is not None
    assert [regret.after - 1 for regret in review.regrets] == [places[1], places[3], places[4]]
    regret = review.regrets[0]
    assert (regret.player, regret.is_own, regret.action) == (0, True, dealt.actions[places[1]])
    assert (regret.wins, round(regret.could, 2)) == (0.4, 0.7)
    assert sum(iterations is None for _, iterations in engine.weighed) == CLOSER
    assert reviewed(dealt, 0, {places[2]: 0.02})[0] == Review(1.0)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "You chose “{}”; “{}” would have been better."),
        ("it", "Hai scelto «{}»; sarebbe stato meglio «{}»."),
    ],
)
def test_a_moment_is_a_button_that_says_what_was_done_and_what_is_better(language: str, words: str) -> None:
    dealt = whole_game("david-goliath")
    place = own(dealt, 0)[1]
    review, _ = reviewed(dealt, 0, {place: 0.3})
    assert review is not None
    with speaking(language):
        html = review_html(review, dealt.game, [Player(seat, "<Ada>") for seat in range(3)])
        reason = reason_to_regret(review.regrets[0], dealt.game)
    pattern = re.escape(words).replace(re.escape("{}"), r"[\w ]+")
    assert re.search(pattern, text_of(html)), text_of(html)
    assert f'data-press="{place + 1}"' in html
    assert "%" not in text_of(html) + reason.words, "an estimate among the words"
    assert re.search("30 % .*70 % .* 40 %", reason.figures)


def test_what_a_hint_advised_is_no_mistake_and_the_review_says_so() -> None:
    dealt = whole_game("david-goliath")
    places = own(dealt, 0)
    bad = dict(zip(places, (0.3, 0.1, 0.1, 0.1), strict=False))
    advised = {(places[0], 0): dealt.actions[places[0]], (places[1], 0): dealt.actions[places[0]]}
    review, _ = reviewed(dealt, 0, bad, hinted=advised)
    assert review is not None
    assert [regret.after - 1 for regret in review.regrets] == places[1:4], "mistakes come first"
    review, _ = reviewed(dealt, 0, {places[0]: 0.3, places[1]: 0.3}, hinted=advised)
    assert review is not None
    assert [told(regret, dealt.game, [])[:10] for regret in review.regrets] == ["You did as", "You chose "]


def test_a_hint_counts_until_its_player_acts_though_others_act_before() -> None:
    dealt = whole_game("david-goliath")
    before, place = own(dealt, 0)[:2]
    for length, is_hinted in ((place - 1, True), (before, False)):
        review, _ = reviewed(dealt, 0, {place: 0.3}, hinted={(length, 0): dealt.actions[place]})
        assert review is not None
        assert review.regrets[0].is_hinted == is_hinted


def test_others_are_called_by_their_names_which_bring_no_markup() -> None:
    dealt = whole_game("kuh-vadis")
    review, _ = reviewed(dealt, None, {own(dealt, 1)[0]: 0.3})
    assert review is not None
    html = review_html(review, dealt.game, [Player(seat, "<Ada>") for seat in range(2)])
    assert "&lt;Ada&gt; chose “" in html


def test_there_is_a_review_only_at_the_end_and_only_with_a_search() -> None:
    source = begun("david-goliath players=3", {}, quickened=8.0)
    run_until(source, lambda: len(source.mirror.actions) > 8)
    source.visitors.sit("ada", 3)
    virtual_players = source.table.virtual_players
    for is_over in (False, True):
        assert [source.tutor.review("ada") for _ in range(LOOKS)] == [None] * LOOKS  # by an engine that only chooses
        assert virtual_players.record is not None
        virtual_players.engine = Weighing(virtual_players.record, {})
        source.visitors.stand("ada")
        virtual_players.follower.tracked_game.thought.clear()  # type: ignore[union-attr]
        source.visitors.sit("ada", 3)
        reviews = [source.tutor.review("ada") for _ in range(LOOKS)]
        assert reviews[-1] == (Review(1.0) if is_over else None)
        virtual_players.engine = Engine(choose)
        source.visitors.stand("ada")
        run_until(source, lambda: bool(source.mirror.result))
        source.visitors.sit("ada", 3)

"""What would have been better: which decisions are weighed for whom, which are told, and how the page shows them."""

import re
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest

from tavolo.games import names
from tavolo.rules.contract import CHANCE
from tavolo_host.display.parts.game_display import Player
from tavolo_host.display.parts.review import SHOWN, Review, reason_to_mistake, review_html, told
from tavolo_host.people.hidden_hands import HiddenHands
from tavolo_host.people.reviewing import Reviewing
from tavolo_host.players.of_game import choose
from tavolo_host.players.reasons import Cost
from tavolo_host.players.thinking import Decision, Engine, Pending
from tavolo_host.texts.language import speaking
from tests.display.display_support import text_of
from tests.players.deciding import thought_out
from tests.sources.source_support import begun, run_until

LOOKS = 500
ADAS = [Player(seat, "<Ada>") for seat in range(3)]


class Weighing(Engine):
    """An engine that finds, for each decision in `bad`, the cost given there, and that all others cost nothing.

    Those that cost None cannot be weighed. `weighed` are the moments.
    """

    def __init__(self, dealt: HiddenHands, bad: dict[int, float | None]) -> None:
        super().__init__(choose)
        self._dealt = dealt
        self._bad = bad
        self.weighed: list[Decision] = []

    def cost(self, moment: Decision, played: tuple[int, ...]) -> Any:
        self.weighed.append(moment)
        place = decided_at(self._dealt, len(self._dealt.actions))[
            moment.player, moment.game.position_text(moment.known)
        ]
        assert played == self._dealt.actions[place]
        other = next(action for action in moment.game.legal(moment.known, moment.player) if action != played)
        lost = self._bad.get(place, 0.0)
        return Pending(lambda: Cost(played) if lost is None else Cost(other, lost, 1.0, 50))


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
    player: int,
    bad: dict[int, float | None],
    thought: Any = (),
    hinted: Any = (),
    is_own: bool = True,
) -> tuple[Review | None, Weighing]:
    """The whole review; virtual players made the decisions with the numbers in `thought`, visitors had hints."""
    engine = Weighing(dealt, bad)
    tracked_game: Any = SimpleNamespace(record=dealt, thought=thought, hinted=dict(hinted))
    reviewing = Reviewing(tracked_game, engine, player, is_own)
    shares: list[float] = []
    for _ in range(LOOKS):
        review = reviewing.look()
        if review is None or review.share == 1:
            assert shares == sorted(shares)
            assert review == reviewing.look(), "it stays"
            return review, engine
        assert not review.mistakes
        shares.append(review.share)
    raise AssertionError("the review has no end")


def mistakes(dealt: HiddenHands, bad: dict[int, float | None], **given: Any) -> list[int]:
    """The numbers of the decisions of player 0 that the review names."""
    review, _ = reviewed(dealt, 0, bad, **given)
    assert review is not None
    return [mistake.after - 1 for mistake in review.mistakes]


def own(dealt: HiddenHands, player: int) -> list[int]:
    """The numbers of a player's decisions in which there was a choice."""
    found = []
    for place, action in enumerate(dealt.actions):
        if dealt.game.actor(action) == player:
            known = dealt.moment(player, "", place).known
            found += [place] if len(dealt.game.legal(known, player)) > 1 else []
    return found


@pytest.mark.parametrize("name", names())
def test_each_decision_of_a_player_is_weighed_by_what_that_player_knew_and_no_others(name: str) -> None:
    dealt = whole_game(name)
    _, engine = reviewed(dealt, 1, {}, is_own=False)
    assert {moment.player for moment in engine.weighed} == {1}
    views = [dealt.moment(1, "", place).known for place in own(dealt, 1)]
    known = [moment.known for moment in engine.weighed]
    assert [dealt.game.position_text(each) for each in known] == [dealt.game.position_text(each) for each in views]


def test_decisions_of_a_virtual_player_are_not_the_visitors_who_sits_down_later_but_can_be_asked_for() -> None:
    dealt = whole_game("david-goliath")
    decisions = own(dealt, 0)
    for is_own, weighed in ((True, decisions[3:]), (False, decisions)):
        _, engine = reviewed(dealt, 0, {}, decisions[:3], is_own=is_own)
        assert len(engine.weighed) == len(weighed)


def test_what_exceeds_the_noise_is_named_the_largest_first_and_nothing_below_it() -> None:
    dealt = whole_game("david-goliath")
    places = own(dealt, 0)
    bad = dict(zip(places, (4.0, 9.0, 1.9, 2.1, 6.0, -5.0), strict=False))  # with a standard error of 1
    assert mistakes(dealt, bad) == [places[1], places[4], places[0], places[3]]


def test_nothing_was_better_only_where_every_decision_was_weighed() -> None:
    dealt, words = whole_game("david-goliath"), "Nothing would have been clearly better."
    places = own(dealt, 0)
    unweighed = "decisions could not be weighed."
    for bad, is_told in (({}, True), ({places[0]: None, places[1]: None}, False), ({places[0]: 5.0}, False)):
        page = text_of(review_html(reviewed(dealt, 0, bad)[0], dealt.game, ADAS))  # type: ignore[arg-type]
        assert (words in page) == is_told
        assert (f"2 {unweighed}" in page) == (None in bad.values())
    assert reviewed(dealt, 0, dict.fromkeys(places))[0] is None, "nothing could be weighed"


def test_the_sum_is_in_the_games_points_and_the_smaller_ones_are_apart() -> None:
    for name, costs, words in (
        ("tanz-der-hornochsen", (8.0, 6.0), "These 2 moves cost you about 14 points."),
        ("david-goliath", (8.0,), "One move cost you about 8 points."),
        ("bambuti", (8.0, 6.0), "These 2 moves cost you about 14 points against the other player."),
        ("kuh-vadis", (2.3, 2.2), "These 2 moves cost you about 450 % of a win."),
        ("david-goliath", (8.0, 7.0, 6.0, 5.0, 4.0, 3.5, 2.5), "These 5 moves cost you about 30 points."),
    ):
        dealt = whole_game(name)
        review, _ = reviewed(dealt, 0, dict(zip(own(dealt, 0), costs, strict=False)))
        assert review is not None
        if name == "tanz-der-hornochsen" and review.points < -14:
            words = words.replace("14 points", f"14 of your {-review.points:g} points")
        page = text_of(review_html(review, dealt.game, ADAS))
        assert words in page
        assert ("2 smaller mistakes" in page) == (len(costs) > SHOWN)
    words = text_of(review_html(reviewed(dealt, 1, {own(dealt, 1)[0]: 4.0}, is_own=False)[0], dealt.game, ADAS))
    assert "One move cost &lt;Ada&gt; about 4 points." in words


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "You chose {}; {} would have been better."),
        ("it", "Hai scelto {}; sarebbe stato meglio {}."),
    ],
)
def test_a_mistake_is_a_button_that_says_what_was_done_and_what_is_better(language: str, words: str) -> None:
    dealt = whole_game("david-goliath")
    place = own(dealt, 0)[1]
    review, _ = reviewed(dealt, 0, {place: 7.0})
    assert review is not None
    with speaking(language):
        html = review_html(review, dealt.game, ADAS)
        reason = reason_to_mistake(review.mistakes[0], 0, dealt.game)
    pattern = re.escape(words).replace(re.escape("{}"), r"[\w ]+")
    assert re.search(pattern, text_of(html)), text_of(html)
    assert f'data-press="{place + 1}"' in html
    assert not re.search(r"\b7\b", reason.words), "an estimate among the words"
    assert re.search(r"\b7\b.*\b2\b.*\b50\b", reason.figures)


def test_what_a_hint_advised_is_no_mistake_and_the_review_says_so() -> None:
    dealt = whole_game("david-goliath")
    places = own(dealt, 0)
    advised = {(places[0], 0): dealt.actions[places[0]], (places[1], 0): dealt.actions[places[0]]}
    review, _ = reviewed(dealt, 0, {places[0]: 9.0, places[1]: 3.0}, hinted=advised)
    assert review is not None
    assert [told(mistake, review, dealt.game, [])[:10] for mistake in review.mistakes] == ["You did as", "You chose "]
    page = text_of(review_html(review, dealt.game, ADAS))
    assert "One move cost you about 3 points." in page
    assert page.index("You chose") < page.index("You did as"), "mistakes come first"


def test_a_hint_counts_until_its_player_acts_though_others_act_before() -> None:
    dealt = whole_game("david-goliath")
    before, place = own(dealt, 0)[:2]
    for length, is_hinted in ((place - 1, True), (before, False)):
        review, _ = reviewed(dealt, 0, {place: 5.0}, hinted={(length, 0): dealt.actions[place]})
        assert review is not None
        assert review.mistakes[0].is_hinted == is_hinted


def test_others_are_called_by_their_names_which_bring_no_markup() -> None:
    dealt = whole_game("kuh-vadis")
    review, _ = reviewed(dealt, 1, {own(dealt, 1)[0]: 3.0}, is_own=False)
    assert review is not None
    html = review_html(review, dealt.game, ADAS[:2], own=0)
    assert re.search("&lt;Ada&gt; chose [“1-7a-g]", html)
    assert re.findall(r'data-press="of (\d)"[^>]*aria-pressed="(\w+)"', html) == [("0", "false"), ("1", "true")]


def test_there_is_a_review_only_at_the_end_and_only_with_a_search_of_others_on_request() -> None:
    source = begun("david-goliath players=3", {}, quickened=8.0)
    run_until(source, lambda: len(source.mirror.actions) > 8)
    source.visitors.sit("ada", 3)
    virtual_players = source.table.virtual_players
    for is_over in (False, True):
        assert source.tutor.can_review == is_over
        assert [source.tutor.review("ada") for _ in range(LOOKS)][-1] is None  # by an engine that only chooses
        assert virtual_players.record is not None
        engine = virtual_players.engine = Weighing(virtual_players.record, {})
        source.visitors.stand("ada")
        virtual_players.follower.tracked_game.thought.clear()  # type: ignore[union-attr]
        source.visitors.sit("ada", 3)
        review = [source.tutor.review("ada") for _ in range(LOOKS)][-1]
        assert (review and (review.share, review.is_own)) == ((1.0, True) if is_over else None)
        assert {moment.player for moment in engine.weighed} == ({review.player} if review else set())
        other = (review.player + 1) % 3 if review else 0
        another = [source.tutor.review("ada", other) for _ in range(LOOKS)][-1]
        assert (another and (another.player, another.is_own)) == ((other, False) if is_over else None)
        virtual_players.engine = Engine(choose)
        source.visitors.stand_in(3)
        run_until(source, lambda: bool(source.mirror.result))

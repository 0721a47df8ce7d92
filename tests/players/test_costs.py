"""What a decision cost: planted mistakes are found in each game, and what is exactly known is found exactly."""

from random import Random
from typing import Any

import pytest

from tavolo.games import load
from tavolo.games.tanz_der_hornochsen.position import BUY
from tavolo_host.people.hidden_hands import HiddenHands
from tavolo_host.players import of_game
from tavolo_host.players.costs import CONFIRMING, cost
from tavolo_host.players.reasons import Cost
from tavolo_host.players.settings import STRONG
from tavolo_host.players.thinking import Decision
from tavolo_host.texts.playthrough import record_of, texts_in
from tests.players.test_search import last_of_bambuti
from tests.rules.support import read_text

FEW = 12  # samples
# In golden playthroughs: the game's number, how many actions precede the decision, and the mistake. In turn: a card
# that will be neither the lowest nor the highest; a red 2 for a yellow 7, before the opponent scores; a card in a far
# column, for which nearly the whole board is taken; a turn that ends after its first roll, without a mark; three tiles
# bought with a cheap one in hand.
PLANTED = {
    "david-goliath": (0, 17, "play 1 blue-6"),
    "bambuti": (0, 78, "play 0 red-2 of 0 r2"),
    "yellowstone-park": (1, 160, "place 0 green-1 a"),
    "kuh-vadis": (0, 240, "done 0"),
    "tanz-der-hornochsen": (1, 93, "buy 1 3"),
}


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_mistake_is_found_and_what_is_better_is_none(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    number, place, planted = PLANTED[name]
    moment = moment_of(name, number, place)
    few = FEW * (6 if name == "david-goliath" else 1)  # where the rest of a deal scatters
    monkeypatch.setattr(of_game.search_of(name), "SAMPLES", few, raising=False)
    game = moment().game
    found = cost(moment(), game.action_from_text(planted))
    assert found.samples == CONFIRMING * few
    assert found.is_clear(of_game.has_points(game)), found
    assert found == cost(moment(), game.action_from_text(planted)), "the same random numbers find the same"
    assert cost(moment(), found.better).mean < found.mean / 2


def moment_of(name: str, number: int, place: int) -> Any:
    """What gives the decision after so many actions of a golden playthrough, each time as it was first."""
    record = record_of([*texts_in(read_text(f"golden/{name}.txt"))][number])
    dealt, player = HiddenHands(record.setup), record.game.actor(record.actions[place])
    for action in record.actions[:place]:
        dealt.apply(action)
    return lambda: dealt.moment(player, STRONG)


def test_the_last_play_of_a_game_costs_exactly_what_it_loses_of_the_lead() -> None:
    game, (position, player) = load("bambuti"), last_of_bambuti(10)
    leads = {}
    for action in game.legal(position, player):
        ended = position.copy()
        game.apply(ended, action)
        leads[action] = ended.points[player] - ended.points[1 - player]
    for action, lead in leads.items():
        found = cost(Decision(game, game.view(position, player), player, Random(1), STRONG), action)
        assert (found.mean, found.error) == (pytest.approx(max(leads.values()) - lead), 0)


def test_where_no_position_agrees_with_what_is_known_nothing_is_weighed() -> None:
    decision = moment_of("david-goliath", 0, 21)()
    decision.known.hands[decision.player] = decision.known.hands[decision.player][:1] * 6
    played = (*decision.game.legal(decision.known, decision.player)[0][:2], 0)
    assert cost(decision, played) == Cost(played)


def test_who_buys_tiles_after_choosing_could_have_waited() -> None:
    record = record_of([*texts_in(read_text("golden/tanz-der-hornochsen.txt"))][1])
    dealt, game, costs = HiddenHands(record.setup), record.game, []
    for action in record.actions:
        player = game.actor(action)
        if player >= 0 and dealt.position.chosen[player] and action[0] == BUY:
            costs.append(cost(dealt.moment(player, STRONG), action))
        dealt.apply(action)
    assert any(found.better == () and found.is_clear(True) for found in costs), costs

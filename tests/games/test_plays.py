"""Every game plays: both laws at every action, bytes there and back, and virtual players who reach its end."""

from typing import Any

import pytest

from tavolo.games import load, names
from tavolo.link.codecs import NUMBERS
from tavolo.link.messages import fields_of
from tavolo.rules.contract import CHANCE, TABLE, Setup
from tavolo.rules.record import Record
from tests.rules.play import next_action
from tests.rules.support import Numbers
from tests.table import draws
from tests.table.evening import Evening, play_out

EVERY = pytest.mark.parametrize("name", names())
MOST_ACTIONS = 200  # that are tried; random games of Kuh Vadis have about a thousand
# Players and options with which a game ends soon, where that is not with the fewest players and default options.
SHORT: dict[str, tuple[int, tuple[int, ...]]] = {"yellowstone-park": (4, (10, 1, 0, 0))}
LONG = {"tanz-der-hornochsen"}  # tests/table/test_whole_game_hornochsen.py has the main test


@EVERY
def test_at_every_action_of_a_game_both_laws_hold_and_its_position_comes_back_from_its_bytes(name: str) -> None:
    game = load(name)
    for players in set(game.SEATS):
        dealt, table = (Record(Setup(game, players, None, is_dealt)) for is_dealt in (True, False))
        numbers, actions = Numbers(players), 0
        while (action := next_action(dealt, numbers)) is not None and actions < MOST_ACTIONS:
            told = game.public(action)
            when = f"{name}, {players} players, action {actions}, {game.action_text(action)}"
            assert_it_can_be_told(told, when)
            assert game.refusal(table.position, told) is None, f"{when}: the second law, it is refused at the table"
            dealt.apply(action)
            table.apply(told)
            actions += 1
            known = game.position_text(table.position)
            assert game.position_text(game.view(dealt.position, TABLE)) == known, f"{when}: the first law"
            content = game.position_bytes(table.position)
            assert game.position_bytes(dealt.position) == content, f"{when}: its bytes tell something secret"
            found = game.position_from_bytes(game.start(table.setup), content)
            assert game.position_text(found) == known, f"{when}: its bytes are another position's"


def assert_it_can_be_told(action: tuple[int, ...], when: str) -> None:
    """Assert that an action fits a line of the link, in its public form."""
    _, form, low, high, _, most = fields_of("act")[2]
    assert form == NUMBERS
    assert len(action) <= most, f"{when}: it has {len(action)} numbers in public, and the link takes {most} at most"
    for place, number in enumerate(action):
        assert low <= number <= high, f"{when}: its number {place} is {number}, and the link takes {low} to {high}"


@EVERY
def test_people_read_the_boards_draws_from_the_lights(name: str) -> None:
    game: Any = load(name)
    if name in draws.READERS:
        return  # another test tries that
    record, numbers = Record(Setup(game, game.SEATS[0])), Numbers(1)
    while game.to_act(record.position) and len(record.actions) < MOST_ACTIONS:
        if game.to_act(record.position) == (CHANCE,) and draws.is_drawn(game, record.position):
            seen = draws.looks(record, tuple(range(record.setup.players)))
            is_seen = set(draws.outcomes(game, record.position)) == set(seen.values())
            assert is_seen, f"{name}: its scene does not show on the field what the board has drawn"
        record.apply(next_action(record, numbers))


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow) if name in LONG else name for name in names()]
)
def test_virtual_people_play_a_game_to_its_end_and_board_laptop_and_people_agree_after_every_action(name: str) -> None:
    players, options = SHORT.get(name, (load(name).SEATS[0], None))
    play_out(Evening(seed=10 + players), Setup(load(name), players, options))


def test_people_read_the_board_draws_from_the_lights_or_hear_them_from_the_laptop(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delitem(draws.READERS, "kuh-vadis")
    for hears, options in ((False, (1, 1, -1)), (True, (1, 0, -1))):  # real dice: the board draws only who begins
        evening = Evening(seed=12)
        if hears:
            evening.virtual_players.follower.laptop = evening.mirror
        evening.start_by_keys(Setup(load("kuh-vadis"), 2, options))
        evening.run_until(lambda evening=evening: len(evening.mirror.actions) > 8, 120_000)
        evening.run_ms(1000)
        assert evening.virtual_players.record.actions[:8] == list(evening.mirror.actions)[:8]
    evening = Evening(seed=12)
    evening.start_by_keys(Setup(load("kuh-vadis"), 2, (1, 0, -1)))
    with pytest.raises(ValueError, match="has more than 200 outcomes: one of `READERS` in"):
        evening.run_ms(120_000)

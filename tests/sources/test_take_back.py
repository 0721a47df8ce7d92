"""Taking back to one's own last decision at a virtual table, whatever others have done since."""

from random import Random

import pytest

from tavolo.games import load, names
from tavolo.rules.contract import NO_CARD
from tavolo_host.display.parts.what_to_do import Deed, State
from tavolo_host.sources.virtual_source import VirtualSource
from tests.sources.source_support import SHORT, begun, check_hands, commands_of, run_ms, run_until

OWN_SEAT = 3
PLAYING_MS = 8_000  # in which others act too
AT_ONCE_MS = 2_500  # until everything has been taken back, slots are empty, and the visitor may choose again


def sitting(name: str) -> VirtualSource:
    """A game of people in a hurry with the fewest seats, one of which is ada's."""
    source = begun(f"{name} players={load(name).SEATS[0]} {SHORT[name]}", {"ada": OWN_SEAT})
    source.visitors.set_pace("quick")
    return source


def choose(source: VirtualSource, random: Random) -> tuple[int, ...]:
    """Let ada make a decision as soon as it is offered, and return it."""
    run_until(source, lambda: source.what_to_do("ada").state == State.CHOOSE)
    chosen = random.choice([choice for choice in source.what_to_do("ada").choices if choice.deed == Deed.ACT])
    length = len(source.mirror.actions)
    assert source.do("ada", chosen) is None
    run_until(source, lambda: is_done(source, length, chosen.action))
    return chosen.action


def is_done(source: VirtualSource, length: int, action: tuple[int, ...]) -> bool:
    return source.mirror.game.public(action) in source.mirror.actions[length:]


def take_back(source: VirtualSource, length: int) -> None:
    """Let ada take back her last decision, which leaves so many actions."""
    actions = list(source.mirror.actions)[:length]
    assert commands_of(source, "ada").ask("undo") is None
    run_until(source, lambda: list(source.mirror.actions) == actions, AT_ONCE_MS)
    run_until(source, lambda: source.what_to_do("ada").state == State.CHOOSE, AT_ONCE_MS)


def own_decisions(source: VirtualSource) -> list[int]:
    """How many actions preceded each decision of ada's player."""
    mirror = source.mirror
    assert mirror.game is not None
    player = mirror.seats.index(OWN_SEAT)
    return [place for place, action in enumerate(mirror.actions) if mirror.game.actor(action) == player]


def check_sealed_too(source: VirtualSource) -> None:
    """Hands are those of the record, and what they have sealed is what the board has."""
    check_hands(source)
    board, virtual_players = source.table.board, source.table.virtual_players
    positions = board.referee.play.record.position, virtual_players.record.position
    assert getattr(positions[0], "sealed", None) == getattr(positions[1], "sealed", None)


@pytest.mark.parametrize("name", names())
def test_own_moves_come_back_one_after_the_other_although_others_have_moved_since(name: str) -> None:
    source, random = sitting(name), Random(1)
    for _ in range(2):
        choose(source, random)
        run_ms(source, PLAYING_MS)
    for length in own_decisions(source)[:-3:-1]:
        take_back(source, length)
        check_sealed_too(source)
    choose(source, random)
    check_sealed_too(source)
    run_ms(source, PLAYING_MS)
    check_sealed_too(source)


def test_who_has_not_made_a_move_yet_or_only_watches_takes_none_back() -> None:
    source = sitting("david-goliath")
    run_until(source, lambda: len(source.mirror.actions) == 2)  # the deal, and another player's card
    for visitor in ("ada", "a watcher"):
        assert source.taken_back_to(visitor) is None
    assert commands_of(source, "ada").ask("undo") == "You have no move to take back yet."
    assert commands_of(source, "a watcher").ask("undo") == "Only players can ask for that: take a seat first."
    choose(source, Random(1))
    assert source.taken_back_to("ada") == len(source.mirror.actions) - 1
    assert source.taken_back_to("a watcher") is None


def test_a_card_in_the_slot_that_is_not_played_yet_is_taken_back_before_a_move() -> None:
    source = begun("yellowstone-park players=2", {"ada": OWN_SEAT})
    many: list[int] = []  # cards with several ways to play them
    while not many or len(own_decisions(source)) < 2:
        choose(source, Random(1))
        run_until(source, lambda: source.what_to_do("ada").state == State.CHOOSE)
        cards = [source.mirror.game.action_card(choice.action) for choice in source.what_to_do("ada").choices]
        many = [card for card in cards if card != NO_CARD and cards.count(card) > 1]
    card = many[0]
    assert source.visitors.play("ada", card) is None
    run_until(source, lambda: source.table.bodies[OWN_SEAT].cards != [])
    run_ms(source, 1000)
    actions = list(source.mirror.actions)
    assert commands_of(source, "ada").ask("undo") is None
    run_until(source, lambda: source.table.bodies[OWN_SEAT].cards == [])
    run_ms(source, AT_ONCE_MS)
    assert list(source.mirror.actions) == actions
    assert card in source.visitors.own("ada").hand  # type: ignore[union-attr]
    take_back(source, own_decisions(source)[-1])

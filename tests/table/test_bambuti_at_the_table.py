"""Bambuti played by virtual people through chips, firmware and link: cards in slots, rows in secret, drums by keys."""

from random import Random
from typing import Any

from tavolo.games import load
from tavolo.rules.contract import Setup
from tests.rules.bambuti_play import cards
from tests.table.evening import Evening

BAMBUTI = load("bambuti")


def begun(seed: int) -> Evening:
    evening = Evening(seed)
    evening.company.start(Setup(BAMBUTI, 2))
    evening.run_until(lambda: evening.board.referee.play is not None, 60_000)
    return evening


def test_no_mask_of_a_row_is_on_the_laptop_before_both_are_complete() -> None:
    evening = begun(5)
    evening.run_until(lambda: len(evening.mirror.actions) >= 10)
    assert BAMBUTI.REVEAL not in [action[0] for action in evening.mirror.actions]
    assert {len(action) for action in evening.mirror.actions[1:]} == {2}
    evening.run_until(lambda: BAMBUTI.REVEAL in [action[0] for action in evening.mirror.actions])
    evening.run_ms(3000)
    assert evening.mirror.position.rows[:5] == evening.company.record.position.rows[:5]


def pictures_while_laying(rows: tuple[str, str]) -> list[tuple[str, bytes]]:
    """Lay nine masks of these rows, seat by seat; what track and field are given, one after the other."""
    evening = Evening(31)
    trace: list[tuple[str, bytes]] = []
    for name in ("track", "field"):
        wire = getattr(evening.table.hardware, name)
        wire._listener = lambda start, bits, name=name: trace.append((name, bits))
    masks = [cards(row) for row in rows]
    evening.company.dealing = [(BAMBUTI.DEAL, *sorted(masks[0]), *sorted(masks[1]))]

    def choose(game: Any, known: Any, player: int, random: Random) -> tuple[int, ...]:
        return (BAMBUTI.LAY, player, masks[player].pop(0))

    evening.company.choose = choose
    evening.company.start(Setup(BAMBUTI, 2))
    evening.run_until(
        lambda: evening.board.referee.play is not None and len(evening.board.referee.play.record.actions) >= 10
    )
    evening.run_ms(300)
    return trace


def test_the_pictures_of_two_evenings_whose_sealed_masks_differ_are_the_same_before_the_reveal() -> None:
    one = pictures_while_laying(("blue-1 red-4 green-9 red-7 red-2", "violet-1 violet-2 violet-3 yellow-2 yellow-1"))
    other = pictures_while_laying(("yellow-3 blue-3 violet-10 blue-9 green-9", "red-5 red-8 red-10 green-10 green-1"))
    assert {name for name, _ in one} == {"track", "field"}
    assert len(one) > 40
    assert one == other

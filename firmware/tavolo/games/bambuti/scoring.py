"""Bambuti: indicators, symmetry and scorings. What may be played is in `bambuti`."""

from tavolo.games.bambuti.events import DOUBLE, EQUAL, INDICATOR, INDICATOR_TURNED, SCORED
from tavolo.games.bambuti.position import NUMBERS, PLACES, Position


def indicator(mine: int, other: int) -> int:
    """Return what the indicator between two facing masks shows: above 0 it lies with `mine`, below 0 with `other`.

    The higher number H has H - L points, the lower number L has L; the difference lies with the one that has more,
    with equal colours with the other one. 0 is none (rulebook: use of the indicators).
    """
    a, b = mine % NUMBERS + 1, other % NUMBERS + 1
    if a == b:
        return 0
    lead = a - 2 * b if a > b else 2 * a - b
    return -lead if mine // NUMBERS == other // NUMBERS else lead


def indicator_event(rows: bytearray, place: int) -> tuple[int, ...]:
    """Return the indicator at a place (0-4) with the reason for where it lies."""
    first, second = rows[place], rows[PLACES + place]
    high, low = (first, second) if first % NUMBERS >= second % NUMBERS else (second, first)
    points = low % NUMBERS + 1
    of_high = high % NUMBERS + 1 - points
    if not of_high:
        return (EQUAL, place + 1, first, second, points)
    shown = indicator(first, second)
    if not shown:
        return (DOUBLE, place + 1, high, low, points)
    code = INDICATOR_TURNED if first // NUMBERS == second // NUMBERS else INDICATOR
    return (code, place + 1, high, low, of_high, points, abs(shown), 0 if shown > 0 else 1)


def indicator_sums(rows: bytearray) -> list[int]:
    """Return what the indicators on each player's side add up to."""
    sums = [0, 0]
    for place in range(PLACES):
        shown = indicator(rows[place], rows[PLACES + place])
        if shown > 0:
            sums[0] += shown
        else:
            sums[1] -= shown
    return sums


def is_symmetric(rows: bytearray, player: int) -> bool:
    """Return whether the colours of a player's row are: 1st as 5th, 2nd as 4th."""
    first = player * PLACES
    return (
        rows[first] // NUMBERS == rows[first + 4] // NUMBERS
        and rows[first + 1] // NUMBERS == rows[first + 3] // NUMBERS
    )


def score(position: Position, events: list[tuple[int, ...]]) -> None:
    """Add the indicators on each side to that player's victory points."""
    sums = indicator_sums(position.rows)
    for player in (0, 1):
        position.points[player] += sums[player]
        events.append((SCORED, player, sums[player], position.points[player]))

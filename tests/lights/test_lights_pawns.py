"""Pawns on the score track, as every game with points shows them: laps, and several on one space."""

import pytest

from tavolo.lights.pawns import paint_pawns
from tavolo.lights.stage import BEATS

COLOURS = (11, 12, 13, 14, 15, 16, 17, 18)


def over_time(totals: list[int], seconds: int = 1) -> list[bytearray]:
    """The track at each beat."""
    tracks = [bytearray(64) for _ in range(seconds * BEATS)]
    for now, track in enumerate(tracks):
        paint_pawns(track, totals, COLOURS, now)
    return tracks


def test_a_pawn_has_its_colour_and_blinks_for_each_lap_and_for_negative_points() -> None:
    totals = [59, 60 + 5, 120 + 6, 180 + 7, 240 + 1, 17 * 60 + 2, -2, -400]
    tracks = over_time(totals)
    assert {space: index for space, index in enumerate(tracks[0]) if index} == dict(
        zip((59, 5, 6, 7, 1, 2, 58, 20), COLOURS, strict=True)
    )
    rhythms = ["".join(".#"[bool(track[total % 60])] for track in tracks) for total in totals]
    assert rhythms == ["########", "#.######", "#.#.####", "#.#.#.##", *["#.#.#.#."] * 4]


@pytest.mark.parametrize("totals", [[0] * 6, [7] * 6, [7, 67, 127, 187, 247, 1207], [600, 1200]])
def test_pawns_on_one_space_take_turns_of_a_second(totals: list[int]) -> None:
    tracks = over_time(totals, 2 * len(totals))
    seen = []
    for second in range(2 * len(totals)):
        marks = {mark for track in tracks[8 * second :][:8] for mark in enumerate(track) if mark[1]}
        assert len(marks) == 1
        seen += marks
    assert seen == [(totals[0] % 60, colour) for colour in COLOURS[: len(totals)]] * 2

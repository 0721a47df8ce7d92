"""The charts of the statistics: the interval of a share, and that no number or name spoils them."""

import re

from tavolo_host.display.past.statistics_charts import lengths_chart, places_chart, ratings_chart, share_of, wins_chart
from tavolo_host.history.analysis.ratings import Rated
from tavolo_host.history.analysis.statistics import Tally


def test_the_interval_of_a_share_is_wilsons() -> None:
    share, low, high = share_of(8, 10)
    assert (share, round(low, 3), round(high, 3)) == (0.8, 0.49, 0.943)
    assert share_of(0, 1)[:2] == (0, 0)
    assert share_of(1, 1).high == 1


def test_charts_keep_names_and_lines_apart_whatever_the_numbers() -> None:
    tally = Tally(3, 1, 1.5)
    tally.places.update({1: 1, 7: 2})
    rows = [("A very long name indeed", tally)]
    for drawn in (
        wins_chart(rows, "t"),
        places_chart(rows, "t"),
        lengths_chart([0.0], "t"),
        lengths_chart([3.0] * 99 + [1e6], "t"),
    ):
        assert 'role="img"' in drawn
        assert "nan" not in drawn
    assert "A very long …" in wins_chart(rows, "t")
    lines = [(name, [Rated(1, 25.0, 8.0), Rated(900, 25.0, 8.0)]) for name in "ABC"]
    assert ratings_chart(lines, "t").count("<path") == 3


def test_a_line_of_ratings_ends_with_the_last_game_however_many_there_are() -> None:
    for count in (2, 3000):
        chart = ratings_chart([("Ada", [Rated(game, 25.0 + game, 8.0) for game in range(1, count + 1)])], "t")
        (points,) = re.findall(r'<path[^>]* d="M([^"]*)"', chart)
        (leader,) = re.findall(r"<line[^>]*stat-leader[^>]*>", chart)
        x, y = (float(re.search(rf' {name}="([^"]*)"', leader)[1]) for name in ("x1", "y1"))  # type: ignore[index]
        assert points.split("L")[-1] == f"{x - 2:.1f} {y:.1f}"  # where the line to the name begins

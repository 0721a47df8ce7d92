"""How the games of an evening are scored together, whatever their kinds: places, and the opponents behind."""

from tavolo_host.history.analysis.evening_score import scores
from tavolo_host.history.analysis.results import places, rank_points
from tavolo_host.history.kept_game import ABANDONED, OPEN, KeptPlayer
from tests.history.history_support import ended_game


def test_winners_come_first_and_equal_points_share_a_place() -> None:
    assert places((2,), (5, 9, 7, 5), 4) == [3, 2, 1, 3]
    assert places((0, 1), (), 2) == [1, 1]
    assert places((1,), (), 2) == [2, 1]
    assert places((0,), (-3, -8, -4), 3) == [1, 3, 2]


def test_a_place_counts_the_opponents_behind_so_that_a_large_game_counts_more() -> None:
    assert rank_points([1, 2]) == [1, 0]
    assert rank_points([1, 2, 3, 4, 5, 6, 7, 8]) == [7, 6, 5, 4, 3, 2, 1, 0]
    assert rank_points([1, 1, 3]) == [1.5, 1.5, 0]
    assert sum(rank_points([1, 2, 2, 2])) == sum(rank_points([1, 2, 3, 4]))


def test_games_of_different_kinds_add_up_by_places_and_not_by_points() -> None:
    evening = [
        ended_game(1, "Ada Ben Cleo", (-3, -8, -4), game="yellowstone-park"),
        ended_game(2, "Ben Ada", (90, 89)),
        ended_game(3, "Cleo Ada", (1, 40), (1,), ending=ABANDONED),
        ended_game(4, "Cleo Ada", (0, 40), (1,), ending=OPEN, ended=None),
    ]
    ada, cleo, ben = scores(evening)
    assert [(each.name, each.counted, each.place) for each in (ada, cleo, ben)] == [
        ("Ada", 2, 1),
        ("Ben", 1, 2),
        ("Cleo", 1, 2),
    ]
    assert (ada.wins, ada.by_game) == (1, {1: (1, -3), 2: (2, 89)})
    assert ben.by_game == {1: (2, -4)}
    drawn = ended_game(5, "Ada Ben", (), (0, 1), game="kuh-vadis")
    assert [(each.name, each.counted, each.wins) for each in scores([drawn])] == [("Ada", 0.5, 0), ("Ben", 0.5, 0)]


def test_a_bot_that_stands_in_plays_for_the_person_and_who_has_no_name_is_known_by_the_seat() -> None:
    stood_in = (
        KeptPlayer(0, 0, "Ada"),
        KeptPlayer(0, 0, "Ada", "easy", 20),
        KeptPlayer(1, 3, ""),
        KeptPlayer(2, 6, ""),
    )
    found = scores([ended_game(1, "Ada Ben", (9, 2)), ended_game(2, "", (3, 2, 1), players=stood_in)])
    assert [(each.name, each.seat, each.level, each.counted) for each in found] == [
        ("Ada", 0, "", 3),
        ("", 3, "", 1),
        ("Ben", 1, "", 0),
        ("", 6, "", 0),
    ]

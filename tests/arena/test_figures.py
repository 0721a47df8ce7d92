"""The figures of matches: intervals, ratings, shares and margins, and the page that shows them."""

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from tavolo.games import manifest
from tavolo_host.arena.charts import MOST_TICKS, scale_of
from tavolo_host.arena.figures import MOST_GROUPS, figures, interval, ranks, ratings
from tavolo_host.arena.playing import Match, fingerprint
from tavolo_host.arena.report import page
from tavolo_host.arena.schedule import Contest
from tavolo_host.arena.store import Store

FEW_DRAWS = 20  # of ratings, which take most of the time
STRENGTHS = {"plain": 0.0, "easy": 3.0, "sensible": 6.0}


@pytest.fixture(autouse=True)
def few_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tavolo_host.arena.figures.DRAWS", FEW_DRAWS)


def made_up(contest: Contest, number: int, noise: float = 4.0) -> Match:
    """Return a match in which stronger players have more points, with some luck; the one with most has won."""
    random = Random(number)
    line_up = tuple(place.level for place in contest.line_up(number))
    points = tuple(STRENGTHS[level] + noise * random.random() for level in line_up)
    winners = [seat for seat, own in enumerate(points) if own == max(points)]
    return Match(number, line_up, points, tuple((seat in winners) / len(winners) for seat in range(len(points))), 50)


def deals_of(contest: Contest, deals: int, noise: float = 4.0) -> list[Sequence[Match]]:
    size = contest.per_deal
    return [[made_up(contest, number, noise) for number in range(at * size, (at + 1) * size)] for at in range(deals)]


def kept(store: Store, contest: Contest, deals: Sequence[Sequence[Match]]) -> None:
    store.plan(contest, len(deals), fingerprint(contest.game))
    planned = store.planned()[-1]
    sitting = store.begin_sitting("2031-05-04 10:00 UTC", "an abacus, 1 processors", "Python 9", 3)
    store.add(planned, [match for deal in deals for match in deal], sitting, 12.5, 20.0)


def test_the_interval_of_a_known_sample_is_that_of_the_normal_distribution() -> None:
    sample = [0.0] * 200 + [1.0] * 200
    mean, low, high = interval(sample, Random(1))
    assert mean == 0.5
    assert (low, high) == pytest.approx((0.5 - 1.96 * 0.025, 0.5 + 1.96 * 0.025), abs=0.006)
    assert interval(sample, Random(1)) == (mean, low, high)
    assert interval([0.25] * 9, Random(1)) == (0.25, 0.25, 0.25)


def test_many_values_have_the_interval_of_the_normal_distribution_too() -> None:
    random = Random(3)
    sample = [random.gauss(10, 2) for _ in range(20 * MOST_GROUPS + 7)]
    mean, low, high = interval(sample, Random(1))
    half = 1.96 * 2 / len(sample) ** 0.5
    assert mean == pytest.approx(sum(sample) / len(sample))
    assert (low, high) == pytest.approx((mean - half, mean + half), abs=half / 5)


def test_ratings_order_levels_by_their_strength_with_two_seats_and_with_five() -> None:
    for game, seats in (("bambuti", 2), ("david-goliath", 5)):
        found = ratings(deals_of(Contest(game, seats, tuple(STRENGTHS)), 12), Random(1))
        plain, easy, sensible = (found[level] for level in STRENGTHS)
        assert plain.high < easy.low < easy.high < sensible.low
        assert all(each.low <= each.figure <= each.high for each in found.values())


def test_winners_are_first_and_the_others_follow_by_points() -> None:
    assert ranks(Match(0, ("plain",) * 4, (3.0, 9.0, 3.0, 7.0), (0.0, 0.0, 0.0, 1.0), 9)) == [2, 1, 2, 0]
    assert ranks(Match(0, ("plain",) * 3, (3.0, 2.0, 1.0), (0.5, 0.0, 0.5), 9)) == [0, 2, 0]


def test_margins_and_shares_are_those_of_the_matches(tmp_path: Path) -> None:
    contest = Contest("david-goliath", 3, ("plain", "sensible"))
    with Store(tmp_path / "results") as store:
        kept(store, contest, deals_of(contest, 30, noise=0))
        found = figures(store, store.planned()[0])
    assert found is not None
    assert (found.deals, found.matches, found.actions) == (30, 180, 50)
    assert found.margins["plain", "sensible"] == (-6.0, -6.0, -6.0)
    assert found.shares["plain"].figure == 0
    # Sensible ones have two of a line-up's three seats, or one: two share a win, one has it alone.
    assert found.shares["sensible"].figure == pytest.approx((2 * 0.5 + 1) / 3)
    assert [seat.figure for seat in found.seats] == pytest.approx([1 / 3] * 3)


def test_a_deal_that_was_not_played_from_every_seat_does_not_count(tmp_path: Path) -> None:
    contest = Contest("bambuti", 2, ("plain", "easy"))
    with Store(tmp_path / "results") as store:
        kept(store, contest, [[made_up(contest, number) for number in (0, 1, 3, 4, 5, 6)]])
        assert [[match.number for match in deal] for deal in store.deals(store.planned()[0])] == [[0, 1], [4, 5]]


def test_the_page_has_what_the_store_has_in_both_languages(tmp_path: Path) -> None:
    contests = [Contest("david-goliath", 4, tuple(STRENGTHS)), Contest("bambuti", 2, ("plain",))]
    contests.append(Contest("kuh-vadis", 2, ("easy", "sensible"), "sensible"))
    with Store(tmp_path / "results") as store:
        for contest in contests:
            kept(store, contest, deals_of(contest, 7))
        english, italian = page(store, "en"), page(store, "it")
        found = figures(store, store.planned()[0])
    assert found is not None
    for contest in contests:
        title = manifest(contest.game).TITLE.replace("&", "&amp;")
        assert f"<h2>{title}, {contest.seats} players{': sensible against easy' * bool(contest.alone)}</h2>" in english
        assert f"<h2>{title}, {contest.seats} giocatori{': medio contro facile' * bool(contest.alone)}</h2>" in italian
        assert f"{contest.game} {fingerprint(contest.game)}" in english
    assert english.count('class="figures"') == 4 + 1 + 4
    for rating in found.ratings.values():
        assert f">{rating.figure:.1f}".removesuffix(".0") in english
    assert f">+{found.margins['plain', 'sensible'].figure * -1:.1f}" in english
    for told in ("2031-05-04", "an abacus", "--deals 7", "--levels plain,easy,sensible --deals 7", "Python 9"):
        assert told in english
        assert told in italian
    assert "--levels easy,sensible --alone sensible --deals 7" in english
    assert "http" not in english.replace("http://www.w3.org/2000/svg", "")


@pytest.mark.parametrize("numbers", [[0.0, 0.0], [25.0, 25.0], [-3.0, 140.0], [0.481, 0.519], [1e6, 1.1e6]])
def test_a_scale_holds_its_numbers_and_has_few_lines(numbers: list[float]) -> None:
    scale = scale_of(numbers)
    assert scale.low < min(numbers) <= max(numbers) < scale.high
    ticks = scale.ticks(MOST_TICKS)
    assert 1 <= len(ticks) <= 6
    assert all(scale.low <= tick <= scale.high for tick in ticks)

"""How a game went, in numbers: courses of the golden playthroughs, what decided, and how the page tells it."""

import re
from collections.abc import Iterator
from copy import copy
from functools import cache
from typing import Any
from xml.etree import ElementTree

import pytest

from tavolo.games import names
from tavolo.rules.contract import CHANCE
from tavolo_host.display.ending.course import MOST_EVENTS, MOST_MOMENTS, Course, course_of
from tavolo_host.display.ending.end_panel import NARROW, WIDE, end_html, past_html
from tavolo_host.display.parts.game_display import Player, display_of
from tavolo_host.display.parts.theme import SEAT_MARKS, seat_mark_svg
from tavolo_host.texts.language import speaking
from tavolo_host.texts.playthrough import record_of, texts_in
from tavolo_host.texts.sentences import players_in, safe_sentence
from tests.display.display_support import Mirror, text_of
from tests.rules.support import read_text

SEATS = (2, 3, 0, 7, 5, 6, 1, 4)
EVERY_GAME = pytest.mark.parametrize("name", names())
FEWER_IS_BETTER = {"kuh-vadis", "tanz-der-hornochsen", "yellowstone-park"}


@cache
def ends(name: str) -> tuple[Mirror, ...]:
    """The mirrors of a game's golden playthroughs, at their ends."""
    mirrors = []
    for text in texts_in(read_text(f"golden/{name}.txt")):
        record = record_of(text)
        mirror = Mirror(record, SEATS[: record.setup.players])
        mirror.result = safe_sentence(record.game.outcome(record.position), names=(), game_name=name)
        mirrors.append(mirror)
    return tuple(mirrors)


def courses(name: str) -> Iterator[tuple[Any, Course]]:
    for mirror in ends(name):
        seen: Any = mirror
        course = course_of(seen)
        assert course is not None
        yield seen, course


def page_of(mirror: Any) -> str:
    display: Any = display_of(mirror)
    return end_html(mirror, display, [Player(seat, f"<N{seat}>") for seat in mirror.seats])


def test_the_end_says_that_something_was_taken_back_after_it_was_seen() -> None:
    words = "Moves were taken back after something new had been seen."
    mirror = copy(ends("bambuti")[0])
    assert words not in page_of(mirror)
    mirror.is_taken_back = True
    assert words in page_of(mirror)


@EVERY_GAME
def test_only_winners_are_ahead_at_the_end(name: str) -> None:
    for mirror, course in courses(name):
        assert len(course.standings) == len(mirror.actions) + 1
        last = course.standings[-1]
        best = min(last) if name in FEWER_IS_BETTER else max(last)
        assert tuple(player for player, number in enumerate(last) if number == best) == course.winners
        assert set(course.places[: len(course.winners)]) == set(course.winners)
        assert [last[player] for player in course.places] == sorted(last, reverse=name not in FEWER_IS_BETTER)


@EVERY_GAME
def test_no_action_has_brought_the_winner_further_ahead_than_the_moments_that_decided(name: str) -> None:
    for mirror, course in courses(name):
        gains = leads(course)
        told_of = [moment.after for moment in course.moments]
        assert 0 < len(told_of) <= MOST_MOMENTS
        assert told_of == sorted(told_of)
        least = min(gains[after] for after in told_of)
        assert least > 0
        assert max([gain for after, gain in gains.items() if after not in told_of], default=0) <= least
        for moment in course.moments:
            assert moment.lead[1] - moment.lead[0] == gains[moment.after]
            assert moment.player == mirror.game.actor(mirror.actions[moment.after - 1])


def test_in_yellowstone_park_a_card_counts_as_soon_as_it_lies_in_a_penalty_pile() -> None:
    for mirror, course in courses("yellowstone-park"):
        replay = type(mirror.record)(mirror.setup)
        for after, action in enumerate(mirror.actions, 1):
            replay.apply(action)
            both = zip(replay.position.markers, replay.position.penalty_counts, strict=True)
            assert course.standings[after] == tuple(marker + pile for marker, pile in both)


def test_in_kuh_vadis_numbers_are_distances_and_a_blocked_player_has_the_farthest_to_go() -> None:
    for _, course in courses("kuh-vadis"):
        assert course.standings[0] == (10, 10)
        assert course.standings[-1] == (0, 20)  # player 1 was blocked
        assert max(number for each in course.standings for number in each if number != 20) < 20


def leads(course: Course) -> dict[int, float]:
    """By how much each action has changed what the winner is ahead of the best other."""
    sign = 1 if course.more_is_better else -1
    first = course.winners[0]
    others = [player for player in range(len(course.standings[0])) if player not in course.winners]
    others = others or [player for player in range(len(course.standings[0])) if player != first]
    ahead = [sign * each[first] - max(sign * each[player] for player in others) for each in course.standings]
    return {after: ahead[after] - ahead[after - 1] for after in range(1, len(ahead))}


@EVERY_GAME
def test_a_moment_shows_the_action_and_what_it_brought(name: str) -> None:
    for mirror, course in courses(name):
        for moment in course.moments:
            replay = type(mirror.record)(mirror.setup)
            for action in mirror.actions[: moment.after]:
                happened = replay.apply(action)
            assert 0 < len(moment.events) <= MOST_EVENTS
            assert list(moment.events) == [event for event in happened if event in moment.events]
            if moment.player != CHANCE:
                assert moment.events[0] == happened[0]


def test_the_players_of_a_sentence_are_those_that_it_names() -> None:
    for mirror in ends("david-goliath")[:1]:
        outcome: Any = mirror.game.outcome(mirror.position)
        assert tuple(players_in(outcome)) == outcome[1:]
    assert players_in((107, 2, 18, 24)) == [2]  # the lowest of a trick: player, and two cards
    with pytest.raises(ValueError, match="no sentence for 199"):
        players_in((199, 1))


@EVERY_GAME
def test_the_chart_has_a_line_in_its_colour_and_a_mark_for_each_seat_and_its_title_says_the_end(name: str) -> None:
    for mirror, course in courses(name):
        charts = re.findall(r'<svg[^>]*class="course".*?</svg>', page_of(mirror), re.DOTALL)
        assert len(charts) == 2  # a wide and a narrow one
        for chart, (width, height) in zip(charts, (WIDE, NARROW), strict=True):
            picture = ElementTree.fromstring(chart)
            assert (picture.get("role"), picture.get("viewBox")) == ("img", f"0 0 {width} {height}")
            title = picture[0].text or ""
            for player, seat in enumerate(mirror.seats):
                assert f"<N{seat}>: {course.standings[-1][player]:g}".replace("-", "−") in title
                assert chart.count(SEAT_MARKS[seat].path) == 1
                assert f'stroke="{SEAT_MARKS[seat].colour}"' in chart
            winner = mirror.seats[course.winners[0]]
            heights = re.findall(r'translate\(([\d.]+),? ([\d.]+)\)"><path[^>]*fill="(#\w+)"', chart)
            assert min(heights, key=lambda mark: float(mark[1]))[2] == SEAT_MARKS[winner].colour  # up is ahead
            assert re.findall(r'class="course-digit"[^>]*>(\d)', chart) == [
                str(number + 1) for number in range(len(course.moments))
            ]
            for path in re.findall(r'<path[^>]* d="(M[\d.]+ [^"]*)"', chart):
                places = [float(number) for number in re.findall(r"H([\d.]+)", path)]
                assert places == sorted(places)
                assert places[-1] < width


@EVERY_GAME
def test_the_result_stands_on_top_with_the_winners_marks_and_names_are_escaped(name: str) -> None:
    for mirror, course in courses(name):
        page = page_of(mirror)
        result = re.findall(r'<h2 class="end-result">(.*?)</h2>', page)[0]
        winners = [f"&lt;N{mirror.seats[player]}&gt;" for player in course.winners]
        end = f"{' and '.join(winners)} win together." if len(winners) > 1 else f"{winners[0]} wins."
        end = "It is a draw." if len(winners) == len(mirror.seats) else end
        assert text_of(result).strip().endswith(end)
        named = mirror.result
        for player, seat in enumerate(mirror.seats):
            named = re.sub(f"[Pp]layer {player}", f"&lt;N{seat}&gt;", named)
        assert text_of(re.findall(r'<p class="end-reason">(.*?)</p>', page)[0]).strip() == named
        assert re.findall(r"<svg.*?</svg>", result) == [
            seat_mark_svg(mirror.seats[player], 34) for player in course.winners
        ]
        assert "<N" not in page
        assert page.count('<li class="won">') == len(course.winners)


def test_a_visitor_reads_which_place_is_theirs_and_equal_players_share_the_better_one() -> None:
    course = Course(((0, 0, 0, 0), (5, 9, 5, 9)), True, (1,), ())
    assert [course.place_of(player) for player in range(4)] == [3, 1, 3, 2]
    for mirror, found in courses("david-goliath"):
        display: Any = display_of(mirror)
        players = [Player(seat, f"N{seat}") for seat in mirror.seats]
        for own in range(len(players)):
            words = text_of(end_html(mirror, display, players, "", own))
            assert f"Your place: {found.place_of(own)} of {len(players)}." in words
            assert ("You win!" in words) == (found.winners == (own,))


@EVERY_GAME
def test_the_board_is_shown_as_it_was_before_each_action(name: str) -> None:
    mirror: Any = ends(name)[0]
    display, players = display_of(mirror), [Player(seat, f"N{seat}") for seat in mirror.seats]
    assert display is not None
    record, last = type(mirror.record)(mirror.setup), len(mirror.actions)
    for number, action in enumerate(mirror.actions, 1):
        if number in (1, last // 2, last):
            page = past_html(mirror, display, players, number)
            board = display.panel(Mirror(record, mirror.seats), players)
            assert re.sub(r"\bacts\b", "", board) in re.sub(r"\bacts\b", "", page)  # nobody is to act in the past
            off = re.findall(r'disabled="" aria-label="the (action before|next action)"', page)
            assert off == ["action before"] * (number == 1) + ["next action"] * (number == last)
            assert f"Action {number} of {last}" in text_of(page)
        events = record.apply(action)
        if number == last:
            assert safe_sentence(events[0], names=tuple(player.name for player in players), game_name=name) in page


@EVERY_GAME
def test_the_end_is_shown_in_italian(name: str) -> None:
    for mirror, course in courses(name):
        with speaking("it"):
            words = text_of(page_of(mirror))
        assert "I momenti decisivi" in words
        assert len(re.findall("in testa|si stacca|recupera|la parità", words)) == len(course.moments)
        for english in ("What decided", "lead ", "seat ", "better", "actions", "The course"):
            assert english not in words

"""What replaces the board at the end of a game: who won and why, the course, and what decided."""

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from tavolo_host.board.mirror import Mirror
from tavolo_host.display.course import Course, TurningPoint, course_of
from tavolo_host.display.course_chart import chart_svg
from tavolo_host.display.elements import Pressable
from tavolo_host.display.game_display import GameDisplay, Player, named
from tavolo_host.display.moment import Moment
from tavolo_host.display.review import Review, letter_of, review_html
from tavolo_host.display.source import Visitors
from tavolo_host.display.tags import joined, tag
from tavolo_host.display.theme import seat_mark_svg
from tavolo_host.display.what_to_do import result_in_words
from tavolo_host.texts.language import _
from tavolo_host.texts.sentences import safe_sentence

WIDE, NARROW = (640, 450), (440, 330)


class EndPanel:
    """A section of the page; hidden, it keeps its content. With `visitors`, it also reviews the decisions."""

    def __init__(self, visitors: Visitors | None, visitor: str) -> None:
        self._visitors = visitors
        self._visitor = visitor
        self._panel = Pressable(self._press).classes("the-end")
        self._panel.props(f'role="region" aria-label="{_("The end")}" tabindex="0"')
        self._marked = 0  # the number of the action shown in the chart

    def show(self, moment: Moment | None) -> None:
        """Show how the game ended; without a moment, show nothing."""
        self._panel.set_visibility(moment is not None and moment.display is not None)
        if moment is None:
            self._marked = 0
        elif moment.display is not None:
            review = self._visitors.review(self._visitor) if self._visitors else None
            self._panel.show(end_html(moment.mirror, moment.display, moment.players, review, self._marked))

    def _press(self, after: str) -> None:
        """Show a moment in the chart, or hide it; the next look draws it."""
        self._marked = 0 if int(after) == self._marked else int(after)


def end_html(
    mirror: Mirror,
    display: GameDisplay[Any],
    players: Sequence[Player],
    review: Review | None = None,
    marked: int = 0,
) -> Markup:
    """Return the result with its reason, the final order, the chart, the deciding moments, and better moves.

    `marked` is the number of the action whose better move the chart marks; 0 for none.
    """
    course = course_of(mirror)
    assert mirror.game is not None
    winners = course.winners if course else (mirror.game.outcome(mirror.position) or ())[1:]  # type: ignore[arg-type]
    marks = [seat_mark_svg(players[player].seat, 34) for player in winners]
    words = result_in_words(mirror, [player.name for player in players])
    result = tag("h2", *marks, tag("span", words), class_="end-result")
    if mirror.is_taken_back:
        result += tag("p", _("Moves were taken back after cards or dice were seen."), class_="end-taken-back")
    if course is None:
        return result
    standing = display.standing(mirror.position)
    places = [_place(players[player], course.standings[-1][player], player in winners) for player in course.places]
    better = review_html(review, mirror.game, players, marked) if review else ""
    charts = _charts(course, standing.words, players, (marked, letter_of(review, marked)))
    parts = tag("div", *charts, better, class_="end-charts"), _moments(mirror, course, players)
    places_html = tag("ol", *places, class_="end-places", aria_label=standing.words)
    return joined(result, places_html, tag("div", *parts, class_="end-parts"))


def _charts(course: Course, counted: str, players: Sequence[Player], marked: tuple[int, str]) -> list[Markup]:
    """Return the chart in two sizes; the page shows the one that fits."""
    direction = _("{} – more is better") if course.more_is_better else _("{} – fewer is better")
    ends = "; ".join(f"{players[player].name}: {_number(course.standings[-1][player])}" for player in course.places)
    title = _("The course of the game; final standing: {} ({})").format(ends, counted)
    seats = [player.seat for player in players]
    return [chart_svg(course, seats, direction.format(counted), title, size, marked) for size in (WIDE, NARROW)]


def _place(person: Player, number: float, has_won: bool) -> Markup:
    return tag("li", named(person, 20), tag("b", _number(number)), class_="won" if has_won else "")


def _moments(mirror: Mirror, course: Course, players: Sequence[Player]) -> Markup:
    if not course.moments:
        return Markup()
    moments = tag("ol", *(_moment(mirror, moment, players) for moment in course.moments))
    lead = tag("p", _("Lead: the winner over the best opponent."), class_="end-lead")
    return tag("section", tag("h3", _("What decided")), moments, lead, class_="end-moments")


def _moment(mirror: Mirror, moment: TurningPoint, players: Sequence[Player]) -> Markup:
    assert mirror.game is not None
    mark = seat_mark_svg(players[moment.player].seat, 18) if moment.player >= 0 else ""
    lead = _("lead {} → {}").format(*[_number(number) for number in moment.lead])
    names = tuple(player.name for player in players)
    sentences = " ".join(safe_sentence(event, _, names, mirror.game.NAME) for event in moment.events)
    return tag("li", tag("div", mark, tag("b", lead)), tag("p", sentences))


def _number(number: float) -> str:
    return f"{number:g}".replace("-", "−")

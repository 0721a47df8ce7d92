"""What stands in the place of the board when a game is over: who has won and why, the course, and what decided."""

from collections.abc import Sequence
from html import escape

from nicegui import ui

from tavolo_host.display.course import Course, Moment, course_of
from tavolo_host.display.course_chart import chart_svg
from tavolo_host.display.game_display import GameDisplay, Player
from tavolo_host.display.source import MirrorView
from tavolo_host.display.theme import seat_mark_svg
from tavolo_host.display.what_to_do import result_in_words
from tavolo_host.display.words import _
from tavolo_host.words import told

WIDE, NARROW = (640, 450), (440, 330)  # of which the page shows the one that fits


class EndPanel:
    """A section of the page; hidden, it keeps what it shows."""

    def __init__(self) -> None:
        self._panel = ui.html("", sanitize=False).classes("the-end")
        self._panel.props(f'role="region" aria-label="{_("The end")}" tabindex="0"')

    def show(self, mirror: MirrorView, display: GameDisplay[MirrorView] | None, players: Sequence[Player]) -> None:
        """Show how the mirror's game has ended, or nothing while there is none that has."""
        is_over = display is not None and mirror.result != ""
        self._panel.set_visibility(is_over)
        if display is not None and is_over:
            html = end_html(mirror, display, players)
            if self._panel.content != html:
                self._panel.set_content(html)

    def hide(self) -> None:
        """Show nothing."""
        self._panel.set_visibility(False)


def end_html(mirror: MirrorView, display: GameDisplay[MirrorView], players: Sequence[Player]) -> str:
    """Return the result with its reason, who stands where, the chart, and the moments that decided."""
    course = course_of(mirror)
    assert mirror.game is not None
    winners = course.winners if course else (mirror.game.outcome(mirror.position) or ())[1:]  # type: ignore[arg-type]
    marks = "".join(seat_mark_svg(players[player].seat, 34) for player in winners)
    words = result_in_words(mirror, [player.name for player in players])
    result = f'<h2 class="end-result">{marks}<span>{escape(words)}</span></h2>'
    if course is None:
        return result
    standing = display.standing(mirror.position)
    direction = _("{} – more is better") if course.more_is_better else _("{} – fewer is better")
    places = [_place(players[player], course.standings[-1][player], player in winners) for player in course.places]
    ends = "; ".join(f"{players[player].name}: {_number(course.standings[-1][player])}" for player in course.places)
    title = _("The course of the game, which ended so: {} ({})").format(ends, standing.words)
    charts = [
        chart_svg(course, [player.seat for player in players], direction.format(standing.words), title, size)
        for size in (WIDE, NARROW)
    ]
    return (
        f'{result}<ol class="end-places" aria-label="{escape(standing.words)}">{"".join(places)}</ol>'
        f'<div class="end-parts"><div class="end-charts">{"".join(charts)}</div>'
        f"{_moments(mirror, course, players)}</div>"
    )


def _place(person: Player, number: float, has_won: bool) -> str:
    name = escape(person.name)
    return (
        f'<li class="{"won" if has_won else ""}">{seat_mark_svg(person.seat, 20)}<span title="{name}">{name}</span>'
        f"<b>{_number(number)}</b></li>"
    )


def _moments(mirror: MirrorView, course: Course, players: Sequence[Player]) -> str:
    if not course.moments:
        return ""
    moments = "".join(_moment(mirror, moment, players) for moment in course.moments)
    return (
        f'<section class="end-moments"><h3>{escape(_("What decided"))}</h3>'
        f'<ol>{moments}</ol><p class="end-lead">{escape(_("Lead: of the winner over the best other."))}</p></section>'
    )


def _moment(mirror: MirrorView, moment: Moment, players: Sequence[Player]) -> str:
    assert mirror.game is not None
    mark = seat_mark_svg(players[moment.player].seat, 18) if moment.player >= 0 else ""
    lead = _("lead {} → {}").format(*[_number(number) for number in moment.lead])
    names = tuple(player.name for player in players)
    sentences = " ".join(told(event, _, names, mirror.game.NAME) for event in moment.events)
    return f"<li><div>{mark}<b>{escape(lead)}</b></div><p>{escape(sentences)}</p></li>"


def _number(number: float) -> str:
    return f"{number:g}".replace("-", "−")

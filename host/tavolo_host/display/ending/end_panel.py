"""What replaces the board at the end of a game: who won and why, the course, what decided, and the board as it was."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from tavolo_host.board.mirror import Mirror
from tavolo_host.display.ending.course import Course, TurningPoint, course_of, past_of
from tavolo_host.display.ending.course_chart import chart_svg
from tavolo_host.display.model.evening_so_far import EveningSoFar
from tavolo_host.display.parts.elements import Pressable, reason_html
from tavolo_host.display.parts.game_display import GameDisplay, Player, named
from tavolo_host.display.parts.moment import Moment
from tavolo_host.display.parts.review import OF, Mistake, Review, reason_to_mistake, review_html, told
from tavolo_host.display.parts.source import HISTORY, TableSource
from tavolo_host.display.parts.tags import joined, tag
from tavolo_host.display.parts.theme import seat_mark_svg
from tavolo_host.display.parts.what_to_do import reason_of_result, winners_in_words
from tavolo_host.players.reasons import Reason
from tavolo_host.texts.language import _
from tavolo_host.texts.sentences import safe_sentence

if TYPE_CHECKING:
    from tavolo.rules.game import Game

WIDE, NARROW = (640, 340), (440, 330)


class EndPanel:
    """A section of the page; hidden, it keeps its content. For who may look back it also reviews the decisions."""

    def __init__(self, table: TableSource, visitor: str, is_television: bool) -> None:
        self._table = table
        self._visitor = visitor
        self._panel = Pressable(self._press).classes("the-end")
        self._panel.props(f'role="region" aria-label="{_("The end")}" tabindex="0"')
        self._may_look_back = not is_television
        self._evening = EveningSoFar(table.evening)
        self._at = 0  # the number of the action before which the board is shown; 0 for the result
        self._of: int | None = None  # the player whose decisions are reviewed; None for the visitor
        self._reviews: dict[int | None, Review | None] = {}  # by those
        self._reasons: dict[Mistake, Reason] = {}

    def show(self, moment: Moment | None) -> None:
        """Show how the game ended, or the board before an action; without a moment, show nothing.

        While others play the next game it is no longer reviewed here; what was found stays.
        """
        self._panel.set_visibility(moment is not None and moment.display is not None)
        if moment is None:
            self._at, self._of, self._reviews = 0, None, {}
        elif moment.display is not None:
            if self._may_look_back and not moment.has_stayed:
                self._reviews[self._of] = self._table.tutor.review(self._visitor, self._of)
            review = self._reviews.get(self._of)
            if self._at:
                better = better_html(review, self._at, self._reasons, moment.game_mirror.game, moment.players)
                self._panel.show(past_html(moment.mirror, moment.display, moment.players, self._at, better))
            else:
                content = end_html(
                    moment.mirror,
                    moment.display,
                    moment.players,
                    better=self._better(review, moment),
                    own=moment.own_player,
                    may_look_back=self._may_look_back,
                    evening=self._evening.html(moment.mirror),
                )
                self._panel.show(content)

    def _better(self, review: Review | None, moment: Moment) -> Markup:
        if not self._may_look_back or not (moment.has_stayed or self._table.tutor.can_review):
            return Markup()
        if moment.has_stayed and (review is None or review.share < 1):
            words, to = _("The review ended when the next game began."), _("To the history of games")
            return tag("section", tag("p", words, " ", tag("a", to, href=HISTORY)), class_="end-review")
        return review_html(review, moment.game_mirror.game, moment.players, moment.own_player)

    def _press(self, pressed: str) -> None:
        """Show the review of a player, or the board before an action, or the result; the next look draws it."""
        if pressed.startswith(OF):
            self._of = int(pressed.removeprefix(OF))
        else:
            self._at = int(pressed)
            self._panel.run_method("scrollUp")


def better_html(
    review: Review | None, after: int, reasons: dict[Mistake, Reason], game: "Game", players: Sequence[Player]
) -> Markup:
    """Return what would have been better than action `after`, if the review has that; `reasons` are found but once."""
    for mistake in review.mistakes if review else ():
        if mistake.after == after:
            assert review
            if mistake not in reasons:  # each takes a player some time
                reasons[mistake] = reason_to_mistake(mistake, review.player, game)
            words = tag("b", told(mistake, review, game, players))
            return tag("div", words, " ", reason_html(reasons[mistake], mistake.after), class_="end-better")
    return Markup()


def end_html(
    mirror: Mirror,
    display: GameDisplay[Any],
    players: Sequence[Player],
    better: str = "",
    own: int | None = None,
    may_look_back: bool = True,
    evening: str = "",
) -> Markup:
    """Return who won and why, the place of the player `own`, the final order, `evening`, the chart, and what decided.

    `better` is the review below the chart. If the visitor `may_look_back`, each moment that decided is a button.
    """
    course = course_of(mirror)
    assert mirror.game is not None
    winners = (mirror.game.outcome(mirror.position) or ())[1:]  # type: ignore[arg-type]
    marks = [seat_mark_svg(players[player].seat, 34) for player in winners]
    names = [player.name for player in players]
    result = tag("h2", *marks, tag("span", winners_in_words(mirror, names, own)), class_="end-result")
    place = _("Your place: {} of {}.").format(course.place_of(own), len(players)) if course and own is not None else ""
    result += tag("p", tag("b", place) if place else "", " ", reason_of_result(mirror, names), class_="end-reason")
    if mirror.is_taken_back:
        result += tag("p", _("Moves were taken back after something new had been seen."), class_="end-taken-back")
    if course is None:
        return joined(result, evening)
    standing = display.standing(mirror.position)
    places = [_place(players[player], course.standings[-1][player], player in winners) for player in course.places]
    charts = tag("div", *course_charts(course, standing.words, players), better, class_="end-charts")
    places_html = tag("ol", *places, class_="end-places", aria_label=standing.words)
    return joined(
        result,
        places_html,
        evening,
        tag("div", charts, moments_html(mirror, course, players, may_look_back), class_="end-parts"),
    )


def past_html(
    mirror: Mirror, display: GameDisplay[Any], players: Sequence[Player], at: int, better: str = ""
) -> Markup:
    """Return the board as it was before action number `at`, what was done, and the way to the ones beside it."""
    past, events = past_of(mirror, at)
    count, names = len(mirror.actions), tuple(player.name for player in players)
    steps = [_step(0, _("The result"), "")]
    steps += [_step(at - 1, "◀", _("the action before"), at == 1), tag("span", _("Action {} of {}").format(at, count))]
    steps += [_step(at + 1, "▶", _("the next action"), at == count)]
    done = " ".join(safe_sentence(event, _, names, past.game.NAME) for event in events)
    words = tag("p", tag("b", _("Then:")), " ", done, class_="end-done") if done else ""
    board = tag("div", display.panel(past, players), class_="game-panel end-board")
    return joined(tag("nav", *steps, class_="end-steps", aria_label=_("Actions")), words, better, board)


def _step(to: int, words: str, label: str, is_off: bool = False) -> Markup:
    attributes: dict[str, object] = {"disabled": ""} if is_off else {"data_press": to, "data_key": words}
    if label:
        attributes["aria_label"] = label
    return tag("button", words, type="button", class_="plain-button", **attributes)


def course_charts(course: Course, counted: str, players: Sequence[Player]) -> list[Markup]:
    """Return the chart in two sizes; the page shows the one that fits."""
    direction = _("{} – more is better") if course.more_is_better else _("{} – fewer is better")
    ends = "; ".join(f"{players[player].name}: {_number(course.standings[-1][player])}" for player in course.places)
    title = _("The course of the game; final standing: {} ({})").format(ends, counted)
    seats = [player.seat for player in players]
    return [chart_svg(course, seats, direction.format(counted), title, size) for size in (WIDE, NARROW)]


def _place(person: Player, number: float, has_won: bool) -> Markup:
    return tag("li", named(person, 20), tag("b", _number(number)), class_="won" if has_won else "")


def moments_html(mirror: Mirror, course: Course, players: Sequence[Player], may_look_back: bool) -> Markup:
    """Return what decided; each moment is a button if the visitor `may_look_back`."""
    if not course.moments:
        return Markup()
    winner = players[course.winners[0]]
    moments = tag("ol", *(_moment(mirror, moment, players, winner, may_look_back) for moment in course.moments))
    return tag("section", tag("h3", _("What decided")), moments, class_="end-moments")


def _moment(mirror: Mirror, moment: TurningPoint, players: Sequence[Player], winner: Player, is_button: bool) -> Markup:
    assert mirror.game is not None
    names = tuple(player.name for player in players)
    sentences = " ".join(safe_sentence(event, _, names, mirror.game.NAME) for event in moment.events)
    turned = seat_mark_svg(winner.seat, 18), tag("b", turned_words(moment, winner.name))
    button = {"type": "button", "data_press": moment.after} if is_button else {}
    return tag("li", tag("button" if is_button else "div", *turned, **button), tag("p", sentences))


def turned_words(moment: TurningPoint, winner: str) -> str:
    """Return what an action did to the winner's lead over the best opponent."""
    before, after = moment.lead
    if before <= 0 < after:
        return _("{} takes the lead.").format(winner)
    if after < 0:
        return _("{} catches up: {} instead of {} behind.").format(winner, _number(-after), _number(-before))
    if after == 0:
        return _("{} draws level.").format(winner)
    return _("{} pulls ahead: {} instead of {} in front.").format(winner, _number(after), _number(before))


def _number(number: float) -> str:
    return f"{number:g}".replace("-", "−")

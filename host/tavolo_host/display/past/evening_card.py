"""The end card of an evening: who won it, what was played, and the best moment, as HTML."""

from collections.abc import Sequence
from datetime import datetime, tzinfo
from functools import cache
from typing import Any, NamedTuple

from babel.dates import format_date, format_time
from markupsafe import Markup

from tavolo.games import load
from tavolo.games import names as known_games
from tavolo.rules.contract import Setup
from tavolo_host.display.ending.course import TurningPoint, course_from
from tavolo_host.display.ending.end_panel import turned_words
from tavolo_host.display.lobby.front_door import tile_picture
from tavolo_host.display.model.evening_so_far import counted_words, player_name
from tavolo_host.display.parts.source import HISTORY
from tavolo_host.display.parts.tags import tag
from tavolo_host.display.parts.theme import seat_mark_svg
from tavolo_host.history.analysis.evening_score import Score, scores
from tavolo_host.history.analysis.results import places_in
from tavolo_host.history.history import History
from tavolo_host.history.kept_game import ABANDONED, KeptGame
from tavolo_host.history.words import names_of
from tavolo_host.runtime.game_folders import part_of
from tavolo_host.texts.language import _, figure, spoken
from tavolo_host.texts.sentences import listed, safe_sentence, sentence_case

COMEBACK = 1.0  # what taking the lead counts more than being further ahead, as a share of what parts first and last
LOCALES = {"en": "en_GB"}  # of dates and times


class BestMoment(NamedTuple):
    """A moment that decided a game of an evening."""

    game: KeptGame
    moment: TurningPoint
    winner: int


def best_moment(history: History, games: Sequence[KeptGame], rules: str) -> BestMoment | None:
    """Return the moment of an evening that moved its game most; None without games by these rules.

    It is measured by the distance between first and last at the end; a new lead, and a late moment, count more.
    """
    found: list[tuple[float, BestMoment]] = []
    for game in games:
        is_draw = len(game.outcome) > len(game.at_end())
        if not game.outcome or is_draw or game.rules != rules:
            continue
        try:
            actions = tuple(each.action for each in history.actions(game.id))
            course = course_from(game.setup, actions)
        except Exception:  # anything the rules raise for a file that was changed by other programs
            continue
        for moment in course.moments if course else ():
            before, after = moment.lead
            apart = max(course.standings[-1]) - min(course.standings[-1]) if course else 0
            moved = (after - before) / (apart or 1) + COMEBACK * (before <= 0 < after)
            found.append((moved * moment.after / len(actions), BestMoment(game, moment, game.outcome[1])))
    return max(found, key=lambda each: each[0])[1] if found else None


def card_html(games: Sequence[KeptGame], best: BestMoment | None, zone: tzinfo | None = None) -> Markup:
    """Return the card of an evening with at least one game; its times are those of a time zone, by default here."""
    ordered = scores(games)
    over = [game for game in games if game.outcome]
    head = [tag("p", _when(games, zone), class_="card-date")]
    if ordered and over:
        winners = [player_name(each) for each in ordered if each.place == 1]
        words = _("{} wins the evening") if len(winners) == 1 else _("{} share the evening")
        won = words.format(listed(winners, _)) if len(over) > 1 else won_words(winners, len(ordered))
        head.append(tag("h1", won))
    else:
        head.append(tag("h1", _("An evening at the table")))
    parts = [tag("header", *head), _standing(ordered, over)]
    parts.append(tag("ol", *(_game(game, zone) for game in games), class_="card-games", aria_label=_("Games")))
    if best:
        parts.append(_moment(best))
    return tag("article", *parts, tag("p", how_it_counts(), class_="card-how"), class_="evening-card")


def can_be_shown(game_name: str, *moments: float) -> bool:
    """Return whether this program knows a game, and moments in seconds since 1970 have a date."""
    try:
        return game_name in known_games() and all(map(datetime.fromtimestamp, moments))
    except (ValueError, OverflowError, OSError):
        return False


def count_words(count: int) -> str:
    """Return a number of games in words."""
    return _("1 game") if count == 1 else _("{} games").format(count)


def how_it_counts() -> str:
    """Return in words how an evening is scored."""
    return _(
        "Each opponent who comes in behind you counts 1, one who comes level ½: so a win over three is worth more than"
        " a win over one. Points of different games cannot be compared; they are shown and not added up."
    )


def _standing(ordered: Sequence[Score], games: Sequence[KeptGame]) -> Markup:
    lines = []
    for score in ordered:
        played = _("{} of {} games").format(len(score.by_game), len(games))
        wins = _("1 win") if score.wins == 1 else _("Wins: {}").format(score.wins)
        aside = wins if len(score.by_game) == len(games) else f"{wins} · {played}"
        lines.append(
            tag(
                "li",
                tag("b", f"{score.place}.", class_="card-place"),
                seat_mark_svg(score.seat, 26),
                tag("span", player_name(score), tag("small", aside), class_="card-name"),
                tag("b", counted_words(score.counted), class_="card-counted"),
                class_=f"place-{min(score.place, 4)}",
            )
        )
    return tag("ol", *lines, class_="card-standing", aria_label=_("Standing of the evening"))


def _game(game: KeptGame, zone: tzinfo | None) -> Markup:
    kind = load(game.game)
    names = [sentence_case(name) for name in names_of(game)]
    reached = places_in(game)
    if reached:
        winners = [names[player] for player, place in enumerate(reached) if place == 1]
        result = tag("b", won_words(winners, len(names)), class_="card-winner")
        order = sorted(range(len(names)), key=lambda player: (reached[player], player))
        sign = -1 if game.points and fewer_is_better(game.game) else 1
        each = [tag("li", f"{reached[player]}. ", names[player], *_points(game, player, sign)) for player in order]
        result += tag("ol", *each, class_="card-places")
    else:
        result = tag("p", _("Abandoned") if game.ending == ABANDONED else _("It is being played."))
    title = tag("h2", tag("a", kind.TITLE, href=f"{HISTORY}/{game.id}"), tag("small", _time(game.began, zone)))
    picture = tag("div", Markup(tile_picture(kind)), class_="door-picture card-picture", aria_hidden="true")
    return tag("li", picture, tag("div", title, result, class_="card-result"))


def won_words(winners: Sequence[str], players: int) -> str:
    """Return who has won a game for so many players."""
    if len(winners) == players:
        return _("It is a draw.")
    return (_("{} wins") if len(winners) == 1 else _("{} share the win")).format(listed(winners, _))


def _points(game: KeptGame, player: int, sign: int) -> list[Markup]:
    return [tag("b", figure(sign * game.points[player]))] if game.points else []


def _moment(best: BestMoment) -> Markup:
    names = names_of(best.game)
    said = " ".join(safe_sentence(event, _, names, best.game.game) for event in best.moment.events)
    title = _("The best moment: {}, action {}").format(load(best.game.game).TITLE, best.moment.after)
    return tag(
        "section",
        tag("h2", title),
        tag("p", tag("b", turned_words(best.moment, sentence_case(names[best.winner]))), " ", said),
        class_="card-moment",
    )


@cache
def fewer_is_better(game_name: str) -> bool:
    """Return whether a game counts points of which fewer are better."""
    game = load(game_name)
    display: Any = part_of(game_name, ".display").Display()
    return not display.standing(game.start(Setup(game, game.SEATS[0]))).more_is_better


def _when(games: Sequence[KeptGame], zone: tzinfo | None) -> str:
    began = datetime.fromtimestamp(games[0].began, zone)
    ended = max(game.ended or game.began for game in games)
    date = format_date(began, "full", locale=LOCALES.get(spoken(), spoken()))
    until = _("{} to {}").format(_time(games[0].began, zone), _time(ended, zone))
    return f"{date} · {until} · {count_words(len(games))}"


def _time(at: float, zone: tzinfo | None) -> str:
    return str(format_time(datetime.fromtimestamp(at, zone), "short", locale=LOCALES.get(spoken(), spoken())))

"""The page of statistics: players, games, and how they ended, in tables and charts, of all games that count."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from statistics import fmean, median, quantiles
from urllib.parse import urlencode

from babel.dates import format_date
from markupsafe import Markup

from tavolo.games import load
from tavolo.games import names as known_games
from tavolo_host.display.parts.source import STATISTICS
from tavolo_host.display.parts.tags import joined, tag
from tavolo_host.display.past.evening_card import LOCALES, count_words, fewer_is_better
from tavolo_host.display.past.statistics_charts import (
    lengths_chart,
    percent,
    places_chart,
    ratings_chart,
    share_of,
    wins_chart,
)
from tavolo_host.history.analysis.ratings import FEWEST_RATED, Rated, ratings
from tavolo_host.history.analysis.results import Who
from tavolo_host.history.analysis.statistics import Result, Results, Tally, read_results, tallies
from tavolo_host.history.history import History
from tavolo_host.players.settings import EASY, SENSIBLE, STRONG
from tavolo_host.texts.language import _, figure, spoken
from tavolo_host.texts.names import name_key
from tavolo_host.texts.sentences import listed, safe_sentence

FEW = 20  # games: with fewer, chance says more than skill
MOST_ROWS = 10  # in a chart: those with most games
MOST_LINES = 6


@dataclass(frozen=True)
class Asked:
    """What a visitor wants to see: one game's statistics, or a person's; "" for all."""

    game: str = ""
    player: str = ""

    def address(self, **changed: str) -> str:
        """Return the address of the page with something else in it."""
        asked = {name: value for name, value in ({**vars(self), **changed}).items() if value}
        return f"{STATISTICS}?{urlencode(asked)}" if asked else STATISTICS


def statistics_html(asked: Asked, history: History) -> Markup:
    """Return the page's content."""
    spellings = history.spellings()
    asked = replace(asked, player=spellings.get(name_key(asked.player), asked.player))
    read = read_results(history, asked.game, spellings)
    known = known_games()
    shown = [each for each in read.counted if each.game in known]
    results = [each for each in shown if not asked.player or Who(asked.player) in each.who]
    parts = [
        _choices(asked, history.kinds(), sorted(set(spellings.values()), key=name_key)),
        tag("p", *_basis(results, read), class_="stat-basis"),
    ]
    if results:
        rated = ratings(shown) if asked.game else {}
        rows = _rows(asked, results)
        parts.append(_table(asked, rows, rated))
        parts.append(tag("div", *_charts(asked, results, rows, rated), class_="stat-charts"))
    return tag("div", *parts, class_="statistics")


def who_words(who: Who) -> str:
    """Return a person's name, or what virtual players of a level are called."""
    levels = {EASY: _("easy bots"), SENSIBLE: _("sensible bots"), STRONG: _("strong bots")}
    return who.name or levels.get(who.level) or _("{} bots").format(who.level)


def _choices(asked: Asked, played: Sequence[str], people: Sequence[str]) -> Markup:
    games = {"": _("All games"), **{kind: load(kind).TITLE for kind in known_games() if kind in played}}
    players = {"": _("Everybody"), **{name: name for name in people}}
    return joined(_links(_("Games"), "game", asked, games), _links(_("Players"), "player", asked, players))


def _links(title: str, name: str, asked: Asked, words: Mapping[str, str]) -> Markup:
    links = []
    for value, said in words.items():
        current = {"aria_current": "true"} if value == getattr(asked, name) else {}
        links.append(tag("a", said, href=asked.address(**{name: value}), class_="plain-button", **current))
    return tag("nav", *links, class_="leaf-links", aria_label=title)


def _basis(results: Sequence[Result], read: Results) -> list[str | Markup]:
    """Return from which games the figures come, and which do not count."""
    said: list[str | Markup] = []
    if not results:
        said.append(_("No game counts yet: play one to its end."))
    else:
        first, last = (
            format_date(datetime.fromtimestamp(result.began), "long", locale=LOCALES.get(spoken(), spoken()))
            for result in (min(results, key=_began), max(results, key=_began))
        )
        count = tag("b", count_words(len(results)))
        said += [count, " ", _("from {} to {}.").format(first, last) if first != last else _("on {}.").format(first)]
        if len(results) < FEW:
            said += [" ", tag("b", _("These are few: chance decides more than skill in so small a number."))]
    if read.dealt:
        said += [" ", _("Dealt by a laptop: {}.").format(read.dealt)]
    reasons = {
        _("abandoned: {}"): read.abandoned,
        _("taken back after something new had been seen: {}"): read.taken_back,
        _("a player or a bot took over from another: {}"): read.taken_over,
        _("damaged: {}"): read.damaged,
    }
    left_out = [words.format(count) for words, count in reasons.items() if count]
    if left_out:
        said += [" ", _("Games that do not count – {}.").format("; ".join(left_out))]
    said += [" ", _("Bots count by their level, each of their seats once; players without a name are in no row.")]
    return said


def _began(result: Result) -> float:
    return result.began


def _rows(asked: Asked, results: Sequence[Result]) -> list[tuple[str, Tally, Who]]:
    """Return words, figures and player of each row: of each game for a person, otherwise of each player."""
    if asked.player and not asked.game:
        found = tallies(results, lambda result, _: result.game, asked.player)
        return [(load(kind).TITLE, tally, Who(asked.player)) for kind, tally in found.items()]
    of_players = tallies(results, lambda _, who: who)
    ordered = sorted(of_players.items(), key=lambda each: bool(each[0].level))  # people first
    return [(who_words(who), tally, who) for who, tally in ordered]


def _table(asked: Asked, rows: Sequence[tuple[str, Tally, Who]], rated: Mapping[Who, Sequence[Rated]]) -> Markup:
    has_points = bool(asked.game) and any(tally.points for _, tally, _ in rows)
    heads = [
        _("Game") if asked.player and not asked.game else _("Player"),
        _("Games played"),
        _("Wins"),
        _("Mean place"),
    ]
    if has_points:
        fewer = fewer_is_better(asked.game)
        heads += [_("Mean points (fewer are better)") if fewer else _("Mean points"), _("Best")]
    heads += [_("Rating")] if rated else []
    lines = []
    for words, tally, who in rows:
        cells = [tally.games, f"{figure(tally.wins)} · {percent(tally.wins / tally.games)}", figure(tally.mean_place)]
        if has_points:
            sign = -1 if fewer_is_better(asked.game) else 1
            cells += (
                [figure(sign * fmean(tally.points)), figure(sign * max(tally.points))] if tally.points else ["", ""]
            )
        if rated:
            of_who = rated.get(who)
            few = _("under {} games").format(FEWEST_RATED)
            cells.append(f"{figure(of_who[-1].rating)} ± {figure(2 * of_who[-1].sigma)}" if of_who else few)
        lines.append(tag("tr", tag("th", words, scope="row"), *(tag("td", cell) for cell in cells)))
    head = tag("thead", tag("tr", *(tag("th", words, scope="col") for words in heads)))
    return tag("div", tag("table", head, tag("tbody", *lines)), class_="stat-table", tabindex="0", role="group")


def _charts(
    asked: Asked,
    results: Sequence[Result],
    rows: Sequence[tuple[str, Tally, Who]],
    rated: Mapping[Who, Sequence[Rated]],
) -> list[Markup]:
    drawn = [(words, tally) for words, tally, _ in rows[:MOST_ROWS]]
    shown = "" if len(rows) <= MOST_ROWS else " " + _("Only the first {} rows are drawn.").format(MOST_ROWS)
    charts = [
        _chart(_("Wins"), _wins_words(drawn, len(results)) + shown, wins_chart(drawn, _("Wins"))),
        _chart(_("Places"), _places_words(len(results)) + shown, places_chart(drawn, _("Places"))),
    ]
    if asked.game:
        charts.append(_ratings(results, rated))
    minutes = [result.minutes for result in results]
    charts.append(_chart(_("How long"), _lengths_words(results), lengths_chart(minutes, _("How long"))))
    charts.append(_decided(results))
    return charts


def _chart(title: str, words: str, chart: Markup) -> Markup:
    return tag("section", tag("h2", title), tag("p", words), chart)


def _wins_words(rows: Sequence[tuple[str, Tally]], games: int) -> str:
    said = [
        _("The share of games won, and how far chance may have moved it (19 of 20 times), from {}.").format(
            count_words(games)
        ),
        _("The upright line is what equal players would win."),
    ]
    enough = [
        (words, share_of(each.wins, each.games), each.expected / each.games)
        for words, each in rows
        if each.games >= FEW
    ]
    above = [words for words, found, equal in enough if found.low > equal]
    below = [words for words, found, equal in enough if found.high < equal]
    if any(each.wins % 1 for _words, each in rows):
        said.append(_("A win that is shared counts in part."))
    if above:
        said.append(_("More than chance explains: {}.").format(listed(above, _)))
    if below:
        said.append(_("Fewer than chance explains: {}.").format(listed(below, _)))
    if not enough:
        said.append(_("With fewer than {} games of a player it says little about skill.").format(FEW))
    elif not above and not below:
        said.append(_("Chance alone explains all differences."))
    return " ".join(said)


def _places_words(games: int) -> str:
    return _("How often each came first, second and so on, and ⌀ the mean place, from {}.").format(count_words(games))


def _lengths_words(results: Sequence[Result]) -> str:
    minutes, actions = [result.minutes for result in results], [result.actions for result in results]
    said = _("Half of the games took less than {} minutes and {} actions, from {}; pauses are included.").format(
        round(median(minutes)), round(median(actions)), count_words(len(results))
    )
    if len(minutes) < FEW:
        return said
    low, _middle, high = quantiles(minutes, n=4)
    return said + " " + _("The middle half took {} to {} minutes.").format(round(low), round(high))


def _ratings(results: Sequence[Result], rated: Mapping[Who, Sequence[Rated]]) -> Markup:
    title = _("Ratings")
    if not rated:
        words = _("A rating takes {} games of a player that count; nobody has played as many of this game yet.")
        return tag("section", tag("h2", title), tag("p", words.format(FEWEST_RATED)))
    most = sorted(rated.items(), key=lambda each: (bool(each[0].level), -len(each[1])))[:MOST_LINES]
    words = _(
        "Strength by the places in {} of this game, after each of them: everybody begins at 25, and beating strong"
        " players counts more. Behind ± is how uncertain it is (19 of 20 times)."
    ).format(count_words(max(each[-1].game for each in rated.values())))
    lines = [(who_words(who), each) for who, each in most]
    return _chart(title, words, ratings_chart(lines, title))


def _decided(results: Sequence[Result]) -> Markup:
    """Return how often each rule decided, each with its latest example."""
    counts = Counter((result.game, result.outcome[0]) for result in results)
    latest = {(result.game, result.outcome[0]): result for result in results}
    lines = []
    for key, count in sorted(counts.items(), key=lambda each: (known_games().index(each[0][0]), -each[1])):
        example, of_game = latest[key], sum(count for (game, _), count in counts.items() if game == key[0])
        names = tuple(who_words(who) if any(who) else _("without a name") for who in example.who)
        said = safe_sentence(example.outcome, _, names, example.game)
        share = tag("b", _("{} of {}").format(count, of_game))
        lines.append(tag("li", tag("span", load(example.game).TITLE), share, tag("q", said)))
    words = _("How often each rule decided, with the latest example, from {}.").format(count_words(len(results)))
    return tag("section", tag("h2", _("How games ended")), tag("p", words), tag("ul", *lines, class_="stat-decided"))

"""The report of an arena: one self-contained page with charts, in one of the page's languages."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from markupsafe import Markup

from tavolo_host.arena.charts import Bar, chart
from tavolo_host.arena.figures import DRAWS, MOST_RATED, SAMPLES, Figures, Interval, figures
from tavolo_host.arena.store import Planned, Sitting, Store
from tavolo_host.arena.words import (
    MACHINES,
    MANY,
    MILLION,
    contest_words,
    costs,
    duration,
    level_words,
    number,
    percent,
    signed,
)
from tavolo_host.display.parts.tags import joined, tag
from tavolo_host.players.levels import IN_ARENA
from tavolo_host.texts.language import _, seats_in_words, speaking, spoken

STYLE = Path(__file__).parent / "report.css"
BEGINNING = 25  # the rating at the start


class Contested(NamedTuple):
    """A contest with its results, and the mean processor time of its matches in seconds."""

    planned: Planned
    figures: Figures
    seconds: float


def page(store: Store, language: str) -> Markup:
    """Return the report of all contests with a deal that was played from every seat; ValueError if there is none."""
    contested = []
    for planned in store.planned():
        found = figures(store, planned)
        if found is not None:
            contested.append(Contested(planned, found, store.seconds(planned)))
    if not contested:
        raise ValueError("There is nothing to report: no deal was played from every seat yet.")
    sittings = store.sittings()
    with speaking(language):
        parts = [
            _head(contested, sittings),
            _overview(contested),
            *(_contest(each) for each in contested),
            _took(contested, sittings[-1].workers),
            _how(contested),
            _again(contested, sittings),
        ]
        return _document(_("Tavolo's arena"), parts)


def _document(title: str, parts: Iterable[Markup]) -> Markup:
    return Markup(
        '<!doctype html>\n<html lang="{}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        "<title>{}</title>\n<style>\n{}</style>\n</head>\n<body>\n<main>\n{}\n</main>\n</body>\n</html>\n"
    ).format(spoken(), title, Markup(STYLE.read_text(encoding="utf-8")), Markup("\n").join(parts))


def _head(contested: Sequence[Contested], sittings: Sequence[Sitting]) -> Markup:
    told = _("{} games between virtual players, played on {}: the same deals for all of them, with seats exchanged.")
    matches = number(sum(each.figures.matches for each in contested))
    days = dict.fromkeys(each.began[:10] for each in sittings)
    return joined(tag("h1", _("Tavolo's arena")), "\n", _paragraph(told.format(matches, ", ".join(days))))


def _overview(contested: Sequence[Contested]) -> Markup:
    levels = _levels(contested)
    headings = [_("Game"), _("Deals"), _("Games played"), *map(_name, levels)]
    rows = []
    for each in contested:
        found = each.figures.shares
        shares = [percent(found[level].figure) if level in found else "" for level in levels]
        rows.append(
            [contest_words(each.planned.contest), number(each.figures.deals), number(each.figures.matches), *shares]
        )
    told = _("The share of its games that a level has won, seat by seat. A shared win counts in part.")
    return _section(_("At a glance"), _paragraph(told) + _table(headings, rows))


def _contest(each: Contested) -> Markup:
    found, equal = each.figures, 1 / each.planned.contest.seats
    names = seats_in_words([""] * found.contest.seats)
    charts = [
        _chart(
            _("Share of wins by seat"),
            _("Of all levels; equal seats would have {}.").format(percent(equal)),
            [Bar(names[seat], share, seat) for seat, share in enumerate(found.seats)],
            equal,
            percent,
        )
    ]
    if found.margins:
        told = _("By final places; every level starts at {}.").format(BEGINNING)
        rating = _chart(_("Rating"), told, _by_level(found.ratings), BEGINNING, number)
        told = _("At one seat; equal players would have {}.").format(percent(equal))
        share = _chart(_("Share of wins"), told, _by_level(found.shares), equal, percent)
        told = _("The lead of the first over the second, where both play.")
        charts = [rating, share, _chart(_("Points ahead"), told, _leads(found), 0, signed), *charts]
    told = _("{} deals, {} games of {} actions on average.").format(
        number(found.deals), number(found.matches), number(round(found.actions))
    )
    return _section(contest_words(found.contest), _paragraph(told) + tag("div", *charts, class_="charts"))


def _by_level(found: Mapping[str, Interval]) -> list[Bar]:
    return [Bar(_name(level), found[level]) for level in sorted(found, key=lambda level: -found[level].figure)]


def _leads(found: Figures) -> list[Bar]:
    """Return a row for each pair of levels, the one that is ahead first."""
    pairs = [pair if margin.figure >= 0 else pair[::-1] for pair, margin in found.margins.items()]
    return [Bar(_("{} – {}").format(*map(_name, pair)), found.lead(*pair)) for pair in pairs]


def _chart(title: str, told: str, bars: Sequence[Bar], reference: float, form: Callable[[float], str]) -> Markup:
    caption = tag("figcaption", tag("b", title), " ", told)
    return tag("figure", caption, chart(title, bars, reference, form))


def _took(contested: Sequence[Contested], workers: int) -> Markup:
    headings = [
        _("Game"),
        _("Processor time of a game"),
        _("Games a second of a processor"),
        _("{} games on {} machines").format(number(MANY), MACHINES),
        _("{} games on {} machines").format(number(MILLION), MACHINES),
    ]
    rows = [[contest_words(each.planned.contest), *costs(each.seconds, workers)] for each in contested]
    told = _(
        "Measured while these games were played. The times for many games on several machines, with {} workers each,"
        " are computed from it."
    )
    return _section(_("What it took"), _paragraph(told.format(workers)) + _table(headings, rows))


def _how(contested: Sequence[Contested]) -> Markup:
    words = map(level_words, _levels(contested))
    meanings = [tag("dt", name) + tag("dd", meaning) for name, meaning in words]
    told = [
        _(
            "In each deal every level plays from every seat equally often: from game to game the players of a line-up"
            " move on by a seat, with the same cards and draws. If there are more seats than levels, each level has"
            " equally many of them, or one more in turn. A level that is alone against another sits at each seat once,"
            " and the other at all other seats."
        ),
        _(
            "A line is the 95 % interval of a figure. It comes from resampling the deals {} times ({} times for"
            " ratings), since games of one deal are not independent."
        ).format(number(SAMPLES), DRAWS),
        _(
            "Ratings are those of Weng and Lin (Plackett-Luce, by openskill), from the final places in the first {}"
            " games of each contest. They compare the levels of one chart, not of two."
        ).format(number(MOST_RATED)),
    ]
    return _section(_("How it was played"), joined(*map(_paragraph, told), tag("dl", *meanings)))


def _again(contested: Sequence[Contested], sittings: Sequence[Sitting]) -> Markup:
    headings = [_("Started"), _("Machine"), _("Versions"), _("Workers"), _("Games played"), _("Time")]
    rows = [
        [each.began, each.machine, each.versions, number(each.workers), number(each.matches), duration(each.seconds)]
        for each in sittings
    ]
    fingerprints = dict.fromkeys(f"{each.planned.contest.game} {each.planned.fingerprint}" for each in contested)
    told = _("These commands play the same games again, with the rules and players of these fingerprints: {}.")
    commands = tag("pre", "\n".join(commands_for([each.planned for each in contested])))
    body = _paragraph(told.format(", ".join(fingerprints))) + commands + _table(headings, rows)
    return _section(_("Repeating it"), body)


def commands_for(planned: Sequence[Planned]) -> list[str]:
    """Return the commands that play the planned contests."""
    games = defaultdict(list)
    for each in planned:
        alone = f" --alone {each.contest.alone}" if each.contest.alone else ""
        games[each.contest.seats, ",".join(each.contest.levels) + alone, each.deals].append(each.contest.game)
    return [
        f"tavolo arena arena.sqlite {' '.join(f'--game {game}' for game in names)} --seats {seats}"
        f" --levels {levels} --deals {deals}"
        for (seats, levels, deals), names in games.items()
    ]


def _levels(contested: Sequence[Contested]) -> list[str]:
    """Return the levels that play, the weakest first."""
    playing = {level for each in contested for level in each.planned.contest.levels}
    return [level for level in IN_ARENA if level in playing]


def _name(level: str) -> str:
    return level_words(level)[0]


# ---- parts of the page


def _section(title: str, body: Markup) -> Markup:
    return tag("section", "\n", tag("h2", title), "\n", body, "\n")


def _paragraph(text: str) -> Markup:
    return tag("p", text) + "\n"


def _table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> Markup:
    head = tag("thead", tag("tr", *(tag("th", each, scope="col") for each in headings)))
    body = [tag("tr", tag("th", row[0], scope="row"), *(tag("td", cell) for cell in row[1:])) for row in rows]
    # Where the window is narrow, the region can be scrolled by keyboard too.
    table = tag("table", head, tag("tbody", *body))
    return tag("div", table, class_="table", tabindex=0, role="region", aria_label=headings[0])

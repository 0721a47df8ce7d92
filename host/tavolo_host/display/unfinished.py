"""The games with which this table can go on, at the front door: for people at its computer or at its seats."""

from collections.abc import Sequence
from datetime import datetime

from babel.lists import format_list
from markupsafe import Markup

from tavolo_host.display.source import TableSource
from tavolo_host.display.tags import joined, tag
from tavolo_host.history.kept_game import KeptGame
from tavolo_host.history.words import title_of
from tavolo_host.texts.dates import day_and_time
from tavolo_host.texts.language import _, spoken

MOST_SHOWN = 2  # the newest: above the start buttons there is little space


def may_go_on(table: TableSource, visitor: str) -> bool:
    """Return whether a visitor may let the table go on: others from the network would take over games of others."""
    return visitor in table.roster.hosts or visitor in table.roster.seats


def offered_games(table: TableSource, visitor: str) -> Sequence[KeptGame]:
    """Return the games with which a visitor may let the table go on, newest first."""
    return table.unfinished() if may_go_on(table, visitor) else ()


def go_on(table: TableSource, visitor: str, game_id: int) -> str | None:
    """Let the table go on with one of these; return None, or why not."""
    if not may_go_on(table, visitor):
        return _("Only players can ask for that: take a seat first.")
    return table.go_on(visitor, game_id)


def unfinished_html(games: Sequence[KeptGame]) -> Markup:
    """Return a line for each game, with a button that has its number."""
    return joined(*[_line(game) for game in games[:MOST_SHOWN]])


def _line(game: KeptGame) -> Markup:
    played = [each.name or _("seat {}").format(each.seat + 1) for each in game.players if not each.level]
    persons = list(dict.fromkeys(played))  # others may have played on for a person
    people = format_list(persons, locale=spoken()) if persons else _("bots")
    when = day_and_time(datetime.fromtimestamp(game.began), datetime.now())
    words = f"{title_of(game.game)}, {people}, {when}"
    named = {"type": "button", "class_": "plain-button", "aria_label": f"{_('Go on')}: {words}", "data_key": game.id}
    return tag("div", tag("button", _("Go on"), data_press=game.id, **named), tag("span", words))

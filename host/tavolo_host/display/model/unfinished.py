"""The games with which this table can go on, at the front door."""

from collections.abc import Sequence
from datetime import datetime

from babel.lists import format_list
from markupsafe import Markup

from tavolo_host.display.parts.tags import joined, tag
from tavolo_host.history.kept_game import KeptGame
from tavolo_host.history.words import title_of
from tavolo_host.texts.dates import day_and_time
from tavolo_host.texts.language import _, spoken

MOST_SHOWN = 2  # the newest: above the start buttons there is little space


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

"""The pages of an evening, with its end card, and of the statistics of all games."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from markupsafe import Markup
from nicegui import run, ui

from tavolo_host.display.parts.side_page import side_page
from tavolo_host.display.parts.source import EVENING, STATISTICS
from tavolo_host.display.parts.tags import joined, tag
from tavolo_host.display.past.evening_card import best_moment, can_be_shown, card_html
from tavolo_host.display.past.statistics_page import Asked, statistics_html
from tavolo_host.history.evenings import last_morning
from tavolo_host.history.game_rows import DamagedGame, readable_of
from tavolo_host.history.history import History
from tavolo_host.history.history_file import Unusable
from tavolo_host.history.open_file import Readable
from tavolo_host.history.words import began_in_words
from tavolo_host.runtime.source_digests import firmware_digests
from tavolo_host.texts.deferred import in_language
from tavolo_host.texts.language import Tongue, _, speaking

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request


async def build_evening(path: Path, readable: Readable | None, tongue: Tongue, request: "Request") -> None:
    """Build the page that the request asks for into the current client, from the games that are readable."""
    query, number = request.query_params, request.url.path.removeprefix(EVENING).strip("/")
    if request.url.path == STATISTICS:
        content: Callable[[History], Markup] = partial(
            statistics_html, Asked(query.get("game", ""), query.get("player", ""))
        )
    else:
        content = partial(evening_html, int(number or 0))
    html = await run.io_bound(read, path, readable, tongue, content) or ""  # the table goes on meanwhile
    with speaking(*tongue):
        if query.get("view") == "television":
            with ui.element("div").classes("tavolo-page card-television"):
                ui.html(html, sanitize=False)
            return
        with side_page(_("Statistics") if request.url.path == STATISTICS else _("Evening"), "evening-page"):
            ui.html(html, sanitize=False)


def read(path: Path, readable: Readable | None, tongue: Tongue, content: "Callable[[History], Markup]") -> str:
    """Return content from the file, or why it cannot be read."""
    with speaking(*tongue):
        try:
            with History(path, readable) as history:
                return str(content(history))
        except Unusable as problem:
            return tag("p", in_language(problem.sentence, _), class_="side-problem", role="alert")


def evening_html(number: int, history: History) -> Markup:
    """Return the content of an evening's page; 0 is that of the game kept last."""
    rows = history.file.rows(
        "SELECT evening, game, began / 1000.0, ifnull(ended, began) / 1000.0 FROM game ORDER BY id"
    )
    began: dict[int, float] = {}
    last = 0
    for evening, game, begin, end in rows:
        if can_be_shown(game, begin, end):
            began.setdefault(evening, begin)
            last = evening
    evenings = list(began)
    shown = number or last
    of_evening = history.evening(shown)
    damaged = [in_language(each.sentence, _) for each in of_evening if isinstance(each, DamagedGame)]
    problems = joined(*(tag("p", words, class_="side-problem", role="alert") for words in damaged))
    games = [each for each in readable_of(of_evening) if can_be_shown(each.game, each.began, each.ended or each.began)]
    if not games:
        words = _("No game of this evening is kept.") if number else _("No game has been kept yet.")
        return problems or tag("p", words, class_="side-problem")
    place = evenings.index(shown)
    ways = [(_("Before: {}"), each) for each in evenings[max(0, place - 1) : place]]
    ways += [(_("After: {}"), each) for each in evenings[place + 1 : place + 2]]
    night, others = last_morning(began[shown]), _("Another group, the same evening: {}")
    ways = [(others if last_morning(began[each]) == night else words, each) for words, each in ways]
    links = [
        tag("a", words.format(began_in_words(began[each])), href=f"{EVENING}/{each}", class_="plain-button")
        for words, each in ways
    ]
    large = tag("a", _("Television"), href=f"{EVENING}/{shown}?view=television", class_="plain-button")
    best = best_moment(history, games, firmware_digests()[1])
    card = joined(card_html(games, best), problems)
    return joined(card, tag("nav", *links, large, class_="leaf-links", aria_label=_("Evenings")))

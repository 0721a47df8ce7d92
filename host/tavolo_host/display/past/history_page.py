"""The page with all games that were played: who, when, what and the result, by player and by game, fifty at a time."""

import shutil
import tempfile
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from pathlib import Path
from urllib.parse import urlencode

from markupsafe import Markup
from nicegui import ui

from tavolo_host.display.model.file_commands import FileCommands
from tavolo_host.display.parts.elements import Button, Pressable, confirmation
from tavolo_host.display.parts.side_page import side_page
from tavolo_host.display.parts.source import HISTORY
from tavolo_host.display.parts.tags import tag
from tavolo_host.display.past.evening_card import count_words
from tavolo_host.history import words
from tavolo_host.history.game_rows import DamagedGame
from tavolo_host.history.history import History
from tavolo_host.history.history_file import FILE, Unusable
from tavolo_host.history.kept_game import KeptGame
from tavolo_host.seats.rights import Right
from tavolo_host.texts.deferred import in_language
from tavolo_host.texts.language import _, speaking, tongue
from tavolo_host.texts.names import LONGEST_NAME, clean_name

ON_A_PAGE = 50
# Filters in the page: a browser takes much longer to load another one.
CHOOSE = """(event) => {
    const chosen = new FormData(event.target);
    event.preventDefault();
    history.replaceState(null, "", "?" + new URLSearchParams(chosen));
    emit(chosen.get("player"), chosen.get("game"));
}"""
RENAME = """(event) => {
    event.preventDefault();
    emit(new FormData(event.target).get("new"));
}"""
FORGETTING = "forgetting"  # the id of the question before a name is forgotten


class HistoryPage:
    """Builds a visitor's page into the current client. `query` has "player", "game" and "page", each as text."""

    def __init__(self, path: Path, commands: FileCommands, query: Mapping[str, str]) -> None:
        self._path = path
        self._commands = commands
        self._tongue = tongue()
        self._player, self._game = query.get("player", ""), query.get("game", "")
        number = query.get("page", "1")
        self._page = max(1, int(number)) if number.isdecimal() and len(number) < len(str(10**9)) else 1
        with side_page(_("Games that were played"), "history-page"):
            try:
                with History(path, commands.readable()) as history:
                    self._build(history)
            except Unusable as problem:
                ui.label(in_language(problem.sentence, _)).classes("side-problem").props('role="alert"')

    def _build(self, history: History) -> None:
        self._player = history.as_written(self._player)
        choice = ui.html(filter_html(history.people(), history.kinds(), self._player, self._game), sanitize=False)
        choice.on("submit", lambda event: self._choose(*map(str, event.args)), js_handler=CHOOSE)
        self._games = ui.element("div")
        self._show(history)

    def _show(self, history: History) -> None:
        """Show the games of the chosen player and game."""
        count = history.count(self._player, self._game)
        games = history.games(self._player, self._game, ON_A_PAGE, (self._page - 1) * ON_A_PAGE)
        self._games.clear()
        with self._games:
            self._build_games(games, count)
            with ui.element("section").classes("history-file").props(f'aria-label="{_("The file of all games")}"'):
                self._build_forgetting(self._player in history.people())

    def _build_games(self, games: Sequence[KeptGame | DamagedGame], count: int) -> None:
        ui.html(tag("p", count_words(count), role="status", class_="history-count"), sanitize=False)
        unfinished = {kept.id for kept in self._commands.unfinished()}
        rows = Pressable(lambda number: self._go_on(int(number)))
        rows.show(list_html(games, unfinished) if games else tag("p", _("No game was found."), class_="history-none"))
        ui.html(self._pager_html(count), sanitize=False)

    def _pager_html(self, count: int) -> Markup:
        last = max(1, -(-count // ON_A_PAGE))
        links = []
        for named, page in ((_("Newer games"), self._page - 1), (_("Older games"), self._page + 1)):
            if 1 <= page <= last:
                asked = {"player": self._player, "game": self._game, "page": page}
                links.append(tag("a", named, href=f"{HISTORY}?{urlencode(asked)}", class_="plain-button"))
        where = tag("span", _("Page {} of {}").format(self._page, last)) if links else ""
        return tag("nav", *links[:1], where, *links[1:], class_="history-pager", aria_label=_("More games"))

    def _build_forgetting(self, is_known: bool) -> None:
        if not self._commands.may(Right.FORGET):
            ui.label(_("These are the games of this evening, and those that you played with this browser."))
            ui.label(_("All others are at the table's own computer."))
            return
        ui.label(_("All games are in the file {}.").format(self._path))
        with ui.element("div").classes("history-way"):
            Button("plain-button", _("Download all games"), self._download)
            ui.label(_("A copy of the file, with all names. Of a game that is not over it has what everybody knows."))
        with ui.element("div").classes("history-way"):
            if not is_known:
                words = _("To change or forget a name, show the games of that player.")
                ui.label(f"{words} {_('A single game is deleted on its page.')}")
                return
            forget = _("Forget the name {}").format(self._player)
            Button("plain-button", forget).props(f'popovertarget="{FORGETTING}"')
            ui.label(_("The games stay; where the name was is the seat's number."))
        question = _("Take the name {} out of all games, for good? Nothing brings it back.").format(self._player)
        confirmation(FORGETTING, "", question, forget, self._forget)
        if self._commands.may(Right.RENAME):
            self._build_renaming()

    def _build_renaming(self) -> None:
        form = ui.html(rename_html(self._player), sanitize=False).classes("history-way")
        form.on("submit", lambda event: self._rename(str(event.args)), js_handler=RENAME)

    # ---- what the visitor does

    def _choose(self, player: str, game: str) -> None:
        """Show other games; the browser keeps the page's address in step."""
        self._player, self._game, self._page = player, game, 1
        self._is_done(self._show_again)

    def _show_again(self) -> None:
        with History(self._path, self._commands.readable()) as history:
            self._show(history)

    def _go_on(self, game_id: int) -> None:
        with speaking(*self._tongue):
            if self._is_done(partial(self._commands.go_on, game_id)):
                ui.navigate.to("/")

    def _forget(self) -> None:
        if self._is_done(partial(self._commands.forget_name, self._path, self._player)):
            ui.navigate.to(HISTORY)

    def _rename(self, written: str) -> None:
        new = clean_name(written)
        if new and self._is_done(partial(self._commands.rename_person, self._path, self._player, new)):
            ui.navigate.to(f"{HISTORY}?{urlencode({'player': new})}")

    def _download(self) -> None:
        folder = Path(tempfile.mkdtemp())
        ui.context.client.on_delete(partial(shutil.rmtree, folder, ignore_errors=True))
        if self._is_done(partial(self._commands.copy_file, self._path, folder / FILE)):
            ui.download.file(folder / FILE)

    def _is_done(self, command: Callable[[], str | None]) -> bool:
        """Carry out a command; return whether that worked, or say why not."""
        with speaking(*self._tongue):
            try:
                refusal = command()
            except Unusable as problem:
                refusal = problem.sentence
            if refusal:
                ui.notify(in_language(refusal, _), position="top", color="brown-9")
            return not refusal


def filter_html(people: Sequence[str], kinds: Sequence[str], player: str, game: str) -> Markup:
    """Return the choice of player and game."""
    return tag(
        "form",
        _select("player", _("Player"), {"": _("everybody")} | {name: name for name in people}, player),
        _select("game", _("Game"), {"": _("all games")} | {kind: words.title_of(kind) for kind in kinds}, game),
        tag("button", _("Show"), class_="plain-button"),
        class_="history-filter",
        action=HISTORY,
    )


def rename_html(player: str) -> Markup:
    """Return the field for another name of a player."""
    field = tag("input", type="text", name="new", value=player, maxlength=LONGEST_NAME, autocomplete="off")
    words = _("With another player's name, both are one player from then on. Nothing parts them again.")
    return tag(
        "form",
        tag("label", tag("span", _("Another name for {}").format(player)), field),
        tag("button", _("Rename"), class_="plain-button"),
        tag("span", words, class_="filter-note"),
        class_="history-filter renaming",
    )


def _select(name: str, label: str, values: Mapping[str, str], chosen: str) -> Markup:
    options = [
        tag("option", called, value=value, **({"selected": ""} if value == chosen else {}))
        for value, called in values.items()
    ]
    return tag("label", tag("span", label), tag("select", *options, name=name))


def list_html(games: Sequence[KeptGame | DamagedGame], unfinished: Collection[int]) -> Markup:
    """Return the games as a list of links, and a button at those that can go on."""
    return tag("ol", *(_row(kept, kept.id in unfinished) for kept in games), class_="history-list")


def _row(kept: KeptGame | DamagedGame, can_go_on: bool) -> Markup:
    if isinstance(kept, DamagedGame):
        return tag("li", tag("a", tag("span", in_language(kept.sentence, _)), href=f"{HISTORY}/{kept.id}"))
    parts = (
        tag("span", words.when(kept), class_="history-when"),
        tag("b", words.title_of(kept.game)),
        tag("span", words.who(kept), class_="history-who"),
        tag("span", words.result(kept), class_="history-result" if kept.ending else "history-result history-open"),
    )
    go_on = ""
    if can_go_on:
        label = _("Go on with {}, {}").format(words.title_of(kept.game), words.when(kept))
        go_on = tag("button", _("Go on"), type="button", class_="plain-button", data_press=kept.id, aria_label=label)
    return tag("li", tag("a", *parts, href=f"{HISTORY}/{kept.id}"), go_on)

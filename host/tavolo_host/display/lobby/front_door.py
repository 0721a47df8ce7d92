"""The front door: choose a game, its players and its options, for the table: all see what is chosen."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Self

from nicegui import ui
from nicegui.element import Element

from tavolo.games import load, names
from tavolo.rules.contract import Setup
from tavolo.rules.record import Record
from tavolo_host.display.lobby.house_rules import HouseRules
from tavolo_host.display.lobby.lobby_seats import LobbySeats, waits_in_words
from tavolo_host.display.model.commands import Commands
from tavolo_host.display.model.file_commands import FileCommands
from tavolo_host.display.model.unfinished import unfinished_html
from tavolo_host.display.parts.elements import Button, OneOf, Pressable, html, link, mark, popover
from tavolo_host.display.parts.game_display import picture_of
from tavolo_host.display.parts.preferences import NameField, Preferences, Values
from tavolo_host.display.parts.rule_pages import whole
from tavolo_host.display.parts.source import EVENING, HISTORY, STATISTICS
from tavolo_host.runtime.game_folders import folder_of, part_of
from tavolo_host.seats.guests import not_ready, seated_here
from tavolo_host.seats.rights import Right
from tavolo_host.seats.roster import Roster
from tavolo_host.texts.language import _, speaking, spoken, tongue
from tavolo_host.texts.options import for_players

if TYPE_CHECKING:
    from tavolo.rules.game import Game

MOST_AT_FIRST = 4  # players, unless the visitor chooses more
RULES = "door-rules"  # the id of the rules before a game


class FrontDoor(Element):
    """All games, with the table's one chosen, for the visitor whose commands these are; `fields` show preferences.

    `level` returns that of the virtual players; "" means that there are none: then one button starts a game at the
    table, and there are fields for the names at the seats, if the visitor may name them. `on_sit` gets a seat,
    `on_change` is called when a seat's visitor gets ready or not, `on_say` gets a refusal. `on_start` gets whether
    the visitor plays, and whether with a guide; `on_prefer` a changed preference, `on_go_on` the number of an
    unfinished game.
    """

    def __init__(
        self,
        chosen: Preferences,
        level: Callable[[], str],
        roster: Roster,
        commands: Commands,
        files: FileCommands,
        *,
        on_sit: Callable[[int], None],
        on_change: Callable[[], None],
        on_say: Callable[[str | None], None],
        on_start: Callable[[Setup, bool, bool], None],
        on_prefer: Callable[[str, str], None],
        on_go_on: Callable[[int], None],
    ) -> None:
        super().__init__("section")
        self.classes("front-door").props(f'aria-label="{_("Games")}"')
        self._tongue = tongue()
        self._commands = commands
        self._files = files
        self._on_start = on_start
        self._on_go_on = on_go_on
        self._can_play = bool(level())
        self._roster = roster
        self._setup = commands.offered
        self._on_say = on_say
        self.fields: list[NameField | Values] = []
        self._tiles: dict[str, ui.element] = {}
        with self:
            with ui.element("div").classes("door-games"):
                for name in names():
                    self._tile(load(name))
            with ui.element("div").classes("door-panel door-words"):
                self._words = ui.element("div")
            names_seats = not self._can_play and commands.may(Right.NAME_SEAT)
            if not names_seats:
                with ui.element("div").classes("door-panel door-name"):
                    self.fields.append(NameField(chosen.name, on_prefer))
            with ui.element("div").classes("door-panel door-how"):
                if names_seats:
                    self._seat_names(chosen, on_prefer)
                self._counts = ui.element("div")
                self._rules_place = ui.element("div")
            with self._rules_place:
                self._house_rules = HouseRules(self._offer, files)
                if self._can_play:
                    self.fields += [Values("pace", chosen.pace, on_prefer), Values("level", level(), on_prefer)]
                self.fields.append(Values("language", chosen.language, on_prefer))
            self._starts()
        self._seats = LobbySeats(roster, commands, level, on_sit, on_change) if self._can_play else None
        self._show_game()

    def _seat_names(self, chosen: Preferences, on_prefer: Callable[[str, str], None]) -> None:
        with ui.element("div").classes("door-names").props(f'role="group" aria-label="{_("Who sits where")}"'):
            self.fields += [NameField(name, on_prefer, seat) for seat, name in enumerate(chosen.seat_names)]

    def _starts(self) -> None:
        """Build the start buttons. They stay when another game is chosen, so that a quick click is not lost."""
        with ui.element("div").classes("door-panel door-start"):
            self._going_on = Pressable(lambda game: self._on_go_on(int(game)))
            self._going_on.classes("door-unfinished")
            start = _("Play") if self._can_play else _("Start")
            Button("start-button", start, lambda: self._on_start(self._setup, self._can_play, False))
            if self._can_play:
                first = _("First game, with a guide")
                Button("plain-button", first, lambda: self._on_start(self._setup, True, True))
            Button("plain-button", _("Rules"), self._show_rules).props(f'popovertarget="{RULES}"')
            if self._can_play:
                Button("watch-button", _("Watch bots"), lambda: self._on_start(self._setup, False, False))
            self._waits = ui.label("").classes("door-waits").props('role="status"')
            with ui.element("nav").classes("door-links").props(f'aria-label="{_("Pages")}"'):
                for path, words in ((HISTORY, _("History")), (EVENING, _("Evening")), (STATISTICS, _("Statistics"))):
                    link(words, path).classes(replace="watch-button")
        with popover(RULES, "door-rules").props(f'role="region" aria-label="{_("Rules")}" tabindex="0"'):
            close = Button("plain-button", _("Close the rules"))
            close.props(f'popovertarget="{RULES}" popovertargetaction="hide"')
            self._rules = ui.markdown("")

    def _show_rules(self) -> None:
        with speaking(*self._tongue):
            game = self._setup.game
            self._rules.set_content(f"## {game.TITLE}\n\n{pitch(game.NAME)}\n\n{whole(game.NAME, self._setup.options)}")

    def _tile(self, game: "Game") -> None:
        tile = ui.element("button").classes("door-game").props('type="button"')
        tile.on("click", lambda: self._offer_game(game))
        self._tiles[game.NAME] = tile
        with tile:
            html("door-picture", 'aria-hidden="true"').set_content(tile_picture(game))
            ui.label(game.TITLE).classes("door-title")
            for words in _measures(game):
                ui.label(words).classes("door-players")

    def _offer_game(self, game: "Game") -> None:
        if game.NAME != self._setup.game.NAME:
            self._offer(Setup(game, min(MOST_AT_FIRST, game.SEATS[1])))

    def _offer(self, setup: Setup) -> None:
        """Choose a game for the table."""
        with speaking(*self._tongue):
            self._on_say(self._commands.offer(setup))
            self.show()

    def _show_game(self) -> None:
        """Show the game that is chosen at the table."""
        game = self._setup.game
        with speaking(*self._tongue):
            for name, tile in self._tiles.items():
                mark(tile, "aria-pressed", name == game.NAME)
            self._words.clear()
            with self._words:
                ui.label(game.TITLE).classes("door-title")
                ui.label(" · ".join(_measures(game))).classes("door-players")
                ui.markdown(pitch(game.NAME))
            self._counts.clear()
            counts = {count: str(count) for count in range(game.SEATS[0], game.SEATS[1] + 1)}
            with self._counts:
                self._count = OneOf(
                    _("Players"), counts, lambda players: self._offer(for_players(self._setup, players))
                )
            self._counts.set_visibility(len(counts) > 1)
            self.show()

    def show(self) -> None:
        """Show what is chosen, who would play, who come and go and say their names, and which games can go on."""
        before, self._setup = self._setup, self._commands.offered
        if self._setup.game.NAME != before.game.NAME:
            self._show_game()
            return
        self._count.show(self._setup.players)
        for place in (self._counts, self._rules_place):
            if ("inert" in place.props) == self._commands.may_offer():
                place.props(remove="inert") if "inert" in place.props else place.props("inert")
        game, line_up = self._setup.game, self._commands.line_up(self._setup.players)
        self._going_on.show(unfinished_html(self._files.unfinished()))
        self._house_rules.show(self._setup, [player.name for player in line_up])
        if self._seats:
            self._seats.show(line_up)
            awaited = not_ready(self._roster, self._commands.visitor)
            self._waits.set_text(waits_in_words(awaited, seated_here(self._roster), game.TITLE, game.SEATS[1]))

    def set_visibility(self, visible: bool) -> Self:
        """Show or hide the door with its seats."""
        if self._seats:
            self._seats.element.set_visibility(visible)
        return super().set_visibility(visible)


def tile_picture(game: "Game") -> str:
    """Return a picture of a game in progress, made beforehand because that takes long; else of its beginning."""
    file = folder_of(game.NAME) / "tile.svg"
    return file.read_text(encoding="utf-8") if file.exists() else picture_of(Record(Setup(game, game.SEATS[0])))


def pitch(game_name: str) -> str:
    """Return a short description of a game in Markdown: the beginning of its page for players."""
    page = (folder_of(game_name) / f"{spoken()}.md").read_text(encoding="utf-8")
    return page.split("\n\n")[1]


def _measures(game: "Game") -> tuple[str, str]:
    """Return for how many players a game is, and how long it takes."""
    minutes = part_of(game.NAME).MINUTES
    return _("{} players").format(_range(*game.SEATS)), _("{} minutes").format(_range(*minutes))


def _range(fewest: int, most: int) -> str:
    return str(fewest) if fewest == most else _("{} to {}").format(fewest, most)

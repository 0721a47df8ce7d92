"""The front door: choose a game, its players and its options. Each visitor chooses separately until Play."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from nicegui import ui
from nicegui.element import Element

from tavolo.games import load, names
from tavolo.rules.contract import Option, Setup
from tavolo_host.display.elements import Button, mark
from tavolo_host.display.preferences import NameField, Preferences, Values
from tavolo_host.runtime.game_folders import folder_of, part_of
from tavolo_host.texts.language import _, speaking, spoken, tongue
from tavolo_host.texts.sentences import option_words, sentence_case

if TYPE_CHECKING:
    from tavolo.rules.game import Game

# A path, not a name: until the icon font has loaded, a name is invisible text that covers what is beside it.
ARROW_DOWN = "M7 10l5 5 5-5z"

MOST_AT_FIRST = 4  # players, unless the visitor chooses more


class FrontDoor(Element):
    """All games, with `offered` chosen; `on_start` gets game, players, options, whether the visitor plays, and a guide.

    `level` is that of the virtual players; "" means that there are none: then one button starts a game at the table,
    and there are fields for the names at the seats. `fields` show preferences; `on_prefer` gets a changed one.
    """

    _read: "Callable[[], tuple[Game, int, tuple[int, ...]]]"  # returns the current choice

    def __init__(
        self,
        offered: Setup,
        chosen: Preferences,
        level: str,
        on_start: "Callable[[Game, int, tuple[int, ...], bool, bool], None]",
        on_prefer: Callable[[str, str], None],
    ) -> None:
        super().__init__("section")
        self.classes("front-door").props(f'aria-label="{_("Games")}"')
        self._tongue = tongue()
        self._on_start = on_start
        self._can_play = bool(level)
        self.fields: list[NameField | Values] = []
        self._tiles: dict[str, ui.element] = {}
        with self:
            with ui.element("div").classes("door-games"):
                for name in names():
                    self._tile(load(name))
            with ui.element("div").classes("door-panel door-words"):
                self._words = ui.element("div")
                self._names(chosen, on_prefer)
            with ui.element("div").classes("door-panel door-how"):
                self._how = ui.element("div").classes("door-how")
                if level:
                    self.fields += [Values("pace", chosen.pace, on_prefer), Values("level", level, on_prefer)]
            self._starts()
        self._choose(offered)

    def _names(self, chosen: Preferences, on_prefer: Callable[[str, str], None]) -> None:
        """Ask for names and language."""
        if self._can_play:
            self.fields.append(NameField(chosen.name, on_prefer))
        else:
            with ui.element("div").classes("door-names").props(f'role="group" aria-label="{_("Who sits where")}"'):
                self.fields += [NameField(name, on_prefer, seat) for seat, name in enumerate(chosen.seat_names)]
        self.fields.append(Values("language", chosen.language, on_prefer))

    def _starts(self) -> None:
        """Build the start buttons. They stay when another game is chosen, so that a quick click is not lost."""
        with ui.element("div").classes("door-panel door-start"):
            start = _("Play") if self._can_play else _("Start")
            Button("start-button", start, lambda: self._on_start(*self._read(), self._can_play, False))
            if self._can_play:
                Button("plain-button", _("First game, with a guide"), self._start_first)
                Button("plain-button", _("Watch"), lambda: self._on_start(*self._read(), False, False))

    def _start_first(self) -> None:
        """Start the chosen game with the fewest players and its default options."""
        game, *_others = self._read()
        self._on_start(game, game.SEATS[0], tuple(option.default for option in game.OPTIONS), True, True)

    def _tile(self, game: "Game") -> None:
        tile = ui.element("button").classes("door-game").props('type="button"')
        tile.on("click", lambda: self._choose(Setup(game, min(MOST_AT_FIRST, game.SEATS[1]))))
        self._tiles[game.NAME] = tile
        with tile:
            picture = folder_of(game.NAME) / "lights.svg"
            if picture.exists():
                ui.html(picture.read_text(encoding="utf-8"), sanitize=False).classes("door-picture")
            ui.label(game.TITLE).classes("door-title")
            minutes = part_of(game.NAME).MINUTES
            ui.label(_("{} players").format(_range(*game.SEATS))).classes("door-players")
            ui.label(_("{} minutes").format(_range(*minutes))).classes("door-players")

    def _choose(self, setup: Setup) -> None:
        with speaking(*self._tongue):
            self._show(setup)

    def _show(self, setup: Setup) -> None:
        game = setup.game
        for name, tile in self._tiles.items():
            mark(tile, "aria-pressed", name == game.NAME)
        self._words.clear()
        with self._words:
            ui.label(game.TITLE).classes("door-title")
            ui.markdown(pitch(game.NAME))
        self._how.clear()
        with self._how:
            counts = {count: _("{} players").format(count) for count in range(game.SEATS[0], game.SEATS[1] + 1)}
            players = ui.select(counts, value=setup.players).props(
                f'dense outlined options-dense dropdown-icon="{ARROW_DOWN}" aria-label="{_("number of players")}"'
            )
            numbers = [
                self._option(game, option, value) for option, value in zip(game.OPTIONS, setup.options, strict=True)
            ]
        self._read = lambda: (game, int(players.value), tuple(int(read()) for read in numbers))

    def _option(self, game: "Game", option: Option, value: int) -> Callable[[], float]:
        """Show an option if it offers a choice; return a function that reads its value."""
        if option.low == option.high:
            return lambda: value
        words = sentence_case(_(option_words(game.NAME, option.name)))
        if (option.low, option.high) == (0, 1):
            box = ui.checkbox(words, value=value == 1).classes("door-box")
            return lambda: float(box.value)
        with ui.element("label").classes("door-option"):
            ui.label(words)
            number = ui.number(value=value, min=option.low, max=option.high, precision=0, format="%d")
            number.props(f'dense outlined aria-label="{words}"')
        return lambda: option.default if number.value is None else min(max(number.value, option.low), option.high)


def pitch(game_name: str) -> str:
    """Return a short description of a game in Markdown: the beginning of its page for players."""
    page = (folder_of(game_name) / f"{spoken()}.md").read_text(encoding="utf-8")
    return page.split("\n\n")[1]


def _range(fewest: int, most: int) -> str:
    return str(fewest) if fewest == most else _("{} to {}").format(fewest, most)

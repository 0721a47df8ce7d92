"""The middle of the page: the games to choose from, the board of a game, or its result."""

from collections.abc import Callable
from copy import copy
from dataclasses import replace
from functools import partial

from nicegui import ui

from tavolo_host.display.ending.end_panel import EndPanel
from tavolo_host.display.live.choices import GameBoard
from tavolo_host.display.lobby.front_door import FrontDoor
from tavolo_host.display.parts.elements import Button, mark
from tavolo_host.display.parts.moment import Moment
from tavolo_host.display.parts.what_to_do import State, WhatToDo
from tavolo_host.texts.language import _

# Where a visitor has scrolled to belongs to the game, or to its result.
TO_THE_BEGINNING = """for (const part of document.querySelectorAll(
    ".game-panel, .front-door, .the-end, .log-body, .rules-panel, .hand-cards, .what-choices"
)) part.scrollTo(0, 0);
scrollTo(0, 0)"""


class Middle:
    """Shows what `board`, `end` or `door` build into `element`; its buttons are built elsewhere on the page.

    Who looks at a result keeps it when another person begins the next game, and goes there by a button: `has_stayed`.

    `swap` exchanges the sizes of the lights and the game's board. `on_change` is called when the visitor switches,
    `on_another` when the visitor wants to choose another game.
    """

    def __init__(
        self,
        swap: Button,
        can_play: bool,
        is_television: bool,
        on_change: Callable[[], None],
        *,
        on_another: Callable[[], None],
        board: Callable[[], GameBoard],
        end: Callable[[], EndPanel],
        door: Callable[[], FrontDoor],
    ) -> None:
        self._can_play = can_play
        self._is_television = is_television
        self.has_stayed = False
        self._goes_on = False  # to the next game, as soon as it begins
        self._ended: tuple[int, Moment] | None = None  # a game whose end the visitor has seen, and that
        self._on_change = on_change
        self._on_another = on_another
        self._lights_first = not can_play and not is_television
        self._wants_another = False  # after the end of a game
        self._wants_board = False  # after the end, rather than the result
        self._scrolled = (0, False, False)  # the game, and whether the visitor chooses one or sees its result
        self._swap_words = swap.label
        swap.on("click", lambda: self._swap())
        self._tabs: dict[str, Button] = {}  # on a narrow screen they select one part
        with ui.element("nav").classes("tabs").props(f'aria-label="{_("View")}"'):
            for tab, words in (("game", _("Game")), ("table", _("Table")), ("log", _("Log"))):
                self._tabs[tab] = Button("tab", words, partial(self._show_tab, tab))
        self.element = ui.element("div").classes("middle")
        with self.element:
            self.board, self.end, self.door = board(), end(), door()
        self._show_tab("game" if self._can_play else "table")

    def build_after(self, on_again: Callable[[bool], None]) -> None:
        """Build the buttons after a game; `on_again` gets whether the visitor plays the next one."""
        self._after = ui.element("div").classes("controls after")
        with self._after:
            self._more = ui.element("div").classes("controls")
            with self._more:
                self._again = Button("start-button", _("Play again"), partial(on_again, self._can_play))
                if self._can_play:
                    Button("plain-button", _("Watch bots"), partial(on_again, False))
                Button("plain-button", _("Another game"), self._open_door)
            self._next = Button("start-button", _("To the next game"), self.go_on)
            self._turn_over_words = Button("plain-button", "", self._turn_over).label

    def wanted(self, moment: Moment) -> Moment:
        """Return what the visitor wants to see: who chooses another game sees nothing of the last one."""
        self.has_stayed = False
        if moment.is_over:
            stays = self._can_play and not (self._is_television or self._wants_another or self._goes_on)
            self._ended = (moment.mirror.game_number, _kept(moment)) if stays else None
            return moment.before_a_game() if self._wants_another else moment
        if not moment.mirror.result:
            self._wants_another = self._goes_on = False
        number, ended = self._ended or (0, None)
        if ended is None or moment.display is None or moment.mirror.game_number == number:
            self._ended = None
            return moment
        self.has_stayed = True
        return _stayed(ended, moment)

    def go_on(self) -> None:
        """Show the game that another person has begun."""
        self._ended = None
        self._on_change()

    def show(self, moment: Moment) -> None:
        """Show what belongs to the moment, or what the visitor chose instead."""
        is_over, has_game = moment.is_over, moment.display is not None
        is_open = not self._is_television and not has_game
        if is_open:
            self.door.show()
        self._wants_board = self._wants_board and is_over
        self.door.set_visibility(is_open)
        shows_end = is_over and not self._wants_board
        self.end.show(moment if shows_end else None)
        self.board.set_visibility(not is_open and not shows_end)
        number = self._ended[0] if self._ended else moment.mirror.game_number
        scrolled = number, is_open, shows_end
        if scrolled != self._scrolled:
            self._scrolled = scrolled
            ui.run_javascript(TO_THE_BEGINNING)
        self._after.set_visibility(is_over)
        has_stood_up = moment.own is None and moment.played_at is not None
        self._again.set_visibility(not has_stood_up)  # it would seat them
        self._more.set_visibility(moment.mirror.in_step is not None and not self.has_stayed)
        self._next.set_visibility(self.has_stayed)
        self._turn_over_words.set_text(_("The result") if self._wants_board else _("The board"))
        is_game_first = is_open or (has_game and not self._lights_first)
        self.element.classes(add="game-first" if is_game_first else "", remove="" if is_game_first else "game-first")
        self._swap_words.set_text(_("Lights") if is_game_first else _("Game"))

    def close_door(self) -> None:
        """Show the game that starts instead of the games to choose from, or of the last result."""
        self._wants_another, self._goes_on, self._ended = False, True, None

    def _open_door(self) -> None:
        self._wants_another = True
        self._on_another()
        self._show_tab("game")
        self._on_change()

    def _swap(self) -> None:
        self._lights_first = not self._lights_first
        self._on_change()

    def _turn_over(self) -> None:
        self._wants_board = not self._wants_board
        self._on_change()

    def _show_tab(self, chosen: str) -> None:
        for tab, button in self._tabs.items():
            mark(button, "aria-pressed", tab == chosen)
        self.element.classes(remove=" ".join(f"tab-{tab}" for tab in self._tabs), add=f"tab-{chosen}")


def _kept(moment: Moment) -> Moment:
    """Return a moment which stays as it is while the table goes on."""
    return replace(moment, mirror=copy(moment.mirror))


def _stayed(ended: Moment, now: Moment) -> Moment:
    """Return the end of a game for who still looks at it while the next game is played, in which nothing is offered."""
    asked, what = now.what.state is State.CHOOSE, now.what
    begun = _("The next game has begun: it is your turn.") if asked else _("The next game has begun.")
    if what.state is State.ASKED:
        what = replace(what, sentence=f"{begun} {what.sentence}")
    else:
        what = WhatToDo(State.CHOOSE if asked else State.WAIT, begun)
    own = now.own and replace(now.own, hand=(), in_slot=None)
    return replace(ended, own=own, what=what, awaited=now.awaited if asked else (), has_stayed=True)

"""One visitor's page: table, panels and hand, kept up to date by a look at the source every `LOOK_MS`, and as
soon as the board has told something.

Everything that is sent is made for this visitor: of the hands, only the one that `TableSource.own` gives.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial, wraps
from html import escape
from time import monotonic
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

from nicegui import ui

from tavolo.rules.contract import NO_CARD
from tavolo_host.board.mirror import Mirror
from tavolo_host.display.aids import Aids
from tavolo_host.display.choice_bar import ChoiceBar
from tavolo_host.display.end_panel import EndPanel
from tavolo_host.display.faults import faults_html, faults_of, meaning_of_red
from tavolo_host.display.fingers import Fingers
from tavolo_host.display.front_door import FrontDoor
from tavolo_host.display.game_board import GameBoard
from tavolo_host.display.game_display import GameDisplay, Player, display_of
from tavolo_host.display.guide_bar import GuideBar
from tavolo_host.display.hand_bar import HandBar
from tavolo_host.display.menu import Menu
from tavolo_host.display.panels import log_html, players_of, red_html, seat_name, status_html, turn_html
from tavolo_host.display.preferences import ON, SEAT_PREFERENCES, THEMES, Preferences, keeping
from tavolo_host.display.presence import Presence
from tavolo_host.display.pressable import Pressable
from tavolo_host.display.rule_pages import paragraphs
from tavolo_host.display.seating import begin, free_seats
from tavolo_host.display.sounds import Sounds
from tavolo_host.display.source import OwnView, TableSource
from tavolo_host.display.table_picture import TablePicture, seat_looks
from tavolo_host.display.what_to_do import Choice, Deed, Hint, State, WhatToDo
from tavolo_host.players.settings import USUAL_LEVEL
from tavolo_host.texts.deferred import in_language
from tavolo_host.texts.language import _, speaking

if TYPE_CHECKING:
    from tavolo.rules.game import Game

LOOK_MS = 80
DOUBTFUL_S = 0.5  # at the start of a game the laptop knows less for a moment
GLANCE_MS = 10  # between glances at whether the board has told something
MOST_CHOICES = 9  # that are shown at once: of more, those of a card are shown after the card

S = TypeVar("S", bound="Page")
Given = ParamSpec("Given")


def in_own_language(method: Callable[Concatenate[S, Given], None]) -> Callable[Concatenate[S, Given], None]:
    """Have a method speak the language of the page's visitor."""

    @wraps(method)
    def speaking_it(page: S, /, *given: Given.args, **named: Given.kwargs) -> None:
        with speaking(page._language):
            method(page, *given, **named)

    return speaking_it


class Page:
    """Builds the page of `visitor` into the present client and keeps it up to date."""

    def __init__(
        self,
        source: TableSource,
        presence: Presence,
        fingers: Fingers,
        visitor: str,
        chosen: Preferences,
        theme: ui.dark_mode,
        is_television: bool = False,
    ) -> None:
        self._source = source
        self._visitors = source.visitors
        self._presence = presence
        self._fingers = fingers
        self._visitor = visitor
        self._language = chosen.language
        self._pace = chosen.pace
        self._level = (source.visitors and source.visitors.level) or chosen.level or USUAL_LEVEL
        self._theme = theme
        self._is_television = is_television  # seen from three metres, and nobody sits there
        self._log_seen: tuple[int, int, list[str], Mapping[int, str | None]] = (-1, -1, [], {})
        # Of entries of the log, by number, where they were asked for; None while they are thought about.
        self._reasons: dict[int, str | None] = {}
        self._hint: Hint | None = None  # while it is shown
        self._hint_words = ""
        self._shows_rules = False
        self._told = -1  # the number of the newest entry of the log at the last glance
        self._since_look_ms = 0
        self._what: WhatToDo | None = None
        self._display: GameDisplay[Mirror] | None = None  # of the game that was shown last
        self._group = ""  # the place of the board, or the card, of which alone the choices are shown
        self._lights_first = source.visitors is None and not is_television
        self._wants_another = False  # after the end of a game
        self._wants_board = False  # then too, rather than how it ended
        self._in_step = monotonic()  # when the laptop knew last what the board has
        self._refusal = ""  # of what the visitor wanted to do last
        self._red_seen = -1  # the entry of the log up to which the visitor knows what the lamp meant
        self._sounds = Sounds(chosen.has_sound)
        if source.visitors:
            source.visitors.call(visitor, chosen.name)
        for view, name in zip(source.seats(), chosen.seat_names, strict=True):
            if not view.name:
                source.name_seat(view.seat, name)
        self._build(chosen)
        self.look()
        ui.timer(GLANCE_MS / 1000, self._glance)

    @in_own_language
    def _build(self, chosen: Preferences) -> None:
        with ui.element("div").classes("tavolo-page television" if self._is_television else "tavolo-page"):
            self._header(chosen)
            self._tabs()
            self._middle = ui.element("div").classes("middle")
            with self._middle:
                self._game = GameBoard(self._narrow)
                self._end = EndPanel()
                first = self._start_first if self._visitors else None
                self._door = FrontDoor(self._source.offered, self._start, first, chosen, self._prefer, self._level)
                with ui.element("section").classes("table-side").props(f'aria-label="{_("Table")}"'):
                    self._table = TablePicture(self._touch, self._sit, self._lift)
                with ui.element("section").classes("log").props(f'aria-label="{_("Log")}"'):
                    ui.html(f"<h2>{_('What happened')}</h2>", sanitize=False)
                    self._log = Pressable(lambda number: self._why(int(number))).classes("log-body")
                    self._log.props(f'role="log" tabindex="0" aria-label="{_("what happened")}"')
                self._aids = Aids(self._ask_hint, self._ask_rules)
                self._aids.build_rules()
            self._show_tab("game" if self._visitors else "table")
            with ui.element("div").classes("at-hand"):
                self._faults = ui.html("", sanitize=False).classes("faults")
                self._faults.props(f'role="alert" aria-label="{_("What is wrong")}"')
                self._guide = GuideBar(self._leave_guide)
                with ui.element("div").classes("moment"):
                    self._what_to_do = ChoiceBar(self._choose, self._narrow)
                    self._aids.build_buttons()
                self._over()
                self._red = ui.html("", sanitize=False).classes("red").props('role="status"')
                self._hand = HandBar(self._play, self._key, self._sit, self._stand)
            self._status = ui.html("", sanitize=False).classes("status").props('role="status"')

    def _tabs(self) -> None:
        """Offer, where the screen is too narrow for all at once, which part of the page is shown."""
        self._tab_buttons: dict[str, ui.element] = {}
        with ui.element("nav").classes("tabs").props(f'aria-label="{_("What is shown")}"'):
            for tab, words in (("game", _("Game")), ("table", _("Table")), ("log", _("Log"))):
                button = ui.element("button").classes("tab").props('type="button"')
                button.on("click", partial(self._show_tab, tab))
                with button:
                    ui.label(words)
                self._tab_buttons[tab] = button

    def _show_tab(self, chosen: str) -> None:
        for tab, button in self._tab_buttons.items():
            button.props(f'aria-pressed="{"true" if tab == chosen else "false"}"')
            self._middle.classes(
                add=f"tab-{tab}" if tab == chosen else "", remove="" if tab == chosen else f"tab-{tab}"
            )

    def _header(self, chosen: Preferences) -> None:
        with ui.element("header").classes("top"):
            skip = ui.element("button").classes("plain-button skip").props('type="button"')
            skip.on("click", js_handler="() => document.querySelector('.what-choices button, .hand-card')?.focus()")
            with skip:
                ui.label(_("Skip to what to do"))
            with ui.element("h1").classes("title"):
                ui.label("Tavolo")
            self._headline = ui.label("").classes("headline")
            self._turn = ui.html("", sanitize=False).classes("turn-place").props('role="status"')
            self._requests = ui.element("div").classes("controls")
            with self._requests:
                swap = ui.element("button").classes("plain-button swap").props('type="button"')
                swap.on("click", self._swap)
                with swap:
                    self._swap_word = ui.label("")
                for verb, words in (("undo", _("Take back")), ("abandon", _("Abandon"))):
                    button = ui.element("button").classes("plain-button").props('type="button"')
                    button.on("click", partial(self._ask, verb))
                    with button:
                        ui.label(words)
            self._menu = Menu(chosen, self._prefer, self._level if self._visitors else "")

    def _over(self) -> None:
        """Build what there is to be done after a game."""
        self._after = ui.element("div").classes("controls after")
        with self._after:
            self._more = ui.element("div").classes("controls")
            with self._more:
                for style, words, plays in (
                    ("start-button", _("Once more"), True),
                    ("plain-button", _("Watch"), False),
                ):
                    if plays or self._visitors:
                        again = ui.element("button").classes(style).props('type="button"')
                        again.on("click", partial(self._again, plays and (self._visitors is not None)))
                        with again:
                            ui.label(words)
                another = ui.element("button").classes("plain-button").props('type="button"')
                another.on("click", lambda: self._open_door(True))
                with another:
                    ui.label(_("Another game"))
            turn = ui.element("button").classes("plain-button").props('type="button"')
            turn.on("click", self._turn_over)
            with turn:
                self._turn_word = ui.label("")

    @in_own_language
    def _prefer(self, preference: str, value: str) -> None:
        """Follow what the visitor has chosen, and have the browser keep it."""
        ui.run_javascript(keeping(preference, value))
        if preference == "language":
            ui.run_javascript("location.reload()")
        elif preference == "theme":
            self._theme.value = THEMES[value]
        elif preference == "pace" and self._visitors:
            self._pace = value
            self._visitors.hurry(value)
        elif preference == "level" and self._visitors:
            self._level = value
            self._visitors.challenge(value)
        elif preference == "sound":
            self._sounds.is_on = value == ON
        elif preference == "name":
            if self._visitors:
                self._visitors.call(self._visitor, value)
        else:
            self._source.name_seat(SEAT_PREFERENCES.index(preference), value)
        for field in (*self._menu.fields, *self._door.fields):
            if field.preference == preference:
                field.show(value)
        self.look()

    def _glance(self) -> None:
        log = self._source.mirror.log
        told = log[-1].number if log else -1
        self._since_look_ms += GLANCE_MS
        if told != self._told or self._since_look_ms >= LOOK_MS:
            self._told, self._since_look_ms = told, 0
            self.look()

    @in_own_language
    def look(self) -> None:
        """Bring the page up to what the source shows now, as far as that is possible; sends only what is different."""
        try:
            self._look()
        except Exception as failure:  # whatever it was: the next look may have to do with something else
            self._source.mirror.failed(failure)

    def _look(self) -> None:
        source, mirror = self._source, self._source.mirror
        self._presence.seen(self._visitor)
        own = self._own()
        display = display_of(mirror)
        players, names = players_of(source), [view.name for view in source.seats()]
        self._table.show_lights(source.pixels())
        self._table.show_seats(seat_looks(source, display, own))
        _put(self._turn, turn_html(mirror, players, own))
        _put(self._status, status_html(mirror, source.of_board))
        self._headline.set_text(f"{mirror.game.TITLE}: {display.headline(mirror)}" if display and mirror.game else "")
        what = source.what_to_do(self._visitor)
        self._show_game(what, display, players)
        is_guided = self._visitor in self._presence.guided
        self._guide.show(is_guided, self._visitors.lessons(self._visitor) if is_guided and self._visitors else [])
        self._show_controls()
        self._show_log(names)
        self._show_faults(own, names)
        self._show_hand(own, display)
        self._sounds.hear(what.state, None if own is None else source.slots()[own.seat].state)

    def _own(self) -> OwnView | None:
        return self._visitors.own(self._visitor) if self._visitors else None

    def _show_game(self, what: WhatToDo, display: GameDisplay[Mirror] | None, players: Sequence[Player]) -> None:
        """Show the board with the places that may be clicked, or the front door, and what to do."""
        mirror = self._source.mirror
        if what != self._what:
            self._what, self._group = what, ""
            self._hint, self._hint_words = None, ""
            if self._visitor in self._presence.guided and _may_act(what):
                self._take_hint()
        elif self._hint and not self._hint.choice:
            self._take_hint()
        is_done = self._wants_another and bool(mirror.result)
        is_open = not self._is_television and (display is None or is_done)
        self._door.set_visibility(is_open)
        is_over = bool(mirror.result) and not is_open
        self._wants_board = self._wants_board and is_over
        if is_over and not self._wants_board:
            review = None
            if self._visitors and not self._is_television:
                review = self._visitors.review(self._visitor)
            self._end.show(mirror, display, players, review)
        else:
            self._end.hide()
        self._game.set_visibility(not is_open and (self._wants_board or not is_over))
        self._after.set_visibility(is_over)
        self._turn_word.set_text(_("How it went") if self._wants_board else _("The board"))
        is_game_first = is_open or (display is not None and not self._lights_first)
        self._middle.classes(add="game-first" if is_game_first else "", remove="" if is_game_first else "game-first")
        self._swap_word.set_text(_("Lights") if is_game_first else _("Game"))
        self._display = display
        names: dict[str, list[str]] = {}
        for choice in what.choices:
            names.setdefault(self._place_of(choice), []).append(choice.name)
        offers = {place: " / ".join(found) for place, found in names.items() if place}
        hinted = self._hint.choice if self._hint else None
        self._game.show(
            display.panel(mirror, players) if display else _waiting(), offers, self._place_of(hinted) if hinted else ""
        )
        choices = self._choices_of(self._group) if self._group else what.choices
        groups: dict[str, str] = {}
        if display and len(choices) > MOST_CHOICES:
            cards = {self._card_of(choice) for choice in choices} - {NO_CARD}
            groups = {
                f"card-{card}": display.face(card).name.capitalize() + " …"
                for card in display.sorted_hand(tuple(cards))
            }
            choices = tuple(choice for choice in choices if self._card_of(choice) == NO_CARD)
        marked = f"card-{self._card_of(hinted)}" if hinted and hinted not in choices else hinted or ""
        self._what_to_do.show(what.state, what.sentence, choices, groups, bool(self._group), self._place_of, marked)
        self._show_aids(what, display)

    def _show_aids(self, what: WhatToDo, display: GameDisplay[Mirror] | None) -> None:
        """Offer a hint where there is something to choose, and the rules of this moment where a game is played."""
        mirror, rules = self._source.mirror, ""
        if display and mirror.game:
            options = mirror.position.options if mirror.position else ()
            rules = paragraphs(mirror.game.NAME, display.about(mirror), options)
        self._aids.show(_may_act(what), self._hint_words, bool(rules), rules if self._shows_rules else "")

    def _choices_of(self, group: str) -> tuple[Choice, ...]:
        """Return the choices about a place of the board or a card."""
        choices = self._what.choices if self._what else ()
        return tuple(choice for choice in choices if group in (self._place_of(choice), f"card-{self._card_of(choice)}"))

    def _place_of(self, choice: Choice) -> str:
        return self._display.place_of(self._source.mirror, choice.action) if self._display and choice.action else ""

    def _card_of(self, choice: Choice) -> int:
        game = self._source.mirror.game
        return game.action_card(choice.action) if game and choice.action else NO_CARD

    def _show_controls(self) -> None:
        mirror = self._source.mirror
        over = bool(mirror.result)
        self._more.set_visibility(mirror.in_step is not None)
        self._requests.set_visibility(mirror.position is not None and not over)

    def _show_log(self, names: list[str]) -> None:
        log = self._source.mirror.log
        for number in [number for number, reason in self._reasons.items() if reason is None]:
            self._reasons[number] = self._visitors.why(number) if self._visitors else ""
        seen = (len(log), log[-1].number if log else -1, names, {**self._reasons})
        if seen != self._log_seen:
            self._log_seen = seen
            reasons = {
                number: _("Thinking …") if reason is None else reason for number, reason in self._reasons.items()
            }
            self._log.show(log_html(log, names, self._visitors.explained() if self._visitors else (), reasons))

    def _show_faults(self, own: OwnView | None, names: list[str]) -> None:
        """Show what is wrong, and what a red lamp at the own seat meant; veil what may be old."""
        source, mirror = self._source, self._source.mirror
        # Without a board there is nothing to choose but one of several: then nothing is wrong, and nothing is old.
        is_asked_for_board = mirror.in_step is None and self._what is not None and self._what.state == State.CHOOSE
        if mirror.in_step or is_asked_for_board:
            self._in_step = monotonic()
        is_doubtful = monotonic() - self._in_step > DOUBTFUL_S
        faults = faults_of(mirror, source.slots(), names) if mirror.in_step or is_doubtful else []
        _put(self._faults, faults_html(faults))
        self._middle.classes(add="veiled" if is_doubtful else "", remove="" if is_doubtful else "veiled")
        red = meaning_of_red(mirror.log, own.seat) if own else None
        meaning = red_html(red, names) if red and red.number > self._red_seen else ""
        _put(self._red, f"<p>{escape(self._refusal)}</p>" if self._refusal else meaning)

    def _forget_red(self) -> None:
        """What was refused has been seen: the visitor does something else."""
        self._refusal = ""
        log = self._source.mirror.log
        self._red_seen = log[-1].number if log else -1

    def _show_hand(self, own: OwnView | None, display: GameDisplay[Mirror] | None) -> None:
        source = self._source
        advised: set[int] = set()
        name = ""
        if own is not None:
            name = seat_name(source.seats()[own.seat])
            if display is not None and own.seat in source.mirror.seats:
                player = list(source.mirror.seats).index(own.seat)
                advised = display.advised(source.mirror, player, own.hand)
        free = free_seats(source)
        hint = _("You are watching. Take a seat to play.") if free else _all_taken()
        if source.visitors is None:
            hint = _("You are watching the board on the table.")
        self._hand.show(own, display, advised, name, hint, [] if own else free)

    def _say(self, refusal: str | None) -> None:
        self._refusal = in_language(refusal, _) if refusal else ""
        if refusal and self._own() is None:
            _notify(self._refusal)

    @in_own_language
    def _start(self, game: "Game", players: int, options: tuple[int, ...], plays: bool) -> None:
        """Start a game in which the visitor `plays`, or which the visitor watches."""
        self._open_door(False)
        self._presence.guided.discard(self._visitor)
        if self._visitors:
            self._visitors.hurry(self._pace)
            self._visitors.challenge(self._level)
        self._begin(plays, players, game, options)

    def _begin(
        self, plays: bool, players: int, game: "Game | None" = None, options: tuple[int, ...] | None = None
    ) -> None:
        if not plays:
            self._fingers.off(self._visitor)
            self._presence.guided.discard(self._visitor)
        refusal = begin(self._source, self._visitor, plays, players, game, options)
        self._say(refusal)
        if plays and not refusal and self._own() is None:
            _notify(_all_taken())
        self.look()

    @in_own_language
    def _start_first(self, game: "Game") -> None:
        """Start a game with as few others as there can be, with a seat and a guide for the visitor."""
        self._start(game, game.SEATS[0], tuple(option.default for option in game.OPTIONS), True)
        self._presence.guided.add(self._visitor)

    @in_own_language
    def _leave_guide(self) -> None:
        self._presence.guided.discard(self._visitor)
        self.look()

    @in_own_language
    def _again(self, plays: bool) -> None:
        self._begin(plays, self._source.offered.players)

    @in_own_language
    def _open_door(self, is_open: bool) -> None:
        self._wants_another = is_open
        self.look()

    @in_own_language
    def _ask(self, verb: str) -> None:
        self._say(self._source.ask(verb))

    @in_own_language
    def _sit(self, seat: int) -> None:
        if self._visitors:
            self._say(self._visitors.sit(self._visitor, seat))
        self.look()

    @in_own_language
    def _stand(self) -> None:
        self._fingers.off(self._visitor)
        if self._visitors:
            self._visitors.stand(self._visitor)
        self.look()

    @in_own_language
    def _play(self, card: int) -> None:
        self._forget_red()
        if self._visitors:
            self._say(self._visitors.play(self._visitor, card))
        self.look()

    @in_own_language
    def _choose(self, chosen: Choice) -> None:
        self._forget_red()
        self._say(self._source.do(self._visitor, chosen))
        self.look()

    @in_own_language
    def _narrow(self, group: str) -> None:
        """Do what is to be done at a place of the board or with a card; of several choices show those alone."""
        choices = self._choices_of(group) if group else ()
        if len(choices) == 1:
            self._choose(choices[0])
        else:
            self._group = group if choices else ""
            self.look()

    def _take_hint(self) -> None:
        """Take the hint, or that it is being thought about: then each look takes it again."""
        self._hint = self._visitors.hint(self._visitor) if self._visitors else None
        self._hint_words = self._hint.sentence if self._hint else _("Nothing is better now than to wait.")

    @in_own_language
    def _ask_hint(self) -> None:
        """Show the hint, or hide it again."""
        if self._hint_words:
            self._hint, self._hint_words = None, ""
        else:
            self._take_hint()
        self.look()

    @in_own_language
    def _ask_rules(self) -> None:
        self._shows_rules = not self._shows_rules
        self.look()

    @in_own_language
    def _why(self, number: int) -> None:
        """Show below an entry of the log what spoke for it, or hide it again."""
        if number in self._reasons:
            del self._reasons[number]
        else:
            self._reasons[number] = self._visitors.why(number) if self._visitors else ""
        self.look()

    @in_own_language
    def _swap(self) -> None:
        self._lights_first = not self._lights_first
        self.look()

    @in_own_language
    def _turn_over(self) -> None:
        self._wants_board = not self._wants_board
        self.look()

    def _lift(self, seat: int) -> None:
        own = self._own()
        if self._visitors and own is not None and own.seat == seat:
            self._visitors.lift(self._visitor)

    def _touch(self, seat: int, key: int, down: bool) -> None:
        own = self._own()
        if own is not None and own.seat == seat:
            self._key(key, down)

    def _key(self, key: int, down: bool) -> None:
        self._fingers.touch(self._visitor, key, down)


def _may_act(what: WhatToDo) -> bool:
    return any(choice.deed == Deed.ACT for choice in what.choices)


def _put(element: ui.html, content: str) -> None:
    if element.content != content:
        element.set_content(content)


def _notify(words: str) -> None:
    ui.notify(words, position="top", color="brown-9", timeout=4000)


def _all_taken() -> str:
    return _("All seats are taken: you are watching.")


def _waiting() -> str:
    words = _("When a game is started at the board, it appears here.")
    return f'<section class="welcome"><h2>{_("Welcome to the table")}</h2><p>{words}</p></section>'
